// What a page writes into a selectedcontent element.
#pragma once

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Takes out of selectedcontent elements what the parser replaces there by a clone of the chosen
/// option (HTML Standard 4.10.17, "The selectedcontent element"). The clone itself is left
/// out, since its links stand in the option.
void replace_selected_content(Document& document);

}  // namespace hrefkit::html
