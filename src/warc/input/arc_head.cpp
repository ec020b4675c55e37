#include "hrefkit/warc/input/arc_head.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::warc {

namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::size_t date_size = 14;

/// The URL schemes of ARC files, by which a head is found inside a line.
constexpr std::array<std::string_view, 5> schemes{"http://", "https://", "dns:", "ftp://",
                                                  arc_start};

/// Removes the last word of a text and the space before it.
std::string_view take_word(std::string_view& text) {
  const std::size_t space = text.rfind(' ');
  const std::string_view word = text.substr(space + 1);
  text = text.substr(0, space == std::string_view::npos ? 0 : space);
  return word;
}

bool is_date(std::string_view word) {
  return word.size() == date_size && word.find_first_not_of(digits) == std::string_view::npos;
}

bool is_address(std::string_view word) {
  return word == "-" ||
         (word.find_first_of(".:") != std::string_view::npos &&
          word.find_first_not_of("0123456789abcdefABCDEF.:") == std::string_view::npos);
}

/// The offset at which the URL begins in the text before an address. After damage, other bytes may
/// precede it.
std::size_t url_begin(std::string_view text) {
  const auto begins = [](std::string_view rest) {
    return std::any_of(schemes.begin(), schemes.end(),
                       [rest](std::string_view scheme) { return rest.starts_with(scheme); });
  };
  if (begins(text)) return 0;
  const std::size_t word = text.rfind(' ') + 1;
  std::size_t first = std::string_view::npos;
  std::size_t last = std::string_view::npos;
  for (const std::string_view scheme : schemes) {
    first = std::min(first, text.find(scheme, word));
    const std::size_t place = text.rfind(scheme);
    if (place != std::string_view::npos && (last == std::string_view::npos || place > last)) {
      last = place;
    }
  }
  return first != std::string_view::npos ? first : last;
}

}  // namespace

std::optional<ArcHead> parse_arc_head(std::string_view line) {
  constexpr std::size_t fields_of_version_2 = 6;  // between the date and the length
  constexpr std::size_t max_words = 40;
  std::string_view rest = line;
  while (rest.ends_with('\r')) rest.remove_suffix(1);
  const auto length = text::parse_decimal<std::uint64_t>(take_word(rest));
  if (!length) return std::nullopt;
  const std::string_view middle = rest;
  for (std::size_t words = 0; words < max_words && !rest.empty(); ++words) {
    const std::size_t end = rest.size();
    const std::string_view date = take_word(rest);
    if (!is_date(date)) continue;
    std::string_view before = rest;
    const std::string_view ip = take_word(before);
    if (!is_address(ip) || before.empty()) continue;
    std::string_view type = middle.substr(std::min(end + 1, middle.size()));
    ArcHead head{.url = before, .ip = ip, .date = date, .type = type, .length = *length};
    if (words >= fields_of_version_2) {
      for (std::size_t i = 1; i < fields_of_version_2; ++i) take_word(type);
      head.type = type;
      head.version = 2;
    }
    return head;
  }
  return std::nullopt;
}

std::string warc_fields(ArcHead const& head) {
  const bool is_file = head.url.starts_with(arc_start);
  const auto has_scheme = [&](std::string_view scheme) {
    return text::equals_ignoring_ascii_case(head.url.substr(0, scheme.size()), scheme);
  };
  const bool is_response = has_scheme("http:") || has_scheme("https:") || has_scheme("dns:");
  std::string fields = "WARC-Type: ";
  const auto add = [&fields](std::string_view text) { fields.append(text); };
  add(is_file ? "warcinfo" : is_response ? "response" : "resource");
  add("\nWARC-Target-URI: ");
  add(head.url);
  add("\nWARC-Date: ");
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  std::size_t digit = 0;
  for (const char c : form) fields += c == '0' ? head.date[digit++] : c;
  add("\nWARC-IP-Address: ");
  add(head.ip);
  add("\nContent-Type: ");
  add(head.type);
  add("\nContent-Length: ");
  add(std::to_string(head.length));
  return fields + '\n';
}

bool begins_arc_record(std::string_view bytes) {
  const std::size_t end = bytes.substr(0, max_arc_head).find('\n');
  return end != std::string_view::npos && parse_arc_head(bytes.substr(0, end)).has_value();
}

std::size_t find_arc_record(std::string_view bytes) {
  std::size_t begin = 0;
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
       begin = end + 1, end = bytes.find('\n', begin)) {
    const std::size_t from = std::max(begin, end - std::min(end, max_arc_head - 1));
    const auto head = parse_arc_head(bytes.substr(from, end - from));
    if (!head) continue;
    const std::size_t place = url_begin(head->url);
    if (place != std::string_view::npos) return from + place;
  }
  return std::string_view::npos;
}

std::size_t unfinished_arc_head(std::string_view bytes) {
  return std::min(bytes.size() - (bytes.rfind('\n') + 1), max_arc_head);
}

}  // namespace hrefkit::warc
