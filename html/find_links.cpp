#include "hrefkit/html/find_links.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/formats/manifest_links.h"
#include "hrefkit/html/formats/script_links.h"
#include "hrefkit/html/formats/sheet_links.h"
#include "hrefkit/html/formats/text_links.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/links/tree_surroundings.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/parse/json_feed.h"
#include "hrefkit/html/parse/xml_prolog.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// Where reading of an XML document that is not well-formed has ended; nothing for others.
std::optional<std::uint32_t> fault_of(Notes const& notes) {
  for (Note const& note : notes) {
    if (note.kind == NoteKind::not_well_formed) return note.span.begin;
  }
  return std::nullopt;
}

/// True where elements are listed, not nested.
bool is_flat(Notes const& notes) {
  return std::any_of(notes.begin(), notes.end(),
                     [](Note const& note) { return note.kind == NoteKind::nesting_flattened; });
}

/// True where `markup`, which begins with "<" or "&" and ends at a fault, is not whole: the fault
/// is in it.
bool is_unfinished(std::string_view markup) {
  const auto has = [markup](std::string_view end) { return markup.find(end) != markup.npos; };
  if (markup.starts_with('&')) return !has(";");
  if (markup.starts_with("<!--")) return !has("-->");
  if (markup.starts_with("<![CDATA[")) return !has("]]>");
  return markup.starts_with('<') && !has(markup.starts_with("<?") ? "?>" : ">");
}

/// True for a link whose text the fault has cut: "<loc>https://h.exa" at the end of the file. Its
/// value is not known. The text of an element ends at an end tag, though it is another element's.
bool is_cut(Link const& link, std::string_view text, std::uint32_t fault) {
  if (!link.attribute.empty() || link.context != 0 || link.span.end > fault) return false;
  const std::string_view between =
      text::strip_ascii_whitespace(text.substr(link.span.end, fault - link.span.end));
  if (!between.empty() && !is_unfinished(between)) return false;
  const std::string_view after = text.substr(link.span.end);
  return !text::strip_ascii_whitespace(after).starts_with("</");
}

/// The block without a link that is cut, which is the last one.
LinkBlock without_cut_link(LinkBlock block, std::uint32_t fault) {
  if (block.links.empty() || !is_cut(block.links.back(), block.text, fault)) return block;
  const std::size_t left = block.links.size() - 1;
  block.links = block.links.first(left);
  block.places = block.places.first(std::min(left, block.places.size()));
  return block;
}

/// The style sheets that the prolog of an XML document names, up to the fault of one that is not
/// well-formed.
Flow emit_prolog_links(LinkSource const& source, Notes const& notes) {
  std::vector<text::Span> places = read_xml_prolog(source.source.text).stylesheets;
  if (const auto fault = fault_of(notes)) {
    std::erase_if(places, [&](text::Span place) { return place.begin >= *fault; });
  }
  return emit_stylesheet_instructions(source, places);
}

/// What is around each node of a document; empty where that is not wanted.
std::span<Surroundings const> nodes_of(std::optional<TreeSurroundings> const& surroundings,
                                       std::uint32_t context) {
  return surroundings ? surroundings->nodes(context) : std::span<Surroundings const>();
}

/// Marks the links of a second tag html or body between ignore comments.
void ignore_parts(std::optional<TreeSurroundings> const& surroundings, std::uint32_t context,
                  auto& found) {
  if (!surroundings) return;
  for (auto& each : found) {
    each.ignored |= surroundings->is_in_ignored_part(context, each.span.begin);
  }
}

