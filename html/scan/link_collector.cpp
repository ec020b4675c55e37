// From a start tag to its links. `LinkIndex` is the link table as an array, made by the compiler:
//
//   row = rows[TagName::img][AttributeName::srcset]     // no search, no compare of names
//
// The scanner has marked in `present` which attributes the tag has, so that only those of both are
// looked at. Names of foreign elements are searched in the table: they are rare. A value is a view
// of the page's text; one with character references is decoded into the arena, with a map back to
// what is written.
#include "hrefkit/html/scan/link_collector.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/names/foreign_names.h"
#include "hrefkit/html/parse/tag_attributes.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html::scan {

std::string_view PageStrings::peek(WrittenValue const& value) {
  if (!value.coded) return value.span.in(text_);
  decode_attribute_value(value.span.in(text_), scratch_, nullptr);
  return scratch_;
}

DecodedValue PageStrings::decode(WrittenValue const& value, Decoder decoder) {
  if (!value.coded) return {value.span.in(text_), value.span.begin, nullptr};
  decoder(value.span.in(text_), scratch_, &map_);
  return {arena_.keep(scratch_), value.span.begin, &map_};
}

std::string_view PageStrings::element_name(WrittenTag const& tag, Namespace ns) {
  if (tag.tag == TagName::image && ns == Namespace::html) return "img";
  if (tag.tag != TagName::unknown && ns != Namespace::svg) {
    return tag_names[static_cast<std::size_t>(tag.tag) - 1];
  }
  const std::string_view written = tag.name.in(text_);
  decode_raw_text(written, scratch_, nullptr);
  scratch_ = text::to_ascii_lower(scratch_);
  if (ns == Namespace::svg) {
    if (const std::string_view mixed = svg_tag_name(scratch_); !mixed.empty()) return mixed;
  }
  return scratch_ == written ? written : arena_.keep(scratch_);
}

namespace {

constexpr std::size_t number_of(LinkRow const& row) {
  const auto found = std::find(attribute_names.begin(), attribute_names.end(), attribute_name(row));
  return static_cast<std::size_t>(found - attribute_names.begin());
}

/// The number of an element's name, which must be known, in `TagName`.
constexpr std::size_t number_of_element(LinkRow const& row) {
  const auto found = std::lower_bound(tag_names.begin(), tag_names.end(), row.element);
  if (*found != row.element) throw "an element of the link table is not in tag_name.h";
  return static_cast<std::size_t>(found - tag_names.begin()) + 1;
}

}  // namespace

constexpr LinkIndex::LinkIndex() {
  static_assert(link_row_table.size() < 255);
  // Rows are sorted: those of any element ("*") come first, so that an element's own replace them.
  for (std::size_t i = 0; i < link_row_table.size(); ++i) {
    LinkRow const& row = link_row_table[i];
    if (row.attribute.empty()) continue;  // an element's text
    const std::size_t attribute = number_of(row);
    if (row.element_ns != Namespace::html) {
      foreign_links_ |= mask_of(static_cast<AttributeName>(attribute));
    } else if (row.element == "*") {
      for (std::size_t element = 0; element < tag_name_count; ++element) set(element, attribute, i);
    } else {
      set(number_of_element(row), attribute, i);
    }
  }
}

constexpr void LinkIndex::set(std::size_t element, std::size_t attribute, std::size_t row) {
  rows_[element][attribute] = static_cast<std::uint8_t>(row + 1);
  links_[element] |= mask_of(static_cast<AttributeName>(attribute));
  deciders_[element] |= html::deciders_of(link_row_table[row].condition);
}

constexpr LinkIndex link_index;

