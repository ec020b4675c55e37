// `archive --extract`: captures as files.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/site/output_folder.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"
#include "support/zip_builder.h"

namespace hrefkit::test {

namespace {

struct Captured {
  std::string path;
  std::string body;
  std::string type = "text/html";
  std::string date = "2024-01-02T03:04:05Z";
  std::string status = "200 OK";
  std::vector<std::string> fields = {};
};

std::string captured(Captured const& c) {
  RecordParts parts;
  parts.uri = "http://h.example" + c.path;
  parts.date = c.date;
  std::vector<std::string> head{"HTTP/1.1 " + c.status, "Content-Type: " + c.type};
  head.insert(head.end(), c.fields.begin(), c.fields.end());
  parts.block = http_response(head, c.body);
  return warc_record(parts);
}

/// The paths of all files below a folder, sorted, with spaces between.
std::string files_below(std::string const& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  if (!fs::exists(folder)) return "none";
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) paths.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (std::string const& path : paths) all += (all.empty() ? "" : " ") + path;
  return all;
}

const std::string small_site =
    captured({"/",
              "<base href=/sub/><link rel=stylesheet href='/s.css?v=6'><a href=page>p</a>"
              "<a href='/?p=1'>q</a><a href=/old#x>o</a><a href=/gone>g</a><img src=/i.png>"
              "<script src=/lacking.js></script><a href=//o.example/>e</a>"}) +
    captured({"/sub/page", "<p>new <a href=..>up</a>", "text/html", "2024-05-05T00:00:00Z"}) +
    captured({"/sub/page", "<p>old"}) +
    captured({"/sub/page", "<p>error", "text/html", "2025-01-01T00:00:00Z", "404 Not Found"}) +
    captured({"/?p=1", "<p>query"}) + captured({"/gone", "<p>", "text/html", "2024", "404 Gone"}) +
    captured({"/s.css?v=6", "@import '/t.css'; p { background: url(/i.png) }", "text/css"}) +
    captured({"/t.css", "p { color: red }", "text/css"}) +
    captured({"/i.png", "PNG", "image/png"}) +
    captured({"/old", "", "text/html", "2024", "302 Found", {"Location: /older"}}) +
    captured({"/older", "", "text/html", "2024", "301 Moved", {"Location: /sub/page#frag"}});

}  // namespace

TEST_CASE("captures become files whose links lead to one another") {
  const TemporaryFolder folder;
  folder.write("a.warc.gz", gzip(small_site));
  folder.write("a.wacz", zip_archive({{"archive/a.warc", small_site}}));
  for (std::string const jobs : {"1", "3"}) {
    for (std::string const name : {"a.warc.gz", "a.wacz"}) {
      const std::string out = "out" + jobs + name;
      const CliResult result = run_cli({"archive", "-j", jobs, "--extract", out, name});
      CHECK(result.exit_code == 0);
      CHECK(result.out.empty());
      CHECK(result.err.find("6 files (3 pages) in " + out +
                            ", 8 links lead to them, 1 address that "
                            "pages load is not in the archive") != std::string::npos);
      const std::string host = out + "/h.example";
      CHECK(files_below(host) ==
            "i.png index.html index.html?p=1.html s.css?v=6.css sub/page.html t.css");
      CHECK(folder.read(host + "/index.html") ==
            "<link rel=stylesheet href='s.css%3Fv=6.css'><a href=sub/page.html>p</a>"
            "<a href='index.html%3Fp=1.html'>q</a><a href=sub/page.html#frag>o</a>"
            "<a href=http://h.example/gone>g</a><img src=i.png>"
            "<script src=http://h.example/lacking.js></script><a href=http://o.example/>e</a>");
      CHECK(folder.read(host + "/sub/page.html") == "<p>new <a href=../index.html>up</a>");
      CHECK(folder.read(host + "/s.css?v=6.css") ==
            "@import 't.css'; p { background: url(i.png) }");
      CHECK(folder.read(host + "/i.png") == "PNG");
    }
  }
}

