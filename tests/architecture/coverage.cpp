#include "architecture/coverage.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace hrefkit::test {

namespace {

using Paths = std::set<std::string, std::less<>>;

/// The test of the same name: "tests/url/host/ipv4_test.cpp" for "src/url/host/ipv4.cpp".
std::string mirror_test(std::string_view source) {
  if (source.starts_with("src/")) source.remove_prefix(4);
  source.remove_suffix(std::string_view(".cpp").size());
  return "tests/" + std::string(source) + "_test.cpp";
}

bool is_source_file(std::string_view path) {
  return path.ends_with(".cpp") && (path.starts_with("src/") || path.starts_with("html/"));
}

bool is_test(std::string_view path) {
  return path.starts_with("tests/") && path.ends_with(".cpp");
}

/// Calls `visit(line number, path)` for each path that the file says it covers.
template <typename Visit>
void for_each_covered(RepositoryFile const& file, Visit visit) {
  constexpr std::string_view mark = "// Covers:";
  std::istringstream lines(file.text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (!line.starts_with(mark)) continue;
    std::istringstream paths(line.substr(mark.size()));
    for (std::string path; paths >> path;) visit(number, path);
  }
}

}  // namespace

Violations check_coverage(std::span<RepositoryFile const> files) {
  Paths all;
  for (RepositoryFile const& file : files) all.insert(file.path);
  Violations found;
  Paths covered;
  for (RepositoryFile const& file : files) {
    if (!is_test(file.path)) continue;
    for_each_covered(file, [&](std::size_t line, std::string const& path) {
      if (!all.contains(path)) {
        found.push_back({file.path, line, "covers " + path + ", which does not exist"});
      }
      covered.insert(path);
    });
  }
  for (std::string const& path : all) {
    if (!is_source_file(path) || covered.contains(path) || all.contains(mirror_test(path)))
      continue;
    found.push_back(
        {path, 0, "has no test: neither " + mirror_test(path) + " nor one that covers it"});
  }
  return found;
}

}  // namespace hrefkit::test
