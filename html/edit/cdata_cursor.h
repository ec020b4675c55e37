// Whether a place in an element's text stands in a CDATA section.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// Answers for places of one text after another. Places that come in source order cost one pass
/// over the text together.
class CdataCursor {
 public:
  /// True when byte `at` of `text`, the text of context `context`, is in a CDATA section of the
  /// element whose text begins at byte `begin`. That byte may be the first behind the section's
  /// start.
  bool is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                     std::uint32_t at);

 private:
  void step(std::string_view text);
  void find_border(std::string_view text, std::size_t from);

  std::uint32_t context_ = UINT32_MAX;
  std::uint32_t begin_ = 0;
  bool in_section_ = false;
  std::size_t since_ = 0;   // the end of the delimiter that made it so
  std::size_t border_ = 0;  // where it may end: at a delimiter, a comment or a tag
};

}  // namespace hrefkit::html
