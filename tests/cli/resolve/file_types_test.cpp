// Every type of file in one folder: one row for each construct, with its place.
#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

CliResult resolve(std::vector<std::string> const& more) {
  std::vector<std::string> args{"resolve", "-q", "--site-url", "https://a.example"};
  args.insert(args.end(), more.begin(), more.end());
  return run_cli(args);
}

}  // namespace

TEST_CASE("a folder's style sheets, feeds, sitemaps and manifests are read", "[resolve]") {
  const TemporaryFolder folder;
  folder.write("site/a.css", "@import 'b.css';\na{b:url(\"c d.png\")}");
  folder.write("site/b.atom",
               "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='x/'>\n<link href='a'/>"
               "<summary type='html'>&lt;img src=i&gt;</summary></feed>");
  folder.write("site/c.rss", "<rss><channel><link>\n/l</link></channel></rss>");
  folder.write("site/d.xml",
               "<?xml-stylesheet href='s.xsl'?><urlset><url><loc>p</loc></url></urlset>");
  folder.write("site/e.webmanifest", "{\"icons\":[{},{\"src\":\"i.png\"}]}");
  folder.write("site/f.json", "{\"start_url\":\"no\"}");
  folder.write("site/manifest.json", "{\"start_url\":\"s\"}");
  const CliResult result = resolve({"site"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "site/a.css:1:10: b.css -> https://a.example/b.css\n"
        "site/a.css:2:10: c d.png -> https://a.example/c%20d.png\n"
        "site/b.atom:2:13: link[href] a -> https://a.example/x/a\n"
        "site/b.atom:2:50: img[src] i -> https://a.example/x/i\n"
        "site/c.rss:2:1: link /l -> https://a.example/l\n"
        "site/d.xml:1:24: xml-stylesheet[href] s.xsl -> https://a.example/s.xsl\n"
        "site/d.xml:1:50: loc p -> https://a.example/p\n"
        "site/e.webmanifest:1:22: icons[src] i.png -> https://a.example/i.png\n"
        "site/manifest.json:1:15: [start_url] s -> https://a.example/s\n");
}

TEST_CASE("a content type decides in place of the name", "[resolve]") {
  const TemporaryFolder folder;
  folder.write("x.txt", "a{b:url(c)}<a href=d>");
  CHECK(resolve({"--content-type", "text/css", "x.txt"}).out ==
        "x.txt:1:9: c -> https://a.example/c\n");
  CHECK(resolve({"--content-type", "text/html", "x.txt"}).out ==
        "x.txt:1:20: a[href] d -> https://a.example/d\n");
  folder.write("y.txt", "{\"scope\":\"/\"}");
  CHECK(resolve({"--content-type", "application/manifest+json", "y.txt"}).out ==
        "y.txt:1:11: [scope] / -> https://a.example/\n");
}

TEST_CASE("a style sheet's encoding is that of its charset, unless told", "[resolve]") {
  const TemporaryFolder folder;
  folder.write("a.css", "@charset \"koi8-r\";a{b:url(\xC1)}");
  CHECK(resolve({"a.css"}).out == "a.css:1:27: \xD0\xB0 -> https://a.example/%D0%B0\n");
  CHECK(resolve({"--encoding", "windows-1252", "a.css"}).out ==
        "a.css:1:27: \xC3\x81 -> https://a.example/%C3%81\n");
}

TEST_CASE("a fault of XML or JSON is an error with its place, and links before it are printed",
          "[resolve]") {
  const TemporaryFolder folder;
  folder.write("a.atom", "<feed><icon>i</icon>\n<b></feed>");
  folder.write("b.webmanifest", "{\"scope\":\"/\",\n}");
  CHECK(resolve({"a.atom", "b.webmanifest"}) ==
        CliResult{2,
                  "a.atom:1:13: icon i -> https://a.example/i\n"
                  "b.webmanifest:1:11: [scope] / -> https://a.example/\n",
                  "hrefkit: a.atom:2:6: error: not well-formed: mismatched tag\n"
                  "hrefkit: b.webmanifest:2:1: error: not JSON: the rest of the manifest is not "
                  "read\n"});
}

}  // namespace hrefkit::test
