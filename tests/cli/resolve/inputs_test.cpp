#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

TEST_CASE("inputs are processed in the order given, folders sorted", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"site/b.html", "site/a.htm", "site/sub/c.HTML", "z.html", "odd.txt"}) {
    folder.write(name, "<a href='http://b.example/'/>");
  }
  const std::string row = ":1:10: a[href] http://b.example/ -> http://b.example/\n";
  CHECK(run_cli({"resolve", "z.html", "site", "-", "odd.txt", "z.html"},
                {.in = "<a href='http://b.example/'>"}) ==
        CliResult{0,
                  "z.html" + row + "site/a.htm" + row + "site/b.html" + row + "site/sub/c.HTML" +
                      row + "-" + row + "odd.txt" + row + "z.html" + row,
                  "hrefkit: odd.txt: warning: its name does not tell its type, so it is read as "
                  "HTML; --ext EXT=TYPE or --content-type TYPE names the type\n"});
  folder.write("a.md", "[a](b.html)");
  CHECK_THAT(run_cli({"resolve", "a.md"}).err,
             Catch::Contains("a.md: warning: Markdown and other sources of pages are not read"));
  CHECK(run_cli({"resolve", "--ext", "txt=html", "odd.txt"}).err == "");
  CHECK(run_cli({"resolve", "--content-type", "text/html", "odd.txt"}).err == "");
}

TEST_CASE("--files-from adds the lines of a file, or of standard input", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"a.html", " spaced .html", "s/b.html", "c.html"}) {
    folder.write(name, "<a href='http://b.example/'>");
  }
  const std::string list = "s\r\n\n# c.html comes last\n \t\n spaced .html\nc.html";
  folder.write("list", list);
  const std::string row = ":1:10: a[href] http://b.example/ -> http://b.example/\n";
  const CliResult expected{
      0, "a.html" + row + "s/b.html" + row + " spaced .html" + row + "c.html" + row, ""};
  CHECK(run_cli({"resolve", "a.html", "--files-from", "list"}) == expected);
  CHECK(run_cli({"resolve", "a.html", "--files-from", "-"}, {.in = list}) == expected);
}

TEST_CASE("with -0 a NUL byte ends each name, without it none may come", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"#a.html", "line\nbreak.html", "c.html"}) {
    folder.write(name, "<a href='http://b.example/'>");
  }
  const std::string row = ":1:10: a[href] http://b.example/ -> http://b.example/\n";
  const CliInput names{.in = std::string("#a.html\0line\nbreak.html\0\0c.html", 32)};
  const CliResult expected{0, "#a.html" + row + "line\\nbreak.html" + row + "c.html" + row, ""};
  CHECK(run_cli({"resolve", "--files-from", "-", "-0"}, names) == expected);
  CHECK(run_cli({"resolve", "--files-from", "-", "--null"}, names) == expected);
  CHECK(run_cli({"resolve", "--files-from", "-"}, {.in = std::string("c.html\na\0b\n", 11)}).err ==
        "hrefkit: error: --files-from: -:2: holds a NUL byte; -0 is for lists in which a NUL byte "
        "ends each name\nRun 'hrefkit resolve --help' for more information.\n");
}

