#include "hrefkit/warc/text_lines.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

std::string lines_of(std::string const& bytes) {
  const TemporaryFolder folder;
  folder.write("index", bytes);
  const std::string path = folder.path() + "/index";
  std::string lines;
  const auto read =
      warc::for_each_line(path, [&](std::string_view line) { lines += std::string(line) + "|"; });
  return read ? lines : lines + read.error();
}

}  // namespace

TEST_CASE("lines of plain and of compressed files") {
  CHECK(lines_of("").empty());
  CHECK(lines_of("a\nb\r\n\nc") == "a|b||c|");
  CHECK(lines_of(gzip("a\nb\r\n\nc")) == "a|b||c|");
  CHECK(lines_of(gzip("a\nb") + gzip("c\nd\n")) == "a|bc|d|");
  CHECK(lines_of("\xEF\xBB\xBF"
                 "a\n\xEF\xBB\xBF"
                 "b") ==
        "a|\xEF\xBB\xBF"
        "b|");
  CHECK(lines_of("\xEF\xBB\xBF").ends_with("|"));
  const std::string text(300'000, 'x');
  CHECK(lines_of(text + "\n" + text) == text + "|" + text + "|");
  CHECK(lines_of(gzip(text + "\n" + text)) == text + "|" + text + "|");
  CHECK(lines_of(gzip("a\nb\n").substr(0, 15)).ends_with("it ends early"));
  CHECK(
      lines_of(gzip("a\n") + "junk that is no header").ends_with("its compressed data is damaged"));
  CHECK_FALSE(warc::for_each_line("/there/is/no/such/file", [](std::string_view) {}));
}

TEST_CASE("a long line is cut to its first 16 MiB") {
  constexpr std::size_t max_line = std::size_t{16} << 20;
  const std::string line = std::string(max_line, 'x') + "end";
  CHECK(lines_of("a\n" + line + "\nb\n") == "a|" + line.substr(0, max_line) + "|b|");
  CHECK(lines_of("a\n" + line) == "a|" + line.substr(0, max_line) + "|");
}

}  // namespace hrefkit::test
