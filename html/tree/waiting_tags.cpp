#include "hrefkit/html/tree/waiting_tags.h"

#include <cstddef>
#include <cstdint>

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
  if (tag_groups::visible_empty.contains(tag)) return true;
  waiting_.push_back({tag, name, span});
  if (tag_groups::formatting_names.contains(tag)) free_.remove(tag);
  if (tag == TagName::p) is_outside_paragraphs_ = false;
  return true;
}

bool WaitingTags::close_last(TagName tag, text::Span name) {
  if (waiting_.empty()) return false;
  Tag const& last = waiting_.back();
  const bool is_last = last.tag == tag &&
                       (tag != TagName::unknown || same_name(last.name.in(text_), name.in(text_)));
  if (!is_last) return false;
  waiting_.pop_back();
  if (tag_groups::formatting_names.contains(tag)) free_.add(tag);
  if (tag == TagName::p) is_outside_paragraphs_ = true;
  return true;
}

bool WaitingTags::pass(TagName tag, bool is_end, text::Span span) {
  if (tag == TagName::unknown) return false;
  const std::uint32_t begin = span.begin + (is_end ? 2 : 1);
  const std::size_t size = tag_names[static_cast<std::size_t>(tag) - 1].size();
  const text::Span name{begin, begin + static_cast<std::uint32_t>(size)};
  return is_end ? close_last(tag, name) : add(tag, name, span);
}

/// Asks the state which tags may wait; false for none.
bool WaitingTags::ask_state() {
  using namespace tag_groups;
  if (!state_.is_in_flow()) return false;
  free_ = ordinary | visible_empty;
  FormattingElements const& formatting = state_.formatting_elements();
  if (formatting.size() + max_waiting < FormattingElements::max_size) {
    free_ = free_ | formatting_names;
    free_.remove(TagName::nobr);
    formatting.for_each_name([this](TagName name) { free_.remove(name); });
  }
  is_outside_paragraphs_ = state_.open_elements().find_in_scope(TagName::p, Scope::button) == 0;
  return has_asked_ = true;
}

/// True if a start tag of that name may wait: it closes no open element.
bool WaitingTags::may_wait(TagName tag) {
  using namespace tag_groups;
  constexpr TagNameSet breaks_lines{TagName::pre, TagName::listing};
  constexpr TagNameSet descriptions{TagName::dd, TagName::dt};
  if (!has_asked_ && !ask_state()) return false;
  if (waiting_.size() == max_waiting) return false;
  if (free_.contains(tag)) return true;
  if (!is_outside_paragraphs_) return false;
  if (tag == TagName::p || blocks.contains(tag)) return !breaks_lines.contains(tag);
  if (headings.contains(tag)) return !top_is(headings);
  if (tag == TagName::li) return top_is(TagNameSet{TagName::ul, TagName::ol});
  return descriptions.contains(tag) && top_is(TagNameSet{TagName::dl});
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
  has_asked_ = false;
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
