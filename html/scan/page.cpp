#include "hrefkit/html/scan/page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/page_parts.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html::scan {

namespace {

constexpr AttributeName http_equiv_attribute = attribute_named("http-equiv");
constexpr AttributeName content_attribute = attribute_named("content");
constexpr AttributeMask pragma_mask = mask_of(http_equiv_attribute) | mask_of(content_attribute);

}  // namespace

// ---- A pass

void Page::begin(std::string_view text, DocumentOptions const& options,
                 LinkCollector::Extras wanted, std::size_t enough,
                 LinkCollector::OnEnough on_enough, LinkCollector::OnFrame on_frame, Kept kept) {
  options_ = &options;
  kept_ = kept;
  wants_directives_ = wanted.directives;
  strings_.begin(text_ = text);
  collector_.begin(strings_, wanted, enough, std::move(on_enough), std::move(on_frame));
  reset();
}

void Page::begin_frame(std::string_view text, std::uint32_t context, Page& around) {
  options_ = around.options_;
  kept_ = around.kept_;
  wants_directives_ = around.wants_directives_;
  std::swap(strings_, around.strings_);
  strings_.begin(text_ = text);
  std::swap(collector_, around.collector_);
  collector_.go_on_in(strings_, context);
  reset();
}

void Page::end_frame(std::uint32_t context, Page& around) {
  std::swap(strings_, around.strings_);
  around.strings_.begin(around.text_);
  std::swap(collector_, around.collector_);
  around.collector_.go_on_in(around.strings_, context);
  around.given_up_ |= given_up_;
  around.needs_all_elements_ |= needs_all_elements_;
  around.has_directive_ |= has_directive_;
}

void Page::reset() {
  state_.reset(kept_, options_->scripting);
  waiting_.begin(text_);
  all_tags_ = true;
  given_up_ = needs_all_elements_ = false;
  has_directive_ = false;
  frames_ = 0;
  has_srcdoc_ = false;
  last_tag_begin_ = 0;
  in_style_ = false;
  svg_style_.reset();
  picture_end_.reset();
  html_attributes_ = 0;
  body_attributes_ = 0;
  base_.reset();
  policies_.clear();
  set_wanted();
}

void Page::set_wanted() {
  const FilterFor wanted{counts_in_html(options_->xml_base), collector_.wants_anchors(),
                         collector_.wants_links(), collector_.wants_image_maps(),
                         collector_.wants_uses()};
  if (wanted_ == wanted) return;  // as for the page before
  wanted_ = wanted;
  few_tags_ = make_tag_filter(wanted);
}

void Page::follow_state() {
  all_tags_ = state_.wants_all_tags();
  if (!state_.is_certain()) {
    needs_all_elements_ = kept_ == Kept::structure;
    give_up();
  }
}

void Page::end() {
  if (svg_style_) give_up();
}

// ---- Tags

/// True where the element has a base URL of its own, which only the tree follows.
bool Page::has_xml_base(AttributeMask present) const {
  return (present & mask_of(attribute_named("xml:base"))) != 0 &&
         counts_in_html(options_->xml_base);
}

void Page::read_plain_element(WrittenTag const& tag) {
  last_tag_begin_ = tag.span.begin;
  if (has_xml_base(tag.present)) return give_up();
  const std::string_view name = tag_names[static_cast<std::size_t>(tag.tag) - 1];
  collector_.collect(ScannedElement(strings_, tag, tag.present, Namespace::html, name));
}

ContentModel Page::process_start_tag(WrittenTag const& tag) {
  if (collector_.has_stopped() && wanted_->links) {
    collector_.forget();
    set_wanted();
  }
  if (svg_style_) give_up();
  const StartTagOutcome outcome = follow_start_tag(tag);
  last_tag_begin_ = tag.span.begin;
  const bool is_element =
      outcome.result == TagResult::inserted || outcome.result == TagResult::merged;
  if (!is_element || outcome.inert) return outcome.content;
  const bool is_root_or_body = tag.tag == TagName::html || tag.tag == TagName::body;
  const bool is_merged = is_root_or_body && outcome.ns == Namespace::html;
  const AttributeMask present = is_merged ? merge(tag) : tag.present;
  if (tag.tag == TagName::picture && outcome.ns == Namespace::html) picture_end_ = tag.span.end;
  if (present != 0) read_element(tag, present, outcome.ns);
  if (tag.tag == TagName::style) open_style(tag, outcome.ns);
  return outcome.content;
}

