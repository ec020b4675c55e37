#include "hrefkit/html/effect_report.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <map>
#include <queue>
#include <span>
#include <tuple>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/live/fetched_again.h"
#include "hrefkit/html/live_document.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::html {

std::string_view name(BaseEffect effect) {
  static constexpr text::EnumTable<BaseEffect::reload> names({
      {BaseEffect::hyperlink, "hyperlink"},
      {BaseEffect::cite, "cite"},
      {BaseEffect::none, "none"},
      {BaseEffect::reload, "reload"},
  });
  return names[effect].name;
}

BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard) {
  const bool living = standard == url::Standard::whatwg;
  const EffectStandards in = row.effect_standards;
  if (in != EffectStandards::all && (in == EffectStandards::living) != living) {
    return BaseEffect::none;
  }
  // An element without href creates no hyperlink for its ping.
  if (row.attribute == "ping" && !document.find_attribute(element, "href") &&
      !document.find_attribute(element, "href", Namespace::xlink)) {
    return BaseEffect::none;
  }
  if (row.effect == BaseEffect::hyperlink && row.rule == LinkRule::kind_by_rel) {
    const auto rel = document.find_attribute(element, "rel");
    if (!rel || !creates_hyperlink(rel->value)) return BaseEffect::none;
  }
  return row.effect;
}

namespace {

using url::Standard;

/// The serialised origin of an absolute, serialised URL, "null" for an opaque one. FAST:
/// parses no query and no fragment, which may be long.
std::string origin_of(std::string_view url, Standard standard) {
  const auto parsed =
      url::AnyUrl::parse(url::without_query(url), url::Resolver({.standard = standard}));
  return parsed ? parsed->origin() : "null";
}

/// The address of a document before and after the changes.
struct Addresses {
  std::string_view before;
  std::string_view after;
};

/// True for a hyperlink to its own page that now leads to another page.
bool leaves_page(UrlEffect const& url, Addresses const& page) {
  const bool is_href = url.effect == BaseEffect::hyperlink && url.row->attribute == "href";
  return is_href && url.before && url.after &&
         url::without_fragment(*url.before) == url::without_fragment(page.before) &&
         url::without_fragment(*url.after) != url::without_fragment(page.after);
}

std::vector<Hazard> hazards_of(UrlEffect const& url, Addresses const& page, Standard standard) {
  std::vector<Hazard> hazards;
  if (!url.before) return hazards;
  if (leaves_page(url, page)) {
    if (url::fragment_of(*url.before)) {
      hazards.push_back(Hazard::fragment_leaves_page);
    } else if (text::strip_ascii_whitespace(url.raw).empty()) {
      hazards.push_back(Hazard::empty_leaves_page);
    }
  }
  if (!url.after) {
    hazards.push_back(Hazard::stops_resolving);
  } else if (url.row->kind !=
                 LinkKind::base &&  // a base element is the cause of a change, not a victim
             url.changed() &&
             origin_of(*url.before, standard) != origin_of(*url.after, standard)) {
    hazards.push_back(Hazard::origin_changes);
  }
  return hazards;
}

/// Resolves into a string that is used again.
void resolve(std::optional<std::string>& url, BaseUrl const& base, std::string_view raw) {
  if (!url) url.emplace();
  url->clear();
  if (!base.resolver.append_resolved(*url, raw)) url.reset();
}

/// True if the old URL stays in use, which it does wherever the element is not directly affected. A
/// base element keeps it only under a frozen base URL. `live_base` is the document base URL in an
/// open page.
bool is_stale(UrlEffect const& url, NodeId id, LiveDocument const& document,
              BaseUrl const& live_base) {
  if (!url.changed() || url.effect != BaseEffect::none) return false;
  if (url.row->kind != LinkKind::base) return true;
  return id == document.base_element() && live_base.url() == url.before;
}

/// A URL as it was before its element changed.
struct SavedUrl {
  ElementUrl url;
  BaseEffect effect;
};

/// An element with URLs, before the changes.
struct ElementRecord {
  std::uint32_t place;  // of its first URL in the file
  std::uint32_t context;
  NodeId element;
  BaseId base;
  BaseId early_base;  // the base of its place
};

/// Visits the nodes of a document in tree order, as `LiveDocument::visit_bases` does, each with its
/// base URL and with that of its place: before the base element that counts, that is the fallback
/// base URL. A refresh has the base of its place (HTML Standard 4.2.5.3, "Refresh state": its URL
/// is parsed when the element is inserted).
template <typename Visit>
void visit_bases_of_places(LiveDocument const& live, Visit visit) {
  const NodeId base_element = live.base_element();
  bool is_early = base_element != no_node;
  live.visit_bases([&](NodeId id, BaseId base) {
    if (id == base_element) is_early = false;
    const bool is_document_base = &live.base_url(base) == &live.base();
    visit(id, base, is_early && is_document_base ? live.fallback_id() : base);
  });
}

constexpr BaseId no_base = std::numeric_limits<BaseId>::max();

using ElementKey = std::pair<std::uint32_t, NodeId>;  // context and element

struct HazardRow {
  Hazard value;
  std::string_view name;
  std::string_view message;
};

// clang-format off
constexpr text::EnumTable<Hazard::stops_resolving, HazardRow> hazards({
    {Hazard::fragment_leaves_page, "fragment-leaves-page", "a link to a fragment of its own page now leads to another page"},
    {Hazard::empty_leaves_page, "empty-leaves-page", "an empty href, a link to its own page, now leads to another page"},
    {Hazard::origin_changes, "origin-changes", "a URL now has another origin"},
    {Hazard::stops_resolving, "stops-resolving", "a URL no longer resolves"},
});
// clang-format on

}  // namespace

