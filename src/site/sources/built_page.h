// A page of the build as the search for sources sees it: its links with their texts, and which of
// them are navigation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_regions.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/page_name.h"
#include "hrefkit/site/sources/source_match.h"

namespace hrefkit::site {

/// A link of a page.
struct BuiltLink {
  std::size_t offset = 0;  ///< of the URL, in bytes of the file
  std::string raw = {};
  std::string element = {};
  std::string letters = {};  ///< of the text that readers see (html::append_letters)
  std::string before = {};   ///< the letters before it
  html::Region region = html::Region::unknown;
  std::uint64_t identity = 0;  ///< of its URL, text and region: the same for a link of many pages
  ReferenceKey key = {};
};

/// A page with its links in source order.
struct BuiltPage {
  std::uint32_t number = 0;  ///< its place in the site's pages
  std::string path = {};     ///< below the root
  std::string bytes = {};
  PageNames names = {};
  std::string heading = {};  ///< of its first `h1`; may be empty
  std::vector<BuiltLink> links = {};
  std::unordered_multimap<std::size_t, std::uint32_t> by_offset = {};
  /// Links by hashes_of_link, each spelling once.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash = {};
  /// The numbers of the links of each reference as written, in order.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_raw = {};
};

/// Reads pages.
class BuiltPages {
 public:
  explicit BuiltPages(Site const& site) : site_(site) {}

  /// The links of a page; nullopt where it cannot be read.
  std::optional<BuiltPage> read(std::uint32_t number);

  /// True for a link that is on most pages. Some pages are read for it, once.
  bool is_on_most_pages(BuiltPage const& page, BuiltLink const& link);

 private:
  static constexpr std::size_t max_sample = 9;

  void read_sample();

  Site const& site_;
  html::LinkFinder finder_;
  PageFile file_;
  std::optional<std::vector<std::uint32_t>> sample_;                    // pages; empty: not yet
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> seen_;  // by identity: pages
};

}  // namespace hrefkit::site
