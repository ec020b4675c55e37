// A check runs in three steps.
//
// 1. The first look. Workers judge the links of the pages, one page at a time, and share nothing.
//    What a page came to (PageFacts) goes to one place in the order of the pages: ids into a set,
//    fragments that ask for ids of other pages into a list.
// 2. The merge. Each fragment is looked up in the set. A page that holds a missing one needs a
//    second look.
// 3. The second look. Pages with findings are read again and their rows are made, in order. With
//    all ids known, each link gets the same verdict as before, and a fragment gets its final one.
#include "hrefkit/site/check.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "hrefkit/site/check/check_memory.h"
#include "hrefkit/site/check/first_look.h"
#include "hrefkit/site/check/folder_map.h"
#include "hrefkit/site/check/ignored_uses.h"
#include "hrefkit/site/check/looks.h"
#include "hrefkit/site/check/page_rows.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/check/second_look.h"
#include "hrefkit/site/check/sheet_encodings.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/ordered.h"

namespace hrefkit::site {

namespace {

void add(CheckSummary& sum, CheckSummary const& part) {
  sum.links += part.links;
  sum.fine += part.fine;
  sum.found += part.found;
  sum.external += part.external;
  sum.ignored += part.ignored;
  for (std::size_t i = 0; i < not_judged_count; ++i) sum.not_judged[i] += part.not_judged[i];
  sum.errors += part.errors;
  sum.warnings += part.warnings;
}

/// A page on its way through the first look.
struct FirstJob {
  PageFacts facts;
  std::uint64_t stamp = 0;  ///< of its file
};

/// A page on its way through the second look.
struct SecondJob {
  std::uint32_t number = 0;
  PageRows rows;
  CheckSummary tally;
  std::optional<std::string> error;
  bool is_too_long = false;
};

/// Rows that were made at the first look.
struct KeptRows {
  PageRows rows;
  CheckSummary tally;
};

/// So many bytes of such rows wait at most; pages past that are looked at again.
constexpr std::size_t most_kept_bytes = std::size_t{12} << 20;

/// FAST: the ids that are looked up next are fetched from memory meanwhile.
constexpr std::size_t keys_ahead = 8;

/// One check.
class Check {
 public:
  Check(Site const& site, CheckOptions const& options, CheckSink const& sink,
        CheckMemory::State* memory)
      : site_(site),
        options_(options),
        sink_(sink),
        memory_(memory),
        hash_(memory == nullptr ? AnchorHash() : memory->hash),
        names_(site),
        folders_(site),
        looks_([this] {
          auto look = std::make_unique<FirstLook>(site_, redirects_, hash_, names_, options_);
          look->second_look().page().sheets = &sheets_;
          return look;
        }) {}

  CheckSummary run() {
    for (std::uint32_t page = 0; page < site_.pages().size(); ++page) {
      if (is_reported(page)) ++(site_.is_document(page) ? summary_.pages : summary_.other_files);
    }
    facts_.flags.assign(site_.pages().size(), 0);
    is_looked_at_.assign(site_.pages().size(), false);
    read_redirects();
    if (memory_ != nullptr) memory_->begin(site_, redirects_bytes_);
    first_looks();
    merge();
    second_looks();
    if (options_.map_folders) folders_.give(summary_);
    return summary_;
  }

 private:
  void read_redirects() {
    const EntryId entry = site_.entry(redirects_name);
    if (entry == no_entry) return;
    if (!read_regular_file(site_.file_path(entry), redirects_bytes_)) return;
    redirects_ = Redirects(redirects_bytes_, site_.origin());
  }

  void trouble(std::uint32_t page, std::string const& why) {
    summary_.failed = true;
    if (sink_.trouble) sink_.trouble(site_.file_path(site_.pages()[page]), why);
  }

  /// Of the pages that are not reported, those are read which links with fragments lead to, unless
  /// the answer depends on all pages.
  void first_looks() {
    const bool has_redirects = !redirects_bytes_.empty() &&
                               (!options_.is_reported || options_.is_reported(redirects_name));
    if (options_.orphans || options_.map_folders || has_redirects) {
      look_at_pages([](std::uint32_t) { return true; });
    } else {
      look_at_pages([this](std::uint32_t page) { return is_reported(page); });
      std::vector<bool> asked(site_.pages().size(), sheets_.has_waiting());
      for (AnchorUse const& use : uses_) asked[use.to] = true;
      look_at_pages([&](std::uint32_t page) { return asked[page]; });
    }
    look_at_waiting_sheets();
  }

