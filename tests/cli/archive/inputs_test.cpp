// What `archive` takes for an archive: packages, folders, odd beginnings.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/arc_builder.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"
#include "support/zip_builder.h"

namespace hrefkit::test {

namespace {

const std::string one_page = page_record("http://a.example/", "<a href=x>");
const std::string other_page = page_record("http://b.example/", "<a href=y>");

std::string with_name(std::string rows, std::string const& from, std::string const& to) {
  for (std::size_t at = rows.find(from); at != std::string::npos; at = rows.find(from, at)) {
    rows.replace(at, from.size(), to);
    at += to.size();
  }
  return rows;
}

}  // namespace

TEST_CASE("a package gives the rows of its WARC files") {
  const TemporaryFolder folder;
  folder.write("a.warc.gz", gzip(one_page));
  folder.write("b.warc", other_page);
  folder.write("p.wacz", zip_archive({{"datapackage.json", "{}"},
                                      {"archive/a.warc.gz", gzip(one_page)},
                                      {"archive/b.warc", other_page, true}}));
  for (std::string const format : {"jsonl", "pages", "cdxj", "wat"}) {
    INFO(format);
    const CliResult plain = run_cli({"archive", "-f", format, "a.warc.gz", "b.warc"});
    for (std::string const jobs : {"1", "3"}) {
      const CliResult packed = run_cli({"archive", "-j", jobs, "-f", format, "p.wacz"});
      CHECK(packed.exit_code == 0);
      CHECK(packed.err == plain.err);
      CHECK(with_name(packed.out, "p.wacz/archive/", "") == plain.out);
    }
  }
  const CliResult missing = run_cli({"archive", "-q", "--missing", "p.wacz"});
  CHECK(missing.exit_code == 0);
  CHECK(missing.out.find("http://b.example/y") != std::string::npos);
}

TEST_CASE("a large package is read in parts, as a large file is") {
  std::string many;
  for (int i = 0; i < 3000; ++i) {
    many +=
        page_record("http://a.example/" + std::to_string(i), "<a href=x>" + std::string(2000, 'x'));
  }
  const TemporaryFolder folder;
  folder.write("m.warc", many);
  folder.write("p.wacz", zip_archive({{"m.warc", many}}));
  folder.write("d.wacz", zip_archive({{"m.warc", many, true}}));
  const CliResult plain = run_cli({"archive", "-j", "1", "m.warc"});
  for (std::string const name : {"p.wacz", "d.wacz"}) {
    const CliResult packed = run_cli({"archive", "-j", "3", name});
    CHECK(packed.exit_code == 0);
    CHECK((with_name(packed.out, name + "/", "") == plain.out));
  }
}

TEST_CASE("a package that cannot be read is told") {
  struct Case {
    std::string bytes;
    std::string message;
  };
  const std::string sound = zip_archive({{"a.warc", one_page}});
  const std::vector<Case> cases{
      {zip_archive({{"a.html", "x"}}), "p.zip: error: it is a ZIP package without WARC files"},
      {zip_archive({}), "p.zip: error: it is a ZIP package without WARC files"},
      {sound.substr(0, sound.size() - 1), "p.zip: error: it is a ZIP package without a directory"},
      {zip_archive({{.name = "a.warc", .bytes = "x", .flags = 1}}),
       "p.zip/a.warc: error: it is encrypted"},
      {zip_archive({{"a.warc", "<html>"}}), "p.zip/a.warc: error: it is not a WARC file"},
  };
  const TemporaryFolder folder;
  folder.write("b.warc", other_page);
  for (Case const& c : cases) {
    INFO(c.message);
    folder.write("p.zip", c.bytes);
    const CliResult result = run_cli({"archive", "p.zip", "b.warc"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(c.message) != std::string::npos);
    CHECK(result.out.find("http://b.example/y") != std::string::npos);  // others are still read
  }
  const CliResult stream = run_cli({"archive", "-"}, {.in = sound});
  CHECK(stream.exit_code == 2);
  CHECK(stream.err.find("read from a file only") != std::string::npos);
}

TEST_CASE("a collection gives the rows of its packages, as ZIP and as JSON") {
  const std::string a = zip_archive({{"archive/a.warc.gz", gzip(one_page)}});
  const std::string b = zip_archive({{"b.warc", other_page, true}});
  const TemporaryFolder folder;
  folder.write("a.warc.gz", gzip(one_page));
  folder.write("b.warc", other_page);
  folder.write("c/x/a.wacz", a);
  folder.write("c/b.WACZ", b);
  folder.write("c/datapackage.json",
               R"({"resources":[{"name":"a","path":"x\/a.wacz"},{"path":"./b.WACZ","hash":"x"},
                   {"path":"b.WACZ"}],"profile":"multi-wacz-package","more":[{}]})");
  folder.write(
      "c/m.wacz",
      zip_archive(
          {{"datapackage.json", "{}"}, {"x/a.wacz", a, true}, {"b.WACZ", b}, {"index.html", "x"}}));
  for (std::string const format :
       {"jsonl", "text", "csv", "pages", "cdxj", "cdx", "wat", "edges"}) {
    INFO(format);
    const CliResult plain = run_cli({"archive", "-f", format, "a.warc.gz", "b.warc"});
    for (std::string const jobs : {"1", "3"}) {
      const CliResult zip = run_cli({"archive", "-j", jobs, "-f", format, "c/m.wacz"});
      CHECK(zip.exit_code == 0);
      CHECK(zip.err == plain.err);
      CHECK(with_name(with_name(zip.out, "c/m.wacz/x/a.wacz/archive/", ""), "c/m.wacz/b.WACZ/",
                      "") == plain.out);
      const CliResult json = run_cli({"archive", "-j", jobs, "-f", format, "c/datapackage.json"});
      CHECK(json.err == plain.err);
      CHECK(with_name(with_name(json.out, "c/x/a.wacz/archive/", ""), "c/b.WACZ/", "") ==
            plain.out);
    }
  }
  for (std::string const name : {"c/m.wacz", "c/datapackage.json"}) {
    const CliResult missing = run_cli({"archive", "-q", "--missing", name});
    CHECK(missing.out.find("http://b.example/y") != std::string::npos);
    const CliResult page =
        run_cli({"archive", "--extract", name + ".out", "--page", "http://b.example/", name});
    CHECK(page.exit_code == 0);
    CHECK(folder.read(name + ".out/b.example/index.html") == "<a href=http://b.example/y>");
  }
}

