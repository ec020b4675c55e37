// check --fix: repairs as a diff, in place, in another folder; and in reports.
#include <rapidjson/document.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;
using Args = std::vector<std::string>;

const std::string faulty_head = "<!doctype html><meta charset=utf-8>\n";

CliResult run_fix(Args args) {
  args.insert(args.begin(), "check");
  return run_cli(args);
}

/// Three errors: one is for people.
void write_faulty_site(TemporaryFolder const& folder, std::string const& root = "s") {
  folder.write(root + "/Guide.html", faulty_head + "<p id=Intro>");
  folder.write(root + "/a.html", faulty_head +
                                     "<a href=\"guide.html\">x</a>\n<a href='Guide#Intro'>x</a>\n"
                                     "<a href=gone.html>x</a>\n");
}

std::string repaired_page() {
  return faulty_head +
         "<a href=\"Guide.html\">x</a>\n<a href='Guide.html#Intro'>x</a>\n"
         "<a href=gone.html>x</a>\n";
}

}  // namespace

TEST_CASE("check --fix prints a diff, and changes nothing", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  const std::string before = folder.read("s/a.html");
  const CliResult result = run_fix({"--fix", "s"});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "--- a/s/a.html\n+++ b/s/a.html\n@@ -1,4 +1,4 @@\n <!doctype html><meta charset=utf-8>\n"
        "-<a href=\"guide.html\">x</a>\n-<a href='Guide#Intro'>x</a>\n"
        "+<a href=\"Guide.html\">x</a>\n+<a href='Guide.html#Intro'>x</a>\n"
        " <a href=gone.html>x</a>\n");
  CHECK_THAT(result.err, Catch::Contains("2 of 3 errors repaired on 1 page; 1 needs you; nothing "
                                         "is written: --in-place or -o DIR writes it\n"));
  CHECK_THAT(result.err, Catch::EndsWith("hrefkit: 1 error, 0 warnings\n"));
  CHECK(folder.read("s/a.html") == before);
  // The exit code is that of the site after the repairs.
  CHECK(run_fix({"--fix", "--fail-on", "none", "s"}).exit_code == 0);
  folder.write("s/gone.html", faulty_head);
  CHECK(run_fix({"--fix", "s"}).exit_code == 0);
  CHECK(run_fix({"s"}).exit_code == 1);
}

TEST_CASE("git and patch apply the diff of check --fix", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  if (std::system("command -v patch > /dev/null") != 0) {
    WARN("SKIPPED: there is no patch");
    return;
  }
  CHECK(shell("\"$HREFKIT\" check -q --fix s > changes.diff") == 1);
  CHECK(shell("patch -s -p1 < changes.diff") == 0);
  CHECK(folder.read("s/a.html") == repaired_page());
}

TEST_CASE("check --fix --in-place writes, once", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  const std::string before = folder.read("s/a.html");
  const CliResult result = run_fix({"--fix", "--in-place", "--backup", ".old", "s"});
  CHECK(result.exit_code == 1);
  // What is left is reported.
  CHECK_THAT(result.out, Catch::StartsWith("s/a.html:4:9: error: gone.html does not exist"));
  CHECK_THAT(result.err, Catch::Contains("2 of 3 errors repaired on 1 page; 1 needs you\n"));
  CHECK(folder.read("s/a.html") == repaired_page());
  CHECK(folder.read("s/a.html.old") == before);
  const CliResult again = run_fix({"--fix", "--in-place", "--backup", ".old", "s"});
  CHECK(again.exit_code == 1);
  CHECK_THAT(again.err, Catch::Contains("0 of 1 error repaired; 1 needs you\n"));
  CHECK(folder.read("s/a.html") == repaired_page());
  CHECK(run_fix({"--fix", "s"}).out.empty());
  // A backup that exists already is never replaced.
  folder.write("s/a.html", before);
  const CliResult refused = run_fix({"--fix", "--in-place", "--backup", ".old", "s"});
  CHECK(refused.exit_code == 2);
  CHECK(folder.read("s/a.html") == before);
}

TEST_CASE("check --fix -o writes the whole site to a folder", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  folder.write("s/pic.png", "picture");
  CHECK(run_fix({"--fix", "-o", "new", "s"}).exit_code == 1);
  CHECK(folder.read("new/a.html") == repaired_page());
  CHECK(folder.read("new/Guide.html") == folder.read("s/Guide.html"));
  CHECK(folder.read("new/pic.png") == "picture");
  CHECK(folder.read("s/a.html") != repaired_page());
  CHECK(run_fix({"--fix", "-o", "s/new", "s"}).exit_code == 2);
  CHECK(!fs::exists("s/new"));
  CHECK(run_fix({"--fix", "-o", ".", "s"}).exit_code == 2);
}

