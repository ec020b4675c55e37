#include "hrefkit/site/check/folder_map.h"

#include <algorithm>
#include <map>
#include <string>

namespace hrefkit::site {

void FolderMap::number_folders() {
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::string> paths;
  for (const EntryId page : site_.pages()) {
    std::string path = site_.path(page);
    path.resize(path.rfind('/') + 1);  // npos + 1 is 0
    numbers[path] = 0;
    paths.push_back(std::move(path));
  }
  for (auto& [path, number] : numbers) {
    number = static_cast<std::uint32_t>(folders_.size());
    folders_.push_back({path, 0});
  }
  for (std::string const& path : paths) {
    folder_of_.push_back(numbers[path]);
    ++folders_[folder_of_.back()].pages;
  }
}

void FolderMap::add(std::uint32_t page, std::span<std::uint32_t const> leads_to) {
  if (folder_of_.empty()) number_folders();
  const std::uint64_t from = folder_of_[page];
  for (const std::uint32_t to : leads_to) {
    if (folder_of_[to] != from) ++links_[from << 32 | folder_of_[to]];
  }
}

void FolderMap::give(CheckSummary& summary) const {
  summary.folders = folders_;
  for (auto const& [key, pages] : links_) {
    summary.folder_links.push_back({key >> 32, key & UINT32_MAX, pages});
  }
  std::sort(summary.folder_links.begin(), summary.folder_links.end(),
            [](FolderLinks const& a, FolderLinks const& b) {
              return a.from != b.from ? a.from < b.from : a.to < b.to;
            });
}

}  // namespace hrefkit::site
