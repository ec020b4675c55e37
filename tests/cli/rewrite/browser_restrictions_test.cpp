#include "hrefkit/site/rewrite/browser_restrictions.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;
namespace fs = std::filesystem;

namespace {

using Args = std::vector<std::string>;

std::string errors_of(Args args) {
  args.insert(args.begin(), "rewrite");
  return run_cli(args).err;
}

const auto names_hash = Catch::Contains("in integrity a hash of");
const auto loads_in_a_way = Catch::Contains("browsers refuse to a page");
const auto leads_out = Catch::Contains("which is not part of the site");

}  // namespace

TEST_CASE("a changed style sheet of whose old bytes pages name a hash is told") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<link rel=stylesheet href=/c/m.css?v=1 integrity='sha256-x'>");
  folder.write("s/b.html", "<link rel=stylesheet href=c/m.css integrity='sha256-x'>");
  folder.write("s/c.html", "<link rel=stylesheet href=c/n.css integrity='sha256-x'>");
  folder.write("s/d.html", "<link rel=stylesheet href=c/m.css>");
  folder.write("s/c/m.css", "a{background:url(/p.png)}");
  folder.write("s/c/n.css", "a{background:url(../p.png)}");
  const Args args{"--site-url", "https://h.example/", "--to", "relative", "-o", "out", "s"};
  CHECK_THAT(errors_of(args),
             Catch::Contains(
                 "s/a.html: warning: has an integrity attribute that does not match "
                 "the changed https://h.example/c/m.css: browsers will not load it (2 pages)\n") &&
                 !Catch::Contains("n.css"));
  const Args root{"--site-url", "https://h.example/", "--to", "root-relative",
                  "--kinds",    "stylesheet",         "-o",   "out2",
                  "s"};
  CHECK_THAT(errors_of(root), !names_hash);
  Args quiet = args;
  quiet.push_back("-q");
  CHECK(errors_of(quiet).empty());
}

TEST_CASE("what browsers load from servers only is told where pages will be opened from files") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<script src=/x.js></script><script type=module src=/y.js></script>");
  folder.write("s/b.html", "<link rel=stylesheet crossorigin href=c.css>");
  folder.write("s/c.html", "<script type=module src=https://cdn.example/y.js></script>");
  const Args to_files{"--site-url", "https://h.example/", "--to",      "relative",
                      "--index",    "index.html",         "--dry-run", "s"};
  CHECK_THAT(errors_of(to_files),
             Catch::Contains("s/a.html: warning: loads https://h.example/y.js (type=\"module\"), "
                             "which browsers refuse to a page that is opened from a file (2 links "
                             "on 2 pages)\n"));
  const Args to_server{"--site-url", "https://h.example/", "--to", "relative", "--dry-run", "s"};
  CHECK_THAT(errors_of(to_server), !loads_in_a_way);
  folder.write("m/h.example/index.html", "<script type=module src=/y.js></script>");
  folder.write("m/h.example/y.js", "");
  CHECK_THAT(errors_of({"--local", "m", "--dry-run", "m"}), loads_in_a_way);
  folder.write("n/h.example/index.html", "<script type=module src=/y.js></script>");
  CHECK_THAT(errors_of({"--local", "n", "--dry-run", "n"}), !loads_in_a_way);  // from the web
}

TEST_CASE("the check of the new folder is named where the pages are made to open from files") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=/d/>x</a>");
  folder.write("s/d/index.html", "<a href=/a.html>x</a>");
  const auto check_is_named = Catch::Contains(
      "hrefkit check --as-files out names what does not open without a server (not-from-files)\n");
  const Args relative{"--site-url", "https://h.example/", "--to", "relative", "-o", "out", "s"};
  CHECK_THAT(errors_of(relative), !check_is_named);
  Args to_files = relative;
  to_files.insert(to_files.begin(), {"--index", "index.html"});
  CHECK_THAT(errors_of(to_files), check_is_named);
  to_files.push_back("-q");
  CHECK(errors_of(to_files).empty());
  CHECK(run_cli({"check", "-q", "--as-files", "out"}).exit_code == 0);
  Args dry{"--site-url", "https://h.example/", "--to", "relative", "--index", "index.html"};
  dry.insert(dry.end(), {"--dry-run", "s"});
  CHECK_THAT(errors_of(dry), !Catch::Contains("--as-files"));
  Args in_place{"--site-url", "https://h.example/", "--to", "relative", "--index", "index.html"};
  in_place.insert(in_place.end(), {"--in-place", "s"});
  CHECK_THAT(errors_of(in_place), Catch::Contains("hrefkit check --as-files s names"));
}

