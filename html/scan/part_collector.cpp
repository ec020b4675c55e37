#include "hrefkit/html/scan/part_collector.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html::scan {

namespace {

constexpr ElementMarks mark_ignored = 1;
constexpr ElementMarks mark_noscript = 2;

constexpr AttributeMask ignore_mask =
    mask_of(attribute_named(ignore_attributes[0])) | mask_of(attribute_named(ignore_attributes[1]));

/// Elements whose attributes matter to tree construction, besides the formatting elements.
constexpr TagNameSet with_facts{TagName::annotation_xml, TagName::template_, TagName::input,
                                TagName::font};

/// The facts about the start tag that is written at `span`.
StartTagFacts read_facts(std::string_view text, text::Span span, TagName name) {
  const std::string_view written = span.in(text);
  TagTokenizer tokenizer(written);
  Tag tag;
  tokenizer.next(tag);
  return start_tag_facts(written, tag, name);
}

/// Sorts spans and joins those that meet.
void join(std::vector<text::Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](text::Span a, text::Span b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const text::Span span : spans) {
    if (kept != 0 && span.begin <= spans[kept - 1].end) {
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
}

}  // namespace

bool is_directive(std::string_view rest) {
  constexpr std::string_view comment = "<!--";
  if (!rest.starts_with(comment)) return false;
  const std::size_t word = rest.find_first_not_of(" \t\n\f\r", comment.size());
  return word < rest.size() && rest.substr(word).starts_with(directive_prefix);
}

void PartCollector::Stretches::follow(bool is_so, std::uint32_t place) {
  if (is_so == open_.has_value()) return;
  if (is_so) {
    open_ = place;
  } else {
    spans_.push_back({*open_, place});
    open_.reset();
  }
}

void PartCollector::markup(std::string_view rest) {
  if (!is_directive(rest)) return;
  const auto begin = static_cast<std::uint32_t>(text_.size() - rest.size());
  const IgnoreWord word = read_ignore_comment(text_, begin).word;
  if (word == IgnoreWord::part_start && !open_part_) open_part_ = begin;
  if (word == IgnoreWord::part_end && open_part_) {
    parts_.ignored.push_back({*std::exchange(open_part_, std::nullopt), begin});
  }
  awaits_element_ |= word == IgnoreWord::element;
}

ContentModel PartCollector::start_tag(WrittenTag const& tag) {
  StartTagFacts facts = facts_of(tag);
  const bool has_attribute = (tag.present & ignore_mask) != 0;
  const bool is_noscript = tag.tag == TagName::noscript &&
                           (!state_.in_foreign_content() || state_.in_integration_point());
  if (has_attribute || awaits_element_) facts.marks |= mark_ignored;
  if (is_noscript) facts.marks |= mark_noscript;
  // Elements that are made again have the attributes, and no comment before them.
  facts.formatting.marks = has_attribute ? mark_ignored : 0;
  const bool replaces_body =
      tag.tag == TagName::frameset && !state_.is_before_body() && !state_.in_frameset();
  const bool is_picture_source = tag.tag == TagName::source && is_in_picture(tag);
  const StartTagOutcome outcome = state_.start_tag(tag.tag, tag.name.in(text_), facts);
  shadow_trees_.follow(state_.in_shadow_tree(), tag.span.end);
  given_up_ |= may_differ(tag, outcome) || (replaces_body && state_.in_frameset()) ||
               (facts.names_marker && outcome.ns == Namespace::html) ||
               (outcome.result == TagResult::merged && facts.marks != 0);
  if (outcome.result != TagResult::inserted && outcome.result != TagResult::shadow_root) {
    return outcome.content;
  }
  awaits_element_ = false;
  const ElementMarks marks = facts.marks | outcome.marks_around;
  ignored_.follow((marks & mark_ignored) != 0, tag.span.begin);
  noscripts_.follow((marks & mark_noscript) != 0, tag.span.begin);
  if (is_picture_source && outcome.ns == Namespace::html) {
    parts_.picture_sources.push_back(tag.span);
  }
  const bool is_in_head =
      state_.is_before_body() && state_.open_elements().empty() && (marks & mark_noscript) == 0;
  if (tag.tag == TagName::meta && is_in_head && !parts_.upgrades_from && upgrades_requests(tag)) {
    parts_.upgrades_from = tag.span.begin;
  }
  return outcome.content;
}

/// FAST: the attributes of a formatting element count only where many are open.
StartTagFacts PartCollector::facts_of(WrittenTag const& tag) {
  StartTagFacts facts{.self_closing = tag.self_closing};
  if (with_facts.contains(tag.tag)) facts = read_facts(text_, tag.span, tag.tag);
  if (!tag_groups::formatting_names.contains(tag.tag)) return facts;
  facts.formatting.begin = tag.span.begin;
  facts.formatting.has_identity = false;
  const auto identify = [&](FormattingTag& formatting) {
    const text::Span from{formatting.begin, static_cast<std::uint32_t>(text_.size())};
    formatting.identity = read_facts(text_, from, tag.tag).formatting.identity;
    formatting.has_identity = true;
  };
  if (state_.compares(tag.tag, identify)) identify(facts.formatting);
  return facts;
}

/// True for a meta element, in the head, with a policy that upgrades requests.
bool PartCollector::upgrades_requests(WrittenTag const& tag) {
  constexpr AttributeName pragma = attribute_named("http-equiv");
  constexpr AttributeName content = attribute_named("content");
  const auto has = [&](AttributeName name) { return (tag.present & mask_of(name)) != 0; };
  return has(pragma) && has(content) &&
         text::equals_ignoring_ascii_case(strings_.peek(tag.value(pragma)),
                                          "content-security-policy") &&
         html::upgrades_requests(strings_.peek(tag.value(content)));
}

/// True where the parent is a picture element.
bool PartCollector::is_in_picture(WrittenTag const& tag) const {
  const std::size_t parent = state_.place_of_leaf(tag.tag);
  if (parent == 0) return false;
  OpenElement const& element = state_.open_elements().at(parent);
  return element.is_html() && element.name == TagName::picture;
}

/// True where the tree may have another element, or have it elsewhere: where the adoption agency
/// moves what stands in an element to be ignored; in a frame that is a document of its own; and
/// where a page fills `selectedcontent`. So it is behind a frameset that replaces the body.
bool PartCollector::may_differ(WrittenTag const& tag, StartTagOutcome const& outcome) const {
  if (!state_.knows_marks() || state_.work().moves_refused) return true;
  if (outcome.result != TagResult::inserted || outcome.inert || outcome.ns != Namespace::html) {
    return false;
  }
  switch (tag.tag) {
    case TagName::iframe:
      return (tag.present & mask_of(attribute_named("srcdoc"))) != 0;
    case TagName::selectedcontent:
      return state_.has_select();
    default:
      return false;
  }
}

void PartCollector::end_tag(TagName tag, text::Span name) {
  state_.end_tag(tag, name.in(text_));
  shadow_trees_.follow(state_.in_shadow_tree(), name.begin - 2);
  given_up_ |= !state_.knows_marks();
}

void PartCollector::end() {
  const auto size = static_cast<std::uint32_t>(text_.size());
  for (Stretches* const stretches : {&ignored_, &noscripts_, &shadow_trees_}) {
    stretches->follow(false, size);
  }
  if (open_part_) parts_.ignored.push_back({*open_part_, size});
  parts_.open_ignore = open_part_;
  join(parts_.ignored);
}

}  // namespace hrefkit::html::scan
