#include "hrefkit/html/fetch_policy.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "hrefkit/html/base/csp.h"
#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using Names = std::span<std::string_view const>;

constexpr std::array<std::string_view, 3> scripts{"script-src-elem", "script-src", "default-src"};
constexpr std::array<std::string_view, 3> styles{"style-src-elem", "style-src", "default-src"};
constexpr std::array<std::string_view, 2> images{"img-src", "default-src"};
constexpr std::array<std::string_view, 2> fonts{"font-src", "default-src"};
constexpr std::array<std::string_view, 2> media{"media-src", "default-src"};
constexpr std::array<std::string_view, 3> frames{"frame-src", "child-src", "default-src"};
constexpr std::array<std::string_view, 2> objects{"object-src", "default-src"};
constexpr std::array<std::string_view, 2> manifests{"manifest-src", "default-src"};
constexpr std::array<std::string_view, 1> forms{"form-action"};

/// The directives that decide about a link, in the order of the fallback list: the first one that a
/// policy has counts.
Names directives_of(Link const& link, std::string_view rel) {
  switch (link.kind) {
    case LinkKind::script:
      return scripts;
    case LinkKind::stylesheet:
      return styles;
    case LinkKind::image:
      return images;
    case LinkKind::media:
      return media;
    case LinkKind::frame:
      return frames;
    case LinkKind::object:
      return objects;
    case LinkKind::form:
      return forms;
    case LinkKind::resource:
      if (has_item(rel, "icon")) return images;
      return has_item(rel, "manifest") ? Names(manifests) : Names();
    default:
      return {};
  }
}

}  // namespace

std::vector<std::string> find_meta_policies(std::string_view text) {
  std::vector<std::string> policies;
  for (FoundElement const& meta : find_elements(text, "meta", false)) {
    const auto pragma = meta.element.attribute("http-equiv");
    if (!pragma || !text::equals_ignoring_ascii_case(*pragma, "content-security-policy")) continue;
    if (auto content = meta.element.attribute("content")) policies.push_back(*std::move(content));
  }
  return policies;
}

std::string_view blocking_directive(std::string_view content, Link const& link,
                                    ElementView const& element, std::string_view rel,
                                    std::string_view url, std::string_view page) {
  // CSP 3, 6.7.1 and 6.7.2. That of an inline script does not count for what it loads.
  const bool may_have_nonce = link.kind == LinkKind::script || link.kind == LinkKind::stylesheet;
  if (may_have_nonce && !link.attribute.empty() && element.attribute("nonce")) return {};
  if (link.kind == LinkKind::css) {  // a picture or a font
    const std::string_view picture = blocking_directive(content, images, url, page);
    return picture.empty() || blocking_directive(content, fonts, url, page).empty()
               ? std::string_view()
               : picture;
  }
  return blocking_directive(content, directives_of(link, rel), url, page);
}

}  // namespace hrefkit::html
