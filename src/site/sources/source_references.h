// The references in a source, of any type: what its author wrote that may become a link.
//
//   for (SourceReference const& reference : find_source_references(text, SourceKind::markdown, 0))
//
// md4c finds the links of Markdown, and elements are found as in pages. In other text, a reference
// is what is in quotes, in brackets or in a field, or looks like a path:
//
//   {% link guide.md %}   :doc:`the guide <guide>`   xref:guide.adoc[the guide]   to: '/guide'
//
// Code and comments hold no references. Takes time linear in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/sources/source_tree.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What a reference becomes.
enum class ReferenceElement : std::uint8_t { unknown, link, image };

/// How a reference was found.
enum class FoundAs : std::uint8_t {
  link,   ///< the grammar of its format says that it is one
  token,  ///< a piece of text that may be one
};

struct SourceReference {
  text::Span place = {};     ///< as written, in bytes of the source
  std::string value = {};    ///< decoded
  std::string letters = {};  ///< of the text that readers see (html::append_letters)
  bool has_text = false;     ///< the text is known
  std::uint32_t begin = 0;   ///< where what is written for the link begins, about
  ReferenceElement element = ReferenceElement::unknown;
  FoundAs found_as = FoundAs::token;
  bool is_definition = false;  ///< several links may be made from it
};

/// Finds the references of `text`, valid UTF-8 of less than 4 GiB, in the order of `begin`. The
/// front matter is its part up to `body`. `name` is that of the file, for its comments.
std::vector<SourceReference> find_source_references(std::string_view text, SourceKind kind,
                                                    std::string_view name, std::size_t body);

/// A file that a source names where it includes one: `{% include a.html %}`, `--8<-- "a.md"`,
/// `.. include:: a.rst`, `import A from './_a.mdx'`.
std::vector<std::string> find_included_names(std::string_view text);

}  // namespace hrefkit::site
