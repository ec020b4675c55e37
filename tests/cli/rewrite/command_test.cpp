#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;
namespace fs = std::filesystem;

namespace {

using Args = std::vector<std::string>;

CliResult rewrite(Args args, CliInput const& input = {}) {
  args.insert(args.begin(), {"rewrite", "-q"});
  return run_cli(args, input);
}

}  // namespace

TEST_CASE("rewrite prints one page on standard output") {
  const auto result = rewrite({"--url", "https://h.example/a/p.html", "--drop-base", "-"},
                              {.in = "<base href=/b/><a href=x>y</a>"});
  CHECK(result == CliResult{0, "<a href=../b/x>y</a>", ""});
}

TEST_CASE("rewrite tells that what is loaded changes, and --local keeps it") {
  const TemporaryFolder folder;
  folder.write("m/h.example/d/p.html", "<img src=i.png><a href=p.html>x</a><base href=/b/>");
  folder.write("m/h.example/d/i.png", "");
  folder.write("m/h.example/b/p.html", "");
  const CliResult told = run_cli(
      {"rewrite", "--url", "https://h.example/d/p.html", "--drop-base", "m/h.example/d/p.html"});
  CHECK(told.out == "<img src=../b/i.png><a href=../b/p.html>x</a>");
  CHECK(told.err.find("load another URL than before") != std::string::npos);
  const CliResult local = run_cli({"rewrite", "--local", "m", "-o", "o", "m"});
  CHECK(folder.read("o/h.example/d/p.html") == "<img src=i.png><a href=../b/p.html>x</a>");
  CHECK(local.err.find("load another URL") == std::string::npos);
}

TEST_CASE("rewrite reports changes with the keys of its rows") {
  const TemporaryFolder folder;
  folder.write("p.html", "<p>\n<a href='x?a=1&amp;b=2'>");
  const auto result = rewrite(
      {"--url", "https://h.example/d/p.html", "--to", "absolute", "--format", "jsonl", "p.html"});
  CHECK(result.out ==
        "{\"file\":\"p.html\",\"line\":2,\"column\":10,\"offset\":13,\"length\":13,\"element\":"
        "\"a\",\"attribute\":\"href\",\"index\":0,\"kind\":\"hyperlink\",\"raw\":\"x?a=1&amp;b=2\","
        "\"value\":\"https://h.example/d/x?a=1&amp;b=2\",\"before\":\"https://h.example/d/"
        "x?a=1&b=2\","
        "\"after\":\"https://h.example/d/x?a=1&b=2\",\"reason\":\"to-absolute\"}\n");
  CHECK(folder.read("p.html").size() == 28);  // only reported
}

