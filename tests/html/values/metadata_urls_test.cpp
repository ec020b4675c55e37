#include "hrefkit/html/metadata_urls.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit::html;
using Urls = std::vector<std::string>;

namespace {

template <typename Finder>
Urls find(std::string_view json) {
  Urls all;
  Finder urls(json);
  std::uint32_t previous_end = 0;
  while (const auto url = urls.next()) {
    REQUIRE(url->span.begin >= previous_end);
    REQUIRE(url->span.end > url->span.begin);
    REQUIRE(url->span.end < json.size());
    REQUIRE(json[url->span.begin - 1] == '"');
    REQUIRE(json[url->span.end] == '"');
    previous_end = url->span.end;
    all.emplace_back(url->value);
  }
  return all;
}

Urls in_json_ld(std::string_view json) {
  return find<JsonLdUrls>(json);
}
Urls in_import_map(std::string_view json) {
  return find<ImportMapUrls>(json);
}

}  // namespace

TEST_CASE("meta properties whose content is a URL") {
  for (std::string_view property :
       {"og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:audio:url",
        "twitter:image", "twitter:image:src", "twitter:player", "twitter:player:stream", "OG:Image",
        "og:title og:image", " og:url\n"}) {
    CAPTURE(property);
    CHECK(is_url_property(property, "x"));
  }
  for (std::string_view property : {"", "og:title", "og:image:width", "og:image:alt", "og:type",
                                    "twitter:card", "twitter:site", "description", "og", "image"}) {
    CAPTURE(property);
    CHECK_FALSE(is_url_property(property, "https://a/"));
  }
}

TEST_CASE("meta properties that refer to profiles need an absolute URL") {
  CHECK(is_url_property("article:author", "https://a/"));
  CHECK(is_url_property("video:actor", " HTTP://a/"));
  CHECK_FALSE(is_url_property("article:author", "Ada Lovelace"));
  CHECK_FALSE(is_url_property("article:author", "/ada"));
  CHECK_FALSE(is_url_property("article:author", ""));
}

TEST_CASE("URLs in JSON-LD") {
  struct Case {
    std::string_view json;
    Urls urls;
  };
  const Case cases[] = {
      {R"({"@id":"a","url":"b","name":"c"})", {"a", "b"}},
      {R"({"image":["a","b",["c"]],"sameAs":"d"})", {"a", "b", "c", "d"}},
      {R"({"image":{"@type":"ImageObject","url":"a","name":"b","contentUrl":"c"}})", {"a", "c"}},
      {R"({"@graph":[{"@id":"a"},{"logo":"b"}]})", {"a", "b"}},
      {R"([{"url":"a"},{"url":"b"}])", {"a", "b"}},
      {R"({"image":{"@list":["a",{"@id":"b"}]},"name":{"@list":["c"]}})", {"a", "b"}},
      {R"({"url":{"@value":"a"},"name":{"@value":"b"}})", {"a"}},
      {R"({"url":[{"name":"x"},"a"]})", {"a"}},
      {R"({"@context":"https://schema.org","@type":"Thing","@id":"a"})", {"a"}},
      {R"({"@context":{"name":{"@id":"http://x/name"},"url":"http://x/url"},"@id":"a"})", {"a"}},
      {R"({"@context":["http://x",{"@id":"y","z":[{"url":"w"}]}],"url":"a"})", {"a"}},
      {R"({"schema:url":"a","https://schema.org/image":"b","other:url":"c"})", {"a", "b"}},
      {R"({"mainEntityOfPage":{"@type":"WebPage","@id":"a"}})", {"a"}},
      {R"({"@id":"_:b0","url":""})", {}},
      {R"({"url":"https:\/\/a\/b","\u0075rl":"c"})", {"https://a/b", "c"}},
      {R"({"url":1,"image":null,"logo":true})", {}},
      {R"({"url":"a","name":"b" "c"})", {}},  // no JSON
      {R"({"url":"a",})", {}},
      {R"("a")", {}},
      {"", {}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.json);
    CHECK(in_json_ld(c.json) == c.urls);
  }
}

TEST_CASE("URLs in scripts that are not fetched as they are") {
  const auto names_in = [](auto reader) {
    Urls names;
    while (const auto url = reader.next()) {
      if (url->names_only) names.emplace_back(url->value);
    }
    return names;
  };
  const std::string_view json_ld =
      R"({"@id": "a", "image": "b", "\u0040id":"c", "logo": {"@id" : "d"}, "url": "/e{f}",
          "sameAs": ["g", {"@id": {"@value": "h"}}], "text": "\"@id\": \"i\"", "author": {"url": "/j/"}})";
  CHECK(names_in(JsonLdUrls(json_ld)) == Urls{"a", "c", "d", "/e{f}", "h"});
  CHECK(names_in(ImportMapUrls(R"({"imports": {"a": "./b.js", "c/": "./d/"}})")) == Urls{"./d/"});
  CHECK(names_in(ModuleImports("import './a/'; import './b.js'")) == Urls{"./a/"});
  CHECK(names_in(SpeculationUrls(R"({"prefetch": [{"urls": ["/a/", "/b{c}"]}]})")) ==
        Urls{"/b{c}"});
}

TEST_CASE("URLs in import maps") {
  struct Case {
    std::string_view json;
    Urls urls;
  };
  const Case cases[] = {
      {R"({"imports":{"a":"/a.js","b":"./b.js","c":"../c.js","d":"https://d/"}})",
       {"/a.js", "./b.js", "../c.js", "https://d/"}},
      {R"({"imports":{"/key.js":"bare","x":"","y":null,"z":"data:text/javascript,"}})",
       {"data:text/javascript,"}},
      {R"({"scopes":{"/scope/":{"a":"/a.js"},"/b/":{}}})", {"/a.js"}},
      {R"({"integrity":{"/a.js":"sha384-x","bare":"sha384-y"}})", {"/a.js"}},
      {R"({"other":{"a":"/a.js"}})", {}},
      {R"({"imports":["/a.js"]})", {}},
      {R"({"imports":{"a":["/a.js"],"b":{"c":"/c.js"}}})", {}},
      {R"([{"imports":{"a":"/a.js"}}])", {}},
      {R"({"imports":{"a":"\/a.js"}})", {"/a.js"}},
      {R"({"imports":{"a":"/a.js"})", {}},
      {"", {}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.json);
    CHECK(in_import_map(c.json) == c.urls);
  }
}
