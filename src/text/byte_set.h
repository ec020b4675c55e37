// Sets of byte values, composed by algebra: `ascii_alpha | ascii_digit | ByteSet("+-.")`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::text {

/// A set of byte values, usable in constant expressions. Membership is one load and one test.
class ByteSet {
 public:
  constexpr ByteSet() = default;

  /// The set of the bytes in `members`.
  constexpr explicit ByteSet(std::string_view members) {
    for (char c : members) add(static_cast<unsigned char>(c));
  }

  /// All bytes from `first` to `last`, both included.
  static constexpr ByteSet range(unsigned first, unsigned last) {
    ByteSet set;
    for (unsigned b = first; b <= last; ++b) set.add(b);
    return set;
  }

  constexpr bool contains(char c) const {
    const auto b = static_cast<unsigned char>(c);
    return (words_[b >> 6] >> (b & 63)) & 1;
  }

  friend constexpr ByteSet operator|(ByteSet a, ByteSet const& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr ByteSet operator&(ByteSet a, ByteSet const& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend constexpr ByteSet operator-(ByteSet a, ByteSet const& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  constexpr ByteSet operator~() const { return range(0, 255) - *this; }
  constexpr bool operator==(ByteSet const&) const = default;

 private:
  constexpr void add(unsigned b) { words_[b >> 6] |= std::uint64_t{1} << (b & 63); }

  std::array<std::uint64_t, 4> words_{};
};

inline constexpr ByteSet ascii_digit = ByteSet::range('0', '9');
inline constexpr ByteSet ascii_upper = ByteSet::range('A', 'Z');
inline constexpr ByteSet ascii_lower = ByteSet::range('a', 'z');
inline constexpr ByteSet ascii_alpha = ascii_upper | ascii_lower;
inline constexpr ByteSet ascii_alphanumeric = ascii_alpha | ascii_digit;
inline constexpr ByteSet ascii_hex_digit =
    ascii_digit | ByteSet::range('A', 'F') | ByteSet::range('a', 'f');
/// The characters of an HTTP token (RFC 9110, 5.6.2; MIME Sniffing 3, "HTTP token code point").
inline constexpr ByteSet http_token = ascii_alphanumeric | ByteSet("!#$%&'*+-.^_`|~");
/// Infra's ASCII whitespace: tab, LF, FF, CR and space.
inline constexpr ByteSet ascii_whitespace{"\t\n\f\r "};
inline constexpr ByteSet c0_control = ByteSet::range(0x00, 0x1F);
inline constexpr ByteSet non_ascii = ByteSet::range(0x80, 0xFF);

// Runs of bytes of one set.

/// How many bytes at the start of `text` are in `set`, up to the first one that is not.
constexpr std::size_t run_length(std::string_view text, ByteSet const& set) {
  std::size_t length = 0;
  while (length < text.size() && set.contains(text[length])) ++length;
  return length;
}

/// True when all bytes of `text` are in `set`; so for an empty text.
constexpr bool is_made_of(std::string_view text, ByteSet const& set) {
  return run_length(text, set) == text.size();
}

/// Cuts the bytes of `set` off the front of `text`.
constexpr void skip(std::string_view& text, ByteSet const& set) {
  text.remove_prefix(run_length(text, set));
}

/// The number of bytes before the first one of `ends`; all if there is no such byte.
constexpr std::size_t length_until(std::string_view text, ByteSet const& ends) {
  std::size_t length = 0;
  while (length < text.size() && !ends.contains(text[length])) ++length;
  return length;
}

/// Cuts the bytes before the first one of `ends` off the front of `text`, and returns them.
constexpr std::string_view read_until(std::string_view& text, ByteSet const& ends) {
  const std::string_view read = text.substr(0, length_until(text, ends));
  text.remove_prefix(read.size());
  return read;
}

}  // namespace hrefkit::text
