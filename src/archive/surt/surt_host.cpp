#include "hrefkit/archive/surt/surt_host.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "hrefkit/archive/surt/surt_escape.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/idna2003.h"

namespace hrefkit::archive {

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text::is_made_of(text, text::ascii_digit);
}

/// `host` without what is not UTF-8.
std::string valid_utf8(std::string_view host) {
  std::string valid;
  for (std::size_t i = 0; i < host.size();) {
    const text::Utf8Step step = text::decode_utf8(host, i);
    if (step.valid) valid += host.substr(i, step.length);
    i += step.length;
  }
  return valid;
}

/// The host in ASCII; as it is where IDNA2003 fails.
std::string to_ascii(std::string_view host) {
  if (text::is_ascii(host)) return std::string(host);
  const std::string valid = valid_utf8(host);
  if (valid.empty()) return valid;
  return url::domain_to_ascii_2003(valid, url::Std3Rules::off).value_or(std::string(host));
}

/// Each pair of dots becomes one, in a single pass: three become two.
std::string without_doubled_dots(std::string_view host) {
  std::string out;
  for (std::size_t i = 0; i < host.size(); ++i) {
    out += host[i];
    if (host.substr(i, 2) == "..") ++i;
  }
  return std::string(text::strip(out, text::ByteSet(".")));
}

std::string dotted(std::uint32_t address) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (shift != 24) out += '.';
    out += std::to_string((address >> shift) & 0xFF);
  }
  return out;
}

/// A number of inet_aton: octal when it begins with "0". Nothing past 32 bits or for an 8 in octal.
std::optional<std::uint32_t> read_number(std::string_view digits) {
  const std::uint64_t base = digits.size() > 1 && digits[0] == '0' ? 8 : 10;
  std::uint64_t value = 0;
  for (char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value > 0xFFFFFFFF) return std::nullopt;
  }
  return static_cast<std::uint32_t>(value);
}

/// inet_aton on two to four numbers: the last one fills the bytes that are left.
std::optional<std::uint32_t> read_address(std::string_view host) {
  std::uint32_t address = 0;
  for (unsigned shift = 32;;) {
    const std::size_t dot = host.find('.');
    const std::string_view digits = host.substr(0, dot);
    if (!is_digits(digits)) return std::nullopt;
    const auto number = read_number(digits);
    if (!number) return std::nullopt;
    if (dot == std::string_view::npos) {
      if (shift < 32 && (*number >> shift) != 0) return std::nullopt;
      return address | *number;
    }
    if (*number > 0xFF || shift == 8) return std::nullopt;
    shift -= 8;
    address |= *number << shift;
    host.remove_prefix(dot + 1);
  }
}

/// A host of digits alone is one number, and its low 32 bits count.
std::uint32_t low_bits(std::string_view digits) {
  std::uint32_t value = 0;
  for (char c : digits) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

std::optional<std::uint32_t> as_ipv4(std::string_view host) {
  if (is_digits(host)) return low_bits(host);
  return read_address(host);
}

}  // namespace

std::string surt_host(std::string_view host) {
  const std::string ascii = without_doubled_dots(to_ascii(host));
  if (const auto address = as_ipv4(ascii)) return dotted(*address);
  return text::to_ascii_lower(escape_once(text::to_ascii_lower(ascii)));
}

}  // namespace hrefkit::archive
