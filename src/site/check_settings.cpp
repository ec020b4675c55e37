#include "hrefkit/site/check_settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ratio>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::site {

namespace {

using Duration = CheckSettings::Duration;

constexpr text::EnumTable<ExternalLinks::check> external_names({
    {ExternalLinks::off, "off"},
    {ExternalLinks::list, "list"},
    {ExternalLinks::check, "check"},
});

constexpr std::array<text::EnumName<Also>, 5> check_also_names{{
    {Also::meta, "meta"},
    {Also::json_ld, "jsonld"},
    {Also::import_map, "importmap"},
    {Also::speculation_rules, "speculationrules"},
    {Also::external, "external"},
}};

constexpr text::EnumTable<SuggestFrom::archive> suggest_names({
    {SuggestFrom::archive, "archive"},
});

constexpr text::EnumTable<net::MethodChoice::get> method_names({
    {net::MethodChoice::automatic, "auto"},
    {net::MethodChoice::head, "head"},
    {net::MethodChoice::get, "get"},
});

constexpr text::EnumTable<net::RobotsChoice::off> robots_names({
    {net::RobotsChoice::automatic, "auto"},
    {net::RobotsChoice::on, "on"},
    {net::RobotsChoice::off, "off"},
});

constexpr text::EnumTable<Sitemaps::off> sitemaps_names({
    {Sitemaps::on, "on"},
    {Sitemaps::off, "off"},
});

text::EnumNames<Rule> rule_names() {
  return text::names_up_to<Rule::external>();
}

constexpr double max_seconds = 1e6;  // eleven days

/// Seconds with decimals, rounded up, so that a short time does not become 0.
Parsed<Duration> parse_seconds(std::string const& text) {
  const auto seconds = text::parse_decimal_fraction(text);
  if (seconds && *seconds <= max_seconds) {
    return std::chrono::ceil<Duration>(std::chrono::duration<double>(*seconds));
  }
  return tl::unexpected("'" + text + "' is not a number of seconds, such as 20 or 0.5");
}

Parsed<std::optional<Duration>> parse_milliseconds(std::string const& text) {
  const auto milliseconds = text::parse_decimal_fraction(text);
  if (milliseconds && *milliseconds <= 1e3 * max_seconds) {
    return std::chrono::ceil<Duration>(std::chrono::duration<double, std::milli>(*milliseconds));
  }
  return tl::unexpected("'" + text + "' is not a number of milliseconds, such as 100");
}

/// The names of rules and of their group.
Texts names_of_rules() {
  Texts names = names_of(rule_names());
  names.emplace_back(consistency_group);
  return names;
}

/// Parses a list of rules, separated by commas. The name of a group means all of its rules.
Setting rules_setting(std::vector<Rule>& variable) {
  return site::together(variable, [](Texts const& given) {
    std::vector<Rule> rules;
    Texts const names = names_of_rules();
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto items = items_of(given[i]);
      if (!items) {
        return tl::expected<std::vector<Rule>, WrongValue>(tl::unexpect,
                                                           WrongValue{i, items.error()});
      }
      for (std::string const& item : *items) {
        if (item == consistency_group) {
          rules.insert(rules.end(), consistency_rules.begin(), consistency_rules.end());
          continue;
        }
        const auto rule = rule_from_name(item);
        if (!rule) {
          return tl::expected<std::vector<Rule>, WrongValue>(
              tl::unexpect, WrongValue{i, unknown_choice(item, names)});
        }
        rules.push_back(*rule);
      }
    }
    return tl::expected<std::vector<Rule>, WrongValue>(std::move(rules));
  });
}

/// "RULE=LEVEL".
Parsed<RuleSeverity> parse_severity(std::string const& text) {
  const std::size_t equals = text.find('=');
  const std::string rule_name = text.substr(0, equals);
  const bool is_group = rule_name == consistency_group;
  const auto rule = is_group ? std::optional(consistency_rules.front()) : rule_from_name(rule_name);
  if (!rule) return tl::unexpected(unknown_choice(rule_name, names_of_rules()));
  const std::string level = equals == std::string::npos ? "" : text.substr(equals + 1);
  const auto severity = severity_from_name(usual_value(level));
  if (severity) return RuleSeverity{*rule, *severity, is_group};
  return tl::unexpected("'" + text + "' is not RULE=error, RULE=warning, RULE=note or RULE=off");
}

/// "/PATH=DIR".
Parsed<Mount> parse_mount(std::string const& text) {
  const std::size_t equals = text.find('=');
  const bool is_mount = text.starts_with('/') && equals != std::string::npos &&
                        equals + 1 < text.size() && text.substr(0, equals) != "/";
  if (is_mount) return Mount{text.substr(1, equals - 1), text.substr(equals + 1)};
  return tl::unexpected("'" + text + "' is not /PATH=DIR");
}

