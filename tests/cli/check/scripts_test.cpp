// What scripts name, judged by the pages that load them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

const std::string page = "<!doctype html><meta charset=utf-8>";

/// A chunk of Vite with a list of files that are loaded with others, and its preload helper.
std::string vite_chunk(std::string const& files, std::string const& rest) {
  return "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[" + files +
         "])))=>i.map(i=>d[i]);" + rest;
}
const std::string vite_helper = R"(const a="modulepreload",f=function(e){return"/site/"+e};)";

std::string module_page(std::string const& script) {
  return page + "<script type=module src=" + script + "></script>";
}

/// A site and what is found: "file rule raw", one a line.
struct ScriptCase {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
  std::string found;
};

std::string found_in(ScriptCase const& c, std::vector<std::string> const& options = {}) {
  const TemporaryFolder folder;
  for (auto const& [path, text] : c.files) folder.write("s/" + path, text);
  std::vector<std::string> args{"check", "-q", "--format", "csv"};
  args.insert(args.end(), options.begin(), options.end());
  args.emplace_back("s");
  const std::string csv = run_cli(args).out;
  std::string found;
  for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1) {
    std::vector<std::string> cells;
    for (std::size_t i = 0, begin = at; i < 11; ++i) {
      const std::size_t comma = csv.find(',', begin);
      cells.push_back(csv.substr(begin, comma - begin));
      begin = comma + 1;
    }
    found += cells[2] + " " + cells[0] + " " + cells[10] + "\n";
  }
  return found;
}

