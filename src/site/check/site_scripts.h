// Follows what the scripts of a site load (script_follower.h).
#pragma once

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Completes the graph, to which all pages of the site have been added.
void follow_scripts(ScriptGraph& graph, Site const& site, SiteRedirects const& redirects);

}  // namespace hrefkit::site
