// The links of a document, for tests: one line a link.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_links.h"

namespace hrefkit::test {

/// A link of a block, resolved and with strings of its own.
struct FoundLink {
  std::string element, attribute, raw, url, base, context;
  html::BaseSource base_source;
  html::LinkKind kind;
  text::Span span;  ///< in the file's text
  std::uint32_t index;
  bool local;
};

/// The address of the page of most tests.
inline constexpr char const* page = "https://example.com/dir/page.html";

/// Options for a document at `url`.
inline html::DocumentOptions at(std::string url) {
  html::DocumentOptions options;
  options.url = std::move(url);
  return options;
}

/// All links of a document, by its tree unless another engine is named. The URL of one that does
/// not resolve is "!" and the error's code.
inline std::vector<FoundLink> links_of(html::SourceText const& source,
                                       html::DocumentOptions const& options,
                                       html::Notes* notes = nullptr,
                                       html::Engine engine = html::Engine::dom) {
  std::vector<FoundLink> found;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      html::LinkBase const& base = block.bases[link.base];
      const auto url = block.resolve(link);
      found.push_back({std::string(link.element), std::string(link.attribute),
                       std::string(link.raw), url ? *url : "!" + std::string(code(url.error())),
                       std::string(base.resolver.base()), block.contexts[link.context].path,
                       base.source, link.kind, link.span, link.index, link.local});
    }
  };
  const auto take_note = [&](html::Note const& note) {
    if (notes != nullptr) notes->push_back(note);
  };
  const auto done = html::find_links(source, options, {.links = take, .notes = take_note}, engine);
  if (!done) throw std::runtime_error(std::string(message(done.error())));
  return found;
}

/// The same for a document of HTML in UTF-8.
inline std::vector<FoundLink> links_of(std::string_view text, html::DocumentOptions const& options,
                                       html::Notes* notes = nullptr) {
  return links_of(html::source_from_text(text), options, notes);
}

/// The same as "element[attribute] raw -> url" lines.
inline std::vector<std::string> lines_of(html::SourceText const& source,
                                         html::DocumentOptions const& options,
                                         html::Engine engine = html::Engine::dom) {
  std::vector<std::string> lines;
  for (FoundLink const& link : links_of(source, options, nullptr, engine)) {
    lines.push_back(link.element + "[" + link.attribute + "] " + link.raw + " -> " + link.url);
  }
  return lines;
}

inline std::vector<std::string> lines_of(std::string_view text,
                                         html::DocumentOptions const& options) {
  return lines_of(html::source_from_text(text), options);
}

/// The same for a document of XML in UTF-8.
inline std::vector<std::string> lines_of_xml(std::string_view xml,
                                             html::DocumentOptions const& options) {
  return lines_of(html::source_from_text(xml, html::ContentType::xml), options);
}

}  // namespace hrefkit::test
