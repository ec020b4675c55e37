#include "hrefkit/http/head.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::http {

namespace {

constexpr text::ByteSet space_or_tab{" \t"};
constexpr std::size_t longest_version = 32;

bool starts_ignoring_case(std::string_view bytes, std::string_view prefix) {
  return bytes.size() >= prefix.size() &&
         text::equals_ignoring_ascii_case(bytes.substr(0, prefix.size()), prefix);
}

/// Takes what stands before white space, and that white space, off the front of `line`.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = text::take_until(line, space_or_tab);
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
  const std::string_view version = take_word(line);
  return text::ascii_digit.contains(behind) && version.size() <= longest_version &&
         status_of(take_word(line)) != 0;
}

/// A status line of another protocol, or of a misspelt one, such as "RTSP/1.0 200 OK".
bool is_other_status_line(std::string_view bytes) {
  std::string_view line = bytes.substr(0, bytes.find_first_of("\r\n"));
  const std::string_view version = take_word(line).substr(0, longest_version);
  const std::size_t slash = version.find('/');
  if (slash == 0 || slash == std::string_view::npos) return false;
  const bool has_name = text::is_made_of(version.substr(0, slash), text::ascii_alpha);
  const bool has_number =
      slash + 1 < version.size() && text::ascii_digit.contains(version[slash + 1]);
  return has_name && has_number && status_of(take_word(line)) != 0;
}

}  // namespace

std::optional<std::size_t> head_length(std::string_view bytes, std::size_t searched) {
  constexpr std::size_t longest_end = 4;  // LF, CR, CR, LF
  const std::size_t from = searched > longest_end ? searched - longest_end : 0;
  for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos;
       at = bytes.find('\n', at + 1)) {
    std::size_t next = at + 1;
    while (next < bytes.size() && next <= at + 2 && bytes[next] == '\r') ++next;
    if (next < bytes.size() && bytes[next] == '\n') return next + 1;
  }
  return std::nullopt;
}

std::size_t length_before_status_line(std::string_view bytes) {
  constexpr std::size_t most_before = 4;
  for (std::size_t i = 0; i <= most_before && i < bytes.size(); ++i) {
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
  head.version = take_word(line);
  std::string_view rest = line;
  head.status = status_of(take_word(rest));
  head.reason = strip(head.status == 0 ? line : rest, space_or_tab);
  head.fields.assign(bytes);
  return head;
}

}  // namespace hrefkit::http