std::string_view name(Hazard hazard) {
  return hazards[hazard].name;
}

std::string_view message(Hazard hazard) {
  return hazards[hazard].message;
}

struct EffectRecorder::State {
  State(LiveContexts& recorded, AlsoFind also_find)
      : contexts(recorded),
        also(also_find),
        affected(recorded.size()),
        affected_anew(recorded.size()) {}

  void record(std::uint32_t context);
  void save(std::uint32_t context, NodeId element);
  void mark(std::uint32_t context, NodeId element);
  bool loads_again(std::uint32_t context, NodeId element) const {
    return context == 0 && std::binary_search(again.begin(), again.end(), element);
  }
  bool is_marked(std::uint32_t context, NodeId element) const {
    return is_in(affected[context], element);
  }
  bool is_marked_anew(std::uint32_t context, NodeId element) const {
    return is_in(affected_anew[context], element);
  }
  /// The document base URL in an open page.
  BaseUrl const& live_base(std::uint32_t context) const {
    return is_read_anew ? *live_bases[context] : contexts[context].document.base();
  }
  std::optional<NodeId> moved_to(std::uint32_t context, NodeId element) const;

  LiveContexts& contexts;
  AlsoFind also;
  std::vector<std::string> addresses;  // of the contexts, at first
  std::vector<BaseId> fallbacks;       // the same
  std::vector<ElementRecord> records;  // in the order of their places
  using Marks = std::vector<bool>;     // by node
  static bool is_in(Marks const& marks, NodeId element) {
    return element < marks.size() && marks[element];
  }

  std::vector<Marks> affected;       // by context
  std::vector<Marks> affected_anew;  // by `read_anew`
  bool is_read_anew = false;
  std::vector<BaseUrl const*> live_bases;        // of the contexts, before `read_anew`
  State const* into = nullptr;                   // the file into which elements were moved
  std::vector<std::pair<NodeId, NodeId>> moved;  // from the main document: old ids, rising, and new
  std::vector<NodeId> again;  // images of the main document that lost a source; rising
  std::map<ElementKey, std::vector<SavedUrl>> saved;  // of elements whose attributes changed
  std::map<std::uint32_t, ElementUrls> readers;       // by context; saved URLs view their strings
};

/// Records the elements of a document that have URLs.
void EffectRecorder::State::record(std::uint32_t context) {
  LiveDocument const& live = contexts[context].document;
  Document const& document = live.document();
  addresses.emplace_back(live.address());
  ElementUrls urls(document, also);
  visit_bases_of_places(live, [&](NodeId id, BaseId base, BaseId early_base) {
    if (!carries_links(document[id], live.options().templates)) return;
    std::uint32_t place = UINT32_MAX;
    for (ElementUrl const& url : urls.of(id)) place = std::min(place, url.span.begin);
    if (place == UINT32_MAX) return;  // it carries no URL
    records.push_back({contexts.to_file(context, place), context, id, base, early_base});
  });
}

void EffectRecorder::State::mark(std::uint32_t context, NodeId element) {
  Marks& marks = (is_read_anew ? affected_anew : affected)[context];
  if (element >= marks.size()) marks.resize(contexts[context].document.document().size());
  marks[element] = true;
}

