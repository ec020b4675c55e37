#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A page with one link of each shape that a format treats in its own way.
constexpr char const* many_shapes = R"(<!doctype html><meta charset=utf-8>
<base href="/dir/">
<a href="x?a=1&amp;b=2#f" ping="p1 p2">two attributes, a list</a>
<img srcset="a.png 1x, b.png 2x" src='q"uo,te.png'>
<svg><image xlink:href="i.svg"/><textPath href="#p"/></svg>
<a href="http://[1">no URL</a> <a href="about:srcdoc#x">reserved</a>
<a href="
 ü
line ">breaks</a>
<iframe srcdoc="&lt;a href=in&gt;"></iframe>
<style>@import "s.css"</style>
)";

CliResult resolve(char const* format) {
  const TemporaryFolder folder;
  folder.write("a page.html", many_shapes);
  return run_cli({"resolve", "--site-url", "https://a.example", "--format", format, "a page.html"});
}

TEST_CASE("the extension of -o chooses the format where --format does not", "[resolve]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=b>");
  const auto written = [&](std::vector<std::string> args, std::string const& file) {
    args.insert(args.end(), {"-q", "-o", file, "a.html"});
    CHECK(run_cli(args).exit_code == 0);
    return folder.read(file);
  };
  CHECK_THAT(written({"resolve"}, "a.jsonl"), Catch::StartsWith("{\"file\":"));
  CHECK_THAT(written({"resolve"}, "a.JSON"), Catch::StartsWith("["));
  CHECK_THAT(written({"resolve"}, "a.csv"), Catch::StartsWith("file,line,"));
  CHECK_THAT(written({"base"}, "b.csv"), Catch::StartsWith("file,"));
  CHECK_THAT(written({"effects", "--remove-base"}, "e.html"), Catch::StartsWith("<!doctype html>"));
  // A format that the command does not have, and one that is given.
  CHECK_THAT(written({"resolve"}, "r.html"), Catch::StartsWith("a.html:1:9: "));
  CHECK_THAT(written({"resolve", "-f", "text"}, "t.jsonl"), Catch::StartsWith("a.html:1:9: "));
}

TEST_CASE("frames have the same numbers in both engines and in base") {
  const std::string page =
      "<!DOCTYPE html><div><iframe srcdoc=\"<a href=1>\"></iframe><base href=/b/>"
      "<template shadowrootmode=open><iframe srcdoc=\"<a href=2>\"></iframe></template></div>"
      "<select><a href=3><a href=4></select>";
  const auto run = [&](std::vector<std::string> args) {
    args.insert(args.end(), {"--url", "http://t.example/d/p.html", "-f", "jsonl", "-q", "-"});
    return run_cli(args, {.in = page}).out;
  };
  const std::string rows = run({"resolve", "--engine", "scan"});
  CHECK(run({"resolve", "--engine", "dom"}) == rows);
  CHECK(run({"resolve"}) == rows);
  CHECK_THAT(rows, Catch::Contains("\"raw\":\"1\"") && Catch::Contains("\"context\":\"0\"") &&
                       Catch::Contains("\"context\":\"1\""));
  const std::string bases =
      run_cli({"base", "--url", "http://t.example/d/p.html", "-f", "jsonl", "-"}, {.in = page}).out;
  CAPTURE(rows, bases);
  const auto first = bases.find("\"context\":\"0\"");
  const auto second = bases.find("\"context\":\"1\"");
  REQUIRE(first != bases.npos);
  REQUIRE(second != bases.npos);
  CHECK(bases.find("http://t.example/d/p.html", first) < second);
  CHECK(bases.find("http://t.example/b/", second) != bases.npos);
}

