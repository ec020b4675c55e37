#include "hrefkit/url/decomposition.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/percent_encode.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/html5/base.h"
#include "hrefkit/url/html5/parser.h"
#include "hrefkit/url/html5/resolver.h"
#include "hrefkit/url/rfc3986/characters.h"
#include "hrefkit/url/rfc3986/ip_literal.h"

namespace hrefkit::url::html5 {

namespace {

/// The table's "component" column, as found in the input; nothing where it was not matched.
std::optional<std::string_view> component(rfc3986::Reference const& reference,
                                          Attribute attribute) {
  switch (attribute) {
    case Attribute::protocol:
      return reference.scheme;
    case Attribute::host:
      return hostport(reference);
    case Attribute::hostname:
      return reference.host;
    case Attribute::port:
      return reference.port;
    case Attribute::pathname:
      return reference.path;
    case Attribute::search:
      return reference.query;
    case Attribute::hash:
      return reference.fragment;
  }
  return {};
}

/// What of an input the table's conditions ask for, besides that it is absolute.
enum class InputIs : std::uint8_t { any, hierarchical, authority_based };
/// What of the component the getter conditions ask for.
enum class ComponentIs : std::uint8_t { any, present, not_empty };
/// What of the new value the setter conditions ask for.
enum class ValueIs : std::uint8_t { any, not_empty, at_most_65535 };

using Preprocessor = std::string (*)(std::string_view value);
using Escaper = std::string (*)(std::string_view value);

struct Row {
  Attribute attribute;
  InputIs input;          ///< getter and setter condition
  ComponentIs component;  ///< getter condition
  std::string_view prefix;
  std::string_view suffix;
  Preprocessor preprocess;
  Escaper escape;
  ValueIs value;  ///< setter condition
};

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

// "%-escaping any characters in the new value that are not valid in the relevant component":
// valid by RFC 3986's own productions. A "%" is valid where <pct-encoded> is.

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
  append_percent_encoded(escaped, value, ~rfc3986::scheme_rest);
  return escaped;
}

std::string escape_host(std::string_view value) {
  const bool ip_literal =
      value.starts_with('[') && value.ends_with(']') &&
      (rfc3986::is_ipv6_address(value.substr(1, value.size() - 2)) ||
       rfc3986::is_ip_future(value.substr(1, value.size() - 2), rfc3986::ip_future_characters));
  return ip_literal ? std::string(value) : escape<rfc3986::reg_name_characters>(value);
}

/// The length of the ":" and digits that end `value`, or 0.
std::size_t port_length(std::string_view value) {
  const std::size_t colon = value.find_last_not_of("0123456789");
  return colon != std::string_view::npos && value[colon] == ':' ? value.size() - colon : 0;
}

std::string escape_hostport(std::string_view value) {
  // "[::1]" ends in "1]", never in a port: the digits of a bracketed address are no port.
  const std::size_t port = port_length(value);
  std::string escaped = escape_host(value.substr(0, value.size() - port));
  return escaped += value.substr(value.size() - port);
}

/// seeds/001 2.6.6, the table.
constexpr std::array table{
    Row{Attribute::protocol, InputIs::any, ComponentIs::any, "", ":", without_trailing_colons,
        escape_scheme, ValueIs::not_empty},
    Row{Attribute::host, InputIs::authority_based, ComponentIs::any, "", "", unchanged,
        escape_hostport, ValueIs::not_empty},
    Row{Attribute::hostname, InputIs::authority_based, ComponentIs::any, "", "",
        without_leading_slashes, escape_host, ValueIs::not_empty},
    Row{Attribute::port, InputIs::authority_based, ComponentIs::present, "", "", leading_number,
        unchanged, ValueIs::at_most_65535},
    Row{Attribute::pathname, InputIs::hierarchical, ComponentIs::any, "", "", with_leading_slash,
        escape<rfc3986::path_characters>, ValueIs::any},
    Row{Attribute::search, InputIs::hierarchical, ComponentIs::present, "?", "",
        without_question_mark, escape<rfc3986::query_characters>, ValueIs::any},
    Row{Attribute::hash, InputIs::any, ComponentIs::not_empty, "#", "", without_number_sign,
        escape<rfc3986::fragment_characters>, ValueIs::any},
};

constexpr bool in_order_of_attributes() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].attribute != static_cast<Attribute>(i)) return false;
  }
  return true;
}
static_assert(in_order_of_attributes());

