// Rows with their places in the files from which a generator made the folder: resolve --sources.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view resolved_prose =
    "To set the program up, fetch it, unpack it, and put it where your shell finds programs. ";

void write_resolved_site(TemporaryFolder const& folder) {
  const std::string prose(resolved_prose);
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](next.md) and <b>me</b>.\n");
  folder.write("docs/next.md", "# Next\n\n" + prose + "\nBack to [y](guide.md).\n");
  const std::string head = "<!doctype html><meta charset=utf-8><main><p>" + prose;
  folder.write("public/guide/index.html", head + "See <a href=\"../next/\">x</a>.</main>");
  folder.write("public/next/index.html", head + "Back to <a href=\"../guide/\">y</a>.</main>");
  folder.write("public/other.html", "<a href=\"unknown.html\">z</a>");
}

CliResult resolve_sources(std::vector<std::string> const& more) {
  std::vector<std::string> args{"resolve", "--sources", "docs", "--site-url", "https://h.example/"};
  args.insert(args.end(), more.begin(), more.end());
  return run_cli(args);
}

}  // namespace

TEST_CASE("resolve --sources: a row has its place in the sources", "[sources]") {
  const TemporaryFolder folder;
  write_resolved_site(folder);
  const CliResult rows = resolve_sources({"-v", "-f", "jsonl", "public"});
  CHECK(rows.exit_code == 0);
  CHECK(rows.out.find(R"("url":"https://h.example/next/","source":{"file":"docs/guide.md",)"
                      R"("line":4,"column":9,"offset":106,"length":7}})") != std::string::npos);
  CHECK(rows.out.find(R"("source":{"file":"docs/next.md","line":4,"column":13,)") !=
        std::string::npos);
  CHECK(rows.out.find(R"("url":"https://h.example/unknown.html"})") != std::string::npos);
  CHECK(rows.err.find("2 of 3 links found in the sources") != std::string::npos);
  // Several inputs below one root.
  const CliResult one =
      resolve_sources({"-q", "-f", "jsonl", "--root", "public", "public/next/index.html"});
  CHECK(one.out.find(R"("source":{"file":"docs/next.md","line":4,)") != std::string::npos);
}

TEST_CASE("resolve --sources: CSV has its columns with the option alone", "[sources]") {
  const TemporaryFolder folder;
  write_resolved_site(folder);
  const std::string csv = resolve_sources({"-q", "-f", "csv", "public"}).out;
  CHECK(csv.find(",loaded,sourceFile,sourceLine,sourceColumn\n") != std::string::npos);
  CHECK(csv.find(",https://h.example/next/,,,,docs/guide.md,4,9\n") != std::string::npos);
  CHECK(csv.find(",https://h.example/unknown.html,,,,,,\n") != std::string::npos);
  CHECK(run_cli({"resolve", "-q", "-f", "csv", "public"}).out.find("sourceFile") ==
        std::string::npos);
}

TEST_CASE("resolve --sources: what it needs is said", "[sources]") {
  const TemporaryFolder folder;
  write_resolved_site(folder);
  const auto refuses = [](std::vector<std::string> const& more, std::string_view why) {
    const CliResult result = resolve_sources(more);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(why) != std::string::npos);
  };
  refuses({"public"}, "--sources: needs rows: give --format jsonl, json or csv");
  refuses({"-f", "jsonl", "public/other.html"}, "--sources: needs one folder as INPUT");
  refuses({"-f", "jsonl", "--isolate", "public"}, "cannot be used together with --sources");
  refuses({"-f", "jsonl", "--sources", "nowhere", "public"},
          "the folder of sources nowhere does not exist");
}

}  // namespace hrefkit::test
