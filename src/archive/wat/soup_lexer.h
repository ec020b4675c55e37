// A page cut into tags, texts and comments as the reference extractor cuts it: by a lexer of 2006
// (org.htmlparser) that knows no content models but those of script and style. What it takes for a
// tag differs from the HTML standard in odd places; published WAT files have its answers.
//
//   SoupLexer lexer(text);
//   while (lexer.next()) {
//     if (lexer.node().kind == SoupNode::Kind::open_tag) ...
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hrefkit::archive {

/// An attribute as written.
struct SoupAttribute {
  std::string_view name;
  std::string_view value;
  bool has_value = false;
};

/// A piece of the page.
struct SoupNode {
  enum class Kind : std::uint8_t { open_tag, end_tag, text, style, script, comment };
  Kind kind = Kind::text;
  bool is_empty = false;       ///< a tag that ends in "/>"; it counts as an open tag
  bool has_slash = false;      ///< a tag that begins with "</"
  std::string_view name = {};  ///< of a tag, as written
  std::string_view text = {};  ///< what is not a tag: all of it
};

/// Reads pieces in order, in time linear in the text.
class SoupLexer {
 public:
  /// `text` is valid UTF-8 and must outlive the lexer.
  explicit SoupLexer(std::string_view text) : text_(text) {}

  /// Reads the next piece; false at the end.
  bool next();

  SoupNode const& node() const { return node_; }

  /// The attributes of a tag. Valid until `next`.
  std::vector<SoupAttribute> const& attributes() const { return attributes_; }

  /// The value of the first attribute of that name (ASCII lower case), in any case; nothing where
  /// it has none. A value may be empty.
  std::optional<std::string_view> attribute(std::string_view lower_name) const;

 private:
  enum class Quotes : std::uint8_t { ignored, minded };
  enum class RawText : std::uint8_t { none, script, style };

  bool lex();
  void lex_less_than(std::size_t start);
  void lex_declaration(std::size_t start);
  void lex_comment(std::size_t start);
  void lex_instruction(std::size_t start, char mark);
  void lex_text(std::size_t start, Quotes quotes);
  void lex_tag();
  bool lex_bare_tag();
  bool lex_attribute();
  bool lex_value(SoupAttribute& attribute);
  std::size_t find_text_end() const;
  bool opens_markup(std::size_t at) const;
  std::size_t skip_quoted(std::size_t at) const;
  void finish_tag(bool ends_in_space);
  bool lex_raw_text();
  std::size_t raw_text_end() const;
  std::size_t skip_in_raw_text(std::size_t less_than) const;
  void set(SoupNode::Kind kind, std::size_t begin);
  bool is_named(std::string_view lower_name) const;

  std::string_view text_;
  std::size_t at_ = 0;
  SoupNode node_;
  std::vector<SoupAttribute> attributes_;
  RawText raw_text_ = RawText::none;
};

}  // namespace hrefkit::archive
