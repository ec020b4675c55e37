// The lines of a list that people write: one entry a line, with comments.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

/// Calls `take` with each line of `list`, without the white space around it, until `take` says what
/// is wrong with a line. That is returned, behind the number of the line: "line 3: ...". Empty
/// lines, lines that begin with "#", and a UTF-8 byte order mark are not entries.
template <typename Take>
tl::expected<void, std::string> for_each_list_line(std::string_view list, Take take) {
  if (list.starts_with(utf8_byte_order_mark)) list.remove_prefix(utf8_byte_order_mark.size());
  for (std::size_t number = 1; !list.empty(); ++number) {
    const std::size_t end = std::min(list.find('\n'), list.size());
    const std::string_view line = strip_ascii_whitespace(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (const tl::expected<void, std::string> taken = take(line); !taken) {
      return tl::make_unexpected("line " + std::to_string(number) + ": " + taken.error());
    }
  }
  return {};
}

}  // namespace hrefkit::text
