// The proof of a move: two folders and a plan.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

CliResult compared(Args args) {
  args.insert(args.begin(), "compare");
  args.insert(args.end(), {"old", "new"});
  return run_cli(args);
}

}  // namespace

TEST_CASE("compare finds nothing where each link leads where it led") {
  const TemporaryFolder folder;
  folder.write("old/a/p.html", "<a href=/x.html><img src=i.png><a href='#f'>");
  folder.write("new/a/p.html", "<a href=../x.html><p><img src=/a/i.png><a href='p.html#f'>");
  const CliResult result = compared({});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err == "hrefkit: 3 links on 1 page compared\n");
}

TEST_CASE("compare tells what is lost, added or elsewhere, and shifts nobody") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href=1><a href=2><a href=3>\n<img src=i>");
  folder.write("new/p.html", "<a href=0><a href=1><a href=2><a href=4>\n");
  folder.write("old/gone.html", "");
  folder.write("new/more.html", "");
  const CliResult result = compared({"--format", "jsonl"});
  CHECK(result.exit_code == 1);
  const auto has = [&](std::string const& row) { CHECK_THAT(result.out, Catch::Contains(row)); };
  has("{\"change\":\"page-lost\",\"file\":\"old/"
      "gone.html\",\"line\":1,\"column\":1,\"element\":\"\","
      "\"attribute\":\"\",\"before\":\"https://site.invalid/"
      "gone.html\",\"after\":null,\"expected\":"
      "\"https://site.invalid/gone.html\"}\n");
  has("{\"change\":\"added\",\"file\":\"new/p.html\",\"line\":1,\"column\":9,\"element\":\"a\","
      "\"attribute\":\"href\",\"before\":null,\"after\":\"https://site.invalid/"
      "0\",\"expected\":null}");
  has("{\"change\":\"elsewhere\",\"file\":\"new/"
      "p.html\",\"line\":1,\"column\":39,\"element\":\"a\","
      "\"attribute\":\"href\",\"before\":\"https://site.invalid/3\",\"after\":\"https://"
      "site.invalid/"
      "4\",\"expected\":\"https://site.invalid/3\"}");
  has("{\"change\":\"lost\",\"file\":\"old/p.html\",\"line\":2,\"column\":10,\"element\":\"img\"");
  has("{\"change\":\"page-added\",\"file\":\"new/more.html\"");
}

TEST_CASE("compare proves what rewrite writes, by the same plan") {
  const TemporaryFolder folder;
  folder.write("old/docs/p.html",
               "<link rel=canonical href=/docs/p.html><a href=q.html><a href=/docs/q.html#f>"
               "<a href=/other><a href=''>");
  folder.write("old/docs/q.html", "<a href=p.html>");
  folder.write("old/other.html", "<a href=https://h.example/docs/p.html>");
  const Args plan{"--site-url", "https://h.example/", "--rebase",
                  "https://h.example/docs/=https://n.example/d/"};
  Args rewrite{"rewrite", "-q", "-o", "new", "old"};
  rewrite.insert(rewrite.end(), plan.begin(), plan.end());
  REQUIRE(run_cli(rewrite).exit_code == 0);
  CHECK(compared(plan).exit_code == 0);
  // A folder whose pages are where the plan puts them.
  folder.write("new/docs/q.html", "<a href=elsewhere.html>");
  const CliResult result = compared(plan);
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "new/docs/q.html:1:9: elsewhere: a[href] https://h.example/docs/p.html -> "
        "https://n.example/d/elsewhere.html, expected https://n.example/d/p.html\n");
}

TEST_CASE("compare proves a mirror that was made to open from files") {
  const TemporaryFolder folder;
  folder.write("old/h.example/index.html", "<a href='/?p=1'><a href=/none>");
  folder.write("old/h.example/index.html?p=1", "<a href=/>");
  folder.write("old/h.example/based.html",
               "<img src=i.png><base href=/a/><img src=i.png><a href='#f'>");
  folder.write("old/h.example/i.png", "");
  REQUIRE(run_cli({"rewrite", "-q", "--local", "old", "-o", "new", "old"}).exit_code == 0);
  CHECK(compared({"--local", "old"}).exit_code == 0);
}

TEST_CASE("compare takes local references along with their page") {
  const TemporaryFolder folder;
  const std::string page = "<svg><use href='#a'/></svg><p style='fill:url(#b)'>";
  folder.write("old/docs/p.html", page);
  folder.write("new/docs/p.html", page);
  CHECK(compared({"-q", "--site-url", "https://h.example/", "--rebase", "/docs/=/d/"}) ==
        CliResult{0, "", ""});
}

TEST_CASE("compare wants two sites") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "");
  CHECK(run_cli({"compare", "old"}).exit_code == 2);
  const CliResult missing = run_cli({"compare", "old", "none"});
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.err, Catch::Contains("'none' does not exist; give a folder, or a file"));
  CHECK(run_cli({"compare", "-", "-"}).exit_code == 2);
}

