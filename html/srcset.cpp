#include "hrefkit/html/srcset.h"

#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ascii_digit;
using text::ascii_whitespace;
using text::ByteSet;
using text::make_span;

constexpr ByteSet whitespace_or_comma = ascii_whitespace | ByteSet(",");

bool is_zero(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

// HTML Standard, "valid non-negative integer".
bool is_valid_integer(std::string_view number) {
  return !number.empty() && text::is_made_of(number, ascii_digit);
}

/// A number that is a "valid floating-point number" (HTML Standard 2.3.4.3).
struct FloatShape {
  bool valid = false;
  bool negative = false;  ///< less than zero, not -0
};

FloatShape inspect_float(std::string_view number) {
  std::size_t i = 0;
  const bool minus = !number.empty() && number[0] == '-';
  if (minus) ++i;
  const std::size_t mantissa = i;
  i += text::run_length(number.substr(i), ascii_digit);
  bool has_digits = i > mantissa;
  if (i < number.size() && number[i] == '.') {
    const std::size_t fraction = ++i;
    i += text::run_length(number.substr(i), ascii_digit);
    has_digits = i > fraction;
  }
  const std::string_view digits = number.substr(mantissa, i - mantissa);
  if (!has_digits) return {};
  if (i < number.size() && (number[i] == 'e' || number[i] == 'E')) {
    ++i;
    if (i < number.size() && (number[i] == '-' || number[i] == '+')) ++i;
    const std::size_t exponent = i;
    i += text::run_length(number.substr(i), ascii_digit);
    if (i == exponent) return {};
  }
  if (i != number.size()) return {};
  return {true, minus && digits.find_first_not_of("0.") != std::string_view::npos};
}

/// The descriptor parser (steps 9 to 14 of "parse a srcset attribute"), fed with one descriptor at
/// a time. Only its error flag is needed, and which descriptors are absent.
class DescriptorParser {
 public:
  // Step 13.
  void add(std::string_view descriptor) {
    const char unit = descriptor.back();
    const std::string_view number = descriptor.substr(0, descriptor.size() - 1);
    if (unit == 'w' && is_valid_integer(number)) {
      if (has_width_ || has_density_ || is_zero(number)) error_ = true;
      has_width_ = true;
    } else if (unit == 'x' && inspect_float(number).valid) {
      if (has_width_ || has_density_ || has_height_) error_ = true;
      if (inspect_float(number).negative) error_ = true;
      has_density_ = true;
    } else if (unit == 'h' && is_valid_integer(number)) {
      if (has_height_ || has_density_ || is_zero(number)) error_ = true;
      has_height_ = true;
    } else {
      error_ = true;
    }
  }

  // Step 14.
  bool valid() const { return !error_ && (!has_height_ || has_width_); }

 private:
  bool error_ = false;
  bool has_width_ = false;
  bool has_density_ = false;
  bool has_height_ = false;  // "future-compat-h"
};

constexpr ByteSet descriptor_break = whitespace_or_comma | ByteSet("(");

/// The end of the descriptor at `begin`: white space, a comma or the end of input outside of
/// parentheses. (Step 8's "in descriptor" and "in parens" states.)
std::size_t end_of_descriptor(std::string_view value, std::size_t begin) {
  std::size_t i = begin + text::length_until(value.substr(begin), descriptor_break);
  while (i < value.size() && value[i] == '(') {
    i += text::length_until(value.substr(i), ByteSet(")"));
    i += text::length_until(value.substr(i), descriptor_break);
  }
  return i;
}

}  // namespace

// HTML Standard, "parse a srcset attribute"; the numbers are its steps.
std::optional<SrcsetCandidate> Srcset::next() {
  position_ += text::run_length(value_.substr(position_), whitespace_or_comma);  // 4
  if (position_ == value_.size()) return std::nullopt;                           // 5
  const std::size_t begin = position_;
  position_ += text::length_until(value_.substr(position_), ascii_whitespace);  // 6
  std::size_t end = position_;
  if (value_[end - 1] == ',') {  // 8: no descriptors
    while (value_[end - 1] == ',') --end;
    return SrcsetCandidate{make_span(begin, end), make_span(end, end), true};
  }
  DescriptorParser parser;
  std::size_t last = end;
  while (true) {  // 8, otherwise: the descriptor tokenizer
    position_ += text::run_length(value_.substr(position_), ascii_whitespace);
    if (position_ == value_.size()) break;
    if (value_[position_] == ',') {
      ++position_;
      break;
    }
    const std::size_t descriptor = position_;
    position_ = end_of_descriptor(value_, descriptor);
    parser.add(value_.substr(descriptor, position_ - descriptor));
    last = position_;
  }
  return SrcsetCandidate{make_span(begin, end), make_span(end, last), parser.valid()};
}

}  // namespace hrefkit::html
