#include "hrefkit/url/host/ipv4.h"

#include <algorithm>
#include <array>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

namespace {

/// A part's value, which stops growing past 32 bits, and whether it was not written in decimal.
struct Ipv4Number {
  std::uint64_t value;
  bool validation_error;
};

constexpr std::uint64_t past_any_part = std::uint64_t{1} << 32;

/// "IPv4 number parser".
std::optional<Ipv4Number> parse_number(std::string_view part) {
  if (part.empty()) return std::nullopt;
  unsigned radix = 10;
  if (part.size() >= 2 && part[0] == '0') {
    const bool hexadecimal = part[1] == 'x' || part[1] == 'X';
    radix = hexadecimal ? 16 : 8;
    part.remove_prefix(hexadecimal ? 2 : 1);
  }
  std::uint64_t value = 0;
  for (char c : part) {
    const int digit = text::hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= radix) return std::nullopt;
    value = std::min(value * radix + static_cast<unsigned>(digit), past_any_part);
  }
  return Ipv4Number{value, radix != 10};
}

/// The parts of a domain: never more than five are kept, since four is the limit.
struct Parts {
  std::array<std::string_view, 5> items;
  std::size_t count = 0;
};

Parts split_parts(std::string_view domain) {
  Parts parts;
  for (;;) {
    const std::size_t dot = domain.find('.');
    parts.items[parts.count++] = domain.substr(0, dot);
    if (dot == std::string_view::npos || parts.count == parts.items.size()) return parts;
    domain.remove_prefix(dot + 1);
  }
}

/// Appends a number below 1000 in decimal.
void append_decimal(std::string& out, unsigned number) {
  if (number >= 100) out += static_cast<char>('0' + number / 100);
  if (number >= 10) out += static_cast<char>('0' + number / 10 % 10);
  out += static_cast<char>('0' + number % 10);
}

}  // namespace

bool ends_in_a_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? domain : domain.substr(dot + 1);
  if (last.empty() || !text::ascii_digit.contains(last[0])) return false;
  return text::is_made_of(last, text::ascii_digit) || parse_number(last).has_value();
}

tl::expected<std::uint32_t, Error> parse_ipv4(std::string_view domain, NoteWriter const& notes) {
  const tl::unexpected<Error> failure(Error::invalid_ipv4);
  // Steps 1 and 2.
  if (domain.ends_with('.')) {
    notes.add(ValidationError::ipv4_empty_part, 0);
    domain.remove_suffix(1);
  }
  const Parts parts = split_parts(domain);
  // Steps 3 and 4.
  if (parts.count < 4) notes.add(ValidationError::ipv4_too_few_parts, 0);
  if (parts.count > 4) {
    notes.add(ValidationError::ipv4_too_many_parts, 0);
    return failure;
  }
  // Steps 5 and 6.
  std::array<std::uint64_t, 4> numbers{};
  for (std::size_t i = 0; i < parts.count; ++i) {
    const std::optional<Ipv4Number> number = parse_number(parts.items[i]);
    if (!number) {
      notes.add(ValidationError::ipv4_non_numeric_part, 0);
      return failure;
    }
    if (number->validation_error) notes.add(ValidationError::ipv4_non_decimal_part, 0);
    numbers[i] = number->value;
  }
  // Steps 7 to 9.
  const auto too_big = [](std::uint64_t number) { return number > 255; };
  const std::size_t last = parts.count - 1;
  const bool early_too_big = std::any_of(numbers.begin(), numbers.begin() + last, too_big);
  if (early_too_big || too_big(numbers[last])) {
    notes.add(ValidationError::ipv4_out_of_range_part, 0);
  }
  if (early_too_big || numbers[last] >= std::uint64_t{1} << (8 * (4 - last))) return failure;
  // Steps 10 to 14.
  std::uint64_t address = numbers[last];
  for (std::size_t i = 0; i < last; ++i) address += numbers[i] << (8 * (3 - i));
  return static_cast<std::uint32_t>(address);
}

void append_ipv4(std::string& out, std::uint32_t address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_decimal(out, (address >> shift) & 0xFF);
    if (shift != 0) out += '.';
  }
}

}  // namespace hrefkit::url
