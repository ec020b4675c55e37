// What is said about files, records and pages that give no rows.
#include "hrefkit/cli/archive/part_reader.h"

#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

std::string conversion() {
  return gzip(warc_record({.type = "warcinfo", .uri = ""})) +
         gzip(warc_record({.type = "conversion", .content_type = "text/plain", .block = "words"}));
}

}  // namespace

TEST_CASE("a file in another format is told by its format") {
  const std::string har = gzip("{\"log\": {\"version\": \"1.2\"}}");
  const std::string said =
      ": error: it is a HAR file, not WARC: convert it first (har2warc in.har out.warc.gz)\n";
  const CliResult piped = run_cli({"archive", "-q", "-"}, {.in = har});
  CHECK(piped.exit_code == 2);
  CHECK(piped.err == "hrefkit: -" + said);
  const TemporaryFolder folder;
  folder.write("a.har.gz", har);
  folder.write("b.har.gz", har + gzip(std::string(3'000'000, 'x'), 0));  // several parts
  folder.write("c.warc.gz", gzip(page_record("http://a.example/", "<a href=x>")));
  for (std::string const jobs : {"1", "4"}) {
    const CliResult result =
        run_cli({"archive", "-q", "-j", jobs, "a.har.gz", "b.har.gz", "c.warc.gz"});
    CHECK(result.exit_code == 2);
    CHECK(result.err == "hrefkit: a.har.gz" + said + "hrefkit: b.har.gz" + said);
    CHECK(result.out.find("http://a.example/x") != std::string::npos);
  }
}

TEST_CASE("a file without records of the types that are read is told") {
  const CliResult result = run_cli({"archive", "-"}, {.in = conversion()});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "hrefkit: -: warning: it has no record of these types: response, revisit, resource\n"
        "hrefkit: 1 file, 0 captures, 0 links (0 do not resolve), 0 damaged records\n");
  for (std::string const type : {"conversion", "request"}) {  // who asks for types knows of them
    const CliResult asked = run_cli({"archive", "--records", type, "-"}, {.in = conversion()});
    CHECK(asked.err.find("no record") == std::string::npos);
  }
  const CliResult wat = run_cli({"archive", "-f", "wat", "-"}, {.in = conversion()});
  CHECK(wat.err.find("no record") == std::string::npos);
}

TEST_CASE("the summary has commas between thousands, as those of other commands") {
  std::string links;
  for (int i = 0; i < 1000; ++i) links += "<a href=x>";
  const CliResult result =
      run_cli({"archive", "-f", "pages", "-"}, {.in = page_record("http://a.example/", links)});
  CHECK(result.err ==
        "hrefkit: 1 file, 1 capture, 1,000 links (0 do not resolve), 0 damaged records\n");
}

TEST_CASE("each format that looks for links tells of a URI that is no base") {
  for (std::string const format : {"jsonl", "pages", "edges", "hosts"}) {
    INFO(format);
    const CliResult result = run_cli({"archive", "-f", format, "-"},
                                     {.in = page_record("a.example/page", "<a href=x>")});
    CHECK(result.err.find("warning: record at 0: its URI is not an absolute URL: "
                          "no links were looked for\n") != std::string::npos);
  }
}

TEST_CASE("a URI that is not UTF-8 has the bytes that were asked for") {
  const std::string bytes =
      page_record("http://a.example/\xE9\xC3\xA9/?\xE9", "<a href=x><a href=>");
  const CliResult rows = run_cli({"archive", "-q", "-"}, {.in = bytes});
  CHECK_THAT(rows.out, Catch::Contains("\"url\":\"http://a.example/%E9%C3%A9/x\""));
  CHECK_THAT(rows.out, Catch::Contains("\"url\":\"http://a.example/%E9%C3%A9/?%E9\""));
  CHECK_THAT(rows.out, Catch::Contains("\"uri\":\"http://a.example/%E9%C3%A9/?%E9\""));
  const CliResult index = run_cli({"archive", "-q", "-f", "cdxj", "-"}, {.in = bytes});
  CHECK_THAT(index.out, Catch::Contains("\"url\": \"http://a.example/\\u00e9"));
}

TEST_CASE("pages have their base URL whether or not links tell it") {
  for (std::string const rest : {"", "<style>a{b:url(x)}</style>", "<svg><use href='#a'/></svg>",
                                 "<iframe srcdoc='<a href=x>'></iframe>", "<a href=x>"}) {
    INFO(rest);
    const std::string bytes = page_record("http://a.example/", "<base href=/b/>" + rest);
    const CliResult pages = run_cli({"archive", "-q", "-f", "pages", "-"}, {.in = bytes});
    CHECK_THAT(pages.out,
               Catch::Contains("\"base\":\"http://a.example/b/\",\"baseSource\":\"base\""));
  }
}

}  // namespace hrefkit::test
