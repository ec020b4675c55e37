#include "hrefkit/http/deflate.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/http/zstd.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

using http::Progress;

std::string random_text(unsigned seed, std::size_t size) {
  std::string text;
  while (text.size() < size) {
    seed = seed * 1664525 + 1013904223;
    text += static_cast<char>('a' + (seed >> 24) % 7);
  }
  return text;
}

/// Decodes the members in `bytes`, handed in by pieces of one size into room of another.
template <typename Decoder, typename Restart>
std::vector<std::string> members(Decoder& decoder, Restart restart, std::string const& bytes,
                                 std::size_t piece, std::size_t room) {
  std::vector<std::string> found{""};
  std::string buffer(room, '\0');
  std::size_t given = 0;  // of `bytes`
  std::string_view input = std::string_view(bytes).substr(0, 0);
  bool filled = false;
  while (true) {
    if (input.empty() && !filled) {
      if (given == bytes.size()) return found;
      const std::size_t count = std::min(piece, bytes.size() - given);
      input = std::string_view(bytes).substr(given, count);
      given += count;
    }
    const http::Step step = decoder.run(input, {buffer.data(), buffer.size()});
    found.back() += buffer.substr(0, step.made);
    filled = step.made == room;
    if (step.progress == Progress::damaged) {
      found.back() = "damaged";
      return found;
    }
    if (step.progress == Progress::ended) {
      found.emplace_back();
      restart();
      filled = false;
    }
  }
}

/// Decodes bytes that are damaged somewhere, in pieces and into room of several sizes.
template <typename Make>
void check_made_before_damage(Make make, std::string_view bytes, std::string const& sound) {
  for (const std::size_t piece : {1UL, 7UL, 1000UL, 1'000'000UL}) {
    for (const std::size_t room : {1UL, 10UL, 300UL, 9'000UL, 30'000UL, 1'000'000UL}) {
      auto decoder = make();
      std::string buffer(room, '\0');
      std::string made;
      http::Step step;
      std::string_view input;
      for (std::size_t given = 0; step.progress == Progress::going;) {
        if (input.empty()) {
          input = bytes.substr(given, piece);
          given += input.size();
        }
        step = decoder.run(input, {buffer.data(), buffer.size()});
        made += buffer.substr(0, step.made);
        if (given == bytes.size() && input.empty() && step.made == 0) break;
      }
      INFO("pieces of " << piece << ", room of " << room);
      CHECK(step.progress == Progress::damaged);
      CHECK((made == sound));
    }
  }
}

}  // namespace

