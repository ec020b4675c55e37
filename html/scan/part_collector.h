// Collects the parts of a page that check asks for: what is to be ignored, shadow trees, noscript
// elements, and source elements in pictures.
//
// All elements are followed as a tree builder would, so that what is known of an element is what
// the document tree has of it: it costs about as much as finding the links. The documents in frames
// are read as the page is. The few pages whose tree is not what was followed are given up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/page_parts.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/html/tree/waiting_tags.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html::scan {

/// True where the markup at the front of `rest` is a comment with a directive for hrefkit.
bool is_directive(std::string_view rest);

/// Reads the tags of one page from its scanner.
class PartCollector {
 public:
  /// A document `depth` documents deep. `text` and `limit` must outlive this.
  PartCollector(std::string_view text, bool scripting, FrameLimit& limit, std::size_t depth = 0)
      : text_(text),
        scripting_(scripting),
        limit_(limit),
        depth_(depth),
        state_(Kept::all, scripting) {
    strings_.begin(text);
    waiting_.begin(text);
  }

  /// Reads the document; false if it is given up.
  bool read();

  // As those of Page.

  static TagFilter const& filter() { return every_tag_filter; }
  static constexpr NameFilter const& attribute_filter() { return wanted_attributes; }
  void text(text::Span before) {
    if (state_.wants_text()) state_.text(before.in(text_));
  }
  ContentModel start_tag(WrittenTag const& tag);
  void end_tag(TagName tag, text::Span name);
  static bool table_part(TagName, bool, std::uint32_t) { return false; }
  void element_text(text::Span) {}
  Cdata cdata() const { return state_.in_foreign_content() ? Cdata::section : Cdata::comment; }
  void markup(std::string_view rest);
  void end();
  bool given_up() const { return given_up_; }

  /// What was found.
  PageParts const& parts() const { return parts_; }

 private:
  /// Stretches of the text in which something is so.
  class Stretches {
   public:
    explicit Stretches(std::vector<text::Span>& spans) : spans_(spans) {}
    /// Notes whether it is so from `place` on.
    void follow(bool is_so, std::uint32_t place);

   private:
    std::vector<text::Span>& spans_;
    std::optional<std::uint32_t> open_;
  };

  static constexpr NameFilter wanted_attributes = [] {
    NameFilter filter;
    for (const std::string_view name : ignore_attributes) filter.add(name);
    for (const std::string_view name : {"srcdoc", "http-equiv", "content"}) filter.add(name);
    return filter;
  }();

  ContentModel open(WrittenTag const& tag);
  void follow_marks(ElementMarks marks, std::uint32_t place);
  bool is_in_picture(TagName tag) const;
  bool upgrades_requests(WrittenTag const& tag);
  void read_frame(WrittenValue const& srcdoc, ElementMarks marks);

  std::string_view text_;
  bool scripting_;
  FrameLimit& limit_;
  std::size_t depth_;
  TreeState state_;
  WaitingTags waiting_{state_};
  PageStrings strings_;
  PageParts parts_;
  Stretches ignored_{parts_.ignored};
  Stretches noscripts_{parts_.noscripts};
  Stretches shadow_trees_{parts_.shadow_trees};
  bool awaits_element_ = false;  ///< the next element is to be ignored
  bool given_up_ = false;
  std::optional<std::uint32_t> open_part_;  ///< where the part to ignore began that is open
};

}  // namespace hrefkit::html::scan