  /// Has the first looks at the pages that `is_wanted`, in order, each once.
  void look_at_pages(std::function<bool(std::uint32_t)> const& is_wanted) {
    std::uint32_t next = 0;
    look_at([&](FirstJob& job) {
      while (next < is_looked_at_.size() && (is_looked_at_[next] || !is_wanted(next))) ++next;
      if (next == is_looked_at_.size()) return false;
      is_looked_at_[next] = true;
      job.facts.number = next++;
      return true;
    });
  }

  void look_at_waiting_sheets() {
    for (auto round = sheets_.begin_round(); !round.empty(); round = sheets_.begin_round()) {
      std::size_t at = 0;
      look_at([&](FirstJob& job) {
        if (at == round.size()) return false;
        job.facts.number = round[at++];
        return true;
      });
    }
  }

  /// Has the first looks at those pages that `take_job` names.
  void look_at(std::function<bool(FirstJob&)> const& take_job) {
    run_in_order<FirstJob, Looks::Lent>(
        options_.threads, take_job,
        [&](FirstJob& job, Looks::Lent& worker, Turn& turn) {
          if (!remember(job)) {
            try {
              worker.from(looks_).look(job.facts);
            } catch (std::bad_alloc const&) {
              job.facts.error = "out of memory";
            }
          }
          turn.finish(job.facts.bytes());
        },
        [&](FirstJob& job) {
          if (job.facts.waits) {
            sheets_.wait(job.facts.number);
            return true;
          }
          take(job.facts);
          // What a sheet comes to may depend on other pages.
          const bool is_kept = memory_ != nullptr && !sheets_.find(job.facts.number);
          if (is_kept) memory_->keep(job.facts, job.stamp);
          return true;
        });
  }

  /// Takes what is known of a page; false when its file has changed. The state of the file is told
  /// before the file is read: what changes in between is seen by the next check.
  bool remember(FirstJob& job) const {
    if (memory_ == nullptr) return false;
    job.stamp = file_stamp(site_.file_path(site_.pages()[job.facts.number]));
    PageFacts const* const known = memory_->find(job.facts.number, job.stamp);
    if (known != nullptr) job.facts = *known;
    return known != nullptr;
  }

  void take(PageFacts const& facts) {
    if (sink_.progress) sink_.progress();
    std::uint8_t& flags = facts_.flags[facts.number];
    if (!facts.error.empty()) {
      flags |= flag_unread;
      trouble(facts.number, facts.error);
      return;
    }
    if (!facts.skipped.empty()) return skip(facts);
    if (!facts.fault.empty() && sink_.fault) {
      sink_.fault(site_.file_path(site_.pages()[facts.number]) + ":" + facts.fault_place,
                  facts.fault);
    }
    if (!facts.has_ids) flags |= flag_no_ids;
    if (facts.needs_second_look) flags |= flag_second_look;
    if (facts.redirects) flags |= flag_redirects;
    if (facts.has_usemap) flags |= flag_usemap;
    for (const std::uint32_t sheet : facts.sheets) sheets_.refer(sheet, facts.encoding);
    insert_anchors(facts.anchors);
    doubled_.reserve(facts.doubled.size());
    for (const AnchorKey key : facts.doubled) doubled_.insert(key);
    has_doubles_ |= !facts.doubled.empty();
    take_uses(facts.uses);
    uses_.insert(uses_.end(), facts.own_uses.begin(), facts.own_uses.end());
    if (options_.orphans) {
      for (const std::uint32_t page : facts.leads_to) facts_.flags[page] |= flag_linked;
    }
    if (options_.map_folders) folders_.add(facts.number, facts.leads_to);
    add(summary_, facts.tally);
    if (site_.is_document(facts.number) && !facts.redirects) {
      count_canonical(facts.canonical_root);
    }
    keep_rows(facts);
  }

