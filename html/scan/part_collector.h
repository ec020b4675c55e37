// Collects the parts of a page that check asks for, from the tags that the page hands over: shadow
// trees, and what is to be ignored.
//
// Where an element ends, the tags alone mostly tell: behind `<div data-hrefkit-ignore>` tags are
// read until `</div>` closes it, and as long as each end tag closes the element that was opened
// last, nobody needs to know what is open around the element. It costs as much as the element is
// long. Where a tag might close more, or an element might go elsewhere (`<p><div>`, a link in a
// link, text in a table), the answer is "unknown", and the document's tree tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/html/page_parts.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/tree/start_tag.h"

namespace hrefkit::html::scan {

class PartCollector {
 public:
  /// `text` must outlive this.
  PartCollector(std::string_view text, bool scripting) : text_(text), scripting_(scripting) {}

  /// Takes the comment at `begin`; true when it tells to ignore the next element.
  bool take_comment(std::uint32_t begin);

  /// Ignores an element; false where it is not known how far it goes.
  bool ignore(WrittenTag const& tag, StartTagOutcome const& outcome);

  /// Takes whether what follows `place` is in a shadow tree.
  void follow_shadow_tree(bool is_in_one, std::uint32_t place);

  /// Ends the page.
  void end();

  /// What was found.
  PageParts const& parts() const { return parts_; }

 private:
  std::optional<std::uint32_t> find_element_end(WrittenTag const& tag) const;

  std::string_view text_;
  bool scripting_;
  PageParts parts_;
  std::uint32_t last_end_ = 0;                // of the element that was ignored last
  std::optional<std::uint32_t> open_part_;    // where the part began that is open
  std::optional<std::uint32_t> shadow_tree_;  // the same of a shadow tree
};

}  // namespace hrefkit::html::scan
