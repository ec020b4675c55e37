#include "architecture/rooms.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace hrefkit::test {

namespace {

std::string_view name_of(std::string_view path) {
  const std::size_t begin = path.rfind('/') + 1;
  return path.substr(begin, path.rfind('.') - begin);
}

/// The room of a file's folder; empty for a file at the floor's root.
std::string folder_room(std::string_view path) {
  const std::string_view floor = floor_folder(path);
  const std::size_t slash = path.find('/', floor.size());
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

bool is_code(RepositoryFile const& file) {
  return !floor_folder(file.path).empty() &&
         (file.path.ends_with(".h") || file.path.ends_with(".cpp"));
}

}  // namespace

std::string room_of(std::string_view path, std::span<RepositoryFile const> files) {
  const std::string_view floor = floor_folder(path);
  if (floor.empty()) return {};
  if (std::string room = folder_room(path); !room.empty()) return room;
  const std::string own = "hrefkit/" + std::string(path.substr(path.starts_with("src/") ? 4 : 0));
  for (RepositoryFile const& file : files) {
    if (file.own_header == own && !folder_room(file.path).empty()) return folder_room(file.path);
  }
  return std::string(floor) + std::string(name_of(path));
}

RoomGraph room_graph(std::span<RepositoryFile const> files) {
  std::map<std::string, std::string, std::less<>> rooms;  // by path
  for (RepositoryFile const& file : files) {
    if (is_code(file)) rooms.emplace(file.path, room_of(file.path, files));
  }
  RoomGraph graph;
  for (RepositoryFile const& file : files) {
    if (!is_code(file)) continue;
    std::string const& from = rooms.at(file.path);
    graph[from];
    for (Include const& include : includes(file.text)) {
      const auto to = rooms.find(path_of_header(include.name));
      if (to == rooms.end() || to->second == from) continue;
      if (floor_folder(to->first) != floor_folder(file.path)) continue;
      graph[from].emplace(
          to->second, Violation{file.path, include.line, "includes " + std::string(include.name)});
    }
  }
  return graph;
}

std::map<std::string, std::size_t> room_levels(RoomGraph const& graph) {
  std::map<std::string, std::size_t> levels;
  // Each round settles the rooms whose rooms below are all settled.
  for (bool grown = true; grown;) {
    grown = false;
    for (auto const& [room, below] : graph) {
      if (levels.contains(room)) continue;
      const bool settled = std::all_of(below.begin(), below.end(), [&](auto const& arrow) {
        return levels.contains(arrow.first);
      });
      if (!settled) continue;
      std::size_t level = 0;
      for (auto const& arrow : below) level = std::max(level, levels.at(arrow.first) + 1);
      levels.emplace(room, level);
      grown = true;
    }
  }
  return levels;
}

Violations check_rooms(RoomGraph const& graph) {
  const auto levels = room_levels(graph);
  Violations found;
  for (auto const& [room, below] : graph) {
    if (levels.contains(room)) continue;
    for (auto const& [other, where] : below) {
      if (levels.contains(other)) continue;
      found.push_back({where.path, where.line,
                       where.what + ": " + room + " and " + other + " stand on a circle"});
    }
  }
  return found;
}

}  // namespace hrefkit::test
