// Names of tags and attributes as they are written, compared as the tokenizer has them: ASCII
// letters in any case, and a NUL byte the same as the U+FFFD that it becomes (HTML
// standard 13.2.5.8 and 13.2.5.33).
#pragma once

#include <array>
#include <cstddef>
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

/// A name that is compared often. A view: the text must outlive it.
class WrittenName {
 public:
  WrittenName() = default;
  explicit WrittenName(std::string_view text) : text_(text), hash_(hash_name(text)) {}

  std::uint64_t hash() const { return hash_; }

  friend bool operator==(WrittenName const& a, WrittenName const& b) {
    return a.hash_ == b.hash_ && same_name(a.text_, b.text_);
  }

 private:
  std::string_view text_;
  std::uint64_t hash_ = 0;
};

/// How many names there are of each sort, by their hashes: a quick answer for a name that is not
/// there, however many others are. For fewer than 65,536 names.
class NameCounts {
 public:
  void add(WrittenName const& name) { ++counts_[sort_of(name)]; }
  void remove(WrittenName const& name) { --counts_[sort_of(name)]; }
  bool may_hold(WrittenName const& name) const { return counts_[sort_of(name)] != 0; }

 private:
  static constexpr std::size_t sorts = 4096;  // many more than elements that may be open
  static std::size_t sort_of(WrittenName const& name) { return name.hash() % sorts; }

  std::array<std::uint16_t, sorts> counts_{};
};

}  // namespace hrefkit::html
