// Which link elements create hyperlinks.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True when a link element with this `rel` creates a hyperlink: when one of its types does (HTML
/// Living Standard 4.6.8 "Link types", the column for link; the types of the HTML5 drafts count
/// too). `alternate` does not where `stylesheet` stands beside it.
bool creates_hyperlink(std::string_view rel);

}  // namespace hrefkit::html
