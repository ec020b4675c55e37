// The base URLs of one file, each parsed once.
//
// The base URLs of a page may have more bytes than the page: n nested `xml:base="a/"` make URLs of
// n * n bytes in total, and n frames can each have a long one. So the table has two budgets,
// proportional to the size of the file: for the bytes of stored URLs, and for the bytes of URLs
// that are resolved to look them up.
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
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

/// Why a reference has no base URL.
enum class BaseError : std::uint8_t {
  unresolvable,  ///< the reference does not resolve, or the URL cannot be a base
  over_budget,   ///< the base URLs of the file take too much memory or time
};

/// Base URLs by number. Their addresses are stable as long as the table lives.
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

  /// The number of `url` for a document in `encoding`. Ignores the budget: for the few URLs in a
  /// file's options.
  BaseId add(std::string_view url, text::Encoding encoding);

  /// The same within the budget.
  tl::expected<BaseId, BaseError> add_within_budget(std::string_view url, text::Encoding encoding);

  /// The base URL that `reference` resolves to, relative to `outer`.
  tl::expected<BaseId, BaseError> add_relative(std::string_view reference, BaseId outer);

  /// The same URL for a document in another encoding.
  BaseId in_encoding(BaseId id, text::Encoding encoding);

  /// Counts a resolved URL of `bytes` bytes; false if the budget is exceeded.
  bool count_work(std::size_t bytes);

  /// Resets the budgets, for a changed document.
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
