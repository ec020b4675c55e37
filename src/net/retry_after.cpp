#include "hrefkit/net/retry_after.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::net {

namespace {

/// RFC 6265, 5.1.1: <delimiter>.
bool is_delimiter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0x09 || (byte >= 0x20 && byte <= 0x2F) || (byte >= 0x3B && byte <= 0x40) ||
         (byte >= 0x5B && byte <= 0x60) || (byte >= 0x7B && byte <= 0x7E);
}

/// The number at the front of `text`, of `min` to `max` digits, behind which no digit stands. It is
/// removed from the front.
std::optional<int> read_number(std::string_view& text, std::size_t min, std::size_t max) {
  std::size_t count = 0;
  int number = 0;
  while (count < text.size() && text::ascii_digit.contains(text[count])) {
    if (count == max) return std::nullopt;
    number = number * 10 + (text[count] - '0');
    ++count;
  }
  if (count < min) return std::nullopt;
  text.remove_prefix(count);
  return number;
}

struct TimeOfDay {
  int hour;
  int minute;
  int second;
};

/// "8:49:37", whatever follows.
std::optional<TimeOfDay> parse_time(std::string_view token) {
  std::array<int, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) {
      if (!token.starts_with(':')) return std::nullopt;
      token.remove_prefix(1);
    }
    const auto number = read_number(token, 1, 2);
    if (!number) return std::nullopt;
    parts[i] = *number;
  }
  return TimeOfDay{parts[0], parts[1], parts[2]};
}

std::optional<unsigned> parse_month(std::string_view token) {
  constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                    "jul", "aug", "sep", "oct", "nov", "dec"};
  for (unsigned i = 0; i < months.size(); ++i) {
    if (text::equals_ignoring_ascii_case(token.substr(0, 3), months[i])) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<WallTime> parse_http_date(std::string_view text) {
  std::optional<TimeOfDay> time;
  std::optional<int> day;
  std::optional<unsigned> month;
  std::optional<int> year;
  while (!text.empty()) {
    const auto begin = std::find_if_not(text.begin(), text.end(), is_delimiter);
    const auto end = std::find_if(begin, text.end(), is_delimiter);
    const std::string_view token(begin, end);
    text = std::string_view(end, text.end());
    if (!time && (time = parse_time(token))) continue;
    std::string_view rest = token;
    if (!day && (day = read_number(rest, 1, 2))) continue;
    if (!month && (month = parse_month(token))) continue;
    rest = token;
    if (!year) year = read_number(rest, 2, 4);
  }
  if (!time || !day || !month || !year) return std::nullopt;
  if (*year >= 70 && *year <= 99) *year += 1900;
  if (*year <= 69) *year += 2000;
  if (*year < 1601 || time->hour > 23 || time->minute > 59 || time->second > 60) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(*month),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  // The system's clock may count nanoseconds in 64 bits: that is up to the year 2262.
  constexpr std::chrono::year first{1700};
  constexpr std::chrono::year last{2200};
  const std::chrono::year kept = std::clamp(date.year(), first, last);
  const std::chrono::sys_days days =
      kept / date.month() / std::min(date.day(), std::chrono::day(28));
  const auto rest = date.day() - std::min(date.day(), std::chrono::day(28));
  return WallTime(days) + rest + std::chrono::hours(time->hour) +
         std::chrono::minutes(time->minute) + std::chrono::seconds(time->second);
}

std::optional<std::chrono::seconds> parse_retry_after(std::string_view value, WallTime now) {
  constexpr std::int64_t year = std::int64_t{366} * 24 * 3600;
  value = text::strip_ascii_whitespace(value);
  if (value.empty()) return std::nullopt;
  if (text::ascii_digit.contains(value.front())) {
    std::int64_t seconds = 0;
    std::size_t at = 0;
    for (; at < value.size() && text::ascii_digit.contains(value[at]); ++at) {
      seconds = std::min(year, seconds * 10 + (value[at] - '0'));
    }
    if (at == value.size()) return std::chrono::seconds(seconds);
    if (value[at] == '.') {
      const std::string_view fraction = value.substr(at + 1);
      if (!text::is_made_of(fraction, text::ascii_digit)) return std::nullopt;
      const bool is_whole = fraction.find_first_not_of('0') == std::string_view::npos;
      return std::chrono::seconds(std::min(year, seconds + (is_whole ? 0 : 1)));
    }
  }
  const auto date = parse_http_date(value);
  if (!date) return std::nullopt;
  const auto wait = std::chrono::ceil<std::chrono::seconds>(*date - now);
  return std::clamp(wait, std::chrono::seconds(0), std::chrono::seconds(year));
}

}  // namespace hrefkit::net
