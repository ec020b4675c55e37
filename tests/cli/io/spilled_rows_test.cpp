#include "hrefkit/cli/io/spilled_rows.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

std::vector<std::string> given(cli::SpilledRows& aside) {
  std::vector<std::string> pieces;
  CHECK(aside.emit([&](std::string_view piece) {
    pieces.emplace_back(piece);
    return true;
  }));
  return pieces;
}

}  // namespace

TEST_CASE("rows that were set aside come back in pieces, in order, once") {
  cli::SpilledRows aside;
  CHECK(given(aside).empty());
  for (int round = 0; round < 2; ++round) {
    const std::vector<std::string> pieces{"a\n", std::string(300'000, 'b') + "\n", "",
                                          std::string("\0\n", 2)};
    for (std::string const& piece : pieces) CHECK(aside.add(piece));
    CHECK(!aside.empty());
    CHECK(given(aside) == pieces);
    CHECK(aside.empty());
  }
  CHECK(aside.add("x"));
  aside.clear();
  CHECK(given(aside).empty());
}

TEST_CASE("rows that nobody wants any more end the giving") {
  cli::SpilledRows aside;
  CHECK(aside.add("a"));
  CHECK(aside.add("b"));
  std::string taken;
  CHECK(!aside.emit([&](std::string_view piece) {
    taken += piece;
    return false;
  }));
  CHECK(taken == "a");
}

TEST_CASE("a piece that the disk does not take is not kept, and those before it are") {
  cli::SpilledRows aside;
  CHECK(aside.add("first"));
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  const rlimit small{100'000, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const bool added = aside.add(std::string(1'000'000, 'x'));
  const bool added_more = aside.add("y");
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  std::signal(SIGXFSZ, old_handler);
  CHECK(!added);
  CHECK(!added_more);
  CHECK(given(aside) == std::vector<std::string>{"first"});
}

}  // namespace hrefkit::test
