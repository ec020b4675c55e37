// What a tag means, without a tree. Most tags carry no link and change nothing for later ones, so
// the page gives the scanner a filter, and gets few:
//
//   <p>                    passed over by the scanner
//   <a href=x>             straight to the collector (`read_plain_element`)
//   <template><a href=x>   through the tree's state, which knows that this link is in a template
//
// Up to the body the page gets all tags: there each may begin it. Where the state is not certain
// of an answer, the page is given up, and the caller reads it with all elements or builds its tree:
// such a page costs the part that was read on top.
#include "hrefkit/html/scan/page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html::scan {

namespace {

constexpr AttributeName http_equiv_attribute = attribute_named("http-equiv");
constexpr AttributeName content_attribute = attribute_named("content");
constexpr AttributeName method_attribute = attribute_named("method");
constexpr AttributeMask pragma_mask = mask_of(http_equiv_attribute) | mask_of(content_attribute);
constexpr AttributeMask ignore_mask =
    mask_of(attribute_named(ignore_attributes[0])) | mask_of(attribute_named(ignore_attributes[1]));

constexpr auto mark_ignored = static_cast<ElementMarks>(Around::ignored);
constexpr auto mark_noscript = static_cast<ElementMarks>(Around::noscript);
constexpr auto mark_post_form = static_cast<ElementMarks>(Around::post_form);

}  // namespace

// ---- A pass

void Page::begin(std::string_view text, DocumentOptions const& options,
                 LinkCollector::Extras wanted, std::size_t enough,
                 LinkCollector::OnEnough on_enough, LinkCollector::OnFrame on_frame, Kept kept) {
  options_ = &options;
  kept_ = kept;
  wants_directives_ = wanted.directives || wanted.surroundings;
  wants_surroundings_ = wanted.surroundings;
  around_document_ = {};
  strings_.begin(text_ = text);
  collector_.begin(strings_, wanted, enough, std::move(on_enough), std::move(on_frame));
  reset();
}

void Page::begin_frame(std::string_view text, std::uint32_t context, Page& around) {
  options_ = around.options_;
  kept_ = around.kept_;
  wants_directives_ = around.wants_directives_;
  wants_surroundings_ = around.wants_surroundings_;
  around_document_ = {};
  for (const Around what : {Around::ignored, Around::upgraded}) {
    around_document_.add(what, around.around_.has(what));
  }
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
  awaits_element_ = form_posts_ = is_upgraded_ = false;
  open_ignore_.reset();
  frames_ = 0;
  has_srcdoc_ = false;
  last_tag_begin_ = 0;
  in_style_ = false;
  script_row_ = nullptr;
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
  if (!state_.knows_marks()) give_up();
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
  if (tag.tag == TagName::script && wants_scripts()) open_script(tag, outcome.ns);
  return outcome.content;
}

/// Passes the tag to the state of tree construction, if it matters there.
StartTagOutcome Page::follow_start_tag(WrittenTag const& tag) {
  if (!all_tags_ && !TreeState::structural_names.contains(tag.tag)) {
    around_ = {};
    return {};
  }
  StartTagFacts facts;
  if (kept_ == Kept::all) {
    const bool is_marked = wants_surroundings_ && (awaits_element_ || tag.tag == TagName::form ||
                                                   (tag.present & ignore_mask) != 0);
    if (!is_marked && waiting_.add(tag.tag, tag.name, tag.span)) {
      around_ = surroundings(state_.marks_here());
      return {.inert = state_.is_inert()};
    }
    waiting_.open();
    facts = waiting_.facts_of(tag.tag, tag.span);
    if (wants_surroundings_) mark(tag, facts);
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
  const bool had_form = state_.has_form();
  const StartTagOutcome outcome = state_.start_tag(tag.tag, tag.name.in(text_), facts);
  if (facts.names_marker && outcome.ns == Namespace::html) give_up();
  if (!had_form && state_.has_form()) form_posts_ = (facts.marks & mark_post_form) != 0;
  const bool is_merged = outcome.result == TagResult::merged;
  if (wants_surroundings_ && is_merged && (tag.present & ignore_mask) != 0) give_up();
  if (!is_merged && outcome.result != TagResult::ignored) awaits_element_ = false;
  around_ = surroundings(is_merged ? outcome.marks_around : facts.marks | outcome.marks_around);
  if (tag.tag == TagName::iframe && outcome.ns == Namespace::html && !outcome.inert &&
      outcome.result == TagResult::inserted) {
    count_frame(tag);
  }
  follow_state();
  return outcome;
}

void Page::read_directive(std::uint32_t begin) {
  has_directive_ = true;
  if (!wants_surroundings_) return;
  const IgnoreWord word = read_ignore_comment(text_, begin).word;
  awaits_element_ |= word == IgnoreWord::element;
  if (word == IgnoreWord::part_start && !open_ignore_) open_ignore_ = begin;
  if (word == IgnoreWord::part_end) open_ignore_.reset();
  if (svg_style_ && word != IgnoreWord::none) give_up();
}

/// Sets the marks of an element that apply to its contents.
void Page::mark(WrittenTag const& tag, StartTagFacts& facts) {
  const bool has_attribute = (tag.present & ignore_mask) != 0;
  const bool is_noscript = tag.tag == TagName::noscript &&
                           (!state_.in_foreign_content() || state_.in_integration_point());
  if (has_attribute || awaits_element_) facts.marks |= mark_ignored;
  if (is_noscript) facts.marks |= mark_noscript;
  if (tag.tag == TagName::form && (tag.present & mask_of(method_attribute)) != 0 &&
      sends_data(strings_.peek(tag.value(method_attribute)))) {
    facts.marks |= mark_post_form;
  }
  // Elements that are made again have the attributes, and no comment before them.
  facts.formatting.marks = has_attribute ? mark_ignored : 0;
  // A button may name its form, which may come later.
  const bool is_button = (tag.present & mask_of(attribute_named("formaction"))) != 0;
  if (is_button && ElementView(text_, tag.span.begin, Namespace::html).attribute("form")) give_up();
}

/// What is around the tag of an element in elements with these marks.
Surroundings Page::surroundings(ElementMarks marks) const {
  Surroundings around = around_document_;
  around.add(Around::shadow_tree, state_.in_shadow_tree());
  if (!wants_surroundings_) return around;
  around.add(Around::ignored, open_ignore_ || (marks & mark_ignored) != 0);
  around.add(Around::noscript, (marks & mark_noscript) != 0);
  // HTML Standard 13.2.6.1, "create an element for a token": the owner is the form of the pointer,
  // though a table may have closed it. Without one it is the form around the element.
  const bool is_by_pointer = state_.has_form() && !state_.in_shadow_tree();
  around.add(Around::post_form, is_by_pointer ? form_posts_ : (marks & mark_post_form) != 0);
  around.add(Around::upgraded, is_upgraded_);
  return around;
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
  around_style_ = around_;
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
    collector_.collect_style(style_tag_, {*svg_style_, name.begin - 2}, Namespace::svg,
                             around_style_);
  }
  svg_style_.reset();
}

