#include "hrefkit/site/crawl/scope.h"

#include <algorithm>
#include <array>
#include <optional>

#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

tl::expected<CrawlScope, std::string> CrawlScope::make(std::string_view start,
                                                       std::span<std::string const> prefixes) {
  const auto base = url::Url::parse(start);
  if (!base || (base->scheme() != "http" && base->scheme() != "https")) {
    return tl::unexpected("'" + url::masked_url(start) + "' is not an http or https URL");
  }
  CrawlScope scope;
  scope.origin_ = base->origin();
  for (std::string const& given : prefixes) {
    auto prefix = url::Url::parse(given, {.base = &*base});
    if (prefix) {
      prefix->set_username("");
      prefix->set_password("");
    }
    if (!prefix || prefix->origin() != scope.origin_) {
      return tl::unexpected("'" + url::masked_url(given) + "' is not a URL or a path of " +
                            scope.origin_);
    }
    scope.prefixes_.emplace_back(url::without_fragment(prefix->href()));
  }
  if (prefixes.empty()) {
    const std::string_view path = base->pathname();
    scope.prefixes_.push_back(scope.origin_ + std::string(path.substr(0, path.rfind('/') + 1)));
  }
  return scope;
}

bool CrawlScope::contains(std::string_view url) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(),
                     [&](std::string const& prefix) { return url.starts_with(prefix); });
}

std::string_view description(CrawlTrap trap) {
  constexpr std::array<std::string_view, crawl_trap_count> texts{
      "", "of more than 2,000 bytes", "with a run of path segments three times in a row",
      "with more different queries of one path than --max-queries allows"};
  return texts[static_cast<std::size_t>(trap)];
}

namespace {

/// The hashes of the segments of a path. Two segments that differ have the same one by a chance of
/// 2 to the power of -64.
std::vector<std::uint64_t> segment_hashes(std::string_view path) {
  std::vector<std::uint64_t> hashes;
  const std::uint64_t seed = text::process_hash_key()[0];
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    // What follows the last slash is no segment where it is empty.
    if (end != 0 || !path.empty()) hashes.push_back(text::hash64(path.substr(0, end), seed));
    path.remove_prefix(end);
  }
  return hashes;
}

/// True when some value stands three times in the list.
bool has_one_three_times(std::vector<std::uint64_t> values) {
  std::sort(values.begin(), values.end());
  for (std::size_t i = 2; i < values.size(); ++i) {
    if (values[i] == values[i - 2]) return true;
  }
  return false;
}

}  // namespace

/// A run of `length` segments comes three times in a row where 2 · length segments in a row equal
/// the segment `length` behind them. A URL has at most a thousand segments, and most paths have no
/// segment three times.
bool repeats_segments(std::string_view path) {
  const std::vector<std::uint64_t> segments = segment_hashes(path);
  if (!has_one_three_times(segments)) return false;
  for (std::size_t length = 1; length * 3 <= segments.size(); ++length) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i + length < segments.size(); ++i) {
      equal = segments[i] == segments[i + length] ? equal + 1 : 0;
      if (equal == 2 * length) return true;
    }
  }
  return false;
}

CrawlTrap TrapFinder::check(std::string_view url) {
  if (url.size() > max_crawled_url) return CrawlTrap::long_url;
  const std::string_view before_query = url::without_query(url);
  const std::size_t host = before_query.find("://") + 3;
  const std::size_t path = std::min(before_query.find('/', host), before_query.size());
  if (repeats_segments(before_query.substr(path))) return CrawlTrap::repetition;
  if (!url::query_of(url)) return CrawlTrap::none;
  std::size_t& count = queries_[std::string(before_query.substr(path))];
  return ++count > max_queries_ ? CrawlTrap::queries : CrawlTrap::none;
}

}  // namespace hrefkit::site
