#include "hrefkit/html/tree/formatting_elements.h"

#include <algorithm>

namespace hrefkit::html {

std::uint32_t FormattingElements::add(TagName name, std::string_view tag) {
  std::size_t same = 0;
  std::size_t earliest = 0;
  for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
    if (entries_[i - 1].tag != tag) continue;
    ++same;
    earliest = i - 1;
  }
  if (same >= 3) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(earliest));
  entries_.push_back({++last_number_, name, true, tag});
  return last_number_;
}

void FormattingElements::clear_to_marker() {
  while (!entries_.empty()) {
    const bool marker = entries_.back().number == 0;
    entries_.pop_back();
    if (marker) return;
  }
}

FormattingElements::Entry const* FormattingElements::find(TagName name) const {
  for (std::size_t i = entries_.size(); i > 0 && entries_[i - 1].number != 0; --i) {
    if (entries_[i - 1].name == name) return &entries_[i - 1];
  }
  return nullptr;
}

void FormattingElements::remove(std::uint32_t number) {
  std::erase_if(entries_, [&](Entry const& e) { return e.number == number; });
}

void FormattingElements::set_open(std::uint32_t number, bool is_open) {
  const auto found = std::find_if(entries_.rbegin(), entries_.rend(),
                                  [&](Entry const& e) { return e.number == number; });
  if (found != entries_.rend()) found->is_open = is_open;
}

}  // namespace hrefkit::html
