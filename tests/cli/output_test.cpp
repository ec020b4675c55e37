// What -o replaces, and what it leaves alone: only a process of its own shows it.
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

constexpr char const* link = "<a href=http://b.example/>";
constexpr char const* row = "a.html:1:9: a[href] http://b.example/ -> http://b.example/\n";

bool has_temporary_files() {
  for (fs::directory_entry const& entry : fs::directory_iterator(".")) {
    if (entry.path().filename().native().starts_with(".hrefkit-")) return true;
  }
  return false;
}

TEST_CASE("an output that is an input by another name is refused", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  folder.write("site/b.html", link);
  folder.write("list", "a.html\n");
  folder.write(".hrefkit.toml", "jobs = 1\n");
  folder.write("other.toml", "jobs = 1\n");
  folder.write("lines", "{\"input\":\"x:\"}\n");
  fs::create_hard_link("a.html", "hard");
  fs::create_symlink("a.html", "soft");
  fs::create_hard_link("site/b.html", "page");
  fs::create_hard_link("list", "list2");
  fs::create_symlink("other.toml", "toml");
  for (char const* arguments :
       {"resolve a.html -o hard", "resolve a.html -o soft", "resolve soft -o hard",
        "resolve - -o a.html < a.html", "resolve - -o hard < a.html", "resolve site -o page",
        "resolve -j2 site -o page", "base site -o page", "resolve --files-from list -o list2",
        "resolve --files-from - -o list2 < list", "resolve --files-from list -o hard",
        "resolve a.html -o .hrefkit.toml", "resolve --config other.toml a.html -o toml",
        "effects a.html --remove-base -o hard", "url --batch -o lines < lines",
        "effects --set-base x -o soft - < a.html"}) {
    CAPTURE(arguments);
    CHECK(shell("\"$HREFKIT\" " + std::string(arguments) + " 2> err > out") == 2);
    CHECK_THAT(folder.read("err"), Catch::StartsWith("hrefkit: error: --output: '"));
    CHECK(folder.read("out") == "");
    CHECK(folder.read("a.html") == link);
    CHECK(folder.read("site/b.html") == link);
    CHECK(folder.read("list") == "a.html\n");
    CHECK(folder.read(".hrefkit.toml") == "jobs = 1\n");
    CHECK(folder.read("other.toml") == "jobs = 1\n");
    CHECK_FALSE(has_temporary_files());
  }
}

