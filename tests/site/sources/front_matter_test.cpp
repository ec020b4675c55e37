#include "hrefkit/site/sources/front_matter.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::site {

using Texts = std::vector<std::string>;

TEST_CASE("front matter names a page", "[sources]") {
  const std::string yaml =
      "---\ntitle: \"Set: up\"\npermalink: /start/\nslug: 'x' # no\naliases:\n  - /old/\n"
      "tags: [a, b]\nnested:\n  url: /no/\n---\nText\n";
  const FrontMatter front = read_front_matter(yaml, SourceKind::markdown);
  CHECK(yaml.substr(front.end) == "Text\n");
  CHECK(front.title == "Set: up");
  CHECK(front.addresses == Texts{"/start/"});
  CHECK(front.slugs == Texts{"x"});
  CHECK(front.aliases == Texts{"/old/"});
  CHECK(front.fault.empty());

  const FrontMatter toml = read_front_matter(
      "+++\ntitle = \"News\"\nurl = \"/n/\"\naliases = [\"/a/\", \"/b/\"]\n[extra]\nslug = \"no\"\n"
      "+++\n",
      SourceKind::markdown);
  CHECK(toml.title == "News");
  CHECK(toml.addresses == Texts{"/n/"});
  CHECK(toml.aliases == Texts{"/a/", "/b/"});
  CHECK(toml.slugs.empty());
}

TEST_CASE("fields name a page, too", "[sources]") {
  CHECK(read_front_matter("Title: A\nSlug: b\n\nText", SourceKind::markdown).slugs == Texts{"b"});
  CHECK(read_front_matter("A\n===\n\n:slug: b\n", SourceKind::rst).slugs == Texts{"b"});
  CHECK(read_front_matter(".. title: A\n.. slug: b\n", SourceKind::rst).slugs == Texts{"b"});
}

TEST_CASE("what a generator computes is no address", "[sources]") {
  CHECK(read_front_matter("---\npermalink: \"/{{ slug }}/\"\nurl: /:title/\n---\n",
                          SourceKind::markdown)
            .addresses.empty());
}

TEST_CASE("front matter that does not parse is told", "[sources]") {
  const FrontMatter broken =
      read_front_matter("---\ntitle: \"A\nslug: b\n---\n", SourceKind::markdown);
  CHECK(broken.fault_line == 2);
  CHECK(!broken.fault.empty());
  CHECK(!read_front_matter("---\ntitle: A\n", SourceKind::markdown).fault.empty());
  CHECK(read_front_matter("---\nA thematic break\n", SourceKind::markdown).fault.empty());
}

TEST_CASE("the first heading is the title", "[sources]") {
  CHECK(read_front_matter("# Set up {#x}\n", SourceKind::markdown).title == "Set up");
  CHECK(read_front_matter("Set up\n======\n", SourceKind::rst).title == "Set up");
  CHECK(read_front_matter("= Set up\n", SourceKind::asciidoc).title == "Set up");
}

}  // namespace hrefkit::site
