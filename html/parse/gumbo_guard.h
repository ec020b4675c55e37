// Between a document and Gumbo 0.10.1, which is asked to build its tree.
//
// Gumbo is of 2015: it nests without limit at quadratic cost, and the HTML standard has moved on.
// The guard reads the document's tags once, in linear time. It keeps documents from Gumbo that
// would cost too much, and where Gumbo would read a tag otherwise than the standard, it hands out a
// copy of the text in which the tag bears another name, or has another one before it. What is put
// in is known, so that names and values can be taken from the original text.
//
//   std::string buffer;
//   const GumboInput input = prepare_for_gumbo(text, scripting, buffer);
//   if (input.excess == ExcessiveTree::none) parse(input.text);
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/parse/tag_patcher.h"
#include "hrefkit/html/tree/tree_cost.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What Gumbo may read.
struct GumboInput : PatchedText {
  /// Why the document must not go to Gumbo; `message` says it in words.
  ExcessiveTree excess = ExcessiveTree::none;
  /// The tag that makes the head element, where there is one. Gumbo makes the element without it
  /// when several html tags stand before it.
  std::optional<text::Span> head_tag = std::nullopt;
};

/// Prepares `text` (valid UTF-8, at most 4 GiB). With `scripting`, noscript elements hold text.
/// `buffer` takes the copy, if one is needed, and must live as long as the result is used.
GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer);

}  // namespace hrefkit::html
