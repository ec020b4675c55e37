// The decoders and encoders of the Encoding Standard's encodings.
//
// Decoders take whole inputs in "replacement" error mode and are loops over character groups: a
// group that the standard's state machine would leave by "restore" simply takes fewer bytes.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/text/encodings/decode_output.h"
#include "hrefkit/text/encodings/encoding_index.h"

namespace hrefkit::text {

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

/// How many bytes an error takes whose lead byte at `lead` has no valid trail byte: the next byte
/// is read again when it is ASCII.
constexpr std::uint32_t malformed_pair_length(std::string_view bytes, std::size_t lead) {
  return lead + 1 < bytes.size() && byte_at(bytes, lead + 1) >= 0x80 ? 2 : 1;
}

/// A character or an error, and the bytes that it takes.
struct Step {
  char32_t code_point;  ///< 0 for an error
  std::uint32_t length;
};

/// Decodes ASCII as it is, and the rest by `next`, which gives the Step at an offset.
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

}  // namespace hrefkit::text