TEST_CASE("rows of changes that take much memory wait on the disk") {
  constexpr int links = 1000;
  std::string page = "<base href=\"https://h.example/" + std::string(100'000, 'b') + "/\">";
  for (int i = 0; i < links; ++i) page += "<a href=/" + std::string(20, 'x') + ">";
  const TemporaryFolder folder;
  folder.write("p.html", page);
  const std::string map = "https://h.example/" + std::string(20, 'x') + "\thttps://h.example/" +
                          std::string(100'000, 'b') + "/y\n";
  folder.write("map", map);
  const RunCost cost = cost_of([] {
    if (std::freopen("rows", "w", stdout) == nullptr) std::_Exit(1);
    ::execl(HREFKIT_PROGRAM, "hrefkit", "rewrite", "-q", "--url", "https://h.example/p", "--map",
            "map", "--dry-run", "--format", "json", "--to", "relative", "p.html", nullptr);
    std::_Exit(1);
  });
  CHECK(cost.succeeded());
  const std::string rows = folder.read("rows");
  CHECK(rows.starts_with("["));
  CHECK(rows.ends_with("}\n]\n"));
  CHECK(std::count(rows.begin(), rows.end(), '\n') == links + 2);
  if (can_measure_cost()) CHECK(cost.peak_bytes < rows.size() / 2);
}

TEST_CASE("ten thousand rules of --rebase, also with segments *, cost what the page allows") {
  constexpr int count = 10'000;
  std::string page;
  for (int i = 0; i < count; ++i) page += "<a href=/s/a/b/c/y" + std::to_string(i) + "/p>\n";
  const TemporaryFolder folder;
  folder.write("p.html", page);
  std::string rules = "[rewrite]\nrebase = [\n";
  for (int i = 0; i < count; ++i) {
    rules += "'/s/*/*/*/y" + std::to_string(i) + "=/z" + std::to_string(i) + "',\n";
  }
  folder.write("rules.toml", rules + "]\n");
  const RunCost cost = cost_of([] {
    if (std::freopen("new.html", "w", stdout) == nullptr) std::_Exit(1);
    ::execl(HREFKIT_PROGRAM, "hrefkit", "rewrite", "-q", "--url", "https://h.example/", "--config",
            "rules.toml", "p.html", nullptr);
    std::_Exit(1);
  });
  CHECK(cost.succeeded());
  CHECK(folder.read("new.html").ends_with("<a href=/z9999/p>\n"));
  if (!can_measure_cost()) return;
  CHECK(cost.seconds < allowed_seconds(page.size()) / 2);
  CHECK(cost.peak_bytes < allowed_bytes(page.size()));
}

TEST_CASE("each place that a dropped attribute leaves has a row") {
  const TemporaryFolder folder;
  const std::string page = "<base href=/b/ id=i href=/c/><p xml:base=q/ XML:BASE=r/><a href=x>";
  folder.write("p.html", page);
  const auto result = run_cli({"rewrite", "--url", "https://h.example/b/p", "--drop-base",
                               "--drop-xml-base", "--xml-base", "on", "--format", "csv", "p.html"});
  const auto has_row = [&](std::string const& row) {
    return result.out.find("p.html,1," + row) != std::string::npos;
  };
  CHECK(has_row("6,5,9,base,href,0,base, href=/b/,,https://h.example/b/,,drop-base,"));
  CHECK(has_row("20,19,9,base,href,0,base, href=/c/,,,,drop-base,"));
  CHECK(has_row("32,31,12,p,xml:base,0,base, xml:base=q/,,https://h.example/b/q/,,drop-xml-base,"));
  CHECK(has_row("44,43,12,p,xml:base,0,base, XML:BASE=r/,,,,drop-xml-base,"));
  CHECK(result.summary == "2 links in 1 file; 3 changed on 1 page");
}

TEST_CASE("xml:base counts where browsers do not look, unless --xml-base says otherwise") {
  const TemporaryFolder folder;
  const std::string page = "<html xml:base='/xb/'><a href='b.html'>";
  const std::string feed =
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/xb/'><link href='b.html'/></feed>";
  folder.write("site/p.html", page);
  folder.write("site/b.html", "");
  folder.write("site/f.xml", feed);
  folder.write("site/xb/b.html", "");
  const std::vector<std::string> site{"--site-url", "https://h.example/", "site"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), site.begin(), site.end());
    return run_cli(arguments);
  };
  REQUIRE(run({"rewrite", "--to", "absolute", "-o", "new"}).exit_code == 0);
  CHECK(folder.read("new/p.html") == "<html xml:base='/xb/'><a href='https://h.example/b.html'>");
  CHECK(folder.read("new/f.xml").find("'https://h.example/xb/b.html'") != std::string::npos);
  CHECK(run_cli({"compare", "--site-url", "https://h.example/", "site", "new"}).exit_code == 0);
  CHECK(run({"check"}).exit_code == 0);
  // The links of p.html and of the feed, one of which is broken then.
  std::filesystem::remove("site/xb/b.html");
  CHECK(run({"check"}).exit_code == 1);
  CHECK(run({"check", "--xml-base", "off"}).exit_code == 0);
  const auto both = run({"check", "--xml-base", "on"});
  CHECK(both.out.find("site/p.html:1:") != std::string::npos);
  CHECK(both.out.find("site/f.xml:1:") != std::string::npos);
  // What only finds links follows all of them, and says so.
  const std::string moved =
      "1 link is moved by xml:base, which browsers ignore in HTML, XHTML and SVG (--xml-base off)";
  for (std::vector<std::string> const& command :
       {std::vector<std::string>{"resolve"}, {"resolve", "--isolate"}, {"base"}}) {
    const auto told = run(command);
    CHECK(told.summary.find(moved) != std::string::npos);
    auto quiet = command;
    quiet.insert(quiet.end(), {"--xml-base", "auto"});
    CHECK(run(quiet).summary.find("xml:base") == std::string::npos);
  }
  CHECK(run_cli({"effects", "--set-base", "/d/", "--url", "https://h.example/", "site/p.html"})
            .summary.find(moved) != std::string::npos);
}

