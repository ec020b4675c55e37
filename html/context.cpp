#include "hrefkit/html/context.h"

#include <algorithm>
#include <utility>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/parse/json_feed.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html {

XmlBase xml_base_in(Document const& document, XmlBase which) {
  switch (which) {
    case XmlBase::on:
    case XmlBase::namespaced:
    case XmlBase::off:
      return which;
    case XmlBase::unspecified:
      return XmlBase::on;
    case XmlBase::automatic:
      break;
  }
  const Namespace root = root_namespace(document);
  const bool is_shown =
      root == Namespace::html || root == Namespace::svg || root == Namespace::mathml;
  return is_shown ? XmlBase::off : XmlBase::on;
}

std::optional<Attribute> find_xml_base(Document const& document, NodeId element, XmlBase which) {
  which = xml_base_in(document, which);
  if (which == XmlBase::off) return std::nullopt;
  for (const Attribute attribute : document.attributes(element)) {
    if (attribute.ns == Namespace::xml && attribute.name == "base") return attribute;
    if (which == XmlBase::on && attribute.ns == Namespace::none && attribute.name == "xml:base") {
      return attribute;
    }
  }
  return std::nullopt;
}

bool may_have_xml_base(SourceText const& source) {
  const auto has = [&source](std::string_view name) {
    return text::find_ignoring_ascii_case(source.text, name) != std::string_view::npos;
  };
  return has("xml:base") || has("srcdoc");
}

namespace {

constexpr std::string_view about_blank = "about:blank";
constexpr std::string_view about_srcdoc = "about:srcdoc";

/// True for `about_url`, or for `about_url` and a text that begins with one of `ends` (HTML
/// Standard, "matches about:blank" and "matches about:srcdoc"). The scheme may be in any case: the
/// src of a frame is as written, and the older standards keep a scheme as it is.
bool matches(std::string_view about_url, std::string_view ends, std::string_view url) {
  const std::size_t path = about_url.find(':') + 1;
  if (!text::equals_ignoring_ascii_case(url.substr(0, path), about_url.substr(0, path)) ||
      !url.substr(path).starts_with(about_url.substr(path))) {
    return false;
  }
  return url.size() == about_url.size() || ends.find(url[about_url.size()]) != ends.npos;
}

bool matches_about_blank(std::string_view url) {
  return matches(about_blank, "?#", url);
}

bool is_frame(Document const& document, NodeId id) {
  const Node node = document[id];
  return !node.inert && !node.clone &&
         (document.is_html(id, "iframe") || document.is_html(id, "frame"));
}

bool has_xml_base(Document const& document) {
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (find_xml_base(document, id, XmlBase::on)) return true;
  }
  return false;
}

/// Parses a document of HTML. If its elements are listed, the scopes of xml:base are lost; the note
/// about the list says so.
Document read_html(std::string_view text, DocumentOptions const& options, Notes& notes) {
  const std::size_t first_note = notes.size();
  Document document = parse_html(text, options.scripting, notes);
  if (!counts_in_html(options.xml_base)) return document;
  for (std::size_t i = first_note; i < notes.size(); ++i) {
    if (notes[i].kind != NoteKind::nesting_flattened || !has_xml_base(document)) continue;
    notes[i].message += ", and xml:base counts for its own element alone";
  }
  return document;
}

/// Parses the document of a file. A style sheet, a manifest or a text file has no elements.
Document read_file_document(SourceText const& source, DocumentOptions const& options,
                            Notes& notes) {
  switch (source.content_type) {
    case ContentType::html:
      return read_html(source.text, options, notes);
    case ContentType::xml:
      return parse_xml(source.text, notes);
    case ContentType::css:
    case ContentType::json:
      if (is_json_feed(source.text)) return parse_json_feed(source.text, notes);
      break;
    case ContentType::text:
    case ContentType::script:
      break;
  }
  return Document(source.text);
}

}  // namespace

FallbackBase fallback_of_file(DocumentOptions const& options) {
  if (matches_about_blank(options.url) && !options.creator.empty()) {
    return {options.creator, BaseSource::creator, options.creator};
  }
  if (matches(about_srcdoc, "#", options.url) && !options.container.empty()) {
    return {options.container, BaseSource::container, options.container};
  }
  return {options.url, BaseSource::document, options.url};
}

Note FrameLimit::note_of(bool is_too_deep) {
  const std::string message =
      is_too_deep ? "srcdoc documents nested more than " + std::to_string(max_depth) + " deep"
                  : "srcdoc documents past " + std::to_string(max_times) + " times the file's size";
  return {NoteKind::frame_depth_limit, message + " are left out", {}};
}

struct ContextTree::Reading {
  DocumentOptions const& options;
  Notes& notes;
  FrameLimit limit;
  std::vector<FeedContent> contents = {};  // of the file's own document
  std::size_t next_content = 0;

  /// True for the text whose document is opened next.
  bool is_content(NodeId node) const {
    return next_content < contents.size() && contents[next_content].text == node;
  }
};

