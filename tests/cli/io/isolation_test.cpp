// --isolate: the same answers from processes of their own.
//
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/io/worker_processes.h"
#include "support/sanitized.h"

using namespace hrefkit;
using namespace hrefkit::test;

namespace {

std::string const site_folder = HREFKIT_SOURCE_DIR "/samples/site";

void check_same(std::vector<std::string> arguments, std::string const& input = "") {
  CAPTURE(arguments);
  const CliResult expected = run_cli(arguments, {.in = input});
  arguments.insert(arguments.begin() + 1, "--isolate");
  CHECK(run_cli(arguments, {.in = input}) == expected);
  arguments.insert(arguments.begin() + 1, {"-j", "3"});
  CHECK(run_cli(arguments, {.in = input}) == expected);
}

}  // namespace

TEST_CASE("documents that are read in processes of their own have the same rows and messages") {
  for (std::string const command : {"resolve", "base"}) {
    check_same({command, "-v", site_folder});
    for (std::string const format : {"json", "jsonl", "csv"}) {
      if (is_sanitized && format != "jsonl") continue;  // each process takes long
      check_same({command, "--format", format, site_folder});
    }
    check_same({command, "missing.html", site_folder + "/base.html"});
  }
  check_same({"resolve", "--unique", "-j", "1", site_folder});
  check_same({"resolve", "--fail-on", "unresolvable", site_folder});
  check_same({"resolve", "--url", "https://h.example/", "-"}, "<a href=x>");
  check_same({"resolve", "--content-type", "application/xml", "--url", "https://h.example/", "-"},
             "<a xmlns='http://www.w3.org/1999/xhtml' href='x'/><b>");
}

TEST_CASE("rows that take more than a part are handed over in parts") {
  std::string page = "<base href='http://h.example/" + std::string(50'000, 'a') + "/'>";
  for (int i = 0; i < 40; ++i) page += "<iframe srcdoc='<a href=x>'></iframe>";
  check_same({"resolve", "--format", "jsonl", "-q", "--url", "https://h.example/", "-"}, page);
  check_same({"base", "--format", "jsonl", "-q", "--url", "https://h.example/", "-"}, page);
}

TEST_CASE("packed values come out as they went in, and cut off ones as nothing") {
  cli::Packer out;
  out.number(7);
  out.text("a\0b");
  out.text("");
  cli::Unpacker in(out.view());
  CHECK(in.number() == 7);
  CHECK(in.text() == "a\0b");
  CHECK(in.text().empty());
  CHECK(in.at_end());
  CHECK(in.number() == 0);
  cli::Unpacker cut(out.view().substr(0, 10));
  CHECK(cut.number() == 7);
  CHECK(cut.text().empty());
  CHECK(cut.at_end());
}
