#include "hrefkit/http/deflate.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

namespace {

/// The text of the member at the front of `bytes`, which goes on behind it then.
std::string take_member(std::string_view& bytes) {
  Inflater inflater(DeflateFormat::gzip);
  std::array<char, 1000> room;
  std::string text;
  for (;;) {
    const Step step = inflater.run(bytes, room);
    text.append(room.data(), step.made);
    REQUIRE(step.progress != Progress::damaged);
    if (step.progress == Progress::ended) return text;
    if (step.made == 0) REQUIRE_FALSE(bytes.empty());
  }
}

}  // namespace

TEST_CASE("members give back what was packed, and equal texts make equal members") {
  std::string noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 300'000; ++i) {
    state = state * 1664525 + 1013904223;
    noise += static_cast<char>(state >> 24);
  }
  const std::string texts[] = {"", "a", std::string(1'000'000, 'a'), noise, "<a href=x>y</a>"};
  GzipPacker packer;
  std::string all;
  for (std::string const& text : texts) {
    std::string member;
    packer.append_member(member, text);
    std::string again;
    GzipPacker().append_member(again, text);
    CHECK(member == again);
    CHECK(member.starts_with(std::string("\x1F\x8B\x08\0\0\0\0\0", 8)));
    all += member;
  }
  std::string_view rest = all;
  for (std::string const& text : texts) CHECK(take_member(rest) == text);
  CHECK(rest.empty());
  CHECK(all.size() < 400'000);
}

TEST_CASE("a member may come in pieces, and one that was not ended is forgotten") {
  const std::string text(300'000, 'a');
  GzipPacker packer;
  std::string all;
  for (std::size_t const step : {std::size_t{1000}, std::size_t{100'000}, text.size()}) {
    std::string lost;
    packer.add(lost, "this is not there", false);
    packer.restart();
    for (std::size_t at = 0; at < text.size(); at += step) {
      packer.add(all, std::string_view(text).substr(at, step), at + step >= text.size());
    }
  }
  packer.add(all, "", true);
  std::string_view rest = all;
  for (std::string const& expected : {text, text, text, std::string()}) {
    CHECK(take_member(rest) == expected);
  }
  CHECK(rest.empty());
}

TEST_CASE("members do not depend on where the packer stands in memory") {
  // What begins at the second byte comes again: where a packer remembers it by chance in the right
  // place of its table, the member is shorter.
  std::vector<std::string> texts;
  std::uint32_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    std::string word;
    for (int k = 0; k < 8; ++k) {
      state = state * 1664525 + 1013904223;
      word += static_cast<char>('a' + (state >> 16) % 26);
    }
    texts.push_back("<" + word + " 0123456789 " + word +
                    " the rest of a short text, as long as this");
  }
  const auto packed = [&] {
    GzipPacker packer;
    std::string all;
    for (std::string const& text : texts) packer.append_member(all, text);
    return all;
  };
  const std::string expected = packed();
  std::vector<std::unique_ptr<char[]>> between;  // the next packer stands elsewhere
  for (int i = 1; i <= 4; ++i) {
    between.push_back(std::make_unique<char[]>(static_cast<std::size_t>(i) * 70'001));
    const GzipPacker other;
    CHECK(packed() == expected);
  }
}

}  // namespace hrefkit::http
