#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

TEST_CASE("without an address a file's URL is the base", "[resolve][address]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href='../x y?q#f'>");
  CHECK(run_cli({"resolve", "s/a.html"}).out ==
        "s/a.html:1:10: a[href] ../x y?q#f -> file://" + folder.path() + "/x%20y?q#f\n");
}

TEST_CASE("--url is the address of the one input", "[resolve][address]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=b>");
  CHECK(run_cli({"resolve", "--url", "HTTP://A.example:80/d/./p?q", "s/a.html"}) ==
        CliResult{0, "s/a.html:1:9: a[href] b -> http://a.example/d/b\n", ""});
  CHECK(run_cli({"resolve", "--url", "http://a.example/d/p", "-"}, {.in = "<a href=b>"}) ==
        CliResult{0, "-:1:9: a[href] b -> http://a.example/d/b\n", ""});
}

TEST_CASE("--site-url is the address of a folder's root", "[resolve][address]") {
  const TemporaryFolder folder;
  folder.write("s/sub/a b%#?.html", "<a href=x>");
  folder.write("s/\xFF.html", "<a href=#>");
  const std::string out =
      "s/sub/a b%#?.html:1:9: a[href] x -> http://a.example/docs/sub/x\n"
      "s/\xEF\xBF\xBD.html:1:9: a[href] # -> http://a.example/docs/%FF.html#\n";
  for (char const* site : {"http://a.example/docs", "http://a.example/docs/",
                           "http://a.example/docs?query#fragment"}) {
    CAPTURE(site);
    CHECK(run_cli({"resolve", "--site-url", site, "s"}) == CliResult{0, out, ""});
    CHECK(run_cli({"resolve", "--site-url", site, "s/"}) == CliResult{0, out, ""});
  }
  CHECK(run_cli({"resolve", "--site-url", "http://a.example/", "./s/sub/a b%#?.html"}).out ==
        "./s/sub/a b%#?.html:1:9: a[href] x -> http://a.example/s/sub/x\n");
}

TEST_CASE("--root is the folder that --site-url stands for", "[resolve][address]") {
  const TemporaryFolder folder;
  folder.write("pub/docs/a.html", "<a href=x>");
  folder.write("out.html", "<a href=x>");
  const std::string url = " -> http://a.example/docs/x\n";
  for (std::string const& path :
       {std::string("pub/docs/a.html"), std::string("./pub/../pub/docs/a.html"),
        folder.path() + "/pub/docs/a.html", std::string("pub/docs"), std::string("pub")}) {
    CAPTURE(path);
    for (char const* command : {"resolve", "base"}) {
      const CliResult result =
          run_cli({command, "--site-url", "http://a.example/", "--root", "pub", path});
      CHECK(result.exit_code == 0);
      CHECK(result.err == "");
      CHECK(result.out.find("http://a.example/docs/") != std::string::npos);
    }
  }
  CHECK(
      run_cli({"effects", "--site-url", "http://a.example/", "--root", "pub", "--set-base", "/b/",
               "-q", "pub/docs/a.html"})
          .out ==
      "pub/docs/a.html:1:9: a[href] x  changes: http://a.example/docs/x -> http://a.example/b/x\n");
  // No guess for what lies outside; the others are still read.
  const CliResult outside =
      run_cli({"resolve", "--site-url", "http://a.example/", "--root", "pub", "out.html", "pub"});
  CHECK(outside ==
        CliResult{2, "pub/docs/a.html:1:9: a[href] x" + url,
                  "hrefkit: out.html: error: lies outside of the root pub, so --site-url gives it "
                  "no address; --root DIR names the folder that --site-url stands for\n"});
  CHECK(outside.summary == "1 link in 1 file; 1 input not read");
  // Several roots at once, and a root without an address, are told.
  CHECK(run_cli({"resolve", "--site-url", "http://a.example/", "pub", "out.html"}).err ==
        "hrefkit: --site-url: warning: each input folder is the root of its own pages; --root DIR "
        "is one root for all inputs\n");
  CHECK(run_cli({"resolve", "--root", "pub", "pub"}).err ==
        "hrefkit: --root: warning: does nothing without --site-url\n");
}

