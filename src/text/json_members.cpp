#include "hrefkit/text/json_members.h"

#include <cstddef>
#include <unordered_map>
#include <utility>

namespace hrefkit::text {

std::optional<std::vector<JsonMember>> read_json_members(JsonReader reader, std::string_view json) {
  if (reader.next().type != JsonTokenType::begin_object) return std::nullopt;
  std::vector<JsonMember> members;
  std::string buffer;
  for (auto token = reader.next(); token.type == JsonTokenType::key; token = reader.next()) {
    const std::string_view key = unescaped_json(token.text.in(json), buffer);
    const JsonReader value = reader;
    members.push_back({std::string(key), token.text, reader.skip_value(), value});
  }
  const std::size_t size = members.size();
  std::unordered_map<std::string_view, std::size_t> last;  // by keys that do not move
  for (std::size_t i = 0; i < size; ++i) last[members[i].key] = i;
  std::vector<bool> counts(size);
  for (auto const& [key, number] : last) counts[number] = true;
  last.clear();
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (!counts[i]) continue;
    if (count != i) members[count] = std::move(members[i]);
    ++count;
  }
  members.erase(members.begin() + static_cast<std::ptrdiff_t>(count), members.end());
  return members;
}

}  // namespace hrefkit::text
