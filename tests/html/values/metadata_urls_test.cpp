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

TEST_CASE("meta elements whose content is a URL") {
  struct Case {
    MetaNames names;
    std::string_view content;
    MetaUrls urls;
  };
  using enum MetaUrls;
  const Case cases[] = {
      {{"og:url"}, "x", one},
      {{"og:image"}, "x", one},
      {{"og:image:url"}, "x", one},
      {{"og:image:secure_url"}, "x", one},
      {{"og:video"}, "x", one},
      {{"og:audio:url"}, "x", one},
      {{.name = "twitter:image"}, "x", one},
      {{.name = "twitter:image:src"}, "x", one},
      {{.name = "twitter:player:stream"}, "x", one},
      {{"OG:Image"}, "x", one},
      {{"og:title og:image"}, "x", one},
      {{" og:url\n"}, "x", one},
      {{"al:web:url"}, "x", one},
      {{.name = "citation_pdf_url"}, "x", one},
      {{.name = "Citation_Abstract_HTML_URL"}, "x", one},
      {{.name = "citation_fulltext_html_url"}, "x", one},
      {{.name = "bepress_citation_pdf_url"}, "x", one},
      {{.name = "msapplication-TileImage"}, "x", one},
      {{.name = "msapplication-config"}, "x", one},
      {{.name = "msapplication-square70x70logo"}, "x", one},
      {{.name = "msapplication-starturl"}, "x", one},
      {{.name = "thumbnail"}, "x", one},
      {{.itemprop = "image"}, "x", one},
      {{.itemprop = "name sameAs"}, "x", one},
      {{.itemprop = "https://schema.org/thumbnailUrl"}, "x", one},
      {{.name = "msapplication-task"}, "x", parameters},
      {{.name = "msapplication-badge"}, "x", parameters},
      // What may be a name needs an absolute URL.
      {{"article:author"}, "https://a/", one},
      {{"video:actor"}, " HTTP://a/", one},
      {{.name = "DC.identifier"}, "https://doi.example/10.1", one},
      {{.name = "image"}, "https://a/i.png", one},
      {{"article:author"}, "Ada Lovelace", none},
      {{"article:author"}, "/ada", none},
      {{"article:author"}, "", none},
      {{.name = "DC.identifier"}, "10.1/x", none},
      {{}, "https://a/", none},
      {{"og:title"}, "https://a/", none},
      {{"og:image:width"}, "https://a/", none},
      {{.name = "twitter:card"}, "https://a/", none},
      {{.name = "description"}, "https://a/", none},
      {{.name = "citation_title"}, "https://a/", none},
      {{.name = "msapplication-TileColor"}, "https://a/", none},
      {{.itemprop = "Image"}, "https://a/", none},
      {{.itemprop = "name"}, "https://a/", none},
      {{.itemprop = "og:image"}, "https://a/", none},
  };
  for (Case const& c : cases) {
    CAPTURE(c.names.property, c.names.name, c.names.itemprop, c.content);
    CHECK(urls_of_meta(c.names, c.content) == c.urls);
  }
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
  CHECK(names_in(SpeculationUrls(R"({"prefetch": [{"urls": ["/a/", "/b{c}"]}]})")) ==
        Urls{"/b{c}"});
}

TEST_CASE("speculation rules that the standard drops have no URLs") {
  struct Case {
    std::string_view rule;
    Urls urls;
  };
  const Case cases[] = {
      {R"({"urls":["x"]})", {"x"}},
      {R"({"source":"list","urls":["x","y"]})", {"x", "y"}},
      {R"({"urls":["x"],"relative_to":"document"})", {"x"}},
      {R"({"urls":["x"],"relative_to":"ruleset","eagerness":"eager","referrer_policy":"origin"})",
       {"x"}},
      {R"({"urls":["x"],"tag":"a b","requires":["anonymous-client-ip-when-cross-origin"]})", {"x"}},
      {R"({"urls":["x"],"tag":null,"expects_no_vary_search":"params","target_hint":"_blank"})",
       {"x"}},
      {R"({"urls":["x"],"urls":["y"]})", {"y"}},
      {R"({"urls":["x"],"requires":[]})", {"x"}},
      {R"({"urls":["x"],"note":1})", {}},
      {R"({"urls":["x"],"where":{}})", {}},
      {R"({"source":"list","urls":["x"],"where":{}})", {}},
      {R"({"urls":["x"],"relative_to":"page"})", {}},
      {R"({"urls":["x"],"relative_to":1})", {}},
      {R"({"urls":["x",1]})", {}},
      {R"({"urls":["x",["y"]]})", {}},
      {R"({"urls":"x"})", {}},
      {R"({"source":"document","urls":["x"]})", {}},
      {R"({"source":"list"})", {}},
      {R"({"source":1,"urls":["x"]})", {}},
      {R"({"urls":["x"],"eagerness":"now"})", {}},
      {R"({"urls":["x"],"referrer_policy":"none"})", {}},
      {"{\"urls\":[\"x\"],\"tag\":\"\xC3\xA9\"}", {}},
      {R"({"urls":["x"],"tag":1})", {}},
      {R"({"urls":["x"],"requires":["x"]})", {}},
      {R"({"urls":["x"],"requires":"x"})", {}},
      {R"({"urls":["x"],"expects_no_vary_search":1})", {}},
      {R"(["x"])", {}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.rule);
    const std::string set = R"({"prefetch":[)" + std::string(c.rule) + "]}";
    CHECK(find<SpeculationUrls>(set) == c.urls);
    const std::string two = R"({"prerender":[)" + std::string(c.rule) + R"(,{"urls":["z"]}]})";
    Urls with_next = c.urls;
    with_next.emplace_back("z");
    CHECK(find<SpeculationUrls>(two) == with_next);
  }
  CHECK(find<SpeculationUrls>(R"({"tag":1,"prefetch":[{"urls":["x"]}]})").empty());
  CHECK(find<SpeculationUrls>("{\"tag\":\"\xC3\xA9\",\"prefetch\":[{\"urls\":[\"x\"]}]}").empty());
  CHECK(find<SpeculationUrls>(R"({"tag":"a","prefetch":[{"urls":["x"]}]})") == Urls{"x"});
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
      // "Parse an import map string": what it drops. Each was tried in Chromium 156.
      {R"({"imports":{"g":"./g.js","h":"./h.js","g":"./g2.js"}})", {"./h.js", "./g2.js"}},
      {R"({"imports":{"f/":"./f","":"./z.js","d/":"./d/"}})", {"./d/"}},
      {R"({"scopes":{"http://[":{"a":"./s.js"},"/ok/":{"a":"./t.js"}}})", {"./t.js"}},
      {R"({"scopes":{"/a/":{"a":"./s.js"},"/a/":{"b":"./t.js"}}})", {"./t.js"}},
      {R"({"imports":{"a":"./a.js"},"scopes":[]})", {}},
      {R"({"imports":{"a":"./a.js"},"scopes":{"/a/":1}})", {}},
      {R"({"imports":{"a":"./a.js"},"integrity":1})", {}},
      {R"({"imports":{"a":"./a.js"},"imports":{"b":"./b.js"}})", {"./b.js"}},
      {R"({"integrity":{"/a.js":1}})", {}},
      {"", {}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.json);
    CHECK(in_import_map(c.json) == c.urls);
  }
}