/// Saves the URLs of an element before its attributes change for the first time.
void EffectRecorder::State::save(std::uint32_t context, NodeId element) {
  const auto [place, is_new] = saved.try_emplace({context, element});
  if (!is_new) return;
  LiveDocument const& live = contexts[context].document;
  ElementUrls& urls = readers.try_emplace(context, live.document(), also).first->second;
  for (ElementUrl const& url : urls.of(element)) {
    const Standard standard = live.options().resolve.standard;
    place->second.push_back({url, base_effect(live.document(), element, *url.row, standard)});
  }
}

std::optional<NodeId> EffectRecorder::State::moved_to(std::uint32_t context, NodeId element) const {
  if (context != 0) return std::nullopt;
  const auto found = std::lower_bound(moved.begin(), moved.end(), std::pair(element, NodeId{0}));
  if (found == moved.end() || found->first != element) return std::nullopt;
  return found->second;
}

EffectRecorder::EffectRecorder(LiveContexts& contexts, AlsoFind also)
    : state_(std::make_unique<State>(contexts, also)) {
  State& state = *state_;
  for (std::uint32_t i = 0; i < contexts.size(); ++i) {
    LiveDocument& document = contexts[i].document;
    state.fallbacks.push_back(document.fallback_id());
    state.record(i);
    document.observe([&state, i](BaseChange const& change) { state.mark(i, change.element); });
    document.observe_attributes([&state, i](NodeId element) { state.save(i, element); });
  }
  const auto by_place = [](ElementRecord const& a, ElementRecord const& b) {
    return a.place < b.place;
  };
  std::stable_sort(state.records.begin(), state.records.end(), by_place);
}

EffectRecorder::~EffectRecorder() = default;

tl::expected<NodeId, InsertError> EffectRecorder::move(NodeId id, EffectRecorder& into,
                                                       NodeId parent) {
  State& state = *state_;
  assert(state.into == nullptr || state.into == into.state_.get());
  LiveDocument& from = state.contexts.main();
  std::vector<NodeId> again = images_behind_source(from.document(), id);
  const auto moved = into.state_->contexts.main().adopt(from, id, parent);
  if (!moved) return moved;
  for (const NodeId image : again) state.mark(0, image);
  state.again.insert(state.again.end(), again.begin(), again.end());
  std::sort(state.again.begin(), state.again.end());
  state.into = into.state_.get();
  NodeId copy = *moved;
  Document const& document = from.document();
  for (NodeId old = id; old != no_node; old = document.next_in_tree(old, id)) {
    state.moved.emplace_back(old, copy++);
  }
  std::sort(state.moved.begin(), state.moved.end());
  return moved;
}

void EffectRecorder::read_anew() {
  State& state = *state_;
  for (std::size_t i = 0; i < state.contexts.size(); ++i) {
    state.live_bases.push_back(&state.contexts[i].document.base());
  }
  state.is_read_anew = true;  // before the observers are called
  state.contexts.read_anew();
}

/// Reports the effects, once. The URLs of an element mostly come before those of the next one, and
/// are reported as they are read. Those with URLs of other elements in between (the text of a style
/// element in SVG, an iframe around its srcdoc) wait in a queue.
class EffectRecorder::Reporter {
 public:
  Reporter(State& state, EffectSink const& sink)
      : state_(state),
        sink_(sink),
        budget_(state.contexts.main().document().text().size()),
        finals_(state.contexts.size()),
        unread_(state.contexts.size()) {
    for (ElementRecord const& record : state.records) ++unread_[record.context];
    if (state.into != nullptr) into_ = std::make_unique<Final>(state.into->contexts, 0, state.also);
  }

  void run() {
    for (record_ = 0; record_ < state_.records.size(); ++record_) {
      report_waiting(state_.records[record_].place);
      read(state_.records[record_]);
      release_after(state_.records[record_]);
    }
    report_waiting(UINT32_MAX);
  }

 private:
  /// A document before and after the changes.
  struct Final {
    Final(LiveContexts& contexts, std::size_t index, AlsoFind also);

    LiveDocument const& document;
    bool is_shown;
    std::vector<BaseId> bases;        // by node of its tree, after the changes
    std::vector<BaseId> early_bases;  // the same, of their places
    BaseUrl const& address;           // after the changes
    ElementUrls urls;
  };

  /// A URL before and after the changes.
  struct Change {
    std::uint32_t place;
    std::size_t record;
    std::uint32_t nth;  // among the record's URLs
    SavedUrl old;
    std::optional<ElementUrl> now;

    /// The order of a queue whose front is the first.
    bool operator<(Change const& other) const {
      return std::tuple(place, record, nth) > std::tuple(other.place, other.record, other.nth);
    }
  };

