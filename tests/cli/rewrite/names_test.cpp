// Names and other URLs that are no links of a page: itemid, meta elements, attributes of custom
// elements, and scripts that know their own address.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

/// A page at https://h.example/d/p.html, options, and the page that they make of it.
struct Case {
  Args args;
  std::string page;
  std::string changed;       // empty: the page stays
  std::string warning = {};  // empty: none
  bool is_compared = true;   // compare finds nothing
  Args compared = {};        // its options
};

CliResult rewritten(Case const& c, std::string const& page) {
  Args args{"rewrite", "--url", "https://h.example/d/p.html"};
  args.insert(args.end(), c.args.begin(), c.args.end());
  args.emplace_back("-");
  return run_cli(args, {.in = page});
}

/// Checks the new page, that a second run leaves it alone, and that compare agrees.
void check(Case const& c) {
  CAPTURE(c.args, c.page);
  const CliResult result = rewritten(c, c.page);
  std::string const& wanted = c.changed.empty() ? c.page : c.changed;
  CHECK(result.exit_code == 0);
  CHECK(result.out == wanted);
  if (c.warning.empty()) {
    CHECK_THAT(result.err, !Catch::Contains("warning"));
  } else {
    CHECK_THAT(result.err, Catch::Contains(c.warning));
  }
  CHECK(rewritten(c, wanted).out == wanted);
  if (!c.is_compared) return;
  const TemporaryFolder folder;
  folder.write("old/d/p.html", c.page);
  folder.write("new/d/p.html", wanted);
  Args args{"compare", "--site-url", "https://h.example/"};
  args.insert(args.end(), c.compared.begin(), c.compared.end());
  args.insert(args.end(), {"old", "new"});
  const CliResult compared = run_cli(args);
  CHECK(compared.exit_code == 0);
  CHECK(compared.out == "");
}

}  // namespace

TEST_CASE("itemid is written like a link, and a rebase leaves a whole URL") {
  const std::string base = "<!doctype html><base href=\"/x/\">";
  const std::string away = "https://h.example/=https://n.example/";
  const Case cases[] = {
      {{"--drop-base"},
       base + "<p itemscope itemid=\"a?b\">",
       "<!doctype html><p itemscope itemid=\"../x/a?b\">"},
      {{"--drop-base"},
       base + "<p itemscope itemid=''>",
       "<!doctype html><p itemscope itemid='../x/'>"},
      {{"--drop-base"},
       base + "<p itemscope itemid=https://o.example/i>",
       "<!doctype html><p itemscope itemid=https://o.example/i>"},
      {{"--drop-base"},
       base + "<iframe srcdoc=\"<p itemscope itemid='a'>\"></iframe>",
       "<!doctype html><iframe srcdoc=\"<p itemscope itemid='../x/a'>\"></iframe>"},
      {{"--drop-base", "--templates"},
       base + "<template><p itemscope itemid=a></template>",
       "<!doctype html><template><p itemscope itemid=../x/a></template>"},
      {{"--drop-base", "--content-type", "application/xhtml+xml"},
       "<html xmlns=\"http://www.w3.org/1999/xhtml\"><base href=\"/x/\"/><p itemid=\"a\"/></html>",
       "<html xmlns=\"http://www.w3.org/1999/xhtml\"><p itemid=\"../x/a\"/></html>",
       "",
       false},
      {{"--to", "absolute"},
       "<p itemscope itemid=\"#me\">",
       "<p itemscope itemid=\"https://h.example/d/p.html#me\">"},
      {{"--to", "relative"},
       "<p itemscope itemid=\"https://h.example/d/i\"><p itemid=urn:isbn:1>",
       "<p itemscope itemid=\"i\"><p itemid=urn:isbn:1>"},
      {{"--move-to", "https://h.example/e/f/p.html"},
       "<p itemscope itemid=i><p itemid=#me>",
       "<p itemscope itemid=../../d/i><p itemid=#me>",
       "",
       false},
      {{"--rebase", away},
       "<p itemscope itemid=https://h.example/i><a href=https://h.example/i>",
       "<p itemscope itemid=https://h.example/i><a href=https://n.example/i>",
       "",
       true,
       {"--rebase", away}},
      {{"--rebase", away, "--to", "absolute"},
       "<p itemscope itemid=/i>",
       "<p itemscope itemid=https://n.example/i>",
       "",
       true,
       {"--rebase", away}},
  };
  for (Case const& c : cases) check(c);
}

TEST_CASE("compare calls an itemid that stays kept") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<p itemscope itemid=https://h.example/i><a href=/q>");
  const std::string away = "https://h.example/=https://n.example/";
  const CliResult compared = run_cli({"compare", "--site-url", "https://h.example/", "--rebase",
                                      away, "--new-site-url", "https://n.example/", "old", "old"});
  CHECK(compared.exit_code == 0);
  CHECK_THAT(compared.err, Catch::Contains("1 kept"));
}

