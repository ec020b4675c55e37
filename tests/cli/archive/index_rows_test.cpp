// Lines of indexes, as the field's indexers write them for the same records.
#include "hrefkit/cli/archive/writer.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

/// The line of one record without what tells its place and payload.
std::string index_line(RecordParts const& parts, std::string const& format = "cdxj") {
  const std::string bytes = warc_record(parts);
  std::string line = run_cli({"archive", "-q", "-", "--format", format}, {.in = bytes}).out;
  if (format == "cdx") line.erase(0, line.find('\n') + 1);
  return line.substr(0, line.find(", \"digest\""));
}

RecordParts response(std::string const& status_line, std::vector<std::string> head = {}) {
  head.insert(head.begin(), status_line);
  RecordParts parts;
  parts.uri = "http://a.example/";
  parts.block = http_response(head, "");
  return parts;
}

RecordParts resource(std::string const& uri) {
  RecordParts parts;
  parts.type = "resource";
  parts.uri = uri;
  parts.content_type = "text/plain; charset=utf-8";
  return parts;
}

}  // namespace

TEST_CASE("lines of JSON are ASCII") {
  CHECK(index_line(resource("http://a.example/\xC3\xA9?\xF0\x9F\x98\x80&\x7F")) ==
        "example,a)/%c3%a9?%7f&%f0%9f%98%80 20240102030405 "
        R"({"url": "http://a.example/\u00e9?\ud83d\ude00&\u007f", "mime": "text/plain")");
}

TEST_CASE("a field that is no UTF-8 is read as ISO-8859-1") {
  CHECK(index_line(resource("http://a.example/\xE9")) ==
        "example,a)/%c3%a9 20240102030405 "
        R"({"url": "http://a.example/\u00e9", "mime": "text/plain")");
}

TEST_CASE("an empty type has a member, and a missing type has no member") {
  CHECK(index_line(response("HTTP/1.1 200 OK", {"Content-Type:"})) ==
        "example,a)/ 20240102030405 "
        R"({"url": "http://a.example/", "mime": "", "status": "200")");
  CHECK(index_line(response("HTTP/1.1 200 OK")) ==
        R"(example,a)/ 20240102030405 {"url": "http://a.example/", "status": "200")");
  const std::string line = index_line(response("HTTP/1.1 200 OK", {"Content-Type:"}), "cdx");
  CHECK(line.find(" http://a.example/ - 200 ") != std::string::npos);
}

TEST_CASE("the status is what was sent") {
  const auto status = [](std::string const& status_line) {
    const std::string line = index_line(response(status_line));
    const std::size_t at = line.find("\"status\": ");
    return at == std::string::npos ? "" : line.substr(at + 10);
  };
  CHECK(status("HTTP/1.1 200") == "\"200\"");
  CHECK(status("HTTP/1.1 999 Request denied") == "\"999\"");
  CHECK(status("HTTP/1.1 1000 Odd") == "\"1000\"");
  CHECK(status("HTTP/1.1 99 Odd") == "\"99\"");
  CHECK(status("HTTP/1.1 OK") == "\"OK\"");
  CHECK(status("HTTP/1.1").empty());
}

TEST_CASE("a request has the type and the payload of its message") {
  RecordParts parts;
  parts.type = "request";
  parts.content_type = "application/http; msgtype=request";
  const auto line = [&](std::string const& block) {
    parts.block = block;
    const std::string bytes = warc_record(parts);
    const std::string out =
        run_cli({"archive", "-q", "-", "--format", "cdxj", "--records", "request"}, {.in = bytes})
            .out;
    return out.substr(0, out.find(", \"length\""));
  };
  const std::string begin = R"(example,a)/ 20240102030405 {"url": "http://a.example/", )";
  const std::string of_nothing = "\"digest\": \"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\"";
  const std::string of_x = "\"digest\": \"sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\"";
  CHECK(line("POST / HTTP/1.1\r\nContent-Type: a/b; c\r\n\r\nx") ==
        begin + R"("mime": "a/b", )" + of_x);
  CHECK(line("GET / HTTP/1.1\r\n\r\n") == begin + of_nothing);
  CHECK(line("GET / HTTP/1.1\r\nContent-Type: a/b") == begin + R"("mime": "a/b", )" + of_nothing);
  parts.uri = "x:y";
  CHECK(line("x") == R"(x:y 20240102030405 {"url": "x:y", )" + of_x);
}

TEST_CASE("a line without spaces in its fields has the last part of the digest") {
  RecordParts parts = resource("http://a.example/");
  parts.more_fields = "WARC-Payload-Digest: urn:sha1:ABC\r\n";
  CHECK(index_line(parts, "cdx").find(" text/plain - ABC - - ") != std::string::npos);
  parts.more_fields = "WARC-Payload-Digest: sha1:A C\r\n";
  CHECK(index_line(parts, "cdx").find(" text/plain - A%20C - - ") != std::string::npos);
}

TEST_CASE("a line has a field for the time of a record without a date") {
  RecordParts parts = resource("http://a.example/");
  parts.date = "";
  CHECK(index_line(parts, "cdx").starts_with("example,a)/ - http"));
}

TEST_CASE("a file's name stays on its line and in its field") {
  const TemporaryFolder folder;
  folder.write("a b\nc.warc", warc_record(resource("http://a.example/")));
  const auto of = [](std::string const& format) {
    return run_cli({"archive", "-q", "a b\nc.warc", "--format", format}).out;
  };
  CHECK(of("cdx").ends_with(" 0 a%20b%0Ac.warc\n"));
  CHECK(of("cdxj").ends_with(R"("filename": "a b\nc.warc"})"
                             "\n"));
  CHECK(of("wat").find("\r\nWARC-Filename: a b%0Ac.warc.wat.gz\r\n") != std::string::npos);
}

}  // namespace hrefkit::test
