// URL standard 4.4: path start state, path state, opaque path state.
#include "hrefkit/url/dot_segment.h"
#include "hrefkit/url/parser.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/percent_encode_set.h"
#include "hrefkit/url/url_code_point.h"
#include "hrefkit/url/windows_drive_letter.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet path_ends{"?#"};
constexpr text::ByteSet segment_ends{"/?#"};
constexpr text::ByteSet special_segment_ends{"/\\?#"};

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

// One turn of the loop is one segment, from the pointer to what ends it.
Parser::State Parser::path() {
  text::ByteSet const& ends = is_special(parsed_.kind) ? special_segment_ends : segment_ends;
  for (;;) {
    const std::size_t end = find(ends);
    const std::string_view segment = input_.substr(at_, end - at_);
    note_invalid_url_units(segment, notes_.from(at_));
    at_ = end;
    const bool followed_by_slash = at_slash();
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    // Steps 1.2 to 1.4.
    const SegmentKind kind = segment_kind(segment);
    if (kind == SegmentKind::ordinary) {
      write_segment(segment);
    } else {
      if (kind == SegmentKind::double_dot) shorten_path();
      if (!followed_by_slash) out_ += '/';
    }
    if (!followed_by_slash) break;
    ++at_;
  }
  // Steps 1.6 and 1.7.
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

/// Appends a segment; the first of a file URL's path may be a drive letter.
void Parser::write_segment(std::string_view segment) {
  const bool drive = parsed_.kind == SchemeKind::file && is_windows_drive_letter(segment) &&
                     written_path().empty();
  out_ += '/';
  if (drive) {
    out_ += segment[0];
    out_ += ':';
    return;
  }
  append_percent_encoded(out_, segment, path_percent_encode_set);
}

/// "Shorten a url's path" (4.2).
void Parser::shorten_path() {
  const std::string_view path = written_path();
  if (parsed_.kind == SchemeKind::file && path.size() == 3 &&
      is_normalized_windows_drive_letter(path.substr(1))) {
    return;
  }
  if (!path.empty()) out_.resize(start_ + parsed_.offsets.path_begin + path.rfind('/'));
}

}  // namespace hrefkit::url
