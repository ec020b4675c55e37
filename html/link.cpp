#include "hrefkit/html/link.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/read_options.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

namespace {

/// The order of names in lower case; `name` may have any case.
bool sorts_before(std::string_view lower, std::string_view name) {
  return std::lexicographical_compare(
      lower.begin(), lower.end(), name.begin(), name.end(),
      [](char a, char b) { return text::to_ascii_lower(a) < text::to_ascii_lower(b); });
}

}  // namespace

ElementNames::ElementNames(std::vector<std::string> names) : names_(std::move(names)) {
  for (std::string& name : names_) name = text::to_ascii_lower(name);
  std::sort(names_.begin(), names_.end(), sorts_before);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
}

bool ElementNames::contains(std::string_view name) const {
  const auto found = std::lower_bound(names_.begin(), names_.end(), name, sorts_before);
  return found != names_.end() && text::equals_ignoring_ascii_case(*found, name);
}

bool is_selected(LinkKinds kinds, ElementNames const& elements, Link const& link) {
  if (!kinds.empty() && !kinds.contains(link.kind)) return false;
  return elements.empty() || elements.contains(link.element);
}

bool is_selected(LinkKinds kinds, ElementNames const& elements, LinkKind kind) {
  return elements.empty() && is_selected(kinds, elements, Link{.kind = kind});
}

