// Empties selectedcontent elements, whose content the parser replaces.
#pragma once

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Removes the content of selectedcontent elements that the parser replaces by a clone of the
/// chosen option (HTML Standard 4.10.17, "The selectedcontent element"). The clone itself is left
/// out, since its links are those of the option.
void replace_selected_content(Document& document);

}  // namespace hrefkit::html
