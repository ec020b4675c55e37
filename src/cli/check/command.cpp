#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/live_site.h"
#include "hrefkit/cli/check/network.h"
#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_forms.h"
#include "hrefkit/cli/check/watch.h"
#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/crawl/crawl.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// The least severity that makes `check` exit with 1.
enum class FailOn : std::uint8_t { error, warning, none };

constexpr text::EnumTable<FailOn::none> fail_on_names({
    {FailOn::error, "error"},
    {FailOn::warning, "warning"},
    {FailOn::none, "none"},
});

/// A report beside that of -o.
struct ExtraReport {
  ReportFormat format = ReportFormat::text;
  std::string file;  ///< empty: standard output
};

/// "FORMAT=FILE".
Parsed<ExtraReport> parse_report(std::string const& text) {
  const std::size_t equals = text.find('=');
  const std::string format = text.substr(0, equals);
  const auto value = value_of(report_format_names(), format);
  if (!value) return tl::unexpected(unknown_choice(format, names_of(report_format_names())));
  const bool has_file = equals != std::string::npos && equals + 1 < text.size();
  const std::string file = text.substr(equals + 1);
  if (has_file) return ExtraReport{*value, file == "-" ? "" : file};
  return tl::unexpected("'" + text + "' is not FORMAT=FILE");
}

/// `hrefkit check`: the broken links of a site.
struct CheckCommand final : Command {
  CheckCommand()
      : Command({"check", "Find the broken links of a site",
                 "hrefkit check public\n"
                 "hrefkit check --site-url https://docs.example/guide/ public\n"
                 "hrefkit check --external check --cache links.db public\n"
                 "hrefkit check http://localhost:3000/\n"
                 "hrefkit check --format github --baseline known.jsonl public",
                 "There are findings of the severity that --fail-on names, or of a higher one."}) {}

  void add_options(OptionSet& options) override {
    options.arguments(
        "FOLDER|URL", common.inputs,
        "The folder of the site, or the http or https URL at which the crawl of a live site "
        "begins. Instead: files and folders in the folder of --root DIR, or files in the working "
        "folder",
        "FOLDER|URL");
    options.text("--files-from", common.files_from);
    options.flag("--null", common.null_separated);
    bind_settings(options, settings, "site-url");
    options.text(
        {"--root", "Folder of the site; the arguments are then files and folders in it [FOLDER]"},
        root);
    bind_settings(options, settings, "allow-empty");
    options.text("--baseline", baseline);
    options.flag("--update-baseline", update_baseline);
    options.flag("--watch", watch);
    options.choice({"--format", "Format of the report [text, or what the extension of -o says]"},
                   format, report_format_names());
    options.parsed_texts("--report", reports, parse_report);
    options.number("--max-findings", max_findings, 0, SIZE_MAX);
    add_network_options(options, settings, network);
    options.text("--date", date);
    options.choice({"--fail-on", "LEVEL", "Lowest severity that gives exit code 1"}, fail_on,
                   fail_on_names);
    add_output_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::vector<Destination> outputs() const override {
    std::vector<Destination> paths{{"--cache", network.cache}};
    for_each_file([&](char const* option, ReportFormat, std::string const& file) {
      paths.push_back({option, file});
    });
    if (update_baseline) paths.push_back({"--baseline", baseline});
    return paths;
  }

  /// True for a live site, which is crawled from its URL.
  bool is_live() const { return common.inputs.size() == 1 && is_web_url(common.inputs.front()); }

  /// The form of the first report.
  ReportFormat main_format() const { return format.value_or(report_format_of(common.output)); }

  /// Calls `visit(option, format, file)` for each report that is written to a file.
  template <class Visit>
  void for_each_file(Visit const& visit) const {
    if (!common.output.empty()) visit("--output", main_format(), common.output);
    for (ExtraReport const& report : reports) {
      if (!report.file.empty()) visit("--report", report.format, report.file);
    }
  }

  std::optional<ReportFormat> format;
  std::vector<ExtraReport> reports;  ///< further ones
  std::size_t max_findings = SIZE_MAX;
  std::string date;
  std::string root;
  site::CheckSettings settings;
  NetworkOptions network;
  FailOn fail_on = FailOn::error;
  std::string baseline;
  bool update_baseline = false;
  bool watch = false;
};

// What the options of `check` come to.

class ChosenPaths;

/// The pages that are reported.
struct ReportedPages {
  /// Decides by the path below the root; empty when all are.
  std::function<bool(std::string_view path)> is_reported = {};
  std::vector<std::string> missing = {};  ///< inputs that do not exist
  /// Inputs that are not folders, each with its path below the root.
  std::vector<std::pair<std::string, std::string>> files = {};
  std::shared_ptr<ChosenPaths const> chosen = {};  ///< by patterns; null: all
};

namespace fs = boost::filesystem;

/// The pages that --include-path and --exclude-path choose.
class ChosenPaths {
 public:
  explicit ChosenPaths(CheckCommand const& command)
      : include_(command.settings.include_path), exclude_(command.settings.exclude_path) {}

  bool contains(std::string_view path) const {
    return (include_.empty() || include_.fits(path)) && !exclude_.fits(path);
  }

  std::vector<std::size_t> unused_includes() const { return include_.unused(); }
  std::vector<std::size_t> unused_excludes() const { return exclude_.unused(); }

 private:
  /// Patterns, and which folders they match: each folder is asked about once.
  class Globs {
   public:
    explicit Globs(std::vector<std::string> const& patterns) : globs_(patterns) {}

