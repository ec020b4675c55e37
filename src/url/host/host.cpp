#include "hrefkit/url/host/host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/validation_error.h"

namespace hrefkit::url {

namespace {

/// The value of a part, which saturates past 32 bits, and whether it was not written in decimal.
struct Ipv4Number {
  std::uint64_t value;
  bool validation_error;
};

constexpr std::uint64_t past_any_part = std::uint64_t{1} << 32;

/// "IPv4 number parser".
std::optional<Ipv4Number> parse_number(std::string_view part) {
  if (part.empty()) return std::nullopt;
  unsigned radix = 10;
  if (part.size() >= 2 && part[0] == '0') {
    const bool hexadecimal = part[1] == 'x' || part[1] == 'X';
    radix = hexadecimal ? 16 : 8;
    part.remove_prefix(hexadecimal ? 2 : 1);
  }
  std::uint64_t value = 0;
  for (char c : part) {
    const int digit = text::hex_value(c);
    if (digit < 0 || static_cast<unsigned>(digit) >= radix) return std::nullopt;
    value = std::min(value * radix + static_cast<unsigned>(digit), past_any_part);
  }
  return Ipv4Number{value, radix != 10};
}

/// The parts of a domain: never more than five are kept, since four is the limit.
struct Parts {
  std::array<std::string_view, 5> items;
  std::size_t count = 0;
};

Parts split_parts(std::string_view domain) {
  Parts parts;
  for (;;) {
    const std::size_t dot = domain.find('.');
    parts.items[parts.count++] = domain.substr(0, dot);
    if (dot == std::string_view::npos || parts.count == parts.items.size()) return parts;
    domain.remove_prefix(dot + 1);
  }
}

/// Appends a number below 1000 in decimal.
void append_decimal(std::string& out, unsigned number) {
  if (number >= 100) out += static_cast<char>('0' + number / 100);
  if (number >= 10) out += static_cast<char>('0' + number / 10 % 10);
  out += static_cast<char>('0' + number % 10);
}

}  // namespace

bool ends_in_a_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? domain : domain.substr(dot + 1);
  if (last.empty() || !text::ascii_digit.contains(last[0])) return false;
  return text::is_made_of(last, text::ascii_digit) || parse_number(last).has_value();
}

tl::expected<std::uint32_t, Error> parse_ipv4(std::string_view domain, NoteWriter const& notes) {
  const tl::unexpected<Error> failure(Error::invalid_ipv4);
  // Steps 1 and 2.
  if (domain.ends_with('.')) {
    notes.add(ValidationError::ipv4_empty_part, 0);
    domain.remove_suffix(1);
  }
  const Parts parts = split_parts(domain);
  // Steps 3 and 4.
  if (parts.count < 4) notes.add(ValidationError::ipv4_too_few_parts, 0);
  if (parts.count > 4) {
    notes.add(ValidationError::ipv4_too_many_parts, 0);
    return failure;
  }
  // Steps 5 and 6.
  std::array<std::uint64_t, 4> numbers{};
  for (std::size_t i = 0; i < parts.count; ++i) {
    const std::optional<Ipv4Number> number = parse_number(parts.items[i]);
    if (!number) {
      notes.add(ValidationError::ipv4_non_numeric_part, 0);
      return failure;
    }
    if (number->validation_error) notes.add(ValidationError::ipv4_non_decimal_part, 0);
    numbers[i] = number->value;
  }
  // Steps 7 to 9.
  const auto too_big = [](std::uint64_t number) { return number > 255; };
  const std::size_t last = parts.count - 1;
  const bool early_too_big = std::any_of(numbers.begin(), numbers.begin() + last, too_big);
  if (early_too_big || too_big(numbers[last])) {
    notes.add(ValidationError::ipv4_out_of_range_part, 0);
  }
  if (early_too_big || numbers[last] >= std::uint64_t{1} << (8 * (4 - last))) return failure;
  // Steps 10 to 14.
  std::uint64_t address = numbers[last];
  for (std::size_t i = 0; i < last; ++i) address += numbers[i] << (8 * (3 - i));
  return static_cast<std::uint32_t>(address);
}

