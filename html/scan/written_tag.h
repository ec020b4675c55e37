// A start tag as it is written, as far as the scanner reads it.
#pragma once

#include <array>

#include "hrefkit/html/links/attribute_name.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html::scan {

/// The value of an attribute as written.
struct WrittenValue {
  text::Span span = {};
  bool coded = false;  ///< it has `&`, CR or NUL, so that it needs decoding
};

/// A start tag as the scanner hands it over.
struct WrittenTag {
  text::Span span = {};  ///< from `<` past `>`
  text::Span name = {};
  TagName tag = TagName::unknown;
  bool self_closing = false;
  AttributeMask present = 0;  ///< the attributes in `values`; of duplicates the first
  std::array<WrittenValue, attribute_name_count> values = {};

  WrittenValue const& value(AttributeName attribute) const {
    return values[static_cast<std::size_t>(attribute)];
  }
};

}  // namespace hrefkit::html::scan
