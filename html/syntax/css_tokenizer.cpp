#include "hrefkit/html/syntax/css_tokenizer.h"

#include <algorithm>

#include "hrefkit/html/syntax/source_map_comment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::ascii_digit;
using text::ascii_hex_digit;
using text::ByteSet;

// CSS Syntax 4.2, "Definitions". NUL becomes U+FFFD, which is an ident code point.
constexpr ByteSet newline{"\n\r\f"};
constexpr ByteSet whitespace = newline | ByteSet("\t ");
constexpr ByteSet ident_start =
    text::ascii_alpha | text::non_ascii | ByteSet("_") | ByteSet::range(0, 0);
constexpr ByteSet ident = ident_start | ascii_digit | ByteSet("-");
constexpr ByteSet non_printable =
    ByteSet::range(0x01, 0x08) | ByteSet("\v\x7F") | ByteSet::range(0x0E, 0x1F);
constexpr ByteSet sign{"+-"};
constexpr ByteSet quote{"\"'"};
/// The bytes that are special in an unquoted URL.
constexpr ByteSet url_break = whitespace | non_printable | ByteSet("\"'()\\");

constexpr std::size_t max_hex_escape = 6;

bool is_at(std::string_view css, std::size_t i, ByteSet const& set) {
  return i < css.size() && set.contains(css[i]);
}

bool is_char(std::string_view css, std::size_t i, char c) {
  return i < css.size() && css[i] == c;
}

// 4.3.8, "Check if two code points are a valid escape"; the end of input makes one too.
bool is_escape(std::string_view css, std::size_t i) {
  return is_char(css, i, '\\') && !is_at(css, i + 1, newline);
}

// 4.3.9, "Check if three code points would start an ident sequence".
bool starts_ident(std::string_view css, std::size_t i) {
  if (is_char(css, i, '-')) {
    return is_at(css, i + 1, ident_start | ByteSet("-")) || is_escape(css, i + 1);
  }
  return is_at(css, i, ident_start) || is_escape(css, i);
}

std::size_t skip(std::string_view css, std::size_t i, ByteSet const& set) {
  while (is_at(css, i, set)) ++i;
  return i;
}

/// The offset after the newline or other white space byte at `i`; CR LF is one newline.
std::size_t after_whitespace(std::string_view css, std::size_t i) {
  return i + (css.substr(i, 2) == "\r\n" ? 2 : 1);
}

}  // namespace

CssToken CssTokenizer::make(CssTokenType type, std::size_t begin, std::size_t end) const {
  return {type, text::make_span(begin, end)};
}

CssToken CssTokenizer::consume(CssTokenType type, std::size_t length) {
  const std::size_t begin = position_;
  position_ += length;
  return make(type, begin, position_);
}

// 4.3.2, "Consume comments", and white space.
void CssTokenizer::skip_space_and_comments() {
  while (true) {
    position_ = skip(css_, position_, whitespace);
    if (css_.substr(position_, 2) != "/*") return;
    const std::size_t begin = position_ + 2;
    const std::size_t end = css_.find("*/", begin);
    position_ = end == std::string_view::npos ? css_.size() : end + 2;
    if (end != std::string_view::npos) read_source_map(begin, end);
  }
}

// ECMA-426, 11.1.2.2, "Extracting source map URLs from CSS".
void CssTokenizer::read_source_map(std::size_t from, std::size_t to) {
  const auto url = match_source_map_url(css_.substr(from, to - from));
  if (!url) return;
  const auto begin = static_cast<std::size_t>(url->data() - css_.data());
  source_map_ = text::make_span(begin, begin + url->size());
}

// 4.3.1, "Consume a token".
CssToken CssTokenizer::next() {
  using enum CssTokenType;
  skip_space_and_comments();
  if (position_ == css_.size()) return make(end, position_, position_);
  switch (css_[position_]) {
    case '"':
    case '\'':
      return consume_string();
    case '(':
    case '[':
    case '{':
      return consume(open, 1);
    case ')':
    case ']':
    case '}':
      return consume(close, 1);
    case ';':
      return consume(semicolon, 1);
    case '<':
      return css_.substr(position_, 4) == "<!--" ? consume(markup, 4) : consume(other, 1);
    case '@': {
      const std::size_t begin = ++position_;
      if (!starts_ident(css_, begin)) return make(other, begin - 1, begin);
      consume_name();
      return make(at_keyword, begin, position_);
    }
    case '#': {  // a hash, or a delimiter
      const std::size_t begin = position_++;
      consume_name();
      return make(other, begin, position_);
    }
    default:
      break;
  }
  if (starts_number()) return consume_number();
  if (css_.substr(position_, 3) == "-->") return consume(markup, 3);
  if (starts_ident(css_, position_)) return consume_ident_like();
  return consume(other, 1);
}

// 4.3.10, "Check if three code points would start a number".
bool CssTokenizer::starts_number() const {
  std::size_t i = position_;
  if (is_at(css_, i, sign)) ++i;
  if (is_char(css_, i, '.')) ++i;
  return is_at(css_, i, ascii_digit);
}

