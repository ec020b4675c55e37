#include "hrefkit/url/about_url.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

bool is_reserved_about_url(std::string_view url) {
  constexpr std::string_view scheme = "about:";
  if (!text::equals_ignoring_ascii_case(url.substr(0, scheme.size()), scheme)) return false;
  const std::string_view rest = without_fragment(url).substr(scheme.size());
  return rest == "legacy-compat" || rest == "srcdoc";
}

}  // namespace hrefkit::url
