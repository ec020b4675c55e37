// hrefkit_check.
#include "hrefkit/site/check.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/net/client.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/crawl/crawl.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/source_finder.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

#ifndef HREFKIT_PROJECT_URL  // set by the CMake option of that name
#define HREFKIT_PROJECT_URL ""
#endif

using namespace hrefkit;

namespace {

constexpr std::uint32_t known_flags =
    HREFKIT_CHECK_HIDDEN | HREFKIT_CHECK_ORPHANS | HREFKIT_CHECK_LIST_EXTERNAL;
constexpr std::size_t min_check_options = offsetof(hrefkit_check_options, exclude);
/// The end of findings in the first version.
constexpr std::size_t min_finding = offsetof(hrefkit_finding, reason);
constexpr std::uint32_t max_finding = 4096;
constexpr std::uint32_t max_threads = 1024;

/// A text for the system: without a zero byte.
std::string path_of(hrefkit_view view, std::string_view name) {
  const std::string_view text = c::required_text(view, name);
  if (text.find('\0') != std::string_view::npos) c::fail_argument(name, "it has a zero byte");
  return std::string(text);
}

/// The address of a folder: it ends with a slash.
std::string folder_url(std::string_view given) {
  if (auto address = site::site_address(given)) return *std::move(address);
  if (const auto url = url::Url::parse(given); !url) c::fail_url("site_url", url.error());
  throw c::Failure{HREFKIT_E_URL, "site_url: it does not begin with http: or https:"};
}

bool is_live(std::string_view folder) {
  const std::string start = text::to_ascii_lower(folder.substr(0, 8));
  return start.starts_with("http://") || start.starts_with("https://");
}

/// The addresses of a host that names them: the others are the fetcher's.
std::vector<net::IpAddress> written_addresses(url::Url const& url) {
  const std::string host(url.hostname());
  if (const auto address = net::parse_ip_address(host)) return {*address};
  if (net::is_loopback_host(host)) return {*net::parse_ip_address("127.0.0.1")};
  return {};
}

/// The answer to one request.
struct RequestAnswer : hrefkit_answer {
  explicit RequestAnswer(site::ExternalAnswer& external_answer)
      : hrefkit_answer{To::request}, answer(external_answer) {}

  site::ExternalAnswer& answer;
};

/// Null if a callback passed another object.
site::ExternalAnswer* external_answer_of(hrefkit_answer* answer) {
  if (answer == nullptr || answer->to != hrefkit_answer::To::request) return nullptr;
  return &static_cast<RequestAnswer*>(answer)->answer;
}

/// One call.
class Check : site::External {
 public:
  Check(hrefkit_view folder, hrefkit_check_options const& given) : caller_options_(given) {
    root_ = path_of(folder, "folder");
    if ((given.flags & ~known_flags) != 0) c::fail_argument("flags", "it has an unknown flag");
    settings_.timeout = {};  // the fetcher's own
    read_settings();
    options_ = site::check_options(settings_);
    if (given.threads > max_threads) c::fail_argument("threads", "there are too many");
    options_.threads = given.threads;
    if (given.finding != nullptr &&
        (given.finding_size < min_finding || given.finding_size > max_finding ||
         given.finding_size % alignof(hrefkit_finding) != 0)) {
      c::fail_argument("finding_size", "it does not fit");
    }
    read_network();
    if (given.exclude != nullptr) {
      options_.is_excluded = [this](std::string_view url) { return is_excluded(url); };
    }
    options_.is_reported = site::reported_paths(settings_);
  }

  /// Runs the check, and fills `summary` as far as it came.
  void run(hrefkit_check_summary& summary) {
    const std::string fault = site::fault_of_source_folders(options_.sources);
    if (!fault.empty()) throw c::Failure{HREFKIT_E_IO, fault};
    const site::Site site = is_live(root_) ? crawl(summary) : read_folder(summary);
    site::CheckSink sink;
    if (caller_options_.finding != nullptr) {
      // Older programs do not know of repairs.
      options_.finds_fixes = caller_options_.finding_size > offsetof(hrefkit_finding, fix_value);
      sink.finding = [this](site::Finding const& finding) { return report_finding(finding); };
    }
    sink.trouble = [this](std::string const& path, std::string const& why) {
      report_trouble(path, why);
    };
    sink.fault = sink.trouble;
    if (caller_options_.poll != nullptr) sink.progress = [this] { poll(); };
    const site::CheckSummary checked = check(site, options_, sink);
    write(checked, summary);
    c::go_on_if(answer_);
    report_proxies(checked.asked.proxy_faults, summary);
    if (checked.asked.has_no_network) {
      summary.failed = 1;
      report_trouble(root_, "no network? none of the hosts of links to other sites answers");
    }
    const bool may_be_empty = settings_.allow_empty || options_.is_reported || is_live(root_);
    if (summary.pages == 0 && summary.other_files == 0 && !may_be_empty) {
      throw c::Failure{HREFKIT_E_EMPTY, "the folder has no file that is checked"};
    }
  }