    bool empty() const { return globs_.empty(); }
    std::vector<std::size_t> unused() const { return globs_.unused(); }

    /// True when a pattern matches the path, or a folder in which it lies.
    bool fits(std::string_view path) const {
      if (globs_.empty()) return false;
      const std::size_t slash = path.rfind('/');
      if (slash != std::string_view::npos && folder_fits(path.substr(0, slash))) return true;
      return globs_.match(path, site::PathKind::file);
    }

   private:
    bool folder_fits(std::string_view folder) const {
      const auto [known, is_new] = folders_.try_emplace(std::string(folder), false);
      if (is_new) known->second = globs_.match_within(folder, site::PathKind::folder);
      return known->second;
    }

    site::PathGlobs globs_;
    mutable std::unordered_map<std::string, bool, text::SeededHasher> folders_;
  };

  Globs include_;
  Globs exclude_;
};

/// Files and folders that are named one by one, by their paths below the root.
class NamedPaths {
 public:
  explicit NamedPaths(std::string const& root) : root_(root) {
    top_ = site::real_path(root).value_or("");
  }

  /// False when nothing has that path. Throws UsageError when it is not below the root.
  bool add(std::string const& input) {
    const auto place = site::real_path(input);
    if (!place) return false;
    boost::system::error_code error;
    const auto path = site::path_below(*place, top_);
    if (!path) {
      throw UsageError("'" + input + "' is not in " +
                       (root_ == "." ? "the working folder" : "'" + root_ + "'") +
                       ", which is the root of the site; --root names another");
    }
    if (path->empty()) {
      has_all_ = true;
    } else if (fs::is_directory(*place, error)) {
      folders_.insert(*path);
    } else {
      files_.insert(*path);
      inputs_.emplace_back(input, *path);
    }
    return true;
  }

  bool has_all() const { return has_all_; }

  std::vector<std::pair<std::string, std::string>> release_inputs() { return std::move(inputs_); }

  bool contains(std::string const& path) const {
    if (has_all_ || files_.contains(path)) return true;
    if (folders_.empty()) return false;
    for (std::size_t slash = path.find('/'); slash != path.npos;
         slash = path.find('/', slash + 1)) {
      if (folders_.contains(path.substr(0, slash))) return true;
    }
    return false;
  }

 private:
  std::string root_;
  std::string top_;
  bool has_all_ = false;
  std::unordered_set<std::string, text::SeededHasher> files_;
  std::unordered_set<std::string, text::SeededHasher> folders_;
  std::vector<std::pair<std::string, std::string>> inputs_;  // files as given, and their paths
};

/// Reads a file of the site. A link may lead to another file of the site.
tl::expected<void, std::string> read_in_root(std::string const& root, std::string const& name,
                                             std::string& bytes) {
  const auto folder = site::InputFolder::open(root);
  if (!folder) return tl::unexpected(folder.error());
  const auto place = (*folder)->place_of(name);
  if (!place) return tl::unexpected(place.error() + "; not read");
  return (*folder)->read(*place, bytes);
}

/// The folder beside `path`, which does not exist, that has nearly its name; empty for none.
std::string meant_folder(std::string path) {
  constexpr std::size_t max_names = 1000;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const fs::path wanted(path);
  const fs::path parent = wanted.parent_path();
  boost::system::error_code error;
  std::vector<std::string> names;
  fs::directory_iterator entry(parent.empty() ? fs::path(".") : parent, error);
  for (; !error && entry != fs::directory_iterator() && names.size() < max_names;
       entry.increment(error)) {
    boost::system::error_code unknown;
    if (fs::is_directory(entry->path(), unknown))
      names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string name = closest(wanted.filename().string(), names);
  return name.empty() ? name : (parent / name).string();
}

/// The error for a site folder `path` that is not a folder; `role` says what it is where no option
/// names it.
std::string no_folder(std::string const& path, std::string_view role = {}) {
  if (is_web_url(path)) return path + " is not a folder" + network_hint(path);
  if (path.empty()) return "the name of the folder to check is empty";
  boost::system::error_code error;
  if (fs::exists(path, error)) return path + " is not a folder";
  if (path == "-") return "standard input is not checked; hrefkit resolve - reads it";
  const std::size_t scheme = url::scheme_length(path);
  if (scheme > 1 && path.compare(scheme, 3, "://") == 0) {
    return net::masked_url(path) + ": only sites of http and https can be crawled";
  }
  std::string wrong = path + " does not exist";
  const std::string url = meant_url(path);
  const std::string meant = url.empty() ? meant_folder(path) : net::masked_url(url);
  return meant.empty() ? wrong.append(role) : wrong + "; did you mean " + meant + '?';
}

/// True when the inputs are pages of the site and not its folder.
bool names_pages(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!command.root.empty() || inputs.empty()) return true;
  boost::system::error_code error;
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](std::string const& input) { return fs::is_regular_file(input, error); });
}

/// The folder that is checked: --root, or the one input, or the working folder where the inputs are
/// files. Throws UsageError.
std::string site_root(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (command.is_live()) return live_root(inputs.front());
  if (!command.root.empty()) {
    if (!site::is_folder(command.root)) throw UsageError("--root", no_folder(command.root));
    return command.root;
  }
  if (inputs.empty() && command.common.files_from.empty()) {
    throw NoInput("name the folder or the URL to check: hrefkit check public",
                  "which folder shall be checked?");
  }
  if (names_pages(command)) return ".";
  if (inputs.size() > 1) {
    throw UsageError("give one folder to check, or its parts with --root FOLDER");
  }
  if (!site::is_folder(inputs.front())) {
    throw UsageError(no_folder(inputs.front(), " (the folder to check)"));
  }
  return inputs.front();
}

