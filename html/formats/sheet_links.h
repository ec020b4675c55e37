// The links of a style sheet that is a file of its own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Emits the URLs of `url()` and `@import` (css_urls.h), with the places of a style element. The
/// base URL is the style sheet's own address (CSS Values 4, 4.5, "the base URL of the style
/// sheet"); a fragment alone leads into the document that uses the style sheet, and is local.
Flow emit_sheet_links(LinkSource const& source);

// The links of `<?xml-stylesheet href="..."?>` (Associating Style Sheets with XML documents 1.0).

/// The value of `href`.
struct StylesheetHref {
  text::Span span = {};    ///< as written, between the quotes, in the instruction's data
  std::string value = {};  ///< with the references that the data may have
};

/// Parses the data of an instruction: pseudo-attributes, which are written like attributes (section
/// 3). nullopt without an href, and if the data has another syntax or a name twice: then the
/// instruction has no effect.
std::optional<StylesheetHref> read_stylesheet_instruction(std::string_view data);

/// Emits the links of the instructions whose data are at `places` in the document's text. The base
/// URL is the document's address: no base element or xml:base applies to the prolog.
Flow emit_stylesheet_instructions(LinkSource const& source, std::span<text::Span const> places);

}  // namespace hrefkit::html
