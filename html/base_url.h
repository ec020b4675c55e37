// The document base URL and why it is what it is (HTML Standard 2.4.2 "Dynamic changes to base
// URLs" and 4.2.3 "The base element"; seeds 001 2.6.3 and 004 section 3 for the older standards).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_base.h"

namespace hrefkit::html {

/// The base URL that a document has without base elements, and where it is from.
struct FallbackBase {
  std::string url;
  BaseSource source = BaseSource::document;
  std::string self;  ///< a URL of the document's origin: what 'self' means in its policies
};

/// What became of a base element.
enum class BaseElementFate : std::uint8_t {
  used,             ///< it gave the document base URL
  no_href,          ///< only a target, or nothing
  second,           ///< another base element with href comes before it
  in_template,      ///< content of a template is inert
  in_shadow_tree,   ///< a shadow tree is no part of the document tree
  not_html,         ///< an SVG or otherwise foreign element of that name
  outside_head,     ///< web-address: only children of head count
  unresolvable,     ///< its href does not resolve; the fallback stands
  unusable_scheme,  ///< whatwg: it gives a data: or javascript: URL; the fallback stands
  blocked,          ///< whatwg: a base-uri directive forbids it; the fallback stands
};

/// The name used in output, such as "in-template".
std::string_view name(BaseElementFate fate);

/// A base element of the document.
struct BaseElement {
  NodeId node = no_node;
  BaseElementFate fate = BaseElementFate::used;
};

/// The document base URL that is in force once the parser has read up to a place in the source.
struct BaseEpoch {
  std::uint32_t from = 0;  ///< offset of the base element's start tag
  NodeId element = no_node;
  std::string url;
  BaseElementFate fate = BaseElementFate::used;
};

/// A document base URL and how it came about.
struct DocumentBase {
  FallbackBase fallback;
  std::string url;                           ///< the document base URL, serialised
  BaseSource source = BaseSource::document;  ///< `base`, or the fallback's source
  NodeId element = no_node;                  ///< the base element that gave it
  std::vector<BaseElement> elements;         ///< all, in tree order
  std::vector<BaseEpoch> epochs;             ///< rising in `from`; mostly none or one

  /// The document base URL as it was when the parser reached byte `offset` of the source: base
  /// elements that start at or after it do not count. That is what an iframe's srcdoc document
  /// inherits (HTML Standard 7.3.1, "about base URL").
  std::string_view url_at(std::uint32_t offset) const;
};

/// True for the standard that sets a base URL once and then lets it stand: the frozen base URL of a
/// base element (HTML Standard 4.2.3) and the about base URL of a frame's document (7.3.1). The
/// older standards ask anew each time.
constexpr bool takes_bases_once(url::Standard standard) {
  return standard == url::Standard::whatwg;
}

/// Why the element `id` of that name, which stands in the document's tree, cannot be what gives the
/// document base URL, whatever its href resolves to; `used` when it may be.
BaseElementFate rule_out_base_element(Document const& document, NodeId id, url::Standard standard);

/// True for a meta element that declares policies: `content` is its list of them (HTML Standard
/// 4.2.5.3, the Content security policy state).
bool is_policy_meta(Document const& document, NodeId id);

/// What the base element that counts comes to.
struct BaseOutcome {
  std::string url;  ///< the document base URL
  BaseElementFate fate = BaseElementFate::used;
};

/// The document base URL that `href` gives. `resolver` resolves against the fallback base URL. HTML
/// Standard 4.2.3, "set the frozen base URL"; seed 001 2.6.3, the steps of "document base URL".
BaseOutcome base_from_href(std::string_view href, FallbackBase const& fallback,
                           url::Resolver const& resolver,
                           std::vector<BaseUriPolicy> const& policies);

/// The document base URL of `document`. Policies that the document's own meta elements declare are
/// appended to `policies` (inherited ones may be there already); they count under `whatwg` only.
DocumentBase document_base(Document const& document, FallbackBase fallback,
                           url::ResolveOptions options, std::vector<BaseUriPolicy>& policies);

}  // namespace hrefkit::html
