// What each rule finds and what it leaves alone, and that nothing passes in silence.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/outside_data.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A site, what is asked of it, and what is found: "file:line rule raw", one a line.
struct RuleCase {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::string> options;
  std::string found;
};

/// The cell number `index` of a line of CSV; no cell of these rows has a quote in it before the
/// message.
std::string csv_cell(std::string const& line, std::size_t index) {
  std::istringstream cells(line);
  std::string cell;
  for (std::size_t i = 0; i <= index; ++i) std::getline(cells, cell, ',');
  return cell;
}

std::string rule_rows(std::string const& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::string found;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    found += csv_cell(line, 2) + ":" + csv_cell(line, 3) + " " + csv_cell(line, 0) + " " +
             csv_cell(line, 10) + "\n";
  }
  return found;
}

void check_rule_cases(std::vector<RuleCase> const& cases) {
  for (RuleCase const& c : cases) {
    CAPTURE(c.name);
    const TemporaryFolder folder;
    for (auto const& [path, text] : c.files) folder.write(path, text);
    std::vector<std::string> args{"check", "s", "-f", "csv", "-q"};
    args.insert(args.end(), c.options.begin(), c.options.end());
    CHECK(rule_rows(run_cli(args).out) == c.found);
  }
}

const std::string fine_link = "<a href=#>x</a>";
const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom'>";
const std::string sitemap = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";

}  // namespace

TEST_CASE("check: XML and JSON that are not well-formed are findings") {
  check_rule_cases({
      {"a feed", {{"s/a.atom", atom + "<id>x</if>"}}, {}, "s/a.atom:1 not-well-formed \n"},
      {"what stands before the fault is checked",
       {{"s/a.atom", atom + "\n<link href='gone'/>\n<b></c>"}},
       {},
       "s/a.atom:2 missing-file gone\ns/a.atom:3 not-well-formed \n"},
      {"XHTML",
       {{"s/a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><br>"}},
       {},
       "s/a.xhtml:1 not-well-formed \n"},
      {"SVG",
       {{"s/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><a>&nbsp;</a></svg>"}},
       {},
       "s/a.svg:1 not-well-formed \n"},
      {"a manifest",
       {{"s/a.webmanifest", "{\"start_url\": \"gone\","}},
       {},
       "s/a.webmanifest:1 missing-file gone\ns/a.webmanifest:1 not-well-formed \n"},
      {"redirects of hosts",
       {{"s/a.html", fine_link}, {"s/firebase.json", "{"}},
       {},
       "s/firebase.json:1 not-well-formed \n"},
      {"a text that the fault cuts is no link",
       {{"s/sitemap.xml", sitemap + "<url><loc>/a.xml</loc></url><url><loc>https://site.inv"}},
       {},
       "s/sitemap.xml:1 missing-file /a.xml\ns/sitemap.xml:1 not-well-formed \n"},
      {"a text that a wrong end tag ends is one",
       {{"s/sitemap.xml", sitemap + "<url><loc>/gone</url>"}},
       {},
       "s/sitemap.xml:1 missing-file /gone\ns/sitemap.xml:1 not-well-formed \n"},
      {"HTML has no such faults", {{"s/a.html", "<p><a href=#>x</b></i>"}}, {}, ""},
  });
  const TemporaryFolder folder;
  folder.write("s/a.atom", atom);
  CHECK(run_cli({"check", "s"}).exit_code == 1);
  const CliResult off = run_cli({"check", "s", "--severity", "not-well-formed=off"});
  CHECK(off.exit_code == 0);
  CHECK_THAT(off.err, Catch::Contains("s/a.atom:1:43: warning: not well-formed: "));
}

TEST_CASE("check: a text that a fault cuts is no link, whatever is said of the fault") {
  const std::string rss = "<rss version='2.0'><channel>";
  const std::string svg = "<svg xmlns='http://www.w3.org/2000/svg'>";
  const std::vector<std::pair<std::string, std::string>> files{
      {"s/sitemap.xml", sitemap + "<url><loc>/there/</loc></url><url><loc>/cut"},
      {"s/a.atom", atom + "<logo>/cut&x;</logo></feed>"},
      {"s/a.rss", rss + "<link>/cut<!-- > "},
      {"s/b.rss", rss + "<link>/cut & more</link></channel></rss>"},
      {"s/c.rss", rss + "<link>/cut <![CDATA[x]</link></channel></rss>"},
      {"s/a.svg", svg + "<style>a{background:url(/cut"},
      {"s/a.xhtml",
       "<html xmlns='http://www.w3.org/1999/xhtml'><style>a{background:url(/cut)}</style><br a"},
      {"s/a.webmanifest", "{\"start_url\": \"/there/\", \"scope\": \"/cut"},
      {"s/there/index.html", fine_link},
      {"old.xml", sitemap + "<url><loc>/there/</loc></url><url><loc>/cut"}};
  const std::vector<std::vector<std::string>> options{
      {"--severity", "not-well-formed=off"},
      {"--severity", "not-well-formed=note"},
      {"--rules", "missing-file,removed-url"},
      {"--exclude-url", "a.rss"},
      {"--external", "list"},
      {"--as-files", "--rules", "missing-file,not-from-files"},
      {"--keep-urls", "old.xml", "--rules", "removed-url,missing-file"}};
  const TemporaryFolder folder;
  for (auto const& [path, text] : files) folder.write(path, text);
  for (std::vector<std::string> const& each : options) {
    CAPTURE(each);
    std::vector<std::string> args{"check", "s", "-f", "csv", "-q"};
    args.insert(args.end(), each.begin(), each.end());
    std::istringstream rows(rule_rows(run_cli(args).out));
    std::size_t cut = 0;
    for (std::string row; std::getline(rows, row);) {
      if (row.find("/cut") == row.npos) continue;
      CAPTURE(row);
      CHECK(row.starts_with("s/a.xhtml:1 "));  // whose style sheet ends before the fault
      ++cut;
    }
    CHECK(cut >= 1);
  }
  std::istringstream resolved(run_cli({"resolve", "-q", "s", "-f", "csv"}).out);
  for (std::string row; std::getline(resolved, row);) {
    CAPTURE(row);
    CHECK((row.find("/cut") == row.npos || row.starts_with("s/a.xhtml,")));
  }
}

