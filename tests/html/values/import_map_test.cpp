#include "hrefkit/html/import_map.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::html {

namespace {

url::Resolver base_of(std::string_view url) {
  return url::Resolver::with_base(url, {}).value();
}

url::Resolver page() {
  return base_of("https://h.example/app/index.html");
}

ImportMaps maps_of(std::vector<MapEvent> const& events) {
  UrlBudget budget(1000);
  return {events, budget};
}

ImportMaps map_of(std::string_view json) {
  return maps_of({MapEvent::map(json, page())});
}

/// The URL, or the code of the error.
std::string resolved(ImportMaps const& maps, std::string_view specifier,
                     url::Resolver const& base = page(), std::uint32_t count = ImportMaps::all) {
  const auto url = maps.resolve(specifier, base, count);
  return url ? *url : std::string(url::code(url.error()));
}

}  // namespace

TEST_CASE("without an import map, only what is like a URL leads somewhere", "[import_map]") {
  const ImportMaps none;
  CHECK(resolved(none, "./a.js") == "https://h.example/app/a.js");
  CHECK(resolved(none, "../a.js") == "https://h.example/a.js");
  CHECK(resolved(none, "/a.js") == "https://h.example/a.js");
  CHECK(resolved(none, "//o.example/a.js") == "https://o.example/a.js");
  CHECK(resolved(none, "https:///o.example/%41.js") == "https://o.example/%41.js");
  CHECK(resolved(none, "data:text/javascript,") == "data:text/javascript,");
  CHECK(resolved(none, "a.js") == "bare-specifier");
  CHECK(resolved(none, "") == "bare-specifier");
  CHECK(resolved(none, "?x") == "bare-specifier");
  CHECK(resolved(none, ".") == "bare-specifier");
  CHECK(resolved(none, "..a") == "bare-specifier");
  CHECK(resolved(none, "https://") == "bare-specifier");
  CHECK(resolved(none, "%2E/a") == "bare-specifier");
  CHECK(resolved(none, "http:a.js") == "http://a.js/");
}

TEST_CASE("entries of an import map", "[import_map]") {
  const ImportMaps maps = map_of(R"({"imports": {
    "vue": "/lib/vue.js", "vue/": "./vue/", "vue/deep/": "/deep/", "/old.js": "./new.js",
    "./x.js": "https://cdn.example/x.js", "null": null, "bare": "lib.js", "half/": "/lib",
    "number": 1, "https://cdn.example/": "/mirror/", "data:": "/data/", "moment": "/m?q"
  }})");
  CHECK(resolved(maps, "vue") == "https://h.example/lib/vue.js");
  CHECK(resolved(maps, "vue/a.js") == "https://h.example/app/vue/a.js");
  CHECK(resolved(maps, "vue/deep/a.js") == "https://h.example/deep/a.js");
  CHECK(resolved(maps, "vue/deep") == "https://h.example/app/vue/deep");
  CHECK(resolved(maps, "vue/deep/") == "https://h.example/deep/");
  CHECK(resolved(maps, "vue/../a.js") == "bare-specifier");  // beside the folder
  CHECK(resolved(maps, "vue/b/../a.js") == "https://h.example/app/vue/a.js");
  CHECK(resolved(maps, "vuex") == "bare-specifier");
  CHECK(resolved(maps, "/old.js") == "https://h.example/app/new.js");
  CHECK(resolved(maps, "../old.js") == "https://h.example/app/new.js");
  CHECK(resolved(maps, "https://h.example/old.js") == "https://h.example/app/new.js");
  CHECK(resolved(maps, "./x.js") == "https://cdn.example/x.js");
  CHECK(resolved(maps, "./x.js", base_of("https://h.example/b/")) == "https://h.example/b/x.js");
  CHECK(resolved(maps, "https://cdn.example/x.js") == "https://h.example/mirror/x.js");
  for (const std::string_view name : {"null", "bare", "half/", "half/x", "number"}) {
    CAPTURE(name);
    CHECK(resolved(maps, name) == "bare-specifier");
  }
  CHECK(resolved(maps, "moment") == "https://h.example/m?q");
  // Only URLs of special schemes have prefixes.
  CHECK(resolved(map_of(R"({"imports": {"data:text/": "/x/"}})"), "data:text/a") == "data:text/a");
}

TEST_CASE("what is no import map has no entries", "[import_map]") {
  for (const std::string_view json :
       {"", "[]", "{", R"({"imports": []})", R"({"imports": {"a": "/a.js"}, "scopes": 1})",
        R"({"imports": {"a": "/a.js"}, "scopes": {"/": []}})",
        R"({"imports": {"a": "/a.js"}, "integrity": null})"}) {
    CAPTURE(json);
    CHECK(resolved(map_of(json), "a") == "bare-specifier");
    CHECK(map_of(json).empty());
  }
  CHECK(resolved(map_of(R"({"imports": {"a": "/a.js"}, "other": 1})"), "a") ==
        "https://h.example/a.js");
}

TEST_CASE("scopes serve scripts by their base URLs, the longest first", "[import_map]") {
  const ImportMaps maps = map_of(R"({
    "imports": {"a": "/a1.js", "b": "/b1.js"},
    "scopes": {"/app/": {"a": "/a2.js"}, "/app/deep/": {"a": "/a3.js", "n": null},
               "/app/x.js": {"b": "/b4.js"}, "https://[": {"a": "/wrong.js"}, "/ap": {"a": "/no.js"}}})");
  const auto from = [&](std::string_view specifier, std::string_view script) {
    return resolved(maps, specifier, base_of("https://h.example" + std::string(script)));
  };
  CHECK(from("a", "/main.js") == "https://h.example/a1.js");
  CHECK(from("a", "/app/main.js") == "https://h.example/a2.js");
  CHECK(from("a", "/app/deep/main.js") == "https://h.example/a3.js");
  CHECK(from("b", "/app/deep/main.js") == "https://h.example/b1.js");
  CHECK(from("b", "/app/x.js") == "https://h.example/b4.js");
  CHECK(from("b", "/app/x.js2") == "https://h.example/b1.js");
  CHECK(from("a", "/app/x.js") == "https://h.example/a2.js");
  CHECK(from("n", "/app/deep/main.js") == "bare-specifier");
}

