#include "support/outside_data.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

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

std::string file_bytes(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  INFO("reading " << path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace hrefkit::test
