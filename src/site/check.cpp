// A check runs in three steps.
//
// 1. The scan pass. Workers judge the links of the pages, one page at a time, and share nothing.
//    What a page came to (PageFacts) goes to one place in the order of the pages: ids into a set,
//    fragments that ask for ids of other pages into a list.
// 2. The merge. Each fragment is looked up in the set. A page that holds a missing one needs a
//    report pass.
// 3. The report pass. Pages with findings are read again and their rows are made, in order. With
//    all ids known, each link gets the same verdict as before, and a fragment gets its final one.
#include "hrefkit/site/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/causes.h"
#include "hrefkit/site/check/check_state.h"
#include "hrefkit/site/check/folder_map.h"
#include "hrefkit/site/check/former_site.h"
#include "hrefkit/site/check/ignored_uses.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/report_pass.h"
#include "hrefkit/site/check/scan_pass.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/external/external_run.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/pages/site_pages.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/sources/source_finder.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/number_text.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

// Between the passes: what only all pages together show.

/// Has a page read again for what `flags` say; with `flag_links` for its links.
void require_report(CheckState& check, std::uint32_t page, std::uint16_t flags = flag_links) {
  check.facts.flags[page] |= flag_report | flags;
  check.kept.drop(page);
}

/// A page whose other findings are none or known has the link of a missing id found again by its
/// tag.
void require_missing(CheckState& check, AnchorUse const& use) {
  std::uint16_t& flags = check.facts.flags[use.from];
  const bool is_known = (flags & flag_links) == 0 || check.kept.find(use.from) != nullptr;
  if (use.tag == AnchorUse::no_tag || !is_known) return require_report(check, use.from);
  flags |= flag_report;
  check.facts.missing.emplace_back(use.from, use.tag);
}

/// A page that has the id twice needs a report pass, unless the links that ask are ignored.
void require_unique_ids(CheckState& check, AnchorUse const& use, IgnoredUses& ignored) {
  if (check.options.severities[Rule::duplicate_id] == Severity::off || !check.is_reported(use.to))
    return;
  for (const AnchorKey key : {use.key(), use.decoded_key()}) {
    if (!check.waiting.doubled.contains(key) || check.facts.asked_doubles.contains(key)) continue;
    if (use.from != use.to && ignored.has(use)) return;  // the scan pass has dropped its own
    check.facts.asked_doubles.insert(key);
    require_report(check, use.to, flag_doubled);
  }
}

/// False for pages to which nothing needs to lead: the site's own index, error pages, pages that
/// only redirect from old addresses, and files that are shown within pages.
bool may_be_unreached(CheckState const& check, std::uint32_t page) {
  Site const& site = check.site;
  const EntryId home =
      site.live() == nullptr ? site.find_below_root("/").entry : site.pages().front();
  const std::string path = site.path(site.pages()[page]);
  const bool is_special = site.pages()[page] == home || is_error_page(path) ||
                          path == "404/index.html" || site.is_svg_page(page) ||
                          !site.is_document(page) || site.id_page(page) != page;
  return !is_special && check.is_reported(page) &&
         (check.facts.flags[page] & (flag_unread | flag_redirects)) == 0;
}

/// Pages that no other file leads to.
void find_orphans(CheckState& check) {
  for (std::uint32_t page = 0; page < check.facts.flags.size(); ++page) {
    if ((check.facts.flags[page] & flag_linked) != 0 || !may_be_unreached(check, page)) continue;
    require_report(check, page, flag_orphan);
  }
}

/// Pages that lead readers to one that sends them on are read again: only now is that known.
void find_refresh_leads(CheckState& check) {
  for (auto const& [from, to] : check.waiting.leads) {
    const bool is_sent_on = (check.facts.flags[to] & flag_redirects) != 0;
    if (is_sent_on && check.is_reported(from)) require_report(check, from);
  }
  check.waiting.leads.clear();
}

