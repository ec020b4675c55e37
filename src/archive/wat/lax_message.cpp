#include "hrefkit/archive/wat/lax_message.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t longest_line = std::size_t{1} << 20;

std::string version_of(std::string_view text) {
  for (std::string_view const version : {"HTTP/1.1", "HTTP/0.9"}) {
    if (text::equals_ignoring_ascii_case(text, version)) return std::string(version);
  }
  return "HTTP/1.0";
}

int status_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const int status = text::parse_decimal<int>(text).value_or(0);
  return status >= 100 && status < 600 ? status : 0;
}

std::string_view without_line_end(std::string_view line) {
  line.remove_suffix(1);
  if (line.size() > 1 && line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::string method_of(std::string_view text) {
  constexpr std::array<std::string_view, 7> methods{"GET",   "HEAD",   "POST",   "PUT",
                                                    "TRACE", "DELETE", "CONNECT"};
  for (std::string_view const method : methods) {
    if (text::equals_ignoring_ascii_case(text, method)) return std::string(method);
  }
  return "UNK";
}

}  // namespace

void LaxLine::clear() {
  line_.clear();
  length_ = 0;
  is_done_ = is_valid_ = false;
}

void LaxLine::take(std::string_view& bytes) {
  while (!bytes.empty() && !is_done_) {
    const char c = bytes[0];
    bytes.remove_prefix(1);
    if (static_cast<unsigned char>(c) > 0x7F) {
      is_done_ = true;
      return;
    }
    ++length_;
    if (line_.size() < longest_line) line_ += c;
    is_done_ = is_valid_ = c == '\n';
  }
}

std::optional<std::string_view> LaxLine::line() const {
  if (!is_valid_ || line_.size() == longest_line) return std::nullopt;
  return line_;
}

LaxStatus read_lax_status(std::optional<std::string_view> line) {
  LaxStatus result;
  if (!line) return result;
  std::string_view rest = without_line_end(*line);
  skip_spaces(rest);
  result.version = version_of(take_word(rest));
  result.reason = "UNK";
  if (rest.empty()) return result;
  rest.remove_prefix(1);
  result.status = status_of(take_word(rest));
  if (rest.size() > 1) result.reason = rest.substr(1);
  return result;
}

std::optional<LaxRequest> read_lax_request(std::optional<std::string_view> line) {
  LaxRequest result;
  if (!line) return result;
  std::string_view rest = without_line_end(*line);
  skip_spaces(rest);
  result.method = method_of(take_word(rest));
  skip_spaces(rest);
  result.path = take_word(rest);
  if (rest.empty()) return std::nullopt;
  skip_spaces(rest);
  result.version = version_of(take_word(rest));
  return result;
}

}  // namespace hrefkit::archive
