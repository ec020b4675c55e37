#include "hrefkit/html/link.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

using namespace hrefkit;
using namespace hrefkit::html;

TEST_CASE("every kind of link has a name that leads back to it") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < link_kind_count; ++i) {
    const auto kind = static_cast<LinkKind>(i);
    CHECK(link_kind_from_name(name(kind)) == kind);
    CHECK(names.insert(name(kind)).second);
  }
  CHECK_FALSE(link_kind_from_name("Hyperlink"));
  CHECK_FALSE(link_kind_from_name(""));
}

TEST_CASE("the sources of base URLs have the names of the output") {
  CHECK(name(BaseSource::document) == "document");
  CHECK(name(BaseSource::base) == "base");
  CHECK(name(BaseSource::xml_base) == "xml-base");
  CHECK(name(BaseSource::creator) == "creator");
  CHECK(name(BaseSource::container) == "container");
}

TEST_CASE("a block resolves its links, and knows their bytes in the file") {
  const std::vector<LinkBase> bases{
      {url::Resolver::with_base("https://a.example/", {}).value(), BaseSource::document, {}}};
  const text::SourceMap map = text::SourceMap::starting_at(3);
  const std::vector<Link> links{{.raw = "x", .span = {9, 10}}, {.raw = "//[", .span = {12, 15}}};
  LinkBlock block{.links = links, .bases = bases, .map = &map};
  CHECK(block.resolve(links[0]) == "https://a.example/x");
  CHECK(block.resolve(links[1]).error() == url::Error::invalid_ipv6);
  CHECK(block.bytes_of(links[1]) == text::Span{15, 18});
  block.map = nullptr;
  CHECK(block.bytes_of(links[1]) == text::Span{12, 15});
}

TEST_CASE("listeners may answer, or not; an empty one goes on") {
  int calls = 0;
  const Listener<int> silent = [&](int) { ++calls; };
  const Listener<int> stopping = [&](int) {
    ++calls;
    return Flow::stop;
  };
  const Listener<int> empty;
  CHECK(silent(1) == Flow::go_on);
  CHECK(stopping(1) == Flow::stop);
  CHECK(empty(1) == Flow::go_on);
  CHECK(calls == 2);
  CHECK(static_cast<bool>(silent));
  CHECK_FALSE(static_cast<bool>(empty));
}

TEST_CASE("notes and anchors are given until the sink stops") {
  const std::vector<Note> notes(3);
  const std::vector<Anchor> anchors(2 * max_link_block + 1);
  std::size_t given = 0;
  LinkSink sink{.anchors =
                    [&](std::span<Anchor const> block) {
                      CHECK(block.size() <= max_link_block);
                      given += block.size();
                    },
                .notes = [&](Note const&) { return ++given == 2 ? Flow::stop : Flow::go_on; }};
  CHECK(emit(sink, notes) == Flow::stop);
  CHECK(given == 2);
  given = 0;
  CHECK(emit(sink, anchors) == Flow::go_on);
  CHECK(given == anchors.size());
}

TEST_CASE("a guid of RSS without a scheme is bare") {
  const auto is_bare = [](std::string_view element, Namespace ns, std::string_view raw) {
    return is_bare_guid({.element = element, .raw = raw, .ns = ns});
  };
  CHECK(is_bare("guid", Namespace::rss, "12345"));
  CHECK(is_bare("guid", Namespace::rss, "/posts/1"));
  CHECK_FALSE(is_bare("guid", Namespace::rss, "https://a.example/1"));
  CHECK_FALSE(is_bare("guid", Namespace::rss, "tag:a.example,2026:1"));
  CHECK_FALSE(is_bare("link", Namespace::rss, "12345"));
  CHECK_FALSE(is_bare("guid", Namespace::html, "12345"));
}
