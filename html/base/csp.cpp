#include "hrefkit/html/base/csp.h"

#include <optional>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using text::equals_ignoring_ascii_case;
using text::strip_ascii_whitespace;

/// Takes the part of `rest` before `separator`, and the separator, off its front.
std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

/// Takes a run of characters other than ASCII white space off the front of `rest`.
std::string_view take_token(std::string_view& rest) {
  rest = strip_ascii_whitespace(rest);
  std::size_t end = 0;
  while (end < rest.size() && !text::ascii_whitespace.contains(rest[end])) ++end;
  const std::string_view token = rest.substr(0, end);
  rest.remove_prefix(end);
  return token;
}

/// The parts of an absolute URL, or of a source expression, that source lists compare.
struct Parts {
  std::string_view scheme;  // empty: none given
  std::string_view host;
  std::string_view port;  // empty: default
  std::string_view path;
};

std::string_view default_port(std::string_view scheme) {
  if (equals_ignoring_ascii_case(scheme, "http") || equals_ignoring_ascii_case(scheme, "ws")) {
    return "80";
  }
  if (equals_ignoring_ascii_case(scheme, "https") || equals_ignoring_ascii_case(scheme, "wss")) {
    return "443";
  }
  return equals_ignoring_ascii_case(scheme, "ftp") ? "21" : std::string_view{};
}

/// Splits `host[:port][path]`; the host may be an IP literal or have user information before it.
void split_authority(std::string_view rest, Parts& parts) {
  const std::size_t path_start = rest.find_first_of("/?#");
  std::string_view authority = rest.substr(0, path_start);
  if (path_start != std::string_view::npos) parts.path = rest.substr(path_start);
  parts.path = parts.path.substr(0, parts.path.find_first_of("?#"));
  if (const auto at = authority.rfind('@'); at != std::string_view::npos) {
    authority.remove_prefix(at + 1);
  }
  const std::size_t colon = authority.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
  parts.host = has_port ? authority.substr(0, colon) : authority;
  if (has_port) parts.port = authority.substr(colon + 1);
}

Parts split_url(std::string_view url) {
  Parts parts;
  parts.scheme = url.substr(0, url.find(':'));
  std::string_view rest = url.substr(std::min(url.size(), parts.scheme.size() + 1));
  if (rest.starts_with("//")) {
    split_authority(rest.substr(2), parts);
  } else {
    parts.path = rest;
  }
  return parts;
}

/// 6.7.2.9 "scheme-part matches": http also lets https, ws lets wss, http and https.
bool scheme_matches(std::string_view expression, std::string_view scheme) {
  if (equals_ignoring_ascii_case(expression, scheme)) return true;
  if (equals_ignoring_ascii_case(expression, "http")) return scheme == "https";
  if (equals_ignoring_ascii_case(expression, "ws")) {
    return scheme == "wss" || scheme == "http" || scheme == "https";
  }
  return equals_ignoring_ascii_case(expression, "wss") && scheme == "https";
}

/// 6.7.2.10 "host-part matches".
bool host_matches(std::string_view expression, std::string_view host) {
  if (expression == "*") return true;
  if (!expression.starts_with("*.")) return equals_ignoring_ascii_case(expression, host);
  const std::string_view suffix = expression.substr(1);
  return host.size() > suffix.size() &&
         equals_ignoring_ascii_case(host.substr(host.size() - suffix.size()), suffix);
}

/// 6.7.2.11 "port-part matches".
bool port_matches(Parts const& expression, Parts const& url) {
  if (expression.port == "*") return true;
  const std::string_view url_port = url.port.empty() ? default_port(url.scheme) : url.port;
  if (expression.port.empty()) return url_port == default_port(url.scheme);
  return expression.port == url_port || (expression.port == "80" && url_port == "443");
}

/// 6.7.2.12 "path-part matches": a trailing slash lets everything below.
bool path_matches(std::string_view expression, std::string_view path) {
  if (expression.empty() || (expression == "/" && path.empty())) return true;
  if (expression.ends_with('/')) return path.starts_with(expression);
  return expression == path;
}

bool same_origin(Parts const& a, Parts const& b) {
  return a.scheme == b.scheme && a.host == b.host && a.port == b.port && !a.host.empty();
}

bool is_network_scheme(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss";
}

/// A scheme-source "https:", by its form.
std::optional<std::string_view> scheme_source(std::string_view expression) {
  if (expression.size() < 2 || !expression.ends_with(':')) return std::nullopt;
  return expression.substr(0, expression.size() - 1);
}

/// 6.7.2.8 "Does url match expression in origin with redirect count?"
bool matches(std::string_view expression, Parts const& url, Parts const& self) {
  if (expression == "*") {
    return is_network_scheme(url.scheme) || url.scheme == self.scheme;
  }
  if (equals_ignoring_ascii_case(expression, "'self'")) {
    if (same_origin(url, self)) return true;
    const bool default_ports = (url.port.empty() && self.port.empty()) || url.port == self.port;
    return !self.host.empty() && url.host == self.host && default_ports &&
           scheme_matches(self.scheme, url.scheme);
  }
  if (expression.starts_with('\'')) return false;
  if (const auto scheme = scheme_source(expression)) return scheme_matches(*scheme, url.scheme);
  Parts wanted;
  if (const auto slashes = expression.find("://"); slashes != std::string_view::npos) {
    wanted.scheme = expression.substr(0, slashes);
    expression.remove_prefix(slashes + 3);
  }
  split_authority(expression, wanted);
  if (url.host.empty() || wanted.host.empty()) return false;
  return scheme_matches(wanted.scheme.empty() ? self.scheme : wanted.scheme, url.scheme) &&
         host_matches(wanted.host, url.host) && port_matches(wanted, url) &&
         path_matches(wanted.path, url.path);
}

bool source_list_allows(BaseUriPolicy const& policy, Parts const& url) {
  const Parts self = split_url(policy.self);
  std::string_view rest = policy.source_list;
  for (auto expression = take_token(rest); !expression.empty(); expression = take_token(rest)) {
    if (matches(expression, url, self)) return true;
  }
  return false;
}

/// The value of the policy's first base-uri directive.
std::optional<std::string_view> base_uri_directive(std::string_view policy) {
  while (!policy.empty()) {
    std::string_view directive = take_until(policy, ';');
    const std::string_view name = take_token(directive);
    if (equals_ignoring_ascii_case(name, "base-uri")) return strip_ascii_whitespace(directive);
  }
  return std::nullopt;
}

}  // namespace

void append_base_uri_policies(std::vector<BaseUriPolicy>& policies, std::string_view content,
                              std::string_view self) {
  while (!content.empty()) {
    if (const auto list = base_uri_directive(take_until(content, ','))) {
      policies.push_back({std::string(*list), std::string(self)});
    }
  }
}

bool is_base_allowed(std::vector<BaseUriPolicy> const& policies, std::string_view base) {
  const Parts url = split_url(base);
  for (BaseUriPolicy const& policy : policies) {
    if (!source_list_allows(policy, url)) return false;
  }
  return true;
}

}  // namespace hrefkit::html
