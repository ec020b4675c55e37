#include "hrefkit/html/effect_report.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <span>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/any_url.h"

namespace hrefkit::html {

namespace {

using url::Standard;

/// The serialised origin of an absolute URL, "null" for an opaque one.
std::string origin_of(std::string_view url, Standard standard) {
  const auto parsed = url::AnyUrl::parse(url, url::Resolver({.standard = standard}));
  return parsed ? parsed->origin() : "null";
}

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

/// A document's address before and after the changes.
struct Addresses {
  std::string_view before;
  std::string_view after;
};

/// True for a hyperlink that led to its own page, and leads to another.
bool leaves_page(UrlEffect const& url, Addresses const& page) {
  const bool is_href = url.effect == BaseEffect::hyperlink && url.row->attribute == "href";
  return is_href && url.before && url.after &&
         without_fragment(*url.before) == without_fragment(page.before) &&
         without_fragment(*url.after) != without_fragment(page.after);
}

std::vector<Hazard> hazards_of(UrlEffect const& url, Addresses const& page, Standard standard) {
  std::vector<Hazard> hazards;
  if (!url.before) return hazards;
  if (leaves_page(url, page)) {
    if (url.before->find('#') != std::string::npos) {
      hazards.push_back(Hazard::fragment_leaves_page);
    } else if (text::strip_ascii_whitespace(url.raw).empty()) {
      hazards.push_back(Hazard::empty_leaves_page);
    }
  }
  if (!url.after) {
    hazards.push_back(Hazard::stops_resolving);
  } else if (url.row->kind != LinkKind::base &&  // where a change comes from, not what it hurts
             url.changed() && origin_of(*url.before, standard) != origin_of(*url.after, standard)) {
    hazards.push_back(Hazard::origin_changes);
  }
  return hazards;
}

std::optional<std::string> resolve(BaseUrl const& base, std::string_view raw) {
  auto resolved = base.resolver.resolve(raw);
  if (!resolved) return std::nullopt;
  return std::move(*resolved);
}

/// True when something keeps the URL before: all that is not directly affected. A base element
/// keeps it only where its base URL is frozen.
bool is_stale(UrlEffect const& url, NodeId id, LiveDocument const& document) {
  if (!url.changed() || url.effect != BaseEffect::none) return false;
  if (url.row->kind != LinkKind::base) return true;
  return id == document.base_element() && document.base().url == url.before;
}

/// A base element's href is relative to the fallback base URL.
BaseUrl const& base_for(LinkRow const& row, LiveDocument const& document, BaseUrl const& base) {
  return row.kind == LinkKind::base ? document.fallback_base() : base;
}

}  // namespace

std::string_view name(Hazard hazard) {
  switch (hazard) {
    case Hazard::fragment_leaves_page:
      return "fragment-leaves-page";
    case Hazard::empty_leaves_page:
      return "empty-leaves-page";
    case Hazard::origin_changes:
      return "origin-changes";
    case Hazard::stops_resolving:
      return "stops-resolving";
  }
  return {};
}

std::string_view message(Hazard hazard) {
  switch (hazard) {
    case Hazard::fragment_leaves_page:
      return "a link to a fragment of its own page now leads to another page";
    case Hazard::empty_leaves_page:
      return "an empty href, a link to its own page, now leads to another page";
    case Hazard::origin_changes:
      return "a URL now has another origin";
    case Hazard::stops_resolving:
      return "a URL no longer resolves";
  }
  return {};
}

/// One document after the changes: the base URL of each node of its tree, null for others.
struct EffectRecorder::Final {
  explicit Final(LiveDocument const& live, AlsoFind also)
      : document(live), urls(live.document(), also), bases(live.document().size()) {
    live.visit_bases([this](NodeId id, BaseUrl const& base) { bases[id] = &base; });
  }

  /// The URLs of an element; reading those of the same one again is free.
  std::span<ElementUrl const> urls_of(NodeId id) {
    if (id != read) found = urls.of(id);
    read = id;
    return found;
  }

