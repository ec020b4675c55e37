#include "hrefkit/html/syntax/script_tokenizer.h"

#include "hrefkit/html/syntax/source_map_comment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

/// The first byte of U+2028 and U+2029, which end lines as CR and LF do (12.3).
constexpr char line_separator_start = '\xE2';

std::string_view view_of(char const* from, char const* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

/// True where U+2028 or U+2029 begins.
bool is_line_separator(char const* at, char const* end) {
  return end - at >= 3 && at[0] == line_separator_start && at[1] == '\x80' &&
         (at[2] == '\xA8' || at[2] == '\xA9');
}

/// The length of the white space outside of ASCII that begins at `at`, or 0: U+FEFF and the
/// category Zs of Unicode (12.2).
std::ptrdiff_t non_ascii_space_length(char const* at, char const* end) {
  const text::Utf8Step step = text::decode_utf8(view_of(at, end), 0);
  const char32_t c = step.code_point;
  const bool is_space = c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
                        c == 0x205F || c == 0x3000 || c == 0xFEFF;
  return is_space ? static_cast<std::ptrdiff_t>(step.length) : 0;
}

/// The first byte from `at` on that is one of these or may begin a line separator, or `end`.
template <class Kind>
char const* find_kind(char const* at, char const* end, Kind kind) {
  return at + text::find_first_that<text::Lanes>(view_of(at, end), kind);
}

/// The end of the line that `at` is on.
char const* find_line_end(char const* at, char const* end) {
  while (true) {
    at = find_kind(at, end, [](text::Lanes lanes) {
      return lanes.equal('\n') | lanes.equal('\r') | lanes.equal(line_separator_start);
    });
    if (at == end || *at != line_separator_start || is_line_separator(at, end)) return at;
    ++at;
  }
}

// Escapes.

/// An escape: its end and its value. A line continuation has no value.
struct ScriptEscape {
  char const* end;
  std::optional<char32_t> value;
  bool valid = true;
};

/// Reads hex digits, at most `max_count`. The value stays below 2^24.
char const* read_hex(char const* at, char const* end, std::ptrdiff_t max_count, char32_t& value) {
  char const* const from = at;
  value = 0;
  while (at != end && at - from < max_count && text::hex_value(*at) >= 0) {
    value = value < 0x110000 ? value * 16 + static_cast<char32_t>(text::hex_value(*at)) : value;
    ++at;
  }
  return at;
}

/// Reads the rest of a `\u` escape (12.9.4, UnicodeEscapeSequence).
ScriptEscape read_unicode_escape(char const* at, char const* end) {
  char32_t value = 0;
  if (at != end && *at == '{') {
    char const* const digits = at + 1;
    char const* const after = read_hex(digits, end, end - digits, value);
    const bool valid = after != digits && after != end && *after == '}' && value <= 0x10FFFF;
    return {valid ? after + 1 : at, value, valid};
  }
  char const* const after = read_hex(at, end, 4, value);
  return {after, value, after - at == 4};
}

/// Reads the escape behind the backslash before `at`, which is not the end (12.9.4,
/// EscapeSequence). Octal escapes are those of sloppy mode; strict code that has them does not run.
ScriptEscape read_escape(char const* at, char const* end) {
  const char c = *at;
  switch (c) {
    case 'b':
      return {at + 1, U'\b'};
    case 't':
      return {at + 1, U'\t'};
    case 'n':
      return {at + 1, U'\n'};
    case 'v':
      return {at + 1, U'\v'};
    case 'f':
      return {at + 1, U'\f'};
    case 'r':
      return {at + 1, U'\r'};
    case 'x': {
      char32_t value = 0;
      char const* const after = read_hex(at + 1, end, 2, value);
      return {after, value, after - at == 3};
    }
    case 'u':
      return read_unicode_escape(at + 1, end);
    case '\r':
      return {at + (end - at > 1 && at[1] == '\n' ? 2 : 1), std::nullopt};
    case '\n':
      return {at + 1, std::nullopt};
    default:
      break;
  }
  if (is_line_separator(at, end)) return {at + 3, std::nullopt};
  constexpr ByteSet octal = ByteSet::range('0', '7');
  if (octal.contains(c)) {  // LegacyOctalEscapeSequence: up to \377
    char32_t value = 0;
    const std::ptrdiff_t max_length = c <= '3' ? 3 : 2;
    char const* digit = at;
    while (digit != end && digit - at < max_length && octal.contains(*digit)) {
      value = value * 8 + static_cast<char32_t>(*digit++ - '0');
    }
    return {digit, value};
  }
  const text::Utf8Step step = text::decode_utf8(view_of(at, end), 0);
  return {at + step.length, step.code_point};
}

}  // namespace

