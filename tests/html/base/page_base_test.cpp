#include "hrefkit/html/page_base.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

namespace hrefkit::html {

TEST_CASE("the document base URL of a page") {
  struct Case {
    std::string_view page;
    std::string_view base;
    std::string_view source;
  };
  const Case cases[] = {
      {"", "http://h/d/p", "document"},
      {"<a href=x>y</a>", "http://h/d/p", "document"},
      {"<base href=/b/><a href=x>y</a>", "http://h/b/", "base"},
      {"<a href=x>y</a><BASE HREF='/b/'>", "http://h/b/", "base"},
      {"<template><base href=/b/></template><a href=x>y</a>", "http://h/d/p", "document"},
      {"<!-- <base href=/b/> --><a href=x>y</a>", "http://h/d/p", "document"},
      {"<base href='data:,x'><a href=x>y</a>", "http://h/d/p", "document"},
      {"<base href=/b/><iframe srcdoc='<a href=x>'></iframe><img src=y>", "http://h/b/", "base"},
      {"<base href=/b/><style>a{b:url(x)}</style><img src=y>", "http://h/b/", "base"},
      {"<base href=/b/>", "http://h/b/", "base"},
      {"<base href=/b/><style>a{b:url(x)}</style>", "http://h/b/", "base"},
      {"<base href=/b/><base href=/c/>", "http://h/b/", "base"},
      {"<base target=t><base href=/b/><title>t</title>", "http://h/b/", "base"},
      {"<template><base href=/b/></template>", "http://h/d/p", "document"},
  };
  LinkFinder finder;
  for (Case const& c : cases) {
    CAPTURE(c.page);
    const auto base = find_page_base(finder, source_from_text(c.page), {.url = "http://h/d/p"});
    REQUIRE(base);
    CHECK(base->resolver.base() == c.base);
    CHECK(name(base->source) == c.source);
  }
}

TEST_CASE("the base URL of XML and of what has no base elements") {
  LinkFinder finder;
  const auto base_of = [&](std::string_view text, ContentType type) {
    const auto base = find_page_base(finder, source_from_text(text, type), {.url = "http://h/"});
    return std::string(base->resolver.base());
  };
  constexpr auto xml = ContentType::xml;
  CHECK(base_of("<h:base xmlns:h='http://www.w3.org/1999/xhtml' href='b/'/>", xml) ==
        "http://h/b/");
  CHECK(base_of("<p xmlns='http://www.w3.org/1999/xhtml'/>", xml) == "http://h/");
  CHECK(base_of("<base href=b/>", ContentType::css) == "http://h/");
}

TEST_CASE("a base element is found wherever it stands") {
  LinkFinder finder;
  for (std::size_t before = 0; before < 200; ++before) {
    CAPTURE(before);
    const std::string page = std::string(before, '<') + "<BaSe href=/b/>" + std::string(150, ' ');
    const auto base = find_page_base(finder, source_from_text(page), {.url = "http://h/d/p"});
    REQUIRE(base);
    CHECK(base->resolver.base() == "http://h/b/");
  }
}

TEST_CASE("a page without a usable address has no base URL") {
  LinkFinder finder;
  CHECK_FALSE(find_page_base(finder, source_from_text("<base href=http://h/>"), {.url = "x"}));
}

TEST_CASE("the base URL of a page has the encoding of the page") {
  LinkFinder finder;
  const auto source = source_from_text("", ContentType::html, text::Encoding::koi8_r);
  const auto base = find_page_base(finder, source, {.url = "http://h/"});
  REQUIRE(base);
  CHECK(base->resolver.resolve("?\u00E9\u0416") == "http://h/?%26%23233%3B%F6");
}

}  // namespace hrefkit::html
