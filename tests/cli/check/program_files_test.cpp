// Files for programs that pages name: JSON Feed, OpenSearch, browserconfig.xml.
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

/// The findings in the folder `s`, as "file: raw" lines.
std::string program_findings(Args const& more = {}) {
  Args args{"check", "-q", "--site-url", "https://h.example/", "--format", "csv", "s"};
  args.insert(args.end(), more.begin(), more.end());
  const std::string rows = run_cli(args).out;
  std::string lines;
  for (std::size_t at = rows.find('\n') + 1; at < rows.size(); at = rows.find('\n', at) + 1) {
    const std::string row = rows.substr(at, rows.find('\n', at) - at);
    std::vector<std::string> fields(1);
    for (const char c : row) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    lines += fields[0] + " " + fields[2] + ":" + fields[3] + " " + fields[10] + "\n";
  }
  return lines;
}

const std::string feed =
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\n\"icon\":\"/gone.png\",\n"
    "\"items\":[{\"url\":\"https://h.example/p/\",\"content_html\":\"<img src=\\\"i.png\\\">\"}]}";
const std::string search =
    "<OpenSearchDescription xmlns='http://a9.com/-/spec/opensearch/1.1/'>\n"
    "<Url template='https://h.example/gone.html?q={searchTerms}'/>\n"
    "<Url template='https://h.example/gone/{searchTerms}'/></OpenSearchDescription>";
const std::string tiles =
    "<browserconfig><msapplication><tile>\n<TileImage src='/gone.png'/></tile></msapplication>"
    "</browserconfig>";

}  // namespace

TEST_CASE("check reads files for programs by their names") {
  const TemporaryFolder folder;
  folder.write("s/index.html", "<title>t</title>");
  folder.write("s/feed.json", feed);
  folder.write("s/opensearch.xml", search);
  folder.write("s/browserconfig.xml", tiles);
  folder.write("s/p/index.html", "<title>p</title>");
  folder.write("s/p/i.png", "");
  CHECK(program_findings() ==
        "missing-file s/browserconfig.xml:2 /gone.png\n"
        "missing-file s/feed.json:2 /gone.png\n"
        "missing-file s/feed.json:3 i.png\n"
        "missing-file s/opensearch.xml:2 https://h.example/gone.html?q=\n");
  CHECK(program_findings({"--feed-base", "item"}) ==
        "missing-file s/browserconfig.xml:2 /gone.png\n"
        "missing-file s/feed.json:2 /gone.png\n"
        "missing-file s/opensearch.xml:2 https://h.example/gone.html?q=\n");
}

TEST_CASE("check reads files for programs that pages name") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<title>t</title><link rel=alternate type=application/feed+json href=f.txt>"
               "<link rel=search type='application/opensearchdescription+xml' href=/s.php>"
               "<meta name=msapplication-config content=/t.cfg>"
               "<link rel=alternate type=application/json href=other.txt>");
  folder.write("s/f.txt", feed);
  folder.write("s/other.txt", feed);
  folder.write("s/s.php", search);
  folder.write("s/t.cfg", tiles);
  folder.write("s/p/index.html", "<title>p</title>");
  const std::string named =
      "missing-file s/f.txt:2 /gone.png\n"
      "missing-file s/f.txt:3 i.png\n"
      "missing-file s/s.php:2 https://h.example/gone.html?q=\n";
  CHECK(program_findings() == named);
  CHECK(program_findings({"--also", "meta"}) == named + "missing-file s/t.cfg:2 /gone.png\n");
}

TEST_CASE("check tells where a JSON Feed is not well-formed") {
  const TemporaryFolder folder;
  folder.write("s/index.html", "<title>t</title>");
  folder.write("s/p/index.html", "<title>p</title>");
  folder.write("s/feed.json", feed.substr(0, feed.size() - 3));
  CHECK(program_findings() == "missing-file s/feed.json:2 /gone.png\n" +
                                  std::string("missing-file s/feed.json:3 i.png\n") +
                                  "not-well-formed s/feed.json:3 \n");
}

TEST_CASE("rewrite and compare move files for programs") {
  const TemporaryFolder folder;
  folder.write("s/index.html", "<title>t</title>");
  folder.write(
      "s/feed.json",
      "{\"version\":\"https:\\/\\/jsonfeed.org\\/version\\/1\",\"home_page_url\":\"https:\\/"
      "\\/h.example\\/\",\"items\":[{\"id\":\"https:\\/\\/h.example\\/1\",\"content_html\":"
      "\"<a href=\\\"https:\\/\\/h.example\\/a?b&amp;c\\\">\\u00e4<\\/a>\"}]}");
  folder.write("s/opensearch.xml", search);
  folder.write("s/browserconfig.xml", tiles);
  const auto move = [](std::string const& from, std::string const& to, std::string const& in,
                       std::string const& out) {
    return run_cli({"rewrite", "--site-url", from, "--rebase", from + "=" + to, "-o", out, in});
  };
  CHECK(move("https://h.example/", "https://n.example/", "s", "t").exit_code == 0);
  CHECK(folder.read("t/feed.json") ==
        "{\"version\":\"https:\\/\\/jsonfeed.org\\/version\\/1\",\"home_page_url\":\"https:\\/\\/"
        "n.example\\/\",\"items\":[{\"id\":\"https:\\/\\/h.example\\/1\",\"content_html\":\"<a "
        "href=\\\"https:\\/\\/n.example\\/a?b&amp;c\\\">\\u00e4<\\/a>\"}]}");
  CHECK_THAT(folder.read("t/opensearch.xml"),
             Catch::Contains("https://n.example/gone/{searchTerms}"));
  CHECK(run_cli({"compare", "--site-url", "https://h.example/", "--rebase",
                 "https://h.example/=https://n.example/", "s", "t"})
            .exit_code == 0);
  CHECK(move("https://n.example/", "https://h.example/", "t", "u").exit_code == 0);
  for (std::string const name : {"feed.json", "opensearch.xml", "browserconfig.xml"}) {
    CHECK(folder.read("u/" + name) == folder.read("s/" + name));
  }
}
