#include "hrefkit/text/line_index.h"

#include <algorithm>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

LineColumn LineCursor::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) retreat_to(offset);
  advance_to(offset);
  return place_;
}

// Goes back to `offset`, or to the start of its line if that is an earlier line.
void LineCursor::retreat_to(std::size_t offset) {
  const std::size_t line_ends = count_line_ends(text_, offset, offset_).count;
  if (line_ends == 0) {
    place_.column -= count_code_points(text_, offset, offset_);
    offset_ = offset;
    return;
  }
  place_.line -= line_ends;
  offset_ = offset;
  while (offset_ > 0 && count_line_ends(text_, offset_ - 1, offset_).count == 0) --offset_;
  place_.column = 1;
  line_begin_ = offset_;
}

void LineCursor::advance_to(std::size_t offset) {
  const LineEndCount passed = count_line_ends(text_, offset_, offset);
  std::size_t counted_from = offset_;
  if (passed.count != 0) {
    place_.line += passed.count;
    place_.column = 1;
    counted_from = line_begin_ = passed.last_line;
  }
  place_.column += count_code_points(text_, counted_from, offset);
  offset_ = offset;
}

}  // namespace hrefkit::text
