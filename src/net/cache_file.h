// Checks the path of a cache before SQLite opens it: SQLite obeys files that it finds beside a
// database, and the author of the folder may have planted them.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace hrefkit::net {

/// Application ID in the header of a cache, "href": what other programs write has another, or none.
inline constexpr std::int64_t cache_application_id = 0x68726566;

/// User version in the header: that of the table's schema.
inline constexpr std::int64_t cache_version = 1;

/// A file that may be a cache.
struct CacheFile {
  std::string path;      ///< absolute, without symbolic links; empty if it cannot be read
  bool is_new = false;   ///< the file does not exist, or is empty
  bool has_wal = false;  ///< the header says that the database has a write-ahead log
};

/// Inspects `file` and the files beside it; writes nothing. Errors: the header is not that of a
/// cache; there is a rollback journal, which a cache never has; `FILE-wal` or `FILE-shm` is not a
/// regular file, or has a second hard link.
tl::expected<CacheFile, std::string> inspect_cache_file(std::string const& file);

/// The error of a file that is not a cache.
std::string not_a_cache(std::string const& file);

}  // namespace hrefkit::net
