#include "hrefkit/url/html5/draft.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/idna2003.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/rfc3986/resolution.h"

namespace hrefkit::url::html5 {

namespace {

// The grammars of HTML5 (W3C draft) and of Web addresses in HTML 5: RFC 3986's grammar with more
// characters. The two drafts differ in nothing else.
//
// Web addresses in HTML 5 (2, "parse a Web address") encodes the whole string, "%" included,
// matches RFC 3986's own grammar and decodes each component. Decoding undoes the encoding exactly,
// because after step 2 every "%" is the draft's own; so each component is a substring of the
// original.
//
// FAST: no string is rewritten. Each character set takes what steps 2 to 4 turn into a
// <pct-encoded> at that place, and the original is matched. <IPvFuture> takes none, because it has
// no <pct-encoded>.

/// HTML5 (W3C draft), 2.6.2 step 2, first and second exception: what joins <unreserved>.
constexpr text::ByteSet added_unreserved =
    text::ByteSet::range(0x00, 0x20) | text::ByteSet::range(0x7F, 0xFF) |
    text::ByteSet("\x22\x3C\x3E\x5B\x5C\x5D\x5E\x60\x7B\x7C\x7D");

static_assert((rfc3986::unreserved & added_unreserved) == text::ByteSet{});
static_assert((rfc3986::unreserved | rfc3986::sub_delims | added_unreserved |
               text::ByteSet("%:/?#@")) == text::ByteSet::range(0x00, 0xFF),
              "2.6.2 leaves only the delimiters and the percent sign out");

/// RFC 3986's grammar with the exceptions of HTML5 (W3C draft), 2.6.2 step 2.
constexpr rfc3986::Grammar html5_grammar{
    .userinfo = rfc3986::userinfo_characters | added_unreserved,
    .ip_future = rfc3986::ip_future_characters | added_unreserved,
    .reg_name = rfc3986::reg_name_characters | added_unreserved,
    .path = rfc3986::path_characters | added_unreserved,
    .query = rfc3986::query_characters | added_unreserved,
    .fragment =
        rfc3986::fragment_characters | added_unreserved | text::ByteSet("#"),  // fourth exception
    .lone_percent = rfc3986::LonePercent::accepted,                            // third exception
    .lone_percent_in_reg_name = rfc3986::LonePercent::rejected,
};

/// The characters of step 2 of "parse a Web address". "%" is one of them, which here is a lone
/// percent sign that matches.
constexpr text::ByteSet non_uri_characters = text::ByteSet::range(0x00, 0x20) |
                                             text::ByteSet::range(0x7F, 0xFF) |
                                             text::ByteSet("\x22\x3C\x3E\x5C\x5E\x60\x7B\x7C\x7D");
/// Step 3 encodes brackets except where an authority is possible.
constexpr text::ByteSet outside_authority = non_uri_characters | text::ByteSet("[]");

static_assert((rfc3986::gen_delims | rfc3986::sub_delims | rfc3986::unreserved |
               text::ByteSet("%")) == ~non_uri_characters,
              "step 2 lists the characters for which RFC 3986 has no production");

/// What "parse a Web address" accepts.
constexpr rfc3986::Grammar web_address_grammar{
    .userinfo = rfc3986::userinfo_characters | non_uri_characters,
    .ip_future = rfc3986::ip_future_characters,
    .reg_name = rfc3986::reg_name_characters | non_uri_characters,
    .path = rfc3986::path_characters | outside_authority,
    .query = rfc3986::query_characters | outside_authority,
    .fragment = rfc3986::fragment_characters | outside_authority | text::ByteSet("#"),  // step 4
    .lone_percent = rfc3986::LonePercent::accepted,
    .lone_percent_in_reg_name = rfc3986::LonePercent::accepted,
};

// "Resolve a URL" (HTML5 (W3C draft), 2.6.3) from its step 6 on, for a URL that is parsed. "Resolve
// a Web address" (Web addresses in HTML 5, 3) has the same steps.

/// New texts for the components that steps 6 to 8 change. A component that stays as it is leaves
/// its string empty and costs no copy.
struct Replacements {
  std::string authority;
  std::string path;
  std::string query;
};

/// Step 6, first two paragraphs: expands the percent-encoded octets of a host, each run of which
/// must be UTF-8.
tl::expected<std::string, Error> expand_host(std::string_view host) {
  std::string expanded;
  while (!host.empty()) {
    const std::size_t plain = std::min(host.find('%'), host.size());
    expanded += host.substr(0, plain);
    host.remove_prefix(plain);
    std::size_t run = 0;
    while (is_percent_encoded_byte(host, run)) run += 3;
    const std::string octets = percent_decode(host.substr(0, run));
    if (text::find_invalid_utf8(octets) != octets.size()) {
      return tl::unexpected(Error::invalid_host);
    }
    expanded += octets;
    host.remove_prefix(run);
    if (run == 0 && !host.empty()) {  // a lone "%", which the grammar of Web addresses accepts
      expanded += host[0];
      host.remove_prefix(1);
    }
  }
  return expanded;
}

/// Step 6 on a reg-name that is not empty and not plain ASCII letters, digits and hyphens.
tl::expected<std::string, Error> host_to_ascii(std::string_view host) {
  const tl::expected<std::string, Error> expanded = expand_host(host);
  if (!expanded) return tl::unexpected(expanded.error());
  std::optional<std::string> ascii = domain_to_ascii_2003(*expanded);
  if (!ascii) return tl::unexpected(Error::invalid_domain);
  return *std::move(ascii);
}

/// Step 6. IP literals and the empty host are not domain names and stay.
tl::expected<std::string_view, Error> converted_authority(rfc3986::Reference const& reference,
                                                          std::string& storage) {
  const std::string_view host = *reference.host;
  const bool stays = host.empty() || reference.host_form == rfc3986::HostForm::ip_literal ||
                     is_std3_ascii_domain(host);  // FAST: ToASCII would give it back
  if (stays) return *reference.authority;
  const tl::expected<std::string, Error> ascii = host_to_ascii(host);
  if (!ascii) return tl::unexpected(ascii.error());
  const std::size_t before = static_cast<std::size_t>(host.data() - reference.authority->data());
  storage = reference.authority->substr(0, before);
  storage += *ascii;
  storage += reference.authority->substr(before + host.size());
  return storage;
}

/// True when `text` holds a character other than "%" that is not in `allowed`.
bool needs_escapes(std::string_view text, text::ByteSet const& allowed) {
  return !std::all_of(text.begin(), text.end(),
                      [&](char c) { return c == '%' || allowed.contains(c); });
}

/// Step 7: characters other than "%" that are not RFC 3986's become UTF-8 octets, encoded.
std::string_view escaped_path(std::string_view path, std::string& storage) {
  constexpr text::ByteSet escaped = ~(rfc3986::path_characters | text::ByteSet("%"));
  if (!needs_escapes(path, rfc3986::path_characters)) return path;
  append_percent_encoded(storage, path, escaped);
  return storage;
}

/// Writes "%" for a character that the encoding lacks: a marker, because the caller never encodes
/// "%" itself.
void mark_unencodable(char32_t, std::string& out) {
  out += '%';
}

/// Step 8 for one character: a literal "?" when the encoding lacks it, else its octets, encoded.
void append_escaped_character(std::string& out, std::string_view character,
                              text::Encoding encoding) {
  constexpr text::ByteSet all = text::ByteSet::range(0x00, 0xFF);
  std::string octets;
  text::append_encoded(octets, character, encoding, mark_unencodable);
  if (octets == "%") {
    out += '?';
  } else {
    append_percent_encoded(out, octets, all);
  }
}

/// Step 8: as step 7 with `encoding`. Each character is encoded by itself, so that a stateful
/// encoding (ISO-2022-JP) begins and ends in its initial state around each.
std::string_view escaped_query(std::string_view query, text::Encoding encoding,
                               std::string& storage) {
  if (!needs_escapes(query, rfc3986::query_characters)) return query;
  if (encoding == text::Encoding::utf_8) {
    append_percent_encoded(storage, query, ~(rfc3986::query_characters | text::ByteSet("%")));
    return storage;
  }
  for (std::size_t i = 0; i < query.size();) {
    const std::size_t length = text::decode_utf8(query, i).length;
    if (query[i] == '%' || rfc3986::query_characters.contains(query[i])) {
      storage += query[i];
    } else {
      append_escaped_character(storage, query.substr(i, length), encoding);
    }
    i += length;
  }
  return storage;
}

/// Step 10 on the absolute URL `target`, as far as the drafts say what breaks the rules: "a data:
/// URI using the "//" server-based naming authority syntax". OMITTED: what the registrations of
/// other schemes demand. The grammar of step 5 holds the other criteria of RFC 3986 and RFC 3987.
bool breaks_rules_of_its_scheme(std::string_view target) {
  constexpr std::string_view forbidden = "data://";
  return text::equals_ignoring_ascii_case(target.substr(0, forbidden.size()), forbidden);
}

/// Step 12 on the URL that begins at byte `begin` of `out`.
void replace_backslashes(std::string& out, std::size_t begin) {
  const std::string_view result = std::string_view(out).substr(begin);
  if (result.find('\\') == std::string_view::npos) return;
  if (!is_server_scheme(result.substr(0, result.find(':')), Standard::html5)) return;
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '\\', '/');
}

/// Appends the absolute URL of `reference`, whose components are valid UTF-8, to `out`. `base` may
/// be null. Characters of the query that `encoding` lacks become "?". Fails with invalid_host or
/// invalid_domain for the host, relative_without_base, or too_long; then `out` is as before.
tl::expected<void, Error> append_resolved_reference(std::string& out,
                                                    rfc3986::Reference const& reference,
                                                    rfc3986::PreparedBase const* base,
                                                    text::Encoding encoding) {
  Replacements storage;
  rfc3986::Parts parts;
  parts.scheme = reference.scheme;
  parts.fragment = reference.fragment;
  if (reference.authority) {  // 6
    const auto authority = converted_authority(reference, storage.authority);
    if (!authority) return tl::unexpected(authority.error());
    parts.authority = *authority;
  }
  parts.path = escaped_path(reference.path, storage.path);  // 7
  if (reference.query) {                                    // 3, 8
    parts.query = escaped_query(*reference.query, text::output_encoding(encoding), storage.query);
  }
  if (!parts.scheme && !base) return tl::unexpected(Error::relative_without_base);
  const std::size_t begin = out.size();
  rfc3986::append_target(out, parts, base);                               // 9, 11
  if (breaks_rules_of_its_scheme(std::string_view(out).substr(begin))) {  // 10
    out.resize(begin);
    return tl::unexpected(Error::scheme_restriction);
  }
  if (out.size() - begin > text::max_text_bytes) {
    out.resize(begin);
    return tl::unexpected(Error::too_long);
  }
  replace_backslashes(out, begin);  // 12
  return {};
}

std::string_view without_leading_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

// An empty port is not a number, so it differs from every default port.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference) {
  if (!reference.scheme || !reference.port) return reference.host;
  const std::string_view port = without_leading_zeros(*reference.port);
  if (!port.empty() && port == default_port(*reference.scheme, Standard::html5)) {
    return reference.host;
  }
  const std::string_view authority = *reference.authority;
  const std::size_t userinfo = reference.userinfo ? reference.userinfo->size() + 1 : 0;
  return authority.substr(userinfo);
}

