#include "hrefkit/html/context.h"

#include <utility>

#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view about_blank = "about:blank";
constexpr std::string_view about_srcdoc = "about:srcdoc";

/// True for "about:blank", with or without a query and fragment (HTML Standard, "matches
/// about:blank").
bool matches_about_blank(std::string_view url) {
  if (!url.starts_with(about_blank)) return false;
  return url.size() == about_blank.size() || url[about_blank.size()] == '?' ||
         url[about_blank.size()] == '#';
}

bool is_frame(Document const& document, NodeId id) {
  Node const& node = document[id];
  return !node.inert && !node.clone &&
         (document.is_html(id, "iframe") || document.is_html(id, "frame"));
}

}  // namespace

FallbackBase fallback_of_file(DocumentOptions const& options) {
  if (matches_about_blank(options.url) && !options.creator.empty()) {
    return {options.creator, BaseSource::creator, options.creator};
  }
  if (options.url == about_srcdoc && !options.container.empty()) {
    return {options.container, BaseSource::container, options.container};
  }
  return {options.url, BaseSource::document, options.url};
}

struct ContextTree::Reading {
  DocumentOptions const& options;
  Notes& notes;
  url::ResolveOptions resolve;   // of the document that is being opened
  std::size_t srcdoc_bytes = 0;  // of the srcdoc documents opened so far
  bool limit_noted = false;
};

ContextTree::ContextTree(SourceText const& source, DocumentOptions const& options, Notes& notes) {
  Reading reading{options, notes, {options.standard, source.encoding.encoding}};
  Document document = source.content_type == ContentType::xml
                          ? parse_xml(source.text, notes)
                          : parse_html(source.text, {options.scripting}, notes);
  open(std::move(document), options.url, fallback_of_file(options), reading);
  open_frames(reading);
}

void ContextTree::open(Document document, std::string address, FallbackBase fallback,
                       Reading& reading) {
  Context& context = contexts_.emplace_back(Context{std::move(document), std::move(address)});
  if (policies_.size() < contexts_.size()) policies_.emplace_back();
  context.encoding = reading.resolve.encoding;
  context.base =
      document_base(context.document, std::move(fallback), reading.resolve, policies_.back());
}

/// True when a srcdoc document of `bytes` bytes at `depth` is not opened; notes the first.
bool ContextTree::is_past_limits(std::size_t depth, std::size_t bytes, Reading& reading) const {
  const std::size_t file_bytes = contexts_.front().document.text().size();
  const bool too_deep = depth > depth_limit;
  const bool too_much = reading.srcdoc_bytes + bytes > free_bytes + byte_limit * file_bytes;
  if (!too_deep && !too_much) {
    reading.srcdoc_bytes += bytes;
    return false;
  }
  if (!std::exchange(reading.limit_noted, true)) {
    const std::string message =
        too_deep ? "srcdoc documents nested more than " + std::to_string(depth_limit) + " deep"
                 : "srcdoc documents past " + std::to_string(byte_limit) + " times the file's size";
    reading.notes.push_back({NoteKind::frame_depth_limit, message + " are left out", {}});
  }
  return true;
}

/// Opens the frames' documents depth first, so that they come in the order of their paths.
void ContextTree::open_frames(Reading& reading) {
  struct Cursor {
    std::size_t context;
    NodeId node;
    std::size_t frames_seen;
  };
  std::vector<Cursor> stack{{0, contexts_[0].document.root(), 0}};
  while (!stack.empty()) {
    Cursor& cursor = stack.back();
    Document const& document = contexts_[cursor.context].document;
    const NodeId node = cursor.node;
    if (node == no_node) {
      stack.pop_back();
      continue;
    }
    cursor.node = document.next_in_tree(node);
    if (!is_frame(document, node)) continue;
    const std::size_t index = cursor.frames_seen++;
    Attribute const* srcdoc = document.find_attribute(node, "srcdoc");
    if (srcdoc != nullptr && is_past_limits(stack.size(), srcdoc->value.size(), reading)) continue;
    if (open_frame(cursor.context, node, index, reading)) {
      const std::size_t opened = contexts_.size() - 1;
      stack.push_back({opened, contexts_[opened].document.root(), 0});
    }
  }
}

/// Opens the document that a frame element holds, if it is one that we can see.
bool ContextTree::open_frame(std::size_t parent, NodeId frame, std::size_t index,
                             Reading& reading) {
  Context const& around = contexts_[parent];
  Document const& outer = around.document;
  const bool is_iframe = outer.is_html(frame, "iframe");
  Attribute const* srcdoc = is_iframe ? outer.find_attribute(frame, "srcdoc") : nullptr;
  Attribute const* src = outer.find_attribute(frame, "src");
  const bool blank = src == nullptr || src->value.empty() ||
                     matches_about_blank(text::strip_ascii_whitespace(src->value));
  if (srcdoc == nullptr && !(blank && reading.options.blank_frames)) return false;

  // HTML Standard 7.3.1: a new document's about base URL is its creator's base URL at that time;
  // the older standards ask the container's document each time.
  const bool snapshot = takes_bases_once(reading.options.standard);
  FallbackBase fallback;
  fallback.url = snapshot ? around.base.url_at(outer[frame].source.begin) : around.base.url;
  fallback.source = srcdoc != nullptr ? BaseSource::container : BaseSource::creator;
  fallback.self = around.base.fallback.self;
  std::string path = around.path.empty() ? "" : around.path + ".";
  path += std::to_string(index);

  policies_.push_back(policies_[parent]);
  reading.resolve.encoding = srcdoc != nullptr ? text::Encoding::utf_8 : around.encoding;
  if (srcdoc != nullptr) {
    open(parse_html(srcdoc->value, {reading.options.scripting}, reading.notes),
         std::string(about_srcdoc), std::move(fallback), reading);
  } else {
    open(Document({}), std::string(about_blank), std::move(fallback), reading);
  }
  Context& opened = contexts_.back();
  opened.parent = static_cast<std::uint32_t>(parent);
  opened.frame = frame;
  opened.source = srcdoc;
  opened.path = std::move(path);
  return true;
}

std::uint32_t ContextTree::to_file(std::size_t context, std::uint32_t offset) const {
  while (context != 0) {
    offset = contexts_[context].source->to_text(offset);
    context = contexts_[context].parent;
  }
  return offset;
}

}  // namespace hrefkit::html
