#include "hrefkit/text/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hrefkit::text {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0xFF;
constexpr std::uint8_t white_space = 0xFE;

/// The value of each byte.
constexpr auto digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  for (const char c : {'\t', '\n', '\f', '\r', ' '}) {
    table[static_cast<unsigned char>(c)] = white_space;
  }
  return table;
}();

std::uint8_t digit(char c) {
  return digits[static_cast<unsigned char>(c)];
}

}  // namespace

bool decode_base64(std::string_view base64, std::string& bytes) {
  bytes.clear();
  bytes.reserve(base64.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  std::size_t count = 0;  // digits
  std::size_t padding = 0;
  for (const char c : base64) {
    const std::uint8_t value = digit(c);
    if (value == white_space) continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    if (value == no_digit || padding != 0) return false;
    bits = bits << 6 | value;
    if (++count % 4 != 0) continue;
    bytes += static_cast<char>(bits >> 16 & 0xFF);
    bytes += static_cast<char>(bits >> 8 & 0xFF);
    bytes += static_cast<char>(bits & 0xFF);
  }
  const std::size_t rest = count % 4;
  if (padding != 0 && (padding > 2 || (rest + padding) % 4 != 0)) return false;
  if (rest == 1) return false;
  if (rest == 2) bytes += static_cast<char>(bits >> 4 & 0xFF);
  if (rest == 3) {
    bytes += static_cast<char>(bits >> 10 & 0xFF);
    bytes += static_cast<char>(bits >> 2 & 0xFF);
  }
  return true;
}

void append_base64(std::string& out, std::string_view bytes) {
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  const auto at = [&](std::size_t i) -> std::uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t bits = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    out += alphabet[bits >> 18];
    out += alphabet[bits >> 12 & 63];
    out += i + 1 < bytes.size() ? alphabet[bits >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? alphabet[bits & 63] : '=';
  }
}

}  // namespace hrefkit::text
