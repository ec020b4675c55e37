#include "hrefkit/url/whatwg_2012/url_utils.h"

#include <optional>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

/// `value` with a single leading `prefix` removed, if any.
std::string_view without_prefix(std::string_view value, char prefix) {
  return value.starts_with(prefix) ? value.substr(1) : value;
}

/// `value` as scalar values, utf-8 percent encoded.
std::string encoded(std::string_view value, text::ByteSet const& encode_set) {
  std::string storage;
  std::string out;
  append_percent_encoded(out, as_scalar_values(value, storage), encode_set);
  return out;
}

/// Appends `prefix` and `component`, unless that is null or empty.
void append_prefixed(std::string& out, char prefix, std::optional<std::string> const& component) {
  if (!component || component->empty()) return;
  out += prefix;
  out += *component;
}

void append_host_and_port(std::string& out, std::string_view host, Url const& url) {
  out += host;
  if (url.port.empty()) return;
  out += ':';
  out += url.port;
}

// RFC 6454 sections 4 and 6.1. OMITTED: an origin for file URLs, which is left to implementations.
void append_origin(std::string& out, Url const& url) {
  if (!url.relative || url.scheme == "file") {
    out += "null";
    return;
  }
  const std::string ascii = url.host.value_or("");
  out += url.scheme;
  out += "://";
  append_host_and_port(out, ascii.starts_with('[') ? ascii : domain_to_unicode(ascii), url);
}

void append_pathname(std::string& out, Url const& url) {
  if (!url.relative) {
    out += url.scheme_data;
  } else {
    out += url.path.empty() ? "/" : url.path;
  }
}

void set_password(Url& url, std::string_view value) {
  if (value.empty()) {
    url.password.reset();
  } else {
    url.password = encoded(value, password_encode_set);
  }
}

void set_pathname(Url& url, std::string_view value) {
  url.path.clear();
  (void)parse_into(url, value, State::relative_path_start);
}

void set_search(Url& url, std::string_view value, text::Encoding query_encoding) {
  if (value.empty()) {
    url.query.reset();
    return;
  }
  url.query.emplace();
  (void)parse_into(url, without_prefix(value, '?'), State::query, query_encoding);
}

void set_hash(Url& url, std::string_view value) {
  if (value.empty()) {
    url.fragment.reset();
    return;
  }
  url.fragment.emplace();
  (void)parse_into(url, without_prefix(value, '#'), State::fragment);
}

}  // namespace

void append_attribute(std::string& out, Url const& url, UrlAttribute attribute) {
  switch (attribute) {
    case UrlAttribute::href:
      return append_serialized(out, url);
    case UrlAttribute::origin:
      return append_origin(out, url);
    case UrlAttribute::protocol:
      (out += url.scheme) += ':';
      return;
    case UrlAttribute::username:
      out += url.username;
      return;
    case UrlAttribute::password:
      out += url.password.value_or("");
      return;
    case UrlAttribute::host:
      return append_host_and_port(out, url.host.value_or(""), url);
    case UrlAttribute::hostname:
      out += url.host.value_or("");
      return;
    case UrlAttribute::port:
      out += url.port;
      return;
    case UrlAttribute::pathname:
      return append_pathname(out, url);
    case UrlAttribute::search:
      return append_prefixed(out, '?', url.query);
    case UrlAttribute::hash:
      return append_prefixed(out, '#', url.fragment);
  }
}

bool is_settable(Url const& url, UrlAttribute attribute) {
  switch (attribute) {
    case UrlAttribute::protocol:
      return true;
    case UrlAttribute::port:
      return url.relative && url.scheme != "file";
    case UrlAttribute::username:
    case UrlAttribute::password:
    case UrlAttribute::host:
    case UrlAttribute::hostname:
    case UrlAttribute::pathname:
    case UrlAttribute::search:
      return url.relative;
    case UrlAttribute::hash:
      return url.scheme != "javascript";
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
  return false;
}

void set_attribute(Url& url, UrlAttribute attribute, std::string_view value,
                   text::Encoding query_encoding) {
  if (!is_settable(url, attribute)) return;
  switch (attribute) {
    case UrlAttribute::protocol:
      (void)parse_into(url, std::string(value) + ':', State::scheme_start);
      break;
    case UrlAttribute::username:
      url.username = encoded(value, username_encode_set);
      break;
    case UrlAttribute::password:
      return set_password(url, value);
    case UrlAttribute::host:
      (void)parse_into(url, value, State::host);
      break;
    case UrlAttribute::hostname:
      (void)parse_into(url, value, State::hostname);
      break;
    case UrlAttribute::port:
      (void)parse_into(url, value, State::port);
      break;
    case UrlAttribute::pathname:
      return set_pathname(url, value);
    case UrlAttribute::search:
      return set_search(url, value, query_encoding);
    case UrlAttribute::hash:
      return set_hash(url, value);
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
}

}  // namespace hrefkit::url::whatwg_2012
