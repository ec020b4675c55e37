// How the folders of a site link to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Counts the links between folders, page by page.
class FolderMap {
 public:
  explicit FolderMap(Site const& site) : site_(site) {}

  /// Adds a page that leads to others, and the number of its links that are judged.
  void add(std::uint32_t page, std::span<std::uint32_t const> leads_to, std::size_t links);

  /// Puts folders and links into the summary, in the order of their paths.
  void emit(CheckSummary& summary) const;

 private:
  void number_folders();

  static constexpr std::uint32_t no_folder = UINT32_MAX;  // of a file that is not a page

  Site const& site_;
  std::vector<FolderPages> folders_;
  std::vector<std::uint32_t> folder_of_;  // each page's
  std::unordered_map<std::uint64_t, std::size_t> links_;
};

}  // namespace hrefkit::site
