// Follows what the scripts of a site load (script_graph.h).
#pragma once

#include "hrefkit/site/check/script_graph.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Completes the graph, to which all pages have been added: reads the scripts that they load, and
/// the scripts that these load, each once for each of its import maps and base URLs.
void follow_scripts(ScriptGraph& graph, Site const& site, SiteRedirects const& redirects);

}  // namespace hrefkit::site