const std::vector<ScriptCase> cases{
    {"a chunk that is missing is found at its import",
     {{"index.html", module_page("/assets/a.js")},
      {"assets/a.js", "import './b.js'; import('./gone.js')"},
      {"assets/b.js", "export * from './lost.js'"}},
     "s/assets/a.js missing-file ./gone.js\ns/assets/b.js missing-file ./lost.js\n"},
    {"a script that no page loads is not judged",
     {{"index.html", page + "<a href=./>x</a>"}, {"lib.js", "import './gone.js'; import 'bare'"}},
     ""},
    {"bare names go through the maps of the page that loads the script",
     {{"index.html", page + "<script type=importmap>{\"imports\":{\"v\":\"/v.js\",\"g\":\"/g.js\"}}"
                            "</script><script type=module src=/a.js></script>"},
      {"a.js", "import 'v'; import 'g'; import 'n'"},
      {"v.js", ""}},
     "s/a.js missing-file g\ns/a.js unresolvable-url n\n"},
    {"a script is judged once for each map",
     {{"a.html", page + "<script type=importmap>{\"imports\":{\"v\":\"/v.js\"}}</script>"
                        "<script type=module src=/s.js></script>"},
      {"b.html", page + "<script type=importmap>{\"imports\":{\"v\":\"/w.js\"}}</script>"
                        "<script type=module src=/s.js></script>"},
      {"c.html", page + "<script type=importmap>{\"imports\":{\"v\":\"/v.js\"}}</script>"
                        "<script type=module src=/s.js></script>"},
      {"s.js", "import './t.js'; import './gone.js'"},
      {"t.js", "import 'v'"},
      {"w.js", ""}},
     "s/s.js missing-file ./gone.js\ns/t.js missing-file v\n"},
    {"workers are relative to the page, and what they load to them",
     {{"x/index.html", page + "<script src=/js/a.js></script>"},
      {"y/index.html", page + "<script src=/js/a.js></script>"},
      {"js/a.js", "new Worker('w.js')"},
      {"x/w.js", "importScripts('lib.js', '../js/lib.js'); import('./m.js')"},
      {"js/lib.js", "importScripts('other.js')"},
      {"x/m.js", ""}},
     "s/js/a.js missing-file w.js\ns/js/lib.js missing-file other.js\ns/x/w.js missing-file "
     "lib.js\n"},
    {"a worker has no import map",
     {{"index.html", page + "<script type=importmap>{\"imports\":{\"v\":\"/v.js\"}}</script>"
                            "<script type=module src=a.js></script>"},
      {"a.js", "new Worker(new URL('w.js', import.meta.url), {type: 'module'})"},
      {"w.js", "import 'v'"},
      {"v.js", ""}},
     "s/w.js unresolvable-url v\n"},
    {"a page in place of a module",
     {{"index.html", module_page("a.js")}, {"a.js", "import './p.html'"}, {"p.html", page}},
     "s/a.js wrong-type ./p.html\n"},
    {"an import in a classic script",
     {{"index.html", page + "<script src=a.js></script>"},
      {"a.js", "import './b.js'"},
      {"b.js", ""}},
     "s/a.js not-well-formed \n"},
    {"an import in a script that one page loads as a classic script, and another as a module",
     {{"x.html", page + "<script src=a.js></script>"},
      {"y.html", module_page("a.js")},
      {"a.js", "import './gone.js'"}},
     "s/a.js not-well-formed \ns/a.js missing-file ./gone.js\n"},
    {"a worker whose URL is in a variable",
     {{"index.html", module_page("a.js")},
      {"a.js", "const w = new URL('w.js', import.meta.url).href; new Worker(w)"},
      {"w.js", "import './gone.js'; import 'bare'"}},
     "s/w.js missing-file ./gone.js\n"},
    {"the modules of Astro's islands",
     {{"index.html", page + "<script type=importmap>{\"imports\":{\"m\":\"/m.js\"}}</script>"
                            "<astro-island component-url=/c.js renderer-url='' "
                            "before-hydration-url=m></astro-island>"
                            "<ASTRO-ISLAND component-url=./gone.js renderer-url=bare>"},
      {"c.js", "import './lost.js'"}},
     "s/c.js missing-file ./lost.js\ns/index.html missing-file m\ns/index.html missing-file "
     "./gone.js\ns/index.html unresolvable-url bare\n"},
    {"folders and source maps are not judged",
     {{"index.html", module_page("a.js")},
      {"a.js", "new URL('./x/', import.meta.url)\n//# sourceMappingURL=a.js.map"}},
     ""},
    {"bare names of what is only preloaded, and of what that imports, are not judged",
     {{"index.html", page + "<link rel=modulepreload href=a.js>"},
      {"a.js", "import 'v'; import './gone.js'; import './b.js'"},
      {"b.js", "import 'w'"}},
     "s/a.js missing-file ./gone.js\n"},
    {"of what is preloaded and run they are",
     {{"index.html", page + "<link rel=modulepreload href=a.js>"},
      {"z.html", module_page("a.js")},
      {"a.js", "import './b.js'"},
      {"b.js", "import './c.js'"},
      {"c.js", "import 'w'"}},
     "s/c.js unresolvable-url w\n"},
    {"workers that start workers, and load scripts that do",
     {{"index.html", page + "<script src=js/a.js></script>"},
      {"js/a.js", "new Worker('w/1.js')"},
      {"w/1.js", "importScripts('/js/b.js')"},
      {"js/b.js", "new Worker('2.js')"},
      {"w/2.js", "new Worker('gone.js')"}},
     "s/w/2.js missing-file gone.js\n"},
    {"the base of Vite's entries stands in the preload helper of a chunk that is imported",
     {{"index.html", module_page("/site/assets/a.js")},
      {"site/assets/a.js",
       "import{f}from'./h.js';" + vite_chunk("\"assets/b.js\",\"css/c.css\",\"css/gone.css\"", "")},
      {"site/assets/b.js", "import './lost.js'"},
      {"site/assets/h.js", vite_helper + "export{f}"},
      {"site/css/c.css", ""}},
     "s/site/assets/a.js missing-file css/gone.css\ns/site/assets/b.js missing-file ./lost.js\n"},
    {"without a helper the folder of the chunk tells the base, or it is the root of the site",
     {{"x/index.html", module_page("/x/assets/a.js")},
      {"x/assets/a.js", vite_chunk("\"assets/b.js\",\"css/c.css\",\"d.css\"", "import './e.js'")},
      {"x/assets/b.js", ""},
      {"x/assets/e.js", ""},
      {"css/c.css", ""},
      {"d.css", ""}},
     ""},
    {"the source map of a style sheet is not judged",
     {{"index.html", page + "<link rel=stylesheet href=a.css>"},
      {"a.css", "a{b:url(gone.png)}/*# sourceMappingURL=a.css.map */"}},
     "s/a.css missing-file gone.png\n"},
    {"reserved names are none of files",
     {{"index.html", module_page("a.js")}, {"a.js", "import 'node:fs'; import('node:path')"}},
     ""},
};

}  // namespace

TEST_CASE("check judges what scripts name by the pages that load them") {
  for (ScriptCase const& c : cases) {
    CAPTURE(c.name);
    CHECK(found_in(c) == c.found);
    CHECK(found_in(c, {"--jobs", "4"}) == c.found);
  }
}

TEST_CASE("a script that is checked alone is judged by all pages that run it") {
  const TemporaryFolder folder;
  folder.write("s/x/index.html",
               "<!doctype html><script type=importmap>{\"imports\":{\"v\":\"/v.js\"}}</script>"
               "<script type=module src=/a.js></script><a href=gone.html>x</a>");
  folder.write("s/a.js", "import 'v'; import './b.js'; import 'bare'");
  folder.write("s/b.js", "import './gone.js'");
  const CliResult found = run_cli({"check", "-q", "--root", "s", "--format", "csv", "s/a.js"});
  CHECK_THAT(found.out, Catch::Contains("missing-file,error,s/a.js") &&
                            Catch::Contains("unresolvable-url,error,s/a.js") &&
                            !Catch::Contains("s/b.js") && !Catch::Contains("index.html"));
}