/// The site's options. Throws UsageError.
site::SiteOptions site_options(CheckCommand const& command) {
  site::SiteOptions options = site::site_options(command.settings, site_root(command));
  const std::string url =
      folder_url("--site-url", command.settings.site_url, url::Standard::whatwg);
  if (url.empty()) return options;
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    throw UsageError("--site-url", "the address of a site begins with http: or https:");
  }
  options.url = url;
  return options;
}

/// Throws UsageError for an option that says how a folder is read or served, where the input is a
/// live site.
void refuse_folder_options(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!std::any_of(inputs.begin(), inputs.end(),
                   [](std::string const& input) { return is_web_url(input); })) {
    return;
  }
  if (!command.is_live()) throw UsageError("one live site is checked at a time");
  std::string option(site::folder_setting(command.settings));
  if (option.empty() && !command.root.empty()) option = "root";
  if (option.empty() && !command.common.files_from.empty()) option = "files-from";
  if (option.empty() && command.watch) option = "watch";
  if (option.empty()) return;
  throw UsageError("--" + option,
                   "is for folders, and " + net::masked_url(inputs.front()) + " is a live site");
}

/// The relative reference to `folder` from the place of a report, which lies in the working folder
/// where it has no name: "./public/", "./../site/".
std::string reference_to_folder(std::string const& folder, std::string const& report) {
  const fs::path from = report.empty() ? fs::path() : fs::path(report).parent_path();
  const fs::path there(site::absolute_path(folder));
  const fs::path here(site::absolute_path(from.empty() ? "." : from.native()));
  return "./" + url::percent_encode_path(there.lexically_relative(here).generic_string()) + "/";
}

/// Throws UsageError when a report would take the place of a file that the run reads, other than a
/// former report, or of another file that it writes.
void guard_reports(CheckCommand const& command, Environment const& environment) {
  refuse_folder_options(command);
  const auto to_standard_output =
      std::count_if(command.reports.begin(), command.reports.end(),
                    [](ExtraReport const& report) { return report.file.empty(); });
  const bool has_main = command.common.output.empty() && !command.update_baseline;
  if (to_standard_output + (has_main ? 1 : 0) > 1) {
    throw UsageError("--report", "standard output has a report already: name a file");
  }
  const fs::path root = site_root(command);
  std::vector<std::string> places;  // of the files that are written
  if (!command.baseline.empty()) places.push_back(place_of(command.baseline));
  command.for_each_file([&](char const* option, ReportFormat format, std::string const& file) {
    const OutputGuard guard(command.common, environment, option, file);
    const site::FileRules files = site::extension_rules(command.settings.extension_types);
    if (!command.is_live()) {
      guard.check_site(root.native(), beginning_of(format), files);
      for (const std::string_view list : site::url_list_paths()) {
        guard.check_input((root / std::string(list)).native());
      }
      for (const std::string_view name : site::redirect_files) {
        guard.check_input((root / std::string(name)).native());
      }
      guard.check_input((root / ignore_file).native());
    }
    for (std::string const& redirects : command.settings.redirects) guard.check_input(redirects);
    for (site::Mount const& mount : command.settings.mounts) {
      guard.check_site(mount.folder, beginning_of(format), files);
    }
    guard.check_input(ignore_file);
    guard.check_input(command.baseline);
    guard.check_input(command.settings.keep_urls);
    for (std::string const& read :
         {command.network.cache, command.network.cookie_jar, command.network.ca_file}) {
      guard.check_input(read);
    }
    boost::system::error_code error;
    if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return;  // a device
    const std::string place = place_of(file);
    if (place.empty()) return;
    const auto other = std::find(places.begin(), places.end(), place);
    if (other == places.begin() && other != places.end() && !command.baseline.empty()) {
      throw UsageError(option, "'" + command.baseline + "' is the baseline: name another file");
    }
    if (other != places.end()) throw UsageError(option, "'" + file + "' is written already");
    places.push_back(place);
  });
}

/// Reads --exclude-url and the ignore files into `patterns`. Throws UsageError.
void read_patterns(CheckCommand const& command, UrlPatterns& patterns) {
  add_excluded_urls(command.settings.exclude_url, patterns);
  const std::string root = command.is_live() ? "." : site_root(command);
  const std::string in_root = (fs::path(root) / ignore_file).native();
  boost::system::error_code error;
  for (std::string const& path : {std::string(ignore_file), in_root}) {
    if (!fs::is_regular_file(path, error)) continue;
    if (path == in_root && fs::equivalent(path, ignore_file, error)) continue;
    std::string bytes;
    const auto read = path == in_root ? read_in_root(root, ignore_file, bytes)
                                      : site::read_regular_file(path, bytes);
    if (!read) throw UsageError(path, read.error());
    if (const auto added = patterns.add_lines(bytes); !added) throw UsageError(path, added.error());
  }
  patterns.note_uses();
}

