// hrefkit_check.
#include "hrefkit/site/check.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/net/address_rules.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/next_step.h"
#include "hrefkit/site/external.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/written_reference.h"

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

std::vector<std::string> texts_of(hrefkit_view const* views, std::size_t count,
                                  std::string_view name) {
  std::vector<std::string> texts;
  for (hrefkit_view const& view : c::array(views, count, name)) {
    texts.push_back(path_of(view, name));
    const bool is_name = !texts.back().empty() && texts.back().find('/') == std::string::npos;
    if (!is_name) c::fail_argument(name, "it is not the name of a file in a folder");
  }
  return texts;
}

/// The address of a folder: it ends with a slash.
std::string folder_url(std::string_view given) {
  auto url = url::Resolver(url::ResolveOptions{}).resolve(given);
  if (!url) c::fail_url("site_url", url.error());
  url->resize(url::without_query(*url).size());
  if (!url->ends_with('/')) *url += '/';
  if (!url->starts_with("http://") && !url->starts_with("https://")) {
    throw c::Failure{HREFKIT_E_URL, "site_url: it does not begin with http: or https:"};
  }
  return *url;
}

// Values of settings, as on the command line.

[[noreturn]] void refuse_value(std::string_view name, std::string_view value) {
  c::fail_argument(name, "there is no value '" + std::string(value) + "'");
}

std::uint64_t number_of(std::string_view name, std::string_view value, std::uint64_t min,
                        std::uint64_t max) {
  const auto number = text::parse_decimal<std::uint64_t>(value);
  if (!number || *number < min || *number > max) refuse_value(name, value);
  return *number;
}

/// A number with decimals, times `unit`, rounded up.
std::chrono::milliseconds time_of(std::string_view name, std::string_view value, double unit) {
  const auto number = text::parse_decimal_fraction(value);
  if (!number || *number > 1e9) c::fail_argument(name, "it is not a time");
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(*number * unit)));
}

template <class Value>
Value value_of(std::string_view name, std::string_view value, std::optional<Value> parsed) {
  if (!parsed) refuse_value(name, value);
  return *std::move(parsed);
}

/// A choice among words.
template <class Enum, std::size_t Count>
Enum choice_of(std::string_view name, std::string_view value,
               std::array<std::pair<std::string_view, Enum>, Count> const& choices) {
  for (auto const& [word, choice] : choices) {
    if (word == value) return choice;
  }
  refuse_value(name, value);
}

