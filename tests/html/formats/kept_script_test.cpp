#include "hrefkit/html/kept_script.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/import_map.h"
#include "hrefkit/html/source_text.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

/// A sink that notes each link, with its place and its use.
LinkSink noting(Lines& lines) {
  return {.links =
              [&lines](LinkBlock const& block) {
                for (Link const& link : block.links) {
                  const auto url = block.resolve(link);
                  lines.push_back(std::to_string(link.span.begin) + "-" +
                                  std::to_string(link.span.end) + " " +
                                  std::string(name(link.kind)) + " " + std::string(link.raw) + " " +
                                  (url ? *url : std::string(url::code(url.error()))) +
                                  (may_be_used(link.use) ? "" : " (not used)"));
                }
              },
          .with_uses = true};
}

}  // namespace

TEST_CASE("a script that is kept has the links of its text", "[scripts]") {
  UrlBudget budget(100);
  const ImportMaps maps({MapEvent::map(R"({"imports": {"vue": "/vue.js"}})",
                                       url::Resolver::with_base("https://h.example/", {}).value())},
                        budget);
  const std::vector<ScriptRunner> others{{"https://h.example/w/", true}};
  const std::vector<ScriptPage> pages{{},
                                      {.import_maps = &maps, .base = "https://h.example/dir/"},
                                      {.base = "https://h.example/w/w.js",
                                       .is_worker = true,
                                       .other_runners = others,
                                       .site_root = "https://h.example/"}};
  const std::string list =
      "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/b.js\",\"./c.css\"])))=>"
      "i.map(i=>d[i]);";
  for (std::string const& text :
       {std::string(), std::string("f(x)"),
        std::string("import 'vue'; import \"./\\u0061.js\"; import(`./b.js`); import(x)"),
        std::string("import d from './d.json' with {type: 'json'}; new Worker('w.js')"),
        std::string("importScripts('a', \"b\"); new URL('./', import.meta.url);"
                    "new Worker(new URL('x', import.meta.url), {type: 'module'})"
                    "\n//# sourceMappingURL=m.map"),
        list, "const a=\"modulepreload\",b=function(e){return\"/own/\"+e};" + list,
        std::string("import './before.js'; 'unterminated\nimport './behind.js'")}) {
    CAPTURE(text);
    const SourceText source = source_from_text(text, ContentType::script);
    KeptScript kept(text);
    const KeptScript moved = std::move(kept);
    for (ScriptPage const& page : pages) {
      DocumentOptions options{.url = "https://h.example/app/assets/main.js"};
      options.also.scripts = true;
      options.script_page = page;
      Lines expected;
      REQUIRE(find_links(source, options, noting(expected)));
      Lines found;
      REQUIRE(moved.find_links(options, noting(found)));
      CHECK(found == expected);
      CHECK(moved.empty() == expected.empty());
    }
  }
  Lines none;
  CHECK_FALSE(KeptScript("import 'a'").find_links({.url = "a.js"}, noting(none)));
}

TEST_CASE("what a kept script tells of itself", "[scripts]") {
  CHECK(KeptScript("import(x); import(y)").computed_imports() == 2);
  CHECK(KeptScript("import './a.js'").depends_on_page());
  CHECK(KeptScript("new Worker('a.js')").depends_on_page());
  CHECK(KeptScript("importScripts('a.js')").depends_on_page());
  CHECK_FALSE(KeptScript("new URL('a', import.meta.url)").depends_on_page());
  CHECK_FALSE(KeptScript("//# sourceMappingURL=a.map").depends_on_page());
}
