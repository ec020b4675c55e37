#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

// ESC, DEL, U+009B (CSI), U+202E (right-to-left override)
constexpr char const* hostile = "\x1B[31m\x7F\xC2\x9B\xE2\x80\xAE";

/// A page whose name and link are hostile.
void write_hostile(TemporaryFolder const& folder) {
  folder.write("\x1B]0;x\x07.html",
               "<meta charset=utf-8><a href='http://b.example/#" + std::string(hostile) + "'>");
}

CliResult resolve(char const* format, CliInput const& input) {
  const TemporaryFolder folder;
  write_hostile(folder);
  return run_cli({"resolve", "--format", format, "--color=never", "\x1B]0;x\x07.html"}, input);
}

bool is_safe(std::string const& text) {
  for (char const* unsafe : {"\x1B", "\x07", "\x7F", "\xC2\x9B", "\xE2\x80\xAE"}) {
    if (text.find(unsafe) != std::string::npos) return false;
  }
  return true;
}

TEST_CASE("text from input cannot steer a terminal", "[terminal]") {
  CHECK(resolve("text", {.out_is_terminal = true}).out ==
        R"(\x1B]0;x\x07.html
    1:30  a[href] http://b.example/#\x1B[31m\x7F\x9B\u202E -> )"
        "http://b.example/#%1B[31m%7F%C2%9B%E2%80%AE\n");
  for (char const* format : {"json", "jsonl", "csv"}) {
    CAPTURE(format);
    CHECK(is_safe(resolve(format, {.out_is_terminal = true}).out));
  }
  // In JSON the escapes are JSON's own: the text stays what it is.
  CHECK(resolve("jsonl", {.out_is_terminal = true})
            .out.find(R"("raw":"http://b.example/#\u001b[31m\u007f\u009b\u202e")") !=
        std::string::npos);
}

TEST_CASE("no format of a check steers a terminal", "[terminal]") {
  const TemporaryFolder folder;
  const std::string name = "\x1B]0;x\x07\x7F\xC2\x9B\xE2\x80\xAE";
  folder.write("site/" + name + ".html",
               "<meta charset=utf-8><a href='gone" + std::string(hostile) + "'>\xE2\x80\xAE");
  for (char const* format :
       {"text", "json", "jsonl", "csv", "sarif", "junit", "github", "markdown", "html"}) {
    CAPTURE(format);
    const std::vector<std::string> args{"check", "site", "-q", "--color=never", "--format", format};
    CHECK(is_safe(run_cli(args, {.out_is_terminal = true}).out));
  }
  // Programs get the names of files as they are.
  CHECK(run_cli({"check", "site", "-q", "--format", "github"}).out.find("file=site/" + name) !=
        std::string::npos);
  CHECK(run_cli({"check", "site", "-q", "--format", "json"}).out.find("\xE2\x80\xAE") !=
        std::string::npos);
}

TEST_CASE("no answer of a batch steers a terminal", "[terminal]") {
  const std::string text = "\x7F\xC2\x9B\xE2\x80\xAE";
  const std::string document = R"({"url":"http://h.example/","id":")" + text +
                               R"(","html":"<a href='/)" + text + R"('>"})" + "\n";
  const std::string url = R"({"input":"http://h.example/)" + text + R"(","standard":"rfc3986"})" +
                          "\n" + R"({"input":"x:)" + text + R"(","standard":"html5"})" + "\n";
  for (auto const& [command, lines] : {std::pair("resolve", document), {"url", url}}) {
    CAPTURE(command);
    const std::vector<std::string> args{command, "--batch", "-q"};
    const std::string shown = run_cli(args, {.in = lines, .out_is_terminal = true}).out;
    CHECK(is_safe(shown));
    CHECK(std::count(shown.begin(), shown.end(), '\n') ==
          std::count(lines.begin(), lines.end(), '\n'));
  }
  const std::string stream = run_cli({"resolve", "--batch", "-q"}, {.in = document}).out;
  CHECK(stream.find(text) != std::string::npos);
  CHECK(run_cli({"resolve", "--batch", "-q"}, {.in = document, .out_is_terminal = true})
            .out.find(R"("raw":"/\u007f\u009b\u202e")") != std::string::npos);
}

TEST_CASE("elsewhere it stays as it is", "[terminal]") {
  CHECK(resolve("text", {}).out.find(hostile) != std::string::npos);
  CHECK(resolve("csv", {}).out.find(hostile) != std::string::npos);
  CHECK(resolve("jsonl", {}).out.find("\\u001b[31m\x7F\xC2\x9B\xE2\x80\xAE") != std::string::npos);
}