  void insert_anchors(std::span<AnchorKey const> keys) {
    facts_.anchors.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + keys_ahead < keys.size()) facts_.anchors.expect(keys[i + keys_ahead]);
      facts_.anchors.insert(keys[i]);
    }
  }

  /// Keeps what is not known to be there.
  void take_uses(std::span<AnchorUse const> uses) {
    for (std::size_t i = 0; i < uses.size(); ++i) {
      if (i + keys_ahead < uses.size()) facts_.anchors.expect(uses[i + keys_ahead].key);
      AnchorUse const& use = uses[i];
      if (!facts_.anchors.contains(use.key) || is_doubled(use)) uses_.push_back(use);
    }
  }

  /// A file that holds no text is no page: fragments of it are not judged.
  void skip(PageFacts const& facts) {
    facts_.flags[facts.number] |= flag_unread;
    if (!is_reported(facts.number)) return;
    --(site_.is_document(facts.number) ? summary_.pages : summary_.other_files);
    if (sink_.fault) sink_.fault(site_.file_path(site_.pages()[facts.number]), facts.skipped);
  }

  bool is_doubled(AnchorUse const& use) const {
    return has_doubles_ && (doubled_.contains(use.key) || doubled_.contains(use.decoded));
  }

  /// Boyer and Moore's majority vote: one name and one number are enough.
  void count_canonical(std::string const& root) {
    if (votes_ == 0) summary_.canonical_root = root;
    votes_ += root == summary_.canonical_root ? 1 : -1;
  }

  /// Keeps the rows of a page until it is known that they are all.
  void keep_rows(PageFacts const& facts) {
    if (!facts.has_rows || kept_bytes_ + facts.rows.bytes() > most_kept_bytes) return;
    kept_bytes_ += facts.rows.bytes() + sizeof(KeptRows);
    kept_.emplace(facts.number, KeptRows{facts.rows, facts.rows_tally});
  }

  void look_again(std::uint32_t page) {
    facts_.flags[page] |= flag_second_look;
    kept_.erase(page);
  }

  void merge() {
    if (votes_ <= 0) summary_.canonical_root.clear();
    std::optional<IgnoredUses> ignored;
    if (has_doubles_) ignored.emplace(site_, redirects_, hash_);
    for (std::size_t i = 0; i < uses_.size(); ++i) {
      if (i + keys_ahead < uses_.size()) facts_.anchors.expect(uses_[i + keys_ahead].key);
      AnchorUse const& use = uses_[i];
      if (facts_.lacks(use)) look_again(use.from);
      if (has_doubles_) ask_for_doubles(use, *ignored);
    }
    std::deque<AnchorUse>().swap(uses_);
    if (options_.orphans) find_orphans();
  }

  /// A page that has the id twice needs a second look, unless the links that ask are ignored.
  void ask_for_doubles(AnchorUse const& use, IgnoredUses& ignored) {
    if (options_.severities[Rule::duplicate_id] == Severity::off || !is_reported(use.to)) return;
    for (const AnchorKey key : {use.key, use.decoded}) {
      if (!doubled_.contains(key) || facts_.asked_doubles.contains(key)) continue;
      if (ignored.has(use)) return;
      facts_.asked_doubles.insert(key);
      look_again(use.to);
      facts_.flags[use.to] |= flag_doubled;
    }
  }

  bool is_reported(std::uint32_t page) const {
    return !options_.is_reported || options_.is_reported(site_.path(site_.pages()[page]));
  }

  /// Pages that no other file leads to. The site's own index, error pages, pages that only redirect
  /// from old addresses, and files that are shown within pages are not orphans.
  void find_orphans() {
    const Lookup home = site_.find_below_root("/");
    for (std::uint32_t page = 0; page < facts_.flags.size(); ++page) {
      const std::string path = site_.path(site_.pages()[page]);
      const bool is_error_page = path == "404.html" || path.ends_with("/404.html");
      const bool is_special = site_.pages()[page] == home.entry || is_error_page ||
                              site_.is_svg_page(page) || !site_.is_document(page);
      if (is_special || !is_reported(page) ||
          (facts_.flags[page] & (flag_linked | flag_unread | flag_redirects)) != 0)
        continue;
      facts_.flags[page] |= flag_orphan;
      look_again(page);
    }
  }

