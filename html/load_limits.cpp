#include "hrefkit/html/load_limits.h"

#include <optional>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view integrity = "integrity";
constexpr std::string_view cross_origin = "crossorigin";

/// The limit that the link's row names, or that of its kind.
LoadLimit limit_of(Link const& link) {
  const LoadLimit limit = row_of(link).limit;
  if (limit != LoadLimit::by_kind) return limit;
  const bool may_ask = link.kind == LinkKind::image || link.kind == LinkKind::media;
  return may_ask ? LoadLimit::cross_origin : LoadLimit::none;
}

}  // namespace

std::string integrity_of(Link const& link, ElementView const& element) {
  const bool may_have =
      link.index == 0 && link.kind != LinkKind::hyperlink && row_of(link).limit == LoadLimit::code;
  return may_have ? element.attribute(integrity).value_or("") : std::string();
}

std::string_view server_requirement(Link const& link, ElementView const& element) {
  // FAST: most links are hyperlinks, and an element may have very many URLs in one list.
  if (link.local || link.kind == LinkKind::hyperlink || link.index != 0) return {};
  const bool is_script = link.kind == LinkKind::script;
  switch (limit_of(link)) {
    case LoadLimit::by_kind:
    case LoadLimit::none:
      return {};
    case LoadLimit::same_origin:
      return link.element;
    case LoadLimit::cross_origin:
      return element.attribute(cross_origin) ? cross_origin : std::string_view();
    case LoadLimit::code:
      if (is_script && is_module_script(element.attribute("type"))) return R"(type="module")";
      if (!is_script && link.kind != LinkKind::stylesheet) return {};  // a preload
      if (element.attribute(cross_origin)) return cross_origin;
      return integrity_of(link, element).empty() ? std::string_view() : integrity;
  }
  return {};
}

}  // namespace hrefkit::html
