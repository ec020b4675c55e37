// The rules on the repository as it is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "architecture/coverage.h"
#include "architecture/own_names.h"
#include "architecture/rooms.h"
#include "architecture/rules.h"
#include "architecture/standard_names.h"
#include "architecture/type_names.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

fs::path const& top() {
  static const fs::path folder = fs::path(HREFKIT_SOURCE_DIR);
  return folder;
}

std::vector<std::string> names_at_top() {
  std::vector<std::string> names;
  for (fs::directory_entry const& entry : fs::directory_iterator(top())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The files that are written by hand, as paths from the top.
std::vector<std::string> files() {
  std::vector<std::string> paths;
  for (std::string const& name : names_at_top()) {
    const bool is_hidden = name.starts_with('.') && name != ".ci";
    if (is_hidden || name.starts_with("build")) continue;
    const fs::path path = top() / name;
    if (fs::is_regular_file(path)) {
      paths.push_back(name);
    } else if (fs::is_directory(path)) {
      for (fs::directory_entry const& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) paths.push_back(entry.path().lexically_relative(top()));
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

RepositoryFile read(std::string const& path) {
  return {path, file_bytes((top() / path).string()), {}};
}

/// All files, with what they have to do with each other.
std::vector<RepositoryFile> repository() {
  const std::vector<std::string> paths = files();
  std::vector<RepositoryFile> all;
  for (std::string const& path : paths) {
    all.push_back(read(path));
    all.back().own_header = find_own_header(path, paths);
  }
  return all;
}

}  // namespace

TEST_CASE("our own code includes what it uses of the standard library") {
  for (Violation const& violation : check_standard_names(repository())) {
    FAIL_CHECK(describe(violation));
  }
}

TEST_CASE("our own sources use what they include of the standard library") {
  for (Violation const& violation : check_idle_includes(repository())) {
    FAIL_CHECK(describe(violation));
  }
}

TEST_CASE("our own code uses what it includes of our own headers") {
  for (Violation const& violation : check_idle_own_includes(repository())) {
    FAIL_CHECK(describe(violation));
  }
}

TEST_CASE("the repository keeps the rules") {
  std::size_t sources = 0;
  for (RepositoryFile const& file : repository()) {
    if (file.path.starts_with("src/") && file.path.ends_with(".cpp")) ++sources;
    for (Violation const& violation : check(file)) {
      FAIL_CHECK(describe(violation));
    }
  }
  CHECK(sources > 50);  // the walk did see the tree
}

TEST_CASE("the rooms of each floor stand one above the other") {
  const std::vector<RepositoryFile> all = repository();
  const RoomGraph graph = room_graph(all);
  for (Violation const& violation : check_rooms(graph)) {
    FAIL_CHECK(describe(violation));
  }
  CHECK(graph.contains("html/names"));
}

TEST_CASE("a type has a name of its own in its namespace") {
  for (Violation const& violation : check_type_names(repository())) {
    FAIL_CHECK(describe(violation));
  }
}

TEST_CASE("every source file is tested by name") {
  for (Violation const& violation : check_coverage(repository())) {
    FAIL_CHECK(describe(violation));
  }
}

TEST_CASE("nothing else stands at the top of the repository") {
  for (Violation const& violation : check_top_level(names_at_top())) {
    FAIL_CHECK(describe(violation));
  }
}

}  // namespace hrefkit::test
