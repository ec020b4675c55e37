#include "hrefkit/site/move/page_pairs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

namespace {

constexpr std::uint32_t no_partner = UINT32_MAX;

/// The pages with one key.
struct Group {
  std::uint32_t old_page = no_partner;
  std::uint32_t new_page = no_partner;
  std::size_t olds = 0;
  std::size_t news = 0;
};

class Pairing {
 public:
  Pairing(std::span<SinglePage const> lost, std::span<SinglePage const> added)
      : lost_(lost),
        added_(added),
        partners_(lost.size(), no_partner),
        is_taken_(added.size(), false) {}

  PairedPages run(EachAddress const& each_address) {
    pair_by_bytes();
    pair_by_content();
    pair_by_address(each_address);
    find_similar();
    std::sort(found_.pairs.begin(), found_.pairs.end(),
              [](auto const& a, auto const& b) { return a.old_page < b.old_page; });
    return std::move(found_);
  }

 private:
  using Key = text::Hash128;
  struct Entry {
    Key key;
    std::uint64_t name;
    std::uint32_t page;
    bool is_new;

    auto order() const { return std::tie(key, name, is_new, page); }
  };

  static bool is_known(Key const& key) { return key != Key{}; }

  void pair(std::uint32_t old_page, std::uint32_t new_page, MovedBy by) {
    if (partners_[old_page] != no_partner || is_taken_[new_page]) return;
    partners_[old_page] = new_page;
    is_taken_[new_page] = true;
    found_.pairs.push_back({old_page, new_page, by});
  }

  std::vector<Entry> entries(Key PagePrint::*key) const {
    std::vector<Entry> entries;
    entries.reserve(lost_.size() + added_.size());
    const auto add = [&](std::span<SinglePage const> pages, bool is_new) {
      for (std::uint32_t i = 0; i < pages.size(); ++i) {
        Key const& of_page = pages[i].print.*key;
        if (is_known(of_page)) entries.push_back({of_page, pages[i].name, i, is_new});
      }
    };
    add(lost_, false);
    add(added_, true);
    std::sort(entries.begin(), entries.end(),
              [](Entry const& a, Entry const& b) { return a.order() < b.order(); });
    return entries;
  }

  /// Calls `visit` with each run of entries that `same` joins.
  template <typename Same, typename Visit>
  static void for_each_run(std::span<Entry const> entries, Same same, Visit visit) {
    for (std::size_t begin = 0; begin < entries.size();) {
      std::size_t end = begin + 1;
      while (end < entries.size() && same(entries[begin], entries[end])) ++end;
      visit(entries.subspan(begin, end - begin));
      begin = end;
    }
  }

  static Group group_of(std::span<Entry const> entries) {
    Group group;
    for (Entry const& entry : entries) {
      (entry.is_new ? group.new_page : group.old_page) = entry.page;
      ++(entry.is_new ? group.news : group.olds);
    }
    return group;
  }

  void pair_by_bytes() {
    const auto all = entries(&PagePrint::bytes);
    const auto same_key = [](Entry const& a, Entry const& b) { return a.key == b.key; };
    const auto same_name = [](Entry const& a, Entry const& b) { return a.name == b.name; };
    for_each_run(all, same_key, [&](std::span<Entry const> run) {
      const Group group = group_of(run);
      if (group.olds != group.news) return;
      for_each_run(run, same_name, [&](std::span<Entry const> named) {
        const Group pages = group.olds == 1 ? group : group_of(named);
        if (pages.olds == 1 && pages.news == 1)
          pair(pages.old_page, pages.new_page, MovedBy::bytes);
      });
    });
  }

  void pair_by_content() {
    const auto all = entries(&PagePrint::content);
    const auto same_key = [](Entry const& a, Entry const& b) { return a.key == b.key; };
    for_each_run(all, same_key, [&](std::span<Entry const> run) {
      const Group group = group_of(run);
      if (group.olds == 1 && group.news == 1) pair(group.old_page, group.new_page, MovedBy::bytes);
    });
  }

