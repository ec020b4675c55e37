// The source from which a page was made, by what is surest first: the same bytes, the page's link
// "edit this page", the copy that Sphinx keeps, names (page_name.h), the title. What names say is
// compared with the text: enough of the source's prose must stand on the page.
#pragma once

#include <cstdint>
#include <optional>

#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/built_page.h"
#include "hrefkit/site/sources/source_index.h"

namespace hrefkit::site {

/// At most one of the two.
struct PageSourceFile {
  std::optional<std::uint32_t> copied_from;  ///< the page has its bytes
  std::optional<std::uint32_t> made_from;
};

PageSourceFile find_source_of_page(SourceIndex& sources, Site const& site, BuiltPage const& page);

}  // namespace hrefkit::site