  /// Made for the first element of the document: a page may have very many empty frames.
  Final& final_of(std::size_t context) {
    if (!finals_[context]) {
      finals_[context] = std::make_unique<Final>(state_.contexts, context, state_.also);
    }
    return *finals_[context];
  }
  Final& after(ElementRecord const& record) {
    return state_.moved_to(record.context, record.element) ? *into_ : final_of(record.context);
  }
  NodeId id_after(ElementRecord const& record) const {
    return state_.moved_to(record.context, record.element).value_or(record.element);
  }
  bool is_affected(ElementRecord const& record) const;
  bool is_affected_anew(ElementRecord const& record) const;
  bool is_reported(ElementRecord const& record);
  std::vector<SavedUrl> old_urls(ElementRecord const& record);
  void read(ElementRecord const& record);
  void release_after(ElementRecord const& record);
  void report_waiting(std::uint32_t place);
  void report(Change const& change);
  void resolve_both(Change const& change, ElementRecord const& record);
  BaseUrl const& base_for(RelativeTo relative_to, BaseUrl const& base);

  State& state_;
  EffectSink const& sink_;
  UrlBudget budget_;
  std::vector<std::unique_ptr<Final>> finals_;  // of the contexts, made on demand
  std::vector<std::uint32_t> unread_;           // records, by context
  std::vector<std::uint32_t> read_;             // contexts without more records
  std::unique_ptr<Final> into_;                 // the document into which elements moved
  std::size_t record_ = 0;                      // the current one
  std::priority_queue<Change> waiting_;
  UrlEffect effect_;  // its strings are used again
};

EffectRecorder::Reporter::Final::Final(LiveContexts& contexts, std::size_t index, AlsoFind also)
    : document(contexts[index].document),
      is_shown(contexts.is_shown(index)),
      bases(document.document().size(), no_base),
      early_bases(bases),
      address(contexts.base_url(document.address(), document.options().resolve.encoding)),
      urls(document.document(), also) {
  visit_bases_of_places(document, [this](NodeId id, BaseId base, BaseId early_base) {
    bases[id] = base;
    early_bases[id] = early_base;
  });
}

/// True for an element that is affected in an open page.
bool EffectRecorder::Reporter::is_affected(ElementRecord const& record) const {
  const auto moved = state_.moved_to(record.context, record.element);
  return state_.is_marked(record.context, record.element) ||
         (moved && state_.into->is_marked(0, *moved));
}

/// True for an element whose base URL changes by the reload alone.
bool EffectRecorder::Reporter::is_affected_anew(ElementRecord const& record) const {
  const auto moved = state_.moved_to(record.context, record.element);
  return moved ? state_.into->is_marked_anew(0, *moved)
               : state_.is_marked_anew(record.context, record.element);
}

/// True for an affected element that is in a tree.
bool EffectRecorder::Reporter::is_reported(ElementRecord const& record) {
  if (!is_affected(record) && !is_affected_anew(record)) return false;
  return final_of(record.context).is_shown && after(record).bases[id_after(record)] != no_base;
}

/// The URLs of an element before the changes. An element that moved away keeps its attributes.
std::vector<SavedUrl> EffectRecorder::Reporter::old_urls(ElementRecord const& record) {
  const auto saved = state_.saved.find({record.context, record.element});
  if (saved != state_.saved.end()) return saved->second;
  Final& before = final_of(record.context);
  std::vector<SavedUrl> urls;
  for (ElementUrl const& url : before.urls.of(record.element)) {
    urls.push_back({url, base_effect(before.document.document(), record.element, *url.row,
                                     before.document.options().resolve.standard)});
  }
  return urls;
}

/// Reports the URLs of an element that come before those of the next one; the others wait.
void EffectRecorder::Reporter::read(ElementRecord const& record) {
  if (!is_reported(record)) return;
  const std::vector<SavedUrl> old = old_urls(record);
  const std::span<ElementUrl const> now = after(record).urls.of(id_after(record));
  const std::uint32_t next =
      record_ + 1 < state_.records.size() ? state_.records[record_ + 1].place : UINT32_MAX;
  bool in_order = waiting_.empty();
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    Change change{
        state_.contexts.to_file(record.context, old[i].url.span.begin), record_, i, old[i], {}};
    if (i < now.size()) change.now = now[i];
    in_order = in_order && change.place >= last && change.place < next;
    last = change.place;
    if (in_order) {
      report(change);
    } else {
      waiting_.push(change);
    }
  }
}

