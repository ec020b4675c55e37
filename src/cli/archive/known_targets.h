// What an archive has, for --missing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hrefkit/archive/surt.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

/// The SURT keys of captures: what replays look captures up by.
class KnownTargets {
 public:
  /// Adds the capture of a URI; `status` is the HTTP status, 0 if unknown.
  void add_uri(std::string_view uri, int status = 0);

  /// How many keys have captures, and all of them are answers that there is no such page, or
  /// another error (4xx and 5xx).
  std::size_t only_errors() const;

  /// Adds the keys and the URLs in the lines of a CDXJ or CDX file. Throws UsageError where it
  /// cannot be read, or does not begin as an index.
  void add_index(std::string const& path);

  /// True for the URL of something on the web that is not in the archive. `keys` makes its key.
  bool lacks(std::string_view url, archive::SurtKeys& keys) const;

 private:
  void add_key(std::string_view key, int status);

  /// Whether one of the captures of a key is no error.
  std::unordered_map<text::Hash128, bool, text::Hash128Hasher> keys_;
};

}  // namespace hrefkit::cli
