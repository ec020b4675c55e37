#include "hrefkit/text/ascii_search.h"

#include <cassert>

#include "hrefkit/text/ascii.h"

namespace hrefkit::text {

namespace {

constexpr std::size_t block = 64;

/// In lower case, if it is a letter. This equates a few other bytes, too, which does no harm here.
constexpr unsigned char lower(char byte) {
  return static_cast<unsigned char>(static_cast<unsigned char>(byte) | 0x20U);
}

/// True where the first three bytes of the word may begin at one of the 64 bytes from `bytes` on.
/// Compilers make vector instructions of this.
bool may_begin(char const* bytes, std::string_view word) {
  const unsigned char first = lower(word[0]);
  const unsigned char second = lower(word[1]);
  const unsigned char third = lower(word[2]);
  unsigned char any = 0;
  for (std::size_t i = 0; i < block; ++i) {
    const auto byte = [&](std::size_t at) { return lower(bytes[at]); };
    const unsigned char other = (byte(i) ^ first) | (byte(i + 1) ^ second) | (byte(i + 2) ^ third);
    any |= static_cast<unsigned char>(other == 0);
  }
  return any != 0;
}

}  // namespace

std::size_t find_ignoring_ascii_case(std::string_view text, std::string_view lower_word,
                                     std::size_t from) {
  assert(lower_word.size() >= 3);
  const auto is_at = [&](std::size_t at) {
    return equals_ignoring_ascii_case(text.substr(at, lower_word.size()), lower_word);
  };
  std::size_t at = from;
  while (at + lower_word.size() <= text.size()) {
    if (text.size() - at >= block + 2 && !may_begin(text.data() + at, lower_word)) {
      at += block;
      continue;
    }
    for (std::size_t end = at + block; at < end && at + lower_word.size() <= text.size(); ++at) {
      if (is_at(at)) return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace hrefkit::text