Flow emit_image_maps(ContextTree const& tree, std::optional<TreeSurroundings> const& surroundings,
                     LinkSink const& sink) {
  for (std::uint32_t i = 0; i < tree.contexts().size(); ++i) {
    std::vector<ImageMapName> names =
        find_image_maps(tree.contexts()[i].document, nodes_of(surroundings, i));
    for (ImageMapName& name : names) {
      name.context = i;
      name.span = {tree.to_file(i, name.span.begin), tree.to_file(i, name.span.end)};
    }
    ignore_parts(surroundings, i, names);
    if (emit(sink, names) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

/// The links of the tree of a document. A link that its fault cuts is none.
Flow emit_tree_links(ContextTree const& tree, LinkSource const& source,
                     TreeSurroundings const* surroundings, std::optional<std::uint32_t> fault) {
  auto const& [text, map, options, base, sink, budget] = source;
  if (!fault || !sink.links) return emit_dom_links(tree, map, options, sink, budget, surroundings);
  LinkSink whole = sink;
  const auto emit_whole = [&sink = sink, fault](LinkBlock const& block) {
    return sink.links(without_cut_link(block, *fault));
  };
  whole.links = emit_whole;
  return emit_dom_links(tree, map, options, whole, budget, surroundings);
}

/// By the document tree.
Flow find_by_tree(LinkSource const& source) {
  auto const& [text, map, options, base, sink, budget] = source;
  Notes notes;
  const ContextTree tree(text, options, notes);
  if (emit(sink, notes) == Flow::stop) return Flow::stop;
  if (sink.directives) {
    const bool may_have_one =
        text::find_bytes(text.text, directive_prefix) != std::string_view::npos;
    if (sink.directives(may_have_one) == Flow::stop) return Flow::stop;
  }
  const bool is_xml = text.content_type == ContentType::xml;
  const bool is_html = text.content_type == ContentType::html;
  std::optional<TreeSurroundings> surroundings;
  if (sink.with_surroundings) surroundings.emplace(tree, !is_html, is_flat(notes));
  Document const& document = tree.contexts().front().document;
  const bool has_anchors = sink.anchors && !is_feed(root_namespace(document));
  // clang 14 captures no names of a structured binding.
  const auto emit_anchors = [&document, &surroundings, has_anchors, &to = sink] {
    if (!has_anchors) return Flow::go_on;
    std::vector<Anchor> anchors = find_anchors(document, nodes_of(surroundings, 0));
    ignore_parts(surroundings, 0, anchors);
    return emit(to, anchors);
  };
  if (sink.anchors_first && emit_anchors() == Flow::stop) return Flow::stop;
  if (is_xml && emit_prolog_links(source, notes) == Flow::stop) return Flow::stop;
  TreeSurroundings const* const around = surroundings ? &*surroundings : nullptr;
  if (emit_tree_links(tree, source, around, fault_of(notes)) == Flow::stop) return Flow::stop;
  if (around != nullptr && around->open_ignore() && sink.open_ignore &&
      sink.open_ignore(*around->open_ignore()) == Flow::stop) {
    return Flow::stop;
  }
  if (is_feed(root_namespace(document))) return Flow::go_on;
  if (!sink.anchors_first && emit_anchors() == Flow::stop) return Flow::stop;
  return sink.image_maps ? emit_image_maps(tree, surroundings, sink) : Flow::go_on;
}

/// The encoding of the queries of the document's URLs: URLs in CSS (CSS Values 4, 4.5.4) and in
/// manifests are parsed without one, which means UTF-8.
text::Encoding query_encoding(SourceText const& source) {
  const bool has_own =
      source.content_type == ContentType::html || source.content_type == ContentType::xml;
  return has_own ? source.encoding.encoding : text::Encoding::utf_8;
}

/// Is true while it lives.
class Mark {
 public:
  explicit Mark(bool& flag) : flag_(flag) { flag_ = true; }
  ~Mark() { flag_ = false; }
  Mark(Mark const&) = delete;
  Mark& operator=(Mark const&) = delete;

 private:
  bool& flag_;
};

constexpr text::EnumTable<Engine::dom> engines({
    {Engine::automatic, "auto"},
    {Engine::scan, "scan"},
    {Engine::dom, "dom"},
});

}  // namespace

std::string_view name(Engine engine) {
  return engines[engine].name;
}

std::optional<Engine> engine_from_name(std::string_view name) {
  return engines.find(name);
}

std::string_view message(FindError error) {
  switch (error) {
    case FindError::unusable_url:
      return "the address of the document is not an absolute URL";
    case FindError::too_large:
      return "the text of the document is larger than 4 GiB";
  }
  return {};
}

struct LinkFinder::State {
  scan::LinkScanner scanner;
  bool in_use = false;
};

LinkFinder::LinkFinder(Engine engine) : engine_(engine), state_(std::make_unique<State>()) {}
LinkFinder::~LinkFinder() = default;
LinkFinder::LinkFinder(LinkFinder&&) noexcept = default;
LinkFinder& LinkFinder::operator=(LinkFinder&&) noexcept = default;

tl::expected<void, FindError> LinkFinder::find(SourceText const& source,
                                               DocumentOptions const& options,
                                               LinkSink const& sink) {
  if (!state_) state_ = std::make_unique<State>();  // it was moved from
  assert(!state_->in_use && "a finder is used inside its own sink");
  const Mark mark(state_->in_use);
  if (source.text.size() > text::max_text_bytes) return tl::make_unexpected(FindError::too_large);
  const auto base = file_base(options, query_encoding(source));
  if (!base) return tl::make_unexpected(FindError::unusable_url);
  text::SourceMap const* const map = source.map.is_identity() ? nullptr : &source.map;
  UrlBudget budget(source.text.size());
  const LinkSource whole{source, map, options, *base, sink, budget};
  if (source.content_type == ContentType::css) {
    if (emit_sheet_links(whole) == Flow::go_on) emit(sink, budget);
    return {};
  }
  const bool is_json = source.content_type == ContentType::json;
  if (is_json && !is_json_feed(source.text)) {
    if (emit_manifest_links(whole) == Flow::go_on) emit(sink, budget);
    return {};
  }
  if (source.content_type == ContentType::script) {
    const bool goes_on = !options.also.scripts || emit_script_links(whole) == Flow::go_on;
    if (goes_on) emit(sink, budget);
    return {};
  }
  if (source.content_type == ContentType::text) {
    const bool goes_on =
        options.text_urls == nullptr || emit_text_links(whole, options.text_urls) == Flow::go_on;
    if (goes_on) emit(sink, budget);
    return {};
  }
  if (engine_ != Engine::dom && !is_json) {
    const auto status = state_->scanner.scan(source, map, options, *base, sink, budget);
    if (status == scan::ScanStatus::done) return {};
    if (engine_ == Engine::scan &&
        sink.notes({NoteKind::tree_needed,
                    "the scan engine cannot read this document; the tree was used",
                    {}}) == Flow::stop) {
      return {};
    }
  }
  if (find_by_tree(whole) == Flow::go_on) emit(sink, budget);
  return {};
}

tl::expected<void, FindError> find_links(SourceText const& source, DocumentOptions const& options,
                                         LinkSink const& sink, Engine engine) {
  return LinkFinder(engine).find(source, options, sink);
}

std::size_t count_moved_by_xml_base(SourceText const& source, DocumentOptions const& options) {
  std::size_t count = 0;
  if (!counts_in_html(options.xml_base) || !may_have_xml_base(source)) return count;
  const auto count_moved = [&](LinkBlock const& block) {
    for (Link const& link : block.links) count += block.is_moved_by_xml_base(link) ? 1 : 0;
  };
  static_cast<void>(find_links(source, options, {.links = count_moved}));
  return count;
}

}  // namespace hrefkit::html
