#include "hrefkit/url/html5/decomposition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/html5/draft.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::url::html5 {

namespace {

// The table of URL decomposition attributes (HTML5 (W3C draft), 2.6.6), one row per attribute.

/// What the table's conditions require of the input, which is always absolute.
enum class InputIs : std::uint8_t { any, hierarchical, authority_based };
/// What the getter conditions require of the component.
enum class ComponentIs : std::uint8_t { any, present, not_empty };
/// What the setter conditions require of the new value.
enum class ValueIs : std::uint8_t { any, not_empty, at_most_65535 };

struct AttributeRow {
  UrlAttribute attribute;
  InputIs input;          ///< getter and setter condition
  ComponentIs component;  ///< getter condition
  std::string_view prefix;
  std::string_view suffix;
  std::string (*preprocess)(std::string_view value);  ///< "setter preprocessor"
  /// "%-escaping any characters in the new value that are not valid in the relevant component":
  /// valid by RFC 3986's own productions. "%" is valid where <pct-encoded> is.
  std::string (*escape)(std::string_view value);
  ValueIs value;  ///< setter condition
};

/// The length of the ":" and digits that end `value`, or 0.
std::size_t port_length(std::string_view value);

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

/// The attribute's row; null for href, origin, username and password, which the table lacks.
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

/// The table's "component" column, as the input has it; nullopt where the grammar matched none.
std::optional<std::string_view> component(rfc3986::Reference const& reference,
                                          UrlAttribute attribute) {
  switch (attribute) {
    case UrlAttribute::protocol:
      return reference.scheme;
    case UrlAttribute::host:
      return hostport(reference);
    case UrlAttribute::hostname:
      return reference.host;
    case UrlAttribute::port:
      return reference.port;
    case UrlAttribute::pathname:
      return reference.path;
    case UrlAttribute::search:
      return reference.query;
    case UrlAttribute::hash:
      return reference.fragment;
    case UrlAttribute::href:
    case UrlAttribute::origin:
    case UrlAttribute::username:
    case UrlAttribute::password:
      break;
  }
  return std::nullopt;
}

bool fulfills(Decomposition const& input, InputIs condition) {
  if (!input.is_absolute()) return false;
  switch (condition) {
    case InputIs::any:
      return true;
    case InputIs::hierarchical:
      return input.is_hierarchical();
    case InputIs::authority_based:
      return input.is_authority_based();
  }
  return false;
}

bool fulfills(std::optional<std::string_view> component, ComponentIs condition) {
  switch (condition) {
    case ComponentIs::any:
      return true;
    case ComponentIs::present:
      return component.has_value();
    case ComponentIs::not_empty:
      return component && !component->empty();
  }
  return false;
}

bool fulfills(std::string_view value, ValueIs condition) {
  switch (condition) {
    case ValueIs::any:
      return true;
    case ValueIs::not_empty:
      return !value.empty();
    case ValueIs::at_most_65535:
      return value.size() < 5 || (value.size() == 5 && value <= "65535");
  }
  return false;
}

/// A part of the input and the prefix that its replacement needs.
struct Place {
  std::size_t begin;
  std::size_t length;
  std::string_view prefix;  ///< of an optional group that is not there yet
};

/// Where `attribute`'s component is, or would be: "the component (including its prefix character)
/// must be included even if the new value is the empty string". nullopt for a host that is not
/// there.
std::optional<Place> find_place(std::string_view input, rfc3986::Reference const& reference,
                                UrlAttribute attribute) {
  const auto offset = [&](char const* at) { return static_cast<std::size_t>(at - input.data()); };
  const auto end = [&](std::string_view part) { return offset(part.data() + part.size()); };
  if (const auto found = component(reference, attribute)) {
    return Place{offset(found->data()), found->size(), ""};
  }
  if (attribute == UrlAttribute::port && reference.host) {
    return Place{end(*reference.host), 0, ":"};
  }
  if (attribute == UrlAttribute::search) return Place{end(reference.path), 0, "?"};
  if (attribute == UrlAttribute::hash) return Place{input.size(), 0, "#"};
  return std::nullopt;
}

std::string username(std::string_view userinfo) {
  return std::string(userinfo.substr(0, userinfo.find(':')));
}

std::string password(std::string_view userinfo) {
  const std::size_t colon = userinfo.find(':');
  return colon == std::string_view::npos ? "" : std::string(userinfo.substr(colon + 1));
}

}  // namespace

Decomposition::Decomposition(std::string_view input) {
  Draft const& draft = Draft::of(Standard::html5);
  std::string storage;
  input_ = text::strip(as_scalar_values(input, storage), space_characters);
  reference_ = draft.parse(input_);
  std::string resolved;
  if (!draft.append_resolved(resolved, input_, nullptr, text::Encoding::utf_8)) return;
  // "Resolving it results in the same output regardless of what it is resolved relative to".
  absolute_ = true;
  // ERRATUM: the text looks "immediately after the <scheme> component", which is the ":".
  const std::string_view after = std::string_view(resolved).substr(resolved.find(':') + 1);
  hierarchical_ = after.starts_with('/');
  authority_based_ = after.starts_with("//");
}

std::string Decomposition::get(UrlAttribute attribute) const {
  if (!absolute_) return {};
  if (attribute == UrlAttribute::href) return input_;
  if (attribute == UrlAttribute::origin) return origin();
  if (attribute == UrlAttribute::username) return username(reference_->userinfo.value_or(""));
  if (attribute == UrlAttribute::password) return password(reference_->userinfo.value_or(""));
  AttributeRow const& row = *find_attribute_row(attribute);
  if (!fulfills(*this, row.input)) return {};
  const auto found = component(*reference_, attribute);
  if (!fulfills(found, row.component)) return {};
  // ERRATUM: the table gives the component, which is empty here; the second example gives "/" for
  // https://www.example.com:4443? as RFC 3986 6.2.3 does.
  if (attribute == UrlAttribute::pathname && authority_based_ && found->empty()) return "/";
  std::string value(row.prefix);
  value += found.value_or("");
  return value += row.suffix;
}

std::string Decomposition::set(UrlAttribute attribute, std::string_view value) const {
  AttributeRow const* const row = find_attribute_row(attribute);
  if (row == nullptr || !fulfills(*this, row->input)) return input_;
  std::string storage;
  const std::string mutated = row->escape(row->preprocess(as_scalar_values(value, storage)));
  if (!fulfills(mutated, row->value)) return input_;
  auto place = find_place(input_, *reference_, attribute);
  if (!place) return input_;
  // ERRATUM: <hostport> leaves a default port out, so that a new value with a port would come
  // before the old port. The new value replaces the old port, too.
  if (attribute == UrlAttribute::host && reference_->port && port_length(mutated) != 0) {
    place->length = reference_->host->size() + 1 + reference_->port->size();
  }
  std::string output = input_.substr(0, place->begin);
  output += place->prefix;
  output += mutated;
  return output += input_.substr(place->begin + place->length);
}

std::string Decomposition::origin() const {
  rfc3986::Reference const& parts = *reference_;
  const bool tuple = parts.host && is_server_scheme(*parts.scheme, Standard::html5) &&
                     !text::equals_ignoring_ascii_case(*parts.scheme, "file");
  if (!tuple) return "null";
  std::string origin(*parts.scheme);
  origin += "://";
  origin += *parts.host;
  if (parts.port && !parts.port->empty() && hostport(parts) != parts.host) {
    origin += ':';
    origin += *parts.port;
  }
  return origin;
}

}  // namespace hrefkit::url::html5
