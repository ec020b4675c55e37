// The links of a text file whose URLs the caller finds (text_urls.h).
#pragma once

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/listener.h"

namespace hrefkit::html {

/// Emits the links that `find` finds. The base URL is the address of the file.
Flow emit_text_links(LinkSource const& source, FindTextUrls find);

}  // namespace hrefkit::html