TEST_CASE("pages load what browsers fetch") {
  const TemporaryFolder folder;
  folder.write("a.warc", captured({"/",
                                   "<img srcset='bad.png 100w 2x, gone.png 1x'>"
                                   "<svg><image href=ok.png xlink:href=hidden.png /></svg>"
                                   "<picture><source src=s.png></picture><input src=i.png>"
                                   "<video><source src=v.mp4></video>"
                                   "<link rel=dns-prefetch href=//d.example>"}) +
                             captured({"/hidden.png", "PNG", "image/png"}) +
                             captured({"/ok.png", "PNG", "image/png"}));
  const CliResult all = run_cli({"archive", "-v", "--extract", "out", "a.warc"});
  CHECK_THAT(all.err, Catch::Contains("2 addresses that pages load are not in the archive"));
  CHECK_THAT(all.err, Catch::Contains("/gone.png: note: is loaded by a page"));
  CHECK_THAT(all.err, Catch::Contains("/v.mp4: note: is loaded by a page"));
  CHECK(run_cli({"archive", "-q", "--extract", "one", "--page", "http://h.example/", "a.warc"})
            .exit_code == 0);
  CHECK(files_below("one/h.example") == "index.html ok.png");
}

// Fetch, "location URL": a Location without a fragment keeps that of the request.
TEST_CASE("the last fragment on the way through redirects counts") {
  const auto redirect = [](std::string const& from, std::string const& to) {
    return captured({from, "", "text/html", "2024", "302 Found", {"Location: " + to}});
  };
  const TemporaryFolder folder;
  folder.write("a.warc", captured({"/",
                                   "<a href=/a#x>1</a><a href=/a>2</a><a href=/b#x>3</a>"
                                   "<a href=/c#x>4</a><a href=/c>5</a>"}) +
                             captured({"/p", "<p>"}) + redirect("/a", "/p") +
                             redirect("/b", "/p#y") + redirect("/c", "/d#y") +
                             redirect("/d", "/p#z"));
  CHECK(run_cli({"archive", "--extract", "out", "a.warc"}).exit_code == 0);
  CHECK(folder.read("out/h.example/index.html") ==
        "<a href=p.html#x>1</a><a href=p.html>2</a><a href=p.html#y>3</a>"
        "<a href=p.html#z>4</a><a href=p.html#z>5</a>");
}

TEST_CASE("--page writes one page and what it loads") {
  const TemporaryFolder folder;
  folder.write("a.warc", small_site);
  const CliResult result =
      run_cli({"archive", "--extract", "out", "--page", "http://h.example/#top", "a.warc"});
  CHECK(result.exit_code == 0);
  CHECK(files_below("out/h.example") == "i.png index.html s.css?v=6.css t.css");
  CHECK(folder.read("out/h.example/index.html").find("<a href=http://h.example/sub/page>p</a>") !=
        std::string::npos);
  CHECK(result.err.find("the page is out/h.example/index.html") != std::string::npos);
  CHECK(run_cli({"archive", "--extract", "by-redirect", "--page", "http://h.example/old", "a.warc"})
            .exit_code == 0);
  CHECK(files_below("by-redirect/h.example") == "sub/page.html");
  for (std::string const url : {"http://h.example/gone", "http://h.example/none", "nonsense"}) {
    CHECK(run_cli({"archive", "--extract", "no", "--page", url, "a.warc"}).exit_code == 2);
  }
  CHECK(files_below("no") == "none");
  CHECK(run_cli({"archive", "--page", "http://h.example/", "a.warc"}).exit_code == 2);
  const CliResult no_rows = run_cli({"archive", "--extract", "no", "-o", "rows", "a.warc"});
  CHECK(no_rows.exit_code == 2);
  CHECK_THAT(no_rows.err, Catch::Contains("--output: is for rows"));
}

