// The documents of one file as live documents, whose frames follow changes of each other's base
// URLs.
//
// The older standards resolve against the container's (or creator's) document base URL each time,
// so changing it changes the fallback base URL of the documents in its frames (HTML5 (W3C draft)
// 2.6.3). Under the living standard a document gets it once, as the about base URL (HTML Standard
// 7.3.1): later changes do not reach it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/live_document.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// A live document in its place: see Context.
struct LiveContext {
  LiveContext(ContextTree& tree, std::size_t index, LiveOptions const& options, BaseStore& store,
              PolicyId inherited);

  LiveDocument document;
  std::uint32_t parent;               ///< index of the document around; itself for the file's own
  NodeId frame;                       ///< the frame element in the parent's document
  std::vector<std::uint32_t> frames;  ///< the contexts that this document's frames hold
};

/// All documents of a file. It cannot be moved.
class LiveContexts {
 public:
  /// Moves the documents out of `tree`, which was read with `options`; its text must outlive this.
  LiveContexts(ContextTree tree, DocumentOptions const& options);
  LiveContexts(LiveContexts const&) = delete;
  LiveContexts& operator=(LiveContexts const&) = delete;
  std::size_t size() const { return contexts_.size(); }
  LiveContext& operator[](std::size_t index) { return contexts_[index]; }
  LiveContext const& operator[](std::size_t index) const { return contexts_[index]; }

  /// The file's own document.
  LiveDocument& main() { return contexts_.front().document; }
  LiveDocument const& main() const { return contexts_.front().document; }

  /// The index path of a context's frames, "0.3"; empty for the file's own document.
  std::string path(std::size_t index) const { return tree_.path(index); }

  /// The URL `url` as a base for references in a document of the file.
  BaseUrl const& base_url(std::string_view url, text::Encoding encoding);

  /// Sets the base URLs to those after a reload of the changed file: no base URL is frozen, and
  /// each frame inherits the base URL of its place. Does nothing under the older standards, where
  /// base URLs are never frozen.
  void read_anew();

  /// False if the frame of context `index`, or of one around it, was removed from its document: the
  /// context does not exist any more.
  bool is_shown(std::size_t index) const;

  /// The offset in the file's text of byte `offset` of the text of context `index`.
  std::uint32_t to_file(std::size_t index, std::uint32_t offset) const {
    return tree_.to_file(index, offset);
  }

 private:
  void update_frames_of(std::size_t parent);

  ContextTree tree_;  // whose documents are in `contexts_`
  DocumentOptions options_;
  std::deque<LiveContext> contexts_;
};

}  // namespace hrefkit::html
