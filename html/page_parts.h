// Parts of a page that its links do not tell, found without a document tree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Spans count in the text of the file.
struct PageParts {
  /// What is to be ignored, sorted and disjoint: elements that have
  /// `data-hrefkit-ignore` or `data-proofer-ignore` or stand behind a comment `hrefkit-ignore`, and
  /// what is between the comments `hrefkit-ignore-start` and `hrefkit-ignore-end`.
  std::vector<text::Span> ignored;
  /// The content of the outermost shadow trees, in source order.
  std::vector<text::Span> shadow_trees;
  /// Where a comment `hrefkit-ignore-start` begins that nothing ends.
  std::optional<std::uint32_t> open_ignore;

  bool operator==(PageParts const&) const = default;
};

/// The parts of an HTML document; nothing where only its tree tells them. Linear in the text.
std::optional<PageParts> find_page_parts(SourceText const& source, DocumentOptions const& options);

}  // namespace hrefkit::html