ScriptTokenizer::ScriptTokenizer(std::string_view script, HtmlComments html_comments)
    : script_(script),
      begin_(script.data()),
      end_(script.data() + script.size()),
      at_(begin_),
      has_html_comments_(html_comments == HtmlComments::known) {
  if (script.starts_with("#!")) at_ = find_line_end(at_, end_);  // 12.5, "Hashbang Comments"
  skip_trivia();  // B.1.1: the first line may begin with "-->", too
}

ScriptToken ScriptTokenizer::fail(ScriptFaultKind kind, char const* at) {
  fault_ = ScriptFault{kind, offset(at)};
  at_ = end_;
  return read(ScriptTokenType::fault, 0);
}

/// What the run from `from` to `at_` ends with, whose last byte does not tell.
ScriptTokenizer::PlainEnd ScriptTokenizer::rare_end_of_plain(char const* from) {
  char const* last = at_ - 1;
  while (last >= from && *last == ' ') --last;
  if (last < from) return PlainEnd::nothing;
  if (*last == '+' || *last == '-') return end_of_signs(from, last);
  return script_plain_ends[static_cast<unsigned char>(*last)];
}

/// True if a number without a fraction ends at `dot`, to which the dot belongs.
bool ScriptTokenizer::ends_number(char const* from, char const* dot) {
  char const* first = dot;
  while (first > from && is_script_word_byte(first[-1])) --first;
  return first != dot && script_byte(*first) == ScriptByte::digit &&
         text::is_made_of(view_of(first, dot), text::ascii_digit | ByteSet("_")) &&
         (first == from || first[-1] != '.');
}

/// What a run ends with that ends with a sign: behind an operand `++` belongs to it.
ScriptTokenizer::PlainEnd ScriptTokenizer::end_of_signs(char const* from, char const* last) {
  char const* first = last;
  while (first > from && first[-1] == *last) --first;
  if (last - first != 1) return PlainEnd::operation;
  while (first > from && first[-1] == ' ') --first;
  if (first == from) return PlainEnd::update;
  const char before = first[-1];
  return is_script_word_byte(before) || before == '.' ? PlainEnd::operand : PlainEnd::operation;
}

bool ScriptTokenizer::skip_to_next_line() {
  skip_trivia();
  return follows_newline_;
}

/// Skips what begins with a byte that may begin white space or a comment; false if it does not.
bool ScriptTokenizer::skip_one_trivia(ScriptByte byte) {
  switch (byte) {
    case ScriptByte::slash:
      if (is_char(1, '/')) return skip_line_comment(2), true;
      if (is_char(1, '*')) return skip_block_comment(), true;
      return false;
    case ScriptByte::less_than:
      if (!has_html_comments_ || !view_of(at_, end_).starts_with("<!--")) return false;
      break;
    case ScriptByte::minus:
      if (!has_html_comments_ || !follows_newline_ || !view_of(at_, end_).starts_with("-->")) {
        return false;
      }
      break;
    default:
      return skip_non_ascii_space();
  }
  has_read_html_comment_ = true;
  skip_line_comment(3);
  return true;
}

bool ScriptTokenizer::skip_non_ascii_space() {
  if (is_line_separator(at_, end_)) {
    at_ += 3;
    follows_newline_ = true;
    return true;
  }
  const std::ptrdiff_t length = non_ascii_space_length(at_, end_);
  at_ += length;
  return length != 0;
}

// 12.4, "Comments".
void ScriptTokenizer::skip_line_comment(std::size_t start_length) {
  char const* const content = at_ + start_length;
  at_ = find_line_end(content, end_);
  if (start_length == 2) read_source_map(content, at_);
}