/// Passes the tag to the state of tree construction, if it matters there.
StartTagOutcome Page::follow_start_tag(WrittenTag const& tag) {
  if (!all_tags_ && !TreeState::structural_names.contains(tag.tag)) return {};
  StartTagFacts facts;
  if (kept_ == Kept::all) {
    if (waiting_.add(tag.tag, tag.name, tag.span)) return {.inert = state_.is_inert()};
    waiting_.open();
    facts = waiting_.facts_of(tag.tag, tag.span);
  } else if (attributes_matter(tag)) {
    facts = start_tag_facts(tag.span.in(text_), tag.tag);
  }
  facts.self_closing = tag.self_closing;
  return follow_start_tag(tag, facts);
}

StartTagOutcome Page::follow_start_tag(WrittenTag const& tag, StartTagFacts& facts) {
  if (facts.names_shadow_root && !state_.knows_current_node()) {
    facts.stands_in_host = is_right_in_host(tag);
    if (!facts.stands_in_host) needs_all_elements_ = true;
    if (needs_all_elements_) give_up();
  }
  const StartTagOutcome outcome = state_.start_tag(tag.tag, tag.name.in(text_), facts);
  if (facts.names_marker && outcome.ns == Namespace::html) give_up();
  if (tag.tag == TagName::iframe && outcome.ns == Namespace::html && !outcome.inert &&
      outcome.result == TagResult::inserted) {
    count_frame(tag);
  }
  follow_state();
  return outcome;
}

/// Frames are counted in tree order. That is source order, unless one goes in front of a table.
void Page::count_frame(WrittenTag const& tag) {
  ++frames_;
  has_srcdoc_ |= (tag.present & mask_of(attribute_named("srcdoc"))) != 0;
  if (has_srcdoc_ && state_.is_beside_cells()) give_up();
}

/// True for a template right behind the tag of a host. Formatting elements that were closed by
/// force may be made again in between: by a start tag like "span", or by text.
bool Page::is_right_in_host(WrittenTag const& tag) const {
  if (state_.has_select()) return false;
  const std::string_view before = text::Span{last_tag_begin_, tag.span.begin}.in(text_);
  TagTokenizer tokenizer(before);
  Tag last;
  bool has_tag = false;
  while (tokenizer.next(last)) has_tag = true;
  const std::string_view name = last.name.in(before);
  if (!has_tag || last.is_end || !is_shadow_host_name(name)) return false;
  const TagName host = tag_name(name);
  if (host == TagName::body) return false;
  return host == TagName::unknown || host == TagName::span || last.span.end == before.size();
}

/// The attributes that html or body get from a tag: those that they lack.
AttributeMask Page::merge(WrittenTag const& tag) {
  AttributeMask& has = tag.tag == TagName::html ? html_attributes_ : body_attributes_;
  const AttributeMask added = tag.present & ~has;
  has |= tag.present;
  return added;
}

/// True for the few elements whose attributes matter to tree construction, if they have any.
bool Page::attributes_matter(WrittenTag const& tag) const {
  if (tag.name.end + 1 == tag.span.end) return false;
  return tag.tag == TagName::annotation_xml || tag.tag == TagName::template_ ||
         ((tag.tag == TagName::input || tag_groups::formatting_names.contains(tag.tag)) &&
          state_.knows_current_node()) ||
         (tag.tag == TagName::input && state_.in_select());
}

