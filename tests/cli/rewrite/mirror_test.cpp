// A mirror of a site becomes a folder that opens: names, types and links.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;
namespace fs = std::filesystem;

TEST_CASE("files of a mirror get the extension of their type, and links follow") {
  const TemporaryFolder folder;
  const std::string host = "m/h.example/";
  folder.write(host + "index.html",
               "<link rel=stylesheet href='/s.css?ver=6'><script src='/a.js?v=1'></script>"
               "<a href='/?p=1#f'></a><a href=/page></a><a href='/list.php?page=2'></a>");
  folder.write(host + "index.html?p=1", "<a href=/page>");
  folder.write(host + "page", " <!DOCTYPE html><a href='/?p=1'>");
  folder.write(host + "list.php?page=2", "<html><a href=/>");
  folder.write(host + "s.css?ver=6", "a{background:url(/p.png)}");
  folder.write(host + "a.js?v=1", "1");
  folder.write(host + "p.png", "");
  folder.write(host + "README", "text");
  folder.write(host + "index.html.orig", "<html>");
  folder.write(host + "list.php?page=2.orig", "<html>");
  const CliResult result = run_cli({"rewrite", "--local", "m", "-o", "o", "--copy-assets", "m"});
  CHECK(result.exit_code == 0);
  const std::string out = "o/h.example/";
  CHECK(folder.read(out + "index.html") ==
        "<link rel=stylesheet href='s.css%3Fver=6.css'><script src='a.js%3Fv=1.js'></script>"
        "<a href='index.html%3Fp=1.html#f'></a><a href=page.html></a>"
        "<a href='list.php%3Fpage=2.html'></a>");
  CHECK(folder.read(out + "index.html?p=1.html") == "<a href=page.html>");
  CHECK(folder.read(out + "page.html") == " <!DOCTYPE html><a href='index.html%3Fp=1.html'>");
  CHECK(folder.read(out + "list.php?page=2.html") == "<html><a href=index.html>");
  CHECK(folder.read(out + "s.css?ver=6.css") == "a{background:url(p.png)}");
  CHECK(folder.read(out + "a.js?v=1.js") == "1");
  CHECK(folder.read(out + "README") == "text");
  CHECK(folder.read(out + "index.html.orig") == "<html>");
  CHECK(folder.read(out + "list.php?page=2.orig") == "<html>");
  CHECK_FALSE(fs::exists(out + "page"));
  // In place, files keep their names.
  CHECK(run_cli({"rewrite", "-q", "--local", "m", "--in-place", "m"}).exit_code == 0);
  CHECK(fs::exists(host + "page"));
  // What was written once stays.
  CHECK(run_cli({"rewrite", "-q", "--local", "o", "-o", "o2", "--copy-assets", "o"}).exit_code ==
        0);
  CHECK(folder.read("o2/h.example/index.html") == folder.read(out + "index.html"));
}

TEST_CASE("names of a mirror that collide are both kept, and told") {
  const TemporaryFolder folder;
  folder.write("m/h.example/x?y", "<p>one");
  folder.write("m/h.example/x?y.html", "<p>two");
  folder.write("m/h.example/index.html", "<a href='/x?y'></a><a href='/x?y.html'></a>");
  const CliResult result = run_cli({"rewrite", "--local", "m", "-o", "o", "m"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::Contains("x?y is written as h.example/x?y.1.html"));
  CHECK(folder.read("o/h.example/x?y.1.html") == "<p>one");
  CHECK(folder.read("o/h.example/x?y.html") == "<p>two");
  CHECK(folder.read("o/h.example/index.html") ==
        "<a href='x%3Fy.1.html'></a><a href='x%3Fy.html'></a>");
}

TEST_CASE("a name that has no room for its extension is cut, and links follow") {
  const TemporaryFolder folder;
  const std::string start = "m/h.example/";
  const std::string fits(250, 'x');
  const std::string one(255, 'x');
  const std::string other = std::string(254, 'x') + "y";
  for (std::string const& name : {fits, one, other}) {
    folder.write(start + name, "<!DOCTYPE html><a href=/" + name + ">");
  }
  CHECK(run_cli({"rewrite", "-q", "--local", "m", "-o", "o", "m"}).exit_code == 0);
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator("o/h.example")) {
    names.push_back(entry.path().filename().string());
    CHECK(folder.read("o/h.example/" + names.back()) ==
          "<!DOCTYPE html><a href=" + names.back() + ">");
  }
  CHECK(names.size() == 3);
  for (std::string const& name : names) {
    INFO(name);
    const bool is_cut = name.size() == 200 + 1 + 16 + 5 && name.starts_with(fits.substr(0, 200));
    CHECK((is_cut || name == fits + ".html"));
    CHECK(name.ends_with(".html"));
  }
}

TEST_CASE("empty segments of a path are none in a mirror") {
  const TemporaryFolder folder;
  folder.write("m/h.example/a/p.png", "");
  folder.write("m/h.example/index.html",
               "<img src=/a//p.png><img src=https://h.example//a///p.png>");
  CHECK(run_cli({"rewrite", "-q", "--local", "m", "-o", "o", "m"}).exit_code == 0);
  CHECK(folder.read("o/h.example/index.html") == "<img src=a/p.png><img src=a/p.png>");
}

TEST_CASE("the folder of one host is not taken for a mirror of hosts") {
  const TemporaryFolder folder;
  for (char const* const root : {"m/www.h.example/", "m/h.example:8080/", "plain/"}) {
    folder.write(std::string(root) + "index.html", "<a href=/2024/>");
    folder.write(std::string(root) + "2024/index.html", "<a href=/>");
  }
  const auto rewrite = [](std::string const& mirror) {
    return run_cli({"rewrite", "--local", mirror, "-o", "o", mirror});
  };
  const auto refused = [](std::string const& mirror, std::string const& url) {
    return CliResult{2, "",
                     "hrefkit: error: --local: " + mirror +
                         " holds pages, and no folder with the name of a host: give the folder "
                         "above it, or --site-url " +
                         url + "\nRun 'hrefkit rewrite --help' for more information.\n"};
  };
  CHECK(rewrite("m/www.h.example") == refused("m/www.h.example", "https://www.h.example/"));
  CHECK(rewrite("m/h.example:8080") == refused("m/h.example:8080", "http://h.example:8080/"));
  CHECK(!fs::exists("o"));
  CHECK(rewrite("m").exit_code == 0);
  CHECK(folder.read("o/www.h.example/2024/index.html") == "<a href=../index.html>");

  const CliResult one = run_cli({"rewrite", "--local", "m/www.h.example", "--site-url",
                                 "https://www.h.example/", "-o", "one", "m/www.h.example"});
  CHECK(one.exit_code == 0);
  CHECK(folder.read("one/2024/index.html") == "<a href=../index.html>");

  CHECK_THAT(rewrite("plain").err,
             Catch::Contains("--local: warning: no folder in plain has the name of a host"));
}
