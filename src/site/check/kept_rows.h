// Rows that were made at the first look, kept until it is known that they are all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "hrefkit/site/check/first_look.h"

namespace hrefkit::site {

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
    if (!facts.has_rows || bytes_ + facts.rows.bytes() > most_bytes) return;
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
  /// So many bytes of rows wait at most; pages past that are looked at again.
  static constexpr std::size_t most_bytes = std::size_t{12} << 20;

  std::map<std::uint32_t, Page> pages_;
  std::size_t bytes_ = 0;
};

}  // namespace hrefkit::site
