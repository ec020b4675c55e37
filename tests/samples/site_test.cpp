// The sample site against the rows that the standards ask for, each of which was derived by hand
// and compared with a browser.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "hrefkit/cli/run.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("every link of the sample site resolves as the standards say") {
  std::filesystem::current_path(HREFKIT_SOURCE_DIR);  // rows name the files as they are given
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const int code = cli::run(
      {"resolve", "--site-url", "https://docs.example/", "--format", "jsonl", "samples/site"}, in,
      out, err);
  CHECK(code == 0);
  CHECK(err.str().starts_with("hrefkit: " + std::to_string(lines_of(out.str()).size()) +
                              " links in "));
  const auto rows = lines_of(out.str());
  const auto expected = lines_of(file_bytes("tests/samples/site.jsonl"));
  for (std::size_t i = 0; i < std::min(rows.size(), expected.size()); ++i) {
    CAPTURE(i + 1);
    CHECK(rows[i] == expected[i]);
  }
  CHECK(rows.size() == expected.size());
}

}  // namespace hrefkit::test
