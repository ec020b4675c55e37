#include "hrefkit/html/formats/script_links.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/import_map.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

DocumentOptions options_at(std::string url) {
  DocumentOptions options = test::at(std::move(url));
  options.also.scripts = true;
  return options;
}

SourceText script(std::string_view text) {
  return source_from_text(text, ContentType::script);
}

Lines in_script(std::string_view text, ScriptPage const& page = {}) {
  DocumentOptions options = options_at("https://h.example/app/assets/main.js");
  options.script_page = page;
  return test::lines_of(script(text), options);
}

/// By the tree; the scanner must find the same.
Lines in_page(std::string_view text) {
  const DocumentOptions options = options_at("https://h.example/dir/page.html");
  Lines lines = test::lines_of(source_from_text(text), options);
  CHECK(test::lines_of(source_from_text(text), options, Engine::automatic) == lines);
  return lines;
}

std::vector<LinkKind> kinds_of(std::string_view text) {
  std::vector<LinkKind> kinds;
  for (auto const& link : test::links_of(script(text), options_at("https://h.example/a.js"))) {
    kinds.push_back(link.kind);
  }
  return kinds;
}

}  // namespace

TEST_CASE("what a script file names is relative to its own address", "[scripts]") {
  CHECK(in_script("import './a.js'; export * from '../b.js'; import('/c.js'); import 'vue'") ==
        Lines{"[] ./a.js -> https://h.example/app/assets/a.js",
              "[] ../b.js -> https://h.example/app/b.js", "[] /c.js -> https://h.example/c.js",
              "[] vue -> !bare-specifier"});
  CHECK(in_script("new URL('i.png', import.meta.url); new Worker(new URL('w.js', import.meta.url))"
                  "\n//# sourceMappingURL=main.js.map") ==
        Lines{"[] i.png -> https://h.example/app/assets/i.png",
              "[] w.js -> https://h.example/app/assets/w.js",
              "[] main.js.map -> https://h.example/app/assets/main.js.map"});
}

TEST_CASE("what is relative to a page has a URL where the page is known", "[scripts]") {
  const std::string text =
      "new Worker('w.js'); navigator.serviceWorker.register('/sw.js'); importScripts('lib.js')";
  CHECK(in_script(text) == Lines{"[] w.js -> !page-base", "[] /sw.js -> !page-base",
                                 "[] lib.js -> https://h.example/app/assets/lib.js"});
  CHECK(in_script(text, {.base = "https://h.example/x/y.html"}) ==
        Lines{"[] w.js -> https://h.example/x/w.js", "[] /sw.js -> https://h.example/sw.js",
              "[] lib.js -> https://h.example/app/assets/lib.js"});
  CHECK(in_script(text, {.base = "https://h.example/x/worker.js", .is_worker = true}) ==
        Lines{"[] w.js -> https://h.example/x/w.js", "[] /sw.js -> https://h.example/sw.js",
              "[] lib.js -> https://h.example/x/lib.js"});
}

TEST_CASE("the import maps of its page count for a script", "[scripts]") {
  UrlBudget budget(100);
  const ImportMaps maps(
      {MapEvent::map(R"({"imports": {"vue": "/vue.js", "/app/assets/a.js": "/other.js"}})",
                     url::Resolver::with_base("https://h.example/", {}).value())},
      budget);
  CHECK(in_script("import 'vue'; import './a.js'; new URL('./a.js', import.meta.url)",
                  {.import_maps = &maps}) ==
        Lines{"[] vue -> https://h.example/vue.js", "[] ./a.js -> https://h.example/other.js",
              "[] ./a.js -> https://h.example/app/assets/a.js"});
}

