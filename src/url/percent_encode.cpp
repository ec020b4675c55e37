#include "hrefkit/url/percent_encode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet kept = text::ascii_alphanumeric | text::ByteSet("-._~!$&'()*+,;=:@/");

}  // namespace

std::string percent_encode_path(std::string_view path) {
  std::string encoded;
  append_percent_encoded(encoded, path, ~kept);
  return encoded;
}

namespace {

/// The unencodable code point as the URL standard writes it into a query; the result passes
/// through the query sets unchanged.
void append_encoded_reference(char32_t code_point, std::string& out) {
  out += "%26%23";
  out += std::to_string(static_cast<std::uint32_t>(code_point));
  out += "%3B";
}

}  // namespace

void append_percent_encoded_byte(std::string& out, char byte) {
  // FAST: three characters that are made at once and copied as a whole have to wait for each other.
  static constexpr auto encoded = [] {
    std::array<std::array<char, 3>, 256> all{};
    for (std::size_t b = 0; b < all.size(); ++b) {
      all[b] = {'%', text::upper_hex_digits[b >> 4], text::upper_hex_digits[b & 15]};
    }
    return all;
  }();
  out.append(encoded[static_cast<unsigned char>(byte)].data(), encoded.front().size());
}

void append_percent_encoded(std::string& out, std::string_view bytes, text::ByteSet const& set) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!set.contains(bytes[i])) continue;
    out.append(bytes, done, i - done);
    append_percent_encoded_byte(out, bytes[i]);
    done = i + 1;
  }
  out.append(bytes, done);
}

void append_percent_encoded_query(std::string& out, std::string_view text, text::Encoding encoding,
                                  text::ByteSet const& set) {
  if (encoding == text::Encoding::utf_8) return append_percent_encoded(out, text, set);
  const text::Encoding output = text::output_encoding(encoding);
  // A character that the encoding lacks becomes twelve or more bytes, so the text is encoded in
  // chunks that bound the buffer. The encoder of ISO-2022-JP keeps a state from chunk to chunk.
  const std::size_t piece_size =
      output == text::Encoding::iso_2022_jp ? text.size() : std::size_t{4096};
  std::string encoded;
  do {
    std::size_t length = std::min(text.size(), piece_size);
    while (length < text.size() && text::is_continuation_byte(text[length])) ++length;
    const std::size_t before = out.size();
    const bool is_first = encoded.empty();
    encoded.clear();
    text::append_encoded(encoded, text.substr(0, length), output, append_encoded_reference);
    append_percent_encoded(out, encoded, set);
    text.remove_prefix(length);
    // Reserves for chunks like the first one, so that the URL is not copied while it grows.
    if (is_first && !text.empty()) {
      out.reserve(out.size() + (out.size() - before) * (text.size() / length + 1));
    }
  } while (!text.empty());
}

bool is_percent_encoded_byte(std::string_view text, std::size_t offset) {
  return text.size() - offset >= 3 && text[offset] == '%' &&
         text::ascii_hex_digit.contains(text[offset + 1]) &&
         text::ascii_hex_digit.contains(text[offset + 2]);
}

std::size_t find_percent_encoded_byte(std::string_view text) {
  std::size_t at = text.find('%');
  while (at != std::string_view::npos && !is_percent_encoded_byte(text, at)) {
    at = text.find('%', at + 1);
  }
  return at;
}

std::string percent_decode(std::string_view bytes) {
  std::string decoded;
  decoded.reserve(bytes.size());
  std::size_t at = 0;
  for (std::size_t sign = bytes.find('%'); sign != bytes.npos; sign = bytes.find('%', sign)) {
    if (!is_percent_encoded_byte(bytes, sign)) {
      ++sign;
      continue;
    }
    decoded += bytes.substr(at, sign - at);
    decoded +=
        static_cast<char>(text::hex_value(bytes[sign + 1]) * 16 + text::hex_value(bytes[sign + 2]));
    sign += 3;
    at = sign;
  }
  return decoded += bytes.substr(at);
}

}  // namespace hrefkit::url
