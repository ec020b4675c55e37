#include "hrefkit/site/check/report_pass.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/script_names.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/former_site.h"
#include "hrefkit/site/check/kept_urls.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/site/pages/site_pages.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

/// A page on its way through the report pass.
struct ReportPass::Job {
  std::uint32_t number = 0;
  PageRows rows;
  CheckSummary tally;
  std::optional<std::string> error;
  bool is_too_long = false;
  std::vector<FoundFix> fixes;  // of the rows, in their order
};

/// What one thread reports with.
struct ReportPass::Worker {
  ScannerPool::Lease scanner;
  std::optional<FixFinder> fixes;  // once a page had rows
};

ReportPass::~ReportPass() = default;

ReportPass::ReportPass(CheckState& check) : check_(check), ids_(check.site) {
  for (SiteRedirects::File const& file : check.redirects.files()) {
    if (!file.is_of_host) redirects_left_.push_back(&file);
  }
  std::sort(redirects_left_.begin(), redirects_left_.end(),
            [](auto const* a, auto const* b) { return a->name > b->name; });
  const bool wants_orphan_files = check.options.orphans && check.site.live() == nullptr &&
                                  check.options.severities[Rule::orphan_file] != Severity::off;
  if (wants_orphan_files) orphans_left_ = find_orphan_files();
  leave_out_named_files();
}

void ReportPass::run() {
  std::uint32_t next = 0;
  run_in_order<Job, Worker>(
      check_.options.threads, [&](Job& job) { return next_job(job, next); },
      [&](Job& job, Worker& worker, Turn& turn) {
        report(job, worker.scanner);
        find_fixes(job, worker);
        turn.finish(job.rows.bytes());
      },
      [&](Job& job) { return emit(job); });
  if (!check_.summary.stopped) emit_orphan_files(UINT32_MAX);
  if (!check_.summary.stopped) emit_redirects("\xFF");
  if (check_.summary.stopped) return;
  const CheckedSite checked{check_.site, check_.redirects, check_.hash, check_.names, check_.facts};
  const Emit send = [this](Finding const& finding) { return check_.send(finding); };
  const bool goes_on =
      find_removed_urls(checked, check_.options, check_.sink, check_.summary, send);
  if (!goes_on || check_.former == nullptr) return;
  find_lost(*check_.former, checked, check_.options, check_.summary, send);
}

PageReporter& ReportPass::reporter(ScannerPool::Lease& worker) {
  PageReporter& second = worker.from(check_.scanners).reporter();
  second.use(check_.facts);
  return second;
}

bool ReportPass::next_job(Job& job, std::uint32_t& next) const {
  std::vector<std::uint16_t> const& flags = check_.facts.flags;
  while (next < flags.size() && (flags[next] & flag_report) == 0) ++next;
  if (next == flags.size()) return false;
  job.number = next++;
  job.rows.clear();
  job.tally = {};
  job.error.reset();
  job.is_too_long = false;
  job.fixes.clear();
  return true;
}

void ReportPass::report(Job& job, ScannerPool::Lease& worker) {
  KeptRows::Page const* const kept = check_.kept.find(job.number);
  if (kept != nullptr) {
    job.rows = kept->rows;
    job.tally = kept->tally;
    if (check_.facts.tags_in(job.number).empty()) return;
  }
  try {
    const auto keep = [&](Finding const& finding) {
      job.is_too_long = job.rows.is_full();
      if (job.is_too_long) return false;
      kept == nullptr ? job.rows.add(finding) : job.rows.insert(finding);
      return true;
    };
    const PageReporter::Rows rows =
        kept == nullptr ? PageReporter::Rows::all : PageReporter::Rows::missing_ids;
    job.error = reporter(worker).report(job.number, job.tally, keep, rows);
  } catch (std::bad_alloc const&) {
    job.error = "out of memory";
  }
}

FixFinder& ReportPass::fix_finder(Worker& worker) {
  if (!worker.fixes) {
    worker.fixes.emplace(
        CheckedSite{check_.site, check_.redirects, check_.hash, check_.names, check_.facts},
        check_.options, ids_, check_.sheets, check_.scripts);
  }
  return *worker.fixes;
}

/// Finds what repairs the rows of a page. Only now all ids are known.
void ReportPass::find_fixes(Job& job, Worker& worker) {
  if (!check_.options.finds_fixes || job.error || job.is_too_long || job.rows.size() == 0) return;
  try {
    FixFinder& fixes = fix_finder(worker);
    fixes.begin(job.number);
    for (std::size_t i = 0; i < job.rows.size(); ++i) fixes.add(job.rows.at(i));
    job.fixes = fixes.finish();
  } catch (std::bad_alloc const&) {
    job.error = "out of memory";
  }
}

