// Changes with their places in the files from which a generator made NEW: compare --sources.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

void write_compared_sites(TemporaryFolder const& folder) {
  const std::string prose =
      "To set the program up, fetch it, unpack it, and put it where your shell finds programs. ";
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](new.md).\n");
  const auto page = [&](std::string const& link) {
    return "<!doctype html><meta charset=utf-8><main><p>" + prose + "See " + link + ".</main>";
  };
  folder.write("old/guide.html", page("<a href=\"old.html\">x</a>"));
  folder.write("new/guide.html", page("<a href=\"new.html\">x</a>"));
}

CliResult compare_sources(std::vector<std::string> const& more, std::string const& after = "new") {
  std::vector<std::string> args{"compare", "--sources", "docs"};
  args.insert(args.end(), more.begin(), more.end());
  args.insert(args.end(), {"old", after});
  return run_cli(args);
}

}  // namespace

TEST_CASE("compare --sources: a link that leads elsewhere has its place in the sources",
          "[sources]") {
  const TemporaryFolder folder;
  write_compared_sites(folder);
  const CliResult text = compare_sources({"-v"});
  CHECK(text.exit_code == 1);
  CHECK(text.out ==
        "docs/guide.md:4:9: elsewhere: a[href] /old.html -> /new.html\n"
        "    new/guide.html:1:146\n");
  CHECK(text.err.find("1 of 1 link found in the sources") != std::string::npos);
  const std::string rows = compare_sources({"-q", "-f", "jsonl"}).out;
  CHECK(rows.find(
            R"("source":{"file":"docs/guide.md","line":4,"column":9,"offset":106,"length":6}})") !=
        std::string::npos);
  const std::string csv = compare_sources({"-q", "-f", "csv"}).out;
  CHECK(csv.find(",sourceFile,sourceLine,sourceColumn\n") != std::string::npos);
  CHECK(csv.find(",docs/guide.md,4,9\n") != std::string::npos);
}

TEST_CASE("compare --sources: what OLD alone has is in no source", "[sources]") {
  const TemporaryFolder folder;
  write_compared_sites(folder);
  folder.write("new/guide.html", "<p>nothing");
  const std::string rows = compare_sources({"-q", "-f", "jsonl"}).out;
  CHECK(rows.find(R"("change":"lost")") != std::string::npos);
  CHECK(rows.find("source") == std::string::npos);
}

TEST_CASE("compare --sources: what it needs is said", "[sources]") {
  const TemporaryFolder folder;
  write_compared_sites(folder);
  run_cli({"resolve", "-q", "-f", "jsonl", "-o", "rows.jsonl", "new"});
  const CliResult rows = compare_sources({}, "rows.jsonl");
  CHECK(rows.exit_code == 2);
  CHECK(rows.err.find("--sources: needs a folder as NEW") != std::string::npos);
  const CliResult missing = run_cli({"compare", "--sources", "nowhere", "old", "new"});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err.find("the folder of sources nowhere does not exist") != std::string::npos);
}

}  // namespace hrefkit::test
