// Memory that is refused: each run ends with the right output or with exit code 2 and a message,
// never with a signal, another output or half a file.
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

/// So many allocations are the command line's, and the same for all commands.
constexpr unsigned long start_up = 1000;

/// So many are the libraries' before main, where nothing can be done for them (src/cli/main.cpp).
#ifdef HREFKIT_FALLBACKS
constexpr unsigned long of_libraries = 3;
#else
constexpr unsigned long of_libraries = 0;
#endif

/// So many runs without a failure in a row are past the last allocation.
constexpr int enough = 20;

/// Every n-th allocation is enough for all kinds of them. With HREFKIT_ALLOCATION_STRIDE=1 all are
/// tried: tests/long/allocations does so.
unsigned long stride() {
  char const* const given = std::getenv("HREFKIT_ALLOCATION_STRIDE");
  return given == nullptr ? 37 : static_cast<unsigned long>(std::max(1, std::atoi(given)));
}

unsigned long next(unsigned long n) {
  return n + stride() * (n < start_up && stride() > 1 ? 10 : 1);
}

/// The files below the folder `name`, and their bytes.
std::map<std::string, std::string> files_below(TemporaryFolder const& folder,
                                               std::string const& name) {
  std::map<std::string, std::string> files;
  if (!fs::exists(name)) return files;
  for (fs::directory_entry const& entry : fs::recursive_directory_iterator(name)) {
    if (entry.is_regular_file()) files[entry.path()] = folder.read(entry.path());
  }
  return files;
}

/// What a run left.
struct Outcome {
  int code = 0;
  std::string out;
  std::map<std::string, std::string> site;
  std::map<std::string, std::string> written;  ///< below the folder `new`
};