TEST_CASE("rows of changes name files by their bytes, where those are not UTF-8") {
  const TemporaryFolder folder;
  folder.write("\xE9.html", "<a href=x>");
  const auto result = rewrite(
      {"--site-url", "https://h.example/", "--to", "absolute", "--format", "jsonl", "\xE9.html"});
  CHECK(result.out.starts_with("{\"file\":\"\xEF\xBF\xBD.html\",\"fileBytes\":\"%E9.html\","));
}

TEST_CASE("rewrite writes a tree below a folder") {
  const TemporaryFolder folder;
  folder.write("site/a/p.html", "<a href=/x>");
  folder.write("site/a/q.html", "<a href=x>");
  folder.write("site/pic.png", "bytes");
  const auto result = rewrite({"--site-url", "https://h.example/", "--to", "relative", "-o", "out",
                               "--copy-assets", "site"});
  CHECK(result == CliResult{0, "", ""});
  CHECK(folder.read("out/a/p.html") == "<a href=../x>");
  CHECK(folder.read("out/a/q.html") == "<a href=x>");
  CHECK(folder.read("out/pic.png") == "bytes");
  CHECK(folder.read("site/a/p.html") == "<a href=/x>");
}

TEST_CASE("pages below another folder have the permissions of their inputs") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  folder.write("site/q.html", "<a href=x>");
  for (const char* name : {"site/p.html", "site/q.html"}) ::chmod(name, 0600);
  CHECK(rewrite({"--site-url", "https://h.example/", "--to", "relative", "-o", "out", "site"}) ==
        CliResult{0, "", ""});
  for (const char* name : {"out/p.html", "out/q.html"}) {
    struct stat status {};
    REQUIRE(::stat(name, &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
  }
}

TEST_CASE("an input that is named and holds no text is an error") {
  const TemporaryFolder folder;
  const std::string binary("a\0b", 3);
  folder.write("p.html", binary);
  folder.write("q.html", "<a href=/x>");
  for (Args const& args : std::vector<Args>{
           {"-"}, {"p.html"}, {"--in-place", "p.html"}, {"-o", "out", "q.html", "p.html"}}) {
    Args all{"--url", "https://h.example/", "--to", "relative"};
    if (args.size() > 2) all = {"--site-url", "https://h.example/", "--to", "relative"};
    all.insert(all.end(), args.begin(), args.end());
    const auto result = rewrite(all, {.in = binary});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, Catch::EndsWith("; not rewritten\n"));
  }
  CHECK(folder.read("p.html") == binary);
  CHECK(folder.read("out/q.html") == "<a href=x>");
  CHECK_FALSE(fs::exists("out/p.html"));
}

TEST_CASE("rewrite in place leaves unchanged files alone") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  folder.write("site/q.html", "<a href=x>");
  const auto before = fs::last_write_time("site/q.html");
  const Args args{"--site-url", "https://h.example/", "--to", "relative",
                  "--in-place", "--backup",           ".old", "site"};
  CHECK(rewrite(args) == CliResult{0, "", ""});
  CHECK(folder.read("site/p.html") == "<a href=x>");
  CHECK(folder.read("site/p.html.old") == "<a href=/x>");
  CHECK(fs::last_write_time("site/q.html") == before);
  CHECK(!fs::exists("site/q.html.old"));
  const auto written = fs::last_write_time("site/p.html");
  CHECK(rewrite(args) == CliResult{0, "", ""});
  CHECK(fs::last_write_time("site/p.html") == written);
}

TEST_CASE("rewrite tells of hard links") {
  const TemporaryFolder folder;
  folder.write("p.html", "<a href=/x>");
  fs::create_hard_link("p.html", "other");
  const auto result = run_cli(
      {"rewrite", "--url", "https://h.example/a/", "--to", "relative", "--in-place", "p.html"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("p.html: warning: has 2 names (hard links)") != std::string::npos);
  CHECK(folder.read("other") == "<a href=/x>");
}

TEST_CASE("a pipe is not rewritten in place, and not waited for") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo("p.html", 0600) == 0);
  const auto result =
      rewrite({"--url", "https://h.example/", "--to", "relative", "--in-place", "p.html"});
  CHECK(result == CliResult{2, "", "hrefkit: p.html: error: is not a regular file\n"});
}

