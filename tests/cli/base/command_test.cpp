#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr char const* address = "https://example.com/dir/page.html";

/// `base` of a document on standard input.
CliResult base(std::string const& markup, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"base", "--url", address, "-"};
  args.insert(args.end(), more.begin(), more.end());
  return run_cli(args, {.in = markup});
}

std::string base_json(std::string const& markup, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--format", "jsonl"});
  return base(markup, more).out;
}

bool contains(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

TEST_CASE("base tells every context with its reasons", "[base]") {
  const std::string markup =
      "<base target=_top>\n<base href=/docs/>\n<base href=/second/>\n"
      "<template><base href=/t/></template><svg><base href=s></base></svg>\n"
      "<div xml:base=sub/><p xml:base='http://['></p></div>\n"
      "<iframe srcdoc='<base href=&quot;in/&quot;>'></iframe><iframe></iframe>";
  CHECK(base(markup) ==
        CliResult{
            0,
            "-: base URL https://example.com/docs/\n"
            "  address: https://example.com/dir/page.html\n"
            "  without a base element: https://example.com/dir/page.html (the document's address)\n"
            "  1:1: <base> ignored: it has no href\n"
            "  2:1: <base href=\"/docs/\"> gives the base URL\n"
            "  3:1: <base href=\"/second/\"> ignored: a base element with an href comes "
            "before it\n"
            "  4:11: <base href=\"/t/\"> ignored: it is in a template\n"
            "  4:42: <base href=\"s\"> ignored: it is not an HTML element\n"
            "  5:1: <div xml:base=\"sub/\"> sets the base URL "
            "https://example.com/docs/sub/\n"
            "  5:20: <p xml:base=\"http://[\"> is ignored: it is not a URL\n"
            "- frame 0 (iframe at 6:1): base URL https://example.com/docs/in/\n"
            "  address: about:srcdoc\n"
            "  without a base element: https://example.com/docs/ (the base URL of the document "
            "around it)\n"
            "  6:17: <base href=\"in/\"> gives the base URL\n"
            "- frame 1 (iframe at 6:55): base URL https://example.com/docs/\n"
            "  address: about:blank\n"
            "  without a base element: https://example.com/docs/ (the base URL of the document "
            "that created "
            "it)\n",
            ""});
  CHECK(base_json(markup) ==
        "{\"file\":\"-\",\"context\":\"\",\"address\":\"https://example.com/dir/page.html\","
        "\"base\":\"https://example.com/docs/\",\"baseSource\":\"base\","
        "\"fallback\":\"https://example.com/dir/page.html\",\"fallbackSource\":\"document\","
        "\"elements\":[{\"line\":1,\"column\":1,\"href\":null,\"fate\":\"no-href\"},"
        "{\"line\":2,\"column\":1,\"href\":\"/docs/\",\"fate\":\"used\"},"
        "{\"line\":3,\"column\":1,\"href\":\"/second/\",\"fate\":\"second\"},"
        "{\"line\":4,\"column\":11,\"href\":\"/t/\",\"fate\":\"in-template\"},"
        "{\"line\":4,\"column\":42,\"href\":\"s\",\"fate\":\"not-html\"}],"
        "\"scopes\":[{\"line\":5,\"column\":1,\"element\":\"div\",\"value\":\"sub/\","
        "\"base\":\"https://example.com/docs/sub/\"},"
        "{\"line\":5,\"column\":20,\"element\":\"p\",\"value\":\"http://[\",\"base\":null}]}\n"
        "{\"file\":\"-\",\"context\":\"0\",\"address\":\"about:srcdoc\","
        "\"base\":\"https://example.com/docs/in/\",\"baseSource\":\"base\","
        "\"fallback\":\"https://example.com/docs/\",\"fallbackSource\":\"container\","
        "\"elements\":[{\"line\":6,\"column\":17,\"href\":\"in/\",\"fate\":\"used\"}],"
        "\"scopes\":[]}\n"
        "{\"file\":\"-\",\"context\":\"1\",\"address\":\"about:blank\","
        "\"base\":\"https://example.com/docs/\",\"baseSource\":\"creator\","
        "\"fallback\":\"https://example.com/docs/\",\"fallbackSource\":\"creator\","
        "\"elements\":[],\"scopes\":[]}\n");
}

TEST_CASE("base says why a base element is of no use", "[base]") {
  CHECK(contains(base_json("<base href='data:,x'>"), "\"fate\":\"unusable-scheme\""));
  CHECK(contains(base("<base href='data:,x'>").out,
                 "ignored: a data: or javascript: URL cannot be a base"));
  CHECK(contains(base_json("<base href='http://['>"), "\"fate\":\"unresolvable\""));
  CHECK(contains(base_json("<meta http-equiv=content-security-policy content=\"base-uri "
                           "'none'\"><base href=/b/>"),
                 "\"fate\":\"blocked\""));
  CHECK(contains(base_json("<body><base href=/b/>", {"--standard", "web-address"}),
                 "\"fate\":\"outside-head\""));
}

TEST_CASE("base says where a template put a base element, and which one it replaced", "[base]") {
  const std::string page =
      "<p><?start name='h'>\n<base href=/old/><?end></p>\n"
      "<template for=h><base href=/new/></template>";
  CHECK(contains(base_json(page),
                 "[{\"line\":3,\"column\":17,\"href\":\"/new/\",\"fate\":\"used\","
                 "\"marker\":{\"line\":1,\"column\":4}},"
                 "{\"line\":2,\"column\":1,\"href\":\"/old/\",\"fate\":\"removed\"}]"));
  CHECK(
      contains(base(page).out, "gives the base URL, from a template that fills the marker at 1:4"));
  CHECK(contains(base(page).out, "ignored: a template with a for attribute took its place"));
}

TEST_CASE("base reads documents as resolve does", "[base]") {
  CHECK(contains(base_json("<p xml:base=/x/>", {"--xml-base", "off"}), "\"scopes\":[]"));
  CHECK(contains(run_cli({"base", "--url", "about:blank", "--creator", "https://c.example/",
                          "--format", "jsonl", "-"},
                         {.in = ""})
                     .out,
                 "\"base\":\"https://c.example/\",\"baseSource\":\"creator\""));
  const TemporaryFolder folder;
  folder.write("site/b.xhtml",
               "<html xmlns='http://www.w3.org/1999/xhtml' xml:base='sub/'><head/></html>");
  folder.write("site/a.html", "<base href=x/>");
  const CliResult result = run_cli(
      {"base", "--site-url", "https://s.example/", "--format", "jsonl", "site", "missing.html"});
  CHECK(result.exit_code == 2);
  CHECK(result.out ==
        "{\"file\":\"site/a.html\",\"context\":\"\",\"address\":\"https://s.example/a.html\","
        "\"base\":\"https://s.example/x/\",\"baseSource\":\"base\","
        "\"fallback\":\"https://s.example/a.html\",\"fallbackSource\":\"document\","
        "\"elements\":[{\"line\":1,\"column\":1,\"href\":\"x/\",\"fate\":\"used\"}],"
        "\"scopes\":[]}\n"
        "{\"file\":\"site/b.xhtml\",\"context\":\"\",\"address\":\"https://s.example/b.xhtml\","
        "\"base\":\"https://s.example/b.xhtml\",\"baseSource\":\"document\","
        "\"fallback\":\"https://s.example/b.xhtml\",\"fallbackSource\":\"document\","
        "\"elements\":[],\"scopes\":[{\"line\":1,\"column\":1,\"element\":\"html\","
        "\"value\":\"sub/\",\"base\":\"https://s.example/sub/\"}]}\n");
  CHECK(contains(result.err, "missing.html"));
}

TEST_CASE("base writes the same whatever the number of jobs", "[base]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 40; ++i) {
    folder.write("s/" + std::to_string(i) + ".html", "<base href=" + std::to_string(i) + "/>");
  }
  const CliResult one = run_cli({"base", "-j", "1", "s"});
  CHECK(one.exit_code == 0);
  CHECK(run_cli({"base", "-j", "4", "s"}) == one);
}