void ScriptTokenizer::skip_block_comment() {
  char const* const content = at_ + 2;
  char const* at = content;
  while (true) {
    at = follows_newline_ ? text::find_near(at, end_, '*')
                          : find_kind(at, end_, [](text::Lanes lanes) {
                              return lanes.equal('*') | lanes.equal('\n') | lanes.equal('\r') |
                                     lanes.equal(line_separator_start);
                            });
    if (at == end_) {
      fail(ScriptFaultKind::unterminated_comment, at_);
      return;
    }
    if (*at == '*') {
      if (end_ - at > 1 && at[1] == '/') break;
    } else {
      follows_newline_ = *at != line_separator_start || is_line_separator(at, end_);
    }
    ++at;
  }
  at_ = at + 2;
  read_source_map(content, at);
}

// ECMA-426, 11.1, "JavaScriptExtractSourceMapURL".
// EXTENSION: code may follow the comment, as in Chromium.
void ScriptTokenizer::read_source_map(char const* from, char const* to) {
  const auto url = match_source_map_url(view_of(from, to));
  if (url) source_map_ = text::make_span(offset(url->data()), offset(url->data() + url->size()));
}

/// Skips the `u` escape of a name whose backslash is at `at_`.
bool ScriptTokenizer::skip_escape() {
  if (!is_char(1, 'u')) return false;
  const ScriptEscape escape = read_unicode_escape(at_ + 2, end_);
  if (escape.valid) at_ = escape.end;
  return escape.valid;
}

/// Skips characters outside of ASCII and escapes within a word, and says whether there is one.
/// Whether Unicode has them for identifiers is not asked.
bool ScriptTokenizer::skip_rare_word_bytes() {
  if (at_ == end_) return false;
  if (*at_ == '\\') return skip_escape();
  if (static_cast<unsigned char>(*at_) < 0x80 || is_line_separator(at_, end_) ||
      non_ascii_space_length(at_, end_) != 0) {
    return false;
  }
  at_ += text::decode_utf8(view_of(at_, end_), 0).length;
  return true;
}

/// Skips an identifier name (12.7, IdentifierName). Returns false if no name comes next.
bool ScriptTokenizer::skip_name() {
  char const* const from = at_;
  if (at_ != end_ && script_byte(*at_) == ScriptByte::digit) return false;
  do {
    skip_word_bytes();
  } while (skip_rare_word_bytes());
  return at_ != from;
}

/// A word with other characters than ASCII letters, digits, `_` and `$`, or with escapes: no
/// keyword.
ScriptToken ScriptTokenizer::read_rare_word() {
  char const* const from = at_;
  if (!skip_name()) return fail(ScriptFaultKind::unexpected_character, from);
  const ScriptToken token = make(ScriptTokenType::word, from, at_);
  follows_newline_ = false;
  return token;
}

// 12.9.3, "Numeric Literals". No name may follow one directly: what does is taken as part of it.
ScriptToken ScriptTokenizer::read_number() {
  char const* const from = at_;
  const auto skip_digits = [&] {
    while (at_ != end_ && (script_byte(*at_) == ScriptByte::digit || *at_ == '_')) ++at_;
  };
  const char second = has_bytes(2) ? text::to_ascii_lower(at_[1]) : '\0';
  if (*at_ != '0' || (second != 'x' && second != 'o' && second != 'b')) {
    skip_digits();
    const bool is_legacy_octal = at_ - from > 1 && *from == '0' &&
                                 text::is_made_of(view_of(from, at_), ByteSet::range('0', '7'));
    if (!is_legacy_octal && is_char(0, '.')) {
      ++at_;
      skip_digits();
    }
    const bool has_exponent = is_char(0, 'e') || is_char(0, 'E');
    if (has_exponent && (is_char(1, '+') || is_char(1, '-')) && has_bytes(3) &&
        script_byte(at_[2]) == ScriptByte::digit) {
      at_ += 2;
    }
  }
  skip_word_bytes();
  const ScriptToken token = make(ScriptTokenType::number, from, at_);
  follows_newline_ = false;
  return token;
}

