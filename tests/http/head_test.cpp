#include "hrefkit/http/fields.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("a head ends with its empty line") {
  CHECK(http::head_length("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody") == 25);
  CHECK(http::head_length("HTTP/1.1 200 OK\nA: b\n\nbody") == 22);
  CHECK(http::head_length("HTTP/1.1 200 OK\r\nA: b\n\r\n\n") == 24);
  CHECK(http::head_length("HTTP/1.1 200 OK\r\nA: b\r\n") == std::nullopt);
  CHECK(http::head_length("HTTP/1.1 200 OK\r\nA: b\r\n\r") == std::nullopt);
  CHECK(http::head_length("HTTP/1.1 200 OK\r\r\nA: b\r\r\n\r\r\nbody") == 28);
  CHECK(http::head_length("HTTP/1.1 200 OK\r\r\n\r\r\nbody", 19) == 21);
  CHECK(http::head_length("A: b\r\n\r\r\r\n") == std::nullopt);
  CHECK(http::head_length("") == std::nullopt);
  CHECK(http::head_length("\r\r") == std::nullopt);
}

TEST_CASE("status lines are read as servers write them") {
  struct Case {
    std::string line;
    std::string version;
    int status;
    std::string reason;
  };
  const std::vector<Case> cases{
      {"HTTP/1.1 200 OK", "HTTP/1.1", 200, "OK"},
      {"HTTP/1.0 404 Not  Found ", "HTTP/1.0", 404, "Not  Found"},
      {"HTTP/2 301", "HTTP/2", 301, ""},
      {"http/1.1\t302  Found", "http/1.1", 302, "Found"},
      {"ICY 200 OK", "ICY", 200, "OK"},
      {"HTTP/1.1 OK", "HTTP/1.1", 0, "OK"},
      {"HTTP/1.1", "HTTP/1.1", 0, ""},
      {"HTTP/1.1 2000 Odd", "HTTP/1.1", 0, "2000 Odd"},
      {"HTTP/1.1 099 Odd", "HTTP/1.1", 0, "099 Odd"},
      {"HTTP/1.1 200OK", "HTTP/1.1", 200, ""},
      {"HTTPX/1.1 200 OK", "HTTPX/1.1", 200, "OK"},
      {"RTSP/1.0 404 Gone", "RTSP/1.0", 404, "Gone"},
      {"HTTP 200 OK", "HTTP", 200, "OK"},
      {"HTTP1.1 200 OK", "HTTP1.1", 200, "OK"},
      {"HTTP", "HTTP", 0, ""},
      {"\r\nHTTP/1.1 404 Gone", "HTTP/1.1", 404, "Gone"},
      {"\r\n\r\nHTTP/1.1 200 OK", "HTTP/1.1", 200, "OK"},
      {" HTTP/1.1 200 OK", "HTTP/1.1", 200, "OK"},
      {"12 \nhttp 200 OK", "http", 200, "OK"},
      {"HTTP/1.0 302 \r", "HTTP/1.0", 302, ""},
  };
  for (Case const& c : cases) {
    INFO(c.line);
    const auto head = http::parse_response_head(c.line + "\r\nA: b\r\n\r\n");
    REQUIRE(head);
    CHECK(head->version == c.version);
    CHECK(head->status == c.status);
    CHECK(head->reason == c.reason);
    CHECK(head->fields.first("a") == "b");
  }
  for (std::string const text :
       {"<html>", "text/html 200", "a/1 2000", "/1 200", "a1/1 200", "a/1", "http://a.example/ 200",
        "https 200 OK", "HTTP1.1 OK", "12345HTTP/1.1 200 OK", "\r\n\r\n", "HTT"}) {
    CHECK_FALSE(http::parse_response_head(text));
  }
  CHECK_FALSE(http::parse_response_head("GET / HTTP/1.1\r\n\r\n"));
  CHECK_FALSE(http::parse_response_head(""));
}

}  // namespace hrefkit::test
