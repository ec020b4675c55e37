#include "hrefkit/site/check/scan_pass.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/causes.h"
#include "hrefkit/site/check/folder_map.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/site_scripts.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/site/pages/site_pages.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/text/number_text.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

/// So many second ids are kept at most; pages past that are read again.
constexpr std::size_t max_second_ids = std::size_t{1} << 14;

/// Fewer links say little of the host for which a site was made.
constexpr std::size_t min_linked_lead = 2;

/// The root of the site of a page, as other sites call it, with another path than the page's.
std::string with_path(std::string_view address, std::string_view path) {
  return std::string(address.substr(0, url::find_offsets(address).path_begin)).append(path);
}

}  // namespace

/// A page on its way through the scan pass.
struct ScanPass::Job {
  PageFacts facts;
  std::uint64_t stamp = 0;  ///< of its file
};

/// Of the pages that are not reported, those are read which links with fragments lead to, or
/// others where the rule redirected-link asks whether they redirect; all where the answer depends
/// on all pages: for a script, which of them run it.
void ScanPass::run() {
  bool has_redirects = false;
  for (SiteRedirects::File const& file : check_.redirects.files()) {
    const bool is_reported = !check_.options.is_reported || check_.options.is_reported(file.name);
    if (file.bytes.empty() || (file.is_in_root && !is_reported)) continue;
    has_redirects = true;
    ++check_.summary.files_read;
  }
  if (check_.options.orphans || check_.options.map_folders || check_.pages != nullptr ||
      has_redirects || reports_a_script()) {
    scan_pages([this](std::uint32_t page) { return !check_.site.is_script(page); });
    scan_scripts([](std::uint32_t) { return true; });
  } else {
    const auto is_reported = [this](std::uint32_t page) { return check_.is_reported(page); };
    scan_pages(
        [&](std::uint32_t page) { return is_reported(page) && !check_.site.is_script(page); });
    scan_scripts(is_reported);
    std::vector<bool> asked(check_.site.pages().size(), check_.sheets.has_waiting());
    for (AnchorUse const& use : check_.waiting.uses) asked[use.to] = true;
    for (auto const& [from, to] : check_.waiting.leads) asked[to] = true;
    scan_pages([&](std::uint32_t page) { return asked[page]; });
  }
  scan_waiting_sheets();
  report_unread_links();
  check_.summary.canonical_root = canonical_roots_.winner();
  check_.summary.path_before = find_path_before(check_.site, check_.lost);
  find_own_address();
}

/// True where only some files are reported, and a script is one of them.
bool ScanPass::reports_a_script() const {
  if (!check_.options.is_reported) return false;
  for (std::uint32_t page = 0; page < check_.site.pages().size(); ++page) {
    if (check_.site.is_script(page) && check_.is_reported(page)) return true;
  }
  return false;
}

/// Reports the symbolic links behind which pages are that are not read, though links lead there.
void ScanPass::report_unread_links() {
  if (!check_.sink.fault) return;
  for (auto const& [link, why] : check_.site.unread_links()) {
    check_.sink.fault(check_.site.file_path(link), why);
  }
  for (auto page = check_.unread_pages.begin(); page != check_.unread_pages.end();) {
    const EntryId link = page->first;
    const auto first = page;
    while (page != check_.unread_pages.end() && page->first == link) ++page;
    const auto count = static_cast<std::size_t>(std::distance(first, page));
    const std::string_view pages = count == 1 ? " page behind it, to which a link leads, is"
                                              : " pages behind it, to which links lead, are";
    check_.sink.fault(check_.site.file_path(link),
                      "leads out of the folder; " + text::grouped_number(count) +
                          std::string(pages) + " not read without --follow-outside");
  }
}

