// What a run of rewrite says of the policies that it was given.
#include "cli/cli_run.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/temporary_folder.h"

using namespace hrefkit::test;

TEST_CASE("rewrite says how many entries of a map are for no link, and which") {
  const TemporaryFolder folder;
  folder.write("map",
               "https://h.example/x\t/y\nhttps://h.example/mispelt\t/z\n"
               "https://h.example/i.png\t/j.png\n");
  const auto run = [](std::string const& page, std::string const& option) {
    return run_cli({"rewrite", "--url", "https://h.example/p", "--map", "map", option, "-"},
                   {.in = page});
  };
  const CliResult some = run("<a href=x>", "-v");
  CHECK(some.err ==
        "hrefkit: --map: note: no link leads to https://h.example/mispelt\n"
        "hrefkit: --map: note: no link leads to https://h.example/i.png\n");
  CHECK(some.summary == "1 link in 1 file; 1 changed on 1 page; 2 of 3 entries of --map not used");
  const std::string page = "<a href=x><a href=mispelt><img src=i.png>";
  CHECK(run(page, "--kinds=hyperlink").summary ==
        "3 links in 1 file; 2 changed on 1 page; 1 of 3 entries of --map not used");
  CHECK(run(page, "-v").summary == "3 links in 1 file; 3 changed on 1 page");
}
