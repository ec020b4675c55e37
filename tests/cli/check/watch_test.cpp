#include "hrefkit/cli/check/watch.h"

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <sstream>
#include <streambuf>
#include <thread>

#include "hrefkit/cli/run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A reader of a stream that hears of each piece of text; false from it: the reader goes away.
class Reader : public std::streambuf {
 public:
  explicit Reader(std::function<bool(std::string const& text)> hear) : hear_(std::move(hear)) {}

 private:
  std::streamsize xsputn(char const* text, std::streamsize size) override {
    if (hear_(std::string(text, static_cast<std::size_t>(size)))) return size;
    errno = EPIPE;
    return 0;
  }
  int_type overflow(int_type c) override { return traits_type::not_eof(c); }

  std::function<bool(std::string const&)> hear_;
};

}  // namespace

TEST_CASE("check: a change below a folder changes its stamp") {
  const TemporaryFolder folder;
  folder.write("site/a/b.html", "x");
  std::uint64_t stamp = cli::tree_stamp({"site"});
  CHECK(cli::tree_stamp({"site"}) == stamp);
  const auto changes = [&] {
    const std::uint64_t before = stamp;
    stamp = cli::tree_stamp({"site"});
    return stamp != before;
  };
  folder.write("site/a/b.html", "longer");
  CHECK(changes());
  folder.write("site/a/c.png", "");
  CHECK(changes());
  std::filesystem::rename("site/a/c.png", "site/a/d.png");
  CHECK(changes());
  std::filesystem::remove("site/a/d.png");
  CHECK(changes());
  CHECK(!changes());
  std::filesystem::create_directory("site/a/e");
  CHECK(changes());
  std::filesystem::rename("site/a", "site/f");
  CHECK(changes());
  std::filesystem::remove_all("site");
  CHECK(changes());
}

TEST_CASE("check: what a run writes does not change the stamp") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "x");
  folder.write("ignored", "");
  const cli::Watched watched{
      .root = "./site/", .files = {"ignored"}, .written = {"site/report.json", "gone/known"}};
  const std::uint64_t before = cli::tree_stamp(watched);
  folder.write("site/report.json", "{}");
  CHECK(cli::tree_stamp(watched) == before);
  folder.write("site/report.json.html", "");
  CHECK(cli::tree_stamp(watched) != before);
  std::filesystem::remove("site/report.json.html");
  folder.write("ignored", "more");
  CHECK(cli::tree_stamp(watched) != before);
}

TEST_CASE(
    "check --watch outlives a folder that is removed and made again, and ends with its reader") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=old.html>x</a>");
  Reader out([&](std::string const& text) {
    if (text.find("old.html does not exist") != std::string::npos) {
      std::filesystem::remove_all("site");
    }
    return text.find("new.html does not exist") == std::string::npos;
  });
  std::string heard;
  Reader err([&](std::string const& text) {
    heard += text;
    const bool is_gone = heard.find("site does not exist") != std::string::npos;
    if (is_gone) folder.write("site/index.html", "<a href=new.html>x</a>");
    return true;
  });
  std::istringstream in;
  std::ostream out_stream(&out);
  std::ostream err_stream(&err);
  const cli::Environment environment{in, out_stream, err_stream};
  CHECK(cli::run({"check", "-q", "--watch", "--color", "never", "site"}, environment) == 1);
  CHECK(heard.find("site does not exist") != std::string::npos);
}

TEST_CASE("check --watch hears of a new list of files, and tells of a new configuration") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "<a href=old.html>x</a>");
  folder.write("site/b.html", "<a href=new.html>x</a>");
  folder.write("list", "site/a.html\n");
  std::string found;
  Reader out([&](std::string const& text) {
    found += text;
    if (found.find("new.html does not exist") != std::string::npos) return false;
    const bool is_first = found.find("old.html does not exist") != std::string::npos;
    if (is_first) folder.write(".hrefkit.toml", "verbose = true\n");
    return true;
  });
  std::string heard;
  Reader err([&](std::string const& text) {
    heard += text;
    if (text.find("has changed") != std::string::npos) folder.write("list", "site/b.html\n");
    return true;
  });
  std::istringstream in;
  std::ostream out_stream(&out);
  std::ostream err_stream(&err);
  const cli::Environment environment{in, out_stream, err_stream};
  CHECK(cli::run({"check", "--watch", "--color", "never", "--root", "site", "--files-from", "list"},
                 environment) == 1);
  CHECK(heard.find(".hrefkit.toml: warning: has changed, and counts when the command is started "
                   "again") != std::string::npos);
}

TEST_CASE("check --watch tells what was repaired") {
  const TemporaryFolder folder;
  folder.write("site/a.html",
               "<a href=old.html>x</a><a href=old.html>x</a><a href=stays.html>x</a>");
  folder.write("site/b.html", "<img src=''>");
  int runs = 0;
  std::string heard;
  bool is_end = false;
  Reader rows([&](std::string const&) { return !is_end; });
  Reader err([&](std::string const& text) {
    heard += text;
    if (text.find(" warning") == text.npos && text.find(" warnings") == text.npos) return true;
    if (text.find(" error") == text.npos) return true;
    ++runs;
    if (runs == 1) {
      folder.write("site/a.html", "<a href=stays.html>x</a>");
      folder.write("site/b.html", "<p>");
    } else if (runs == 2) {
      is_end = true;
      folder.write("site/a.html", "<a href=stays.html>x</a><p>");
    }
    return true;
  });
  std::istringstream in;
  std::ostream out_stream(&rows);
  std::ostream err_stream(&err);
  const cli::Environment environment{in, out_stream, err_stream};
  CHECK(cli::run({"check", "--watch", "--color", "never", "site"}, environment) == 1);
  CHECK(heard.find("hrefkit: repaired: site/a.html: 'old.html' [missing-file]\n"
                   "hrefkit: repaired: site/b.html: [empty-link]\n"
                   "hrefkit: 3 findings of the last run repaired\n") != std::string::npos);
  CHECK(heard.find("stays.html' [missing-file]") == std::string::npos);
}

TEST_CASE("check --watch does not begin with wrong usage") {
  const TemporaryFolder folder;
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const cli::Environment environment{in, out, err};
  CHECK(cli::run({"check", "--watch", "gone"}, environment) == 2);
  CHECK(cli::run({"check", "--watch", "--root", ".", "--files-from", "-"}, environment) == 2);
  CHECK(err.str().find("standard input is read once") != std::string::npos);
}

TEST_CASE("check: the wait ends with a change") {
  const TemporaryFolder folder;
  folder.write("site/a.html", "x");
  const std::uint64_t stamp = cli::tree_stamp({"site"});
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    folder.write("site/b.html", "x");
  });
  cli::wait_for_change({"site"}, stamp);
  writer.join();
  CHECK(std::filesystem::exists("site/b.html"));
}

}  // namespace hrefkit::test
