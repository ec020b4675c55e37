#include "hrefkit/site/rewrite/changed_digests.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/site/check/integrity.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/text.h"

namespace hrefkit::site {

namespace {

constexpr text::ByteSet digest_bytes =
    text::ascii_alphanumeric | text::ByteSet("+/-_=");  // base64, and that of URLs

constexpr std::size_t name_length = std::string_view("sha256-").size();

/// Calls `visit` with "sha256-" and the like, and the place of the digest behind it, until it
/// returns false.
template <class Visit>
void for_each_digest(std::string_view text, Visit visit) {
  for (std::size_t at = text.find("sha"); at != text.npos; at = text.find("sha", at + 1)) {
    const std::string_view name = text.substr(at, name_length);
    if (name != "sha256-" && name != "sha384-" && name != "sha512-") continue;
    const std::size_t begin = at + name_length;
    std::size_t end = begin;
    while (end < text.size() && digest_bytes.contains(text[end])) ++end;
    if (end != begin && !visit(name, begin, end)) return;
  }
}

}  // namespace

void ChangedDigests::add(std::string_view old_bytes, std::string_view new_bytes) {
  const text::Hash128 old_hash = text::hash128(old_bytes, text::process_hash_key());
  const text::Hash128 new_hash = text::hash128(new_bytes, text::process_hash_key());
  const auto [seen, is_first] = seen_.try_emplace(old_hash, new_hash);
  if (!is_first && seen->second != new_hash) ambiguous_.insert(old_hash);
  if (!is_first || old_hash == new_hash) return;
  for (const DigestAlgorithm algorithm :
       {DigestAlgorithm::sha256, DigestAlgorithm::sha384, DigestAlgorithm::sha512}) {
    const std::string name = std::string(name_of(algorithm)) + "-";
    new_of_[name + comparable_digest(digest_of(algorithm, old_bytes))] = {
        comparable_digest(digest_of(algorithm, new_bytes)), old_hash};
  }
}

std::string const* ChangedDigests::new_of(std::string_view algorithm,
                                          std::string_view digest) const {
  const auto known = new_of_.find(std::string(algorithm) + comparable_digest(digest));
  const bool is_known = known != new_of_.end() && !ambiguous_.contains(known->second.old_bytes);
  return is_known ? &known->second.digest : nullptr;
}

bool ChangedDigests::names_old(std::string_view text) const {
  bool found = false;
  for_each_digest(text, [&](std::string_view algorithm, std::size_t begin, std::size_t end) {
    found = new_of(algorithm, text.substr(begin, end - begin)) != nullptr;
    return !found;
  });
  return found;
}

std::size_t ChangedDigests::renew(std::string& page) const {
  if (empty()) return 0;
  std::size_t count = 0;
  for_each_digest(page, [&](std::string_view algorithm, std::size_t begin, std::size_t end) {
    std::string const* const renewed =
        new_of(algorithm, std::string_view(page).substr(begin, end - begin));
    if (renewed == nullptr) return true;
    std::copy(renewed->begin(), renewed->end(),  // padding stays
              page.begin() + static_cast<std::ptrdiff_t>(begin));
    ++count;
    return true;
  });
  return count;
}

}  // namespace hrefkit::site
