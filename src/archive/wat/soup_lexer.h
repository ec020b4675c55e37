// A page cut into tags, texts and comments as the reference extractor cuts it: by a lexer of 2006
// (org.htmlparser) that knows no content models but those of script and style. What it takes for a
// tag differs from the HTML standard in odd places; published WAT files have its answers.
//
//   SoupLexer lexer(text);
//   while (lexer.next()) {
//     if (lexer.node().kind == SoupNode::Kind::open_tag) ...
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/archive/wat/element_table.h"

namespace hrefkit::archive {

/// An attribute that counts on each element, with its value as written.
struct SoupGlobal {
  SoupAttribute attribute = SoupAttribute::none;
  std::string_view value = {};
};

/// A piece of the page.
struct SoupNode {
  enum class Kind : std::uint8_t { open_tag, end_tag, text, style, script, comment };
  Kind kind = Kind::text;
  bool is_empty = false;                 ///< a tag that ends in "/>"; it counts as an open tag
  bool has_slash = false;                ///< a tag that begins with "</"
  std::string_view name = {};            ///< of a tag, as written
  SoupElement const* element = nullptr;  ///< of a tag; null where it means nothing
  std::string_view text = {};            ///< what is not a tag: all of it
};

/// Reads pieces in order, in time linear in the text.
class SoupLexer {
 public:
  /// `text` is valid UTF-8 and must outlive the lexer.
  explicit SoupLexer(std::string_view text) : text_(text) {}

  /// Reads the next piece; false at the end.
  bool next();

  SoupNode const& node() const { return node_; }

  /// Where the piece ends.
  std::size_t end() const { return at_; }

  /// The value of a tag's first attribute of that name, as written; nothing where it has none. A
  /// value may be empty.
  std::optional<std::string_view> attribute(SoupAttribute attribute) const {
    if ((with_value_ & bit_of(attribute)) == 0) return std::nullopt;
    return values_[static_cast<std::size_t>(attribute)];
  }

  /// The attributes of a tag that hold a URL on each element, each as often as it is there.
  std::vector<SoupGlobal> const& globals() const { return globals_; }

 private:
  enum class Quotes : std::uint8_t { ignored, minded };
  enum class RawText : std::uint8_t { none, script, style };

  static constexpr std::uint32_t bit_of(SoupAttribute attribute) {
    return std::uint32_t{1} << static_cast<unsigned>(attribute);
  }

  bool lex();
  void lex_less_than(std::size_t start);
  void lex_declaration(std::size_t start);
  void lex_comment(std::size_t start);
  void lex_instruction(std::size_t start, char mark);
  void lex_text(std::size_t start, Quotes quotes);
  void lex_tag();
  bool lex_plain_tag();
  bool lex_plain_attribute();
  void lex_attributes(std::string_view name);
  void finish_attribute(std::size_t begin);
  bool skip_equals();
  std::string_view lex_value();
  void note(SoupAttribute attribute, std::string_view value);
  std::uint64_t pack_part(std::string_view name) const;
  std::size_t find_text_end() const;
  bool opens_markup(std::size_t at) const;
  std::size_t skip_quoted(std::size_t at) const;
  void finish_tag(std::string_view name, bool is_empty);
  void note_raw_text();
  bool lex_raw_text();
  std::size_t raw_text_end() const;
  std::size_t skip_in_raw_text(std::size_t less_than) const;
  void set(SoupNode::Kind kind, std::size_t begin);

  std::string_view text_;
  std::size_t at_ = 0;
  SoupNode node_;
  std::string_view last_name_;    // of the attribute that was read last, or the tag's own
  std::uint32_t seen_ = 0;        // a bit for each attribute that the tag has
  std::uint32_t with_value_ = 0;  // and for each whose first one has a value
  std::array<std::string_view, soup_attribute_names.size()> values_;
  std::vector<SoupGlobal> globals_;
  RawText raw_text_ = RawText::none;
};

}  // namespace hrefkit::archive
