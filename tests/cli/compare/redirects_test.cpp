// Redirects for pages that moved.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

CliResult write_for(std::string const& format, Args args = {}) {
  args.insert(args.begin(), {"compare", "--write-redirects", format});
  args.insert(args.end(), {"old", "new"});
  return run_cli(args);
}

std::string text_about(std::string const& topic) {
  std::string text = "<p>";
  for (int i = 0; i < 20; ++i) text += topic + " has the number " + std::to_string(i * i) + ". ";
  return text;
}

/// A page, an index page, and a page with letters that mean something in formats.
void write_moved(TemporaryFolder const& folder) {
  folder.write("old/a.html", text_about("apples"));
  folder.write("new/b.html", text_about("apples"));
  folder.write("old/d/index.html", text_about("dates"));
  folder.write("new/e/index.html", text_about("dates"));
  folder.write("old/s p$1'(x);{y}[z]*:w+\\d.html", text_about("signs"));
  folder.write("new/t q$2'(x);{y}[z]*:w+\\d.html", text_about("signs"));
  folder.write("old/kept.html", "<a href=a.html>a</a>");
  folder.write("new/kept.html", "<a href=b.html>a</a>");
}

}  // namespace

namespace {

struct FormatCase {
  std::string format;
  std::string file;  ///< as check finds it
  std::string host;
  bool has_all = true;  ///< the format can say all of the paths
};

std::vector<FormatCase> format_cases() {
  return {{"netlify", "_redirects", "netlify"},
          {"cloudflare", "_redirects", "cloudflare-pages"},
          {"gitlab", "_redirects", "gitlab-pages"},
          {"vercel", "vercel.json", "vercel"},
          {"firebase", "firebase.json", "firebase"},
          {"azure", "staticwebapp.config.json", "azure", false},
          {"apache", ".htaccess", "plain"},
          {"nginx", "r.conf", "plain"}};
}

}  // namespace

TEST_CASE("redirects of each format lead where the pages went, as check reads them") {
  for (FormatCase const& format : format_cases()) {
    INFO(format.format);
    const TemporaryFolder folder;
    write_moved(folder);
    const CliResult result = write_for(format.format, {"-o", format.file});
    INFO(result.err << result.out);
    CHECK(result.exit_code == (format.has_all ? 0 : 1));
    std::filesystem::rename(format.file, "new/" + format.file);
    folder.write(
        "new/links.html",
        "<a href=/a.html>a</a><a href=/d/>d</a><a href=/d/index.html>d</a>" +
            std::string(format.has_all ? "<a href=\"/s%20p$1'(x);%7By%7D[z]*:w+%5Cd.html\">s</a>"
                                       : ""));
    const CliResult checked =
        run_cli({"check", "--host", format.host, "--redirects", "new/" + format.file, "new"});
    INFO(checked.out);
    CHECK(checked.exit_code == 0);
    // What is there leads all: nothing is added, and its bytes stay.
    const CliResult again = write_for(format.format, {"--redirects", "new/" + format.file});
    CHECK_THAT(again.err, Catch::Contains("0 redirects written"));
    std::string before = folder.read("new/" + format.file);
    CHECK(again.out == before);
  }
}

TEST_CASE("the text of redirects") {
  const TemporaryFolder folder;
  folder.write("old/a b.html", text_about("apples"));
  folder.write("new/b.html", text_about("apples"));
  folder.write("old/gone.html", "gone");
  for (auto const& [format, expected] : std::vector<std::pair<std::string, std::string>>{
           {"netlify",
            "/a%20b.html /b.html 301\n/a%20b /b.html 301\n# /gone.html has no page in the new "
            "site\n"},
           {"vercel",
            "{\"redirects\": [\n  {\"source\": \"/a%20b.html\", \"destination\": \"/b.html\", "
            "\"permanent\": true}\n]}\n"},
           {"nginx",
            "location = \"/a b.html\" { return 301 \"/b.html$is_args$args\"; }\n"
            "# /gone.html has no page in the new site\n"},
           {"apache",
            "RedirectMatch permanent \"^/a b\\.html$\" \"/b.html\"\n"
            "# /gone.html has no page in the new site\n"}}) {
    INFO(format);
    const CliResult result = write_for(format);
    CHECK(result.out == expected);
    CHECK(result.exit_code == 1);  // a page is lost
  }
}

