#include "hrefkit/html/scan/page.h"

#include <algorithm>
#include <bit>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/links/link_rel.h"
#include "hrefkit/html/names/svg_tag_name.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html::scan {

namespace {

/// Srcset as a list of the places of its URLs.
class SrcsetUrls {
 public:
  explicit SrcsetUrls(std::string_view value) : candidates_(value) {}

  std::optional<text::Span> next() {
    const auto candidate = candidates_.next();
    return candidate ? std::optional(candidate->url) : std::nullopt;
  }

 private:
  Srcset candidates_;
};

AttributeName lowest(AttributeMask mask) {
  return static_cast<AttributeName>(std::countr_zero(mask));
}

}  // namespace

// ---- A pass

void Page::begin(std::string_view text, DocumentOptions const& options, bool with_anchors,
                 std::size_t enough, OnEnough on_enough) {
  text_ = text;
  options_ = &options;
  index_ = &LinkIndex::get();
  with_anchors_ = with_anchors;
  enough_ = enough;
  on_enough_ = std::move(on_enough);
  stopped_ = false;
  takes_links_ = true;
  state_.reset(options.scripting);
  all_tags_ = true;
  given_up_ = false;
  declares_policy_ = false;
  in_style_ = false;
  svg_style_.reset();
  html_attributes_ = 0;
  body_attributes_ = 0;
  base_.reset();
  drop_collected();
  set_wanted();
}

void Page::set_wanted() {
  const FilterFor wanted{options_->xml_base != XmlBase::off, with_anchors_, takes_links_};
  if (wanted_ == wanted) return;  // as for the page before
  wanted_ = wanted;
  few_tags_ = make_tag_filter(wanted, *index_);
}

/// Once links are wanted no more.
void Page::forget_links() {
  takes_links_ = false;
  with_anchors_ = false;
  drop_collected();
  set_wanted();
}

void Page::drop_collected() {
  links_.clear();
  anchors_.clear();
  strings_.clear();
}

void Page::follow_state() {
  all_tags_ = state_.wants_all_tags();
  if (!state_.is_certain()) give_up();
}

void Page::end() {
  if (svg_style_) give_up();
  // Policies may forbid the base; whether they count depends on where they stand.
  if (declares_policy_ && base_) give_up();
}

void Page::markup() {
  if (svg_style_) give_up();
}

// ---- Tags

ContentModel Page::start_tag(WrittenTag const& tag) {
  if (stopped_ && takes_links_) forget_links();
  if (svg_style_) give_up();
  StartTagOutcome outcome;
  if (all_tags_ || TreeState::heeded_names.contains(tag.tag)) {
    StartTagFacts facts{.self_closing = tag.self_closing};
    if (attributes_matter(tag)) facts = facts_of(tag);
    outcome = state_.start_tag(tag.tag, tag.name.in(text_), facts);
    if (facts.names_shadow_root && outcome.ns == Namespace::html) give_up();
    follow_state();
  }
  AttributeMask present = tag.present;
  if (outcome.fate == TagFate::ignored || outcome.inert) return outcome.content;
  const bool is_root_or_body = tag.tag == TagName::html || tag.tag == TagName::body;
  if (is_root_or_body && outcome.ns == Namespace::html) present = merge(tag);
  if (present != 0) take_element(tag, present, outcome.ns);
  // Whether the page is given up must not depend on what is collected.
  if (tag.tag == TagName::style && is_css(tag)) {
    if (outcome.ns == Namespace::html) {
      in_style_ = takes_links_;
    } else if (outcome.ns == Namespace::svg && !tag.self_closing) {
      svg_style_ = tag.span.end;
    }
  }
  return outcome.content;
}

/// The attributes that html or body get from a tag: those that they lack.
AttributeMask Page::merge(WrittenTag const& tag) {
  AttributeMask& has = tag.tag == TagName::html ? html_attributes_ : body_attributes_;
  const AttributeMask added = tag.present & ~has;
  has |= tag.present;
  return added;
}

/// True for the few elements of which tree construction looks at the attributes.
bool Page::attributes_matter(WrittenTag const& tag) const {
  return tag.tag == TagName::annotation_xml || tag.tag == TagName::template_ ||
         (tag.tag == TagName::input && state_.in_select()) ||
         (tag_groups::formatting_names.contains(tag.tag) &&
          (state_.in_foreign() || state_.in_template()));
}

/// Reads the tag once more.
StartTagFacts Page::facts_of(WrittenTag const& tag) const {
  const std::string_view written = tag.span.in(text_);
  TagTokenizer tokenizer(written);
  Tag again;
  tokenizer.next(again);
  return start_tag_facts(written, again, tag.tag);
}

void Page::end_tag(TagName tag, text::Span name) {
  if (svg_style_) {
    if (tag == TagName::style) {
      if (takes_links_) take_style({*svg_style_, name.begin - 2}, Namespace::svg);
    } else {
      give_up();
    }
    svg_style_.reset();
  }
  state_.end_tag(tag, name.in(text_));
  follow_state();
}

