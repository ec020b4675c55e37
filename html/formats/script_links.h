// The links of a script file.
#pragma once

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/listener.h"

namespace hrefkit::html {

/// Emits what the script names (script_urls.h). The base URL is the script's own URL, but for what
/// is relative to the page or worker that runs it, which DocumentOptions::script_page describes.
Flow emit_script_links(LinkSource const& source);

}  // namespace hrefkit::html
