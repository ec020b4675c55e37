// Memory that is refused: each run ends with the right output or with exit code 2, never with a
// signal and never with another output.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// Most of the allocations are the command line's; every n-th is enough for all kinds of them. The
/// program under test passed with 1, which takes 20 minutes.
constexpr int stride = 11;

/// So many runs without a failure in a row are past the last allocation.
constexpr int enough = 20;

/// The exit code of a run, and its output in the file `out`.
int run(std::string const& arguments, std::string const& failing) {
  const std::string command = "LD_PRELOAD=" HREFKIT_FAILING_MALLOC " FAILING_MALLOC=" + failing +
                              " \"$HREFKIT\" " + arguments + " > out 2> err";
  const int status = std::system(command.c_str());
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

void sweep(TemporaryFolder const& folder, std::string const& arguments, int first) {
  CAPTURE(arguments);
  REQUIRE(run(arguments, "0") == 0);
  const std::string wanted = folder.read("out");
  int failures = 0;
  int passed = 0;
  for (int n = first; passed < enough; n += stride) {
    const int code = run(arguments, std::to_string(n));
    const bool is_right = code == 0 && folder.read("out") == wanted;
    if (code == 2 ? folder.read("err").empty() : !is_right) {
      FAIL_CHECK("allocation " << n << " failed: exit code " << code << ", " << folder.read("err"));
      return;
    }
    passed = is_right ? passed + 1 : 0;
    failures += is_right ? 0 : 1;
  }
  CHECK(failures > 50);  // the library was there
}

TEST_CASE("no answer is wrong for lack of memory, and none is a signal", "[allocation]") {
  const TemporaryFolder folder;
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  folder.write("a.html",
               "<!doctype html><base href='/d/'><a href='x?\xE9' ping='p1 p2'>t</a>"
               "<a href='http://b\xFC"
               "cher.example/'>i</a><img srcset='a.png 1x, b.png 2x'>"
               "<svg><image xlink:href='i.svg'/></svg><style>@import 's.css'</style>"
               "<iframe srcdoc='&lt;a href=in&gt;'></iframe><div xml:base='/q/'><q cite=c></q>");
  folder.write("a.xhtml",
               "<!DOCTYPE html [<!ENTITY e 'y'>]><html xmlns='http://www.w3.org/1999/xhtml'>"
               "<base href='/d/'/><a href='x&e;'>t</a></html>");
  folder.write("japanese.html", "<meta charset=shift_jis><a href='?\x82\xA0'>");
  folder.write("questions",
               "{\"input\":\"http://b\xC3\xBC"
               "cher.example/\",\"set\":{\"port\":\"81\"}}\n");
  int first = 1;
  for (char const* arguments :
       {"resolve --format jsonl a.html japanese.html", "resolve -j2 --format csv a.html a.xhtml",
        "resolve --engine dom --unique --standard html5 a.html a.xhtml",
        "base --format json a.html a.xhtml",
        "effects --set-base /n/ --url http://a.example/p --format html a.html",
        "url --batch < questions"}) {
    sweep(folder, arguments, first++);
  }
}

}  // namespace

}  // namespace hrefkit::test
