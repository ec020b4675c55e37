#include "hrefkit/site/path_glob.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t npos = std::string_view::npos;

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> names;
  while (true) {
    const std::size_t slash = path.find('/');
    names.push_back(path.substr(0, slash));
    if (slash == npos) return names;
    path.remove_prefix(slash + 1);
  }
}

/// The bytes of the UTF-8 character at the beginning of `text`, which is not empty.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  const std::size_t most = std::min<std::size_t>(text.size(), 4);
  while (length < most && text::is_continuation_byte(text[length])) ++length;
  return length;
}

/// The place of the `]` that ends the set at the beginning of `pattern`; npos where none does.
std::size_t end_of_set(std::string_view pattern) {
  std::size_t first = 1;
  if (first < pattern.size() && (pattern[first] == '!' || pattern[first] == '^')) ++first;
  return pattern.find(']', first + 1);  // a `]` that comes first is a member
}

/// True when the set "[...]", with its brackets, has the character. Sets are of bytes and of whole
/// characters; a range is of bytes.
bool set_has(std::string_view set, std::string_view character) {
  set = set.substr(1, set.size() - 2);
  const bool is_negated = set.starts_with('!') || set.starts_with('^');
  if (is_negated) set.remove_prefix(1);
  bool found = false;
  while (!set.empty()) {
    const std::size_t length = character_length(set);
    if (length == 1 && set.size() > 2 && set[1] == '-') {
      found |= character.size() == 1 && set[0] <= character[0] && character[0] <= set[2];
      set.remove_prefix(3);
    } else {
      found |= set.substr(0, length) == character;
      set.remove_prefix(length);
    }
  }
  return found != is_negated;
}

/// One step of a pattern: how much of it, and of the name, belongs together. Both zero where they
/// do not.
struct Step {
  std::size_t pattern = 0;
  std::size_t name = 0;
};

Step step(std::string_view pattern, std::string_view name) {
  if (pattern.empty() || name.empty()) return {};
  const std::size_t length = character_length(name);
  if (pattern[0] == '?') return {1, length};
  if (const std::size_t end = end_of_set(pattern); pattern[0] == '[' && end != npos) {
    if (!set_has(pattern.substr(0, end + 1), name.substr(0, length))) return {};
    return {end + 1, length};
  }
  const std::size_t escape = pattern[0] == '\\' && pattern.size() > 1 ? 1 : 0;
  return pattern[escape] == name[0] ? Step{escape + 1, 1} : Step{};
}

bool names_match(std::vector<std::string> const& pattern,
                 std::vector<std::string_view> const& names) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = npos;  // the last `**`, and where the names behind it begin
  std::size_t star_name = 0;
  while (n < names.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      // At the end of the pattern `**` is what lies in the folder, not the folder itself.
      if (p + 1 == pattern.size()) return true;
      star = p++;
      star_name = n;
    } else if (p < pattern.size() && name_matches(pattern[p], names[n])) {
      ++p;
      ++n;
    } else if (star != npos) {
      p = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  return p == pattern.size();
}

}  // namespace

bool name_matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = npos;  // the last `*`, and where the text behind it begins
  std::size_t star_name = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_name = n;
      continue;
    }
    const Step fit = step(pattern.substr(p), name.substr(n));
    if (fit.pattern != 0) {
      p += fit.pattern;
      n += fit.name;
    } else if (star != npos) {
      p = star + 1;
      n = ++star_name;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == npos;
}

PathGlob::PathGlob(std::string_view pattern) {
  folders_only_ = pattern.ends_with('/');
  if (folders_only_) pattern.remove_suffix(1);
  const bool is_anchored = pattern.find('/') != npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (!is_anchored) names_.emplace_back("**");
  for (const std::string_view name : split(pattern)) names_.emplace_back(name);
}

bool PathGlob::matches(std::string_view path, PathKind kind) const {
  if (folders_only_ && kind == PathKind::file) return false;
  return names_match(names_, split(path));
}

}  // namespace hrefkit::site
