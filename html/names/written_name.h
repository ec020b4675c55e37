// Names of tags and attributes as they are written, compared as the tokenizer has them: ASCII
// letters in any case, and a NUL byte the same as the U+FFFD that it becomes (HTML
// standard 13.2.5.8 and 13.2.5.33).
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// <0, 0 or >0 as `a` sorts before, with or after `b`.
int compare_names(std::string_view a, std::string_view b);

/// True when two names are the same.
inline bool same_name(std::string_view a, std::string_view b) {
  return compare_names(a, b) == 0;
}

/// The same for names that are the same.
std::uint64_t hash_name(std::string_view name);

}  // namespace hrefkit::html
