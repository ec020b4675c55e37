// The setters of the URL API (URL standard 6.1), each with the state of the basic URL parser that
// it runs under a state override.
#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/port.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/living/parser_input.h"
#include "hrefkit/url/living/path_writer.h"
#include "hrefkit/url/living/url_record.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet host_ends{"/?#"};
constexpr text::ByteSet special_host_ends{"/\\?#"};

/// A setter's value as the basic URL parser sees it.
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

/// "Port state" on the digits with which `text` begins. Nothing when the port stays as it is.
struct PortChange {
  std::optional<std::uint16_t> port;  ///< nothing for the default port
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

}  // namespace hrefkit::url
