// The links of a script file.
#pragma once

#include <string_view>

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/listener.h"

namespace hrefkit::html {

/// Emits what the script names (script_urls.h). The base URL is the script's own URL, but for what
/// is relative to the page or worker that runs it, which DocumentOptions::script_page describes.
Flow emit_script_links(LinkSource const& source);

/// The folder against which Vite resolves an entry such as "assets/b.js", which is relative to the
/// root of the application: the nearest folder around the chunk at `url` under which the entry's
/// first folder leads to the chunk. Of "/app/assets/a.js" that is "/app/". Empty where there is
/// none.
std::string_view vite_root(std::string_view url, std::string_view entry);

}  // namespace hrefkit::html
