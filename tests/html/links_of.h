// The links of a document, for tests: one line a link.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"

namespace hrefkit::test {

/// A link of a block, resolved and with strings of its own.
struct FoundLink {
  std::string element, attribute, raw, url, base, context;
  html::BaseSource base_source;
  html::LinkKind kind;
  text::Span span;  ///< in the file's text
  std::uint32_t index;
};

/// Options for a document at `url`.
inline html::DocumentOptions at(std::string url) {
  html::DocumentOptions options;
  options.url = std::move(url);
  return options;
}

/// All links of `text`. The URL of one that does not resolve is "!" and the error's code.
inline std::vector<FoundLink> links_of(std::string_view text, html::DocumentOptions const& options,
                                       html::Notes* notes = nullptr) {
  std::vector<FoundLink> found;
  html::Notes own;
  html::find_links(
      text, nullptr, options,
      [&](html::LinkBlock const& block) {
        for (html::Link const& link : block.links) {
          html::LinkBase const& base = block.bases[link.base];
          const auto url = base.resolver.resolve(link.raw);
          found.push_back({std::string(link.element), std::string(link.attribute),
                           std::string(link.raw), url ? *url : "!" + std::string(code(url.error())),
                           std::string(base.resolver.base()), block.contexts[link.context].path,
                           base.source, link.kind, link.span, link.index});
        }
      },
      notes == nullptr ? own : *notes);
  return found;
}

/// The same as "element[attribute] raw -> url" lines.
inline std::vector<std::string> lines_of(std::string_view text,
                                         html::DocumentOptions const& options) {
  std::vector<std::string> lines;
  for (FoundLink const& link : links_of(text, options)) {
    lines.push_back(link.element + "[" + link.attribute + "] " + link.raw + " -> " + link.url);
  }
  return lines;
}

}  // namespace hrefkit::test
