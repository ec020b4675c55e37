#include "hrefkit/html/usable_content.h"

#include <array>
#include <cstddef>

#include "hrefkit/html/namespace.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/html/tree/quirks_mode.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

struct NamedContent {
  std::string_view name;
  UsableContent usable;
};

/// What the link types need whose resources are no style sheets. Those of other types (`prefetch`,
/// `prerender`, `import`) may be anything.
constexpr std::array resource_types{
    NamedContent{"apple-touch-icon", UsableContent::picture},
    NamedContent{"apple-touch-icon-precomposed", UsableContent::picture},
    NamedContent{"apple-touch-startup-image", UsableContent::picture},
    NamedContent{"fluid-icon", UsableContent::picture},
    NamedContent{"icon", UsableContent::picture},
    NamedContent{"manifest", UsableContent::manifest},
    NamedContent{"mask-icon", UsableContent::picture},
    NamedContent{"modulepreload", UsableContent::module},
    NamedContent{"serviceworker", UsableContent::module},
};

/// The destinations of `as` that need something.
constexpr std::array destinations{
    NamedContent{"audio", UsableContent::media},    NamedContent{"font", UsableContent::css_file},
    NamedContent{"image", UsableContent::picture},  NamedContent{"script", UsableContent::script},
    NamedContent{"style", UsableContent::css_file}, NamedContent{"track", UsableContent::track},
    NamedContent{"video", UsableContent::media},
};

UsableContent usable_resource(std::string_view rel, ElementView const& element) {
  for (NamedContent const& type : resource_types) {
    if (has_item(rel, type.name)) return type.usable;
  }
  if (!has_item(rel, "preload")) return UsableContent::anything;
  const std::string as = element.attribute("as").value_or("");
  for (NamedContent const& destination : destinations) {
    if (text::equals_ignoring_ascii_case(as, destination.name)) return destination.usable;
  }
  return UsableContent::anything;
}

}  // namespace

UsableContent usable_content(Link const& link, ElementView const& element) {
  LinkRow const& row = row_of(link);
  if (row.usable != UsableContent::by_kind) return row.usable;
  switch (link.kind) {
    case LinkKind::image:
      return UsableContent::picture;
    case LinkKind::media:
      return UsableContent::media;
    case LinkKind::script:
      return is_module_script(element.attribute("type")) ? UsableContent::module
                                                         : UsableContent::script;
    case LinkKind::stylesheet:
      return UsableContent::style_sheet;
    case LinkKind::css:
      return link.is_import ? UsableContent::style_sheet : UsableContent::css_file;
    case LinkKind::resource:
      return row.rule == LinkRule::element_reference
                 ? UsableContent::svg_element
                 : usable_resource(link.rel.value_or(""), element);
    case LinkKind::hyperlink:
    case LinkKind::frame:
    case LinkKind::object:
    case LinkKind::form:
    case LinkKind::cite:
    case LinkKind::ping:
    case LinkKind::refresh:
    case LinkKind::base:
    case LinkKind::metadata:
    case LinkKind::sourcemap:
      break;
    case LinkKind::module:
    case LinkKind::worker:
      return UsableContent::module;
  }
  return UsableContent::anything;
}

bool needs_content(Link const& link) {
  switch (link.kind) {
    case LinkKind::image:
    case LinkKind::media:
    case LinkKind::script:
    case LinkKind::stylesheet:
    case LinkKind::css:
    case LinkKind::resource:
    case LinkKind::module:
    case LinkKind::worker:
      return true;
    default:
      return false;
  }
}

bool begins_with_markup(std::string_view bytes) {
  constexpr std::string_view comment = "<!--";
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (true) {
    bytes = text::strip_ascii_whitespace(bytes);
    if (!bytes.starts_with(comment)) break;
    const std::size_t end = bytes.find("-->", comment.size());
    if (end == std::string_view::npos) return false;
    bytes.remove_prefix(end + 3);
  }
  return bytes.size() > 1 && bytes[0] == '<' &&
         (bytes[1] == '!' || bytes[1] == '?' || text::ascii_alpha.contains(bytes[1]));
}

bool is_in_quirks_mode(std::string_view text) {
  return asks_for_quirks(text);
}

std::string_view description(UsableContent usable) {
  switch (usable) {
    case UsableContent::by_kind:
    case UsableContent::anything:
      return {};
    case UsableContent::picture:
      return "a picture";
    case UsableContent::media:
      return "sound or a film";
    case UsableContent::track:
      return "a text track";
    case UsableContent::css_file:
      return "a picture or a font";
    case UsableContent::script:
      return "a script";
    case UsableContent::module:
      return "a module script";
    case UsableContent::style_sheet:
      return "a style sheet";
    case UsableContent::svg_element:
      return "an SVG file";
    case UsableContent::manifest:
      return "a manifest";
  }
  return {};
}

}  // namespace hrefkit::html
