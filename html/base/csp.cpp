#include "hrefkit/html/base/csp.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::html {

namespace {

// Matching a URL against an expression of a source list.

/// The parts of a serialised absolute URL that policies compare.
struct UrlParts {
  std::string_view scheme = {};
  std::string_view host = {};  ///< empty: the URL has no host
  std::string_view port = {};  ///< empty: the scheme's default
  std::string_view path = {};
};

/// Removes the part before `separator`, and the separator, from the front of `rest`; returns the
/// part.
std::string_view split_off(std::string_view& rest, char separator);

using text::equals_ignoring_ascii_case;

constexpr text::ByteSet host_chars = text::ascii_alphanumeric | text::ByteSet("-");
constexpr text::ByteSet path_chars = text::ascii_alphanumeric | text::ByteSet("/-._~!$&'()*+=:@");

/// host-part = "*" / [ "*." ] 1*host-char *( "." 1*host-char ) [ "." ].
bool is_host_part(std::string_view text) {
  if (text == "*") return true;
  if (text.starts_with("*.")) text.remove_prefix(2);
  if (text.ends_with('.')) text.remove_suffix(1);
  bool dot_is_allowed = false;
  for (const char c : text) {
    if (!host_chars.contains(c) && !(c == '.' && dot_is_allowed)) return false;
    dot_is_allowed = c != '.';
  }
  return dot_is_allowed;
}

/// port-part = 1*DIGIT / "*".
bool is_port_part(std::string_view text) {
  return text == "*" || (!text.empty() && text::is_made_of(text, text::ascii_digit));
}

/// path-part = path-absolute (RFC 3986 3.3), without ";" and ",".
bool is_path_part(std::string_view text) {
  if (!text.starts_with('/') || text.starts_with("//")) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!path_chars.contains(text[i]) && !url::is_percent_encoded_byte(text, i)) return false;
  }
  return true;
}

/// The parts of a host-source (CSP Level 3, 2.3.1): [ scheme-part "://" ] host-part
/// [ ":" port-part ] [ path-part ]. Missing parts are empty.
std::optional<UrlParts> parse_host_source(std::string_view expression) {
  UrlParts source;
  if (const auto slashes = expression.find("://"); slashes != std::string_view::npos) {
    source.scheme = expression.substr(0, slashes);
    if (!url::is_scheme(source.scheme)) return std::nullopt;
    expression.remove_prefix(slashes + 3);
  }
  const std::size_t path = std::min(expression.find('/'), expression.size());
  source.path = expression.substr(path);
  if (!source.path.empty() && !is_path_part(source.path)) return std::nullopt;
  expression = expression.substr(0, path);
  if (const auto colon = expression.find(':'); colon != std::string_view::npos) {
    source.port = expression.substr(colon + 1);
    if (!is_port_part(source.port)) return std::nullopt;
    expression = expression.substr(0, colon);
  }
  source.host = expression;
  if (!is_host_part(source.host)) return std::nullopt;
  return source;
}

/// The scheme of a scheme-source "https:".
std::optional<std::string_view> parse_scheme_source(std::string_view expression) {
  if (!expression.ends_with(':')) return std::nullopt;
  expression.remove_suffix(1);
  if (!url::is_scheme(expression)) return std::nullopt;
  return expression;
}

/// The number of a port. Larger numbers become 65536.
std::optional<std::uint32_t> port_number(std::string_view port) {
  if (port.empty()) return std::nullopt;
  std::uint32_t number = 0;
  for (const char c : port) number = std::min(number * 10 + std::uint32_t(c - '0'), 65536U);
  return number;
}

/// CSP Level 3, 6.7.2.9 "scheme-part matches": http also allows https; ws also wss, http and https.
bool scheme_matches(std::string_view expression, std::string_view scheme) {
  if (equals_ignoring_ascii_case(expression, scheme)) return true;
  if (equals_ignoring_ascii_case(expression, "http")) return scheme == "https";
  if (equals_ignoring_ascii_case(expression, "ws")) {
    return scheme == "wss" || scheme == "http" || scheme == "https";
  }
  return equals_ignoring_ascii_case(expression, "wss") && scheme == "https";
}

/// CSP Level 3, 6.7.2.10 "host-part matches". EXTENSION: IP addresses match, too, as in browsers;
/// the standard does not define that yet.
bool host_matches(std::string_view expression, std::string_view host) {
  if (expression == "*") return true;
  if (!expression.starts_with("*.")) return equals_ignoring_ascii_case(expression, host);
  const std::string_view suffix = expression.substr(1);
  return host.size() >= suffix.size() &&
         equals_ignoring_ascii_case(host.substr(host.size() - suffix.size()), suffix);
}

/// CSP Level 3, 6.7.2.11 "port-part matches". A URL without a port has its scheme's.
bool port_matches(std::string_view expression, UrlParts const& url) {
  if (expression == "*") return true;
  const auto wanted = port_number(expression);
  const auto given = port_number(url.port);
  return wanted == given || (!given && wanted == url::default_port(url::scheme_kind(url.scheme)));
}

/// CSP Level 3, 6.7.2.12 "path-part matches": a slash at the end allows everything below. Pieces
/// between slashes are compared after percent-decoding.
bool path_matches(std::string_view expression, std::string_view path) {
  if (expression.empty() || (expression == "/" && path.empty())) return true;
  const auto slashes = [](std::string_view text) {
    return std::count(text.begin(), text.end(), '/');
  };
  const bool exact = !expression.ends_with('/');
  const auto wanted = slashes(expression);
  const auto given = slashes(path);
  if (wanted > given || (exact && wanted != given)) return false;
  for (auto pieces = wanted + (exact ? 1 : 0); pieces > 0; --pieces) {
    const std::string wanted_piece = url::percent_decode(split_off(expression, '/'));
    if (wanted_piece != url::percent_decode(split_off(path, '/'))) return false;
  }
  return true;
}