/// Finds the address for which the site seems to be made. What names all pages counts before what
/// names some, and names before links.
void ScanPass::find_own_address() {
  if (check_.site.live() != nullptr) return;  // it is known
  CheckSummary& summary = check_.summary;
  std::string const& site_url = check_.site.options().url;
  const bool is_given = site_url != default_site_url;
  const auto set_address = [&](AddressSource source, std::string const& address) {
    if (!summary.own_address.empty() || address.empty()) return;
    summary.own_address = url::masked_url(address);
    summary.own_address_source = source;
  };
  // The canonical addresses of an old version on the same host may well lead to the new one.
  const bool is_same_host = summary.canonical_root.starts_with(check_.site.origin() + "/");
  if (!is_same_host) set_address(AddressSource::canonicals, summary.canonical_root);
  set_address(AddressSource::sitemaps, sitemap_roots_.winner());
  set_address(AddressSource::feeds, feed_roots_.winner());
  set_address(AddressSource::cards, card_roots_.winner());
  std::string const& linked = linked_roots_.winner();
  const std::size_t homes = linked == home_pages_.winner() ? home_pages_.lead() : 0;
  if (linked_roots_.lead() + homes >= min_linked_lead) {
    set_address(AddressSource::links, linked);
  }
  std::string const& path = summary.path_before;
  const std::string_view own = summary.own_address;
  if (path.empty() || (!own.empty() && own.substr(url::find_offsets(own).path_begin) == path))
    return;
  // Whose host is named counts before the one that is given, and that before the one of links.
  const bool is_named = !own.empty() && summary.own_address_source != AddressSource::links;
  const std::string address = is_given && !is_named ? site_url : summary.own_address;
  summary.own_address.clear();
  summary.own_address_source = AddressSource::nothing;
  if (!address.empty()) set_address(AddressSource::paths, with_path(address, path));
}

/// Scans the pages that `is_wanted`, in order, each once.
void ScanPass::scan_pages(std::function<bool(std::uint32_t)> const& is_wanted) {
  std::uint32_t next = 0;
  scan([&](Job& job) {
    while (next < is_scanned_.size() && (is_scanned_[next] || !is_wanted(next))) ++next;
    if (next == is_scanned_.size()) return false;
    is_scanned_[next] = true;
    job.facts.number = next++;
    return true;
  });
}

/// Scans the scripts, now that it is known which pages run them.
void ScanPass::scan_scripts(std::function<bool(std::uint32_t)> const& is_wanted) {
  follow_scripts(check_.scripts, check_.site, check_.redirects);
  if (check_.scripts.left_out() != 0 && check_.sink.fault) {
    const bool is_live = check_.site.live() != nullptr;
    check_.sink.fault(is_live ? check_.site.options().url : check_.site.options().root,
                      text::grouped_number(check_.scripts.left_out()) +
                          " pairs of scripts and pages that run them are not checked: there are "
                          "too many");
  }
  scan_pages([&](std::uint32_t page) { return check_.site.is_script(page) && is_wanted(page); });
}

void ScanPass::scan_waiting_sheets() {
  for (auto round = check_.sheets.begin_round(); !round.empty();
       round = check_.sheets.begin_round()) {
    std::size_t at = 0;
    scan([&](Job& job) {
      if (at == round.size()) return false;
      job.facts.number = round[at++];
      return true;
    });
  }
}

/// Scans the pages of the jobs that `next_job` fills.
void ScanPass::scan(std::function<bool(Job&)> const& next_job) {
  run_in_order<Job, ScannerPool::Lease>(
      check_.options.threads, next_job,
      [&](Job& job, ScannerPool::Lease& worker, Turn& turn) {
        if (!remember(job)) {
          try {
            worker.from(check_.scanners).scan(job.facts);
            if (!check_.is_reported(job.facts.number)) job.facts.forget_links();
          } catch (std::bad_alloc const&) {
            job.facts.error = "out of memory";
          }
        }
        turn.finish(job.facts.bytes());
      },
      [&](Job& job) {
        if (job.facts.waits) {
          check_.sheets.wait(job.facts.number);
          return true;
        }
        add(job.facts);
        // The result for a style sheet may depend on other pages.
        // So may that of a script.
        const bool is_kept = check_.memory != nullptr && !check_.sheets.find(job.facts.number) &&
                             !check_.site.is_script(job.facts.number);
        if (is_kept) check_.memory->keep(job.facts, job.stamp);
        return true;
      });
}