TEST_CASE("links to what a mirror does not keep of its hosts are told") {
  const TemporaryFolder folder;
  folder.write("m/h.example/index.html", "<a href=/kept.html></a><a href=/Lost?x></a>");
  folder.write("m/h.example/kept.html", "<a href=https://o.example/></a>");
  folder.write("m/h.example/too.html", "<a href=gone></a>");
  const std::string told =
      "leads to https://h.example/Lost?x on the web: the mirror has this host, but not this "
      "file (2 links on 2 pages)\n";
  CHECK_THAT(errors_of({"--local", "m", "--dry-run", "m"}),
             Catch::Contains("m/h.example/index.html: warning: " + told));
  fs::remove("m/h.example/too.html");
  folder.write("m/h.example/index.html", "<a href=/kept.html></a>");
  CHECK_THAT(errors_of({"--local", "m", "--dry-run", "m"}), !Catch::Contains("on the web"));
}

TEST_CASE("links to other sites that have no scheme are told where pages open from files") {
  const TemporaryFolder folder;
  const std::string host_hint = "<link rel=dns-prefetch href=//p.example>";
  folder.write("s/a.html", host_hint + "<a href='http://o.example/'></a><a href=//h.example/>");
  folder.write("s/b.html", "<form action=' //o.example/x'>");
  folder.write("s/c.html", "<script src='\\\\o.example/y'></script>");
  Args args{"--site-url", "https://h.example/", "--to", "relative", "--dry-run", "s"};
  const std::string told =
      "s/b.html: warning: leads to https://o.example/x without a scheme, "
      "which finds no server from a file";
  CHECK_THAT(errors_of(args), !Catch::Contains("scheme"));
  args.insert(args.end(), {"--index", "index.html"});
  CHECK_THAT(errors_of(args), Catch::Contains(told) && Catch::Contains(" (2 links on 2 pages)"));
  CHECK(run_cli({"rewrite", "-q", "--site-url", "https://h.example/", "--to", "absolute",
                 "--exclude-url", "^https://h[.]example/", "-o", "out", "s"})
            .exit_code == 0);
  args[5] = "out";
  CHECK_THAT(errors_of(args), !Catch::Contains("scheme"));
}

TEST_CASE("a page beside the folders of a mirror's hosts keeps its links into the mirror") {
  const TemporaryFolder folder;
  const std::string page =
      "<a href=h.example/index.html>h</a><img src=a.gif><a href=https://h.example/>h</a>";
  folder.write("m/index.html", page);
  folder.write("m/a.gif", "GIF89a");
  folder.write("m/h.example/index.html", "<a href=..>");
  CHECK(run_cli({"rewrite", "-q", "--local", "m", "-o", "out", "m"}).exit_code == 0);
  CHECK(folder.read("out/index.html") ==
        "<a href=h.example/index.html>h</a><img src=a.gif><a href=h.example/index.html>h</a>");
}

TEST_CASE("links that HTTrack has led to files stay, with a query, too") {
  const TemporaryFolder folder;
  const std::string page = "<a href='list6f4b.html?page=2&amp;x#f'></a><a href='gone.html?y'></a>";
  folder.write("m/h.example/index.html", page);
  folder.write("m/h.example/list6f4b.html", "<a href=index.html>");
  const Args args{"rewrite", "-q", "--local", "m", "-o", "out", "m"};
  CHECK(run_cli(args).exit_code == 0);
  CHECK(folder.read("out/h.example/index.html") ==
        "<a href='https://h.example/list6f4b.html?page=2&amp;x#f'></a>"
        "<a href='https://h.example/gone.html?y'></a>");
  folder.write("m/hts-log.txt", "");
  CHECK(run_cli(args).exit_code == 0);
  CHECK(folder.read("out/h.example/index.html") ==
        "<a href='list6f4b.html?page=2&amp;x#f'></a><a href='https://h.example/gone.html?y'></a>");
}

TEST_CASE("links that lead out of the folder of the site are told where it will be opened") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=/pre/b></a><a href=/x/y></a><a href=https://o.example/></a>");
  folder.write("s/b.html", "<a href=..></a>");
  const auto errors = [&](std::string const& url, Args more) {
    Args args{"--site-url", url, "--dry-run", "--to", "relative", "s"};
    args.insert(args.end(), more.begin(), more.end());
    return errors_of(args);
  };
  const std::string site = "https://h.example/pre/";
  CHECK_THAT(errors(site, {"--index", "index.html"}),
             Catch::Contains("s/a.html: warning: leads to https://h.example/x/y, which is not part "
                             "of the site https://h.example/pre/ (2 links on 2 pages)"));
  CHECK_THAT(errors(site, {}), !leads_out);
  CHECK_THAT(errors("https://h.example/", {"--index", "index.html"}), !leads_out);
}