/// Step 4 of 6.7.2.8.
bool matches_self(UrlParts const& url, UrlParts const& self) {
  if (self.host.empty() || url.host != self.host) return false;
  if (url.port != self.port) return false;  // a serialised URL never has its default port
  if (url.scheme == self.scheme) return true;
  if (url.scheme == "https" || url.scheme == "wss") return true;
  return self.scheme == "http" && url.scheme == "ws";
}

std::string_view split_off(std::string_view& rest, char separator) {
  const std::string_view part = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

UrlParts split_url(std::string_view url) {
  const url::UrlOffsets at = url::find_offsets(url);
  const bool has_port = at.host_end < at.path_begin && url[at.host_end] == ':';
  const std::size_t port = has_port ? at.host_end + 1 : at.path_begin;
  return {.scheme = url.substr(0, at.scheme_end),
          .host = url.substr(at.host_begin, at.host_end - at.host_begin),
          .port = url.substr(port, at.path_begin - port),
          .path = url.substr(at.path_begin, at.query_begin - at.path_begin)};
}

/// CSP Level 3, 6.7.2.8 "Does url match expression in origin with redirect count?", with a redirect
/// count of 0. `self` is a URL of the origin. An expression outside the grammar (CSP Level 3, 2.3.1
/// "Source Lists") matches no URL.
bool matches_source_expression(std::string_view expression, UrlParts const& url,
                               UrlParts const& self) {
  // Step 1.
  if (expression == "*") {
    return url.scheme == "http" || url.scheme == "https" || url.scheme == self.scheme;
  }
  // Step 2.
  if (const auto scheme = parse_scheme_source(expression))
    return scheme_matches(*scheme, url.scheme);
  // Step 3.
  if (const auto source = parse_host_source(expression)) {
    const std::string_view scheme = source->scheme.empty() ? self.scheme : source->scheme;
    return !url.host.empty() && scheme_matches(scheme, url.scheme) &&
           host_matches(source->host, url.host) && port_matches(source->port, url) &&
           path_matches(source->path, url.path);
  }
  // Step 4.
  return equals_ignoring_ascii_case(expression, "'self'") && matches_self(url, self);
}

using text::equals_ignoring_ascii_case;
using text::strip_ascii_whitespace;

/// Removes a run of characters other than ASCII white space from the front of `rest`, and returns
/// it.
std::string_view read_token(std::string_view& rest) {
  rest = strip_ascii_whitespace(rest);
  return text::read_until(rest, text::ascii_whitespace);
}

/// The value of the policy's first directive of that name. CSP Level 3, 2.2.1, step 3.2: a
/// directive that is not all ASCII is ignored.
std::optional<std::string_view> find_directive(std::string_view policy, std::string_view name) {
  while (!policy.empty()) {
    std::string_view directive = split_off(policy, ';');
    if (!text::is_ascii(directive)) continue;
    const bool is_it = equals_ignoring_ascii_case(read_token(directive), name);
    if (is_it) return strip_ascii_whitespace(directive);
  }
  return std::nullopt;
}

/// CSP Level 3, 6.7.2.7 "Does url match source list in origin with redirect count?"
bool matches_source_list(std::string_view list, UrlParts const& url, UrlParts const& self) {
  for (auto expression = read_token(list); !expression.empty(); expression = read_token(list)) {
    if (matches_source_expression(expression, url, self)) return true;
  }
  return false;
}

}  // namespace

bool has_directive(std::string_view content, std::string_view name) {
  while (!content.empty()) {
    if (find_directive(split_off(content, ','), name)) return true;
  }
  return false;
}

std::string_view blocking_directive(std::string_view content,
                                    std::span<std::string_view const> names, std::string_view url,
                                    std::string_view page) {
  while (!content.empty()) {
    const std::string_view policy = split_off(content, ',');
    for (const std::string_view name : names) {
      const auto list = find_directive(policy, name);
      if (!list) continue;
      const bool lets_more = list->find("'nonce-") != list->npos ||
                             list->find("'sha") != list->npos ||
                             list->find("'strict-dynamic'") != list->npos;
      if (!lets_more && !matches_source_list(*list, split_url(url), split_url(page))) return name;
      break;
    }
  }
  return {};
}

PolicyId PolicyTable::append(PolicyId in_force, std::string_view content, std::string_view self) {
  while (!content.empty()) {
    const auto list = find_directive(split_off(content, ','), "base-uri");
    if (!list) continue;
    policies_.push_back({in_force, std::string(*list), keep_self(self)});
    in_force = static_cast<PolicyId>(policies_.size());
  }
  return in_force;
}

/// Stores a URL once for consecutive policies: the documents of a file mostly have the same one.
std::string_view PolicyTable::keep_self(std::string_view self) {
  if (selves_.empty() || selves_.back() != self) selves_.emplace_back(self);
  return selves_.back();
}

BaseElementStatus PolicyTable::judge(PolicyId in_force, std::string_view base) {
  if (in_force == 0) return BaseElementStatus::used;  // FAST: the base may be long
  const UrlParts url = split_url(base);
  while (in_force != 0) {
    Policy const& policy = policies_[in_force - 1];
    const std::size_t work = policy.source_list.size() + policy.self.size() + 1;
    if (work > budget_) return BaseElementStatus::over_budget;
    budget_ -= work;
    if (!matches_source_list(policy.source_list, url, split_url(policy.self))) {
      return BaseElementStatus::blocked;
    }
    in_force = policy.outer;
  }
  return BaseElementStatus::used;
}

}  // namespace hrefkit::html
