#include "hrefkit/archive/wat/deep_anchors.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

/// So many anchors are kept before those that nobody closes are looked for.
constexpr std::size_t few_anchors = 4096;

/// The number of places that may close an anchor.
std::size_t count_ends(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("</"); at < text.size(); at = text.find("</", at + 2)) {
    if (text::equals_ignoring_ascii_case(text.substr(at + 2, 1), "a")) ++count;
  }
  return count;
}

}  // namespace

void DeepAnchors::start(std::string_view text) {
  text_ = text;
  if (open_.capacity() > few_anchors) std::vector<std::size_t>().swap(open_);
  open_.clear();
  ends_left_.reset();
  closed_ = 0;
}

void DeepAnchors::add(std::size_t entry, OpenEntries& entries) {
  open_.push_back(entry);
  if (open_.size() < few_anchors) return;
  if (!ends_left_) {
    const std::size_t ends = count_ends(text_);
    ends_left_ = ends - std::min(ends, closed_);
  }
  if (open_.size() > 2 * *ends_left_) forget_unclosed(entries);
}

std::optional<std::size_t> DeepAnchors::close() {
  ++closed_;
  if (ends_left_ && *ends_left_ != 0) --*ends_left_;
  if (open_.empty()) return std::nullopt;
  const std::size_t entry = open_.back();
  open_.pop_back();
  return entry;
}

/// The first anchors are never closed where there are not as many end tags left.
void DeepAnchors::forget_unclosed(OpenEntries& entries) {
  const auto kept = open_.end() - static_cast<std::ptrdiff_t>(std::min(open_.size(), *ends_left_));
  const auto has_entry = [](std::size_t entry) { return entry != no_entry; };
  const auto first = std::find_if(open_.begin(), kept, has_entry);
  const auto next = std::find_if(kept, open_.end(), has_entry);
  if (first != kept) {
    const std::size_t bytes = entries.erase(*first, next == open_.end() ? no_entry : *next);
    for (auto anchor = next; anchor != open_.end(); ++anchor) {
      if (has_entry(*anchor)) *anchor -= bytes;
    }
  }
  open_.erase(open_.begin(), kept);
}

}  // namespace hrefkit::archive