/// Reuses what is known of a page; false when its file has changed. The state of the file is read
/// before the file is read: what changes in between is seen by the next check.
bool ScanPass::remember(Job& job) const {
  if (check_.memory == nullptr) return false;
  job.stamp = file_stamp(check_.file_path(job.facts.number));
  PageFacts const* const known = check_.memory->find(job.facts.number, job.stamp);
  if (known != nullptr) job.facts = *known;
  return known != nullptr;
}

void ScanPass::add(PageFacts const& facts) {
  if (check_.sink.progress) check_.sink.progress();
  if (!facts.error.empty()) {
    check_.facts.flags[facts.number] |= flag_unread;
    check_.trouble(facts.number, facts.error);
    return;
  }
  if (!facts.skipped.empty()) return skip(facts);
  if (check_.is_reported(facts.number)) ++check_.summary.files_read;
  const bool is_finding = facts.is_not_well_formed && check_.is_reported(facts.number);
  if (!facts.fault.empty() && !is_finding && check_.sink.fault) {
    check_.sink.fault(check_.file_path(facts.number) + ":" + facts.fault_place, facts.fault);
  }
  if (!facts.left_out.empty() && check_.is_reported(facts.number) && check_.sink.fault) {
    check_.sink.fault(check_.file_path(facts.number), facts.left_out);
  }
  if (!facts.open_ignore.empty() && check_.is_reported(facts.number) && check_.sink.fault) {
    check_.sink.fault(check_.file_path(facts.number) + ":" + facts.open_ignore,
                      "no hrefkit-ignore-end follows: links are ignored up to the end of the page");
  }
  add_flags(facts);
  if (check_.is_reported(facts.number)) {
    check_.declared.insert(facts.declared.begin(), facts.declared.end());
  }
  check_.scripts.add(facts.script_loaders, facts.scripts);
  if (facts.computes_names && check_.options.orphans && check_.site.live() == nullptr) {
    const std::string path = check_.site.path(check_.site.pages()[facts.number]);
    check_.computed_folders.emplace(folder_part(path));
  }
  // Of a page out of scope only the ids count.
  const bool is_in_scope = check_.site.live() == nullptr || check_.is_reported(facts.number);
  if (check_.pages != nullptr && is_in_scope) {
    if (const auto kept = check_.pages->add(facts.number, facts.gathered); !kept) {
      check_.drop_pages(kept.error());
    }
  }
  for (auto const& [sheet, encoding] : facts.sheets) check_.sheets.refer(sheet, encoding);
  add_anchors(facts);
  add_uses(facts.uses);
  std::deque<AnchorUse>& waiting = check_.waiting.uses;
  waiting.insert(waiting.end(), facts.own_uses.begin(), facts.own_uses.end());
  check_.waiting.forget_some(check_.facts.anchors);
  if (check_.options.map_folders)
    check_.folders.add(facts.number, facts.leads_to, facts.tally.judged);
  check_.count(facts.tally);
  check_.summary.asked.links += facts.foreign_links;
  for (std::string_view urls = facts.foreign; !urls.empty();) {
    const std::string_view url = urls.substr(0, urls.find('\n'));
    urls.remove_prefix(url.size() + 1);
    check_.externals.add(facts.number, url.substr(1),
                         static_cast<html::UsableContent>(url[0] - 'a'));
  }
  add_addresses(facts);
  check_.unread_pages.insert(facts.unread_pages.begin(), facts.unread_pages.end());
  check_.kept.keep(facts);
}