/// Reads which pages are reported. Throws UsageError for an input that is not below the root.
ReportedPages reported_pages(CheckCommand const& command, Environment const& environment) {
  ReportedPages pages;
  std::vector<std::string> inputs = command.common.inputs;
  const std::vector<std::string> more = listed_inputs(command.common, environment.in);
  inputs.insert(inputs.end(), more.begin(), more.end());
  NamedPaths named(command.is_live() ? "." : site_root(command));
  if (!command.is_live() && names_pages(command)) {
    for (std::string const& input : inputs) {
      if (!named.add(input)) pages.missing.push_back(input);
    }
  }
  pages.files = named.release_inputs();
  const bool has_no_input = inputs.empty() && command.common.files_from.empty();
  const bool is_all = command.is_live() || !names_pages(command) || has_no_input || named.has_all();
  if (is_all && command.settings.include_path.empty() && command.settings.exclude_path.empty())
    return pages;
  pages.chosen = std::make_shared<ChosenPaths const>(command);
  pages.is_reported = [is_all, named = std::move(named),
                       chosen = pages.chosen](std::string_view path) {
    return (is_all || named.contains(std::string(path))) && chosen->contains(path);
  };
  return pages;
}

/// One run of the command.
class CheckRun {
 public:
  CheckRun(CheckCommand const& command, Environment const& environment, site::CheckMemory* memory)
      : command_(command),
        environment_(environment),
        memory_(memory),
        root_(site_root(command)),
        messages_(environment, command.common) {
    open_reports();
    warn_of_globs("--exclude-path", command.settings.exclude_path, messages_);
    warn_of_globs("--include-path", command.settings.include_path, messages_);
    read_patterns(command, patterns_);
    read_reported_pages();
    if (asks_external() || command.is_live()) {
      network_.emplace(command.settings, command.network);
      messages_.name_asking_options();
    }
    if (!asks_external() && command.settings.external == site::ExternalLinks::check) {
      messages_.warning("--external",
                        "no rule about other sites is on: no link to them is checked");
    }
    for (OptionRow const& option : command.common.conditional) {
      const std::string_view needed = unmet_need(option.needs);
      if (needed.empty()) continue;
      messages_.warning("--" + std::string(option.key()),
                        "has an effect only " + std::string(needed));
    }
    if (chooses_no_format(command.format, report_format_names(), command.common.output)) {
      messages_.warn_of_format(command.common.output);
    }
    options_.map_folders = has_report(ReportFormat::html);
    options_.threads = thread_count(command.common);
    warn_of_rule(site::Rule::orphan_page, options_.orphans, "--orphans");
    warn_of_rule(site::Rule::orphan_file, options_.orphans, "--orphans");
    warn_of_rule(site::Rule::not_from_files, options_.as_files, "--as-files");
    warn_of_rule(site::Rule::removed_url, !command.settings.keep_urls.empty(), "--keep-urls");
    warn_of_rule(site::Rule::external, options_.list_external, "--external list");
    for (std::size_t i = 0; i < site::rule_count; ++i) {
      const auto rule = static_cast<site::Rule>(i);
      if (!name(rule).starts_with("external-")) continue;
      warn_of_rule(rule, command.settings.external == site::ExternalLinks::check,
                   "--external check");
    }
    if (!patterns_.empty()) {
      options_.is_excluded = [this](std::string_view url) { return patterns_.match(url); };
    }
    if (command.max_findings != SIZE_MAX) warn_of_uncut_reports();
    if (!command.date.empty() && !has_report(ReportFormat::html)) {
      messages_.warning("--date", "heads the report as html only, and there is none");
    }
    read_baseline();
  }

  int run() {
    for (auto const& report : reports_) {
      if (report->output.error()) return finish();  // before any work is done
    }
    std::optional<Interruption> interruption;
    if (network_) interruption.emplace();
    if (!open_network()) {
      for (auto const& report : reports_) report->output.finish(0);
      return finish();
    }
    auto site = command_.is_live() ? crawl() : read_folder();
    if (!site) {
      messages_.error("", site.error());
      failed_ = true;
      for (auto const& report : reports_) report->output.finish(0);
      return finish();
    }
    warn_of_other_files(*site);
    warn_of_pattern_of_all(*site);
    for (auto const& report : reports_) report->report->begin();
    site::CheckSummary summary = check_site(*site);
    if (own_urls_left_) {
      summary.asked.is_stopped = true;
      summary.asked.not_asked += *own_urls_left_;
    }
    failed_ |= summary.failed;
    report_external(summary.asked);
    refuse_nothing(summary, *site);
    summary.failed = failed_;
    const bool is_accepted = command_.settings.allow_empty && !failed_ && summary.files_read == 0;
    const std::size_t inputs_read = summary.files_read + (is_accepted ? 1 : 0);
    shared_.end();
    for (auto const& report : reports_) {
      report->report->end(summary);
      finish_output(*report, summary, inputs_read);
    }
    if (memory_ == nullptr) warn_of_unused();  // else only what changed is asked for
    is_whole_ = !failed_ && !summary.stopped;
    if (command_.update_baseline && summary.asked.is_stopped) {
      messages_.error(command_.baseline, "not written: the check was interrupted");
    } else if (command_.update_baseline) {
      write_baseline(inputs_read);
    } else if (!command_.common.quiet) {
      propose_site_url(summary);
      if (failed_ && summary.files_read == 0) {
        messages_.summary();  // the error above says all
      } else {
        say_summary(summary);
      }
    }
    return finish();
  }

  /// True when nobody reads the results any more.
  bool has_lost_reader() const {
    return std::any_of(reports_.begin(), reports_.end(),
                       [](auto const& report) { return report->output.is_cut_off(); });
  }

  /// What was found and is new, for a later run; nothing where not all was checked.
  std::optional<site::Baseline> release_found() {
    return is_whole_ ? std::optional(std::move(found_)) : std::nullopt;
  }

