#include "hrefkit/http/fields.h"

#include <algorithm>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::http {

namespace {

constexpr text::ByteSet space_or_tab{" \t"};
constexpr std::size_t max_version = 32;

bool starts_ignoring_case(std::string_view bytes, std::string_view prefix) {
  return bytes.size() >= prefix.size() &&
         text::equals_ignoring_ascii_case(bytes.substr(0, prefix.size()), prefix);
}

/// Removes a word and the white space after it from the front of `line`, and returns the word.
std::string_view read_word(std::string_view& line) {
  const std::string_view word = text::read_until(line, space_or_tab);
  text::skip(line, space_or_tab);
  return word;
}

/// The three digits at the front of `word`, which may have more after them; 0 for anything else.
int status_of(std::string_view word) {
  if (word.size() < 3) return 0;
  int status = 0;
  for (const char c : word.substr(0, 3)) {
    if (c < '0' || c > '9') return 0;
    status = status * 10 + (c - '0');
  }
  const bool longer = word.size() > 3 && word[3] >= '0' && word[3] <= '9';
  return longer || status < 100 ? 0 : status;
}

/// "HTTP/1.1 200 OK", without the version, or, where a status follows, without the slash.
bool is_http_status_line(std::string_view bytes) {
  constexpr std::string_view name = "HTTP";
  constexpr std::string_view behind_name = "/ \t\r\n";
  if (!starts_ignoring_case(bytes, name)) return false;
  if (bytes.size() == name.size()) return true;
  const char behind = bytes[name.size()];
  if (behind_name.find(behind) != std::string_view::npos) return true;
  std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::string_view version = read_word(line);
  return text::ascii_digit.contains(behind) && version.size() <= max_version &&
         status_of(read_word(line)) != 0;
}

/// A status line of another protocol, or of a misspelt one, such as "RTSP/1.0 200 OK".
bool is_other_status_line(std::string_view bytes) {
  std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::string_view version = read_word(line).substr(0, max_version);
  const std::size_t slash = version.find('/');
  if (slash == 0 || slash == std::string_view::npos) return false;
  const bool has_name = text::is_made_of(version.substr(0, slash), text::ascii_alpha);
  const bool has_number =
      slash + 1 < version.size() && text::ascii_digit.contains(version[slash + 1]);
  return has_name && has_number && status_of(read_word(line)) != 0;
}

}  // namespace

std::optional<std::size_t> head_length(std::string_view bytes, std::size_t searched) {
  constexpr std::size_t max_end = 4;  // LF, CR, CR, LF
  const std::size_t from = searched > max_end ? searched - max_end : 0;
  for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    std::size_t next = at + 1;
    while (next < bytes.size() && next <= at + 2 && bytes[next] == '\r') ++next;
    if (next < bytes.size() && bytes[next] == '\n') return next + 1;
  }
  return std::nullopt;
}

std::size_t length_before_status_line(std::string_view bytes) {
  constexpr std::size_t max_before = 4;
  for (std::size_t i = 0; i <= max_before && i < bytes.size(); ++i) {
    if (is_http_status_line(bytes.substr(i))) return i;
  }
  return 0;
}

bool is_response(std::string_view bytes) {
  return is_http_status_line(bytes.substr(length_before_status_line(bytes))) ||
         starts_ignoring_case(bytes, "ICY ") || is_other_status_line(bytes);
}

std::optional<ResponseHead> parse_response_head(std::string_view bytes) {
  if (!is_response(bytes)) return std::nullopt;
  bytes.remove_prefix(length_before_status_line(bytes));
  const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end);
  if (bytes.starts_with("\r\n")) {
    bytes.remove_prefix(2);
  } else if (!bytes.empty()) {
    bytes.remove_prefix(1);
  }
  ResponseHead head;
  head.version = read_word(line);
  std::string_view rest = line;
  head.status = status_of(read_word(rest));
  head.reason = strip(head.status == 0 ? line : rest, space_or_tab);
  head.fields.assign(bytes);
  return head;
}

namespace {

using text::ByteSet;

constexpr ByteSet link_white_space{" \t\r\n"};

/// Appendix B.4, a quoted string; `rest` begins behind its opening quote.
std::string read_quoted(std::string_view& rest) {
  std::string text;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"') break;
    if (c == '\\' && !rest.empty()) {
      text += rest.front();
      rest.remove_prefix(1);
    } else {
      text += c;
    }
  }
  return text;
}

/// Skips a value that is not a link, up to a comma outside of quotes. RFC 8288 stops there;
/// Chromium goes on.
void skip_value(std::string_view& rest) {
  text::read_until(rest, ByteSet("\","));
  while (rest.starts_with('"')) {
    rest.remove_prefix(1);
    read_quoted(rest);
    text::read_until(rest, ByteSet("\","));
  }
}

/// Appendix B.3, one parameter; `rest` begins behind its semicolon.
void read_parameter(std::string_view& rest, LinkValue& link) {
  text::skip(rest, link_white_space);
  const std::string_view name =
      text::strip(text::read_until(rest, ByteSet("=;,")), link_white_space);
  std::string value;
  if (rest.starts_with('=')) {
    rest.remove_prefix(1);
    text::skip(rest, link_white_space);
    if (rest.starts_with('"')) {
      rest.remove_prefix(1);
      value = read_quoted(rest);
      text::read_until(rest, ByteSet(";,"));
    } else {
      value = text::strip(text::read_until(rest, ByteSet(";,")), link_white_space);
    }
  }
  const auto keep_first = [&](std::string_view wanted, std::string& kept) {
    if (kept.empty() && text::equals_ignoring_ascii_case(name, wanted)) kept = value;
  };
  keep_first("rel", link.rel);
  keep_first("imagesrcset", link.image_srcset);
  keep_first("hreflang", link.hreflang);
  if (!link.anchor && text::equals_ignoring_ascii_case(name, "anchor")) link.anchor = value;
}

}  // namespace

std::vector<LinkValue> parse_link_header(std::string_view value) {
  constexpr ByteSet between = link_white_space | ByteSet(",");
  std::vector<LinkValue> links;
  std::string_view rest = value;
  while (true) {
    text::skip(rest, between);
    if (rest.empty()) return links;
    if (!rest.starts_with('<')) {
      skip_value(rest);
      continue;
    }
    rest.remove_prefix(1);
    LinkValue link;
    link.target = text::strip(text::read_until(rest, ByteSet(">")), link_white_space);
    if (rest.empty()) return links;
    rest.remove_prefix(1);
    text::read_until(rest, ByteSet(";,"));
    while (rest.starts_with(';')) {
      rest.remove_prefix(1);
      read_parameter(rest, link);
    }
    links.push_back(std::move(link));
  }
}

namespace {

constexpr text::ByteSet white_space{" \t"};
constexpr text::ByteSet line_ends{"\r\n"};

/// Removes a line and its end from the front of `rest`, and returns the line.
std::string_view read_line(std::string_view& rest) {
  const std::string_view line = text::read_until(rest, line_ends);
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
  bool goes_on = false;  // the line before is a field, so a folded line continues it
  while (!lines.empty()) {
    const std::string_view line = read_line(lines);
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

/// The value of the last field is at the end of the bytes, so it can grow.
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
