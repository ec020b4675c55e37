// Which URLs of its own site a crawl reads, and which it never asks for.
//
//   auto scope = CrawlScope::make("https://h.example/docs/index.html", {});
//   scope->contains("https://h.example/docs/a.html")   // true
//   scope->contains("https://h.example/blog/")         // false
//
// Pages out of scope are asked for, but their links are not followed. Traps are addresses that a
// site makes without end: calendars, and paths that grow with each link. They are not asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The URLs whose pages are read.
class CrawlScope {
 public:
  /// `start` is the absolute http or https URL at which the redirects of the start end. Without
  /// `prefixes`, its path up to the last '/' is the scope. A prefix is a URL, or a path on the
  /// host of the start. Fails with a sentence for a prefix that is no URL of the start's origin.
  static tl::expected<CrawlScope, std::string> make(std::string_view start,
                                                    std::span<std::string const> prefixes);

  /// True for a URL, serialised without a fragment, that begins with one of the prefixes.
  bool contains(std::string_view url) const;

  /// The origin of the start, which is that of all own URLs: "https://h.example".
  std::string const& origin() const { return origin_; }

 private:
  std::string origin_;
  std::vector<std::string> prefixes_;  // serialised
};

/// Why an own URL is not asked for.
enum class CrawlTrap : std::uint8_t {
  none,
  long_url,    ///< more than `max_crawled_url` bytes
  repetition,  ///< a run of segments comes three times in a row: "/a/b/a/b/a/b"
  queries,     ///< its path has too many different queries
};

inline constexpr std::size_t crawl_trap_count = static_cast<std::size_t>(CrawlTrap::queries) + 1;

/// A few words for a warning, such as "more than 2,000 bytes".
std::string_view description(CrawlTrap trap);

/// No longer URL is asked for.
inline constexpr std::size_t max_crawled_url = 2000;

/// True when a run of one or more segments of `path` comes three times in a row.
bool repeats_segments(std::string_view path);

/// Finds traps. The answer about a query depends on the URLs before it.
class TrapFinder {
 public:
  explicit TrapFinder(std::size_t max_queries) : max_queries_(max_queries) {}

  /// To be called once for each URL, an absolute one without a fragment.
  CrawlTrap check(std::string_view url);

 private:
  std::size_t max_queries_;
  std::unordered_map<std::string, std::size_t, text::SeededHasher> queries_;  // by path
};

}  // namespace hrefkit::site
