// The URLs that an archive has, to find those that it lacks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "hrefkit/archive/surt.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::archive {

/// A set of the SURT keys of captures, by which replay tools look captures up.
class KnownTargets {
 public:
  /// Adds a capture; `status` is its HTTP status, 0 if unknown.
  void add_uri(std::string_view uri, int status = 0);

  /// The number of keys of which all captures are errors (4xx or 5xx).
  std::size_t only_errors() const;

  /// Adds the captures in a CDXJ or CDX file by their keys and URLs. Fails with a message if it
  /// cannot be read or is not an index; some may be added then.
  tl::expected<void, std::string> add_index(std::string const& path);

  /// True for an http or https URL that is not in the archive. `keys` is the caller's key cache.
  bool lacks(std::string_view url, SurtKeys& keys) const;

 private:
  void add_key(std::string_view key, int status);

  /// For each key, whether one of its captures is no error.
  std::unordered_map<text::Hash128, bool, text::Hash128Hasher> keys_;
};

}  // namespace hrefkit::archive
