#include "hrefkit/url/url.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

/// The components of a URL record, each already serialised; nullopt means null. The setters change
/// one and serialise the whole.
struct UrlRecord {
  std::string_view scheme;
  std::string_view username;
  std::string_view password;
  std::optional<std::string_view> host;
  std::optional<std::string_view> port;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

namespace {

std::uint32_t end_of(std::string const& out) {
  return static_cast<std::uint32_t>(out.size());
}

void append_credentials(UrlRecord const& parts, std::string& out, UrlOffsets& offsets) {
  offsets.username_end = end_of(out);
  if (parts.username.empty() && parts.password.empty()) return;
  out += parts.username;
  offsets.username_end = end_of(out);
  if (!parts.password.empty()) {
    out += ':';
    out += parts.password;
  }
  out += '@';
}

/// Step 2, and step 3 where there is no host.
void append_authority(UrlRecord const& parts, std::string& out, UrlOffsets& offsets) {
  if (parts.host) {
    out += "//";
    append_credentials(parts, out, offsets);
    offsets.host_begin = end_of(out);
    out += *parts.host;
    offsets.host_end = end_of(out);
    if (parts.port) {
      out += ':';
      out += *parts.port;
    }
  } else {
    offsets.username_end = offsets.host_begin = offsets.host_end = end_of(out);
    if (parts.path.starts_with("//")) out += "/.";
  }
}

/// "URL serializer" (URL standard 4.5). Writes the URL into `out`, which must be empty, and
/// returns where its parts lie. nullopt when it would be longer than 4 GiB.
std::optional<UrlOffsets> serialize(UrlRecord const& parts, std::string& out) {
  UrlOffsets offsets;
  // Step 1.
  out += parts.scheme;
  offsets.scheme_end = end_of(out);
  out += ':';
  append_authority(parts, out, offsets);
  // Steps 4 to 6.
  offsets.path_begin = end_of(out);
  out += parts.path;
  offsets.query_begin = end_of(out);
  if (parts.query) {
    out += '?';
    out += *parts.query;
  }
  offsets.fragment_begin = end_of(out);
  if (parts.fragment) {
    out += '#';
    out += *parts.fragment;
  }
  if (out.size() > text::max_text_bytes) return std::nullopt;
  return offsets;
}

}  // namespace

// The attributes of a URL by their enumerators.

UrlAttributeValues attribute_values(Url const& url, std::string& origin) {
  origin = url.origin();
  UrlAttributeValues values;
  values[UrlAttribute::href] = url.href();
  values[UrlAttribute::origin] = origin;
  values[UrlAttribute::protocol] = url.protocol();
  values[UrlAttribute::username] = url.username();
  values[UrlAttribute::password] = url.password();
  values[UrlAttribute::host] = url.host();
  values[UrlAttribute::hostname] = url.hostname();
  values[UrlAttribute::port] = url.port();
  values[UrlAttribute::pathname] = url.pathname();
  values[UrlAttribute::search] = url.search();
  values[UrlAttribute::hash] = url.hash();
  return values;
}

bool is_settable(Url const& url, UrlAttribute attribute) {
  switch (attribute) {
    case UrlAttribute::username:
    case UrlAttribute::password:
    case UrlAttribute::port:
      // "Cannot have a username/password/port" (URL standard 4.1).
      return !url.hostname().empty() && url.scheme_kind() != SchemeKind::file;
    case UrlAttribute::host:
    case UrlAttribute::hostname:
    case UrlAttribute::pathname:
      return !url.has_opaque_path();
    case UrlAttribute::protocol:
    case UrlAttribute::search:
    case UrlAttribute::hash:
      return true;
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
  return false;
}

void set_attribute(Url& url, UrlAttribute attribute, std::string_view value,
                   text::Encoding encoding) {
  if (attribute == UrlAttribute::search) {
    url.set_search(value, encoding);
    return;
  }
  using Setter = bool (Url::*)(std::string_view);
  // By UrlAttribute.
  constexpr std::array<Setter, url_attribute_names.size()> setters{nullptr,
                                                                   nullptr,
                                                                   &Url::set_protocol,
                                                                   &Url::set_username,
                                                                   &Url::set_password,
                                                                   &Url::set_host,
                                                                   &Url::set_hostname,
                                                                   &Url::set_port,
                                                                   &Url::set_pathname,
                                                                   nullptr,
                                                                   &Url::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(attribute)];
  if (setter != nullptr) (url.*setter)(value);
}

namespace {

// The setters of the URL API (URL standard 6.1), each with the state of the basic URL parser that
// it runs under a state override.

constexpr text::ByteSet host_ends{"/?#"};
constexpr text::ByteSet special_host_ends{"/\\?#"};

/// A setter's value after the removals of the basic URL parser.
class SetterInput {
 public:
  explicit SetterInput(std::string_view value)
      : notes_(nullptr), input_(value, Ends::kept, notes_) {}

  std::string_view text() const { return input_.text(); }
  NoteWriter const& notes() const { return notes_; }

 private:
  NoteWriter notes_;
  ParserInput input_;
};

std::string encoded_userinfo(std::string_view value) {
  std::string encoded;
  append_percent_encoded(encoded, to_scalar_values(std::string(value)),
                         userinfo_percent_encode_set);
  return encoded;
}

/// `text` up to the first byte of `set`.
std::string_view up_to(std::string_view text, text::ByteSet const& set) {
  const auto end = std::find_if(text.begin(), text.end(), [&](char c) { return set.contains(c); });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// "Port state" on the digits with which `text` begins. nullopt when the port stays as it is.
struct PortChange {
  std::optional<std::uint16_t> port;  ///< nullopt for the default port
};

std::optional<PortChange> read_port(std::string_view text, SchemeKind kind) {
  const std::string_view digits = text.substr(0, find_non_digit(text));
  if (digits.empty()) return std::nullopt;
  const std::optional<std::uint16_t> port = parse_port(digits);
  if (!port) return std::nullopt;
  return PortChange{port == default_port(kind) ? std::nullopt : port};
}

}  // namespace

UrlRecord Url::parts() const {
  UrlRecord parts;
  parts.scheme = scheme();
  parts.username = username();
  parts.password = password();
  if (has_host()) parts.host = hostname();
  if (!port().empty()) parts.port = port();
  parts.path = pathname();
  parts.query = query();
  parts.fragment = fragment();
  return parts;
}

bool Url::assign(UrlRecord const& parts) {
  std::string href;
  const std::optional<UrlOffsets> offsets = serialize(parts, href);
  if (!offsets) return false;
  kind_ = url::scheme_kind(parts.scheme);
  href_ = std::move(href);
  at_ = *offsets;
  return true;
}

tl::expected<void, Error> Url::set_href(std::string_view value) {
  auto parsed = parse(value);
  if (!parsed) return tl::make_unexpected(parsed.error());
  *this = *std::move(parsed);
  return {};
}

// "Scheme start state" and "scheme state" on the value followed by ":".
bool Url::set_protocol(std::string_view value) {
  const SetterInput input(value);
  const std::string_view text = input.text().substr(0, input.text().find(':'));
  if (!is_scheme(text)) return false;
  const std::string scheme = text::to_ascii_lower(text);
  const SchemeKind kind = url::scheme_kind(scheme);
  // Scheme state, step 2.1.
  if (url::is_special(kind) != is_special()) return false;
  if (kind == SchemeKind::file && (includes_credentials() || !port().empty())) return false;
  if (kind_ == SchemeKind::file && hostname().empty()) return false;
  // Steps 2.2 and 2.3.
  UrlRecord changed = parts();
  changed.scheme = scheme;
  if (changed.port && parse_port(*changed.port) == default_port(kind)) changed.port.reset();
  return assign(changed);
}

bool Url::set_username(std::string_view value) {
  if (!is_settable(*this, UrlAttribute::username)) return false;
  const std::string encoded = encoded_userinfo(value);
  UrlRecord changed = parts();
  changed.username = encoded;
  return assign(changed);
}

bool Url::set_password(std::string_view value) {
  if (!is_settable(*this, UrlAttribute::password)) return false;
  const std::string encoded = encoded_userinfo(value);
  UrlRecord changed = parts();
  changed.password = encoded;
  return assign(changed);
}

// "Host state"; a port that follows the host is set by "port state".
bool Url::set_host(std::string_view value) {
  return set_host_and_port(value, HostSetter::host);
}

// "Hostname state".
bool Url::set_hostname(std::string_view value) {
  return set_host_and_port(value, HostSetter::hostname);
}

bool Url::set_host_and_port(std::string_view value, HostSetter setter) {
  if (has_opaque_path()) return false;
  const SetterInput input(value);
  // Step 1: a file's host has no port, so that a ":" belongs to the host.
  const bool file = kind_ == SchemeKind::file;
  const std::string_view all = up_to(input.text(), is_special() ? special_host_ends : host_ends);
  const std::size_t colon = file ? std::string_view::npos : find_port_colon(all);
  const bool has_port = colon != std::string_view::npos;
  const std::string_view text = all.substr(0, colon);
  // Steps 2 and 3, the failures.
  if (has_port && (text.empty() || setter == HostSetter::hostname)) return false;
  if (text.empty() && is_special() && !file) return false;
  if (text.empty() && (includes_credentials() || !port().empty())) return false;
  std::string host;
  const HostSyntax syntax = is_special() ? HostSyntax::domain : HostSyntax::opaque;
  if (!text.empty() && !append_host(host, text, syntax, input.notes())) return false;
  if (file && host == "localhost") host.clear();
  UrlRecord changed = parts();
  changed.host = host;
  std::string digits;
  if (has_port) {
    if (const auto change = read_port(all.substr(colon + 1), kind_)) {
      if (change->port) digits = std::to_string(*change->port);
      changed.port = change->port ? std::optional<std::string_view>(digits) : std::nullopt;
    }
  }
  return assign(changed);
}

// "Port state".
bool Url::set_port(std::string_view value) {
  if (!is_settable(*this, UrlAttribute::port)) return false;
  UrlRecord changed = parts();
  std::string digits;
  if (value.empty()) {
    changed.port.reset();
  } else {
    const SetterInput input(value);
    const auto change = read_port(input.text(), kind_);
    if (!change) return false;
    if (change->port) digits = std::to_string(*change->port);
    changed.port = change->port ? std::optional<std::string_view>(digits) : std::nullopt;
  }
  return assign(changed);
}

// "Path start state" and "path state".
bool Url::set_pathname(std::string_view value) {
  if (has_opaque_path()) return false;
  const SetterInput input(value);
  const std::string_view text = input.text();
  std::string path;
  const bool slash = text.starts_with('/') || (is_special() && text.starts_with('\\'));
  if (is_special() || !text.empty()) {
    PathWriter(path, 0, kind_).append(text, slash ? 1 : 0, PathEnd::end_of_input, input.notes());
  } else if (!has_host()) {
    path = "/";  // path start state, step 5
  }
  UrlRecord changed = parts();
  changed.path = path;
  return assign(changed);
}

// "Query state".
bool Url::set_search(std::string_view value, text::Encoding encoding) {
  UrlRecord changed = parts();
  std::string query;
  changed.query.reset();
  if (!value.empty()) {
    if (value.starts_with('?')) value.remove_prefix(1);
    append_percent_encoded_query(
        query, SetterInput(value).text(),
        query_takes_document_encoding(kind_) ? encoding : text::Encoding::utf_8,
        is_special() ? special_query_percent_encode_set : query_percent_encode_set);
    changed.query = query;
  }
  return assign(changed);
}

// "Fragment state".
bool Url::set_hash(std::string_view value) {
  UrlRecord changed = parts();
  std::string fragment;
  changed.fragment.reset();
  if (!value.empty()) {
    if (value.starts_with('#')) value.remove_prefix(1);
    append_percent_encoded(fragment, SetterInput(value).text(), fragment_percent_encode_set);
    changed.fragment = fragment;
  }
  return assign(changed);
}

Result<Url> Url::parse(std::string_view input, ParseOptions const& options) {
  Result<Url> result{Url()};
  Url& url = *result;
  // FAST: no state machine for what it would copy.
  if (options.notes == nullptr) {
    if (const auto normal = append_normal_url(url.href_, input)) {
      url.at_ = normal->offsets;
      url.kind_ = normal->kind;
      return result;
    }
  }
  const auto parsed = Parser(input, options, url.href_).run();
  if (!parsed) return tl::make_unexpected(parsed.error());
  url.at_ = parsed->offsets;
  url.kind_ = parsed->kind;
  return result;
}

Url Url::from_serialized(std::string href) {
  Url url;
  url.href_ = std::move(href);
  url.at_ = find_offsets(url.href_);
  url.kind_ = url::scheme_kind(url.scheme());
  return url;
}

std::string_view Url::href(Fragment fragment) const& {
  return fragment == Fragment::included ? href() : slice(0, at_.fragment_begin);
}

std::string Url::origin() const {
  switch (kind_) {
    case SchemeKind::ftp:
    case SchemeKind::http:
    case SchemeKind::https:
    case SchemeKind::ws:
    case SchemeKind::wss: {
      std::string origin(protocol());
      origin += "//";
      origin += host();
      return origin;
    }
    case SchemeKind::file:
      return "null";
    case SchemeKind::not_special:
      break;
  }
  if (scheme() == "blob") {
    const auto inner = parse(pathname());
    if (inner && (inner->kind_ == SchemeKind::http || inner->kind_ == SchemeKind::https)) {
      return inner->origin();
    }
  }
  return "null";
}

std::string_view Url::username() const& {
  if (!includes_credentials()) return {};
  return slice(at_.scheme_end + 3, at_.username_end);
}

std::string_view Url::password() const& {
  if (!includes_credentials() || href_[at_.username_end] != ':') return {};
  return slice(at_.username_end + 1, at_.host_begin - 1);
}

std::string_view Url::port() const& {
  if (!has_host() || at_.host_end == at_.path_begin) return {};
  return slice(at_.host_end + 1, at_.path_begin);
}

std::string_view Url::search() const& {
  const std::string_view search = slice(at_.query_begin, at_.fragment_begin);
  return search.size() < 2 ? std::string_view() : search;
}

std::string_view Url::hash() const& {
  const std::string_view hash = std::string_view(href_).substr(at_.fragment_begin);
  return hash.size() < 2 ? std::string_view() : hash;
}

bool Url::has_opaque_path() const {
  return !is_special() && !has_host() && !pathname().starts_with('/');
}

std::optional<std::string_view> Url::query() const& {
  if (at_.query_begin == at_.fragment_begin) return std::nullopt;
  return slice(at_.query_begin + 1, at_.fragment_begin);
}

std::optional<std::string_view> Url::fragment() const& {
  if (at_.fragment_begin == href_.size()) return std::nullopt;
  return std::string_view(href_).substr(at_.fragment_begin + 1);
}

std::string Url::unicode_hostname() const {
  return is_special() ? domain_to_unicode(hostname()) : std::string(hostname());
}

bool equal(Url const& a, Url const& b, Fragment fragment) {
  return a.href(fragment) == b.href(fragment);
}

}  // namespace hrefkit::url
