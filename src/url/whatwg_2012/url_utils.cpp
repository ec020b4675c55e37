#include "hrefkit/url/whatwg_2012/url_utils.h"

#include "hrefkit/url/characters/percent_encode.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/whatwg_2012/encode_sets.h"
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

/// `prefix` and `component`, or nothing when that is null or empty.
std::string prefixed(char prefix, std::optional<std::string> const& component) {
  return component && !component->empty() ? prefix + *component : std::string();
}

std::string host_and_port(std::string host, Url const& url) {
  if (url.port.empty()) return host;
  host += ':';
  return host += url.port;
}

}  // namespace

std::string href(Url const& url) {
  std::string serialized;
  append_serialized(serialized, url);
  return serialized;
}

// RFC 6454 sections 4 and 6.1; a file URL's origin is left to the implementation.
std::string origin(Url const& url) {
  if (!url.relative || url.scheme == "file") return "null";
  const std::string ascii = hostname(url);
  const std::string unicode = ascii.starts_with('[') ? ascii : domain_to_unicode(ascii);
  return url.scheme + "://" + host_and_port(unicode, url);
}

std::string protocol(Url const& url) {
  return url.scheme + ':';
}

std::string username(Url const& url) {
  return url.username;
}

std::string password(Url const& url) {
  return url.password.value_or("");
}

std::string host(Url const& url) {
  return host_and_port(hostname(url), url);
}

std::string hostname(Url const& url) {
  return url.host.value_or("");
}

std::string port(Url const& url) {
  return url.port;
}

std::string pathname(Url const& url) {
  if (!url.relative) return url.scheme_data;
  return url.path.empty() ? "/" : url.path;
}

std::string search(Url const& url) {
  return prefixed('?', url.query);
}

std::string hash(Url const& url) {
  return prefixed('#', url.fragment);
}

Components components(Url const& url) {
  return {.href = href(url),
          .origin = origin(url),
          .protocol = protocol(url),
          .username = username(url),
          .password = password(url),
          .host = host(url),
          .hostname = hostname(url),
          .port = port(url),
          .pathname = pathname(url),
          .search = search(url),
          .hash = hash(url)};
}

void set_protocol(Url& url, std::string_view value) {
  (void)parse_into(url, std::string(value) + ':', State::scheme_start);
}

void set_username(Url& url, std::string_view value) {
  if (!url.relative) return;
  url.username = encoded(value, username_encode_set);
}

void set_password(Url& url, std::string_view value) {
  if (!url.relative) return;
  if (value.empty()) {
    url.password.reset();
    return;
  }
  url.password = encoded(value, password_encode_set);
}

void set_host(Url& url, std::string_view value) {
  if (url.relative) (void)parse_into(url, value, State::host);
}

void set_hostname(Url& url, std::string_view value) {
  if (url.relative) (void)parse_into(url, value, State::hostname);
}

void set_port(Url& url, std::string_view value) {
  if (url.relative && url.scheme != "file") (void)parse_into(url, value, State::port);
}

void set_pathname(Url& url, std::string_view value) {
  if (!url.relative) return;
  url.path.clear();
  (void)parse_into(url, value, State::relative_path_start);
}

void set_search(Url& url, std::string_view value, text::Encoding query_encoding) {
  if (!url.relative) return;
  if (value.empty()) {
    url.query.reset();
    return;
  }
  url.query.emplace();
  (void)parse_into(url, without_prefix(value, '?'), State::query, query_encoding);
}

void set_hash(Url& url, std::string_view value) {
  if (url.scheme == "javascript") return;
  if (value.empty()) {
    url.fragment.reset();
    return;
  }
  url.fragment.emplace();
  (void)parse_into(url, without_prefix(value, '#'), State::fragment);
}

}  // namespace hrefkit::url::whatwg_2012