Row const& row(Attribute attribute) {
  return table[static_cast<std::size_t>(attribute)];
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

/// A part of the input and what takes its place.
struct Replacement {
  std::size_t begin;
  std::size_t length;
  std::string_view prefix;  ///< of an optional group that is not there yet
};

/// Where `attribute`'s component stands, or would stand: "the component (including its prefix
/// character) must be included even if the new value is the empty string". Nothing for a host
/// that is not there.
std::optional<Replacement> find_place(std::string_view input, rfc3986::Reference const& reference,
                                      Attribute attribute) {
  const auto offset = [&](char const* at) { return static_cast<std::size_t>(at - input.data()); };
  const auto end = [&](std::string_view part) { return offset(part.data() + part.size()); };
  if (const auto found = component(reference, attribute)) {
    return Replacement{offset(found->data()), found->size(), ""};
  }
  if (attribute == Attribute::port && reference.host) {
    return Replacement{end(*reference.host), 0, ":"};
  }
  if (attribute == Attribute::search) return Replacement{end(reference.path), 0, "?"};
  if (attribute == Attribute::hash) return Replacement{input.size(), 0, "#"};
  return std::nullopt;
}

}  // namespace

Decomposition::Decomposition(std::string_view input) {
  std::string storage;
  input_ = text::strip(as_scalar_values(input, storage), space_characters);
  reference_ = parse(input_);
  std::string resolved;
  if (!append_resolved(resolved, input_, nullptr, text::Encoding::utf_8)) return;
  // "Resolving it results in the same output regardless of what it is resolved relative to".
  absolute_ = true;
  // ERRATUM: the text looks "immediately after the <scheme> component", where the ":" stands.
  const std::string_view after = std::string_view(resolved).substr(resolved.find(':') + 1);
  hierarchical_ = after.starts_with('/');
  authority_based_ = after.starts_with("//");
}

std::string Decomposition::get(Attribute attribute) const {
  Row const& entry = row(attribute);
  if (!fulfills(*this, entry.input)) return {};
  const auto found = component(*reference_, attribute);
  if (!fulfills(found, entry.component)) return {};
  // ERRATUM: the table gives the component, which is empty here; the second example gives "/" for
  // https://www.example.com:4443? as RFC 3986 6.2.3 does.
  if (attribute == Attribute::pathname && authority_based_ && found->empty()) return "/";
  std::string value(entry.prefix);
  value += found.value_or("");
  return value += entry.suffix;
}

std::string Decomposition::set(Attribute attribute, std::string_view value) const {
  Row const& entry = row(attribute);
  std::string storage;
  const std::string mutated = entry.escape(entry.preprocess(as_scalar_values(value, storage)));
  if (!fulfills(*this, entry.input) || !fulfills(mutated, entry.value)) return input_;
  auto place = find_place(input_, *reference_, attribute);
  if (!place) return input_;
  // ERRATUM: <hostport> leaves a default port out, so that a new value with a port would stand
  // before the old port. It takes its place.
  if (attribute == Attribute::host && reference_->port && port_length(mutated) != 0) {
    place->length = reference_->host->size() + 1 + reference_->port->size();
  }
  std::string output = input_.substr(0, place->begin);
  output += place->prefix;
  output += mutated;
  return output += input_.substr(place->begin + place->length);
}

namespace {

std::string origin(Decomposition const& url) {
  rfc3986::Reference const& parts = *url.reference();
  const bool tuple = parts.host && is_server_based(*parts.scheme) &&
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

}  // namespace

Components components(std::string_view url) {
  const Decomposition decomposition(url);
  Components result;
  result.href = url;
  if (!decomposition.is_absolute()) return result;
  const std::string_view userinfo = decomposition.reference()->userinfo.value_or("");
  const std::size_t colon = userinfo.find(':');
  result.origin = origin(decomposition);
  result.username = userinfo.substr(0, colon);
  if (colon != std::string_view::npos) result.password = userinfo.substr(colon + 1);
  result.protocol = decomposition.get(Attribute::protocol);
  result.host = decomposition.get(Attribute::host);
  result.hostname = decomposition.get(Attribute::hostname);
  result.port = decomposition.get(Attribute::port);
  result.pathname = decomposition.get(Attribute::pathname);
  result.search = decomposition.get(Attribute::search);
  result.hash = decomposition.get(Attribute::hash);
  return result;
}

}  // namespace hrefkit::url::html5
