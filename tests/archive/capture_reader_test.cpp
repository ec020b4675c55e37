#include "hrefkit/archive/capture_reader.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

TEST_CASE("captures are read in order, with what was noticed") {
  const std::string bytes =
      gzip(warc_record({.type = "warcinfo",
                        .uri = "",
                        .content_type = "application/warc-fields",
                        .block = "a: b\r\n"})) +
      gzip(page_record("http://a.example/", "<a href=x>")) +
      gzip(warc_record({.block = "no head"})) +
      gzip(page_record("http://a.example/2", "", {"Content-Encoding: rot13"}));
  auto source = warc::source_of(std::string_view(bytes));
  std::vector<std::string> notes;
  std::string blocks;
  std::string payloads;
  archive::CaptureOptions options;
  options.note = [&](archive::RecordNote const& note) { notes.emplace_back(note.why); };
  options.block = [&](warc::Record const&, std::string_view piece) { blocks += piece; };
  options.payload = [&](warc::Record const&, std::string_view piece) {
    payloads += piece.empty() ? "|" : piece;
  };
  archive::CaptureReader reader(source, options);
  REQUIRE(reader.next());
  CHECK(reader.capture().uri == "http://a.example/");
  CHECK(reader.capture().status() == 200);
  CHECK(reader.capture().body == "<a href=x>");
  CHECK(reader.capture().charset == "utf-8");
  CHECK(reader.capture().content_type() == "text/html; charset=utf-8");
  CHECK(blocks.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(blocks.ends_with("\r\n\r\n<a href=x>"));
  archive::CapturePage page;
  REQUIRE(page.open(reader.capture()));
  CHECK(page.source().text == "<a href=x>");
  CHECK(page.options().url == "http://a.example/");
  REQUIRE(reader.next());
  CHECK_FALSE(reader.capture().head);
  CHECK_FALSE(reader.capture().document);
  CHECK_FALSE(page.open(reader.capture()));
  REQUIRE(reader.next());
  CHECK_FALSE(reader.next());
  CHECK(payloads == "|<a href=x>|no head|");
  CHECK(notes == std::vector<std::string>{"it has no HTTP head",
                                          "its body has an unknown coding, and was read as it is"});
}

TEST_CASE("scripts are documents where they are asked for") {
  const auto of_type = [](std::string const& type) {
    return warc_record(
        {.block = http_response({"HTTP/1.1 200 OK", "Content-Type: " + type}, "import 'a'")});
  };
  const std::string bytes = of_type("text/javascript; charset=utf-8") + of_type("text/css") +
                            of_type("application/json") + of_type("application/x-javascript");
  for (const bool scripts : {false, true}) {
    auto source = warc::source_of(std::string_view(bytes));
    archive::CaptureReader reader(source, {.scripts = scripts});
    std::string types;
    while (reader.next()) {
      archive::Capture const& capture = reader.capture();
      types += capture.is_script() ? "script " : capture.document ? "document " : "none ";
      CHECK(capture.body.empty() == !capture.document);
    }
    CHECK(types == (scripts ? "script document none script " : "none document none none "));
  }
}

TEST_CASE("heads begin as browsers allow it") {
  for (std::string const head :
       {"HTTP/1.1 200 OK", "\r\nHTTP/1.1 200 OK", "\r\n\r\nHTTP/1.1 200 OK", " HTTP/1.1 200 OK",
        "HTTP 200 OK", "xxHTTP/1.1 200 OK", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK",
        "\nHTTP/1.1 100 Continue\r\n\r\n\r\nHTTP 200 OK"}) {
    INFO(head);
    const std::string bytes =
        warc_record({.block = head + "\r\nContent-Type: text/html\r\n\r\n<a href=x>"});
    auto source = warc::source_of(std::string_view(bytes));
    archive::CaptureOptions options;
    std::size_t notes = 0;
    std::string payload;
    options.note = [&](archive::RecordNote const&) { ++notes; };
    options.payload = [&](warc::Record const&, std::string_view piece) { payload += piece; };
    archive::CaptureReader reader(source, options);
    REQUIRE(reader.next());
    CHECK(notes == 0);
    CHECK(reader.capture().status() == 200);
    CHECK(reader.capture().document);
    CHECK(reader.capture().body == "<a href=x>");
    CHECK(payload == "<a href=x>");
  }
}

TEST_CASE("what an HTTP head lacks is told") {
  const auto note_of = [](std::string const& head) {
    const std::string bytes = warc_record({.block = "HTTP/1.1 200 OK\r\n" + head});
    auto source = warc::source_of(std::string_view(bytes));
    std::string notes;
    archive::CaptureOptions options;
    options.note = [&](archive::RecordNote const& note) { notes += note.why; };
    archive::CaptureReader reader(source, options);
    REQUIRE(reader.next());
    return notes;
  };
  CHECK(note_of("A: b\r\n\r\nbody").empty());
  CHECK(note_of("A: b\r\n") == "its HTTP head has no end");
  for (std::size_t const length : {1'050'000U, 1'300'000U, 3'000'000U}) {
    CHECK(note_of("A: " + std::string(length, 'a') + "\r\n\r\nbody") ==
          "its HTTP head is longer than 1 MiB: only the start was read");
  }
}

TEST_CASE("a segment of a record is told") {
  RecordParts parts;
  parts.more_fields = "WARC-Segment-Number: 1\r\n";
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Length: 99"},
                              "<a href=x>");
  const std::string bytes = warc_record(parts);
  auto source = warc::source_of(std::string_view(bytes));
  std::vector<std::string> notes;
  archive::CaptureOptions options;
  options.note = [&](archive::RecordNote const& note) { notes.emplace_back(note.why); };
  archive::CaptureReader reader(source, options);
  REQUIRE(reader.next());
  CHECK(reader.capture().body == "<a href=x>");
  CHECK(notes == std::vector<std::string>{
                     "it is a segment: its body goes on in continuation records, which are not "
                     "joined"});
}