TEST_CASE("a link is followed, and the file behind it is replaced with its mode", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  folder.write("sub/target", "old");
  fs::permissions("sub/target", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("sub/target", "link");
  fs::create_symlink("sub/new", "dangling");
  CHECK(shell("\"$HREFKIT\" resolve a.html -o link") == 0);
  CHECK(fs::is_symlink("link"));
  CHECK(folder.read("sub/target") == row);
  CHECK(fs::status("sub/target").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(shell("umask 027; \"$HREFKIT\" resolve a.html -o dangling") == 0);
  CHECK(fs::is_symlink("dangling"));
  CHECK(folder.read("sub/new") == row);
  CHECK(fs::status("sub/new").permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
}

/// A clone in "clone", beside a folder "out" to which its links lead.
void write_clone(TemporaryFolder const& folder) {
  folder.write("clone/a.html", "<a href='gone.html'>");
  folder.write("clone/site/a.html", "<a href='gone.html'>");
  folder.write("clone/inner/kept", "");
  folder.write("out/old", "old");
  fs::create_directory("out/empty");
  fs::create_symlink("../out/old", "clone/file");
  fs::create_symlink("../out/new", "clone/dangling");
  fs::create_symlink(fs::absolute("out/old"), "clone/absolute");
  fs::create_symlink("chain2", "clone/chain");
  fs::create_symlink("inner/../file", "clone/chain2");
  fs::create_symlink("../out", "clone/folder");
  fs::create_symlink("../out/empty", "clone/empty");
  fs::create_symlink("../../out", "clone/inner/deep");
  fs::create_symlink("inner", "clone/own");
  fs::create_symlink("inner/fresh", "clone/inside");
  fs::create_symlink("../clone/inner/again", "clone/back");
  fs::create_symlink("clone", "alias");
}

constexpr char const* in_clone = "cd clone && \"$HREFKIT\" ";

TEST_CASE("no link of the working folder leads an output out of it", "[output]") {
  const TemporaryFolder folder;
  write_clone(folder);
  folder.write("clone/a.warc", page_record("http://h.example/", "<a href=/x>"));
  for (char const* path : {"file", "dangling", "absolute", "chain", "folder/old", "folder/new",
                           "./inner/../file", "inner/deep/new", "own/deep/old", "folder/../new",
                           "folder/empty/../../new", "$PWD/file", "$PWD/../alias/folder/new"}) {
    CAPTURE(path);
    const std::string name(path);
    for (std::string const& arguments : {
             "resolve a.html -o " + name,
             "base a.html -o " + name,
             "effects a.html --remove-base -o " + name,
             "url http://h.example/ -o " + name,
             "check site -o " + name,
             "check site --report html=" + name,
             "check site --report json=- -o fresh --report csv=" + name,
             "check site --update-baseline --baseline " + name,
             "check site --external check --cache " + name,
             "compare site site -o " + name,
             "archive a.warc -o " + name,
             "archive a.warc --extract " + name,
             "rewrite --to relative a.html -o " + name,
             "rewrite --to relative site -o " + name,
         }) {
      CAPTURE(arguments);
      CHECK(shell(in_clone + arguments + " > ../stdout 2> ../err") == 2);
      CHECK_THAT(folder.read("err"), Catch::Contains("leads out of the working folder, to '"));
      CHECK(folder.read("stdout") == "");
      CHECK(folder.read("out/old") == "old");
      CHECK_FALSE(fs::exists("clone/fresh"));
      CHECK_FALSE(fs::exists("new"));
      CHECK(fs::is_empty("out/empty"));
      CHECK(std::distance(fs::directory_iterator("out"), fs::directory_iterator()) == 2);
    }
  }
  CHECK(shell(std::string(in_clone) + "archive a.warc --extract empty 2> ../err") == 2);
  CHECK(fs::is_empty("out/empty"));
  CHECK(shell(std::string(in_clone) + "resolve a.html -o folder/new 2> ../err") == 2);
  CHECK_THAT(
      folder.read("err"),
      Catch::StartsWith("hrefkit: error: --output: 'folder/new' passes through the link "
                        "'folder', which leads out of the working folder, to '" +
                        fs::canonical("out").native() + "/new': --follow-outside allows that\n"));
  CHECK(shell(std::string(in_clone) + "check site --report csv=file 2> ../err") == 2);
  CHECK_THAT(
      folder.read("err"),
      Catch::StartsWith("hrefkit: error: --report: 'file' leads out of the working folder, "
                        "to '" +
                        fs::canonical("out/old").native() + "': --follow-outside allows that\n"));
}

TEST_CASE("no input that a link takes out of the working folder is replaced in place", "[output]") {
  const TemporaryFolder folder;
  folder.write("out/a.html", "<a href=/x>");
  folder.write("clone/inner/a.html", "<a href=/x>");
  folder.write("clone/list", "page.html\n");
  fs::create_symlink("../out/a.html", "clone/page.html");
  fs::create_symlink("../out", "clone/site");
  fs::create_symlink("inner/a.html", "clone/own.html");
  const std::string rewrite = std::string(in_clone) +
                              "rewrite -q --in-place --backup .old --to absolute --site-url "
                              "https://h.example/ ";
  for (char const* input :
       {"page.html", "site", "site/a.html", "own.html page.html", "--files-from list"}) {
    CAPTURE(input);
    CHECK(shell(rewrite + input + " 2> ../err") == 2);
    CHECK_THAT(folder.read("err"), Catch::StartsWith("hrefkit: error: --in-place: '"));
    CHECK(folder.read("out/a.html") == "<a href=/x>");
    CHECK(folder.read("clone/inner/a.html") == "<a href=/x>");
    CHECK_FALSE(fs::exists("out/a.html.old"));
  }
  for (char const* input : {"own.html", "--follow-outside page.html", "../out"}) {
    CAPTURE(input);
    CHECK(shell(rewrite + input) == 0);
    fs::remove("out/a.html.old");
    folder.write("out/a.html", "<a href=/x>");
  }
  CHECK(folder.read("clone/inner/a.html") == "<a href=https://h.example/x>");
}

TEST_CASE("links within the folder, and paths out of it, may be outputs", "[output]") {
  const TemporaryFolder folder;
  write_clone(folder);
  fs::create_directory("clone/sub");
  for (auto const& [path, file] : {std::pair{"own/fresh", "clone/inner/fresh"},
                                   {"inside", "clone/inner/fresh"},
                                   {"back", "clone/inner/again"},
                                   {"../out/new", "out/new"},
                                   {"\"$PWD/../out/new\"", "out/new"},
                                   {"\"$PWD/fresh\"", "clone/fresh"},
                                   {"../alias/fresh", "clone/fresh"},
                                   {"sub/../fresh", "clone/fresh"},
                                   {"/dev/stdout > ../out/new", "out/new"},
                                   {"/dev/null; : > fresh", "clone/fresh"}}) {
    CAPTURE(path);
    CHECK(shell(std::string(in_clone) + "resolve -q a.html -o " + path) == 0);
    CHECK(fs::is_regular_file(file));
    fs::remove(file);
  }
  CHECK(shell(std::string(in_clone) + "resolve -q --follow-outside a.html -o file") == 0);
  CHECK(folder.read("out/old") != "old");
  CHECK(shell(std::string(in_clone) + "rewrite -q --to relative --follow-outside site -o folder") ==
        0);
  CHECK(fs::exists("out/a.html"));
  // The working folder may be reached by a link.
  CHECK(shell("cd alias && \"$HREFKIT\" resolve -q a.html -o fresh") == 0);
  CHECK(fs::exists("clone/fresh"));
  CHECK(shell("cd alias && \"$HREFKIT\" resolve -q a.html -o \"$PWD/fresh\"") == 0);
  CHECK(shell("mkfifo clone/pipe; cat clone/pipe > piped & cd clone; \"$HREFKIT\" resolve -q "
              "a.html -o pipe; wait") == 0);
  CHECK(folder.read("piped") != "");
}

TEST_CASE("devices, pipes and the standard streams are written straight", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  CHECK(shell("\"$HREFKIT\" resolve a.html -o /dev/null") == 0);
  CHECK(shell("\"$HREFKIT\" resolve a.html -o /dev/stdout > out") == 0);
  CHECK(folder.read("out") == row);
  CHECK(shell("echo before > out; \"$HREFKIT\" resolve a.html -o /dev/stdout >> out") == 0);
  CHECK(folder.read("out") == "before\n" + std::string(row));
  CHECK(shell("\"$HREFKIT\" resolve a.html -o /dev/stdout | cat > out") == 0);
  CHECK(folder.read("out") == row);
  CHECK(shell("mkfifo pipe; cat pipe > out & \"$HREFKIT\" resolve a.html -o pipe; wait") == 0);
  CHECK(folder.read("out") == row);
  CHECK(fs::is_fifo("pipe"));
}

TEST_CASE("when the output fails, the old file stands", "[output]") {
  const TemporaryFolder folder;
  std::string large;
  for (int i = 0; i < 20'000; ++i) large += link;
  folder.write("large.html", large);
  folder.write("out", "old");
  // The limit is in units of 512 or 1024 bytes.
  CHECK(shell("ulimit -f 100; \"$HREFKIT\" resolve large.html -o out 2> err") == 2);
  CHECK(folder.read("err") == "hrefkit: error: out: cannot write: File too large\n");
  CHECK(folder.read("out") == "old");
  CHECK_FALSE(has_temporary_files());
  CHECK(shell("ulimit -f 100; \"$HREFKIT\" resolve large.html > big 2> err") == 2);
  CHECK(folder.read("err") == "hrefkit: error: standard output: cannot write: File too large\n");
  CHECK(shell("\"$HREFKIT\" resolve large.html -o no/folder 2> err") == 2);
  CHECK(folder.read("err") ==
        "hrefkit: error: no/folder: cannot write: No such file or directory\n");
}

struct OutputRun {
  std::string arguments;
  int exit_code;
};

TEST_CASE("where no input was read, the old file stands", "[output]") {
  const TemporaryFolder folder;
  folder.write("pictures/a.html", std::string("\x89PNG\r\n\x1A\n\0", 9));
  folder.write("pictures/b.css", std::string("\0\0", 2));
  folder.write("a.html", link);
  folder.write("zero.warc", "");
  folder.write("page.warc", "<p>no archive</p>");
  folder.write("site/index.html", link);
  fs::create_directory("empty");
  folder.write("large/a.html", "");
  fs::resize_file("large/a.html", std::uintmax_t{1} << 32);  // cannot be read
  std::vector<std::string> runs{
      "effects --remove-base missing.html",
      "check empty",
      "check --format html empty",
      "check pictures",
      "check large",
      "check --root site missing.html",
      "archive --missing missing.warc",
      "archive --compress gzip missing.warc",
      "archive --format cdx --sort missing.warc",
      "archive missing.warc page.warc",
      "archive - < .",
      "archive --files-from zero.warc",  // an empty list
      "resolve --batch < .",
      "url --batch < .",
      "resolve - < .",
      "resolve --isolate missing.html",
      "resolve --unique missing.html",
      "resolve -j2 missing.html empty missing.css",
      "base --isolate missing.html",
  };
  for (char const* command : {"resolve", "base", "resolve --format json", "base --format csv"}) {
    for (char const* inputs :
         {"missing.html", "empty", "pictures", "missing", "pictures empty", "large"}) {
      runs.push_back(command + (' ' + std::string(inputs)));
    }
  }
  for (std::string const& run : runs) {
    CAPTURE(run);
    folder.write("out", "old");
    CHECK(shell("\"$HREFKIT\" " + run + " -o out 2> err") == 2);
    CHECK_THAT(folder.read("err"),
               Catch::Contains("hrefkit: error: out: not replaced: no input was read\n"));
    CHECK(folder.read("out") == "old");
    fs::remove("out");
    CHECK(shell("\"$HREFKIT\" -q " + run + " -o out 2> err") == 2);
    CHECK_THAT(folder.read("err"),
               Catch::Contains("hrefkit: error: out: not written: no input was read\n"));
    CHECK_FALSE(fs::exists("out"));
    CHECK_FALSE(has_temporary_files());
  }
}

TEST_CASE("one input that was read is enough to replace the output", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  folder.write("none.html", "<p>");
  folder.write("empty.html", "");
  folder.write("none.css", "p {}");
  folder.write("zero.warc", "");
  folder.write("none", "");
  folder.write("site/index.html", "<p>");
  folder.write("site/a.png", "");
  folder.write("redirects/_redirects", "/a /b\n");
  fs::copy_file(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz", "l.warc.gz");
  const std::vector<OutputRun> runs{
      {"resolve missing.html a.html", 2},
      {"resolve --unique a.html missing.html", 2},
      {"resolve none.html", 0},
      {"resolve empty.html", 0},
      {"resolve none.css", 0},
      {"resolve - < none", 0},
      {"resolve --isolate none.html", 0},
      {"base missing.html none.html", 2},
      {"base - < none", 0},
      {"effects --remove-base a.html", 0},
      // Standard input is the input, though it has no line.
      {"resolve --batch < none", 0},
      {"url --batch < none", 0},
      {"resolve --batch < a.html", 2},
      {"url --batch < a.html", 2},
      {"url nonsense", 1},
      {"archive zero.warc l.warc.gz missing.warc", 2},
      {"archive --kinds ping l.warc.gz", 0},
      // An archive may be empty, as a page may.
      {"archive zero.warc", 0},
      {"archive - < none", 0},
      {"archive missing.warc zero.warc", 2},
      {"check site", 0},
      {"check redirects", 1},
      // Lists of what has changed, with no page among it.
      {"check --allow-empty --root site --files-from none", 0},
      {"check --allow-empty --root site site/a.png", 0},
  };
  for (OutputRun const& run : runs) {
    CAPTURE(run.arguments);
    folder.write("out", "old");
    CHECK(shell("\"$HREFKIT\" " + run.arguments + " -o out 2> err") == run.exit_code);
    CHECK_THAT(folder.read("err"), !Catch::Contains("no input was read"));
    CHECK(folder.read("out") != "old");
    CHECK_FALSE(has_temporary_files());
  }
}

TEST_CASE("effects leaves the old file where it cannot make the change", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  folder.write("out", "old");
  for (char const* change : {"--move a --into missing.html", "--move p --into a.html"}) {
    CAPTURE(change);
    CHECK(shell("\"$HREFKIT\" effects a.html -o out " + std::string(change) + " 2> err") == 2);
    CHECK(folder.read("out") == "old");
    CHECK_FALSE(has_temporary_files());
  }
}

TEST_CASE("devices and pipes get what there is, though no input was read", "[output]") {
  const TemporaryFolder folder;
  CHECK(shell("\"$HREFKIT\" resolve missing --format json -o /dev/stdout > out 2> err") == 2);
  CHECK(folder.read("out") == "[]\n");
  CHECK_THAT(folder.read("err"), !Catch::Contains("no input was read"));
}

TEST_CASE("a check of nothing leaves the baseline as it is", "[output]") {
  const TemporaryFolder folder;
  fs::create_directory("empty");
  const std::string known =
      "{\"file\":\"a.html\",\"rule\":\"missing-file\",\"raw\":\"x\",\"count\":1}\n";
  folder.write("known", known);
  CHECK(shell("\"$HREFKIT\" check empty --baseline known --update-baseline 2> err") == 2);
  CHECK(folder.read("known") == known);
  CHECK_THAT(folder.read("err"),
             Catch::Contains("hrefkit: error: known: not replaced: no input was read\n"));
}

TEST_CASE("a signal leaves the old file and no temporary one", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  for (std::string const signal : {"INT", "TERM", "HUP", "ALRM", "USR1", "PROF", "SEGV"}) {
    if (test::is_sanitized && signal == "SEGV") continue;  // the sanitizer handles it
    CAPTURE(signal);
    folder.write("out", "old");
    // The program waits for its second input, the pipe, when the signal comes. Shells have programs
    // in the background ignore SIGINT, as if by nohup.
    CHECK(shell("rm -f pipe; mkfifo pipe; sleep 60 > pipe & holder=$!\n"
                "env --default-signal=INT \"$HREFKIT\" resolve a.html pipe -o out & program=$!\n"
                "while ! ls .hrefkit-* > names 2> /dev/null; do sleep 0.05; done\n"
                "kill -" +
                signal +
                " $program; wait $program 2> /dev/null; code=$?\n"
                "kill $holder; wait $holder 2> /dev/null; test $code -gt 128") == 0);
    CHECK(folder.read("out") == "old");
    CHECK_FALSE(has_temporary_files());
  }
}

TEST_CASE("the next run removes the temporary file of a run that was killed", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  const auto start = [](std::string const& output, std::string const& then) {
    return shell(
        "rm -f pipe; mkfifo pipe; sleep 60 > pipe & holder=$!\n"
        "\"$HREFKIT\" resolve a.html pipe -o " +
        output +
        " & program=$!\n"
        "while ! ls .hrefkit-* > names 2> /dev/null; do sleep 0.05; done\n" +
        then +
        "kill -KILL $program; wait $program 2> /dev/null\n"
        "kill $holder; wait $holder 2> /dev/null; true");
  };
  // Another run with the same output leaves alone what is being written.
  CHECK(start("out", "\"$HREFKIT\" resolve a.html -o out; ls .hrefkit-* > names\n") == 0);
  CHECK_FALSE(folder.read("names").empty());
  CHECK(folder.read("out") == row);
  CHECK(has_temporary_files());
  CHECK(shell("\"$HREFKIT\" resolve a.html -o other") == 0);
  CHECK(has_temporary_files());
  CHECK(shell("\"$HREFKIT\" resolve a.html -o ./out") == 0);
  CHECK_FALSE(has_temporary_files());
  CHECK(folder.read("out") == row);
}

TEST_CASE("closed standard streams do not become the output", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  CHECK(shell("\"$HREFKIT\" resolve missing a.html -o out 2>&-") == 2);
  CHECK(folder.read("out") == row);
  CHECK(shell("\"$HREFKIT\" resolve missing a.html -o out <&- >&- 2>&-") == 2);
  CHECK(folder.read("out") == row);
  CHECK(shell("\"$HREFKIT\" resolve a.html >&- 2> err") == 2);
  CHECK(folder.read("err") ==
        "hrefkit: error: standard output: cannot write: Bad file descriptor\n");
  CHECK(shell("\"$HREFKIT\" resolve -q - <&- 2> err") == 2);
  CHECK(folder.read("err") == "hrefkit: -: error: Bad file descriptor\n");
}

TEST_CASE("a working folder that was removed is not the end", "[output]") {
  const TemporaryFolder folder;
  folder.write("a.html", link);
  const std::string gone = "mkdir gone && cd gone && rmdir ../gone && ";
  CHECK(shell(gone + "\"$HREFKIT\" resolve " + folder.path() + "/a.html > ../out") == 0);
  CHECK(folder.read("out") == folder.path() + "/" + row);
  CHECK(shell(gone + "\"$HREFKIT\" resolve -q a.html 2> ../err") == 2);
  CHECK(folder.read("err") == "hrefkit: a.html: error: No such file or directory\n");
  CHECK(shell(gone + "\"$HREFKIT\" resolve " + folder.path() + " -o x.html 2> ../err") == 2);
  CHECK_THAT(folder.read("err"), Catch::StartsWith("hrefkit: error: "));
}

TEST_CASE("threads that the system refuses are done without", "[output]") {
  if (::geteuid() != 0 || std::system("command -v setpriv prlimit > /dev/null") != 0) {
    WARN("SKIPPED: needs root, setpriv and prlimit");
    return;
  }
  const TemporaryFolder folder;
  for (int i = 0; i < 20; ++i) folder.write("s/" + std::to_string(i) + ".html", link);
  CHECK(shell("chmod -R a+rX . && cp \"$HREFKIT\" ./hrefkit && chmod a+rx hrefkit && "
              "./hrefkit resolve s > wanted && "
              "ASAN_OPTIONS=detect_leaks=0 "  // the leak check needs a thread of its own
              "setpriv --reuid=54321 --regid=54321 --clear-groups prlimit --nproc=1 "
              "./hrefkit resolve -j 8 s > got && cmp wanted got") == 0);
}

}  // namespace

}  // namespace hrefkit::test