TEST_CASE("check: a local address is an error where it does harm, and else a note") {
  const TemporaryFolder folder;
  const auto severities = [&](std::string const& html, std::vector<std::string> const& options) {
    folder.write("s/a.html", fine_link + html);
    std::vector<std::string> args{"check", "s", "-f", "github", "-q"};
    args.insert(args.end(), options.begin(), options.end());
    std::istringstream lines(run_cli(args).out);
    std::string found;
    for (std::string line; std::getline(lines, line);) found += line.substr(2, line.find(' ') - 1);
    return found;
  };
  const std::string url = "http://localhost:3000/x";
  CHECK(severities("<a href=" + url + ">x</a>", {}) == "notice ");
  CHECK(severities("<q cite=" + url + ">x</q>", {}) == "notice ");
  for (std::string const& html :
       {"<img alt='' src=" + url + ">", "<script src=" + url + "></script>",
        "<link rel=stylesheet href=" + url + ">", "<iframe src=" + url + "></iframe>",
        "<form action=" + url + "></form>", "<link rel=canonical href=" + url + ">"}) {
    CAPTURE(html);
    CHECK(severities(html, {}) == "error ");
  }
  CHECK(severities("<a href=" + url + ">x</a>", {"--severity", "local-address=error"}) == "error ");
  const std::string all = "<a href=" + url +
                          ">x</a><img alt='' src=http://127.0.0.1/x>"
                          "<a href=http://10.1.1.1/>x</a><a href=http://intranet/>x</a>";
  CHECK(severities(all, {}) == "notice error notice notice ");
  CHECK(severities(all, {"--allow-private", "127.0.0.0/8"}) == "notice notice ");
  CHECK(severities(all, {"--allow-private", "all"}) == "notice ");
}

TEST_CASE("check: pages that name themselves by local files are one row") {
  const TemporaryFolder folder;
  for (std::string const name : {"a", "b", "c", "d"}) {
    folder.write("s/" + name + ".html",
                 fine_link + "<link rel=canonical href=file:///build/" + name + ".html>");
  }
  const std::string out = run_cli({"check", "s", "-f", "github", "-q"}).out;
  CHECK(std::count(out.begin(), out.end(), '\n') == 1);
  CHECK_THAT(out, Catch::Contains("(on 4 pages: "));
}

TEST_CASE("check: addresses of one machine or network") {
  const auto page = [](std::string const& url) {
    return fine_link + "<a href='" + url + "'>x</a>";
  };
  std::vector<RuleCase> cases;
  for (std::string const url :
       {"http://localhost:4000/", "https://app.localhost/x", "http://127.0.0.1/", "//10.0.0.1/x",
        "http://[::1]/", "http://192.168.1.7:8080/a", "file:///home/me/a.html", "C:/site/a.html",
        "c:\\a.html", "ws://localhost/"}) {
    cases.push_back({url, {{"s/a.html", page(url)}}, {}, "s/a.html:1 local-address " + url + "\n"});
    cases.push_back({"off", {{"s/a.html", page(url)}}, {"--severity", "local-address=off"}, ""});
    cases.push_back({"the site's own is such",
                     {{"s/a.html", page(url)}},
                     {"--site-url", "http://10.1.1.1/"},
                     ""});
  }
  for (std::string const url :
       {"http://printer.local/", "https://wiki.internal/x", "http://intranet/", "//undefined/x"}) {
    cases.push_back({url, {{"s/a.html", page(url)}}, {}, "s/a.html:1 local-address " + url + "\n"});
  }
  for (std::string const url : {"https://localhost.example/", "http://8.8.8.8/", "tel:127001",
                                "urn:localhost", "https://h.example/?u=http://localhost/"}) {
    cases.push_back({url, {{"s/a.html", page(url)}}, {}, ""});
  }
  cases.push_back({"feeds",
                   {{"s/a.atom", atom + "<link href='http://localhost:4000/'/></feed>"}},
                   {},
                   "s/a.atom:1 local-address http://localhost:4000/\n"});
  cases.push_back({"canonical addresses",
                   {{"s/a.html", fine_link + "<link rel=canonical href=http://localhost:4000/>"}},
                   {},
                   "s/a.html:1 local-address http://localhost:4000/\n"});
  cases.push_back(
      {"social cards",
       {{"s/a.html", fine_link + "<meta property=og:url content='http://localhost:4000/'>"}},
       {"--also", "meta"},
       "s/a.html:1 local-address http://localhost:4000/\n"});
  cases.push_back({"hints name hosts",
                   {{"s/a.html", fine_link + "<link rel=preconnect href=http://localhost:4000/>"}},
                   {},
                   ""});
  check_rule_cases(cases);
}

TEST_CASE("check: URLs that are hardly meant") {
  std::vector<RuleCase> cases;
  const auto add = [&](std::string const& url, bool is_found) {
    const std::string found = is_found ? "s/a.html:1 suspicious-url " + url + "\n" : "";
    const std::string html = fine_link + "<a href='" + url + "'>x</a>";
    cases.push_back({url, {{"s/a.html", html}}, {}, found});
    cases.push_back({"off", {{"s/a.html", html}}, {"--severity", "suspicious-url=off"}, ""});
  };
  for (char const* url :
       {"htp://h.example/", "htpps://h.example/", "hhttps://h.example/", "ttps://h.example/",
        "httpz://h.example/", "HTPS://h.example/", "mailt:a@h.example", "malito:a@h.example",
        "telr:1", "te:1", "https://https//h.example/", "http://http://h.example/",
        "//https/h.example", "mailto:info", "mailto:h.example?subject=a@b"}) {
    add(url, true);
  }
  for (char const* url :
       {"https://h.example/", "http://h.example/", "mailto:a@h.example", "mailto:a%40h.example",
        "mailto:?subject=x", "mailto:", "tel:1", "sms:1", "ftp://h.example/", "data:text/plain,x",
        "javascript:x()", "https://http.example/", "telnet://h.example/", "tag:h.example"}) {
    add(url, false);
  }
  check_rule_cases(cases);
}

