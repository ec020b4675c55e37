#include "hrefkit/html/link_base.h"

namespace hrefkit::html {

std::string_view name(BaseSource source) {
  switch (source) {
    case BaseSource::document:
      return "document";
    case BaseSource::base:
      return "base";
    case BaseSource::xml_base:
      return "xml-base";
    case BaseSource::creator:
      return "creator";
    case BaseSource::container:
      return "container";
  }
  return {};
}

}  // namespace hrefkit::html
