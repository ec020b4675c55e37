#include "hrefkit/site/path_glob.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/byte_set.h"
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

/// A class of characters in a set: "[:alpha:]".
struct CharacterClass {
  std::string_view name;
  text::ByteSet members;
};
constexpr text::ByteSet graphic = text::ByteSet::range(0x21, 0x7E);
constexpr std::array classes{CharacterClass{"[:alnum:]", text::ascii_alphanumeric},
                             CharacterClass{"[:alpha:]", text::ascii_alpha},
                             CharacterClass{"[:blank:]", text::ByteSet(" \t")},
                             CharacterClass{"[:digit:]", text::ascii_digit},
                             CharacterClass{"[:graph:]", graphic},
                             CharacterClass{"[:lower:]", text::ascii_lower},
                             CharacterClass{"[:print:]", graphic | text::ByteSet(" ")},
                             CharacterClass{"[:punct:]", graphic - text::ascii_alphanumeric},
                             CharacterClass{"[:space:]", text::ByteSet(" \t\n\v\f\r")},
                             CharacterClass{"[:upper:]", text::ascii_upper},
                             CharacterClass{"[:xdigit:]", text::ascii_hex_digit}};

/// Takes one character of a set, without the backslash before it.
std::string_view take_member(std::string_view& set) {
  if (set[0] == '\\' && set.size() > 1) set.remove_prefix(1);
  const std::string_view member = set.substr(0, character_length(set));
  set.remove_prefix(member.size());
  return member;
}

/// What the set at the beginning of a pattern says of a character.
struct SetAnswer {
  std::size_t length = 0;  ///< of the set, with its brackets; 0 where no `]` ends it
  bool has = false;
};

SetAnswer ask_set(std::string_view pattern, std::string_view character) {
  std::string_view rest = pattern.substr(1);
  const bool is_negated = rest.starts_with('!') || rest.starts_with('^');
  if (is_negated) rest.remove_prefix(1);
  bool found = false;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    if (rest[0] == ']' && !is_first) {  // a `]` that comes first is a member
      return {pattern.size() - rest.size() + 1, found != is_negated};
    }
    const auto known = std::find_if(classes.begin(), classes.end(),
                                    [&](auto const& c) { return rest.starts_with(c.name); });
    if (known != classes.end()) {
      found |= character.size() == 1 && known->members.contains(character[0]);
      rest.remove_prefix(known->name.size());
      continue;
    }
    const std::string_view low = take_member(rest);
    std::string_view high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = take_member(rest);
    }
    found |= low <= character && character <= high;  // UTF-8 keeps the order of characters
  }
  return {};
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
  if (pattern[0] == '[') {
    const SetAnswer set = ask_set(pattern, name.substr(0, length));
    if (set.length != 0) return set.has ? Step{set.length, length} : Step{};
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