Draft const& Draft::of(Standard standard) {
  static constexpr Draft html5{html5_grammar, Absolute::resolves_alone};
  static constexpr Draft web_address{web_address_grammar, Absolute::resolves_to_itself};
  return standard == Standard::web_address ? web_address : html5;
}

std::optional<rfc3986::Reference> Draft::parse(std::string_view url) const {
  return rfc3986::match(text::strip(url, space_characters), grammar_);
}

tl::expected<void, Error> Draft::append_resolved(std::string& out, std::string_view reference,
                                                 rfc3986::PreparedBase const* base,
                                                 text::Encoding encoding) const {
  if (reference.size() > text::max_text_bytes) {
    return tl::unexpected(Error::too_long);
  }
  std::string storage;
  const auto parsed = parse(as_scalar_values(reference, storage));  // step 5
  if (!parsed) return tl::unexpected(Error::no_grammar_match);
  return append_resolved_reference(out, *parsed, base, encoding);
}

tl::expected<rfc3986::PreparedBase, Error> Draft::prepare_base(std::string_view base) const {
  std::string href;
  const auto resolved = append_resolved(href, base, nullptr, text::Encoding::utf_8);
  if (!resolved) return tl::unexpected(resolved.error());
  return rfc3986::PreparedBase(std::move(href));
}

bool Draft::is_absolute(std::string_view url) const {
  std::string resolved;
  if (!append_resolved(resolved, url, nullptr, text::Encoding::utf_8)) return false;
  return absolute_ == Absolute::resolves_alone || resolved == url;
}

}  // namespace hrefkit::url::html5