/// The paths of files of redirects, in each of which a link is looked up.
tl::expected<Texts, WrongValue> parse_redirects(Texts const& paths) {
  constexpr std::size_t max_redirects = 100;
  if (paths.size() <= max_redirects) return paths;
  return tl::make_unexpected(
      WrongValue{max_redirects, "takes at most " + std::to_string(max_redirects) + " files"});
}

/// A prefix of http and https URLs, serialised.
Parsed<std::string> parse_prefix(std::string const& text) {
  const auto url = url::Resolver({}).resolve(text);
  const bool is_prefix = url && (url->starts_with("http://") || url->starts_with("https://")) &&
                         url->find('#') == url->npos;
  if (!is_prefix) {
    return tl::unexpected("'" + url::masked_url(text) +
                          "' is not the beginning of http or https URLs");
  }
  if (net::userinfo_of(*url)) {
    return tl::unexpected<std::string>("a prefix of URLs has no user name and no password");
  }
  return *url;
}

Parsed<net::UserHeader> parse_header(std::string const& text) {
  return net::parse_user_header(text);
}

Parsed<std::string> parse_user_agent(std::string const& text) {
  const bool is_valid = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  if (is_valid) return text;
  return tl::unexpected<std::string>("it has a control character");
}

/// All values of a list, which `parse` reads as one with commas between.
template <typename Parse>
auto parse_list(Texts const& texts, Parse const& parse, std::string const& what)
    -> tl::expected<typename decltype(parse(""))::value_type, WrongValue> {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!parse(texts[i])) {
      return tl::make_unexpected(WrongValue{i, "'" + texts[i] + "' is not " + what});
    }
  }
  return *parse(joined(texts, ","));
}

/// "CODES", which make one list, and "PREFIX CODES".
tl::expected<AcceptedStatuses, WrongValue> parse_accept(Texts const& texts) {
  constexpr std::string_view what =
      "a list of HTTP status codes from 100 to 999, or ranges, such as 200-299,403";
  AcceptedStatuses accepted;
  Texts lists;
  const auto wrong = [](std::size_t i, std::string message) {
    return tl::make_unexpected(WrongValue{i, std::move(message)});
  };
  if (auto one_too_many = find_one_too_many(texts)) {
    return tl::make_unexpected(*std::move(one_too_many));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string_view text = text::strip_ascii_whitespace(texts[i]);
    const std::size_t space = std::min(text.find(' '), text.size());
    const bool has_prefix = text.substr(0, space).find("://") != std::string_view::npos;
    const std::string_view codes = has_prefix ? text.substr(space) : text;
    const auto set = net::StatusSet::parse(codes);
    if (!set) {
      return wrong(i, "'" + url::masked_url(texts[i]) + "' is not " +
                          (has_prefix ? "a prefix of URLs and " : "") + std::string(what));
    }
    if (!has_prefix) {
      lists.emplace_back(codes);
      continue;
    }
    auto prefix = parse_prefix(std::string(text.substr(0, space)));
    if (!prefix) return wrong(i, prefix.error());
    accepted.for_prefixes.push_back({*std::move(prefix), *set});
  }
  if (!lists.empty()) accepted.usual = *net::StatusSet::parse(joined(lists, ","));
  return accepted;
}

tl::expected<net::AddressRules, WrongValue> parse_blocks(Texts const& texts) {
  return parse_list(texts, net::AddressRules::parse,
                    "a list of blocks of addresses such as 10.0.0.0/8,fd00::/8, nor all");
}

constexpr std::size_t max_count = 1'000'000'000;

using Settings = CheckSettings;
using Row = CheckSetting;

