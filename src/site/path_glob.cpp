#include "hrefkit/site/path_glob.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// The bytes of the UTF-8 character at the beginning of `text`, which is not empty.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  const std::size_t max = std::min<std::size_t>(text.size(), 4);
  while (length < max && text::is_continuation_byte(text[length])) ++length;
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

/// A character of up to four bytes as a number. Numbers have the order of the characters, which is
/// that of their bytes.
std::uint32_t key_of(std::string_view character) {
  std::uint32_t key = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    key = key << 8 | (i < character.size() ? static_cast<unsigned char>(character[i]) : 0U);
  }
  return key;
}

/// Reads one character of a set, without the backslash before it.
std::string_view read_member(std::string_view& set) {
  if (set[0] == '\\' && set.size() > 1) set.remove_prefix(1);
  const std::string_view member = set.substr(0, character_length(set));
  set.remove_prefix(member.size());
  return member;
}

/// The characters of one byte from `low` to `high`.
text::ByteSet bytes_between(std::string_view low, std::string_view high) {
  const auto byte = [](std::string_view character) {
    return static_cast<unsigned>(static_cast<unsigned char>(character[0]));
  };
  return text::ByteSet::range(byte(low) + (low.size() > 1 ? 1 : 0), byte(high));
}

using KeyRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Sorts ranges and joins those that overlap.
void join(KeyRanges& ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::size_t kept = 0;
  for (auto const& range : ranges) {
    if (kept != 0 && range.first <= ranges[kept - 1].second) {
      ranges[kept - 1].second = std::max(ranges[kept - 1].second, range.second);
    } else {
      ranges[kept++] = range;
    }
  }
  ranges.resize(kept);
}

/// Places between the characters of a name, as bits: place 0 is before the first one.
using Places = std::vector<std::uint64_t>;

bool any_of(Places const& places) {
  return std::any_of(places.begin(), places.end(), [](std::uint64_t word) { return word != 0; });
}

/// Keeps the places before a character of `characters`, and goes over that character.
void go_over(Places& places, std::span<std::uint64_t const> characters) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint64_t word = places[i] & characters[i];
    places[i] = word << 1 | carry;
    carry = word >> 63;
  }
}

}  // namespace

/// The characters of a name and, for each character that it has, the places before it.
class NameGlob::Name {
 public:
  explicit Name(std::string_view bytes) : bytes_(bytes) {}

  std::string_view bytes() const { return bytes_; }

  struct Table {
    std::size_t length = 0;                 // in characters
    std::size_t words = 0;                  // of a set of places
    std::vector<std::uint32_t> characters;  // sorted, each once
    std::vector<std::uint64_t> places;      // `words` for each character
    std::vector<std::uint64_t> all;         // before any character
    std::vector<std::uint64_t> none;

    std::span<std::uint64_t const> of(std::size_t character) const {
      return std::span(places).subspan(character * words, words);
    }
  };

  /// Made when the first pattern asks: most are decided by the bytes.
  Table const& table() const {
    if (!table_) table_ = make_table();
    return *table_;
  }

 private:
  Table make_table() const {
    Table table;
    std::vector<std::uint32_t> keys;
    for (std::string_view rest = bytes_; !rest.empty();) {
      const std::size_t length = character_length(rest);
      keys.push_back(key_of(rest.substr(0, length)));
      rest.remove_prefix(length);
    }
    table.length = keys.size();
    table.words = keys.size() / 64 + 1;
    table.characters = keys;
    std::sort(table.characters.begin(), table.characters.end());
    table.characters.erase(std::unique(table.characters.begin(), table.characters.end()),
                           table.characters.end());
    table.places.assign(table.characters.size() * table.words, 0);
    table.all.assign(table.words, 0);
    table.none.assign(table.words, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto found =
          std::lower_bound(table.characters.begin(), table.characters.end(), keys[i]);
      const auto character = static_cast<std::size_t>(found - table.characters.begin());
      const std::uint64_t bit = std::uint64_t{1} << (i % 64);
      table.places[character * table.words + i / 64] |= bit;
      table.all[i / 64] |= bit;
    }
    return table;
  }

  std::string_view bytes_;
  mutable std::optional<Table> table_;
};

