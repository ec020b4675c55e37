// A store of what earlier runs found, kept in a file. What an entry means is its user's affair.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace hrefkit::net {

/// Rows of bytes by a key. Used from one thread; several processes may have one file open.
class Cache {
 public:
  Cache() = default;
  Cache(Cache const&) = delete;
  Cache& operator=(Cache const&) = delete;
  virtual ~Cache() = default;

  struct Entry {
    std::string value;
    std::int64_t time = 0;  ///< as it was put
  };

  /// The row of `key`; nullopt without one. Errors say what failed, with the file's name.
  virtual tl::expected<std::optional<Entry>, std::string> get(std::string_view key) = 0;

  /// Writes a row in place of the one that is there. It is in the file when the call returns: a
  /// killed process does not lose it. `time` is in seconds since 1970.
  virtual tl::expected<void, std::string> put(std::string_view key, std::string_view value,
                                              std::int64_t time) = 0;

  /// Removes a row, if it is there.
  virtual tl::expected<void, std::string> remove(std::string_view key) = 0;

  /// Removes the rows that were put before `time`.
  virtual tl::expected<void, std::string> remove_before(std::int64_t time) = 0;
};

/// Opens the SQLite store `file`, and creates it if it does not exist. Another file is an error,
/// and is not changed: "FILE: not a hrefkit cache". No file but FILE, FILE-wal and FILE-shm is
/// opened or deleted; a rollback journal (FILE-journal), which a cache never has, is an error. Only
/// hrefkit::net_client defines this.
tl::expected<std::unique_ptr<Cache>, std::string> open_cache(std::string const& file);

}  // namespace hrefkit::net
