#include "hrefkit/http/fields.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::http {

namespace {

constexpr text::ByteSet white_space{" \t"};
constexpr text::ByteSet line_ends{"\r\n"};

/// Takes a line and its end off the front of `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::string_view line = text::take_until(rest, line_ends);
  if (rest.starts_with("\r\n")) {
    rest.remove_prefix(2);
  } else if (!rest.empty()) {
    rest.remove_prefix(1);
  }
  return line;
}

}  // namespace

Fields Fields::parse(std::string_view lines) {
  Fields fields;
  fields.assign(lines);
  return fields;
}

void Fields::clear() {
  bytes_.clear();
  places_.clear();
}

void Fields::assign(std::string_view lines) {
  clear();
  bool goes_on = false;  // a folded line belongs to a field
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    if (line.empty()) continue;
    if (!white_space.contains(line.front())) {
      goes_on = add(line);
    } else if (goes_on) {
      fold(line);
    }
  }
}

Field Fields::operator[](std::size_t index) const {
  Place const& place = places_[index];
  const std::string_view bytes = bytes_;
  return {bytes.substr(place.name, place.name_length),
          bytes.substr(place.value, place.value_length)};
}

std::optional<std::string_view> Fields::first(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (text::equals_ignoring_ascii_case(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Fields::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (std::size_t i = 0; i < size(); ++i) {
    const Field field = (*this)[i];
    if (text::equals_ignoring_ascii_case(field.name, name)) values.push_back(field.value);
  }
  return values;
}

std::optional<std::string> Fields::joined(std::string_view name) const {
  std::optional<std::string> joined;
  for (const std::string_view value : all(name)) {
    if (!joined) {
      joined.emplace();
    } else {
      *joined += value_separator;
    }
    *joined += value;
  }
  return joined;
}

/// False for a line that is no field.
bool Fields::add(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = strip(line.substr(0, colon), white_space);
  const std::string_view value = strip(line.substr(colon + 1), white_space);
  Place place{};
  place.name = keep(name);
  place.name_length = static_cast<std::uint32_t>(name.size());
  place.value = keep(value);
  place.value_length = static_cast<std::uint32_t>(value.size());
  places_.push_back(place);
  return true;
}

/// The value of the last field stands at the end of the bytes: it grows there.
void Fields::fold(std::string_view line) {
  const std::string_view more = strip(line, white_space);
  if (more.empty()) return;
  Place& place = places_.back();
  if (place.value_length != 0) bytes_ += ' ';
  keep(more);
  place.value_length = static_cast<std::uint32_t>(bytes_.size() - place.value);
}

std::uint32_t Fields::keep(std::string_view text) {
  const auto place = static_cast<std::uint32_t>(bytes_.size());
  bytes_ += text;
  return place;
}

}  // namespace hrefkit::http