TEST_CASE("rewrite prints a unified diff") {
  const TemporaryFolder folder;
  folder.write("p.html", "1\n2\n3\n4\n<a href=/x>\n6\n7\n8\n9");
  const auto result =
      rewrite({"--url", "https://h.example/", "--to", "relative", "--diff", "p.html"});
  CHECK(result.out ==
        "--- a/p.html\n+++ b/p.html\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-<a href=/x>\n+<a href=x>\n "
        "6\n 7\n 8\n");
  const auto there =
      rewrite({"--site-url", "https://h.example/", "--to", "relative", "--diff", "./p.html"});
  CHECK(there.out == result.out);
  CHECK(folder.read("p.html").find("/x") != std::string::npos);
}

TEST_CASE("rewrite refuses what would lose pages") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  folder.write("other/site/p.html", "<a href=/x>");
  for (Args const& args : std::vector<Args>{
           {"site"},
           {"-o", "site", "site"},
           {"-o", "site/out", "site"},
           {"-o", ".", "site"},
           {"--in-place", "-o", "out", "site"},
           {"--in-place", "-"},
           {"--backup", ".x", "site/p.html"},
           {"--in-place", "--backup", "a/b", "site"},
           {"--in-place", "--backup", "", "site"},
           {"--copy-assets", "site/p.html"},
           {"--diff", "--format", "csv", "site"},
           {"--move-to", "https://h.example/", "--in-place", "site"},
           {"--rebase", "/a=/b", "--dry-run", "site/p.html"},
           {"--rebase", "nothing", "--dry-run", "site"},
           {"--rebase", "http://a/=javascript:1", "--dry-run", "site"},
           {"--rebase", "mailto:a=http://b/", "--dry-run", "site"},
           {"--move-to", "mailto:a@h.example", "--dry-run", "site/p.html"},
           {"--local", "site", "--rebase", "http://a/=http://b/", "--dry-run", "site"},
           {"--local", "site", "--move-to", "http://a/", "--dry-run", "site/p.html"},
           {"--rebase", "http://a/=http://b/", "--rebase", "http://a/=http://c/", "--dry-run",
            "site"},
           {"--keep", "none,og", "--dry-run", "site"},
           {"--keep", "nothing", "--dry-run", "site"},
           {"--map", "missing", "--dry-run", "site"},
           {"--to", "sideways", "--dry-run", "site"},
           {"--exclude", "(", "--dry-run", "site"},
       }) {
    INFO(args.back());
    CHECK(rewrite(args).exit_code == 2);
  }
  CHECK(folder.read("site/p.html") == "<a href=/x>");
}