TEST_CASE("which files of a folder are read", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"s/a.html", "s/.b.html", "s/.git/x.html", "s/c.php", "s/d/e.html",
                           "s/d/f.svg", "s/LICENSE", "s/logo.png", "s/~$a.html"}) {
    folder.write(name, "<a xmlns='http://www.w3.org/1999/xhtml' href='http://b.example/'/>");
  }
  std::filesystem::create_symlink("nowhere", "s/z.html");
  const auto files = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"resolve", "-f", "csv", "-q", "s"});
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 0);
    std::string names;
    std::istringstream lines(result.out);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) names += line.substr(0, line.find(',')) + ' ';
    return names;
  };
  CHECK(files({}) == "s/a.html s/d/e.html s/d/f.svg ");
  CHECK(files({"--hidden"}) == "s/.b.html s/.git/x.html s/a.html s/d/e.html s/d/f.svg ");
  CHECK(files({"--ext", "php=text/html"}) == "s/a.html s/c.php s/d/e.html s/d/f.svg ");
  CHECK(files({"--ext", ".php=html", "--ext", "=html"}) ==
        "s/LICENSE s/a.html s/c.php s/d/e.html s/d/f.svg ");
  CHECK(files({"--include", "*.svg"}) == "s/d/f.svg ");
  CHECK(files({"--include", "d/**", "--exclude", "*.svg"}) == "s/d/e.html ");
  CHECK(files({"--exclude", "d/"}) == "s/a.html ");
  const CliResult all = run_cli({"resolve", "-f", "csv", "s"});
  CHECK(all.err ==
        "hrefkit: s/z.html: warning: is a link that leads to nothing; skipped\n"
        "hrefkit: s/~$a.html: warning: is an editor's lock file; skipped\n");
  CHECK(all.summary ==
        "3 links in 3 files; 5 files skipped (2 unknown type, 1 hidden, 1 lock file, 1 dangling "
        "link)");
  CHECK(run_cli({"resolve", "-v", "--encoding", "utf-8", "--exclude", "d", "s"}).err ==
        "hrefkit: s/.b.html: note: is hidden; skipped without --hidden\n"
        "hrefkit: s/.git/: note: is hidden; skipped without --hidden\n"
        "hrefkit: s/LICENSE: note: is of an unknown type; skipped without --ext\n"
        "hrefkit: s/c.php: note: is of an unknown type; skipped without --ext\n"
        "hrefkit: s/d/: note: is excluded by --exclude or --include; skipped\n"
        "hrefkit: s/z.html: warning: is a link that leads to nothing; skipped\n"
        "hrefkit: s/~$a.html: warning: is an editor's lock file; skipped\n");
  // What is not read may be written.
  CHECK(run_cli({"resolve", "s", "--exclude", "d", "-o", "s/d/out.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "s", "-o", "s/d/out2.html"}).exit_code == 2);
}

TEST_CASE("a name that begins with a dash stands after --", "[resolve][inputs]") {
  const TemporaryFolder folder;
  folder.write("-a.html", "<a href='http://b.example/'>");
  folder.write("resolve/a.html", "<a href='http://b.example/'>");
  CHECK(run_cli({"resolve", "--", "-a.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "./-a.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "resolve"}).exit_code == 0);  // a folder, though named like a command
}

/// Pages of very different length, some unreadable, with links of many shapes.
void write_site(TemporaryFolder const& folder) {
  for (int i = 0; i < 120; ++i) {
    std::string page = "<!doctype html><base href='d" + std::to_string(i % 7) + "/'>";
    const int links = i % 11 == 0 ? 500 : i % 5;
    for (int k = 0; k < links; ++k) {
      const std::string n = std::to_string(k);
      page += "<a href='../p" + n + ".html?q=\xC3\xBC#f'>x</a>\n<img srcset='i" + n + ".png 2x'>";
      if (k % 17 == 0) page += "<a href='http://[" + n + "'>";
    }
    folder.write("site/" + std::to_string(i % 9) + "/" + std::to_string(i) + ".html", page);
  }
  std::filesystem::create_symlink("nowhere", "site/3/dangling.html");
  std::filesystem::create_directory_symlink("..", "site/4/loop");
}

TEST_CASE("the output does not depend on -j", "[resolve][inputs]") {
  const TemporaryFolder folder;
  write_site(folder);
  for (char const* format : {"text", "json", "jsonl", "csv"}) {
    for (char const* unique : {"", "--unique"}) {
      CAPTURE(format, unique);
      std::vector<std::string> args{"resolve", "--format", format, "site", "gone", "-j", "1"};
      if (*unique != 0) args.insert(args.begin() + 1, unique);
      const CliResult one = run_cli(args);
      CHECK(one.exit_code == 2);
      CHECK(one.out.size() > 50'000);
      for (char const* jobs : {"2", "5"}) {
        args.back() = jobs;
        const CliResult several = run_cli(args);
        CHECK(several.exit_code == one.exit_code);
        CHECK((several.out == one.out));  // without the text: it is long
        CHECK(several.err == one.err);
      }
    }
  }
}

/// A stream's buffer that notes whether two threads use it at the same time.
class GuardedBuffer : public std::stringbuf {
 public:
  bool was_shared() const { return shared_; }

 protected:
  std::streamsize xsputn(char const* text, std::streamsize size) override {
    const Use use(*this);
    return std::stringbuf::xsputn(text, size);
  }
  int sync() override {
    const Use use(*this);
    return std::stringbuf::sync();
  }

 private:
  struct Use {
    explicit Use(GuardedBuffer& used) : buffer(used) {
      if (buffer.used_.exchange(true)) buffer.shared_ = true;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    ~Use() { buffer.used_ = false; }
    GuardedBuffer& buffer;
  };
  std::atomic<bool> used_ = false;
  std::atomic<bool> shared_ = false;
};

TEST_CASE("messages flush standard output in the thread that writes to it", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (int i = 0; i < 120; ++i) {
    const std::string name = "m/" + std::to_string(i);
    folder.write(name + ".html", "<a href=http://a.example/>");
    std::filesystem::create_directory_symlink(".", name);
  }
  for (char const* command : {"resolve", "base"}) {
    for (int round = 0; round < 5; ++round) {
      GuardedBuffer out_buffer;
      std::istringstream in;
      std::ostream out(&out_buffer);
      std::ostringstream err;
      err.tie(&out);  // as standard error is tied to standard output
      CHECK(cli::run({command, "-j", "4", "m"}, in, out, err) == 0);
      CHECK_FALSE(out_buffer.was_shared());
    }
  }
}

TEST_CASE("links out of a folder are followed on request", "[resolve][inputs]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=http://a.example/>");
  folder.write("out/b.html", "<a href=http://b.example/>");
  std::filesystem::create_directory_symlink("../out", "s/z");
  const std::string row = "s/a.html:1:9: a[href] http://a.example/ -> http://a.example/\n";
  CHECK(run_cli({"resolve", "s"}) ==
        CliResult{0, row,
                  "hrefkit: s/z/: warning: leads out of the folder; not read without "
                  "--follow-outside\n"});
  CHECK(run_cli({"resolve", "--follow-outside", "s"}) ==
        CliResult{0, row + "s/z/b.html:1:9: a[href] http://b.example/ -> http://b.example/\n", ""});
}

TEST_CASE("-j takes a count from 1 on", "[resolve][inputs]") {
  const TemporaryFolder folder;
  folder.write("a.html", "");
  for (char const* jobs : {"1", "2", "64"}) {
    CHECK(run_cli({"resolve", "-j", jobs, "a.html"}) == CliResult{0, "", ""});
  }
  for (char const* jobs : {"0", "-1", "x", "1.5", "", "1025", "99999999999999999999"}) {
    CAPTURE(jobs);
    const CliResult result = run_cli({"resolve", std::string("--jobs=") + jobs, "a.html"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("hrefkit: error: --jobs"));
  }
}

}  // namespace

}  // namespace hrefkit::test