namespace {

/// For each number of a row in `LinkIndex` what the row decides of a link, if its values are one
/// URL, and count whatever else the element has. The others have no row.
///
/// FAST: nearly all links are such. To copy them is a third of the work of `add`, and finding links
/// takes 2 % less time.
constexpr auto plain_links = [] {
  std::array<Link, link_row_table.size() + 1> links{};
  for (std::size_t i = 0; i < link_row_table.size(); ++i) {
    LinkRow const& row = link_row_table[i];
    if (row.rule != LinkRule::plain || row.grammar != LinkGrammar::url) continue;
    const FetchTime time =
        row.fetch == LinkFetch::none ? FetchTime::later
        : row.fetch == LinkFetch::when_shown || row.fetch == LinkFetch::non_empty_when_shown
            ? FetchTime::when_shown
            : FetchTime::at_once;
    const bool is_base = row.kind == LinkKind::base;
    const RelativeTo base = is_base ? RelativeTo::fallback : RelativeTo::element;
    links[i + 1] = {.attribute = attribute_name(row),
                    .base = LinkCollector::NumberedBase(base, time).number(),
                    .kind = row.kind,
                    .row = &row};
  }
  return links;
}();

constexpr AttributeName id_attribute = attribute_named("id");
constexpr AttributeName name_attribute = attribute_named("name");
constexpr AttributeName rel_attribute = attribute_named("rel");
constexpr AttributeName srcdoc_attribute = attribute_named("srcdoc");
constexpr AttributeName usemap_attribute = attribute_named("usemap");
constexpr AttributeMask map_names = mask_of(id_attribute) | mask_of(name_attribute);

AttributeName lowest(AttributeMask mask) {
  return static_cast<AttributeName>(std::countr_zero(mask));
}

/// The attribute of a set that is written first in a tag.
AttributeName first_written(WrittenTag const& tag, AttributeMask set) {
  AttributeName first = lowest(set);
  for (AttributeMask rest = set & (set - 1); rest != 0; rest &= rest - 1) {
    const AttributeName other = lowest(rest);
    if (tag.value(other).span.begin < tag.value(first).span.begin) first = other;
  }
  return first;
}

LinkRow const& style_row(Namespace ns) {
  return *find_link_row(ns, "style", {}, Namespace::none);
}

/// The row of an HTML image element is that of img (HTML Standard 13.2.6.4.7).
TagName row_name(TagName tag) {
  return tag == TagName::image ? TagName::img : tag;
}

}  // namespace

void LinkCollector::begin(PageStrings& strings, Extras wanted, std::size_t enough,
                          OnEnough on_enough, OnFrame on_frame) {
  go_on_in(strings, 0);
  enough_ = enough;
  on_enough_ = std::move(on_enough);
  on_frame_ = std::move(on_frame);
  wants_links_ = wanted.links;
  wants_anchors_ = wanted.anchors;
  wants_image_maps_ = wanted.image_maps;
  wants_places_ = wanted.places;
  wants_rels_ = wanted.rels;
  wants_uses_ = wanted.uses;
  wanted_values_ = wanted.values;
  stopped_ = false;
  rel_.reset();
  drop();
}

void LinkCollector::forget() {
  wants_links_ = false;
  wants_anchors_ = false;
  wants_image_maps_ = false;
  drop();
}

void LinkCollector::drop() {
  drop_links();
  anchors_.clear();
  image_maps_.clear();
  strings_->clear();
}

void LinkCollector::collect(ScannedElement const& element) {
  // A shadow tree has ids and maps of its own.
  if (wants_anchors() && !element.is_in_shadow_tree()) collect_anchors(element);
  if (wants_image_maps_ && !element.is_in_shadow_tree()) collect_image_maps(element);
  AttributeMask with_rows = element.is_html() ? link_index.links_of(row_name(element.tag().tag))
                                              : link_index.foreign_links();
  if (!wants_links_) with_rows &= mask_of(srcdoc_attribute);
  collect_links(element, element.present() & with_rows);
}

// ---- Anchors

void LinkCollector::collect_anchors(ScannedElement const& element) {
  const bool has_id = element.has(id_attribute);
  const bool has_name =
      element.is_html() && element.tag().tag == TagName::a && element.has(name_attribute);
  WrittenValue const& id = element.tag().value(id_attribute);
  WrittenValue const& name = element.tag().value(name_attribute);
  const bool name_first = has_name && (!has_id || name.span.begin < id.span.begin);
  if (name_first) collect_anchor(element, name_attribute, false);
  if (has_id) collect_anchor(element, id_attribute, name_first);
  if (has_name && !name_first) collect_anchor(element, name_attribute, has_id);
}

void LinkCollector::collect_anchor(ScannedElement const& element, AttributeName attribute,
                                   bool is_second) {
  WrittenValue const& value = element.tag().value(attribute);
  anchors_.push_back({strings_->keep(value), value.span, element.local_name(),
                      attribute == id_attribute, is_second, element.around().has(Around::ignored)});
}

/// The names of a map, and what asks for one.
void LinkCollector::collect_image_maps(ScannedElement const& element) {
  const TagName tag = row_name(element.tag().tag);
  const bool is_map = tag == TagName::map;
  const AttributeMask wanted = element.present() & (is_map ? map_names : mask_of(usemap_attribute));
  // FAST: mostly there is nothing.
  if (wanted == 0 || !element.is_html()) return;
  if (!is_map && tag != TagName::img && tag != TagName::input && tag != TagName::object) return;
  for (AttributeMask rest = wanted; rest != 0;) {
    const AttributeName next = first_written(element.tag(), rest);
    WrittenValue const& value = element.tag().value(next);
    image_maps_.push_back({strings_->keep(value), value.span, element.local_name(), context_,
                           !is_map, element.around().has(Around::ignored)});
    rest &= ~mask_of(next);
  }
}

