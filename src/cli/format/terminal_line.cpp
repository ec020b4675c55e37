#include "hrefkit/cli/format/terminal_line.h"

#include <algorithm>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/sgr.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t least_text = 20;  // columns behind the indentation, however narrow it is
using namespace sgr;

}  // namespace

void TerminalLine::begin(std::size_t indent) {
  out_.clear();
  indent_ = indent;
  width_ = std::max(style_.width, indent + least_text);
  column_ = 0;
}

void TerminalLine::break_line() {
  out_ += '\n';
  out_.append(indent_, ' ');
  column_ = indent_;
}

void TerminalLine::add_printable(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text::is_continuation_byte(text[i])) {
      if (column_ == width_) break_line();
      ++column_;
    }
    out_ += text[i];
  }
}

void TerminalLine::add(std::string_view text, std::string_view color) {
  std::string printable;
  append_printable(printable, text, Display::terminal);
  if (style_.color) out_ += color;
  add_printable(printable);
  if (style_.color && !color.empty()) out_ += plain;
}

void TerminalLine::add_together(std::string_view sign, std::string_view text,
                                std::string_view color) {
  std::string printable;
  append_printable(printable, text, Display::terminal);
  if (column_ + text::count_code_points(sign) + text::count_code_points(printable) > width_ &&
      column_ > indent_) {
    break_line();
    sign.remove_prefix(std::min(sign.find_first_not_of(' '), sign.size()));
  }
  add_printable(sign);
  if (style_.color) out_ += color;
  add_printable(printable);
  if (style_.color && !color.empty()) out_ += plain;
}

}  // namespace hrefkit::cli
