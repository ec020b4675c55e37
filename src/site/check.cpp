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

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/site/check/check_state.h"
#include "hrefkit/site/check/element_facts.h"
#include "hrefkit/site/check/report_pass.h"
#include "hrefkit/site/check/scan_pass.h"

namespace hrefkit::site {

namespace {

// Between the passes: what only all pages together tell.

void require_report(CheckState& check, std::uint32_t page) {
  check.facts.flags[page] |= flag_report;
  check.kept.drop(page);
}

/// A page that has the id twice needs a report pass, unless the links that ask are ignored.
void ask_for_doubles(CheckState& check, AnchorUse const& use, IgnoredUses& ignored) {
  if (check.options.severities[Rule::duplicate_id] == Severity::off || !check.is_reported(use.to))
    return;
  for (const AnchorKey key : {use.key, use.decoded}) {
    if (!check.waiting.doubled.contains(key) || check.facts.asked_doubles.contains(key)) continue;
    if (ignored.has(use)) return;
    check.facts.asked_doubles.insert(key);
    require_report(check, use.to);
    check.facts.flags[use.to] |= flag_doubled;
  }
}

/// Pages that no other file leads to. The site's own index, error pages, pages that only redirect
/// from old addresses, and files that are shown within pages are not orphans.
void find_orphans(CheckState& check) {
  Site const& site = check.site;
  const Lookup home = site.find_below_root("/");
  for (std::uint32_t page = 0; page < check.facts.flags.size(); ++page) {
    const std::string path = site.path(site.pages()[page]);
    const bool is_error_page = path == "404.html" || path.ends_with("/404.html");
    const bool is_special = site.pages()[page] == home.entry || is_error_page ||
                            site.is_svg_page(page) || !site.is_document(page);
    if (is_special || !check.is_reported(page) ||
        (check.facts.flags[page] & (flag_linked | flag_unread | flag_redirects)) != 0)
      continue;
    check.facts.flags[page] |= flag_orphan;
    require_report(check, page);
  }
}

/// Looks up the fragments that wait, and finds orphans. Pages with findings that the scan
/// pass could not make are marked for a second one.
void merge_pages(CheckState& check) {
  WaitingUses& waiting = check.waiting;
  std::optional<IgnoredUses> ignored;
  if (waiting.has_doubles) ignored.emplace(check.site, check.redirects, check.hash);
  for (std::size_t i = 0; i < waiting.uses.size(); ++i) {
    if (i + keys_ahead < waiting.uses.size()) {
      check.facts.anchors.expect(waiting.uses[i + keys_ahead].key);
    }
    AnchorUse const& use = waiting.uses[i];
    if (check.facts.lacks(use)) require_report(check, use.from);
    if (waiting.has_doubles) ask_for_doubles(check, use, *ignored);
  }
  std::deque<AnchorUse>().swap(waiting.uses);
  if (check.options.orphans) find_orphans(check);
}

void scan(CheckState& check) {
  for (std::uint32_t page = 0; page < check.site.pages().size(); ++page) {
    if (!check.is_reported(page)) continue;
    ++(check.site.is_document(page) ? check.summary.pages : check.summary.other_files);
  }
  ScanPass(check).run();
}

CheckSummary report(CheckState& check) {
  merge_pages(check);
  ReportPass(check).run();
  if (check.options.map_folders) check.folders.give(check.summary);
  return check.summary;
}

/// Keeps what a scan tells until it is known that it is the last one.
class HeldMessages {
 public:
  explicit HeldMessages(CheckSink const& sink) : sink_(sink), held_(sink) {
    hold(sink.trouble, held_.trouble);
    hold(sink.fault, held_.fault);
  }
  HeldMessages(HeldMessages const&) = delete;

  /// The sink that keeps.
  CheckSink const& sink() const { return held_; }

  /// Tells what was kept; from now on nothing is.
  void release() {
    for (auto const& tell : waiting_) tell();
    waiting_.clear();
    is_holding_ = false;
  }

 private:
  using Take = std::function<void(std::string const& path, std::string const& why)>;

  void hold(Take const& take, Take& held) {
    if (!take) return;
    held = [this, &take](std::string const& path, std::string const& why) {
      if (!is_holding_) return take(path, why);
      waiting_.push_back([&take, path, why] { take(path, why); });
    };
  }

  CheckSink const& sink_;
  CheckSink held_;
  std::vector<std::function<void()>> waiting_;
  bool is_holding_ = true;
};

/// Where links say of files that they are style sheets, manifests or feeds, and their names do not,
/// the site is scanned again with those as pages. Few sites have such files.
CheckSummary run(Site const& site, CheckOptions const& options, CheckSink const& sink,
                 CheckMemory::State* memory) {
  constexpr std::size_t max_scans = 4;
  std::map<EntryId, html::ContentType> declared;
  std::vector<std::unique_ptr<Site>> extended;
  while (true) {
    Site const& scanned = extended.empty() ? site : *extended.back();
    HeldMessages messages(sink);
    CheckState check(scanned, options, messages.sink(), memory);
    if (memory != nullptr) memory->begin(scanned, check.redirects);
    scan(check);
    const std::size_t known = declared.size();
    declared.insert(check.declared.begin(), check.declared.end());
    if (declared.size() == known || extended.size() + 1 == max_scans) {
      messages.release();
      return report(check);
    }
    extended.push_back(std::make_unique<Site>(site.with_pages(declared)));
  }
}

}  // namespace

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink) {
  return run(site, options, sink, nullptr);
}

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink,
                   CheckMemory& memory) {
  return run(site, options, sink, &memory.state());
}

}  // namespace hrefkit::site
