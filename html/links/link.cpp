#include "hrefkit/html/link.h"

namespace hrefkit::html {

std::string_view name(LinkKind kind) {
  switch (kind) {
    case LinkKind::hyperlink:
      return "hyperlink";
    case LinkKind::stylesheet:
      return "stylesheet";
    case LinkKind::script:
      return "script";
    case LinkKind::image:
      return "image";
    case LinkKind::media:
      return "media";
    case LinkKind::frame:
      return "frame";
    case LinkKind::object:
      return "object";
    case LinkKind::form:
      return "form";
    case LinkKind::cite:
      return "cite";
    case LinkKind::ping:
      return "ping";
    case LinkKind::refresh:
      return "refresh";
    case LinkKind::base:
      return "base";
    case LinkKind::css:
      return "css";
    case LinkKind::resource:
      return "resource";
    case LinkKind::metadata:
      return "metadata";
  }
  return {};
}

std::optional<LinkKind> link_kind_from_name(std::string_view wanted) {
  for (std::size_t kind = 0; kind < link_kind_count; ++kind) {
    if (name(static_cast<LinkKind>(kind)) == wanted) return static_cast<LinkKind>(kind);
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
