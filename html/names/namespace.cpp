#include "hrefkit/html/namespace.h"

#include <array>
#include <utility>

namespace hrefkit::html {

namespace {

using Row = std::pair<std::string_view, Namespace>;
constexpr std::array uris{
    Row{"", Namespace::none},
    Row{"http://www.w3.org/1999/xhtml", Namespace::html},
    Row{"http://www.w3.org/2000/svg", Namespace::svg},
    Row{"http://www.w3.org/1998/Math/MathML", Namespace::mathml},
    Row{"http://www.w3.org/1999/xlink", Namespace::xlink},
    Row{"http://www.w3.org/XML/1998/namespace", Namespace::xml},
    Row{"http://www.w3.org/2000/xmlns/", Namespace::xmlns},
};

}  // namespace

std::string_view name(Namespace ns) {
  switch (ns) {
    case Namespace::none:
      return "none";
    case Namespace::html:
      return "html";
    case Namespace::svg:
      return "svg";
    case Namespace::mathml:
      return "mathml";
    case Namespace::xlink:
      return "xlink";
    case Namespace::xml:
      return "xml";
    case Namespace::xmlns:
      return "xmlns";
    case Namespace::other:
      return "other";
  }
  return {};
}

Namespace namespace_from_uri(std::string_view uri) {
  for (auto const& [known, ns] : uris) {
    if (known == uri) return ns;
  }
  return Namespace::other;
}

}  // namespace hrefkit::html
