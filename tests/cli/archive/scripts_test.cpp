// `archive` and what the scripts of captures name.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

constexpr char const* javascript = "text/javascript";

std::string captured(std::string const& path, std::string const& body,
                     std::string const& type = "text/html",
                     std::vector<std::string> const& fields = {},
                     std::string const& status = "200 OK") {
  RecordParts parts;
  parts.uri = "https://h.example" + path;
  std::vector<std::string> head{"HTTP/1.1 " + status, "Content-Type: " + type};
  head.insert(head.end(), fields.begin(), fields.end());
  parts.block = http_response(head, body);
  return warc_record(parts);
}

std::string script(std::string const& path, std::string const& body) {
  return captured(path, body, javascript);
}

std::string redirect(std::string const& from, std::string const& to) {
  return captured(from, "", "text/html", {"Location: " + to}, "302 Found");
}

/// The last parts of rows as text, after the arrow, sorted, with line breaks between.
std::string targets(std::string const& rows) {
  std::istringstream lines(rows);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);) {
    const std::string target = line.substr(line.rfind(" -> ") + 4);
    const std::string host = "https://h.example/";
    found.push_back(target.starts_with(host) ? target.substr(host.size()) : target);
  }
  std::sort(found.begin(), found.end());
  std::string all;
  for (std::string const& target : found) all += (all.empty() ? "" : " ") + target;
  return all;
}

/// What --missing finds in an archive, in all ways in which it can be read.
CliResult missing_in(std::string const& archive, std::vector<std::string> const& options = {}) {
  const TemporaryFolder folder;
  folder.write("a.warc", archive);
  std::string packed;
  for (std::size_t at = 0; at < archive.size();) {  // a member a record
    const std::size_t end = std::min(archive.find("\r\n\r\nWARC/", at), archive.size() - 4) + 4;
    packed += gzip(archive.substr(at, end - at));
    at = end;
  }
  folder.write("a.warc.gz", packed);
  CliResult first;
  for (std::string const name : {"a.warc", "a.warc.gz"}) {
    for (std::string const jobs : {"1", "3"}) {
      for (std::string const engine : {"scan", "dom"}) {
        std::vector<std::string> args{"archive", "--missing", "-f",   "text", "-j",
                                      jobs,      "--engine",  engine, name};
        args.insert(args.end(), options.begin(), options.end());
        const CliResult result = run_cli(args);
        CHECK(result.exit_code == 0);
        if (first.out.empty()) first = result;
        CHECK(result.out == first.out);
        CHECK(result.err == first.err);
      }
    }
  }
  return first;
}

/// The paths of all files below a folder, sorted, with spaces between.
std::string all_files(std::string const& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) paths.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (std::string const& path : paths) all += (all.empty() ? "" : " ") + path;
  return all;
}

/// The files of `--extract --page` for a page of the archive, and what the run has told.
struct Extracted {
  std::string files;
  std::string err;
};
Extracted page_of(std::string const& archive, std::string const& page,
                  std::vector<std::string> const& options = {}) {
  const TemporaryFolder folder;
  folder.write("a.warc", archive);
  folder.write("a.warc.gz", gzip(archive));
  Extracted first;
  for (std::string const name : {"a.warc", "a.warc.gz"}) {
    for (std::string const jobs : {"1", "3"}) {
      const std::string out = "out";
      std::filesystem::remove_all(out);
      std::vector<std::string> args{"archive", "-v", "-j", jobs, "--extract", out, name};
      if (!page.empty()) args.insert(args.end(), {"--page", "https://h.example" + page});
      args.insert(args.end(), options.begin(), options.end());
      const CliResult result = run_cli(args);
      CHECK(result.exit_code == 0);
      Extracted here{all_files(out + "/h.example"), result.err + result.err};
      if (first.files.empty()) first = here;
      CHECK(here.files == first.files);
      CHECK(here.err == first.err);
    }
  }
  return first;
}

