// Links without a tree: the fast engine.
//
// One pass over the source finds the tags that carry links, with just enough of the tree's state
// (tree_state.h) to know what they mean. It gives the same links, base and anchors as the document
// tree (dom_links.h), or gives the document up: where tree construction could change the answer in
// a way that it does not follow, and where options ask for what needs the tree.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/link.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html::scan {

/// Whether a document was scanned.
enum class ScanStatus : std::uint8_t {
  done,
  given_up,  ///< nothing was handed out; the document needs its tree
};

/// Scans documents, one after the other. Its buffers are used again, so keep one for each thread.
class LinkScanner {
 public:
  LinkScanner();
  ~LinkScanner();
  LinkScanner(LinkScanner&&) noexcept;
  LinkScanner& operator=(LinkScanner&&) noexcept;

  /// Hands the links of a document to `sink` in blocks, in source order, and its anchors to
  /// `anchors` unless that is empty. `text` is valid UTF-8 of at most 4 GiB; `map` leads from it to
  /// the file's bytes (null where they are the same). Memory does not grow with long documents.
  ScanStatus scan(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
                  LinkSink const& sink, AnchorSink const& anchors = {});

 private:
  struct State;
  class Job;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::html::scan
