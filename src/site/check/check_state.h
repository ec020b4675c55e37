// What the steps of a check share: what is checked, and what is known by now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/causes.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/folder_map.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/pages/site_pages.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/source_finder.h"

namespace hrefkit::site {

// What a check keeps for the next one: the result of the scan pass for each page.

struct CheckMemory::State {
  /// One page.
  struct Page {
    std::uint64_t stamp = 0;  ///< 0: nothing is known
    PageFacts facts;
  };

  AnchorHash hash;  // the facts have ids as its numbers
  std::uint64_t names = 0;
  std::string redirects;
  std::vector<Page> pages;

  /// Forgets all pages unless names and redirects are those of the last check.
  void begin(Site const& site, SiteRedirects const& read);

  /// What is known of a page, when its file is as it was; else null.
  PageFacts const* find(std::uint32_t page, std::uint64_t stamp) const;
  void keep(PageFacts const& facts, std::uint64_t stamp);
};

class FormerSite;

// Rows that the scan pass made, kept until it is known that they are all.

/// The rows of pages, by the pages' numbers.
class KeptRows {
 public:
  /// What is kept of a page.
  struct Page {
    PageRows rows;
    CheckSummary tally;
  };

  /// Keeps the rows of a page that has them, unless too many wait.
  void keep(PageFacts const& facts) {
    if (!facts.has_rows || bytes_ + facts.rows.bytes() > max_bytes) return;
    bytes_ += facts.rows.bytes() + sizeof(Page);
    pages_.emplace(facts.number, Page{facts.rows, facts.rows_tally});
  }

  /// Forgets the rows of a page: they are not all.
  void drop(std::uint32_t page) { pages_.erase(page); }

  /// What is kept of a page; null for nothing.
  Page const* find(std::uint32_t page) const {
    const auto found = pages_.find(page);
    return found == pages_.end() ? nullptr : &found->second;
  }

 private:
  /// So many bytes of rows wait at most; pages past that are read again.
  static constexpr std::size_t max_bytes = std::size_t{12} << 20;

  std::map<std::uint32_t, Page> pages_;
  std::size_t bytes_ = 0;
};

/// The page scanners of a check. Each is used by one thread at a time; the passes take turns.
class ScannerPool {
 public:
  using Make = std::function<std::unique_ptr<PageScanner>()>;

  explicit ScannerPool(Make make) : make_(std::move(make)) {}

  /// A scanner for one thread, returned to the pool at the end of the lease.
  class Lease {
   public:
    Lease() = default;
    Lease(Lease const&) = delete;
    Lease& operator=(Lease const&) = delete;
    ~Lease() {
      if (scanner_) from_->put_back(std::move(scanner_));
    }

    PageScanner& from(ScannerPool& pool) {
      if (!scanner_) scanner_ = pool.lend();
      from_ = &pool;
      return *scanner_;
    }

   private:
    ScannerPool* from_ = nullptr;
    std::unique_ptr<PageScanner> scanner_;
  };

 private:
  std::unique_ptr<PageScanner> lend() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return make_();
    auto scanner = std::move(waiting_.back());
    waiting_.pop_back();
    return scanner;
  }

  /// Without memory for the list, the next thread makes its own.
  void put_back(std::unique_ptr<PageScanner> scanner) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      waiting_.push_back(std::move(scanner));
    } catch (std::bad_alloc const&) {
    }
  }

  Make make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PageScanner>> waiting_;
};

/// FAST: the ids that are looked up behind the use `at` are fetched from memory meanwhile.
template <class Uses>
void expect_uses(AnchorStore const& anchors, Uses const& uses, std::size_t at) {
  constexpr std::size_t ahead = 8;
  if (at + 2 * ahead < uses.size()) anchors.expect(uses[at + 2 * ahead].to);
  if (at + ahead < uses.size()) anchors.expect_soon(uses[at + ahead].to);
}

/// The fragments that wait for the ids of all pages.
struct WaitingUses {
  std::deque<AnchorUse> uses;             ///< may lead to nothing, or to an id that stands twice
  std::unordered_set<AnchorKey> doubled;  ///< ids that stand twice
  /// Pages, and pages to which they lead readers; only where redirected links are findings.
  std::deque<std::pair<std::uint32_t, std::uint32_t>> leads;

  bool asks_for_doubled(AnchorUse const& use) const {
    return !doubled.empty() && (doubled.contains(use.key()) || doubled.contains(use.decoded_key()));
  }

  /// True when a use is answered: its id is there, and once.
  bool is_over(AnchorUse const& use, AnchorStore const& anchors) const {
    return anchors.contains(use.key()) && !asks_for_doubled(use);
  }

  /// Forgets the uses that are over, if there are half as many again as the last time left: most
  /// lead to a page that is scanned soon.
  void forget_some(AnchorStore const& anchors);

 private:
  static constexpr std::size_t min_uses = std::size_t{1} << 16;

  std::size_t max_uses_ = min_uses;  // that wait before some are forgotten
};

/// One check. Only `scanners` is used by several threads at a time.
struct CheckState {
  /// `memory`: null where nothing is kept from check to check. All must outlive this.
  CheckState(Site const& site, CheckOptions const& options, CheckSink const& sink,
             CheckMemory::State* memory);
  ~CheckState();

  /// True for a page whose findings are wanted.
  bool is_reported(std::uint32_t page) const { return reported.empty() || reported[page]; }
  std::string file_path(std::uint32_t page) const { return site.file_path(site.pages()[page]); }

  /// Reports why what pages say of each other cannot be kept, or read back; it is then left out.
  void drop_pages(std::string const& why);
  /// Reports a page that could not be read.
  void trouble(std::uint32_t page, std::string const& why);
  /// Adds what a page, or a part of its links, came to.
  void count(CheckSummary const& part);
  void read_redirects();
  void add_host_rules();
  void add_redirects(std::string name, std::string path, std::string bytes, bool is_in_root);
  /// Emits a finding; false where no more is wanted.
  bool send(Finding finding);
  void find_source(Finding& finding);

  Site const& site;
  CheckOptions const& options;
  CheckSink const& sink;
  CheckMemory::State* memory;
  std::vector<bool> reported;      ///< by page; empty: all are
  std::vector<bool> linked_files;  ///< by entry; for orphans
  AnchorHash hash;
  FoldedNames names;
  SiteRedirects redirects;
  SiteFacts facts;
  WaitingUses waiting;
  ExternalTargets externals;  ///< addresses of other sites, where they are asked for
  KeptRows kept;
  LostLinks lost;
  std::optional<Causes> causes;  ///< once all pages were scanned
  FolderMap folders;
  SheetEncodings sheets;
  ScriptGraph scripts;
  std::set<std::string, std::less<>> computed_folders;  ///< of scripts that compute file names
  /// Pages behind links out of the folder to which links lead, each with its link.
  std::set<std::pair<EntryId, EntryId>> unread_pages;
  std::map<EntryId, html::ContentType> declared;  ///< what links say of files that are no pages
  ScannerPool scanners;
  std::unique_ptr<SourceFinder> sources;  ///< null: nobody asked for the sources
  std::unique_ptr<FormerSite> former;     ///< null: nobody asked what is new
  std::unique_ptr<SitePages> pages;       ///< null: nobody asked for the pages
  CheckSummary summary;
};

}  // namespace hrefkit::site
