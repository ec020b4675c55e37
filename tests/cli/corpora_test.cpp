// Laws over real pages: every 25th of the corpora, or all with HREFKIT_FULL=1.
#include <rapidjson/document.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/encoding.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

/// How many pages of a corpus are read. HREFKIT_FULL=1: all.
std::size_t sample_size() {
  char const* full = std::getenv("HREFKIT_FULL");
  return full != nullptr && std::string(full) == "1" ? 100'000 : 100;
}

/// What the law needs of a row.
struct Row {
  std::string file;
  std::string kind;
  std::string attribute;
  std::string raw;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::size_t line = 0;
};

Row parse_row(std::string const& line) {
  rapidjson::Document json;
  json.Parse(line.c_str());
  REQUIRE(json.IsObject());
  const auto text = [&](char const* key) {
    return std::string(json[key].GetString(), json[key].GetStringLength());
  };
  Row row;
  row.file = text("file");
  row.kind = text("kind");
  row.attribute = text("attribute");
  row.raw = text("raw");
  row.offset = json["offset"].GetUint64();
  row.length = json["length"].GetUint64();
  row.line = json["line"].GetUint64();
  return row;
}

/// What the DOM makes of the bytes of a value in that encoding.
std::string value_of(std::string const& bytes, text::Encoding encoding) {
  std::string value;
  html::decode_attribute_value(text::decode(bytes, encoding).text, value, nullptr);
  return value;
}

/// The law for one row: its bytes, decoded, are its raw text. The pages are in UTF-8 or, where
/// they declare nothing, read as windows-1252. CSS has escapes of its own.
bool is_raw_at_place(Row const& row, std::string const& file) {
  const std::string bytes = file.substr(row.offset, row.length);
  if (row.kind == "css" && bytes.find('\\') != std::string::npos) return true;
  return row.raw == value_of(bytes, text::Encoding::utf_8) ||
         row.raw == value_of(bytes, text::Encoding::windows_1252);
}

void check_page(std::vector<Row> const& rows, std::string const& file) {
  std::set<std::tuple<std::size_t, std::size_t, std::string>> places;
  const bool only_line_feeds = file.find('\r') == std::string::npos;
  std::size_t line = 1;
  std::size_t counted_to = 0;
  for (Row const& row : rows) {
    INFO(row.file << ":" << row.line << ": " << row.raw);
    REQUIRE(row.offset + row.length <= file.size());
    CHECK(row.offset >= counted_to);  // source order
    if (!is_raw_at_place(row, file)) FAIL_CHECK("other text stands at its place");
    if (!places.emplace(row.offset, row.length, row.attribute).second) FAIL_CHECK("twice");
    if (!only_line_feeds || row.offset < counted_to) continue;
    const char* begin = file.data();
    line += static_cast<std::size_t>(std::count(begin + counted_to, begin + row.offset, '\n'));
    counted_to = row.offset;
    if (row.line != line) FAIL_CHECK("in line " << line);
  }
}

TEST_CASE("every link of real pages stands where it is said to, once", "[corpora]") {
  for (std::string const& corpus : corpora()) {
    CAPTURE(corpus);
    std::string list;
    for (CorpusPage const& page : corpus_pages(corpus, sample_size())) list += page.path + "\n";
    REQUIRE_FALSE(list.empty());
    const CliResult result =
        run_cli({"resolve", "--format", "jsonl", "--site-url", "https://docs.example/", "--root",
                 corpus, "--files-from", "-"},
                {.in = list});
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
    std::map<std::string, std::vector<Row>> files;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
      Row row = parse_row(line);
      files[row.file].push_back(std::move(row));
    }
    CHECK(files.size() > 10);
    for (auto const& [file, rows] : files) check_page(rows, file_bytes(file));
  }
}

}  // namespace

}  // namespace hrefkit::test