TEST_CASE("URLs in meta elements are written on request, and else named where they change") {
  const std::string base = "<!doctype html><base href=/x/>";
  const std::string unwritten = "--also meta writes it";
  const Case cases[] = {
      {{"--drop-base"},
       base + "<meta property=og:image content=i.png>",
       "<!doctype html><meta property=og:image content=i.png>",
       unwritten,
       false},
      {{"--drop-base"},
       base + "<meta itemprop=image content=i.png>",
       "<!doctype html><meta itemprop=image content=i.png>",
       unwritten,
       false},
      {{"--drop-base"},
       base + "<meta property=og:image content=/i.png><meta name=author content=i.png>",
       "<!doctype html><meta property=og:image content=/i.png><meta name=author content=i.png>"},
      {{"--drop-base", "--also", "meta"},
       base + "<meta property=og:image content=i.png><meta itemprop=\"url\" content=\"u\">"
              "<meta name=msapplication-task content=\"name=A;action-uri=t?a;icon-uri=/i.ico\">"
              "<meta name=msapplication-TileImage content=t.png><meta name=thumbnail content=t.png>"
              "<meta name=citation_pdf_url content=p.pdf><meta name=citation_title content=p.pdf>",
       "<!doctype html><meta property=og:image content=../x/i.png><meta itemprop=\"url\" "
       "content=\"../x/u\">"
       "<meta name=msapplication-task content=\"name=A;action-uri=../x/t?a;icon-uri=/i.ico\">"
       "<meta name=msapplication-TileImage content=../x/t.png><meta name=thumbnail "
       "content=../x/t.png>"
       "<meta name=citation_pdf_url content=../x/p.pdf><meta name=citation_title content=p.pdf>"},
      {{"--drop-base", "--also", "meta"},
       "<!doctype html><base href=\"/x;y/\"><meta name=msapplication-badge "
       "content=\"polling-uri=b\">",
       "<!doctype html><meta name=msapplication-badge content=\"polling-uri=../x%3By/b\">",
       "",
       false},
      {{"--to", "absolute"}, "<meta property=og:image content=i.png>", "", unwritten},
      {{"--to", "absolute"}, "<meta property=og:image content=https://h.example/i.png>", ""},
      {{"--to", "absolute", "--also", "meta"},
       "<meta property=og:image content=i.png>",
       "<meta property=og:image content=https://h.example/d/i.png>"},
      {{"--move-to", "https://h.example/e/q.html"},
       "<meta property=og:image content=i.png><meta name=twitter:url content=p.html>",
       "",
       unwritten,
       false},
      {{"--rebase", "/d/=/e/"}, "<meta property=og:image content=i.png>", "", "", false},
      {{"--rebase", "/d/=/e/"},
       "<meta property=og:image content=https://h.example/d/i.png>",
       "",
       unwritten,
       false},
      {{"--rebase", "/d/=/e/"},
       "<meta property=og:image content=https://o.example/d/i.png>",
       "",
       "no link begins with",
       false},
      {{"--rebase", "/d/=/e/", "--also", "meta"},
       "<meta property=og:image content=https://h.example/d/i.png>",
       "<meta property=og:image content=https://h.example/e/i.png>",
       "",
       false},
      {{"--rebase", "/d/=/e/", "--also", "meta", "--keep", "og"},
       "<meta property=og:image content=https://h.example/d/i.png>",
       "",
       "still points to",
       false},
      {{"--rebase", "/d/=/e/", "--attribute", "meta[name=\"a]=b\"][content]=url", "--attribute",
        "meta[name=a][content]=list"},
       "<meta name=a content='/d/i /d/j'><meta name='a]=b' content=/d/i><meta name=b content=/d/i>"
       "<meta http-equiv=refresh content='0;url=/d/i'>",
       "<meta name=a content='/e/i /e/j'><meta name='a]=b' content=/e/i><meta name=b content=/d/i>"
       "<meta http-equiv=refresh content='0;url=/e/i'>",
       "",
       false},
      {{"--drop-base", "--also", "meta", "--attribute", "META[property='og:image'][Content]=url"},
       base + "<meta property=og:image content=i.png>",
       "<!doctype html><meta property=og:image content=../x/i.png>"},
  };
  for (Case const& c : cases) check(c);
}

TEST_CASE("compare finds cards that changed") {
  const TemporaryFolder folder;
  folder.write("old/d/p.html",
               "<!doctype html><base href=/x/><meta property=og:image content=i.png>");
  folder.write("new/d/p.html", "<!doctype html><meta property=og:image content=i.png>");
  const CliResult compared = run_cli({"compare", "--site-url", "https://h.example/", "old", "new"});
  CHECK(compared.exit_code == 1);
  CHECK_THAT(compared.out, Catch::Contains("elsewhere: meta[content]"));
}

