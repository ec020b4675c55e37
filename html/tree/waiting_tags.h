// Keeps start tags away from the state of tree construction until it needs them.
//
// Most elements close no other element when they open, and have no open element in them when they
// close. Their start tags wait, and are dropped when their end tags come. A state that keeps all
// elements takes less than half of the instructions that way.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The tags that wait before a state that keeps all elements.
class WaitingTags {
 public:
  /// `state` must outlive this.
  explicit WaitingTags(TreeState& state) : state_(state) {}

  /// Begins a document; no tag waits.
  void begin(std::string_view text) {
    text_ = text;
    waiting_.clear();
    has_asked_ = false;
  }

  /// True for a start tag that waits, or makes an element without content. It makes an HTML
  /// element, and the text behind it is data. Others must not be passed to the state before `open`.
  bool add(TagName tag, text::Span name, text::Span span);

  /// True for the end tag of the tag that waits last, which waits no more. After others none waits.
  bool close(TagName tag, text::Span name) {
    if (close_last(tag, name)) return true;
    open();
    return false;
  }

  /// Adds or closes by the tag at `span`, whose attributes count for nothing but its identity.
  /// Returns false, and changes nothing, where `add` or `close` must be asked.
  bool pass(TagName tag, bool is_end, text::Span span);

  /// Passes the tags that wait to the state.
  void open();

  /// What counts for the state of a start tag.
  StartTagFacts facts_of(TagName tag, text::Span span);

 private:
  struct Tag {
    TagName tag = TagName::unknown;
    text::Span name = {};
    text::Span span = {};
  };

  bool close_last(TagName tag, text::Span name);
  bool ask_state();
  bool may_wait(TagName tag);
  bool top_is(TagNameSet const& names) const;

  TreeState& state_;
  std::string_view text_;
  std::vector<Tag> waiting_;  // of elements that are open, the innermost last
  // FAST: the state is asked once until a tag is passed to it: following all elements takes 10 %
  // fewer instructions.
  bool has_asked_ = false;
  TagNameSet free_;                     // tags that may wait whatever stands around them
  bool is_outside_paragraphs_ = false;  // no p element is in button scope, or waits
};

}  // namespace hrefkit::html