TEST_CASE("a bare name in a call of import() is a note, and reserved names are told") {
  const TemporaryFolder folder;
  folder.write("s/index.html", module_page("a.js") + "<script>import('os')</script>");
  folder.write("s/a.js", "import('fs'); import.meta.resolve('path'); import 'node:net'");
  const auto run = run_cli({"check", "s"});
  CHECK(run.exit_code == 0);
  for (std::string const name : {"'os'", "'fs'", "'path'"}) {
    CAPTURE(name);
    CHECK(run.out.find("note: " + name + " is not a URL") != std::string::npos);
  }
  CHECK(run.err.find("0 errors, 0 warnings") != std::string::npos);
  CHECK(run.err.find("1 skipped (node:)") != std::string::npos);
  folder.write("s/b.html", module_page("b.js"));
  folder.write("s/b.js", "import 'fs'; import('fs')");
  CHECK(run_cli({"check", "s"}).err.find("1 error,") != std::string::npos);
}

TEST_CASE("what scripts name is no orphan") {
  const ScriptCase site{
      "orphans",
      {{"index.html", module_page("/assets/a.js")},
       {"assets/a.js",
        "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/c.css\"])"
        "))=>i.map(i=>d[i]);import('./b.js');new URL('p.png',import.meta.url)"},
       {"assets/b.js", "new Worker(new URL('w.js', import.meta.url))"},
       {"assets/c.css", "/*# sourceMappingURL=c.json */"},
       {"assets/c.json", ""},
       {"assets/p.png", ""},
       {"assets/w.js", ""},
       {"assets/old.js", ""}},
      "s/assets/old.js orphan-file \n"};
  CHECK(found_in(site, {"--orphans"}) == site.found);
}

TEST_CASE("files whose names stand in strings of scripts are counted, not called orphans") {
  const TemporaryFolder folder;
  folder.write("s/index.html", module_page("/a.js"));
  folder.write("s/a.js", "const p='/assets/p.png?v=1', q=`${b}/my%20q.png`; r('\\u00e9.png')");
  folder.write("s/lib.js", "const p='old.png'");  // no page loads it
  for (std::string const name : {"p.png", "my q.png", "\xC3\xA9.png", "old.png", "p.jpg"}) {
    folder.write("s/assets/" + name, "");
  }
  const auto run = run_cli({"check", "--orphans", "s"});
  CHECK(run.out.find("p.png ") == std::string::npos);
  CHECK(run.out.find("q.png ") == std::string::npos);
  CHECK(run.out.find("\xC3\xA9") == std::string::npos);
  CHECK(run.out.find("assets/old.png") != std::string::npos);
  CHECK(run.out.find("assets/p.jpg") != std::string::npos);
  CHECK(run.out.find("lib.js") != std::string::npos);
  CHECK(run.err.find("3 files may be orphans: scripts may use them") != std::string::npos);
}

TEST_CASE("names that webpack puts together, and those of custom elements, are no orphans") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<script src=js/main.js></script>"
               "<astro-island component-url='/_astro/Counter.rTekzd6S.js'></astro-island>"
               "<p title='old.png'>");
  folder.write("s/js/main.js",
               "(self.webpackChunk=self.webpackChunk||[]).push([[1],{2:(e,t,n)=>{"
               "n.f=e=>'css/'+e+'.'+{530:\"280a9e8c5c6b10d969a0\"}[e]+'.css'}}]);");
  folder.write("s/js/530.js", "n.p+'media/photo.png'");
  for (char const* name : {"css/530.280a9e8c5c6b10d969a0.css", "css/530.380a9e8c5c6b10d969a0.css",
                           "media/photo.png", "_astro/Counter.rTekzd6S.js", "old.png"}) {
    folder.write("s/" + std::string(name), "");
  }
  const auto run = run_cli({"check", "--orphans", "s", "-f", "csv"});
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 3);
  CHECK_THAT(run.out, Catch::Contains("old.png") && Catch::Contains("530.380a9e8c"));
  CHECK_THAT(run.err, Catch::Contains("1 script of webpack computes the names of others"));
}

TEST_CASE("scripts beside one that computes names are counted, not called orphans") {
  const TemporaryFolder folder;
  folder.write("s/index.html", module_page("/js/a.js"));
  folder.write("s/js/a.js", "import('./' + x + '.js')");
  folder.write("s/js/chunks/b.js", "");
  folder.write("s/other/c.js", "");
  const auto run = run_cli({"check", "--orphans", "s"});
  CHECK(run.out.find("js/chunks/b.js") == std::string::npos);
  CHECK(run.out.find("other/c.js") != std::string::npos);
  CHECK(run.err.find("1 import has a computed name") != std::string::npos);
  CHECK(run.err.find("1 file may be an orphan") != std::string::npos);
}

}  // namespace hrefkit::test
