#include "hrefkit/site/fix/site_fixes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>

#include "hrefkit/site/file.h"
#include "hrefkit/site/fix/fix_target.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

bool has_fixes(Rule rule) {
  return may_be_fixed(rule);
}

bool is_build_folder(std::string_view path) {
  constexpr std::array<std::string_view, 6> names{"_build", "_site", "build",
                                                  "dist",   "out",   "public"};
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    if (std::find(names.begin(), names.end(), name) != names.end()) return true;
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  return false;
}

/// The search for repairs that hold.
class SiteFixes::Search {
 public:
  Search(Site const& site, CheckOptions const& options, FixOptions const& fix,
         std::function<void()> const& progress, SiteFixes& found)
      : site_(site),
        options_(options),
        fix_(fix),
        progress_(progress),
        found_(found),
        is_build_(is_build_folder(site.options().root)) {
    found.is_in_sources_ = !options.sources.empty();
  }

  void run() {
    find_repairs();
    if (found_.is_stopped_) return;
    take_back_shared_sources();
    constexpr int max_rounds = 8;
    for (round_ = 1; any_left(); ++round_) {
      make_edits();
      if (!take_back_bad(round_ == max_rounds)) break;
    }
    make_edits();
    make_source_edits();
    for (Repair const& repair : repairs_) {
      if (repair.why.empty()) continue;
      found_.taken_back_.push_back(
          {std::string(site_.file_path(repair.entry)), repair.line, repair.column, repair.why});
    }
    found_.generated_.assign(generated_.begin(), generated_.end());
  }

 private:
  using SourcePlace = std::pair<std::string, std::size_t>;  // a file and an offset

  struct Repair {
    EntryId entry = no_entry;
    Rule rule = Rule::missing_file;
    std::size_t line = 1;
    std::size_t column = 1;
    std::string raw;
    std::vector<FixEdit> edits;
    SourcePlace source;  ///< with sources
    FixEdit in_source;
    std::string why;  ///< it was taken back; empty: it was not
    int round = 0;    ///< in which it was taken back
  };

  /// A part of a file that a repair has written.
  struct Written {
    std::size_t begin = 0;  ///< in the new bytes
    std::size_t end = 0;
    std::size_t old_end = 0;
    std::size_t old_begin = 0;
    std::size_t repair = 0;
  };

  /// A place of the repaired site in the site as it is.
  struct OldPlace {
    std::size_t offset = 0;
    std::optional<std::size_t> repair = {};  ///< that has written it
  };

  CheckSink sink(std::function<bool(Finding const&)> take) const {
    return {.finding = std::move(take), .progress = progress_};
  }

  std::uint64_t hash_of(std::string_view text) const { return text::hash64(text, seed_); }

  /// The file of a finding; `no_entry` where it is not one of the folder.
  EntryId entry_of(Finding const& finding) {
    if (finding.file == last_file_) return last_entry_;
    last_file_ = finding.file;
    last_entry_ = site_.entry(below(site_.options().root, finding.file));
    if (last_entry_ != no_entry && site_.file_path(last_entry_) != finding.file) {
      last_entry_ = no_entry;
    }
    return last_entry_;
  }

  /// What makes two findings of two checks the same.
  std::uint64_t key_of(Finding const& finding, std::size_t offset) const {
    // That of a page stands at its first link that depends on the encoding.
    const bool is_of_page = finding.rule == Rule::undeclared_encoding;
    std::uint64_t hash = hash_of(finding.file);
    hash = text::mix64(hash ^ (static_cast<std::uint64_t>(finding.rule) + 1));
    hash = text::mix64(hash ^ (is_of_page ? 0 : offset));
    const bool has_place = finding.length != 0;
    return has_place || is_of_page ? hash : text::hash64(finding.url.value_or(""), hash);
  }

  bool is_wanted(Finding const& finding) const {
    std::vector<Rule> const& rules = fix_.rules;
    return rules.empty() || std::find(rules.begin(), rules.end(), finding.rule) != rules.end();
  }

  void find_repairs() {
    CheckOptions options = options_;
    options.finds_fixes = true;
    const CheckSummary summary = check(site_, options, sink([this](Finding const& finding) {
                                         add(finding);
                                         return true;
                                       }));
    found_.is_stopped_ = summary.asked.is_stopped;
  }

