#include "hrefkit/net/request_headers.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/url.h"

namespace hrefkit::net {

tl::expected<UserHeader, std::string> parse_user_header(std::string_view value) {
  const auto bad = [](std::string_view why) { return tl::unexpected(std::string(why)); };
  UserHeader header;
  const std::size_t space = value.find(' ');
  const std::string_view first = value.substr(0, space);
  const std::size_t scheme_end = first.find(':');
  const bool has_prefix = space != std::string_view::npos && scheme_end != std::string_view::npos &&
                          first.substr(scheme_end).starts_with("://");
  if (has_prefix) {
    const auto prefix = url::Url::parse(first);
    if (!prefix || (prefix->scheme() != "http" && prefix->scheme() != "https")) {
      return bad("the prefix is not an http or https URL");
    }
    if (prefix->includes_credentials() || prefix->fragment()) {
      return bad("the prefix has a user name, a password or a fragment");
    }
    header.prefix = prefix->href();
    value = text::strip_ascii_whitespace(value.substr(space + 1));
  }
  const std::size_t colon = value.find(':');
  if (colon == std::string_view::npos) return bad("not NAME: VALUE");
  header.name = value.substr(0, colon);
  header.value = text::strip_ascii_whitespace(value.substr(colon + 1));
  if (header.name.empty() || !text::is_made_of(header.name, text::http_token)) {
    return bad("the name is not one of a header field");
  }
  const bool has_control = std::any_of(header.value.begin(), header.value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
  });
  if (has_control) return bad("the value has control characters");
  // They belong to the connection, or would make another request of it.
  for (const std::string_view name : {"connection", "content-length", "transfer-encoding", "te",
                                      "upgrade", "trailer", "expect", "range"}) {
    if (text::equals_ignoring_ascii_case(header.name, name)) {
      return bad("'" + header.name + "' cannot be set");
    }
  }
  return header;
}

std::vector<Header> request_headers(ClientOptions const& options, HeaderTarget const& target) {
  std::vector<Header> headers;
  for (UserHeader const& header : options.headers) {
    bool goes = target.is_first_origin;
    if (!header.prefix.empty()) {
      goes = target.url.starts_with(header.prefix);
    } else if (!options.start_origin.empty()) {
      goes = target.origin == options.start_origin;
    }
    if (goes) headers.push_back({header.name, header.value});
  }
  const auto add_default = [&](std::string_view name, std::string_view value) {
    const bool is_given = std::any_of(headers.begin(), headers.end(), [&](Header const& header) {
      return text::equals_ignoring_ascii_case(header.name, name);
    });
    if (!value.empty() && !is_given) headers.push_back({std::string(name), std::string(value)});
  };
  add_default("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
  add_default("Accept-Language", "en");
  add_default("Accept-Encoding", "gzip, deflate, br, zstd");
  add_default("User-Agent", target.user_agent);
  add_default("Authorization", target.authorization);
  add_default("Cookie", target.cookies);
  return headers;
}

}  // namespace hrefkit::net
