#include "hrefkit/text/ascii_run.h"

#include <bit>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace hrefkit::text {

namespace {

/// The offset of the first byte from `offset` on that is not ASCII, a byte at a time.
std::size_t skip_bytes(std::string_view bytes, std::size_t offset) {
  while (offset < bytes.size() && static_cast<unsigned char>(bytes[offset]) < 0x80) ++offset;
  return offset;
}

}  // namespace

#ifdef __SSE2__

std::size_t ascii_run_length(std::string_view bytes) {
  const auto load = [&](std::size_t offset) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes.data() + offset));
  };
  std::size_t offset = 0;
  for (; bytes.size() - offset >= 64; offset += 64) {
    const __m128i any = _mm_or_si128(_mm_or_si128(load(offset), load(offset + 16)),
                                     _mm_or_si128(load(offset + 32), load(offset + 48)));
    if (_mm_movemask_epi8(any) != 0) break;
  }
  for (; bytes.size() - offset >= 16; offset += 16) {
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(load(offset)));
    if (mask != 0) return offset + static_cast<std::size_t>(std::countr_zero(mask));
  }
  return skip_bytes(bytes, offset);
}

#else

constexpr std::uint64_t high_bits = 0x8080808080808080;

std::size_t ascii_run_length(std::string_view bytes) {
  std::size_t offset = 0;
  for (; bytes.size() - offset >= sizeof(std::uint64_t); offset += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    if ((word & high_bits) != 0) break;
  }
  return skip_bytes(bytes, offset);
}

#endif

}  // namespace hrefkit::text
