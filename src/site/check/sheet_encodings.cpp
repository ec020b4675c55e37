#include "hrefkit/site/check/sheet_encodings.h"

#include <algorithm>
#include <utility>

namespace hrefkit::site {

std::optional<text::Encoding> SheetEncodings::find(std::uint32_t sheet) const {
  const auto found = known_.find(sheet);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SheetEncodings::refer(std::uint32_t sheet, text::Encoding encoding) {
  const bool is_first = referrers_.try_emplace(sheet, encoding).second;
  if (is_first && waiting_.contains(sheet)) ready_.push_back(sheet);
}

void SheetEncodings::wait(std::uint32_t sheet) {
  waiting_.insert(sheet);
  if (referrers_.contains(sheet)) ready_.push_back(sheet);
}

std::vector<std::uint32_t> SheetEncodings::begin_round() {
  std::vector<std::uint32_t> round = std::exchange(ready_, {});
  if (round.empty()) {
    round.assign(waiting_.begin(), waiting_.end());
    waiting_.clear();
  }
  std::sort(round.begin(), round.end());
  for (const std::uint32_t sheet : round) {
    const auto referrer = referrers_.find(sheet);
    known_.emplace(sheet, referrer == referrers_.end() ? text::Encoding::utf_8 : referrer->second);
    waiting_.erase(sheet);
  }
  return round;
}

}  // namespace hrefkit::site
