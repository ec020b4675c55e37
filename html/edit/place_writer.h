// Writes a URL in the place of a link: through the escapes of its value, of the attribute or text
// that holds the value, and of each srcdoc attribute around that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/edit/cdata_cursor.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/edit/written_text.h"
#include "hrefkit/html/link.h"

namespace hrefkit::html {

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

  /// Puts `reference` in the place of link `number` of `block`, and says what was replaced by what.
  /// Null where the link does not stand in the file itself but comes from an entity, and where
  /// elements begin within it, as in the text of an SVG style element. What it points
  /// to lives until the next call.
  PlacedText const* write(LinkBlock const& block, std::size_t number, std::string_view reference);

  /// The same replacement as one in the file's text, where `place` counts in the text of context
  /// `context`. An empty value removes.
  PlacedText lift(LinkBlock const& block, std::uint32_t context, PlacedText text);

  /// The text of a context's document.
  static std::string_view text_of(LinkBlock const& block, std::uint32_t context);

 private:
  TextKind kind_of(Link const& link) const;
  /// The text of an element.
  struct InText {
    std::string_view text;  // of the document
    std::uint32_t context;
    text::Span whole;
  };
  static std::string in_text(CdataCursor& sections, InText const& around, PlacedText const& part,
                             TextKind kind);
  void write_value(LinkBlock const& block, Link const& link, LinkPlace const& place, TextKind kind,
                   std::string_view reference);
  Delimiter delimiter_of(LinkBlock const& block, Link const& link, LinkPlace const& place) const;

  TextEdits& edits_;
  ContentType content_type_;
  PlacedText written_;           // used again for the next link
  std::string value_;            // the same
  CdataCursor sections_;         // of the elements that hold links
  CdataCursor sections_around_;  // of the elements that hold documents
};

}  // namespace hrefkit::html