/// A frame element.
struct ContextTree::Frame {
  std::uint32_t parent;  // its context
  NodeId element;
  std::uint32_t nth;  // among the parent's frames
};

ContextTree::ContextTree(SourceText const& source, DocumentOptions const& options, Notes& notes)
    : store_(std::make_unique<BaseStore>(options.standard, source.text.size())) {
  Reading reading{options, notes, FrameLimit(source.text.size())};
  open_file(source, reading);
  const bool is_read_feed =
      options.feed_contents && is_feed(root_namespace(contexts_.front().document));
  if (is_read_feed) {  // the base URLs of its contents depend on its scopes
    find_scopes(0, reading);
    reading.contents = find_feed_contents(contexts_[0].document, contexts_[0].scopes);
    note_unescaped(contexts_[0].document, notes);
  }
  open_frames(reading);
  for (std::size_t i = is_read_feed ? 1 : 0; i < contexts_.size(); ++i) find_scopes(i, reading);
}

ContextTree::ContextTree(ContextTree&&) = default;  // NOLINT(performance-noexcept-move-constructor)
ContextTree::~ContextTree() = default;

BaseUrl const& ContextTree::base_url(BaseId id) const& {
  return store_->bases[id];
}

BaseUrl const& ContextTree::base_url(BaseId id, text::Encoding encoding) & {
  return store_->bases[store_->bases.in_encoding(id, encoding)];
}

std::uint32_t ContextTree::add_document(Document document) {
  documents_.push_back(std::make_unique<Document>(std::move(document)));
  return static_cast<std::uint32_t>(documents_.size() - 1);
}

std::uint32_t ContextTree::blank_document() {
  if (blank_document_ == no_document) blank_document_ = add_document(Document({}));
  return blank_document_;
}

Context& ContextTree::open(std::uint32_t document, std::string_view address) {
  document_of_.push_back(document);
  return contexts_.emplace_back(Context{*documents_[document], address});
}

void ContextTree::open_file(SourceText const& source, Reading& reading) {
  DocumentOptions const& options = reading.options;
  const text::Encoding encoding = source.encoding.encoding;
  const std::uint32_t document = add_document(read_file_document(source, options, reading.notes));
  const BaseId address = store_->bases.add(options.url, encoding);
  Context& context = open(document, store_->bases[address].url());
  context.encoding = encoding;
  const FallbackBase fallback = fallback_of_file(options);
  const PolicyId policies = policies_of_options(store_->policies, options, fallback.self);
  context.base = document_base(context.document, store_fallback(*store_, fallback, encoding),
                               *store_, policies);
}

/// True when a srcdoc document of `bytes` bytes at `depth` is not opened; notes the first.
bool ContextTree::is_past_limits(std::size_t depth, std::size_t bytes, Reading& reading) {
  const bool is_noted = reading.limit.note().has_value();
  if (reading.limit.opens(depth, bytes)) return false;
  if (!is_noted) reading.notes.push_back(*reading.limit.note());
  return true;
}

/// The frame elements of a document, and the texts of a feed that are documents, in the order of
/// the source: a shadow root comes before what stands in front of it.
std::vector<NodeId> ContextTree::find_frames(std::uint32_t context, Reading const& reading) const {
  Document const& document = contexts_[context].document;
  std::vector<NodeId> frames;
  std::size_t content = context == 0 ? 0 : reading.contents.size();
  for (NodeId node = document.root(); node != no_node; node = document.next_in_tree(node)) {
    const bool is_content =
        content < reading.contents.size() && reading.contents[content].text == node;
    content += is_content ? 1 : 0;
    if (is_content || is_frame(document, node)) frames.push_back(node);
  }
  const auto comes_before = [&](NodeId a, NodeId b) {
    return document[a].source.begin < document[b].source.begin;
  };
  // The texts of a feed have no place of their own, and come in this order.
  const bool is_feed_file = context == 0 && !reading.contents.empty();
  if (!is_feed_file && !std::is_sorted(frames.begin(), frames.end(), comes_before)) {
    std::stable_sort(frames.begin(), frames.end(), comes_before);
  }
  return frames;
}

/// Opens the frames' documents depth first, so that they come in the order of their paths.
void ContextTree::open_frames(Reading& reading) {
  struct Cursor {
    std::uint32_t context;
    std::vector<NodeId> frames;
    std::uint32_t seen = 0;
  };
  std::vector<Cursor> stack;
  stack.push_back({0, find_frames(0, reading)});
  while (!stack.empty()) {
    Cursor& cursor = stack.back();
    if (cursor.seen == cursor.frames.size()) {
      stack.pop_back();
      continue;
    }
    const std::uint32_t nth = cursor.seen++;
    const NodeId node = cursor.frames[nth];
    const bool is_content = cursor.context == 0 && reading.is_content(node);
    if (is_content ? open_content(nth, reading)
                   : open_frame({cursor.context, node, nth}, stack.size(), reading)) {
      const auto opened = static_cast<std::uint32_t>(contexts_.size() - 1);
      stack.push_back({opened, find_frames(opened, reading)});
    }
  }
}

