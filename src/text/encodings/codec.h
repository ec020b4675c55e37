// The decoders and encoders of the Encoding Standard's encodings.
//
// Decoders take whole inputs in "replacement" error mode and are loops over character groups: a
// group that the standard's state machine would leave by "restore" simply takes fewer bytes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/encodings/encoding_index.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

// The output of decoders: UTF-8 and the map back to the bytes grow together.
//
// The string is kept larger than the text in it, so that decoders write through a pointer; the
// members are inline because they run once a character.

/// Appends decoded text to a string, noting for each piece how many bytes it stands for. Every
/// byte of the source must be accounted for exactly once, in order.
class DecodeOutput {
 public:
  /// Appends to `text`; `source_size` is a hint. Call `finish` at the end.
  DecodeOutput(std::string& text, SourceMap& map, std::size_t source_size)
      : text_(text), map_(map), size_(text.size()) {
    // A byte becomes at most three bytes of UTF-8. A large text never touches what it does not need
    // of that, which costs addresses only; reallocating it would take twice its memory.
    constexpr std::size_t large = std::size_t{1} << 20;
    if (source_size >= large) text.reserve(size_ + 3 * source_size);
    room(source_size + source_size / 8);
  }

  /// Copies the ASCII bytes of `bytes` from `offset` on. Returns the offset of the first byte that
  /// is not ASCII, or the size of `bytes`.
  std::size_t copy_ascii(std::string_view bytes, std::size_t offset) {
    const std::size_t length = ascii_run_length(bytes.substr(offset));
    copy(bytes.substr(offset, length));
    return offset + length;
  }

  /// Copies bytes that are UTF-8 already.
  void copy(std::string_view utf8) {
    if (utf8.empty()) return;
    std::memcpy(room(utf8.size()), utf8.data(), utf8.size());
    size_ += utf8.size();
    map_.append_copied(static_cast<std::uint32_t>(utf8.size()));
  }

  /// Appends the code point that `source_bytes` bytes encode.
  void character(char32_t code_point, std::uint32_t source_bytes) {
    const std::uint32_t length = write_utf8(room(4), code_point);
    size_ += length;
    map_.append_character(length, source_bytes);
  }

  /// Appends the two code points that `source_bytes` bytes encode together.
  void two_characters(char32_t first, char32_t second, std::uint32_t source_bytes) {
    char* const to = room(8);
    std::uint32_t length = write_utf8(to, first);
    length += write_utf8(to + length, second);
    size_ += length;
    map_.append_character(length, source_bytes);
  }

  /// Appends U+FFFD for `source_bytes` malformed bytes.
  void malformed(std::uint32_t source_bytes) {
    if (!malformed_at_) malformed_at_ = size_;
    character(replacement_character, source_bytes);
  }

  /// Notes bytes that decode to no text, such as escape sequences.
  void skipped(std::uint32_t source_bytes) { map_.append_skipped(source_bytes); }

  /// A pointer to room for at least `bytes` bytes, which `wrote` then appends.
  char* room(std::size_t bytes) {
    if (text_.size() - size_ < bytes) {
      text_.resize(std::max(text_.size() + text_.size() / 4, size_ + bytes));
    }
    return text_.data() + size_;
  }

  /// Appends `count` characters that were written to `room`, each of `text_bytes` bytes and decoded
  /// from one byte of source.
  void wrote(std::uint32_t text_bytes, std::uint32_t count) {
    size_ += std::size_t{text_bytes} * count;
    map_.append_characters(text_bytes, 1, count);
  }

  /// Cuts the string to what was written. Returns the offset of the first U+FFFD that stands for
  /// malformed bytes.
  std::optional<std::size_t> finish() {
    text_.resize(size_);
    return malformed_at_;
  }

 private:
  std::string& text_;
  SourceMap& map_;
  std::size_t size_;
  std::optional<std::size_t> malformed_at_;
};

/// @{ Decoders (sections 8 to 14).
void decode_utf_8(std::string_view bytes, DecodeOutput& out);
void decode_single_byte(std::string_view bytes, SingleByteIndex const& index, DecodeOutput& out);
void decode_gb18030(std::string_view bytes, DecodeOutput& out);
void decode_big5(std::string_view bytes, DecodeOutput& out);
void decode_euc_jp(std::string_view bytes, DecodeOutput& out);
void decode_iso_2022_jp(std::string_view bytes, DecodeOutput& out);
void decode_shift_jis(std::string_view bytes, DecodeOutput& out);
void decode_euc_kr(std::string_view bytes, DecodeOutput& out);
void decode_replacement(std::string_view bytes, DecodeOutput& out);
void decode_utf_16be(std::string_view bytes, DecodeOutput& out);
void decode_utf_16le(std::string_view bytes, DecodeOutput& out);
void decode_x_user_defined(std::string_view bytes, DecodeOutput& out);
/// @}

