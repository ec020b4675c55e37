// A CSS tokenizer that distinguishes the tokens on which URLs depend.
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The tokens of CSS Syntax 3, section 4. Tokens that do not matter for finding URLs share one
/// type.
enum class CssTokenType : std::uint8_t {
  function,    ///< text: the name; its `(` is part of the token
  at_keyword,  ///< text: the name without the `@`
  string,      ///< text: the part between the quotes; the input may end before the closing quote
  url,         ///< unquoted `url(...)`; text: the URL without white space around it
  open,        ///< `(` `[` `{`, which is the text
  close,       ///< `)` `]` `}`, which is the text
  semicolon,
  markup,  ///< `<!--` and `-->`
  other,   ///< an identifier, number, hash, bad string or URL, or any single character
  end,     ///< the end of input; returned from then on
};

/// A token, and the place of its text.
struct CssToken {
  CssTokenType type = CssTokenType::end;
  text::Span text = {};
};

/// Splits a text into tokens. White space and comments are skipped. Takes time linear in the text's
/// length; accepts any input.
class CssTokenizer {
 public:
  /// `css` is UTF-8 of at most 4 GiB; it must outlive the tokenizer. Newlines need not be
  /// normalised, and NUL is treated as U+FFFD (CSS Syntax 3.3, "Preprocessing the input stream").
  /// Reading begins at byte `position`, which must be between two tokens.
  explicit CssTokenizer(std::string_view css, std::size_t position = 0)
      : css_(css), position_(position) {}
  template <std::same_as<std::string> Temporary>
  explicit CssTokenizer(Temporary&&, std::size_t = 0) = delete;  // the text would not outlive this

  CssToken next();

  /// The offset after the last token.
  std::size_t position() const { return position_; }

  /// The URL of the last source map that the comments so far name.
  std::optional<text::Span> const& source_map() const { return source_map_; }

 private:
  CssToken consume(CssTokenType type, std::size_t length);
  CssToken make(CssTokenType type, std::size_t begin, std::size_t end) const;
  bool starts_number() const;
  void skip_space_and_comments();
  void read_source_map(std::size_t from, std::size_t to);
  void consume_name();
  void consume_bad_url();
  CssToken consume_number();
  CssToken consume_ident_like();
  CssToken consume_string();
  CssToken consume_url();

  std::string_view css_;
  std::size_t position_ = 0;
  std::optional<text::Span> source_map_;
};

/// True if `name`, as written and perhaps with escapes, is `lower_name` in any ASCII case.
bool css_name_is(std::string_view name, std::string_view lower_name);

/// An escape: its end and its code point.
struct CssEscape {
  std::size_t end;
  char32_t code_point;
};

/// Reads the escape whose backslash is at `at` (4.3.7, "Consume an escaped code point").
CssEscape read_css_escape(std::string_view css, std::size_t at);

/// Replaces `value` with the unescaped text of a string or url token (4.3.5, 4.3.7).
void unescape_css(std::string_view text, std::string& value);

}  // namespace hrefkit::html
