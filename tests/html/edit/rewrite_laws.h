// The laws of rewriting, for any page and any policy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::test {

/// A link, as far as a change may not alter it unasked.
struct LinkFacts {
  std::string element;
  std::string attribute;
  std::string kind;
  std::string context;
  std::string raw;
  std::string url;  ///< empty where it does not resolve
  bool local = false;
  html::Namespace ns = html::Namespace::html;
};

/// Writes each URL in this form.
html::MapUrl in_form(html::UrlForm form);

/// The links of a page at `url`.
std::vector<LinkFacts> facts_of(std::string_view bytes, html::RewriteOptions const& options,
                                std::string const& url);

/// Rewrites a page and checks the laws. Returns the law that is broken, or nothing:
/// - the result is proved;
/// - outside of the reported places only quotes are new;
/// - a second run, which reads the page at its old address again, changes nothing.
/// `bytes_after` gets the result, which is `bytes` where nothing changed, and empty where the page
/// is refused since a link cannot be written in its place.
std::string broken_law(std::string_view bytes, html::RewriteOptions const& options,
                       html::MapUrl const& map_url, std::string& bytes_after);

/// The same for changes that leave every target as it is: links that may change lead where they
/// led. An empty `after` has nothing to check.
std::string broken_target(std::string_view before, std::string_view after,
                          html::RewriteOptions const& options);

}  // namespace hrefkit::test
