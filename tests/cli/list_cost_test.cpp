// The cost of long lists of options and of many reports: within the budget of the input.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// Links to `count` different files that do not exist.
std::string missing_links(std::size_t count) {
  std::string page = "<!doctype html><meta charset=utf-8>";
  for (std::size_t i = 0; i < count; ++i) page += "<a href=g" + std::to_string(i) + '>';
  return page;
}

/// "x-0,x-1," and so on, with `end` behind each number.
std::string list_of(std::string_view start, std::size_t count, std::string_view end = "") {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    list.append(i == 0 ? "" : ",").append(start).append(std::to_string(i)).append(end);
  }
  return list;
}

void check_law(std::vector<std::string> const& args, std::size_t size) {
  CAPTURE(args.front(), size);
  const RunCost cost = cost_of([&] {
    if (run_cli(args).exit_code == 2) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= allowed_bytes(size));
  CHECK(cost.seconds <= allowed_seconds(size));
}

TEST_CASE("long lists of options cost no more for each link", "[growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  const std::string page = missing_links(250'000);
  folder.write("site/index.html", page);
  const std::string names = list_of("x-", 20'000);
  for (int i = 0; i < 100; ++i) folder.write("site/z.e" + std::to_string(i), "");
  std::vector<std::string> kinds{"--kinds", "image"};
  for (int i = 0; i < 20'000; ++i) kinds.back() += ",image";
  for (std::vector<std::string> args : std::vector<std::vector<std::string>>{
           {"resolve", "--elements", names},
           {"resolve", "--kinds", kinds.back()},
           {"rewrite", "--to", "root-relative", "--dry-run", "--elements", names},
           {"compare", "--elements", names, "site"},
           {"check", "-f", "jsonl", "-o", "out", "--fail-on", "none", "--extensions",
            list_of("e", 100)},
           {"check", "-f", "jsonl", "-o", "out", "--fail-on", "none", "--extensions",
            list_of("e", 100, std::string(200, 'x'))},
       }) {
    args.push_back("site");
    check_law(args, page.size());
  }
}

TEST_CASE("an extension is found among many, in the order of the option", "[growth]") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<a href=one><a href=two><a href=t><a href=none><a href=sub/p><a href=UP>"
               "<a href=folder>");
  folder.write("site/one.e7", "");
  folder.write("site/two.e90", "");
  folder.write("site/two.e20.e9", "");
  folder.write("site/two.e30", "");
  folder.write("site/t-", "");
  folder.write("site/t.", "");
  folder.write("site/t.e", "");
  folder.write("site/sub/p.e99", "");
  folder.write("site/up.e55", "");
  folder.write("site/folder.e1/x", "");
  folder.write("site/folder.e2", "");
  const CliResult result = run_cli(
      {"check", "site", "-q", "-f", "csv", "--fail-on", "none", "--extensions", list_of("e", 100)});
  for (char const* found : {",one,", ",two,", ",sub/p,", ",folder,"}) {
    CHECK(result.out.find(found) == std::string::npos);
  }
  for (char const* missing : {",t,", ",none,"}) {
    CHECK(result.out.find(missing) != std::string::npos);
  }
  CHECK_THAT(result.out, Catch::Contains("case-mismatch") && Catch::Contains("up.e55"));
}

TEST_CASE("a hundred files of redirects may be given", "[growth]") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "");
  folder.write("r", "/a /b\n");
  std::vector<std::string> args{"check", "site"};
  for (int i = 0; i < 101; ++i) args.insert(args.end(), {"--redirects", "r"});
  CHECK_THAT(run_cli(args).err,
             Catch::StartsWith("hrefkit: error: --redirects: takes at most 100 files\n"));
}

TEST_CASE("nine reports of distinct findings share what they keep", "[growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  const std::string page = missing_links(60'000);
  folder.write("site/index.html", page);
  std::vector<std::string> args{"check", "site", "-o", "text", "--fail-on", "none"};
  for (std::string const form :
       {"json", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "markdown", "html"}) {
    args.insert(args.end(), {"--report", form + "=report." + form});
  }
  check_law(args, page.size());
}

TEST_CASE("a report of long URLs costs no form more than the law", "[budget][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  const std::string page =
      "<base href='/" + std::string(200'000, 'x') + "/'>" + missing_links(13'000);
  folder.write("site/index.html", page);
  for (std::string const form :
       {"text", "json", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "markdown", "html"}) {
    CAPTURE(form);
    // Up to 1.1 GB are written: the time of a disk is not the law's.
    check_law({"check", "site", "-f", form, "-o", "/dev/null", "--fail-on", "none"}, page.size());
  }
}

}  // namespace

}  // namespace hrefkit::test