TEST_CASE("nothing is written where something is, and nothing is read that can be read once") {
  const TemporaryFolder folder;
  folder.write("a.warc", small_site);
  folder.write("full/mine.txt", "mine");
  folder.write("file", "mine");
  std::filesystem::create_directory("empty");
  std::filesystem::create_symlink("nowhere", "dangling");
  for (std::string const name : {"full", "file", "dangling"}) {
    const CliResult result = run_cli({"archive", "--extract", name, "a.warc"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("is not a new or empty folder") != std::string::npos);
  }
  CHECK(files_below("full") == "mine.txt");
  CHECK(folder.read("file") == "mine");
  CHECK(run_cli({"archive", "--extract", "empty", "a.warc"}).exit_code == 0);
  CHECK(run_cli({"archive", "--extract", "new", "-"}, {.in = small_site}).exit_code == 2);
  CHECK(run_cli({"archive", "--extract", "new", "none.warc"}).exit_code == 2);
  CHECK(files_below("new") == "none");
}

TEST_CASE("one run at a time writes to a folder") {
  const TemporaryFolder folder;
  folder.write("a.warc", small_site);
  folder.write("site/index.html", "<p>");
  {
    const auto other = site::NewFolder::begin("out");
    REQUIRE(other);
    auto copy = site::OutputFolder::open("copy");
    REQUIRE(copy);
    REQUIRE(copy->lock());
    const CliResult result = run_cli({"archive", "--extract", "out", "a.warc"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err,
               Catch::Contains("out: error: is being written by another run: nothing is written"));
    CHECK(files_below("out") == "none");
    for (std::string const out : {"copy", "copy/"}) {
      const CliResult rewrite = run_cli({"rewrite", "--to", "relative", "-o", out, "site"});
      CHECK(rewrite.exit_code == 2);
      CHECK_THAT(rewrite.err, Catch::Contains("is being written by another run: nothing is "
                                              "written"));
    }
    CHECK(files_below("copy").empty());
    CHECK(run_cli({"rewrite", "--to", "relative", "-o", "copy/a.html", "site/index.html"})
              .exit_code == 0);
  }
  CHECK(run_cli({"archive", "--extract", "out", "a.warc"}).exit_code == 0);
  CHECK(run_cli({"rewrite", "--to", "relative", "-o", "copy", "site"}).exit_code == 0);
  CHECK(files_below("copy") == "a.html index.html");
}

TEST_CASE("hostile URLs stay in the folder") {
  const TemporaryFolder folder;
  std::string archive_bytes;
  for (std::string const uri : {"http://../../x", "http://h.example/..%2F..%2Fx",
                                "http://h.example/%2e%2e/x%00", "http://h.example/a%0Ab"}) {
    archive_bytes += page_record(uri, "<p>");
  }
  folder.write("a.warc",
               archive_bytes + page_record("http://h.example/" + std::string(400, 'n'), ""));
  CHECK(run_cli({"archive", "-q", "--extract", "in/out", "a.warc"}).exit_code == 0);
  const std::string files = files_below(".");
  CHECK(
      files.starts_with("a.warc in/out/%2E%2E/x.html in/out/h.example/..%2F..%2Fx.html "
                        "in/out/h.example/a%0Ab.html in/out/h.example/nnn"));
  CHECK(std::count(files.begin(), files.end(), ' ') == 5);
}

TEST_CASE("revisits stand for the records that they name") {
  const auto revisit = [](std::string const& path, std::string const& fields,
                          std::string const& status = "200 OK") {
    RecordParts parts;
    parts.type = "revisit";
    parts.uri = "http://h.example" + path;
    parts.date = "2025-01-01T00:00:00Z";
    parts.more_fields = fields;
    parts.block = http_response({"HTTP/1.1 " + status, "Content-Type: text/html"}, "");
    return warc_record(parts);
  };
  RecordParts first;
  first.uri = "http://h.example/first";
  first.more_fields = "WARC-Payload-Digest: sha1:ABC\r\n";
  first.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, "<p>first");
  const TemporaryFolder folder;
  folder.write("a.warc",
               revisit("/by-digest", "WARC-Payload-Digest: sha1:ABC\r\n") +
                   revisit("/by-place",
                           "WARC-Refers-To-Target-URI: http://h.example/first\r\n"
                           "WARC-Refers-To-Date: 2024-01-02T03:04:05Z\r\n") +
                   revisit("/not-modified", "WARC-Refers-To-Target-URI: http://h.example/first\r\n",
                           "304 Not Modified") +
                   revisit("/of-nothing", "") + warc_record(first) +
                   page_record("http://h.example/", "<a href=by-digest><a href=of-nothing>"));
  CHECK(run_cli({"archive", "-q", "--extract", "out", "a.warc"}).exit_code == 0);
  CHECK(files_below("out/h.example") ==
        "by-digest.html by-place.html first.html index.html not-modified.html");
  CHECK(folder.read("out/h.example/by-digest.html") == "<p>first");
  CHECK(folder.read("out/h.example/index.html") ==
        "<a href=by-digest.html><a href=http://h.example/of-nothing>");
}

TEST_CASE("what was captured and is not written is told in one line") {
  RecordParts revisit;
  revisit.type = "revisit";
  revisit.uri = "http://h.example/lost";
  revisit.more_fields = "WARC-Payload-Digest: sha1:ABC\r\n";
  RecordParts host;
  host.uri = "dns:h.example";
  host.type = "resource";
  host.block = "h.example. 1 IN A 192.0.2.1";
  const TemporaryFolder folder;
  folder.write("a.warc", captured({"/", "<p>"}) +
                             captured({"/gone", "", "text/html", "2024", "404 Not Found"}) +
                             captured({"/late", "", "text/html", "2024", "503 Late"}) +
                             warc_record(revisit) + warc_record(host));
  const CliResult result = run_cli({"archive", "--extract", "out", "a.warc"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "hrefkit: left out: 2 captured errors (such as 404), 1 revisit whose original is "
        "not in the archive, 1 capture that is neither http nor https\n"
        "hrefkit: 1 file (1 page) in out, 0 links lead to them, 0 addresses that pages load are "
        "not in the archive, 0 damaged records\n");
  CHECK(run_cli({"archive", "-q", "--extract", "out2", "a.warc"}) == CliResult{0, "", ""});
}

TEST_CASE("files that could not be written do not count") {
  const TemporaryFolder folder;
  folder.write("a.warc", small_site);
  folder.write("file", "mine");
  const CliResult result = run_cli({"archive", "--extract", "file/out", "a.warc"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("file/out: error: cannot be made: Not a directory"));
  CHECK_THAT(result.err, Catch::Contains("0 files (0 pages) in file/out, 0 links lead"));
  for (std::string const option : {"--extract", "--page"}) {
    const CliResult empty = run_cli({"archive", option, "", "a.warc"});
    CHECK(empty.exit_code == 2);
    CHECK(empty.out.empty());
    CHECK_THAT(empty.err, Catch::Contains(option + ": the value is empty"));
  }
}

TEST_CASE("nothing is told of the body of a record that is damaged") {
  // The second member's body is said to be longer than it is, and its record is damaged, too.
  const std::string damaged =
      captured({"/damaged", "<p>", "text/html", "2024", "200 OK", {"Content-Length: 50"}});
  std::string member = gzip(damaged);
  member[member.size() - 6] = static_cast<char>(~member[member.size() - 6]);  // its checksum
  const TemporaryFolder folder;
  folder.write("a.warc.gz",
               gzip(captured({"/", "<p>"})) + member + gzip(captured({"/last", "<p>"})));
  const CliResult result = run_cli({"archive", "--extract", "out", "a.warc.gz"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, !Catch::Contains("ends early"));
  CHECK(files_below("out/h.example") == "index.html last.html");
}

TEST_CASE("what is not kept in memory is read again, and makes the same files") {
  // The head of a record tells of more bytes than are kept: what follows is read again.
  const std::string huge = gzip(
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h.example/huge\r\n"
      "WARC-Date: 2024-01-02T03:04:05Z\r\nContent-Length: 999999999\r\n\r\nfew bytes\r\n\r\n");
  const std::string no_type =
      "WARC/1.0\r\nWARC-Target-URI: http://h.example/x\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  const std::vector<std::string> members{
      gzip(captured({"/", "<link rel=stylesheet href=/s.css><a href=/sub/>s</a><img src=/i.png>"})),
      gzip(captured({"/sub/", "<p>new <a href=/>up</a>", "text/html", "2025-05-05T00:00:00Z"})),
      gzip(no_type),
      gzip(captured({"/s.css", "p { background: url(/i.png) }", "text/css"}) +
           captured({"/sub/", "<p>old"}) + captured({"/i.png", "PNG", "image/png"})),
      gzip(captured({"/early", "<p>", "text/html", "2024", "200 OK", {"Content-Length: 9"}}))};
  const TemporaryFolder folder;
  for (std::string const jobs : {"1", "3"}) {
    for (std::size_t at = 0; at <= members.size(); ++at) {
      std::string first;
      std::string second;
      for (std::size_t i = 0; i < members.size(); ++i) (i < at ? first : second) += members[i];
      const std::string out = "out" + jobs + std::to_string(at);
      INFO(out);
      folder.write("one.warc.gz", first + huge + second);
      const CliResult one = run_cli({"archive", "-j", jobs, "--extract", out, "one.warc.gz"});
      CHECK(one.exit_code == 1);
      CHECK_THAT(one.err, Catch::Contains("6 files (3 pages) in " + out + ", 5 links lead"));
      for (std::string const once : {"its body ends early", "it has no WARC-Type"}) {
        const std::size_t told = one.err.find(once);
        CHECK(told != std::string::npos);
        CHECK(one.err.find(once, told + 1) == std::string::npos);
      }
      CHECK(files_below(out + "/h.example") ==
            "early.html huge i.png index.html s.css sub/index.html");
      CHECK(folder.read(out + "/h.example/index.html") ==
            "<link rel=stylesheet href=s.css><a href=sub/index.html>s</a><img src=i.png>");
      CHECK(folder.read(out + "/h.example/sub/index.html") ==
            "<p>new <a href=../index.html>up</a>");
      CHECK(folder.read(out + "/h.example/s.css") == "p { background: url(i.png) }");
      CHECK(folder.read(out + "/h.example/i.png") == "PNG");
      // The same where they are two files.
      folder.write("first.warc.gz", first + huge);
      folder.write("second.warc.gz", second);
      const CliResult page = run_cli({"archive", "-j", jobs, "--extract", out + "page", "--page",
                                      "http://h.example/", "first.warc.gz", "second.warc.gz"});
      CHECK_THAT(page.err, Catch::Contains("3 files (1 page) in " + out + "page"));
      CHECK_THAT(page.err, !Catch::Contains("ends early"));
    }
  }
}

TEST_CASE("a head that is read twice is told once") {
  const TemporaryFolder folder;
  folder.write("a.warc.gz",
               gzip("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h.example/x\r\n"
                    "Content-Type: application/http\r\nContent-Length: 999999999\r\n\r\n"
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"));
  const std::string told = run_cli({"archive", "--extract", "out", "a.warc.gz"}).err;
  const std::size_t at = told.find("its HTTP head has no end");
  CHECK(at != std::string::npos);
  CHECK(told.find("its HTTP head has no end", at + 1) == std::string::npos);
}

TEST_CASE("a small archive of many revisits makes no large folder") {
  const TemporaryFolder folder;
  RecordParts first;
  first.uri = "http://h.example/first";
  first.more_fields = "WARC-Payload-Digest: sha1:ABC\r\n";
  first.block = http_response({"HTTP/1.1 200 OK"}, std::string(std::size_t{4} << 20, 'x'));
  std::string many = warc_record(first);
  constexpr int revisits = 64;  // 64 MiB and 16 times the one body have room for 32
  for (int i = 0; i < revisits; ++i) {
    RecordParts revisit;
    revisit.type = "revisit";
    revisit.uri = "http://h.example/" + std::to_string(i);
    revisit.more_fields = "WARC-Payload-Digest: sha1:ABC\r\n";
    many += warc_record(revisit);
  }
  folder.write("a.warc", many);
  const CliResult result = run_cli({"archive", "--extract", "out", "a.warc"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("33 revisits are left out") != std::string::npos);
  const std::string files = files_below("out/h.example");
  CHECK(std::count(files.begin(), files.end(), ' ') == revisits - 33);
}

TEST_CASE("an encoding that only HTTP told is told by the file") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  folder.write("a.warc", captured({"/koi", "<p>\xD0", "text/html; charset=koi8-r"}) +
                             captured({"/utf", "<p>\xC3\xA4", "text/html; charset=utf-8"}) +
                             captured({"/ascii", "<p>a", "text/html; charset=utf-8"}) +
                             captured({"/meta", "<meta charset=utf-8><p>\xC3\xA4",
                                       "text/html; charset=utf-8"}) +
                             captured({"/none", "<p>\xC3\xA4"}));
  CHECK(run_cli({"archive", "-q", "--extract", "out", "a.warc"}).exit_code == 0);
  CHECK(folder.read("out/h.example/koi.html") == mark + "<p>\xD0\xBF");
  CHECK(folder.read("out/h.example/utf.html") == mark + "<p>\xC3\xA4");
  CHECK(folder.read("out/h.example/ascii.html") == "<p>a");
  CHECK(folder.read("out/h.example/meta.html") == "<meta charset=utf-8><p>\xC3\xA4");
  CHECK(folder.read("out/h.example/none.html") == "<p>\xC3\xA4");
}

TEST_CASE("codings of HTTP are undone, and rows are printed where they are asked for") {
  const TemporaryFolder folder;
  folder.write("a.warc", captured({"/z",
                                   gzip("<p>zipped<a href=/i>"),
                                   "text/html",
                                   "2024",
                                   "200 OK",
                                   {"Content-Encoding: gzip"}}) +
                             captured({"/i",
                                       chunked("image"),
                                       "image/png",
                                       "2024",
                                       "200 OK",
                                       {"Transfer-Encoding: chunked"}}));
  const CliResult result = run_cli({"archive", "-f", "text", "--extract", "out", "a.warc"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "http://h.example/z:1:18: a[href] /i -> http://h.example/i\n");
  CHECK(folder.read("out/h.example/z.html") == "<p>zipped<a href=i>");
  CHECK(folder.read("out/h.example/i") == "image");
}

}  // namespace hrefkit::test