TEST_CASE("check --fix=RULE repairs that rule alone, and turns it on", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  folder.write("s/b.html", faulty_head + "<a href=k//x.html>x</a>");
  folder.write("s/k/x.html", faulty_head);
  CHECK(run_fix({"--fix=case-mismatch", "s"}).out.find("Guide.html#Intro") == std::string::npos);
  CHECK_THAT(run_fix({"--fix=double-slash", "s"}).out, Catch::Contains("+<a href=k/x.html>x</a>"));
  CHECK_THAT(run_fix({"--fix=double-slash,missing-file", "s"}).out,
             Catch::Contains("+<a href=k/x.html>x</a>") && Catch::Contains("Guide.html#Intro") &&
                 !Catch::Contains("+<a href=\"Guide.html\""));
  CHECK(run_fix({"--fix", "s"}).out.find("k/x.html") == std::string::npos);
  // Without "=" the next word is the folder.
  CHECK(run_fix({"--fix", "case-mismatch", "s"}).exit_code == 2);
}

TEST_CASE("options that do not go with check --fix", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  folder.write("new/x.html", "");
  const std::string before = folder.read("s/a.html");
  for (Args const& args :
       std::vector<Args>{{"--in-place"},
                         {"--backup", ".old"},
                         {"--fix", "--backup", ".old"},
                         {"--fix", "--in-place", "-o", "new"},
                         {"--fix", "-f", "json"},
                         {"--fix", "--watch"},
                         {"--fix=orphan-page"},
                         {"--fix=nonsense"},
                         {"--fix", "--in-place", "--baseline", "b.jsonl", "--update-baseline"},
                         {"--fix", "--sources", "new", "-o", "out"}}) {
    Args all = args;
    all.push_back("s");
    INFO(all.front() << ' ' << all[1]);
    const CliResult result = run_fix(all);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("error: --"));
  }
  CHECK(run_fix({"--fix", "http://127.0.0.1:1/"}).exit_code == 2);
  CHECK(folder.read("s/a.html") == before);
  folder.write(".hrefkit.toml", "[check]\nfix = true\n");
  CHECK_THAT(run_fix({"s"}).err, Catch::Contains("'fix' is refused"));
  folder.write("own.toml", "[check]\nfix = true\n");
  CHECK_THAT(run_fix({"--config", "own.toml", "s"}).out, Catch::StartsWith("--- a/s/a.html"));
  folder.write("own.toml", "[check]\nfix = \"missing-file\"\n");
  CHECK_THAT(run_fix({"--config", "own.toml", "s"}).out,
             !Catch::Contains("+<a href=\"Guide.html\""));
}

TEST_CASE("reports of check --fix are about what is left", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  CHECK(run_fix({"--fix", "--in-place", "--report", "jsonl=rows.jsonl", "s"}).exit_code == 1);
  const std::string rows = folder.read("rows.jsonl");
  CHECK_THAT(rows, Catch::Contains("\"raw\":\"gone.html\"") && !Catch::Contains("guide.html"));
}

TEST_CASE("findings of a baseline are not repaired", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  CHECK(run_fix({"-q", "--baseline", "known.jsonl", "--update-baseline", "s"}).exit_code == 0);
  CHECK(run_fix({"--fix", "--baseline", "known.jsonl", "s"}) ==
        CliResult{0, "", run_fix({"--fix", "--baseline", "known.jsonl", "s"}).err});
  CHECK(run_fix({"--fix", "--baseline", "known.jsonl", "s"}).out.empty());
}

