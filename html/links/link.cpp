#include "hrefkit/html/link.h"

#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::html {

namespace {

constexpr text::EnumTable<LinkKind::metadata> link_kinds({
    {LinkKind::hyperlink, "hyperlink"},
    {LinkKind::stylesheet, "stylesheet"},
    {LinkKind::script, "script"},
    {LinkKind::image, "image"},
    {LinkKind::media, "media"},
    {LinkKind::frame, "frame"},
    {LinkKind::object, "object"},
    {LinkKind::form, "form"},
    {LinkKind::cite, "cite"},
    {LinkKind::ping, "ping"},
    {LinkKind::refresh, "refresh"},
    {LinkKind::base, "base"},
    {LinkKind::css, "css"},
    {LinkKind::resource, "resource"},
    {LinkKind::metadata, "metadata"},
});

}  // namespace

std::string_view name(LinkKind kind) {
  return link_kinds[kind].name;
}

std::optional<LinkKind> link_kind_from_name(std::string_view wanted) {
  return link_kinds.find(wanted);
}

bool is_bare_guid(Link const& link) {
  return link.element == "guid" && link.ns == Namespace::rss && url::scheme_length(link.raw) == 0;
}

}  // namespace hrefkit::html
