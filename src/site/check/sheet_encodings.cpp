#include "hrefkit/site/check/sheet_encodings.h"

#include <utility>

namespace hrefkit::site {

std::optional<text::Encoding> SheetEncodings::find(std::uint32_t sheet) const {
  const auto found = known_.find(sheet);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SheetEncodings::refer(std::uint32_t sheet, text::Encoding encoding) {
  referrers_.try_emplace(sheet, encoding);
}

void SheetEncodings::wait(std::uint32_t sheet) {
  waiting_.push_back(sheet);
}

std::vector<std::uint32_t> SheetEncodings::begin_round() {
  std::vector<std::uint32_t> ready;
  std::vector<std::uint32_t> still_waiting;
  for (const std::uint32_t sheet : waiting_) {
    const auto referrer = referrers_.find(sheet);
    if (referrer == referrers_.end()) {
      still_waiting.push_back(sheet);
      continue;
    }
    known_.emplace(sheet, referrer->second);
    ready.push_back(sheet);
  }
  waiting_ = std::move(still_waiting);
  if (!ready.empty()) return ready;
  for (const std::uint32_t sheet : waiting_) known_.emplace(sheet, text::Encoding::utf_8);
  return std::exchange(waiting_, {});
}

}  // namespace hrefkit::site