/// The files to which nothing leads, in the order of the pages, the last one first.
std::vector<ReportPass::OrphanFile> ReportPass::find_orphan_files() const {
  Site const& site = check_.site;
  EntryTable const& entries = site.entries();
  std::vector<OrphanFile> orphans;
  std::uint32_t next_page = 0;
  std::vector<EntryTable::Range> levels{entries.children(0)};
  while (!levels.empty()) {
    EntryTable::Range& level = levels.back();
    if (level.begin == level.end) {
      levels.pop_back();
      continue;
    }
    const EntryId id = level.begin++;
    const std::string_view name = entries.name(id);
    const Entry entry = entries[id];
    const std::uint32_t page = site.page_number(id);
    if (page != no_entry) next_page = page;
    const bool is_hidden = name.starts_with('.') || !site.is_published(name);
    if (entries.is_folder(id)) {
      if (!is_hidden && !entry.outside) levels.push_back(entries.children(id));
      continue;
    }
    if (entry.kind == EntryKind::file && !entry.outside && !is_hidden && is_orphan_file(id, page)) {
      if (may_be_computed(id)) {
        ++check_.summary.unknown_orphans;
      } else {
        orphans.push_back({id, next_page});
      }
    }
    if (page != no_entry) ++next_page;
  }
  std::reverse(orphans.begin(), orphans.end());
  return orphans;
}

namespace {

/// Calls `found` with the parts of a file's name that may be a hash of its bytes: bundlers put
/// names together of such parts ("css/" + {530: "280a9e8c5c6b"}[n] + ".css").
template <class Found>
void for_each_hash(std::string_view name, Found found) {
  constexpr text::ByteSet separators(".-_");
  constexpr std::size_t min_hash = 8;
  while (!name.empty()) {
    const std::string_view part = text::read_until(name, separators);
    if (!name.empty()) name.remove_prefix(1);
    const bool has_digit = part.find_first_of("0123456789") != part.npos;
    if (part.size() >= min_hash && has_digit) found(part);
  }
}

}  // namespace

/// Leaves out, and counts, the files whose names stand in strings of scripts, or in attributes of
/// custom elements: bundlers write the addresses of pictures so. Where scripts compute the names of
/// others, all scripts count, else those that pages load.
void ReportPass::leave_out_named_files() {
  if (orphans_left_.empty()) return;
  Site const& site = check_.site;
  EntryTable const& entries = site.entries();
  std::unordered_map<std::string_view, bool, text::SeededHasher> is_named;
  for (OrphanFile const& orphan : orphans_left_) {
    const std::string_view name = entries.name(orphan.file);
    is_named.emplace(name, false);
    for_each_hash(name, [&](std::string_view hash) { is_named.emplace(hash, false); });
  }
  const auto note = [&](std::string_view name) {
    const auto known = is_named.find(name);
    if (known != is_named.end()) known->second = true;
  };
  const bool all_count =
      check_.summary.webpack_scripts != 0 || check_.summary.computed_imports != 0;
  std::string text;
  for (std::uint32_t page = 0; page < site.pages().size(); ++page) {
    const bool is_script = site.is_script(page);
    const bool counts =
        is_script ? all_count || check_.scripts.is_loaded(page) : site.is_called_html(page);
    if (!counts || !site.read_file(site.pages()[page], text)) continue;
    if (is_script) {
      html::find_script_names(text, note);
    } else {
      html::find_custom_element_names(text, note);
    }
  }
  check_.summary.unknown_orphans += std::erase_if(orphans_left_, [&](OrphanFile const& orphan) {
    const std::string_view name = entries.name(orphan.file);
    bool is_known = is_named[name];
    for_each_hash(name, [&](std::string_view hash) { is_known |= is_named[hash]; });
    return is_known;
  });
}

/// Pages have a rule of their own. What hosts, browsers and search engines ask for by its name
/// needs no link.
bool ReportPass::is_orphan_file(EntryId file, std::uint32_t page) const {
  Site const& site = check_.site;
  if (check_.linked_files[file] || site.source(file) != file) return false;
  const std::string path = site.path(file);
  const std::string_view name = name_part(path);
  FileType const* const type = find_file_type(path);
  const bool is_svg = type != nullptr && type->media_type == "image/svg+xml";
  if (type != nullptr && type->is_document && !is_svg) return false;
  if (page != no_entry && (check_.facts.flags[page] & flag_sitemap) != 0) return false;
  if (check_.options.is_reported && !check_.options.is_reported(path)) return false;
  constexpr std::array<std::string_view, 13> asked_by_name{
      "CNAME",          "_headers",      "_redirects",    "favicon.ico",  "firebase.json",
      "humans.txt",     "llms.txt",      "llms-full.txt", "netlify.toml", "robots.txt",
      "wrangler.jsonc", "wrangler.json", "wrangler.toml"};
  std::vector<std::string> const& index = site.options().index;
  return std::find(asked_by_name.begin(), asked_by_name.end(), name) == asked_by_name.end() &&
         std::find(index.begin(), index.end(), name) == index.end() && name != "vercel.json" &&
         !is_error_page(name) && !name.starts_with("LICENSE") && !name.starts_with("sitemap") &&
         !name.ends_with(".map") && !name.ends_with(".LICENSE.txt");
}