void ScanPass::add_addresses(PageFacts const& facts) {
  // What the file itself says counts: behind a link, its canonical address has another path.
  if (check_.site.id_page(facts.number) != facts.number) return;
  if (check_.site.is_document(facts.number) && !facts.redirects) {
    canonical_roots_.add(facts.canonical_root);
    if (!facts.card_root.empty()) card_roots_.add(facts.card_root);
  }
  (facts.is_sitemap ? sitemap_roots_ : feed_roots_).add(facts.listed_roots);
  linked_roots_.add(facts.linked_roots);
  home_pages_.add(facts.home_pages);
  check_.lost.add(facts.lost, facts.from_root);
}

void ScanPass::add_flags(PageFacts const& facts) {
  std::vector<std::uint16_t>& flags = check_.facts.flags;
  if (!facts.has_ids) flags[facts.number] |= flag_no_ids;
  if (facts.is_built_by_script) flags[facts.number] |= flag_built_by_script;
  if (facts.needs_report) flags[facts.number] |= flag_report;
  if (facts.needs_links) flags[facts.number] |= flag_links;
  if (facts.redirects) flags[facts.number] |= flag_redirects;
  if (facts.has_usemap) flags[facts.number] |= flag_usemap;
  if (facts.has_integrity_fault) flags[facts.number] |= flag_integrity;
  if (facts.is_sitemap) flags[facts.number] |= flag_sitemap;
  if (facts.loses_fragment) flags[facts.number] |= flag_loses_fragment;
  if (facts.redirects) check_.facts.refresh_urls[facts.number] = facts.refresh_url;
  if (check_.options.severities[Rule::redirected_link] != Severity::off) {
    for (const std::uint32_t page : facts.leads_to) {
      check_.waiting.leads.emplace_back(facts.number, page);
    }
  }
  for (const EntryId file : facts.files) check_.linked_files[check_.site.source(file)] = true;
  // What only the sitemaps of a live site name is an orphan: they are why it is known. A feed may
  // be one.
  LiveSite const* const live = check_.site.live();
  const bool is_known_by_it =
      live != nullptr && (facts.is_sitemap || live->pages()[facts.number].is_sitemap ||
                          live->pages()[facts.number].list == UrlList::sitemap);
  if (!check_.options.orphans || is_known_by_it) return;
  // A link to one address of a file counts for all of them.
  const std::uint32_t own = check_.site.id_page(facts.number);
  for (const std::uint32_t page : facts.leads_to) {
    const std::uint32_t linked = check_.site.id_page(page);
    if (linked != own) flags[linked] |= flag_linked;
  }
}

void ScanPass::add_anchors(PageFacts const& facts) {
  check_.facts.anchors.add(facts.number, facts.anchors);
  check_.waiting.doubled.insert(facts.doubled.begin(), facts.doubled.end());
  second_ids_ += facts.second_ids.size();
  if (!facts.second_ids.empty() && second_ids_ <= max_second_ids) {
    check_.facts.second_ids.emplace(facts.number, facts.second_ids);
  }
}

/// Keeps what is not known to be there.
void ScanPass::add_uses(std::span<AnchorUse const> uses) {
  AnchorStore const& anchors = check_.facts.anchors;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    expect_uses(anchors, uses, i);
    AnchorUse const& use = uses[i];
    if (!check_.waiting.is_over(use, anchors)) check_.waiting.uses.push_back(use);
  }
}

/// A file that holds no text is no page: fragments of it are not judged.
void ScanPass::skip(PageFacts const& facts) {
  check_.facts.flags[facts.number] |= flag_unread;
  if (!check_.is_reported(facts.number)) return;
  --(check_.site.is_document(facts.number) ? check_.summary.pages : check_.summary.other_files);
  if (check_.sink.fault) check_.sink.fault(check_.file_path(facts.number), facts.skipped);
}

}  // namespace hrefkit::site
