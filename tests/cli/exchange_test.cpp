// A page or a folder that somebody exchanges for a link while a command runs: what the link leads
// to is neither read nor written. The moment of the exchange is a message of the command.
//
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "hrefkit/cli/run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

/// Keeps what is written, and calls a function once, when a text stands in it.
class Listener : public std::streambuf {
 public:
  Listener(std::string text, std::function<void()> act)
      : awaited_(std::move(text)), act_(std::move(act)) {}

  std::string const& text() const { return text_; }

  bool has_acted() const { return act_ == nullptr; }

 private:
  std::streamsize xsputn(char const* bytes, std::streamsize size) override {
    text_.append(bytes, static_cast<std::size_t>(size));
    if (act_ != nullptr && text_.find(awaited_) != std::string::npos) {
      const auto act = std::move(act_);
      act_ = nullptr;
      act();
    }
    return size;
  }

  int overflow(int c) override {
    const char byte = static_cast<char>(c);
    return xsputn(&byte, 1) == 1 ? c : -1;
  }

  std::string awaited_;
  std::function<void()> act_;
  std::string text_;
};

struct Run {
  int exit_code;
  std::string out;
  std::string err;
};

/// Runs a command that exchanges `site/b.html` and `site/sub` for links to what lies outside, after
/// it has told of `site/a.html` or `site/a.png`, which are links to nothing.
Run run_with_exchange(TemporaryFolder const& folder, std::vector<std::string> args) {
  for (char const* name : {"site/b.html", "site/c.html", "site/sub/d.html"}) {
    folder.write(name, "<meta charset=utf-8><a href=/own>");
  }
  for (char const* name : {"site/b.png", "site/c.png", "site/sub/d.png"}) folder.write(name, "own");
  for (char const* name : {"outside/b.html", "outside/d.html"}) {
    folder.write(name, "<meta charset=utf-8><a href=/secret>");
  }
  for (char const* name : {"outside/b.png", "outside/d.png"}) folder.write(name, "secret");
  const bool copies = args.back() == "--copy-assets";
  const std::string told = copies ? "site/a.png" : "site/a.html";
  fs::create_symlink("nothing", told);
  const std::string exchanged = copies ? "site/b.png" : "site/b.html";
  args.insert(args.end(), {"-j1", "site"});
  std::istringstream in;
  std::ostringstream out;
  Listener listener(told + ": warning", [&] {
    fs::rename("site/sub", "aside");
    fs::create_directory_symlink("../outside", "site/sub");
    fs::remove(exchanged);
    fs::create_symlink("../outside/" + fs::path(exchanged).filename().native(), exchanged);
  });
  std::ostream err(&listener);
  const int exit_code = cli::run(args, {.in = in, .out = out, .err = err});
  CHECK(listener.has_acted());
  for (char const* name : {"outside/b.html", "outside/d.html"}) {
    CHECK(folder.read(name) == "<meta charset=utf-8><a href=/secret>");
  }
  CHECK(std::distance(fs::directory_iterator("outside"), fs::directory_iterator()) == 4);
  return {exit_code, out.str(), listener.text()};
}

void check_errors(Run const& run, std::string const& ending) {
  INFO(run.err);
  CHECK(run.exit_code == 2);
  CHECK(run.out.find("secret") == std::string::npos);
  CHECK_THAT(run.err, Catch::Contains("site/b" + ending +
                                      ": error: has become a link since it was listed; not "
                                      "followed\n"));
  CHECK_THAT(run.err,
             Catch::Contains("site/sub") && Catch::Contains(" has become a link since it was "
                                                            "listed; not followed\n"));
}

}  // namespace

TEST_CASE("commands that read do not follow what has become a link", "[exchange]") {
  for (std::vector<std::string> const& args : std::vector<std::vector<std::string>>{
           {"resolve"},
           {"resolve", "--isolate"},
           {"base"},
           {"base", "--isolate"},
           {"rewrite", "--to", "relative", "--site-url", "https://h.example/", "--dry-run"},
           {"rewrite", "--to", "relative", "--site-url", "https://h.example/", "--diff"}}) {
    CAPTURE(args);
    const TemporaryFolder folder;
    const Run run = run_with_exchange(folder, args);
    check_errors(run, ".html");
    CHECK_THAT(run.out, Catch::Contains(args.front() == "base" ? "c.html" : "/own"));
  }
}

TEST_CASE("pages are not rewritten behind what has become a link", "[exchange]") {
  const TemporaryFolder folder;
  const Run run = run_with_exchange(
      folder, {"rewrite", "--to", "relative", "--site-url", "https://h.example/", "--in-place"});
  check_errors(run, ".html");
  CHECK(folder.read("site/c.html") == "<meta charset=utf-8><a href=own>");
  CHECK(folder.read("aside/d.html") == "<meta charset=utf-8><a href=/own>");
  CHECK(fs::is_symlink("site/b.html"));
}

TEST_CASE("nothing is copied from behind what has become a link", "[exchange]") {
  for (bool const copies : {false, true}) {
    const TemporaryFolder folder;
    std::vector<std::string> args{"rewrite", "--to", "relative", "--site-url", "https://h.example/",
                                  "-o",      "out"};
    if (copies) args.push_back("--copy-assets");
    const Run run = run_with_exchange(folder, args);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(folder.read("out/c.html") == "<meta charset=utf-8><a href=own>");
    std::size_t files = 0;
    for (auto const& entry : fs::recursive_directory_iterator("out")) {
      if (!entry.is_regular_file()) continue;
      ++files;
      CHECK(folder.read(entry.path().native()).find("secret") == std::string::npos);
    }
    CHECK(files >= (copies ? 4 : 1));
    if (copies) {
      CHECK(folder.read("out/c.png") == "own");
      CHECK_THAT(run.err, Catch::Contains("site/b.png: error: has become a link since it was "
                                          "listed; not followed\n"));
    } else {
      check_errors(run, ".html");
    }
  }
}

}  // namespace hrefkit::test
