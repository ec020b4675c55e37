#include "hrefkit/cli/io/element_names.h"

#include <vector>

#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/html/element_name.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::cli {

void check_element_names(std::span<std::string const> names, Messages& messages) {
  const auto known = html::element_names();
  for (std::string const& name : names) {
    if (html::is_element_name(name)) continue;
    const std::vector<std::string> all(known.begin(), known.end());
    messages.warning("--elements", "no element that is known is called '" + name + "'" +
                                       did_you_mean(text::to_ascii_lower(name), all));
  }
}

}  // namespace hrefkit::cli
