#include "hrefkit/site/check/element_facts.h"

#include <algorithm>
#include <cstring>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/site/check/start_tag.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

using html::Document;
using html::Node;
using html::NodeId;

bool has_ignore(Document const& document, NodeId id) {
  return document.find_attribute(id, "data-hrefkit-ignore").has_value() ||
         document.find_attribute(id, "data-proofer-ignore").has_value();
}

/// True when every type of a link's rel is a hint about a host.
bool is_hint(std::string_view rel) {
  bool any = false;
  html::SpaceList types(rel);
  while (const auto range = types.next()) {
    const std::string_view type = range->in(rel);
    if (!text::equals_ignoring_ascii_case(type, "preconnect") &&
        !text::equals_ignoring_ascii_case(type, "dns-prefetch")) {
      return false;
    }
    any = true;
  }
  return any;
}

std::optional<NotJudged> reason_of_rel(std::string_view rel) {
  if (text::strip_ascii_whitespace(rel).empty()) return NotJudged::no_rel;
  if (is_hint(rel)) return NotJudged::hint;
  return std::nullopt;
}

bool is_dropped(std::string_view srcset, std::uint32_t index) {
  html::Srcset candidates(srcset);
  for (std::uint32_t i = 0; const auto candidate = candidates.next(); ++i) {
    if (i == index) return !candidate->valid;
  }
  return false;
}

/// The name in a usemap value: HTML Standard 2.3.9, "rules for parsing a hash-name reference".
std::optional<std::string_view> map_name(std::string_view value) {
  const std::size_t hash = value.find('#');
  if (hash == std::string_view::npos || hash + 1 == value.size()) return std::nullopt;
  return value.substr(hash + 1);
}

bool takes_usemap(Document const& document, NodeId id) {
  return document.is_html(id, "img") || document.is_html(id, "object") ||
         document.is_html(id, "input");
}

/// The names and ids of a document's maps, sorted.
std::vector<std::string_view> map_names(Document const& document) {
  std::vector<std::string_view> names;
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    if (!document.is_html(id, "map") || document[id].is_apart()) continue;
    for (const std::string_view attribute : {"name", "id"}) {
      const auto found = document.find_attribute(id, attribute);
      if (found) names.push_back(found->value);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

bool mentions_ignore(std::string_view text) {
  constexpr std::string_view wanted = "-ignore";
  char const* const end = text.data() + text.size();
  for (char const* at = text.data(); at != end; ++at) {
    const auto left = static_cast<std::size_t>(end - at);
    at = static_cast<char const*>(::memmem(at, left, wanted.data(), wanted.size()));
    if (at == nullptr) return false;
    const std::string_view before(text.data(), static_cast<std::size_t>(at - text.data()));
    if (before.ends_with("hrefkit") || before.ends_with("proofer")) return true;
  }
  return false;
}

SourceAnswer answer_of_source(html::Link const& link, std::string_view text) {
  if (link.ns != html::Namespace::html) return {true, std::nullopt};
  if (link.attribute == "srcset" || link.attribute == "imagesrcset") return {};
  if (link.element != "link") return {true, std::nullopt};
  const SourceAttribute rel = attribute_beside(text, link.span, "rel");
  if (!rel.is_known) return {};
  return {true, reason_of_rel(rel.value.value_or(""))};
}

ElementFacts::ElementFacts(PageFile const& page) : tree_(page.source, page.options, notes_) {
  for (std::size_t i = 0; i < tree_.contexts().size(); ++i) read_context(i);
}

void ElementFacts::read_context(std::size_t index) {
  html::Context const& context = tree_.contexts()[index];
  Document const& document = context.document;
  std::vector<bool> ignored(document.size(), false);
  tags_.emplace_back();
  if (index != 0 && context.frame != html::no_node) {
    ignored[document.root()] = ignored_[context.parent][context.frame];
  }
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    read_node(index, id, ignored);
  }
  std::stable_sort(tags_.back().begin(), tags_.back().end(),
                   [](Tag const& a, Tag const& b) { return a.span.begin < b.span.begin; });
  ignored_.push_back(std::move(ignored));
}

void ElementFacts::read_node(std::size_t index, NodeId id, std::vector<bool>& ignored) {
  Document const& document = tree_.contexts()[index].document;
  const Node node = document[id];
  if (node.parent != html::no_node && ignored[node.parent]) ignored[id] = true;
  if (node.type == html::NodeType::element && has_ignore(document, id)) ignored[id] = true;
  if (node.type == html::NodeType::document || node.clone) return;
  const text::Span span =
      node.type == html::NodeType::text ? document.text_of(id).span : node.source;
  if (span.empty()) return;
  const NodeId element = node.type == html::NodeType::text ? node.parent : id;
  tags_.back().push_back({tree_.to_file(index, span), element});
}

NodeId ElementFacts::element_of(html::Link const& link) const {
  if (link.context >= tags_.size()) return html::no_node;
  std::vector<Tag> const& tags = tags_[link.context];
  auto after = std::upper_bound(
      tags.begin(), tags.end(), link.span.begin,
      [](std::uint32_t offset, Tag const& tag) { return offset < tag.span.begin; });
  return after == tags.begin() ? html::no_node : std::prev(after)->node;
}

bool ElementFacts::is_ignored(html::Link const& link) const {
  const NodeId element = element_of(link);
  return element != html::no_node && ignored_[link.context][element];
}

std::optional<NotJudged> ElementFacts::not_judged(html::Link const& link) const {
  const NodeId element = element_of(link);
  if (element == html::no_node) return std::nullopt;
  Document const& document = tree_.contexts()[link.context].document;
  if (link.attribute == "srcset" || link.attribute == "imagesrcset") {
    const auto srcset = document.find_attribute(element, link.attribute);
    if (srcset && is_dropped(srcset->value, link.index)) {
      return NotJudged::dropped_candidate;
    }
  }
  if (!document.is_html(element, "link")) return std::nullopt;
  const auto rel = document.find_attribute(element, "rel");
  return reason_of_rel(rel ? rel->value : std::string_view());
}

std::vector<IdPlace> ElementFacts::ids() const {
  std::vector<IdPlace> places;
  Document const& document = tree_.contexts().front().document;
  for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.clone || node.is_apart()) continue;
    const auto own = document.find_attribute(id, "id");
    if (!own || own->value.empty()) continue;
    places.push_back({own->value, node.name, own->span, ignored_[0][id]});
  }
  std::stable_sort(places.begin(), places.end(),
                   [](IdPlace const& a, IdPlace const& b) { return a.span.begin < b.span.begin; });
  return places;
}

std::vector<BrokenUsemap> ElementFacts::broken_usemaps() const {
  std::vector<BrokenUsemap> broken;
  for (std::size_t i = 0; i < tree_.contexts().size(); ++i) {
    Document const& document = tree_.contexts()[i].document;
    std::optional<std::vector<std::string_view>> names;
    for (NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
      if (!takes_usemap(document, id) || document[id].inert || document[id].clone) continue;
      const auto usemap = document.find_attribute(id, "usemap");
      if (!usemap || ignored_[i][id]) continue;
      if (!names) names = map_names(document);
      const auto name = map_name(usemap->value);
      if (name && std::binary_search(names->begin(), names->end(), *name)) continue;
      broken.push_back({static_cast<std::uint32_t>(i), document[id].name, usemap->value,
                        tree_.to_file(i, usemap->span)});
    }
  }
  return broken;
}

}  // namespace hrefkit::site
