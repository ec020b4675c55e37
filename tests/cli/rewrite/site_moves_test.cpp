// Sites as generators and people write them, moved as a whole: no link leads to the old host any
// more, `compare` finds nothing, `check` finds the same as before, and a second run has no work.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/site/check/integrity.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

Args operator+(Args args, Args const& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

struct Shape {
  std::string name;
  std::string old_url;  ///< of the root
  std::vector<std::pair<std::string, std::string>> files;
  bool names_its_address = true;  ///< as most of its pages do
};

std::string head_of(std::string const& url) {
  return "<!doctype html><title>t</title><link rel=canonical href=\"" + url +
         "\"><meta property=\"og:url\" content=\"" + url + "\">";
}

std::string sitemap_of(std::vector<std::string> const& urls) {
  std::string text = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (std::string const& url : urls) text += "<url><loc>" + url + "</loc></url>";
  return text + "</urlset>";
}

const std::string blog = "https://old.example/";
const std::string docs = "https://old.example/docs/";

std::vector<Shape> shapes() {
  return {
      {"WordPress",
       blog,
       {{"index.html", head_of(blog) + "<link rel=stylesheet href='" + blog +
                           "wp/s.css?ver=6'><link rel=alternate type='application/rss+xml' href='" +
                           blog + "feed/'><a href='" + blog + "2024/post/'>p</a><img srcset='" +
                           blog + "wp/a.png 1x, " + blog + "wp/b.png 2x'>"},
        {"2024/post/index.html", head_of(blog + "2024/post/") + "<link rel=shortlink href='" +
                                     blog + "?p=1'><a href='" + blog +
                                     "#c'>c</a><a href='http://other.example/'>o</a>"},
        {"feed/index.xml", "<rss version='2.0'><channel><link>" + blog + "</link><item><link>" +
                               blog + "2024/post/</link></item></channel></rss>"},
        {"wp/s.css", "a{background:url(" + blog + "wp/a.png)}"},
        {"wp/a.png", ""},
        {"wp/b.png", ""}}},
      {"MkDocs",
       docs,
       {{"index.html", head_of(docs) + "<link rel=stylesheet href=css/s.css><a href=guide/>g</a>"},
        {"guide/index.html", head_of(docs + "guide/") + "<a href=..>h</a><script "
                                                        "src=../js/a.js></script>"},
        {"404.html", "<link rel=stylesheet href=/docs/css/s.css><a href=/docs/guide/>g</a>"},
        {"sitemap.xml", sitemap_of({docs, docs + "guide/"})},
        {"css/s.css", "a{background:url(../i.png)}"},
        {"js/a.js", ""},
        {"i.png", ""}}},
      {"Docusaurus",
       docs,
       {{"index.html", head_of(docs) + "<link rel=alternate hreflang=de href='" + docs +
                           "de/'><link rel=alternate hreflang=x-default href='" + docs +
                           "'><script src=/docs/assets/a.js></script><a href=/docs/intro>i</a>"},
        {"intro/index.html", head_of(docs + "intro") + "<link rel=alternate hreflang=de href='" +
                                 docs +
                                 "de/'><a href=/docs/>h</a><a href='/docs/intro#x' id=x>x</a>"},
        {"de/index.html", head_of(docs + "de/") + "<a href=/docs/intro>i</a>"},
        {"404.html", head_of(docs + "404.html") + "<a href=/docs/>h</a>"},
        {"sitemap.xml", sitemap_of({docs, docs + "intro", docs + "de/"})},
        {"assets/a.js", ""}}},
      {"Next",
       blog,
       {{"index.html", head_of(blog) + "<link rel=preload as=image imagesrcset='/i.png 1x'>"
                                       "<script src=/_next/a.js></script><a href=/about/>a</a>"},
        {"about/index.html", head_of(blog + "about/") + "<link rel=stylesheet href=/_next/s.css>"
                                                        "<a href=/>h</a>"},
        {"404.html", "<a href=/>h</a><script src=/_next/a.js></script>"},
        {"_next/a.js", ""},
        {"_next/s.css", ""},
        {"i.png", ""}}},
      {"by hand",
       "https://old.example/~me/",
       {{"index.html",
         "<body background=bg.gif><a href=a.html>a</a><a "
         "href='https://old.example/~me/a.html#n'>n</a>"},
        {"a.html", "<base href='https://old.example/~me/'><a name=n href=index.html>h</a>"},
        {"bg.gif", ""}},
       false},
  };
}

bool has_404(Shape const& shape) {
  return std::any_of(shape.files.begin(), shape.files.end(),
                     [](auto const& file) { return file.first == "404.html"; });
}

/// An error page keeps its references from the root, and that is told.
std::size_t warnings_in(std::string const& err) {
  std::size_t count = 0;
  for (std::size_t at = err.find("warning"); at != err.npos; at = err.find("warning", at + 1)) {
    ++count;
  }
  return count;
}

/// What `check` counts, but for how links are written.
std::string checked(std::string const& folder, std::string const& url) {
  return run_cli({"check", "--site-url", url, folder}).err;
}

}  // namespace

