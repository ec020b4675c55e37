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
  folder.write("m/index.html",
               "<img src=a.png><script src=/d/a%20b.js?v=1></script><a href=d.pdf>");
  folder.write("m/s.css", "@font-face{src:url(f.woff2)}a{cursor:url(#x)}");
  const auto told = [](std::vector<std::string> const& more) {
    std::vector<std::string> args{"rewrite", "--to", "relative", "m"};
    args.insert(args.end(), more.begin(), more.end());
    return run_cli(args).err;
  };
  const auto has = [](std::string const& text) {
    return Catch::Contains("hrefkit: warning: " + text + "\n");
  };
  CHECK_THAT(told({"-o", "none"}), !Catch::Contains("copied"));
  folder.write("m/d.pdf", "");
  CHECK_THAT(told({"-o", "pdf"}),
             has("1 other file was not copied, such as m/d.pdf: --copy-assets copies it"));
  folder.write("m/f.woff2", "");
  CHECK_THAT(told({"-o", "one"}), has("1 file that pages load, such as m/f.woff2, and 1 other file "
                                      "were not copied: --copy-assets copies them"));
  folder.write("m/a.png", "");
  folder.write("m/d/a b.js", "");
  CHECK_THAT(told({"-o", "two"}), has("2 files that pages load, such as m/a.png, and 1 other file "
                                      "were not copied: --copy-assets copies them"));
  CHECK_THAT(told({"-o", "site", "--site-url", "https://h.example/"}),
             has("2 files that pages load"
                 ", such as m/a.png, and 1 other file were not copied: --copy-assets copies them"));
  CHECK_THAT(told({"-o", "all", "--copy-assets"}), !Catch::Contains("not copied"));
  CHECK_THAT(told({"--dry-run"}), !Catch::Contains("not copied"));
}

TEST_CASE("--local copies what pages load") {
  const TemporaryFolder folder;
  folder.write(
      "m/h.example/index.html",
      "<link rel=stylesheet href=/s.css?v=1><img src=/i/a.png srcset='/i/b.png 2x'><script "
      "src=/gone.js></script><a href=/d.pdf>d</a><link rel=canonical href=/c.png>");
  folder.write("m/h.example/s.css?v=1", "@font-face{src:url(f.woff2)}");
  for (const char* name : {"f.woff2", "i/a.png", "i/b.png", "d.pdf", "c.png", "i/none.png"}) {
    folder.write("m/h.example/" + std::string(name), name);
  }
  const CliResult result = run_cli({"rewrite", "--local", "m", "-o", "new", "m"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::Contains("3 other files were not copied, such as "
                                         "m/h.example/c.png: --copy-assets copies them\n"));
  for (const char* name : {"f.woff2", "i/a.png", "i/b.png"}) {
    CHECK(folder.read("new/h.example/" + std::string(name)) == name);
  }
  for (const char* name : {"d.pdf", "c.png", "i/none.png"}) {
    CHECK(!std::filesystem::exists("new/h.example/" + std::string(name)));
  }
  // A file of a mirror without the folder of its host, and a folder with two paths.
  folder.write("one/index.html", "<img src=/img/a.png>");
  folder.write("one/real/a.png", "x");
  std::filesystem::create_directory_symlink("real", "one/img");
  CHECK(run_cli({"rewrite", "-q", "--local", "one", "--site-url", "https://h.example/", "-o", "two",
                 "one"}) == CliResult{0, "", ""});
  CHECK(folder.read("two/img/a.png") == "x");
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
