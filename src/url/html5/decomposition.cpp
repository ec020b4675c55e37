#include "hrefkit/url/html5/decomposition.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/scalar_values.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/html5/attribute_rows.h"
#include "hrefkit/url/html5/components.h"
#include "hrefkit/url/html5/draft.h"

namespace hrefkit::url::html5 {

namespace {

/// The table's "component" column, as the input has it; nothing where the grammar matched none.
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
/// must be included even if the new value is the empty string". Nothing for a host that is not
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
