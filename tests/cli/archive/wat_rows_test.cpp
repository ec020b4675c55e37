#include "cli/cli_run.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

std::string letters() {
  return warc_record({.type = "request", .block = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"}) +
         page_record("http://h.example/d/p",
                     "<base href=/b/><title>T</title><a href=x>text</a><img srcset='y 2x'>") +
         page_record("http://h.example/plain", "<a href=/y>z</a>");
}

std::string wat_of(std::string const& archive, std::vector<std::string> more = {}) {
  std::vector<std::string> args{"archive", "-q", "--format", "wat"};
  args.insert(args.end(), more.begin(), more.end());
  args.push_back("-");
  const CliResult result = run_cli(args, {.in = archive});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("archive --format wat describes each record") {
  const std::string wat = wat_of(letters());
  CHECK(wat.starts_with("WARC/1.0\r\nWARC-Type: warcinfo\r\n"));
  CHECK(count(wat, "WARC-Type: metadata\r\n") == 3);
  CHECK(count(wat, "\"HTTP-Request-Metadata\":{") == 1);
  CHECK(count(wat,
              R"("HTML-Metadata":{"Head":{"Base":"/b/","Title":"T"},"Links":[)"
              R"({"path":"A@/href","url":"x","resolved":"http://h.example/b/x","text":"text"}],)"
              R"("Base-URL":"http://h.example/b/","Base-Source":"base","Encoding":"UTF-8"})") == 1);
  CHECK(count(wat, R"("url":"/y","resolved":"http://h.example/y","text":"z"}],)"
                   R"("Base-URL":"http://h.example/plain","Base-Source":"document")") == 1);
  CHECK(wat == wat_of(letters()));
}

TEST_CASE("archive --format wat resolves empty actions as submissions do") {
  const std::string wat = wat_of(page_record(
      "http://h.example/d/p", "<base href=/b/><form action=''></form><a href=''>a</a>"));
  CHECK(count(wat, R"("path":"FORM@/action","url":"","resolved":"http://h.example/d/p")") == 1);
  CHECK(count(wat, R"("path":"A@/href","url":"","resolved":"http://h.example/b/")") == 1);
}

TEST_CASE("archive --format wat --compress gzip makes a member a record") {
  const std::string packed = wat_of(letters(), {"--compress", "gzip"});
  CHECK(count(packed, std::string_view("\x1F\x8B\x08\0\0\0\0\0", 8)) == 4);
  CHECK(gunzip(packed) == wat_of(letters()));
}

TEST_CASE("archive --format wat --records chooses records") {
  const std::string wat = wat_of(letters(), {"--records", "request"});
  CHECK(count(wat, "WARC-Type: metadata\r\n") == 1);
  CHECK(count(wat, "HTML-Metadata") == 0);
}

TEST_CASE("archive --format wat describes what the reference takes for pages") {
  const std::string links =
      R"("Links":[{"path":"A@/href","url":"x","resolved":"http://a.example/x")";
  RecordParts parts;
  parts.more_fields = "WARC-Identified-Payload-Type: text/html\r\n";
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/plain"}, "<a href=x>y</a>");
  CHECK(count(wat_of(warc_record(parts)), links) == 1);
  parts.more_fields = {};
  CHECK(count(wat_of(warc_record(parts)), "HTML-Metadata") == 0);
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, "<a href=x>y</a>");
  parts.type = "revisit";
  CHECK(count(wat_of(warc_record(parts)), links) == 1);
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, "");
  CHECK(count(wat_of(warc_record(parts)), "\"HTML-Metadata\":{},") == 1);
}

TEST_CASE("archive --format wat does not miss the body that a revisit leaves out") {
  RecordParts parts;
  parts.type = "revisit";
  parts.more_fields = "WARC-Truncated: length\r\n";
  for (char const* field :
       {"Content-Length: 9", "Transfer-Encoding: chunked", "Content-Encoding: gzip"}) {
    parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html", field}, "");
    const CliResult result =
        run_cli({"archive", "--format", "wat", "-"}, {.in = warc_record(parts)});
    CHECK(count(result.out, "\"HTML-Metadata\":{},") == 1);
    CHECK(result.err == "hrefkit: 1 file, 1 capture, 0 damaged records\n");
  }
}

TEST_CASE("archive --format wat describes pages without an address") {
  RecordParts parts;
  parts.uri = "";
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"},
                              "<title>T</title><a href=x>y</a><style>@import url(z)</style>");
  const CliResult result =
      run_cli({"archive", "-q", "--format", "wat", "-"}, {.in = warc_record(parts)});
  CHECK(count(result.out, R"("HTML-Metadata":{"Head":{"Title":"T"},"Links":[)"
                          R"({"path":"A@/href","url":"x","text":"y"},)"
                          R"({"path":"STYLE/#text","href":"z"}],"Encoding":"windows-1252"})") == 1);
}

}  // namespace hrefkit::test