NameGlob::NameGlob(std::string_view pattern) : is_any_folders_(pattern == "**") {
  while (!pattern.empty()) {
    std::size_t length = 1;
    if (pattern[0] == '*') {
      if (atoms_.empty() || atoms_.back().kind != AtomKind::star) {
        atoms_.push_back({AtomKind::star});
      }
    } else if (pattern[0] == '?') {
      atoms_.push_back({AtomKind::any_character});
    } else if (Set set; pattern[0] == '[' && (length = read_set(pattern, set)) != 0) {
      atoms_.push_back({AtomKind::set, static_cast<std::uint32_t>(sets_.size())});
      sets_.push_back(std::move(set));
    } else {
      if (pattern[0] == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
      length = character_length(pattern);
      atoms_.push_back({AtomKind::character, key_of(pattern.substr(0, length))});
    }
    pattern.remove_prefix(length);
  }
  find_common_text();
}

/// Finds the characters before the first wildcard and behind the last one.
void NameGlob::find_common_text() {
  const auto add = [](std::string& text, std::uint32_t key) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      const auto byte = static_cast<char>(key >> shift);
      // A character of one byte may be NUL; behind others there are zeros.
      if (byte != '\0' || shift == 24) text += byte;
    }
  };
  const auto is_wildcard = [](Atom atom) { return atom.kind != AtomKind::character; };
  const auto first = std::find_if(atoms_.begin(), atoms_.end(), is_wildcard);
  for (auto atom = atoms_.begin(); atom != first; ++atom) add(prefix_, atom->value);
  if (first == atoms_.end()) return;
  const auto last = std::find_if(atoms_.rbegin(), atoms_.rend(), is_wildcard).base();
  form_ = first + 1 == last && first->kind == AtomKind::star ? Form::one_star : Form::other;
  for (auto atom = last; atom != atoms_.end(); ++atom) add(suffix_, atom->value);
}

/// Reads the set at the beginning of a pattern; 0 where no `]` ends it, else its length with its
/// brackets.
std::size_t NameGlob::read_set(std::string_view pattern, Set& set) {
  std::string_view rest = pattern.substr(1);
  set.is_negated = rest.starts_with('!') || rest.starts_with('^');
  if (set.is_negated) rest.remove_prefix(1);
  for (bool is_first = true; !rest.empty(); is_first = false) {
    if (rest[0] == ']' && !is_first) {  // a `]` that comes first is a member
      join(set.ranges);
      return pattern.size() - rest.size() + 1;
    }
    const auto known = rest[0] != '['
                           ? classes.end()
                           : std::find_if(classes.begin(), classes.end(),
                                          [&](auto const& c) { return rest.starts_with(c.name); });
    if (known != classes.end()) {
      set.bytes = set.bytes | known->members;
      rest.remove_prefix(known->name.size());
      continue;
    }
    const std::string_view low = read_member(rest);
    std::string_view high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = read_member(rest);
    }
    if (low > high) continue;
    set.bytes = set.bytes | bytes_between(low, high);
    set.ranges.emplace_back(key_of(low), key_of(high));
  }
  return 0;
}

bool NameGlob::Set::contains(std::uint32_t character) const {
  constexpr std::uint32_t behind_first_byte = 0xFFFFFF;
  if ((character & behind_first_byte) == 0) {
    return bytes.contains(static_cast<char>(character >> 24)) != is_negated;
  }
  const auto behind =
      std::upper_bound(ranges.begin(), ranges.end(), std::pair(character, UINT32_MAX));
  const bool is_member = behind != ranges.begin() && character <= std::prev(behind)->second;
  return is_member != is_negated;
}

bool NameGlob::matches(Name const& name) const {
  const std::string_view bytes = name.bytes();
  if (form_ == Form::text) return bytes == prefix_;
  if (bytes.size() < prefix_.size() + suffix_.size()) return false;
  if (!bytes.starts_with(prefix_) || !bytes.ends_with(suffix_)) return false;
  return form_ == Form::one_star || matches_by_atoms(name);  // a star alone takes what is left
}

bool NameGlob::matches_by_atoms(Name const& name) const {
  Name::Table const& table = name.table();
  Places places(table.words, 0);
  places[0] = 1;
  Places of_set;
  for (const Atom atom : atoms_) {
    switch (atom.kind) {
      case AtomKind::star: {
        const auto first =
            std::find_if(places.begin(), places.end(), [](auto w) { return w != 0; });
        *first |= ~*first + 1;  // all from its lowest bit on
        std::fill(first + 1, places.end(), ~std::uint64_t{0});
        continue;
      }
      case AtomKind::any_character:
        go_over(places, table.all);
        break;
      case AtomKind::character: {
        const auto found =
            std::lower_bound(table.characters.begin(), table.characters.end(), atom.value);
        if (found == table.characters.end() || *found != atom.value) return false;
        go_over(places, table.of(static_cast<std::size_t>(found - table.characters.begin())));
        break;
      }
      case AtomKind::set: {
        of_set.assign(table.words, 0);
        for (std::size_t i = 0; i < table.characters.size(); ++i) {
          if (!sets_[atom.value].contains(table.characters[i])) continue;
          for (std::size_t w = 0; w < table.words; ++w) of_set[w] |= table.of(i)[w];
        }
        go_over(places, of_set);
        break;
      }
    }
    if (!any_of(places)) return false;
  }
  return (places[table.length / 64] >> (table.length % 64) & 1) != 0;
}

