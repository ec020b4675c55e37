#include "support/outside_data.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

namespace hrefkit::test {

namespace {

void say_skipped(std::string const& path) {
  std::cerr << "SKIPPED: " << path << " is not on this machine\n";
}

}  // namespace

std::optional<std::string> outside_file(std::string const& relative_path) {
  const std::string path = std::string(HREFKIT_SHARED_DATA) + "/" + relative_path;
  if (!std::filesystem::exists(path)) {
    say_skipped(path);
    return std::nullopt;
  }
  return file_bytes(path);
}

std::vector<std::string> corpora() {
  std::vector<std::string> folders;
  std::istringstream list(HREFKIT_CORPORA);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (std::filesystem::exists(folder)) {
      folders.push_back(folder);
    } else {
      say_skipped(folder);
    }
  }
  return folders;
}

std::vector<CorpusPage> corpus_pages(std::string const& folder, std::size_t most) {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  for (auto const& entry :
       fs::recursive_directory_iterator(folder, fs::directory_options::follow_directory_symlink)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".html") continue;
    all.push_back(entry.path().native());
  }
  std::sort(all.begin(), all.end());
  std::vector<CorpusPage> pages;
  const std::size_t step = std::max<std::size_t>(1, all.size() / most);
  for (std::size_t i = 0; i < all.size(); i += step) {
    pages.push_back({all[i], fs::path(all[i]).lexically_relative(folder).native()});
  }
  return pages;
}

std::vector<CorpusPage> corpus_pages(std::size_t most) {
  std::vector<CorpusPage> pages;
  for (std::string const& folder : corpora()) {
    for (CorpusPage& page : corpus_pages(folder, most)) pages.push_back(std::move(page));
  }
  return pages;
}

std::string file_bytes(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  INFO("reading " << path);
  REQUIRE(file.good());
  std::ostringstream bytes;
  bytes << file.rdbuf();  // iterators take a second for 30 MB where nothing is optimised
  return std::move(bytes).str();
}

}  // namespace hrefkit::test
