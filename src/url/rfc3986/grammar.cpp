// Why one pass suffices, brackets in all places included:
//
//   - No production before <fragment> matches "#", none before <query> "?", and none of <authority>
//     "/", so the first of these ends the component, however wide the other sets are.
//   - A <scheme> cannot hold what a first segment without ":" (path-noscheme) needs, so URI and
//     relative-ref never both match.
//   - Neither <userinfo> nor <host> nor <port> matches "@", so an authority has at most one and
//     it ends the userinfo.
//   - <port> is digits, so an IP literal ends at the last "]" of the authority, which the end or
//     ":" and digits must follow; "]" inside <IPvFuture> does not matter:
//     x://[v42.3]:2323]:2323:2323]:2323 has the host [v42.3]:2323]:2323:2323] and one parse.
//   - <reg-name> does not match ":", so failing an IP literal the first ":" begins the port.
#include "hrefkit/url/rfc3986/grammar.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"

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

namespace {

/// True when `text` consists of bytes in `set` and <pct-encoded>.
bool matches(std::string_view text, text::ByteSet const& set, LonePercent lone_percent) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (set.contains(text[i])) continue;
    if (text[i] != '%') return false;
    if (lone_percent == LonePercent::rejected && !is_percent_encoded_byte(text, i)) return false;
  }
  return true;
}

/// host [ ":" port ] with an IP literal as the host.
bool match_ip_literal(std::string_view text, Grammar const& grammar, Reference& reference) {
  if (text.empty() || text[0] != '[') return false;
  const std::size_t close = text.rfind(']');
  if (close == std::string_view::npos) return false;
  const std::string_view rest = text.substr(close + 1);
  if (!rest.empty() && (rest[0] != ':' || !text::is_made_of(rest.substr(1), text::ascii_digit)))
    return false;
  const std::string_view address = text.substr(1, close - 1);
  if (!is_ipv6_address(address) && !is_ip_future(address, grammar.ip_future)) return false;
  reference.host = text.substr(0, close + 1);
  reference.host_form = HostForm::ip_literal;
  if (!rest.empty()) reference.port = rest.substr(1);
  return true;
}

/// host [ ":" port ] with a <reg-name> as the host.
bool match_reg_name(std::string_view text, Grammar const& grammar, Reference& reference) {
  const std::size_t colon = text.find(':');
  reference.host = text.substr(0, colon);
  reference.host_form = HostForm::reg_name;
  if (colon != std::string_view::npos) {
    reference.port = text.substr(colon + 1);
    if (!text::is_made_of(*reference.port, text::ascii_digit)) return false;
  }
  return matches(*reference.host, grammar.reg_name, grammar.lone_percent_in_reg_name);
}

/// authority = [ userinfo "@" ] host [ ":" port ]
bool match_authority(std::string_view text, Grammar const& grammar, Reference& reference) {
  reference.authority = text;
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    reference.userinfo = text.substr(0, at);
    if (!matches(*reference.userinfo, grammar.userinfo, grammar.lone_percent)) return false;
    text.remove_prefix(at + 1);
  }
  return match_ip_literal(text, grammar, reference) || match_reg_name(text, grammar, reference);
}

/// path-noscheme: the first segment of a relative path holds no ":".
bool first_segment_has_colon(std::string_view path) {
  return path.substr(0, path.find('/')).find(':') != std::string_view::npos;
}

}  // namespace

std::optional<Reference> match(std::string_view text, Grammar const& grammar) {
  Reference reference;
  if (const std::size_t length = scheme_length(text); length != 0) {
    reference.scheme = text.substr(0, length);
    text.remove_prefix(length + 1);
  }
  if (text.substr(0, 2) == "//") {
    text.remove_prefix(2);
    if (!match_authority(text::read_until(text, authority_ends), grammar, reference)) return {};
  }
  reference.path = text::read_until(text, text::ByteSet("?#"));
  if (!matches(reference.path, grammar.path, grammar.lone_percent)) return {};
  if (!reference.scheme && !reference.authority && first_segment_has_colon(reference.path)) {
    return {};
  }
  if (!text.empty() && text[0] == '?') {
    text.remove_prefix(1);
    reference.query = text::read_until(text, text::ByteSet("#"));
    if (!matches(*reference.query, grammar.query, grammar.lone_percent)) return {};
  }
  if (!text.empty()) {
    reference.fragment = text.substr(1);
    if (!matches(*reference.fragment, grammar.fragment, grammar.lone_percent)) return {};
  }
  return reference;
}

}  // namespace hrefkit::url::rfc3986
