#include "hrefkit/html/edit/cdata_cursor.h"

#include <algorithm>

#include "hrefkit/html/syntax/markup_declaration.h"

namespace hrefkit::html {

bool CdataCursor::is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                                std::uint32_t at) {
  if (context != context_ || begin != begin_ || at < position_) {
    context_ = context;
    begin_ = begin;
    position_ = begin - std::min<std::size_t>(begin, cdata_start.size());
    in_section_ = false;
  }
  const std::string_view before = text.substr(0, at);
  for (;;) {
    const std::string_view delimiter = in_section_ ? cdata_end : cdata_start;
    const std::size_t found = before.find(delimiter, position_);
    if (found == std::string_view::npos) {
      // The delimiter may have begun before `at`.
      const std::size_t searched = at - std::min<std::size_t>(at, delimiter.size() - 1);
      position_ = std::max(position_, searched);
      return in_section_;
    }
    position_ = found + delimiter.size();
    in_section_ = !in_section_;
  }
}

}  // namespace hrefkit::html
