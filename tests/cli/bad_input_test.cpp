// Input that is broken, huge or hostile: an answer, or an error that names it; never a crash.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

constexpr char const* good_page = "<a href='http://b.example/'>";
const std::string good_row = "good.html:1:10: a[href] http://b.example/ -> http://b.example/\n";

/// A run over `name` and a good page after it, which must come out.
CliResult resolve_with_good_page(TemporaryFolder const& folder, std::string const& name) {
  folder.write("good.html", good_page);
  return run_cli({"resolve", name, "good.html"});
}

TEST_CASE("an input that cannot be read is named, and the others are processed", "[bad input]") {
  const TemporaryFolder folder;
  fs::create_symlink("nowhere", "dangling.html");
  fs::create_symlink("self.html", "self.html");
  struct Case {
    char const* name;
    char const* why;
  };
  for (auto const& [name, why] :
       {Case{"missing.html", "No such file or directory"},
        Case{"good.html/below.html", "Not a directory"},
        Case{"dangling.html", "No such file or directory"},
        Case{"self.html", "Too many levels of symbolic links"},
        Case{"/proc/self/mem", "Input/output error"}, Case{"", "No such file or directory"}}) {
    CAPTURE(name);
    const std::string message =
        "hrefkit: " + std::string(*name == 0 ? "''" : name) + ": error: " + why + "\n";
    CHECK(resolve_with_good_page(folder, name) == CliResult{2, good_row, message});
  }
}

TEST_CASE("a folder without pages is an error", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("site/readme.txt", good_page);
  fs::create_directory("site/empty");
  CHECK(resolve_with_good_page(folder, "site") ==
        CliResult{2, good_row,
                  "hrefkit: site: error: holds no .html, .htm, .xhtml, .xht, .svg, .css, .atom, "
                  ".rss, .xml, .webmanifest, feed.json or manifest.json file\n"});
}

TEST_CASE("a loop of folders is walked once, with a warning", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("site/sub/good.html", good_page);
  fs::create_directory_symlink("..", "site/sub/up");
  CHECK(run_cli({"resolve", "site"}) ==
        CliResult{0, "site/sub/" + good_row,
                  "hrefkit: site/sub/up/: warning: leads back into a folder that holds it; not "
                  "followed\n"});
  CHECK(run_cli({"resolve", "-q", "site"}) == CliResult{0, "site/sub/" + good_row, ""});
}

TEST_CASE("an empty file has no links", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("empty.html", "");
  folder.write("bom.html", "\xEF\xBB\xBF");
  CHECK(run_cli({"resolve", "empty.html", "bom.html"}) == CliResult{0, "", ""});
  CHECK(run_cli({"resolve", "-"}) == CliResult{0, "", ""});
}

TEST_CASE("a binary file is read only where the user says what it is", "[bad input]") {
  const TemporaryFolder folder;
  std::string bytes = "\x89PNG\r\n\x1A\n";
  unsigned state = 1;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 1'103'515'245 + 12345;
    bytes += static_cast<char>(state >> 16);
  }
  folder.write("binary.html", bytes);
  for (char const* encoding : {"utf-8", "windows-1252", "utf-16le", "shift_jis", "gb18030"}) {
    CAPTURE(encoding);
    std::vector<std::string> args{"resolve",  "--encoding", encoding,
                                  "--format", "jsonl",      "binary.html"};
    CHECK(run_cli(args) ==
          CliResult{0, "", "hrefkit: binary.html: warning: is a PNG picture; skipped\n"});
    CHECK(run_cli(args).summary == "0 links in 0 files; 1 file skipped (1 binary)");
    args.insert(args.end(), {"--content-type", "text/html"});
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
  }
}

TEST_CASE("NUL bytes are passed over as HTML does", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("nul.html", std::string("<meta charset=utf-8>\0<a\0href='x'><a href='n\0ul'>", 48));
  // The tokenizer makes U+FFFD of NUL in a tag's name ("a\0href" is an element) and in a value.
  CHECK(run_cli({"resolve", "--url", "http://a.example/", "nul.html"}) ==
        CliResult{0, "nul.html:1:43: a[href] n\xEF\xBF\xBDul -> http://a.example/n%EF%BF%BDul\n",
                  ""});
}