TEST_CASE("resolve tells what is loaded before the base element, and what is empty",
          "[resolve][format]") {
  const TemporaryFolder folder;
  folder.write("p.html", "<img src=i><img src=''><base href=/b/>");
  const auto rows = [](char const* format, char const* engine) {
    return run_cli({"resolve", "-q", "--site-url", "https://a.example", "--engine", engine,
                    "--format", format, "p.html"})
        .out;
  };
  for (char const* engine : {"auto", "dom"}) {
    CHECK(rows("text", engine) ==
          "p.html:1:10: img[src] i -> https://a.example/b/i, loaded: https://a.example/i\n"
          "p.html:1:22: img[src]  -> unresolvable: empty\n"
          "p.html:1:35: base[href] /b/ -> https://a.example/b/\n");
    const std::string json = rows("jsonl", engine);
    CHECK(json.find("\"url\":\"https://a.example/b/i\",\"loaded\":\"https://a.example/i\"}\n") !=
          std::string::npos);
    CHECK(json.find("\"url\":null,\"error\":\"empty\"}\n") != std::string::npos);
    const std::string csv = rows("csv", engine);
    CHECK(csv.find(",context,loaded\n") != std::string::npos);
    CHECK(csv.find(",https://a.example/b/i,,,https://a.example/i\n") != std::string::npos);
    CHECK(csv.find(",,empty,,\n") != std::string::npos);
  }
}

TEST_CASE("resolve --format text", "[resolve][format]") {
  const std::string out =
      R"(a page.html:2:13: base[href] /dir/ -> https://a.example/dir/
a page.html:3:10: a[href] x?a=1&b=2#f -> https://a.example/dir/x?a=1&b=2#f
a page.html:3:33: a[ping] p1 -> https://a.example/dir/p1
a page.html:3:36: a[ping] p2 -> https://a.example/dir/p2
a page.html:4:14: img[srcset] a.png -> https://a.example/dir/a.png
a page.html:4:24: img[srcset] b.png -> https://a.example/dir/b.png
a page.html:4:39: img[src] q"uo,te.png -> https://a.example/dir/q%22uo,te.png
a page.html:5:25: image[xlink:href] i.svg -> https://a.example/dir/i.svg
a page.html:5:49: textPath[href] #p -> https://a.example/a%20page.html#p
a page.html:6:10: a[href] http://[1 -> unresolvable: invalid-ipv6
a page.html:6:41: a[href] about:srcdoc#x -> about:srcdoc#x (reserved)
a page.html:7:10: a[href] \n ü\nline  -> https://a.example/dir/%C3%BCline
a page.html:10:28: a[href] in -> https://a.example/dir/in
a page.html:11:17: style s.css -> https://a.example/dir/s.css
)";
  CHECK(resolve("text") == CliResult{0, out, ""});
}