std::string lacks(int addresses) {
  return std::to_string(addresses) +
         (addresses == 1 ? " address that pages load is" : " addresses that pages load are") +
         " not in the archive";
}

}  // namespace

TEST_CASE("--missing has rows for what scripts name", "[scripts]") {
  const std::string page =
      captured("/dir/",
               "<script type=module>import './there.js'; import './gone.js'; import('fs'); "
               "new Worker('w.js')</script><script>importScripts; import('/lazy.js')</script>");
  const std::string app =
      script("/js/app.js",
             "import './there.js'; export * from '../up.js'; import('./lazy.js'); import(name); "
             "new URL('p.png', import.meta.url); new URL('./', import.meta.url); "
             "new Worker(new URL('worker.js', import.meta.url)); fetch('no.json');\n"
             "//# sourceMappingURL=app.js.map\n");
  const std::string there = script("/dir/there.js", "") + script("/js/there.js", "");
  const CliResult result = missing_in(page + app + there);
  CHECK(targets(result.out) ==
        "dir/gone.js dir/w.js js/lazy.js js/p.png js/worker.js lazy.js up.js");
  CHECK(result.out.find("https://h.example/js/app.js:1:37: ../up.js -> https://h.example/up.js") !=
        std::string::npos);
  CHECK(result.out.find("https://h.example/dir/:1:50: script ./gone.js -> "
                        "https://h.example/dir/gone.js") != std::string::npos);
  CHECK_THAT(result.err, Catch::Contains("; 1 import has a computed name"));
  CHECK_THAT(result.err, Catch::Contains("; 2 links are left out, which browsers neither"));
  CHECK_THAT(result.err, !Catch::Contains("not judged"));
}

TEST_CASE("the media type says which captures are scripts", "[scripts]") {
  const std::string names = "import './gone.js'";
  for (std::string const type : {"text/javascript", "application/javascript; charset=utf-8",
                                 "application/x-javascript", "Text/ECMAScript"}) {
    CAPTURE(type);
    CHECK(targets(missing_in(captured("/a", names, type)).out) == "gone.js");
  }
  for (std::string const type : {"text/plain", "application/json", "text/typescript"}) {
    CAPTURE(type);
    CHECK(missing_in(captured("/a.js", names, type)).out.empty());
  }
}

TEST_CASE("the pages that run a script say where its names lead", "[scripts]") {
  const std::string map =
      "<script type=importmap>{\"imports\":{\"vue\":\"/lib/vue.js\",\"lib/\":\"/lib/\","
      "\"/js/old.js\":\"/js/new.js\"}}</script>";
  const std::string app =
      script("/js/app.js",
             "import 'vue'; import 'lib/x.js'; import 'react'; import './old.js'; "
             "import './chunk.js'; new Worker('w.js')");
  const std::string chunk = script("/js/chunk.js", "import('lib/y.js'); import('fs')");
  const std::string page =
      captured("/dir/page", map + "<script type=module src=/old-app.js></script>");
  const std::string moved = redirect("/old-app.js", "/js/app.js");
  // Scripts may come before pages.
  for (std::string const& archive : {app + chunk + page + moved, page + moved + chunk + app}) {
    const CliResult result = missing_in(archive);
    CHECK(targets(result.out) == "dir/w.js js/new.js lib/vue.js lib/x.js lib/y.js");
    CHECK_THAT(result.err, !Catch::Contains("not judged"));
  }
  // Another page without a map runs it, too.
  const std::string other = captured("/other/", "<script type=module src=/js/app.js></script>");
  CHECK(targets(missing_in(app + chunk + page + moved + other).out) ==
        "dir/w.js js/new.js js/old.js lib/vue.js lib/x.js lib/y.js other/w.js");
}

