// The URL decomposition attributes of `a` and `area` elements: the parts of the URL that their href
// resolves to, read and set through the document (HTML Living Standard 4.6.3, "API for a and area
// elements"; URL Standard 2012-12-28, 7; HTML5 (W3C draft), 2.6.6).
//
//   HyperlinkElement link(page, id);
//   link.get(UrlAttribute::hostname);       // "example.com"
//   link.set(UrlAttribute::search, "?q");   // href="x" becomes href="https://example.com/dir/x?q"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/live_document.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::html {

using url::UrlAttribute;

/// An `a` or `area` element of a live document, under the document's standard.
class HyperlinkElement {
 public:
  /// `document` must outlive this.
  HyperlinkElement(LiveDocument& document, NodeId element)
      : document_(document), element_(element) {}

  /// The attribute on getting, computed from the element's current base URL. An attribute that the
  /// standard does not have is the empty string.
  std::string get(UrlAttribute part) const;

  /// The attribute on setting; `value` is UTF-8. The setter writes the new URL, which is absolute,
  /// to the href content attribute, even where the URL stays the same. Where the standard's setter
  /// stops early, href stays.
  void set(UrlAttribute part, std::string_view value);

 private:
  std::optional<std::string_view> content() const;
  tl::expected<url::AnyUrl, url::Error> parsed() const;
  void update(std::string_view href);

  LiveDocument& document_;
  NodeId element_;
};

}  // namespace hrefkit::html
