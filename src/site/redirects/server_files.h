// The redirects in the configuration of Apache HTTP Server and of nginx.
//
//   RedirectMatch permanent "^/old\.html$" "/new.html"
//
//   location = /old.html { return 301 /new.html$is_args$args; }
//
// What else they say is passed over: a link is called broken where only a RewriteRule, a script or
// an alias serves it. In a section for some visitors a rule counts for some of them alone.
#pragma once

#include <string_view>

#include "hrefkit/site/host.h"
#include "hrefkit/site/redirects/host_files.h"

namespace hrefkit::site {

/// What a file with the extension `.conf` is written in: `nginx` or `apache`.
RedirectSyntax server_syntax_of(std::string_view bytes);

/// Reads a file of a server. Offsets count in `bytes`.
HostFile read_server_file(std::string_view bytes, RedirectSyntax syntax);

}  // namespace hrefkit::site