// ---- Links

/// Comes before `add`, which may emit the links.
void LinkCollector::add_place(ScannedElement const& element, LinkRow const& row, text::Span value,
                              text::Span url, char before) {
  const text::Span tag = element.tag().span;
  places_.push_back({tag.empty() ? text::Span() : tag, value, url, row.grammar, before});
}

void LinkCollector::add(ScannedElement const& element, LinkRow const& row, LinkKind kind,
                        FetchTime time, LinkUse use, bool is_import, text::Span span,
                        std::uint32_t index, std::string_view raw) {
  const RelativeTo base = relative_to(row, raw);
  links_.push_back({.element = element.local_name(),
                    .attribute = attribute_name(row),
                    .raw = raw,
                    .span = span,
                    .index = index,
                    .base = NumberedBase(base, time).number(),
                    .context = context_,
                    .ns = element.ns(),
                    .kind = kind,
                    .local = base == RelativeTo::document,
                    .empty = is_unfetched_empty(row, raw),
                    .is_import = is_import,
                    .reference = row.is_specifier ? Reference::specifier : Reference::url,
                    .use = use,
                    .around = element.around(),
                    .element_key = element.tag().span.begin,
                    .row = &row,
                    .rel = rel_});
  end_link();
}

/// Follows each link that is added.
inline void LinkCollector::end_link() {
  if (links_.size() >= enough_) on_enough_();
}

/// The attributes that hold links, in source order.
void LinkCollector::collect_links(ScannedElement const& element, AttributeMask links) {
  if (wants_rels_ && links != 0) rel_ = rel_of(element);
  const auto collect_attribute = [&](AttributeName attribute) {
    WrittenValue const& value = element.tag().value(attribute);
    if (element.is_html()) {
      Link const& plain = plain_links[link_index.number(row_name(element.tag().tag), attribute)];
      if (plain.row != nullptr) return collect_url(element, plain, value);
    }
    LinkRow const* row = row_of(element, attribute);
    if (row != nullptr) collect_value(element, *row, value);
  };
  while (links != 0) {
    const AttributeName next = first_written(element.tag(), links);
    collect_attribute(next);
    links &= ~mask_of(next);
  }
}

std::optional<std::string_view> LinkCollector::rel_of(ScannedElement const& element) {
  if (!element.has(rel_attribute) || !has_rel(element.local_name())) return std::nullopt;
  return strings_->keep(element.tag().value(rel_attribute));
}

inline LinkRow const* LinkCollector::row_of(ScannedElement const& element,
                                            AttributeName attribute) {
  if (element.is_html()) return link_index.row(row_name(element.tag().tag), attribute);
  if (attribute == attribute_named("xlink:href")) {
    return find_link_row(element.ns(), element.local_name(), "href", Namespace::xlink);
  }
  return find_link_row(element.ns(), element.local_name(), html::name(attribute), Namespace::none);
}

/// Collects a value that is one URL. `plain` is what its row decides.
inline void LinkCollector::collect_url(ScannedElement const& element, Link const& plain,
                                       WrittenValue const& value) {
  LinkRow const& row = *plain.row;
  if (wants_places_) add_place(element, row, value.span, value.span, 0);
  Link& link = links_.emplace_back(plain);
  if (wants_uses_) link.use = use_of(row, element);
  if (wants_rels_) link.rel = rel_;
  link.element = element.local_name();
  link.raw = strings_->keep(value);
  link.span = value.span;
  link.context = context_;
  link.empty = is_unfetched_empty(row, link.raw);
  link.around = element.around();
  link.element_key = element.tag().span.begin;
  end_link();
}

inline void LinkCollector::collect_value(ScannedElement const& element, LinkRow const& row,
                                         WrittenValue const& value) {
  if (row.rule == LinkRule::plain) {
    // FAST: most style attributes have no URLs.
    const bool is_css = row.grammar == LinkGrammar::css;
    if (is_css && !value.coded && !may_hold_urls(value.span.in(strings_->text()))) return;
    if (row.grammar == LinkGrammar::document) return read_frame(value);
  }
  if (!row_counts(row, element)) return;
  collect_urls(element, wanted_row(row, wanted_values_), value.span,
               strings_->decode(value, decode_attribute_value));
}

