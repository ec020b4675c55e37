// What a WAT file says of a page: "HTML-Metadata".
#pragma once

#include <memory>
#include <string_view>

#include "hrefkit/text/chunked_text.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::archive {

/// A page, decoded. The views must outlive the call that takes it.
struct WatPage {
  std::string_view text = {};  ///< valid UTF-8
  /// Has the document base URL and the page's encoding; null where nothing can be resolved.
  url::Resolver const* resolver = nullptr;
  std::string_view base_source = {};  ///< "document" or "base"; empty without a resolver
  std::string_view encoding = {};     ///< the encoding's name
  /// The document's own address, to which empty form actions and local references lead whatever the
  /// base URL is; empty where that is the base URL.
  std::string_view address = {};
};

/// Writes the metadata of one page after another. It uses its buffers again: keep one a thread.
///
/// The keys, their values and the order of links are those of the reference extractor, as Common
/// Crawl runs it: the tags, not the tree, decide what is there. Added are "resolved" in each entry
/// that has a URL, where it resolves, and "Base-URL", "Base-Source" and "Encoding".
/// Texts have at most 128 UTF-16 code units.
class WatPageWriter {
 public:
  /// The large parts of an object go to `store`, which must outlive this writer and the texts that
  /// it appends to. Null for memory.
  explicit WatPageWriter(text::ChunkStore* store = nullptr);
  ~WatPageWriter();
  WatPageWriter(WatPageWriter&&) noexcept;
  WatPageWriter& operator=(WatPageWriter&&) noexcept;

  /// Appends the JSON object. Takes time linear in the text, and memory or the store for the
  /// object, and no more than 24 bytes of resolved URLs for each byte of text: then "resolved" is
  /// left out.
  void append(text::ChunkedText& out, WatPage const& page);

  /// True when "resolved" was left out of entries of the page for their size.
  bool left_out_urls() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::archive
