// The table of repairs: what one safe answer is, and what is none.
#include "hrefkit/site/fix/fix_target.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

constexpr std::string_view fix_head = "<!doctype html><meta charset=utf-8>";

/// A site of its own for each case: files (those that end in a slash are folders), and a page with
/// one link.
struct FixCase {
  std::vector<std::string> files;
  std::string link;  ///< the value of `href`, as written between double quotes
  std::string rule;
  std::string value;  ///< what is written in its place; "-" for no repair
  SiteOptions options = {};
};

SiteOptions site_below_docs() {
  SiteOptions options;
  options.url = "https://h.example/docs/";
  return options;
}

void turn_fixes_on(CheckOptions& options) {
  options.finds_fixes = true;
  options.severities.set(Rule::double_slash, Severity::warning);
  options.severities.set(Rule::redirected_link, Severity::warning);
}

/// "rule value" of each finding of `page`, with "|" between.
std::string fixes_of(SiteOptions options, std::string const& page) {
  options.root = "site";
  const auto site = Site::read(std::move(options));
  REQUIRE(site);
  CheckOptions check_options;
  turn_fixes_on(check_options);
  std::string found;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    if (finding.file != "site/" + page) return true;
    if (!found.empty()) found += '|';
    found.append(name(finding.rule)).append(" ");
    found += finding.fix.is_there() ? finding.fix.value : "-";
    return true;
  }};
  check(*site, check_options, sink);
  return found;
}

void check_fix_cases(std::vector<FixCase> const& cases) {
  for (FixCase const& one : cases) {
    INFO(one.link);
    const test::TemporaryFolder folder;
    for (std::string const& file : one.files) {
      const std::size_t bar = file.find('|');
      const std::string content = bar == file.npos ? std::string(fix_head) : file.substr(bar + 1);
      folder.write("site/" + file.substr(0, bar), content);
    }
    folder.write("site/in/page.html", std::string(fix_head) + "<a href=\"" + one.link + "\">x</a>");
    CHECK(fixes_of(one.options, "in/page.html") == one.rule + " " + one.value);
  }
}

}  // namespace

TEST_CASE("a link in another letter case gets the case of the only file", "[fix]") {
  check_fix_cases({
      {{"in/Guide.html"}, "guide.html", "case-mismatch", "Guide.html"},
      {{"in/Guide.html"}, "guide.html?q=1&amp;r=2", "case-mismatch", "Guide.html?q=1&amp;r=2"},
      {{"in/Guide.html|<p id=a>"}, "GUIDE.HTML#a", "case-mismatch", "Guide.html#a"},
      {{"Docs/Guide.html"}, "/docs/guide.html", "case-mismatch", "/Docs/Guide.html"},
      {{"Docs/Guide.html"}, "../docs/guide.html", "case-mismatch", "../Docs/Guide.html"},
      {{"Docs/index.html"}, "/docs/", "case-mismatch", "/Docs/"},
      {{"Docs/Index.HTML"}, "/Docs/", "case-mismatch", "/Docs/Index.HTML"},
      // Two files, or two folders, differ in their letter case.
      {{"in/Guide.html", "in/GUIDE.html"}, "guide.html", "case-mismatch", "-"},
      {{"Docs/Guide.html", "DOCS/x.html"}, "/docs/guide.html", "missing-file", "-"},
      {{"Docs/Guide.html", "DOCS/Guide.html"}, "/Docs/guide.html", "case-mismatch", "-"},
      // The page with the extension is as near.
      {{"in/Guide/index.html", "in/guide.html"}, "guide", "case-mismatch", "-"},
      // The file has not the id that the link asks for.
      {{"in/Guide.html"}, "guide.html#a", "case-mismatch", "-"},
  });
}

TEST_CASE("a missing file gets what a host adds", "[fix]") {
  SiteOptions with_extensions;
  with_extensions.extensions = {"html"};
  check_fix_cases({
      {{"in/guide.html"}, "guide", "missing-file", "guide.html"},
      {{"in/guide.htm"}, "guide", "missing-file", "guide.htm"},
      {{"in/guide.html"}, "guide/", "missing-file", "guide.html"},
      {{"in/guide.html"}, "guide.html/", "missing-file", "guide.html"},
      {{"in/guide.html|<p id=a>"}, "guide?x#a", "missing-file", "guide.html?x#a"},
      {{"in/guide.html"}, "guide#a", "missing-file", "-"},
      {{"in/guide.html", "in/guide.htm"}, "guide", "missing-file", "-"},
      {{"in/guide.html", "in/Guide.html"}, "guide", "missing-file", "-"},
      {{"in/guide.html", "in/Guide/index.html"}, "guide/", "case-mismatch", "-"},
      {{"in/Guide.html"}, "guide", "missing-file", "-"},
      {{"in/Guide.html"}, "guide", "case-mismatch", "Guide.html", with_extensions},
  });
}

