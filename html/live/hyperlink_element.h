// The URL decomposition attributes of `a` and `area` elements: the parts of the URL that their href
// resolves to, read and set through the document (seed 001 2.6.6; seed 003 section 7; HTML Standard
// 4.6.3, "API for a and area elements").
//
//   HyperlinkElement link(page, id);
//   link.get(UrlAttribute::hostname);       // "example.com"
//   link.set(UrlAttribute::search, "?q");   // href="x" becomes href="https://example.com/dir/x?q"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/live_document.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::html {

using url::UrlAttribute;

/// An `a` or `area` element of a live document, under the document's standard.
class HyperlinkElement {
 public:
  /// `document` must outlive this.
  HyperlinkElement(LiveDocument& document, NodeId element)
      : document_(document), element_(element) {}

  /// The attribute on getting. It depends on the element's base URL, and nothing of it is kept. An
  /// attribute that the standard does not have is the empty string.
  std::string get(UrlAttribute part) const;

  /// The attribute on setting: `value` is UTF-8. What it comes to is written to the href content
  /// attribute, absolute, even where nothing else changes, or not at all, as the standard has it.
  void set(UrlAttribute part, std::string_view value);

 private:
  std::optional<std::string_view> content() const;
  std::optional<std::string> resolved() const;
  std::string get_living(UrlAttribute part) const;
  std::string get_2012(UrlAttribute part) const;
  std::string get_html5(UrlAttribute part) const;
  void set_living(UrlAttribute part, std::string_view value);
  void set_2012(UrlAttribute part, std::string_view value);
  void set_html5(UrlAttribute part, std::string_view value);
  void update(std::string_view href);

  LiveDocument& document_;
  NodeId element_;
};

}  // namespace hrefkit::html
