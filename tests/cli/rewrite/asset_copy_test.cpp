#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;
namespace fs = std::filesystem;

namespace {

CliResult copy_site() {
  return run_cli({"rewrite", "-q", "--site-url", "https://h.example/", "--to", "relative", "-o",
                  "out", "--copy-assets", "site"});
}

TEST_CASE("rewrite counts the files that its folder lacks without --copy-assets") {
  const TemporaryFolder folder;
  folder.write("m/h.example/index.html", "<img src=/a.png><script src=/a.js></script>");
  const auto told = [](std::vector<std::string> const& more) {
    std::vector<std::string> args{"rewrite", "--local", "m", "m"};
    args.insert(args.end(), more.begin(), more.end());
    return run_cli(args).err;
  };
  CHECK_THAT(told({"-o", "none"}), !Catch::Contains("copied"));
  folder.write("m/h.example/a.png", "");
  CHECK_THAT(told({"-o", "one"}),
             Catch::Contains("hrefkit: warning: 1 other file was not copied, such as "
                             "m/h.example/a.png: --copy-assets copies it\n"));
  folder.write("m/h.example/a.js", "");
  CHECK_THAT(told({"-o", "two"}),
             Catch::Contains("hrefkit: warning: 2 other files were not copied, such as "
                             "m/h.example/a.js: --copy-assets copies them\n"));
  CHECK_THAT(told({"-o", "all", "--copy-assets"}), !Catch::Contains("not copied"));
  CHECK_THAT(told({"--dry-run"}), !Catch::Contains("not copied"));
}

}  // namespace

TEST_CASE("a link to a page is a link to the new page") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  fs::create_directory("site/d");
  fs::create_symlink("../p.html", "site/d/alias.html");
  fs::create_symlink(fs::absolute("site/p.html"), "site/d/whole.html");
  CHECK(copy_site() == CliResult{0, "", ""});
  CHECK(copy_site() == CliResult{0, "", ""});
  CHECK(folder.read("out/p.html") == "<a href=x>");
  CHECK(fs::read_symlink("out/d/alias.html") == "../p.html");
  CHECK(fs::read_symlink("out/d/whole.html") == "../p.html");
}

TEST_CASE("a link to a folder is copied as a link") {
  const TemporaryFolder folder;
  folder.write("site/real/p.html", "<a href=/x>");
  folder.write("site/real/i.png", "png");
  fs::create_directory_symlink("real", "site/alias");
  fs::create_directory_symlink(fs::absolute("site/real"), "site/absolute");
  const auto result =
      run_cli({"rewrite", "-q", "--to", "relative", "-o", "out", "--copy-assets", "site"});
  CHECK(fs::read_symlink("out/alias") == "real");
  CHECK(folder.read("out/alias/i.png") == "png");
  CHECK_FALSE(fs::exists("out/absolute"));
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("site/absolute: error: is a link to a folder"));
  CHECK(run_cli({"rewrite", "-q", "--to", "relative", "-o", "out", "--copy-assets", "site"}).err ==
        result.err);
}

TEST_CASE("a link that goes by way of the folder's own name leads into the new folder") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  folder.write("site/real/i.png", "png");
  folder.write("site/d/j.png", "png");
  fs::create_directory_symlink("../../site/real", "site/d/real");
  fs::create_directory_symlink("../site", "site/again");
  fs::create_directory_symlink(".././real", "site/d/same");
  CHECK(copy_site().exit_code == 0);
  CHECK(fs::read_symlink("out/d/real") == "../real");
  CHECK(fs::read_symlink("out/again") == ".");
  CHECK(fs::read_symlink("out/d/same") == ".././real");
}

TEST_CASE("what has no bytes to copy is told once") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  fs::create_symlink("nothing", "site/current");
  fs::create_symlink("nothing.html", "site/l.html");
  fs::create_symlink("loop", "site/loop");
  REQUIRE(::mkfifo("site/pipe", 0600) == 0);
  const auto result =
      run_cli({"rewrite", "--to", "relative", "-o", "out", "--copy-assets", "site"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "hrefkit: site/l.html: warning: is a link that leads to nothing; skipped\n"
        "hrefkit: site/current: warning: is a link that leads to nothing; not copied\n"
        "hrefkit: site/loop: warning: is a link that leads to nothing; not copied\n"
        "hrefkit: site/pipe: warning: is not a regular file; not copied\n");
}

TEST_CASE("a folder whose name begins with that of the copied one is another folder") {
  const TemporaryFolder folder;
  folder.write("site/p.html", "<a href=/x>");
  folder.write("site-drafts/i.png", "png");
  fs::create_symlink("../site-drafts/i.png", "site/i.png");
  fs::create_directory_symlink("../site-drafts", "site/drafts");
  fs::create_directory_symlink(".", "site/again");
  const auto result = copy_site();
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("site/i.png: error: leads out of the folder"));
  CHECK_THAT(result.err, Catch::Contains("site/drafts: error: leads out of the folder"));
  CHECK_FALSE(fs::exists(fs::symlink_status("out/i.png")));
  CHECK_FALSE(fs::exists(fs::symlink_status("out/drafts")));
  CHECK(fs::read_symlink("out/again") == ".");
}

TEST_CASE("files that hold no text are copied unchanged, whatever their names are") {
  const TemporaryFolder folder;
  const std::string binary("a\0b", 3);
  folder.write("site/p.html", "<a href=/x>");
  for (const char* name : {"a.html", "d/b.svg", "c.css"}) {
    folder.write("site/" + std::string(name), binary);
  }
  fs::create_symlink("../a.html", "site/d/alias.html");
  const auto result = copy_site();
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("error") == std::string::npos);
  for (const char* name : {"a.html", "d/b.svg", "c.css", "d/alias.html"}) {
    CHECK(folder.read("out/" + std::string(name)) == binary);
  }
}

TEST_CASE("a folder that cannot be read keeps no other from being copied") {
  const TemporaryFolder folder;
  folder.write("site/a/i.png", "a");
  folder.write("site/b/i.png", "b");
  folder.write("site/c/i.png", "c");
  folder.write("site/p.html", "<a href=/x>");
  ::chmod(".", 0777);
  ::chmod("site/b", 0);
  const uid_t user = ::geteuid();
  constexpr uid_t nobody = 65534;
  if (user == 0) REQUIRE(::seteuid(nobody) == 0);  // root reads all
  const auto result = copy_site();
  REQUIRE(::seteuid(user) == 0);
  ::chmod("site/b", 0700);
  CHECK(result.exit_code == 2);
  CHECK(result.err == "hrefkit: site/b/: error: Permission denied\n");
  CHECK(folder.read("out/a/i.png") == "a");
  CHECK(folder.read("out/c/i.png") == "c");
}
