// The links of a style sheet file, and of xml-stylesheet instructions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Emits the URLs of `url()` and `@import` (css_urls.h), and the source map where
/// AlsoFind::scripts asks for it. The base URL is the style sheet's own URL
/// (CSS Values 4, 4.5, "the base URL of the style sheet"). A fragment alone leads into the document
/// that uses the style sheet, and is local.
Flow emit_sheet_links(LinkSource const& source);

// The links of `<?xml-stylesheet href="..."?>` (Associating Style Sheets with XML documents 1.0).

/// The value of `href`.
struct StylesheetHref {
  text::Span span = {};    ///< as written, between the quotes, in the instruction's data
  std::string value = {};  ///< with the references that the data may have
};

/// Parses the data of an instruction, which consists of pseudo-attributes (section 3). nullopt if
/// the instruction has no effect: without an href, with another syntax, or with a name twice.
std::optional<StylesheetHref> read_stylesheet_instruction(std::string_view data);

/// Emits the links of the instructions whose data are at `places` in the document's text. The base
/// URL is the document's URL: no base element or xml:base applies to the prolog.
Flow emit_stylesheet_instructions(LinkSource const& source, std::span<text::Span const> places);

}  // namespace hrefkit::html
