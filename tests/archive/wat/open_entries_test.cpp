#include "hrefkit/archive/wat/wat_text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::test {

using archive::HtmlParserAttribute;
using archive::member_start;
using archive::OpenEntries;

TEST_CASE("entries are objects with a comma before each") {
  OpenEntries entries;
  const std::size_t empty = entries.begin();
  CHECK(entries.end(empty) == ",{}");
  entries.cut(empty);
  const std::size_t entry = entries.begin();
  entries.add_path("h1", HtmlParserAttribute::http_equiv);
  entries.add(member_start("url"), "/a");
  entries.add(member_start("text"), "");
  CHECK(entries.end(entry) == R"(,{"path":"H1@/http-equiv","url":"/a","text":""})");
}

TEST_CASE("an entry waits while others are built behind it") {
  OpenEntries entries;
  const std::size_t outer = entries.begin();
  entries.add(member_start("a"), "1");
  const std::size_t inner = entries.begin();
  entries.add(member_start("b"), "2");
  CHECK(entries.end(inner) == R"(,{"b":"2"})");
  entries.cut(inner);
  entries.add(member_start("c"), "3");
  CHECK(entries.end(outer) == R"(,{"a":"1","c":"3"})");
}

TEST_CASE("texts of any length are escaped wherever it is needed") {
  for (const std::size_t length : {0U, 1U, 15U, 16U, 17U, 4095U, 4096U, 4097U, 20000U}) {
    OpenEntries entries;
    const std::size_t entry = entries.begin();
    const std::string text(length, 'x');
    entries.add(member_start("k"), text + "\"\n" + text + "\x01\\");
    entries.add(member_start("l"), text);
    const std::string escaped = text + R"(\"\n)" + text + R"(\u0001\\)";
    CHECK(entries.end(entry) == R"(,{"k":")" + escaped + R"(","l":")" + text + R"("})");
    entries.clear();
    const std::size_t next = entries.begin();
    CHECK(entries.end(next) == ",{}");
  }
}

TEST_CASE("a long text leaves its entry in pieces") {
  OpenEntries entries;
  const std::size_t outer = entries.begin();
  entries.add(member_start("a"), "1");
  const std::string text = std::string(300'000, 'x') + '"' + std::string(300'000, '\x01');
  for (int round = 0; round < 2; ++round) {
    const std::size_t entry = entries.begin();
    std::string all;
    std::size_t max_part = 0;
    const auto emit = [&](std::string_view part) {
      all += part;
      max_part = std::max(max_part, part.size());
    };
    entries.add(member_start("first"), "");
    entries.add_in_pieces(entry, member_start("b"), text, emit);
    entries.add(member_start("c"), "3");
    entries.add_in_pieces(entry, member_start("d"), text, emit);
    all += entries.end(entry);
    entries.cut(entry);
    std::string json;
    text::append_json_string(json, text);
    CHECK(all == R"(,{"first":"","b":)" + json + R"(,"c":"3","d":)" + json + "}");
    CHECK(max_part < 500'000);
  }
  CHECK(entries.end(outer) == R"(,{"a":"1"})");
}

}  // namespace hrefkit::test