  LiveDocument const& document;
  ElementUrls urls;
  std::vector<BaseUrl const*> bases;
  NodeId read = no_node;
  std::span<ElementUrl const> found = {};
};

EffectRecorder::EffectRecorder(LiveContexts& contexts, AlsoFind also)
    : contexts_(contexts), also_(also), affected_(contexts.size()) {
  for (std::uint32_t i = 0; i < contexts.size(); ++i) {
    LiveDocument& document = contexts[i].document;
    addresses_.emplace_back(document.address());
    record_context(i);
    document.observe([this, i](BaseChange const& change) { mark(i, change.element); });
  }
  const auto by_place = [](Record const& a, Record const& b) {
    return a.url.span.begin < b.url.span.begin;
  };
  std::stable_sort(records_.begin(), records_.end(), by_place);
}

void EffectRecorder::record_context(std::uint32_t index) {
  LiveDocument const& live = contexts_[index].document;
  Document const& document = live.document();
  ElementUrls& urls = urls_.emplace_back(document, also_);
  live.visit_bases([&](NodeId id, BaseUrl const& base) {
    Node const& node = document[id];
    if (!carries_links(node, live.options().templates)) return;
    std::uint32_t nth = 0;
    for (ElementUrl const& found : urls.of(id)) {
      UrlEffect url;
      url.context = index;
      url.element = id;
      url.row = found.row;
      url.ns = node.ns;
      url.name = node.name;
      url.raw = found.raw;
      url.index = found.index;
      url.span = {contexts_.to_file(index, found.span.begin),
                  contexts_.to_file(index, found.span.end)};
      url.kind = found.kind;
      url.effect = base_effect(document, id, *found.row, live.options().resolve.standard);
      url.before = resolve(base_for(*found.row, live, base), found.raw);
      records_.push_back({std::move(url), nth++});
    }
  });
}

void EffectRecorder::mark(std::uint32_t context, NodeId element) {
  std::vector<bool>& marks = affected_[context];
  if (element >= marks.size()) marks.resize(contexts_[context].document.document().size());
  marks[element] = true;
}

bool EffectRecorder::is_marked(std::uint32_t context, NodeId element) const {
  return element < affected_[context].size() && affected_[context][element];
}

/// True when an element was affected where it was at first, or where it was moved.
bool EffectRecorder::is_affected(std::uint32_t context, NodeId element) const {
  if (is_marked(context, element)) return true;
  const auto moved = context == 0 ? moved_.find(element) : moved_.end();
  return moved != moved_.end() && into_->is_marked(0, moved->second);
}

tl::expected<NodeId, InsertError> EffectRecorder::move(NodeId id, EffectRecorder& into,
                                                       NodeId parent) {
  assert(into_ == nullptr || into_ == &into);
  LiveDocument& from = contexts_.main();
  const auto moved = into.contexts_.main().adopt(from, id, parent);
  if (!moved) return moved;
  into_ = &into;
  NodeId copy = *moved;
  Document const& document = from.document();
  for (NodeId old = id; old != no_node; old = document.next_in_tree(old, id)) {
    moved_.emplace(old, copy++);
  }
  return moved;
}

std::vector<UrlEffect> EffectRecorder::report() const {
  std::deque<Final> finals;
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    finals.emplace_back(contexts_[i].document, also_);
  }
  if (into_ != nullptr) finals.emplace_back(into_->contexts_.main(), also_);
  std::vector<UrlEffect> report;
  for (Record const& record : records_) {
    const std::uint32_t context = record.url.context;
    const NodeId old = record.url.element;
    if (!contexts_.is_shown(context) || !is_affected(context, old)) continue;
    const auto moved = context == 0 ? moved_.find(old) : moved_.end();
    Final& after = moved == moved_.end() ? finals[context] : finals.back();
    const NodeId id = moved == moved_.end() ? old : moved->second;
    if (after.bases[id] == nullptr) continue;
    UrlEffect effect = record.url;
    const auto urls = after.urls_of(id);
    if (record.nth < urls.size()) {
      ElementUrl const& now = urls[record.nth];
      effect.after = resolve(base_for(*now.row, after.document, *after.bases[id]), now.raw);
    }
    effect.stale = is_stale(effect, id, after.document);
    const Addresses page{addresses_[context], after.document.address()};
    effect.hazards = hazards_of(effect, page, after.document.options().resolve.standard);
    report.push_back(std::move(effect));
  }
  return report;
}

}  // namespace hrefkit::html
