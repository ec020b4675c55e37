// hrefkit_check.
#include "hrefkit/site/check.h"

#include <cerrno>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "hrefkit/c/border.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/written_reference.h"

using namespace hrefkit;

namespace {

constexpr std::uint32_t known_flags =
    HREFKIT_CHECK_HIDDEN | HREFKIT_CHECK_ORPHANS | HREFKIT_CHECK_LIST_EXTERNAL;
constexpr std::size_t min_check_options = offsetof(hrefkit_check_options, exclude);
constexpr std::uint32_t max_finding = 4096;
constexpr std::uint32_t max_threads = 1024;

/// A text that the system takes: without a zero byte.
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

/// One call.
class Check {
 public:
  Check(hrefkit_view folder, hrefkit_check_options const& given) : given_(given) {
    site_.root = path_of(folder, "folder");
    if (const auto url = c::optional_text(given.site_url, "site_url")) site_.url = folder_url(*url);
    auto index = texts_of(given.index, given.index_count, "index");
    if (!index.empty()) site_.index = std::move(index);
    site_.extensions = texts_of(given.extensions, given.extension_count, "extensions");
    for (std::string& extension : site_.extensions) {
      if (extension.starts_with('.')) extension.erase(0, 1);
    }
    if ((given.flags & ~known_flags) != 0) c::fail_argument("flags", "it has an unknown flag");
    site_.hidden = (given.flags & HREFKIT_CHECK_HIDDEN) != 0;
    options_.orphans = (given.flags & HREFKIT_CHECK_ORPHANS) != 0;
    options_.list_external = (given.flags & HREFKIT_CHECK_LIST_EXTERNAL) != 0;
    if (given.threads > max_threads) c::fail_argument("threads", "there are too many");
    options_.threads = given.threads;
    if (given.finding != nullptr &&
        (given.finding_size < sizeof(hrefkit_finding) || given.finding_size > max_finding ||
         given.finding_size % alignof(hrefkit_finding) != 0)) {
      c::fail_argument("finding_size", "it does not fit");
    }
    read_rules();
    read_settings();
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

  /// Checks, and fills `summary` as far as the check came.
  void run(hrefkit_check_summary& summary) {
    errno = 0;
    const auto site = site::Site::read(site_, [&](std::string const& path, std::string const& why) {
      summary.failed = 1;
      tell(path, why);
    });
    if (!site) c::fail_io(site.error());
    site::CheckSink sink;
    if (given_.finding != nullptr) {
      sink.finding = [this](site::Finding const& finding) { return take(finding); };
    }
    sink.trouble = [this](std::string const& path, std::string const& why) { tell(path, why); };
    sink.fault = sink.trouble;
    if (given_.poll != nullptr) sink.progress = [this] { poll(); };
    write(check(*site, options_, sink), summary);
    c::go_on_if(answer_);
    if (summary.pages == 0 && summary.other_files == 0 && !options_.is_reported) {
      throw c::Failure{HREFKIT_E_EMPTY, "the folder has no file that is checked"};
    }
  }

 private:
  void read_rules() {
    for (hrefkit_pair const& pair : c::array(given_.rules, given_.rule_count, "rules")) {
      const auto rule = site::rule_from_name(c::required_text(pair.from, "rules"));
      const auto severity = site::severity_from_name(c::required_text(pair.to, "rules"));
      if (!rule) c::fail_argument("rules", "there is no such rule");
      if (!severity) c::fail_argument("rules", "there is no such severity");
      options_.severities.set(*rule, *severity);
    }
  }

  void read_settings() {
    for (hrefkit_pair const& pair : c::array(given_.settings, given_.setting_count, "settings")) {
      const std::string_view name = c::required_text(pair.from, "settings");
      const std::string_view value = c::required_text(pair.to, "settings");
      if (name == "also") {
        read_also(value);
      } else if (name == "external" && value == "list") {
        options_.list_external = true;
      } else if (name == "include-path") {
        include_.add(value);
      } else if (name == "exclude-path") {
        exclude_.add(value);
      } else {
        c::fail_argument(name, "there is no such setting, or it has no such value");
      }
    }
  }

  void read_also(std::string_view value) {
    if (value == "meta") {
      options_.also.meta = true;
    } else if (value == "jsonld") {
      options_.also.json_ld = true;
    } else if (value == "importmap") {
      options_.also.import_map = true;
    } else {
      c::fail_argument("also", "there is no such value");
    }
  }

  bool take(site::Finding const& finding) {
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
    row_.assign(given_.finding_size, 0);
    std::memcpy(row_.data(), &row, sizeof row);
    answer_ = given_.finding(given_.user, reinterpret_cast<hrefkit_finding const*>(row_.data()));
    return answer_ == 0;
  }

  void tell(std::string const& path, std::string const& why) {
    if (given_.trouble == nullptr) return;
    const std::string shown = text::to_valid_utf8(path);
    const std::string told = text::to_valid_utf8(why);
    ask([&] { return given_.trouble(given_.user, c::view_of(shown), c::view_of(told)); });
  }

  bool is_excluded(std::string_view url) {
    const std::lock_guard lock(mutex_);
    c::go_on_if(answer_);
    const int answer = given_.exclude(given_.user, c::view_of(url));
    if (answer < 0) c::go_on_if(answer_ = answer);
    return answer != 0;
  }

  void poll() {
    ask([&] { return given_.poll(given_.user); });
  }

  /// Makes a call that can end the check.
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

  hrefkit_check_options const& given_;
  site::SiteOptions site_;
  site::CheckOptions options_;
  site::PathGlobs include_;
  site::PathGlobs exclude_;
  std::mutex mutex_;  // one callback at a time
  int answer_ = 0;    // of a callback that does not want to go on
  std::string row_;   // a finding of the size that the caller wants
};

}  // namespace

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
