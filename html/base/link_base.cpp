#include "hrefkit/html/link_base.h"

#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

std::string_view name(BaseSource source) {
  static constexpr text::EnumTable<BaseSource::container> names({
      {BaseSource::document, "document"},
      {BaseSource::base, "base"},
      {BaseSource::xml_base, "xml-base"},
      {BaseSource::creator, "creator"},
      {BaseSource::container, "container"},
  });
  return names[source].name;
}

}  // namespace hrefkit::html