  void add(Finding const& finding) {
    ++before_[key_of(finding, finding.offset)];
    if (fix_.is_wanted && !fix_.is_wanted(finding)) return;
    ++found_.found_[static_cast<std::size_t>(finding.severity)];
    const EntryId entry = entry_of(finding);
    const SourcePlace source{finding.source.file, finding.source.offset};
    const bool has_source = finding.source.has_fix();
    if (finding.source.has_line() && !has_source) keep_source(source);
    if (!finding.fix.is_there() || !is_wanted(finding) || entry == no_entry) return;
    if (found_.is_in_sources_ && !has_source) {
      ++found_.without_source_;
      return;
    }
    if (!found_.is_in_sources_ && (finding.fix.is_in_generated || is_build_)) {
      generated_.insert(std::string(finding.file));
      if (!fix_.in_generated) return;
    }
    // Two findings of one link have one repair.
    if (!places_.emplace(entry, finding.fix.offset).second) return;
    by_target_[hash_of(url::without_query(finding.fix.url))].push_back(repairs_.size());
    if (const auto fragment = url::fragment_of(finding.fix.url)) {
      const std::string page(url::without_fragment(finding.fix.url));
      by_target_[hash_of(page + "#" + decode_fragment(*fragment))].push_back(repairs_.size());
    }
    by_file_[entry].push_back(repairs_.size());
    if (has_source) by_source_[source].push_back(repairs_.size());
    repairs_.push_back({.entry = entry,
                        .rule = finding.rule,
                        .line = finding.line,
                        .column = finding.column,
                        .raw = std::string(finding.raw),
                        .edits = {finding.fix.edits.begin(), finding.fix.edits.end()},
                        .source = source,
                        .in_source = {finding.source.offset,
                                      has_source ? finding.fix.edits[0].before : std::string(),
                                      std::string(finding.source.fix)},
                        .why = {},
                        .round = 0});
  }

  /// A source that has a finding without a repair in the same place stays: the build would carry
  /// the change over to that, too.
  void keep_source(SourcePlace const& source) { kept_sources_.insert(source); }

  /// Takes back the repairs of sources that would change in two ways, or in a place that is kept.
  void take_back_shared_sources() {
    for (auto const& [source, numbers] : by_source_) {
      Repair const& first = repairs_[numbers.front()];
      const bool is_one = !kept_sources_.contains(source) &&
                          std::all_of(numbers.begin(), numbers.end(), [&](std::size_t number) {
                            return repairs_[number].in_source.after == first.in_source.after;
                          });
      if (is_one) continue;
      take_back(numbers, "its place in " + source.first +
                             " makes several links, which need different repairs");
    }
  }

  void make_source_edits() {
    for (auto const& [source, numbers] : by_source_) {
      Repair const& repair = repairs_[numbers.front()];
      if (repair.why.empty()) found_.source_edits_[source.first].edits.push_back(repair.in_source);
    }
    for (auto& [path, file] : found_.source_edits_) {
      std::string bytes;
      if (read_file(path, bytes)) file.old = hash_of_bytes(bytes);
    }
  }

  bool any_left() const {
    return std::any_of(repairs_.begin(), repairs_.end(),
                       [](Repair const& repair) { return repair.why.empty(); });
  }

  /// Sets the replacements to those of the repairs that are left.
  void make_edits() {
    auto edits = std::make_shared<SiteEdits>();
    written_.clear();
    for (std::size_t i = 0; i < repairs_.size(); ++i) {
      Repair const& repair = repairs_[i];
      if (!repair.why.empty()) continue;
      FileEdits& file = (*edits)[repair.entry];
      for (FixEdit const& edit : repair.edits) {
        file.edits.push_back(edit);
        written_[repair.entry].push_back({.begin = 0,
                                          .end = edit.after.size(),
                                          .old_end = edit.offset + edit.before.size(),
                                          .old_begin = edit.offset,
                                          .repair = i});
      }
    }
    for (auto& [entry, places] : written_) {
      std::sort(places.begin(), places.end(),
                [](Written const& a, Written const& b) { return a.old_begin < b.old_begin; });
      std::size_t longer = 0;  // modulo 2 to the power of 64
      for (Written& place : places) {
        const std::size_t size = place.end;
        place.begin = place.old_begin + longer;
        place.end = place.begin + size;
        longer += size - (place.old_end - place.old_begin);
      }
    }
    for (auto file = edits->begin(); file != edits->end();) {
      std::string bytes;
      const bool is_read = site_.read_file(file->first, bytes).has_value();
      std::vector<FixEdit>& places = file->second.edits;
      std::sort(places.begin(), places.end(),
                [](FixEdit const& a, FixEdit const& b) { return a.offset < b.offset; });
      file->second.old = hash_of_bytes(bytes);
      if (is_read && splice(places, bytes)) {
        ++file;
        continue;
      }
      take_back_all(file->first, "the file has changed while it was checked");
      written_.erase(file->first);
      file = edits->erase(file);
    }
    found_.edits_ = std::move(edits);
  }

  OldPlace old_place_of(Finding const& finding) {
    const auto file = written_.find(site_.source(entry_of(finding)));
    if (file == written_.end()) return {finding.offset};
    std::vector<Written> const& places = file->second;
    const auto behind = std::upper_bound(
        places.begin(), places.end(), finding.offset,
        [](std::size_t offset, Written const& place) { return offset < place.begin; });
    if (behind == places.begin()) return {finding.offset};
    Written const& last = *(behind - 1);
    if (finding.offset < last.end) return {last.old_begin, last.repair};
    return {last.old_end + (finding.offset - last.end)};
  }

