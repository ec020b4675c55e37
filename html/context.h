// The documents of one file: its own, and those that its frames hold (HTML Standard 7.3, "browsing
// contexts" in the older texts).
//
// A tree in a flat array: the file's own document first, then the documents of its frames, in the
// order of their frames, depth first. An iframe with srcdoc holds a document of its own; an iframe
// without src, or with about:blank, holds an empty one whose creator is the document around it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::html {

/// The fallback base URL of a file's own document: its address, or what `options` give for
/// about:blank and about:srcdoc.
FallbackBase fallback_of_file(DocumentOptions const& options);

/// A document in its place.
struct Context {
  Document document;
  std::string address = {};  ///< the document's URL, serialised
  DocumentBase base = {};
  text::Encoding encoding = text::Encoding::utf_8;  ///< for queries: srcdoc is always UTF-8
  std::uint32_t parent = 0;  ///< index of the document around; itself for the file's own
  NodeId frame = no_node;    ///< the frame element in the parent's document
  SourcedString const* source = nullptr;  ///< srcdoc: the attribute that is this document's text
  std::string path = {};                  ///< index path of the frames, "0.3"
};

/// All documents of a file. Contexts may be referred to while this lives.
class ContextTree {
 public:
  /// Nesting of srcdoc documents past this is left out, with a note.
  static constexpr std::size_t depth_limit = 32;
  /// So is what makes all srcdoc documents together longer than this many times the file and
  /// `free_bytes`: each level of nesting holds almost the whole file again.
  static constexpr std::size_t byte_limit = 2;
  static constexpr std::size_t free_bytes = std::size_t{4} << 20;

  /// Reads the document of `source`, whose text must outlive the tree.
  ContextTree(SourceText const& source, DocumentOptions const& options, Notes& notes);

  std::deque<Context> const& contexts() const { return contexts_; }

  /// Hands over the contexts, with what their `source`s point to.
  std::deque<Context> take() && { return std::move(contexts_); }

  /// The offset in the file's text of byte `offset` of the text of context `context`.
  std::uint32_t to_file(std::size_t context, std::uint32_t offset) const;

 private:
  struct Reading;  // what is passed along while the tree is built

  void open_frames(Reading& reading);
  bool is_past_limits(std::size_t depth, std::size_t bytes, Reading& reading) const;
  void open(Document document, std::string address, FallbackBase fallback, Reading& reading);
  bool open_frame(std::size_t parent, NodeId frame, std::size_t index, Reading& reading);

  std::deque<Context> contexts_;
  std::vector<std::vector<BaseUriPolicy>> policies_;  // in force in each context
};

}  // namespace hrefkit::html