TEST_CASE("base escapes what a terminal would obey", "[base]") {
  const CliResult result = run_cli({"base", "--url", address, "--color", "never", "-"},
                                   {.in = "<base href='\x1B[31m'>", .out_is_terminal = true});
  CHECK_FALSE(contains(result.out, "\x1B"));
  CHECK(contains(result.out, "\\x1B[31m"));
}

TEST_CASE("base has rows in JSON and CSV, too", "[base]") {
  const CliInput input{.in = "<base href=/d/><iframe srcdoc='x'></iframe>"};
  const std::string lines =
      run_cli({"base", "--url", address, "--format", "jsonl", "-"}, input).out;
  const std::size_t end = lines.find('\n');
  const std::string first = lines.substr(0, end);
  const std::string second = lines.substr(end + 1, lines.size() - end - 2);
  CHECK(run_cli({"base", "--url", address, "--format", "json", "-"}, input) ==
        CliResult{0, "[" + first + ",\n" + second + "\n]\n", ""});
  CHECK(run_cli({"base", "--url", "http://a.example/p", "--format", "csv", "-"}, input) ==
        CliResult{0,
                  "file,context,address,base,baseSource,fallback,fallbackSource,elements,scopes\n"
                  "-,,http://a.example/p,http://a.example/d/,base,http://a.example/p,document,"
                  "\"[{\"\"line\"\":1,\"\"column\"\":1,\"\"href\"\":\"\"/d/\"\","
                  "\"\"fate\"\":\"\"used\"\"}]\",[]\n"
                  "-,0,about:srcdoc,http://a.example/d/,container,http://a.example/d/,container,"
                  "[],[]\n",
                  ""});
}

TEST_CASE("base is used rightly or not at all", "[base]") {
  CHECK(run_cli({"base"}).exit_code == 2);
  CHECK(run_cli({"base", "--format", "html", "-"}).exit_code == 2);
  CHECK(run_cli({"base", "-o", "/nowhere/x", "-"}, {.in = "x"}).exit_code == 2);
}

}  // namespace

}  // namespace hrefkit::test
