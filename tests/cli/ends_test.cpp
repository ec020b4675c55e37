// How check, rewrite and archive end when the system refuses something: with an exit code and a
// message, never with a signal, and with each file old or new.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

int run(std::string const& arguments) {
  CAPTURE(arguments);
  return shell("\"$HREFKIT\" " + arguments + " 2> err");
}

std::size_t temporary_files(std::string const& folder) {
  std::size_t count = 0;
  for (fs::directory_entry const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename().native().starts_with(".hrefkit-")) ++count;
  }
  return count;
}

/// One command, and how it ends when all goes well.
struct Command {
  std::string arguments;
  int code;
};

const std::string absolute = "rewrite --site-url https://h.example/ --to absolute ";

/// Commands that print much.
std::vector<Command> printing() {
  std::vector<Command> commands;
  for (char const* format :
       {"text", "json", "jsonl", "csv", "sarif", "junit", "github", "markdown", "html"}) {
    commands.push_back({"check s --format " + std::string(format), 1});
  }
  for (char const* options : {"jsonl", "pages", "wat", "cdxj", "cdx", "edges --sort"}) {
    commands.push_back(
        {"archive l.warc.gz l.warc.gz l.warc.gz --format " + std::string(options), 0});
  }
  commands.push_back({absolute + "s/p0.html", 0});
  commands.push_back({absolute + "--diff s", 0});
  commands.push_back({absolute + "--dry-run --format jsonl s", 0});
  return commands;
}

std::string page(int number) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "<a href=p" + std::to_string(number) + "-" + std::to_string(i) + ".html>x</a>\n";
  }
  return text;
}

constexpr int pages = 20;

