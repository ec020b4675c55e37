// Links from a tree of documents: the engine that judges.
//
// A walk over each document notes the places of the values that hold links: 32 bytes a value. The
// places of all documents are put in the order of the source. Then the values are read one after
// the other, and their links are emitted in blocks, so that memory does not grow with the links.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

namespace hrefkit::html {

class TreeSurroundings;

/// Emits the links of the file's documents to `sink`. `map` leads from the file's text to its
/// bytes; null where they are the same. Their URLs count in `budget`. `surroundings` are those of
/// the tree; null where they are not wanted.
Flow emit_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink, UrlBudget& budget,
                    TreeSurroundings const* surroundings = nullptr);

// The base URLs to which the links of one document are relative, each prepared once.

/// The bases of one document, as numbers in a list that the documents of a file share.
class DocumentBases {
 public:
  /// Appends the fallback base URL of the document at `address` to `bases`; `resolver` resolves
  /// against it. `bases` and `address` must outlive this.
  DocumentBases(std::vector<LinkBase>& bases, std::string_view address, BaseSource fallback_source,
                url::Resolver resolver);

  /// Appends the document base URL that a base element gave: `resolver` resolves against it, and
  /// `declared` is the place of its href.
  void set_document_base(url::Resolver resolver, text::Span declared);

  /// Appends one that a base element gave for a while, and returns its number.
  std::uint32_t add_earlier_base(url::Resolver resolver, text::Span declared);

  /// The number of the fallback base URL.
  std::uint32_t fallback() const { return fallback_; }

  /// The number of the document base URL: the fallback's if no other was set.
  std::uint32_t document_base() const { return document_; }

  /// The number of the base URL for a reference; `element_base` is the number of the base URL of
  /// its element, or of that at its place. Bases that few documents need are appended when they are
  /// asked for.
  std::uint32_t number_for(RelativeTo relative_to, std::uint32_t element_base);

 private:
  std::uint32_t add(url::Resolver resolver, BaseSource source, text::Span declared);
  std::uint32_t utf_8_base(std::uint32_t base);
  std::uint32_t own_address();

  static constexpr std::uint32_t not_made = UINT32_MAX;

  std::vector<LinkBase>* bases_;
  std::string_view address_;
  std::uint32_t fallback_;
  std::uint32_t document_;
  std::uint32_t own_;
  std::unordered_map<std::uint32_t, std::uint32_t> utf_8_bases_;  ///< for queries in UTF-8
};

// The fallback base URL of a file, prepared: the first thing that both engines need.

/// What a file's own document is relative to when it has no base element.
struct FileBase {
  FallbackBase fallback;
  url::Resolver resolver;  ///< resolves against it, in the file's encoding
};

/// The base that `options` give, or the reason why it cannot be a base.
inline tl::expected<FileBase, url::Error> file_base(DocumentOptions const& options,
                                                    text::Encoding encoding) {
  FallbackBase fallback = fallback_of_file(options);
  auto resolver = url::Resolver::with_base(fallback.url, {options.standard, encoding});
  if (!resolver) return tl::make_unexpected(resolver.error());
  return FileBase{std::move(fallback), *std::move(resolver)};
}

}  // namespace hrefkit::html
