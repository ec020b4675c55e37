// The tags of a document with what tree construction makes of each, without a tree.
//
//   TagStream stream(text, scripting);
//   while (stream.next()) {
//     if (!stream.tag().is_end && stream.outcome().fate == TagFate::inserted) ...
//   }
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

/// What tree construction looks at of a start tag named `name`, from its attributes.
StartTagFacts start_tag_facts(std::string_view text, Tag const& tag, TagName name);

/// Reads tags and switches the tokenizer as the elements ask for. Linear in the text.
class TagStream {
 public:
  /// `text` is at most 4 GiB, valid UTF-8, and must outlive the stream.
  TagStream(std::string_view text, bool scripting)
      : text_(text), tokenizer_(text), state_(scripting) {}

  /// Reads on to the next tag; false at the end.
  bool next();

  /// `next` in two steps, for a caller that knows more of the open elements: `read` finds the tag,
  /// `apply` takes it for what it is. `open` tells whether an HTML element of its name is open,
  /// `frameset_ok` whether a frameset may take the body's place, where that is known.
  bool read();
  void apply(OpenElsewhere open, std::optional<bool> frameset_ok = std::nullopt);

  /// Says whether CDATA sections count in the text after the tag, where the state is not certain.
  void set_cdata(Cdata cdata) { tokenizer_.set_cdata(cdata); }

  /// The tag read last.
  Tag const& tag() const { return tag_; }
  TagName name() const { return name_; }

  /// What tree construction looks at of it, if it is a start tag.
  StartTagFacts const& facts() const { return facts_; }

  /// What became of it, if it is a start tag.
  StartTagOutcome const& outcome() const { return outcome_; }

  /// The text before it, or before the end: the content of a style or script element when the tag
  /// before it opened one.
  text::Span preceding_text() const { return tokenizer_.preceding_text(); }

  /// The state after the tag.
  TreeState const& state() const { return state_; }

 private:
  std::uint32_t& open_count(std::string_view written);

  std::string_view text_;
  TagTokenizer tokenizer_;
  TreeState state_;
  Tag tag_;
  TagName name_ = TagName::unknown;
  StartTagFacts facts_;
  StartTagOutcome outcome_;
  /// HTML start tags less end tags, by name; unknown names share some places behind the known.
  std::array<std::uint32_t, tag_name_count + 64> open_{};
};

}  // namespace hrefkit::html
