#include "hrefkit/html/tree/formatting_elements.h"

#include <algorithm>
#include <iterator>

namespace hrefkit::html {

namespace {

template <class Entries>
auto position_of(Entries& entries, std::uint32_t number) {
  return std::find_if(entries.rbegin(), entries.rend(),
                      [&](auto const& entry) { return entry.number == number; });
}

}  // namespace

std::uint32_t FormattingElements::add(TagName name, FormattingTag const& tag) {
  std::size_t equal = 0;
  std::size_t first_equal = 0;
  for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
    if (entries_[i - 1].name != name || entries_[i - 1].tag.identity != tag.identity) continue;
    ++equal;
    first_equal = i - 1;
  }
  if (equal >= max_equal) {
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(first_equal));
  } else if (entries_.size() >= max_size) {
    entries_.erase(entries_.begin());
  }
  entries_.push_back({++last_number_, name, true, tag});
  return last_number_;
}

bool FormattingElements::has_element_from(std::size_t index) const {
  for (; index < entries_.size(); ++index) {
    if (entries_[index].number != 0) return true;
  }
  return false;
}

bool FormattingElements::has_later_than(std::uint32_t number) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](Entry const& entry) { return entry.number > number; });
}

void FormattingElements::clear_to_marker() {
  while (!entries_.empty()) {
    const bool is_marker = entries_.back().number == 0;
    entries_.pop_back();
    if (is_marker) return;
  }
}

FormattingElements::Entry const* FormattingElements::find(TagName name) const {
  for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
    if (entries_[i - 1].name == name) return &entries_[i - 1];
  }
  return nullptr;
}

FormattingElements::Entry const* FormattingElements::find(std::uint32_t number) const {
  if (number == 0) return nullptr;
  const auto found = position_of(entries_, number);
  return found == entries_.rend() ? nullptr : &*found;
}

void FormattingElements::remove(std::uint32_t number) {
  const auto found = position_of(entries_, number);
  if (found != entries_.rend()) entries_.erase(std::prev(found.base()));
}

void FormattingElements::move_after(std::uint32_t number, std::uint32_t other) {
  const auto found = position_of(entries_, number);
  if (found == entries_.rend()) return;
  const Entry moved = *found;
  entries_.erase(std::prev(found.base()));
  entries_.insert(position_of(entries_, other).base(), moved);
}

void FormattingElements::set_open(std::uint32_t number, bool is_open) {
  const auto found = position_of(entries_, number);
  if (found != entries_.rend()) found->is_open = is_open;
}

}  // namespace hrefkit::html
