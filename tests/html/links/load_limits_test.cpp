#include "hrefkit/html/load_limits.h"

#include <catch2/catch.hpp>
#include <string_view>

using namespace hrefkit::html;

namespace {

struct LimitCase {
  Link link;
  std::string_view tag;
  std::string_view requirement;
  bool names_hash = false;
};

constexpr Link script{.element = "script", .kind = LinkKind::script};
constexpr Link sheet{.element = "link", .kind = LinkKind::stylesheet};
constexpr Link preload{.element = "link", .kind = LinkKind::resource};
constexpr Link image{.element = "img", .kind = LinkKind::image};
constexpr Link second{.element = "img", .index = 1, .kind = LinkKind::image};
constexpr Link video{.element = "video", .kind = LinkKind::media};
constexpr Link source{.element = "source", .kind = LinkKind::media};
constexpr Link anchor{.element = "a", .kind = LinkKind::hyperlink};
constexpr Link track{.element = "track", .kind = LinkKind::media};
constexpr Link use{.element = "use", .ns = Namespace::svg, .kind = LinkKind::image};
constexpr Link local_use{
    .element = "use", .ns = Namespace::svg, .kind = LinkKind::image, .local = true};

}  // namespace

TEST_CASE("the tag of a link says what limits its loading") {
  const LimitCase cases[] = {
      {script, "<script src=a.js>", ""},
      {script, "<script src=a.js type=\"module\">", "type=\"module\""},
      {script, "<SCRIPT TYPE=' Module ' src=a.js>", "type=\"module\""},
      {script, "<script src=module.js data-type=module>", ""},
      {script, "<script src=a.js crossorigin>", "crossorigin"},
      {script, "<script src=a.js crossorigin=use-credentials integrity=x>", "crossorigin", true},
      {script, "<script src=a.js integrity='sha256-x'>", "integrity", true},
      {script, "<script src=a.js integrity=''>", ""},
      {script, "<script src=integrity.js>", ""},
      {sheet, "<link rel=stylesheet href=a.css integrity=sha256-x>", "integrity", true},
      {sheet, "<link rel=stylesheet href=a.css CrossOrigin=''>", "crossorigin"},
      {preload, "<link rel=preload href=a.css crossorigin integrity=sha256-x>", "", true},
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
    CHECK(server_requirement(tried.link, tried.tag) == tried.requirement);
    CHECK(names_hash(tried.link, tried.tag) == tried.names_hash);
  }
}
