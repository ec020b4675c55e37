#include "hrefkit/archive/wat/deep_anchors.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::archive {

namespace {

constexpr std::size_t many = 10'000;

std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// Adds an entry with one member.
std::size_t add_entry(OpenEntries& entries, std::string_view value) {
  const std::size_t entry = entries.begin();
  entries.add(member_start("url"), value);
  return entry;
}

}  // namespace

TEST_CASE("anchors that nobody closes are not kept") {
  DeepAnchors anchors;
  OpenEntries entries;
  anchors.start("<a>");
  for (std::size_t i = 0; i < many; ++i) anchors.add(add_entry(entries, "x"), entries);
  CHECK(anchors.size() < many / 2);
  CHECK(entries.begin() < many / 2 * 10);  // a number is a place among the bytes
}

TEST_CASE("the last anchors are closed, with the entries that they had") {
  DeepAnchors anchors;
  OpenEntries entries;
  const std::string text = repeated("</A>", 3) + "</b>";
  anchors.start(text);
  for (std::size_t i = 0; i < many; ++i) {
    const bool has_href = i % 3 != 0;
    const std::size_t entry =
        has_href ? add_entry(entries, std::to_string(i)) : DeepAnchors::no_entry;
    anchors.add(entry, entries);
  }
  CHECK(anchors.size() < many / 2);
  for (std::size_t i = many; i-- > many - 3;) {
    const auto entry = anchors.close();
    REQUIRE(entry);
    CHECK((*entry == DeepAnchors::no_entry) == (i % 3 == 0));
    if (*entry == DeepAnchors::no_entry) continue;
    CHECK(entries.end(*entry) == ",{\"url\":\"" + std::to_string(i) + "\"}");
    entries.cut(*entry);
  }
}

TEST_CASE("all anchors are kept where each has its end tag") {
  DeepAnchors anchors;
  OpenEntries entries;
  const std::string text = repeated("</a>", many);
  anchors.start(text);
  for (std::size_t i = 0; i < many; ++i) anchors.add(add_entry(entries, "x"), entries);
  for (std::size_t i = 0; i < many; ++i) CHECK(anchors.close());
  CHECK_FALSE(anchors.close());
}

}  // namespace hrefkit::archive
