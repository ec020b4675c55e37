// The list of active formatting elements (HTML standard 13.2.4.3), by names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html {

/// Formatting elements and markers, in the order they were added.
class FormattingElements {
 public:
  struct Entry {
    std::uint32_t number = 0;  ///< names the entry for as long as it stays; 0 for a marker
    TagName name = TagName::unknown;
    bool is_open = true;   ///< its element is on the stack of open elements
    std::string_view tag;  ///< as written; entries with the same text are the same element
  };

  std::size_t size() const { return entries_.size(); }

  /// Adds an element; of more than three with the same tag since the last marker the earliest goes
  /// ("Noah's Ark clause"). Returns its number.
  std::uint32_t add(TagName name, std::string_view tag);

  void add_marker() { entries_.push_back({}); }
  void clear_to_marker();

  /// The last entry of that name after the last marker, or null.
  Entry const* find(TagName name) const;

  void remove(std::uint32_t number);
  void set_open(std::uint32_t number, bool is_open);

  /// The entries that "reconstruct the active formatting elements" makes anew: those at the end
  /// that are not open.
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