TEST_CASE("invalid UTF-8 becomes U+FFFD, positions stay in the file's bytes", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("bad.html", "<meta charset=utf-8>\xFF\xC3<a href='x\xE2\x82y'>");
  CHECK(run_cli({"resolve", "--format", "jsonl", "--url", "http://a.example/", "bad.html"}).out ==
        R"({"file":"bad.html","line":1,"column":32,"offset":31,"length":4,"element":"a",)"
        R"("attribute":"href","index":0,"raw":"x)"
        "\xEF\xBF\xBD"
        R"(y","kind":"hyperlink","base":"http://a.example/","baseSource":"document",)"
        R"("url":"http://a.example/x%EF%BF%BDy"})"
        "\n");
}

TEST_CASE("a million nested elements are read, by the tree with a warning", "[bad input]") {
  const TemporaryFolder folder;
  std::string page;
  for (int i = 0; i < 1'000'000; ++i) page += "<div>";
  page += "<a href='http://b.example/'>";
  folder.write("deep.html", page);
  constexpr std::string_view row =
      "deep.html:1:5000010: a[href] http://b.example/ -> http://b.example/\n";
  const CliResult scanned = run_cli({"resolve", "deep.html"});
  CHECK(scanned.exit_code == 0);
  CHECK(scanned.out == row);
  CHECK(scanned.err == "");  // no tree, nothing to warn of
  const CliResult result = run_cli({"resolve", "--engine", "dom", "deep.html"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == row);
  CHECK(result.err.starts_with("hrefkit: deep.html"));
  CHECK(result.err.find(": warning: ") != std::string::npos);
}

TEST_CASE("an attribute of 100 MB is a link like any other", "[bad input]") {
  const TemporaryFolder folder;
  constexpr std::size_t size = 100'000'000;
  folder.write("long.html", "<a href='/" + std::string(size, 'x') + "'><a href=/y>");
  const CliResult result =
      run_cli({"resolve", "--format", "csv", "--url", "http://a.example/", "long.html"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  CHECK(result.out.size() > 2 * size);
  CHECK(
      result.out.ends_with("\nlong.html,1,100000021,100000020,2,a,href,,0,/y,hyperlink,"
                           "http://a.example/,document,http://a.example/y,,,\n"));
}

TEST_CASE("where elements are listed, it is told that xml:base has lost its scope", "[bad input]") {
  const TemporaryFolder folder;
  std::string page = "<div xml:base=/q/>";
  for (int i = 0; i < 600; ++i) page += "<div>";
  folder.write("deep.html", page + "<a href=x>");
  CHECK_THAT(
      run_cli({"resolve", "deep.html"}).err,
      Catch::EndsWith(
          "; the document is read as a flat list of elements, and xml:base counts for its own "
          "element alone\n"));
}

TEST_CASE("a million attributes do not hide the link after them", "[bad input]") {
  const TemporaryFolder folder;
  std::string page = "<a ";
  for (int i = 0; i < 1'000'000; ++i) page += "a" + std::to_string(i) + "=1 ";
  page += "href=/x><a href=/y>";
  folder.write("many.html", page);
  const CliResult scanned = run_cli({"resolve", "--url", "http://a.example/", "many.html"});
  const CliResult result =
      run_cli({"resolve", "--engine", "dom", "--url", "http://a.example/", "many.html"});
  CHECK(scanned.out == result.out);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out.find(": a[href] /x -> http://a.example/x\n") != std::string::npos);
  CHECK(result.out.find(": a[href] /y -> http://a.example/y\n") != std::string::npos);
}

TEST_CASE("output that cannot be written is an error", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("good.html", good_page);
  CHECK(run_cli({"resolve", "-o", "/dev/full", "good.html"}) ==
        CliResult{2, "", "hrefkit: error: /dev/full: cannot write: No space left on device\n"});
  CHECK(run_cli({"resolve", "-o", "missing/out", "good.html"}) ==
        CliResult{2, "", "hrefkit: error: missing/out: cannot write: No such file or directory\n"});
  CHECK(run_cli({"resolve", "-o", ".", "good.html"}) ==
        CliResult{2, "", "hrefkit: error: .: cannot write: Is a directory\n"});
  // Where the output cannot be opened, no work is begun.
  CHECK(run_cli({"resolve", "-o", "missing/out", "missing.html"}).err ==
        "hrefkit: error: missing/out: cannot write: No such file or directory\n");
}

TEST_CASE("the output may not be one of the inputs", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("good.html", good_page);
  fs::create_symlink("good.html", "link.html");
  for (char const* output : {"good.html", "./good.html", "link.html"}) {
    CAPTURE(output);
    CHECK(run_cli({"resolve", "-o", output, "good.html"}).exit_code == 2);
    CHECK(folder.read("good.html") == good_page);
  }
}

TEST_CASE("the output may not be a page of a folder that is read", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("site/good.html", good_page);
  folder.write("site/list.txt", "site\n");
  for (char const* command : {"resolve", "base"}) {
    for (char const* output : {"site/good.html", "site/new.html", "./site/../site/a.svg"}) {
      CAPTURE(command, output);
      CHECK(run_cli({command, "-o", output, "site"}) ==
            CliResult{2, "",
                      std::string("hrefkit: error: --output: '") + output +
                          "' is one of the pages of 'site'\nRun 'hrefkit " + command +
                          " --help' for more information.\n"});
    }
  }
  CHECK(run_cli({"resolve", "--files-from", "site/list.txt", "-o", "site/list.txt"}).err ==
        "hrefkit: error: --output: 'site/list.txt' is the list of the inputs\n"
        "Run 'hrefkit resolve --help' for more information.\n");
  CHECK(folder.read("site/good.html") == good_page);
  CHECK(folder.read("site/list.txt") == "site\n");
  CHECK_FALSE(fs::exists("site/new.html"));
  CHECK(run_cli({"resolve", "-o", "site/links.txt", "site"}).exit_code == 0);
}

TEST_CASE("a report takes the place of no file that check reads", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("site/good.html", good_page);
  folder.write("site/_redirects", "/a /good.html\n");
  folder.write("site/.hrefkitignore", "x\n");
  folder.write(".hrefkitignore", "y\n");
  REQUIRE(run_cli({"check", "site", "--baseline", "known", "--update-baseline"}).exit_code == 0);
  const std::string known = folder.read("known");
  fs::create_symlink("site/good.html", "link.txt");
  for (char const* output : {"site/good.html", "site/../link.txt", "site/_redirects", "known",
                             "site/.hrefkitignore", ".hrefkitignore"}) {
    CAPTURE(output);
    const CliResult result = run_cli({"check", "site", "--baseline", "known", "-o", output});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err,
               Catch::StartsWith("hrefkit: error: --output: '" + std::string(output) + "' is one"));
  }
  CHECK(run_cli({"check", "site", "--root", "site", "-o", "link.txt"}).exit_code == 2);
  CHECK(folder.read("site/good.html") == good_page);
  CHECK(folder.read("site/_redirects") == "/a /good.html\n");
  CHECK(folder.read("known") == known);
  CHECK(run_cli({"check", "site", "--baseline", "new", "--update-baseline", "-o", "new"}).err ==
        "hrefkit: error: --output: 'new' is the baseline: name another file\n"
        "Run 'hrefkit check --help' for more information.\n");
  fs::create_directory_symlink(".", "here");
  CHECK(run_cli({"check", "site", "--baseline", "here/new", "--update-baseline", "-o", "./new"})
            .exit_code == 2);
  CHECK_FALSE(fs::exists("new"));
  CHECK(run_cli({"check", "site", "-o", "site/report.html"}).exit_code < 2);
}

TEST_CASE("a report takes the place of a former report in the folder", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("site/good.html", good_page);
  for (auto const& [format, output] :
       {std::pair{"html", "site/report.html"}, {"junit", "site/r.xml"}}) {
    CAPTURE(format);
    const std::vector<std::string> args{"check", "site", "--format", format, "-o", output};
    CHECK(run_cli(args).exit_code < 2);
    CHECK(run_cli(args).exit_code < 2);
    const std::string report = folder.read(output);  // another form does not replace it
    CHECK(run_cli({"check", "site", "-f", "text", "-o", output}).exit_code == 2);
    folder.write(output, report.substr(0, 60));
    CHECK(run_cli(args).exit_code == 2);
  }
}

TEST_CASE("the output takes the place of no index of archives", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("a.warc", "");
  folder.write("a.cdxj", "example,a)/ 20240101000000 {}\n");
  CHECK(run_cli({"archive", "--missing", "--cdxj", "a.cdxj", "-o", "a.cdxj", "a.warc"}).exit_code ==
        2);
  CHECK(folder.read("a.cdxj") == "example,a)/ 20240101000000 {}\n");
}

TEST_CASE("effects does not touch its inputs", "[bad input]") {
  const TemporaryFolder folder;
  folder.write("a.html", good_page);
  folder.write("b.html", good_page);
  CHECK(run_cli({"effects", "--set-base", "/", "-o", "a.html", "a.html"}).exit_code == 2);
  CHECK(
      run_cli({"effects", "--move", "a", "--into", "b.html", "-o", "b.html", "a.html"}).exit_code ==
      2);
  CHECK(folder.read("a.html") == good_page);
  CHECK(folder.read("b.html") == good_page);
}

}  // namespace

}  // namespace hrefkit::test
