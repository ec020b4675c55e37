#include "hrefkit/html/syntax/duplicate_attributes.h"

#include <algorithm>
#include <cstdint>

#include "hrefkit/html/names/written_name.h"

namespace hrefkit::html {

namespace {

/// Up to so many attributes are compared in pairs; more are sorted.
constexpr std::size_t few_attributes = 16;

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

struct HashedName {
  std::uint64_t hash;
  std::string_view name;
  std::uint32_t index;  ///< of the attribute

  bool is_like(HashedName const& other) const {
    return hash == other.hash && same_name(name, other.name);
  }
};

/// By hash, then, where someone chose names that collide, by name, so that no choice costs
/// quadratic time; equal names in source order.
bool comes_before(HashedName const& a, HashedName const& b) {
  if (a.hash != b.hash) return a.hash < b.hash;
  const int order = compare_names(a.name, b.name);
  return order != 0 ? order < 0 : a.index < b.index;
}

void remove_among_many(std::string_view text, std::vector<TagAttribute>& attributes) {
  std::vector<HashedName> names;
  names.reserve(attributes.size());
  for (TagAttribute const& attribute : attributes) {
    const std::string_view name = attribute.name.in(text);
    names.push_back({hash_name(name), name, static_cast<std::uint32_t>(names.size())});
  }
  std::sort(names.begin(), names.end(), comes_before);
  std::vector<bool> duplicate(attributes.size());
  for (std::size_t i = 1; i < names.size(); ++i) {
    duplicate[names[i].index] = names[i - 1].is_like(names[i]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!duplicate[i]) attributes[kept++] = attributes[i];
  }
  attributes.resize(kept);
}

}  // namespace

void remove_duplicate_attributes(std::string_view text, std::vector<TagAttribute>& attributes) {
  if (attributes.size() <= few_attributes) {
    remove_among_few(text, attributes);
  } else {
    remove_among_many(text, attributes);
  }
}

}  // namespace hrefkit::html
