// The page part of a WAT record: the JSON object "HTML-Metadata".
#pragma once

#include <memory>
#include <string_view>

#include "hrefkit/text/chunked_text.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::archive {

/// A decoded page. Its views are used only during `WatPageWriter::append`.
struct WatPage {
  std::string_view text = {};  ///< valid UTF-8
  /// Has the document base URL and the page's encoding; null if there is no base URL.
  url::Resolver const* resolver = nullptr;
  std::string_view base_source = {};  ///< "document" or "base"; empty if `resolver` is null
  std::string_view encoding = {};     ///< name of the page's encoding
  /// The document's own URL, against which empty form actions and SVG's local references resolve;
  /// empty if it equals the base URL.
  std::string_view address = {};
};

/// Writes the metadata of one page after another and reuses its buffers: keep one per thread.
///
/// The keys, their values and the order of links are those of the reference extractor, as Common
/// Crawl runs it: it reads tags and builds no tree. This adds "resolved" to each entry whose URL
/// resolves, and "Base-URL", "Base-Source" and "Encoding" to the object. Texts are cut to 128
/// UTF-16 code units.
class WatPageWriter {
 public:
  /// Large parts of an object are kept in `store`, which must outlive this writer and the texts
  /// that it appends to; null keeps them in memory.
  explicit WatPageWriter(text::ChunkStore* store = nullptr);
  ~WatPageWriter();
  WatPageWriter(WatPageWriter&&) noexcept;
  WatPageWriter& operator=(WatPageWriter&&) noexcept;

  /// Appends the JSON object in time linear in the text. The resolved URLs of a page are limited to
  /// 24 bytes per byte of text; beyond that, "resolved" is left out.
  void append(text::ChunkedText& out, WatPage const& page);

  /// True if "resolved" was left out of entries of the last page because of that limit.
  bool left_out_urls() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::archive
