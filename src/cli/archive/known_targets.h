// What an archive has, for --missing.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "hrefkit/archive/surt.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

/// The SURT keys of captures: what replays look captures up by.
class KnownTargets {
 public:
  /// Adds the capture of a URI.
  void add_uri(std::string_view uri);

  /// Adds the keys and the URLs in the lines of a CDXJ or CDX file. Throws UsageError where it
  /// cannot be read, or does not begin as an index.
  void add_index(std::string const& path);

  /// True for the URL of something on the web that is not in the archive. `keys` makes its key.
  bool lacks(std::string_view url, archive::SurtKeys& keys) const;

 private:
  void add_key(std::string_view key);

  std::unordered_set<text::Hash128, text::Hash128Hasher> keys_;
};

}  // namespace hrefkit::cli
