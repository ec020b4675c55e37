// XML that costs a parser much more than its length, in any length.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// A kind of document: `document(size)` makes one of about `size` bytes.
struct NastyXml {
  std::string_view name;
  std::string (*document)(std::size_t size);
};

/// Default attributes, declarations, namespaces, entities, nesting and references in great number.
std::span<NastyXml const> nasty_xml();

}  // namespace hrefkit::test