Flow emit(LinkSink const& sink, std::span<Note const> notes) {
  for (Note const& note : notes) {
    if (sink.notes(note) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

Flow emit(LinkSink const& sink, std::span<Anchor const> anchors) {
  while (!anchors.empty()) {
    const std::size_t count = std::min(max_link_block, anchors.size());
    if (sink.anchors(anchors.first(count)) == Flow::stop) return Flow::stop;
    anchors = anchors.subspan(count);
  }
  return Flow::go_on;
}

Flow emit(LinkSink const& sink, UrlBudget const& budget) {
  if (!budget.is_spent()) return Flow::go_on;
  return sink.notes({NoteKind::urls_too_long,
                     "the URLs of this page are too long in total: from here on links have none",
                     budget.first_refused()});
}

Flow emit(LinkSink const& sink, ScriptFacts const& script) {
  if (sink.scripts && sink.scripts(script) == Flow::stop) return Flow::stop;
  const text::Span place{script.fault_begin, script.fault_begin};
  if (script.is_module_in_classic) {
    return sink.notes({NoteKind::module_in_classic,
                       "the script does not run: it has the syntax of a module, and is none",
                       place});
  }
  if (script.fault.empty()) return Flow::go_on;
  return sink.notes({NoteKind::script_fault,
                     "the script cannot be read from here on: " + std::string(script.fault),
                     place});
}

Flow emit(LinkSink const& sink, std::span<ImageMapName const> names) {
  return names.empty() ? Flow::go_on : sink.image_maps(names);
}

namespace {

constexpr text::EnumTable<LinkKind::sourcemap> link_kinds({
    {LinkKind::hyperlink, "hyperlink"},
    {LinkKind::stylesheet, "stylesheet"},
    {LinkKind::script, "script"},
    {LinkKind::image, "image"},
    {LinkKind::media, "media"},
    {LinkKind::frame, "frame"},
    {LinkKind::object, "object"},
    {LinkKind::form, "form"},
    {LinkKind::cite, "cite"},
    {LinkKind::ping, "ping"},
    {LinkKind::refresh, "refresh"},
    {LinkKind::base, "base"},
    {LinkKind::css, "css"},
    {LinkKind::resource, "resource"},
    {LinkKind::metadata, "metadata"},
    {LinkKind::module, "module"},
    {LinkKind::worker, "worker"},
    {LinkKind::sourcemap, "sourcemap"},
});

}  // namespace

std::string_view name(LinkKind kind) {
  return link_kinds[kind].name;
}

std::optional<LinkKind> link_kind_from_name(std::string_view wanted) {
  return link_kinds.find(wanted);
}

tl::expected<std::string, url::Error> LinkBlock::resolve(Link const& link) const {
  std::string url;
  const auto resolved = append_url(url, link);
  if (!resolved) return tl::make_unexpected(resolved.error());
  return url;
}

ElementView LinkBlock::element_of(Link const& link) const {
  if (link.element_key == Link::no_element) return {};
  if (!elements.empty()) return ElementView(elements[link.element_key]);
  if (tree != nullptr) return {tree->contexts()[link.context].document, link.element_key};
  return {link.context == 0 ? text : contexts[link.context].text, link.element_key, link.ns};
}

std::optional<std::string> LinkBlock::item_url(Link const& link) const {
  if (tree == nullptr || link.element_key == Link::no_element) return std::nullopt;
  Context const& feed = tree->contexts().front();
  Document const& document = feed.document;
  Context const& around = tree->contexts()[link.context];
  if (!is_feed(root_namespace(document)) || around.parent != 0) return std::nullopt;
  NodeId content = link.context == 0 ? link.element_key : around.frame;
  constexpr int max_depth = 64;
  for (int depth = 0; content != no_node && depth < max_depth; ++depth) {
    if (is_feed_content(document[content])) break;
    content = document[content].parent;
  }
  if (content == no_node || !is_feed_content(document[content])) return std::nullopt;
  const NodeId item = item_of_content(document, content, XmlBase::automatic);
  const NodeId found = item == no_node ? no_node : item_link(document, item);
  if (found == no_node) return std::nullopt;
  url::Resolver const& outer = tree->base_url(feed.base.base).resolver;
  const auto base = outer.resolve(item_reference(document, found));
  if (!base) return std::nullopt;
  const auto resolver = url::Resolver::with_base(*base, outer.options());
  const auto url = resolver ? resolver->resolve(link.raw) : outer.resolve(link.raw);
  return url ? std::optional(*url) : std::nullopt;
}

bool LinkBlock::is_moved_from_browsers(Link const& link) const {
  LinkBase const& own = bases[link.base];
  LinkBase const& other = bases[own.in_browsers];
  // Resolving costs the length of the base for each link, so URLs of long bases are not compared.
  constexpr std::size_t max_base = 4096;
  if (own.resolver.base() == other.resolver.base()) return false;
  if (own.resolver.base().size() > max_base || other.resolver.base().size() > max_base) return true;
  std::string here;
  std::string there;
  const bool resolves = append_by(here, link, link.base).has_value();
  return resolves != append_by(there, link, own.in_browsers).has_value() || here != there;
}

url::Result<url::Url> LinkBlock::resolve_url(Link const& link) const {
  if (link.empty) return tl::make_unexpected(url::Error::empty);
  if (budget != nullptr && budget->is_spent()) return tl::make_unexpected(url::Error::too_long);
  if (link.reference != Reference::url) {
    const auto href = resolve(link);
    if (!href) return tl::make_unexpected(href.error());
    return url::Url::parse(*href);
  }
  url::Resolver const& resolver = bases[link.base].resolver;
  auto url = resolver.resolve_url(link.raw);
  const std::size_t bytes = resolver.base().size() + (url ? url->href().size() : 0);
  if (budget != nullptr && !budget->count(bytes, link.span)) {
    return tl::make_unexpected(url::Error::too_long);
  }
  return url;
}

tl::expected<void, url::Error> LinkBlock::append_of_script(std::string& out, Link const& link,
                                                           std::uint32_t base) const {
  if (link.reference == Reference::unknown_page) {
    return tl::make_unexpected(url::Error::page_base);
  }
  static const ImportMaps no_maps;
  ImportMaps const* const own_maps = bases[base].import_maps;
  ImportMaps const* const maps =
      own_maps == nullptr ? contexts[link.context].import_maps : own_maps;
  return (maps == nullptr ? no_maps : *maps)
      .append_resolved(out, link.raw, bases[base].resolver, link.import_maps);
}

tl::expected<void, url::Error> LinkBlock::append_for_own_page(std::string& out,
                                                              Link const& link) const {
  if (!link.raw.starts_with('/')) return tl::make_unexpected(url::Error::page_base);
  return bases[link.base].resolver.append_resolved(out, link.raw);
}

bool is_bare_guid(Link const& link) {
  return link.element == "guid" && link.ns == Namespace::rss && url::scheme_length(link.raw) == 0;
}

}  // namespace hrefkit::html
