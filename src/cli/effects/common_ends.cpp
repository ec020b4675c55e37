#include "hrefkit/cli/effects/common_ends.h"

#include <algorithm>

namespace hrefkit::cli {

namespace {

bool is_separator(char c) {
  return c == '/' || c == '?' || c == '#';
}

/// True where one component ends and another begins.
bool is_border(std::string_view url, std::size_t place) {
  return place == 0 || place == url.size() || is_separator(url[place]) ||
         is_separator(url[place - 1]);
}

}  // namespace

CommonEnds common_ends(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  CommonEnds common;
  while (common.prefix < shorter && a[common.prefix] == b[common.prefix]) ++common.prefix;
  while (!is_border(a, common.prefix) || !is_border(b, common.prefix)) --common.prefix;
  while (common.suffix < shorter - common.prefix &&
         a[a.size() - 1 - common.suffix] == b[b.size() - 1 - common.suffix]) {
    ++common.suffix;
  }
  while (!is_border(a, a.size() - common.suffix) || !is_border(b, b.size() - common.suffix)) {
    --common.suffix;
  }
  return common;
}

}  // namespace hrefkit::cli
