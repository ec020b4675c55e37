// The lines of a `_headers` file that the host drops.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/site/host.h"
#include "hrefkit/site/redirects.h"

namespace hrefkit::site {

/// Finds them, in the order of the file. Offsets count in `bytes`, which may begin with a byte
/// order mark; `syntax` is one of those of `_headers`.
std::vector<IgnoredRule> find_ignored_header_lines(std::string_view bytes, RedirectSyntax syntax);

}  // namespace hrefkit::site
