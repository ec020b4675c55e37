// `check --pages FILE` and `--graph FILE`: the rows of pages and of the links between them.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "net/loopback_server.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// The rows of `--pages` for the folder `site`, with their keys in brackets of `keys` alone.
std::string page_rows(TemporaryFolder const& folder, std::vector<std::string> options = {}) {
  options.insert(options.begin(),
                 {"check", "-q", "site", "--fail-on", "none", "--pages", "p.jsonl"});
  const CliResult result = run_cli(options);
  CHECK(result.exit_code == 0);
  return folder.read("p.jsonl");
}

/// The value of a key in the row with this URL below the site's root, as JSON.
std::string row_value(std::string const& rows, std::string const& url, std::string const& key) {
  const std::size_t row = rows.find("{\"url\":\"https://site.invalid" + url + "\",");
  if (row == rows.npos) return "no row";
  const std::size_t at = rows.find(",\"" + key + "\":", row);
  if (at == rows.npos) return "no key";
  const std::size_t begin = at + key.size() + 4;
  return rows.substr(begin, rows.find_first_of(",}\n", begin) - begin);
}

}  // namespace

TEST_CASE("check --pages: a row has what the page says, and who leads there") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<!doctype html><html lang=en><title>A, \"b\"\n c</title>"
               "<link rel=canonical href=/><link rel=alternate hreflang=de href=/de/>"
               "<a href=a.html>1</a><a href=a.html#x>2</a><a href=https://other.example/>3</a>"
               "<a href=/#top>4</a><img src=i.png><a href=gone.html>5</a>");
  folder.write("site/a.html", "<a href=b.html>1</a><a href=/>2</a><a href=a.pdf>3</a>");
  folder.write("site/b.html", "<meta name=robots content=noindex><a href=a.html>1</a>");
  folder.write("site/de/index.html", "<link rel=canonical href=/>");
  folder.write("site/i.png", "12345");
  folder.write("site/a.pdf", "");
  CHECK(
      page_rows(folder) ==
      R"({"url":"https://site.invalid/a.html","file":"site/a.html","status":200,"type":"text/html","title":null,"lang":null,"depth":1,"in":2,"out":2,"external":0,"findings":0,"canonical":null,"indexable":true,"robots":null,"sitemap":false,"alternates":[],"redirect":null,"bytes":54}
{"url":"https://site.invalid/b.html","file":"site/b.html","status":200,"type":"text/html","title":null,"lang":null,"depth":2,"in":1,"out":1,"external":0,"findings":0,"canonical":null,"indexable":false,"robots":"noindex","sitemap":false,"alternates":[],"redirect":null,"bytes":54}
{"url":"https://site.invalid/de/","file":"site/de/index.html","status":200,"type":"text/html","title":null,"lang":null,"depth":null,"in":0,"out":0,"external":0,"findings":0,"canonical":"https://site.invalid/","indexable":false,"robots":"canonical","sitemap":false,"alternates":[],"redirect":null,"bytes":27}
{"url":"https://site.invalid/","file":"site/index.html","status":200,"type":"text/html","title":"A, \"b\" c","lang":"en","depth":0,"in":1,"out":1,"external":1,"findings":2,"canonical":"https://site.invalid/","indexable":true,"robots":null,"sitemap":false,"alternates":[{"hreflang":"de","url":"https://site.invalid/de/"}],"redirect":null,"bytes":257}
{"url":"https://site.invalid/a.pdf","file":"site/a.pdf","status":200,"type":"application/pdf","title":null,"lang":null,"depth":2,"in":1,"out":0,"external":0,"findings":0,"canonical":null,"indexable":true,"robots":null,"sitemap":false,"alternates":[],"redirect":null,"bytes":0}
{"url":"https://site.invalid/i.png","file":"site/i.png","status":200,"type":"image/png","title":null,"lang":null,"depth":null,"in":1,"out":0,"external":0,"findings":0,"canonical":null,"indexable":true,"robots":null,"sitemap":false,"alternates":[],"redirect":null,"bytes":5}
{"url":"https://site.invalid/gone.html","file":null,"status":404,"type":null,"title":null,"lang":null,"depth":1,"in":1,"out":0,"external":0,"findings":0,"canonical":null,"indexable":false,"robots":"status","sitemap":false,"alternates":[],"redirect":null,"bytes":null}
)");
  run_cli({"check", "-q", "site", "--pages", "p.csv"});
  const std::string csv = folder.read("p.csv");
  CHECK_THAT(csv,
             Catch::StartsWith("url,file,status,type,title,lang,depth,in,out,external,findings,"
                               "canonical,indexable,robots,sitemap,alternates,redirect,bytes\n"));
  CHECK_THAT(csv, Catch::Contains(",\"A, \"\"b\"\" c\",en,0,1,1,1,2,https://site.invalid/,true,,"
                                  "false,\"[{\"\"hreflang\"\":\"\"de\"\","));
}

