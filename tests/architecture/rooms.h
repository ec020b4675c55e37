// The rooms of the house: the folders of each floor, and which of them include which.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "architecture/rules.h"

namespace hrefkit::test {

/// The room of a file, or an empty string for a file on no floor. A room is a folder of a floor
/// ("html/values"). A header at a floor's root belongs to the room of its source ("html/srcset.h"
/// to "html/values"); when there is no such source in a folder, the files of that name are a room
/// of their own ("html/find_links").
std::string room_of(std::string_view path, std::span<RepositoryFile const> files);

/// The arrows between the rooms of one floor: for each room, the rooms that it includes, and where.
using RoomGraph = std::map<std::string, std::map<std::string, Violation>>;
RoomGraph room_graph(std::span<RepositoryFile const> files);

/// For each room how many rooms stand below it on the longest way down. Rooms on a circle have no
/// level.
std::map<std::string, std::size_t> room_levels(RoomGraph const& graph);

/// The arrows that run on a circle: then one of two rooms includes a room above it.
Violations check_rooms(RoomGraph const& graph);

}  // namespace hrefkit::test
