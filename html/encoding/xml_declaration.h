// The encoding that an XML declaration names, in an XML document or in an HTML one.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// UTF-16, when `bytes` begin with `<?x` in it (HTML Standard 13.2.3.2, "prescan for UTF-16
/// XML declarations").
std::optional<text::Encoding> utf_16_of_xml_declaration(std::string_view bytes);

/// "Get an XML encoding" (HTML Standard 13.2.3.2): what the declaration's encoding
/// pseudo-attribute names; nothing without a declaration at the very start, or for an unknown
/// label.
std::optional<text::Encoding> encoding_in_xml_declaration(std::string_view bytes);

}  // namespace hrefkit::html
