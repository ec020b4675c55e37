// The same finding of many pages as one: a broken link of a menu is one fault, whatever the number
// of pages that have the menu.
//
//   FindingGroups groups(GroupBy::cause);
//   GroupPrinter& printer = groups.add({.print = print});
//   groups.emit(finding);  // as often as there are some
//   groups.end();          // print has heard of each group at the place of its first finding
//
// Findings wait until all are known, up to a limit of number and bytes. Past it, single findings
// are printed at once, and the groups known at that time come last. The reports of a run share the
// findings that wait.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/site/finding.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// What makes two findings one.
enum class GroupBy : std::uint8_t {
  cause,   ///< rule, URL and element, on different pages; findings of one page stay apart
  target,  ///< rule and URL, wherever they are
};

/// Which places a group has besides that of its first finding.
enum class GroupPlaces : bool {
  named,  ///< those on the next two pages, for forms that name three
  all,    ///< those of all findings, `FindingGroups::max_listed` at most
};

struct FindingGroup;

/// A report that prints groups.
struct GroupPrinter {
  /// Called with a group, whose views live during the call; false stops.
  std::function<bool(FindingGroup const& group)> print;
  /// Maximum number of groups that are printed.
  std::size_t max_printed = std::numeric_limits<std::size_t>::max();
  GroupPlaces places = GroupPlaces::named;
  std::size_t printed = 0;
  std::size_t left_out = 0;  ///< findings of groups past `max_printed`
  bool has_stopped = false;
};

/// A place in the build, or in the sources where it is known there, and is not that of the group's
/// first finding.
struct FindingPlace {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
  bool is_source = false;
};

/// A finding and where else it is.
struct FindingGroup {
  Finding first = {};                              ///< without base, suggestion and context
  std::size_t findings = 1;                        ///< of the group
  std::size_t pages = 1;                           ///< that have it
  std::span<FindingPlace const> more_places = {};  ///< see GroupPlaces
  /// It stands for all findings of a cause: `first` is about the folder, and `more_places` are the
  /// first places.
  bool is_cause = false;

  /// How many of the pages have no place here, where the places are those that are named.
  std::size_t unnamed_pages() const { return is_cause ? 0 : pages - 1 - more_places.size(); }
};

/// What the finding leads to, or else is about: a path below the root, with the fragment that is
/// missing in it, or a URL, or a reference that is not a URL.
std::string target_name(Finding const& finding);

/// The message without the reference as written, "'x/': ", with which most messages begin.
std::string_view message_beside_reference(Finding const& finding);

class FindingGroups {
 public:
  /// A group that is on so many pages is one.
  static constexpr std::size_t min_pages = 2;

  /// So many places are named.
  static constexpr std::size_t max_places = 3;

  /// So many places of one group are listed, and so many of all groups.
  static constexpr std::size_t max_listed = 1'000;
  static constexpr std::size_t max_listed_of_all = 500'000;

  explicit FindingGroups(GroupBy by) : by_(by) {}

  /// Adds a report, before the first finding. The result lives as long as this object.
  GroupPrinter& add(GroupPrinter printer);

  void emit(Finding const& finding);
  /// Prints a group that is none of these findings: before `end`, it stands before most of them.
  void print(FindingGroup group);
  void end();

 private:
  // So many findings, and about so many bytes of them, wait at most.
  static constexpr std::size_t max_waiting = 50'000;
  static constexpr std::size_t max_waiting_bytes = std::size_t{16} << 20;

  /// A finding with its own texts.
  class Kept {
   public:
    explicit Kept(Finding const& finding);
    Finding finding() const;

   private:
    Finding finding_;  // of its views only the sizes hold
    std::string texts_;
  };
  struct Group {
    std::size_t findings = 0;
    std::size_t pages = 0;
    std::size_t last_page = 0;
    bool is_printed = false;
    std::string first_source;  // of the first finding: file and offset; empty for none
    std::vector<FindingPlace> named_places;
    std::vector<FindingPlace> listed_places;  // if a printer lists all places
  };
  struct Waiting {
    Kept finding;
    Group* group;
  };