TEST_CASE("names that need a page which is not there are counted", "[scripts]") {
  const std::string app = script(
      "/js/app.js", "import 'vue'; import './gone.js'; new Worker('w.js'); import 'node:fs'");
  const CliResult alone = missing_in(app);
  CHECK(targets(alone.out) == "js/gone.js");
  CHECK_THAT(alone.err, Catch::Contains("; 2 names in scripts are not judged: the pages that "
                                        "run the scripts are not known"));
  // Nobody reads standard input twice.
  const std::string page =
      captured("/",
               "<script type=importmap>{\"imports\":{\"vue\":\"/vue.js\"}}</script>"
               "<script type=module src=js/app.js></script>");
  const std::vector<std::string> args{"archive", "--missing", "--cdxj", "/dev/null",
                                      "-f",      "text",      "-"};
  const CliResult piped = run_cli(args, {.in = page + app});
  CHECK(targets(piped.out) == "js/app.js js/gone.js");
  CHECK_THAT(piped.err, Catch::Contains("; 2 names in scripts are not judged"));
  const CliResult file = missing_in(page + app, {"--cdxj", "/dev/null"});
  CHECK(targets(file.out) == "js/app.js js/gone.js vue.js w.js");
  CHECK_THAT(file.err, !Catch::Contains("not judged"));
}

TEST_CASE("workers have no import maps, and are the base of what they load", "[scripts]") {
  const std::string archive =
      captured("/dir/",
               "<script type=importmap>{\"imports\":{\"vue\":\"/vue.js\"}}</script>"
               "<script>new Worker('/tasks/w.js')</script>") +
      script("/tasks/w.js", "importScripts('lib/a.js'); new Worker('inner.js'); import('vue')") +
      script("/tasks/lib/a.js", "importScripts('b.js')");
  const CliResult result = missing_in(archive);
  CHECK(targets(result.out) == "tasks/b.js tasks/inner.js");
  CHECK_THAT(result.err, !Catch::Contains("not judged"));
}

TEST_CASE("Vite's lists of chunks", "[scripts]") {
  const std::string list =
      "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/b.js\",\"./c.css\","
      "\"else/d.js\"])))=>i.map(i=>d[i]);import('./x.js')";
  const CliResult result = missing_in(script("/app/assets/a.js", list));
  CHECK(targets(result.out) == "app/assets/b.js app/assets/c.css app/assets/x.js else/d.js");
}

TEST_CASE("rows of scripts are printed where they are asked for", "[scripts]") {
  const std::string archive =
      captured("/", "<script type=module>import './a.js'</script><a href=x>") +
      script("/a.js", "import './b.js'; import 'vue'; new Worker('w.js')") +
      captured("/s.css", "a{b:url(c)}", "text/css");
  const auto rows = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"archive", "-"});
    return run_cli(options, {.in = archive});
  };
  CHECK(targets(rows({"-f", "text"}).out) == "c x");
  CHECK_THAT(rows({"-f", "text"}).err, Catch::Contains("2 links (0 do not resolve)"));
  const CliResult text = rows({"-f", "text", "--also", "modules"});
  CHECK(targets(text.out) == "a.js b.js c unresolvable: bare-specifier unresolvable: page-base x");
  CHECK_THAT(text.err, Catch::Contains("6 links (2 do not resolve)"));
  CHECK_THAT(
      rows({"-f", "jsonl", "--also", "modules"}).out,
      Catch::Contains("\"line\":1,\"column\":9,\"offset\":8,\"length\":6,\"element\":\"\","
                      "\"attribute\":\"\",\"index\":0,\"raw\":\"./b.js\",\"kind\":\"module\","
                      "\"base\":\"https://h.example/a.js\",\"baseSource\":\"document\","
                      "\"url\":\"https://h.example/b.js\",\"uri\":\"https://h.example/a.js\""));
  CHECK_THAT(rows({"-f", "csv", "--also", "modules"}).out,
             Catch::Contains("-,1,9,8,6,,,,0,./b.js,module,https://h.example/a.js,document,"
                             "https://h.example/b.js,,,,,https://h.example/a.js,"));
  CHECK(targets(rows({"-f", "text", "--also", "modules", "--kinds", "module,worker"}).out) ==
        "a.js b.js unresolvable: bare-specifier unresolvable: page-base");
  CHECK_THAT(rows({"-f", "pages", "--also", "modules"}).out,
             Catch::Contains("\"links\":3,\"unresolvable\":2"));
  CHECK_THAT(rows({"-f", "pages"}).out, !Catch::Contains("\"links\":3"));
  const CliResult kinds = rows({"--kinds", "module"});
  CHECK(kinds.exit_code == 2);
  CHECK_THAT(kinds.err, Catch::Contains("add --also modules"));
}

