#include "hrefkit/html/insecure_requests.h"

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base/document_base.h"

namespace hrefkit::html {

bool upgrades_requests(Document const& document, NodeId id) {
  return is_policy_meta(document, id) &&
         has_directive(document.find_attribute(id, "content")->value, "upgrade-insecure-requests");
}

}  // namespace hrefkit::html
