#include "hrefkit/html/syntax/duplicate_attributes.h"

#include <algorithm>
#include <cstdint>
#include <span>

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
  std::uint32_t index;  ///< of the attribute
};

/// Marks duplicates among names of the same hash, given in source order. They are the same name,
/// unless someone chose names that collide; those are sorted, so that no choice costs quadratic
/// time.
void mark_duplicates(std::span<HashedName> names, std::string_view text,
                     std::vector<TagAttribute> const& attributes, std::vector<bool>& duplicate) {
  const auto name_of = [&](HashedName const& n) { return attributes[n.index].name.in(text); };
  const bool all_same = std::all_of(names.begin(), names.end(), [&](HashedName const& n) {
    return same_name(name_of(names.front()), name_of(n));
  });
  if (!all_same) {
    std::stable_sort(names.begin(), names.end(), [&](HashedName const& a, HashedName const& b) {
      return compare_names(name_of(a), name_of(b)) < 0;
    });
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (all_same || same_name(name_of(names[i - 1]), name_of(names[i]))) {
      duplicate[names[i].index] = true;
    }
  }
}

void remove_among_many(std::string_view text, std::vector<TagAttribute>& attributes) {
  std::vector<HashedName> names;
  names.reserve(attributes.size());
  for (TagAttribute const& attribute : attributes) {
    names.push_back({hash_name(attribute.name.in(text)), static_cast<std::uint32_t>(names.size())});
  }
  std::sort(names.begin(), names.end(), [](HashedName const& a, HashedName const& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.index < b.index;
  });
  std::vector<bool> duplicate(attributes.size());
  for (std::size_t begin = 0; begin < names.size();) {
    std::size_t end = begin + 1;
    while (end < names.size() && names[end].hash == names[begin].hash) ++end;
    mark_duplicates(std::span(names).subspan(begin, end - begin), text, attributes, duplicate);
    begin = end;
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
