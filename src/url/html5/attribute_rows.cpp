#include "hrefkit/url/html5/attribute_rows.h"

#include <algorithm>
#include <array>

#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/rfc3986/characters.h"
#include "hrefkit/url/rfc3986/ip_literal.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::url::html5 {

namespace {

// The "setter preprocessor" column.

std::string unchanged(std::string_view value) {
  return std::string(value);
}

std::string without_trailing_colons(std::string_view value) {
  while (value.ends_with(':')) value.remove_suffix(1);
  return std::string(value);
}

std::string without_leading_slashes(std::string_view value) {
  while (value.starts_with('/')) value.remove_prefix(1);
  return std::string(value);
}

std::string leading_number(std::string_view value) {
  value = value.substr(0, value.find_first_not_of("0123456789"));
  while (value.starts_with('0')) value.remove_prefix(1);
  return value.empty() ? "0" : std::string(value);
}

std::string with_leading_slash(std::string_view value) {
  return value.starts_with('/') ? std::string(value) : '/' + std::string(value);
}

std::string without_question_mark(std::string_view value) {
  return std::string(value.starts_with('?') ? value.substr(1) : value);
}

std::string without_number_sign(std::string_view value) {
  return std::string(value.starts_with('#') ? value.substr(1) : value);
}

template <text::ByteSet const& valid>
std::string escape(std::string_view value) {
  std::string escaped;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (valid.contains(value[i]) || is_percent_encoded_byte(value, i)) {
      escaped += value[i];
    } else {
      append_percent_encoded_byte(escaped, value[i]);
    }
  }
  return escaped;
}

std::string escape_scheme(std::string_view value) {
  std::string escaped;
  append_percent_encoded(escaped, value, ~scheme_characters);
  return escaped;
}

std::string escape_host(std::string_view value) {
  const bool ip_literal =
      value.starts_with('[') && value.ends_with(']') &&
      (rfc3986::is_ipv6_address(value.substr(1, value.size() - 2)) ||
       rfc3986::is_ip_future(value.substr(1, value.size() - 2), rfc3986::ip_future_characters));
  return ip_literal ? std::string(value) : escape<rfc3986::reg_name_characters>(value);
}

std::string escape_hostport(std::string_view value) {
  // "[::1]" ends in "1]": the digits of a bracketed address are not a port.
  const std::size_t port = port_length(value);
  std::string escaped = escape_host(value.substr(0, value.size() - port));
  return escaped += value.substr(value.size() - port);
}

constexpr std::array table{
    AttributeRow{UrlAttribute::protocol, InputIs::any, ComponentIs::any, "", ":",
                 without_trailing_colons, escape_scheme, ValueIs::not_empty},
    AttributeRow{UrlAttribute::host, InputIs::authority_based, ComponentIs::any, "", "", unchanged,
                 escape_hostport, ValueIs::not_empty},
    AttributeRow{UrlAttribute::hostname, InputIs::authority_based, ComponentIs::any, "", "",
                 without_leading_slashes, escape_host, ValueIs::not_empty},
    AttributeRow{UrlAttribute::port, InputIs::authority_based, ComponentIs::present, "", "",
                 leading_number, unchanged, ValueIs::at_most_65535},
    AttributeRow{UrlAttribute::pathname, InputIs::hierarchical, ComponentIs::any, "", "",
                 with_leading_slash, escape<rfc3986::path_characters>, ValueIs::any},
    AttributeRow{UrlAttribute::search, InputIs::hierarchical, ComponentIs::present, "?", "",
                 without_question_mark, escape<rfc3986::query_characters>, ValueIs::any},
    AttributeRow{UrlAttribute::hash, InputIs::any, ComponentIs::not_empty, "#", "",
                 without_number_sign, escape<rfc3986::fragment_characters>, ValueIs::any},
};

}  // namespace

AttributeRow const* find_attribute_row(UrlAttribute attribute) {
  const auto* const row =
      std::find_if(table.begin(), table.end(),
                   [&](AttributeRow const& candidate) { return candidate.attribute == attribute; });
  return row == table.end() ? nullptr : row;
}

std::size_t port_length(std::string_view value) {
  const std::size_t colon = value.find_last_not_of("0123456789");
  return colon != std::string_view::npos && value[colon] == ':' ? value.size() - colon : 0;
}

}  // namespace hrefkit::url::html5
