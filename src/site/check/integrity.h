// Subresource Integrity: whether the hash that a page names is that of the file.
//
//   FileDigests digests(site);
//   digests.other_digest(file, "sha384-AAAA");   // "sha384-" and the digest of the file
//
// A file is read once for each thread that asks, and hashed once for each algorithm.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// The algorithms that browsers know, the strongest last.
enum class DigestAlgorithm : std::uint8_t { sha256, sha384, sha512 };

/// Its name in metadata, such as "sha256".
std::string_view name_of(DigestAlgorithm algorithm);

/// The digest of `bytes`, in base64.
std::string digest_of(DigestAlgorithm algorithm, std::string_view bytes);

/// A digest in base64 as it is compared: without padding, and with `+` and `/` where base64 of URLs
/// has `-` and `_`.
std::string comparable_digest(std::string_view digest);

/// The digests of a site's files.
class FileDigests {
 public:
  /// `site` must outlive this.
  explicit FileDigests(Site const& site) : site_(site) {}

  /// The digest of the file, as it is written in the attribute, where none of those that `metadata`
  /// names by its strongest algorithm is that (Subresource Integrity, 3.3.4). Nothing where one is,
  /// where it names none that browsers know, and for files that cannot be read.
  std::optional<std::string> other_digest(EntryId file, std::string_view metadata);

 private:
  /// By algorithm: SHA-256, SHA-384, SHA-512; in base64, empty until asked for.
  using Digests = std::array<std::string, 3>;

  static constexpr std::size_t max_known = 1024;

  std::string const* digest(EntryId file, DigestAlgorithm algorithm);

  Site const& site_;
  std::string bytes_;
  std::unordered_map<EntryId, Digests> known_;
};

}  // namespace hrefkit::site