void Page::element_text(text::Span content) {
  if (in_style_) take_style(content, Namespace::html);
  in_style_ = false;
}

// ---- Elements

void Page::take_element(WrittenTag const& tag, AttributeMask present, Namespace ns) {
  if ((present & xml_base_mask) != 0 && options_->xml_base != XmlBase::off) return give_up();
  const Element element{tag, present, ns, name_of(tag, ns)};
  if (with_anchors_) take_anchors(element);
  if (ns != Namespace::html) {
    if (takes_links_) take_attributes(element, present & index_->foreign_links());
    return;
  }
  if ((present & mask_of(AttributeName::srcdoc)) != 0) return give_up();
  if (tag.tag == TagName::base && (present & href_mask) != 0) take_base(element);
  if (tag.tag == TagName::meta && (present & pragma_mask) == pragma_mask) take_policy(element);
  const TagName known = tag.tag == TagName::image ? TagName::img : tag.tag;
  if (takes_links_) take_attributes(element, present & index_->links_of(known));
}

/// The attributes that hold links, in source order.
void Page::take_attributes(Element const& element, AttributeMask links) {
  const auto take = [&](AttributeName name) {
    if (LinkRow const* row = row_of(element, name))
      take_link(element, *row, element.tag.value(name));
  };
  // FAST: mostly there is one, or none. (std::has_single_bit is a call without popcnt.)
  if (const AttributeMask others = links & (links - 1); others == 0) {
    if (links != 0) take(lowest(links));
    return;
  }
  while (links != 0) {
    AttributeName next = lowest(links);
    for (AttributeMask rest = links & (links - 1); rest != 0; rest &= rest - 1) {
      const AttributeName other = lowest(rest);
      if (element.tag.value(other).span.begin < element.tag.value(next).span.begin) next = other;
    }
    take(next);
    links &= ~mask_of(next);
  }
}

LinkRow const* Page::row_of(Element const& element, AttributeName name) const {
  if (element.ns == Namespace::html) {
    const bool is_image = element.tag.tag == TagName::image;
    return index_->row(is_image ? TagName::img : element.tag.tag, name);
  }
  if (name == AttributeName::xlink_href) {
    return find_link_row(element.ns, element.name, "href", Namespace::xlink);
  }
  return find_link_row(element.ns, element.name, attribute_names[static_cast<std::size_t>(name)],
                       Namespace::none);
}

void Page::take_link(Element const& element, LinkRow const& row, WrittenValue const& value) {
  switch (row.grammar) {
    case LinkGrammar::url:
      return take_url(element, row, value);
    case LinkGrammar::space_list:
      return take_list<SpaceList>(element, row, value);
    case LinkGrammar::comma_list:
      return take_list<CommaList>(element, row, value);
    case LinkGrammar::srcset:
      return take_list<SrcsetUrls>(element, row, value);
    case LinkGrammar::refresh:
      return take_refresh(element, row, value);
    case LinkGrammar::css:
      return take_css(element, row, value);
    case LinkGrammar::document:
      return;
  }
}

void Page::take_url(Element const& element, LinkRow const& row, WrittenValue const& value) {
  const std::string_view url = value.odd ? decoded(value) : value.span.in(text_);
  if (row.rule == LinkRule::empty_is_document && text::strip_ascii_whitespace(url).empty()) return;
  add(element, row, value.span, 0, url);
}

/// A value of which parts are links: decoded, if need be, with the way back to what is written.
struct Page::PartedValue {
  std::string_view value;
  std::uint32_t begin;         ///< where it is written
  text::SourceMap const* map;  ///< from the value to what is written; null where they are equal

  text::Span written(text::Span part) const {
    const auto place = [&](std::uint32_t at) {
      return begin + (map == nullptr ? at : map->to_source(at));
    };
    return {place(part.begin), place(part.end)};
  }
};

Page::PartedValue Page::parted(WrittenValue const& value, ValueDecoder decode) {
  if (!value.odd) return {value.span.in(text_), value.span.begin, nullptr};
  decode(value.span.in(text_), scratch_, &map_);
  return {strings_.keep(scratch_), value.span.begin, &map_};
}

template <class List>
void Page::take_list(Element const& element, LinkRow const& row, WrittenValue const& value) {
  const PartedValue parts = parted(value, decode_attribute_value);
  List list(parts.value);
  std::uint32_t index = 0;
  while (const auto item = list.next()) {
    if (stopped_) return;
    add(element, row, parts.written(*item), index++, item->in(parts.value));
  }
}

void Page::take_refresh(Element const& element, LinkRow const& row, WrittenValue const& value) {
  if ((element.present & mask_of(AttributeName::http_equiv)) == 0) return;
  if (!equals(element.tag.value(AttributeName::http_equiv), "refresh")) return;
  const PartedValue parts = parted(value, decode_attribute_value);
  if (const auto url = find_refresh_url(parts.value)) {
    add(element, row, parts.written(*url), 0, url->in(parts.value));
  }
}