TEST_CASE("check: references of 404.html that depend on its address") {
  const std::string page =
      "<a href=a.html>1</a><a href=./a.html>2</a><img src=a.png><a href=/a.html>3</a>"
      "<a href=https://site.invalid/a.html>4</a>";
  const std::string local = "<a href=#x>5</a><a href='?q'>6</a><p id=x>";
  const std::string found =
      "s/404.html:1 relative-in-404 a.html\ns/404.html:1 relative-in-404 ./a.html\n"
      "s/404.html:1 relative-in-404 a.png\n";
  const auto site = [](std::string const& name, std::string const& text) {
    return std::vector<std::pair<std::string, std::string>>{
        {"s/" + name, text}, {"s/a.html", fine_link}, {"s/a.png", ""}};
  };
  check_rule_cases({
      {"found", site("404.html", page + local), {}, found},
      {"off", site("404.html", page), {"--severity", "relative-in-404=off"}, ""},
      {"a base from the root of the host", site("404.html", "<base href=/>" + page), {}, ""},
      {"a base with a host", site("404.html", "<base href=https://site.invalid/>" + page), {}, ""},
      {"a base that is relative itself", site("404.html", "<base href=./>" + page), {}, found},
      {"another page", site("b.html", page), {}, ""},
      {"a missing file has one row",
       site("404.html", "<a href=gone.html>x</a>"),
       {},
       "s/404.html:1 missing-file gone.html\n"},
  });
}

TEST_CASE("check: the hash of a file and the attribute integrity") {
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  const std::string text = "alert(1)";
  const std::string sha256 = "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=";
  const auto site = [&](std::string const& attribute) {
    return std::vector<std::pair<std::string, std::string>>{
        {"s/a.js", text}, {"s/a.html", "<script src=a.js " + attribute + "></script>"}};
  };
  const std::string found = "s/a.html:1 integrity-mismatch a.js\n";
  const std::string wrong = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
  check_rule_cases({
      {"fits", site("integrity=" + sha256), {}, ""},
      {"does not", site("integrity=" + wrong), {}, found},
      {"off", site("integrity=" + wrong), {"--severity", "integrity-mismatch=off"}, ""},
      {"any of one algorithm", site("integrity='" + wrong + " " + sha256 + "'"), {}, ""},
      {"the strongest counts", site("integrity='" + sha256 + " sha512-AAAA'"), {}, found},
      {"of the strongest, too", site("integrity='sha512-AAAA " + sha256 + "'"), {}, found},
      {"unknown algorithms do not", site("integrity=md5-AAAA"), {}, ""},
      {"options and other letter case", site("INTEGRITY='" + sha256 + "?x'"), {}, ""},
      {"base64 of URLs, without padding",
       site("integrity=sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF-pI"),
       {},
       ""},
      {"empty", site("integrity=''"), {}, ""},
      {"another attribute", site("data-integrity=" + wrong), {}, ""},
      {"a value with '>' before", site("data-x='a>b' integrity=" + wrong), {}, found},
      {"a value with '<' before", site("title='a<b' integrity=" + wrong), {}, found},
      {"no space before, and upper case", site("title='>'INTEGRITY=\"" + wrong + "\""), {}, found},
      {"a character reference", site("integrity='sha256&#45;AAAA'"), {}, found},
      {"the first of two", site("integrity=" + sha256 + " integrity=" + wrong), {}, ""},
      {"far behind", site("title='" + std::string(5000, 'x') + "' integrity=" + wrong), {}, found},
      {"in another element", site("title='integrity=" + wrong + "'"), {}, ""},
      {"in a comment",
       {{"s/a.js", text}, {"s/a.html", "<!-- <script src=a.js integrity=" + wrong + "> --><img>"}},
       {},
       ""},
      {"in a frame",
       {{"s/a.js", text},
        {"s/a.html", "<iframe srcdoc='<script src=a.js integrity=" + wrong + ">'></iframe>"}},
       {},
       found},
      {"a tree, XHTML",
       {{"s/a.js", text},
        {"s/a.xhtml",
         "<html xmlns='http://www.w3.org/1999/xhtml'><script src='a.js' title='&lt;' "
         "integrity='" +
             wrong + "'/></html>"}},
       {},
       "s/a.xhtml:1 integrity-mismatch a.js\n"},
      {"rows of other rules around it",
       {{"s/a.js", text},
        {"s/a.html",
         "<img src=1>\n<script src=a.js integrity=" + wrong + "></script>\n<img src=2>"}},
       {},
       "s/a.html:1 missing-file 1\ns/a.html:2 integrity-mismatch a.js\ns/a.html:3 missing-file "
       "2\n"},
      {"a style sheet",
       {{"s/a.css", ""}, {"s/a.html", "<link integrity=sha256-AAAA rel=stylesheet href=a.css>"}},
       {},
       "s/a.html:1 integrity-mismatch a.css\n"},
      {"of another site",
       {{"s/a.html",
         fine_link + "<script src=https://a.example/a.js integrity=sha256-A></script>"}},
       {},
       ""},
      {"ignored", site("data-hrefkit-ignore integrity=" + wrong), {}, ""},
  });
}

