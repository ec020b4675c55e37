#include "hrefkit/html/refresh.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ascii_digit;
using text::ascii_whitespace;
using text::ByteSet;

/// Skips the next byte if it is in `set`.
bool skip_one(std::string_view& rest, ByteSet const& set) {
  const bool found = !rest.empty() && set.contains(rest[0]);
  rest.remove_prefix(found ? 1 : 0);
  return found;
}

/// Skips the time and its separator (steps 3 to 10); false if this is not a refresh.
bool skip_time(std::string_view& rest) {
  text::skip(rest, ascii_whitespace);
  if (rest.empty() || !(ascii_digit | ByteSet(".")).contains(rest[0])) return false;
  text::skip(rest, ascii_digit | ByteSet("."));
  if (rest.empty()) return true;
  if (!(ascii_whitespace | ByteSet(";,")).contains(rest[0])) return false;
  text::skip(rest, ascii_whitespace);
  skip_one(rest, ByteSet(";,"));
  text::skip(rest, ascii_whitespace);
  return true;
}

/// Skips `url =` and the white space after it (steps 11.2 to 11.7). False if only a part of it is
/// there, so that the URL begins with that part. Without a `u` it skips nothing.
bool skip_url_prefix(std::string_view& rest) {
  if (!skip_one(rest, ByteSet("uU"))) return true;
  if (!skip_one(rest, ByteSet("rR")) || !skip_one(rest, ByteSet("lL"))) return false;
  text::skip(rest, ascii_whitespace);
  if (!skip_one(rest, ByteSet("="))) return false;
  text::skip(rest, ascii_whitespace);
  return true;
}

}  // namespace

std::optional<text::Span> find_refresh_url(std::string_view content) {
  const auto from = [content](std::string_view rest) {
    return text::make_span(content.size() - rest.size(), content.size());
  };
  std::string_view rest = content;
  if (!skip_time(rest) || rest.empty()) return std::nullopt;
  const std::string_view whole = rest;  // 11.1
  if (!skip_url_prefix(rest)) return from(whole);
  // 11.8 to 11.10: quotes.
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return from(rest);
  text::Span quoted = from(rest.substr(1));
  const std::size_t closing = content.find(rest[0], quoted.begin);
  if (closing != content.npos) quoted.end = static_cast<std::uint32_t>(closing);
  return quoted;
}

std::optional<std::uint32_t> find_refresh_delay(std::string_view content) {
  std::string_view rest = content;
  if (!skip_time(rest)) return std::nullopt;
  text::skip(content, ascii_whitespace);
  std::uint32_t seconds = 0;
  const auto read = std::from_chars(content.data(), content.data() + content.size(), seconds);
  return read.ec == std::errc::result_out_of_range ? UINT32_MAX : seconds;
}

}  // namespace hrefkit::html
