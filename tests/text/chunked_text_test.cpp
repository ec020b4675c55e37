#include "hrefkit/text/chunked_text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::test {

namespace {

using text::ChunkedText;

/// A text of lines that has closed chunks, and its bytes.
std::string fill(ChunkedText& text, std::size_t size) {
  std::string all;
  for (std::size_t i = 0; all.size() < size; ++i) {
    const std::string line = "line " + std::to_string(i) + '\n';
    text.close_large_chunk();
    text.tail() += line;
    all += line;
  }
  return all;
}

std::vector<std::string> chunks_of(ChunkedText& text) {
  std::vector<std::string> chunks;
  bool is_ended = false;
  text.drain([&](std::string_view chunk, bool is_last) {
    CHECK_FALSE(is_ended);
    is_ended = is_last;
    chunks.emplace_back(chunk);
  });
  CHECK(is_ended == !chunks.empty());
  return chunks;
}

/// Keeps chunks beyond the first `refused` ones.
class TestStore : public text::ChunkStore {
 public:
  explicit TestStore(std::size_t refused) : refused_(refused) {}

  std::optional<std::size_t> add(std::string_view chunk) override {
    if (refused_ > 0) {
      --refused_;
      return std::nullopt;
    }
    chunks.emplace_back(chunk);
    return chunks.size() - 1;
  }

  void read(std::size_t number, std::string& chunk) const override { chunk = chunks.at(number); }

  std::vector<std::string> chunks = {};

 private:
  std::size_t refused_;
};

}  // namespace

TEST_CASE("a chunked text is the bytes that were appended, in chunks of bounded size") {
  ChunkedText text;
  CHECK(text.empty());
  const std::string all = fill(text, 3 * ChunkedText::large_chunk + 5);
  CHECK(text.size() == all.size());
  CHECK(text.string() == all);
  std::string joined;
  for (std::string const& chunk : chunks_of(text)) {
    CHECK(chunk.size() < ChunkedText::large_chunk + 100);
    joined += chunk;
  }
  CHECK(joined == all);
  CHECK(text.empty());
  CHECK(chunks_of(text).empty());
}

TEST_CASE("a chunked text that is appended leaves an empty one") {
  for (std::size_t const before : {std::size_t{0}, std::size_t{7}, 2 * ChunkedText::large_chunk}) {
    for (std::size_t const more : {std::size_t{0}, std::size_t{7}, 2 * ChunkedText::large_chunk}) {
      ChunkedText text;
      ChunkedText other;
      std::string all = fill(text, before);
      all += fill(other, more);
      text.append(other);
      CHECK(other.empty());
      text.tail() += "end";
      CHECK(text.size() == all.size() + 3);
      CHECK(text.string() == all + "end");
    }
  }
}

TEST_CASE(
    "texts that are moved from one to the next keep their bytes, in chunks of the same sizes") {
  ChunkedText first;
  ChunkedText second;
  ChunkedText third;
  std::vector<std::vector<std::string>> chunks;
  for (const std::size_t size :
       {10U, 5000U, 4096U, 4095U, 300000U, 60000U, 3000000U, 5000U, 10U, 5000U}) {
    const std::string list = fill(first, size);
    second.tail() += "[";
    second.append(first);
    second.tail() += "]";
    third.tail() += std::string(size / 10, '-');
    third.append(second);
    third.tail() += "end";
    CHECK(first.empty());
    CHECK(second.empty());
    CHECK(third.string() == std::string(size / 10, '-') + "[" + list + "]end");
    chunks.push_back(chunks_of(third));
  }
  CHECK(chunks[1] == chunks[7]);
  CHECK(chunks[1] == chunks[9]);
}

TEST_CASE("closed chunks go to the store of a text, and come back in their order") {
  for (std::size_t const refused : {0U, 2U, 9U}) {
    TestStore store(refused);
    ChunkedText first(&store);
    ChunkedText second(&store);
    ChunkedText all;
    std::string bytes;
    for (ChunkedText* const text : {&first, &second}) {
      bytes += fill(*text, 3 * ChunkedText::large_chunk + 100);
      all.append(*text);
    }
    CHECK(store.chunks.size() == 6 - std::min<std::size_t>(refused, 6));
    CHECK(all.size() == bytes.size());
    CHECK(all.string() == bytes);
    std::string joined;
    for (std::string const& chunk : chunks_of(all)) {
      CHECK(chunk.size() < ChunkedText::large_chunk + 100);
      joined += chunk;
    }
    CHECK(joined == bytes);
    CHECK(all.empty());
  }
}

TEST_CASE("a cleared chunked text can be used again") {
  ChunkedText text;
  fill(text, 2 * ChunkedText::large_chunk);
  text.clear();
  CHECK(text.empty());
  text.tail() = "x";
  CHECK(text.string() == "x");
}

}  // namespace hrefkit::test
