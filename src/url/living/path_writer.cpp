#include "hrefkit/url/living/path_writer.h"

#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/characters/windows_drive_letter.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

/// What ends a segment.
text::ByteSet segment_ends(SchemeKind kind, PathEnd path_end) {
  constexpr text::ByteSet slash{"/"};
  constexpr text::ByteSet backslash{"\\"};
  constexpr text::ByteSet query_or_fragment{"?#"};
  return slash | (is_special(kind) ? backslash : text::ByteSet()) |
         (path_end == PathEnd::query_or_fragment ? query_or_fragment : text::ByteSet());
}

}  // namespace

// One turn of the loop is one segment with what ends it.
std::size_t PathWriter::append(std::string_view input, std::size_t offset, PathEnd path_end,
                               NoteWriter const& notes) const {
  const text::ByteSet ends = segment_ends(kind_, path_end);
  for (;; ++offset) {
    std::size_t end = offset;
    while (end < input.size() && !ends.contains(input[end])) ++end;
    const std::string_view segment = input.substr(offset, end - offset);
    note_invalid_url_units(segment, notes.from(offset));
    offset = end;
    const bool followed_by_slash = end < input.size() && is_slash(input[end]);
    if (followed_by_slash && input[end] == '\\') {
      notes.add(ValidationError::invalid_reverse_solidus, end);
    }
    // Steps 1.2 to 1.4.
    const SegmentKind segment_is = segment_kind(segment);
    if (segment_is == SegmentKind::ordinary) {
      append_segment(segment);
    } else {
      if (segment_is == SegmentKind::double_dot) shorten();
      if (!followed_by_slash) out_ += '/';
    }
    if (!followed_by_slash) return end;
  }
}

/// Appends a segment; the first of a file URL's path may be a drive letter.
void PathWriter::append_segment(std::string_view segment) const {
  const bool drive =
      kind_ == SchemeKind::file && is_windows_drive_letter(segment) && path().empty();
  out_ += '/';
  if (drive) {
    out_ += segment[0];
    out_ += ':';
    return;
  }
  append_percent_encoded(out_, segment, path_percent_encode_set);
}

void PathWriter::shorten() const {
  const std::string_view written = path();
  if (kind_ == SchemeKind::file && written.size() == 3 &&
      is_normalized_windows_drive_letter(written.substr(1))) {
    return;
  }
  if (!written.empty()) out_.resize(begin_ + written.rfind('/'));
}

}  // namespace hrefkit::url