// clang-format off
constexpr std::array<Row, check_setting_names.size()> rows{{
    {"site-url", [](Settings& s) { return one(s.site_url); }},
    {"index", [](Settings& s) { return index_names(s.index); }},
    {"extensions", [](Settings& s) { return served_extensions(s.extensions); }},
    {"host", [](Settings& s) { return choice(s.host, text::names_up_to<Host::s3>()); }},
    {"mount", [](Settings& s) { return each(s.mounts, parse_mount); }},
    {"redirects", [](Settings& s) { return together(s.redirects, parse_redirects); }},
    {"ext", [](Settings& s) { return extension_types(s.extension_types); }},
    {"keep-urls", [](Settings& s) { return one(s.keep_urls); }},
    {"since", [](Settings& s) { return one(s.since); }},
    {"sources", [](Settings& s) { return each(s.sources); }},
    {"hidden", [](Settings& s) { return flag(s.hidden); }},
    {"follow-outside", [](Settings& s) { return flag(s.follow_outside); }},
    {"xml-base", [](Settings& s) { return choice(s.xml_base, html::xml_base_names); }},
    {"feed-base", [](Settings& s) { return choice(s.feed_base, html::feed_base_names); }},
    {"also", [](Settings& s) { return choices(s.also, text::EnumNames<Also>(check_also_names)); }},
    {"attribute", [](Settings& s) { return extra_attributes(s.attributes); }},
    {"include-path", [](Settings& s) { return globs(s.include_path); }},
    {"exclude-path", [](Settings& s) { return globs(s.exclude_path); }},
    {"exclude-url", [](Settings& s) { return each(s.exclude_url); }},
    {"rules", [](Settings& s) {
       Setting setting = rules_setting(s.rules);
       setting.names = names_of_rules();
       return setting;
     }},
    {"severity", [](Settings& s) { return each(s.severities, parse_severity); }},
    {"external", [](Settings& s) { return choice(s.external, external_names); }},
    {"include-url", [](Settings& s) { return each(s.include_url); }},
    {"suggest", [](Settings& s) { return choice(s.suggest, suggest_names); }},
    {"orphans", [](Settings& s) { return flag(s.orphans); }},
    {"start", [](Settings& s) { return each(s.starts); }},
    {"as-files", [](Settings& s) { return flag(s.as_files); }},
    {"allow-empty", [](Settings& s) { return flag(s.allow_empty); }},
    {"method", [](Settings& s) { return choice(s.method, method_names); }},
    {"accept", [](Settings& s) { return together(s.accept, parse_accept); }},
    {"timeout", [](Settings& s) { return one(s.timeout, parse_limit); }},
    {"retries", [](Settings& s) { return number(s.retries, 0, 100); }},
    {"retry-wait", [](Settings& s) { return one(s.retry_wait, parse_seconds); }},
    {"max-wait", [](Settings& s) { return one(s.max_wait, parse_seconds); }},
    {"max-redirects", [](Settings& s) { return number(s.max_redirects, 0, 1000); }},
    {"per-host", [](Settings& s) { return number(s.per_host, 1, 10'000); }},
    {"delay", [](Settings& s) { return one(s.delay, parse_milliseconds); }},
    {"robots", [](Settings& s) { return choice(s.robots, robots_names); }},
    {"header", [](Settings& s) { return each(s.headers, parse_header); }},
    {"user-agent", [](Settings& s) { return one(s.user_agent, parse_user_agent); }},
    {"insecure", [](Settings& s) { return flag(s.insecure); }},
    {"allow-private", [](Settings& s) { return together(s.allow_private, parse_blocks); }},
    {"max-body", [](Settings& s) { return one(s.max_body, parse_size); }},
    {"scope", [](Settings& s) { return each(s.scope, parse_prefix); }},
    {"depth", [](Settings& s) { return number(s.depth, 0, max_count); }},
    {"max-pages", [](Settings& s) { return number(s.max_pages, 1, max_count); }},
    {"max-queries", [](Settings& s) { return number(s.max_queries, 0, max_count); }},
    {"sitemaps", [](Settings& s) { return choice(s.sitemaps, sitemaps_names); }},
}};
// clang-format on

static_assert(std::equal(rows.begin(), rows.end(), check_setting_names.begin(),
                         [](Row const& row, std::string_view name) { return row.name == name; }));

/// The severities of all rules; those that `rules` leaves out are off whatever `severity` says, and
/// one that it asks for is a warning where it would be off.
Severities severities_of(CheckSettings const& settings) {
  Severities all;
  // Nobody but the host knows whether such a link works there.
  HostRules const& rules = rules_of(settings.host);
  if (rules.may_ignore_case) all.set(Rule::case_mismatch, Severity::warning);
  for (const Rule rule : settings.rules) {
    if (all[rule] == Severity::off) all.set(rule, Severity::warning);
  }
  for (RuleSeverity const& given : settings.severities) {
    if (!given.is_of_group) continue;
    for (const Rule rule : consistency_rules) all.set(rule, given.severity);
  }
  for (RuleSeverity const& given : settings.severities) {
    if (!given.is_of_group) all.set(given.rule, given.severity);
  }
  if (settings.rules.empty()) return all;
  for (std::size_t i = 0; i < rule_count; ++i) {
    const auto rule = static_cast<Rule>(i);
    const bool is_wanted =
        std::find(settings.rules.begin(), settings.rules.end(), rule) != settings.rules.end();
    if (!is_wanted && rule != Rule::external) all.set(rule, Severity::off);
  }
  return all;
}

}  // namespace

std::span<CheckSetting const> check_settings() {
  return rows;
}

Parsed<void> read_check_setting(CheckSettings& settings, std::string_view name,
                                Texts const& values) {
  constexpr std::array<std::string_view, 2> of_command{"exclude-url", "include-url"};
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](CheckSetting const& each) { return each.name == name; });
  if (row == rows.end() ||
      std::find(of_command.begin(), of_command.end(), name) != of_command.end()) {
    return tl::make_unexpected(std::string("there is no such setting"));
  }
  const auto store = row->bind(settings).read(values);
  if (!store) return tl::make_unexpected(store.error().message);
  (*store)();
  return {};
}