TEST_CASE("check --as-files: what works on a server only") {
  const std::vector<std::string> as_files{"--as-files"};
  const auto page = [](std::string const& text) {
    return std::vector<std::pair<std::string, std::string>>{
        {"s/a.html", text},        {"s/d/index.html", fine_link},
        {"s/d/e.html", fine_link}, {"s/x.js", ""},
        {"s/x.css", ""},           {"s/_redirects", "/old /a.html"}};
  };
  const auto found = [](std::string const& raw) {
    return "s/a.html:1 not-from-files " + raw + "\n";
  };
  check_rule_cases({
      {"only where it is asked for", page("<a href=/d/e.html>x</a>"), {}, ""},
      {"off",
       page("<a href=/a.html>x</a>"),
       {"--as-files", "--severity", "not-from-files=off"},
       ""},
      {"a path", page("<a href=d/e.html?q#top>x</a><a href=#>x</a><a href=?q>x</a>"), as_files, ""},
      {"the root", page("<a href=/d/e.html>x</a>"), as_files, found("/d/e.html")},
      {"of a URL with backslashes", page("<a href='\\d\\e.html'>x</a>"), as_files,
       found("\\d\\e.html")},
      {"a host without a scheme", page("<a href=//o.example/>x</a><a href=d/>x</a>"), as_files,
       found("//o.example/") + found("d/")},
      {"a whole URL", page(fine_link + "<a href=https://o.example/>x</a>"), as_files, ""},
      {"a folder",
       page("<a href=d/>x</a><a href=d>x</a><a href=.>x</a>"),
       {"--as-files", "--index", "index.html,a.html"},
       found("d/") + found("d") + found(".")},
      {"an extension",
       page("<a href=d/e>x</a>"),
       {"--as-files", "--extensions", "html"},
       found("d/e")},
      {"a redirect", page("<a href=old>x</a>"), as_files, found("old")},
      {"above the root", page("<a href=../d/e.html>x</a>"), as_files, found("../d/e.html")},
      {"a module", page("<script type=module src=x.js></script><script src=x.js></script>"),
       as_files, found("x.js")},
      {"a request with an origin", page("<link rel=stylesheet href=x.css crossorigin>"), as_files,
       found("x.css")},
      {"a module from elsewhere",
       page(fine_link + "<script type=module src=https://o.example/x.js></script>"), as_files, ""},
      {"a form", page("<form action=/d/e.html></form>"), as_files, found("/d/e.html")},
      {"what a link element says", page(fine_link + "<link rel=canonical href=/a.html>"), as_files,
       ""},
      {"a base at the root", page("<base href=/d/><a href=e.html>x</a>"), as_files,
       found("e.html")},
      {"a relative base", page("<base href=d/><a href=e.html>x</a>"), as_files, ""},
      {"the site's own address as base",
       page(
           "<base href=https://h.example/d/><a href=e.html>x</a><a href=https://h.example/a.html>"),
       {"--as-files", "--site-url", "https://h.example/"},
       found("e.html")},
      {"in a srcdoc", page("<iframe srcdoc='<a href=/d/e.html>'></iframe>"), as_files,
       found("/d/e.html")},
      {"a style sheet",
       {{"s/x.css", "a{background:url(/y.png)}b{background:url(y.png)}"}, {"s/y.png", ""}},
       as_files,
       "s/x.css:1 not-from-files /y.png\n"},
      {"a feed and a sitemap are read from servers",
       {{"s/f.atom", atom + "<link href='/f.atom'/></feed>"},
        {"s/sitemap.xml", sitemap + "<url><loc>/f.atom</loc></url></urlset>"}},
       as_files,
       ""},
      {"what is missing is missing", page("<a href=gone.html>x</a>"), as_files,
       "s/a.html:1 missing-file gone.html\n"},
      {"and the root is wrong, too", page("<a href=/gone.html>x</a>"), as_files,
       "s/a.html:1 missing-file /gone.html\n" + found("/gone.html")},
      {"ignored", page("<a href=/a.html data-hrefkit-ignore>x</a>"), as_files, ""},
  });
}

TEST_CASE("check --as-files: messages, counts and suggestions") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<a href=d/>1</a><a href=/d/index.html>2</a><a href=index.html>3</a>");
  folder.write("s/d/index.html", "<a href=../index.html#x>x</a>");
  const CliResult result = run_cli({"check", "s", "--as-files", "-f", "jsonl"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out,
             Catch::Contains("'d/' is a folder: without a server, browsers list its files and do "
                             "not show d/index.html") &&
                 Catch::Contains("\"suggestion\":\"d/index.html\"") &&
                 Catch::Contains("'/d/index.html' begins at the root, which is that of the disk"));
  CHECK_THAT(result.err, Catch::Contains("4 links: 1 fine, 3 with findings"));
  CHECK_THAT(run_cli({"check", "s", "--rules", "not-from-files"}).err,
             Catch::Contains("not-from-files finds something only with --as-files"));
}

TEST_CASE("check: fragments that redirects lose") {
  const std::string there = "<p id=new><p id=old>";
  const std::string link = "<a href=/r#old>x</a>";
  check_rule_cases({
      {"a redirect keeps it",
       {{"s/a.html", link}, {"s/b.html", there}, {"s/_redirects", "/r /b.html"}},
       {},
       ""},
      {"another one replaces it",
       {{"s/a.html", link}, {"s/b.html", there}, {"s/_redirects", "/r /b.html#new"}},
       {},
       "s/a.html:1 missing-fragment /r#old\n"},
      {"the same does not",
       {{"s/a.html", link}, {"s/b.html", there}, {"s/_redirects", "/r /b.html#old"}},
       {},
       ""},
      {"#top is everywhere",
       {{"s/a.html", "<a href=/r#top>x</a>"},
        {"s/b.html", there},
        {"s/_redirects", "/r /b.html#new"}},
       {},
       ""},
  });
}

