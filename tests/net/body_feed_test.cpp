#include "hrefkit/net/body_feed.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "net/scripted_web.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

/// Text that compresses to about a half.
std::string half_random(std::size_t size) {
  std::string text;
  unsigned state = 1;
  while (text.size() < size) {
    state = state * 1103515245 + 12345;
    text += static_cast<char>('a' + (state >> 16) % 16);
  }
  return text;
}

struct Fed {
  std::string text;
  std::size_t fed = 0;  ///< bytes, before it was enough
  bool is_enough = false;
  http::BodyNotes notes;
};

Fed feed(std::string const& lines, std::string const& body, std::size_t piece,
         std::string const& until = "", std::size_t max = 10'000'000, bool is_cut = false) {
  const auto fields = http::Fields::parse(lines);
  Pages pages;
  pages.until = until;
  net::BodyFeed feeder(pages, "https://a.example/", 200, fields, max);
  Fed result;
  bool wants = true;
  for (std::size_t at = 0; at < body.size() && wants; at += piece) {
    wants = feeder.add(std::string_view(body).substr(at, piece));
    result.fed = std::min(at + piece, body.size());
  }
  feeder.finish(is_cut);
  result.text = pages.text;
  result.is_enough = feeder.is_enough();
  result.notes = feeder.notes();
  return result;
}

}  // namespace

TEST_CASE("one hop: a body is the same whatever its pieces are") {
  const std::string page = "<!doctype html>" + half_random(60'000) + "<p id=end>";
  struct Case {
    std::string name;
    std::string fields;
    std::string body;
  };
  const std::vector<Case> cases{
      {"plain", "Content-Type: text/html\n", page},
      {"gzip", "Content-Encoding: gzip\n", gzip(page)},
      {"two members", "Content-Encoding: gzip\n",
       gzip(page.substr(0, 30'000)) + gzip(page.substr(30'000))},
      {"zlib", "Content-Encoding: deflate\n", zlib_deflate(page)},
      {"deflate", "Content-Encoding: deflate\n", raw_deflate(page)},
      {"br", "Content-Encoding: br\n", brotli(page)},
      {"zstd", "Content-Encoding: zstd\n", zstd(page)},
      {"two codings", "Content-Encoding: gzip, br\n", brotli(gzip(page))},
      {"two fields", "Content-Encoding: gzip\nContent-Encoding: br\n", brotli(gzip(page))},
      {"unknown", "Content-Encoding: x-own\n", page},
      {"identity", "Content-Encoding: identity\n", page},
  };
  for (Case const& c : cases) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}, c.body.size()}) {
      INFO(c.name << ' ' << piece);
      const Fed fed = feed(c.fields, c.body, piece);
      CHECK(fed.text == page);
      CHECK(!fed.is_enough);
      CHECK(!fed.notes.ended_early);
      CHECK(!fed.notes.damaged);
      CHECK(fed.notes.unknown_coding == (c.name == "unknown"));
    }
  }
}

TEST_CASE("one hop: a body that lacks the coding of its head is damaged, as in browsers") {
  const std::string page = "<!doctype html>" + half_random(60'000) + "<p id=end>";
  for (char const* coding : {"gzip", "deflate", "br", "zstd", "gzip, br"}) {
    for (std::string const& body : {page, std::string("xx"), "\xFE" + half_random(300)}) {
      for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}, body.size()}) {
        INFO(coding << ' ' << body.size() << ' ' << piece);
        const std::string fields = "Content-Encoding: " + std::string(coding) + "\n";
        CHECK(feed(fields, body, piece).notes.damaged);
        CHECK(feed(fields, body, piece, "", body.size() / 2).notes.damaged);
      }
    }
    CHECK(!feed("Content-Encoding: " + std::string(coding) + "\n", "", 1).notes.damaged);
  }
}

