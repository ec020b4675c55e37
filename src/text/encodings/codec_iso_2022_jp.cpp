// Encoding Standard 12.2, ISO-2022-JP: escape sequences choose the character set that follows.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/encodings/encoding_index.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

constexpr char escape = '\x1B';

/// The bytes that ASCII and Roman text copy: not the escape character and the two shifts.
constexpr ByteSet plain_ascii = ByteSet::range(0, 0x7F) - ByteSet("\x0E\x0F\x1B");
constexpr ByteSet plain_roman = plain_ascii - ByteSet("\\~");

// 12.2.1, "ISO-2022-JP decoder". The standard's states "leading byte" and "trailing byte" are
// `jis0208` here, "escape start" and "escape" are one step.
class Decoder {
 public:
  Decoder(std::string_view bytes, DecodeOutput& out)
      : bytes_(bytes), out_(out), jis0208_(index_jis0208()) {}

  void run() {
    while (offset_ < bytes_.size()) {
      if (bytes_[offset_] == escape) {
        read_escape();
      } else {
        after_escape_ = false;
        read_character();
      }
    }
    out_.skipped(pending_);
  }

 private:
  enum class Set { ascii, roman, katakana, jis0208 };

  void read_character() {
    switch (set_) {
      case Set::ascii:
        return read_plain(plain_ascii);
      case Set::roman:
        return read_roman();
      case Set::katakana:
        return read_katakana();
      case Set::jis0208:
        return read_pair();
    }
  }

  /// Reads a run of bytes of `plain`, or one byte as an error.
  void read_plain(ByteSet const& plain) {
    if (pending_ != 0 && plain.contains(bytes_[offset_])) {
      append_character(byte_at(bytes_, offset_), 1);
      if (offset_ == bytes_.size() || !plain.contains(bytes_[offset_])) return;
    }
    std::size_t end = offset_;
    while (end < bytes_.size() && plain.contains(bytes_[end])) ++end;
    if (end == offset_) return append_malformed(1);
    out_.copy(bytes_.substr(offset_, end - offset_));
    offset_ = end;
  }

  void read_roman() {
    if (bytes_[offset_] == '\\') return append_character(0x00A5, 1);
    if (bytes_[offset_] == '~') return append_character(0x203E, 1);
    read_plain(plain_roman);
  }

  void read_katakana() {
    const unsigned byte = byte_at(bytes_, offset_);
    if (byte < 0x21 || byte > 0x5F) return append_malformed(1);
    append_character(0xFF61 - 0x21 + byte, 1);
  }

  /// Unlike in the other encodings, an ASCII trail byte is not read again; but an escape is.
  void read_pair() {
    const unsigned lead = byte_at(bytes_, offset_);
    if (lead < 0x21 || lead > 0x7E) return append_malformed(1);
    if (offset_ + 1 == bytes_.size() || bytes_[offset_ + 1] == escape) return append_malformed(1);
    const unsigned trail = byte_at(bytes_, offset_ + 1);
    if (trail < 0x21 || trail > 0x7E) return append_malformed(2);
    const char32_t c = jis0208_.code_point((lead - 0x21) * 94 + (trail - 0x21));
    if (c == 0) return append_malformed(2);
    append_character(c, 2);
  }

  /// An escape sequence decodes to no text, but is an error right after another one. Of an unknown
  /// sequence only the escape character is consumed. Its bytes count to the character that follows,
  /// so that a part of the text is the same when its bytes are decoded alone.
  void read_escape() {
    constexpr std::size_t length = 3;
    const auto set = set_of(bytes_.substr(offset_ + 1, length - 1));
    if (!set) {
      after_escape_ = false;
      return append_malformed(1);
    }
    set_ = *set;
    if (after_escape_) return append_malformed(length);
    after_escape_ = true;
    pending_ = length;
    offset_ += length;
  }

  static std::optional<Set> set_of(std::string_view sequence) {
    if (sequence == "(B") return Set::ascii;
    if (sequence == "(J") return Set::roman;
    if (sequence == "(I") return Set::katakana;
    if (sequence == "$@" || sequence == "$B") return Set::jis0208;
    return std::nullopt;
  }