/// True for a script or a style sheet in the folder of a script that computes names, or below it.
bool ReportPass::may_be_computed(EntryId file) const {
  if (check_.computed_folders.empty()) return false;
  const std::string path = check_.site.path(file);
  FileType const* const type = find_file_type(path);
  const bool is_chunk =
      type != nullptr && (type->reader == Reader::script || type->reader == Reader::css);
  if (!is_chunk) return false;
  for (std::string_view folder = folder_part(path);; folder = folder_part(folder)) {
    if (check_.computed_folders.contains(folder)) return true;
    if (folder.empty()) return false;
    folder.remove_suffix(1);  // its slash
  }
}

/// Emits the files to which nothing leads that stand before the page.
bool ReportPass::emit_orphan_files(std::uint32_t before) {
  while (!orphans_left_.empty() && orphans_left_.back().next_page <= before) {
    const EntryId file = orphans_left_.back().file;
    orphans_left_.pop_back();
    const std::string url = check_.site.url(file);
    if (check_.options.is_excluded && check_.options.is_excluded(url)) continue;
    Finding finding;
    finding.rule = Rule::orphan_file;
    finding.severity = check_.options.severities[Rule::orphan_file];
    const std::string path = check_.site.file_path(file);
    finding.file = path;
    finding.url = url;
    finding.base = url;
    finding.base_source = "document";
    const std::string target = text::to_valid_utf8(check_.site.path(file));
    finding.target = target;
    const std::string message = sentence({.rule = Rule::orphan_file, .target = target});
    finding.message = message;
    check_.summary.count(finding);
    if (!check_.send(finding)) return false;
  }
  return true;
}

bool ReportPass::emit(Job& job) {
  if (!emit_orphan_files(job.number)) return false;
  if (!emit_redirects(check_.site.path(check_.site.pages()[job.number]))) return false;
  if (job.error) {
    check_.trouble(job.number, *job.error);
    return true;
  }
  if (job.is_too_long) return emit_long(job);
  check_.count(job.tally);
  for (std::size_t i = 0; i < job.rows.size(); ++i) {
    Finding finding = job.rows.at(i);
    if (i < job.fixes.size()) job.fixes[i].add_to(finding);
    if (check_.pages != nullptr) check_.pages->count_finding(job.number);
    if (!check_.send(finding)) return false;
  }
  return true;
}

/// A page with very many findings is read again, now that its rows can be emitted as they are made.
bool ReportPass::emit_long(Job& job) {
  std::vector<FoundFix> fixes;
  if (check_.options.finds_fixes) {
    if (!long_worker_) long_worker_ = std::make_unique<Worker>();
    FixFinder& finder = fix_finder(*long_worker_);
    finder.begin(job.number);
    CheckSummary unused;
    const auto add = [&](Finding const& finding) {
      finder.add(finding);
      return true;
    };
    // If the page cannot be read any more, that is reported below.
    static_cast<void>(reporter(long_reporter_).report(job.number, unused, add));
    fixes = finder.finish();
  }
  CheckSummary tally;
  std::size_t number = 0;
  const auto error = reporter(long_reporter_).report(job.number, tally, [&](Finding finding) {
    if (number < fixes.size()) fixes[number].add_to(finding);
    ++number;
    if (check_.pages != nullptr) check_.pages->count_finding(job.number);
    return check_.send(finding);
  });
  if (error) check_.trouble(job.number, *error);
  check_.count(tally);
  return !check_.summary.stopped;
}

/// Emits the findings of the files of redirects whose turn has come: before the page `before`.
bool ReportPass::emit_redirects(std::string const& before) {
  while (!redirects_left_.empty() && redirects_left_.back()->name <= before) {
    SiteRedirects::File const& file = *redirects_left_.back();
    redirects_left_.pop_back();
    const bool goes_on = find_redirect_findings(
        {check_.site, check_.redirects, check_.hash, check_.names, check_.facts}, file,
        check_.options, check_.summary,
        [this](Finding const& finding) { return check_.send(finding); });
    if (!goes_on) return false;
  }
  return true;
}

}  // namespace hrefkit::site
