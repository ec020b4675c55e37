// Subresource Integrity after a rewrite. A page names the hash of a script or a style sheet, and a
// browser does not load the file if it has another one:
//
//   <script src="app.js" integrity="sha384-AAAA"></script>
//
// When the file changes, each place that names its old hash gets the new one: integrity attributes,
// those of import maps, preloads, and scripts that load others. Nothing else is a hash of the old
// bytes, so where it stands does not matter.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The hashes of changed files, old and new. Const members may be called by several threads.
class ChangedDigests {
 public:
  /// Adds a file. The hash of bytes that two files have, of which one stays or changes otherwise,
  /// is not renewed: who names it is not known.
  void add(std::string_view old_bytes, std::string_view new_bytes);

  bool empty() const { return new_of_.empty(); }

  /// True if a text names an old hash.
  bool names_old(std::string_view text) const;

  /// Replaces old hashes by new ones, which are as long, and returns how many. `page` is in an
  /// encoding that has ASCII as it is.
  std::size_t renew(std::string& page) const;

 private:
  std::string const* new_of(std::string_view algorithm, std::string_view digest) const;

  struct New {
    std::string digest;
    text::Hash128 old_bytes;
  };
  std::unordered_map<std::string, New> new_of_;  // by "sha384-" and the old digest
  // Of the old bytes of all files, by their hashes the hashes of the new ones.
  std::unordered_map<text::Hash128, text::Hash128, text::Hash128Hasher> seen_;
  std::unordered_set<text::Hash128, text::Hash128Hasher> ambiguous_;
};

}  // namespace hrefkit::site
