// The links of a text in Markdown, with the bytes of their destinations.
//
//   for (MarkdownLink const& link : find_markdown_links("See [it](a.md)", code)) ...
//
// md4c parses, and tells links in the order of the text. Most of its destinations are parts of the
// text itself; where it had to decode one, the bytes are looked for behind those of the link
// before. The place of a reference link is its definition. Takes time linear in the text: md4c
// 0.4.8 is quadratic in tables with many rows of more cells than the head, so it is not asked for
// tables, which hold the same links as the paragraphs that it then sees.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// A link or an image.
struct MarkdownLink {
  text::Span destination = {};  ///< as written, in the text; inside of `<...>`
  std::string value = {};       ///< decoded
  std::string text = {};        ///< that readers see; the description of an image
  std::uint32_t begin = 0;      ///< where its text begins, about
  bool is_image = false;
};

struct FoundMarkdown {
  std::vector<MarkdownLink> links = {};  ///< in the order of the text
  std::vector<text::Span> code = {};     ///< code and comments, which hold no references
};

/// Finds the links of `text`, valid UTF-8 of less than 4 GiB without front matter.
FoundMarkdown find_markdown_links(std::string_view text);

}  // namespace hrefkit::site
