#include "hrefkit/url/host/ipv6.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "hrefkit/text/ascii.h"

namespace hrefkit::url {

namespace {

/// The "IPv6 parser", URL standard 3.5: `at_` is its pointer.
class Ipv6Parser {
 public:
  Ipv6Parser(std::string_view text, NoteWriter const& notes) : text_(text), notes_(notes) {}

  bool run();
  Ipv6Address const& address() const { return address_; }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool at_character(char c) const { return !at_end() && text_[at_] == c; }
  bool at_digit() const { return !at_end() && text::ascii_digit.contains(text_[at_]); }

  bool leading_compression();
  bool piece();
  bool dotted_quad(std::size_t length);
  std::optional<std::uint16_t> dotted_number();
  bool piece_separator();
  bool compression();

  bool fail(ValidationError error) const {
    notes_.add(error, at_);
    return false;
  }

  std::string_view text_;
  NoteWriter const& notes_;
  std::size_t at_ = 0;
  Ipv6Address address_{};
  std::size_t piece_index_ = 0;
  std::optional<std::size_t> compress_;
};

bool Ipv6Parser::run() {
  if (!leading_compression()) return false;
  while (!at_end()) {  // step 6
    if (piece_index_ == 8) return fail(ValidationError::ipv6_too_many_pieces);
    if (at_character(':')) {
      if (compress_) return fail(ValidationError::ipv6_multiple_compression);
      ++at_;
      compress_ = ++piece_index_;
      continue;
    }
    if (!piece()) return false;
  }
  return compression();
}

// Step 5: an address may begin with "::" but not with ":".
bool Ipv6Parser::leading_compression() {
  if (!at_character(':')) return true;
  if (text_.substr(at_ + 1, 1) != ":") return fail(ValidationError::ipv6_invalid_compression);
  at_ += 2;
  compress_ = ++piece_index_;
  return true;
}

// Steps 6.3 to 6.9: one hexadecimal piece, or the dotted quad that ends the address.
bool Ipv6Parser::piece() {
  const std::size_t begin = at_;
  unsigned value = 0;
  while (at_ - begin < 4 && !at_end() && text::ascii_hex_digit.contains(text_[at_])) {
    value = value * 16 + static_cast<unsigned>(text::hex_value(text_[at_++]));
  }
  const std::size_t length = at_ - begin;
  if (at_character('.')) return dotted_quad(length);
  if (!piece_separator()) return false;
  if (length > 1 && value < (1U << (4 * (length - 1)))) {
    notes_.add(ValidationError::ipv6_piece_leading_zero, begin);
  }
  address_[piece_index_++] = static_cast<std::uint16_t>(value);
  return true;
}

// Steps 6.6 and 6.7.
bool Ipv6Parser::piece_separator() {
  if (at_end()) return true;
  if (!at_character(':')) return fail(ValidationError::ipv6_invalid_code_point);
  ++at_;
  return !at_end() || fail(ValidationError::ipv6_invalid_code_point);
}

// Step 6.5. Reads to the end of the address.
bool Ipv6Parser::dotted_quad(std::size_t length) {
  if (length == 0) return fail(ValidationError::ipv4_in_ipv6_invalid_code_point);
  at_ -= length;
  if (piece_index_ > 6) return fail(ValidationError::ipv4_in_ipv6_too_many_pieces);
  unsigned numbers_seen = 0;
  while (!at_end()) {
    if (numbers_seen > 0) {
      if (!at_character('.') || numbers_seen == 4) {
        return fail(ValidationError::ipv4_in_ipv6_invalid_code_point);
      }
      ++at_;
    }
    const std::optional<std::uint16_t> number = dotted_number();
    if (!number) return false;
    address_[piece_index_] = static_cast<std::uint16_t>(address_[piece_index_] * 0x100 + *number);
    ++numbers_seen;
    if (numbers_seen == 2 || numbers_seen == 4) ++piece_index_;
  }
  return numbers_seen == 4 || fail(ValidationError::ipv4_in_ipv6_too_few_parts);
}

// Steps 6.5.5.3 and 6.5.5.4: 0 to 255 without leading zeros.
std::optional<std::uint16_t> Ipv6Parser::dotted_number() {
  const auto failure = [this](ValidationError error) {
    fail(error);
    return std::nullopt;
  };
  if (!at_digit()) return failure(ValidationError::ipv4_in_ipv6_invalid_code_point);
  const std::size_t begin = at_;
  unsigned value = 0;
  for (; at_digit(); ++at_) {
    if (at_ > begin && value == 0) return failure(ValidationError::ipv4_in_ipv6_invalid_code_point);
    value = value * 10 + static_cast<unsigned>(text::hex_value(text_[at_]));
    if (value > 255) return failure(ValidationError::ipv4_in_ipv6_out_of_range_part);
  }
  return static_cast<std::uint16_t>(value);
}

// Steps 7 and 8: the pieces after "::" move to the end.
bool Ipv6Parser::compression() {
  if (!compress_) {
    return piece_index_ == 8 || fail(ValidationError::ipv6_too_few_pieces);
  }
  std::rotate(address_.begin() + *compress_, address_.begin() + piece_index_, address_.end());
  return true;
}

/// "Find the IPv6 address compressed piece index": the first of the longest runs of two or more
/// zero pieces, as [begin, end); an empty range at 8 without such a run.
struct PieceRange {
  std::size_t begin = 8;
  std::size_t end = 8;
};

PieceRange longest_zero_run(Ipv6Address const& address) {
  PieceRange longest;
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t end = i;
    while (end < 8 && address[end] == 0) ++end;
    if (end - i >= 2 && end - i > longest.end - longest.begin) longest = {i, end};
    i = std::max(i, end);
  }
  return longest;
}

}  // namespace

tl::expected<Ipv6Address, Error> parse_ipv6(std::string_view text, NoteWriter const& notes) {
  Ipv6Parser parser(text, notes);
  if (!parser.run()) return tl::make_unexpected(Error::invalid_ipv6);
  return parser.address();
}

void append_ipv6(std::string& out, Ipv6Address const& address) {
  const PieceRange compressed = longest_zero_run(address);
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == compressed.begin) {
      out += i == 0 ? "::" : ":";
      i = compressed.end - 1;
      continue;
    }
    char digits[4];
    const auto end = std::to_chars(digits, digits + 4, static_cast<unsigned>(address[i]), 16).ptr;
    out.append(digits, end);
    if (i != 7) out += ':';
  }
}

}  // namespace hrefkit::url