TEST_CASE("a site moves as a whole, whoever made it") {
  for (Shape const& shape : shapes()) {
    for (const std::string new_url : {"https://new.example/", "https://new.example/manual/"}) {
      for (Args const& form : std::vector<Args>{{}, {"--to", "relative"}, {"--keep", "none"}}) {
        for (const bool is_given : {true, false}) {
          if (!is_given && !shape.names_its_address) continue;
          const bool is_relative = !form.empty() && form.back() == "relative";
          INFO(shape.name << " to " << new_url << " " << (form.empty() ? "" : form.back())
                          << (is_given ? " with --site-url" : ""));
          const TemporaryFolder folder;
          for (auto const& [path, text] : shape.files) folder.write("old/" + path, text);
          Args plan{"--rebase", shape.old_url + "=" + new_url};
          if (is_given) plan = plan + Args{"--site-url", shape.old_url};
          const CliResult moved = run_cli(Args{"rewrite", "--report-leftovers", "old.example",
                                               "--copy-assets", "-o", "new", "old"} +
                                          plan + form);
          CHECK(moved.exit_code == 0);
          CHECK_THAT(moved.err, !Catch::Contains("leftover"));
          CHECK(warnings_in(moved.err) == (has_404(shape) && is_relative ? 1U : 0U));
          CHECK((moved.err.find("old is the site " + shape.old_url) != std::string::npos) ==
                !is_given);
          const CliResult compared = run_cli(Args{"compare", "old", "new"} + plan);
          CHECK(compared.exit_code == 0);
          CHECK_THAT(compared.err, !Catch::Contains("kept"));
          CHECK(checked("new", new_url) == checked("old", shape.old_url));
          CHECK_THAT(
              run_cli({"check", "--site-url", new_url, "new"}).err + run_cli({"check", "new"}).err,
              !Catch::Contains("old.example"));
          const CliResult again = run_cli(Args{"rewrite", "-o", "again", "new", "--site-url",
                                               new_url, "--rebase", shape.old_url + "=" + new_url} +
                                          form);
          CHECK_THAT(again.summary, Catch::Contains("; 0 changed on 0 pages"));
        }
      }
    }
  }
}

TEST_CASE("a run without the address of the folder says what its pages name") {
  const TemporaryFolder folder;
  const auto write = [&](std::string const& url) {
    for (const std::string name : {"a", "b", "c"}) {
      const std::string head = url.empty() ? "" : head_of(url + name + ".html");
      folder.write("s/" + name + ".html", head + "<a href=/docs/a.html>a</a>");
    }
  };
  const Args run{"rewrite", "--dry-run", "s", "--rebase"};
  write(docs);
  CHECK_THAT(run_cli(run + Args{docs + "=https://new.example/"}).summary,
             Catch::Contains("9 changed on 3 pages"));
  // OLD may be more than the site; http is another address.
  CHECK_THAT(run_cli(run + Args{blog + "=https://new.example/x/"}).summary,
             Catch::Contains("9 changed on 3 pages"));
  CHECK_THAT(run_cli(run + Args{"http://old.example/=https://new.example/"}).summary,
             Catch::Contains("; 0 changed"));
  // Another host is not that of the pages.
  const CliResult other = run_cli(run + Args{"https://cdn.example/=https://new.example/"});
  CHECK_THAT(other.err, !Catch::Contains("is the site") && !Catch::Contains("name no address"));
  // A path needs no host.
  CHECK_THAT(run_cli(run + Args{"/docs/=/x/"}).err, !Catch::Contains("is the site"));
  CHECK(run_cli({"rewrite", "--to", "absolute", "--dry-run", "s", "--rebase",
                 docs + "=https://new.example/"})
            .exit_code == 2);
  write("");
  for (const std::string command : {"rewrite", "compare"}) {
    const CliResult none = run_cli(Args{command, "s", command == "rewrite" ? "--dry-run" : "s",
                                        "--rebase", docs + "=https://new.example/"});
    CHECK_THAT(none.err, Catch::Contains("s: warning: most pages name no address of their own"));
  }
}

