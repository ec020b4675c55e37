// The rules of a `_redirects` file, as the host reads it whose syntax it is.
#pragma once

#include <string_view>

#include "hrefkit/site/host.h"
#include "hrefkit/site/redirects/host_files.h"

namespace hrefkit::site {

/// Reads a file; offsets count in `bytes`, which may begin with a byte order mark. `origin` is as
/// in `Redirects`, `syntax` one of those of `_redirects`.
HostFile read_redirect_lines(std::string_view bytes, std::string_view origin,
                             RedirectSyntax syntax);

}  // namespace hrefkit::site