TEST_CASE("check: links that work by a redirect only") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<a href=d>1</a><a href=/r>2</a><a href=old.html>3</a><a href=older.html>4</a>"
               "<a href=d/>5</a>");
  folder.write("s/d/index.html", fine_link);
  folder.write("s/_redirects", "/r /d/#x\n");
  folder.write("s/old.html", "<meta http-equiv=refresh content='0; url=d/'>");
  folder.write("s/older.html", "<meta http-equiv=refresh content='0; url=old.html'>");
  CHECK(run_cli({"check", "s", "-q", "-f", "csv", "--rules", "missing-file"}).out.find("d,") ==
        std::string::npos);
  const std::string out =
      run_cli({"check", "s", "-q", "-f", "jsonl", "--rules", "redirected-link"}).out;
  const std::string end = "\"suggestion\":\"https://site.invalid/d/";
  CHECK(std::count(out.begin(), out.end(), '\n') == 5);
  for (std::string const raw : {"d", "/r", "old.html", "older.html"}) {
    CHECK_THAT(out, Catch::Contains("\"raw\":\"" + raw + "\""));
  }
  CHECK_THAT(out, Catch::Contains(end + "\"") && Catch::Contains(end + "#x\""));
  CHECK(out.find("suggestion\":\"https://site.invalid/old") == out.npos);
}

TEST_CASE("check: rules that are off unless they are asked for") {
  const std::string feed =
      atom +
      "<link href='/a.html'/><entry><content type='html'>&lt;a href='a.html'>x&lt;/a>"
      "&lt;a href='https://site.invalid/a.html'>y&lt;/a></content></entry></feed>";
  const std::vector<std::pair<std::string, std::string>> slashes{
      {"s/a.html", "<a href=d//b.html>x</a><a href=//a.example/x//y>y</a><a href='?a//b'>z</a>"},
      {"s/d/b.html", fine_link}};
  const std::vector<std::pair<std::string, std::string>> feeds{{"s/a.html", fine_link},
                                                               {"s/a.atom", feed}};
  const std::string slash = "s/a.html:1 double-slash d//b.html\n";
  const std::string relative = "s/a.atom:1 relative-in-feed a.html\n";
  check_rule_cases({
      {"slashes", slashes, {}, ""},
      {"slashes, by severity", slashes, {"--severity", "double-slash=error"}, slash},
      {"slashes, by rule", slashes, {"--rules", "double-slash"}, slash},
      {"feeds", feeds, {}, ""},
      {"feeds, by severity", feeds, {"--severity", "relative-in-feed=note"}, relative},
      {"feeds, by rule", feeds, {"--rules", "relative-in-feed"}, relative},
  });
}

