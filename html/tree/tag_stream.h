// Reads the tags of a document with the effect of each on the tree, without building the tree.
//
//   TagStream stream(text, scripting);
//   while (stream.next()) {
//     if (!stream.tag().is_end && stream.outcome().result == TagResult::inserted) ...
//   }
#pragma once

#include <string_view>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Reads tags, keeps all open elements, and switches the tokenizer as the elements require. Linear
/// in the text.
class TagStream {
 public:
  /// `text` is at most 4 GiB, valid UTF-8, and must outlive the stream.
  TagStream(std::string_view text, bool scripting)
      : text_(text), tokenizer_(text), state_(Kept::all, scripting) {}

  /// Reads on to the next tag; false at the end.
  bool next();

  /// `next` in two steps: `read` finds the tag and processes the text before it, `apply` processes
  /// the tag. Between the two the state is the one before the tag. The element of a start tag gets
  /// `marks`, and those that are made again for it get `marks_again`.
  bool read();
  void apply(ElementMarks marks = 0, ElementMarks marks_again = 0);

  /// The tag read last.
  Tag const& tag() const { return tag_; }
  TagName name() const { return name_; }

  /// The facts about it, if it is a start tag.
  StartTagFacts const& facts() const { return facts_; }

  /// Its effect, if it is a start tag.
  StartTagOutcome const& outcome() const { return outcome_; }

  /// Its effect, if it is an end tag.
  EndTagOutcome const& end_outcome() const { return end_outcome_; }

  /// The text before it, or before the end: the content of a style or script element when the tag
  /// before it opened one.
  text::Span preceding_text() const { return tokenizer_.preceding_text(); }

  /// The state after the tag.
  TreeState const& state() const { return state_; }
  TreeState& state() { return state_; }

 private:
  std::string_view text_;
  TagTokenizer tokenizer_;
  TreeState state_;
  Tag tag_;
  TagName name_ = TagName::unknown;
  StartTagFacts facts_;
  StartTagOutcome outcome_;
  EndTagOutcome end_outcome_;
};

}  // namespace hrefkit::html