/// Only the tree has import maps, and scripts of SVG, whose text may have markup.
bool Page::wants_scripts() const {
  AlsoFind const& also = options_->also;
  return also.scripts || also.import_map || also.speculation_rules;
}

/// Scripts that are data are left to the tree.
void Page::open_script(WrittenTag const& tag, Namespace ns) {
  if (ns == Namespace::svg) return give_up();
  if (ns != Namespace::html) return;
  const ScannedElement script(strings_, tag, tag.present, ns, "script");
  const auto type = script.value_of(attribute_named("type"));
  if (options_->also.speculation_rules && is_speculation_rules_type(type)) return give_up();
  if ((tag.present & mask_of(attribute_named("src"))) != 0) return;
  if (is_import_map_type(type)) return give_up();
  if (!options_->also.scripts) return;
  script_row_ = inline_script_row(type, {});
  if (!type) script_row_ = inline_script_row({}, script.value_of(attribute_named("language")));
  if (!collector_.wants_links()) script_row_ = nullptr;
  style_tag_ = tag.span.begin;
  around_style_ = around_;
}

void Page::element_text(text::Span content) {
  if (in_style_) collector_.collect_style(style_tag_, content, Namespace::html, around_style_);
  in_style_ = false;
  if (script_row_ != nullptr) {
    collector_.collect_script(style_tag_, content, *script_row_, around_style_);
  }
  script_row_ = nullptr;
}

// ---- Elements

void Page::read_element(WrittenTag const& tag, AttributeMask present, Namespace ns) {
  if (has_xml_base(present)) return give_up();
  const ScannedElement element(strings_, tag, present, ns, strings_.element_name(tag, ns),
                               is_in_picture(tag), around_);
  if (ns == Namespace::html) read_html_element(element);
  if (!given_up_) collector_.collect(element);
}

/// True for a source element right behind the tag of its picture, or behind such a source element;
/// of all others the parent is not known where few elements are kept. Between the two tags there is
/// text alone.
std::optional<bool> Page::is_in_picture(WrittenTag const& tag) {
  if (tag.tag != TagName::source) return std::nullopt;
  if (kept_ == Kept::all) {
    const std::size_t parent = state_.place_of_leaf(tag.tag);
    if (parent == 0) return false;
    OpenElement const& element = state_.open_elements().at(parent);
    return element.is_html() && element.name == TagName::picture;
  }
  if (!picture_end_) return std::nullopt;
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

/// Reads a policy that may forbid base elements, or upgrade requests (base/document_base.h,
/// is_policy_meta).
void Page::read_pragma(ScannedElement const& meta) {
  const bool is_policy = state_.is_right_in_head() &&
                         text::equals_ignoring_ascii_case(*meta.value_of(http_equiv_attribute),
                                                          "content-security-policy");
  if (!is_policy) return;
  const std::string_view content = *meta.value_of(content_attribute);
  is_upgraded_ |= upgrades_requests(content);
  const bool may_forbid_bases = options_->standard == url::Standard::whatwg;
  if (may_forbid_bases && html::has_directive(content, "base-uri")) policies_.emplace_back(content);
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