TEST_CASE("what depends on the page is found once for each that runs the script", "[scripts]") {
  UrlBudget budget(100);
  const ImportMaps maps({MapEvent::map(R"({"imports": {"vue": "/vue.js"}})",
                                       url::Resolver::with_base("https://h.example/", {}).value())},
                        budget);
  const std::vector<ImportMaps const*> others{nullptr};
  const std::vector<ScriptRunner> runners{{"https://h.example/y/"},
                                          {"https://h.example/z/w.js", true}};
  CHECK(in_script("import 'vue'; new URL('u', import.meta.url); new Worker('w'); "
                  "importScripts('s')",
                  {.import_maps = &maps,
                   .base = "https://h.example/x/",
                   .other_maps = others,
                   .other_runners = runners}) ==
        Lines{"[] vue -> https://h.example/vue.js", "[] vue -> !bare-specifier",
              "[] u -> https://h.example/app/assets/u", "[] w -> https://h.example/x/w",
              "[] w -> https://h.example/y/w", "[] w -> https://h.example/z/w",
              "[] s -> https://h.example/app/assets/s", "[] s -> https://h.example/app/assets/s",
              "[] s -> https://h.example/z/s"});
}

TEST_CASE("Vite's list of chunks", "[scripts]") {
  const std::string list =
      "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/b.js\",\"./c.css\","
      "\"else/d.js\"])))=>i.map(i=>d[i]);import(\"./b.js\")";
  const Lines lines = in_script(list);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "[] assets/b.js -> https://h.example/app/assets/b.js");
  CHECK(lines[1] == "[] ./c.css -> https://h.example/app/assets/c.css");
  CHECK(lines[2] == "[] else/d.js -> !page-base");
  CHECK(in_script(list, {.site_root = "https://h.example/app/"})[2] ==
        "[] else/d.js -> https://h.example/app/else/d.js");
  CHECK(in_script(list, {.vite_base = "/site/"})[0] ==
        "[] assets/b.js -> https://h.example/site/assets/b.js");
  // The helper of the script itself counts before that of another.
  CHECK(in_script("const a=\"modulepreload\",b=function(e){return\"/own/\"+e};" + list,
                  {.vite_base = "/site/"})[0] ==
        "[] assets/b.js -> https://h.example/own/assets/b.js");
}

TEST_CASE("kinds of what scripts name", "[scripts]") {
  CHECK(kinds_of("import 'x'; import('y'); new Worker('w'); importScripts('s');"
                 "//# sourceMappingURL=m") == std::vector{LinkKind::module, LinkKind::module,
                                                          LinkKind::worker, LinkKind::script,
                                                          LinkKind::sourcemap});
}

TEST_CASE("inline scripts", "[scripts]") {
  CHECK(in_page("<script type=module>import './a.js'; import 'vue'</script>"
                "<script>import('./b.js'); new Worker('w.js')</script>"
                "<script type=text/template>import './no.js'</script>"
                "<script src=x.js>import './no.js'</script>"
                "<template><script>import('./no.js')</script></template>") ==
        Lines{"script[] ./a.js -> https://h.example/dir/a.js", "script[] vue -> !bare-specifier",
              "script[] ./b.js -> https://h.example/dir/b.js",
              "script[] w.js -> https://h.example/dir/w.js",
              "script[src] x.js -> https://h.example/dir/x.js"});
  // The base URL of the place of a script counts.
  CHECK(in_page(
            "<script>import('./a.js')</script><base href=/b/><script>import('./a.js')</script>") ==
        Lines{"script[] ./a.js -> https://h.example/dir/a.js",
              "base[href] /b/ -> https://h.example/b/",
              "script[] ./a.js -> https://h.example/b/a.js"});
  CHECK(in_page("<iframe srcdoc=\"<script>import('./a.js?&amp;')</script>\"></iframe>") ==
        Lines{"script[] ./a.js?& -> https://h.example/dir/a.js?&"});
  CHECK(in_page("<svg><script>import('./a.js')</script></svg>") ==
        Lines{"script[] ./a.js -> https://h.example/dir/a.js"});
}

