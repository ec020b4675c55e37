// URL standard 4.4: path start state, path state, opaque path state.
#include "hrefkit/url/parser.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/percent_encode_set.h"
#include "hrefkit/url/url_code_point.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet path_ends{"?#"};

}  // namespace

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
  at_ = path_writer().append(input_, at_, PathEnd::query_or_fragment, notes_);
  if (at('?')) return State::query;
  return at('#') ? State::fragment : State::done;
}

Parser::State Parser::opaque_path() {
  const std::size_t end = find(path_ends);
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

PathWriter Parser::path_writer() const {
  return {out_, start_ + parsed_.offsets.path_begin, parsed_.kind};
}

}  // namespace hrefkit::url
