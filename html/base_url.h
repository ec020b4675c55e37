// The document base URL and why it is what it is (HTML Standard 2.4.2 "Document base URLs"
// and 4.2.3 "The base element"; HTML5 (W3C draft) 2.6.3; Web addresses in HTML 5, section 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_source.h"  // IWYU pragma: export
#include "hrefkit/html/dom.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

class ImportMaps;  // import_map.h

// A base URL to which links are relative, and where it comes from.

/// A base URL that is in force for some links, ready to resolve them.
struct LinkBase {
  url::Resolver resolver;
  BaseSource source = BaseSource::document;
  /// The place, in the file's text, of the attribute value that declared it; empty if there is
  /// none.
  text::Span declared = {};
  static constexpr std::uint32_t no_other = UINT32_MAX;
  /// For `xml_base` in a document that browsers show: the index of the base that browsers use,
  /// which ignore xml:base. Else `no_other`.
  std::uint32_t in_browsers = no_other;
  /// The import maps that count with it, where these are not those of the context: those of another
  /// page that runs the script.
  ImportMaps const* import_maps = nullptr;
};

/// A base URL with a resolver for references. It does not change as long as its owner lives.
class BaseUrl {
 public:
  BaseUrl(std::string_view url, url::ResolveOptions options);

  /// The URL, serialised.
  std::string_view url() const& { return own_.empty() ? resolver.base() : std::string_view(own_); }
  std::string_view url() const&& = delete;

  url::Resolver resolver;  ///< without a base where the URL cannot be one

 private:
  std::string own_;  // if the resolver has another string
};

/// True for a serialised URL that a base element cannot give: data: and javascript: (HTML
/// Standard 4.2.3, "set the frozen base URL").
constexpr bool has_unusable_scheme(std::string_view url) {
  return url.starts_with("data:") || url.starts_with("javascript:");
}

/// The number of a base URL among those of a file. Equal numbers are equal URLs.
using BaseId = std::uint32_t;

/// The number of the last policy that a document obeys; 0: it obeys no policy.
using PolicyId = std::uint32_t;

/// The base URL of a document without base elements, and its source.
struct FallbackBase {
  std::string url = {};
  BaseSource source = BaseSource::document;
  std::string self = {};  ///< a URL of the document's origin: the meaning of 'self' in its policies
};

/// A base element of the document.
struct BaseElement {
  NodeId node = no_node;
  BaseElementStatus status = BaseElementStatus::used;
};

/// The document base URL from a place of the source on.
struct BaseEpoch {
  std::uint32_t from = 0;    ///< offset of the base element's start tag
  NodeId element = no_node;  ///< `no_node` if one was removed and no other counts
  BaseId base = 0;
  BaseElementStatus status = BaseElementStatus::used;
};

/// A document base URL and how it was derived. The numbers index the owner's table of URLs.
struct DocumentBase {
  BaseId fallback = 0;
  BaseSource fallback_source = BaseSource::document;
  BaseId self = 0;                           ///< a URL of the document's origin
  BaseId base = 0;                           ///< the document base URL
  BaseSource source = BaseSource::document;  ///< `base`, or the fallback's source
  NodeId element = no_node;                  ///< the base element that gave it
  PolicyId policies = 0;                     ///< those in force at the end of the document
  std::vector<BaseElement> elements = {};    ///< all, in tree order; removed ones come last
  std::vector<BaseEpoch> epochs = {};        ///< rising in `from`; mostly empty or one

  /// The document base URL as it was when the parser reached byte `offset` of the source: base
  /// elements that start at or after it do not count. That is what an iframe's srcdoc document
  /// inherits (HTML Standard 7.3.1, "about base URL").
  BaseId base_at(std::uint32_t offset) const;

  /// The number of `epochs` that begin before `offset`.
  std::size_t epochs_before(std::uint32_t offset) const;
};

/// True for the standard that sets a base URL once and keeps it: the frozen base URL of a base
/// element (HTML Standard 4.2.3) and the about base URL of a frame's document (7.3.1). The older
/// standards compute them each time.
constexpr bool takes_bases_once(url::Standard standard) {
  return standard == url::Standard::whatwg;
}

}  // namespace hrefkit::html
