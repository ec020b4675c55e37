#include "hrefkit/cli/check/run.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/fix_run.h"
#include "hrefkit/cli/check/known_findings.h"
#include "hrefkit/cli/check/live_site.h"
#include "hrefkit/cli/check/network.h"
#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/check/option_warnings.h"
#include "hrefkit/cli/check/page_lists.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_filter.h"
#include "hrefkit/cli/check/report_set.h"
#include "hrefkit/cli/check/site_root.h"
#include "hrefkit/cli/check/watch.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/crawl/crawl.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// One run of the command.
class CheckRun {
 public:
  CheckRun(CheckCommand const& command, Environment const& environment, site::CheckMemory* memory)
      : command_(command),
        environment_(environment),
        memory_(memory),
        root_(site_root(command)),
        messages_(environment, command.common),
        reports_(command, environment, root_),
        lists_(command, environment),
        known_(command) {
    warn_of_globs("--exclude-path", command.settings.exclude_path, messages_);
    warn_of_globs("--include-path", command.settings.include_path, messages_);
    read_patterns(command, patterns_);
    read_reported_pages();
    if (asks_external() || command.is_live()) {
      network_.emplace(command.settings, command.network);
      if (command.fix) network_->keep_answers();
      messages_.name_asking_options();
    }
    options_.map_folders = reports_.has(ReportFormat::html);
    options_.threads = thread_count(command.common);
    options_.finds_fixes = reports_.has_fixes();
    options_.pages.rows = !command.pages.empty();
    options_.pages.edges = !command.graph.empty();
    options_.pages.texts = command.has_texts;
    use_fix_rules(command, options_);
    warn_of_ineffective_options(command, options_, asks_external(), messages_);
    if (!patterns_.empty()) {
      options_.is_excluded = [this](std::string_view url) { return patterns_.match(url); };
    }
    if (command.max_findings != SIZE_MAX) reports_.warn_of_uncut(messages_);
    if (!command.date.empty() && !reports_.has(ReportFormat::html)) {
      messages_.warning("--date", "heads the report as html only, and there is none");
    }
    known_.read();
  }

  int run() {
    if (reports_.has_error() || lists_.has_error()) return finish();  // before any work is done
    std::optional<Interruption> interruption;
    if (network_) interruption.emplace();
    if (!open_network()) {
      reports_.finish_empty();
      lists_.finish_empty();
      return finish();
    }
    auto site = command_.is_live() ? crawl() : read_folder();
    if (!site) {
      messages_.error("", site.error());
      failed_ = true;
      reports_.finish_empty();
      lists_.finish_empty();
      return finish();
    }
    warn_of_other_files(*site);
    warn_of_pattern_of_all(command_, *site, messages_);
    std::optional<FixRun> fixes;
    if (command_.fix) {
      fixes.emplace(command_, environment_, *site, options_, messages_, known_in_baseline());
      failed_ |= !fixes->write();
    }
    reports_.begin();
    site::CheckSummary summary = check_site(fixes ? fixes->repaired() : *site);
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
    reports_.end(summary, inputs_read, messages_);
    lists_.end(summary, inputs_read, messages_);
    if (memory_ == nullptr) warn_of_unused();  // else only what changed is asked for
    is_whole_ = !failed_ && !summary.stopped;
    if (command_.update_baseline && summary.asked.is_stopped) {
      messages_.error(command_.baseline, "not written: the check was interrupted");
    } else if (command_.update_baseline) {
      failed_ |= !known_.write(environment_, messages_, pages_.is_reported || failed_, inputs_read);
    } else if (!command_.common.quiet) {
      if (failed_ && summary.files_read == 0) {
        messages_.summary();  // the error above says all
      } else {
        if (fixes) fixes->say_summary(new_);
        say_summary(summary);
      }
    }
    return finish();
  }

  /// True when the reader of a report has closed its pipe.
  bool has_lost_reader() const { return reports_.has_lost_reader(); }

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

  site::CheckSummary check_site(site::Site const& site) {
    if (memory_ == nullptr) return check(site, options_, sink());
    memory_->begin(patterns_.text());  // the other options stay as they are
    return check(site, options_, sink(), *memory_);
  }

