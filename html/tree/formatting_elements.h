// The list of active formatting elements (HTML Standard 13.2.4.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/tree/start_tag.h"

namespace hrefkit::html {

/// Formatting elements and markers, in the order in which they were added.
class FormattingElements {
 public:
  /// Longer lists lose their first entries, so that each operation has a bounded cost. Real pages
  /// have a few entries.
  static constexpr std::size_t max_size = 256;

  /// So many equal entries stand behind a marker at most.
  static constexpr std::size_t max_equal = 3;

  struct Entry {
    std::uint32_t number = 0;  ///< identifies the entry while it is on the list; 0 for a marker
    TagName name = TagName::unknown;
    bool is_open = true;  ///< its element is on the stack of open elements
    FormattingTag tag{};  ///< the tag of its element
  };

  std::size_t size() const { return entries_.size(); }

  /// The number of the element that was added last; later ones have higher numbers.
  std::uint32_t last_number() const { return last_number_; }

  /// True when an element that was added after the element `number` is on the list.
  bool has_later_than(std::uint32_t number) const;

  /// True for the entry that is last on the list.
  bool is_last(std::uint32_t number) const {
    return !entries_.empty() && entries_.back().number == number;
  }

  void clear() { entries_.clear(); }

  /// True when there is an element, not a marker, among the entries from `index` on.
  bool has_element_from(std::size_t index) const;

  /// Adds an element and returns the number of its entry. If there are three equal elements after
  /// the last marker, the first of them is removed ("Noah's Ark clause").
  std::uint32_t add(TagName name, FormattingTag const& tag);

  void add_marker() { entries_.push_back({}); }
  void clear_to_marker();

  /// The last entry of that name after the last marker, or null.
  Entry const* find(TagName name) const;

  /// Calls `visit` with the names of the entries after the last marker.
  template <class Visit>
  void for_each_name(Visit visit) const {
    for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
      visit(entries_[i - 1].name);
    }
  }

  /// True where so many entries of that name stand behind the last marker that `add` compares
  /// them. Then `identify` was called with each of their tags that had no identity.
  template <class Identify>
  bool compares(TagName name, Identify identify) {
    std::size_t same = 0;
    const auto for_each = [&](auto visit) {
      for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
        if (entries_[i - 1].name == name) visit(entries_[i - 1].tag);
      }
    };
    for_each([&](FormattingTag const&) { ++same; });
    if (same < max_equal) return false;
    for_each([&](FormattingTag& tag) {
      if (!tag.has_identity) identify(tag);
      tag.has_identity = true;
    });
    return true;
  }

  /// The entry of that number, or null.
  Entry const* find(std::uint32_t number) const;

  void remove(std::uint32_t number);

  /// Moves the entry `number` directly after the entry `other`.
  void move_after(std::uint32_t number, std::uint32_t other);

  void set_open(std::uint32_t number, bool is_open);

  /// True when "reconstruct the active formatting elements" would make an element.
  bool has_closed() const {
    return !entries_.empty() && entries_.back().number != 0 && !entries_.back().is_open;
  }

  /// Calls `make` for the entries whose elements "reconstruct the active formatting elements" makes
  /// again: those at the end of the list that are not open.
  template <class Make>
  void reconstruct(Make make) {
    std::size_t first = entries_.size();
    while (first > 0 && entries_[first - 1].number != 0 && !entries_[first - 1].is_open) --first;
    for (; first < entries_.size(); ++first) {
      entries_[first].is_open = true;
      make(entries_[first]);
    }
  }

 private:
  std::vector<Entry> entries_;
  std::uint32_t last_number_ = 0;
};

}  // namespace hrefkit::html
