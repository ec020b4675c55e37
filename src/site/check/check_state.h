// What the steps of a check share: what is checked, and what is known by now.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/check_memory.h"
#include "hrefkit/site/check/folder_map.h"
#include "hrefkit/site/check/kept_rows.h"
#include "hrefkit/site/check/looks.h"
#include "hrefkit/site/check/second_look.h"
#include "hrefkit/site/check/sheet_encodings.h"
#include "hrefkit/site/redirects.h"

namespace hrefkit::site {

/// FAST: the ids that are looked up next are fetched from memory meanwhile.
inline constexpr std::size_t keys_ahead = 8;

/// The fragments that wait for the ids of all pages.
struct WaitingUses {
  std::deque<AnchorUse> uses;  ///< may lead to nothing, or to an id that stands twice
  AnchorSet doubled;           ///< ids that stand twice
  bool has_doubles = false;

  bool asks_for_doubled(AnchorUse const& use) const {
    return has_doubles && (doubled.contains(use.key) || doubled.contains(use.decoded));
  }
};

/// One check. Only `looks` is used by several threads at a time.
struct CheckState {
  /// `memory`: null where nothing is kept from check to check. All must outlive this.
  CheckState(Site const& site, CheckOptions const& options, CheckSink const& sink,
             CheckMemory::State* memory);

  /// True for a page whose findings are wanted.
  bool is_reported(std::uint32_t page) const { return reported.empty() || reported[page]; }
  std::string file_path(std::uint32_t page) const { return site.file_path(site.pages()[page]); }

  /// Tells of a page that could not be read.
  void trouble(std::uint32_t page, std::string const& why);
  /// Adds what a page, or a part of its links, came to.
  void count(CheckSummary const& part);
  /// Gives a finding; false where no more is wanted.
  bool send(Finding const& finding);

  Site const& site;
  CheckOptions const& options;
  CheckSink const& sink;
  CheckMemory::State* memory;
  std::vector<bool> reported;  ///< by page; empty: all are
  AnchorHash hash;
  FoldedNames names;
  std::string redirects_bytes;  ///< the site's `_redirects`
  Redirects redirects;
  SiteFacts facts;
  WaitingUses waiting;
  KeptRows kept;
  FolderMap folders;
  SheetEncodings sheets;
  Looks looks;
  CheckSummary summary;
};

}  // namespace hrefkit::site