TEST_CASE("several maps merge: the earlier entry counts", "[import_map]") {
  const ImportMaps maps = maps_of({
      MapEvent::map(R"({"imports": {"a": "/a1.js", "lib/": "/lib1/"}})", page()),
      MapEvent::map(R"({"imports": {"a": "/a2.js", "b": "/b2.js", "lib/deep/": "/deep/"},
                        "scopes": {"/app/": {"b": "/scoped.js"}}})",
                    page()),
  });
  CHECK(resolved(maps, "a") == "https://h.example/a1.js");
  CHECK(resolved(maps, "b") == "https://h.example/scoped.js");
  CHECK(resolved(maps, "b", base_of("https://h.example/")) == "https://h.example/b2.js");
  CHECK(resolved(maps, "lib/deep/x") == "https://h.example/deep/x");
  // After the first map alone.
  CHECK(resolved(maps, "b", page(), 1) == "bare-specifier");
  CHECK(resolved(maps, "lib/deep/x", page(), 1) == "https://h.example/lib1/deep/x");
  CHECK(resolved(maps, "a", page(), 0) == "bare-specifier");
  CHECK(resolved(maps, "./a", page(), 0) == "https://h.example/app/a");
}

TEST_CASE("a map does not change what a module before it has resolved", "[import_map]") {
  const ImportMaps maps = maps_of({
      MapEvent::map(R"({"imports": {"known/a": "/known.js"}})", page()),
      MapEvent::specifier("./used.js", page()),
      MapEvent::specifier("known/a", page()),
      MapEvent::specifier("missing", page()),  // it fails, so it may come to lead somewhere
      MapEvent::map(R"({"imports": {"/app/used.js": "/other.js", "missing": "/found.js",
                                    "known/": "/dropped/", "/app/": "/all/", "fine/": "/fine/"},
                        "scopes": {"/app/": {"/app/used.js": "/other.js", "c": "/c.js"},
                                   "/else/": {"/app/used.js": "/other.js"}}})",
                    page()),
  });
  CHECK(resolved(maps, "./used.js") == "https://h.example/app/used.js");
  CHECK(resolved(maps, "missing") == "https://h.example/found.js");
  CHECK(resolved(maps, "missing", page(), 1) == "bare-specifier");
  CHECK(resolved(maps, "known/a") == "https://h.example/known.js");
  CHECK(resolved(maps, "known/b") == "bare-specifier");
  CHECK(resolved(maps, "./z.js") == "https://h.example/app/z.js");
  CHECK(resolved(maps, "fine/z") == "https://h.example/fine/z");
  CHECK(resolved(maps, "c") == "https://h.example/c.js");
  CHECK(resolved(maps, "/app/used.js", base_of("https://h.example/else/x")) ==
        "https://h.example/other.js");
}

TEST_CASE("maps with the same entries have the same fingerprint", "[import_map]") {
  const std::string first = map_of(R"({"imports": {"a": "./x.js", "b": "/b.js"}})").fingerprint();
  CHECK(first == map_of(R"({"imports": {"b": "../b.js", "a": "/app/x.js"}})").fingerprint());
  CHECK(first != map_of(R"({"imports": {"b": "../b.js", "a": "/app/y.js"}})").fingerprint());
  CHECK(first != map_of(R"({"scopes": {"/": {"b": "/b.js", "a": "./x.js"}}})").fingerprint());
  CHECK(ImportMaps().fingerprint().empty());
}

TEST_CASE("whether a map has entries for URLs is known", "[import_map]") {
  CHECK_FALSE(ImportMaps().may_redirect_urls());
  CHECK_FALSE(map_of(R"({"imports": {"b": "../b.js", "a/": "/a/"}})").may_redirect_urls());
  CHECK(map_of(R"({"imports": {"./b.js": "/b.js"}})").may_redirect_urls());
  CHECK(map_of(R"({"scopes": {"/": {"https://o.example/": "/o/"}}})").may_redirect_urls());
}

TEST_CASE("the addresses of import maps are bounded", "[import_map][growth]") {
  const std::string base = "https://h.example/" + std::string(1 << 20, 'b') + "/";
  std::string json = R"({"imports": {)";
  for (int i = 0; i < 100'000; ++i) json += "\"" + std::to_string(i) + "\": \"./x\",";
  json += R"("last": "/x.js"}})";
  UrlBudget budget(json.size());
  const ImportMaps maps({MapEvent::map(json, base_of(base))}, budget);
  CHECK(budget.is_spent());
}

TEST_CASE("the keys of import maps are bounded", "[import_map][growth]") {
  const std::string base = "https://h.example/" + std::string(1 << 20, 'b') + "/";
  std::string json = R"({"imports": {)";
  for (int i = 0; i < 1000; ++i) json += "\"./" + std::to_string(i) + "\": \"/x.js\",";
  json += R"("last": "/x.js"}})";
  UrlBudget budget(json.size());
  const ImportMaps maps({MapEvent::map(json, base_of(base))}, budget);
  CHECK(budget.is_spent());
}

}  // namespace hrefkit::html
