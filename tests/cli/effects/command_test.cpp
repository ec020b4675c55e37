#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "cli_assets.h"
#include "hrefkit/cli/effects/page.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr char const* address = "https://example.com/dir/page.html";

/// `effects` on a document on standard input.
CliResult effects(std::string const& markup, std::vector<std::string> const& changes) {
  std::vector<std::string> args{"effects", "--url", address, "-"};
  args.insert(args.end(), changes.begin(), changes.end());
  return run_cli(args, {.in = markup});
}

/// One line a row: the changes' rows as JSON Lines.
std::string rows(std::string const& markup, std::vector<std::string> changes) {
  changes.insert(changes.end(), {"--format", "jsonl"});
  const CliResult result = effects(markup, changes);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

bool contains(std::string const& text, std::string const& piece) {
  return text.find(piece) != std::string::npos;
}

std::size_t lines_in(std::string const& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_CASE("effects shows what becomes of each URL", "[effects]") {
  const std::string markup =
      "<base href=''>\n<a href='#f'></a><q cite=q></q>\n<img src=i><a href=https://h.example/>";
  const CliResult text = effects(markup, {"--set-base", "/new/"});
  CHECK(text ==
        CliResult{0,
                  "-:1:13: base[href] \"\"  changes: https://example.com/dir/page.html -> "
                  "https://example.com/new/\n"
                  "-:2:10: a[href] #f  changes: https://example.com/dir/page.html#f -> "
                  "https://example.com/new/#f; risky: a link to a fragment of its own page now "
                  "leads to another page [fragment-leaves-page]\n"
                  "-:2:26: q[cite] q  changes: https://example.com/dir/q -> "
                  "https://example.com/new/q\n"
                  "-:3:10: img[src] i  in an open page: still https://example.com/dir/i; "
                  "published so: https://example.com/new/i\n"
                  "-:3:20: a[href] https://h.example/  unchanged: https://h.example/\n",
                  ""});
  CHECK(text.summary ==
        "5 links in 1 file; 4 change when published so (1 of them not in an open page), 1 "
        "unchanged; 1 risky change");
  CHECK(effects(markup, {"--set-base", "/new/", "-q"}).summary == "");
  CHECK(effects(markup, {"--set-base", "/new/", "-q"}) == CliResult{0, text.out, ""});
  const std::string json =
      "{\"element\":\"base\",\"attribute\":\"href\",\"line\":1,\"column\":13,\"effect\":\"none\","
      "\"before\":\"https://example.com/dir/page.html\",\"after\":\"https://example.com/new/\","
      "\"changed\":true,\"raw\":\"\",\"index\":0}\n"
      "{\"element\":\"a\",\"attribute\":\"href\",\"line\":2,\"column\":10,"
      "\"effect\":\"hyperlink\",\"before\":\"https://example.com/dir/page.html#f\","
      "\"after\":\"https://example.com/new/#f\",\"changed\":true,\"raw\":\"#f\",\"index\":0,"
      "\"hazards\":[\"fragment-leaves-page\"]}\n"
      "{\"element\":\"q\",\"attribute\":\"cite\",\"line\":2,\"column\":26,\"effect\":\"cite\","
      "\"before\":\"https://example.com/dir/q\",\"after\":\"https://example.com/new/q\","
      "\"changed\":true,\"raw\":\"q\",\"index\":0}\n"
      "{\"element\":\"img\",\"attribute\":\"src\",\"line\":3,\"column\":10,\"effect\":\"none\","
      "\"before\":\"https://example.com/dir/i\",\"after\":\"https://example.com/new/i\","
      "\"changed\":true,\"raw\":\"i\",\"index\":0}\n"
      "{\"element\":\"a\",\"attribute\":\"href\",\"line\":3,\"column\":20,"
      "\"effect\":\"hyperlink\",\"before\":\"https://h.example/\","
      "\"after\":\"https://h.example/\",\"changed\":false,\"raw\":\"https://h.example/\","
      "\"index\":0}\n";
  CHECK(rows(markup, {"--set-base", "/new/"}) == json);
  std::string array = "[" + json.substr(0, json.size() - 1) + "\n]\n";
  for (std::size_t at = 0; (at = array.find("}\n{", at)) != std::string::npos;) {
    array.replace(at, 3, "},\n{");
  }
  CHECK(effects(markup, {"--set-base", "/new/", "--format", "json"}).out == array);
}

TEST_CASE("effects: base elements are set, made and removed", "[effects]") {
  // The first with an href.
  CHECK(contains(
      rows("<base target=x><base href=/1/><base href=/2/><a href=x>", {"--set-base", "/new/"}),
      "\"before\":\"https://example.com/1/x\",\"after\":\"https://example.com/new/x\""));
  // None: one is put first into head, and has no row.
  const std::string made = rows("<base target=x><a href=x>", {"--set-base", "sub/"});
  CHECK(lines_in(made) == 1);
  CHECK(contains(made, "\"after\":\"https://example.com/dir/sub/x\""));
  // An empty href.
  CHECK(contains(rows("<base href=/1/><a href=x>", {"--set-base="}),
                 "\"after\":\"https://example.com/dir/x\""));
  // All with an href are removed.
  CHECK(rows("<base href=/1/><base href=/2/><a href=x>", {"--remove-base"}) ==
        "{\"element\":\"a\",\"attribute\":\"href\",\"line\":1,\"column\":39,"
        "\"effect\":\"hyperlink\",\"before\":\"https://example.com/1/x\","
        "\"after\":\"https://example.com/dir/x\",\"changed\":true,\"raw\":\"x\",\"index\":0}\n");
  // One that cannot be a base URL is refused before anything else.
  for (char const* unusable : {"http://[", "data:x", "javascript:x"}) {
    CAPTURE(unusable);
    for (char const* markup : {"<a href=x>", "<base href=/1/><a href=x>"}) {
      const CliResult result = effects(markup, {"--set-base", unusable});
      CHECK(result.exit_code == 2);
      CHECK(result.out == "");
      CHECK(result.err.starts_with("hrefkit: error: --set-base: '" + std::string(unusable) +
                                   "' cannot be a base URL: "));
    }
  }
  // So is one that does not count in this document.
  const CliResult blocked =
      effects("<meta http-equiv=content-security-policy content=\"base-uri 'none'\"><a href=x>",
              {"--set-base", "/new/"});
  CHECK(blocked.exit_code == 2);
  CHECK(blocked.out == "");
  CHECK(contains(blocked.err, "error: the base element that is set does not count: blocked"));
  // Nothing to remove: nobody is affected.
  const CliResult none = effects("<a href=x>", {"--remove-base"});
  CHECK(none == CliResult{0, "", ""});
  CHECK(none.summary == "no affected link in 1 file");
  CHECK(effects("<a href=x>", {"--remove-base", "--format", "json"}).out == "[]\n");
}

TEST_CASE("effects: another address", "[effects]") {
  const std::vector<std::string> change{"--new-url", "https://example.com/new/page.html"};
  CHECK(contains(rows("<a href=x>", change), "\"after\":\"https://example.com/new/x\""));
  // HTML Standard 4.2.3: in an open page the base URL is frozen; after a reload, the page has
  // another one. The older standards resolve it again.
  CHECK(effects("<base href=b/><a href=x>", change).out ==
        "-:1:12: base[href] b/  in an open page: still https://example.com/dir/b/; published so: "
        "https://example.com/new/b/\n"
        "-:1:23: a[href] x  in an open page: still https://example.com/dir/b/x; published so: "
        "https://example.com/new/b/x\n");
  std::vector<std::string> older = change;
  older.insert(older.end(), {"--standard", "html5"});
  CHECK(contains(rows("<base href=b/><a href=x>", older),
                 "\"after\":\"https://example.com/new/b/x\""));
  // It comes before the other changes.
  std::vector<std::string> both = change;
  both.insert(both.begin(), {"--set-base", "b/"});
  CHECK(contains(rows("<base href=a/><a href=x>", both),
                 "\"after\":\"https://example.com/new/b/x\""));
  CHECK(effects("<a>", {"--new-url", "relative"}).exit_code == 2);
}

TEST_CASE("effects: xml:base is set and removed", "[effects]") {
  const std::string markup = "<p class=c xml:base=/old/><a href=x></a></p><p class=c><a href=y>";
  // Of all elements that the selector names.
  const std::string set = rows(markup, {"--set-xml-base", ".c=/new/"});
  CHECK(lines_in(set) == 2);
  CHECK(contains(set,
                 "\"before\":\"https://example.com/old/x\",\"after\":"
                 "\"https://example.com/new/x\""));
  CHECK(contains(set, "\"after\":\"https://example.com/new/y\""));
  const std::string removed = rows(markup, {"--remove-xml-base", "p"});
  CHECK(lines_in(removed) == 1);
  CHECK(contains(removed, "\"after\":\"https://example.com/dir/x\""));
  // Values may hold "="; paths count elements.
  CHECK(contains(rows(markup, {"--set-xml-base", "0.1.1=?a=b"}),
                 "\"after\":\"https://example.com/dir/y\""));
  CHECK(rows(markup, {"--set-xml-base", "p=/new/", "--xml-base", "off"}).empty());
  // Several at once: affected by any, before all, after all.
  CHECK(lines_in(rows(markup, {"--set-xml-base", "0.1.1=/new/", "--remove-xml-base", "0.1.0"})) ==
        2);
}

TEST_CASE("effects: an element moves to another file", "[effects]") {
  const TemporaryFolder folder;
  folder.write("from.html",
               "<body>\n<div id=d><a href=x></a><iframe srcdoc='<a href=y>'></iframe></div>"
               "<a href=z>");
  folder.write("to.html", "<body><p>");
  folder.write("to.svg", "<svg xmlns='http://www.w3.org/2000/svg' xml:base='sub/'/>");
  const CliResult moved =
      run_cli({"effects", "from.html", "--url", address, "--move", "#d", "--into", "to.html",
               "--into-url", "https://other.example/", "--format", "jsonl"});
  CHECK(
      moved ==
      CliResult{
          0,
          "{\"element\":\"a\",\"attribute\":\"href\",\"line\":2,\"column\":19,"
          "\"effect\":\"hyperlink\",\"before\":\"https://example.com/dir/x\","
          "\"after\":\"https://other.example/x\",\"changed\":true,\"raw\":\"x\","
          "\"index\":0,\"hazards\":[\"origin-changes\"]}\n",
          "hrefkit: from.html: warning: frames in the moved element are loaded again: the URLs of "
          "1 document are not listed\n"});
  // In XML without a body: into the root element, and its scope.
  CHECK(contains(run_cli({"effects", "from.html", "--url", address, "--move", "a", "--into",
                          "to.svg", "--into-url", "https://other.example/"})
                     .out,
                 "-> https://other.example/sub/x"));
  // Without an address, the file's own.
  CHECK(contains(
      run_cli({"effects", "from.html", "--url", address, "--move", "a", "--into", "to.html"}).out,
      "-> file://" + folder.path() + "/x"));
  // The same base URL on both sides: not affected.
  CHECK(run_cli({"effects", "from.html", "--url", address, "--move", "a", "--into", "to.html",
                 "--into-url", address})
            .out.empty());
}

TEST_CASE("effects: a base element that moves along changes the other file", "[effects]") {
  const TemporaryFolder folder;
  folder.write("from.html", "<body><div><base href=/b/></div>");
  folder.write("to.html", "<body><a href=x>");
  const CliResult result =
      run_cli({"effects", "from.html", "--url", address, "--move", "div", "--into", "to.html",
               "--into-url", "https://other.example/", "--format", "jsonl"});
  CHECK(lines_in(result.out) == 2);
  CHECK(contains(result.out,
                 "{\"file\":\"to.html\",\"element\":\"a\",\"attribute\":\"href\","
                 "\"line\":1,\"column\":15"));
  CHECK(contains(result.out, "\"after\":\"https://other.example/b/x\""));
}

TEST_CASE("effects: frames' documents under the standards", "[effects]") {
  const std::string markup = "<base href=/a/><iframe srcdoc='<a href=x>'></iframe>";
  // HTML Standard 7.3.1: in an open page the frame keeps the base URL that it inherited.
  const std::string living = rows(markup, {"--set-base", "/b/"});
  CHECK(lines_in(living) == 2);
  CHECK(contains(living,
                 "\"effect\":\"none\",\"before\":\"https://example.com/a/x\","
                 "\"after\":\"https://example.com/b/x\",\"changed\":true,\"raw\":\"x\","
                 "\"index\":0,\"context\":\"0\"}"));
  const std::string older = rows(markup, {"--set-base", "/b/", "--standard", "html5"});
  CHECK(lines_in(older) == 2);
  CHECK(contains(older,
                 "\"after\":\"https://example.com/b/x\",\"changed\":true,\"raw\":\"x\","
                 "\"index\":0,\"context\":\"0\"}"));
}

TEST_CASE("effects: frames follow what becomes of their page's base URL", "[effects]") {
  const std::string frame = "<iframe srcdoc='<a href=x><iframe srcdoc=\"<a href=y>\">'></iframe>";
  struct Row {
    std::vector<std::string> change;
    std::string page;
    std::string before, after;  // the base URLs of x and y
  };
  const std::string dir = "https://example.com/dir/";
  for (Row const& row : std::vector<Row>{
           {{"--set-base", "b/"}, frame, dir, dir + "b/"},
           {{"--remove-base"}, "<base href=/b/>" + frame, "https://example.com/b/", dir},
           {{"--new-url", "https://n.example/"}, frame, dir, "https://n.example/"},
           {{"--new-url", "https://n.example/"},
            "<base href=b/>" + frame,
            dir + "b/",
            "https://n.example/b/"},
       }) {
    const std::string found = rows(row.page, row.change);
    CAPTURE(found);
    for (auto const& [name, context] : {std::pair("x", "0"), std::pair("y", "0.0")}) {
      CHECK(contains(found, "\"before\":\"" + row.before + name + "\",\"after\":\"" + row.after +
                                name + "\""));
      CHECK(contains(found, "\"raw\":\"" + std::string(name) + "\",\"index\":0,\"context\":\"" +
                                context + "\""));
    }
  }
  // Not what has another base URL of its own, and what is in no frame that inherits it.
  CHECK(rows("<iframe srcdoc='<base href=https://o.example/><a href=x>'></iframe>",
             {"--set-base", "/b/"})
            .empty());
  CHECK(rows("<p></p>" + frame, {"--set-xml-base", "p=/b/"}).empty());
  // A frame before the base element has the fallback base URL.
  CHECK(lines_in(rows(frame + "<base href=/a/>", {"--set-base", "/b/"})) == 1);
}

TEST_CASE("effects: frames that stay, and those of the other file, follow a base that moves",
          "[effects]") {
  const TemporaryFolder folder;
  folder.write("from.html",
               "<body><div><base href=/b/></div><iframe srcdoc='<a href=x>'></iframe>");
  folder.write("to.html", "<body><iframe srcdoc='<a href=y>'></iframe><a href=z>");
  const CliResult result =
      run_cli({"effects", "from.html", "--url", address, "--move", "div", "--into", "to.html",
               "--into-url", "https://other.example/", "--format", "jsonl"});
  CHECK(contains(result.out,
                 "\"before\":\"https://example.com/b/x\",\"after\":\"https://example.com/dir/x\""));
  CHECK(contains(result.out, "\"after\":\"https://other.example/b/z\""));
  CHECK_FALSE(contains(result.out, "\"raw\":\"y\""));  // it stands before the base element
}

TEST_CASE("effects: the lists of the standards differ", "[effects]") {
  const std::string markup = "<section cite=s><a href=x ping=p>";
  const std::string living = rows(markup, {"--set-base", "/b/"});
  CHECK(contains(living,
                 "\"section\",\"attribute\":\"cite\",\"line\":1,\"column\":15,"
                 "\"effect\":\"none\""));
  CHECK(contains(living, "\"ping\",\"line\":1,\"column\":32,\"effect\":\"hyperlink\""));
  const std::string older = rows(markup, {"--set-base", "/b/", "--standard", "html5"});
  CHECK(contains(older, "\"effect\":\"cite\""));
  CHECK(contains(older, "\"ping\",\"line\":1,\"column\":32,\"effect\":\"none\""));
}

TEST_CASE("effects: rows as CSV", "[effects]") {
  CHECK(effects("<a href='#f'></a><svg><a href='http://['/></svg>",
                {"--set-base", "/b/", "--format", "csv"}) ==
        CliResult{0,
                  "file,element,attribute,line,column,effect,before,after,changed,raw,index,ns,"
                  "context,hazards\n"
                  ",a,href,1,10,hyperlink,https://example.com/dir/page.html#f,"
                  "https://example.com/b/#f,true,#f,0,,,fragment-leaves-page\n"
                  ",a,href,1,32,hyperlink,,,false,http://[,0,svg,,\n",
                  ""});
}

TEST_CASE("effects: --fail-on hazards", "[effects]") {
  CHECK(effects("<a href='#f'>", {"--set-base", "/b/", "--fail-on", "hazards"}).exit_code == 1);
  CHECK(effects("<a href=f>", {"--set-base", "/b/", "--fail-on", "hazards"}).exit_code == 0);
  std::string many;
  for (int i = 0; i < 12; ++i) many += "<a href='#f'></a>\n";
  const CliResult result = effects(many, {"--set-base", "/b/", "--fail-on", "hazards", "-q"});
  CHECK(result.err.starts_with(
      "hrefkit: -:1:10: error: '#f': a link to a fragment of its own page now "
      "leads to another page [fragment-leaves-page]\n"));
  CHECK(contains(result.err, "hrefkit: -:10:10: error: "));
  CHECK_FALSE(contains(result.err, "-:11:10"));
  CHECK(
      result.err.ends_with("\nhrefkit: --fail-on hazards: error: 12 risky changes; the first 10 "
                           "are listed\n"));
}

TEST_CASE("effects: wrong usage and what cannot be done", "[effects]") {
  const auto fails = [](std::vector<std::string> const& changes, std::string const& why) {
    const CliResult result = effects("<svg></svg>", changes);
    CAPTURE(result.err);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(contains(result.err, why));
  };
  fails({}, "no change");
  fails({"--move", "svg"}, "go together");
  fails({"--into", "x"}, "go together");
  fails({"--into-url", "https://a.example/", "--remove-base"}, "--into-url");
  fails({"--remove-base", "--set-base", "/new/"}, "--set-base: contradicts --remove-base");
  fails({"--set-xml-base", "svg=/a/", "--set-xml-base", "svg=/b/"},
        "--set-xml-base: gives svg two values: '/a/' and '/b/'");
  fails({"--set-xml-base", "svg=/a/", "--remove-xml-base", "svg"},
        "--remove-xml-base: contradicts --set-xml-base for svg");
  fails({"--set-xml-base", "svg=/a/", "--set-xml-base", "0.1.0=/b/"},
        "contradict each other: 'svg' and '0.1.0' match the same element");
  fails({"--set-xml-base", "svg=http://["}, "--set-xml-base: 'http://[' cannot be a base URL");
  for (char const* option : {"--jobs=2", "--files-from=x", "--follow-outside", "--hidden",
                             "--progress=never", "--include=x", "--ext=a=html"}) {
    fails({option, "--remove-base"}, "unknown option");  // they would do nothing
  }
  fails({"--set-xml-base", "svg"}, "SELECTOR=VALUE");
  fails({"--set-xml-base", "=x"}, "SELECTOR=VALUE");
  fails({"--set-xml-base", "#nobody=x"}, "no element matches '#nobody'");
  fails({"--remove-xml-base", "0.7"}, "no element matches '0.7'");
  fails({"--remove-xml-base", "a:hover"}, "character 2: pseudo-classes are not supported");
  fails({"--set-xml-base", "[a=b]"}, "SELECTOR=VALUE");
  fails({"--move", ".none", "--into", "missing.html"}, "missing.html");
  fails({"--format", "xml", "--remove-base"},
        "--format: 'xml' is not one of text, json, jsonl, csv, html");
  fails({"--move", "svg", "--into", "a.html", "--into-url", "there"}, "--into-url: 'there'");
  fails({"--move", "svg", "--into", ".", "--into-url", "https://a.example/"},
        "--into-url: is the address of one document, and --into names a folder");
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=x>");
  folder.write("b.html", "<a href=x>");
  folder.write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  CHECK(contains(run_cli({"effects", "a.html", "b.html", "--remove-base"}).err,
                 "effects reads one document"));
  CHECK(run_cli({"effects", "missing.html", "--remove-base"}).exit_code == 2);
  CHECK(contains(run_cli({"effects", "a.svg", "--set-base", "x"}).err, "no head element"));
  CHECK(contains(run_cli({"effects", "a.html", "--move", ".none", "--into", "b.html"}).err,
                 "no element matches '.none'"));
  CHECK(run_cli({"effects", "a.html", "--remove-base", "-o", "/nowhere/x"}).exit_code == 2);
}

TEST_CASE("effects --format html is a page that stands alone", "[effects]") {
  const std::string markup =
      "<base href=''><div id='a&b' class=c><p><a href='#<script>'></a></p></div>"
      "<img src='x\"&amp;&#x202E;'><a href=https://same.example/>";
  const CliResult result =
      effects(markup, {"--set-base", "/new/", "--format", "html", "--date", "May <1> 2026\x1B"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  std::string const& page = result.out;
  CHECK(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
  CHECK(page.ends_with("</html>\n"));
  // Two script elements: the data, and the one that runs.
  CHECK(contains(page, "script-src '" + std::string(cli::effects_script.hash) + "'\">"));
  CHECK(contains(page, "<script>" + std::string(cli::effects_script.text) + "</script>"));
  CHECK(contains(page, "style-src '" + std::string(cli::page_style.hash) + "'"));
  const std::size_t data = page.find("<script type=\"application/json\" id=\"data\">");
  CHECK(page.find("<script") == data);
  CHECK(page.find("<script", data + 1) == page.rfind("<script"));
  // What came from input is text.
  CHECK(contains(page, "#&lt;script&gt;"));
  CHECK(contains(page, "\"#\\u003cscript>\""));
  CHECK(contains(page, "x&quot;&amp;\\u202E"));
  CHECK(contains(page, "hrefkit effects &middot; May &lt;1&gt; 2026\\x1B &middot;"));
  CHECK(contains(effects(markup, {"--set-base", "/new/", "-f", "html"}).out,
                 "<summary>hrefkit effects &middot; details"));
  // Nothing is loaded, nothing runs.
  CHECK(contains(page, "default-src 'none'"));
  CHECK_FALSE(contains(page, " src="));
  CHECK_FALSE(contains(page, " style="));
  CHECK_FALSE(contains(page, "<link"));
  CHECK_FALSE(contains(page, "href=\"http"));
  CHECK_FALSE(contains(page, "@import"));
  CHECK_FALSE(contains(page, "url("));
  // Plain words, and the numbers.
  CHECK(contains(page, "as browsers resolve them today (URL Standard)"));
  CHECK(contains(page, "<title>3 of 4 links change in -</title>"));
  CHECK(contains(page, "<li class=\"error\"><b>1</b> risky change</li>"));
  CHECK(contains(page, "<b>3</b> change when published so</li>"));
  CHECK(contains(page, "<b>1</b> of them not in an open page</li>"));
  CHECK_FALSE(contains(page, "loaded again</li>"));
  // The element with those around it, and what differs between before and after.
  CHECK(contains(page, "\"div#a&b.c > p > a\",\"href\",1,"));
  CHECK(contains(page, "[\"https://example.com/\",\"dir/page.html\",\"new/\",\"#%3Cscript%3E\"]"));
  CHECK(contains(page, "https://example.com/<mark>dir/page.html</mark>"));
  // All of it without scripts, the hazard first.
  CHECK(contains(page, "<noscript>\n<h2>Risky changes</h2>"));
  CHECK(contains(page, "<h2>All links</h2>"));
  const CliResult none = effects("<p>", {"--set-base", "/new/", "--format", "html"});
  CHECK(contains(none.out, "No link changes: all base URLs stay"));
  CHECK(contains(effects("<a href=x>", {"--set-base", "/b/", "--date", "x"}).err,
                 "--date: warning: heads the page of --format html only\n"));
}

TEST_CASE("effects escapes what a terminal would obey", "[effects]") {
  const CliResult result =
      run_cli({"effects", "--url", address, "-", "--set-base", "/b/", "--color", "never"},
              {.in = "<a href='\x1B[31m'>", .out_is_terminal = true});
  CHECK_FALSE(contains(result.out, "\x1B"));
  CHECK(
      contains(run_cli({"effects", "--url", address, "-", "--set-base", "/b/", "--color", "always"},
                       {.in = "<a href='#x'>"})
                   .out,
               "\x1B[31m; risky: a link to a fragment of its own page now leads to another page "
               "[fragment-leaves-page]"));
}

TEST_CASE("an xml:base for every element takes memory within bounds", "[effects]") {
  if (!can_measure_cost()) return;
  std::string page = "<html xmlns='http://www.w3.org/1999/xhtml'><body>";
  while (page.size() < 2'000'000) page += "<a href='x'/>";
  page += "</body></html>";
  const TemporaryFolder folder;
  folder.write("a.xhtml", page);
  const RunCost cost = cost_of([&] {
    const auto run = run_cli({"effects", "a.xhtml", "--set-xml-base", "*=/x/", "-o", "/dev/null"});
    std::_Exit(run.exit_code);
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= allowed_bytes(page.size()));
}

TEST_CASE("the row of a very long value takes memory within bounds", "[effects]") {
  if (!can_measure_cost()) return;
  const std::string page = "<a href='" + std::string(1'500'000, '\0') + "'>";
  const TemporaryFolder folder;
  folder.write("a.html", page);
  const RunCost cost = cost_of([&] {
    const auto run =
        run_cli({"effects", "--url", address, "a.html", "--set-base", "/b/", "-o", "/dev/null"});
    std::_Exit(run.exit_code);
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes <= allowed_bytes(page.size()));
}

}  // namespace

TEST_CASE("effects and rewrite hold few copies of a URL that is many times as long as the page",
          "[effects]") {
  if (!can_measure_cost()) return;
  // Each two bytes of Big5 are two characters that its encoder lacks: 24 bytes of a query.
  std::string page = "<meta charset=big5><a href=\"?";
  for (int i = 0; i < 1'200'000; ++i) page += "\x88\x62";
  page += "\">";
  const TemporaryFolder folder;
  folder.write("p.html", page);
  for (std::vector<std::string> const& call : std::vector<std::vector<std::string>>{
           {"effects", "--set-base", "/b/", "--format", "text"},
           {"effects", "--set-base", "/b/", "--format", "jsonl"},
           {"effects", "--set-base", "/b/", "--format", "json"},
           {"effects", "--set-base", "/b/", "--format", "csv"},
           {"effects", "--set-base", "/b/", "--format", "html"},
           {"rewrite", "--to", "absolute"},
           {"rewrite", "--rebase", "https://example.com/=https://n.example/"},
           {"rewrite", "--drop-base"},
       }) {
    std::vector<std::string> args{"hrefkit", call.front(), "-q", "--url", address, "p.html"};
    args.insert(args.end(), call.begin() + 1, call.end());
    CAPTURE(args);
    const RunCost cost = cost_of([&] {
      std::vector<char*> given;
      for (std::string& arg : args) given.push_back(arg.data());
      given.push_back(nullptr);
      if (std::freopen("/dev/null", "w", stdout) == nullptr) std::_Exit(1);
      ::execv(HREFKIT_PROGRAM, given.data());
      std::_Exit(1);
    });
    CHECK(cost.succeeded());
    CHECK(cost.peak_bytes < allowed_bytes(page.size()));
    CHECK(cost.seconds < allowed_seconds(page.size()));
  }
}

}  // namespace hrefkit::test
