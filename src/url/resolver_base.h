// The base URL of a Resolver, in the form in which its standard resolves against it.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/rfc3986/resolution.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url {

/// A base of the URL Living Standard with the offsets that the fast path needs.
struct PreparedUrl {
  explicit PreparedUrl(Url parsed) : url(std::move(parsed)), fast(url) {}

  std::string_view href() const& { return url.href(); }
  std::string_view href() const&& = delete;

  Url url;
  FastBase fast;
};

/// The base of any standard.
struct ResolverBase {
  /// Of whatwg, of whatwg_2012, and of html5 or web_address.
  std::variant<PreparedUrl, whatwg_2012::Base, rfc3986::PreparedBase> url;
};

}  // namespace hrefkit::url