TEST_CASE("--root in the configuration file counts from that file's folder", "[resolve][address]") {
  const TemporaryFolder folder;
  folder.write("project/public/docs/a.html", "<a href=x>");
  folder.write("project/hrefkit.toml", "site-url = \"http://a.example/\"\nroot = \"public\"\n");
  const std::string row = "project/public/docs/a.html:1:9: a[href] x -> ";
  const std::vector<std::string> args{"resolve", "-c", "project/hrefkit.toml",
                                      "project/public/docs/a.html"};
  CHECK(run_cli(args) == CliResult{0, row + "http://a.example/docs/x\n", ""});
  std::vector<std::string> other = args;
  other.insert(other.end(), {"--root", "project"});  // the command line's from the working folder
  CHECK(run_cli(other) == CliResult{0, row + "http://a.example/public/docs/x\n", ""});
}

TEST_CASE("odd file names are escaped in file: URLs", "[resolve][address]") {
  const TemporaryFolder folder;
  const std::string names[] = {"a b.html",         "100%.html",     "q?.html",
                               "f#.html",          "\xFF.html",     "semi;colon:.html",
                               "back\\slash.html", "new\nline.html"};
  const std::string urls[] = {"a%20b.html",        "100%25.html",    "q%3F.html",
                              "f%23.html",         "%FF.html",       "semi;colon:.html",
                              "back%5Cslash.html", "new%0Aline.html"};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    CAPTURE(names[i]);
    folder.write(names[i], "<a href=''>");
    const std::string out = run_cli({"resolve", "--format", "csv", names[i]}).out;
    CHECK(out.ends_with(",file://" + folder.path() + "/" + urls[i] + ",document,file://" +
                        folder.path() + "/" + urls[i] + ",,,\n"));
  }
}

TEST_CASE("standard input without an address is about:blank", "[resolve][address]") {
  const CliInput input{.in = "<a href=rel><a href=http://b.example/>"};
  CHECK(run_cli({"resolve", "-"}, input).out ==
        "-:1:9: a[href] rel -> unresolvable: relative-without-base\n"
        "-:1:21: a[href] http://b.example/ -> http://b.example/\n");
  CHECK(run_cli({"resolve", "--creator", "http://c.example/d/", "-"}, input).out ==
        "-:1:9: a[href] rel -> http://c.example/d/rel\n"
        "-:1:21: a[href] http://b.example/ -> http://b.example/\n");
  CHECK(run_cli({"resolve", "--url", "about:srcdoc", "--container", "http://c.example/d/", "-"},
                input)
            .out ==
        "-:1:9: a[href] rel -> http://c.example/d/rel\n"
        "-:1:21: a[href] http://b.example/ -> http://b.example/\n");
}

TEST_CASE("the content type and the encoding can be told", "[resolve][address]") {
  const CliInput page{.in = "<a href='?\xE4'>"};
  const auto url = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"resolve", "--url", "http://a.example/", "--format", "csv"});
    options.push_back("-");
    const std::string out = run_cli(options, page).out;
    const std::size_t begin = out.rfind("http://");
    return out.substr(begin, out.find(',', begin) - begin);
  };
  CHECK(url({}) == "http://a.example/?%E4");  // undeclared: windows-1252
  CHECK(url({"--encoding", "koi8-r"}) == "http://a.example/?%E4");
  CHECK(url({"--encoding", "utf-8"}) == "http://a.example/?%EF%BF%BD");
  CHECK(url({"--content-type", "text/html; charset=iso-8859-5"}) == "http://a.example/?%E4");
  CHECK(url({"--content-type", "text/html; charset=utf-8"}) == "http://a.example/?%EF%BF%BD");
  CHECK(url({"--encoding-fallback", "utf-8"}) == "http://a.example/?%EF%BF%BD");
}

}  // namespace

}  // namespace hrefkit::test
