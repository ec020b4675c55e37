#include "hrefkit/html/links/dom_links.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/links/tree_surroundings.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::html {

namespace {

url::ResolveOptions in_utf_8(url::ResolveOptions options) {
  options.encoding = text::Encoding::utf_8;
  return options;
}

}  // namespace

DocumentBases::DocumentBases(std::vector<LinkBase>& bases, std::string_view address,
                             BaseSource fallback_source, url::Resolver resolver)
    : bases_(&bases),
      address_(address),
      fallback_(add(std::move(resolver), fallback_source, {})),
      document_(fallback_),
      own_(fallback_source == BaseSource::document ? fallback_ : not_made) {}

std::uint32_t DocumentBases::add(url::Resolver resolver, BaseSource source, text::Span declared) {
  bases_->push_back({std::move(resolver), source, declared});
  return static_cast<std::uint32_t>(bases_->size() - 1);
}

void DocumentBases::set_document_base(url::Resolver resolver, text::Span declared) {
  document_ = add(std::move(resolver), BaseSource::base, declared);
}

std::uint32_t DocumentBases::add_earlier_base(url::Resolver resolver, text::Span declared) {
  return add(std::move(resolver), BaseSource::base, declared);
}

std::uint32_t DocumentBases::number_for(RelativeTo relative_to, std::uint32_t element_base) {
  switch (relative_to) {
    case RelativeTo::fallback:
      return fallback_;
    case RelativeTo::element_in_utf_8:
    case RelativeTo::place_in_utf_8:
      return utf_8_base(element_base);
    case RelativeTo::document:
      return own_address();
    case RelativeTo::element:
    case RelativeTo::place:
      break;
  }
  return element_base;
}

/// The same base URL, for references whose queries are in UTF-8.
std::uint32_t DocumentBases::utf_8_base(std::uint32_t base) {
  LinkBase const& of_element = (*bases_)[base];
  const url::ResolveOptions options = of_element.resolver.options();
  if (text::output_encoding(options.encoding) == text::Encoding::utf_8) return base;
  const auto [made, is_new] = utf_8_bases_.try_emplace(base, not_made);
  if (is_new) {
    made->second = add(BaseUrl(of_element.resolver.base(), in_utf_8(options)).resolver,
                       of_element.source, of_element.declared);
  }
  return made->second;
}

std::uint32_t DocumentBases::own_address() {
  if (own_ == not_made) {
    const url::ResolveOptions options = in_utf_8((*bases_)[fallback_].resolver.options());
    own_ = add(BaseUrl(address_, options).resolver, BaseSource::document, {});
  }
  return own_;
}

namespace {

/// Where a value that holds links begins in the file's text, and whose value it is.
struct ValuePlace {
  LinkRow const* row;
  std::uint32_t begin;
  std::uint32_t context;
  NodeId element;
  std::uint32_t attribute;
  std::uint32_t base;   ///< the number of the base URL of the element
  std::uint32_t early;  ///< the same as it was when the parser reached the place
};

/// A value whose links are being read.
class OpenValue {
 public:
  OpenValue(ContextTree const& tree, ValuePlace const& place, std::size_t order)
      : tree_(tree),
        place_(place),
        order_(order),
        reader_(tree.contexts()[place.context].document, place.element,
                {place.row, place.attribute, 0}) {
    read();
  }

  /// The link that was read last; nothing at the end of the value.
  std::optional<ElementUrl> const& url() const { return url_; }

  ValuePlace const& place() const { return place_; }

  /// What is to be known to write another URL in the place of the link.
  LinkPlace link_place() const {
    const Node node = tree_.contexts()[place_.context].document[place_.element];
    const bool is_text = place_.attribute == LinkValue::text;
    return {is_text ? text::Span() : node.source, reader_.written_value(), own_span_,
            place_.row->grammar, reader_.byte_before()};
  }
  bool raw_is_of_document() const { return reader_.raw_is_of_document(); }

