// Pages that are empty until a script fills them: those of applications in the browser.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True for a page of HTML that a script builds. It has a script, at most one element with an id or
/// name to which a fragment leads, and no text outside script, style, title, template and noscript.
/// What its fragments mean, only the script knows. Reads no further than to the first text, or to
/// the second such element; takes time linear in that.
bool is_built_by_script(std::string_view text);

}  // namespace hrefkit::html