TEST_CASE("a repair that would not help is told", "[fix]") {
  const TemporaryFolder folder;
  folder.write("s/b.html", faulty_head + "<p id=Two><p id=Two>");
  folder.write("s/a.html", faulty_head + "<a href=b.html#two>x</a>");
  const CliResult result = run_fix({"--fix", "s"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("not repaired: s/a.html:2:9: 'b.html#two': its repair "
                                         "would make a new finding: s/b.html:2"));
}

TEST_CASE("generated pages are repaired in place only, and that is told", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder, "public");
  CHECK_THAT(run_fix({"--fix", "public"}).err,
             Catch::Contains("1 page such as public/a.html is made by a program: its next run "
                             "will undo the repairs"));
  const CliResult copied = run_fix({"--fix", "-o", "new", "public"});
  CHECK_THAT(copied.err, Catch::Contains("left as they are: --in-place repairs them"));
  CHECK(folder.read("new/a.html") == folder.read("public/a.html"));
  CHECK(run_fix({"--fix", "--in-place", "public"}).exit_code == 1);
  CHECK(folder.read("public/a.html") == repaired_page());
}

TEST_CASE("rows, SARIF, rdjson and annotations have the repair", "[fix]") {
  const TemporaryFolder folder;
  folder.write("s/Guide.html", faulty_head);
  folder.write("s/a.html",
               faulty_head + "\u00e9\u8a9e<a href='guide.html?a&amp;b'>x</a><a href=no>x</a>");
  const std::string bytes = folder.read("s/a.html");
  const std::string rows = run_cli({"check", "-q", "-f", "json", "s"}).out;
  rapidjson::Document json;
  json.Parse(rows.c_str());
  REQUIRE(!json.HasParseError());
  REQUIRE(json.Size() == 2);
  REQUIRE(json[0].HasMember("fix"));
  CHECK(!json[1].HasMember("fix"));
  auto const& row = json[0]["fix"];
  CHECK(bytes.substr(row["offset"].GetUint64(), row["length"].GetUint64()) == "guide.html?a&amp;b");
  CHECK(std::string(row["value"].GetString()) == "Guide.html?a&amp;b");

  json.Parse(run_cli({"check", "-q", "-f", "rdjson", "s"}).out.c_str());
  REQUIRE(!json.HasParseError());
  CHECK(std::string(json["source"]["name"].GetString()) == "hrefkit");
  REQUIRE(json["diagnostics"].Size() == 2);
  auto const& diagnostic = json["diagnostics"][0];
  CHECK(std::string(diagnostic["severity"].GetString()) == "ERROR");
  CHECK(std::string(diagnostic["code"]["value"].GetString()) == "case-mismatch");
  CHECK(std::string(diagnostic["location"]["path"].GetString()) == "s/a.html");
  auto const& range = diagnostic["location"]["range"];
  CHECK(range["start"]["line"].GetInt() == 2);
  CHECK(range["start"]["column"].GetInt() == 15);
  CHECK(range["end"]["line"].GetInt() == 2);
  CHECK(range["end"]["column"].GetInt() == 33);
  auto const& suggestion = diagnostic["suggestions"][0];
  CHECK(std::string(suggestion["text"].GetString()) == "Guide.html?a&amp;b");
  CHECK(suggestion["range"]["start"]["column"].GetInt() == 15);
  CHECK(!json["diagnostics"][1].HasMember("suggestions"));

  json.Parse(run_cli({"check", "-q", "-f", "sarif", "s"}).out.c_str());
  REQUIRE(!json.HasParseError());
  auto const& results = json["runs"][0]["results"];
  auto const& replacement = results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
  CHECK(std::string(replacement["insertedContent"]["text"].GetString()) == "Guide.html?a&amp;b");
  CHECK(replacement["deletedRegion"]["startColumn"].GetInt() == 12);
  CHECK(replacement["deletedRegion"]["endColumn"].GetInt() == 30);
  CHECK(replacement["deletedRegion"]["byteLength"].GetInt() == 18);
  CHECK(!results[1].HasMember("fixes"));

  CHECK_THAT(run_cli({"check", "-q", "-f", "github", "s"}).out,
             Catch::Contains("; repair: 'Guide.html?a&amp;b'\n"));
}