TEST_CASE("redirects of folders") {
  const TemporaryFolder folder;
  for (std::string const name : {"a.html", "b.html", "c/index.html", "c/d.html"}) {
    folder.write("old/x/" + name, text_about(name));
    folder.write("new/y/z/" + name, text_about(name));
  }
  CHECK(write_for("netlify").out == "/x/* /y/z/:splat 301\n");
  CHECK(write_for("apache").out ==
        "RedirectMatch permanent \"^/x/(.*)$\" \"/y/z/$1\"\n"
        "");
  CHECK_THAT(write_for("netlify", {"--no-fold"}).out,
             Catch::Contains("/x/c/d.html /y/z/c/d.html 301\n"));
  // A page that went elsewhere has a rule of its own, which comes first.
  folder.write("old/x/e.html", text_about("else"));
  folder.write("new/else.html", text_about("else"));
  CHECK(write_for("vercel").out ==
        "{\"redirects\": [\n"
        "  {\"source\": \"/x/e.html\", \"destination\": \"/else.html\", \"permanent\": true},\n"
        "  {\"source\": \"/x/(.*)\", \"destination\": \"/y/z/$1\", \"permanent\": true}\n]}\n");
  // A file that is nowhere now, and one of NEW in the folder, prevent it.
  folder.write("old/x/i.png", "");
  CHECK_THAT(write_for("netlify").out, !Catch::Contains("*"));
  folder.write("new/y/z/i.png", "");
  CHECK_THAT(write_for("netlify").out, Catch::Contains("/x/* "));
  folder.write("new/x/new.html", text_about("new"));
  CHECK_THAT(write_for("netlify").out, !Catch::Contains("*"));
}

