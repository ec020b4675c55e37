// What is not read is said.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

using namespace std::string_literals;

TEST_CASE("a run ends with a line about what was read", "[resolve][skipped]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=x><a href='http://['><iframe srcdoc='x'>");
  folder.write("s/b.html", "<a href=x>");
  folder.write("s/c.html", "\x1F\x8B\x08\0"s);
  folder.write("s/d.md", "");
  CHECK(run_cli({"resolve", "s/b.html"}).summary == "1 link in 1 file");
  CHECK(run_cli({"resolve", "-"}, {.in = ""}).summary == "0 links in 1 file");
  CHECK(run_cli({"resolve", "s"}).summary ==
        "3 links in 2 files; 1 does not resolve; 2 files skipped (1 binary, 1 unknown type)");
  CHECK(run_cli({"resolve", "--unique", "--site-url", "http://a.example/", "s"}).summary ==
        "3 links in 2 files; 1 different URL; 1 does not resolve; 2 files skipped (1 binary, 1 "
        "unknown type)");
  CHECK(run_cli({"resolve", "s/b.html", "missing", "gone"}).summary ==
        "1 link in 1 file; 2 inputs not read");
  CHECK(run_cli({"base", "s/a.html", "s/b.html"}).summary == "3 documents in 2 files");
  CHECK(run_cli({"resolve", "-q", "s"}).summary == "");
  std::string many;
  for (int i = 0; i < 1204; ++i) many += "<a href='http://['>";
  CHECK(run_cli({"resolve", "-"}, {.in = many}).summary ==
        "1,204 links in 1 file; 1,204 do not resolve");
}

TEST_CASE("binary content is skipped with a warning", "[resolve][skipped]") {
  const TemporaryFolder folder;
  folder.write("a.html", "PK\x03\x04<a href=x>");
  folder.write("good.html", "<a href=http://a.example/>");
  const std::string row = "good.html:1:9: a[href] http://a.example/ -> http://a.example/\n";
  const std::string warning = "hrefkit: a.html: warning: is a zip file; skipped\n";
  CHECK(run_cli({"resolve", "a.html", "good.html"}) == CliResult{0, row, warning});
  CHECK(run_cli({"resolve", "-q", "a.html", "good.html"}) == CliResult{0, row, ""});
  CHECK(run_cli({"resolve", "-"}, {.in = "%PDF-1.7 <a href=x>"}) ==
        CliResult{0, "", "hrefkit: -: warning: is a PDF document; skipped\n"});
  CHECK(run_cli({"base", "-"}, {.in = "GIF89a"}).err ==
        "hrefkit: -: warning: is a GIF picture; skipped\n");
  CHECK(run_cli({"resolve", "-"}, {.in = "\1\0\2"s}).err ==
        "hrefkit: -: warning: is binary data; skipped\n");
  // What the user says counts.
  CHECK(run_cli({"resolve", "--content-type", "text/html", "--url", "http://a.example/", "-"},
                {.in = "PK\x03\x04<a href=x>"})
            .out == "-:1:13: a[href] x -> http://a.example/x\n");
}

TEST_CASE("pages in UTF-16 are no binary content", "[resolve][skipped]") {
  std::string page;
  for (const char c : "<a href=http://a.example/>"s) page.append(1, c).append(1, '\0');
  const std::string row = " a[href] http://a.example/ -> http://a.example/\n";
  CHECK(run_cli({"resolve", "-"}, {.in = "\xFF\xFE" + page}) == CliResult{0, "-:1:9:" + row, ""});
  CHECK(run_cli({"resolve", "--encoding", "utf-16le", "-"}, {.in = page}) ==
        CliResult{0, "-:1:9:" + row, ""});
  CHECK(run_cli({"resolve", "--content-type", "text/html; charset=utf-16le", "-"}, {.in = page}) ==
        CliResult{0, "-:1:9:" + row, ""});
  CHECK(run_cli({"resolve", "-"}, {.in = page}).err ==
        "hrefkit: -: warning: is UTF-16 without a byte order mark, which --encoding utf-16le or "
        "utf-16be reads; skipped\n");
}

TEST_CASE("a root element that wants a namespace is told", "[resolve][skipped]") {
  const TemporaryFolder folder;
  folder.write("a.xhtml", "<html><a href='x'/></html>");
  folder.write("b.svg", "<svg><a href='x'/></svg>");
  CHECK(
      run_cli({"resolve", "a.xhtml"}) ==
      CliResult{0, "",
                "hrefkit: a.xhtml: warning: the root element 'html' has no namespace, so browsers "
                "ignore its links: xmlns=\"http://www.w3.org/1999/xhtml\" is missing\n"});
  CHECK(run_cli({"resolve", "b.svg"}).err.find("xmlns=\"http://www.w3.org/2000/svg\" is missing") !=
        std::string::npos);
  // In folders such SVG is a font of a page for old browsers.
  folder.write("s/font.svg", "<svg><font/></svg>");
  folder.write("s/a.xhtml", "<html/>");
  for (std::vector<std::string> const& args :
       {std::vector<std::string>{"resolve", "s"}, {"compare", "s", "s"}}) {
    const std::string err = run_cli(args).err;
    CHECK_THAT(err, Catch::Contains("s/a.xhtml: warning: the root element 'html'"));
    CHECK_THAT(err, !Catch::Contains("svg"));
  }
}