/// The JSON objects of the page, one a string.
const std::vector<std::string> objects{
    R"({"file":"a page.html","line":2,"column":13,"offset":48,"length":5,"element":"base","attribute":"href","index":0,"raw":"/dir/","kind":"base","base":"https://a.example/a%20page.html","baseSource":"document","url":"https://a.example/dir/"})",
    R"({"file":"a page.html","line":3,"column":10,"offset":65,"length":15,"element":"a","attribute":"href","index":0,"raw":"x?a=1&b=2#f","kind":"hyperlink","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/x?a=1&b=2#f"})",
    R"({"file":"a page.html","line":3,"column":33,"offset":88,"length":2,"element":"a","attribute":"ping","index":0,"raw":"p1","kind":"ping","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/p1"})",
    R"({"file":"a page.html","line":3,"column":36,"offset":91,"length":2,"element":"a","attribute":"ping","index":1,"raw":"p2","kind":"ping","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/p2"})",
    R"({"file":"a page.html","line":4,"column":14,"offset":135,"length":5,"element":"img","attribute":"srcset","index":0,"raw":"a.png","kind":"image","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/a.png"})",
    R"({"file":"a page.html","line":4,"column":24,"offset":145,"length":5,"element":"img","attribute":"srcset","index":1,"raw":"b.png","kind":"image","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/b.png"})",
    R"({"file":"a page.html","line":4,"column":39,"offset":160,"length":11,"element":"img","attribute":"src","index":0,"raw":"q\"uo,te.png","kind":"image","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/q%22uo,te.png"})",
    R"({"file":"a page.html","line":5,"column":25,"offset":198,"length":5,"element":"image","attribute":"xlink:href","ns":"svg","index":0,"raw":"i.svg","kind":"image","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/i.svg"})",
    R"({"file":"a page.html","line":5,"column":49,"offset":222,"length":2,"element":"textPath","attribute":"href","ns":"svg","index":0,"raw":"#p","kind":"resource","base":"https://a.example/a%20page.html","baseSource":"document","url":"https://a.example/a%20page.html#p"})",
    R"({"file":"a page.html","line":6,"column":10,"offset":243,"length":9,"element":"a","attribute":"href","index":0,"raw":"http://[1","kind":"hyperlink","base":"https://a.example/dir/","baseSource":"base","url":null,"error":"invalid-ipv6"})",
    R"({"file":"a page.html","line":6,"column":41,"offset":274,"length":14,"element":"a","attribute":"href","index":0,"raw":"about:srcdoc#x","kind":"hyperlink","base":"https://a.example/dir/","baseSource":"base","url":"about:srcdoc#x","reserved":true})",
    R"({"file":"a page.html","line":7,"column":10,"offset":312,"length":10,"element":"a","attribute":"href","index":0,"raw":"\n ü\nline ","kind":"hyperlink","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/%C3%BCline"})",
    R"({"file":"a page.html","line":10,"column":28,"offset":362,"length":2,"element":"a","attribute":"href","index":0,"raw":"in","kind":"hyperlink","base":"https://a.example/dir/","baseSource":"container","url":"https://a.example/dir/in","context":"0"})",
    R"({"file":"a page.html","line":11,"column":17,"offset":396,"length":5,"element":"style","attribute":"","index":0,"raw":"s.css","kind":"css","base":"https://a.example/dir/","baseSource":"base","url":"https://a.example/dir/s.css"})",
};

TEST_CASE("resolve --format jsonl", "[resolve][format]") {
  std::string out;
  for (std::string const& object : objects) out += object + "\n";
  CHECK(resolve("jsonl") == CliResult{0, out, ""});
}

TEST_CASE("resolve --format json", "[resolve][format]") {
  std::string out;
  for (std::string const& object : objects) out += (out.empty() ? "[" : ",\n") + object;
  CHECK(resolve("json") == CliResult{0, out + "\n]\n", ""});
}

TEST_CASE("JSON tells the rel of a, area, link and form", "[resolve][format]") {
  const std::string markup =
      "<link rel='icon &amp; x' href=i imagesrcset='a, b'><a rel href=x ping=p>"
      "<form rel=help action=f><img rel=no src=y><area REL=next href=z><a href=q>"
      "<svg><a rel=svg href=s /></svg><a rel=" +
      std::string(5000, 'r') + " href=long><style>@import 'u';</style>" +
      "<iframe srcdoc=\"<a rel='in' href=t>\"></iframe>";
  for (std::string const engine : {"scan", "dom"}) {
    const CliResult result = run_cli(
        {"resolve", "-q", "-f", "jsonl", "--url", "https://h.example/", "--engine", engine, "-"},
        {.in = markup});
    std::string found;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
      const auto value = [&](std::string const& key) {
        const std::size_t at = line.find("\"" + key + "\":\"");
        if (at == line.npos) return std::string("-");
        const std::size_t begin = at + key.size() + 4;
        return line.substr(begin, line.find('"', begin) - begin);
      };
      found += value("raw") + '=' + value("rel") + '|';
    }
    CHECK(found ==
          "i=icon & x|a=icon & x|b=icon & x|x=|p=|f=help|y=-|z=next|q=-|s=svg|long=-|u=-|t=in|");
  }
}

