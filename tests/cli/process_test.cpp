// The program itself, where only a process of its own shows what happens.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "cli/cli_run.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A page whose links fill any pipe many times over.
void write_large_page(TemporaryFolder const& folder) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<a href=http://b.example/" + std::to_string(i) + ">";
  folder.write("s/1.html", page);
  folder.write("s/2.html", page);
}

TEST_CASE("a reader that goes away ends the run in order", "[process]") {
  const TemporaryFolder folder;
  write_large_page(folder);
  for (char const* options : {"-j1", "-j2", "--format=json", "--unique"}) {
    CAPTURE(options);
    shell("{ \"$HREFKIT\" resolve " + std::string(options) +
          " s 2> err; echo $? > status; } | head -c 10 > head");
    CHECK(folder.read("status") == "0\n");
    CHECK(folder.read("err") == "");
    CHECK(folder.read("head").size() == 10);
  }
}

TEST_CASE("no row is lost or doubled when messages come between", "[process]") {
  const TemporaryFolder folder;
  std::string links;
  for (int i = 0; i < 5; ++i) links += "<a href=http://b.example/a/longer/path/>\n";
  for (int i = 0; i < 120; ++i) folder.write("m/" + std::to_string(i) + ".html", links);
  for (int i = 0; i < 120; ++i) {
    std::filesystem::create_directory_symlink(".", "m/" + std::to_string(i) + "-loop");
  }
  folder.write("rounds", R"("$HREFKIT" "$1" -j 1 m > one 2> /dev/null
for round in $(seq "$2"); do
  "$HREFKIT" "$1" -j $((round % 4 + 2)) m > several 2> /dev/null
  cmp -s one several || echo "$round differs" >> differences
done
wc -l < one > lines
)");
  folder.write("differences", "");
  for (char const* command : {"resolve", "base"}) {
    shell("sh rounds " + std::string(command) + (test::is_sanitized ? " 40" : " 80"));
    CHECK(folder.read("lines") == (command == std::string("base") ? "360\n" : "600\n"));
    CHECK(folder.read("differences") == "");
  }
}

TEST_CASE("standard output that cannot be written is an error", "[process]") {
  const TemporaryFolder folder;
  write_large_page(folder);
  folder.write("small.html", "<a href=x>");
  for (char const* arguments :
       {"resolve s", "resolve small.html", "--version", "--help", "effects --help"}) {
    CAPTURE(arguments);
    shell("\"$HREFKIT\" " + std::string(arguments) + " > /dev/full 2> err; echo $? > status");
    CHECK(folder.read("status") == "2\n");
    CHECK(folder.read("err") ==
          "hrefkit: error: standard output: cannot write: No space left on device\n");
  }
}

TEST_CASE("standard input that cannot be read is an error", "[process]") {
  const TemporaryFolder folder;
  shell("\"$HREFKIT\" resolve -q - < . 2> err; echo $? > status");
  CHECK(folder.read("status") == "2\n");
  CHECK(folder.read("err") == "hrefkit: -: error: Is a directory\n");
  shell("\"$HREFKIT\" resolve --files-from - < . 2> err; echo $? > status");
  CHECK(folder.read("status") == "2\n");
  CHECK(folder.read("err").starts_with("hrefkit: error: --files-from: -: Is a directory\n"));
}

TEST_CASE("a named pipe is an input like any other", "[process]") {
  const TemporaryFolder folder;
  shell(
      "mkfifo pipe && { printf '<a href=http://b.example/>' > pipe & } && "
      "\"$HREFKIT\" resolve pipe > out; echo $? > status");
  CHECK(folder.read("status") == "0\n");
  CHECK(folder.read("out") == "pipe:1:9: a[href] http://b.example/ -> http://b.example/\n");
}

TEST_CASE("url --batch answers a line before the next one comes", "[process]") {
  const TemporaryFolder folder;
  folder.write("talk", R"(mkfifo questions answers
"$HREFKIT" url --batch < questions > answers &
exec 3> questions 4< answers
for n in 1 2 3; do
  echo "{\"input\":\"x:$n\"}" >&3
  read -r answer <&4
  echo "$answer" | cut -c1-13 >> log
done
)");
  shell("timeout 60 sh talk");
  CHECK(folder.read("log") == "{\"href\":\"x:1\"\n{\"href\":\"x:2\"\n{\"href\":\"x:3\"\n");
}

TEST_CASE("url --batch ends in order when its reader goes away", "[process]") {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += "{\"input\":\"http://a.example/\"}\n";
  folder.write("lines", lines);
  shell("{ \"$HREFKIT\" url --batch < lines 2> err; echo $? > status; } | head -c 10 > head");
  CHECK(folder.read("status") == "0\n");
  CHECK(folder.read("err") == "");
  shell("\"$HREFKIT\" url --batch < . 2> err; echo $? > status");
  CHECK(folder.read("status") == "2\n");
  CHECK(folder.read("err") == "hrefkit: -: error: Is a directory\n");
}

TEST_CASE("the program writes no colours into a file", "[process]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/>");
  shell("\"$HREFKIT\" resolve -q a.html missing > out 2> err");
  CHECK(folder.read("out").find('\x1B') == std::string::npos);
  CHECK(folder.read("err") == "hrefkit: missing: error: No such file or directory\n");
}

}  // namespace

}  // namespace hrefkit::test
