#include "hrefkit/site/check/integrity.h"

#include <nettle/sha2.h>
#include <algorithm>
#include <cstdint>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/base64.h"

namespace hrefkit::site {

namespace {

constexpr std::array<std::string_view, 3> algorithms{"sha256", "sha384", "sha512"};

template <class Context, std::size_t size>
std::string hash_of(std::string_view bytes, void (*init)(Context*),
                    void (*update)(Context*, std::size_t, std::uint8_t const*),
                    void (*finish)(Context*, std::size_t, std::uint8_t*)) {
  Context context{};
  init(&context);
  update(&context, bytes.size(), reinterpret_cast<std::uint8_t const*>(bytes.data()));
  std::array<std::uint8_t, size> digest{};
  finish(&context, digest.size(), digest.data());
  std::string text;
  text::append_base64(text, {reinterpret_cast<char const*>(digest.data()), digest.size()});
  return text;
}

/// Subresource Integrity 3.3.2 and 3.3.3: the digests that the strongest algorithm has.
struct Metadata {
  DigestAlgorithm algorithm = DigestAlgorithm::sha256;
  std::vector<std::string> digests = {};
};

Metadata parse_metadata(std::string_view text) {
  Metadata strongest;
  while (!(text = text::strip_ascii_whitespace(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of("\t\n\f\r "), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    const std::size_t dash = word.find('-');
    const auto found =
        std::find_if(algorithms.begin(), algorithms.end(), [&](std::string_view name) {
          return text::equals_ignoring_ascii_case(word.substr(0, dash), name);
        });
    if (dash == std::string_view::npos || found == algorithms.end()) continue;
    const auto algorithm = static_cast<DigestAlgorithm>(found - algorithms.begin());
    if (algorithm < strongest.algorithm && !strongest.digests.empty()) continue;
    if (algorithm > strongest.algorithm) strongest.digests.clear();
    strongest.algorithm = algorithm;
    const std::string_view digest = word.substr(dash + 1);
    strongest.digests.push_back(comparable_digest(digest.substr(0, digest.find('?'))));
  }
  return strongest;
}

}  // namespace

std::string_view name_of(DigestAlgorithm algorithm) {
  return algorithms[static_cast<std::size_t>(algorithm)];
}

std::string digest_of(DigestAlgorithm algorithm, std::string_view bytes) {
  switch (algorithm) {
    case DigestAlgorithm::sha256:
      return hash_of<sha256_ctx, SHA256_DIGEST_SIZE>(bytes, sha256_init, sha256_update,
                                                     sha256_digest);
    case DigestAlgorithm::sha384:
      return hash_of<sha512_ctx, SHA384_DIGEST_SIZE>(bytes, sha384_init, sha512_update,
                                                     sha384_digest);
    case DigestAlgorithm::sha512:
      return hash_of<sha512_ctx, SHA512_DIGEST_SIZE>(bytes, sha512_init, sha512_update,
                                                     sha512_digest);
  }
  return {};
}

std::string comparable_digest(std::string_view digest) {
  std::string text(digest);
  std::replace(text.begin(), text.end(), '-', '+');
  std::replace(text.begin(), text.end(), '_', '/');
  while (text.ends_with('=')) text.pop_back();
  return text;
}

std::string const* FileDigests::digest(EntryId file, DigestAlgorithm algorithm) {
  if (known_.size() >= max_known && !known_.contains(file)) known_.clear();
  std::string& digest = known_[file][static_cast<std::size_t>(algorithm)];
  if (!digest.empty()) return &digest;
  if (LiveSite const* const live = site_.live()) {
    const std::uint32_t page = live->page_of(file);
    if (page == no_entry || live->pages()[page].ends_early) return nullptr;
  }
  if (!site_.read_file(file, bytes_)) return nullptr;
  digest = digest_of(algorithm, bytes_);
  return &digest;
}

std::optional<std::string> FileDigests::other_digest(EntryId file, std::string_view metadata) {
  const Metadata wanted = parse_metadata(metadata);
  if (wanted.digests.empty()) return std::nullopt;
  std::string const* const own = digest(file, wanted.algorithm);
  if (own == nullptr) return std::nullopt;
  const std::string compared = comparable_digest(*own);
  const bool fits =
      std::find(wanted.digests.begin(), wanted.digests.end(), compared) != wanted.digests.end();
  if (fits) return std::nullopt;
  return std::string(name_of(wanted.algorithm)) + "-" + *own;
}

}  // namespace hrefkit::site