/// The collector may be lent to the reader of the frame's document.
void LinkCollector::read_frame(WrittenValue const& srcdoc) {
  if (const OnFrame on_frame = on_frame_) on_frame(srcdoc);
  rel_.reset();  // frames have none
}

void LinkCollector::collect_urls(ScannedElement const& element, LinkRow const& row,
                                 text::Span written, DecodedValue const& value) {
  const LinkKind kind = kind_of(row, element);
  const FetchTime time = fetch_time(row, kind, element);
  const LinkUse use = wants_uses_ ? use_of(row, element) : LinkUse::used;
  ValueUrls urls(row, value.value);
  std::uint32_t index = 0;
  while (const auto url = urls.next()) {
    if (stopped_) return;
    const bool is_view = url->value.data() == value.value.data() + url->span.begin;
    const std::string_view raw = is_view ? url->value : strings_->keep(url->value);
    if (wants_places_) {
      const char before = url->span.begin == 0 ? 0 : value.value[url->span.begin - 1];
      add_place(element, row, written, value.written(url->span), before);
    }
    const bool is_own = url->own_row == nullptr;
    add(element, is_own ? row : *url->own_row, is_own ? kind : url->own_row->kind, time,
        url->use(use), url->is_import, value.written(url->span), index++, raw);
  }
  if (urls.script() != nullptr) add_facts(*urls.script(), row, value, written);
}

void LinkCollector::add_facts(ScriptUrls const& script, LinkRow const& row,
                              DecodedValue const& value, text::Span written) {
  auto facts = facts_of(script, row.grammar == LinkGrammar::classic_script);
  if (!facts) return;
  facts->text = written;
  facts->context = context_;
  facts->fault_begin = value.written({facts->fault_begin, facts->fault_begin}).begin;
  scripts_.push_back(*facts);
}

void LinkCollector::collect_script(std::uint32_t tag_begin, text::Span content, LinkRow const& row,
                                   Surroundings around) {
  // FAST: most inline scripts name nothing.
  const std::string_view script = content.in(strings_->text());
  if (!may_name_urls(script)) return;
  WrittenTag tag;
  tag.tag = TagName::script;
  tag.span = {tag_begin, tag_begin};
  const ScannedElement element(*strings_, tag, 0, Namespace::html, "script", {}, around);
  rel_.reset();
  collect_urls(element, row, content,
               strings_->decode({content, needs_decoding(script)}, decode_raw_text));
}

bool LinkCollector::is_style_sheet(ScannedElement const& style) {
  return row_counts(style_row(style.ns()), style);
}

void LinkCollector::collect_style(std::uint32_t tag_begin, text::Span content, Namespace ns,
                                  Surroundings around) {
  const std::string_view css = content.in(strings_->text());
  if (css.empty()) return;
  const bool is_raw = ns == Namespace::html;
  WrittenTag tag;
  tag.tag = TagName::style;
  tag.span = {tag_begin, tag_begin};
  const ScannedElement style(*strings_, tag, 0, ns, "style", {}, around);
  if (!is_raw && css.find('<') != css.npos) return collect_marked_style(style, content);
  // FAST: references do not count in HTML's raw text, and without them no URL comes into being.
  const bool has_urls =
      may_hold_urls(css) || (wanted_values_.source_maps && may_hold_source_map(css));
  if (!has_urls && is_raw) return;
  const bool coded = needs_decoding(css);
  if (!has_urls && !coded) return;
  rel_.reset();
  collect_urls(style, wanted_row(style_row(ns), wanted_values_), content,
               strings_->decode({content, coded}, is_raw ? decode_raw_text : decode_text));
}

/// The text of an SVG style element with comments or CDATA sections in it: its pieces are read as
/// those of the document tree.
void LinkCollector::collect_marked_style(ScannedElement const& style, text::Span content) {
  Document document(strings_->text());
  const NodeId node = document.append_element(document.root(), Namespace::svg, "style", {});
  append_foreign_text(document, node, content);
  if (first_text(document, node) == no_node) return;
  LinkRow const& row = wanted_row(style_row(Namespace::svg), wanted_values_);
  LinkValueReader urls(document, node, {&row, LinkValue::text, content.begin});
  rel_.reset();
  while (const auto url = urls.next()) {
    if (stopped_) return;
    if (wants_places_) add_place(style, row, urls.written_value(), url->span, urls.byte_before());
    add(style, *url->row, url->kind, url->fetch_time, url->use, url->is_import, url->span,
        url->index, strings_->keep(url->raw));
  }
}

}  // namespace hrefkit::html::scan