TEST_CASE("compare counts what is kept at the old address, and knows what should have moved") {
  const TemporaryFolder folder;
  folder.write("old/p.html",
               head_of(blog + "p.html") + "<meta property=og:image content='" + blog + "i.png'>");
  const Args plan{"--site-url", blog, "--rebase", blog + "=https://new.example/"};
  const auto run = [&](Args const& rewriting, Args const& comparing) {
    REQUIRE(run_cli(Args{"rewrite", "-q", "-o", "new", "old"} + plan + rewriting).exit_code == 0);
    return run_cli(Args{"compare", "old", "new"} + plan + comparing);
  };
  struct Row {
    Args rewriting, comparing;
    int exit_code;
    std::string summary;
  };
  for (Row const& row : std::vector<Row>{
           {{}, {}, 0, "1 kept at the old address\nhrefkit: 3 links on 1 page compared"},
           {{"--keep", "none"}, {}, 0, "3 links on 1 page compared"},
           {{"--keep", "none"}, {"--keep", "none"}, 0, "3 links on 1 page compared"},
           {{"--keep", "canonical"}, {}, 1, "3 links on 1 page compared; 1 elsewhere"},
           {{"--keep", "canonical,og"},
            {"--keep", "canonical,og"},
            0,
            "3 kept at the old address\nhrefkit: 3 links on 1 page compared"},
           {{}, {"--keep", "none"}, 1, "3 links on 1 page compared; 1 elsewhere"},
       }) {
    const CliResult result = run(row.rewriting, row.comparing);
    CHECK(result.exit_code == row.exit_code);
    CHECK(result.err == "hrefkit: " + row.summary + "\n");
  }
  CHECK(run({}, {"-v"}).out ==
        "new/p.html:1:180: kept: meta[content] https://old.example/i.png -> "
        "https://old.example/i.png\n");
  // A card that nobody had to change.
  folder.write("new/p.html",
               head_of("https://new.example/p.html") + "<meta property=og:image content=/j.png>");
  CHECK_THAT(run_cli(Args{"compare", "old", "new"} + plan).out,
             Catch::Contains("elsewhere: meta[content] https://old.example/i.png -> "
                             "https://new.example/j.png"));
}

TEST_CASE("an entry of --map for a page moves its file") {
  const TemporaryFolder folder;
  folder.write("old/index.html",
               "<a href=a/>1</a><a href='a/index.html#f'>2</a><a "
               "href='p.html?q'>3</a><a href=/sub/s.html>4</a>");
  folder.write("old/a/index.html", head_of(blog + "a/") +
                                       "<a href=../>1</a><a href='#f' "
                                       "id=f>2</a><img src=../i.png><a "
                                       "href=../p.html>3</a>");
  folder.write("old/p.html", "<base href=a/><a href=./ id=g>1</a><a href=../sub/s.html>2</a>");
  folder.write("old/sub/s.html", "<a href=../p.html#g>1</a><a href=s.html>2</a>");
  folder.write("old/i.png", "x");
  folder.write("map", blog + "a/\t" + blog + "b/c/\n" + blog + "p.html\t/sub/s.html\n" + blog +
                          "sub/s.html\t" + blog + "p%20q.html\n");
  const Args plan{"--site-url", blog, "--map", "map"};
  const CliResult moved = run_cli(Args{"rewrite", "-o", "new", "--copy-assets", "old"} + plan);
  CHECK(moved.exit_code == 0);
  CHECK(moved.err.empty());
  CHECK(folder.read("new/index.html") ==
        "<a href=b/c/>1</a><a href='b/c/index.html#f'>2</a><a href='sub/s.html?q'>3</a><a "
        "href=/p%20q.html>4</a>");
  CHECK(folder.read("new/b/c/index.html") == head_of(blog + "b/c/") +
                                                 "<a href=../../>1</a><a href='#f' id=f>2</a><img "
                                                 "src=../../i.png><a href=../../sub/s.html>3</a>");
  CHECK(folder.read("new/sub/s.html") ==
        "<base href=../b/c/><a href=./ id=g>1</a><a href=../../p%20q.html>2</a>");
  CHECK(folder.read("new/p q.html") == "<a href=sub/s.html#g>1</a><a href=p%20q.html>2</a>");
  CHECK(!std::filesystem::exists("new/a"));
  CHECK(!std::filesystem::exists("new/p.html"));
  CHECK(folder.read("new/i.png") == "x");
  CHECK(run_cli(Args{"compare", "old", "new"} + plan).exit_code == 0);
  CHECK_THAT(run_cli({"check", "--site-url", blog, "new"}).err,
             Catch::Contains("0 errors, 0 warnings"));
  // In place, files stay.
  const CliResult in_place = run_cli(Args{"rewrite", "--dry-run", "old"} + plan);
  CHECK_THAT(in_place.err, Catch::Contains("--map: warning: 3 pages have a new address, such as "
                                           "a/index.html, and their files stay in place: -o DIR "
                                           "moves them\n"));
}

