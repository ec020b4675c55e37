#include "hrefkit/url/url_offsets.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/rfc3986/resolution.h"

namespace hrefkit::url {

namespace {

/// Splits `authority`, which begins at byte `begin` of the URL.
void split_authority(std::string_view authority, std::uint32_t begin, UrlOffsets& at) {
  const auto offset = [begin](std::size_t within) {
    return begin + static_cast<std::uint32_t>(within);
  };
  const std::size_t at_sign = authority.rfind('@');
  const std::size_t host = at_sign == std::string_view::npos ? 0 : at_sign + 1;
  at.host_begin = offset(host);
  at.username_end = offset(std::min(authority.substr(0, host).find(':'), host));
  if (host != 0) at.username_end = std::min(at.username_end, offset(at_sign));
  const std::size_t bracket = authority.rfind(']');
  const bool is_bracketed = bracket != std::string_view::npos && bracket >= host;
  const std::size_t colon = authority.find(':', is_bracketed ? bracket : host);
  at.host_end = offset(std::min(colon, authority.size()));
}

/// The part of a URL before its path, if it has an authority ("https://h.example"); else empty.
std::string_view before_path(std::string_view url) {
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos || url.substr(colon, 3) != "://") return {};
  constexpr text::ByteSet ends{"/?#"};
  std::size_t end = colon + 3;
  while (end < url.size() && !ends.contains(url[end])) ++end;
  return url.substr(0, end);
}

std::string_view host_and_port(std::string_view url, UrlOffsets const& at) {
  return url.substr(at.host_begin, at.path_begin - at.host_begin);
}

}  // namespace

UrlOffsets find_offsets(std::string_view url) {
  const rfc3986::Parts parts = rfc3986::split(url);
  const auto offset = [url](char const* place) {
    return static_cast<std::uint32_t>(place - url.data());
  };
  const auto size = static_cast<std::uint32_t>(url.size());
  UrlOffsets at;
  at.scheme_end = parts.scheme ? static_cast<std::uint32_t>(parts.scheme->size()) : 0;
  at.path_begin = offset(parts.path.data());
  at.username_end = at.host_begin = at.host_end = at.path_begin;
  if (parts.authority) split_authority(*parts.authority, offset(parts.authority->data()), at);
  at.fragment_begin = parts.fragment ? offset(parts.fragment->data()) - 1 : size;
  at.query_begin = parts.query ? offset(parts.query->data()) - 1 : at.fragment_begin;
  return at;
}

bool have_same_origin(std::string_view one, std::string_view other) {
  // FAST: in most pairs the part before the path is equal, and need not be split.
  const std::string_view start = before_path(one);
  if (!start.empty() && other.starts_with(start) && start == before_path(other)) return true;
  const UrlOffsets a = find_offsets(one);
  const UrlOffsets b = find_offsets(other);
  return one.substr(0, a.scheme_end) == other.substr(0, b.scheme_end) && a.has_host() &&
         b.has_host() && host_and_port(one, a) == host_and_port(other, b);
}

}  // namespace hrefkit::url