 private:
  site::Site read_folder(hrefkit_check_summary& summary) {
    site::SiteOptions options = site::site_options(settings_, root_);
    if (!settings_.site_url.empty()) options.url = folder_url(settings_.site_url);
    errno = 0;
    auto site =
        site::Site::read(std::move(options), [&](std::string const& path, std::string const& why) {
          summary.failed = 1;
          report_trouble(path, why);
        });
    if (!site) c::fail_io(site.error());
    return std::move(*site);
  }

  site::Site crawl(hrefkit_check_summary& summary) {
    const auto start = url::Url::parse(root_);
    if (!start) c::fail_url("folder", start.error());
    const auto addresses = written_addresses(*start);
    site::CrawlOptions crawl = site::crawl_options(settings_, std::string(start->href()));
    crawl.client = external_.client;
    crawl.obeys_robots = addresses.empty() || !net::private_block(addresses.front());
    site::CrawlSink sink{.warning = [this](auto& url, auto& what) { report_trouble(url, what); },
                         .goes_on = [this] { return !is_stopped(); }};
    auto crawled = site::crawl(crawl, options_, *transport_, net::system_clock(), sink);
    c::go_on_if(answer_);
    if (!crawled) throw c::Failure{HREFKIT_E_IO, crawled.error()};
    report_proxies(crawled->proxy_faults, summary);
    for (site::NotAsked const& each : crawled->not_asked) {
      report_trouble(each.example,
                     "this and other URLs are not asked for, " + std::string(each.why));
    }
    if (crawled->is_cut && !settings_.max_pages) {
      summary.failed = 1;
      report_trouble(crawled->start, "the site has more files to read than max-pages");
    }
    return std::move(crawled->site);
  }

  void report_proxies(std::set<std::string> const& faults, hrefkit_check_summary& summary) {
    for (std::string const& fault : faults) {
      summary.failed = 1;
      report_trouble(root_, fault);
    }
  }

  /// Reads how links to other sites, and pages of a live site, are asked for.
  void read_network() {
    const bool asks_external = settings_.external == site::ExternalLinks::check;
    if (is_live(root_)) {
      const std::string_view wrong = site::folder_setting(settings_);
      if (!wrong.empty()) {
        c::fail_argument(wrong,
                         "is for folders, and " + url::masked_url(root_) + " is a live site");
      }
    } else if (!asks_external) {
      return;
    }
    if (caller_options_.fetch == nullptr) {
      c::fail_argument(asks_external ? "external" : "folder",
                       asks_external ? "to check links to other sites, 'fetch' must be given"
                                     : "to check a live site, 'fetch' must be given");
    }
    transport_.emplace(static_cast<site::External&>(*this), settings_.timeout);
    external_.transport = &*transport_;
    external_.client = site::client_options(settings_, hrefkit_version(), HREFKIT_PROJECT_URL);
    external_.is_insecure = settings_.insecure;
    external_.suggests_archive = settings_.suggest == site::SuggestFrom::archive;
    if (const auto start = url::Url::parse(root_); is_live(root_) && start) {
      external_.client.start_origin = start->origin();
      if (!settings_.allow_private) {
        external_.client.addresses = net::AddressRules::for_start(written_addresses(*start));
      }
    }
    external_.is_stopped = [this] { return is_stopped(); };
    if (asks_external) options_.external = &external_;
  }

