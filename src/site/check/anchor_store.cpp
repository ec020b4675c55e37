#include "hrefkit/site/check/anchor_store.h"

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

AnchorHash::AnchorHash() : seed_(text::random_seed()) {}

std::uint64_t AnchorHash::of_id(std::string_view id) const {
  return text::hash64(id, seed_);
}

AnchorKey AnchorHash::on_page(std::uint32_t page, std::uint64_t id) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;  // no two pages have the same product
  const AnchorKey key = text::mix64(id + page * odd);
  return key == 0 ? 1 : key;
}

AnchorSet::AnchorSet() : slots_(1024, 0), shift_(64 - 10) {}

std::size_t AnchorSet::slot_of(AnchorKey key) const {
  const std::size_t mask = slots_.size() - 1;
  auto slot = static_cast<std::size_t>(key >> shift_);
  while (slots_[slot] != 0 && slots_[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

bool AnchorSet::contains(AnchorKey key) const {
  return slots_[slot_of(key)] == key;
}

void AnchorSet::reserve(std::size_t more) {
  std::size_t size = slots_.size();
  for (; (count_ + more) * 10 >= size * 7; size *= 2) --shift_;
  if (size == slots_.size()) return;
  std::vector<AnchorKey> old(size, 0);
  old.swap(slots_);
  for (const AnchorKey each : old) {
    if (each != 0) slots_[slot_of(each)] = each;
  }
}

void AnchorSet::insert(AnchorKey key) {
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == key) return;
  slots_[slot] = key;
  ++count_;
  reserve(0);
}

}  // namespace hrefkit::site
