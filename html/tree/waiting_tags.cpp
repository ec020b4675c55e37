#include "hrefkit/html/tree/waiting_tags.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"

namespace hrefkit::html {

namespace {

constexpr std::size_t max_waiting = 32;

/// Elements whose attributes matter to tree construction, besides the formatting elements.
constexpr TagNameSet with_facts{TagName::annotation_xml, TagName::template_, TagName::input,
                                TagName::font};

}  // namespace

bool WaitingTags::add(TagName tag, text::Span name, text::Span span) {
  if (!may_wait(tag)) return false;
  if (!tag_groups::visible_empty.contains(tag)) waiting_.push_back({tag, name, span});
  return true;
}

bool WaitingTags::close(TagName tag, text::Span name) {
  if (waiting_.empty()) return false;
  Tag const& last = waiting_.back();
  const bool is_last = last.tag == tag &&
                       (tag != TagName::unknown || same_name(last.name.in(text_), name.in(text_)));
  if (is_last) {
    waiting_.pop_back();
  } else {
    open();
  }
  return is_last;
}

/// True if a start tag of that name may wait: it closes no open element.
bool WaitingTags::may_wait(TagName tag) const {
  using namespace tag_groups;
  constexpr TagNameSet breaks_lines{TagName::pre, TagName::listing};
  constexpr TagNameSet descriptions{TagName::dd, TagName::dt};
  if (!state_.is_in_flow() || waiting_.size() == max_waiting) return false;
  if (ordinary.contains(tag) || visible_empty.contains(tag)) return true;
  if (formatting_names.contains(tag)) {
    FormattingElements const& formatting = state_.formatting_elements();
    return tag != TagName::nobr && formatting.find(tag) == nullptr && !is_waiting(tag) &&
           formatting.size() + max_waiting < FormattingElements::max_size;
  }
  if (tag == TagName::p || blocks.contains(tag)) {
    return !breaks_lines.contains(tag) && is_outside_paragraphs();
  }
  if (headings.contains(tag)) return !top_is(headings) && is_outside_paragraphs();
  if (tag == TagName::li) {
    return top_is(TagNameSet{TagName::ul, TagName::ol}) && is_outside_paragraphs();
  }
  return descriptions.contains(tag) && top_is(TagNameSet{TagName::dl}) && is_outside_paragraphs();
}

bool WaitingTags::is_waiting(TagName tag) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [tag](Tag const& each) { return each.tag == tag; });
}

bool WaitingTags::is_outside_paragraphs() const {
  return state_.open_elements().find_in_scope(TagName::p, Scope::button) == 0 &&
         !is_waiting(TagName::p);
}

/// True where the current node is one of these elements.
bool WaitingTags::top_is(TagNameSet const& names) const {
  if (!waiting_.empty()) return names.contains(waiting_.back().tag);
  return state_.open_elements().top_is(names);
}

/// Passes the tags that wait to the state.
void WaitingTags::open() {
  for (Tag const& each : waiting_) {
    state_.start_tag(each.tag, each.name.in(text_), facts_of(each.tag, each.span));
  }
  waiting_.clear();
}

/// FAST: the attributes of a formatting element count only where many are open.
StartTagFacts WaitingTags::facts_of(TagName tag, text::Span span) {
  StartTagFacts facts;
  if (with_facts.contains(tag)) facts = start_tag_facts(span.in(text_), tag);
  if (!tag_groups::formatting_names.contains(tag)) return facts;
  facts.formatting.begin = span.begin;
  facts.formatting.has_identity = false;
  const auto identify = [&](FormattingTag& formatting) {
    formatting.identity = start_tag_facts(text_.substr(formatting.begin), tag).formatting.identity;
    formatting.has_identity = true;
  };
  if (state_.compares(tag, identify)) identify(facts.formatting);
  return facts;
}

}  // namespace hrefkit::html
