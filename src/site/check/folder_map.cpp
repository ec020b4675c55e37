#include "hrefkit/site/check/folder_map.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/site/path_parts.h"

namespace hrefkit::site {

void FolderMap::number_folders() {
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::string> paths;
  for (std::uint32_t page = 0; page < site_.pages().size(); ++page) {
    std::string path = site_.path(site_.pages()[page]);
    path.resize(folder_part(path).size());
    if (site_.is_document(page)) numbers[path] = 0;
    paths.push_back(std::move(path));
  }
  for (auto& [path, number] : numbers) {
    number = static_cast<std::uint32_t>(folders_.size());
    folders_.push_back({path});
  }
  for (std::uint32_t page = 0; page < paths.size(); ++page) {
    folder_of_.push_back(site_.is_document(page) ? numbers[paths[page]] : no_folder);
    if (site_.is_document(page)) ++folders_[folder_of_.back()].pages;
  }
}

void FolderMap::add(std::uint32_t page, std::span<std::uint32_t const> leads_to,
                    std::size_t links) {
  if (folder_of_.empty()) number_folders();
  const std::uint32_t from = folder_of_[page];
  if (from == no_folder) return;
  folders_[from].links += links;
  for (const std::uint32_t to : leads_to) {
    if (folder_of_[to] != from && folder_of_[to] != no_folder)
      ++links_[std::uint64_t{from} << 32 | folder_of_[to]];
  }
}

void FolderMap::emit(CheckSummary& summary) const {
  summary.folders = folders_;
  for (auto const& [key, pages] : links_) {
    const auto from = static_cast<std::uint32_t>(key >> 32);
    const auto to = static_cast<std::uint32_t>(key);
    summary.folder_links.push_back({from, to, pages});
  }
  std::sort(summary.folder_links.begin(), summary.folder_links.end(),
            [](FolderLinks const& a, FolderLinks const& b) {
              return a.from != b.from ? a.from < b.from : a.to < b.to;
            });
}

}  // namespace hrefkit::site
