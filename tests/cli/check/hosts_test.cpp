#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

void write_pages(TemporaryFolder const& folder) {
  folder.write("site/index.html",
               "<a href=/about>x</a>\n<a href=/guide/>x</a>\n<a href=/_data/x.html>x</a>");
  folder.write("site/about.html", "x");
  folder.write("site/guide.html", "x");
  folder.write("site/_data/x.html", "x");
}

/// What `check` finds with these options, without the lines of the source.
std::string findings(std::vector<std::string> options) {
  options.insert(options.begin(), {"check", "-q", "site"});
  std::istringstream lines(run_cli(options).out);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("site/") || line.starts_with("out/")) found += line + "\n";
  }
  return found;
}

}  // namespace

TEST_CASE("check --host: pages are found as the host finds them") {
  const TemporaryFolder folder;
  write_pages(folder);
  CHECK(findings({}) ==
        "site/index.html:1:9: error: '/about': about does not exist; with --extensions "
        "html it is about.html [missing-file]\n"
        "site/index.html:2:9: error: '/guide/': guide/ does not exist; did you mean guide.html? "
        "[missing-file]\n");
  CHECK(findings({"--host", "netlify"}).empty());
  CHECK(findings({"--host", "github-pages"}) ==
        "site/index.html:2:9: error: '/guide/': guide/ does not exist; did you mean guide.html? "
        "[missing-file]\n"
        "site/index.html:3:9: error: '/_data/x.html': _data/x.html is not published: GitHub Pages "
        "leaves out names "
        "that begin with '_', unless the root has a file .nojekyll [missing-file]\n");
  folder.write("site/.nojekyll", "");
  CHECK(findings({"--host", "github-pages"}).find("published") == std::string::npos);
  const CliResult wrong = run_cli({"check", "--host", "netlfy", "site"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("did you mean netlify?"));
}

TEST_CASE("check --severity redirected-link: links that work by a redirect only") {
  const TemporaryFolder folder;
  folder.write(
      "site/index.html",
      "<a href=docs#top>x</a>\n<a href=old?q>x</a>\n<a href=docs/>x</a>\n<a href=a.html>x");
  folder.write("site/docs/index.html", "x");
  folder.write("site/a.html", "x");
  folder.write("site/_redirects", "/old /docs/ 301\n/shown /docs/ 200\n");
  CHECK(findings({}).empty());
  CHECK(findings({"--severity", "redirected-link=warning"}) ==
        "site/index.html:1:9: warning: 'docs#top' is redirected to /docs/#top [redirected-link]\n"
        "site/index.html:2:9: warning: 'old?q' is redirected to /docs/?q [redirected-link]\n");
  const std::string cloudflare =
      findings({"--severity", "redirected-link=warning", "--host", "cloudflare-pages"});
  CHECK_THAT(cloudflare, Catch::Contains("'a.html' is redirected to /a "));
}

TEST_CASE("check: redirects in the configuration files of hosts") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=/v/x>x</a><a href=/f/x>x</a><a href=/n/x>x</a><a href=/more/x>x</a>");
  CHECK(run_cli({"check", "-q", "site", "-f", "csv"}).out.find("missing-file") !=
        std::string::npos);
  folder.write("site/vercel.json",
               R"({"redirects": [{"source": "/v/:path*", "destination": "/"}]})");
  folder.write("site/firebase.json",
               R"({"hosting": {"rewrites": [{"source": "/f/**", "destination": "/index.html"}]}})");
  folder.write("site/netlify.toml", "[[redirects]]\nfrom = '/n/*'\nto = '/gone.html'\n");
  folder.write("more.txt", "/more/* /\n");
  CHECK(findings({"--redirects", "more.txt"}) ==
        "site/index.html:1:45: error: '/n/x': the redirect leads to gone.html, which does not "
        "exist [redirect-broken]\n"
        "site/netlify.toml:3:7: error: '/gone.html': the redirect leads to gone.html, which does "
        "not exist [redirect-broken]\n");
  const CliResult none = run_cli({"check", "site", "--redirects", "none.txt"});
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Catch::Contains("none.txt: error: "));
  folder.write("site/vercel.json", "{");
  CHECK_THAT(run_cli({"check", "site"}).out,
             Catch::Contains("site/vercel.json:1:2: error: it is not JSON; its redirects are not "
                             "known [not-well-formed]\n"));
  CHECK_THAT(run_cli({"check", "site", "--severity", "not-well-formed=off"}).err,
             Catch::Contains("site/vercel.json: warning: it is not JSON; its redirects are not "
                             "known"));
}

TEST_CASE("check: rules that a host drops are warnings at their place, and do not count") {
  const TemporaryFolder folder;
  folder.write("site/b/index.html", "x");
  folder.write("site/404.html", "x");
  folder.write(
      "site/_redirects",
      "\xEF\xBB\xBF/* /index.html 200\r\n/a /b/ 301!\r\nhttps://s.example/c /b/\r\n/d /b/\r\n");
  folder.write("site/index.html",
               "<a href=/gone>x</a><a href=/a>x</a><a href=/c>x</a><a href=/d>x</a>");
  CHECK(findings({"--host", "cloudflare-pages", "--site-url", "https://s.example/"}) ==
        "site/_redirects:1:1: warning: '/* /index.html 200': this rule is not applied: Cloudflare "
        "drops the rule as an infinite loop: it redirects /index.html to / itself "
        "[redirect-ignored]\n"
        "site/_redirects:2:1: warning: '/a /b/ 301!': this rule is not applied: the status is not "
        "one of 200, 301, 302, 303, 307 and 308, which Cloudflare takes [redirect-ignored]\n"
        "site/_redirects:3:1: warning: 'https://s.example/c /b/': this rule is not applied: "
        "Cloudflare takes paths alone, no absolute URL, as the source of a rule "
        "[redirect-ignored]\n"
        "site/index.html:1:9: error: '/gone': gone does not exist [missing-file]\n"
        "site/index.html:1:28: error: '/a': a does not exist [missing-file]\n"
        "site/index.html:1:44: error: '/c': c does not exist [missing-file]\n");
  CHECK(findings({"--site-url", "https://s.example/"}) ==
        "site/_redirects:1:1: warning: '/* /index.html 200': 3 links work by this rule alone: it "
        "answers every address, so missing pages are not found [catch-all]\n");
  folder.write("site/_redirects", "/d /b/\n/c id=:id /b/\n");
  CHECK_THAT(findings({"--host", "gitlab-pages"}),
             Catch::Contains("site/_redirects:2:11: warning: ") &&
                 Catch::Contains("[redirect-ignored]") &&
                 Catch::Contains("'/d': d does not exist"));
}

TEST_CASE("check: a path that the host sends on is missing, not a broken redirect") {
  const TemporaryFolder folder;
  folder.write("site/b.html", "x");
  folder.write("site/index.html",
               "<a href=/mcp>x</a><a href=/mcp/>x</a><a href=/gone/>x</a><a href=/b/>x</a>");
  const auto write = [&](std::string const& settings) {
    folder.write("site/vercel.json",
                 "{" + settings + R"("rewrites": [{"source": "/mcp", "destination": "/b.html"}]})");
    return findings({"--host", "vercel"});
  };
  CHECK(write("").find("'/mcp/': mcp/ does not exist") != std::string::npos);
  CHECK(write(R"("trailingSlash": false, )").find("mcp") == std::string::npos);
  CHECK(
      write(R"("trailingSlash": false, )").find("'/gone/': gone/ does not exist [missing-file]") !=
      std::string::npos);
  CHECK(write(R"("trailingSlash": true, )").find("'/mcp': mcp does not exist") !=
        std::string::npos);
  CHECK(write(R"("cleanUrls": true, "trailingSlash": false, )").find("'/b/'") == std::string::npos);
}

TEST_CASE("check: Azure's staticwebapp.config.json and Firebase's settings say what paths are") {
  const TemporaryFolder folder;
  folder.write("site/page.html", "x");
  folder.write("site/folder/index.html", "x");
  folder.write("site/folder.html", "x");
  folder.write(
      "site/index.html",
      "<a href=/page>x</a>\n<a href=/page/>x</a>\n<a href=/page.html>x</a>\n"
      "<a href=/folder>x</a>\n<a href=/folder/>x</a>\n<a href=/gone/>x</a>\n<a href=/old>x</a>");
  folder.write(
      "site/staticwebapp.config.json",
      R"({"trailingSlash": "always", "routes": [{"route": "/old", "redirect": "/page/"}]})");
  const std::string azure = findings({"--host", "azure", "--severity", "redirected-link=note"});
  CHECK(azure ==
        "site/index.html:1:9: note: '/page' is redirected to /page/ [redirected-link]\n"
        "site/index.html:3:9: note: '/page.html' is redirected to /page/ [redirected-link]\n"
        "site/index.html:4:9: note: '/folder' is redirected to /folder/ [redirected-link]\n"
        "site/index.html:6:9: error: '/gone/': gone/ does not exist [missing-file]\n"
        "site/index.html:7:9: note: '/old' is redirected to /page/ [redirected-link]\n");
  folder.write("site/staticwebapp.config.json", "{}");
  folder.write("site/firebase.json", R"({"hosting": {"cleanUrls": true, "rewrites": [
      {"source": "!/@(js|css|page)/**", "destination": "/index.html"}]}})");
  CHECK(findings({"--host", "firebase", "--severity", "redirected-link=note", "--severity",
                  "catch-all=off"}) ==
        "site/index.html:2:9: error: '/page/': page/ does not exist; did you mean page.html? "
        "[missing-file]\n"
        "site/index.html:3:9: note: '/page.html' is redirected to /page [redirected-link]\n");
}

TEST_CASE("check --host netlify: letter case is a warning, unless another severity is given") {
  const TemporaryFolder folder;
  folder.write("site/Foo/Bar.html", "x");
  folder.write("site/index.html", "<a href=/foo/bar.html>x</a>");
  CHECK(findings({"--host", "netlify"}) ==
        "site/index.html:1:9: warning: '/foo/bar.html': foo/bar.html does not exist; did you mean "
        "Foo/Bar.html (letter case)? Users say that Netlify finds it all the same "
        "[case-mismatch]\n");
  CHECK_THAT(findings({"--host", "netlify", "--severity", "case-mismatch=error"}),
             Catch::Contains(": error: "));
  CHECK_THAT(findings({}), Catch::Contains(": error: ") && !Catch::Contains("Netlify"));
}

TEST_CASE("check: vercel.json says how paths end") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=/page>x</a><a href=/page.html>x</a><a href=/page/>x</a>");
  folder.write("site/page.html", "x");
  folder.write("site/vercel.json", R"({"cleanUrls": true})");
  CHECK(findings({}).empty());
  CHECK_THAT(findings({"--severity", "redirected-link=error"}),
             Catch::Contains("'/page.html' is redirected to /page "));
}

// Vercel docs, "Project configuration"; Firebase docs, "Configure hosting behavior": trailingSlash.
TEST_CASE(
    "check: trailingSlash of vercel.json and firebase.json says where pages and folders are") {
  const TemporaryFolder folder;
  folder.write("site/page.html", "x");
  folder.write("site/folder/index.html", "x");
  folder.write(
      "site/index.html",
      "<a href=/page>x</a><a href=/page/>x</a><a href=/page.html>x</a><a href=/folder>x</a>"
      "<a href=/folder/>x</a><a href=/folder/index.html>x</a><a href=/>x</a>");
  const auto redirects = [&](std::string const& settings) {
    folder.write("site/vercel.json", "{" + settings + "}");
    const std::string vercel = findings({"--severity", "redirected-link=note"});
    folder.write("site/vercel.json", "{}");
    folder.write("site/firebase.json", R"({"hosting": {)" + settings + "}}");
    CHECK(findings({"--severity", "redirected-link=note"}) == vercel);
    folder.write("site/firebase.json", "{}");
    std::string found;
    for (std::size_t at = 0; (at = vercel.find("note: ", at)) != std::string::npos;) {
      at += 6;
      found += vercel.substr(at, vercel.find(" [", at) - at) + "\n";
    }
    return found;
  };
  CHECK(redirects(R"("cleanUrls": true, "trailingSlash": true)") ==
        "'/page' is redirected to /page/\n"
        "'/page.html' is redirected to /page/\n"
        "'/folder' is redirected to /folder/\n"
        "'/folder/index.html' is redirected to /folder/\n");
  CHECK(redirects(R"("cleanUrls": true, "trailingSlash": false)") ==
        "'/page/' is redirected to /page\n"
        "'/page.html' is redirected to /page\n"
        "'/folder/' is redirected to /folder\n"
        "'/folder/index.html' is redirected to /folder\n");
}

TEST_CASE("check --host cloudflare-pages: without 404.html the index page answers everything") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=/gone>x</a><a href=/a/gone>x</a><img src=/no.png><a href=/docs/gone>x</a>"
               "<a href=/docs/x/gone#y>x</a>");
  folder.write("site/docs/404.html", "x");
  const std::string found = findings({"--host", "cloudflare-pages"});
  CHECK_THAT(found, !Catch::Contains("'/gone'") && !Catch::Contains("'/a/gone'"));
  CHECK_THAT(found, Catch::Contains("[wrong-type]") && Catch::Contains("docs/gone") &&
                        Catch::Contains("docs/x/gone"));
  CHECK_THAT(
      run_cli({"check", "-q", "site", "--host", "cloudflare-pages"}).out,
      Catch::StartsWith("site:1:1: warning: 2 links work only since Cloudflare Pages shows the "
                        "index page for what is missing where the root has no 404.html: "
                        "missing pages are not found [catch-all]\n"));
  folder.write("site/404.html", "x");
  CHECK_THAT(findings({"--host", "cloudflare-pages"}),
             Catch::Contains("'/gone'") && !Catch::Contains("[wrong-type]"));
}

TEST_CASE(
    "check: wrangler.jsonc says what a Worker does about slashes, and about what is missing") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=/page>1</a>\n<a href=/page/>2</a>\n<a href=/page.html>3</a>\n"
               "<a href=/d>4</a>\n<a href=/d/>5</a>\n<a href=/gone>6</a>");
  folder.write("site/page.html", "x");
  folder.write("site/d/index.html", "x");
  const auto lines = [&](std::string const& assets) {
    folder.write("wrangler.jsonc",
                 "// A Worker\n{\"name\": \"w\", /* , ] */ \"assets\": {" + assets + "},}\n");
    std::string found;
    std::istringstream rows(findings({"--redirects", "wrangler.jsonc", "--rules",
                                      "missing-file,missing-index,redirected-link,catch-all",
                                      "--severity", "redirected-link=warning"}));
    for (std::string row; std::getline(rows, row);) {
      const bool is_redirected = row.find("redirected-link") != row.npos;
      found += row.starts_with("site/index.html:")
                   ? row.substr(16, 1) + (is_redirected ? "r " : " ")
                   : "";
    }
    return found;
  };
  CHECK(lines("\"directory\": \"site\"") == "2r 3r 4r 6 ");
  CHECK(lines("\"html_handling\": \"force-trailing-slash\"") == "1r 3r 4r 6 ");
  CHECK(lines("\"html_handling\": \"drop-trailing-slash\"") == "2r 3r 5r 6 ");
  CHECK(lines("\"html_handling\": \"none\"") == "1 2 4 5 6 ");
  CHECK(lines("\"not_found_handling\": \"404-page\"") == "2r 3r 4r 6 ");
  CHECK(lines("\"not_found_handling\": \"single-page-application\"") == "2r 3r 4r ");
  folder.write("wrangler.toml", "name = 'w'\n[assets]\nhtml_handling = 'drop-trailing-slash'\n");
  CHECK(findings({"--redirects", "wrangler.toml"}).find("/gone") != std::string::npos);
  CHECK(findings({"--redirects", "wrangler.toml"}).find("/page'") == std::string::npos);
  // A script may answer what no file does; without assets the file says nothing of the site.
  folder.write("wrangler.toml", "main = 'w.js'\n[assets]\ndirectory = 'site'\n");
  CHECK(findings({"--redirects", "wrangler.toml", "--rules", "missing-file"}).empty());
  folder.write("wrangler.toml", "main = 'w.js'\n");
  CHECK(findings({"--redirects", "wrangler.toml"}).find("/page'") != std::string::npos);
  folder.write("wrangler.jsonc", "{\"assets\": ");
  CHECK_THAT(run_cli({"check", "--redirects", "wrangler.jsonc", "site"}).out,
             Catch::Contains("it is not JSON"));
}

TEST_CASE("check --mount: another folder is a part of the site") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=/api/a.html#x>x</a><a href=/api/none.html>x</a>");
  folder.write("out/a.html", "<p id=x><a href=/index.html>x</a><a href=/gone>x</a>");
  CHECK(findings({"--mount", "/api=out"}) ==
        "out/a.html:1:42: error: '/gone': gone does not exist [missing-file]\n"
        "site/index.html:1:36: error: '/api/none.html': api/none.html does not exist "
        "[missing-file]\n");
  for (char const* wrong : {"api=out", "/api", "/=out", "/api="}) {
    CHECK(run_cli({"check", "--mount", wrong, "site"}).exit_code == 2);
  }
  CHECK_THAT(run_cli({"check", "--mount", "/api=none", "site"}).err, Catch::Contains("none: "));
}

}  // namespace hrefkit::test