TEST_CASE("a missing file gets other percent signs", "[fix]") {
  check_fix_cases({
      {{"in/a b.html"}, "a%2520b.html", "missing-file", "a%20b.html"},
      {{"in/a%20b.html"}, "a%20b.html", "missing-file", "a%2520b.html"},
      {{"in/a b.html", "in/a%2520b.html"}, "a%2520b.html", "missing-file", "-"},
      {{"in/a/b.html"}, "a%2Fb.html", "missing-file", "a/b.html"},
      {{"in/caf\u00e9.html"}, "cafe%CC%81.html", "missing-file", "caf%C3%A9.html"},
      {{"in/caf\u00e9.html", "in/cafe\u0301.html"}, "Cafe%CC%81.html", "case-mismatch", "-"},
  });
}

TEST_CASE("the path of the site is added, or left out where it is twice", "[fix]") {
  check_fix_cases({
      {{"guide.html"}, "/guide.html", "outside-site", "/docs/guide.html", site_below_docs()},
      {{"guide.html"}, "/guide", "outside-site", "/docs/guide.html", site_below_docs()},
      {{"guide.html"}, "/docsguide.html", "outside-site", "/docs/guide.html", site_below_docs()},
      {{"guide/index.html"}, "/guide/", "outside-site", "/docs/guide/", site_below_docs()},
      {{"guide.html"}, "/gide.html", "outside-site", "-", site_below_docs()},
      {{"guide.html"},
       "/docs/docs/guide.html",
       "missing-file",
       "/docs/guide.html",
       site_below_docs()},
      {{"guide.html"}, "/docs/docs/gone.html", "missing-file", "-", site_below_docs()},
      {{"docs/guide.html"},
       "/docs/guide.html",
       "missing-file",
       "/docs/docs/guide.html",
       site_below_docs()},
      {{"guide.html", "docs/guide/index.html"},
       "/docs/docs/guide.html",
       "missing-file",
       "/docs/guide.html",
       site_below_docs()},
      {{"guide.html", "docs/Guide.html"},
       "/docs/docs/guide.html",
       "case-mismatch",
       "-",
       site_below_docs()},
  });
}

TEST_CASE("what only looks alike is no repair", "[fix]") {
  check_fix_cases({
      {{"in/index.es.html"}, "index.en.html", "missing-file", "-"},
      {{"v2/install.html"}, "/v1/install.html", "missing-file", "-"},
      {{"in/report-2023.html"}, "report-2024.html", "missing-file", "-"},
      {{"other/guide.html"}, "guide.html", "missing-file", "-"},
      {{"in/install.html"}, "instal.html", "missing-file", "-"},
      {{"in/guide.html"}, "guide.md", "missing-file", "-"},
      {{"in/picture.png"}, "picture.jpg", "missing-file", "-"},
      {{"in/guide/x.html", "in/guide.html"}, "guide/", "missing-index", "-"},
  });
}

TEST_CASE("a missing fragment gets the only id that is the same but for case", "[fix]") {
  check_fix_cases({
      {{"in/a.html|<p id=Intro>"}, "a.html#intro", "missing-fragment", "a.html#Intro"},
      {{"in/a.html|<a name=Intro>"}, "a.html#INTRO", "missing-fragment", "a.html#Intro"},
      {{"in/a.html|<p id='a b'>"}, "a.html#a%2520b", "missing-fragment", "a.html#a%20b"},
      {{"in/a.html|<meta charset=utf-8><p id='\u00c4'>"},
       "a.html#%C3%A4",
       "missing-fragment",
       "a.html#%C3%84"},
      {{"in/a.html|<p id=Intro>"},
       "a.html#intro:~:text=x",
       "missing-fragment",
       "a.html#Intro:~:text=x"},
      {{"in/a.html|<p id=Intro><p id=inTro>"}, "a.html#intro", "missing-fragment", "-"},
      {{"in/a.html|<p id=intro-2>"}, "a.html#intro-1", "missing-fragment", "-"},
      {{"in/a.html|<p id=install>"}, "a.html#instal", "missing-fragment", "-"},
  });
}

