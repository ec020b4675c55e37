// Between a document and Gumbo (0.10.1, or 0.13 of the maintained fork), which builds its tree.
//
// Gumbo 0.10 is of 2015, and the fork keeps its shape: it nests without limit at quadratic cost,
// and the HTML standard has moved on. The guard reads the tags of the document once, in linear
// time. It keeps documents from Gumbo that would cost too much. Where Gumbo would read a tag
// differently from the standard, the guard hands out a copy of the text in which the tag has
// another name, or has another tag before it.
//
// Gumbo gives the elements and their places. Names and attributes are read from the original text,
// so the copy has only the attributes that tree construction looks at.
//
//   std::string buffer;
//   const GumboInput input = prepare_for_gumbo(text, scripting, buffer);
//   if (input.excess == ExcessiveTree::none) parse(input.text);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/parse/tag_patcher.h"
#include "hrefkit/html/parse/tree_budget.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The tags of the html, head or body element, which Gumbo does not always know.
struct DocumentTags {
  text::Span element;             ///< the tag that makes the element; empty where none does
  std::vector<text::Span> all{};  ///< that tag and those whose attributes are merged into it
};

/// What Gumbo may read, and what the guard knows about the document besides.
struct GumboInput : PatchedText {
  /// Why the document must not go to Gumbo; `message` says it in words.
  ExcessiveTree excess = ExcessiveTree::none;

  DocumentTags html_tags = {};
  DocumentTags head_tags = {};
  DocumentTags body_tags = {};

  /// Where the tags of the templates begin that become shadow roots, in source order.
  std::vector<std::uint32_t> shadow_roots = {};

  /// There is a template whose content may go elsewhere (template_patches.h).
  bool has_patches = false;
};

/// Prepares `text` (valid UTF-8, at most 4 GiB). With `scripting`, noscript elements hold text.
/// `buffer` takes the copy and must live as long as the result is used.
GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer);

}  // namespace hrefkit::html
