#include "hrefkit/url/whatwg_2012/ipv6.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/text/ascii.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

/// One run of the algorithm. Every step returns false for "return failure".
class Ipv6Parser {
 public:
  explicit Ipv6Parser(std::string_view input) : input_(input) {}

  bool run() { return leading_colons() && pieces() && finale(); }
  Ipv6Address const& address() const { return address_; }

 private:
  bool at_end() const { return pointer_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[pointer_] == c; }
  bool at_any(text::ByteSet const& set) const {
    return !at_end() && set.contains(input_[pointer_]);
  }

  bool leading_colons();
  bool pieces();
  bool piece();
  bool ipv4(std::size_t length);
  bool ipv4_number(unsigned& value);
  bool finale();

  std::string_view input_;
  std::size_t pointer_ = 0;
  Ipv6Address address_{};
  std::size_t piece_pointer_ = 0;
  std::optional<std::size_t> compress_pointer_;
};

// Step 6.
bool Ipv6Parser::leading_colons() {
  if (!at(':')) return true;
  if (input_.substr(1, 1) != ":") return false;
  pointer_ += 2;
  compress_pointer_ = ++piece_pointer_;
  return true;
}

// Step 7, "Main".
bool Ipv6Parser::pieces() {
  while (!at_end()) {
    if (piece_pointer_ == 8) return false;  // 7.1
    if (!at(':')) {
      if (!piece()) return false;
      continue;
    }
    if (compress_pointer_) return false;  // 7.2
    ++pointer_;                           // ERRATUM: the text stays on the ":"
    compress_pointer_ = ++piece_pointer_;
  }
  return true;
}

// Steps 7.3 to 7.7.
bool Ipv6Parser::piece() {
  unsigned value = 0;
  std::size_t length = 0;
  while (length < 4 && at_any(text::ascii_hex_digit)) {
    value = value * 0x10 + static_cast<unsigned>(text::hex_value(input_[pointer_]));
    ++pointer_;
    ++length;
  }
  if (at('.')) return ipv4(length);
  if (at(':')) {
    ++pointer_;
    if (at_end()) return false;
  } else if (!at_end()) {
    return false;
  }
  address_[piece_pointer_++] = static_cast<std::uint16_t>(value);
  return true;
}

// 7.5 for ".", then steps 9 to 11. Reads to the end of the input.
bool Ipv6Parser::ipv4(std::size_t length) {
  if (length == 0) return false;
  pointer_ -= length;
  if (piece_pointer_ > 6) return false;  // 9
  int dots_seen = 0;                     // 10
  while (!at_end()) {                    // 11
    unsigned value = 0;
    if (!ipv4_number(value)) return false;
    if (dots_seen < 3 && !at('.')) return false;
    if (dots_seen == 3 && !at_end()) return false;
    if (dots_seen < 3) ++pointer_;  // ERRATUM: the text stays on the "."
    // ERRATUM: "x 0x10".
    address_[piece_pointer_] = static_cast<std::uint16_t>(address_[piece_pointer_] * 0x100 + value);
    if (dots_seen == 1 || dots_seen == 3) ++piece_pointer_;  // ERRATUM: "0 or 2"
    ++dots_seen;
  }
  return dots_seen == 4;  // ERRATUM: the text lets "1.2.3." pass
}

// Steps 11.1 to 11.3.
bool Ipv6Parser::ipv4_number(unsigned& value) {
  if (!at_any(text::ascii_digit)) return false;  // ERRATUM: the text reads no digits as 0
  for (; at_any(text::ascii_digit); ++pointer_) {
    const auto digit = static_cast<unsigned>(text::hex_value(input_[pointer_]));
    value = std::min(value * 10 + digit, 256U);  // FAST: past 255 all are alike
  }
  return value <= 255;
}

// Steps 12 and 13, "Finale".
bool Ipv6Parser::finale() {
  if (!compress_pointer_) return piece_pointer_ == 8;
  std::size_t swaps = piece_pointer_ - *compress_pointer_;
  for (std::size_t to = 7; to != 0 && swaps != 0; --to, --swaps) {
    // ERRATUM: "replace" with the piece at "compress pointer + swaps".
    std::swap(address_[to], address_[*compress_pointer_ + swaps - 1]);
  }
  return true;
}

}  // namespace

std::optional<Ipv6Address> parse_ipv6(std::string_view text) {
  Ipv6Parser parser(text);
  if (!parser.run()) return std::nullopt;
  return parser.address();
}

}  // namespace hrefkit::url::whatwg_2012