TEST_CASE("a redirected link leads to its end, with its fragment", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("site/new.html", "<meta charset=utf-8><p id=a>");
  folder.write("site/_redirects",
               "/old /new.html\n/older /old 308\n/now /new.html 302\n/en /new.html 301 "
               "Country=at\n/away https://x.example/\n");
  folder.write("site/a.html", std::string(fix_head) +
                                  "<a href='/old#a'>x</a><a href=older>x</a><a href=now>x</a>"
                                  "<a href=en>x</a><a href=away>x</a><a href=f>x</a>");
  folder.write("site/f/index.html", "x");
  CHECK(fixes_of({}, "a.html") ==
        "redirected-link /new.html#a|redirected-link new.html|redirected-link -|"
        "redirected-link -|redirected-link f/");
  // By pages that send their readers on.
  folder.write("site/b.html",
               "<meta charset=utf-8><meta http-equiv=refresh content='0;url=c.html'>");
  folder.write("site/c.html",
               "<meta charset=utf-8><meta http-equiv=refresh content='0;url=new.html'>");
  folder.write("site/a.html", std::string(fix_head) + "<a href='b.html'>x</a>");
  CHECK(fixes_of({}, "a.html") == "redirected-link new.html");
}

TEST_CASE("the written form that was meant", "[fix]") {
  check_fix_cases({
      {{"a.html"},
       "http://h.example/docs/a.html",
       "insecure-own-url",
       "https://h.example/docs/a.html",
       site_below_docs()},
      {{"a.html"}, "http://h.example/docs/gone.html", "missing-file", "-", site_below_docs()},
      {{"in/k/a.html"}, "k//a.html?u=http://x", "double-slash", "k/a.html?u=http://x"},
      {{}, "htps://x.example/a?b#c", "suspicious-url", "https://x.example/a?b#c"},
      {{}, "mialto:a@x.example", "suspicious-url", "mailto:a@x.example"},
      {{}, "te:+43 1 234", "suspicious-url", "tel:+43 1 234"},
      {{}, "https://https://x.example/a", "suspicious-url", "https://x.example/a"},
      // Of two schemes nobody knows which is meant; nor where nothing fits what follows.
      {{}, "httpx://x.example/", "suspicious-url", "-"},
      {{}, "http://https://x.example/a", "suspicious-url", "-"},
      {{}, "rel:top", "suspicious-url", "-"},
      {{}, "mailto:info", "suspicious-url", "-"},
  });
  const test::TemporaryFolder folder;
  folder.write("site/in/page.html",
               std::string(fix_head) + "<base href=/other/><p id=a><a href='#a'>x</a>");
  folder.write("site/other/index.html", std::string(fix_head));
  CHECK(fixes_of({}, "in/page.html") == "base-moves-fragment ../in/page.html#a");
}

TEST_CASE("a scheme that was meant", "[fix]") {
  CHECK(with_meant_scheme(" htttp://x/") == "http://x/");
  CHECK(with_meant_scheme("HTPS://x/") == "https://x/");
  CHECK(!with_meant_scheme("htps:"));
  CHECK(!with_meant_scheme("htps:///"));
  CHECK(!with_meant_scheme("x"));
  CHECK(!with_meant_scheme(""));
  CHECK(!with_meant_scheme("https:"));
  CHECK(!with_meant_scheme("https://https:"));
}

TEST_CASE("a repair is written as its place needs it", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("site/Pic.png", "x");
  folder.write("site/A B.html", std::string(fix_head));
  const auto value = [&](std::string const& page, std::string const& file = "a.html") {
    folder.write("site/" + file, page);
    return fixes_of({}, file);
  };
  const std::string start(fix_head);
  CHECK(value(start + "<img src=pic.png>") == "case-mismatch Pic.png");
  CHECK(value(start + "<img srcset='pic.png 1x, PIC.png?a,b 2x'>") ==
        "case-mismatch Pic.png|case-mismatch Pic.png?a,b");
  CHECK(value(start + "<style>p{background:url( pic.png )}</style>") == "case-mismatch Pic.png");
  CHECK(value(start + "<p style='background:url(&quot;pic.png&quot;)'>") ==
        "case-mismatch Pic.png");
  CHECK(value(start + "<meta http-equiv=refresh content='9; url=a%20b.html'>") ==
        "case-mismatch A%20B.html");
  CHECK(value(start + "<iframe srcdoc=\"<img src='pic.png?a&amp;amp;b'>\">") ==
        "case-mismatch Pic.png?a&amp;amp;b");
  CHECK(value("p { background: url('pic.png') }", "a.css") == "case-mismatch Pic.png");
  CHECK(value("<svg xmlns='http://www.w3.org/2000/svg'><image href='pic.png?a&amp;b'/></svg>",
              "a.svg") == "case-mismatch Pic.png?a&amp;b");
  // Values with template code, and what comes from an entity, stay.
  CHECK(value(start + "<img src='pic.png?{{ x }}'>") == "case-mismatch -");
}

