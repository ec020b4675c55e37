#include "hrefkit/url/standard.h"

namespace hrefkit::url {

std::string_view name(Standard standard) {
  switch (standard) {
    case Standard::whatwg:
      return "whatwg";
    case Standard::whatwg_2012:
      return "whatwg-2012";
    case Standard::html5:
      return "html5";
    case Standard::web_address:
      return "web-address";
  }
  return {};
}

std::optional<Standard> standard_from_name(std::string_view wanted) {
  for (Standard standard : all_standards) {
    if (name(standard) == wanted) return standard;
  }
  return std::nullopt;
}

}  // namespace hrefkit::url
