// Links without a tree: the fast engine.
//
// One pass over the source finds the tags that carry links, with just enough of the tree's state
// (tree_state.h) to know what they mean. It gives the same links, base and anchors as the document
// tree (dom_links.h), or gives the document up: where tree construction could change the answer in
// a way that the pass does not follow, and where options ask for something that only a tree has.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html::scan {

/// Whether a document was scanned.
enum class ScanStatus : std::uint8_t {
  done,
  given_up,  ///< nothing was emitted; the document needs its tree
};

/// The document base URL of a document, and the base element that declares one.
struct ScannedBase {
  LinkBase base;
  std::optional<std::string> href =
      {};                   ///< of the first base element with one, whether it counts or not
  std::uint32_t begin = 0;  ///< of the tag of that element
};

/// Scans documents, one after the other. Its buffers are used again, so keep one for each thread.
class LinkScanner {
 public:
  LinkScanner();
  ~LinkScanner();
  LinkScanner(LinkScanner&&) noexcept;
  LinkScanner& operator=(LinkScanner&&) noexcept;

  /// Emits the links and anchors of a document to `sink`. `map` leads from its text to the file's
  /// bytes (null where they are the same); `base` is what `file_base` made of the options. The URLs
  /// count in `budget`. Memory does not grow with long documents.
  ScanStatus scan(SourceText const& source, text::SourceMap const* map,
                  DocumentOptions const& options, FileBase const& base, LinkSink const& sink,
                  UrlBudget& budget);

  /// The document base URL of a document; nullopt if only the tree has it.
  std::optional<ScannedBase> find_base(SourceText const& source, DocumentOptions const& options,
                                       FileBase const& base);

 private:
  struct State;
  class Job;

  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::html::scan