void write_inputs(TemporaryFolder const& folder) {
  for (int i = 0; i < pages; ++i) folder.write("s/p" + std::to_string(i) + ".html", page(i));
  fs::copy_file(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz", "l.warc.gz");
}

bool all_pages_are_old(TemporaryFolder const& folder) {
  for (int i = 0; i < pages; ++i) {
    if (folder.read("s/p" + std::to_string(i) + ".html") != page(i)) return false;
  }
  return true;
}

TEST_CASE("a full disk is an error of every command", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  for (Command const& command : printing()) {
    CAPTURE(command.arguments);
    CHECK(run(command.arguments + " > /dev/full") == 2);
    CHECK_THAT(folder.read("err"),
               Catch::Contains(
                   "hrefkit: error: standard output: cannot write: No space left on device\n"));
  }
}

TEST_CASE("closed and full streams for messages change no exit code", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  for (Command const& command : printing()) {
    CAPTURE(command.arguments);
    CHECK(shell("\"$HREFKIT\" " + command.arguments + " > out <&- 2>&-") == command.code);
    CHECK(shell("\"$HREFKIT\" " + command.arguments + " > got 2> /dev/full") == command.code);
    CHECK(folder.read("out") == folder.read("got"));
    CHECK(run(command.arguments + " >&-") == 2);
    CHECK_THAT(folder.read("err"), Catch::Contains("standard output: cannot write: Bad file"));
  }
  CHECK(run("archive - <&- > out") == 2);
  CHECK(run("archive - < . > out") == 2);
  CHECK(run(absolute + "--url https://h.example/a - <&- > out") == 2);
  CHECK(run("check --root s --files-from - <&- > out") == 2);
}

TEST_CASE("a limit for the size of files leaves the old files", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  folder.write("report", "old");
  const std::string limit = "ulimit -f 2; \"$HREFKIT\" ";  // in units of 512 or 1024 bytes
  for (Command const& command : printing()) {
    if (command.arguments.starts_with("rewrite") || command.arguments.ends_with("--sort")) continue;
    CAPTURE(command.arguments);
    CHECK(shell(limit + command.arguments + " -o report 2> err") == 2);
    CHECK(folder.read("report") == "old");
  }
  CHECK(shell(limit + absolute + "--in-place s 2> err") == 2);
  CHECK(all_pages_are_old(folder));
  CHECK(shell(limit + absolute + "-o new s 2> err") == 2);
  CHECK(fs::is_empty("new"));
  CHECK(temporary_files(".") == 0);
}

TEST_CASE("a disk that fills up leaves the old pages", "[ends]") {
  const TemporaryFolder folder;
  fs::create_directory("disk");
  if (::geteuid() != 0 || std::system("mount -t tmpfs -o size=96k none disk 2> err") != 0) {
    WARN("SKIPPED: no small disk can be made here");
    return;
  }
  fs::create_directory("disk/s");
  for (int i = 0; i < pages; ++i) folder.write("disk/s/p" + std::to_string(i) + ".html", page(i));
  REQUIRE(run(absolute + "-o new disk/s") == 0);
  const int code = run(absolute + "--in-place disk/s");
  std::size_t half = 0;
  for (int i = 0; i < pages; ++i) {
    const std::string name = "p" + std::to_string(i) + ".html";
    const std::string now = folder.read("disk/s/" + name);
    if (now != page(i) && now != folder.read("new/" + name)) ++half;
  }
  const std::size_t left = temporary_files("disk");
  CHECK(std::system("umount disk") == 0);
  CHECK(code == 2);
  CHECK(half == 0);
  CHECK(left == 0);
}

TEST_CASE("a working folder that is gone matters to relative paths only", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  const std::string gone = "mkdir gone && cd gone && rmdir ../gone && \"$HREFKIT\" ";
  const std::string here = folder.path() + "/";
  CHECK(shell(gone + "check " + here + "s > ../out 2> ../err") == 1);
  CHECK(shell(gone + absolute + here + "s/p0.html > ../out 2> ../err") == 0);
  CHECK(shell(gone + "archive " + here + "l.warc.gz > ../out 2> ../err") == 0);
  for (std::string const& arguments :
       {std::string("check ."), absolute + ".", absolute + "--in-place .",
        absolute + here + "s -o new", std::string("archive l.warc.gz"),
        "check " + here + "s -o report"}) {
    CAPTURE(arguments);
    CHECK(shell(gone + arguments + " > ../out 2> ../err") == 2);
    CHECK_THAT(folder.read("err"), Catch::Contains("error: "));
  }
  CHECK(all_pages_are_old(folder));
}

TEST_CASE("refused threads change no answer", "[ends]") {
  if (::geteuid() != 0 || std::system("command -v setpriv prlimit > /dev/null") != 0) {
    WARN("SKIPPED: needs root, setpriv and prlimit");
    return;
  }
  const TemporaryFolder folder;
  write_inputs(folder);
  REQUIRE(shell("cp \"$HREFKIT\" ./hrefkit && chmod -R a+rwX . && chmod a+rx hrefkit") == 0);
  const std::string alone =
      "ASAN_OPTIONS=detect_leaks=0 "  // the leak check needs a thread of its own
      "setpriv --reuid=54321 --regid=54321 --clear-groups prlimit --nproc=1 ./hrefkit ";
  for (Command const& command : printing()) {
    CAPTURE(command.arguments);
    CHECK(shell("./hrefkit " + command.arguments + " > wanted 2> err") == command.code);
    CHECK(shell(alone + command.arguments + " -j 8 > got 2> err") == command.code);
    CHECK(folder.read("got") == folder.read("wanted"));
  }
  CHECK(shell("./hrefkit " + absolute + "s -o wanted-folder 2> err") == 0);
  CHECK(shell("chown -R 54321:54321 s && " + alone + absolute + "-j 8 --in-place s 2> err") == 0);
  CHECK(shell("diff -r wanted-folder s > differences") == 0);
}

TEST_CASE("a signal that comes twice leaves no temporary file", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  folder.write("rounds", R"(for round in $(seq 60); do
  env --default-signal=INT "$HREFKIT" check s s s s s s s s -j 4 -o report 2> /dev/null & program=$!
  while kill -0 $program 2> /dev/null && ! ls .hrefkit-* > /dev/null 2>&1; do :; done
  kill -INT $program 2> /dev/null; kill -INT $program 2> /dev/null
  wait $program 2> /dev/null
done
)");
  shell("sh rounds");
  CHECK(temporary_files(".") == 0);
}

TEST_CASE("a signal leaves the old report", "[ends]") {
  const TemporaryFolder folder;
  write_inputs(folder);
  // The program waits for the pipe when the signal comes. Shells have programs in the background
  // ignore SIGINT, as if by nohup.
  for (char const* arguments : {"check s --baseline pipe", "archive l.warc.gz pipe"}) {
    for (char const* signal : {"INT", "TERM", "HUP"}) {
      CAPTURE(arguments, signal);
      folder.write("report", "old");
      CHECK(shell("rm -f pipe; mkfifo pipe; sleep 60 > pipe & holder=$!\n"
                  "env --default-signal=INT \"$HREFKIT\" " +
                  std::string(arguments) +
                  " -o report & program=$!\n"
                  "while ! ls .hrefkit-* > names 2> /dev/null; do sleep 0.05; done\n"
                  "kill -" +
                  std::string(signal) +
                  " $program; wait $program 2> /dev/null; code=$?\n"
                  "kill $holder; wait $holder 2> /dev/null; test $code -gt 128") == 0);
      CHECK(folder.read("report") == "old");
      CHECK(temporary_files(".") == 0);
    }
  }
}

}  // namespace

}  // namespace hrefkit::test