TEST_CASE("rewrite -o FILE writes the one page there") {
  const TemporaryFolder folder;
  const std::string page = "<a href='https://h.example/x.html'>x</a>";
  const std::string changed = "<a href='x.html'>x</a>";
  folder.write("p.html", page);
  folder.write("q.html", page);
  const Args policy{"--url", "https://h.example/p.html", "--to", "relative"};
  const auto run = [&](Args args, std::string const& in = {}) {
    args.insert(args.begin(), "rewrite");
    args.insert(args.end(), policy.begin(), policy.end());
    return run_cli(args, {.in = in});
  };
  CHECK(run({"-o", "new.html", "p.html"}) == CliResult{0, "", ""});
  CHECK(folder.read("new.html") == changed);
  // A file is replaced, in a folder that need not be there, too, and standard input has a place.
  folder.write("new.html", "old");
  CHECK(run({"-o", "new.html", "p.html"}).exit_code == 0);
  CHECK(folder.read("new.html") == changed);
  CHECK(run({"-o", "deep/new.XHTML", "p.html"}).exit_code == 0);
  CHECK(folder.read("deep/new.XHTML") == changed);
  CHECK(run({"-o", "in.html", "-"}, page).exit_code == 0);
  CHECK(folder.read("in.html") == changed);
  CHECK(run({"-o", "page.php", "--ext", "php=html", "p.html"}).exit_code == 0);
  CHECK(folder.read("page.php") == changed);
  // Rows go to standard output.
  const CliResult rows = run({"-o", "rows.html", "--format", "csv", "p.html"});
  CHECK_THAT(rows.out, Catch::Contains("to-relative"));
  CHECK(folder.read("rows.html") == changed);
  // Other names are folders, and so is a folder whatever its name is.
  std::filesystem::create_directory("is.html");
  for (std::string const name : {"is.html", "out", "out.d", "slash.html/"}) {
    CHECK(run({"-o", name, "p.html"}).exit_code == 0);
    CHECK(folder.read(name + "/p.html") == changed);
  }
  CHECK(run_cli({"rewrite", "--site-url", "https://h.example/", "--to", "relative", "-o",
                 "two.html", "p.html", "q.html"})
            .exit_code == 0);
  CHECK(folder.read("two.html/q.html") == changed);
  // The page itself stays, by each of its names.
  std::filesystem::create_symlink("p.html", "link.html");
  for (std::string const name : {"p.html", "./p.html", "link.html"}) {
    const CliResult result = run({"-o", name, "p.html"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("may only change with --in-place"));
  }
  CHECK(shell("$HREFKIT rewrite --url https://h.example/ --to relative -o p.html - <p.html") == 2);
  CHECK(folder.read("p.html") == page);
  // Where no page was read, the file stays.
  CHECK(run({"-o", "new.html", "none.html"}).exit_code == 2);
  CHECK(folder.read("new.html") == changed);
  CHECK(run({"-o", "dry.html", "--dry-run", "p.html"}).exit_code == 0);
  CHECK(!std::filesystem::exists("dry.html"));
  CHECK(run({"-o", "new.html", "--copy-assets", "p.html"}).exit_code == 2);
  CHECK(run({"-o", "folder", "-"}, page).exit_code == 2);
}

TEST_CASE("prefixes that lie in one another are told where the tree has the folder") {
  const TemporaryFolder folder;
  folder.write("s/docs/p.html", "<a href=../q.html>");
  folder.write("s/q.html", "<a href=docs/p.html>");
  const auto run = [](std::string const& rule) {
    return run_cli(
        {"rewrite", "--site-url", "https://h.example/", "--rebase", rule, "--diff", "s"});
  };
  const auto inner = run("/=/docs/");
  CHECK(inner.out.empty());
  CHECK_THAT(inner.err,
             Catch::Contains("--rebase: warning: one of OLD and NEW begins with the other"));
  CHECK(run("/=/other/").err.empty());
  CHECK(run("/docs/=/").err.empty());
}

TEST_CASE("the folder of the output is never read") {
  const TemporaryFolder folder;
  folder.write("t/s/p.html", "<a href=/x>");
  folder.write("t/out/q.html", "<a href=/x>");
  fs::create_directory_symlink("../out", "t/s/folder");
  fs::create_directory_symlink("../out/new", "t/s/later");
  fs::create_directory_symlink("..", "t/s/around");
  fs::create_symlink("../out/q.html", "t/s/page.html");
  for (int i = 0; i < 2; ++i) {
    CHECK(rewrite({"--to", "relative", "--follow-outside", "-o", "t/out", "t/s"}).exit_code == 0);
    CHECK(std::distance(fs::recursive_directory_iterator("t/out"), {}) == 2);
  }
}

TEST_CASE("two inputs never go to one file") {
  const TemporaryFolder folder;
  folder.write("one/p.html", "<a href=/1>");
  folder.write("two/p.html", "<a href=/2>");
  const auto result = rewrite({"--to", "relative", "-o", "out", "one", "two"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("two/p.html: error: would be written to out/p.html") != std::string::npos);
  CHECK(folder.read("out/p.html").find("1") != std::string::npos);
}

TEST_CASE("the inputs of rewrite may be listed in a file") {
  const TemporaryFolder folder;
  folder.write("p.html", "<a href=/x>");
  folder.write("q.html", "<a href=/y>");
  const Args args{"--site-url", "https://h.example/", "--to", "relative", "--dry-run"};
  for (auto const& [more, list] : std::vector<std::pair<Args, std::string>>{
           {{"--files-from", "-"}, "p.html\nq.html\n"},
           {{"--files-from", "-", "-0"}, std::string("p.html\0q.html\0", 14)}}) {
    Args all = args;
    all.insert(all.end(), more.begin(), more.end());
    const auto result = rewrite(all, {.in = list});
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("p.html:1:9") != std::string::npos);
    CHECK(result.out.find("q.html:1:9") != std::string::npos);
  }
}

TEST_CASE("no page is written over an input") {
  const TemporaryFolder folder;
  folder.write("p.html", "<a href=/1>");
  folder.write("out/p.html", "<a href=/2>");
  const auto result = rewrite({"--to", "relative", "-o", "out", "p.html", "out/p.html"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("an input is in its place") != std::string::npos);
  CHECK(folder.read("out/p.html") == "<a href=/2>");
}

TEST_CASE("the last line counts what was changed") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x><a href=y>");
  folder.write("site/q.html", "<a href=x>");
  const auto result = run_cli({"rewrite", "--site-url", "https://h.example/", "--to", "relative",
                               "--dry-run", "--format", "csv", "site"});
  CHECK(result.summary == "3 links in 2 files; 1 changed on 1 page");
}

TEST_CASE("the last line counts links that stay because they do not resolve") {
  const auto result =
      run_cli({"rewrite", "--to", "absolute", "-"}, {.in = "<a href=x><a href=http://h/>"});
  CHECK(result.out == "<a href=x><a href=http://h/>");
  CHECK(result.summary == "2 links in 1 file; 0 changed on 0 pages; 1 does not resolve");
}

TEST_CASE("a page that is not well-formed stays, and the others are done") {
  const TemporaryFolder folder;
  folder.write("site/bad.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><a href='/x'/><");
  folder.write("site/good.html", "<a href=/x>");
  const auto result =
      rewrite({"--site-url", "https://h.example/", "--to", "relative", "--in-place", "site"});
  CHECK(result.exit_code == 2);
  CHECK(folder.read("site/bad.xhtml").find("'/x'") != std::string::npos);
  CHECK(folder.read("site/good.html") == "<a href=x>");
}

TEST_CASE("a page whose change cannot be proved stays as it was") {
  const TemporaryFolder folder;
  const std::string page =
      "<!DOCTYPE html [<!ENTITY e \"<a xmlns='http://www.w3.org/1999/xhtml' href='/x'/>\">]>"
      "<html xmlns='http://www.w3.org/1999/xhtml'><p>&e;</p></html>";
  folder.write("p.xhtml", page);
  const auto result = rewrite({"--url", "https://h.example/a/", "--rebase", "/x=/y", "p.xhtml"});
  CHECK(result.exit_code == 1);
  CHECK(result.out == page);
  CHECK(result.err.find("the page stays as it was") != std::string::npos);
  // Where only the form is not what was wanted, the rest of the page is done.
  const auto kept = rewrite({"--url", "https://h.example/a/", "--to", "relative", "p.xhtml"});
  CHECK(kept == CliResult{0, page, ""});
}

TEST_CASE("a page that would become far larger stays as it was") {
  const TemporaryFolder folder;
  std::string page = "<base href='/" + std::string(300'000, 'b') + "/'>";
  for (int i = 0; i < 1000; ++i) page += "<a href=x>y</a>";
  folder.write("site/large.html", page);
  folder.write("site/small.html", "<a href=x>");
  const std::vector<std::string> options{"--site-url", "https://h.example/", "--to", "absolute"};
  auto args = options;
  args.insert(args.end(), {"-o", "new", "site"});
  const auto result = rewrite(args);
  CHECK(result.exit_code == 1);
  CHECK(result.err.find("large.html:1:1: error: the URLs of its links are too long in total; "
                        "the page stays as it was") != std::string::npos);
  CHECK(folder.read("new/large.html") == page);
  CHECK(folder.read("new/small.html") == "<a href=https://h.example/x>");
  args = options;
  args.insert(args.end(), {"--in-place", "site"});
  CHECK(rewrite(args).exit_code == 1);
  CHECK(folder.read("site/large.html") == page);
}

TEST_CASE("style sheets, manifests and feeds are rewritten") {
  const TemporaryFolder folder;
  folder.write("site/a/s.css", "@import '/x.css'; a{b:url(/y.png)}");
  folder.write("site/a/app.webmanifest", "{\"start_url\": \"/go?a=1\"}");
  folder.write("site/a/feed.atom",
               "<?xml-stylesheet href='/s.xsl'?><feed xmlns='http://www.w3.org/2005/Atom'><link "
               "href='/l?a&amp;b'/><entry><content type='html'>&lt;a href=\"/in?a=1&amp;amp;b\">"
               "</content></entry></feed>");
  const auto result =
      rewrite({"--site-url", "https://h.example/", "--to", "relative", "--in-place", "site"});
  CHECK(result == CliResult{0, "", ""});
  CHECK(folder.read("site/a/s.css") == "@import '../x.css'; a{b:url(../y.png)}");
  CHECK(folder.read("site/a/app.webmanifest") == "{\"start_url\": \"../go?a=1\"}");
  CHECK(folder.read("site/a/feed.atom") ==
        "<?xml-stylesheet href='../s.xsl'?><feed xmlns='http://www.w3.org/2005/Atom'><link "
        "href='../l?a&amp;b'/><entry><content type='html'>&lt;a href=\"../in?a=1&amp;amp;b\">"
        "</content></entry></feed>");
}

TEST_CASE("in a mirror of one site, the query in a file's name is one of its address") {
  const TemporaryFolder folder;
  folder.write("m/p.html?x=1&y=2", "<a href='?x=1&amp;y=2#f'>1</a><a href='?z'>2</a>");
  const auto result = rewrite({"--local", "m", "--site-url", "http://h.example/", "-o", "b", "m"});
  CHECK(result == CliResult{0, "", ""});
  CHECK(folder.read("b/p.html?x=1&y=2.html") ==
        "<a href='#f'>1</a><a href='http://h.example/p.html?z'>2</a>");
}

TEST_CASE("a mirror with names for Windows is read and made browsable") {
  const TemporaryFolder folder;
  folder.write("m/h.example/l.php@p=1", "<a href='?p=2'>1</a><a href='?p=3'>2</a>");
  folder.write("m/h.example/l.php@p=2", "<base href='/x/'><a href='../l.php?p=1'>1</a>");
  const auto result = rewrite({"--local", "m", "--ext", "php=html", "-o", "b", "m"});
  CHECK(result == CliResult{0, "", ""});
  CHECK(folder.read("b/h.example/l.php@p=1.html") ==
        "<a href='l.php@p=2.html'>1</a><a href='https://h.example/l.php?p=3'>2</a>");
  CHECK(folder.read("b/h.example/l.php@p=2.html") == "<a href='l.php@p=1.html'>1</a>");
  const auto own = rewrite({"--local", "m/h.example", "--site-url", "http://h.example/", "--ext",
                            "php=html", "-o", "c", "m/h.example"});
  CHECK(own == CliResult{0, "", ""});
  CHECK(folder.read("c/l.php@p=1.html") ==
        "<a href='l.php@p=2.html'>1</a><a href='http://h.example/l.php?p=3'>2</a>");
}

TEST_CASE("in a mirror with added endings, a query alone finds its page") {
  const TemporaryFolder folder;
  folder.write("m/l.php.html", "<a href='?p=2'>2</a><a href='?p=3'>3</a><a href='#f'></a>");
  folder.write("m/l.php?p=2.html", "<a href='l.php'>1</a>");
  const auto result = rewrite({"--local", "m", "--site-url", "http://h.example/", "-o", "b", "m"});
  CHECK(result == CliResult{0, "", ""});
  CHECK(folder.read("b/l.php.html") ==
        "<a href='l.php%3Fp=2.html'>2</a><a href='http://h.example/l.php?p=3'>3</a>"
        "<a href='#f'></a>");
  CHECK(folder.read("b/l.php?p=2.html") == "<a href='l.php.html'>1</a>");
}

TEST_CASE(
    "in a mirror, what a folder's name without its slash gave is read as the folder's index") {
  const TemporaryFolder folder;
  folder.write("m/h.example/docs/index.html", "<a href=a.html>1</a><a href=/b.html>2</a>");
  folder.write("m/h.example/docs.html", "<a href=a.html>1</a><a href=/b.html>2</a>");
  folder.write("m/h.example/docs/a.html", "<a href=/docs>up</a><a href='?x'>1</a>");
  folder.write("m/h.example/b/index.html", "<a href=a.html>1</a>");
  folder.write("m/h.example/b.html", "<a href=a.html>2</a>");
  CHECK(rewrite({"--local", "m", "-o", "o", "m"}) == CliResult{0, "", ""});
  CHECK(folder.read("o/h.example/docs.html") == "<a href=docs/a.html>1</a><a href=b.html>2</a>");
  CHECK(folder.read("o/h.example/b.html") == "<a href=https://h.example/a.html>2</a>");
  CHECK(rewrite({"--local", "m/h.example", "--site-url", "https://h.example/", "-o", "p",
                 "m/h.example"}) == CliResult{0, "", ""});
  CHECK(folder.read("p/docs.html") == "<a href=docs/a.html>1</a><a href=b.html>2</a>");
  // The index is another one when it is the turn of the page.
  CHECK(rewrite({"--local", "m", "-j", "1", "--in-place", "m/h.example/docs/index.html",
                 "m/h.example/docs.html"}) == CliResult{0, "", ""});
  CHECK(folder.read("m/h.example/docs.html") == "<a href=docs/a.html>1</a><a href=b.html>2</a>");
}

TEST_CASE("a page that gets an address of its own takes its links along from under a prefix") {
  const TemporaryFolder folder;
  folder.write("p.html",
               "<a href='#x'></a><a href=/docs/p.html#y></a><a href=x></a>"
               "<a href='p.html?q'></a>");
  const auto result = rewrite({"--url", "https://h.example/docs/p.html", "--rebase", "/docs=/new",
                               "--move-to", "https://h.example/new/q.html", "p.html"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "<a href='#x'></a><a href=/new/q.html#y></a><a href=x></a>"
        "<a href='p.html?q'></a>");
}

TEST_CASE("import maps change with the URLs of the page") {
  const std::string map =
      "<script type=importmap>{\"imports\":{\"a\":\"./a.js\",\"b\":\"/lib/b.js\"}}</script>";
  const auto written = [&](Args args, std::string const& base) {
    args.insert(args.begin(), {"rewrite", "-q", "--url", "https://h.example/p.html"});
    args.push_back("-");
    const CliResult result = run_cli(args, {.in = base + map});
    CHECK(result.exit_code == 0);
    return result.out;
  };
  const auto with = [&](std::string const& a, std::string const& b) {
    return "<script type=importmap>{\"imports\":{\"a\":\"" + a + "\",\"b\":\"" + b +
           "\"}}</script>";
  };
  CHECK(written({"--drop-base"}, "<base href=/v1/>") == with("./v1/a.js", "/lib/b.js"));
  CHECK(written({"--rebase", "/lib=/js"}, "") == with("./a.js", "/js/b.js"));
  CHECK(written({"--to", "relative"}, "") == with("./a.js", "./lib/b.js"));
  CHECK(written({"--drop-base"}, "") == map);
  CHECK(written({"--move-to", "https://h.example/x/q.html"}, "") == with("../a.js", "/lib/b.js"));
}

TEST_CASE("inline scripts that mention a changed URL are counted and stay") {
  const std::string page =
      "<a href=x></a><a href=y></a>"
      "<script>// it's\ngo(\"https://h.example/a/y\")</script>"
      "<SCRIPT>go('z', 'xx')</SCRIPT><script src=s.js></script><script>`y`";
  const Args args{
      "rewrite", "--url", "https://h.example/a/p.html", "--to", "absolute", "--elements", "a", "-"};
  const CliResult result = run_cli(args, {.in = page});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("go(\"https://h.example/a/y\")") != std::string::npos);
  CHECK(result.err.find("2 inline scripts mention a URL that was changed") != std::string::npos);
  // The second and the third script have strings that are references by chance.
  const char* const unmoved[] = {"<a href=x></a><script>go('z')</script>",
                                 "<a href=/></a><script>path.split('/')</script>",
                                 "<a href=..></a><a href=#></a><script>base = '..' + '#'</script>"};
  for (auto const* const other : unmoved) {
    CHECK(run_cli(args, {.in = other}).err.find("script") == std::string::npos);
  }
}