/// Opens the document of a frame element, if it is part of the file.
bool ContextTree::open_frame(Frame const& frame, std::size_t depth, Reading& reading) {
  Context const& around = contexts_[frame.parent];
  Document const& outer = around.document;
  auto srcdoc = outer.find_attribute(frame.element, "srcdoc");
  if (!outer.is_html(frame.element, "iframe")) srcdoc.reset();
  if (srcdoc && is_past_limits(depth, srcdoc->value.size(), reading)) return false;
  const auto src = outer.find_attribute(frame.element, "src");
  const bool blank =
      !src || src->value.empty() || matches_about_blank(text::strip_ascii_whitespace(src->value));
  if (!srcdoc && !(blank && reading.options.blank_frames)) return false;

  // HTML Standard 7.3.1: a new document's about base URL is its creator's base URL at that
  // time; the older standards compute the container's document base URL each time.
  const bool snapshot = takes_bases_once(reading.options.standard);
  const BaseId outer_base =
      snapshot ? around.base.base_at(outer[frame.element].source.begin) : around.base.base;
  const text::Encoding encoding = srcdoc ? text::Encoding::utf_8 : around.encoding;
  const StoredFallback fallback{store_->bases.in_encoding(outer_base, encoding),
                                srcdoc ? BaseSource::container : BaseSource::creator,
                                around.base.self};
  const std::uint32_t document =
      srcdoc ? add_document(read_html(srcdoc->value, reading.options, reading.notes))
             : blank_document();
  Context& opened = open(document, srcdoc ? about_srcdoc : about_blank);
  opened.encoding = encoding;
  opened.parent = frame.parent;
  opened.frame = frame.element;
  opened.nth = frame.nth;
  if (srcdoc) opened.source = &sources_.emplace_back(*srcdoc);
  opened.base = document_base(opened.document, fallback, *store_, around.base.policies);
  return true;
}

/// Opens the next text of a feed that is HTML. Its URLs are relative to the base URL of the element
/// around it (RFC 4287, 4.1.3.3 and 2), and its text is Unicode.
bool ContextTree::open_content(std::uint32_t nth, Reading& reading) {
  const FeedContent content = reading.contents[reading.next_content++];
  Context const& around = contexts_[0];
  SourcedString const& text = around.document.text_of(content.text);
  if (is_past_limits(1, text.value.size(), reading)) return false;
  const bool in_scope = content.scope != FeedContent::no_scope;
  const BaseId base = in_scope ? around.scopes[content.scope].base : around.base.base;
  const StoredFallback fallback{store_->bases.in_encoding(base, text::Encoding::utf_8),
                                in_scope ? around.scopes[content.scope].source : around.base.source,
                                around.base.self};
  Document html = read_html(text.value, reading.options, reading.notes);
  if (!has_carriers(html)) return false;
  Context& opened = open(add_document(std::move(html)), around.address);
  opened.frame = around.document[content.text].parent;
  opened.nth = nth;
  opened.source = &sources_.emplace_back(text);
  opened.base = document_base(opened.document, fallback, *store_, around.base.policies);
  return true;
}

void ContextTree::find_scopes(std::size_t context, Reading& reading) {
  const std::size_t first_note = reading.notes.size();
  Context& opened = contexts_[context];
  DocumentOptions const& options = reading.options;
  const FeedBase feed_base = options.feed_contents ? options.feed_base : FeedBase::feed;
  opened.scopes = html::find_scopes(opened.document, options.xml_base, feed_base, opened.base.base,
                                    store_->bases, reading.notes);
  for (std::size_t n = first_note; n < reading.notes.size(); ++n) {
    text::Span& span = reading.notes[n].span;
    span = to_file(context, span);
  }
}

std::string ContextTree::path(std::size_t context) const {
  std::string path;
  for (; context != 0; context = contexts_[context].parent) {
    std::string step = std::to_string(contexts_[context].nth);
    if (!path.empty()) step += '.';
    path.insert(0, step);
  }
  return path;
}

std::uint32_t ContextTree::to_file(std::size_t context, std::uint32_t offset) const {
  for (; context != 0; context = contexts_[context].parent) {
    offset = contexts_[context].source->to_text(offset);
  }
  return offset;
}

text::Span ContextTree::to_file(std::size_t context, text::Span span) const {
  for (; context != 0; context = contexts_[context].parent) {
    span = contexts_[context].source->to_text(span);
  }
  return span;
}

Document ContextTree::release_document(std::size_t context) {
  const std::uint32_t document = document_of_[context];
  if (document == blank_document_) return Document({});
  Document released = std::move(*documents_[document]);
  documents_[document].reset();  // frees memory: a page may have thousands of frames
  return released;
}

}  // namespace hrefkit::html
