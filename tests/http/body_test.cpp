#include "hrefkit/http/body.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

struct Undone {
  std::string body;
  http::BodyNotes notes;
};

Undone undo(std::string const& fields, std::string body, std::size_t limit = 1 << 20) {
  Undone result;
  std::string spare = "left over";
  result.notes = http::undo_codings(http::Fields::parse(fields), body, spare, limit);
  result.body = body;
  return result;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "<a href=/page" + std::to_string(i * 7919) + ">";
  return text;
}

/// The text in each coding that is undone, by the coding's name.
std::vector<std::pair<std::string, std::string>> in_each_coding(std::string const& text) {
  return {{"gzip", gzip(text)},
          {"deflate", zlib_deflate(text)},
          {"br", brotli(text)},
          {"zstd", zstd(text)}};
}

}  // namespace

TEST_CASE("codings are undone in reverse order") {
  const std::string body = "<a href=x>";
  const std::string skippable = skippable_frame("??", 0);
  struct Case {
    std::string fields;
    std::string coded;
  };
  const std::vector<Case> cases{
      {"", body},
      {"Content-Encoding: gzip", gzip(body)},
      {"content-encoding: X-GZIP", gzip(body)},
      {"Content-Encoding: deflate", zlib_deflate(body)},
      {"Content-Encoding: deflate", raw_deflate(body)},
      {"Content-Encoding: br", brotli(body)},
      {"Content-Encoding: zstd", zstd(body)},
      {"Content-Encoding: zstd, br , gzip", gzip(brotli(zstd(body)))},
      {"Content-Encoding: br\r\nContent-Encoding: gzip", gzip(brotli(body))},
      {"Content-Encoding: identity, gzip,, identity", gzip(body)},
      {"Transfer-Encoding: chunked", chunked(body)},
      {"Transfer-Encoding: gzip, chunked", chunked(gzip(body))},
      {"Content-Encoding: br\r\nTransfer-Encoding: chunked", chunked(brotli(body))},
      {"Content-Encoding: gzip", gzip("<a ") + gzip("href=x>")},
      {"Content-Encoding: zstd", zstd("<a ") + zstd("href=x>")},
      {"Content-Encoding: gzip", gzip(body) + "what follows"},
      {"Content-Encoding: zstd", skippable + zstd(body)},
      {"Content-Encoding: zstd", zstd("<a ") + skippable + zstd("href=x>") + skippable},
      {"Content-Encoding: gzip; q=1", gzip(body)},
  };
  for (Case const& c : cases) {
    INFO(c.fields);
    const Undone result = undo(c.fields, c.coded);
    CHECK(result.body == body);
    CHECK_FALSE(result.notes.damaged);
    CHECK_FALSE(result.notes.ended_early);
    CHECK_FALSE(result.notes.unknown_coding);
  }
}

TEST_CASE("what is not really coded passes as it is") {
  const std::vector<std::string> bodies{"<html><a href=x>",
                                        "",
                                        "plain\r\nwords",
                                        "{\"a\": 1}",
                                        "\xC3\xA4\xC3\xB6 \xFF",
                                        "<p>\x1B$B$3$s\x1B(B</p>",
                                        std::string("\xFF\xFE<\0p\0>\0", 8),
                                        "<p>\x01\x02</p>" + std::string(200, ' ')};
  for (std::string const coding : {"gzip", "deflate", "br", "zstd"}) {
    for (std::string const& body : bodies) {
      INFO(coding << ": " << body);
      const Undone result = undo("Content-Encoding: " + coding, body);
      CHECK(result.body == body);
      CHECK_FALSE(result.notes.damaged);
    }
  }
  CHECK(undo("Transfer-Encoding: chunked", "<html>").body == "<html>");
  CHECK(undo("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", gzip("<html>")).body ==
        "<html>");
  const Undone unknown = undo("Content-Encoding: compress", "x");
  CHECK(unknown.body == "x");
  CHECK(unknown.notes.unknown_coding);
  const Undone after = undo("Transfer-Encoding: utf-8\r\nContent-Encoding: gzip", gzip("<html>"));
  CHECK(after.body == "<html>");
  CHECK(after.notes.unknown_coding);
}

TEST_CASE("a body that ends early gives what it has") {
  const std::string text = long_text();
  for (auto const& [coding, coded] : in_each_coding(text)) {
    INFO(coding);
    const Undone result = undo("Content-Encoding: " + coding, coded.substr(0, coded.size() / 2));
    CHECK(result.notes.ended_early);
    CHECK(text.substr(0, result.body.size()) == result.body);
    CHECK((coding == "zstd" || coding == "br" || result.body.size() > text.size() / 4));
  }
}