namespace {

std::string copies(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// Links to 0, 1, 2 and so on; to the same in reverse.
std::string numbered(std::size_t count, bool is_reversed = false) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    all += "<a href=" + std::to_string(is_reversed ? count - 1 - i : i) + '>';
  }
  return all;
}

TEST_CASE("text names the addresses of a folder without --site-url by their paths", "[compare]") {
  const TemporaryFolder folder;
  folder.write("a/p.html", "<a href=/1>");
  folder.write("b/p.html", "<a href=/2>");
  CHECK(run_cli({"compare", "a", "b"}).out == "b/p.html:1:9: elsewhere: a[href] /1 -> /2\n");
  CHECK_THAT(run_cli({"rewrite", "--to", "relative", "--dry-run", "a"}).out,
             Catch::Contains("a[href] /1 => 1 -> /1 [to-relative]\n"));
  CHECK_THAT(run_cli({"rewrite", "--rebase", "/none/=/x/", "--dry-run", "a"}).err,
             Catch::Contains("no link begins with /none/\n"));
}

}  // namespace

TEST_CASE("compare prints in the order of both pages, however long the URLs are") {
  const TemporaryFolder folder;
  // 30 MB of URLs of OLD: more than are made at once.
  const std::string base = "<base href='/" + std::string(100'000, 'x') + "/'>";
  folder.write("old/p.html", base + numbered(300) + "<img src=i><a href=last>");
  folder.write("new/p.html", base + "<p>" + numbered(300, true) + "<a href=last><q cite=c></q>");
  const CliResult result = compared({"--format", "csv"});
  CHECK(result.exit_code == 1);
  CHECK(std::count(result.out.begin(), result.out.end(), '\n') == 601);
  // One of the numbers is paired, and the others are lost in their order.
  std::size_t at = 0;
  std::size_t lost = 0;
  for (int i = 0; i < 300; ++i) {
    const std::size_t found = result.out.find("xx/" + std::to_string(i) + ",,", at);
    if (found == std::string::npos) continue;
    at = found;
    ++lost;
  }
  CHECK(lost == 299);
  CHECK(result.out.find("xx/i,,", at) != std::string::npos);
  CHECK(result.out.find(",,https://site.invalid/xx") != std::string::npos);
  CHECK(result.err == "hrefkit: 302 links on 1 page compared; 300 added; 300 lost\n");
}

TEST_CASE("compare keeps no URL: long bases and degenerate pages cost what others do",
          "[budget][growth]") {
  if (!can_measure_cost()) return;
  const std::string base = "<base href='https://h.example/" + std::string(100'000, 'x') + "/'>";
  struct Pair {
    std::string before;
    std::string after;
  };
  const TemporaryFolder folder;
  for (auto const& [before, after] : {
           Pair{base + copies("<a href=a>", 10'000), base + copies("<a href=b>", 10'000)},
           Pair{base + copies("<a href=a>", 10'000), base + copies("<a href=a>", 10'000)},
           Pair{"<a ping='" + copies("a ", 500'000) + "'>",
                "<a ping='" + copies("b ", 500'000) + "'>"},
           Pair{numbered(100'000), numbered(100'000, true)},
           Pair{copies("<a href=a>", 200'000),
                copies(copies("<a href=a>", 499) + "<a href=b>", 400)},
       }) {
    folder.write("old/p.html", before);
    folder.write("new/p.html", after);
    const std::size_t size = before.size() + after.size();
    for (Args const& options : {Args{}, {"--rebase", "/=/moved/"}, {"--local", "old"}}) {
      CAPTURE(before.substr(0, 20), options);
      const RunCost cost = cost_of([&] {
        Args args = options;
        args.insert(args.end(), {"--format", "jsonl", "--output", "/dev/null"});
        if (compared(args).exit_code == 2) std::abort();
      });
      CHECK(cost.succeeded());
      CHECK(cost.peak_bytes <= allowed_bytes(size));
      CHECK(cost.seconds <= allowed_seconds(size));
    }
  }
}

TEST_CASE("rows with long URLs cost compare no more than their text", "[budget][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  const std::string base = "<base href='/" + std::string(10'000, 'x') + "/'>";
  for (std::string const side : {"old", "new"}) {
    folder.write(side + "/p.html", base + copies("<a href=" + side + '>', 1'000));
    const std::string rows = side + ".jsonl";
    run_cli({"resolve", "--site-url", "https://h.example/", "-o", rows, side});
  }
  const std::size_t size =
      std::filesystem::file_size("old.jsonl") + std::filesystem::file_size("new.jsonl");
  const RunCost cost = cost_of([] {
    if (run_cli({"compare", "-o", "/dev/null", "old.jsonl", "new.jsonl"}).exit_code != 1) {
      std::abort();
    }
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= (std::size_t{32} << 20) + 2 * size);
}