  /// What is to be known of a script, with places in the file.
  std::optional<ScriptFacts> script_facts() const {
    auto facts = reader_.script_facts();
    if (!facts) return facts;
    facts->context = place_.context;
    facts->text = tree_.to_file(place_.context, facts->text);
    facts->fault_begin = tree_.to_file(place_.context, facts->fault_begin);
    return facts;
  }

  /// Reads the next link; its span becomes a place in the file's text.
  void read() {
    url_ = reader_.next();
    if (!url_) return;
    own_span_ = url_->span;
    url_->span = tree_.to_file(place_.context, url_->span);
  }

  /// True when this value's link comes after that of `other`.
  bool is_after(OpenValue const& other) const {
    const std::uint32_t own = url_->span.begin;
    const std::uint32_t others = other.url_->span.begin;
    return own != others ? own > others : order_ > other.order_;
  }

 private:
  ContextTree const& tree_;
  ValuePlace place_;
  std::size_t order_;
  LinkValueReader reader_;
  std::optional<ElementUrl> url_;
  text::Span own_span_;  // of the link, in the text of its document
};

/// Reads the links of places that are in the order of the source. The values of most places end
/// before the next begins; those of the text around other elements do not.
class LinkMerger {
 public:
  LinkMerger(ContextTree const& tree, std::vector<ValuePlace> const& places, LinkSink const& sink)
      : tree_(tree), places_(places), sink_(sink) {}

  /// The value whose link is next, or null after the last link. `advance` goes on.
  OpenValue const* next() {
    while (next_place_ < places_.size() &&
           (open_.empty() || places_[next_place_].begin <= open_.front()->url()->span.begin)) {
      const std::size_t order = next_place_++;
      auto value = std::make_unique<OpenValue>(tree_, places_[order], order);
      const auto facts = value->script_facts();
      if (facts && emit(sink_, *facts) == Flow::stop) stopped_ = true;
      push(std::move(value));
    }
    return open_.empty() ? nullptr : open_.front().get();
  }

  /// True once the listener for scripts wants no more.
  bool stopped() const { return stopped_; }

  void advance() {
    std::pop_heap(open_.begin(), open_.end(), is_after);
    std::unique_ptr<OpenValue> value = std::move(open_.back());
    open_.pop_back();
    value->read();
    push(std::move(value));
  }

 private:
  static bool is_after(std::unique_ptr<OpenValue> const& a, std::unique_ptr<OpenValue> const& b) {
    return a->is_after(*b);
  }

  void push(std::unique_ptr<OpenValue> value) {
    if (!value->url()) return;
    open_.push_back(std::move(value));
    std::push_heap(open_.begin(), open_.end(), is_after);
  }

  ContextTree const& tree_;
  std::vector<ValuePlace> const& places_;
  LinkSink const& sink_;
  bool stopped_ = false;
  std::size_t next_place_ = 0;
  std::vector<std::unique_ptr<OpenValue>> open_;  // a heap, the one whose link is next in front
};

constexpr std::uint32_t not_made = UINT32_MAX;

/// Emits the links of all documents of a file.
class LinkEmitter {
 public:
  LinkEmitter(ContextTree const& tree, text::SourceMap const* map, DocumentOptions const& options,
              LinkSink const& sink, UrlBudget& budget, TreeSurroundings const* surroundings)
      : tree_(tree),
        map_(map),
        options_(options),
        sink_(sink),
        budget_(budget),
        surroundings_(surroundings) {}

  Flow run() {
    std::vector<ValuePlace> places;
    for (std::uint32_t i = 0; i < tree_.contexts().size(); ++i) read_context(i, places);
    sort(places);
    LinkMerger links(tree_, places, sink_);
    while (OpenValue const* value = links.next()) {
      if (links.stopped()) return Flow::stop;
      append_link(*value);
      if (block_.size() == max_link_block && emit_block() == Flow::stop) return Flow::stop;
      links.advance();
    }
    return block_.empty() ? Flow::go_on : emit_block();
  }