  void append_character(char32_t c, std::uint32_t length) {
    out_.character(c, std::exchange(pending_, 0) + length);
    offset_ += length;
  }

  void append_malformed(std::uint32_t length) {
    out_.malformed(std::exchange(pending_, 0) + length);
    offset_ += length;
  }

  std::string_view bytes_;
  DecodeOutput& out_;
  Index const& jis0208_;
  std::size_t offset_ = 0;
  Set set_ = Set::ascii;
  std::uint32_t pending_ = 0;  // bytes of an escape sequence, up to the next character
  bool after_escape_ = false;  // the standard's "ISO-2022-JP output"
};

/// Section 5, index ISO-2022-JP katakana: full-width forms of U+FF61 to U+FF9F.
constexpr std::array<char16_t, 63> full_width_katakana{
    0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9,
    0x30E3, 0x30E5, 0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB,
    0x30AD, 0x30AF, 0x30B1, 0x30B3, 0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1,
    0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC, 0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5,
    0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4, 0x30E6, 0x30E8, 0x30E9,
    0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x309B, 0x309C};
static_assert(full_width_katakana.back() == 0x309C);

// 12.2.2, "ISO-2022-JP encoder".
class Encoder {
 public:
  Encoder(std::string& out, UnencodableHandler unencodable)
      : out_(out), unencodable_(unencodable) {}

  void encode(char32_t c) {
    if (set_ != Set::jis0208 && (c == 0x0E || c == 0x0F || c == 0x1B)) {
      return unencodable_(replacement_character, out_);
    }
    const bool roman_only = c == 0x00A5 || c == 0x203E;
    if (roman_only) return encode_in_roman(c == 0x00A5 ? '\\' : '~');
    if (c < 0x80) return encode_ascii(c);
    encode_in_jis0208(c);
  }

  /// Text ends in ASCII.
  void finish() { shift_to(Set::ascii); }

 private:
  enum class Set { ascii, roman, jis0208 };

  void shift_to(Set set) {
    if (set_ == set) return;
    set_ = set;
    out_ += set == Set::ascii ? "\x1B(B" : set == Set::roman ? "\x1B(J" : "\x1B$B";
  }

  void encode_in_roman(char byte) {
    shift_to(Set::roman);
    out_ += byte;
  }

  /// Roman has all of ASCII but the backslash and the tilde.
  void encode_ascii(char32_t c) {
    if (set_ == Set::jis0208) {
      // In JIS X 0208 the shift functions are an error, too: encode the character again, now in
      // ASCII.
      shift_to(Set::ascii);
      return encode(c);
    }
    if (c == '\\' || c == '~') shift_to(Set::ascii);
    out_ += static_cast<char>(c);
  }

  void encode_in_jis0208(char32_t c) {
    char32_t wide = c == 0x2212 ? 0xFF0D : c;
    if (c >= 0xFF61 && c <= 0xFF9F) wide = full_width_katakana[c - 0xFF61];
    const auto pointer = jis0208_pointers().pointer(wide);
    if (!pointer) {
      if (set_ == Set::jis0208) shift_to(Set::ascii);
      return unencodable_(c, out_);
    }
    shift_to(Set::jis0208);
    append_pair(out_, *pointer / 94u + 0x21, *pointer % 94u + 0x21);
  }

  std::string& out_;
  UnencodableHandler unencodable_;
  Set set_ = Set::ascii;
};

}  // namespace

void decode_iso_2022_jp(std::string_view bytes, DecodeOutput& out) {
  Decoder(bytes, out).run();
}

void append_iso_2022_jp(std::string& out, std::string_view text, UnencodableHandler unencodable) {
  Encoder encoder(out, unencodable);
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Step step = decode_utf8(text, i);
    encoder.encode(step.code_point);
    i += step.length;
  }
  encoder.finish();
}

}  // namespace hrefkit::text