/// Frees the documents whose records have all been read, as soon as no URL waits: a page may have
/// thousands of frames.
void EffectRecorder::Reporter::release_after(ElementRecord const& record) {
  if (--unread_[record.context] == 0) read_.push_back(record.context);
  if (!waiting_.empty()) return;
  for (const std::uint32_t context : read_) finals_[context].reset();
  read_.clear();
}

/// Reports the waiting URLs before `place`.
void EffectRecorder::Reporter::report_waiting(std::uint32_t place) {
  while (!waiting_.empty() && waiting_.top().place <= place) {
    report(waiting_.top());
    waiting_.pop();
  }
}

/// `base`, or the same URL for a reference whose query is in UTF-8.
BaseUrl const& EffectRecorder::Reporter::base_for(RelativeTo relative_to, BaseUrl const& base) {
  const text::Encoding encoding = base.resolver.options().encoding;
  const bool is_in_utf_8 =
      relative_to == RelativeTo::element_in_utf_8 || relative_to == RelativeTo::place_in_utf_8;
  const bool is_same = !is_in_utf_8 || text::output_encoding(encoding) == text::Encoding::utf_8;
  return is_same ? base : state_.contexts.base_url(base.url(), text::Encoding::utf_8);
}

void EffectRecorder::Reporter::resolve_both(Change const& change, ElementRecord const& record) {
  ElementUrl const& old = change.old.url;
  LiveDocument const& before = final_of(record.context).document;
  if (old.relative_to == RelativeTo::document) {
    resolve(effect_.before,
            state_.contexts.base_url(state_.addresses[record.context],
                                     before.options().resolve.encoding),
            old.raw);
  } else {
    BaseId base = record.base;
    if (old.row->kind == LinkKind::base) base = state_.fallbacks[record.context];
    if (is_of_place(old.relative_to)) base = record.early_base;
    resolve(effect_.before, base_for(old.relative_to, before.base_url(base)), old.raw);
  }
  effect_.after.reset();
  if (!change.now) return;
  ElementUrl const& now = *change.now;
  Final const& final = after(record);
  if (now.relative_to == RelativeTo::document) {
    resolve(effect_.after, final.address, now.raw);
  } else if (now.row->kind == LinkKind::base) {
    resolve(effect_.after, final.document.fallback_base(), now.raw);
  } else {
    std::vector<BaseId> const& bases =
        is_of_place(now.relative_to) ? final.early_bases : final.bases;
    BaseUrl const& base = final.document.base_url(bases[id_after(record)]);
    resolve(effect_.after, base_for(now.relative_to, base), now.raw);
  }
}

void EffectRecorder::Reporter::report(Change const& change) {
  ElementRecord const& record = state_.records[change.record];
  ElementUrl const& old = change.old.url;
  Final const& final = after(record);
  const NodeId id = id_after(record);
  const Node node = final.document.document()[id];
  effect_.context = record.context;
  effect_.element = record.element;
  effect_.row = old.row;
  effect_.ns = node.ns;
  effect_.name = node.name;
  effect_.raw = old.raw;
  effect_.index = old.index;
  effect_.span = {change.place, state_.contexts.to_file(record.context, old.span.end)};
  effect_.kind = old.kind;
  effect_.effect = is_affected(record) ? change.old.effect : BaseEffect::none;
  const bool moved = state_.moved_to(record.context, record.element).has_value();
  const bool is_local = old.relative_to == RelativeTo::document;
  const bool is_loaded_again =
      (moved || state_.loads_again(record.context, record.element)) && !is_local && !old.empty;
  if (is_loaded_again && effect_.effect == BaseEffect::none &&
      is_fetched_on_insertion(final.document.document(), id, *old.row)) {
    effect_.effect = BaseEffect::reload;
  }
  if (!budget_.is_spent()) resolve_both(change, record);
  if (old.empty) effect_.before.reset();
  if (change.now && change.now->empty) effect_.after.reset();
  std::size_t bytes = effect_.before ? effect_.before->size() : 0;
  if (effect_.after) bytes += effect_.after->size();
  effect_.too_long = !budget_.count(bytes);
  if (effect_.too_long) {
    effect_.before.reset();
    effect_.after.reset();
  }
  BaseUrl const& live_base = moved ? state_.into->live_base(0) : state_.live_base(record.context);
  effect_.stale = !is_local && is_stale(effect_, id, final.document, live_base);
  const Addresses page{state_.addresses[record.context], final.document.address()};
  effect_.hazards = hazards_of(effect_, page, final.document.options().resolve.standard);
  sink_(effect_);
}

void EffectRecorder::report(EffectSink const& sink) const {
  Reporter(*state_, sink).run();
}

}  // namespace hrefkit::html