TEST_CASE("a fragment of a page that becomes an index page stays as it is written") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href='#f' id=f>1</a><a href='p.html#f'>2</a><a href=''>3</a>");
  folder.write("map", blog + "p.html\t" + blog + "q/\n");
  const Args plan{"--site-url", blog, "--map", "map"};
  CHECK(run_cli(Args{"rewrite", "-q", "-o", "new", "old"} + plan).exit_code == 0);
  CHECK(folder.read("new/q/index.html") ==
        "<a href='#f' id=f>1</a><a href='./#f'>2</a><a href=''>3</a>");
  CHECK(run_cli(Args{"compare", "-q", "old", "new"} + plan).exit_code == 0);
}

TEST_CASE("an entry of --map for a folder moves all that is in it") {
  const TemporaryFolder folder;
  folder.write("old/index.html",
               "<a href=a/p.html#f>1</a><a href='/a/sub/'>2</a><a href=a/>3</a><img src=a/i.png>");
  folder.write("old/a/p.html",
               "<a href=../index.html>1</a><a href=q.html?x#y>2</a><img src=i.png>");
  folder.write("old/a/q.html", "<a href='#y'>1</a>");
  folder.write("old/a/sub/index.html", "<a href=../p.html>1</a>");
  folder.write("old/a/i.png", "x");
  for (std::string const& entry : {"a/*\t" + blog + "b/c/*", "a/\t" + blog + "b/c/"}) {
    INFO(entry);
    // The page that has an entry of its own goes elsewhere.
    folder.write("map", blog + entry + "\n" + blog + "a/q.html\t" + blog + "q.html\n");
    const Args plan{"--site-url", blog, "--map", "map"};
    std::filesystem::remove_all("new");
    const CliResult moved = run_cli(Args{"rewrite", "-o", "new", "--copy-assets", "old"} + plan);
    CHECK(moved.exit_code == 0);
    CHECK(moved.err.empty());
    CHECK(folder.read("new/index.html") ==
          "<a href=b/c/p.html#f>1</a><a href='/b/c/sub/'>2</a><a href=b/c/>3</a>"
          "<img src=b/c/i.png>");
    CHECK(folder.read("new/b/c/p.html") ==
          "<a href=../../index.html>1</a><a href=../../q.html?x#y>2</a><img src=i.png>");
    CHECK(folder.read("new/q.html") == "<a href='#y'>1</a>");
    CHECK(folder.read("new/b/c/sub/index.html") == "<a href=../p.html>1</a>");
    CHECK(folder.read("new/b/c/i.png") == "x");
    CHECK(!std::filesystem::exists("new/a"));
    CHECK(run_cli(Args{"compare", "old", "new"} + plan).exit_code == 0);
  }
  // A folder with an index page is the page alone, unless the entry says otherwise.
  folder.write("old/a/index.html", "");
  std::filesystem::remove_all("new");
  folder.write("map", blog + "a/\t" + blog + "b/\n");
  CHECK(run_cli({"rewrite", "-q", "--site-url", blog, "--map", "map", "-o", "new", "old"})
            .exit_code == 0);
  CHECK(std::filesystem::exists("new/b/index.html"));
  CHECK(std::filesystem::exists("new/a/p.html"));
}

