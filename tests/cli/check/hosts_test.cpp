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
             Catch::Contains("site/vercel.json:1:1: error: it is not JSON; its redirects are not "
                             "known [not-well-formed]\n"));
  CHECK_THAT(run_cli({"check", "site", "--severity", "not-well-formed=off"}).err,
             Catch::Contains("site/vercel.json: warning: it is not JSON; its redirects are not "
                             "known"));
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