/// Looks up the fragments that wait, and finds orphans. Pages with findings that the scan
/// pass could not make are marked for a second one.
void merge_pages(CheckState& check) {
  WaitingUses& waiting = check.waiting;
  std::optional<IgnoredUses> ignored;
  if (!waiting.doubled.empty()) {
    ignored.emplace(check.site, check.redirects, check.hash, check.options);
  }
  std::unordered_set<AnchorKey> left_to_scripts;
  for (std::size_t i = 0; i < waiting.uses.size(); ++i) {
    expect_uses(check.facts.anchors, waiting.uses, i);
    AnchorUse const& use = waiting.uses[i];
    if (check.facts.lacks(use)) require_missing(check, use);
    if (check.facts.leaves_to_script(use)) left_to_scripts.insert(use.key());
    if (!waiting.doubled.empty()) require_unique_ids(check, use, *ignored);
  }
  check.summary.left_to_scripts = left_to_scripts.size();
  std::deque<AnchorUse>().swap(waiting.uses);
  std::vector<std::pair<std::uint32_t, std::uint32_t>>& missing = check.facts.missing;
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  find_refresh_leads(check);
  if (check.options.orphans) find_orphans(check);
}

/// "nothing was checked: both links go to other sites (--external check checks them)".
std::string nothing_checked(CheckSummary const& summary) {
  std::string text = "nothing was checked: ";
  const std::string skipped = skipped_links(summary);
  if (const std::size_t links = summary.external; links != 0) {
    const bool is_all = skipped.empty();
    text += is_all && links == 1   ? "the only link goes to another site"
            : is_all && links == 2 ? "both links go to other sites"
            : links == 1
                ? "1 link goes to another site"
                : (is_all ? "all " : "") + text::grouped_number(links) + " links go to other sites";
    text += links == 1 ? " (--external check checks it)" : " (--external check checks them)";
    if (!is_all) text += ", ";
  }
  return text + skipped;
}

/// A finding about the folder as a whole.
bool send_folder_finding(CheckState& check, Rule rule, std::string const& message) {
  Finding finding;
  finding.rule = rule;
  finding.severity = check.options.severities[rule];
  if (finding.severity == Severity::off) return true;
  std::string folder = check.site.options().root;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  finding.file = folder;
  finding.url = check.site.options().url;
  finding.base = check.site.options().url;
  finding.base_source = "document";
  finding.message = message;
  std::string const& address = check.summary.own_address;
  if (!address.empty() && rule != Rule::catch_all) finding.suggestion = address;
  check.summary.count(finding);
  return check.send(finding);
}

/// A live site whose server answers every address.
void find_answered_all(CheckState& check) {
  auto const& answered = check.site.live()->answered_all();
  Finding finding;
  finding.rule = Rule::catch_all;
  finding.severity = check.options.severities[finding.rule];
  if (!answered || finding.severity == Severity::off) return;
  if (check.options.is_excluded && check.options.is_excluded(answered->url)) return;
  const std::string start = check.site.url(check.site.pages().front());
  finding.file = start;
  finding.url = answered->url;
  finding.base = start;
  finding.base_source = "document";
  finding.has_answer = true;
  finding.status = answered->status;
  const std::size_t links = check.summary.by_catch_all;
  std::string message =
      "the server answers every address with a page, so missing pages are not found";
  if (links != 0) {
    message += "; " + text::grouped_number(links) + (links == 1 ? " link leads" : " links lead") +
               " to the page that it shows at an address which nobody has";
  }
  finding.message = message;
  check.summary.count(finding);
  check.send(finding);
}

/// What all pages together show of the address for which they are checked.
void find_folder_findings(CheckState& check) {
  if (check.site.live() != nullptr) return find_answered_all(check);  // its address is known
  CheckSummary const& summary = check.summary;
  std::string const& address = summary.own_address;
  const std::size_t links =
      summary.external + summary.judged +
      std::accumulate(summary.not_judged.begin(), summary.not_judged.end(), std::size_t{0});
  const bool judges_external = summary.asked.links != 0 || summary.asked.has_no_network;
  if (links != 0 && summary.judged == 0 && !judges_external) {
    std::string message = nothing_checked(summary);
    if (!address.empty())
      message += "; with --site-url " + address + " links to it are checked, too";
    if (!send_folder_finding(check, Rule::nothing_checked, message)) return;
  }
  if (const std::size_t works = summary.by_catch_all;
      works != 0 && check.redirects.is_catch_all_of_host()) {
    const std::string message = text::grouped_number(works) +
                                (works == 1 ? " link works" : " links work") +
                                " only since Cloudflare Pages shows the index page for what is "
                                "missing where the root has no "
                                "404.html: missing pages are not found";
    if (!send_folder_finding(check, Rule::catch_all, message)) return;
  }
  if (address.empty()) return;
  std::string message = "the site seems to be made for " + address + ": ";
  message.append(reason_of(summary.own_address_source)).append("; with --site-url ");
  send_folder_finding(check, Rule::wrong_site_url,
                      message.append(address).append(" links to it are checked, too"));
}

