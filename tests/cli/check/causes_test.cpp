// Where one option would mend many findings, it stands in their place, before all others.

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

const std::string page_head = "<!DOCTYPE html><meta charset=utf-8><title>t</title>";

/// A site of two pages whose links begin with "/blog/", and one link that is broken.
void write_blog(TemporaryFolder const& folder) {
  folder.write("s/index.html", page_head +
                                   "<link rel=stylesheet href=/blog/a.css>"
                                   "<a href=/blog/>x</a><a href=/blog/post/>x</a>");
  folder.write("s/post/index.html",
               page_head + "<a href=/blog/>x</a><a href=/blog/post/>x</a><a href=gone.html>x</a>");
  folder.write("s/a.css", "");
}

CliResult run_in_s(std::vector<std::string> options) {
  options.insert(options.begin(), {"check", "s"});
  return run_cli(options);
}

std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("causes: a prefix is one line, before what is broken, and all rows count") {
  const TemporaryFolder folder;
  write_blog(folder);
  const std::string cause =
      "5 links begin with /blog/, and what follows it is in this folder: run again with --site-url "
      "https://HOST/blog/";
  const CliResult text = run_in_s({});
  CHECK(text.exit_code == 1);
  CHECK_THAT(text.out, Catch::StartsWith("s:1:1: error: " + cause + " [wrong-site-url]\n") &&
                           Catch::Contains("gone.html does not exist"));
  CHECK(times_in(text.out, "/blog/") == 4);  // two of them in a line of source
  CHECK_THAT(text.err, Catch::Contains(cause) &&
                           Catch::EndsWith("6 errors, 0 warnings (5 of them shown as causes: -v "
                                           "lists them)\n"));
  CHECK_THAT(run_in_s({"-v"}).out, Catch::StartsWith("s:1:1: error: " + cause) &&
                                       Catch::Contains("s/index.html:1:78: error: "));
  CHECK(times_in(run_in_s({"-f", "jsonl"}).out, "\n") == 6);
  CHECK(times_in(run_in_s({"-f", "gitlab"}).out, "\"description\"") == 6);
  const std::string github = run_in_s({"-f", "github"}).out;
  CHECK_THAT(github,
             Catch::StartsWith("::error file=s,line=1,col=1,title=wrong-site-url::5 links"));
  CHECK(times_in(github, "\n") == 2);
  CHECK_THAT(run_in_s({"-f", "markdown"}).out, Catch::Contains(": 6 findings.\n\n**5 links begin"));
  const std::string junit = run_in_s({"-f", "junit"}).out;
  CHECK(times_in(junit, "<failure") == 2);
  const std::string html = run_in_s({"-f", "html"}).out;
  const std::size_t banner = html.find("<p class=\"notice\">5 links begin with /blog/");
  CHECK(banner < html.find("class=\"numbers\""));
  CHECK(times_in(html, "missing-file\",") == 1);
  const CliResult mended = run_in_s({"--site-url", "https://h.example/blog/"});
  CHECK_THAT(mended.err, Catch::EndsWith("1 error, 0 warnings\n"));
  CHECK(mended.out.find("begin") == std::string::npos);
}

TEST_CASE("causes: a link that the option does not mend stays") {
  const TemporaryFolder folder;
  write_blog(folder);
  folder.write("s/more.html", page_head +
                                  "<a href=/blog/none/>x</a><a href=/blog/post/#none>x</a>"
                                  "<a href=blog/post/>x</a><img src=/blog/post/ alt=''>");
  const CliResult result = run_in_s({"-f", "github"});
  CHECK_THAT(result.out, Catch::Contains("::5 links begin with /blog/") &&
                             Catch::Contains("'/blog/none/'") &&
                             Catch::Contains("'/blog/post/#none'") &&
                             Catch::Contains("::blog/post/ does not exist"));
  CHECK(times_in(result.out, "::error ") == 6);
}