void append_ipv4(std::string& out, std::uint32_t address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_decimal(out, (address >> shift) & 0xFF);
    if (shift != 0) out += '.';
  }
}

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

PieceRange max_zero_run(Ipv6Address const& address) {
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
  const PieceRange compressed = max_zero_run(address);
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

namespace {

bool holds_any(std::string_view text, text::ByteSet const& set) {
  return std::any_of(text.begin(), text.end(), [&set](char c) { return set.contains(c); });
}

tl::expected<void, Error> append_bracketed(std::string& out, std::string_view input,
                                           NoteWriter const& notes) {
  if (!input.ends_with(']')) {
    notes.add(ValidationError::ipv6_unclosed, input.size());
    return tl::make_unexpected(Error::invalid_ipv6);
  }
  const auto address = parse_ipv6(input.substr(1, input.size() - 2), notes.from(1));
  if (!address) return tl::make_unexpected(address.error());
  out += '[';
  append_ipv6(out, *address);
  out += ']';
  return {};
}

/// "Opaque-host parser".
tl::expected<void, Error> append_opaque(std::string& out, std::string_view input,
                                        NoteWriter const& notes) {
  const auto forbidden = std::find_if(
      input.begin(), input.end(), [](char c) { return forbidden_host_code_points.contains(c); });
  if (forbidden != input.end()) {
    notes.add(ValidationError::host_invalid_code_point,
              static_cast<std::size_t>(forbidden - input.begin()));
    return tl::make_unexpected(Error::invalid_host);
  }
  note_invalid_url_units(input, notes);
  append_percent_encoded(out, input, c0_control_percent_encode_set);
  return {};
}

/// "Domain parser" with beStrict false.
tl::expected<std::string, Error> parse_domain(std::string_view domain, NoteWriter const& notes) {
  // Steps 1 and 2.
  if (notes.wanted() && !unicode_to_ascii(domain, IdnaStrictness::strict)) {
    notes.add(ValidationError::domain_to_ascii, 0);
  }
  // Steps 4 to 6.
  std::optional<std::string> result = text::is_ascii(domain)
                                          ? text::to_ascii_lower(domain)
                                          : unicode_to_ascii(domain, IdnaStrictness::relaxed);
  // Steps 7 and 8.
  if (!result || result->empty()) return tl::make_unexpected(Error::invalid_domain);
  if (holds_any(*result, forbidden_domain_code_points)) {
    return tl::make_unexpected(Error::invalid_host);
  }
  return *std::move(result);
}

/// Steps 7 to 9 of the host parser.
tl::expected<void, Error> append_domain_or_ipv4(std::string& out, std::string_view domain,
                                                NoteWriter const& notes) {
  if (!ends_in_a_number(domain)) {
    out += domain;
    return {};
  }
  const auto address = parse_ipv4(domain, notes);
  if (!address) return tl::make_unexpected(address.error());
  append_ipv4(out, *address);
  return {};
}

}  // namespace

tl::expected<void, Error> append_host(std::string& out, std::string_view input, HostSyntax syntax,
                                      NoteWriter const& notes) {
  // Steps 1 and 2.
  if (input.starts_with('[')) return append_bracketed(out, input, notes);
  if (syntax == HostSyntax::opaque) return append_opaque(out, input, notes);
  // FAST: nothing to decode, to lowercase or to forbid.
  if (!notes.wanted() && !holds_any(input, ~plain_domain_bytes)) {
    return append_domain_or_ipv4(out, input, notes);
  }
  // Steps 4 to 9.
  const std::size_t encoded = find_percent_encoded_byte(input);
  if (encoded != std::string_view::npos) {
    notes.add(ValidationError::domain_percent_encoded, encoded);
  }
  const auto domain = parse_domain(to_scalar_values(percent_decode(input)), notes);
  if (!domain) return tl::make_unexpected(domain.error());
  return append_domain_or_ipv4(out, *domain, notes);
}

std::string domain_to_unicode(std::string_view domain) {
  return unicode_to_unicode(domain).value_or(std::string(domain));
}

}  // namespace hrefkit::url
