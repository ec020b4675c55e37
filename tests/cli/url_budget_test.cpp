// Every command on a page whose base URL is far longer than its links.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/html/url_budget.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

constexpr std::size_t path_length = 200'000;
constexpr std::size_t link_count = 20'000;
constexpr char const* told = "the URLs of this page are too long";

std::string copies(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string long_page() {
  std::string page =
      "<!doctype html><meta charset=utf-8><base href='/" + std::string(path_length, 'a') + "/'>";
  for (std::size_t i = 0; i < link_count; ++i) page += "<a href=x>";
  return page;
}

/// Runs a command, which must tell once that URLs are left out, and stay within the aim.
void check_run(std::vector<std::string> const& args, std::size_t size, std::string const& in = "") {
  CAPTURE(args);
  const RunCost cost = cost_of([&] {
    const CliResult result = run_cli(args, {.in = in});
    const std::size_t at = result.err.find(told);
    if (at == std::string::npos || result.err.find(told, at + 1) != std::string::npos) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= allowed_bytes(size));
  CHECK(cost.seconds <= allowed_seconds(size));
}

}  // namespace

TEST_CASE("a long base URL costs no command more than its budget", "[budget][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  const std::string page = long_page();
  folder.write("site/page.html", page);
  folder.write("page.warc", page_record("https://docs.example/", page));
  folder.write("index.cdxj", "com,other)/ 20240101000000 {\"url\": \"http://other.com/\"}\n");
  const std::vector<std::string> resolve{"resolve", "-o", "/dev/null", "site/page.html"};
  check_run(resolve, page.size());
  check_run({"resolve", "-o", "/dev/null", "--unique", "site/page.html"}, page.size());
  check_run({"resolve", "-o", "/dev/null", "-f", "csv", "site/page.html"}, page.size());
  check_run({"resolve", "-o", "/dev/null", "--batch"}, page.size(),
            "{\"url\":\"https://docs.example/\",\"html\":\"" + page + "\"}\n");
  for (const std::string format : {"jsonl", "html"}) {
    check_run({"effects", "-o", "/dev/null", "-f", format, "--set-base", "/b/", "site/page.html"},
              page.size());
  }
  check_run({"check", "-o", "/dev/null", "-f", "jsonl", "site"}, page.size());
  for (const std::string format : {"jsonl", "pages", "edges"}) {
    check_run({"archive", "-o", "/dev/null", "-f", format, "page.warc"}, page.size());
  }
  check_run({"archive", "-o", "/dev/null", "--compress", "gzip", "page.warc"}, page.size());
  check_run({"archive", "-o", "/dev/null", "--missing", "--cdxj", "index.cdxj", "page.warc"},
            page.size());
}

TEST_CASE("a long URL is in memory as a value and in its row", "[budget][growth]") {
  const TemporaryFolder folder;
  const std::size_t size = 50'000'000;
  folder.write("page.html", "<a href=/" + std::string(size, 'a') + '>');
  folder.write("wide.html", "<a href='/?" + copies("\u00E9", 100'000) + "'>");
  const CliResult wide =
      run_cli({"resolve", "--url", "https://h.example/", "--encoding", "utf-8", "wide.html"});
  const std::string row = "wide.html:1:10: a[href] /?" + copies("\u00E9", 100'000) +
                          " -> https://h.example/?" + copies("%C3%A9", 100'000) + '\n';
  CHECK((wide.out == row));  // too long to be shown
  if (!can_measure_cost()) return;
  for (std::string const format : {"text", "jsonl", "csv"}) {
    CAPTURE(format);
    const RunCost cost = cost_of([&] {
      static_cast<void>(run_cli({"resolve", "-o", "/dev/null", "-f", format, "page.html"}));
    });
    CHECK(cost.succeeded());
    CHECK(cost.peak_bytes < 4 * size + (std::size_t{64} << 20));
  }
}

TEST_CASE("a URL that is seven times its source costs no report more", "[budget][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  constexpr std::size_t pieces = 700'000;
  std::string page = "<meta charset=utf-8><a href='";
  for (std::size_t i = 0; i < pieces; ++i) page.append("\0<\0", 3);  // %EF%BF%BD%3C%EF%BF%BD
  folder.write("site/page.html", page + "'>");
  for (std::string const format : {"text", "junit", "html"}) {
    CAPTURE(format);
    const RunCost cost = cost_of([&] {
      if (run_cli({"check", "site", "-f", format, "-o", "/dev/null"}).exit_code != 1) std::abort();
    });
    CHECK(cost.succeeded());
    CHECK(cost.peak_bytes <= allowed_bytes(page.size()));
  }
}

TEST_CASE("a row past the budget has no URL, and no base", "[budget][growth]") {
  const TemporaryFolder folder;
  folder.write("page.html", long_page());
  const CliResult result = run_cli(
      {"resolve", "-f", "jsonl", "-o", "rows", "--url", "https://docs.example/", "page.html"});
  CHECK(result.exit_code == 0);
  std::ifstream rows("rows", std::ios::binary);  // more than a gigabyte
  std::string first;
  std::getline(rows, first);
  rows.seekg(-200, std::ios::end);
  const std::string end{std::istreambuf_iterator<char>(rows), {}};
  CHECK(end.ends_with(R"("base":null,"baseSource":"base","url":null,"error":"too-long"})"
                      "\n"));
  CHECK(first.find("\"error\"") == std::string::npos);
}

TEST_CASE("a long URI of a capture counts, too", "[budget][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  std::string page = "<base href='http://a.example/'>";
  for (std::size_t i = 0; i < link_count; ++i) page += "<a href=x>";
  const std::string uri = "http://b.example/" + std::string(path_length, 'a');
  folder.write("page.warc", page_record(uri, page));
  check_run({"archive", "-o", "/dev/null", "page.warc"}, uri.size() + page.size());
}

TEST_CASE("base gives the scopes of a page in parts", "[budget][growth]") {
  const TemporaryFolder folder;
  std::string feed =
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/" + std::string(2'000, 'a') + "/'>";
  const std::size_t scopes = 60'000;
  for (std::size_t i = 1; i < scopes; ++i) feed += "<a xml:base=''/>";
  folder.write("feed.xml", feed + "</feed>");
  const auto run = [](std::string const& format) {
    return run_cli({"base", "-o", "rows", "-f", format, "feed.xml"});
  };
  for (const std::string format : {"jsonl", "text"}) {
    CAPTURE(format);
    const RunCost cost = cost_of([&] {
      if (run(format) != CliResult{0, "", ""}) std::abort();
    });
    REQUIRE(cost.succeeded());
    if (can_measure_cost()) CHECK(cost.peak_bytes <= allowed_bytes(feed.size()));
    const std::string rows = folder.read("rows");
    const std::string separator = format == "text" ? "\n  1:" : "},{\"line\":1,";
    std::size_t count = 0;
    for (std::size_t at = rows.find(separator); at != std::string::npos;
         at = rows.find(separator, at + 1)) {
      ++count;
    }
    CHECK(count == (format == "text" ? scopes : scopes - 1));
    CHECK(rows.ends_with(format == "text" ? "/\n" : "/\"}]}\n"));
  }
}

}  // namespace hrefkit::test