  /// Reports which of the findings of a former run are no more.
  void report_repaired(site::Baseline const& former) {
    constexpr std::size_t max_lines = 10;
    if (!is_whole_) return;
    std::size_t repaired = 0;
    std::size_t lines = 0;
    former.for_each_lacking_in(found_, [&](site::KnownFinding const& known) {
      repaired += known.count;
      if (++lines > max_lines) return;
      std::string line = "repaired: ";
      line.append(site::join_path(root_, known.file)).append(": ");
      if (!known.raw.empty()) line.append("'").append(known.raw).append("' ");
      line.append("[").append(known.rule).append("]");
      messages_.summary_line(line);
    });
    if (repaired == 0) return;
    messages_.summary_line(counted(repaired, "finding", "findings") + " of the last run repaired");
  }

 private:
  tl::expected<site::Site, std::string> read_folder() {
    return site::Site::read(site_options(command_),
                            [this](std::string const& path, std::string const& what) {
                              failed_ = true;
                              messages_.error(path, what);
                            });
  }

  tl::expected<site::Site, std::string> crawl() {
    auto crawled = crawl_site(command_.settings, *network_, start_, command_.common.inputs.front(),
                              options_, messages_);
    if (!crawled) return tl::unexpected(crawled.error());
    failed_ |= crawled->is_cut && !command_.settings.max_pages;
    report_proxies(crawled->proxy_faults);
    if (crawled->stopped) own_urls_left_ = crawled->left;
    return std::move(crawled->site);
  }

  /// What this run lacks for an option to have an effect; empty where it has it.
  std::string_view unmet_need(RequiredMode needs) const {
    const bool asks_foreign = command_.settings.external == site::ExternalLinks::check;
    switch (needs) {
      case RequiredMode::nothing:
        break;
      case RequiredMode::requests:
        if (!asks_foreign && !command_.is_live()) return "with --external check or for a live site";
        break;
      case RequiredMode::foreign:
        if (!asks_foreign) return "with --external check";
        break;
      case RequiredMode::crawl:
        if (!command_.is_live()) return "for a live site: hrefkit check https://h.example/";
        break;
      case RequiredMode::cache:
        if (command_.network.cache.empty()) return "with --cache";
        break;
    }
    return {};
  }

  /// True where links to other sites are asked for: some rule of theirs is on.
  bool asks_external() const {
    if (command_.settings.external != site::ExternalLinks::check) return false;
    for (std::size_t i = 0; i < site::rule_count; ++i) {
      const auto rule = static_cast<site::Rule>(i);
      const bool is_on = options_.severities[rule] != site::Severity::off;
      if (is_on && name(rule).starts_with("external-")) return true;
    }
    return false;
  }

  /// False where there is no network for the run, which is reported.
  bool open_network() {
    if (!network_) return true;
    if (command_.is_live()) {
      start_ = start_of_crawl(transport_options(command_.settings, command_.network),
                              command_.common.inputs.front());
    }
    const auto opened =
        network_->open(start_.addresses, command_.is_live() ? root_ : "", start_.pin);
    if (!opened) {
      messages_.error("", opened.error());
      failed_ = true;
      return false;
    }
    site::ExternalOptions& external = network_->external();
    external.is_stopped = Interruption::is_requested;
    external.progress = [this](site::ExternalProgress const& progress) {
      messages_.progress(progress_text(progress));
    };
    if (asks_external()) options_.external = &external;
    return true;
  }

  void report_proxies(std::set<std::string> const& faults) {
    for (std::string const& fault : faults) {
      failed_ = true;
      if (reported_proxies_.insert(fault).second) messages_.error("", fault);
    }
  }

  /// Reports what kept links to other sites from being judged.
  void report_external(site::ExternalCounts const& asked) {
    if (!asked.cache_trouble.empty()) {
      failed_ = true;
      messages_.error("", asked.cache_trouble);
    }
    report_proxies(asked.proxy_faults);
    if (asked.has_no_network) {
      failed_ = true;
      messages_.error("", std::string("no network? none of the ") +
                              (asked.hosts_tried < asked.hosts ? "first " : "") +
                              counted(asked.hosts_tried, "host", "hosts") +
                              " of links to other sites answers: these links are not checked");
    }
    failed_ |= asked.is_stopped;
  }

  /// The report of a run that was interrupted does not take the place of a whole one.
  void finish_output(auto& report, site::CheckSummary const& summary, std::size_t inputs_read) {
    if (!summary.asked.is_stopped) {
      report.output.finish(inputs_read);
      return;
    }
    const std::string file = report.output.finish_incomplete();
    if (!file.empty()) messages_.warning(file, "has the incomplete report");
  }

  site::CheckSummary check_site(site::Site const& site) {
    if (memory_ == nullptr) return check(site, options_, sink());
    memory_->begin(patterns_.text());  // the other options stay as they are
    return check(site, options_, sink(), *memory_);
  }

  /// A run that has checked nothing must not pass: a folder without a page, a list without one.
  void refuse_nothing(site::CheckSummary const& summary, site::Site const& site) {
    if (summary.files_read != 0 || summary.stopped) return;
    std::string what = "there is no page to check";
    if (const std::string source = site.page_source(); !source.empty()) {
      what += ", but sources of pages such as " + source +
              ": build the site first, then check the built folder";
    }
    if (command_.settings.allow_empty) return messages_.warning(root_, what);
    if (failed_) return;  // the pages are there, and cannot be read
    failed_ = true;
    messages_.error(
        root_, what + " (pages are " + site::page_extensions() + "); --allow-empty accepts that");
  }