TEST_CASE("formats without rows stay as they are", "[scripts]") {
  const std::string archive =
      captured("/", "<script type=module>import 'https://o.example/a.js'</script>") +
      script("/a.js", "import 'https://o.example/b.js'");
  for (std::string const format : {"wat", "edges", "hosts", "cdxj", "cdx"}) {
    CAPTURE(format);
    const CliResult plain = run_cli({"archive", "-f", format, "-"}, {.in = archive});
    CHECK(plain.out.find("o.example/") == std::string::npos);
    CHECK(run_cli({"archive", "-f", format, "--also", "modules", "-"}, {.in = archive}) == plain);
  }
}

TEST_CASE("--page writes what the scripts of a page load", "[scripts]") {
  const std::string list =
      "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"js/vite.js\",\"./v.css\"])))=>"
      "i.map(i=>d[i]);";
  const std::string archive =
      script("/js/leaf.js", "") + script("/js/lib/vue.js", "import './part.js'") +
      script("/js/lib/part.js", "") +
      captured("/dir/",
               "<script type=importmap>{\"imports\":{\"vue\":\"/js/lib/vue.js\"}}</script>"
               "<script type=module src=/js/app.js></script>"
               "<script type=module>import '../inline.js'; import 'fs'</script>") +
      script("/js/app.js", "import 'vue'; import './chunk.js'; new Worker('w.js');" + list) +
      script("/js/chunk.js",
             "import('./leaf.js'); new URL('i.svg', import.meta.url); "
             "import('./gone.js'); import('react')") +
      captured("/js/i.svg", "<svg xmlns='http://www.w3.org/2000/svg'><image href='i.png'/></svg>",
               "image/svg+xml") +
      captured("/js/i.png", "PNG", "image/png") + script("/inline.js", "") +
      script("/js/vite.js", "") + captured("/js/v.css", "a{b:url(v.png)}", "text/css") +
      captured("/js/v.png", "", "image/png") +
      script("/dir/w.js", "importScripts('x/a.js'); import('vue')") +
      script("/dir/x/a.js", "importScripts('b.js')") + script("/dir/b.js", "") +
      // Not of this page.
      captured("/other/",
               "<script type=importmap>{\"imports\":{\"vue\":\"/js/other.js\"}}</script>"
               "<script type=module src=/js/app.js></script>") +
      script("/js/other.js", "") + script("/other/w.js", "") + script("/js/x/b.js", "");
  const Extracted page = page_of(archive, "/dir/");
  CHECK(page.files ==
        "dir/b.js dir/index.html dir/w.js dir/x/a.js inline.js js/app.js js/chunk.js js/i.png "
        "js/i.svg js/leaf.js js/lib/part.js js/lib/vue.js js/v.css js/v.png js/vite.js");
  CHECK_THAT(page.err, Catch::Contains(lacks(1)));
  CHECK_THAT(page.err, Catch::Contains("https://h.example/js/gone.js: note: is loaded by a page"));
  const Extracted other = page_of(archive, "/other/");
  CHECK_THAT(other.files, Catch::Contains("js/other.js"));
  CHECK_THAT(other.files, Catch::Contains("other/w.js"));
  CHECK_THAT(other.files, !Catch::Contains("vue.js"));
  CHECK_THAT(other.files, !Catch::Contains("dir/"));
}

