#include "hrefkit/http/computed_type.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

namespace hrefkit::test {

using std::string_view_literals::operator""sv;

TEST_CASE("bytes tell the type where no header does") {
  struct Case {
    std::string_view bytes;
    std::string_view type;
  };
  const std::vector<Case> cases{
      {"<!DOCTYPE html>", "text/html"},
      {"<!doctype HTML ", "text/html"},
      {" \n\t\r\f<html>", "text/html"},
      {"<a href=x>", "text/html"},
      {"<b>", "text/html"},
      {"<br >", "text/html"},
      {"<!-- x", "text/html"},
      {"<p>", "text/html"},
      {"<?xml version", "text/xml"},
      {" <?xml", "text/xml"},
      {"<?XML", "text/plain"},
      {"<html\n>", "text/plain"},
      {"<html", "text/plain"},
      {"<abbr>", "text/plain"},
      {"<img src=x>", "text/plain"},
      {"%PDF-1.4", "application/pdf"},
      {" %PDF-1.4", "text/plain"},
      {"%!PS-Adobe-3", "application/postscript"},
      {"\xEF\xBB\xBF<html>", "text/plain"},
      {"\xFE\xFF\0<"sv, "text/plain"},
      {"", "text/plain"},
      {"words", "text/plain"},
      {"a\0b"sv, "application/octet-stream"},
      {"\x89PNG\r\n\x1A\n", "application/octet-stream"},
  };
  for (Case const& c : cases) {
    INFO(c.bytes);
    CHECK(http::computed_type(std::nullopt, c.bytes) == c.type);
    CHECK(http::computed_type("unknown/unknown", c.bytes) == c.type);
    CHECK(http::computed_type("*/*", c.bytes) == c.type);
    CHECK(http::computed_type("application/unknown", c.bytes) == c.type);
    CHECK(http::computed_type("text/css", c.bytes) == "text/css");
  }
}

TEST_CASE("a response may refuse to be taken for a document") {
  CHECK(http::computed_type(std::nullopt, "<html>", http::Sniffing::refused) == "text/plain");
  CHECK(http::computed_type("text/html", "x", http::Sniffing::refused) == "text/html");
}

TEST_CASE("only the first bytes count") {
  const std::string far = std::string(http::sniffed_bytes, ' ') + "<html>";
  CHECK(http::computed_type(std::nullopt, far) == "text/plain");
}

}  // namespace hrefkit::test
