// Numbers in binary formats, with the lowest byte first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hrefkit::text {

/// The number in `bytes`, or in the first four of more; 0 of no bytes.
constexpr std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 4); i > 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return value;
}

/// Converts between the machine's byte order and little endian.
template <class Word>
constexpr Word to_little_endian(Word word) {
  if constexpr (std::endian::native == std::endian::little) return word;
  return static_cast<Word>(__builtin_bswap64(word) >> (64 - 8 * sizeof(Word)));
}

/// Loads a number of an unsigned type from `bytes`, all of whose bytes must be readable.
template <class Word>
Word load_little_endian(char const* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return to_little_endian(word);
}

/// Stores a number.
template <class Word>
void store_little_endian(char* to, Word word) {
  word = to_little_endian(word);
  std::memcpy(to, &word, sizeof word);
}

}  // namespace hrefkit::text
