#include "architecture/type_names.h"

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

namespace hrefkit::test {

Violations check_type_names(std::span<RepositoryFile const> files) {
  // What stands at the margin is in the namespace itself; a declaration alone ends in ";".
  static const std::regex definition(
      "^(?:class|struct|enum|enum class) (?:\\[\\[.*\\]\\] )?([A-Za-z0-9_]+)(?: final)?(?: :.*)? "
      "\\{.*");
  static const std::regex opening("^namespace ([A-Za-z0-9_:]+) \\{.*");
  std::map<std::string, std::string> places;
  Violations found;
  for (RepositoryFile const& file : files) {
    if (floor_folder(file.path).empty() || !file.path.ends_with(".h")) continue;
    std::istringstream lines(file.text);
    std::string space;
    std::string line;
    std::smatch match;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      if (std::regex_match(line, match, opening)) {
        space = match[1];
      } else if (std::regex_match(line, match, definition)) {
        const std::string name = space + "::" + match[1].str();
        const auto [other, is_new] = places.emplace(name, file.path);
        if (is_new || other->second == file.path) continue;
        found.push_back({file.path, number, "defines " + name + ", as " + other->second + " does"});
      }
    }
  }
  return found;
}

}  // namespace hrefkit::test