/// Appends the bytes of one code point past ASCII to `out`; false where the encoding lacks it.
using CharacterEncoder = bool (*)(std::string& out, char32_t code_point);

/// @{ Encoders that keep no state.
bool encode_single_byte(std::string& out, char32_t code_point, SingleByteIndex const& index);
bool encode_gbk(std::string& out, char32_t code_point);
bool encode_gb18030(std::string& out, char32_t code_point);
bool encode_big5(std::string& out, char32_t code_point);
bool encode_euc_jp(std::string& out, char32_t code_point);
bool encode_shift_jis(std::string& out, char32_t code_point);
bool encode_euc_kr(std::string& out, char32_t code_point);
bool encode_x_user_defined(std::string& out, char32_t code_point);
/// @}

/// The encoder that keeps a state (12.2.2): appends all of `text`, which is valid UTF-8.
void append_iso_2022_jp(std::string& out, std::string_view text, UnencodableHandler unencodable);

/// A byte as a number.
constexpr unsigned byte_at(std::string_view bytes, std::size_t offset) {
  return static_cast<unsigned char>(bytes[offset]);
}

/// The length of an error whose lead byte at `lead` has no valid trail byte: the next byte is read
/// again when it is ASCII.
constexpr std::uint32_t malformed_pair_length(std::string_view bytes, std::size_t lead) {
  return lead + 1 < bytes.size() && byte_at(bytes, lead + 1) >= 0x80 ? 2 : 1;
}

/// A character or an error, and its length in bytes.
struct Step {
  char32_t code_point;  ///< 0 for an error
  std::uint32_t length;
};

/// Copies ASCII, and decodes the rest by `next`, which returns the Step at an offset.
template <typename Next>
void decode_steps(std::string_view bytes, DecodeOutput& out, Next next) {
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    const Step step = next(i);
    if (step.code_point != 0) {
      out.character(step.code_point, step.length);
    } else {
      out.malformed(step.length);
    }
    i += step.length;
  }
}

/// The step of a lead byte and a trail byte whose code point is `c`; 0 where they have none.
constexpr Step pair_step(std::string_view bytes, std::size_t lead, char32_t c) {
  return {c, c != 0 ? 2 : malformed_pair_length(bytes, lead)};
}

/// Appends two bytes.
inline void append_pair(std::string& out, unsigned lead, unsigned trail) {
  out += static_cast<char>(lead);
  out += static_cast<char>(trail);
}

// The Encoding Standard's index gb18030 ranges (section 5).

/// The first pointer and the first code point of a range of gb18030's four-byte sequences; a range
/// ends where the next begins.
struct Gb18030Range {
  std::uint32_t pointer;
  char32_t code_point;
};