TEST_CASE("what scripts name leads to the files of the folder", "[scripts]") {
  const TemporaryFolder folder;
  folder.write("a.warc", captured("/",
                                  "<script type=importmap>{\"imports\":{\"m\":\"/js/m.js?v=1\"}}"
                                  "</script><script type=module>import '/js/a.js'</script>") +
                             script("/js/a.js",
                                    "import 'm'; import './b.js?v=2'; import './gone.js'; "
                                    "new URL('./', import.meta.url); x('/js/b.js?v=2')") +
                             script("/js/m.js?v=1", "1") + script("/js/b.js?v=2", "2"));
  const CliResult result = run_cli({"archive", "--extract", "out", "a.warc"});
  CHECK(result.exit_code == 0);
  CHECK(all_files("out") ==
        "h.example/index.html h.example/js/a.js h.example/js/b.js?v=2 h.example/js/m.js?v=1");
  CHECK(folder.read("out/h.example/index.html") ==
        "<script type=importmap>{\"imports\":{\"m\":\"./js/m.js%3Fv=1\"}}"
        "</script><script type=module>import './js/a.js'</script>");
  CHECK(folder.read("out/h.example/js/a.js") ==
        "import 'm'; import './b.js%3Fv=2'; import 'https://h.example/js/gone.js'; "
        "new URL('./', import.meta.url); x('/js/b.js?v=2')");
}

TEST_CASE("bytes of scripts that are no names stay as they were captured", "[scripts]") {
  const TemporaryFolder folder;
  const std::string rest = "; // \xE4\xBD\xA0 \xFF";
  folder.write("a.warc", captured("/", "<script type=module src=/a.js></script>") +
                             captured("/a.js", "import './b.js?v=1'" + rest,
                                      "text/javascript; charset=utf-8") +
                             captured("/c.js", "1" + rest, "text/javascript; charset=koi8-r") +
                             script("/b.js?v=1", ""));
  CHECK(run_cli({"archive", "-q", "--extract", "out", "a.warc"}).exit_code == 0);
  CHECK(folder.read("out/h.example/a.js") == "import './b.js%3Fv=1'" + rest);
  CHECK(folder.read("out/h.example/c.js") == "1" + rest);
}

TEST_CASE("documents that scripts load have scripts, too", "[scripts]") {
  const std::string archive =
      captured("/", "<iframe src=frame></iframe>") +
      captured("/frame",
               "<script type=importmap>{\"imports\":{\"f\":\"/f.js\"}}</script>"
               "<script type=module>import 'f'</script>") +
      script("/f.js", "new URL('page.svg', import.meta.url); import 'f'; import 's'") +
      captured("/page.svg",
               "<svg xmlns='http://www.w3.org/2000/svg'><script type='importmap'>"
               "{\"imports\":{\"s\":\"/s.js\"}}</script><script href='in-svg.js'/></svg>",
               "image/svg+xml") +
      script("/in-svg.js", "import('s')") + script("/s.js", "");
  CHECK(page_of(archive, "/").files == "f.js frame.html in-svg.js index.html page.svg s.js");
}

TEST_CASE("a script that is loaded as data is followed by its own names", "[scripts]") {
  const std::string archive = captured("/", "<script type=module src=a.js></script>") +
                              script("/a.js", "start(new URL('lib/w.mjs', import.meta.url))") +
                              script("/lib/w.mjs", "import './x.mjs'; import 'bare'") +
                              script("/lib/x.mjs", "import './gone.mjs'");
  const Extracted page = page_of(archive, "/");
  CHECK(page.files == "a.js index.html lib/w.mjs lib/x.mjs");
  CHECK_THAT(page.err, Catch::Contains(lacks(1)));
  CHECK_THAT(page.err, Catch::Contains("1 name in scripts is not judged"));
}