TEST_CASE("check: files to which nothing leads") {
  const std::vector<std::pair<std::string, std::string>> site{
      {"s/index.html",
       "<img srcset='img/a.png 1x'><link rel=stylesheet href=a.css>"
       "<link rel=manifest href=a.webmanifest><a href=doc.pdf>x</a>"},
      {"s/a.css", "@import 'b.css';a{background:url(img/b.png)}"},
      {"s/b.css", ""},
      {"s/a.webmanifest", "{\"icons\": [{\"src\": \"img/c.png\"}]}"},
      {"s/img/a.png", ""},
      {"s/img/b.png", ""},
      {"s/img/c.png", ""},
      {"s/doc.pdf", ""},
      {"s/404.html", ""},
      {"s/robots.txt", ""},
      {"s/sitemap.xml", sitemap + "</urlset>"},
      {"s/pages.xml", sitemap + "</urlset>"},
      {"s/llms.txt", ""},
      {"s/humans.txt", ""},
      {"s/favicon.ico", ""},
      {"s/CNAME", ""},
      {"s/.well-known/x.txt", ""},
      {"s/_redirects", ""},
      {"s/.nojekyll", ""},
      {"s/LICENSE.txt", ""},
      {"s/a.css.map", ""}};
  std::vector<std::pair<std::string, std::string>> lost = site;
  for (char const* file : {"img/lost.png", "lost.css", "lost.js", "lost.svg", "zip/lost.zip"}) {
    lost.emplace_back("s/" + std::string(file), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  }
  const std::string found =
      "s/img/lost.png:1 orphan-file \ns/lost.css:1 orphan-file \ns/lost.js:1 orphan-file \n"
      "s/lost.svg:1 orphan-file \ns/zip/lost.zip:1 orphan-file \n";
  check_rule_cases({
      {"none", site, {"--orphans"}, ""},
      {"some", lost, {"--orphans"}, found},
      {"not asked for", lost, {}, ""},
      {"off", lost, {"--orphans", "--severity", "orphan-file=off"}, ""},
      {"excluded",
       lost,
       {"--orphans", "--exclude-path", "*.js", "--exclude-url", "zip|svg|css"},
       "s/img/lost.png:1 orphan-file \n"},
  });
  CHECK_THAT(run_cli({"check", ".", "--rules", "orphan-file"}).err,
             Catch::Contains("orphan-file finds something only with --orphans"));
}

TEST_CASE("check: URLs that are to be kept") {
  const std::vector<std::pair<std::string, std::string>> site{
      {"s/index.html", fine_link},
      {"s/d/index.html", fine_link},
      {"s/d/a b.html", fine_link},
      {"s/_redirects", "/old/* /d/:splat\n/away https://a.example/\n"}};
  const auto with = [&](std::string const& list) {
    auto files = site;
    files.emplace_back("list", list);
    return files;
  };
  const std::vector<std::string> options{"--keep-urls", "list", "--exclude-path", "*"};
  std::vector<std::string> at = options;
  at.insert(at.end(), {"--site-url", "https://h.example/"});
  check_rule_cases({
      {"a list of paths",
       with("\xEF\xBB\xBF# all\r\n/\r\n\r\n  /d/ \r\n/gone.html\r\n/d/a%20b.html\nd/gone#x\n"),
       {"--keep-urls", "list"},
       "list:5 removed-url /gone.html\nlist:7 removed-url d/gone#x\n"},
      {"redirects",
       with("/old/a%20b.html\n/away\n/old/gone.html\n"),
       {"--keep-urls", "list"},
       "list:3 removed-url /old/gone.html\n"},
      {"a list of URLs",
       with("https://h.example/d/\nhttps://h.example/gone\nhttps://a.example/x\n"), at,
       "list:2 removed-url https://h.example/gone\n"},
      {"a sitemap",
       with(sitemap + "\n<url><loc>https://h.example/d/</loc></url>\n"
                      "<url><loc>https://h.example/gone</loc></url></urlset>"),
       at, "list:3 removed-url https://h.example/gone\n"},
      {"off", with("/gone\n/\n"), {"--keep-urls", "list", "--severity", "removed-url=off"}, ""},
      {"excluded", with("/gone\n/\n"), {"--keep-urls", "list", "--exclude-url", "gone"}, ""},
  });
  struct Refused {
    std::string list, told;
  };
  for (Refused const& c : std::vector<Refused>{
           {"https://a.example/\n", "names no URL of the site"},
           {"", "names no URL"},
           {sitemap + "<url><loc>https://site.invalid/</loc></url>", "not well-formed"},
           {"\x1F\x8B\x08 packed", "is a gzip file"}}) {
    CAPTURE(c.list);
    const TemporaryFolder folder;
    folder.write("s/index.html", fine_link);
    folder.write("list", c.list);
    const CliResult result = run_cli({"check", "s", "--keep-urls", "list"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(c.told));
    CHECK(run_cli({"check", "s", "--keep-urls", "none"}).exit_code == 2);
  }
}

TEST_CASE("check: links of which none is judged, and addresses that are not the site's") {
  const std::string nothing = "s:1 nothing-checked \n";
  const std::string wrong = "s:1 wrong-site-url \n";
  const auto pages = [](std::string const& html) {
    return std::vector<std::pair<std::string, std::string>>{
        {"s/index.html", html}, {"s/a/index.html", html}, {"s/a/b.html", html}};
  };
  const auto hugo = [&](std::string const& root) {
    return pages("<a href=" + root + ">home</a><a href=" + root + "a/>a</a><a href=" + root +
                 "a/b>b</a><a href=https://gohugo.io/>x</a>");
  };
  const auto with = [](std::vector<std::pair<std::string, std::string>> files,
                       std::string const& path, std::string const& text) {
    files.emplace_back(path, text);
    return files;
  };
  const std::string item = "<item><link>https://h.example/d/a/b.html</link></item>";
  const std::vector<std::string> at{"--site-url", "https://h.example/d/"};
  const std::vector<std::string> at_other{"--site-url", "https://o.example/"};
  check_rule_cases({
      {"mail addresses alone", pages("<a href=mailto:a@h.example>x</a>"), {}, nothing},
      {"no link", pages(""), {}, ""},
      {"a base is no link", pages("<base href=https://h.example/><a href=x>x</a>"), {}, nothing},
      {"a footer", pages(fine_link + fine_link + "<a href=https://gohugo.io/a/>x</a>"), {}, ""},
      {"one foreign link", pages("<a href=https://gohugo.io/>x</a>"), {}, nothing},
      {"links, and the root", hugo("https://h.example/"), {}, nothing + wrong},
      {"links, and a path", hugo("https://h.example/d/"), {}, nothing + wrong},
      {"links, and the root itself below a path",
       pages("<a href=https://h.example/d/>home</a><a href=https://h.example/d/>logo</a>"
             "<a href=https://h.example/d/a/>a</a>"),
       {},
       nothing + wrong},
      {"another address", hugo("https://h.example/d/"), at_other, nothing + wrong},
      {"the right one",
       hugo("https://h.example/d/"),
       {"--site-url", "https://h.example/d/", "--extensions", "html"},
       ""},
      {"off",
       hugo("https://h.example/d/"),
       {"--severity", "nothing-checked=off", "--severity", "wrong-site-url=off"},
       ""},
      {"a sitemap",
       with(pages(fine_link), "s/sitemap.xml",
            sitemap + "<url><loc>https://h.example/d/a/b.html</loc></url></urlset>"),
       {},
       wrong},
      {"a sitemap of the site",
       with(pages(fine_link), "s/sitemap.xml",
            sitemap + "<url><loc>https://h.example/d/a/b.html</loc></url></urlset>"),
       at, ""},
      {"a feed",
       with(pages(fine_link), "s/feed.rss",
            "<rss version='2.0'><channel>" + item + item + "</channel></rss>"),
       at_other, wrong},
      {"social cards",
       {{"s/index.html", fine_link},
        {"s/a/b.html", fine_link + "<meta content=https://h.example/d/a/b.html property=og:url>"}},
       {},
       wrong},
      {"a social card with '>' in a value, and one in a comment",
       {{"s/index.html", fine_link},
        {"s/a/b.html", fine_link +
                           "<!-- <meta property=og:url content=https://h.example/> --><meta "
                           "title='a>b' content=https:&#47;/h.example/d/a/b.html "
                           "property=OG:URL>"}},
       {},
       wrong},
      {"a canonical address of a newer version",
       pages(fine_link + "<link rel=canonical "
                         "href=https://h.example/latest/a/>"),
       at, ""},
      {"an address of one machine",
       pages(fine_link + "<link rel=canonical href=http://localhost:4000/>"),
       {"--severity", "local-address=off"},
       ""},
  });
  const TemporaryFolder folder;
  for (auto const& [path, text] : hugo("https://h.example/d/")) folder.write(path, text);
  const CliResult result = run_cli({"check", "s", "-f", "jsonl", "--fail-on", "warning"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::Contains("\"file\":\"s\"") &&
                             Catch::Contains("\"suggestion\":\"https://h.example/d/\""));
  CHECK_THAT(result.err, Catch::Contains("with --site-url https://h.example/d/ links to it"));
}

TEST_CASE("check: the summary counts each warning that was printed") {
  const TemporaryFolder folder;
  folder.write("s/index.html", fine_link);
  folder.write("s/packed.html", "\x1F\x8B\x08 a gzip file");
  const CliResult result = run_cli({"check", "s"});
  CHECK_THAT(result.err, Catch::Contains("packed.html: warning: "));
  CHECK_THAT(result.err, Catch::EndsWith("hrefkit: 0 errors, 0 warnings, 1 warning about files\n"));
  CHECK(result.exit_code == 0);
  CHECK(run_cli({"check", "s", "--fail-on", "warning"}).exit_code == 0);
  folder.write("s/packed.html", fine_link);
  CHECK_THAT(run_cli({"check", "s"}).err, Catch::EndsWith("hrefkit: 0 errors, 0 warnings\n"));
}

TEST_CASE("check: after an error of the run no line says that nothing is broken") {
  const TemporaryFolder folder;
  std::filesystem::create_directory("empty");
  folder.write("sources/docs/a.md", "[b](b.md)");
  const CliResult none = run_cli({"check", "empty"});
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Catch::StartsWith("hrefkit: empty: error: there is no page to check") &&
                           Catch::EndsWith("--allow-empty accepts that\n"));
  CHECK_THAT(run_cli({"check", "empty", "-f", "markdown"}).out,
             Catch::Contains("**no page was checked.**") && !Catch::Contains("nothing is broken"));
  CHECK_THAT(run_cli({"check", "sources"}).err,
             Catch::Contains("but sources of pages such as docs/a.md: build the site first, then "
                             "check the built folder"));
  folder.write("s/index.html", fine_link);
  const CliResult part = run_cli({"check", "--root", "s", "s/index.html", "s/gone.html"});
  CHECK(part.exit_code == 2);
  CHECK_THAT(part.err, Catch::EndsWith("hrefkit: incomplete: not all could be checked\n"));
}

TEST_CASE("check: where nothing is checked, the links to other sites are counted") {
  const TemporaryFolder folder;
  const auto found = [&](std::string const& links) {
    folder.write("s/index.html", "<meta charset=utf-8>" + links);
    return run_cli({"check", "s", "-f", "github", "-q"}).out;
  };
  const std::string other = "<a href=https://a.example/>x</a>";
  CHECK_THAT(found(other), Catch::Contains("::nothing was checked: the only link goes to another "
                                           "site (--external check checks it)\n"));
  CHECK_THAT(found(other + other), Catch::Contains("both links go to other sites (--external check "
                                                   "checks them)\n"));
  CHECK_THAT(found(other + other + other), Catch::Contains("all 3 links go to other sites"));
  CHECK_THAT(found(other + "<a href=tel:1>x</a>"),
             Catch::Contains("1 link goes to another site (--external check checks it), 1 skipped "
                             "(tel:)\n"));
}

TEST_CASE("check: a wrong --site-url gets the address that the sitemap names at once") {
  const TemporaryFolder folder;
  std::string links;
  std::string urls;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "p" + std::to_string(i);
    links += "<a href=/docs/" + name + "/>x</a>";
    urls += "<url><loc>https://h.example/docs/" + name + "/</loc></url>";
    folder.write("s/" + name + "/index.html", "");
  }
  folder.write("s/index.html", "<meta charset=utf-8>" + links);
  folder.write("s/sitemap.xml",
               "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + urls + "</urlset>");
  for (std::vector<std::string> const& more :
       {std::vector<std::string>{}, {"--site-url", "https://wrong.example/"}}) {
    std::vector<std::string> args{"check", "s"};
    args.insert(args.end(), more.begin(), more.end());
    CHECK_THAT(run_cli(args).err, Catch::Contains("12 links begin with /docs/") &&
                                      Catch::Contains("--site-url https://h.example/docs/\n"));
  }
}

TEST_CASE("check: the extension of -o chooses html, or a line says that text is written") {
  const TemporaryFolder folder;
  folder.write("s/index.html", fine_link);
  const auto told = [](std::string const& file) {
    return run_cli({"check", "s", "-o", file}).err.find("chooses no format") != std::string::npos;
  };
  CHECK_FALSE(told("r.htm"));
  CHECK_THAT(file_bytes("r.htm"), Catch::StartsWith("<!doctype html>"));
  CHECK_FALSE(told("r.txt"));
  CHECK_FALSE(told("report"));
  CHECK(told("r.pdf"));
  CHECK(file_bytes("r.pdf") == "1 page, 1 link: nothing is broken.\n");
  CHECK(run_cli({"check", "s", "-f", "text", "-o", "r.pdf"}).err.find("format") ==
        std::string::npos);
}

TEST_CASE("check: the summary names the schemes of skipped links, the most frequent first") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<a href=tel:1>x</a><a href=mailto:a@b>x</a><a href=mailto:c@d>x</a>"
               "<a href=#>x</a>");
  CHECK_THAT(run_cli({"check", "s"}).err, Catch::Contains(", 3 skipped (mailto:, tel:)\n"));
  folder.write("s/index.html",
               "<a href=b:1>x</a><a href=aa:1>x</a><a href=c:1>x</a><a href=dd:1>x</a>"
               "<a href=ee:1>x</a><a href=ff:1>x</a><a href=gg:1>x</a><link href=x>"
               "<a href=an-extraordinarily-long-scheme:1>x</a><a href=gg:2>x</a>");
  CHECK_THAT(run_cli({"check", "s", "--rules", "missing-file"}).err,
             Catch::Contains("skipped (1 `link` without `rel`, which does nothing; 9 gg:, aa:, "
                             "an-extraordinarily-l...:, b:, c: and 3 more)\n"));
}

