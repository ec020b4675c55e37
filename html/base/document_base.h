// How the base URL of a document is found.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"

namespace hrefkit::html {

/// The reason why the base element `id`, which stands in the document's tree, cannot set the
/// document base URL, whatever its href resolves to; `used` when it can.
BaseElementFate rule_out_base_element(Document const& document, NodeId id, url::Standard standard);

/// True for a meta element that declares policies: `content` is its list of them (HTML
/// Standard 4.2.5.3, the Content security policy state).
bool is_policy_meta(Document const& document, NodeId id);

/// The base URL of a document without base elements, by numbers.
struct StoredFallback {
  BaseId url = 0;
  BaseSource source = BaseSource::document;
  BaseId self = 0;
};

/// Puts a fallback base URL of a document in `encoding` into `store`.
StoredFallback store_fallback(BaseStore& store, FallbackBase const& fallback,
                              text::Encoding encoding);

/// What the base element that counts gives.
struct BaseOutcome {
  std::string url = {};  ///< the document base URL
  BaseElementFate fate = BaseElementFate::used;
};

/// The document base URL that `href` gives. `resolver` resolves against the fallback base URL, and
/// `in_force` are the policies. HTML Standard 4.2.3, "set the frozen base URL"; HTML5 (W3C
/// draft) 2.6.3, the steps of "document base URL".
BaseOutcome base_from_href(std::string_view href, std::string_view fallback,
                           url::Resolver const& resolver, PolicyTable& policies, PolicyId in_force);

/// The same for a file's own document, of which only the policies of `options` are known.
BaseOutcome base_from_href(std::string_view href, FallbackBase const& fallback,
                           url::Resolver const& resolver, DocumentOptions const& options);

/// The same by numbers.
struct StoredOutcome {
  BaseId base = 0;
  BaseElementFate fate = BaseElementFate::used;
};
StoredOutcome base_from_href(std::string_view href, BaseId fallback, BaseStore& store,
                             PolicyId in_force);

/// The policies of the file's own document that `options` give: none under the older standards.
PolicyId policies_of_options(PolicyTable& policies, DocumentOptions const& options,
                             std::string_view self);

/// The document base URL of `document`. It inherits `policies`; its own meta elements declare more,
/// which count under `whatwg` only.
DocumentBase document_base(Document const& document, StoredFallback const& fallback,
                           BaseStore& store, PolicyId policies);

}  // namespace hrefkit::html