TEST_CASE("source maps of style elements", "[scripts]") {
  const std::string page =
      "<style>a{b:url(c)}/*# sourceMappingURL=m */</style><style>/*#sourceMappingURL=n*/</style>"
      "<p style='a:url(c)/*# sourceMappingURL=no */'>"
      "<svg><style>/*# sourceMappingURL=&#111; */a{b:url(c)}</style></svg>"
      "<svg><style><![CDATA[a{b:url(c)}/*# sourceMappingURL=p */]]></style></svg>";
  CHECK(in_page(page) ==
        Lines{"style[] c -> https://h.example/dir/c", "style[] m -> https://h.example/dir/m",
              "style[] n -> https://h.example/dir/n", "p[style] c -> https://h.example/dir/c",
              "style[] o -> https://h.example/dir/o", "style[] c -> https://h.example/dir/c",
              "style[] c -> https://h.example/dir/c", "style[] p -> https://h.example/dir/p"});
  const auto links =
      test::links_of(source_from_text(page), options_at("https://h.example/dir/page.html"));
  CHECK(links[1].kind == LinkKind::sourcemap);
  CHECK(links[0].kind == LinkKind::css);
}

TEST_CASE("import maps of a page count for what comes behind them", "[scripts]") {
  CHECK(in_page("<script type=module>import 'vue'; import('vue')</script>"
                "<script type=importmap>{\"imports\":{\"vue\":\"/vue.js\"}}</script>"
                "<script type=module>import 'vue'</script>"
                "<script type=importmap src=x>{\"imports\":{\"no\":\"/no.js\"}}</script>"
                "<template><script type=importmap>{\"imports\":{\"no\":\"/no.js\"}}</script>"
                "</template><script>import('no')</script>") ==
        Lines{"script[] vue -> !bare-specifier", "script[] vue -> https://h.example/vue.js",
              "script[] vue -> https://h.example/vue.js",
              "script[src] x -> https://h.example/dir/x", "script[] no -> !bare-specifier"});
  // What a module has resolved, a later map does not change.
  CHECK(in_page("<script type=module>import './a.js'</script>"
                "<script type=importmap>{\"imports\":{\"./a.js\":\"/b.js\"}}</script>"
                "<script type=module>import './a.js'</script>") ==
        Lines{"script[] ./a.js -> https://h.example/dir/a.js",
              "script[] ./a.js -> https://h.example/dir/a.js"});
  CHECK(in_page("<base href=/x/><script type=importmap>{\"imports\":{\"a\":\"./a.js\"}}</script>"
                "<script type=module>import 'a'</script>") ==
        Lines{"base[href] /x/ -> https://h.example/x/", "script[] a -> https://h.example/x/a.js"});
}

TEST_CASE("what does not lex, and modules in classic scripts, are told", "[scripts]") {
  const auto notes_of = [](SourceText const& source, ScriptGoal goal = ScriptGoal::unknown) {
    DocumentOptions options = options_at("https://h.example/a");
    options.script_page.goal = goal;
    Notes notes;
    static_cast<void>(test::links_of(source, options, &notes, Engine::automatic));
    return notes;
  };
  const Notes fault = notes_of(script("import('./a.js'); 'x\n'"));
  REQUIRE(fault.size() == 1);
  CHECK(fault[0].kind == NoteKind::script_fault);
  CHECK(fault[0].span.begin == 18);
  CHECK(notes_of(script("import './a.js'")).empty());
  const Notes classic = notes_of(script("f(); import './a.js'"), ScriptGoal::classic);
  REQUIRE(classic.size() == 1);
  CHECK(classic[0].kind == NoteKind::module_in_classic);
  CHECK(classic[0].span.begin == 5);
  const Notes inline_script = notes_of(source_from_text("<script>import './a.js'</script>"));
  REQUIRE(inline_script.size() == 1);
  CHECK(inline_script[0].kind == NoteKind::module_in_classic);
  CHECK(inline_script[0].span.begin == 8);
}

TEST_CASE("imports with computed names are counted", "[scripts]") {
  std::size_t count = 0;
  const std::string page =
      "<script>import(a); import(`x${b}`)</script>"
      "<script type=importmap>{}</script><script>import(c)</script>";
  for (const Engine engine : {Engine::automatic, Engine::dom}) {
    count = 0;
    CHECK(find_links(
        source_from_text(page), options_at("https://h.example/"),
        {.scripts = [&](ScriptFacts const& facts) { count += facts.computed_imports; }}, engine));
    CHECK(count == 3);
  }
}