  text::Hash128 key_of(Finding const& finding) const;
  bool is_one(Group const& group) const;
  bool lists_place(Group const& group) const;
  void add_place(std::vector<FindingPlace>& places, Group const& group, Finding const& finding);
  void count(Group& group, Finding const& finding);
  void print_waiting();
  void print(Finding const& finding, Group const* group);
  void print(FindingGroup printed, Group const* group);

  GroupBy by_;
  std::deque<GroupPrinter> printers_;
  bool has_lists_ = false;  // a printer lists all places
  std::size_t listed_ = 0;  // places of all groups
  std::unordered_map<text::Hash128, Group, text::Hash128Hasher> groups_;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;  // of the findings that wait, and of the groups
  bool is_waiting_ = true;
  std::string last_file_;
  std::size_t page_ = 0;  // findings come page by page: the number of `last_file_`
};

// What the reports of a run share, so that groups and fingerprints are made once.

/// The path below `root`, so that it does not depend on where a report is made.
std::string_view below(std::string_view root, std::string_view file);

/// Makes keys of findings that stay the same from run to run.
class Fingerprints {
 public:
  explicit Fingerprints(std::string root) : root_(std::move(root)) {}

  /// A hash of the file, the rule, the value, and its number among equal ones; not of the line,
  /// which may move.
  std::string of(Finding const& finding);

 private:
  std::string root_;
  std::string file_;  // of the finding before; findings come file by file
  std::unordered_map<text::Hash128, std::size_t, text::Hash128Hasher> seen_;  // in that file
};

/// The findings of one cause that were emitted.
struct CauseFindings {
  std::size_t findings = 0;
  std::size_t links = 0;                  ///< of them, that are about a link
  Severity severity = Severity::off;      ///< the worst
  std::vector<FindingPlace> places = {};  ///< the first ones, on different pages
};

/// The groups, causes and fingerprints of a run's findings. A cause stands in the place of its
/// findings, before all others.
class SharedFindings {
 public:
  /// `root` is the folder as it was given.
  explicit SharedFindings(std::string root) : root_(root), fingerprints_(std::move(root)) {}

  /// The findings of causes are printed, too.
  void list_all() { lists_all_ = true; }
  bool lists_all() const { return lists_all_; }

  GroupPrinter& add(GroupBy by, GroupPrinter printer) {
    return (by == GroupBy::cause ? by_cause_ : by_target_).add(std::move(printer));
  }

  /// Adds a finding.
  void emit(Finding const& finding);
  /// Prints the causes, which are those of the check, and the findings that wait.
  void end(std::span<Cause const> causes);

  /// What was emitted of each cause, by its number; perhaps not of the last ones.
  std::span<CauseFindings const> of_causes() const { return of_causes_; }

  /// The fingerprint of the finding that was emitted last.
  std::string const& fingerprint(Finding const& finding);

 private:
  void count(Finding const& finding);

  std::string root_;
  bool lists_all_ = false;
  std::vector<CauseFindings> of_causes_;
  FindingGroups by_cause_{GroupBy::cause};
  FindingGroups by_target_{GroupBy::target};
  Fingerprints fingerprints_;
  std::string fingerprint_;  // empty: not made yet
};

// How many findings there are by rule, and of what leads to nothing most often.

class FindingCounts {
 public:
  struct Target {
    std::string_view name;
    std::size_t findings = 0;
  };

  void add(Finding const& finding);

  std::size_t all() const { return all_; }
  std::size_t of(Rule rule) const { return by_rule_[static_cast<std::size_t>(rule)]; }

  /// The rules that found something, the one with the most findings first.
  std::vector<Rule> rules() const;

  /// The targets of at least two findings, the one with the most first: `max` at most. Of very many
  /// targets, the first ones count.
  std::vector<Target> worst_targets(std::size_t max) const;

 private:
  static constexpr std::size_t max_target_bytes = std::size_t{8} << 20;

  std::size_t all_ = 0;
  std::array<std::size_t, rule_count> by_rule_ = {};
  std::unordered_map<std::string, std::size_t, text::SeededHasher> by_target_;
  std::size_t target_bytes_ = 0;
};

}  // namespace hrefkit::site