  void second_looks() {
    std::uint32_t next = 0;
    run_in_order<SecondJob, Looks::Lent>(
        options_.threads, [&](SecondJob& job) { return take_job(job, next); },
        [&](SecondJob& job, Looks::Lent& worker, Turn& turn) {
          look(job, worker);
          turn.finish(job.rows.bytes());
        },
        [&](SecondJob& job) { return give(job); });
    if (!summary_.stopped) give_redirects("\xFF");
  }

  SecondLook& second_look(Looks::Lent& worker) {
    SecondLook& second = worker.from(looks_).second_look();
    second.use(facts_);
    return second;
  }

  bool take_job(SecondJob& job, std::uint32_t& next) {
    while (next < facts_.flags.size() && (facts_.flags[next] & flag_second_look) == 0) ++next;
    if (next == facts_.flags.size()) return false;
    job.number = next++;
    job.rows.clear();
    job.tally = {};
    job.error.reset();
    job.is_too_long = false;
    return true;
  }

  void look(SecondJob& job, Looks::Lent& worker) {
    if (const auto kept = kept_.find(job.number); kept != kept_.end()) {
      job.rows = kept->second.rows;
      job.tally = kept->second.tally;
      return;
    }
    try {
      const auto keep = [&](Finding const& finding) {
        job.is_too_long = job.rows.is_full();
        if (!job.is_too_long) job.rows.add(finding);
        return !job.is_too_long;
      };
      job.error = second_look(worker).look(job.number, job.tally, keep);
    } catch (std::bad_alloc const&) {
      job.error = "out of memory";
    }
  }

  bool give(SecondJob& job) {
    if (!give_redirects(site_.path(site_.pages()[job.number]))) return false;
    if (job.error) {
      trouble(job.number, *job.error);
      return true;
    }
    if (job.is_too_long) return give_long(job);
    add(summary_, job.tally);
    for (std::size_t i = 0; i < job.rows.size(); ++i) {
      if (!send(job.rows.at(i))) return false;
    }
    return true;
  }

  /// A page with very many findings is read again, now that its rows can be given as they come.
  bool give_long(SecondJob& job) {
    CheckSummary tally;
    const auto error = second_look(long_look_).look(job.number, tally, [&](Finding const& finding) {
      return send(finding);
    });
    if (error) trouble(job.number, *error);
    add(summary_, tally);
    return !summary_.stopped;
  }

  bool send(Finding const& finding) {
    if (sink_.finding && !sink_.finding(finding)) summary_.stopped = true;
    return !summary_.stopped;
  }

  /// Gives the findings of the redirects when their turn has come: before the page `before`.
  bool give_redirects(std::string const& before) {
    if (redirects_given_ || before < redirects_name) return true;
    redirects_given_ = true;
    if (redirects_bytes_.empty()) return true;
    return find_redirect_findings({site_, redirects_, hash_, names_, facts_}, redirects_bytes_,
                                  options_, summary_,
                                  [this](Finding const& finding) { return send(finding); });
  }

  Site const& site_;
  CheckOptions const& options_;
  CheckSink const& sink_;
  CheckMemory::State* memory_;
  AnchorHash hash_;
  FoldedNames names_;
  std::string redirects_bytes_;
  Redirects redirects_;
  bool redirects_given_ = false;
  SiteFacts facts_;
  std::vector<bool> is_looked_at_;  // by page
  AnchorSet doubled_;
  bool has_doubles_ = false;
  std::deque<AnchorUse> uses_;
  FolderMap folders_;
  SheetEncodings sheets_;
  std::map<std::uint32_t, KeptRows> kept_;  // by page
  std::size_t kept_bytes_ = 0;
  std::ptrdiff_t votes_ = 0;  // for the canonical origin
  Looks looks_;
  Looks::Lent long_look_;  // returns what it has before `looks_` goes
  CheckSummary summary_;
};

}  // namespace

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink) {
  return Check(site, options, sink, nullptr).run();
}

CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink,
                   CheckMemory& memory) {
  return Check(site, options, sink, &memory.state()).run();
}

}  // namespace hrefkit::site
