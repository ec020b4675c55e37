#include "hrefkit/url/about_url.h"

#include "hrefkit/text/ascii.h"

namespace hrefkit::url {

bool is_reserved_about_url(std::string_view url) {
  constexpr std::string_view scheme = "about:";
  if (!text::equals_ignoring_ascii_case(url.substr(0, scheme.size()), scheme)) return false;
  const std::string_view rest = url.substr(scheme.size(), url.find('#') - scheme.size());
  return rest == "legacy-compat" || rest == "srcdoc";
}

}  // namespace hrefkit::url