TEST_CASE("members are told apart whatever the pieces are") {
  const std::vector<std::string> texts{random_text(1, 300), "", random_text(2, 70'000), "x"};
  std::string bytes;
  for (std::string const& text : texts) bytes += gzip(text);
  for (const std::size_t piece : {1UL, 2UL, 3UL, 7UL, 10UL, 64UL, 1000UL, 100'000UL}) {
    for (const std::size_t room : {1UL, 5UL, 17UL, 300UL, 1000UL, 70'000UL, 200'000UL}) {
      if (piece < 10 && room < 10) continue;
      INFO(piece << " into " << room);
      http::Inflater inflater(http::DeflateFormat::gzip);
      const auto found = members(
          inflater, [&] { inflater.restart(http::DeflateFormat::gzip); }, bytes, piece, room);
      REQUIRE(found.size() == texts.size() + 1);
      for (std::size_t i = 0; i < texts.size(); ++i) CHECK(found[i] == texts[i]);
    }
  }
}

TEST_CASE("headers with fields of their own may come in pieces") {
  using std::string_literals::operator""s;
  const std::string text = random_text(1, 300);
  const std::string plain = gzip(text);
  const auto with = [&](char flags, std::string const& fields) {
    std::string member = plain;
    member[3] = flags;
    return member.insert(10, fields);
  };
  const std::string extra = "\x2C\x01"s + std::string(300, 'x');
  const std::string bytes = with(4, "\x06\0BC\x02\0\x10\x20"s) + with(4, extra) +
                            with(8, "name.warc\0"s) + with(16, "a comment\0"s) +
                            with(28, extra + "name\0comment\0"s) + with(4, "\0\0"s);
  for (const std::size_t piece : {1UL, 2UL, 3UL, 7UL, 10UL, 11UL, 12UL, 64UL, 1000UL, 100'000UL}) {
    INFO(piece);
    http::Inflater inflater(http::DeflateFormat::gzip);
    const auto found = members(
        inflater, [&] { inflater.restart(http::DeflateFormat::gzip); }, bytes, piece, 1000);
    CHECK(found == std::vector<std::string>{text, text, text, text, text, text, ""});
  }
}

TEST_CASE("frames of zstd are told apart, with a dictionary") {
  const std::string dictionary = random_text(9, 5000);
  const std::vector<std::string> texts{dictionary.substr(100, 900), "", random_text(2, 70'000)};
  std::string bytes;
  for (std::string const& text : texts) bytes += zstd(text, dictionary);
  http::ZstdDecoder decoder;
  REQUIRE(decoder.set_dictionary(dictionary));
  for (const std::size_t piece : {1UL, 7UL, 1000UL, 100'000UL}) {
    const auto found = members(
        decoder, [&] { decoder.restart(); }, bytes, piece, 1000);
    REQUIRE(found.size() == texts.size() + 1);
    for (std::size_t i = 0; i < texts.size(); ++i) CHECK(found[i] == texts[i]);
    decoder.restart();
  }
}

TEST_CASE("blocks of zstd that stand before damage are made") {
  const std::string frame_header("\x28\xB5\x2F\xFD\x00\x58", 6);
  const auto block = [](std::string const& text, unsigned type) {
    const std::size_t header = text.size() << 3 | type << 1;
    std::string bytes;
    for (const int shift : {0, 8, 16}) bytes += static_cast<char>(header >> shift & 0xFF);
    return bytes + text;
  };
  const std::string sound = random_text(5, 30'000);
  const std::string bytes = frame_header + block(sound.substr(0, 9'000), 0) +
                            block(sound.substr(9'000), 0) + block("reserved", 3);
  check_made_before_damage([&] { return http::ZstdDecoder(); }, bytes, sound);
}

TEST_CASE("what stands before damage is inflated, whatever the room") {
  const auto stored = [](std::string const& text) {
    const auto low = static_cast<char>(text.size() & 0xFF);
    const auto high = static_cast<char>(text.size() >> 8);
    return std::string{'\0', low, high, static_cast<char>(~low), static_cast<char>(~high)} + text;
  };
  const std::string reserved_block = "\x06";
  const std::string sound = random_text(6, 100'000);
  const std::string bytes = stored(sound.substr(0, 60'000)) + stored(sound.substr(60'000));
  const auto make = [] { return http::Inflater(http::DeflateFormat::raw); };
  check_made_before_damage(make, bytes + reserved_block, sound);
  // A block of the fixed code, and one whose two lengths contradict each other.
  const std::string literals = std::string(12, '\xD2') + std::string(5, '\xF0') + "\xD2\xCB\x48" +
                               std::string(4, '\0') + "kd";
  std::string room(100, '\0');
  std::string_view input = literals;
  const http::Step step = make().run(input, {room.data(), room.size()});
  REQUIRE(step.progress == Progress::damaged);
  CHECK(step.made > 5);
  check_made_before_damage(make, literals, room.substr(0, step.made));
}

TEST_CASE("bytes that are no compressed data are told") {
  for (std::string const& bytes : {std::string("hello, this is text"), std::string(100, '\xFF')}) {
    http::Inflater inflater(http::DeflateFormat::gzip);
    std::string_view input = bytes;
    std::string room(100, '\0');
    CHECK(inflater.run(input, {room.data(), room.size()}).progress == Progress::damaged);
  }
}

}  // namespace hrefkit::test