TEST_CASE("messages cannot steer a terminal either", "[terminal]") {
  const CliInput terminal{.err_is_terminal = true};
  const std::vector<std::string> missing{"resolve", "--color=never", "\x1B[2J"};
  CHECK(run_cli(missing, terminal).err == "hrefkit: \\x1B[2J: error: No such file or directory\n");
  CHECK(run_cli(missing).err == "hrefkit: \x1B[2J: error: No such file or directory\n");
  // Without colours, every control byte would be the argument's. CLI11 takes "--\x1B[2J" for an
  // unknown option up to version 2.3, and for the name of an input since.
  for (std::vector<std::string> const& args :
       {std::vector<std::string>{"resolve", "--color=never", "--\x1B[2J"},
        {"resolve", "--color=never", "--url", "\x1B[2J", "x"},
        {"\x1B[2J"}}) {
    const CliResult result = run_cli(args, terminal);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("\\x1B[2J") != std::string::npos);
    CHECK(is_safe(result.err));
  }
}

TEST_CASE("colours are for terminals, unless told otherwise", "[terminal]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/><a href='http://['>");
  const std::string plain =
      "a.html:1:9: a[href] http://b.example/ -> http://b.example/\n"
      "a.html:1:36: a[href] http://[ -> unresolvable: invalid-ipv6\n";
  const std::string grouped =
      "a.html\n"
      "     1:9  a[href] http://b.example/ -> http://b.example/\n"
      "    1:36  a[href] http://[ -> unresolvable: invalid-ipv6\n";
  const std::string grouped_colored =
      "\x1B[1ma.html\x1B[0m\n"
      "\x1B[2m     1:9\x1B[0m  a[href] http://b.example/ -> \x1B[36mhttp://b.example/\x1B[0m\n"
      "\x1B[2m    1:36\x1B[0m  a[href] http://[ -> \x1B[31munresolvable: invalid-ipv6\x1B[0m\n";
  const std::string colored =
      "\x1B[1ma.html:1:9:\x1B[0m a[href] http://b.example/ -> http://b.example/\n"
      "\x1B[1ma.html:1:36:\x1B[0m a[href] http://[ -> \x1B[31munresolvable: invalid-ipv6\x1B[0m\n";
  const auto out = [](std::vector<std::string> args, CliInput const& input) {
    args.insert(args.begin(), {"resolve", "a.html"});
    return run_cli(args, input).out;
  };
  CHECK(out({}, {}) == plain);
  CHECK(out({}, {.out_is_terminal = true}) == grouped_colored);
  CHECK(out({}, {.out_is_terminal = true, .no_color = true}) == grouped);
  CHECK(out({"--color", "never"}, {.out_is_terminal = true}) == grouped);
  CHECK(out({"--color", "always"}, {}) == colored);
  CHECK(out({}, {.force_color = true}) == colored);
  CHECK(out({}, {.out_is_terminal = true, .no_color = true, .force_color = true}) ==
        grouped_colored);  // a dumb terminal
  CHECK(out({"--color", "never"}, {.force_color = true}) == plain);
  CHECK(out({"-o", "forced"}, {.force_color = true}).empty());
  CHECK(folder.read("forced") == plain);
  CHECK(out({"--color", "always"}, {.no_color = true}) == colored);  // asked for on the spot
  CHECK(out({"--color", "always", "--format", "csv"}, {}).find('\x1B') == std::string::npos);
  // A file is no terminal.
  CHECK(out({"-o", "out"}, {.out_is_terminal = true}) == "");
  CHECK(folder.read("out") == plain);
}

TEST_CASE("rows on a terminal are grouped by file and wrapped to its width", "[terminal]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/a/long/path/that/does/not/fit/in/its/line>");
  folder.write("b.html", "<p>no link");
  folder.write("c.html", "<a href=http://b.example/>\n<a href=http://b.example/>");
  CliInput terminal{.out_is_terminal = true, .no_color = true, .width = 50};
  CHECK(run_cli({"resolve", "a.html", "b.html", "c.html"}, terminal).out ==
        "a.html\n"
        "     1:9  a[href] http://b.example/a/long/path/tha\n"
        "          t/does/not/fit/in/its/line\n"
        "          -> http://b.example/a/long/path/that/doe\n"
        "          s/not/fit/in/its/line\n"
        "\n"
        "c.html\n"
        "     1:9  a[href] http://b.example/\n"
        "          -> http://b.example/\n"
        "     2:9  a[href] http://b.example/\n"
        "          -> http://b.example/\n");
  CHECK(run_cli({"resolve", "-j1", "--isolate", "a.html", "b.html", "c.html"}, terminal) ==
        run_cli({"resolve", "a.html", "b.html", "c.html"}, terminal));
  // With --unique a file whose rows are all dropped is not named.
  terminal.width = 80;
  CHECK(run_cli({"resolve", "--unique", "c.html", "c.html"}, terminal).out ==
        "c.html\n     1:9  a[href] http://b.example/ -> http://b.example/\n");
}