TEST_CASE("--elements names that no element has are told", "[resolve][skipped]") {
  const std::string page = "<p>";
  const std::string archive = page_record("http://a.example/", page);
  for (std::string const command : {"resolve", "rewrite", "archive"}) {
    INFO(command);
    std::vector<std::string> args{command, "-", "--elements"};
    if (command == "rewrite") args.insert(args.begin() + 1, {"--url", "http://a/", "--drop-base"});
    const auto warning = [&](char const* names) {
      args.emplace_back(names);
      const std::string err = run_cli(args, {.in = command == "archive" ? archive : page}).err;
      args.pop_back();
      return err.starts_with("hrefkit: --elements") ? err.substr(0, err.find('\n') + 1) : "";
    };
    CHECK(warning("iframes") ==
          "hrefkit: --elements: warning: no element that is known is called 'iframes'; did "
          "you mean iframe?\n");
    CHECK(warning("a,IMG,use,feImage,my-element,canvas") == "");
  }
}

TEST_CASE("--fail-on unresolvable says how many and which", "[resolve][skipped]") {
  const TemporaryFolder folder;
  std::string page;
  for (int i = 0; i < 12; ++i) page += "<a href='http://[" + std::to_string(i) + "'>\n";
  folder.write("a.html", page);
  folder.write("b.html", "<a href='http://a b/'>");
  CHECK(run_cli({"resolve", "-q", "-o", "/dev/null", "--fail-on", "unresolvable", "b.html"}) ==
        CliResult{1, "",
                  "hrefkit: b.html:1:10: error: 'http://a b/' does not resolve: "
                  "invalid-host\n"
                  "hrefkit: --fail-on unresolvable: error: 1 link does not resolve\n"});
  const CliResult many = run_cli({"resolve", "--fail-on", "unresolvable", "a.html", "b.html"});
  CHECK(many.exit_code == 1);
  CHECK(many.err.starts_with("hrefkit: a.html:1:10: error: 'http://[0' does not resolve: "));
  CHECK(many.err.find("a.html:10:10") != std::string::npos);
  CHECK(many.err.find("a.html:11:10") == std::string::npos);
  CHECK(
      many.err.ends_with("hrefkit: --fail-on unresolvable: error: 13 links do not resolve; the "
                         "first 10 are listed\n"));
  CHECK(many.summary == "13 links in 2 files; 13 do not resolve");
  CHECK(run_cli({"resolve", "a.html"}).err == "");
}

TEST_CASE("a URL as input is told what to do", "[resolve][skipped]") {
  CHECK(
      run_cli({"resolve", "https://h.example/a?b=c"}) ==
      CliResult{2, "",
                "hrefkit: https://h.example/a?b=c: error: No such file or directory; hrefkit check "
                "'https://h.example/a?b=c' crawls it; for its links: curl -s "
                "'https://h.example/a?b=c' | hrefkit resolve --url 'https://h.example/a?b=c' -\n"});
}

TEST_CASE("a file name that is not UTF-8 has its bytes in JSON", "[resolve][skipped]") {
  const TemporaryFolder folder;
  folder.write("\xFF %.html", "<a href=http://a.example/>");
  for (char const* command : {"resolve", "base"}) {
    for (char const* format : {"json", "jsonl"}) {
      const std::string out = run_cli({command, "-f", format, "."}).out;
      CHECK(out.find("{\"file\":\"./\xEF\xBF\xBD %.html\",\"fileBytes\":\"./%FF%20%25.html\",") !=
            std::string::npos);
    }
  }
  folder.write("a%20b.html", "<a href=http://a.example/>");
  CHECK(run_cli({"resolve", "-f", "jsonl", "a%20b.html"}).out.find("fileBytes") ==
        std::string::npos);
}

TEST_CASE("CSV for spreadsheets", "[resolve][skipped]") {
  const std::string page = "<a href='=1+1'><a href='@x'><a href='-1'><a href=\"+'x,\"><a href=x>";
  const auto csv = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"resolve", "-f", "csv", "--url", "http://a.example/", "-"});
    return run_cli(options, {.in = page}).out;
  };
  const std::string plain = csv({});
  CHECK(plain.find(",=1+1,hyperlink,") != std::string::npos);
  CHECK(csv({"--csv-bom"}) == "\xEF\xBB\xBF" + plain);
  const std::string guarded = csv({"--csv-guard"});
  for (char const* field : {",'=1+1,hyperlink,", ",'@x,hyperlink,", ",'-1,hyperlink,",
                            ",\"'+'x,\",hyperlink,", ",x,hyperlink,"}) {
    CAPTURE(field);
    CHECK(guarded.find(field) != std::string::npos);
  }
  CHECK(guarded.find("\n'-,1,") != std::string::npos);  // the file's name, too
}

}  // namespace

}  // namespace hrefkit::test