void scan(CheckState& check) {
  for (std::uint32_t page = 0; page < check.site.pages().size(); ++page) {
    if (!check.is_reported(page)) continue;
    ++(check.site.is_document(page) ? check.summary.pages : check.summary.other_files);
  }
  ScanPass(check).run();
}

/// Finds what pages say of each other. Pages with such a finding need a report pass.
void judge_pages(CheckState& check) {
  if (check.pages == nullptr) return;
  if (const auto missing = check.pages->find_starts()) {
    check.summary.failed = true;
    if (check.sink.trouble) {
      check.sink.trouble("--start", "'" + *missing + "' leads to no page of the site");
    }
  }
  if (const auto done = check.pages->finish(); !done) return check.drop_pages(done.error());
  check.facts.pages = check.pages.get();
  for (KnownFault const& fault : check.pages->faults()) {
    if (check.is_reported(fault.page)) require_report(check, fault.page);
  }
  for (std::uint32_t page = 0; page < check.facts.flags.size(); ++page) {
    if (check.pages->is_island(page) && may_be_unreached(check, page)) {
      require_report(check, page, flag_island);
    }
  }
}

/// Emits the rows of the pages, once their findings were counted.
void emit_pages(CheckState& check) {
  if (check.pages == nullptr) return;
  const auto emitted = check.pages->emit(check.sink, check.reported);
  check.summary.has_listed_pages = emitted.has_value();
  if (!emitted) check.drop_pages(emitted.error());
}

/// Asks for the links to other sites. Pages that have one with a finding need a report pass.
void ask_external(CheckState& check) {
  ExternalCounts& counts = check.summary.asked;
  if (check.options.external == nullptr) return;
  counts.is_on = true;
  ExternalRun(*check.options.external, check.externals, check.options.is_excluded).run(counts);
  if (counts.has_no_network) return;
  check.facts.externals = &check.externals;
  check.summary.left_to_scripts += check.externals.left_to_scripts();
  check.externals.for_each_page_with_finding(
      [&](std::uint32_t page) { require_report(check, page); });
}

/// Reads the earlier state of the site. False where that cannot be read, which is reported.
bool read_former(CheckState& check) {
  std::string const& root = check.options.since;
  if (root.empty()) return true;
  auto former =
      FormerSite::read(check.site, check.options, check.sink, root, FormerSite::Reading::all);
  if (former) {
    check.former = *std::move(former);
    check.former->find_moved(check.site, check.redirects);
    return true;
  }
  check.summary.failed = true;
  if (check.sink.trouble) check.sink.trouble("--since", former.error());
  return false;
}

CheckSummary report(CheckState& check) {
  if (!read_former(check)) return check.summary;
  merge_pages(check);
  ask_external(check);
  judge_pages(check);
  check.causes.emplace(check.site, check.redirects, check.hash, check.facts, check.lost,
                       check.summary);
  check.summary.causes = check.causes->all();
  find_folder_findings(check);
  if (!check.summary.stopped) ReportPass(check).run();
  if (!check.summary.stopped) emit_pages(check);
  if (check.options.map_folders) check.folders.emit(check.summary);
  return check.summary;
}

/// Keeps the messages of a scan until it is known that it is the last one.
class HeldMessages {
 public:
  explicit HeldMessages(CheckSink const& sink) : held_(sink) {
    hold(sink.trouble, held_.trouble);
    hold(sink.fault, held_.fault);
  }
  HeldMessages(HeldMessages const&) = delete;

