// What scripts name, judged by the pages that load them.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

const std::string page = "<!doctype html><meta charset=utf-8>";

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
    {"folders and source maps are not judged",
     {{"index.html", module_page("a.js")},
      {"a.js", "new URL('./x/', import.meta.url)\n//# sourceMappingURL=a.js.map"}},
     ""},
    {"bare names of what is only preloaded are not judged",
     {{"index.html", page + "<link rel=modulepreload href=a.js>"},
      {"a.js", "import 'v'; import './gone.js'"}},
     "s/a.js missing-file ./gone.js\n"},
    {"reserved names are none of files",
     {{"index.html", module_page("a.js")}, {"a.js", "import 'node:fs'"}},
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

TEST_CASE("what scripts name is no orphan") {
  const ScriptCase site{
      "orphans",
      {{"index.html", module_page("/assets/a.js")},
       {"assets/a.js",
        "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/c.css\"])"
        "))=>i.map(i=>d[i]);import('./b.js');new URL('p.png',import.meta.url)"},
       {"assets/b.js", "new Worker(new URL('w.js', import.meta.url))"},
       {"assets/c.css", ""},
       {"assets/p.png", ""},
       {"assets/w.js", ""},
       {"assets/old.js", ""}},
      "s/assets/old.js orphan-file \n"};
  CHECK(found_in(site, {"--orphans"}) == site.found);
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
  CHECK(run.err.find("1 script or style sheet may be an orphan") != std::string::npos);
}

}  // namespace hrefkit::test
