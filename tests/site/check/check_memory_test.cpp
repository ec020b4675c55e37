// A check with the memory of the last one gives what a check without it gives.
#include "hrefkit/site/check/check_state.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "hrefkit/site/file.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

struct Result {
  std::string rows;
  CheckSummary summary;
};

Result run(CheckMemory* memory, CheckOptions const& options = {}) {
  const auto site = Site::read({.root = "."});
  REQUIRE(site);
  Result result;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    result.rows += std::string(finding.file) + ":" + std::to_string(finding.line) + " " +
                   std::string(name(finding.rule)) + " " + std::string(finding.message) + "\n";
    return true;
  }};
  result.summary =
      memory == nullptr ? check(*site, options, sink) : check(*site, options, sink, *memory);
  return result;
}

/// Checks twice with the memory and once without.
void compare(CheckMemory& memory) {
  const Result plain = run(nullptr);
  for (int i = 0; i < 2; ++i) {
    const Result remembered = run(&memory);
    CHECK(remembered.rows == plain.rows);
    CHECK(remembered.summary.links == plain.summary.links);
    CHECK(remembered.summary.fine == plain.summary.fine);
    CHECK(remembered.summary.found == plain.summary.found);
    CHECK(remembered.summary.errors == plain.summary.errors);
  }
}

void write_site(test::TemporaryFolder const& folder) {
  folder.write("a.html", "<p id=x><p id=x><a href=b.html#y>y</a> <a href=b.html#z>z</a>");
  folder.write("b.html", "<p id=y><a href=a.html#x>x</a> <a href=gone.html>gone</a>");
  folder.write("c.html", "<a href=#no>no</a><img usemap=#m><map name=n></map><a href=/old>x</a>");
  folder.write("_redirects", "/old /a.html\n");
}

}  // namespace

TEST_CASE("a page that changes is looked at again, and so is what depends on it") {
  const test::TemporaryFolder folder;
  write_site(folder);
  CheckMemory memory;
  compare(memory);
  folder.write("b.html", "<p id=z><a href=a.html#nowhere>x</a>");
  compare(memory);
  folder.write("a.html", "<p id=nowhere>");
  compare(memory);
  folder.write("c.html", "");
  compare(memory);
}

TEST_CASE("files that come or go change what other pages' links mean") {
  const test::TemporaryFolder folder;
  write_site(folder);
  CheckMemory memory;
  compare(memory);
  folder.write("gone.html", "");
  compare(memory);
  std::filesystem::remove("a.html");
  compare(memory);
  folder.write("_redirects", "/old /nowhere.html\n");
  compare(memory);
}

TEST_CASE("only pages that have changed are read") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<a href=b.html>b</a>");
  folder.write("b.html", "");
  CheckMemory memory;
  run(&memory);
  const auto time = std::filesystem::last_write_time("a.html");
  const std::uint64_t stamp = file_stamp("./a.html");
  CHECK(memory.state().find(0, stamp) != nullptr);
  CHECK(memory.state().find(0, stamp + 2) == nullptr);
  CHECK(memory.state().find(0, 0) == nullptr);
  folder.write("a.html", "<a href=c.html>c</a>");
  std::filesystem::last_write_time("a.html", time);  // the same size and time
  CHECK(run(&memory).summary.errors == 1);
}

TEST_CASE("other options make the memory worthless") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<a href=b.html>b</a>");
  CheckMemory memory;
  memory.begin("one");
  CHECK(run(&memory).summary.found == 1);
  CheckOptions options;
  options.is_excluded = [](std::string_view) { return true; };
  memory.begin("two");
  CHECK(run(&memory, options).summary.found == 0);
}

TEST_CASE("a style sheet is read again when the encoding of its page changes") {
  const test::TemporaryFolder folder;
  const std::string rest = "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>";
  folder.write("a.css", "@import 'b.css'; a{b:url(\xE9.png)}");
  folder.write("b.css", "a{b:url(\xE9.png)}");
  folder.write("\xC3\xA9.png", "");
  folder.write("index.html", "<meta charset=windows-1252>" + rest);
  CheckMemory memory;
  compare(memory);
  CHECK(run(&memory).summary.found == 0);
  folder.write("index.html", "<meta charset=utf-8>" + rest);
  compare(memory);
  CHECK(run(&memory).summary.found == 2);
  folder.write("index.html", "<meta charset=windows-1251>" + rest + " ");
  compare(memory);
  CHECK(run(&memory).summary.found == 2);
}

}  // namespace hrefkit::site