TEST_CASE("check --pages: redirects cost no click, and start pages are chosen") {
  const TemporaryFolder folder;
  folder.write("site/_redirects", "/old /new.html 301\n/away https://other.example/ 302\n");
  folder.write("site/index.html", "<a href=/old>1</a><a href=/moved.html>2</a><a href=/away>3</a>");
  folder.write("site/new.html", "<a href=/sub>1</a>");
  folder.write("site/moved.html", "<meta http-equiv=refresh content='0;url=target.html'>");
  folder.write("site/target.html", "");
  folder.write("site/sub/index.html", "<link rel=next href=/next.html>");
  folder.write("site/next.html", "<form action=/form.html></form><iframe src=/form.html></iframe>");
  folder.write("site/form.html", "");
  const std::string rows = page_rows(folder);
  const auto depth = [&](std::string const& url) { return row_value(rows, url, "depth"); };
  CHECK(depth("/") == "0");
  CHECK(depth("/new.html") == "1");
  CHECK(depth("/old") == "1");
  CHECK(row_value(rows, "/old", "redirect") == "\"https://site.invalid/new.html\"");
  CHECK(row_value(rows, "/old", "status") == "301");
  CHECK(row_value(rows, "/old", "indexable") == "false");
  CHECK(row_value(rows, "/old", "in") == "1");
  CHECK(row_value(rows, "/new.html", "in") == "1");
  CHECK(row_value(rows, "/away", "redirect") == "\"https://other.example/\"");
  CHECK(depth("/sub") == "2");  // the host adds the slash
  CHECK(depth("/sub/") == "2");
  CHECK(depth("/moved.html") == "1");
  CHECK(row_value(rows, "/moved.html", "robots") == "\"redirect\"");
  CHECK(depth("/target.html") == "1");
  CHECK(depth("/next.html") == "null");  // a link element is no click
  CHECK(depth("/form.html") == "null");
  const std::string other = page_rows(folder, {"--start", "/next.html", "--start", "/sub/"});
  CHECK(row_value(other, "/next.html", "depth") == "0");
  CHECK(row_value(other, "/", "depth") == "null");
  const CliResult wrong = run_cli({"check", "site", "--start", "/no.html", "--pages", "p.jsonl"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("--start: error: '/no.html' leads to no page of the site"));
}

TEST_CASE("check --pages: sitemaps, robots.txt and canonical addresses of another host") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<link rel=canonical href=https://h.example/>");
  folder.write("site/a.html", "<link rel=canonical href=https://h.example/docs/a>");
  folder.write("site/b.html", "<link rel=canonical href=https://h.example/c.html>");
  folder.write("site/private/p.html", "");
  folder.write("site/robots.txt", "User-agent: *\nDisallow: /private/\n");
  folder.write("site/sitemap.xml",
               "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
               "<url><loc>https://site.invalid/a.html</loc></url></urlset>");
  std::string rows = page_rows(folder);
  CHECK(row_value(rows, "/", "indexable") == "true");
  CHECK(row_value(rows, "/a.html", "indexable") == "true");
  CHECK(row_value(rows, "/b.html", "robots") == "\"canonical\"");
  CHECK(row_value(rows, "/private/p.html", "robots") == "\"robots.txt\"");
  CHECK(row_value(rows, "/a.html", "sitemap") == "true");
  CHECK(row_value(rows, "/b.html", "sitemap") == "false");
  // Below a path, robots.txt is not that of the host, and the address is known.
  rows = page_rows(folder, {"--site-url", "https://h.example/x/"});
  CHECK_THAT(rows, Catch::Contains("{\"url\":\"https://h.example/x/private/p.html\","));
  CHECK_THAT(rows, !Catch::Contains("\"robots.txt\""));
}

