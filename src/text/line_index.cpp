#include "hrefkit/text/line_index.h"

#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

/// True when a line ends with the byte at `i` (the CR of CR LF does not end one).
bool ends_line(std::string_view text, std::size_t i) {
  if (text[i] == '\n') return true;
  return text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
}

}  // namespace

LineColumn LineCursor::at(std::size_t offset) {
  if (offset < offset_) {
    // Go back to the start of the line that holds `offset`, counting the line ends on the way.
    while (offset_ > offset) {
      --offset_;
      if (ends_line(text_, offset_)) --place_.line;
    }
    while (offset_ > 0 && !ends_line(text_, offset_ - 1)) --offset_;
    place_.column = 1;
  }
  advance_to(offset);
  return place_;
}

void LineCursor::advance_to(std::size_t offset) {
  std::size_t line_start = offset_;
  bool new_line = false;
  for (std::size_t i = offset_; i < offset; ++i) {
    if (static_cast<unsigned char>(text_[i]) > '\r' || !ends_line(text_, i)) continue;
    ++place_.line;
    line_start = i + 1;
    new_line = true;
  }
  if (new_line) place_.column = 1;
  place_.column += count_code_points(text_.substr(line_start, offset - line_start));
  offset_ = offset;
}

}  // namespace hrefkit::text