  /// A report and where it is written.
  struct ReportRun {
    ReportRun(ReportFormat form, std::string file, std::ostream& standard)
        : format(form), output(std::move(file), standard, contents_of(form)) {}

    ReportFormat format;
    Output output;
    std::unique_ptr<Report> report = {};
  };

  /// With --update-baseline, only files get a report.
  void open_reports() {
    std::string const& output = command_.common.output;
    if (!command_.update_baseline || !output.empty()) open_report(command_.main_format(), output);
    for (ExtraReport const& report : command_.reports) open_report(report.format, report.file);
  }

  void open_report(ReportFormat format, std::string const& file) {
    CommonOptions common = command_.common;
    common.output = file;
    auto run = std::make_unique<ReportRun>(format, file, environment_.out);
    ReportOptions options;
    options.format = format;
    options.style = row_style(Format::text, common, environment_);
    options.root = root_;
    options.version = HREFKIT_VERSION;
    options.date = command_.date;
    options.site_url = folder_url("--site-url", command_.settings.site_url, url::Standard::whatwg);
    if (command_.is_live()) {
      options.pages = root_ + "/";
    } else {
      options.pages =
          options.site_url.empty() ? reference_to_folder(root_, file) : options.site_url;
    }
    options.max_findings = command_.max_findings;
    options.is_file = !file.empty();
    options.shared = &shared_;
    options.has_baseline = !command_.baseline.empty();
    options.has_answers =
        command_.settings.external == site::ExternalLinks::check || command_.is_live();
    run->report =
        make_report(options, [output = &run->output](auto text) { return output->write(text); });
    reports_.push_back(std::move(run));
  }

  bool has_report(ReportFormat format) const {
    return std::any_of(reports_.begin(), reports_.end(),
                       [&](auto const& report) { return report->format == format; });
  }

  void warn_of_uncut_reports() {
    for (auto const& report : reports_) {
      if (is_cut(report->format)) continue;
      const std::string name(name_of(report_format_names(), report->format));
      messages_.warning("--max-findings", "does not cut " + name + ", which has each finding");
    }
  }

  site::CheckSink sink() {
    return {.finding = [this](site::Finding const& finding) { return add_finding(finding); },
            .trouble = [this](std::string const& path,
                              std::string const& why) { messages_.error(path, why); },
            .fault =
                [this](std::string const& path, std::string const& why) {
                  file_warnings_ += command_.common.quiet ? 0 : 1;
                  messages_.warning(path, why);
                },
            .progress = [this] { messages_.progress(); }};
  }

  /// True for a report of a former run, which this run replaces.
  bool is_own_report(std::string_view file) {
    if (!report_places_) {
      report_places_.emplace();
      command_.for_each_file([&](char const*, ReportFormat, std::string const& report) {
        report_places_->push_back(place_of(report));
      });
    }
    if (report_places_->empty()) return false;
    const std::string place = place_of(std::string(file));
    return std::find(report_places_->begin(), report_places_->end(), place) !=
           report_places_->end();
  }

  /// True for what the command itself reads and writes: no page needs to lead there.
  bool is_file_of_run(std::string_view file) {
    const auto is_at = [&](std::string const& path) {
      return !path.empty() && place_of(path) == place_of(std::string(file));
    };
    return is_own_report(file) || is_at(command_.baseline) || is_at(command_.settings.keep_urls) ||
           is_at(command_.network.cache);
  }

  bool add_finding(site::Finding const& finding) {
    const bool is_orphan =
        finding.rule == site::Rule::orphan_page || finding.rule == site::Rule::orphan_file;
    if (is_orphan && is_file_of_run(finding.file)) return true;
    has_address_finding_ |= finding.rule == site::Rule::wrong_site_url;
    if (finding.severity == site::Severity::note) {
      ++new_.notes;
    } else {
      if (command_.update_baseline) updated_.add(finding, site::below(root_, finding.file));
      if (baseline_.covers(finding, site::below(root_, finding.file))) {
        ++new_.known;
        return true;
      }
      ++(finding.severity == site::Severity::error ? new_.errors : new_.warnings);
    }
    if (memory_ != nullptr) found_.add(finding, site::below(root_, finding.file));
    // Where nobody reads a report any more, the others and the baseline still get all findings.
    bool is_wanted = command_.update_baseline;
    shared_.emit(finding);
    for (auto const& report : reports_) is_wanted |= report->report->emit(finding);
    return is_wanted;
  }

  void warn_of_unused() {
    warn_of_unused_urls(command_.settings.exclude_url, patterns_, messages_,
                        ": no finding was left out by it");
    if (!options_.is_reported)
      warn_of_unused_lines(command_.settings.exclude_url, patterns_, messages_);
    if (network_) network_->warn_of_unused(messages_);
    if (!chosen_) return;
    warn_of_unused_globs("--include-path", command_.settings.include_path,
                         chosen_->unused_includes(), 0, messages_);
    warn_of_unused_globs("--exclude-path", command_.settings.exclude_path,
                         chosen_->unused_excludes(), 0, messages_);
  }

  void read_reported_pages() {
    ReportedPages pages = reported_pages(command_, environment_);
    options_.is_reported = std::move(pages.is_reported);
    chosen_ = std::move(pages.chosen);
    named_files_ = std::move(pages.files);
    for (std::string const& path : pages.missing) {
      const std::string below = command_.root.empty() ? path : command_.root + '/' + path;
      boost::system::error_code error;
      messages_.error(path, "no such file or folder" + (fs::exists(below, error) && below != path
                                                            ? "; did you mean " + below + '?'
                                                            : std::string()));
      failed_ = true;
    }
  }