void Page::take_css(Element const& element, LinkRow const& row, WrittenValue const& value) {
  if (!value.odd && !may_hold_urls(value.span.in(text_))) return;
  take_css_urls(element, row, parted(value, decode_attribute_value), CssPlace::declarations);
}

void Page::take_css_urls(Element const& element, LinkRow const& row, PartedValue const& css,
                         CssPlace place) {
  CssUrls urls(css.value, place);
  std::uint32_t index = 0;
  while (const auto url = urls.next()) {
    if (stopped_) return;
    const std::string_view written = url->span.in(css.value);
    const std::string_view raw = url->value == written ? written : strings_.keep(url->value);
    add(element, row, css.written(url->span), index++, raw);
  }
}

/// The text of a style element.
void Page::take_style(text::Span content, Namespace ns) {
  const std::string_view css = content.in(text_);
  if (css.empty()) return;
  // References do not count in HTML's raw text, and without them no URL comes into being.
  if (!may_hold_urls(css) && (ns == Namespace::html || !needs_decoding(css))) return;
  const WrittenValue value{content, needs_decoding(css)};
  WrittenTag tag;
  tag.tag = TagName::style;
  const Element element{tag, 0, ns, "style"};
  const bool is_raw = ns == Namespace::html;
  take_css_urls(element, *find_link_row(ns, "style", {}, Namespace::none),
                parted(value, is_raw ? decode_raw_text : decode_text), CssPlace::style_sheet);
}

bool Page::is_css(WrittenTag const& tag) {
  if ((tag.present & mask_of(AttributeName::type)) == 0) return true;
  WrittenValue const& type = tag.value(AttributeName::type);
  return type.span.empty() || equals(type, "text/css");
}

/// HTML Standard 4.2.3: the first base element with an href counts, in tree order. That is source
/// order, unless a table hands the second on to before itself.
void Page::take_base(Element const& element) {
  if (base_) {
    if (state_.is_in_table()) give_up();
    return;
  }
  if (options_->resolve.standard == url::Standard::web_address) return give_up();
  WrittenValue const& href = element.tag.value(AttributeName::href);
  base_ = {std::string(href.odd ? decoded(href) : href.span.in(text_)), href.span};
}

void Page::take_policy(Element const& element) {
  declares_policy_ |=
      equals(element.tag.value(AttributeName::http_equiv), "content-security-policy");
}

void Page::take_anchors(Element const& element) {
  const bool has_id = (element.present & mask_of(AttributeName::id)) != 0;
  const bool has_name = element.ns == Namespace::html && element.tag.tag == TagName::a &&
                        (element.present & mask_of(AttributeName::name)) != 0;
  const WrittenValue& id = element.tag.value(AttributeName::id);
  const WrittenValue& name = element.tag.value(AttributeName::name);
  const bool name_first = has_name && (!has_id || name.span.begin < id.span.begin);
  if (name_first) take_anchor(name);
  if (has_id) take_anchor(id);
  if (has_name && !name_first) take_anchor(name);
}

void Page::take_anchor(WrittenValue const& value) {
  anchors_.push_back({value.odd ? decoded(value) : value.span.in(text_), value.span});
}

// ---- Links

void Page::add(Element const& element, LinkRow const& row, text::Span span, std::uint32_t index,
               std::string_view raw) {
  Link& link = links_.emplace_back();
  link.element = element.name;
  link.attribute = hrefkit::html::attribute_name(row);
  link.raw = raw;
  link.span = span;
  link.index = index;
  link.ns = element.ns;
  link.kind = row.rule == LinkRule::kind_by_rel ? kind_by_rel(element) : row.kind;
  if (links_.size() >= enough_) on_enough_();
}

LinkKind Page::kind_by_rel(Element const& element) {
  if ((element.present & mask_of(AttributeName::rel)) == 0) return kind_of_rel({});
  WrittenValue const& rel = element.tag.value(AttributeName::rel);
  return kind_of_rel(rel.odd ? decoded(rel) : rel.span.in(text_));
}

/// The DOM's local name.
std::string_view Page::name_of(WrittenTag const& tag, Namespace ns) {
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
  return scratch_ == written ? written : strings_.keep(scratch_);
}

std::string_view Page::decoded(WrittenValue const& value) {
  decode_attribute_value(value.span.in(text_), scratch_, nullptr);
  return strings_.keep(scratch_);
}

bool Page::equals(WrittenValue const& value, std::string_view lower) {
  if (!value.odd) return text::equals_ignoring_ascii_case(value.span.in(text_), lower);
  decode_attribute_value(value.span.in(text_), scratch_, nullptr);
  return text::equals_ignoring_ascii_case(scratch_, lower);
}

}  // namespace hrefkit::html::scan
