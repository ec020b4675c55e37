#include "hrefkit/warc/byte_window.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::test {

TEST_CASE("a window keeps bytes for a way back") {
  constexpr std::size_t kept = 100;
  constexpr std::size_t piece = 16;
  warc::ByteWindow window(kept, piece);
  std::string all;
  const auto from = [&all](std::uint64_t place) {
    return std::string_view(all).substr(static_cast<std::size_t>(place));
  };
  CHECK(window.rest().empty());
  for (int i = 0; i < 200; ++i) {
    const auto room = window.room();
    REQUIRE(room.size() >= piece);
    std::fill_n(room.begin(), piece, static_cast<char>(i));
    all.append(piece, static_cast<char>(i));
    window.add(piece);
    CHECK(window.end_place() == all.size());
    CHECK(window.rest() == from(window.place()));
    window.consume(window.rest().size() - 1);
    CHECK(window.place() - window.first_place() >= std::min(kept, all.size() - 1));
    CHECK(window.consumed() == from(window.first_place()).substr(0, window.consumed().size()));
  }
  const std::uint64_t first = window.first_place();
  CHECK(first > 0);
  window.go_to(first);
  CHECK(window.rest() == from(first));
  window.go_on_at(window.rest().data() + 5);
  CHECK(window.place() == first + 5);
  window.restart(7);
  CHECK(window.rest().empty());
  CHECK(window.place() == 7);
}

TEST_CASE("a window tells when its room is used") {
  warc::ByteWindow window(0, 8);
  const std::size_t size = window.room().size();
  window.add(size - 1);
  CHECK_FALSE(window.is_full());
  window.add(1);
  CHECK(window.is_full());
  CHECK(window.room().size() >= 8);
}

}  // namespace hrefkit::test
