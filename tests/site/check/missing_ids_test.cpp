// Missing ids are reported alike whether the links that ask for them are found again by their tags
// or with all others of their page: a base element, here without effect, has the page read again.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "hrefkit/site/check.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// The findings of p.html, one a line.
std::string rows_of(std::string const& page, bool with_base) {
  const test::TemporaryFolder folder;
  folder.write("p.html", "<!doctype html><meta charset=utf-8>" +
                             std::string(with_base ? "<base href=p.html>" : "") + "<body>" + page);
  folder.write("q.html", "<!doctype html><meta charset=utf-8><h2 id=abcdef><h2 id=b><h2 id=b>");
  SiteOptions options;
  options.root = ".";
  const auto site = Site::read(options);
  REQUIRE(site);
  std::string rows;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    if (finding.file == "p.html") {
      for (const std::string_view part :
           {name(finding.rule), finding.element, finding.attribute, finding.raw, finding.message}) {
        (rows += part) += ' ';
      }
      rows += '\n';
    }
    return true;
  }};
  const CheckSummary summary = check(*site, {}, sink);
  return rows + std::to_string(summary.found) + " found, " + std::to_string(summary.ignored) +
         " ignored";
}

}  // namespace

TEST_CASE("a missing id is reported alike by its tag and by its page") {
  for (std::string const page : {
           "<a href=q.html#no>",
           "<a href=q.html#abcdeg>",
           "<a href=#no>x</a><p id=nO>",
           "<a href=q.html#no>x</a><a href=gone.html>y</a><a href=q.html#NO>z</a>",
           "<a href=gone.html>y</a><a href=q.html#no>x</a><a href=gone2.html>y</a>",
           "<a href=q.html#no>x</a><a href=./q.html#no>y</a><a href=gone.html>z</a>",
           "<a href=q.html#no ping='gone.html q.html'>x</a>",
           "<img src=q.html#no srcset='q.html#no 1x, gone.png 2x'>",
           "<video><source src=q.html#no></video><picture><source srcset=q.html#no></picture>",
           "<p data-hrefkit-ignore><a href=q.html#no>x</a></p><a href=q.html#non>",
           "<iframe srcdoc='<a href=q.html#no>x</a>'></iframe><a href=q.html#non>",
           "<svg><a href=q.html#no /><use href=#no /></svg><a href=q.html#non>",
           "<template><a href=q.html#no></template><a href='q.html#n&amp;o'>x</a>",
           "<a href=#no>x</a><p id=i><p id=i><a href=#i>y</a><img usemap=#m src=#no2>",
           "<a href=q.html#b>x</a><a href=q.html#%6eo>y</a><link rel=next href=q.html#no>",
       }) {
    INFO(page);
    CHECK(rows_of(page, false) == rows_of(page, true));
  }
}

}  // namespace hrefkit::site