TEST_CASE("check --graph: an edge for each kind of link between pages") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<link rel=next href=a.html><nav><a href=a.html>A</a><a href=a.html#x>A</a></nav>"
               "<main><a href=a.html rel=nofollow title=' the\n a '><img src=i.png></a>"
               "<header><a href=sub>B <b>b</b></a></header></main><a href=/>self</a>"
               "<a href=https://other.example/x#y>o</a><a href=gone.html>g</a>");
  folder.write("site/a.html", "");
  folder.write("site/i.png", "");
  folder.write("site/sub/index.html", "");
  const auto graph = [&](std::vector<std::string> options) {
    options.insert(options.begin(),
                   {"check", "-q", "site", "--fail-on", "none", "--graph", "g.csv"});
    CHECK(run_cli(options).exit_code == 0);
    std::string rows = folder.read("g.csv");
    for (std::size_t at; (at = rows.find("https://site.invalid")) != rows.npos;) rows.erase(at, 20);
    return rows;
  };
  CHECK(graph({}) ==
        "from,to,kind,rel,text,place,count\n"
        "/,/a.html,hyperlink,next,,,1\n"
        "/,/a.html,hyperlink,,,nav,2\n"
        "/,/a.html,hyperlink,nofollow,,main,1\n"
        "/,/sub/,hyperlink,,,header,1\n");
  CHECK(graph({"--also", "external", "--text"}) ==
        "from,to,kind,rel,text,place,count\n"
        "/,/a.html,hyperlink,next,,,1\n"
        "/,/a.html,hyperlink,,A,nav,2\n"
        "/,/a.html,hyperlink,nofollow,the a,main,1\n"
        "/,/sub/,hyperlink,,B b,header,1\n"
        "/,https://other.example/x,hyperlink,,o,,1\n");
}

TEST_CASE("check --pages: bad names, and what stays as it was") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<p>");
  const auto err = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "site"});
    const CliResult result = run_cli(options);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK_THAT(err({"--pages", "p.txt"}),
             Catch::Contains("--pages: 'p.txt' is not the name of a file "
                             "that ends in .csv or .jsonl"));
  CHECK_THAT(err({"--graph", "no/g.csv"}), Catch::Contains("no/g.csv"));
  std::filesystem::create_directories("folder.csv");
  CHECK_THAT(err({"--pages", "folder.csv"}), Catch::Contains("folder.csv"));
  CHECK_THAT(err({"--pages", "p.csv", "--graph", "p.csv"}), Catch::Contains("written already"));
  // A link that leads away; a disk without room.
  std::filesystem::create_symlink("/dev/full", "full.csv");
  CHECK_THAT(err({"--pages", "full.csv"}), Catch::Contains("leads out of the working folder"));
  CHECK_THAT(err({"--follow-outside", "--pages", "full.csv"}), Catch::Contains("full.csv"));
  folder.write("p.csv", "old");
  CHECK_THAT(err({"--pages", "p.csv", "--keep-urls", "p.csv"}), Catch::Contains("p.csv"));
  // A run that reads nothing leaves the file.
  CHECK(run_cli({"check", "no-site", "--pages", "p.csv"}).exit_code == 2);
  CHECK(folder.read("p.csv") == "old");
  folder.write(".hrefkit.toml", "[check]\npages = \"p.csv\"\n");
  CHECK_THAT(err({}), Catch::Contains("pages"));
  CHECK(folder.read("p.csv") == "old");
}

