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

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/rfc3986/ip_literal.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::url::rfc3986 {

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
    if (!match_authority(text::take_until(text, authority_ends), grammar, reference)) return {};
  }
  reference.path = text::take_until(text, text::ByteSet("?#"));
  if (!matches(reference.path, grammar.path, grammar.lone_percent)) return {};
  if (!reference.scheme && !reference.authority && first_segment_has_colon(reference.path)) {
    return {};
  }
  if (!text.empty() && text[0] == '?') {
    text.remove_prefix(1);
    reference.query = text::take_until(text, text::ByteSet("#"));
    if (!matches(*reference.query, grammar.query, grammar.lone_percent)) return {};
  }
  if (!text.empty()) {
    reference.fragment = text.substr(1);
    if (!matches(*reference.fragment, grammar.fragment, grammar.lone_percent)) return {};
  }
  return reference;
}

}  // namespace hrefkit::url::rfc3986
