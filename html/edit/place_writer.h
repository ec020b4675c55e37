// Writes a URL in the place of a link: through the escapes of its value, of the attribute or text
// that holds the value, and of each srcdoc attribute around that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/link.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

// Escapes of a value as written in a document: quotes and character references.

/// The kind of text that holds a value.
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

/// The other quote, which may occur inside `quote`; `"` if that is 0.
constexpr char other_quote(char quote) {
  return quote == '"' ? '\'' : '"';
}

/// A quote that needs no escapes in `value`, if there is one; `around` is the quote around it, or
/// 0.
char quote_for(std::string_view value, char around);

/// The delimiters of an attribute's value, found in the document's text around it.
Delimiter find_delimiter(std::string_view text, text::Span value);

/// True when an unquoted value may not hold this text (HTML Standard 13.1.2.3, "Unquoted attribute
/// value syntax").
bool needs_quotes(std::string_view value);

/// Whether each `&` becomes `&amp;` in HTML, or only one that would begin a reference. In XML each
/// does.
enum class Ampersands : std::uint8_t { as_needed, always };

/// Appends `value` with the character references that it needs. `quote` is the quote around it, or
/// 0; `following` is the text written after it up to the end of the attribute or text.
void append_written(std::string& out, std::string_view value, TextKind kind, char quote,
                    std::string_view following, Ampersands ampersands = Ampersands::as_needed);

/// True for a page that declares itself XHTML, by its document type, the namespace of its html
/// element, or the type in a meta element: XML tools read such pages, though browsers may parse
/// them as HTML.
bool says_xhtml(std::string_view text);

/// The semicolon that must end a character reference at the end of `before`, lest `value`, which is
/// written after it, becomes part of it; else empty.
std::string_view reference_end(std::string_view before, std::string_view value, TextKind kind);

// Whether a place in an element's text is inside a CDATA section.

/// Tests places of one text after another. Places in source order cost one pass over the text in
/// all.
class CdataCursor {
 public:
  /// True when byte `at` of `text`, the text of context `context`, is in a CDATA section of the
  /// element whose text begins at byte `begin`. That byte may be the first behind the section's
  /// start.
  bool is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                     std::uint32_t at);

 private:
  void step(std::string_view text);
  void find_border(std::string_view text, std::size_t from);

  std::uint32_t context_ = UINT32_MAX;
  std::uint32_t begin_ = 0;
  bool in_section_ = false;
  std::size_t since_ = 0;   // the end of the delimiter that made it so
  std::size_t border_ = 0;  // where it may end: at a delimiter, a comment or a tag
};

/// A replacement in the file's text.
struct PlacedText {
  text::Span place = {};
  std::string value = {};
};

/// Writes the links of one page, in source order.
class PlaceWriter {
 public:
  /// `edits` must outlive this.
  PlaceWriter(TextEdits& edits, ContentType content_type)
      : edits_(edits), content_type_(content_type) {}

  /// Replaces link `number` of `block` by `reference`, and returns the replacement. Null if the
  /// link is not part of the file itself but comes from an entity, and if elements begin inside it,
  /// as in the text of an SVG style element. The result lives until the next call.
  PlacedText const* write(LinkBlock const& block, std::size_t number, std::string_view reference);

  /// Converts a replacement in the text of context `context` to one in the file's text. An empty
  /// value removes.
  PlacedText lift(LinkBlock const& block, std::uint32_t context, PlacedText text);

  /// The text of a context's document.
  static std::string_view text_of(LinkBlock const& block, std::uint32_t context);

 private:
  TextKind kind_of(Link const& link) const;
  /// The text of an element.
  struct InText {
    LinkBlock const& block;
    std::string_view text;  // of the document
    std::uint32_t context;
    text::Span whole;
  };
  std::string in_text(CdataCursor& sections, InText const& around, PlacedText const& part,
                      TextKind kind);
  Ampersands ampersands(LinkBlock const& block, std::string_view value, std::string_view old);
  void write_value(LinkBlock const& block, Link const& link, LinkPlace const& place, TextKind kind,
                   std::string_view reference);
  Delimiter delimiter_of(LinkBlock const& block, Link const& link, LinkPlace const& place) const;

  TextEdits& edits_;
  ContentType content_type_;
  std::optional<bool> says_xhtml_;  // nullopt until first needed
  PlacedText written_;              // used again for the next link
  std::string value_;               // the same
  CdataCursor sections_;            // of the elements that hold links
  CdataCursor sections_around_;     // of the elements that hold documents
};

// Escapes of a URL in a value, by the value's grammar.

/// `reference` as text of a value in the DOM, at the place of a URL of that grammar. `before` is
/// the byte before the URL there; `quote` the quote around the attribute's value, or 0. A character
/// that a grammar cannot hold at all is percent-encoded: a comma in a list, a comma at the end of a
/// candidate of a srcset. The result is `reference` itself, or is kept in `storage`.
std::string_view value_text(std::string& storage, LinkGrammar grammar, std::string_view reference,
                            char before, char quote);

/// True if `value_text` percent-encodes, so that the reference leads to another URL.
bool changes_url(LinkGrammar grammar, std::string_view reference, char before);

}  // namespace hrefkit::html