bool name_matches(std::string_view pattern, std::string_view name) {
  return NameGlob(pattern).matches(NameGlob::Name(name));
}

/// The names of a path.
class PathGlob::Path {
 public:
  explicit Path(std::string_view path) {
    for (std::size_t slash = path.find('/'); slash != npos; slash = path.find('/')) {
      names_.emplace_back(path.substr(0, slash));
      path.remove_prefix(slash + 1);
    }
    names_.emplace_back(path);
  }

  std::span<NameGlob::Name const> names() const { return names_; }

 private:
  std::vector<NameGlob::Name> names_;
};

namespace {

using NameGlobs = std::span<NameGlob const>;
using Names = std::span<NameGlob::Name const>;

/// True when the first names of a path match `globs`, which has no `**`.
bool begins_with(Names names, NameGlobs globs) {
  if (names.size() < globs.size()) return false;
  for (std::size_t i = 0; i < globs.size(); ++i) {
    if (!globs[i].matches(names[i])) return false;
  }
  return true;
}

/// Removes the globs up to the next `**`, and that one. nullopt when there is no other.
std::optional<NameGlobs> split_off_part(NameGlobs& globs) {
  const auto folders = std::find_if(globs.begin(), globs.end(),
                                    [](NameGlob const& glob) { return glob.is_any_folders(); });
  if (folders == globs.end()) return std::nullopt;
  const NameGlobs part(globs.begin(), folders);
  globs = NameGlobs(folders + 1, globs.end());
  return part;
}

bool names_match(NameGlobs globs, Names names) {
  std::optional<NameGlobs> part = split_off_part(globs);
  if (!part) return names.size() == globs.size() && begins_with(names, globs);
  if (!begins_with(names, *part)) return false;
  names = names.subspan(part->size());
  // The first place that fits leaves the most for what follows.
  while ((part = split_off_part(globs))) {
    while (names.size() >= part->size() && !begins_with(names, *part)) names = names.subspan(1);
    if (names.size() < part->size()) return false;
    names = names.subspan(part->size());
  }
  // At the end of the pattern `**` is what lies in the folder, not the folder itself.
  if (globs.empty()) return !names.empty();
  return names.size() >= globs.size() && begins_with(names.last(globs.size()), globs);
}

}  // namespace

PathGlob::PathGlob(std::string_view pattern) {
  folders_only_ = pattern.ends_with('/');
  if (folders_only_) pattern.remove_suffix(1);
  const bool is_anchored = pattern.find('/') != npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (!is_anchored) names_.emplace_back("**");
  for (std::size_t slash = pattern.find('/'); slash != npos; slash = pattern.find('/')) {
    names_.emplace_back(pattern.substr(0, slash));
    pattern.remove_prefix(slash + 1);
  }
  names_.emplace_back(pattern);
}

bool PathGlob::matches(std::string_view path, PathKind kind) const {
  const Path names(path);
  return matches(names, names.names().size(), kind);
}

/// The same for the first `count` names of a path.
bool PathGlob::matches(Path const& path, std::size_t count, PathKind kind) const {
  if (folders_only_ && kind == PathKind::file) return false;
  return names_match(names_, path.names().first(count));
}

bool PathGlobs::match(std::string_view path, PathKind kind) const {
  if (globs_.empty()) return false;
  const PathGlob::Path names(path);
  return match(names, names.names().size(), kind);
}

bool PathGlobs::match(PathGlob::Path const& path, std::size_t count, PathKind kind) const {
  const bool found = std::any_of(globs_.begin(), globs_.end(), [&](PathGlob const& glob) {
    return glob.matches(path, count, kind);
  });
  if (found && uses_->unused.load(std::memory_order_relaxed) != 0) note_uses(path, count, kind);
  return found;
}

void PathGlobs::add(std::string_view pattern) {
  globs_.emplace_back(pattern);
  uses_->used.emplace_back(false);
  ++uses_->unused;
}

/// Several patterns may match the path.
void PathGlobs::note_uses(PathGlob::Path const& path, std::size_t count, PathKind kind) const {
  for (std::size_t i = 0; i < globs_.size(); ++i) {
    std::atomic<bool>& used = uses_->used[i];
    if (used.load(std::memory_order_relaxed) || !globs_[i].matches(path, count, kind)) continue;
    if (!used.exchange(true)) --uses_->unused;
  }
}

std::vector<std::size_t> PathGlobs::unused() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < globs_.size(); ++i) {
    if (!uses_->used[i]) numbers.push_back(i);
  }
  return numbers;
}

bool PathGlobs::match_within(std::string_view path, PathKind kind) const {
  if (globs_.empty()) return false;
  const PathGlob::Path names(path);
  std::size_t count = names.names().size();
  if (match(names, count, kind)) return true;
  while (--count != 0) {
    if (match(names, count, PathKind::folder)) return true;
  }
  return false;
}

}  // namespace hrefkit::site