  /// Warns of named files that are not checked, since they are not pages.
  void warn_of_other_files(site::Site const& site) {
    for (auto const& [input, path] : named_files_) {
      if (site.page_number(site.entry(path)) != site::no_entry) continue;
      const std::string_view reader = reading_command(input);
      std::string text = "is not one of the site's pages; not checked";
      if (reader != "resolve") text.append("; hrefkit ").append(reader).append(" reads it");
      messages_.warning(input, text);
    }
  }

  /// Warns of a pattern that leaves out every link to the site itself, as "^https:" does. A few
  /// addresses of pages show it.
  void warn_of_pattern_of_all(site::Site const& site) {
    constexpr std::size_t max_asked = 100;
    const auto pages = site.pages().first(std::min(site.pages().size(), max_asked));
    if (pages.empty()) return;
    for (std::string const& text : command_.settings.exclude_url) {
      UrlPatterns pattern;
      if (!pattern.add(text)) continue;
      const bool is_all = std::all_of(pages.begin(), pages.end(), [&](site::EntryId page) {
        return pattern.match(site.url(page));
      });
      if (!is_all) continue;
      messages_.warning("--exclude-url", "'" + text +
                                             "' matches the address of every page: no link to the "
                                             "site itself is reported");
    }
  }

  /// A rule that is asked for, but not the option without which it finds nothing.
  void warn_of_rule(site::Rule rule, bool has_option, std::string const& option) {
    std::vector<site::Rule> const& rules = command_.settings.rules;
    if (has_option || std::find(rules.begin(), rules.end(), rule) == rules.end()) return;
    messages_.warning("--rules", std::string(name(rule)) + " finds something only with " + option);
  }

  void read_baseline() {
    if (command_.baseline.empty()) {
      if (command_.update_baseline) throw UsageError("--update-baseline", "needs --baseline FILE");
      return;
    }
    std::string bytes;
    const auto read = site::read_file(command_.baseline, bytes);
    boost::system::error_code error;
    const auto type = boost::filesystem::status(command_.baseline, error).type();
    const bool is_new = type == boost::filesystem::file_not_found;
    if (is_new && command_.update_baseline) return;
    if (is_new) {
      throw UsageError(
          "--baseline",
          command_.baseline + " does not exist; with --update-baseline this run writes it");
    }
    if (!read) throw UsageError("--baseline", command_.baseline + ": " + read.error());
    if (const auto parsed = baseline_.read(bytes); !parsed) {
      throw UsageError("--baseline", command_.baseline + ": " + parsed.error());
    }
    if (command_.update_baseline) former_ = baseline_;
  }

  /// Writes the baseline and reports what it has.
  void write_baseline(std::size_t inputs_read) {
    // Where only a part of the findings was asked for, or some pages could not be read, what the
    // file knows of the rest stays.
    if (options_.is_reported || !command_.settings.rules.empty() || failed_)
      updated_.add_rest(baseline_);
    Output file(command_.baseline, environment_.out, Contents::json);
    file.write(updated_.text());
    file.finish(inputs_read);
    if (messages_.report(file.error())) {
      failed_ = true;
      return;
    }
    std::string text =
        command_.baseline + " written: " + counted(updated_.size(), "finding", "findings") + " (";
    text += grouped_number(updated_.count_lacking_in(former_)) + " added, ";
    text += grouped_number(former_.count_lacking_in(updated_)) + " removed)";
    messages_.summary(text);
  }

  /// Proposes the address for which the site seems to be made.
  void propose_site_url(site::CheckSummary const& summary) {
    using site::AddressSource;
    std::string const& address = summary.own_address;
    const std::string with = ": with --site-url " + address + " links to it are checked, too";
    switch (summary.own_address_source) {
      case AddressSource::canonicals:
        return warn_of_address("most pages name an address below " + address + " as their own" +
                               with);
      case AddressSource::sitemaps:
        return warn_of_address("the sitemap names addresses below " + address + with);
      case AddressSource::feeds:
        return warn_of_address("the feeds name addresses below " + address + with);
      case AddressSource::cards:
        return warn_of_address("most social cards (og:url) name an address below " + address +
                               with);
      case AddressSource::links:
        return warn_of_address("most links lead to " + address +
                               ", and what their paths name is in this folder" + with);
      case AddressSource::paths:
        return propose_path(summary.path_before, address);
      case AddressSource::nothing:
        if (!summary.path_before.empty()) {
          propose_path(summary.path_before, "https://HOST" + summary.path_before);
        }
    }
  }

  void propose_path(std::string const& path, std::string const& address) {
    warn_of_address("most links from the root of the host begin with " + path +
                    ", and what follows it is in this folder: with --site-url " + address +
                    " they lead there");
  }

  /// The same is a finding, which counts, unless that rule is off.
  void warn_of_address(std::string const& text) {
    if (has_address_finding_) ++named_twice_;
    messages_.warning("", text);
  }