TEST_CASE("causes: each is judged with the options of those before it") {
  const TemporaryFolder folder;
  for (int i = 0; i < 6; ++i) {
    const std::string next = std::to_string((i + 1) % 6);
    folder.write("s/p" + std::to_string(i) + ".html",
                 page_head + "<a href=/t/p" + next +
                     ">x</a><a href=/t/a.css>x</a><a href=/t/>x</a>" + "<a href=/t/none" + next +
                     ">x</a>");
  }
  folder.write("s/index.html", page_head);
  folder.write("s/a.css", "");
  const CliResult result = run_in_s({"-f", "github"});
  CHECK_THAT(
      result.out,
      Catch::Contains("::12 links begin with /t/, and what follows it is in this folder: run "
                      "again with --site-url https://HOST/t/\n") &&
          Catch::Contains("::6 links lead to pages without their .html: where the host finds "
                          "them, run again with --site-url https://HOST/t/ --extensions "
                          "html\n"));
  CHECK(times_in(result.out, "::error ") == 8);
  CHECK_THAT(run_in_s({"--site-url", "https://HOST/t/", "--extensions", "html"}).err,
             Catch::EndsWith("6 errors, 0 warnings\n"));
}

TEST_CASE("causes: an index of another name, and a folder that is not there") {
  const TemporaryFolder folder;
  folder.write("s/index.html", page_head + "<a href=a/>x</a><a href=b/>x</a><a href=c/#x>x</a>");
  for (std::string const name : {"a", "b", "c"}) {
    folder.write("s/" + name + "/README.html", page_head + "<p id=x>");
  }
  CHECK_THAT(run_in_s({}).out,
             Catch::StartsWith("s:1:1: error: 3 links lead to folders whose index is README.html: "
                               "run again with --index index.html,README.html [missing-index]\n"));
  CHECK_THAT(run_in_s({"--index", "index.html,README.html"}).err,
             Catch::EndsWith("0 errors, 0 warnings\n"));
  std::string links;
  for (int i = 0; i < 6; ++i) {
    links += "<a href=glib.d/" + std::to_string(i) + ".html>x</a>";
  }
  folder.write("s/index.html", page_head + links + links);
  CHECK_THAT(run_in_s({}).out,
             Catch::StartsWith("s:1:1: error: glib.d/ does not exist, and 12 links lead below it: "
                               "--mount /glib.d=DIR adds the folder, --exclude-url '/glib\\.d/' "
                               "leaves them out [missing-file]\n"));
  CHECK_THAT(run_in_s({"--exclude-url", "/glib\\.d/"}).err,
             Catch::EndsWith("0 errors, 0 warnings\n"));
}

TEST_CASE("causes: what one option does not explain is listed") {
  const TemporaryFolder folder;
  folder.write("s/index.html", page_head +
                                   "<a href=/static/a.png>x</a><a href=/static/b.png>x</a>"
                                   "<a href=/static/c.png>x</a><a href=about>x</a>");
  for (std::string const name : {"a.png", "b.png", "c.png"}) folder.write("s/" + name, "");
  folder.write("s/about.html", page_head);
  const std::string out = run_in_s({"-f", "github"}).out;
  CHECK(times_in(out, "::error file=s/index.html") == 4);
}

TEST_CASE("causes: a baseline has the rows, and a wrong path of --site-url is one") {
  const TemporaryFolder folder;
  write_blog(folder);
  CHECK(run_in_s({"--baseline", "b.jsonl", "--update-baseline"}).exit_code == 0);
  const CliResult known = run_in_s({"--baseline", "b.jsonl"});
  CHECK(known.exit_code == 0);
  CHECK(known.out.empty());
  folder.write("s/index.html", page_head + "<a href=/a.css>x</a><a href=/post/>x</a>");
  folder.write("s/post/index.html", page_head + "<a href=/>x</a><a href=/post/>x</a>");
  CHECK_THAT(run_in_s({"--site-url", "https://h.example/docs/"}).out,
             Catch::StartsWith("s:1:1: error: 4 links lead outside of /docs/, and what is named is "
                               "in this folder: run again with --site-url https://h.example/ "
                               "[wrong-site-url]\n"));
}

}  // namespace hrefkit::test
