#include "hrefkit/html/duplicate_attributes.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// Up to so many attributes are compared in pairs; more are sorted.
constexpr std::size_t few_attributes = 16;

/// A name as the tokenizer has it, byte by byte: ASCII letters in lower case, U+FFFD for NUL.
class NameReader {
 public:
  explicit NameReader(std::string_view name) : name_(name) {}

  /// The next byte, or -1 at the end.
  int next() {
    if (pending_ > 0) return replacement[replacement.size() - pending_--];
    if (at_ == name_.size()) return -1;
    const char c = name_[at_++];
    if (c != '\0') return static_cast<unsigned char>(text::to_ascii_lower(c));
    pending_ = replacement.size() - 1;
    return replacement[0];
  }

 private:
  static constexpr std::array<unsigned char, 3> replacement{0xEF, 0xBF, 0xBD};
  std::string_view name_;
  std::size_t at_ = 0;
  std::size_t pending_ = 0;
};

/// <0, 0 or >0 as `a` sorts before, with or after `b`.
int compare_names(std::string_view a, std::string_view b) {
  NameReader left(a);
  NameReader right(b);
  while (true) {
    const int l = left.next();
    const int r = right.next();
    if (l != r) return l - r;
    if (l < 0) return 0;
  }
}

/// FNV-1a over the name as the tokenizer has it.
std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  NameReader reader(name);
  for (int c = reader.next(); c >= 0; c = reader.next()) {
    hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001B3;
  }
  return hash;
}

void remove_among_few(std::string_view text, std::vector<TagAttribute>& attributes) {
  for (std::size_t i = 1; i < attributes.size();) {
    const std::string_view name = attributes[i].name.in(text);
    const auto current = attributes.begin() + static_cast<std::ptrdiff_t>(i);
    const bool seen = std::any_of(attributes.begin(), current, [&](TagAttribute const& earlier) {
      return same_name(earlier.name.in(text), name);
    });
    if (seen) {
      attributes.erase(current);
    } else {
      ++i;
    }
  }
}

/// Hashes only speed the sorting up: names that collide are told apart by their bytes, so no choice
/// of names makes it quadratic.
void remove_among_many(std::string_view text, std::vector<TagAttribute>& attributes) {
  struct Entry {
    std::uint64_t hash;
    std::uint32_t index;
  };
  std::vector<Entry> entries;
  entries.reserve(attributes.size());
  for (TagAttribute const& attribute : attributes) {
    entries.push_back(
        {hash_name(attribute.name.in(text)), static_cast<std::uint32_t>(entries.size())});
  }
  const auto name_of = [&](Entry const& e) { return attributes[e.index].name.in(text); };
  std::sort(entries.begin(), entries.end(), [&](Entry const& a, Entry const& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    const int order = compare_names(name_of(a), name_of(b));
    return order != 0 ? order < 0 : a.index < b.index;
  });
  std::vector<bool> duplicate(attributes.size());
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i - 1].hash == entries[i].hash &&
        same_name(name_of(entries[i - 1]), name_of(entries[i]))) {
      duplicate[entries[i].index] = true;
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!duplicate[i]) attributes[kept++] = attributes[i];
  }
  attributes.resize(kept);
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return compare_names(a, b) == 0;
}

void remove_duplicate_attributes(std::string_view text, std::vector<TagAttribute>& attributes) {
  if (attributes.size() <= few_attributes) {
    remove_among_few(text, attributes);
  } else {
    remove_among_many(text, attributes);
  }
}

}  // namespace hrefkit::html
