// The document base URL: how it is found, and from which place of the source on it is in force
// (HTML Standard 2.4.2 and 4.2.3; HTML5 (W3C draft) 2.6.3).
//
// A document has a fallback base URL: its own address, or for about:blank and about:srcdoc the base
// URL of its creator or container (store_fallback). The first base element with an href, in tree
// order, replaces it if its href, resolved against the fallback base URL, is a URL that is neither
// data: nor javascript: and that the base-uri policies in force allow (base_from_href). All other
// base elements have no effect, and BaseElementStatus says why.
//
// Which element is the first may change during the parse, and pages can notice. In
//
//   <img src=a> <base href=/x/> <img src=a>
//
// a browser loads the first image from /a, because it reads it before the base element, although
// its `src` is /x/a from then on. A base element in a table is moved in front of the table, before
// one that was read earlier; a template with a `for` attribute removes the base elements in its
// place. So the result is a list of epochs: the base URL that is in force from an offset of the
// source on. Most documents have none or one.
//
// The older standards compute the base URL at each use, and know no policies.
//
// Cost: one walk over the tree. The URLs are stored in a table with a budget (base_table.h),
// because nested base URLs can be much longer than the document. For xml:base see base_scopes.h,
// for documents in frames context.h.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

/// Why the base element `id`, which is in the document's tree, cannot set the document base URL,
/// whatever its href resolves to; `used` if it can.
BaseElementStatus rule_out_base_element(Document const& document, NodeId id,
                                        url::Standard standard);

/// True for a meta element whose `content` is a list of policies (HTML Standard 4.2.5.3, the
/// Content security policy state).
bool is_policy_meta(Document const& document, NodeId id);

/// A fallback base URL, as numbers of a BaseStore.
struct StoredFallback {
  BaseId url = 0;
  BaseSource source = BaseSource::document;
  BaseId self = 0;
};

/// Adds the fallback base URL of a document in `encoding` to `store`.
StoredFallback store_fallback(BaseStore& store, FallbackBase const& fallback,
                              text::Encoding encoding);

/// The document base URL that a base element with `href` gives, or why it gives none, so that the
/// fallback base URL stays. `resolver` resolves against the fallback, and `in_force` are the
/// policies. HTML Standard 4.2.3, "set the frozen base URL"; HTML5 (W3C draft) 2.6.3, the steps of
/// "document base URL".
tl::expected<std::string, BaseElementStatus> base_from_href(std::string_view href,
                                                            url::Resolver const& resolver,
                                                            PolicyTable& policies,
                                                            PolicyId in_force);

/// The same for a file's own document with the policies of `options` alone; `self` is a URL of its
/// origin.
tl::expected<std::string, BaseElementStatus> base_from_href(std::string_view href,
                                                            std::string_view self,
                                                            url::Resolver const& resolver,
                                                            DocumentOptions const& options);

/// The same, as numbers of a BaseStore.
tl::expected<BaseId, BaseElementStatus> base_from_href(std::string_view href, BaseId fallback,
                                                       BaseStore& store, PolicyId in_force);

/// The policies in `options` for the file's own document: none under the older standards.
PolicyId policies_of_options(PolicyTable& policies, DocumentOptions const& options,
                             std::string_view self);

/// The document base URL of `document`. It inherits `policies`; its own meta elements may add more
/// under `whatwg`.
DocumentBase document_base(Document const& document, StoredFallback const& fallback,
                           BaseStore& store, PolicyId policies);

}  // namespace hrefkit::html