TEST_CASE("check: a page is no picture, no script and no style sheet") {
  const std::string page = "<!doctype html>";
  const std::string rewrite_all = "/* /index.html 200\n";
  check_rule_cases({
      {"a rule shows the home page in place of what is missing",
       {{"s/index.html",
         page + "<img src=/x.png alt>\n<script src=/old.js></script>\n<a href=/gone>x</a>\n"
                "<link rel=manifest href=/m.webmanifest>\n<link rel=icon href=/i.ico>"},
        {"s/_redirects", rewrite_all}},
       {"--rules", "wrong-type"},
       "s/index.html:1 wrong-type /x.png\ns/index.html:2 wrong-type /old.js\n"
       "s/index.html:4 wrong-type /m.webmanifest\ns/index.html:5 wrong-type /i.ico\n"},
      {"pages of the folder",
       {{"s/index.html",
         page + "<script src=a.html></script>\n<img src=./ alt>\n<video src=a.html></video>\n"
                "<style>p{background:url(a.html)}</style>\n<svg><use href='a.html#x'/></svg>\n"
                "<link rel=stylesheet href=a.html>\n<img src='#' alt>"},
        {"s/a.html", page + "<p id=x>"}},
       {},
       "s/index.html:1 wrong-type a.html\ns/index.html:2 wrong-type ./\n"
       "s/index.html:3 wrong-type a.html\ns/index.html:4 wrong-type a.html\n"
       "s/index.html:5 wrong-type a.html#x\ns/index.html:6 wrong-type a.html\n"
       "s/index.html:7 wrong-type #\n"},
      {"what may be a page",
       {{"s/index.html",
         page + "<a href=a.html>x</a><iframe src=a.html></iframe><object data=a.html></object>"
                "<embed src=a.html><link rel=prefetch href=a.html><link rel=next href=a.html>"
                "<form action=a.html></form><q cite=a.html></q>"
                "<script type=text/template src=a.html></script>"},
        {"s/a.html", page}},
       {},
       ""},
      {"elements of the document itself, by its address",
       {{"s/index.html",
         page + "<svg><use href='index.html#x'/><path id=x fill='url(/#x)'/></svg>"}},
       {},
       ""},
      {"pictures and scripts with the name of a page: browsers look at the bytes",
       {{"s/index.html", page + "<img src=p.html alt><script src=s.html></script>"},
        {"s/p.html", "\x89PNG\r\n\x1A\n"},
        {"s/s.html", "var a = 1"}},
       {},
       ""},
      {"modules and style sheets: at the type",
       {{"s/index.html",
         page + "<link rel=stylesheet href=c.html>\n<script type=module src=s.html></script>"},
        {"s/quirks.html", "<link rel=stylesheet href=c.html>"},
        {"s/c.html", "p{}"},
        {"s/s.html", "var a = 1"}},
       {},
       "s/index.html:1 wrong-type c.html\ns/index.html:2 wrong-type s.html\n"},
      {"files that are no pages, whatever is asked for",
       {{"s/index.html",
         page + "<img src=a.txt alt><img src=a.svg alt><img src=a alt><img src=a.php alt>"},
        {"s/a.txt", page},
        {"s/a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"},
        {"s/a", page},
        {"s/a.php", page}},
       {},
       ""},
      {"a type that an option gives",
       {{"s/index.html", page + "<img src=a.php alt>"}, {"s/a.php", page}},
       {"--ext", "php=html"},
       "s/index.html:1 wrong-type a.php\n"},
      {"XHTML",
       {{"s/index.html", page + "<img src=a.xhtml alt>"},
        {"s/a.xhtml", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>"}},
       {},
       "s/index.html:1 wrong-type a.xhtml\n"},
      {"what is ignored",
       {{"s/index.html",
         page + "<img src=./ alt data-hrefkit-ignore><!-- hrefkit-ignore --><img src=./ alt>"}},
       {},
       ""},
  });
}

TEST_CASE("check: a rule for all addresses is told once, with its links") {
  const std::string index = "<!doctype html><a href=/>x</a><a href=/a>x</a><a href=/b#c>x</a>";
  check_rule_cases({
      {"_redirects",
       {{"s/index.html", index}, {"s/_redirects", "# all\n/*  /index.html  200\n"}},
       {"--rules", "catch-all"},
       "s/_redirects:2 catch-all /*  /index.html  200\n"},
      {"vercel.json",
       {{"s/index.html", index},
        {"s/vercel.json",
         "{\"rewrites\": [{\"source\": \"/(.*)\", \"destination\": \"/index.html\"}]}"}},
       {"--rules", "catch-all"},
       "s/vercel.json:1 catch-all /index.html\n"},
      {"firebase.json",
       {{"s/index.html", index},
        {"s/firebase.json",
         "{\"hosting\": {\"rewrites\": [{\"source\": \"**\", \"destination\": "
         "\"/index.html\"}]}}"}},
       {"--rules", "catch-all"},
       "s/firebase.json:1 catch-all /index.html\n"},
      {"netlify.toml",
       {{"s/index.html", index},
        {"s/netlify.toml", "[[redirects]]\nfrom = '/*'\nto = '/index.html'\nstatus = 200\n"}},
       {"--rules", "catch-all"},
       "s/netlify.toml:3 catch-all /index.html\n"},
      {"another program answers all",
       {{"s/index.html", index}, {"s/_redirects", "/* https://other.example/:splat 200\n"}},
       {"--rules", "catch-all"},
       "s/_redirects:1 catch-all /* https://other.example/:splat 200\n"},
      {"no link needs it",
       {{"s/index.html", "<!doctype html><a href=/>x</a>"},
        {"s/_redirects", "/* /index.html 200\n"}},
       {"--rules", "catch-all"},
       ""},
      {"a page for what is missing, a part of the site, names that stay",
       {{"s/index.html", index},
        {"s/_redirects", "/app/* /index.html 200\n/old/* /:splat 301\n/* /404.html 404\n"},
        {"s/404.html", "<!doctype html>"}},
       {"--rules", "catch-all"},
       ""},
      {"its target is missing",
       {{"s/index.html", index}, {"s/_redirects", "/* /gone 200\n"}},
       {"--rules", "catch-all"},
       ""},
  });
  const TemporaryFolder folder;
  folder.write("s/index.html", index);
  folder.write("s/_redirects", "/* /index.html 200\n");
  CHECK_THAT(run_cli({"check", "s", "--rules", "catch-all"}).out,
             Catch::Contains("2 links work by this rule alone"));
}

}  // namespace hrefkit::test