TEST_CASE("a damaged body gives what stands before the damage") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "<a href=" + std::to_string(i * 7919 % 100'003) + ">";
  for (auto const& [coding, coded] : in_each_coding(text)) {
    INFO(coding);
    const std::string start = text.substr(0, text.size() / 4);
    int damaged = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      std::string broken = coded;
      broken.replace(coded.size() / 4 * 3 + 100 * i, 20,
                     std::string(20, static_cast<char>(99 * i)));
      const Undone result = undo("Content-Encoding: " + coding, broken);
      if (!result.notes.damaged) continue;
      ++damaged;
      INFO(i << ": " << result.body.size() << " bytes of " << text.size());
      CHECK(result.body.starts_with(start));
    }
    CHECK(damaged > 0);
  }
}

TEST_CASE("damaged data is told") {
  for (std::string const coding : {"gzip", "deflate"}) {
    INFO(coding);
    const std::string field = "Content-Encoding: " + coding;
    const std::string whole = coding == "gzip" ? gzip(long_text()) : zlib_deflate(long_text());
    std::string coded = whole;
    const std::size_t checksum = coded.size() - (coding == "gzip" ? 6 : 2);
    coded[checksum] = static_cast<char>(coded[checksum] ^ 1);
    Undone result = undo(field, coded);
    CHECK_FALSE(result.notes.damaged);
    CHECK(result.notes.wrong_checksum);
    CHECK(result.body == long_text());
    coded = whole;
    coded.replace(coding == "gzip" ? 10 : 2, 8, std::string(8, '\xFF'));  // no kind of block
    result = undo(field, coded);
    CHECK(result.notes.damaged);
    CHECK_FALSE(result.notes.wrong_checksum);
  }
}

TEST_CASE("no body grows past the limit") {
  const std::string bomb(std::size_t{1} << 20, 'x');
  for (auto const& [coding, coded] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", gzip(bomb)},
                                                        {"deflate", raw_deflate(bomb)},
                                                        {"br", brotli(bomb)},
                                                        {"zstd", zstd(bomb)},
                                                        {"gzip, gzip", gzip(gzip(bomb))}}) {
    INFO(coding);
    const Undone result = undo("Content-Encoding: " + coding, coded, 100'000);
    CHECK(result.body == bomb.substr(0, 100'000));
    CHECK(result.notes.over_limit);
  }
  CHECK_FALSE(undo("Content-Encoding: gzip", gzip(bomb), bomb.size()).notes.over_limit);
}

TEST_CASE("a long list of codings is refused") {
  std::string list = "Content-Encoding: gzip";
  for (int i = 0; i < 100; ++i) list += ", gzip";
  CHECK(undo(list, gzip("x")).notes.unknown_coding);
}

TEST_CASE("the front of a body is what the whole body begins with") {
  const std::string text = long_text();
  for (auto const& [coding, coded] :
       std::vector<std::pair<std::string, std::string>>{{"gzip", gzip(text)},
                                                        {"deflate", raw_deflate(text)},
                                                        {"deflate", zlib_deflate(text)},
                                                        {"br", brotli(text)},
                                                        {"zstd", zstd(text)},
                                                        {"gzip, br", brotli(gzip(text))},
                                                        {"br", text},
                                                        {"gzip", text},
                                                        {"x-own", text}}) {
    INFO(coding);
    const auto fields = http::Fields::parse("Content-Encoding: " + coding);
    CHECK(http::has_content_coding(fields));
    std::size_t seen = 0;
    for (std::size_t size = 1; size <= coded.size(); size = size * 3 / 2 + 1) {
      std::string front = "left over";
      std::string spare = "left over";
      http::BodyNotes notes;
      const auto result =
          http::undo_codings_of_front(fields, coded.substr(0, size), front, spare, 1 << 20, notes);
      if (result == http::Front::unclear) continue;
      CHECK(text.starts_with(front));
      CHECK_FALSE(notes.damaged);
      CHECK_FALSE(notes.over_limit);
      CHECK(front.size() >= seen);
      seen = front.size();
    }
    // Text that is said to be Brotli may still turn out to be it, and zstd has blocks of 128 KiB.
    if (coding != "zstd" && (coding != "br" || coded != text)) CHECK(seen > 0);
  }
  CHECK_FALSE(http::has_content_coding(http::Fields::parse("Content-Encoding: identity")));
  CHECK_FALSE(http::has_content_coding(http::Fields::parse("Content-Type: text/html")));
}

}  // namespace hrefkit::test