  void say_summary(site::CheckSummary const& summary) {
    for (auto const& report : reports_) {
      const std::string left = report->report->left_out();
      if (!left.empty()) messages_.warning("", left);
    }
    messages_.summary_line(link_counts(summary));
    if (summary.asked.is_on) say_external(summary.asked);
    // A warning that stands above the last line is in its number.
    NewFindings counts = new_;
    counts.on_files = file_warnings_;
    counts.on_options = messages_.warnings() - file_warnings_ - named_twice_;
    const std::string incomplete = incomplete_text(summary);
    const bool has_counts = incomplete.empty() || counts.errors + counts.warnings != 0;
    std::string text = has_counts ? finding_counts(counts) : incomplete;
    if (has_counts && !incomplete.empty()) text += "; " + incomplete;
    messages_.summary(text);
  }

  void say_external(site::ExternalCounts const& asked) {
    messages_.summary_line(external_counts(asked));
    if (asked.forbidden != 0) {
      std::string text = "robots.txt forbids " + counted(asked.forbidden, "address", "addresses");
      if (asked.too_costly != 0) {
        text += ", " + grouped_number(asked.too_costly) +
                " of them since its patterns take too long to match";
      }
      messages_.summary_line(text + ": --robots off asks for them all the same");
    }
    if (asked.given_up != 0) {
      messages_.summary_line(
          counted(asked.given_up, "address was", "addresses were") + " not asked for, since " +
          (asked.given_up == 1 ? "its host" : "their hosts") + " failed to answer other requests");
    }
  }

  int finish() {
    for (auto const& report : reports_) failed_ |= messages_.report(report->output.error());
    if (failed_) return exit_error;
    if (command_.update_baseline || command_.fail_on == FailOn::none) return exit_clean;
    const bool fails =
        new_.errors != 0 || (command_.fail_on == FailOn::warning && new_.warnings != 0);
    return fails ? exit_findings : exit_clean;
  }

  CheckCommand const& command_;
  Environment const& environment_;
  site::CheckMemory* memory_;
  std::string root_;
  Messages messages_;
  site::SharedFindings shared_{root_};
  std::vector<std::unique_ptr<ReportRun>> reports_;  // that of -o first
  UrlPatterns patterns_;
  std::shared_ptr<ChosenPaths const> chosen_;
  site::CheckOptions options_{site::check_options(command_.settings)};
  std::optional<Network> network_;            // where it is asked
  CrawlStart start_;                          // of a live site
  std::optional<std::size_t> own_urls_left_;  // where the crawl was interrupted
  site::Baseline baseline_;
  site::Baseline former_;  // as it was read, for --update-baseline
  site::Baseline updated_;
  site::Baseline found_;                                   // with --watch
  std::optional<std::vector<std::string>> report_places_;  // once they were asked for
  NewFindings new_;
  std::vector<std::pair<std::string, std::string>> named_files_;  // as given, and below the root
  bool failed_ = false;
  std::set<std::string> reported_proxies_;
  bool is_whole_ = false;  // all was checked
  bool has_address_finding_ = false;
  std::size_t named_twice_ = 0;    // warnings that are findings, too
  std::size_t file_warnings_ = 0;  // of the warnings
};

/// The configuration file, or the one that may come to be.
std::string config_file(CheckCommand const& command) {
  return command.common.config.empty() ? default_config : command.common.config;
}

/// What a run reads and writes.
Watched watched_by(CheckCommand const& command) {
  Watched watched{.root = site_root(command), .files = {ignore_file, config_file(command)}};
  if (!command.common.files_from.empty()) watched.files.push_back(command.common.files_from);
  if (!command.settings.keep_urls.empty()) watched.files.push_back(command.settings.keep_urls);
  if (!command.baseline.empty()) {
    (command.update_baseline ? watched.written : watched.files).push_back(command.baseline);
  }
  command.for_each_file(
      [&](char const*, ReportFormat, std::string const& file) { watched.written.push_back(file); });
  return watched;
}

/// Runs until the user ends it, or the reader of the results goes away. Wrong usage ends the first
/// run only: a build of the site may remove its folder for a while.
int run_again_and_again(CheckCommand const& command, Environment const& environment) {
  if (command.common.files_from == "-") {
    throw UsageError("--watch", "reads its inputs again, but standard input is read once");
  }
  const Watched watched = watched_by(command);
  const std::string config = config_file(command);
  std::uint64_t config_stamp = site::file_stamp(config);
  site::CheckMemory memory;
  std::optional<site::Baseline> found;
  for (bool is_first = true;; is_first = false) {
    const std::uint64_t stamp = tree_stamp(watched);
    try {
      CheckRun run(command, environment, &memory);
      const int code = run.run();
      if (run.has_lost_reader()) return code;
      if (found) run.report_repaired(*found);
      if (auto found_now = run.release_found()) found = std::move(found_now);
    } catch (UsageError const& error) {
      if (is_first) throw;
      Messages(environment, command.common).error("", error.what());
    }
    wait_for_change(watched, stamp);
    const std::uint64_t config_stamp_now = site::file_stamp(config);
    if (config_stamp_now != std::exchange(config_stamp, config_stamp_now)) {
      Messages(environment, command.common)
          .warning(config, "has changed, and counts when the command is started again");
    }
  }
}

int CheckCommand::run(Environment const& environment) const {
  guard_reports(*this, environment);
  if (watch && settings.external == site::ExternalLinks::check) {
    throw UsageError("--watch",
                     "does not go with --external check: each change would have other "
                     "sites asked again");
  }
  if (!watch) return CheckRun(*this, environment, nullptr).run();
  return run_again_and_again(*this, environment);
}

}  // namespace

std::unique_ptr<Command> make_check_command() {
  return std::make_unique<CheckCommand>();
}

}  // namespace hrefkit::cli