TEST_CASE("messages are coloured on a terminal", "[terminal]") {
  const std::vector<std::string> args{"resolve", "missing"};
  const std::string colored = "hrefkit: missing: \x1B[31merror: \x1B[0mNo such file or directory\n";
  const std::string plain = "hrefkit: missing: error: No such file or directory\n";
  CHECK(run_cli(args).err == plain);
  CHECK(run_cli(args, {.err_is_terminal = true}).err == colored);
  CHECK(run_cli(args, {.err_is_terminal = true, .no_color = true}).err == plain);
}

TEST_CASE("-q says only what failed, -v also what was noticed", "[terminal]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<p>undeclared \xE4");
  folder.write("s/a.html", "");
  std::filesystem::create_directory_symlink(".", "s/loop");
  const std::string loop =
      "hrefkit: s/loop/: warning: leads back into a folder that holds it; not followed\n";
  const std::string missing = "hrefkit: missing: error: No such file or directory\n";
  CHECK(run_cli({"resolve", "a.html", "s", "missing"}).err == loop + missing);
  CHECK(run_cli({"resolve", "-q", "a.html", "s", "missing"}).err == missing);
  const std::string verbose = run_cli({"resolve", "-v", "a.html", "s", "missing"}).err;
  CHECK(verbose.find("hrefkit: a.html: note: ") != std::string::npos);
  CHECK(verbose.find(loop) != std::string::npos);
}

/// An empty input that ends only after a while: longer than the counter's interval.
class SlowInput : public std::streambuf {
 protected:
  int_type underflow() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    return traits_type::eof();
  }
};

/// What goes to stderr in a run over two pages and a slow standard input.
std::string slow_run(std::vector<std::string> args, CliInput const& terminals) {
  const bool is_quiet = std::find(args.begin(), args.end(), "-q") != args.end();
  const TemporaryFolder folder;
  folder.write("a.html", "");
  args.insert(args.begin(), {"resolve", "-j1", "a.html", "-", "a.html"});
  SlowInput slow;
  std::istream in(&slow);
  std::ostringstream out;
  std::ostringstream err;
  cli::run(args, {.in = in,
                  .out = out,
                  .err = err,
                  .out_is_terminal = terminals.out_is_terminal,
                  .err_is_terminal = terminals.err_is_terminal,
                  .is_dumb = terminals.is_dumb});
  std::string said = err.str();
  CHECK((cut_summary(said) != "") == !is_quiet);
  return said;
}

TEST_CASE("progress is counted on stderr, and wiped away", "[terminal]") {
  const CliInput err_only{.err_is_terminal = true};
  const CliInput both{.out_is_terminal = true, .err_is_terminal = true};
  const CliInput dumb{.err_is_terminal = true, .is_dumb = true};
  for (std::string const& counted :
       {slow_run({}, err_only), slow_run({"--progress", "always"}, {}),
        slow_run({"--progress", "always"}, both), slow_run({"-o", "/dev/null"}, both),
        slow_run({"--progress", "always", "-q"}, {})}) {
    CHECK_THAT(counted, Catch::StartsWith("\r\x1B[K"));
    CHECK_THAT(counted, Catch::Contains(" of 3 files, "));
    CHECK_THAT(counted, Catch::Contains(" files/s"));
    CHECK_THAT(counted, Catch::EndsWith("\r\x1B[K"));
  }
  CHECK(slow_run({}, {}) == "");
  CHECK(slow_run({"--progress", "never"}, err_only) == "");
  CHECK(slow_run({"--no-progress"}, err_only) == "");
  CHECK(slow_run({"-q"}, err_only) == "");
  CHECK(slow_run({}, dumb) == "");
  CHECK(slow_run({}, both) == "");  // rows go to the same terminal
  // A message does not stand in the middle of the counter.
  CHECK_THAT(slow_run({"missing", "--color=never"}, err_only),
             Catch::EndsWith("\r\x1B[Khrefkit: missing: error: No such file or directory\n"));
}

}  // namespace

}  // namespace hrefkit::test