TEST_CASE("rules that are there stay, but for a target that moved") {
  const TemporaryFolder folder;
  folder.write("old/a.html", text_about("apples"));
  folder.write("new/b.html", text_about("apples"));
  folder.write("r",
               "# mine\n/first   /a.html  302 # why\n/other https://o.example/\n/* /404 404\n");
  const CliResult result = write_for("netlify", {"--redirects", "r"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "# mine\n/first   /b.html  302 # why\n/other https://o.example/\n"
        "/a.html /b.html 301\n/a /b.html 301\n/* /404 404\n");
  CHECK_THAT(result.err,
             Catch::Contains("r: warning: line 2: leads to /b.html now, since /a.html"));
  // In place, and once more: nothing changes.
  CHECK(write_for("netlify", {"--redirects", "r", "-o", "r"}).exit_code == 0);
  CHECK(folder.read("r") == result.out);
  CHECK(write_for("netlify", {"--redirects", "r"}).out == result.out);
  // JSON keeps its bytes, too.
  folder.write("vercel.json",
               "{ \"cleanUrls\": false,\n \"redirects\" : [ {\"source\": "
               "\"/q\",\"destination\":\"/a.html\"} ] }");
  CHECK(write_for("vercel", {"--redirects", "vercel.json"}).out ==
        "{ \"cleanUrls\": false,\n \"redirects\" : [\n  {\"source\": \"/a.html\", \"destination\": "
        "\"/b.html\", \"permanent\": true}, {\"source\": \"/q\",\"destination\":\"/b.html\"} ] }");
}

TEST_CASE("a loop of redirects is an error, and nothing is written") {
  const TemporaryFolder folder;
  folder.write("old/a.html", text_about("apples"));
  folder.write("new/b.html", text_about("apples"));
  folder.write("r", "/b.html /a.html 301\n");
  const CliResult result = write_for("netlify", {"--redirects", "r", "-o", "out"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("loop"));
  CHECK_FALSE(std::filesystem::exists("out"));
  folder.write("r2", "/x /y 301\n/y /x 301\n");
  const CliResult cycle = write_for("netlify", {"--redirects", "r2"});
  CHECK(cycle.exit_code == 2);
  CHECK_THAT(cycle.err, Catch::Contains("line 1: the redirects from /x form a loop"));
}

TEST_CASE("limits of hosts are errors that name them") {
  const TemporaryFolder folder;
  for (int i = 0; i < 300; ++i) {
    const std::string name = std::to_string(i);
    folder.write("old/page-" + name + ".html", text_about(name));
    folder.write("new/" + name + "/of/them.html", text_about(name));
  }
  const CliResult azure = write_for("azure", {"-o", "out"});
  CHECK(azure.exit_code == 2);
  CHECK_THAT(azure.err, Catch::Contains("Azure Static Web Apps takes 20,480 bytes in the file"));
  CHECK_FALSE(std::filesystem::exists("out"));
  std::string many;
  for (int i = 0; i < 1600; ++i) many += "/q" + std::to_string(i) + " /x 301\n";
  folder.write("r", many);
  CHECK_THAT(write_for("cloudflare", {"--redirects", "r"}).err,
             Catch::Contains("Cloudflare takes 2,000 rules without *, and these are "));
}

TEST_CASE("pages that redirect") {
  const TemporaryFolder folder;
  write_moved(folder);
  CHECK(write_for("html").exit_code == 2);
  const CliResult result = write_for("html", {"-o", "stubs"});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK_THAT(folder.read("stubs/d/index.html"),
             Catch::Contains("<meta http-equiv=\"refresh\" content=\"0; url=../e/index.html\">") &&
                 Catch::Contains("<a href=\"../e/index.html\">"));
  CHECK(write_for("html", {"-o", "stubs"}).exit_code == 0);  // they are there
  // A file that is there is never replaced, and nothing else is written then.
  folder.write("stubs/a.html", "mine");
  std::filesystem::remove_all("stubs/d");
  CHECK(write_for("html", {"-o", "stubs"}).exit_code == 2);
  CHECK(folder.read("stubs/a.html") == "mine");
  CHECK(!std::filesystem::exists("stubs/d"));
  // In the site itself they keep the old addresses.
  CHECK(write_for("html", {"-o", "new"}).exit_code == 0);
  CHECK(run_cli({"check", "--since", "old", "new"}).exit_code == 0);
}

TEST_CASE("an output that would lose something is refused") {
  const TemporaryFolder folder;
  write_moved(folder);
  folder.write("r", "/mine /kept.html\n");
  CHECK(write_for("netlify", {"-o", "r"}).exit_code == 2);
  CHECK(folder.read("r") == "/mine /kept.html\n");
  CHECK(write_for("netlify", {"-o", "new"}).exit_code == 2);
  CHECK(write_for("nothing").exit_code == 2);
  CHECK(run_cli({"compare", "--no-fold", "old", "new"}).exit_code == 2);
  folder.write("broken.json", "{");
  const CliResult broken = write_for("vercel", {"--redirects", "broken.json", "-o", "out"});
  CHECK(broken.exit_code == 2);
  CHECK_FALSE(std::filesystem::exists("out"));
}

TEST_CASE("a site that moves to another host leads there") {
  const TemporaryFolder folder;
  for (std::string const name : {"a.html", "b/index.html", "c.html"}) {
    folder.write("old/" + name, text_about(name));
    folder.write("new/" + name, text_about(name));
  }
  const CliResult result = write_for("netlify", {"--site-url", "https://o.example/", "--rebase",
                                                 "https://o.example/=https://n.example/docs/"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "/* https://n.example/docs/:splat 301\n");
}