TEST_CASE(
    "files that would be at one place, or outside of the site, are errors before any is written") {
  const TemporaryFolder folder;
  for (const char* name : {"a.html", "b.html", "c/index.html", "d/index.html"}) {
    folder.write("old/" + std::string(name), "<a href=/>x</a>");
  }
  folder.write("old/i.png", "");
  struct Row {
    std::string map;  ///< OLD NEW, one after another, below the root
    std::string error;
  };
  for (Row const& row : std::vector<Row>{
           {"a.html x.html b.html x.html",
            "'a.html' and 'b.html' would both be written to 'x.html'"},
           {"a.html b.html", "'a.html' would be written to 'b.html', but there is 'b.html'"},
           {"a.html i.png", "'a.html' would be written to 'i.png', but there is 'i.png'"},
           {"a.html c", "'a.html' would be written to 'c', but there is 'c'"},
           {"a.html i.png/x.html", "'a.html' would be written to 'i.png/x.html', but there is"},
           {"a.html x b.html x/y", "'b.html' would be written to 'x/y', but there is 'x'"},
           {"c/ d/", "'c/index.html' would be written to 'd/index.html', but there is"},
           {"c/ x/ c/index.html y/", "'c/index.html' would be written to two places"},
           {"a.html https://n.example/a.html", "'a.html' would be written to https://n.example/"},
           {"a.html x%2Fy", "which is no file of the site"},
           {"a.html x//y", "which is no file of the site"},
           {"a.html x?y", "which is no file of the site"},
           {"c/* d/*", "'c/index.html' would be written to 'd/index.html', but there is"},
           {"c/* x/* d/* x/*", "would both be written to 'x/index.html'"},
           {"c/* x/* a.html x/index.html", "would both be written to 'x/index.html'"},
       }) {
    INFO(row.map);
    std::string map;
    std::size_t word = 0;
    for (std::size_t at = 0; at < row.map.size(); ++word) {
      const std::size_t end = std::min(row.map.find(' ', at), row.map.size());
      const std::string url = row.map.substr(at, end - at);
      map += (url.starts_with("https:") ? url : blog + url) + (word % 2 == 0 ? "\t" : "\n");
      at = end + 1;
    }
    folder.write("map", map);
    const Args run{"rewrite", "--site-url", blog, "--map", "map", "-o", "new", "old"};
    const CliResult result = run_cli(run);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains(row.error));
    CHECK(!std::filesystem::exists("new"));
  }
  folder.write("map", blog + "a.html\t" + blog + "b.html\n");
  CHECK(run_cli({"rewrite", "-q", "--site-url", blog, "--map", "map", "-o", "new", "--exclude-path",
                 "a.html", "old"})
            .exit_code == 0);
}

TEST_CASE("an application of modules moves below a prefix, with the hashes of its scripts") {
  const TemporaryFolder folder;
  const std::string main = "import 'lib'; import '/js/b.js'; import('./c.js'); new Worker('/w.js')";
  const std::string hash = hrefkit::site::digest_of(hrefkit::site::DigestAlgorithm::sha384, main);
  folder.write("old/index.html",
               "<script type=importmap>{\"imports\":{\"lib\":\"/js/lib.js\"},"
               "\"integrity\":{\"/js/a.js\":\"sha384-" +
                   hash + "\"}}</script><script type=module src=/js/a.js integrity=sha384-" + hash +
                   "></script>");
  folder.write("old/js/a.js", main);
  for (const char* name : {"js/lib.js", "js/b.js", "js/c.js", "w.js"}) {
    folder.write("old/" + std::string(name), "1");
  }
  const Args plan{"--site-url", "https://h.example/", "--rebase", "/=/app/"};
  const CliResult moved = run_cli(Args{"rewrite", "-o", "new", "old"} + plan);
  INFO(moved.err);
  CHECK(moved.exit_code == 0);
  CHECK_THAT(moved.err, !Catch::Contains("integrity"));
  const std::string after = folder.read("new/js/a.js");
  CHECK(after == "import 'lib'; import '/app/js/b.js'; import('./c.js'); new Worker('/app/w.js')");
  const std::string new_hash =
      hrefkit::site::digest_of(hrefkit::site::DigestAlgorithm::sha384, after);
  CHECK(folder.read("new/index.html") ==
        "<script type=importmap>{\"imports\":{\"lib\":\"/app/js/lib.js\"},"
        "\"integrity\":{\"/app/js/a.js\":\"sha384-" +
            new_hash + "\"}}</script><script type=module src=/app/js/a.js integrity=sha384-" +
            new_hash + "></script>");
  CHECK(run_cli(Args{"compare", "old", "new"} + plan).exit_code == 0);
  const CliResult checked = run_cli({"check", "--site-url", "https://h.example/app/", "new"});
  INFO(checked.out);
  CHECK_THAT(checked.err, Catch::Contains("0 errors, 0 warnings"));
  const CliResult again = run_cli(Args{"rewrite", "--dry-run", "new", "--site-url",
                                       "https://h.example/app/", "--rebase", "/old/=/app/"});
  CHECK(again.out.empty());
}

