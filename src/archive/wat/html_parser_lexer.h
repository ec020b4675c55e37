// Splits a page into tags, texts and comments as the reference extractor does: by the rules of a
// lexer of 2006 (org.htmlparser), whose only raw text elements are script and style. It differs
// from the HTML standard in many details; we follow it because published WAT files do.
//
//   HtmlParserLexer lexer(text);
//   while (lexer.next()) {
//     if (lexer.node().kind == HtmlParserNode::Kind::open_tag) ...
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

// The elements and attributes that the reference extractor reads.

/// The list of the WAT record to which an element's URLs belong.
enum class HtmlParserRole : std::uint8_t {
  none,
  anchor,  ///< a: in Links at its end tag, with its text
  base,    ///< Head.Base
  html,    ///< its language is a meta
  link,    ///< Head.Link
  meta,    ///< Head.Metas
  script,  ///< Head.Scripts; its content is raw text
  style,   ///< its content is raw text
  links,   ///< Links
  title,
  head,
  body,
  pre,
  svg,
};

/// The attributes that the reference extractor reads.
enum class HtmlParserAttribute : std::uint8_t {
  none,
  action,
  alt,
  background,
  cdata,
  cite,
  codebase,
  content,
  data,
  data_href,
  data_uri,
  formaction,
  href,
  hreflang,
  http_equiv,
  icon,
  lang,
  longdesc,
  method,
  name,
  onclick,
  poster,
  property,
  rel,
  src,
  target,
  title,
  type,
  xml_lang,
};

/// The names of attributes in the order of HtmlParserAttribute; the first one is empty.
inline constexpr std::array<std::string_view, 29> html_parser_attribute_names{
    "",     "action",    "alt",      "background", "cdata",   "cite",     "codebase",   "content",
    "data", "data-href", "data-uri", "formaction", "href",    "hreflang", "http-equiv", "icon",
    "lang", "longdesc",  "method",   "name",       "onclick", "poster",   "property",   "rel",
    "src",  "target",    "title",    "type",       "xml:lang"};

constexpr std::string_view name_of(HtmlParserAttribute attribute) {
  return html_parser_attribute_names[static_cast<std::size_t>(attribute)];
}

/// An attribute that holds a URL, and the attributes that are written beside it.
struct HtmlParserUrl {
  HtmlParserAttribute attribute = HtmlParserAttribute::none;
  std::array<HtmlParserAttribute, 6> others = {};  ///< up to the first `none`
  bool decodes_others = true;                      ///< character references of `others`
};

/// One element.
struct HtmlParserElement {
  std::string_view name = {};  ///< lower case
  HtmlParserRole role = HtmlParserRole::none;
  bool breaks_text = false;                ///< its tags count as white space
  bool has_onclick = false;                ///< its onclick attribute is searched for URLs
  std::array<HtmlParserUrl, 3> urls = {};  ///< up to the first without an attribute

  /// True if its start tag does more than break text.
  constexpr bool counts() const { return role != HtmlParserRole::none || has_onclick; }
};

/// True if only the end tag of its name ends its text.
constexpr bool has_raw_text(HtmlParserElement const& element) {
  return element.role == HtmlParserRole::script || element.role == HtmlParserRole::style;
}

/// The attributes of a meta element that are written, in this order.
inline constexpr std::array meta_attributes{
    HtmlParserAttribute::name, HtmlParserAttribute::rel, HtmlParserAttribute::content,
    HtmlParserAttribute::http_equiv, HtmlParserAttribute::property};

/// True for an attribute that holds a URL on every element.
constexpr bool is_global_url(HtmlParserAttribute attribute) {
  return attribute == HtmlParserAttribute::background ||
         attribute == HtmlParserAttribute::data_href || attribute == HtmlParserAttribute::data_uri;
}

/// Such an attribute with its value as written.
struct HtmlParserGlobal {
  HtmlParserAttribute attribute = HtmlParserAttribute::none;
  std::string_view value = {};
};

