#include "hrefkit/http/fields.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

std::string targets_of(std::string_view value) {
  std::string text;
  for (http::LinkValue const& link : http::parse_link_header(value)) {
    text += std::string(link.target) + "[" + link.rel + "]";
    if (!link.image_srcset.empty()) text += "{" + link.image_srcset + "}";
    if (link.anchor) text += "(" + *link.anchor + ")";
  }
  return text;
}

}  // namespace

TEST_CASE("the links of a Link field") {
  struct Case {
    std::string value;
    std::string links;
  };
  const std::vector<Case> cases{
      {"", ""},
      {"<a>", "a[]"},
      {"<a>; rel=next", "a[next]"},
      {"<a>; rel=\"next prev\"", "a[next prev]"},
      {"<a>;rel=next,<b>;rel=prev", "a[next]b[prev]"},
      {"< a >; REL = next ; rel=prev", "a[next]"},
      {"<a,b>; title=\"x, <c>; \\\"\"; rel=up, , <d>", "a,b[up]d[]"},
      {"<a>; title=\"never ends", "a[]"},
      {"<a>; crossorigin; rel=preload", "a[preload]"},
      {"<>; rel=next", "[next]"},
      {"a; rel=next", ""},
      {"garbage, <a>; rel=x", "a[x]"},
      {"<a>, b; rel=\"y, <z>\"; c=\"\\\", <z>\", <d>", "a[]d[]"},
      {"a \"never ends, <b>", ""},
      {"<a; rel=next", ""},
      {"<a> junk; rel=next, <b>", "a[next]b[]"},
      {"<a>; rel=\"x\"junk; title=y, <b>", "a[x]b[]"},
      {"<a>; Anchor=\"#b\"; rel=x; anchor=/c, <d>; anchor, <e>; anchor=\"\"; anchor=f",
       "a[x](#b)d[]()e[]()"},
      {"<a>; ImageSrcSet=\"b 1x, c\"; imagesrcset=d; rel=preload, <e>", "a[preload]{b 1x, c}e[]"},
  };
  for (Case const& c : cases) {
    INFO(c.value);
    CHECK(targets_of(c.value) == c.links);
  }
}

}  // namespace hrefkit::test