  /// Decides as the baseline does, which counts how often it is asked.
  std::function<bool(site::Finding const&)> known_in_baseline() const {
    return [this, known = known_](site::Finding const& finding) mutable {
      return finding.severity != site::Severity::note &&
             known.covers(finding, site::below(root_, finding.file));
    };
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

  site::CheckSink sink() {
    site::CheckSink sink = finding_sink();
    lists_.add_to(sink);
    return sink;
  }

  site::CheckSink finding_sink() {
    return {.finding = [this](site::Finding const& finding) { return add_finding(finding); },
            .trouble = [this](std::string const& path,
                              std::string const& why) { messages_.error(path, why); },
            .fault =
                [this](std::string const& path, std::string const& why) {
                  new_.on_files += command_.common.quiet ? 0 : 1;
                  messages_.warning(path, why);
                },
            .progress = [this] { messages_.progress(); }};
  }

  /// True for what the command itself reads and writes: no page needs to lead there.
  bool is_file_of_run(std::string_view file) {
    const auto is_at = [&](std::string const& path) {
      return !path.empty() && place_of(path) == place_of(std::string(file));
    };
    return reports_.writes(file) || is_at(command_.baseline) ||
           is_at(command_.settings.keep_urls) || is_at(command_.network.cache);
  }

  bool add_finding(site::Finding const& finding) {
    const bool is_orphan =
        finding.rule == site::Rule::orphan_page || finding.rule == site::Rule::orphan_file;
    if (is_orphan && is_file_of_run(finding.file)) return true;
    if (finding.severity == site::Severity::note) {
      ++new_.notes;
    } else {
      if (known_.covers(finding, site::below(root_, finding.file))) {
        ++new_.known;
        return true;
      }
      ++(finding.severity == site::Severity::error ? new_.errors : new_.warnings);
    }
    if (memory_ != nullptr) found_.add(finding, site::below(root_, finding.file));
    // When the reader of one report is gone, the other reports and the baseline get all findings.
    const bool is_wanted = reports_.emit(finding);
    return is_wanted || command_.update_baseline || command_.fix || lists_.is_open();
  }

  void warn_of_unused() {
    warn_of_unused_urls(command_.settings.exclude_url, patterns_, messages_,
                        ": no finding was left out by it");
    if (!pages_.is_reported)
      warn_of_unused_lines(command_.settings.exclude_url, patterns_, messages_);
    if (network_) network_->warn_of_unused(messages_);
    if (!pages_.chosen) return;
    warn_of_unused_globs("--include-path", command_.settings.include_path,
                         pages_.chosen->unused_includes(), 0, messages_);
    warn_of_unused_globs("--exclude-path", command_.settings.exclude_path,
                         pages_.chosen->unused_excludes(), 0, messages_);
  }

  void read_reported_pages() {
    pages_ = reported_pages(command_, environment_);
    options_.is_reported = pages_.is_reported;
    for (std::string const& path : pages_.missing) {
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
    for (auto const& [input, path] : pages_.files) {
      if (site.page_number(site.entry(path)) != site::no_entry) continue;
      std::string text = "is not one of the site's pages; not checked";
      if (reading_command(input) == "archive") text += "; " + web_archive_reader("check");
      messages_.warning(input, text);
    }
  }

  void say_summary(site::CheckSummary const& summary) {
    reports_.warn_of_left_out(messages_);
    messages_.summary_line(link_counts(summary));
    if (summary.asked.is_on) say_external(summary.asked);
    if (command_.common.verbose && summary.looked_for != 0) {
      messages_.summary_line(grouped_number(summary.in_sources) + " of " +
                             counted(summary.looked_for, "finding", "findings") +
                             " found in the sources");
    }
    // The first lines of a report are far away on a terminal.
    reports_.for_each_cause(summary,
                            [&](std::string const& cause) { messages_.summary_line(cause); });
    // The summary line counts the warnings printed before it.
    new_.folded = reports_.folded();
    new_.on_options = messages_.warnings() - new_.on_files;
    const std::string incomplete = incomplete_text(summary);
    const bool has_counts = incomplete.empty() || new_.errors + new_.warnings != 0;
    std::string text = has_counts ? finding_counts(new_) : incomplete;
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
    failed_ |= reports_.report_errors(messages_);
    failed_ |= lists_.report_errors(messages_);
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
  ReportSet reports_;
  PageLists lists_;
  UrlPatterns patterns_;
  ReportedPages pages_;
  site::CheckOptions options_{site::check_options(command_.settings)};
  std::optional<Network> network_;            // where it is asked
  CrawlStart start_;                          // of a live site
  std::optional<std::size_t> own_urls_left_;  // where the crawl was interrupted
  KnownFindings known_;
  site::Baseline found_;  // with --watch
  NewFindings new_;
  bool failed_ = false;
  std::set<std::string> reported_proxies_;
  bool is_whole_ = false;  // all was checked
};

/// The configuration file, which may not exist yet.
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

}  // namespace

int run_check(CheckCommand const& command, Environment const& environment) {
  return CheckRun(command, environment, nullptr).run();
}

int watch_check(CheckCommand const& command, Environment const& environment) {
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

}  // namespace hrefkit::cli
