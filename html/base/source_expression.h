// One expression of a Content Security Policy's source list, and whether a URL matches it.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// The parts of a serialised absolute URL that policies compare.
struct UrlParts {
  std::string_view scheme = {};
  std::string_view host = {};  ///< empty: the URL has no host
  std::string_view port = {};  ///< empty: the scheme's default
  std::string_view path = {};
};

/// Takes the part of `rest` before `separator`, and the separator, off its front.
std::string_view take_part(std::string_view& rest, char separator);

UrlParts split_url(std::string_view url);

/// CSP Level 3, 6.7.2.8 "Does url match expression in origin with redirect count?", with a redirect
/// count of 0. `self` is a URL of the origin. An expression outside the grammar (CSP Level 3, 2.3.1
/// "Source Lists") matches no URL.
bool matches_source_expression(std::string_view expression, UrlParts const& url,
                               UrlParts const& self);

}  // namespace hrefkit::html
