// Content Security Policies in the meta elements of a page, as far as they decide what it may load.
//
//   for (std::string const& policy : html::find_meta_policies(text)) {
//     auto directive = html::blocking_directive(policy, link, tag, url, page);
//     if (!directive.empty()) report(directive);
//   }
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// The values of the meta elements with `http-equiv="Content-Security-Policy"` in the text of a
/// page (HTML Standard 4.2.5.3).
std::vector<std::string> find_meta_policies(std::string_view text);

/// The directive of the policies in `content` that keeps a browser from loading `link` from `url`,
/// or from sending a form there; empty if none does, and if more than the URL decides: nonces,
/// hashes, `strict-dynamic`. `element` is that of the link, `rel` that of a link element, and
/// `page` the address of the page ('self'). CSP Level 3, 6.8.3 "Get fetch directive fallback list".
std::string_view blocking_directive(std::string_view content, Link const& link,
                                    ElementView const& element, std::string_view rel,
                                    std::string_view url, std::string_view page);

}  // namespace hrefkit::html