TEST_CASE("check --pages: a live site has statuses, types and fields", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server([](Asked const& asked) {
    const std::string html = "Content-Type: text/html\r\n";
    if (asked.target == "/")
      return page(200, "<title>S</title><a href=/old>1</a><a href=/n>2</a><img src=/i>", html);
    if (asked.target == "/old") return page(301, "", "Location: /new\r\n");
    if (asked.target == "/new") {
      return page(200, "<a href=/>1</a>", html + "Link: </de>; rel=alternate; hreflang=de\r\n");
    }
    if (asked.target == "/n") return page(200, "", html + "X-Robots-Tag: noindex\r\n");
    if (asked.target == "/i") return page(200, "", "Content-Type: image/png\r\n");
    if (asked.target == "/robots.txt")
      return page(200, "User-agent: *\nDisallow: /new\n", "Content-Type: text/plain\r\n");
    return page(404, "", html);
  });
  const CliResult result = run_cli({"check", "-q", server.url("/"), "--robots", "off", "--fail-on",
                                    "none", "--pages", "p.jsonl"});
  CHECK(result.exit_code == 0);
  std::string rows = folder.read("p.jsonl");
  const std::string origin = server.url("");
  for (std::size_t at; (at = rows.find(origin)) != rows.npos;) {
    rows.replace(at, origin.size(), "https://site.invalid");
  }
  CHECK(row_value(rows, "/", "title") == "\"S\"");
  CHECK(row_value(rows, "/", "file") == "null");
  CHECK(row_value(rows, "/old", "status") == "301");
  CHECK(row_value(rows, "/old", "redirect") == "\"https://site.invalid/new\"");
  CHECK(row_value(rows, "/new", "depth") == "1");
  CHECK(row_value(rows, "/new", "robots") == "\"robots.txt\"");
  CHECK(row_value(rows, "/n", "robots") == "\"noindex\"");
  CHECK(row_value(rows, "/i", "type") == "\"image/png\"");
  CHECK(row_value(rows, "/de", "status") == "404");
  CHECK_THAT(rows, Catch::Contains("[{\"hreflang\":\"de\",\"url\":\"https://site.invalid/de\"}]"));
}

TEST_CASE("resolve, archive and check --text: rows have the text of a link") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=a>The <b>a</b></a><a href=b aria-label=' the\n b'><i></i></a>"
               "<a href=c title=c></a><img src=d alt=D><link rel=next href=e>");
  const std::string rows = run_cli({"resolve", "-q", "site", "--text", "-f", "csv"}).out;
  CHECK_THAT(rows, Catch::Contains("context,loaded,text\n"));
  for (char const* text : {",The a\n", ",the b\n", ",c\n", ",D\n", ",,\n"}) {
    CAPTURE(text);
    CHECK_THAT(rows, Catch::Contains(text));
  }
  const std::string json = run_cli({"resolve", "-q", "site", "--text", "-f", "jsonl"}).out;
  CHECK_THAT(json, Catch::Contains("\"text\":\"The a\""));
  CHECK(run_cli({"resolve", "-q", "site", "--text", "-f", "text"}).exit_code == 2);
  const std::string found = run_cli({"check", "-q", "site", "--text", "-f", "csv"}).out;
  CHECK_THAT(found, Catch::Contains("message,context,text\n"));
  CHECK_THAT(found, Catch::Contains(",the b\n"));
  CHECK_THAT(run_cli({"check", "-q", "site", "--text", "-f", "jsonl"}).out,
             Catch::Contains("\"text\":\"D\""));
}

}  // namespace hrefkit::test