  /// Reads the settings, and the members that are settings, too.
  void read_settings() {
    hrefkit_check_options const& given = caller_options_;
    std::map<std::string, site::Texts, std::less<>> texts;
    if (const auto url = c::optional_text(given.site_url, "site_url")) {
      texts["site-url"].emplace_back(*url);
    }
    for (hrefkit_view const& name : c::array(given.index, given.index_count, "index")) {
      texts["index"].push_back(path_of(name, "index"));
    }
    for (hrefkit_view const& extension :
         c::array(given.extensions, given.extension_count, "extensions")) {
      texts["extensions"].push_back(path_of(extension, "extensions"));
    }
    for (hrefkit_pair const& pair : c::array(given.rules, given.rule_count, "rules")) {
      texts["severity"].push_back(path_of(pair.from, "rules") + '=' + path_of(pair.to, "rules"));
    }
    read("severity", texts["severity"], "rules");
    if ((given.flags & HREFKIT_CHECK_HIDDEN) != 0) texts["hidden"].emplace_back("true");
    if ((given.flags & HREFKIT_CHECK_ORPHANS) != 0) texts["orphans"].emplace_back("true");
    if ((given.flags & HREFKIT_CHECK_LIST_EXTERNAL) != 0) texts["external"].emplace_back("list");
    for (hrefkit_pair const& pair : c::array(given.settings, given.setting_count, "settings")) {
      const std::string name = path_of(pair.from, "settings");
      texts[name].push_back(path_of(pair.to, name));
    }
    for (auto const& [name, values] : texts) read(name, values, name);
  }

  /// Parses the values of a setting; `shown` is its name in messages.
  void read(std::string_view name, site::Texts const& values, std::string_view shown) {
    if (values.empty()) return;
    const auto read = site::read_check_setting(settings_, name, values);
    if (!read) c::fail_argument(shown, read.error());
  }

  /// Passes a request to the caller. If the callback does not return 0, the check ends once no
  /// request is open.
  void fetch(net::Request const& request, site::ExternalAnswer& answer) override {
    const std::lock_guard lock(mutex_);
    if (answer_ != 0) return answer.fail("empty");
    std::vector<hrefkit_pair> headers;
    for (net::Header const& header : request.headers) {
      headers.push_back({c::view_of(header.name), c::view_of(header.value)});
    }
    hrefkit_request row{};
    row.method = c::view_of(net::name_of(request.method));
    row.url = c::view_of(request.url);
    row.headers = headers.data();
    row.header_count = headers.size();
    row.wants_body = request.wants_body ? 1 : 0;
    RequestAnswer c_answer(answer);
    answer_ = caller_options_.fetch(caller_options_.user, &row, &c_answer);
  }

  bool is_stopped() {
    const std::lock_guard lock(mutex_);
    if (answer_ == 0 && caller_options_.poll != nullptr)
      answer_ = caller_options_.poll(caller_options_.user);
    return answer_ != 0;
  }

  bool report_finding(site::Finding const& finding) {
    const std::lock_guard lock(mutex_);
    if (answer_ != 0) return false;
    const std::string file = text::to_valid_utf8(finding.file);
    hrefkit_finding row{};
    row.rule = c::view_of(name(finding.rule));
    row.severity = c::view_of(name(finding.severity));
    row.file = c::view_of(file);
    row.element = c::view_of(finding.element);
    row.attribute = c::view_of(finding.attribute);
    row.raw = c::view_of(finding.raw);
    row.url = c::optional_view(finding.url);
    row.base = c::view_of(finding.base);
    row.base_source = c::view_of(finding.base_source);
    row.target = c::optional_view(finding.target);
    row.suggestion = c::optional_view(finding.suggestion);
    row.message = c::view_of(finding.message);
    row.context = c::view_of(finding.context);
    row.source_line = c::view_of(finding.source_line);
    row.offset = finding.offset;
    row.length = finding.length;
    row.line = finding.line;
    row.column = finding.column;
    row.index = finding.index;
    row.source_begin = static_cast<std::uint32_t>(finding.source_begin);
    row.source_end = static_cast<std::uint32_t>(finding.source_end);
    if (finding.has_answer) {
      row.status = finding.status;
      row.reason = c::view_of(finding.reason);
      row.final_url = c::optional_view(finding.final_url);
    }
    const std::string source_file = text::to_valid_utf8(finding.source.file);
    if (finding.source.has_file()) row.source_file = c::view_of(source_file);
    row.source_file_line = finding.source.line;
    row.source_file_column = finding.source.column;
    row.source_file_offset = finding.source.offset;
    row.source_file_length = finding.source.length;
    if (finding.fix.is_there()) row.fix_value = c::view_of(finding.fix.value);
    row.fix_offset = finding.fix.offset;
    row.fix_length = finding.fix.length;
    if (finding.source.has_fix()) row.source_fix = c::view_of(finding.source.fix);
    row_.assign(caller_options_.finding_size, 0);
    std::memcpy(row_.data(), &row, std::min(sizeof row, row_.size()));
    answer_ = caller_options_.finding(caller_options_.user,
                                      reinterpret_cast<hrefkit_finding const*>(row_.data()));
    return answer_ == 0;
  }

