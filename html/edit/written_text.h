// Text of a value as it is written in a document: quotes and character references.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The kind of text in which a value stands.
enum class TextKind : std::uint8_t {
  html_attribute,
  html_text,  ///< of a foreign element, where references count
  raw_text,   ///< of HTML's style element: nothing is escaped
  xml_attribute,
  xml_text,
  cdata,
};

/// How an attribute's value is delimited.
enum class Quoting : std::uint8_t {
  quoted,
  unquoted,    ///< `a=x`
  missing,     ///< `a=`
  valueless,   ///< `a`
  not_quoted,  ///< text of an element
};

/// A value's delimiters.
struct Delimiter {
  Quoting quoting = Quoting::not_quoted;
  char quote = 0;  ///< `"` or `'` where it is quoted
};

constexpr bool is_quote(char c) {
  return c == '"' || c == '\'';
}

/// The quote that may stand inside `quote`; `"` where that is 0.
constexpr char other_quote(char quote) {
  return quote == '"' ? '\'' : '"';
}

/// A quote that `value` needs no escapes for, if there is one; `around` is that around it, or 0.
char quote_for(std::string_view value, char around);

/// The delimiters of an attribute's value, from what stands around it in the document's text.
Delimiter find_delimiter(std::string_view text, text::Span value);

/// True when an unquoted value may not hold this text (HTML Standard 13.1.2.3, "Unquoted attribute
/// value syntax").
bool needs_quotes(std::string_view value);

/// Appends `value` with the character references that it needs there. `quote` is the quote around
/// it, or 0; `following` is what is written after it up to the end of the attribute or text.
void append_written(std::string& out, std::string_view value, TextKind kind, char quote,
                    std::string_view following);

/// The semicolon that a character reference at the end of `before` needs lest `value`, which is
/// written after it, become a part of it; else nothing.
std::string_view reference_end(std::string_view before, std::string_view value, TextKind kind);

}  // namespace hrefkit::html
