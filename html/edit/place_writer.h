// Writes a URL in the place of a link, with the escapes of the value's grammar, of the attribute or
// text that holds the value, and of each srcdoc attribute around it.
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
  html_text,  ///< of a foreign element in HTML: references are decoded
  raw_text,   ///< of HTML's style element: nothing can be escaped
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
  char quote = 0;  ///< `"` or `'` if it is quoted
};

constexpr bool is_quote(char c) {
  return c == '"' || c == '\'';
}

/// The other quote, which may occur inside `quote`; `"` if that is 0.
constexpr char other_quote(char quote) {
  return quote == '"' ? '\'' : '"';
}

/// A quote for `value` that does not occur in it, if possible. `around` is the quote of the
/// attribute around it, which is the second choice, or 0.
char quote_for(std::string_view value, char around);

/// The delimiters of an attribute's value, found in the document's text around it.
Delimiter find_delimiter(std::string_view text, text::Span value);

/// True when an unquoted value may not hold this text (HTML Standard 13.1.2.3, "Unquoted attribute
/// value syntax").
bool needs_quotes(std::string_view value);

/// Whether each `&` becomes `&amp;` in HTML, or only one that would begin a reference. In XML, each
/// does.
enum class Ampersands : std::uint8_t { as_needed, always };

/// Appends `value` with the character references that it needs. `quote` is the quote around it, or
/// 0; `following` is the text written after it up to the end of the attribute or text.
void append_written(std::string& out, std::string_view value, TextKind kind, char quote,
                    std::string_view following, Ampersands ampersands = Ampersands::as_needed);

/// True if an HTML page declares itself XHTML by its document type, the namespace of its html
/// element, or the type in a meta element: XML tools may read it, although browsers parse it as
/// HTML.
bool says_xhtml(std::string_view text);

/// A semicolon, if `before` ends in a character reference without one that would change when
/// `value` follows it; else empty.
std::string_view reference_end(std::string_view before, std::string_view value, TextKind kind);

// CDATA sections in an element's text.

/// Tests whether places are inside a CDATA section. Places in source order cost one pass over the
/// text in total.
class CdataCursor {
 public:
  /// True if byte `at` of `text`, the text of context `context`, is in a CDATA section of the
  /// element whose text begins at byte `begin`, which may be the first byte after a section's
  /// start.
  bool is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                     std::uint32_t at);

 private:
  void step(std::string_view text);
  void find_border(std::string_view text, std::size_t from);

  std::uint32_t context_ = UINT32_MAX;
  std::uint32_t begin_ = 0;
  bool in_section_ = false;
  std::size_t since_ = 0;   // the end of the last delimiter, after which `in_section_` holds
  std::size_t border_ = 0;  // the next offset at which it may change
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

  /// Replaces link `number` of `block` by `reference`, and returns the replacement, which lives
  /// until the next one is added. Null if the link cannot be written: it comes from an entity, or
  /// elements begin inside it, as in the text of an SVG style element.
  TextEdits::Edit const* write(LinkBlock const& block, std::size_t number,
                               std::string_view reference);

  /// Converts a replacement in the text of context `context` to one in the file's text. An empty
  /// value removes text.
  PlacedText lift(LinkBlock const& block, std::uint32_t context, PlacedText text);

  /// The text of the document with that context number.
  static std::string_view text_of(LinkBlock const& block, std::uint32_t context);

 private:
  TextKind kind_of(Link const& link) const;
  /// The text of an element, and the document that holds it.
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
  PlacedText written_;              // the last result; reused for the next link
  std::string value_;               // scratch memory
  CdataCursor sections_;            // of the elements that hold links
  CdataCursor sections_around_;     // of the elements that hold documents
};

// Escapes of the value's grammar.

/// Escapes `reference` for a value (as in the DOM) with that grammar. `before` is the byte before
/// the URL in the value, and `quote` the quote around the attribute's value, or 0. A character that
/// the grammar cannot escape is percent-encoded: a comma in a list, or at the end of a srcset
/// candidate. The result is `reference` itself or a view of `storage`.
std::string_view value_text(std::string& storage, LinkGrammar grammar, std::string_view reference,
                            char before, char quote);

/// True if `value_text` percent-encodes, so that the reference leads to another URL.
bool changes_url(LinkGrammar grammar, std::string_view reference, char before);

}  // namespace hrefkit::html