TEST_CASE("offsets of a repair are bytes of the file, in any encoding", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("site/Pic.png", "x");
  std::string wide = "\xFF\xFE";
  for (const char c : std::string("<img alt='\xE9' src=pic.png>")) {
    wide += c;
    wide += '\0';
  }
  folder.write("site/wide.html", wide);
  folder.write("site/old.html", "<meta charset=iso-8859-1>\xE9\xE9<img src=pic.png>");
  const auto site = Site::read({.root = "site"});
  REQUIRE(site);
  CheckOptions options;
  turn_fixes_on(options);
  std::size_t found = 0;
  check(*site, options, {.finding = [&](Finding const& finding) {
    if (finding.rule != Rule::case_mismatch) return true;
    ++found;
    REQUIRE(finding.fix.edits.size() == 1);
    FixEdit const& edit = finding.fix.edits[0];
    const std::string bytes = folder.read(std::string(finding.file));
    CHECK(bytes.substr(edit.offset, edit.before.size()) == edit.before);
    CHECK(finding.fix.offset == edit.offset);
    CHECK(finding.fix.length == edit.before.size());
    const bool is_wide = finding.file == "site/wide.html";
    CHECK(edit.after == (is_wide ? std::string("P\0i\0c\0.\0p\0n\0g\0", 14) : "Pic.png"));
    return true;
  }});
  CHECK(found == 2);
}

TEST_CASE("the place of a finding in bytes of UTF-8", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("site/a.html",
               "<meta charset=utf-8>\n\u00e9\u8a9e<a href='\u00e9/x'>x</a><a href='y\nz'>");
  const auto site = Site::read({.root = "site"});
  REQUIRE(site);
  std::string places;
  check(*site, {}, {.finding = [&](Finding const& finding) {
    places += std::to_string(finding.line) + ':' + std::to_string(finding.column) + ':' +
              std::to_string(finding.byte_column) + '-' + std::to_string(finding.end.line) + ':' +
              std::to_string(finding.end.column) + ':' + std::to_string(finding.end.byte_column) +
              ' ';
    return true;
  }});
  CHECK(places == "2:12:15-2:15:19 2:31:35-3:2:2 ");
}

TEST_CASE("what a symbolic link makes a page gets no repair", "[fix]") {
  const test::TemporaryFolder folder;
  folder.write("site/Guide.html", std::string(fix_head));
  folder.write("site/real.html", std::string(fix_head) + "<a href=guide.html>x</a>");
  std::filesystem::create_symlink("real.html", "site/other.html");
  CHECK(fixes_of({}, "real.html") == "case-mismatch Guide.html");
  CHECK(fixes_of({}, "other.html") == "case-mismatch -");
}

TEST_CASE("repairs take time and memory in proportion to the pages", "[fix][growth]") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  constexpr std::size_t links = 40'000;
  std::string page(fix_head);
  for (std::size_t i = 0; i < links; ++i) {
    page += "<a href='b.html#ID" + std::to_string(i) + "'>x</a><img src=pic.png>";
  }
  folder.write("site/a.html", page);
  folder.write("site/Pic.png", "x");
  std::string target(fix_head);
  for (std::size_t i = 0; i < links; ++i) target += "<p id=id" + std::to_string(i) + ">";
  folder.write("site/b.html", target);
  const auto cost = test::cost_of([] {
    const auto site = Site::read({.root = "site"});
    CheckOptions options;
    options.finds_fixes = true;
    std::size_t fixes = 0;
    std::size_t findings = 0;
    check(*site, options, {.finding = [&](Finding const& finding) {
      ++findings;
      fixes += finding.fix.is_there() ? 1 : 0;
      return true;
    }});
    // Of so many ids, one or two that are missing have the hash of another (anchor_store.h).
    if (fixes != findings || findings + 100 < 2 * links) std::_Exit(1);
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < test::allowed_seconds(page.size() + target.size()));
  CHECK(cost.peak_bytes < test::allowed_bytes(page.size() + target.size()));
}

}  // namespace hrefkit::site