/// A tag, text or comment of the page.
struct HtmlParserNode {
  enum class Kind : std::uint8_t { open_tag, end_tag, text, style, script, comment };
  Kind kind = Kind::text;
  bool is_empty = false;       ///< a tag that ends in "/>"; it counts as an open tag
  bool has_slash = false;      ///< a tag that begins with "</"
  std::string_view name = {};  ///< of a tag, as written
  HtmlParserElement const* element = nullptr;  ///< of a tag; null if the table lacks the name
  std::string_view text = {};                  ///< all of a text or comment
};

/// Reads the nodes of a page in order, in time linear in the text.
class HtmlParserLexer {
 public:
  /// `text` is valid UTF-8 and must outlive the lexer.
  explicit HtmlParserLexer(std::string_view text) : text_(text) {}

  /// Reads the next node; false at the end.
  bool next();

  HtmlParserNode const& node() const { return node_; }

  /// The end of the node.
  std::size_t end() const { return at_; }

  /// The value of a tag's first attribute of that name, as written; nullopt where it has none. A
  /// value may be empty.
  std::optional<std::string_view> attribute(HtmlParserAttribute attribute) const {
    if ((with_value_ & bit_of(attribute)) == 0) return std::nullopt;
    return values_[static_cast<std::size_t>(attribute)];
  }

  /// The tag's attributes for which `is_global_url` holds, repeated ones included.
  std::vector<HtmlParserGlobal> const& globals() const { return globals_; }

 private:
  enum class Quotes : std::uint8_t { ignored, respected };
  enum class RawText : std::uint8_t { none, script, style };

  static constexpr std::uint32_t bit_of(HtmlParserAttribute attribute) {
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
  void note(HtmlParserAttribute attribute, std::string_view value);
  std::uint64_t pack_part(std::string_view name) const;
  std::size_t find_text_end() const;
  bool opens_markup(std::size_t at) const;
  std::size_t skip_quoted(std::size_t at) const;
  void finish_tag(std::string_view name, bool is_empty);
  void note_raw_text();
  bool lex_raw_text();
  std::size_t raw_text_end() const;
  std::size_t skip_in_raw_text(std::size_t less_than) const;
  void set(HtmlParserNode::Kind kind, std::size_t begin);

  std::string_view text_;
  std::size_t at_ = 0;
  HtmlParserNode node_;
  std::uint32_t seen_ = 0;        // a bit for each attribute that the tag has
  std::uint32_t with_value_ = 0;  // and for each whose first occurrence has a value
  std::array<std::string_view, html_parser_attribute_names.size()> values_;
  std::vector<HtmlParserGlobal> globals_;
  RawText raw_text_ = RawText::none;
};

// Character classes of Java, which the reference extractor uses.

/// Java's Character.isWhitespace for a byte below 0x80.
constexpr bool is_java_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1C' && c <= '\x1F');
}

/// The same for any code point: the no-break spaces U+00A0, U+2007 and U+202F are excluded.
constexpr bool is_java_space(char32_t c) {
  if (c < 0x80) return is_java_space(static_cast<char>(c));
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A && c != 0x2007) || c == 0x2028 || c == 0x2029 ||
         c == 0x205F || c == 0x3000;
}

/// The length of the non-ASCII white space character at byte `at`, or 0.
std::size_t wide_java_space_length(std::string_view text, std::size_t at);

/// The length of the white space character at byte `at` of `text` (valid UTF-8), or 0.
inline std::size_t java_space_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first > ' ' && first < 0xE1) return 0;
  if (first <= ' ') return is_java_space(text[at]) ? 1 : 0;
  return first > 0xE3 ? 0 : wide_java_space_length(text, at);
}

/// True for a non-ASCII letter at byte `at`. Approximation: any character but those of the symbol
/// blocks that pages use and those beyond U+FFFF, which are two chars in Java.
bool is_wide_java_letter(std::string_view text, std::size_t at);

/// True for a letter at byte `at`, as Java's Character.isLetter.
inline bool is_java_letter(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return text::ascii_alpha.contains(text[at]);
  return is_wide_java_letter(text, at);
}

}  // namespace hrefkit::archive