// 12.9.4, "String Literals".
ScriptToken ScriptTokenizer::read_string() {
  const char quote = *at_;
  char const* at = at_ + 1;
  while (true) {
    at = find_kind(at, end_, [quote](Lanes lanes) {
      return lanes.equal(quote) | lanes.equal('\\') | (lanes.equal('\n') | lanes.equal('\r'));
    });
    if (at == end_ || *at == '\n' || *at == '\r') {
      return fail(ScriptFaultKind::unterminated_string, at_);
    }
    if (*at == quote) break;
    if (at + 1 == end_) return fail(ScriptFaultKind::unterminated_string, at_);
    const ScriptEscape escape = read_escape(at + 1, end_);
    if (!escape.valid) return fail(ScriptFaultKind::malformed_escape, at);
    at = escape.end;
  }
  ScriptToken token = make(ScriptTokenType::string, at_ + 1, at);
  token.quote = quote;
  at_ = at + 1;
  follows_newline_ = false;
  return token;
}

ScriptToken ScriptTokenizer::next_template_part() {
  return read_template(ScriptTokenType::template_tail);
}

// 12.9.6, "Template Literal Lexical Components". Malformed escapes are allowed behind a tag.
ScriptToken ScriptTokenizer::read_template(ScriptTokenType whole) {
  char const* at = at_;
  ScriptTokenType type = whole;
  while (true) {
    at = find_kind(at, end_, [](Lanes lanes) {
      return lanes.equal('`') | lanes.equal('\\') | lanes.equal('$');
    });
    if (at == end_ || (*at == '\\' && at + 1 == end_)) {
      return fail(ScriptFaultKind::unterminated_template, at_ - 1);
    }
    if (*at == '`') break;
    if (*at == '\\') {
      at += 2;
    } else if (end_ - at > 1 && at[1] == '{') {
      type = ScriptTokenType::template_head;
      break;
    } else {
      ++at;
    }
  }
  ScriptToken token = make(type, at_, at);
  token.quote = '`';
  at_ = at + (type == ScriptTokenType::template_head ? 2 : 1);
  follows_newline_ = false;
  return token;
}

// 12.9.5, "Regular Expression Literals". A class ends at the first "]", with the flag v, too.
ScriptToken ScriptTokenizer::read_regular_expression() {
  char const* at = at_ + 1;
  bool is_in_class = false;
  const auto ends_line = [&] {
    return at == end_ || *at == '\n' || *at == '\r' || is_line_separator(at, end_);
  };
  for (;; ++at) {
    if (!ends_line() && *at == '\\')
      ++at;
    else if (!ends_line() && *at == '/' && !is_in_class)
      break;
    else if (!ends_line() && (*at == '[' || *at == ']'))
      is_in_class = *at == '[';
    if (ends_line()) return fail(ScriptFaultKind::unterminated_regular_expression, at_);
  }
  char const* const from = at_;
  at_ = at + 1;
  skip_word_bytes();
  const ScriptToken token = make(ScriptTokenType::regular_expression, from, at_);
  follows_newline_ = false;
  return token;
}

bool unescape_script(std::string_view text, char quote, std::string& value) {
  value.clear();
  char const* at = text.data();
  char const* const end = at + text.size();
  char32_t high = 0;  // a surrogate that waits for its second half
  const auto flush = [&] {
    if (high != 0) text::append_utf8(value, text::replacement_character);
    high = 0;
  };
  while (at != end) {
    if (*at == '\r' && quote == '`') {  // 12.9.6: a line ends with LF in the value
      flush();
      value += '\n';
      at += end - at > 1 && at[1] == '\n' ? 2 : 1;
      continue;
    }
    if (*at != '\\' || at + 1 == end) {
      flush();
      value += *at++;
      continue;
    }
    const char c = at[1];
    const ScriptEscape escape = read_escape(at + 1, end);
    const bool is_octal = text::ascii_digit.contains(c) &&
                          !(c == '0' && (at + 2 == end || !text::ascii_digit.contains(at[2])));
    if (!escape.valid || (quote == '`' && is_octal)) return false;
    at = escape.end;
    if (!escape.value) continue;
    if (high != 0 && text::is_low_surrogate(*escape.value)) {
      text::append_utf8(value, text::code_point_of(high, *escape.value));
      high = 0;
      continue;
    }
    flush();
    if (text::is_high_surrogate(*escape.value)) {
      high = *escape.value;
    } else {
      text::append_utf8(value, *escape.value);
    }
  }
  flush();
  return true;
}

}  // namespace hrefkit::html
