#include "hrefkit/url/rfc3986/ip_literal.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::url::rfc3986 {

namespace {

/// <dec-octet>: 0 to 255 without leading zeros.
bool is_dec_octet(std::string_view text) {
  const auto value = text::parse_decimal<unsigned>(text);
  return value && *value <= 255 && (text.size() == 1 || text[0] != '0');
}

/// The 16-bit groups of `text`, <h16> separated by ":", the last of which may be an <IPv4address>
/// that counts for two. 0 for empty text, -1 when it is not a list of pieces.
int count_groups(std::string_view text) {
  if (text.empty()) return 0;
  for (int groups = 1; groups <= 8; ++groups) {
    const std::size_t digits = text::run_length(text, text::ascii_hex_digit);
    if (digits < text.size() && text[digits] == '.') {
      return is_ipv4_address(text) ? groups + 1 : -1;
    }
    if (digits == 0 || digits > 4) return -1;
    text.remove_prefix(digits);
    if (text.empty()) return groups;
    if (text[0] != ':') return -1;
    text.remove_prefix(1);
  }
  return -1;
}

}  // namespace

bool is_ipv4_address(std::string_view text) {
  for (int dots = 0; dots < 3; ++dots) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos || !is_dec_octet(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return is_dec_octet(text);
}

// The nine alternatives of <IPv6address> say: eight groups, or one "::" among at most seven, and
// only the last two groups may be written as an IPv4 address.
bool is_ipv6_address(std::string_view text) {
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return count_groups(text) == 8;
  const std::string_view head = text.substr(0, gap);
  const int before = head.find('.') == std::string_view::npos ? count_groups(head) : -1;
  const int after = count_groups(text.substr(gap + 2));
  return before >= 0 && after >= 0 && before + after <= 7;
}

bool is_ip_future(std::string_view text, text::ByteSet const& address_characters) {
  if (text.empty() || (text[0] != 'v' && text[0] != 'V')) return false;
  text.remove_prefix(1);
  const std::size_t version = text::run_length(text, text::ascii_hex_digit);
  if (version == 0 || version == text.size() || text[version] != '.') return false;
  text.remove_prefix(version + 1);
  return !text.empty() && text::is_made_of(text, address_characters);
}

}  // namespace hrefkit::url::rfc3986