TEST_CASE("what scripts name and the archive lacks counts without --page", "[scripts]") {
  const std::string archive =
      captured("/",
               "<script type=importmap>{\"imports\":{\"m\":\"/mapped.js\"}}</script>"
               "<script type=module src=/js/a.js></script>"
               "<script type=module>import './inline.js'; import(name)</script>") +
      script("/js/a.js",
             "import 'm'; import 'bare'; new Worker('w.js'); import './there.js'; "
             "import './gone.js'; new URL('p.png', import.meta.url)\n"
             "//# sourceMappingURL=a.js.map") +
      script("/js/there.js", "") + script("/js/lone.js", "import './gone.js'; import './away.js'");
  const Extracted all = page_of(archive, "");
  CHECK_THAT(all.err, Catch::Contains(lacks(6)));
  for (std::string const path :
       {"mapped.js", "inline.js", "w.js", "js/gone.js", "js/p.png", "js/away.js"}) {
    CHECK_THAT(all.err, Catch::Contains("https://h.example/" + path + ": note: is loaded by"));
  }
  CHECK_THAT(all.err, Catch::Contains("1 import has a computed name"));
  CHECK_THAT(all.err, !Catch::Contains("not judged"));
  CHECK_THAT(page_of(archive, "/").err, Catch::Contains(lacks(5)));
  CHECK_THAT(page_of(archive, "", {"--exclude-url", "gone"}).err, Catch::Contains(lacks(5)));
}

TEST_CASE("names in scripts are kept when their bodies are not", "[scripts]") {
  // The head of a record tells of more bytes than are kept: what follows is read again.
  const std::string huge =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: https://h.example/huge\r\n"
      "WARC-Date: 2024-01-02T03:04:05Z\r\nContent-Length: 999999999\r\n\r\nfew bytes\r\n\r\n";
  const std::vector<std::string> records{
      captured("/",
               "<script type=importmap>{\"imports\":{\"b\":\"/b.js\"}}</script>"
               "<script type=module src=a.js></script>"),
      script("/a.js", "import 'b'; import './gone.js'; new Worker('w.js')"),
      script("/b.js", "import './c.js'"), script("/c.js", ""), script("/w.js", "")};
  const TemporaryFolder folder;
  for (std::size_t at = 0; at <= records.size(); ++at) {
    std::string archive;
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (i == at) archive += gzip(huge);
      archive += gzip(records[i]);
    }
    if (at == records.size()) archive += gzip(huge);
    folder.write("a.warc.gz", archive);
    for (std::string const mode : {"page", "all"}) {
      const std::string out = mode + std::to_string(at);
      INFO(out);
      std::vector<std::string> args{"archive", "--extract", out, "a.warc.gz"};
      if (mode == "page") args.insert(args.end(), {"--page", "https://h.example/"});
      const CliResult result = run_cli(args);
      CHECK_THAT(result.err + result.err, Catch::Contains(lacks(1)));
      const std::string files = all_files(out + "/h.example");
      CHECK(files == (mode == "page" ? "a.js b.js c.js index.html w.js"
                                     : "a.js b.js c.js huge index.html w.js"));
    }
  }
}

TEST_CASE("many import maps and many names are not multiplied", "[scripts]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  std::string archive;
  std::string names;
  for (int i = 0; i < 20'000; ++i) names += "import 'n" + std::to_string(i) + "';";
  archive += script("/a.js", names);
  for (int i = 0; i < 3'000; ++i) {
    archive += captured("/" + std::to_string(i) + "/",
                        "<script type=importmap>{\"imports\":{\"n1\":\"/m" + std::to_string(i) +
                            "\"}}</script><script type=module src=/a.js></script>");
  }
  folder.write("a.warc", archive);
  const std::vector<std::vector<std::string>> runs{{"archive", "--missing", "-o", "rows", "a.warc"},
                                                   {"archive", "--extract", "out", "a.warc"}};
  for (auto const& args : runs) {
    const RunCost cost = cost_of([&] {
      const CliResult result = run_cli(args);
      if (result.exit_code != 0) std::abort();
      if (result.err.find("are left out: there are too many") == std::string::npos) std::abort();
    });
    CHECK(cost.succeeded());
  }
}

}  // namespace hrefkit::test
