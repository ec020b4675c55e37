#include "hrefkit/cli/rewrite/unified_diff.h"

#include <catch2/catch.hpp>
#include <string>

using hrefkit::cli::append_diff;
using hrefkit::cli::diff_name;
using hrefkit::cli::Display;

namespace {

std::string diff(std::string const& before, std::string const& after) {
  std::string out;
  append_diff(out, before, after, {"a", "b"});
  return out;
}

}  // namespace

TEST_CASE("equal texts have no difference") {
  CHECK(diff("", "").empty());
  CHECK(diff("x\ny", "x\ny").empty());
}

TEST_CASE("changes that stand near each other share a hunk") {
  CHECK(diff("1\n2\n3\n", "1\nb\n3\n") == "--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1\n-2\n+b\n 3\n");
  CHECK(diff("1\n2\n3\n4\n", "b\n2\n3\nc\n") ==
        "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-1\n+b\n 2\n 3\n-4\n+c\n");
}

TEST_CASE("lines that come and go are counted") {
  CHECK(diff("1\n2\n3\n", "1\n3\n") == "--- a\n+++ b\n@@ -1,3 +1,2 @@\n 1\n-2\n 3\n");
  CHECK(diff("1\n", "") == "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n");
  CHECK(diff("", "1\n") == "--- a\n+++ b\n@@ -0,0 +1 @@\n+1\n");
}

TEST_CASE("a missing newline at the end is said") {
  CHECK(diff("1", "2") ==
        "--- a\n+++ b\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n\\ No newline at end of "
        "file\n");
}

TEST_CASE("names are written as patch reads them") {
  const auto head = [](std::string const& name) {
    std::string out;
    append_diff(out, "1\n", "2\n", {name, "b"});
    return out.substr(0, out.find('\n'));
  };
  CHECK(head("a/\xC3\xA9.html") == "--- a/\xC3\xA9.html");
  CHECK(head("a/my page.html") == "--- a/my page.html\t");
  CHECK(head("a/t\ta\nb\x01\x7F.html") == "--- \"a/t\\ta\\nb\\001\\177.html\"");
  CHECK(head("a/q\"b\\ c") == "--- \"a/q\\\"b\\\\ c\"");
}

TEST_CASE("the names of a diff have no empty and no dot parts") {
  CHECK(diff_name("a", "p.html") == "a/p.html");
  CHECK(diff_name("a", "././s//p.html") == "a/s/p.html");
  CHECK(diff_name("b", "/s/./.p/..html") == "b/s/.p/..html");
  CHECK(diff_name("b", "../p") == "b/../p");
}

TEST_CASE("on a terminal, control characters are shown as escapes") {
  const std::string before = "a\tb\x1B[2J\n";
  const std::string after = "a\tb\xE2\x80\xAE\r\n";
  std::string out;
  append_diff(out, before, after, {"a", "b", false, Display::terminal});
  CHECK(out == "--- a\n+++ b\n@@ -1 +1 @@\n-a\tb\\x1B[2J\n+a\tb\\u202E\\r\n");
  CHECK(diff(before, after) == "--- a\n+++ b\n@@ -1 +1 @@\n-" + before + "+" + after);
}
