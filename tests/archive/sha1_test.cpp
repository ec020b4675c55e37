#include "hrefkit/archive/sha1.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::test {

TEST_CASE("SHA-1 in base 32") {
  archive::Sha1 sha1;
  CHECK(archive::labelled(sha1.finish()) == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  sha1.restart();
  sha1.add("a");
  sha1.add("bc");
  CHECK(archive::labelled(sha1.finish()) == "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
}

TEST_CASE("two texts at a time have the digests that each has alone") {
  std::string text(1000, ' ');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 37 + i / 256);
  const auto digest_of = [](std::string_view whole) {
    archive::Sha1 sha1;
    sha1.add(whole);
    return sha1.finish();
  };
  archive::Sha1 a;
  archive::Sha1 b;
  for (const std::size_t piece : {1U, 7U, 64U, 100U, 128U, 300U, 1000U}) {
    for (const std::size_t begin : {0U, 1U, 63U, 64U, 65U, 200U, 1000U}) {
      for (const std::size_t end : {1000U, 900U, 200U}) {
        if (begin > end) continue;
        a.restart();
        b.restart();
        for (std::size_t at = 0; at < text.size(); at += piece) {
          const std::size_t next = std::min(at + piece, text.size());
          const std::size_t from = std::clamp(begin, at, next);
          const std::size_t to = std::clamp(end, from, std::max(from, next));
          archive::Sha1::add_to_both(a, std::string_view(text).substr(at, next - at), b,
                                     std::string_view(text).substr(from, to - from));
        }
        CHECK(a.finish() == digest_of(text));
        CHECK(b.finish() == digest_of(std::string_view(text).substr(begin, end - begin)));
      }
    }
  }
}

}  // namespace hrefkit::test
