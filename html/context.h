// The documents of one file: its own, and those in its frames (HTML Standard 7.3,
// "browsing contexts" in the older texts).
//
// A tree in a flat array: the file's own document first, then the documents of its frames, in the
// order of their frames, depth first. An iframe with srcdoc holds a document of its own; an iframe
// without src, or with about:blank, holds an empty one whose creator is the document around it.
// Each HTML text of a feed is a document, too, with the base URL of the element around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

// xml:base attributes (XML Base, second edition).

/// Resolves `automatic` and `unspecified` for `document`. Returns `on`, `namespaced` or `off`.
XmlBase xml_base_in(Document const& document, XmlBase which);

/// The attribute of `element` that sets its base URL.
std::optional<Attribute> find_xml_base(Document const& document, NodeId element, XmlBase which);

/// False if no document of the source has an xml:base. True for any source with a srcdoc, which may
/// contain one written with character references. FAST: most pages have neither.
bool may_have_xml_base(SourceText const& source);

/// An element with an xml:base, or with HTML of a feed's item, and the base URL of its subtree.
struct BaseScope {
  NodeId element = no_node;
  BaseId base = 0;
  bool usable = true;                        ///< false: `base` is that of the scope around it
  BaseSource source = BaseSource::xml_base;  ///< or `item`
};

struct BaseStore;

/// The fallback base URL of a file's own document: its address, or what `options` give for
/// about:blank and about:srcdoc.
FallbackBase fallback_of_file(DocumentOptions const& options);

/// A document in its place. Small, as a page may have very many frames: "<frame>" has seven bytes.
struct Context {
  Document const& document;                         ///< frames without a source share an empty one
  std::string_view address = {};                    ///< the document's URL, serialised
  text::Encoding encoding = text::Encoding::utf_8;  ///< for queries: srcdoc is always UTF-8
  std::uint32_t parent = 0;  ///< index of the document around; itself for the file's own
  NodeId frame = no_node;    ///< the frame element in the parent's document
  std::uint32_t nth = 0;     ///< its number among the parent's frames
  SourcedString const* source = nullptr;  ///< srcdoc: the attribute that is this document's text
  DocumentBase base = {};
  std::vector<BaseScope> scopes = {};  ///< in tree order
};

/// Which srcdoc documents of a file are opened, one after the other in the order of their frames.
class FrameLimit {
 public:
  /// srcdoc documents that are nested deeper are left out, with a note.
  static constexpr std::size_t max_depth = 32;
  /// So are those past a total of this many times the file and `free_bytes`: each level of nesting
  /// can hold almost the whole file again.
  static constexpr std::size_t max_times = 2;
  static constexpr std::size_t free_bytes = std::size_t{4} << 20;

  explicit FrameLimit(std::size_t file_bytes) : left_(free_bytes + max_times * file_bytes) {}

  /// True when a document of `bytes` bytes is opened `depth` documents deep.
  bool opens(std::size_t depth, std::size_t bytes) {
    const bool is_too_deep = depth > max_depth;
    if (!is_too_deep && bytes <= left_) {
      left_ -= bytes;
      return true;
    }
    if (!note_) note_ = note_of(is_too_deep);
    return false;
  }

  /// The note about the first one that was not opened.
  std::optional<Note> const& note() const { return note_; }

 private:
  static Note note_of(bool is_too_deep);

  std::size_t left_;
  std::optional<Note> note_;
};

/// All documents of a file. Contexts may be referred to while this lives.
class ContextTree {
 public:
  static constexpr std::size_t depth_limit = FrameLimit::max_depth;
  static constexpr std::size_t byte_limit = FrameLimit::max_times;
  static constexpr std::size_t free_bytes = FrameLimit::free_bytes;

  /// Reads the document of `source`, whose text must outlive the tree. There is no error: where the
  /// address in `options` is not an absolute URL, it stays as it is, and relative references do not
  /// resolve unless a base element gives an absolute URL.
  ContextTree(SourceText const& source, DocumentOptions const& options, Notes& notes);
  ContextTree(ContextTree&&);  // NOLINT(performance-noexcept-move-constructor): deques allocate
  ContextTree& operator=(ContextTree&&) = delete;
  ~ContextTree();

  std::deque<Context> const& contexts() const& { return contexts_; }
  std::deque<Context> const& contexts() const&& = delete;

  /// A base URL of the file by its number; it lives as long as this.
  BaseUrl const& base_url(BaseId id) const&;
  BaseUrl const& base_url(BaseId id) const&& = delete;

  /// The same URL for references that are encoded in `encoding`.
  BaseUrl const& base_url(BaseId id, text::Encoding encoding) &;

  /// The index path of a context's frames, "0.3"; empty for the file's own document.
  std::string path(std::size_t context) const;

  /// The offset in the file's text of byte `offset` of the text of context `context`.
  std::uint32_t to_file(std::size_t context, std::uint32_t offset) const;

  /// The place in the file's text of a part of the text of context `context`.
  text::Span to_file(std::size_t context, text::Span span) const;

  // Moves a document out of its context, for documents that change.
  Document release_document(std::size_t context);
  BaseStore& store() { return *store_; }

 private:
  struct Reading;  // state that is passed down while the tree is built
  struct Frame;    // a frame element

  Context& open(std::uint32_t document, std::string_view address);
  void open_file(SourceText const& source, Reading& reading);
  std::vector<NodeId> find_frames(std::uint32_t context, Reading const& reading) const;
  void open_frames(Reading& reading);
  static bool is_past_limits(std::size_t depth, std::size_t bytes, Reading& reading);
  bool open_frame(Frame const& frame, std::size_t depth, Reading& reading);
  bool open_content(std::uint32_t nth, Reading& reading);
  std::uint32_t add_document(Document document);
  std::uint32_t blank_document();
  void find_scopes(std::size_t context, Reading& reading);

  static constexpr std::uint32_t no_document = UINT32_MAX;

  std::deque<Context> contexts_;
  std::vector<std::unique_ptr<Document>> documents_;
  std::vector<std::uint32_t> document_of_;  // by context
  std::uint32_t blank_document_ = no_document;
  std::deque<SourcedString> sources_;
  std::unique_ptr<BaseStore> store_;
};

}  // namespace hrefkit::html