TEST_CASE("strings of a script that name files which move are told, and stay") {
  const TemporaryFolder folder;
  folder.write("old/index.html", "<script type=module src=/app/a.js></script>");
  folder.write("old/a.js",
               "import './b.js'; x = '/app/p.png'; y = '/app/gone.png'; z = '/app/'; w = '/'");
  folder.write("old/b.js", "y = 'p.png'");
  folder.write("old/p.png", "1");
  const Args args{"rewrite", "old", "--site-url", "https://h.example/app/", "--dry-run"};
  CHECK_THAT(run_cli(args + Args{"--rebase", "/app/=/new/"}).err,
             Catch::Contains("old/a.js: warning: names files of the site in strings, such as "
                             "\"/app/p.png\", which stay and will not lead there any more: build "
                             "the site anew for its new address"));
  CHECK_THAT(run_cli(args + Args{"--to", "relative"}).err,
             Catch::Contains("\"/app/p.png\", which stay, and lead there only at the address that "
                             "the site was built for: build it anew with a relative base"));
  CHECK_THAT(run_cli(args + Args{"--to", "root-relative"}).err, !Catch::Contains("strings"));
  CHECK_THAT(run_cli(args + Args{"--rebase", "/other/=/new/"}).err, !Catch::Contains("strings"));
}

TEST_CASE("entries of Vite's lists that begin at the base of the site are told") {
  const TemporaryFolder folder;
  const auto list = [](std::string const& entry) {
    return "const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"" + entry +
           "\"])))=>i.map(i=>d[i]);import('./b.js')";
  };
  const Args relative{"rewrite", "--dry-run", "--to", "relative", "old"};
  const auto told = Catch::Contains("entries in Vite's list of chunks stay as they are");
  folder.write("old/index.html", "<script type=module src=/assets/a.js></script>");
  folder.write("old/assets/b.js", "");
  folder.write("old/assets/a.js", list("assets/b.js"));
  CHECK_THAT(run_cli(relative).err, told);
  CHECK_THAT(run_cli({"rewrite", "--dry-run", "--to", "root-relative", "old"}).err, !told);
  folder.write("old/assets/a.js", list("./b.js"));
  CHECK_THAT(run_cli(relative).err, !told);
}

TEST_CASE("an error page keeps references from the root, and that is told") {
  const TemporaryFolder folder;
  folder.write("old/x/index.html", "<a href=/y/>y</a>");
  folder.write("old/404.html",
               "<a href=/x/>x</a><a href=y/>y</a><a href=https://h.example/y/>y</a>");
  folder.write("old/y/index.html", "");
  const CliResult result = run_cli(
      {"rewrite", "--to", "relative", "--site-url", "https://h.example/", "-o", "new", "old"});
  CHECK(folder.read("new/404.html") == folder.read("old/404.html"));
  CHECK(folder.read("new/x/index.html") == "<a href=../y/>y</a>");
  CHECK_THAT(result.err, Catch::Contains("404.html: warning: keeps /x/ as it is: servers show this "
                                         "page at every address"));
  run_cli({"rewrite", "--to", "relative", "--index", "index.html", "--site-url",
           "https://h.example/", "-o", "files", "old"});
  CHECK_THAT(folder.read("files/404.html"), Catch::Contains("<a href=x/index.html>"));
}
