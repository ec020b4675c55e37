#include "hrefkit/html/insecure_requests.h"

#include <optional>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/base/document_base.h"

namespace hrefkit::html {

bool upgrades_requests(Document const& document, NodeId id) {
  return is_policy_meta(document, id) &&
         upgrades_requests(document.find_attribute(id, "content")->value);
}

bool upgrades_requests(std::string_view policies) {
  return has_directive(policies, "upgrade-insecure-requests");
}

}  // namespace hrefkit::html