  void report_trouble(std::string const& path, std::string const& why) {
    if (caller_options_.trouble == nullptr) return;
    const std::string shown = text::to_valid_utf8(path);
    const std::string reason = text::to_valid_utf8(why);
    ask([&] {
      return caller_options_.trouble(caller_options_.user, c::view_of(shown), c::view_of(reason));
    });
  }

  bool is_excluded(std::string_view url) {
    const std::lock_guard lock(mutex_);
    c::go_on_if(answer_);
    const int answer = caller_options_.exclude(caller_options_.user, c::view_of(url));
    if (answer < 0) c::go_on_if(answer_ = answer);
    return answer != 0;
  }

  void poll() {
    ask([&] { return caller_options_.poll(caller_options_.user); });
  }

  /// Runs a callback that can end the check.
  template <class Call>
  void ask(Call call) {
    const std::lock_guard lock(mutex_);
    c::go_on_if(answer_);
    c::go_on_if(answer_ = call());
  }

  static void write(site::CheckSummary const& from, hrefkit_check_summary& to) {
    to.pages = from.pages;
    to.other_files = from.other_files;
    to.links = from.links;
    to.fine = from.fine;
    to.found = from.found;
    to.external = from.external;
    to.ignored = from.ignored;
    to.not_judged =
        std::accumulate(from.not_judged.begin(), from.not_judged.end(), std::uint64_t{0});
    to.errors = from.errors;
    to.warnings = from.warnings;
    if (from.failed) to.failed = 1;
    to.stopped = from.stopped ? 1 : 0;
  }

  hrefkit_check_options const& caller_options_;
  std::string root_;  // a folder, or the URL of a live site
  site::CheckSettings settings_;
  site::CheckOptions options_;
  site::ExternalOptions external_;
  std::optional<site::FetcherTransport> transport_;
  std::mutex mutex_;  // one callback at a time
  int answer_ = 0;    // of the callback that stopped the check
  std::string row_;   // a finding of the caller's size
};

}  // namespace

int hrefkit_answer_head(hrefkit_answer* answer, std::int32_t status, const hrefkit_pair* fields,
                        std::size_t count) noexcept {
  site::ExternalAnswer* const external = external_answer_of(answer);
  if (external == nullptr || (fields == nullptr && count != 0)) return 0;
  try {
    std::string lines;
    for (hrefkit_pair const& field : std::span(fields, count)) {
      // A line end in a name or a value would begin another field.
      const auto append = [&](hrefkit_view view) {
        for (const char c : std::span(view.data, view.data == nullptr ? 0 : view.size)) {
          lines += c == '\r' || c == '\n' ? ' ' : c;
        }
      };
      append(field.from);
      lines += ": ";
      append(field.to);
      lines += "\r\n";
    }
    return external->head(status, lines) ? 1 : 0;
  } catch (...) {
    external->fail("empty");
    return 0;
  }
}

int hrefkit_answer_body(hrefkit_answer* answer, const void* bytes, std::size_t size) noexcept {
  site::ExternalAnswer* const external = external_answer_of(answer);
  if (external == nullptr || (bytes == nullptr && size != 0)) return 0;
  try {
    return external->body({static_cast<char const*>(bytes), size}) ? 1 : 0;
  } catch (...) {
    external->fail("truncated");
    return 0;
  }
}

void hrefkit_answer_fail(hrefkit_answer* answer, hrefkit_view reason) noexcept {
  site::ExternalAnswer* const external = external_answer_of(answer);
  if (external == nullptr) return;
  const bool is_text = reason.data != nullptr || reason.size == 0;
  external->fail(is_text ? std::string_view(reason.data, reason.size) : "protocol");
}

hrefkit_status hrefkit_check(hrefkit_view folder, const hrefkit_check_options* options,
                             hrefkit_check_summary* summary, hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    const hrefkit_check_options defaults = HREFKIT_CHECK_OPTIONS_INIT;
    const hrefkit_check_options given =
        c::read_options(options, min_check_options, defaults, "check options");
    constexpr std::size_t summary_size = sizeof(hrefkit_check_summary);
    if (summary != nullptr) {
      c::check_struct(summary, summary->struct_size, summary_size, c::max_struct_size, "summary");
    }
    Check check(folder, given);
    hrefkit_check_summary result{};
    hrefkit_status status = HREFKIT_OK;
    try {
      check.run(result);
    } catch (c::CallbackEnd const& end) {
      result.stopped = 1;
      status = c::report_exception(error);
    } catch (c::Failure const&) {
      status = c::report_exception(error);
    }
    if (summary != nullptr) c::write_struct(summary, result, summary_size, "summary");
    return status;
  });
}