std::function<bool(std::string_view path)> reported_paths(CheckSettings const& settings) {
  if (settings.include_path.empty() && settings.exclude_path.empty()) return nullptr;
  return [include = PathGlobs(settings.include_path),
          exclude = PathGlobs(settings.exclude_path)](std::string_view path) {
    const auto file = PathKind::file;
    return (include.empty() || include.match_within(path, file)) &&
           !exclude.match_within(path, file);
  };
}

Parsed<Duration> parse_limit(std::string const& text) {
  auto seconds = parse_seconds(text);
  if (!seconds || *seconds > Duration::zero()) return seconds;
  return tl::unexpected("'" + text + "' leaves no time: it is a number of seconds above 0");
}

SiteOptions site_options(CheckSettings const& settings, std::string root) {
  SiteOptions options;
  options.root = std::move(root);
  options.hidden = settings.hidden;
  options.follow_outside = settings.follow_outside;
  options.files = extension_rules(settings.extension_types);
  options.files.read_scripts();
  use_host(settings.host, options);
  use_host_settings(options, settings.host, settings.redirects);
  options.mounts = settings.mounts;
  if (!settings.extensions.empty()) options.extensions = settings.extensions;
  if (!settings.index.empty()) options.index = settings.index;
  return options;
}

CheckOptions check_options(CheckSettings const& settings) {
  CheckOptions options;
  options.severities = severities_of(settings);
  options.local_links_are_notes =
      std::none_of(settings.severities.begin(), settings.severities.end(),
                   [](RuleSeverity const& given) { return given.rule == Rule::local_address; });
  if (settings.allow_private) {
    options.is_allowed_host = [rules = *settings.allow_private](std::string_view host) {
      return rules.judge_host(host) == net::HostVerdict::allowed;
    };
  }
  options.orphans = settings.orphans;
  options.as_files = settings.as_files;
  options.list_external = settings.external == ExternalLinks::list;
  options.also = also_find(settings.also, settings.attributes);
  options.also.scripts = true;
  options.xml_base = settings.xml_base;
  options.feed_base = settings.feed_base;
  options.redirect_files = settings.redirects;
  options.keep_urls = settings.keep_urls;
  options.since = settings.since;
  options.sources = settings.sources;
  options.pages.starts = settings.starts;
  options.pages.external =
      std::find(settings.also.begin(), settings.also.end(), Also::external) != settings.also.end();
  return options;
}

std::string_view folder_setting(CheckSettings const& settings) {
  if (!settings.site_url.empty()) return "site-url";
  if (!settings.index.empty()) return "index";
  if (!settings.extensions.empty()) return "extensions";
  if (settings.host != Host::plain) return "host";
  if (!settings.mounts.empty()) return "mount";
  if (!settings.redirects.empty()) return "redirects";
  if (!settings.since.empty()) return "since";
  if (!settings.extension_types.empty()) return "ext";
  if (settings.hidden) return "hidden";
  if (settings.follow_outside) return "follow-outside";
  if (settings.allow_empty) return "allow-empty";
  return {};
}

CrawlOptions crawl_options(CheckSettings const& settings, std::string start) {
  CrawlOptions options;
  options.start = std::move(start);
  options.scope = settings.scope;
  options.depth = settings.depth;
  if (settings.max_pages) options.max_pages = *settings.max_pages;
  options.max_queries = settings.max_queries;
  options.sitemaps = settings.sitemaps == Sitemaps::on;
  return options;
}

net::ClientOptions client_options(CheckSettings const& settings, std::string_view version,
                                  std::string_view project_url) {
  net::ClientOptions options;
  options.steps = {.method = settings.method,
                   .accept = settings.accept.usual,
                   .retry_wait = settings.retry_wait,
                   .max_wait = settings.max_wait,
                   .retries = static_cast<int>(settings.retries)};
  options.accept_for = settings.accept.for_prefixes;
  options.max_redirects = static_cast<int>(settings.max_redirects);
  options.per_host = static_cast<int>(settings.per_host);
  options.delay = settings.delay;
  options.robots = settings.robots;
  options.user_agent = settings.user_agent;
  if (settings.user_agent.empty()) {
    const std::string product = "hrefkit/" + std::string(version);
    options.user_agent = product;
    if (!project_url.empty()) options.user_agent.append(" (+").append(project_url).append(")");
    options.other_user_agent = "Mozilla/5.0 (compatible; " + product + ")";
  }
  options.headers = settings.headers;
  options.max_body = settings.max_body;
  if (settings.allow_private) options.addresses = *settings.allow_private;
  return options;
}

}  // namespace hrefkit::site