 private:
  void read_context(std::uint32_t index, std::vector<ValuePlace>& places);
  LinkContext link_context(std::uint32_t index) const;
  DocumentBases bases_of(std::uint32_t index);
  void append_places(std::vector<ValuePlace>& places, std::uint32_t context, NodeId id,
                     std::uint32_t base);
  std::uint32_t early_base(std::uint32_t context, std::uint32_t begin, std::uint32_t base);
  void read_import_maps(std::uint32_t index, std::span<ValuePlace const> places);
  void append_imports(std::vector<MapEvent>& events, ValuePlace const& place) const;
  static void sort(std::vector<ValuePlace>& places);
  void append_link(OpenValue const& value);
  std::optional<std::string_view> rel_of(ValuePlace const& place);
  Flow emit_block();

  ContextTree const& tree_;
  text::SourceMap const* map_;
  DocumentOptions const& options_;
  LinkSink const& sink_;
  UrlBudget& budget_;
  TreeSurroundings const* surroundings_;
  std::vector<LinkBase> bases_;
  std::vector<DocumentBases> documents_;
  std::vector<LinkContext> contexts_;
  std::deque<ImportMaps> import_maps_;                // they stay where they are
  std::vector<std::vector<std::uint32_t>> map_ends_;  // by context: where each map ends in the file
  std::vector<NodeId> maps_;                          // the maps of the document that is read
  std::vector<LinkValue> values_;                     // of the element that is being read
  std::vector<std::uint32_t> epoch_bases_;  // of the document that is read: by epoch, or not_made
  std::vector<Link> block_;
  std::vector<LinkPlace> link_places_;                        // of the block, if they are wanted
  ValuePlace rel_place_ = {nullptr, 0, 0, no_node, 0, 0, 0};  // of the last rel that was asked for
  std::optional<std::string_view> rel_;                       // which is this
  text::StringArena strings_;                                 // of the block
};

/// Notes the places and the base URLs of a document.
void LinkEmitter::read_context(std::uint32_t index, std::vector<ValuePlace>& places) {
  Context const& context = tree_.contexts()[index];
  contexts_.push_back(link_context(index));
  documents_.push_back(bases_of(index));
  epoch_bases_.assign(context.base.epochs.size(), not_made);
  const bool is_shown = xml_base_in(context.document, XmlBase::automatic) == XmlBase::off;
  const std::uint32_t in_browsers =
      is_shown ? documents_.back().document_base() : LinkBase::no_other;
  const auto number_of = [&](BaseScope const& scope, std::uint32_t around) {
    if (!scope.usable) return around;
    const bool is_item = scope.source == BaseSource::item;
    const auto declared = find_xml_base(context.document, scope.element, options_.xml_base);
    bases_.push_back({tree_.base_url(scope.base).resolver, scope.source,
                      is_item ? text::Span() : tree_.to_file(index, declared->span), in_browsers});
    return static_cast<std::uint32_t>(bases_.size() - 1);
  };
  const auto visit = [&](NodeId id, std::uint32_t base) { append_places(places, index, id, base); };
  const std::size_t first = places.size();
  maps_.clear();
  walk_scopes(context.document, context.scopes, documents_.back().document_base(), number_of,
              visit);
  map_ends_.emplace_back();
  if (!maps_.empty()) read_import_maps(index, std::span(places).subspan(first));
}

/// Notes the import maps of a document, and what its inline modules import before each of them.
/// HTML Standard 8.1.4.2, "fetch an inline module script graph": static imports are resolved when
/// the parser reaches the end of the script.
void LinkEmitter::read_import_maps(std::uint32_t index, std::span<ValuePlace const> places) {
  Document const& document = tree_.contexts()[index].document;
  std::vector<std::pair<std::uint32_t, MapEvent>> events;
  for (const NodeId map : maps_) {
    const text::Span whole = document[map].source;
    const std::uint32_t base = early_base(index, whole.begin, documents_[index].document_base());
    events.emplace_back(whole.begin, MapEvent::map(text_of(document, map), bases_[base].resolver));
    map_ends_[index].push_back(tree_.to_file(index, whole.end));
  }
  const std::uint32_t last_map = events.back().first;
  for (ValuePlace const& place : places) {
    const std::uint32_t begin = document[place.element].source.begin;
    if (place.row != &module_script_row || begin > last_map) continue;
    std::vector<MapEvent> imports;
    append_imports(imports, place);
    for (MapEvent& import : imports) events.emplace_back(begin, std::move(import));
  }
  std::stable_sort(events.begin(), events.end(),
                   [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<MapEvent> ordered;
  for (auto& [begin, event] : events) ordered.push_back(std::move(event));
  contexts_[index].import_maps = &import_maps_.emplace_back(ordered, budget_);
}

/// The static imports of an inline module.
void LinkEmitter::append_imports(std::vector<MapEvent>& events, ValuePlace const& place) const {
  LinkValueReader reader(tree_.contexts()[place.context].document, place.element,
                         {place.row, place.attribute, 0});
  while (const auto url = reader.next()) {
    if (url->row->is_static_import) {
      events.push_back(MapEvent::specifier(url->raw, bases_[place.early].resolver));
    }
  }
}

LinkContext LinkEmitter::link_context(std::uint32_t index) const {
  Context const& context = tree_.contexts()[index];
  LinkContext around{.path = tree_.path(index), .parent = context.parent};
  if (context.source == nullptr) return around;
  around.text = context.document.text();
  around.source = context.source->span;
  around.map = context.source->map;
  Document const& parent = tree_.contexts()[context.parent].document;
  around.in_text = !parent.is_html(context.frame, "iframe");
  return around;
}

DocumentBases LinkEmitter::bases_of(std::uint32_t index) {
  Context const& context = tree_.contexts()[index];
  DocumentBase const& base = context.base;
  DocumentBases bases(bases_, context.address, base.fallback_source,
                      tree_.base_url(base.fallback).resolver);
  if (base.source == BaseSource::base) {
    const auto href = context.document.find_attribute(base.element, "href");
    bases.set_document_base(tree_.base_url(base.base).resolver, tree_.to_file(index, href->span));
  }
  return bases;
}

/// Notes the places of an element's values; `base` is the number of its base URL.
void LinkEmitter::append_places(std::vector<ValuePlace>& places, std::uint32_t context, NodeId id,
                                std::uint32_t base) {
  Document const& document = tree_.contexts()[context].document;
  if (!carries_links(document[id], options_.templates)) return;
  const bool is_script = options_.also.scripts && document[id].name == "script";
  if (is_script && !document[id].inert && is_import_map(document, id)) maps_.push_back(id);
  values_.clear();
  append_link_values(values_, document, id, options_.also);
  for (LinkValue const& value : values_) {
    const std::uint32_t begin = tree_.to_file(context, value.begin);
    const bool may_be_early =
        value.row->fetch != LinkFetch::none || is_of_place(relative_to(*value.row, {}));
    const std::uint32_t early = may_be_early ? early_base(context, value.begin, base) : base;
    places.push_back({value.row, begin, context, id, value.attribute, base, early});
  }
}

/// The number of the base URL of an element, as it was when the parser reached the place `begin`.
/// Browsers do not know xml:base: in its scopes, the base URL is the same all the time.
std::uint32_t LinkEmitter::early_base(std::uint32_t context, std::uint32_t begin,
                                      std::uint32_t base) {
  DocumentBase const& own = tree_.contexts()[context].base;
  DocumentBases& numbers = documents_[context];
  // FAST: mostly there is no base element, or it comes first.
  if (own.epochs.empty() || base != numbers.document_base()) return base;
  const std::size_t begun = own.epochs_before(begin);
  if (begun == own.epochs.size()) return base;
  if (begun == 0) return numbers.fallback();
  BaseEpoch const& epoch = own.epochs[begun - 1];
  const bool has_element = epoch.element != no_node;  // else one was removed, and none counts
  if (!has_element || epoch.status != BaseElementStatus::used) return numbers.fallback();
  std::uint32_t& number = epoch_bases_[begun - 1];
  if (number == not_made) {
    const auto href = tree_.contexts()[context].document.find_attribute(epoch.element, "href");
    number = numbers.add_earlier_base(tree_.base_url(epoch.base).resolver,
                                      tree_.to_file(context, href->span));
  }
  return number;
}

/// Puts the places in the order of the source.
void LinkEmitter::sort(std::vector<ValuePlace>& places) {
  const auto by_begin = [](ValuePlace const& a, ValuePlace const& b) { return a.begin < b.begin; };
  if (std::is_sorted(places.begin(), places.end(), by_begin)) return;
  std::stable_sort(places.begin(), places.end(), by_begin);
}

void LinkEmitter::append_link(OpenValue const& value) {
  ValuePlace const& place = value.place();
  ElementUrl const& url = *value.url();
  const Node node = tree_.contexts()[place.context].document[place.element];
  Link& link = block_.emplace_back();
  link.element = node.name;
  link.attribute = attribute_name(*url.row);
  link.raw = value.raw_is_of_document() ? url.raw : strings_.keep(url.raw);
  link.span = url.span;
  link.index = url.index;
  DocumentBases& bases = documents_[place.context];
  const std::uint32_t early = bases.number_for(url.relative_to, place.early);
  link.base = is_of_place(url.relative_to) ? early : bases.number_for(url.relative_to, place.base);
  link.loaded_base = url.fetch_time == FetchTime::at_once ? early : link.base;
  link.place_base = url.fetch_time == FetchTime::when_shown ? early : link.loaded_base;
  link.context = place.context;
  link.ns = node.ns;
  link.kind = url.kind;
  link.local = url.relative_to == RelativeTo::document;
  link.empty = url.empty;
  link.is_import = url.is_import;
  if (url.row->is_specifier) {
    link.reference = Reference::specifier;
    // A dynamic import is resolved when it runs: later maps count.
    std::vector<std::uint32_t> const& ends = map_ends_[place.context];
    if (url.row->is_static_import) {
      link.import_maps = static_cast<std::uint32_t>(
          std::upper_bound(ends.begin(), ends.end(), link.span.begin) - ends.begin());
    }
  }
  link.element_key = place.element;
  link.row = url.row;
  link.around.add(Around::shadow_tree, node.in_shadow);
  if (surroundings_ != nullptr) link.around = surroundings_->of(link, place.element);
  if (sink_.with_places) link_places_.push_back(value.link_place());
  if (sink_.with_rels) link.rel = rel_of(place);
  if (sink_.with_uses) {
    const bool is_in_body = url.use == LinkUse::unknown && surroundings_ != nullptr;
    link.use = is_in_body ? surroundings_->use_in_body(*url.row) : url.use;
  }
}

/// Looked for once for all links of an element that come one after the other.
std::optional<std::string_view> LinkEmitter::rel_of(ValuePlace const& place) {
  if (rel_place_.element == place.element && rel_place_.context == place.context) return rel_;
  rel_place_ = place;
  rel_.reset();
  Document const& document = tree_.contexts()[place.context].document;
  if (!has_rel(document[place.element].name)) return rel_;
  const auto rel = document.find_attribute(place.element, "rel");
  if (rel) rel_ = rel->value;
  return rel_;
}

Flow LinkEmitter::emit_block() {
  const Flow flow =
      sink_.links({block_, bases_, contexts_, tree_.contexts().front().document.text(), map_,
                   link_places_, &budget_, &tree_});
  block_.clear();
  link_places_.clear();
  strings_.clear();
  return flow;
}

}  // namespace

Flow emit_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink, UrlBudget& budget,
                    TreeSurroundings const* surroundings) {
  return LinkEmitter(tree, map, options, sink, budget, surroundings).run();
}

}  // namespace hrefkit::html