  /// Checks the repaired site, and takes back what is not better. False where all is well.
  bool take_back_bad(bool is_last_round) {
    CheckOptions options = options_;
    options.external = nullptr;  // it has nothing new to say
    options.sources.clear();
    std::unordered_map<std::uint64_t, std::size_t> after;
    bool is_bad = false;
    const Site repaired = with_edits(site_, found_.edits_);
    last_file_.clear();
    check(repaired, options, sink([&](Finding const& finding) {
            // These are about links to other sites, which are not asked for here.
            const bool is_of_all = finding.rule == Rule::nothing_checked;
            const OldPlace place = old_place_of(finding);
            const std::uint64_t key = key_of(finding, place.offset);
            const auto before = before_.find(key);
            const std::size_t known = before == before_.end() ? 0 : before->second;
            const bool is_left = place.repair && repairs_[*place.repair].rule == finding.rule;
            const bool is_new = ++after[key] > known || is_left;
            if (is_of_all || !is_new) return true;
            is_bad = true;
            take_back(finding, place);
            return true;
          }));
    if (is_bad && is_last_round) {
      for (Repair& repair : repairs_) {
        if (repair.why.empty()) repair.why = "with other repairs it makes new findings";
      }
    }
    return is_bad;
  }

  void take_back(Finding const& finding, OldPlace const& place) {
    const std::string message(finding.message);
    const std::string at = std::string(finding.file) + ":" + std::to_string(finding.line) + ": ";
    if (place.repair) {
      return take_back(repairs_[*place.repair], "its repair would not help: " + message + " [" +
                                                    std::string(name(finding.rule)) + "]");
    }
    const std::string why = "its repair would make a new finding: " + at + message + " [" +
                            std::string(name(finding.rule)) + "]";
    // Repairs that lead to the page with the new finding, as to an id that it has twice.
    const EntryId entry = entry_of(finding);
    if (entry != no_entry) {
      for (std::string const& target : {std::string(finding.url.value_or("")), site_.url(entry)}) {
        const auto leading = by_target_.find(hash_of(target));
        if (leading != by_target_.end() && take_back(leading->second, why)) return;
      }
      const auto near = by_file_.find(site_.source(entry));
      if (near != by_file_.end() && take_back(near->second, why)) return;
    }
    if (std::exchange(all_taken_, round_) == round_) return;
    for (Repair& repair : repairs_) take_back(repair, why);
  }

  /// False where none of the repairs was made in this round.
  bool take_back(std::vector<std::size_t> const& numbers, std::string const& why) {
    bool is_any = false;
    for (const std::size_t number : numbers) {
      Repair& repair = repairs_[number];
      is_any |= repair.why.empty() || repair.round == round_;
      take_back(repair, why);
    }
    return is_any;
  }

  void take_back(Repair& repair, std::string const& why) {
    if (!repair.why.empty()) return;
    repair.why = "'" + repair.raw + "': " + why;
    repair.round = round_;
    const auto same = by_source_.find(repair.source);
    if (same == by_source_.end()) return;
    for (const std::size_t number : same->second) {
      if (!repairs_[number].why.empty()) continue;
      repairs_[number].why = repair.why;
      repairs_[number].round = round_;
    }
  }

  void take_back_all(EntryId entry, std::string const& why) {
    for (Repair& repair : repairs_) {
      if (repair.entry == entry) take_back(repair, why);
    }
  }

  Site const& site_;
  CheckOptions const& options_;
  FixOptions const& fix_;
  std::function<void()> const& progress_;
  SiteFixes& found_;
  bool is_build_;
  std::uint64_t seed_ = text::random_seed();
  std::unordered_map<std::uint64_t, std::size_t> before_;  // findings, by key
  std::vector<Repair> repairs_;                            // in the order of the findings
  std::set<std::pair<EntryId, std::size_t>> places_;       // of them
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_target_;  // by hash of the URL
  std::unordered_map<EntryId, std::vector<std::size_t>> by_file_;
  std::map<SourcePlace, std::vector<std::size_t>> by_source_;
  std::set<SourcePlace> kept_sources_;
  std::set<std::string> generated_;
  std::map<EntryId, std::vector<Written>> written_;
  int round_ = 0;
  int all_taken_ = 0;  // the round in which all were taken back
  std::string last_file_;
  EntryId last_entry_ = no_entry;
};

SiteFixes SiteFixes::find(Site const& site, CheckOptions const& options, FixOptions const& fix,
                          std::function<void()> const& progress) {
  SiteFixes found;
  found.site_ = &site;
  Search(site, options, fix, progress, found).run();
  return found;
}

void SiteFixes::drop(EntryId entry) {
  auto fewer = std::make_shared<SiteEdits>(*edits_);
  fewer->erase(entry);
  edits_ = std::move(fewer);
}

}  // namespace hrefkit::site