/// 4096, 64K, 10M, 1G.
std::size_t size_of(std::string_view name, std::string_view value) {
  int shift = 0;
  if (!value.empty()) {
    constexpr std::string_view units = "kmg";
    const std::size_t unit = units.find(text::to_ascii_lower(value.back()));
    if (unit != units.npos) {
      shift = 10 * static_cast<int>(unit + 1);
      value.remove_suffix(1);
    }
  }
  constexpr std::uint64_t max_size = std::uint64_t{4} << 30;
  return static_cast<std::size_t>(number_of(name, value, 1, (max_size >> shift) - 1) << shift);
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
    site_.root = path_of(folder, "folder");
    read_host();
    if (const auto url = c::optional_text(given.site_url, "site_url")) site_.url = folder_url(*url);
    for (std::string& name : texts_of(given.index, given.index_count, "index")) {
      add_index(std::move(name));
    }
    for (std::string& extension : texts_of(given.extensions, given.extension_count, "extensions")) {
      add_extension(std::move(extension));
    }
    if ((given.flags & ~known_flags) != 0) c::fail_argument("flags", "it has an unknown flag");
    site_.hidden = (given.flags & HREFKIT_CHECK_HIDDEN) != 0;
    options_.orphans = (given.flags & HREFKIT_CHECK_ORPHANS) != 0;
    options_.list_external = (given.flags & HREFKIT_CHECK_LIST_EXTERNAL) != 0;
    if (given.threads > max_threads) c::fail_argument("threads", "there are too many");
    options_.threads = given.threads;
    if (given.finding != nullptr &&
        (given.finding_size < min_finding || given.finding_size > max_finding ||
         given.finding_size % alignof(hrefkit_finding) != 0)) {
      c::fail_argument("finding_size", "it does not fit");
    }
    read_rules();
    read_settings();
    if (asks_external_) {
      if (given.fetch == nullptr) {
        c::fail_argument("external", "to check links to other sites, 'fetch' must be given");
      }
      external_.transport = &transport_;
      if (external_.client.user_agent.empty()) {
        external_.client.user_agent =
            std::string("Mozilla/5.0 (compatible; hrefkit/") + hrefkit_version() + ")";
      }
      external_.is_stopped = [this] { return is_stopped(); };
      options_.external = &external_;
    }
    if (given.exclude != nullptr) {
      options_.is_excluded = [this](std::string_view url) { return is_excluded(url); };
    }
    if (!include_.empty() || !exclude_.empty()) {
      options_.is_reported = [this](std::string_view path) {
        const auto file = site::PathKind::file;
        return (include_.empty() || include_.match_within(path, file)) &&
               !exclude_.match_within(path, file);
      };
    }
  }

  /// Runs the check, and fills `summary` as far as it came.
  void run(hrefkit_check_summary& summary) {
    errno = 0;
    const auto site = site::Site::read(site_, [&](std::string const& path, std::string const& why) {
      summary.failed = 1;
      report_trouble(path, why);
    });
    if (!site) c::fail_io(site.error());
    site::CheckSink sink;
    if (caller_options_.finding != nullptr) {
      sink.finding = [this](site::Finding const& finding) { return report_finding(finding); };
    }
    sink.trouble = [this](std::string const& path, std::string const& why) {
      report_trouble(path, why);
    };
    sink.fault = sink.trouble;
    if (caller_options_.poll != nullptr) sink.progress = [this] { poll(); };
    const site::CheckSummary checked = check(*site, options_, sink);
    write(checked, summary);
    c::go_on_if(answer_);
    for (std::string const& fault : checked.asked.proxy_faults) {
      summary.failed = 1;
      report_trouble(site_.root, fault);
    }
    if (checked.asked.has_no_network) {
      summary.failed = 1;
      report_trouble(site_.root, "no network? none of the hosts of links to other sites answers");
    }
    const bool may_be_empty = allows_empty_ || options_.is_reported;
    if (summary.pages == 0 && summary.other_files == 0 && !may_be_empty) {
      throw c::Failure{HREFKIT_E_EMPTY, "the folder has no file that is checked"};
    }
  }

 private:
  void read_rules() {
    for (hrefkit_pair const& pair :
         c::array(caller_options_.rules, caller_options_.rule_count, "rules")) {
      const std::string_view name = c::required_text(pair.from, "rules");
      const std::string_view value = c::required_text(pair.to, "rules");
      const auto rule = site::rule_from_name(name);
      const auto severity = site::severity_from_name(value);
      if (!rule) c::fail_argument("rules", "there is no rule '" + std::string(name) + "'");
      if (!severity) {
        c::fail_argument("rules",
                         "'" + std::string(value) + "' is not error, warning, note or off");
      }
      options_.severities.set(*rule, *severity);
    }
  }

  /// A host sets index files and extensions, unless these are set, too.
  void read_host() {
    for (hrefkit_pair const& pair :
         c::array(caller_options_.settings, caller_options_.setting_count, "settings")) {
      if (c::required_text(pair.from, "settings") != "host") continue;
      const std::string_view name = c::required_text(pair.to, "host");
      const auto host = text::value_of(text::names_up_to<site::Host::s3>(), name);
      if (!host) refuse_value("host", name);
      use_host(*host, site_);
    }
  }

  void add_index(std::string name) {
    if (!std::exchange(has_index_, true)) site_.index.clear();
    site_.index.push_back(std::move(name));
  }

  void add_extension(std::string extension) {
    if (!std::exchange(has_extensions_, true)) site_.extensions.clear();
    if (extension.starts_with('.')) extension.erase(0, 1);
    site_.extensions.push_back(std::move(extension));
  }

  /// "EXT=TYPE": a media type, or an extension whose type is known.
  void add_type(std::string_view value) {
    const std::size_t equals = value.find('=');
    const std::string example = "x." + std::string(value.substr(equals + 1));
    std::string extension(value.substr(value.starts_with('.') ? 1 : 0, equals));
    extension.resize(std::min(extension.size(), extension.find('=')));
    const auto media = html::parse_media_type(value.substr(equals + 1));
    const auto type = media ? html::content_type_of(media->essence)
                      : site::find_file_type(example) != nullptr
                          ? std::optional(site::content_type_of(example))
                          : std::nullopt;
    if (equals == value.npos || !type || extension.find('/') != extension.npos) {
      c::fail_argument("ext", "it is not EXT=TYPE");
    }
    const bool is_svg =
        media ? media->essence == "image/svg+xml" : site::FileRules().is_svg(example);
    if (is_svg) return site_.files.add_svg_extension(std::move(extension));
    site_.files.add_extension(std::move(extension), *type);
  }

  /// "/PATH=DIR"
  void add_mount(std::string_view value) {
    const std::size_t equals = value.find('=');
    const bool is_mount =
        value.starts_with('/') && equals != value.npos && equals > 1 && equals + 1 < value.size();
    if (!is_mount) c::fail_argument("mount", "it is not /PATH=DIR");
    site_.mounts.push_back(
        {std::string(value.substr(1, equals - 1)), std::string(value.substr(equals + 1))});
  }

  static bool flag_of(std::string_view name, std::string_view value) {
    if (value != "true" && value != "false") c::fail_argument(name, "it is not true or false");
    return value == "true";
  }

  /// Reads a setting of the site; false for another one.
  bool read_site_setting(std::string_view name, std::string_view value, hrefkit_view const& text) {
    if (name == "host") return true;  // read before
    if (name == "index" || name == "extensions") {
      std::string item = texts_of(&text, 1, name).front();
      name == "index" ? add_index(std::move(item)) : add_extension(std::move(item));
    } else if (name == "ext") {
      add_type(value);
    } else if (name == "mount") {
      add_mount(path_of(text, name));
    } else if (name == "hidden") {
      site_.hidden = flag_of(name, value);
    } else {
      return false;
    }
    return true;
  }

  void read_settings() {
    for (hrefkit_pair const& pair :
         c::array(caller_options_.settings, caller_options_.setting_count, "settings")) {
      const std::string_view name = c::required_text(pair.from, "settings");
      const std::string_view value = c::required_text(pair.to, "settings");
      if (read_site_setting(name, value, pair.to)) continue;
      if (name == "also") {
        read_also(value);
      } else if (name == "attribute") {
        if (const auto added = attributes_.add(value); !added) {
          c::fail_argument(name, added.error());
        }
        options_.also.attributes = &attributes_;
      } else if (name == "xml-base") {
        options_.xml_base = value_of(name, value, html::xml_base_names.find(value));
      } else if (name == "redirects") {
        options_.redirect_files.push_back(path_of(pair.to, name));
      } else if (name == "keep-urls") {
        options_.keep_urls = path_of(pair.to, name);
      } else if (name == "orphans") {
        options_.orphans = flag_of(name, value);
      } else if (name == "allow-empty") {
        allows_empty_ = flag_of(name, value);
      } else if (name == "external" && (value == "list" || value == "check" || value == "off")) {
        options_.list_external = value == "list";
        asks_external_ = value == "check";
      } else if (name == "include-path") {
        include_.add(value);
      } else if (name == "exclude-path") {
        exclude_.add(value);
      } else if (!read_network_setting(name, value)) {
        c::fail_argument(name,
                         "there is no such setting, or no value '" + std::string(value) + "'");
      }
    }
  }

  /// Reads a setting of the network; false for another one.
  bool read_network_setting(std::string_view name, std::string_view value) {
    net::ClientOptions& client = external_.client;
    constexpr std::uint64_t max_number = 10'000;
    if (name == "accept") {
      client.steps.accept = value_of(name, value, net::StatusSet::parse(value));
    } else if (name == "allow-private") {
      client.addresses = value_of(name, value, net::AddressRules::parse(value));
    } else if (name == "delay") {
      client.delay = time_of(name, value, 1);
    } else if (name == "header") {
      auto header = net::parse_user_header(value);
      if (!header) c::fail_argument(name, header.error());
      client.headers.push_back(std::move(*header));
    } else if (name == "insecure" && value == "true") {
      external_.is_insecure = true;
    } else if (name == "max-body") {
      client.max_body = size_of(name, value);
    } else if (name == "max-redirects") {
      client.max_redirects = static_cast<int>(number_of(name, value, 0, 1000));
    } else if (name == "max-wait") {
      client.steps.max_wait = time_of(name, value, 1e3);
    } else if (name == "method") {
      client.steps.method =
          choice_of(name, value,
                    std::array{std::pair(std::string_view("auto"), net::MethodChoice::automatic),
                               std::pair(std::string_view("head"), net::MethodChoice::head),
                               std::pair(std::string_view("get"), net::MethodChoice::get)});
    } else if (name == "per-host") {
      client.per_host = static_cast<int>(number_of(name, value, 1, max_number));
    } else if (name == "retries") {
      client.steps.retries = static_cast<int>(number_of(name, value, 0, 100));
    } else if (name == "retry-wait") {
      client.steps.retry_wait = time_of(name, value, 1e3);
    } else if (name == "robots") {
      client.robots =
          choice_of(name, value,
                    std::array{std::pair(std::string_view("auto"), net::RobotsChoice::automatic),
                               std::pair(std::string_view("on"), net::RobotsChoice::on),
                               std::pair(std::string_view("off"), net::RobotsChoice::off)});
    } else if (name == "suggest" && value == "archive") {
      external_.suggests_archive = true;
    } else if (name == "user-agent") {
      client.user_agent = value;
    } else {
      return false;
    }
    return true;
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

  void read_also(std::string_view value) {
    if (value == "meta") {
      options_.also.meta = true;
    } else if (value == "jsonld") {
      options_.also.json_ld = true;
    } else if (value == "importmap") {
      options_.also.import_map = true;
    } else if (value == "speculationrules") {
      options_.also.speculation_rules = true;
    } else {
      refuse_value("also", value);
    }
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
  site::SiteOptions site_;
  site::CheckOptions options_;
  site::ExternalOptions external_;
  site::FetcherTransport transport_{*this};
  bool asks_external_ = false;
  html::ExtraAttributes attributes_;
  bool has_index_ = false;  // set by the caller, not by the host
  bool has_extensions_ = false;
  bool allows_empty_ = false;
  site::PathGlobs include_;
  site::PathGlobs exclude_;
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
