#include "hrefkit/cli/format/printable.h"

#include <catch2/catch.hpp>

#include "hrefkit/cli/format/row_sink.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("numbers have commas between thousands", "[format]") {
  CHECK(grouped_number(0) == "0");
  CHECK(grouped_number(999) == "999");
  CHECK(grouped_number(1'000) == "1,000");
  CHECK(grouped_number(1'234'567) == "1,234,567");
  CHECK(counted(1, "file", "files") == "1 file");
  CHECK(counted(0, "file", "files") == "0 files");
  CHECK(counted(1'204, "file", "files") == "1,204 files");
}

TEST_CASE("a file's name, and its bytes where it is not UTF-8", "[format]") {
  const auto fields = [](std::string_view name) {
    RowBuffer out;
    append_file_fields(out, name, {.format = Format::jsonl});
    return std::string(out.view());
  };
  CHECK(fields("a%.html") == ",\"file\":\"a%.html\"");
  CHECK(fields("d/\xFF%.html") ==
        ",\"file\":\"d/\xEF\xBF\xBD%.html\",\"fileBytes\":\"d/%FF%25.html\"");
}

}  // namespace

}  // namespace hrefkit::cli