  /// The sink that keeps.
  CheckSink const& sink() const { return held_; }

  /// Reports what was kept; from now on nothing is kept.
  void release() {
    for (auto const& report : waiting_) report();
    waiting_.clear();
    is_holding_ = false;
  }

 private:
  using Report = std::function<void(std::string const& path, std::string const& why)>;

  void hold(Report const& report, Report& held) {
    if (!report) return;
    held = [this, &report](std::string const& path, std::string const& why) {
      if (!is_holding_) return report(path, why);
      waiting_.push_back([&report, path, why] { report(path, why); });
    };
  }

  CheckSink held_;
  std::vector<std::function<void()>> waiting_;
  bool is_holding_ = true;
};

/// True where a file that is HTML by its name is what links say: its bytes are that. What begins
/// as HTML stays HTML, as servers send it: a link to a feed that the site does not have may well
/// get its home page.
bool holds_declared(Site const& site, EntryId entry, html::ContentType type) {
  std::string bytes;
  if (!site.read_file(entry, bytes)) return false;
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text = text::strip_ascii_whitespace(text);
  switch (type) {
    case html::ContentType::xml:
      return html::is_feed_namespace(html::root_namespace_of_xml(text::to_valid_utf8(text)));
    case html::ContentType::json:
      return text.starts_with('{');
    case html::ContentType::css:
      return !text.empty() && !text.starts_with('<');
    case html::ContentType::html:
    case html::ContentType::text:
    case html::ContentType::script:
      break;
  }
  return false;
}

/// Where links say of files that they are style sheets, manifests or feeds, and their names do not,
/// the site is scanned again with those as pages. Few sites have such files.
CheckSummary run(Site const& site, CheckOptions const& options, CheckSink const& sink,
                 CheckMemory::State* memory) {
  if (const std::string fault = fault_of_source_folders(options.sources); !fault.empty()) {
    if (sink.trouble) sink.trouble("--sources", fault);
    CheckSummary summary;
    summary.failed = true;
    return summary;
  }
  constexpr std::size_t max_scans = 4;
  std::map<EntryId, html::ContentType> declared;
  std::set<EntryId> html_files;  // that are not what links say
  std::vector<std::unique_ptr<Site>> extended;
  while (true) {
    Site const& scanned = extended.empty() ? site : *extended.back();
    HeldMessages messages(sink);
    CheckState check(scanned, options, messages.sink(), memory);
    if (memory != nullptr) memory->begin(scanned, check.redirects);
    scan(check);
    const std::size_t known = declared.size();
    for (auto const& [entry, type] : check.declared) {
      if (declared.contains(entry) || html_files.contains(entry)) continue;
      if (site.page_number(entry) == no_entry || holds_declared(site, entry, type)) {
        declared.emplace(entry, type);
      } else {
        html_files.insert(entry);
      }
    }
    if (declared.size() == known || extended.size() + 1 == max_scans) {
      messages.release();
      return report(check);
    }
    extended.push_back(std::make_unique<Site>(site.with_pages(declared)));
  }
}

}  // namespace

std::string_view reason_of(AddressSource source) {
  switch (source) {
    case AddressSource::canonicals:
      return "most pages name an address below it as their own";
    case AddressSource::sitemaps:
      return "the sitemap names addresses below it";
    case AddressSource::feeds:
      return "the feeds name addresses below it";
    case AddressSource::cards:
      return "most social cards (og:url) name an address below it";
    case AddressSource::links:
      return "most links lead there, and what their paths name is in this folder";
    case AddressSource::paths:
      return "most links from the root of the host begin with its path, and what follows it is in "
             "this folder";
    case AddressSource::nothing:
      break;
  }
  return {};
}

OwnAddress find_own_address(Site const& site, std::size_t threads) {
  const CheckOptions options{.threads = threads};
  const CheckSink sink;
  CheckState check(site, options, sink, nullptr);
  scan(check);
  return {check.summary.own_address, check.summary.own_address_source};
}

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink) {
  return run(site, options, sink, nullptr);
}

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink,
                   CheckMemory& memory) {
  return run(site, options, sink, &memory.state());
}

}  // namespace hrefkit::site
