// robots.txt: RFC 9309, and the fields Crawl-delay and Sitemap.
//
//   auto robots = Robots::parse("User-agent: *\nDisallow: /private/\n", "hrefkit");
//   robots.allows("/private/x?q")  // false
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::net {

/// No more of a robots.txt counts (RFC 9309, 2.5).
inline constexpr std::size_t max_robots_bytes = std::size_t{500} << 10;

/// True where a file that should be a text begins as HTML and XML do, after a byte order mark and
/// white space.
bool begins_as_markup(std::string_view file);

/// Whether a URL may be requested.
enum class RobotsVerdict : std::uint8_t {
  allowed,
  forbidden,
  /// The patterns take too long to match, so the path counts as forbidden.
  too_costly,
};

class RobotsRules;

/// What one robots.txt says to us.
class Robots {
 public:
  /// Allows all: there is no robots.txt (2.3.1.3).
  Robots() = default;

  /// Forbids all: the server fails (2.3.1.4).
  static Robots forbidding_all();

  /// Reads the lines that end within the first `max_robots_bytes` of a file. The groups of
  /// `product` count, without one those of `*` (2.2.1).
  static Robots parse(std::string_view file, std::string_view product);

  /// Whether a URL may be asked for. `path` is its path with its query, as the URL Standard
  /// serialises them. The longest rule counts, Allow before Disallow of the same length (2.2.2);
  /// /robots.txt itself is always allowed. Linear in the path, whatever the file holds.
  RobotsVerdict judge(std::string_view path) const;

  /// True for RobotsVerdict::allowed.
  bool allows(std::string_view path) const { return judge(path) == RobotsVerdict::allowed; }

  /// The largest Crawl-delay of the group; nullopt without one. Not capped.
  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  /// The values of Sitemap lines of the whole file, in order, unresolved.
  std::vector<std::string> const& sitemaps() const { return sitemaps_; }

  /// True where the file is a page of HTML, which servers of single-page applications answer for
  /// every path: it says nothing.
  bool is_page() const { return is_page_; }

 private:
  std::shared_ptr<RobotsRules const> rules_;  ///< null: none
  std::optional<std::chrono::milliseconds> crawl_delay_;
  std::vector<std::string> sitemaps_;
  bool is_page_ = false;
};

}  // namespace hrefkit::net
