// The base URLs of one file, each prepared once.
//
// A page can ask for more base URLs than it has bytes: n nested `xml:base="a/"` make URLs of n * n
// bytes in all, and n frames can each have a long one. So the table has two budgets, in proportion
// to the file: for the bytes of the URLs that it stores, and for the bytes of those that it
// resolves to look them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::html {

/// Why a reference has no base URL.
enum class BaseError : std::uint8_t {
  unresolvable,  ///< it does not resolve, or cannot be a base
  over_budget,   ///< the base URLs of the file take too much memory or time
};

/// Base URLs by number. They are stable: they neither move nor change as long as the table lives.
class BaseTable {
 public:
  /// The budget for the URLs that are stored: a fixed part in bytes, and a part for each byte of
  /// the file.
  static constexpr std::size_t free_bytes = std::size_t{1} << 20;
  static constexpr std::size_t bytes_per_file_byte = 4;
  /// The same for the URLs that are resolved.
  static constexpr std::size_t free_work = std::size_t{64} << 20;
  static constexpr std::size_t work_per_file_byte = 64;

  BaseTable(url::Standard standard, std::size_t file_bytes)
      : standard_(standard), file_bytes_(file_bytes) {}

  url::Standard standard() const { return standard_; }

  /// The number of `url` for a document in `encoding`. Adds a new one whatever the budget is: for
  /// the few URLs in a file's options.
  BaseId add(std::string_view url, text::Encoding encoding);

  /// The same within the budget.
  tl::expected<BaseId, BaseError> add_within_budget(std::string_view url, text::Encoding encoding);

  /// The base URL that `reference` resolves to, relative to `outer`.
  tl::expected<BaseId, BaseError> add_relative(std::string_view reference, BaseId outer);

  /// The same URL for a document in another encoding.
  BaseId in_encoding(BaseId id, text::Encoding encoding);

  /// Counts a resolved URL of `bytes` bytes; false if that is past the budget.
  bool count_work(std::size_t bytes);

  /// Resets the budget, for a change of the document.
  void renew_budget();

  BaseUrl const& operator[](BaseId id) const { return bases_[id]; }

  /// Bytes of all URLs in the table.
  std::size_t kept_bytes() const { return all_bytes_; }

 private:
  using Index =
      std::unordered_map<std::string_view, BaseId, text::SeededHasher>;  // views of `bases_`

  url::Standard standard_;
  std::size_t file_bytes_;
  std::size_t bytes_ = 0;  // since the budget was reset
  std::size_t work_ = 0;
  std::size_t all_bytes_ = 0;
  std::deque<BaseUrl> bases_;
  std::map<text::Encoding, Index> by_url_;
};

// The data that the documents of one file share: their base URLs and their policies.

/// Base URLs and policies by number.
struct BaseStore {
  BaseStore(url::Standard standard, std::size_t file_bytes)
      : bases(standard, file_bytes), policies(file_bytes) {}

  BaseTable bases;
  PolicyTable policies;
};

}  // namespace hrefkit::html