inline constexpr std::array gb18030_ranges = std::to_array<Gb18030Range>({
    {0, 0x0080},     {36, 0x00A5},      {38, 0x00A9},    {45, 0x00B2},    {50, 0x00B8},
    {81, 0x00D8},    {89, 0x00E2},      {95, 0x00EB},    {96, 0x00EE},    {100, 0x00F4},
    {103, 0x00F8},   {104, 0x00FB},     {105, 0x00FD},   {109, 0x0102},   {126, 0x0114},
    {133, 0x011C},   {148, 0x012C},     {172, 0x0145},   {175, 0x0149},   {179, 0x014E},
    {208, 0x016C},   {306, 0x01CF},     {307, 0x01D1},   {308, 0x01D3},   {309, 0x01D5},
    {310, 0x01D7},   {311, 0x01D9},     {312, 0x01DB},   {313, 0x01DD},   {341, 0x01FA},
    {428, 0x0252},   {443, 0x0262},     {544, 0x02C8},   {545, 0x02CC},   {558, 0x02DA},
    {741, 0x03A2},   {742, 0x03AA},     {749, 0x03C2},   {750, 0x03CA},   {805, 0x0402},
    {819, 0x0450},   {820, 0x0452},     {7922, 0x2011},  {7924, 0x2017},  {7925, 0x201A},
    {7927, 0x201E},  {7934, 0x2027},    {7943, 0x2031},  {7944, 0x2034},  {7945, 0x2036},
    {7950, 0x203C},  {8062, 0x20AD},    {8148, 0x2104},  {8149, 0x2106},  {8152, 0x210A},
    {8164, 0x2117},  {8174, 0x2122},    {8236, 0x216C},  {8240, 0x217A},  {8262, 0x2194},
    {8264, 0x219A},  {8374, 0x2209},    {8380, 0x2210},  {8381, 0x2212},  {8384, 0x2216},
    {8388, 0x221B},  {8390, 0x2221},    {8392, 0x2224},  {8393, 0x2226},  {8394, 0x222C},
    {8396, 0x222F},  {8401, 0x2238},    {8406, 0x223E},  {8416, 0x2249},  {8419, 0x224D},
    {8424, 0x2253},  {8437, 0x2262},    {8439, 0x2268},  {8445, 0x2270},  {8482, 0x2296},
    {8485, 0x229A},  {8496, 0x22A6},    {8521, 0x22C0},  {8603, 0x2313},  {8936, 0x246A},
    {8946, 0x249C},  {9046, 0x254C},    {9050, 0x2574},  {9063, 0x2590},  {9066, 0x2596},
    {9076, 0x25A2},  {9092, 0x25B4},    {9100, 0x25BE},  {9108, 0x25C8},  {9111, 0x25CC},
    {9113, 0x25D0},  {9131, 0x25E6},    {9162, 0x2607},  {9164, 0x260A},  {9218, 0x2641},
    {9219, 0x2643},  {11329, 0x2E82},   {11331, 0x2E85}, {11334, 0x2E89}, {11336, 0x2E8D},
    {11346, 0x2E98}, {11361, 0x2EA8},   {11363, 0x2EAB}, {11366, 0x2EAF}, {11370, 0x2EB4},
    {11372, 0x2EB8}, {11375, 0x2EBC},   {11389, 0x2ECB}, {11682, 0x2FFC}, {11686, 0x3004},
    {11687, 0x3018}, {11692, 0x301F},   {11694, 0x302A}, {11714, 0x303F}, {11716, 0x3094},
    {11723, 0x309F}, {11725, 0x30F7},   {11730, 0x30FF}, {11736, 0x312A}, {11982, 0x322A},
    {11989, 0x3232}, {12102, 0x32A4},   {12336, 0x3390}, {12348, 0x339F}, {12350, 0x33A2},
    {12384, 0x33C5}, {12393, 0x33CF},   {12395, 0x33D3}, {12397, 0x33D6}, {12510, 0x3448},
    {12553, 0x3474}, {12851, 0x359F},   {12962, 0x360F}, {12973, 0x361B}, {13738, 0x3919},
    {13823, 0x396F}, {13919, 0x39D1},   {13933, 0x39E0}, {14080, 0x3A74}, {14298, 0x3B4F},
    {14585, 0x3C6F}, {14698, 0x3CE1},   {15583, 0x4057}, {15847, 0x4160}, {16318, 0x4338},
    {16434, 0x43AD}, {16438, 0x43B2},   {16481, 0x43DE}, {16729, 0x44D7}, {17102, 0x464D},
    {17122, 0x4662}, {17315, 0x4724},   {17320, 0x472A}, {17402, 0x477D}, {17418, 0x478E},
    {17859, 0x4948}, {17909, 0x497B},   {17911, 0x497E}, {17915, 0x4984}, {17916, 0x4987},
    {17936, 0x499C}, {17939, 0x49A0},   {17961, 0x49B8}, {18664, 0x4C78}, {18703, 0x4CA4},
    {18814, 0x4D1A}, {18962, 0x4DAF},   {19043, 0x9FA6}, {33469, 0xE76C}, {33470, 0xE7C8},
    {33471, 0xE7E7}, {33484, 0xE815},   {33485, 0xE819}, {33490, 0xE81F}, {33497, 0xE827},
    {33501, 0xE82D}, {33505, 0xE833},   {33513, 0xE83C}, {33520, 0xE844}, {33536, 0xE856},
    {33550, 0xE865}, {37845, 0xF92D},   {37921, 0xF97A}, {37948, 0xF996}, {38029, 0xF9E8},
    {38038, 0xF9F2}, {38064, 0xFA10},   {38065, 0xFA12}, {38066, 0xFA15}, {38069, 0xFA19},
    {38075, 0xFA22}, {38076, 0xFA25},   {38078, 0xFA2A}, {39108, 0xFE32}, {39109, 0xFE45},
    {39113, 0xFE53}, {39114, 0xFE58},   {39115, 0xFE67}, {39116, 0xFE6C}, {39265, 0xFF5F},
    {39394, 0xFFE6}, {189000, 0x10000},
});

static_assert(std::is_sorted(gb18030_ranges.begin(), gb18030_ranges.end(),
                             [](Gb18030Range const& a, Gb18030Range const& b) {
                               return a.pointer < b.pointer && a.code_point < b.code_point;
                             }));

}  // namespace hrefkit::text
