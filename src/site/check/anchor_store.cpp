#include "hrefkit/site/check/anchor_store.h"

#include "hrefkit/text/hash64.h"

namespace hrefkit::site {

AnchorHash::AnchorHash() : seed_(text::random_seed()) {}

AnchorKey AnchorHash::operator()(std::uint32_t page, std::string_view id) const {
  const AnchorKey key = text::hash64(id, seed_ + page);
  return key == 0 ? 1 : key;
}

AnchorSet::AnchorSet() : slots_(1024, 0), shift_(64 - 10) {}

std::size_t AnchorSet::slot_of(AnchorKey key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = key >> shift_;
  while (slots_[slot] != 0 && slots_[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

bool AnchorSet::contains(AnchorKey key) const {
  return slots_[slot_of(key)] == key;
}

void AnchorSet::insert(AnchorKey key) {
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == key) return;
  slots_[slot] = key;
  if (++count_ * 10 < slots_.size() * 7) return;
  std::vector<AnchorKey> old(slots_.size() * 2, 0);
  old.swap(slots_);
  --shift_;
  for (const AnchorKey each : old) {
    if (each != 0) slots_[slot_of(each)] = each;
  }
}

}  // namespace hrefkit::site
