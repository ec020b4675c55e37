#include "hrefkit/html/load_limits.h"

#include <catch2/catch.hpp>
#include <string_view>

#include "hrefkit/html/link_table.h"

using namespace hrefkit::html;

namespace {

struct LimitCase {
  Link link;
  std::string_view tag;
  std::string_view requirement;
  std::string_view integrity = {};
};

/// The link that `element[attribute]` holds.
Link link_of(Namespace ns, std::string_view element, std::string_view attribute, LinkKind kind) {
  LinkRow const* const row = find_link_row(ns, element, attribute, Namespace::none);
  return {.element = element, .attribute = attribute, .ns = ns, .kind = kind, .row = row};
}

Link html_link(std::string_view element, std::string_view attribute, LinkKind kind) {
  return link_of(Namespace::html, element, attribute, kind);
}

Link changed(Link link, auto member, auto value) {
  link.*member = value;
  return link;
}

const Link script = html_link("script", "src", LinkKind::script);
const Link sheet = html_link("link", "href", LinkKind::stylesheet);
const Link preload = html_link("link", "href", LinkKind::resource);
const Link image = html_link("img", "src", LinkKind::image);
const Link second = changed(html_link("img", "srcset", LinkKind::image), &Link::index, 1U);
const Link video = html_link("video", "src", LinkKind::media);
const Link source = html_link("source", "src", LinkKind::media);
const Link anchor = html_link("a", "href", LinkKind::hyperlink);
const Link track = html_link("track", "src", LinkKind::media);
const Link use = link_of(Namespace::svg, "use", "href", LinkKind::image);
const Link local_use = changed(use, &Link::local, true);

}  // namespace

TEST_CASE("the tag of a link says what limits its loading") {
  const LimitCase cases[] = {
      {script, "<script src=a.js>", ""},
      {script, "<script src=a.js type=\"module\">", "type=\"module\""},
      {script, "<SCRIPT TYPE=' Module ' src=a.js>", "type=\"module\""},
      {script, "<script src=module.js data-type=module>", ""},
      {script, "<script title='a>b' type=m&#111;dule src=a.js>", "type=\"module\""},
      {script, "<script src=a.js type=text/javascript type=module>", ""},
      {script, "<script src=a.js crossorigin>", "crossorigin"},
      {script, "<script src=a.js crossorigin=use-credentials integrity=x>", "crossorigin", "x"},
      {script, "<script src=a.js integrity='sha256-x'>", "integrity", "sha256-x"},
      {script, "<script src=a.js integrity=''>", ""},
      {script, "<script src=integrity.js>", ""},
      {script, "<script src=a.js title='a<b' Integrity=sha256&#45;x&amp;>", "integrity",
       "sha256-x&"},
      {script, "<script src=a.js/integrity>", ""},
      {sheet, "<link rel=stylesheet href=a.css integrity=sha256-x>", "integrity", "sha256-x"},
      {sheet, "<link rel=stylesheet href=a.css CrossOrigin=''>", "crossorigin"},
      {preload, "<link rel=preload href=a.css crossorigin integrity=sha256-x>", "", "sha256-x"},
      {image, "<img src=a.png crossorigin=anonymous>", "crossorigin"},
      {image, "<img src=a.png integrity=x>", ""},
      {second, "<img srcset='a.png, b.png 2x' crossorigin>", ""},  // the first one tells
      {video, "<video src=a.mp4 crossorigin>", "crossorigin"},
      {source, "<source src=a.mp4 crossorigin>", ""},
      {anchor, "<a href=b crossorigin integrity=x type=module>", ""},
      {track, "<track src=a.vtt>", "track"},
      {use, "<use href='i.svg#a'>", "use"},
      {local_use, "<use href='#a'>", ""},
      {image, "", ""},
  };
  for (LimitCase const& tried : cases) {
    INFO(tried.tag);
    const ElementView element(tried.tag, 0, tried.link.ns);
    CHECK(server_requirement(tried.link, element) == tried.requirement);
    CHECK(integrity_of(tried.link, element) == tried.integrity);
  }
}
