#include "hrefkit/html/xml_base.h"

namespace hrefkit::html {

std::optional<Attribute> find_xml_base(Document const& document, NodeId element, XmlBase which) {
  if (which == XmlBase::off) return std::nullopt;
  for (const Attribute attribute : document.attributes(element)) {
    if (attribute.ns == Namespace::xml && attribute.name == "base") return attribute;
    if (which == XmlBase::on && attribute.ns == Namespace::none && attribute.name == "xml:base") {
      return attribute;
    }
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
