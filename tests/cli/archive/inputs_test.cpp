// What `archive` takes for an archive: packages, folders, odd beginnings.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
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
  for (std::string const name : {"a.warc", "a.warc.gz", "a.wacz", "named.html"}) {
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
  CHECK(checked.err.find("a.warc.gz: warning: is not one of the site's pages; not checked; hrefkit "
                         "archive reads it") != std::string::npos);
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