  void pair_by_address(EachAddress const& each_address) {
    std::unordered_map<std::uint64_t, Group> named;  // by address
    for (std::uint32_t i = 0; i < added_.size(); ++i) {
      if (is_taken_[i]) continue;
      PagePrint const& print = added_[i].print;
      const std::uint64_t address = print.canonical != 0 ? print.canonical : print.card;
      if (address == 0) continue;
      Group& group = named[address];
      group.new_page = i;
      ++group.news;
    }
    if (named.empty()) return;
    // Of the addresses of one page, several may be named.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t i = 0; i < lost_.size(); ++i) {
      if (partners_[i] != no_partner) continue;
      Group page{.old_page = i};
      std::uint64_t last = 0;
      each_address(i, [&](std::uint64_t address) {
        const auto found = named.find(address);
        if (found == named.end() || address == last) return;
        last = address;
        page.news += found->second.news;
        page.new_page = found->second.new_page;
      });
      if (page.news == 1) pairs.emplace_back(i, page.new_page);
    }
    std::unordered_map<std::uint32_t, std::size_t> olds;  // by new page
    for (auto const& [old_page, new_page] : pairs) ++olds[new_page];
    for (auto const& [old_page, new_page] : pairs) {
      if (olds[new_page] == 1) pair(old_page, new_page, MovedBy::canonical);
    }
  }

  /// Passages that more pages share are the site's, not a page's.
  static constexpr std::size_t max_sharing = 16;
  static constexpr int min_percent = 40;

  static int shared_percent(PagePrint const& a, PagePrint const& b) {
    std::size_t shared = 0;
    std::size_t all = 0;
    auto at = a.sketch.begin();
    auto other = b.sketch.begin();
    while (all < PagePrint::sketch_size && at != a.sketch.end() && other != b.sketch.end()) {
      if (std::min(*at, *other) == UINT32_MAX) break;
      ++all;
      if (*at == *other) {
        ++shared;
        ++at;
        ++other;
      } else {
        ++(*at < *other ? at : other);
      }
    }
    return all == 0 ? 0 : static_cast<int>(100 * shared / all);
  }

  void find_similar() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> passages;  // with the new page
    for (std::uint32_t i = 0; i < added_.size(); ++i) {
      if (is_taken_[i]) continue;
      for (const std::uint32_t hash : added_[i].print.sketch) {
        if (hash != UINT32_MAX && hash != 0) passages.emplace_back(hash, i);
      }
    }
    std::sort(passages.begin(), passages.end());
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < lost_.size() && !passages.empty(); ++i) {
      if (partners_[i] != no_partner) continue;
      candidates.clear();
      for (const std::uint32_t hash : lost_[i].print.sketch) {
        if (hash == UINT32_MAX || hash == 0) continue;
        const auto [begin, end] =
            std::equal_range(passages.begin(), passages.end(), std::pair(hash, 0U),
                             [](auto const& a, auto const& b) { return a.first < b.first; });
        if (static_cast<std::size_t>(end - begin) > max_sharing) continue;
        for (auto at = begin; at != end; ++at) candidates.push_back(at->second);
      }
      SimilarPages best{.old_page = i};
      for (const std::uint32_t page : candidates) {
        const int percent = shared_percent(lost_[i].print, added_[page].print);
        if (percent > best.percent) best = {i, page, percent};
      }
      if (best.percent >= min_percent) found_.similar.push_back(best);
    }
  }

  std::span<SinglePage const> lost_;
  std::span<SinglePage const> added_;
  std::vector<std::uint32_t> partners_;  // of lost pages
  std::vector<bool> is_taken_;           // by added page
  PairedPages found_;
};

}  // namespace

std::uint64_t name_hash(std::string_view path) {
  std::string_view name = name_part(path);
  if (names_index_page(name) && name.size() < path.size()) {
    name = name_part(path.substr(0, path.size() - name.size() - 1));
  } else {
    name = name.substr(0, name.rfind('.'));
  }
  return text::hash64(name, text::process_hash_key()[0]);
}

PairedPages pair_pages(std::span<SinglePage const> lost, std::span<SinglePage const> added,
                       EachAddress const& each_address) {
  return Pairing(lost, added).run(each_address);
}

}  // namespace hrefkit::site