TEST_CASE("one hop: the first bytes of a coded body lack no coding") {
  const std::string page = "<!doctype html>" + half_random(600);
  for (auto const& [fields, body] : std::vector<std::pair<std::string, std::string>>{
           {"Content-Encoding: gzip\n", gzip(page)},
           {"Content-Encoding: deflate\n", zlib_deflate(page)},
           {"Content-Encoding: deflate\n", raw_deflate(page)},
           {"Content-Encoding: br\n", brotli(page)},
           {"Content-Encoding: zstd\n", zstd(page)}}) {
    for (std::size_t size = 1; size < body.size(); ++size) {
      INFO(fields << size);
      CHECK(!feed(fields, body.substr(0, size), size, "", 10'000, true).notes.damaged);
    }
  }
}

TEST_CASE("one hop: reading stops before the end of a coded body, too") {
  const std::string page = "<!doctype html><p id=here>" + half_random(1'000'000);
  for (auto const& [fields, body] :
       std::vector<std::pair<std::string, std::string>>{{"", page},
                                                        {"Content-Encoding: gzip\n", gzip(page)},
                                                        {"Content-Encoding: br\n", brotli(page)},
                                                        {"Content-Encoding: zstd\n", zstd(page)}}) {
    INFO(fields);
    const Fed fed = feed(fields, body, 1000, "id=here");
    CHECK(fed.is_enough);
    CHECK(fed.fed < body.size() / 2);
  }
}

TEST_CASE("one hop: damage, an early end and the limit of a coded body") {
  const std::string page = half_random(600'000);  // some blocks of zstd
  for (auto const& [fields, body] :
       std::vector<std::pair<std::string, std::string>>{{"Content-Encoding: gzip\n", gzip(page)},
                                                        {"Content-Encoding: br\n", brotli(page)},
                                                        {"Content-Encoding: zstd\n", zstd(page)}}) {
    INFO(fields);
    const Fed cut = feed(fields, body.substr(0, body.size() / 2), 1000);
    CHECK(cut.notes.ended_early);
    CHECK(page.starts_with(cut.text));
    const Fed limited = feed(fields, body, 1000, "", 5000);
    CHECK(limited.notes.over_limit);
    CHECK(limited.text == page.substr(0, 5000));
    CHECK(limited.fed < body.size());
  }
  std::string damaged = gzip(page);
  std::fill(damaged.begin() + 15'000, damaged.begin() + 15'100, '\xFF');
  const Fed fed = feed("Content-Encoding: gzip\n", damaged, 1000);
  CHECK((fed.notes.damaged || fed.notes.wrong_checksum));
}

// Members without a byte of text could go on for ever.
TEST_CASE("one hop: a coded body without text ends, too") {
  const std::string nothing = gzip("");
  std::string endless;
  while (endless.size() < 3'000'000) endless += nothing;
  const Fed fed = feed("Content-Encoding: gzip\n", endless, 10'000, "", 1'000'000);
  CHECK(fed.notes.over_limit);
  CHECK(fed.fed < endless.size());
}

TEST_CASE("fragments: the computed type is that of the last valid Content-Type") {
  struct Case {
    std::string fields;
    std::string body;
    std::string type;
  };
  const std::vector<Case> cases{
      {"Content-Type: text/HTML;charset=x\n", "", "text/html"},
      {"Content-Type: text/html charset=x\n", "", "text/html"},
      {"Content-Type: text/plain\nContent-Type: text/html\n", "", "text/html"},
      {"Content-Type: text/plain, image/png\n", "", "image/png"},
      {"Content-Type: text/plain, nonsense\n", "", "text/plain"},
      {"Content-Type: */*\n", "<html>", "text/html"},
      {"Content-Type: nonsense\n", "  <!doctype html>", "text/html"},
      {"", "<p>", "text/html"},
      {"", "text", "text/plain"},
      {"X-Content-Type-Options: nosniff\n", "<p>", "text/plain"},
      {"Content-Type: unknown/unknown\n", "<p>", "text/html"},
  };
  for (Case const& c : cases) {
    INFO(c.fields << c.body);
    CHECK(net::type_of_response(http::Fields::parse(c.fields), c.body) == c.type);
  }
}

}  // namespace hrefkit::test
