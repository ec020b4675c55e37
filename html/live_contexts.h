// The documents of one file as live documents, whose frames hear of each other's base URLs.
//
// The older standards ask the container's (or creator's) document base URL each time, so a change
// of it changes the fallback base URL of the documents in its frames (seed 001 2.6.3). The living
// standard gave them theirs once, as the about base URL (HTML Standard 7.3.1): nothing reaches
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/html/live_document.h"

namespace hrefkit::html {

/// A live document in its place: see Context.
struct LiveContext {
  LiveContext(Context context, LiveOptions const& options, std::vector<BaseUriPolicy> inherited);

  LiveDocument document;
  std::uint32_t parent;                 ///< index of the document around; itself for the file's own
  NodeId frame;                         ///< the frame element in the parent's document
  std::optional<SourcedString> source;  ///< srcdoc: the value that this document was read from
  std::string path;                     ///< index path of the frames, "0.3"
  std::vector<std::uint32_t> frames;    ///< the contexts that this document's frames hold
};

/// All documents of a file. It stays where it was made.
class LiveContexts {
 public:
  /// Takes the documents of `tree`, which was read with `options`; the text that it was read from
  /// must outlive this.
  LiveContexts(ContextTree tree, DocumentOptions const& options);
  LiveContexts(LiveContexts const&) = delete;
  LiveContexts& operator=(LiveContexts const&) = delete;

  std::size_t size() const { return contexts_.size(); }
  LiveContext& operator[](std::size_t index) { return contexts_[index]; }
  LiveContext const& operator[](std::size_t index) const { return contexts_[index]; }

  /// The file's own document.
  LiveDocument& main() { return contexts_.front().document; }
  LiveDocument const& main() const { return contexts_.front().document; }

  /// False when the frame of context `index`, or of one around it, was taken out of its document:
  /// the context is no more.
  bool is_shown(std::size_t index) const;

  /// The offset in the file's text of byte `offset` of the text of context `index`.
  std::uint32_t to_file(std::size_t index, std::uint32_t offset) const;

 private:
  void update_frames_of(std::size_t parent);

  std::deque<LiveContext> contexts_;
};

}  // namespace hrefkit::html
