#include "hrefkit/warc/input/record_head.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::warc {

namespace {

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// The length of a line `WARC/VERSION` at the front of `bytes`; 0 if there is none.
std::size_t version_line(std::string_view bytes) {
  constexpr std::size_t max_line = 16;
  const std::size_t end = bytes.substr(0, max_line + 1).find('\n');
  if (end == std::string_view::npos) return 0;
  std::string_view version = bytes.substr(record_start.size(), end - record_start.size());
  version = without_line_end(version);
  const bool is_version =
      version.size() >= 3 && version.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_version ? end + 1 : 0;
}

/// True for a line that continues the field before it.
bool is_folded(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

/// The name of the field that a line begins; empty if it begins none.
std::string_view field_name(std::string_view line) {
  const std::size_t colon = line.find(':');
  const bool begins_none = colon == std::string_view::npos || is_folded(line);
  return begins_none ? std::string_view() : line.substr(0, colon);
}

/// The first and last line of each field that every record has exactly once (ISO 28500, 5.1).
class RequiredFields {
 public:
  explicit RequiredFields(std::string_view head) {
    for (std::size_t place = 0; place < head.size();) {
      const std::size_t end = std::min(head.find_first_of("\r\n", place), head.size());
      add(field_name(head.substr(place, end - place)), place);
      place = end + 1;
    }
  }

  /// True if one of them occurs before `place` and again after it.
  bool repeat_behind(std::size_t place) const {
    return std::any_of(fields_.begin(), fields_.end(), [&](Field const& field) {
      return field.first < place && field.last > place;
    });
  }

 private:
  struct Field {
    std::string_view name;
    std::size_t first = std::string_view::npos;
    std::size_t last = 0;
  };

  void add(std::string_view name, std::size_t place) {
    for (Field& field : fields_) {
      if (!text::equals_ignoring_ascii_case(name, field.name)) continue;
      field.first = std::min(field.first, place);
      field.last = place;
    }
  }

  std::array<Field, 4> fields_{
      {{"WARC-Type"}, {"Content-Length"}, {"WARC-Date"}, {"WARC-Record-ID"}}};
};

}  // namespace

std::size_t find_record_start(std::string_view bytes, std::size_t from) {
  return text::find_ignoring_ascii_case(bytes, "warc/", from);
}

HeadCheck check_record_head(std::string_view bytes) {
  std::size_t place = version_line(bytes);
  if (place == 0) return {};
  bool has_type = false;
  bool has_length = false;
  while (place < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', place), bytes.size());
    std::string_view line = bytes.substr(place, end - place);
    line = without_line_end(line);
    const std::string_view name = field_name(line);
    if (line.find(':') == std::string_view::npos && !is_folded(line)) break;  // empty, or no field
    has_type |= text::equals_ignoring_ascii_case(name, "WARC-Type");
    has_length |= text::equals_ignoring_ascii_case(name, "Content-Length");
    place = end + 1;
  }
  return {has_type && has_length, std::min(place, bytes.size())};
}

bool begins_with_version(std::string_view bytes) {
  if (!begins_record(bytes)) return false;
  bytes.remove_prefix(record_start.size());
  const std::size_t length = bytes.find_first_not_of("0123456789.");
  if (length == std::string_view::npos) return bytes.size() >= 3;
  return length >= 3 && (bytes[length] == '\r' || bytes[length] == '\n');
}

bool is_cut_by_record(std::string_view head) {
  std::size_t place = find_record_start(head, record_start.size());
  if (place == std::string_view::npos) return false;  // nearly all heads
  const RequiredFields fields(head);
  for (; place != std::string_view::npos; place = find_record_start(head, place + 1)) {
    if (version_line(head.substr(place)) == 0) continue;
    const std::size_t line = head.find_last_of("\r\n", place) + 1;  // 0 in the first line
    const std::string_view before = head.substr(line, place - line);
    const bool is_in_field = is_folded(before) || before.find(':') != std::string_view::npos;
    if (!is_in_field || fields.repeat_behind(place)) return true;
  }
  return false;
}

}  // namespace hrefkit::warc
