// An element for which a row of the link table counts.
#pragma once

#include <string>

#include "hrefkit/html/link_table.h"

namespace hrefkit::test {

/// The name of the row's element; of some element of its namespace where the row is for all.
inline std::string element_of(html::LinkRow const& row) {
  using html::Namespace;
  if (row.element != "*") return std::string(row.element);
  return row.element_ns == Namespace::mathml ? "mi" : row.element_ns == Namespace::svg ? "g" : "p";
}

}  // namespace hrefkit::test
