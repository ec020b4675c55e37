// URL standard 4.4: query state, fragment state.
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

Parser::State Parser::query() {
  ++at_;
  has_query_ = true;
  parsed_.offsets.query_begin = mark();
  out_ += '?';
  const std::string_view rest = remaining();
  const std::string_view query = rest.substr(0, rest.find('#'));
  note_invalid_url_units(query, notes_.from(at_));
  // Steps 1 and 2.
  const text::Encoding encoding =
      query_takes_document_encoding(parsed_.kind) ? encoding_ : text::Encoding::utf_8;
  append_percent_encoded_query(
      out_, query, encoding,
      is_special(parsed_.kind) ? special_query_percent_encode_set : query_percent_encode_set);
  at_ += query.size();
  return at_end() ? State::done : State::fragment;
}

Parser::State Parser::fragment() {
  ++at_;
  has_fragment_ = true;
  parsed_.offsets.fragment_begin = mark();
  out_ += '#';
  note_invalid_url_units(remaining(), notes_.from(at_));
  append_percent_encoded(out_, remaining(), fragment_percent_encode_set);
  return State::done;
}

}  // namespace hrefkit::url