TEST_CASE("resolve --format csv", "[resolve][format]") {
  const std::string out =
      R"(file,line,column,offset,length,element,attribute,ns,index,raw,kind,base,baseSource,url,error,context,loaded
a page.html,2,13,48,5,base,href,,0,/dir/,base,https://a.example/a%20page.html,document,https://a.example/dir/,,,
a page.html,3,10,65,15,a,href,,0,x?a=1&b=2#f,hyperlink,https://a.example/dir/,base,https://a.example/dir/x?a=1&b=2#f,,,
a page.html,3,33,88,2,a,ping,,0,p1,ping,https://a.example/dir/,base,https://a.example/dir/p1,,,
a page.html,3,36,91,2,a,ping,,1,p2,ping,https://a.example/dir/,base,https://a.example/dir/p2,,,
a page.html,4,14,135,5,img,srcset,,0,a.png,image,https://a.example/dir/,base,https://a.example/dir/a.png,,,
a page.html,4,24,145,5,img,srcset,,1,b.png,image,https://a.example/dir/,base,https://a.example/dir/b.png,,,
a page.html,4,39,160,11,img,src,,0,"q""uo,te.png",image,https://a.example/dir/,base,"https://a.example/dir/q%22uo,te.png",,,
a page.html,5,25,198,5,image,xlink:href,svg,0,i.svg,image,https://a.example/dir/,base,https://a.example/dir/i.svg,,,
a page.html,5,49,222,2,textPath,href,svg,0,#p,resource,https://a.example/a%20page.html,document,https://a.example/a%20page.html#p,,,
a page.html,6,10,243,9,a,href,,0,http://[1,hyperlink,https://a.example/dir/,base,,invalid-ipv6,,
a page.html,6,41,274,14,a,href,,0,about:srcdoc#x,hyperlink,https://a.example/dir/,base,about:srcdoc#x,,,
a page.html,7,10,312,10,a,href,,0,"
 ü
line ",hyperlink,https://a.example/dir/,base,https://a.example/dir/%C3%BCline,,,
a page.html,10,28,362,2,a,href,,0,in,hyperlink,https://a.example/dir/,container,https://a.example/dir/in,,0,
a page.html,11,17,396,5,style,,,0,s.css,css,https://a.example/dir/,base,https://a.example/dir/s.css,,,
)";
  CHECK(resolve("csv") == CliResult{0, out, ""});
}

TEST_CASE("rows of a style sheet have the fields of all rows", "[resolve][format]") {
  const TemporaryFolder folder;
  folder.write("s.css", "a{b:url(x)}");
  const auto rows = [](char const* format) {
    return run_cli(
               {"resolve", "-q", "--site-url", "https://h.example/", "--format", format, "s.css"})
        .out;
  };
  CHECK(rows("csv").ends_with(
      "s.css,1,9,8,1,,,,0,x,css,https://h.example/s.css,document,https://h.example/x,,,\n"));
  CHECK(rows("jsonl").starts_with(
      R"({"file":"s.css","line":1,"column":9,"offset":8,"length":1,"element":"","attribute":"","index":0,)"));
}

TEST_CASE("no links: an empty list in each format", "[resolve][format]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<p>nothing");
  CHECK(run_cli({"resolve", "a.html"}) == CliResult{0, "", ""});
  CHECK(run_cli({"resolve", "--format", "jsonl", "a.html"}) == CliResult{0, "", ""});
  CHECK(run_cli({"resolve", "--format", "json", "a.html"}) == CliResult{0, "[]\n", ""});
  CHECK(run_cli({"resolve", "--format", "csv", "a.html"}) ==
        CliResult{0,
                  "file,line,column,offset,length,element,attribute,ns,index,raw,kind,base,"
                  "baseSource,url,error,context,loaded\n",
                  ""});
}

TEST_CASE("results go to the file of -o as they go to standard output", "[resolve][format]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/x>");
  folder.write("out", "what was there before, and longer than what comes");
  const CliResult to_file = run_cli({"resolve", "-o", "out", "a.html"});
  CHECK(to_file == CliResult{0, "", ""});
  CHECK(folder.read("out") == run_cli({"resolve", "a.html"}).out);
}

}  // namespace

}  // namespace hrefkit::test
