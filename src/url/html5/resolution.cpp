#include "hrefkit/url/html5/resolution.h"

#include <algorithm>
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/idna2003.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/rfc3986/characters.h"

namespace hrefkit::url::html5 {

namespace {

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

}  // namespace

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

}  // namespace hrefkit::url::html5