void Page::end_tag(TagName tag, text::Span name) {
  if (svg_style_) close_svg_style(tag, name);
  if (kept_ == Kept::all) {
    if (waiting_.close(tag, name)) return;
    state_.close_by_tag(tag, name.in(text_));
  } else {
    state_.end_tag(tag, name.in(text_));
  }
  last_tag_begin_ = name.begin - 2;
  follow_state();
}

// ---- Style elements

/// Whether the page is given up must not depend on what is collected.
void Page::open_style(WrittenTag const& tag, Namespace ns) {
  if (ns != Namespace::html && ns != Namespace::svg) return;
  const ScannedElement style(strings_, tag, tag.present, ns, "style");
  if (!LinkCollector::is_style_sheet(style)) return;
  style_tag_ = tag.span.begin;
  if (ns == Namespace::html) {
    in_style_ = collector_.wants_links();
  } else if (!tag.self_closing) {
    svg_style_ = tag.span.end;
  }
}

void Page::close_svg_style(TagName tag, text::Span name) {
  if (tag != TagName::style) {
    give_up();
  } else if (collector_.wants_links()) {
    collector_.collect_style(style_tag_, {*svg_style_, name.begin - 2}, Namespace::svg);
  }
  svg_style_.reset();
}

void Page::element_text(text::Span content) {
  if (in_style_) collector_.collect_style(style_tag_, content, Namespace::html);
  in_style_ = false;
}

// ---- Elements

void Page::read_element(WrittenTag const& tag, AttributeMask present, Namespace ns) {
  if (has_xml_base(present)) return give_up();
  const ScannedElement element(strings_, tag, present, ns, strings_.element_name(tag, ns),
                               is_in_picture(tag), state_.in_shadow_tree());
  if (ns == Namespace::html) read_html_element(element);
  if (!given_up_) collector_.collect(element);
}

/// True for a source element right behind the tag of its picture, or behind such a source element;
/// of all others the parent is not known. Between the two tags there is text alone.
std::optional<bool> Page::is_in_picture(WrittenTag const& tag) {
  if (tag.tag != TagName::source || !picture_end_) return std::nullopt;
  if (text::Span{*picture_end_, tag.span.begin}.in(text_).find('<') != std::string_view::npos) {
    return std::nullopt;
  }
  picture_end_ = tag.span.end;
  return true;
}

/// Reads what an element means for the page as a whole.
void Page::read_html_element(ScannedElement const& element) {
  if (element.is_in_shadow_tree()) return;  // bases and policies do not count there
  const TagName tag = element.tag().tag;
  if (tag == TagName::base && element.has(attribute_named("href"))) {
    read_base(element.tag());
  }
  if (tag == TagName::meta && (element.present() & pragma_mask) == pragma_mask) {
    read_pragma(element);
  }
}

/// Reads a policy that may forbid base elements (base/document_base.h, is_policy_meta).
void Page::read_pragma(ScannedElement const& meta) {
  const bool is_policy = options_->standard == url::Standard::whatwg && state_.is_right_in_head() &&
                         text::equals_ignoring_ascii_case(*meta.value_of(http_equiv_attribute),
                                                          "content-security-policy");
  if (!is_policy) return;
  const std::string_view content = *meta.value_of(content_attribute);
  if (html::has_directive(content, "base-uri")) policies_.emplace_back(content);
}

/// HTML Standard 4.2.3: the first base element with an href counts, in tree order. That is source
/// order, unless a table moves the second one in front of itself. Then the first one may stand in
/// that table, or in what another one has moved: else a table begins behind it, and so does what
/// the table moves.
void Page::read_base(WrittenTag const& tag) {
  if (base_) {
    if (base_is_in_table_ && state_.is_in_table()) give_up();
    return;
  }
  if (options_->standard == url::Standard::web_address) return give_up();
  WrittenValue const& href = tag.value(attribute_named("href"));
  base_is_in_table_ = state_.is_in_table();
  base_ = {std::string(strings_.peek(href)), href.span, tag.span.begin, policies_.size()};
}

}  // namespace hrefkit::html::scan
