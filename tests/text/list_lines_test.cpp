#include "hrefkit/text/line_index.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::text {

namespace {

using Lines = std::vector<std::string>;
using Taken = tl::expected<void, std::string>;

Lines lines_of(std::string_view list) {
  Lines lines;
  const auto take = [&](std::string_view line) -> Taken {
    lines.emplace_back(line);
    return {};
  };
  CHECK(for_each_list_line(list, take));
  return lines;
}

}  // namespace

TEST_CASE("the entries of a list are its lines without white space around them") {
  CHECK(lines_of("a\n b\t\r\nc") == Lines{"a", "b", "c"});
  CHECK(lines_of("").empty());
}

TEST_CASE("empty lines and comments are not entries of a list") {
  CHECK(lines_of("# c\n\n  # c\na#b\n") == Lines{"a#b"});
}

TEST_CASE("a byte order mark is not a part of the first line") {
  CHECK(lines_of("\xEF\xBB\xBF"
                 "a\n\xEF\xBB\xBF") == Lines{"a", "\xEF\xBB\xBF"});
}

TEST_CASE("the first error ends the reading of a list, and tells the line") {
  const auto take = [](std::string_view line) -> Taken {
    if (line == "b") return tl::make_unexpected("not a letter");
    CHECK(line == "a");
    return {};
  };
  CHECK(for_each_list_line("a\n\n# x\nb\nc", take).error() == "line 4: not a letter");
}

}  // namespace hrefkit::text
