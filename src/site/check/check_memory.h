// What a check keeps for the next one: what its first look at each page came to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/first_look.h"

namespace hrefkit::site {

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
  void begin(Site const& site, std::string_view redirects_bytes);

  /// What is known of a page, when its file is as it was; else null.
  PageFacts const* find(std::uint32_t page, std::uint64_t stamp) const;
  void keep(PageFacts const& facts, std::uint64_t stamp);
};

}  // namespace hrefkit::site
