#include "hrefkit/html/page_regions.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/run_cost.h"

namespace hrefkit::html {

namespace {

/// For each `a` with an attribute: c (content), n (navigation) or ? (unknown).
std::string regions_of(std::string const& text) {
  const PageRegions regions(text, false);
  std::string all;
  for (std::size_t at = text.find("<a "); at != text.npos; at = text.find("<a ", at + 1)) {
    const Region region = regions.region_of(static_cast<std::uint32_t>(at));
    all += region == Region::content ? 'c' : region == Region::navigation ? 'n' : '?';
  }
  return all;
}

}  // namespace

TEST_CASE("PageRegions: without landmarks nothing is known") {
  CHECK(regions_of("<p><a href=x>x</a>") == "?");
  CHECK(regions_of("") == "");
  CHECK(PageRegions("<a>", false).region_of(7) == Region::unknown);
}

TEST_CASE("PageRegions: landmarks are elements and roles") {
  CHECK(regions_of("<nav><a href=x>x</a></nav><a href=y>y</a>") == "n?");
  CHECK(regions_of("<div role=' Navigation '><a href=x>x</a></div><a href=y>y</a>") == "n?");
  CHECK(regions_of("<HEADER><a href=x>x</a></HEADER><main><a href=y>y</a></main>") == "nc");
  CHECK(regions_of("<nav role=main><a href=x>x</a></nav>") == "c");
  CHECK(regions_of("<div role=presentation><a href=x>x</a></div>") == "?");
}

TEST_CASE("PageRegions: what is outside of the main content is navigation") {
  CHECK(regions_of("<a href=x>x</a><main><a href=y>y</a></main><a href=z>z</a>") == "ncn");
  CHECK(regions_of("<main><nav><a href=x>x</a></nav><a href=y>y</a></main>") == "nc");
  CHECK(regions_of("<main><a href=x>x</a><article><a href=y>y</a></article></main>") == "nc");
  CHECK(regions_of("<article><a href=x>x</a></article><a href=y>y</a>") == "c?");
  CHECK(regions_of("<aside><a href=x>x</a></aside><main><aside><a href=y>y</a></aside></main>") ==
        "nc");
}

TEST_CASE("PageRegions: elements of the same name inside do not end a landmark") {
  CHECK(regions_of("<div role=navigation><div><a href=x>x</a></div><a href=y>y</a></div>"
                   "<a href=z>z</a>") == "nn?");
  CHECK(regions_of("<nav><div></nav><a href=x>x</a>") == "?");
}

TEST_CASE("PageRegions: the letters before a link are those that readers see") {
  const std::string text =
      "<p title=no>See &lt;the&gt; <b>Guide</b>,<script>var no;</script> caf\xC3\xA9\xC2\xA0"
      "\xE2\x80\x94 <a href=x>x</a>";
  const PageRegions regions(text, false);
  const auto tag = static_cast<std::uint32_t>(text.find("<a "));
  CHECK(regions.letters_before(tag) == "seetheguidecaf\xC3\xA9");
  const std::string many = std::string(100, 'a') + "<a href=x>";
  const PageRegions cut(many, false);
  CHECK(cut.letters_before(100) == std::string(PageRegions::max_letters, 'a'));
  CHECK(cut.letters_before(99).empty());
}

TEST_CASE("append_letters: marks that programs put in place of ASCII ones do not count") {
  const auto letters = [](std::string_view text) {
    std::string out;
    append_letters(out, text);
    return out;
  };
  CHECK(letters("It's \"so\" - 1.") == "itsso1");
  CHECK(letters("It\xE2\x80\x99s \xE2\x80\x9Cso\xE2\x80\x9D \xE2\x80\x93 1\xE2\x80\xA6") ==
        "itsso1");
  CHECK(letters("\xE2\x80") == "\xE2\x80");  // cut in a character
}

TEST_CASE("PageRegions take time in proportion to the text", "[growth]") {
  if (!test::can_measure_cost()) return;
  for (std::string const piece :
       {"<nav><div role=main><a href=x>x", "<nav><a href=x>x</a></nav>"}) {
    std::string text;
    while (text.size() < 8'000'000) text += piece;
    const test::RunCost cost = test::cost_of([&text] {
      if (PageRegions(text, false).region_of(1) != Region::unknown) std::abort();
    });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < test::allowed_seconds(text.size()));
    CHECK(cost.peak_bytes < test::allowed_bytes(text.size()));
  }
}

}  // namespace hrefkit::html
