// Inline scripts that mention a URL which was changed: scripts are never changed, so a person has
// to look at them.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "hrefkit/text/hash128.h"

namespace hrefkit::cli {

/// True when the text may hold a script element.
bool has_script(std::string_view text);

/// The URLs of one page that were changed, by their hashes.
class ScriptMentions {
 public:
  void clear() { urls_.clear(); }
  bool empty() const { return urls_.empty(); }

  /// Adds a URL as a page may write it: the reference, or the URL that it resolves to.
  void add(std::string_view url);

  /// How many script elements of `text` (UTF-8) hold one of the URLs as a string in quotes. A
  /// string of more than 4,096 bytes is no URL here. Takes time for the length of the text.
  std::size_t count(std::string_view text) const;

 private:
  bool mentions(std::string_view script) const;

  std::unordered_set<text::Hash128, text::Hash128Hasher> urls_;
};

}  // namespace hrefkit::cli