// 4.3.3, "Consume a numeric token": the number, then `%` or a unit.
CssToken CssTokenizer::consume_number() {
  const std::size_t begin = position_;
  std::size_t i = position_;
  if (is_at(css_, i, sign)) ++i;
  i = skip(css_, i, ascii_digit);
  if (is_char(css_, i, '.') && is_at(css_, i + 1, ascii_digit)) {
    i = skip(css_, i + 1, ascii_digit);
  }
  if (is_at(css_, i, ByteSet("eE"))) {
    const std::size_t exponent = is_at(css_, i + 1, sign) ? i + 2 : i + 1;
    if (is_at(css_, exponent, ascii_digit)) i = skip(css_, exponent, ascii_digit);
  }
  position_ = i;
  if (starts_ident(css_, i)) {
    consume_name();
  } else if (is_char(css_, i, '%')) {
    ++position_;
  }
  return make(CssTokenType::other, begin, position_);
}

// 4.3.12, "Consume an ident sequence".
void CssTokenizer::consume_name() {
  while (true) {
    position_ = skip(css_, position_, ident);
    if (!is_escape(css_, position_)) return;
    position_ = read_css_escape(css_, position_).end;
  }
}

// 4.3.4, "Consume an ident-like token".
CssToken CssTokenizer::consume_ident_like() {
  const std::size_t begin = position_;
  consume_name();
  const std::size_t end = position_;
  if (!is_char(css_, end, '(')) return make(CssTokenType::other, begin, end);
  ++position_;
  if (css_name_is(css_.substr(begin, end - begin), "url")) {
    const std::size_t argument = skip(css_, position_, whitespace);
    if (!is_at(css_, argument, quote)) return consume_url();
  }
  return make(CssTokenType::function, begin, end);
}

// 4.3.5, "Consume a string token".
CssToken CssTokenizer::consume_string() {
  const char closing = css_[position_];
  const std::size_t begin = ++position_;
  while (position_ < css_.size()) {
    const char c = css_[position_];
    if (c == closing) {
      ++position_;
      return make(CssTokenType::string, begin, position_ - 1);
    }
    if (newline.contains(c)) return make(CssTokenType::other, begin, position_);
    if (c != '\\') {
      ++position_;
    } else if (position_ + 1 == css_.size()) {  // a lone backslash at the end adds nothing
      return make(CssTokenType::string, begin, position_++);
    } else if (is_at(css_, position_ + 1, newline)) {
      position_ = after_whitespace(css_, position_ + 1);
    } else {
      position_ = read_css_escape(css_, position_).end;
    }
  }
  return make(CssTokenType::string, begin, position_);
}

// 4.3.6, "Consume a url token", from after the `(`.
CssToken CssTokenizer::consume_url() {
  position_ = skip(css_, position_, whitespace);
  const std::size_t begin = position_;
  while (true) {
    while (position_ < css_.size() && !url_break.contains(css_[position_])) ++position_;
    if (!is_escape(css_, position_)) break;
    position_ = read_css_escape(css_, position_).end;
  }
  const std::size_t end = position_;
  position_ = skip(css_, position_, whitespace);
  if (position_ == css_.size()) return make(CssTokenType::url, begin, end);
  if (css_[position_] != ')') {
    consume_bad_url();
    return make(CssTokenType::other, begin, position_);
  }
  ++position_;
  return make(CssTokenType::url, begin, end);
}

// 4.3.14, "Consume the remnants of a bad url".
void CssTokenizer::consume_bad_url() {
  while (position_ < css_.size() && css_[position_] != ')') {
    position_ = is_escape(css_, position_) ? read_css_escape(css_, position_).end : position_ + 1;
  }
  position_ = std::min(position_ + 1, css_.size());
}

CssEscape read_css_escape(std::string_view css, std::size_t at) {
  const std::size_t begin = at + 1;
  if (begin == css.size()) return {begin, text::replacement_character};
  char32_t number = 0;
  std::size_t end = begin;
  while (end < begin + max_hex_escape && is_at(css, end, ascii_hex_digit)) {
    number = number * 16 + static_cast<char32_t>(text::hex_value(css[end++]));
  }
  if (end == begin) {
    const text::Utf8Step step = text::decode_utf8(css, begin);
    return {begin + step.length,
            step.code_point == 0 ? text::replacement_character : step.code_point};
  }
  if (is_at(css, end, whitespace)) end = after_whitespace(css, end);
  return {end, number == 0 ? text::replacement_character : number};
}

bool css_name_is(std::string_view name, std::string_view lower_name) {
  std::size_t i = 0;
  for (char expected : lower_name) {
    if (i == name.size()) return false;
    char32_t actual = static_cast<unsigned char>(name[i]);
    if (name[i] == '\\') {
      const CssEscape escape = read_css_escape(name, i);
      actual = escape.code_point;
      i = escape.end;
    } else {
      ++i;
    }
    if (actual >= 0x80 || text::to_ascii_lower(static_cast<char>(actual)) != expected) return false;
  }
  return i == name.size();
}

void unescape_css(std::string_view text, std::string& value) {
  static constexpr std::string_view special("\\\0", 2);
  value.clear();
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t next = std::min(text.find_first_of(special, i), text.size());
    value += text.substr(i, next - i);
    i = next;
    if (i == text.size()) break;
    if (text[i] == '\0') {
      text::append_utf8(value, text::replacement_character);
      ++i;
    } else if (is_at(text, i + 1, newline)) {  // in strings only: the newline is continued
      i = after_whitespace(text, i + 1);
    } else {
      const CssEscape escape = read_css_escape(text, i);
      text::append_utf8(value, escape.code_point);
      i = escape.end;
    }
  }
}

}  // namespace hrefkit::html
