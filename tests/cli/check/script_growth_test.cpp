// What scripts name costs what the files of a site allow, however they load each other.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A site in a folder "s", and its size.
struct GrownSite {
  TemporaryFolder folder = {};
  std::size_t size = 0;

  void write(std::string const& path, std::string const& text) {
    folder.write("s/" + path, text);
    size += text.size();
  }
};

std::string script_page(std::string const& rest) {
  return "<!doctype html><meta charset=utf-8>" + rest;
}

/// `part` very often, with a number in place of each "#".
std::string numbered(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    for (const char c : part) {
      if (c == '#') {
        text += std::to_string(i);
      } else {
        text += c;
      }
    }
  }
  return text;
}

std::string numbered_name(std::string const& name, std::size_t number) {
  return name + std::to_string(number) + ".js";
}

void check_cost(std::vector<std::string> const& args, std::size_t size) {
  CAPTURE(args);
  const RunCost cost = cost_of([&] {
    if (run_cli(args).exit_code == 2) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= allowed_bytes(size));
  CHECK(cost.seconds <= allowed_seconds(size));
}

void check_site(char const* what, std::function<void(GrownSite&)> const& write) {
  INFO(what);
  GrownSite site;
  write(site);
  check_cost({"resolve", "-q", "-f", "jsonl", "-o", "/dev/null", "s"}, site.size);
  check_cost({"check", "-q", "-f", "jsonl", "-o", "/dev/null", "--fail-on", "none", "s"},
             site.size);
  check_cost({"check", "-q", "-f", "jsonl", "-o", "/dev/null", "--fail-on", "none", "--orphans",
              "--jobs", "2", "s"},
             site.size);
}

}  // namespace

TEST_CASE("many names in one script cost what it allows", "[growth]") {
  if (!can_measure_cost()) return;
  check_site("imports of one script", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=module src=a.js></script>"));
    site.write("a.js", numbered("import'./b.js?#';", 200'000));
    site.write("b.js", "");
  });
  check_site("imports of missing scripts", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=module src=a.js></script>"));
    site.write("a.js", numbered("import'./gone#.js';", 50'000));
  });
  check_site("bare names", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=importmap>{\"imports\":{\"a/\":\"/b/\"}}"
                                         "</script><script type=module src=a.js></script>"));
    site.write("a.js", numbered("import'a/../b.js';import'n#';", 50'000));
    site.write("b.js", "");
  });
  check_site("entries of Vite's lists", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=module src=a.js></script>"));
    site.write("a.js",
               "import{f}from'./h.js';const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||"
               "(m.f=[" +
                   numbered("\"a/b.css?#\",", 200'000) + "])))=>i.map(i=>d[i])");
    site.write("h.js", "const a=\"modulepreload\",f=function(e){return\"/x/\"+e};export{f}");
    site.write("x/a/b.css", "");
  });
  check_site("an import map and a long base URL", [](GrownSite& site) {
    site.write("index.html", script_page("<base href='/" + std::string(500'000, 'b') +
                                         "/'><script type=importmap>{\"imports\":{" +
                                         numbered("\"n#\":\"./x\",", 30'000) +
                                         "\"a\":\"/\"}}</script><script src=/a.js></script>"));
    site.write("a.js", numbered("new Worker('w#.js');", 30'000));
  });
}

TEST_CASE("scripts that load each other cost what they allow", "[growth]") {
  if (!can_measure_cost()) return;
  check_site("a chain of imports", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=module src=c/0.js></script>"));
    for (std::size_t i = 0; i < 50'000; ++i) {
      site.write(numbered_name("c/", i), "import'./" + numbered_name("", i + 1) + "'");
    }
  });
  check_site("a chain of imports, each with a name that is relative to the page",
             [](GrownSite& site) {
               site.write("index.html", script_page("<script type=module src=c/0.js></script>"));
               site.write("other.html", script_page("<script type=module src=c/9.js></script>"));
               site.write("w.js", "");
               for (std::size_t i = 0; i < 20'000; ++i) {
                 site.write(numbered_name("c/", i),
                            "new Worker('w.js');import'./" + numbered_name("", i + 1) + "'");
               }
             });
  check_site("a chain of workers", [](GrownSite& site) {
    site.write("index.html", script_page("<script src=w/0.js></script>"));
    for (std::size_t i = 0; i < 20'000; ++i) {
      site.write(numbered_name("w/", i), "new Worker('" + numbered_name("/w/", i + 1) + "')");
    }
  });
  check_site("scripts that all import each other", [](GrownSite& site) {
    site.write("index.html", script_page("<script type=module src=c/0.js></script>"));
    for (std::size_t i = 0; i < 300; ++i) {
      site.write(numbered_name("c/", i), numbered("import'./#.js';", 300) + "new Worker('w.js')");
    }
  });
}

TEST_CASE("scripts that many pages load cost what these allow", "[growth]") {
  if (!can_measure_cost()) return;
  check_site("a name that is relative to the page", [](GrownSite& site) {
    site.write("js/a.js", numbered("new Worker('w#.js');", 2'000));
    for (std::size_t i = 0; i < 10'000; ++i) {
      site.write("d" + std::to_string(i) + "/index.html",
                 script_page("<script src=/js/a.js></script>"));
    }
  });
  check_site("import maps", [](GrownSite& site) {
    site.write("js/a.js", numbered("import'./#.js';", 300));
    for (std::size_t i = 0; i < 300; ++i) {
      site.write(numbered_name("js/", i), numbered("import'n#';", 20));
    }
    for (std::size_t i = 0; i < 5'000; ++i) {
      site.write(
          "p" + std::to_string(i) + ".html",
          script_page("<script type=importmap>{\"imports\":{\"n1\":\"/" + numbered_name("x", i) +
                      "\"}}</script><script type=module src=js/a.js></script>"));
    }
  });
  check_site("import maps that redirect URLs", [](GrownSite& site) {
    site.write("a.js", numbered("import'./b.js?#';", 20'000));
    site.write("b.js", "");
    for (std::size_t i = 0; i < 5'000; ++i) {
      site.write("p" + std::to_string(i) + ".html",
                 script_page("<script type=importmap>{\"imports\":{\"./\":\"/" + std::to_string(i) +
                             "/\"}}</script><script type=module src=a.js></script>"));
    }
  });
}

TEST_CASE("pairs of scripts and pages that are left out are told") {
  GrownSite site;
  site.write("js/a.js", numbered("new Worker('w#.js');", 2'000));
  for (std::size_t i = 0; i < 300; ++i) {
    site.write("d" + std::to_string(i) + "/index.html",
               script_page("<script src=/js/a.js></script>"));
  }
  const CliResult run = run_cli({"check", "-f", "jsonl", "-o", "/dev/null", "s"});
  CHECK_THAT(run.err, Catch::Contains("pairs of scripts and pages that run them are not checked"));
}

}  // namespace hrefkit::test