TEST_CASE("a collection that cannot be read is told with the package") {
  const std::string sound = zip_archive({{"a.warc", one_page}});
  struct Case {
    std::string name, bytes, message;
  };
  const auto json = [](std::string const& path, std::string const& profile = "multi-wacz") {
    return "{\"profile\":\"" + profile + "\",\"resources\":[{\"path\":\"" + path + "\"}]}";
  };
  const std::string beside = " is not in its folder";
  const std::vector<Case> cases{
      {"p.zip", zip_archive({{"a.wacz", "no ZIP"}}),
       "p.zip/a.wacz: error: it is not a ZIP package"},
      {"p.zip", zip_archive({{"a.wacz", zip_archive({{"a.html", "x"}})}}),
       "p.zip/a.wacz: error: it is a ZIP package without WARC files"},
      {"p.zip", zip_archive({{"a.wacz", sound.substr(0, sound.size() - 1)}}),
       "p.zip/a.wacz: error: it is a ZIP package without a directory"},
      {"p.zip", zip_archive({{.name = "a.wacz", .bytes = "x", .flags = 1}}),
       "p.zip/a.wacz: error: it is encrypted"},
      {"p.zip", zip_archive({{"a.wacz", zip_archive({{"b.wacz", sound}})}}),
       "p.zip/a.wacz/b.wacz: error: it is a package in a package of a package"},
      {"p.zip", zip_archive({{"a.wacz", std::string(std::size_t{70} << 20, 'x'), true}}),
       "p.zip/a.wacz: error: it unpacks to more than 40 times its size"},
      {"p.zip",
       zip_archive({{.name = "a.wacz", .bytes = sound, .is_deflated = true, .size_error = -9}}),
       "p.zip/a.wacz: error: its compressed data in the package is damaged"},
      {"p.json", json("https://h.example/a.wacz"),
       "p.json: error: names https://h.example/a.wacz, which" + beside},
      {"p.json", json("../a.wacz"), "p.json: error: names ../a.wacz, which" + beside},
      {"p.json", json("x/../../a.wacz"), "p.json: error: names x/../../a.wacz, which" + beside},
      {"p.json", json("/a.wacz"), "p.json: error: names /a.wacz, which" + beside},
      {"p.json", json(""), "p.json: error: names , which" + beside},
      {"p.json", json("l/a.wacz"), "p.json: error: names l/a.wacz, a link that leads out"},
      {"p.json", json("none.wacz"), "none.wacz: error: No such file"},
      {"p.json", R"({"profile":"multi-wacz"})", "p.json: error: names no package"},
      {"p.json", json("a.wacz", "data-package"), "p.json: error: it is not a WARC file"},
  };
  const TemporaryFolder folder;
  folder.write("d/b.warc", other_page);
  folder.write("other/a.wacz", sound);
  std::filesystem::create_directory_symlink("../other", "d/l");
  for (Case const& c : cases) {
    INFO(c.message);
    folder.write("d/" + c.name, c.bytes);
    const CliResult result = run_cli({"archive", "d/" + c.name, "d/b.warc"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(c.message));
    CHECK(result.out.find("http://b.example/y") != std::string::npos);  // others are still read
    CHECK(result.out.find("http://a.example/") == std::string::npos);
  }
}

TEST_CASE("ARC files are read in each format, as WARC files are") {
  const std::string html = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"},
                                         "<link rel=stylesheet href=s.css><a href=y>");
  const std::string css = http_response({"HTTP/1.1 200 OK", "Content-Type: text/css"}, "p {}");
  const std::string dns = "20050102030405\na.example. 300 IN A 192.0.2.1\n";
  for (const int version : {1, 2}) {
    const std::vector<std::string> records{
        arc_start_record(version),
        arc_record({.url = "dns:a.example", .block = dns, .type = "text/dns", .version = version}),
        arc_record({.url = "http://a.example/", .block = html, .version = version}),
        arc_record({.url = "http://a.example/s.css", .block = css, .version = version}),
        arc_record({.url = "http://a.example/old", .block = "<a href=bare>", .version = version})};
    std::string plain;
    std::string members;
    for (std::string const& record : records) {
      plain += record;
      members += gzip(record);
    }
    const TemporaryFolder folder;
    folder.write("d/a.arc", plain);
    folder.write("d/b.arc.gz", members);
    folder.write("d/c.arc.gz", gzip(plain));
    folder.write("w.wacz", zip_archive({{"archive/a.arc.gz", members}}));
    folder.write("named", members);
    CHECK(run_cli({"archive", "d"}).err.find("3 files, 12 captures") != std::string::npos);
    struct Case {
      std::string format, row;
      std::size_t lines;
    };
    const std::vector<Case> cases{
        {"jsonl", R"("url":"http://a.example/y","uri":"http://a.example/","date":"2005-01-02T)", 3},
        {"text", "http://a.example/y", 3},
        {"csv", "http://a.example/y", 4},
        {"pages", R"("base":"dns:a.example","baseSource":"document","links":0)", 4},
        {"cdxj", R"x(example,a)/ 20050102030405 {"url": "http://a.example/", "mime": "text/html")x",
         4},
        {"cdx", "example,a)/s.css 20050102030405 http://a.example/s.css text/css 200 ", 5},
        {"edges", "", 0},
        {"hosts", "example.a", 1},
    };
    for (std::string const file : {"d/a.arc", "d/b.arc.gz", "d/c.arc.gz", "w.wacz", "named"}) {
      for (Case const& c : cases) {
        INFO(file << ' ' << c.format);
        const CliResult result = run_cli({"archive", "-f", c.format, file});
        CHECK(result.exit_code == 0);
        CHECK_THAT(result.out, Catch::Contains(c.row));
        CHECK(std::count(result.out.begin(), result.out.end(), '\n') ==
              static_cast<std::ptrdiff_t>(c.lines));
      }
      const std::string wat = run_cli({"archive", "-f", "wat", file}).out;
      CHECK_THAT(wat, Catch::Contains(R"("WARC-IP-Address":"192.0.2.1")"));
      CHECK_THAT(wat, Catch::Contains(R"("resolved":"http://a.example/s.css")"));
      const std::string out = file + "-out" + std::to_string(version);
      CHECK(run_cli({"archive", "--extract", out, file}).exit_code == 0);
      CHECK(folder.read(out + "/a.example/index.html") ==
            "<link rel=stylesheet href=s.css><a href=http://a.example/y>");
    }
  }
}

TEST_CASE("a folder is walked for archives") {
  const TemporaryFolder folder;
  folder.write("d/b.warc", other_page);
  folder.write("d/a/a.warc.gz", gzip(one_page));
  folder.write("d/c.wacz", zip_archive({{"x.warc", one_page}}));
  folder.write("d/z.warc.zst", zstd(other_page));
  folder.write("d/page.html", "<a href=x>");
  folder.write("d/other.gz", gzip("x"));
  folder.write("d/.h/hidden.warc", "x");
  folder.write("e/page.html", "<a href=x>");
  const CliResult result = run_cli({"archive", "d"});
  CHECK(result.exit_code == 0);
  const CliResult named =
      run_cli({"archive", "d/a/a.warc.gz", "d/b.warc", "d/c.wacz", "d/z.warc.zst"});
  CHECK(result.out == named.out);
  CHECK(result.err == named.err);
  const CliResult none = run_cli({"archive", "e"});
  CHECK(none.exit_code == 2);
  CHECK(none.err.find("e: error: holds no web archive") != std::string::npos);
}

TEST_CASE("other commands name the one that reads archives") {
  const TemporaryFolder folder;
  folder.write("a.warc", one_page);
  folder.write("a.warc.gz", gzip(one_page));
  folder.write("a.wacz", zip_archive({{"a.warc", one_page}}));
  folder.write("named.html", one_page);
  folder.write("a.arc", arc_start_record());
  folder.write("a.arc.gz", gzip(arc_start_record()));
  folder.write("arc.html", arc_start_record());
  for (std::string const name :
       {"a.warc", "a.warc.gz", "a.wacz", "a.arc", "a.arc.gz", "named.html", "arc.html"}) {
    INFO(name);
    CHECK(run_cli({"resolve", name}) ==
          CliResult{2, "",
                    "hrefkit: " + name + ": error: is a web archive: hrefkit archive reads it\n"});
  }
  // What only lies in a folder is left out.
  folder.write("s/named.html", one_page);
  CHECK(run_cli({"resolve", "s"}) ==
        CliResult{0, "",
                  "hrefkit: s/named.html: warning: is a web archive: hrefkit archive reads it; "
                  "skipped\n"});
  const CliResult missing = run_cli({"archive", "nothere.gz"});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err ==
        "hrefkit: nothere.gz: error: No such file or directory\n"
        "hrefkit: 0 files, 0 captures, 0 links (0 do not resolve), 0 damaged records; 1 input not "
        "read\n");
  const CliResult checked = run_cli({"check", "a.warc.gz"});
  CHECK(checked.err.find(
            "a.warc.gz: warning: is not one of the site's pages; not checked; hrefkit "
            "archive reads it; --missing lists the links to what it lacks, --extract DIR "
            "writes a folder to check") != std::string::npos);
}

TEST_CASE("what begins oddly is read, or named") {
  struct Case {
    std::string why;
    std::string bytes;
    int exit_code;
    std::string err;
  };
  RecordParts lower;
  lower.version = "warc/1.0";
  lower.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, "<a href=x>");
  const std::string mark = "\xEF\xBB\xBF";
  const std::vector<Case> cases{
      {"a byte order mark", mark + one_page, 0, ""},
      {"packed", gzip(mark + one_page), 0, ""},
      {"a lower-case version", warc_record(lower) + one_page + warc_record(lower), 0, ""},
      {"packed, too", gzip(warc_record(lower)) + gzip(one_page), 0, ""},
      {"after damage", "WARC/1.0\r\nnonsense\r\n\r\n" + warc_record(lower), 1,
       "no valid Content-Length"},
      {"a mark in the middle", one_page + mark + one_page, 1, "record at"},
      {"MHTML", "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n<a href=x>", 2,
       "-: error: it is MHTML or a mail, not WARC"},
  };
  for (Case const& c : cases) {
    INFO(c.why);
    const CliResult result = run_cli({"archive", "-"}, {.in = c.bytes});
    CHECK(result.exit_code == c.exit_code);
    CHECK((result.out.find("http://a.example/x") != std::string::npos) == (c.exit_code != 2));
    if (!c.err.empty()) CHECK(result.err.find(c.err) != std::string::npos);
    if (c.exit_code == 0) CHECK(result.err.find("warning") == std::string::npos);
  }
}

TEST_CASE("WAT keeps addresses apart that differ outside of ASCII") {
  const std::string pages = page_record("http://a.example/K\xC3\xB6ln", "") +
                            page_record("http://a.example/K\xC3\xA4ln", "") +
                            page_record("http://a.example/K\xF6ln", "");
  const std::string wat = run_cli({"archive", "-q", "-f", "wat", "-"}, {.in = pages}).out;
  for (std::string const uri : {"K%C3%B6ln", "K%C3%A4ln", "K%F6ln"}) {
    CHECK(wat.find("\r\nWARC-Target-URI: http://a.example/" + uri + "\r\n") != std::string::npos);
    CHECK(wat.find("\"WARC-Target-URI\":\"http://a.example/" + uri + "\"") != std::string::npos);
  }
}

TEST_CASE("what is not read is told without -v") {
  const auto record = [](std::string const& type, std::string const& body) {
    RecordParts parts;
    parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: " + type}, body);
    return warc_record(parts);
  };
  const CliResult broken =
      run_cli({"archive", "-"},
              {.in = record("application/xhtml+xml",
                            "<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'></b></html>")});
  CHECK(broken.exit_code == 0);
  CHECK(broken.err.find("warning: record at 0: not well-formed") != std::string::npos);

  const CliResult unknown =
      run_cli({"archive", "-"},
              {.in = record("application/xml",
                            "<package xmlns='http://www.idpf.org/2007/opf'><item href='x'/>"
                            "</package>")});
  CHECK(unknown.err.find("1 document is XML of unknown kinds") != std::string::npos);
  CHECK(run_cli({"archive", "-"}, {.in = one_page}).err.find("unknown") == std::string::npos);

  RecordParts gone;
  gone.uri = "http://a.example/x";
  gone.block = http_response({"HTTP/1.1 404 Not Found"}, "");
  const TemporaryFolder folder;
  folder.write("a.warc", one_page + warc_record(gone));
  const CliResult missing = run_cli({"archive", "--missing", "a.warc"});
  CHECK(missing.out.empty());
  CHECK(missing.err.find("--missing: warning: 1 address was captured only as an error") !=
        std::string::npos);
  folder.write("b.warc", page_record("http://a.example/x", ""));
  CHECK(run_cli({"archive", "--missing", "a.warc", "b.warc"}).err.find("only as an error") ==
        std::string::npos);
  folder.write("i.cdxj", run_cli({"archive", "-q", "-f", "cdxj", "a.warc"}).out);
  CHECK(run_cli({"archive", "--missing", "--cdxj", "i.cdxj", "a.warc"})
            .err.find("1 address was captured only as an error") != std::string::npos);

  const std::string hosts = page_record("http://a.example/",
                                        "<a href=http://1.2.3.4/><a href=http://local/>"
                                        "<a href=mailto:x><a href=http://b.example/>") +
                            page_record("http://[::1]/", "<a href=http://b.example/>");
  for (std::string const format : {"hosts", "edges"}) {
    CHECK(run_cli({"archive", "-f", format, "-"}, {.in = hosts}).err.find("3 addresses left out") !=
          std::string::npos);
  }
}

}  // namespace hrefkit::test