TEST_CASE("check --fix --sources repairs the source", "[fix][sources]") {
  const TemporaryFolder folder;
  const std::string prose =
      "To set the program up, fetch it, unpack it, and put it where your shell finds programs. ";
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](Pic.png) and [y](/gone).\n");
  folder.write("public/guide.html", faulty_head + "<meta name=generator content=X><main><p>" +
                                        prose +
                                        "See <a href=\"Pic.png\">x</a> and <a href='/gone'>y</a>");
  folder.write("public/pic.png", "x");
  const CliResult shown = run_fix({"--fix", "--sources", "docs", "public"});
  CHECK_THAT(shown.out, Catch::StartsWith("--- a/docs/guide.md\n") &&
                            Catch::Contains("+See [x](pic.png) and [y](/gone).\n") &&
                            !Catch::Contains("public/"));
  CHECK_THAT(shown.err, Catch::Contains("1 of 2 errors repaired in 1 source; 1 needs you"));
  const std::string built = folder.read("public/guide.html");
  CHECK(run_fix({"--fix", "--in-place", "--sources", "docs", "public"}).exit_code == 1);
  CHECK_THAT(folder.read("docs/guide.md"), Catch::Contains("See [x](pic.png) and [y](/gone)."));
  CHECK(folder.read("public/guide.html") == built);
  // In rows, too.
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](Pic.png) and [y](/gone).\n");
  CHECK_THAT(run_cli({"check", "-q", "-f", "jsonl", "--sources", "docs", "public"}).out,
             Catch::Contains("\"length\":7,\"fix\":\"pic.png\"}"));
  // What the generator has written in another way is left to people.
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](./Pic.png).\n");
  const CliResult left = run_fix({"--fix", "--sources", "docs", "public"});
  CHECK(left.out.empty());
  CHECK_THAT(left.err, Catch::Contains("no sure place in the sources"));
}

TEST_CASE("a source that would change in two ways stays", "[fix][sources]") {
  const TemporaryFolder folder;
  folder.write("docs/_layout.html", "<nav><a href=\"Pic.png\">Picture</a></nav>");
  for (std::string const name : {"a", "b", "c"}) {
    folder.write("docs/" + name + ".md",
                 "# " + name + "\n\nText of the page called " + name + ".\n");
    folder.write("public/" + name + ".html",
                 faulty_head + "<nav><a href=\"Pic.png\">Picture</a></nav><main><h1>" + name +
                     "</h1><p>Text of the page called " + name + ".</main>");
  }
  folder.write("public/pic.png", "x");
  // A reference of a template that depends on the page is not changed.
  CHECK(run_fix({"--fix", "--sources", "docs", "public"}).out.empty());
}

TEST_CASE("a folder that cannot be written, and a full disk, leave the pages", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  const std::string before = folder.read("s/a.html");
  if (::geteuid() == 0 && std::system("command -v setpriv > /dev/null") == 0) {
    fs::permissions(folder.path(), fs::perms::others_all, fs::perm_options::add);
    const std::string user = "setpriv --reuid=54321 --regid=54321 --clear-groups ./hrefkit ";
    CHECK(shell("cp \"$HREFKIT\" . && " + user + "check --fix --in-place s > out 2> err") == 2);
    CHECK_THAT(folder.read("err"), Catch::Contains("s/a.html"));
    CHECK(folder.read("s/a.html") == before);
  }
  CHECK(shell("ulimit -f 0; trap '' XFSZ; \"$HREFKIT\" check --fix --in-place s > /dev/null "
              "2> /dev/null") == 2);
  CHECK(folder.read("s/a.html") == before);
  CHECK(shell("\"$HREFKIT\" check --fix s > /dev/full 2> err") == 2);
  std::size_t files = 0;
  for (auto const& file : fs::directory_iterator("s")) {
    static_cast<void>(file);
    ++files;
  }
  CHECK(files == 2);
}

TEST_CASE("a page behind a symbolic link is repaired at its own address alone", "[fix]") {
  const TemporaryFolder folder;
  write_faulty_site(folder);
  folder.write("outside/b.html", faulty_head + "<a href=guide.html>x</a>");
  fs::create_symlink("../outside/b.html", "s/b.html");
  fs::create_symlink("a.html", "s/c.html");
  const std::string outside = folder.read("outside/b.html");
  CHECK(run_fix({"--fix", "--in-place", "s"}).exit_code == 1);
  CHECK(folder.read("outside/b.html") == outside);
  CHECK(fs::is_symlink("s/b.html"));
  CHECK(fs::is_symlink("s/c.html"));
  CHECK(folder.read("s/a.html") == repaired_page());
  CHECK(run_fix({"--fix", "--in-place", "--follow-outside", "s"}).exit_code == 1);
  CHECK(folder.read("outside/b.html") == outside);
}

TEST_CASE("answers of servers: a page that has moved for good on its host", "[fix]") {
  // The rule without the network finds nothing, and that is told as for other rules.
  const TemporaryFolder folder;
  write_faulty_site(folder);
  CHECK(run_fix({"--fix=external-redirected", "s"}).out.empty());
}

}  // namespace hrefkit::test
