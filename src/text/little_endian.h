// Numbers in binary formats.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hrefkit::text {

/// The number that `bytes`, or the first four of more, are with the lowest byte first; 0 of no
/// bytes.
constexpr std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 4); i > 0; --i) {
    value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return value;
}

/// The same word with its bytes in the other order where the machine has the highest byte first.
template <class Word>
constexpr Word to_little_endian(Word word) {
  if constexpr (std::endian::native == std::endian::little) return word;
  return static_cast<Word>(__builtin_bswap64(word) >> (64 - 8 * sizeof(Word)));
}

/// The number, of an unsigned type, that the bytes from `bytes` on are with the lowest byte first.
/// All of them can be read.
template <class Word>
Word load_little_endian(char const* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return to_little_endian(word);
}

/// Writes a number with the lowest byte first.
template <class Word>
void store_little_endian(char* to, Word word) {
  word = to_little_endian(word);
  std::memcpy(to, &word, sizeof word);
}

}  // namespace hrefkit::text
