// URL standard 4.4: path start state, path state, opaque path state.
#include <algorithm>

#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/living/reference_scan.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

Parser::State Parser::path_start() {
  // Step 1.
  if (is_special(parsed_.kind)) {
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    if (at_slash()) ++at_;
    return State::path;
  }
  // Steps 2 to 4.
  if (at('?')) return State::query;
  if (at('#')) return State::fragment;
  if (at_end()) return State::done;
  if (at('/')) ++at_;
  return State::path;
}

Parser::State Parser::path() {
  if (append_plain_rest()) return State::done;
  at_ = path_writer().append(input_, at_, PathEnd::query_or_fragment, notes_);
  if (at('?')) return State::query;
  return at('#') ? State::fragment : State::done;
}

Parser::State Parser::opaque_path() {
  const std::size_t hash = std::min(input_.find('#', at_), input_.size());
  const std::size_t end = std::min(input_.substr(0, hash).find('?', at_), hash);
  std::string_view path = input_.substr(at_, end - at_);
  note_invalid_url_units(path, notes_.from(at_));
  // Step 3.2: only a space before "?" or "#" is encoded.
  const bool encodes_last_space = path.ends_with(' ') && end < input_.size();
  if (encodes_last_space) path.remove_suffix(1);
  append_percent_encoded(out_, path, c0_control_percent_encode_set);
  if (encodes_last_space) out_ += "%20";
  at_ = end;
  if (at('?')) return State::query;
  return at('#') ? State::fragment : State::done;
}

/// FAST: Copies the rest of the input at once when no byte of it would be changed.
bool Parser::append_plain_rest() {
  if (notes_.wanted()) return false;
  const ReferenceScan scan = scan_reference(input_, at_);
  const bool drive =
      parsed_.kind == SchemeKind::file && remaining().find('|') != std::string_view::npos;
  if (!scan.plain || drive) return false;
  out_ += '/';
  const std::size_t shift = mark() - at_;
  out_ += remaining();
  has_query_ = has_fragment_ = true;
  parsed_.offsets.query_begin = static_cast<std::uint32_t>(scan.path_end + shift);
  parsed_.offsets.fragment_begin = static_cast<std::uint32_t>(scan.fragment_begin + shift);
  return true;
}

PathWriter Parser::path_writer() const {
  return {out_, start_ + parsed_.offsets.path_begin, parsed_.kind};
}

}  // namespace hrefkit::url