TEST_CASE("attributes of custom elements are named with the option that writes them") {
  const std::string base = "<!doctype html><base href=/x/>";
  const std::string all = "--attribute 'amp-img[src]=url' --attribute 'amp-img[srcset]=srcset'";
  const std::string page = "<amp-img src=a.png srcset=\"b.png 2x\" data-src=c.png></amp-img>";
  const Case cases[] = {
      {{"--drop-base"}, base + page, "<!doctype html>" + page, all},
      {{"--drop-base", "--attribute", "amp-img[src]=url"},
       base + "<amp-img src=a.png></amp-img>",
       "<!doctype html><amp-img src=../x/a.png></amp-img>",
       "",
       false},
      {{"--to", "absolute"}, page, "", all},
      {{"--to", "relative"}, page, ""},
      {{"--move-to", "https://h.example/e/p.html"}, page, "", all, false},
      {{"--rebase", "/d/a=/d/b"},
       page + "<x-y href=a></x-y>",
       "",
       "--attribute 'x-y[href]=url'",
       false},
      {{"--rebase", "/d/=/e/"}, page, "", "", false},
      {{"--rebase", "/d/=/e/"},
       "<amp-img src=https://h.example/d/a.png></amp-img>",
       "",
       "--attribute 'amp-img[src]=url'",
       false},
      {{"--drop-base"},
       base + "<amp-img src=https://o.example/a.png href=/x poster=/p title=t></amp-img>",
       "<!doctype html><amp-img src=https://o.example/a.png href=/x poster=/p title=t></amp-img>"},
  };
  for (Case const& c : cases) check(c);
}

TEST_CASE("custom elements of all pages are one warning") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<base href=/x/><amp-img src=a.png></amp-img>");
  folder.write("s/b.html", "<base href=/x/><x-y href=a></x-y>");
  CHECK_THAT(
      run_cli({"rewrite", "--drop-base", "-o", "o", "s"}).err,
      Catch::Contains("s/a.html: warning: has references in attributes of custom elements") &&
          Catch::Contains("--attribute 'amp-img[src]=url' --attribute 'x-y[href]=url' "
                          "(2 links on 2 pages)"));
}

TEST_CASE("scripts that know their own address are named with the setting of the generator") {
  struct Script {
    Args args;
    std::string page;
    std::string setting;  // empty: no warning
  };
  const Script cases[] = {
      {{"--to", "relative"}, "<script src=/_next/static/chunks/a.js></script>", "assetPrefix"},
      {{"--to", "absolute"}, "<script src=/_next/static/chunks/a.js></script>", "assetPrefix"},
      {{"--to", "relative"},
       "<link rel=stylesheet data-precedence=next href=/_next/static/a.css>",
       "assetPrefix"},
      {{"--to", "relative"}, "<script type=module src=/_nuxt/entry.js></script>", "app.baseURL"},
      {{"--to", "relative"}, "<script src=/docs/_app/immutable/s.js></script>", "paths.relative"},
      {{"--rebase", "/=/docs/"}, "<script src=/_next/static/chunks/a.js></script>", "assetPrefix"},
      {{"--rebase", "https://h.example/=https://n.example/"},
       "<script src=/_next/static/a.js></script>",
       ""},
      {{"--to", "relative"}, "<script src=../_next/static/chunks/a.js></script>", ""},
      {{"--to", "relative"},
       "<script src=/assets/a.js></script><img src=/_next/static/media/a.png>",
       ""},
      {{"--to", "relative"}, "<link rel=stylesheet href=/_next/static/a.css>", ""},
      {{"--rebase", "/=/docs/"},
       "<script src=/assets/js/runtime~main.c1839094.js defer></script>",
       "baseUrl"},
      {{"--to", "relative"}, "<script src=/webpack-runtime-0a1b.js async></script>", "pathPrefix"},
      {{"--rebase", "https://h.example/=https://n.example/"},
       "<script src=/assets/js/runtime~main.c1839094.js defer></script>",
       ""},
  };
  for (Script const& c : cases) {
    CAPTURE(c.args, c.page);
    Args args{"rewrite", "--url", "https://h.example/d/p.html", "-"};
    args.insert(args.end(), c.args.begin(), c.args.end());
    const CliResult result = run_cli(args, {.in = c.page});
    CHECK(result.exit_code == 0);
    if (c.setting.empty()) {
      CHECK_THAT(result.err, !Catch::Contains("warning"));
    } else {
      CHECK_THAT(result.err,
                 Catch::Contains("warning: changes the address of") && Catch::Contains(c.setting));
    }
  }
}

TEST_CASE("conditions of --attribute that are wrong usage") {
  for (char const* attribute :
       {"meta[content]=url", "meta[name=a] p[content]=url", "meta[name=a][content]=x",
        "meta[name=][content]=url", "meta[name=a] [content]=url", "a[rel=x][href]=url",
        "[name=a][b]=url"}) {
    CAPTURE(attribute);
    CHECK(run_cli({"resolve", "--url", "https://h.example/", "--attribute", attribute, "-"},
                  {.in = "<p>"})
              .exit_code == 2);
  }
}