std::string last_line(std::string const& text) {
  if (text.empty()) return {};
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

/// The runs of one command line. The program is loaded once, and forks for each run
/// (support/failing_malloc.cpp).
class Sweep {
 public:
  Sweep(TemporaryFolder const& folder, std::string const& arguments)
      : folder_(folder), site_(files_below(folder, "site")) {
    put_back();
    fs::remove("numbers");
    fs::remove("statuses");
    REQUIRE(::mkfifo("numbers", 0600) == 0);
    REQUIRE(::mkfifo("statuses", 0600) == 0);
    // Shells have programs in the background ignore SIGINT.
    const std::string command = "env --default-signal=INT LD_PRELOAD=" HREFKIT_FAILING_MALLOC
                                " FAILING_MALLOC=serve \"$HREFKIT\" " +
                                arguments + " > out 2> err 3< numbers 4> statuses &";
    REQUIRE(std::system(command.c_str()) == 0);
    numbers_.open("numbers", std::ios::binary);
    statuses_.open("statuses", std::ios::binary);
    wanted_ = run(0);
  }

  Outcome const& wanted() const { return wanted_; }

  /// Fails allocation `first`, and later ones, until none is left. The number of runs that ended
  /// with an error.
  int run_all(unsigned long first) {
    int failures = 0;
    int passed = 0;
    for (unsigned long n = of_libraries + first; passed < enough; n = next(n)) {
      const Outcome got = run(n);
      const std::string wrong = got.code == 2 ? wrong_failure(got) : wrong_success(got);
      if (!wrong.empty()) {
        FAIL_CHECK("allocation " << n << ": " << wrong << "; exit code " << got.code << ", "
                                 << folder_.read("err"));
        break;
      }
      passed = got.code == 2 ? 0 : passed + 1;
      failures += got.code == 2 ? 1 : 0;
    }
    put_back();
    return failures;
  }

 private:
  void put_back() const {
    fs::remove_all("site");
    fs::remove_all("new");
    for (auto const& [name, bytes] : site_) folder_.write(name, bytes);
    folder_.write("new/report", "old");
  }

  Outcome run(unsigned long failing) {
    int status = 0;
    numbers_.write(reinterpret_cast<char const*>(&failing), sizeof failing).flush();
    statuses_.read(reinterpret_cast<char*>(&status), sizeof status);
    REQUIRE(statuses_.good());
    REQUIRE(WIFEXITED(status));
    Outcome outcome{WEXITSTATUS(status), folder_.read("out"), files_below(folder_, "site"),
                    files_below(folder_, "new")};
    if (outcome.site != site_ || outcome.written != old_) put_back();
    return outcome;
  }

  std::string wrong_success(Outcome const& got) const {
    if (got.code != wanted_.code) return "the exit code is not " + std::to_string(wanted_.code);
    if (got.out != wanted_.out) return "the output is another";
    return got.site == wanted_.site && got.written == wanted_.written ? "" : "the files are others";
  }

  /// Files are old or new, or not there.
  std::string wrong_failure(Outcome const& got) const {
    if (folder_.read("err").empty()) return "no message";
    for (auto const& [name, bytes] : got.site) {
      // What a run that ended at once left beside the pages goes away with the next run.
      if (name.find("/.hrefkit-new-") != std::string::npos) continue;
      const bool is_old = site_.contains(name) && bytes == site_.at(name);
      const bool is_new = wanted_.site.contains(name) && bytes == wanted_.site.at(name);
      if (!is_old && !is_new) return "half a file " + name;
    }
    for (auto const& [name, bytes] : got.written) {
      const auto whole = wanted_.written.find(name);
      if (whole == wanted_.written.end()) return "there is a file " + name;
      const bool is_whole = name == "new/report" ? last_line(bytes) == last_line(whole->second)
                                                 : bytes == whole->second;
      if (!is_whole && bytes != "old") return "half a file " + name;
    }
    return {};
  }

  TemporaryFolder const& folder_;
  std::ofstream numbers_;   ///< of allocations, to the server
  std::ifstream statuses_;  ///< of its children
  std::map<std::string, std::string> site_;
  std::map<std::string, std::string> old_{{"new/report", "old"}};
  Outcome wanted_;
};

void sweep(TemporaryFolder const& folder, std::string const& arguments, int code,
           unsigned long first) {
  CAPTURE(arguments);
  Sweep runs(folder, arguments);
  REQUIRE(runs.wanted().code == code);
  CHECK(runs.run_all(first) > 0);  // the library was there
}

TEST_CASE("no answer is wrong for lack of memory, and none is a signal", "[allocation]") {
  const TemporaryFolder folder;
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  folder.write("a.html",
               "<!doctype html><base href='/d/'><a href='x?\xE9' ping='p1 p2'>t</a>"
               "<a href='http://b\xFC"
               "cher.example/'>i</a><img srcset='a.png 1x, b.png 2x'>"
               "<svg><image xlink:href='i.svg'/></svg><style>@import 's.css'</style>"
               "<iframe srcdoc='&lt;a href=in&gt;'></iframe><div xml:base='/q/'><q cite=c></q>");
  folder.write("a.xhtml",
               "<!DOCTYPE html [<!ENTITY e 'y'>]><html xmlns='http://www.w3.org/1999/xhtml'>"
               "<base href='/d/'/><a href='x&e;'>t</a></html>");
  folder.write("japanese.html", "<meta charset=shift_jis><a href='?\x82\xA0'>");
  folder.write("questions",
               "{\"input\":\"http://b\xC3\xBC"
               "cher.example/\",\"set\":{\"port\":\"81\"}}\n");
  unsigned long first = 1;
  for (char const* arguments :
       {"resolve --format jsonl a.html japanese.html", "resolve -j2 --format csv a.html a.xhtml",
        "resolve --engine dom --unique --standard html5 a.html a.xhtml",
        "base --format json a.html a.xhtml",
        "effects --set-base /n/ --url http://a.example/p --format html a.html",
        "url --batch < questions"}) {
    sweep(folder, arguments, 0, first++);
  }
}

void write_site(TemporaryFolder const& folder) {
  folder.write("site/index.html",
               "<!doctype html><title>t</title><a href='b.html#x'>t</a><a href=missing>m</a>"
               "<img src=i.png srcset='i.png 1x, b.png 2x'><style>@import 's.css'</style>"
               "<iframe srcdoc='&lt;a href=in&gt;'></iframe>");
  folder.write("site/b.html", "<base href='/d/'><a href='x?\xE9'>t</a><p id=x>");
  folder.write("site/sub/c.xhtml",
               "<html xmlns='http://www.w3.org/1999/xhtml'><a href='../b.html#x'/></html>");
  folder.write("site/s.css", "@import 'no.css'; a{b:url(i.png)}");
  folder.write("site/i.png", "");
  folder.write("site/_redirects", "/old /b.html 301\n");
}

TEST_CASE("for lack of memory check gives no wrong report", "[allocation]") {
  const TemporaryFolder folder;
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  write_site(folder);
  unsigned long first = 7;
  for (char const* options : {"", "-j2 --format jsonl", "--format sarif",
                              "--orphans --format junit", "--format html -o new/report"}) {
    sweep(folder, "check site " + std::string(options), 1, first++);
  }
}

TEST_CASE("for lack of memory rewrite writes no half page", "[allocation]") {
  const TemporaryFolder folder;
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  write_site(folder);
  unsigned long first = 12;
  for (char const* options :
       {"-o new/site --copy-assets site", "--in-place site", "-j2 --in-place --backup .old site",
        "site/index.html", "--dry-run --format jsonl site"}) {
    sweep(folder, "rewrite --site-url https://h.example/ --to absolute " + std::string(options), 0,
          first++);
  }
}

TEST_CASE("for lack of memory archive gives no wrong rows", "[allocation]") {
  const TemporaryFolder folder;
  REQUIRE(::setenv("HREFKIT", HREFKIT_PROGRAM, 1) == 0);
  fs::copy_file(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz", "letters.warc.gz");
  unsigned long first = 17;
  for (char const* options : {"", "--format wat", "--format cdxj --sort", "--missing",
                              "--format pages --compress gzip", "--format hosts"}) {
    sweep(folder, "archive letters.warc.gz " + std::string(options), 0, first++);
  }
}

}  // namespace

}  // namespace hrefkit::test
