// Which parts of an element's text stand in CDATA sections.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Tells whether places in the text of an element are in a CDATA section. Asked from left to right,
/// it reads the text once.
class CdataCursor {
 public:
  /// True when byte `at` of `text` is in a section. The text of the element begins at `begin`,
  /// which may be just behind the start of a section.
  bool is_inside(std::string_view text, std::uint32_t begin, std::uint32_t at);

 private:
  void restart(std::uint32_t begin);
  void step();
  void find_border(std::size_t from);

  std::string_view text_ = {};
  std::uint32_t begin_ = 0;
  bool inside_ = false;
  std::size_t last_ = 0;    // where the state began
  std::size_t border_ = 0;  // where it may end
};

}  // namespace hrefkit::html
