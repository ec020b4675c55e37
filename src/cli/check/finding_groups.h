// The same finding of many pages as one: a broken link of a menu is one fault, whatever the number
// of pages that have the menu.
//
//   FindingGroups groups(GroupBy::cause, print);
//   groups.emit(finding);  // as often as there are some
//   groups.end();          // print has heard of each group at the place of its first finding
//
// Findings wait until all are known, within bounds. What exceeds them is printed at once, and the
// groups that are known by then come last.
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

namespace hrefkit::cli {

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

struct FindingPlace {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A finding and where else it is.
struct FindingGroup {
  site::Finding first = {};                        ///< without base, suggestion and context
  std::size_t findings = 1;                        ///< of the group
  std::size_t pages = 1;                           ///< that have it
  std::span<FindingPlace const> more_places = {};  ///< see GroupPlaces

  /// How many of the pages have no place here, where the places are those that are named.
  std::size_t unnamed_pages() const { return pages - 1 - more_places.size(); }
};

/// What the finding leads to, or else is about: a path below the root, with the fragment that is
/// missing in it, or a URL, or a reference that is not a URL.
std::string target_name(site::Finding const& finding);

/// "on 7 pages", or for one page "3 times"; empty for a single finding.
std::string extent_of(FindingGroup const& group);

class FindingGroups {
 public:
  /// A group that is on so many pages is one.
  static constexpr std::size_t min_pages = 2;

  /// So many places are named.
  static constexpr std::size_t max_places = 3;

  /// So many places of one group are listed, and so many of all groups.
  static constexpr std::size_t max_listed = 1'000;
  static constexpr std::size_t max_listed_of_all = 500'000;

  /// Called with a group; false stops. Its views live during the call.
  using Print = std::function<bool(FindingGroup const& group)>;

  /// At most `max_printed` groups are printed.
  FindingGroups(GroupBy by, Print print,
                std::size_t max_printed = std::numeric_limits<std::size_t>::max(),
                GroupPlaces places = GroupPlaces::named)
      : by_(by), places_(places), print_(std::move(print)), max_printed_(max_printed) {}

  /// Both return false when `print` stopped.
  bool emit(site::Finding const& finding);
  bool end();

  /// How many findings were not printed, because groups enough were.
  std::size_t left_out() const { return left_out_; }

 private:
  // So many findings, and about so many bytes of them, wait at most.
  static constexpr std::size_t max_waiting = 50'000;
  static constexpr std::size_t max_waiting_bytes = std::size_t{16} << 20;

  /// A finding with its own texts.
  class Kept {
   public:
    explicit Kept(site::Finding const& finding);
    site::Finding finding() const;

   private:
    site::Finding finding_;  // of its views only the sizes hold
    std::string texts_;
  };
  struct Group {
    std::size_t findings = 0;
    std::size_t pages = 0;
    std::size_t last_page = 0;
    bool is_printed = false;
    std::vector<FindingPlace> more_places;
  };
  struct Waiting {
    Kept finding;
    Group* group;
  };

  text::Hash128 key_of(site::Finding const& finding) const;
  bool is_one(Group const& group) const;
  bool keeps_place(Group const& group, bool is_new_page) const;
  void count(Group& group, site::Finding const& finding);
  bool print_waiting();
  bool print(site::Finding const& finding, Group const* group);

  GroupBy by_;
  GroupPlaces places_;
  Print print_;
  std::size_t max_printed_;
  std::size_t printed_ = 0;
  std::size_t left_out_ = 0;
  std::size_t listed_ = 0;  // places of all groups
  std::unordered_map<text::Hash128, Group, text::Hash128Hasher> groups_;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;  // of the findings that wait, and of the groups
  bool is_waiting_ = true;
  std::string last_file_;
  std::size_t page_ = 0;  // findings come page by page: the number of `last_file_`
};

// How many findings there are by rule, and of what leads to nothing most often.

class FindingCounts {
 public:
  struct Target {
    std::string_view name;
    std::size_t findings = 0;
  };

  void add(site::Finding const& finding);

  std::size_t all() const { return all_; }
  std::size_t of(site::Rule rule) const { return by_rule_[static_cast<std::size_t>(rule)]; }

  /// The rules that found something, the one with the most findings first.
  std::vector<site::Rule> rules() const;

  /// The targets of at least two findings, the one with the most first: `max` at most. Of very many
  /// targets, the first ones count.
  std::vector<Target> worst_targets(std::size_t max) const;

 private:
  static constexpr std::size_t max_target_bytes = std::size_t{8} << 20;

  std::size_t all_ = 0;
  std::array<std::size_t, site::rule_count> by_rule_ = {};
  std::unordered_map<std::string, std::size_t, text::SeededHasher> by_target_;
  std::size_t target_bytes_ = 0;
};

}  // namespace hrefkit::cli
