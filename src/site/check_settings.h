// The settings of a check, as text: one table for the options of `hrefkit check`, the keys of its
// configuration file, and the settings of the C library and what is built on it.
//
//   CheckSettings settings;
//   for (CheckSetting const& row : check_settings()) {
//     if (row.name == "retries") (*row.bind(settings).read({"3"}))();
//   }
//   SiteOptions site = site_options(settings, "public");
//
// A new setting is a member, a name, a row in check_settings.cpp and a use below; for the command
// also its row of the options' table (cli/options/option_table.h).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/net/client.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/crawl/crawl.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// What becomes of links to other sites.
enum class ExternalLinks : std::uint8_t {
  off,
  list,
  check,  ///< they are asked for
};

/// Whether a crawl reads the site's sitemaps.
enum class Sitemaps : std::uint8_t { on, off };

/// Where a broken link is looked for.
enum class SuggestFrom : std::uint8_t { archive };

/// A rule and the severity that it is to have.
struct RuleSeverity {
  Rule rule = Rule::missing_file;
  Severity severity = Severity::error;
  /// The rules are those of the group `consistency`, unless others name one of them.
  bool is_of_group = false;
};

/// The values of all settings.
/// Statuses that are fine.
struct AcceptedStatuses {
  net::StatusSet usual;
  std::vector<net::AcceptFor> for_prefixes;
};

struct CheckSettings {
  using Duration = std::chrono::milliseconds;

  std::string site_url;
  Texts index;
  Texts extensions;
  Host host = Host::plain;
  std::vector<Mount> mounts;
  Texts redirects;  ///< further files
  std::vector<ExtensionType> extension_types;
  std::string keep_urls;  ///< a sitemap or a list
  std::string since;      ///< the folder of an earlier state
  Texts sources;          ///< folders
  bool hidden = false;
  bool follow_outside = false;
  html::XmlBase xml_base = html::XmlBase::automatic;
  html::FeedBase feed_base = html::FeedBase::feed;
  std::vector<Also> also;
  SharedAttributes attributes;
  Texts include_path;       ///< globs
  Texts exclude_path;       ///< globs
  Texts exclude_url;        ///< regular expressions
  std::vector<Rule> rules;  ///< only these; empty: all
  std::vector<RuleSeverity> severities;
  ExternalLinks external = ExternalLinks::off;
  Texts include_url;  ///< regular expressions
  std::optional<SuggestFrom> suggest;
  bool orphans = false;
  Texts starts;  ///< URLs of pages
  bool as_files = false;
  bool allow_empty = false;
  net::MethodChoice method = net::MethodChoice::automatic;
  AcceptedStatuses accept;
  Duration timeout = std::chrono::seconds(20);
  std::size_t retries = 2;
  Duration retry_wait = std::chrono::seconds(1);
  Duration max_wait = std::chrono::seconds(60);
  std::size_t max_redirects = 20;
  std::size_t per_host = 4;
  std::optional<Duration> delay;  ///< nothing: 100 ms, on loopback 0
  net::RobotsChoice robots = net::RobotsChoice::automatic;
  std::vector<net::UserHeader> headers;
  std::string user_agent;  ///< empty: that of this program
  bool insecure = false;
  std::optional<net::AddressRules> allow_private;  ///< nothing: that of a folder or a crawl
  std::size_t max_body = std::size_t{10} << 20;
  Texts scope;  ///< prefixes of URLs, serialised
  std::optional<std::size_t> depth;
  std::optional<std::size_t> max_pages;  ///< nothing: that of CrawlOptions, and a cut is an error
  std::size_t max_queries = 100;
  Sitemaps sitemaps = Sitemaps::on;
};

/// The names, in the order of the help.
inline constexpr auto check_setting_names = std::to_array<std::string_view>(
    {"site-url",    "index",     "extensions", "host",        "mount",         "redirects",
     "ext",         "keep-urls", "since",      "sources",     "hidden",        "follow-outside",
     "xml-base",    "feed-base", "also",       "attribute",   "include-path",  "exclude-path",
     "exclude-url", "rules",     "severity",   "external",    "include-url",   "suggest",
     "orphans",     "start",     "as-files",   "allow-empty", "method",        "accept",
     "timeout",     "retries",   "retry-wait", "max-wait",    "max-redirects", "per-host",
     "delay",       "robots",    "header",     "user-agent",  "insecure",      "allow-private",
     "max-body",    "scope",     "depth",      "max-pages",   "max-queries",   "sitemaps"});

/// One setting.
struct CheckSetting {
  std::string_view name;  ///< as the option's long name: "max-redirects"
  Setting (*bind)(CheckSettings& settings);
};

/// All settings, in the order of `check_setting_names`.
std::span<CheckSetting const> check_settings();

/// Reads the values of the setting `name` into `settings`. The error is a sentence: there is no
/// such setting, or what is wrong with a value. Those of the command alone count as unknown: the
/// library has no regular expressions.
Parsed<void> read_check_setting(CheckSettings& settings, std::string_view name,
                                Texts const& values);

/// Seconds above 0, as for `timeout`.
Parsed<CheckSettings::Duration> parse_limit(std::string const& text);

/// Which pages are reported, by the patterns in the settings (CheckOptions::is_reported); empty:
/// all are.
std::function<bool(std::string_view path)> reported_paths(CheckSettings const& settings);

/// The site in the folder `root`, with what the files of its host say. `site_url` is left out.
SiteOptions site_options(CheckSettings const& settings, std::string root);

/// What is checked. Paths, patterns of URLs and links to other sites are left out. `settings` must
/// outlive the links that are found.
CheckOptions check_options(CheckSettings const& settings);

/// The name of a setting that is given and says how a folder is read or served, which a live site
/// decides by itself; empty: there is none.
std::string_view folder_setting(CheckSettings const& settings);

/// A crawl from `start`, without its client.
CrawlOptions crawl_options(CheckSettings const& settings, std::string start);

/// How a client of requests works. Private addresses are refused unless `allow_private` names
/// them: a crawl has rules of its own. `version` is that of hrefkit, and `project_url` a page about
/// it or empty, for the User-Agent.
net::ClientOptions client_options(CheckSettings const& settings, std::string_view version,
                                  std::string_view project_url);

}  // namespace hrefkit::site