TEST_CASE("a record without a type is told, one of an unknown type is passed by") {
  RecordParts parts;
  parts.block = http_response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, "<a href=x>");
  std::string bytes = warc_record(parts);
  parts.type = "screenshot";
  bytes += warc_record(parts);
  const std::size_t type = bytes.find("WARC-Type");
  bytes.replace(type, 9, "X-Type-of");
  auto source = warc::source_of(std::string_view(bytes));
  std::vector<std::string> notes;
  archive::CaptureOptions options;
  options.note = [&](archive::RecordNote const& note) { notes.emplace_back(note.why); };
  archive::CaptureReader reader(source, options);
  CHECK_FALSE(reader.next());
  CHECK(notes == std::vector<std::string>{"it has no WARC-Type: it is left out"});
}

TEST_CASE("policies are split at commas") {
  const auto fields = http::Fields::parse(
      "Content-Security-Policy: base-uri 'self'; img-src *, default-src 'none'\r\n"
      "content-security-policy: ,x\r\nContent-Security-Policy-Report-Only: y\r\n");
  CHECK(archive::content_security_policies(fields) ==
        std::vector<std::string>{"base-uri 'self'; img-src *", "default-src 'none'", "x"});
}

TEST_CASE("a body over the limit is cut, and its memory stays small") {
  const std::string page = "<a href=x>" + std::string(3'000'000, ' ');
  const std::string bytes = gzip(page_record("http://a.example/", page)) +
                            gzip(page_record("http://a.example/2", "<a href=y>"));
  auto source = warc::source_of(std::string_view(bytes));
  archive::CaptureOptions options;
  options.max_body = 1000;
  archive::CaptureReader reader(source, options);
  REQUIRE(reader.next());
  CHECK(reader.capture().body.size() == 1000);
  REQUIRE(reader.next());
  CHECK(reader.capture().body == "<a href=y>");
}

}  // namespace hrefkit::test
