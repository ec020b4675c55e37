// How malformed bytes are marked in the text of an XML document.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// U+FFFF in UTF-8. It stands in an XML document's text for the first bytes that are not text in
/// the document's encoding: it is not a character of XML (XML 1.0, section 2.2), so reading ends
/// there with an error (section 4.3.3: "it is a fatal error").
inline constexpr std::string_view malformed_xml_mark = "\xEF\xBF\xBF";

}  // namespace hrefkit::html
