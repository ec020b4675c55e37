#include "hrefkit/site/check/anchor_store.h"

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

AnchorHash::AnchorHash() : seed_(text::random_seed()) {}

std::uint32_t AnchorHash::of_id(std::string_view id) const {
  return static_cast<std::uint32_t>(text::hash64(id, seed_));
}

void AnchorStore::add(std::uint32_t page, std::span<AnchorKey const> keys) {
  if (keys.empty()) return;
  if (page >= begins_.size()) {
    if (page >= begins_.capacity()) begins_.reserve(page + page / 4 + 1);
    begins_.resize(page + 1, 0);
  }
  const std::uint32_t place = make_room(keys.size() + 1);
  std::uint32_t* to = blocks_[place >> block_bits].get() + (place & (block_size - 1));
  *to++ = static_cast<std::uint32_t>(keys.size());
  for (const AnchorKey key : keys) *to++ = static_cast<std::uint32_t>(key);
  begins_[page] = place + 1;
}

/// The place of `size` numbers that stand in one row.
std::uint32_t AnchorStore::make_room(std::size_t size) {
  if (size > block_size - std::min(used_, block_size)) {
    blocks_.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(std::max(size, block_size)));
    used_ = 0;
  }
  const std::size_t place = ((blocks_.size() - 1) << block_bits) + used_;
  used_ += size;
  return static_cast<std::uint32_t>(place);
}

}  // namespace hrefkit::site
