// Policies that make browsers load by https what a page names by http.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// True for a meta element that declares a policy with the directive upgrade-insecure-requests.
/// Behind it the document, and those in its frames, load pictures, scripts, styles and frames by
/// https (Upgrade Insecure Requests, 3.1 and 3.3; HTML Standard 4.2.5.3, the Content
/// security policy state).
bool upgrades_requests(Document const& document, NodeId id);

/// The same for the value of a Content-Security-Policy header, whose policies are for the whole
/// document.
bool upgrades_requests(std::string_view policies);

}  // namespace hrefkit::html
