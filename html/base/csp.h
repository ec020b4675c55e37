// Content Security Policy, as far as it decides about base elements: the base-uri directive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::html {

/// The base-uri directives in force for a document, each with the URL of the document whose policy
/// it is ('self' means that URL's origin).
struct BaseUriPolicy {
  std::string source_list;  ///< the directive's value
  std::string self;         ///< URL of the policy's document
};

/// Appends the base-uri directive of each policy in `content`, the value of a
/// `<meta http-equiv="Content-Security-Policy">` (a comma-separated list of policies).
/// CSP Level 3, 2.2.1 "Parse a serialized CSP": the first directive of a name counts.
void append_base_uri_policies(std::vector<BaseUriPolicy>& policies, std::string_view content,
                              std::string_view self);

/// CSP Level 3, 6.3.1.1 "Is base allowed for document?": true when every policy lets `base`, an
/// absolute URL, be a document's base.
bool is_base_allowed(std::vector<BaseUriPolicy> const& policies, std::string_view base);

}  // namespace hrefkit::html
