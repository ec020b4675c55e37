// The table of URL decomposition attributes (HTML5 (W3C draft), 2.6.6), one row per attribute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/url/url_attribute.h"

namespace hrefkit::url::html5 {

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

/// The attribute's row; null for href, origin, username and password, which the table lacks.
AttributeRow const* find_attribute_row(UrlAttribute attribute);

/// The length of the ":" and digits that end `value`, or 0.
std::size_t port_length(std::string_view value);

}  // namespace hrefkit::url::html5
