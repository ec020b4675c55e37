// The base URLs of the documents of a file, by the scanner and by the tree.
#include "hrefkit/html/base_report.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/tag_soup.h"

namespace hrefkit::html {

namespace {

std::string text_of(std::optional<std::string_view> text) {
  return text ? "'" + std::string(*text) + "'" : "none";
}

/// All that a report of `before` and `page` says, a line each document, element and scope. Offsets
/// are those in `page`.
std::vector<std::string> lines_of(std::string const& before, std::string const& page,
                                  DocumentOptions const& options) {
  Notes notes;
  const std::string text = before + page;
  const SourceText source = source_from_text(std::string_view(text));
  const BaseReport report(source, options, notes);
  const auto place = [&](std::uint32_t begin) { return std::to_string(begin - before.size()); };
  std::vector<std::string> lines;
  for (ReportedBases const& document : report.documents()) {
    lines.push_back(document.path + " " + std::string(document.address) + " " +
                    text_of(document.base) + " " + std::string(name(document.source)) + " " +
                    text_of(document.fallback) + " " + std::string(name(document.fallback_source)));
    for (ReportedBaseElement const& element : document.elements) {
      lines.push_back("  " + std::string(element.name) + " " + text_of(element.href) + " " +
                      std::string(name(element.status)) + " " + place(element.begin) +
                      (element.marker ? " marker" : ""));
    }
    for (ReportedBaseScope const& scope : document.scopes) {
      lines.push_back("  " + std::string(scope.name) + " " + std::string(scope.value) + " " +
                      text_of(scope.base) + " " + place(scope.begin));
    }
  }
  return lines;
}

/// A comment that makes the report read the tree, and changes nothing else.
const std::string asks_for_tree = "<!-- <frame -->";

void check_page(std::string const& page, DocumentOptions const& options) {
  CAPTURE(page);
  CHECK(lines_of("", page, options) == lines_of(asks_for_tree, page, options));
}

}  // namespace

TEST_CASE("the scanner and the tree report the same base URLs") {
  const std::string pages[] = {
      "",
      "<p>no base",
      "<base href=/b/>",
      "<BASE\nHREF='/b/?&amp;'>",
      "<p>text<base target=t href=b/>",
      "<base>",
      "<base target=x>",
      "<base href=>",
      "<base href='http://['>",
      "<base href=javascript:x>",
      "<base href=data:,x>",
      "<base href=mailto:x>",
      "<base href=about:blank>",
      "<base href=/b/><base href=/c/>",
      "<basefont><base-x><base href=/b/>",
      "<base",
      "<base href=/b/",
      "<!-- <base href=/b/> -->",
      "<!-- <base href=/b/> <p>",
      "<script>'<base href=/b/>'</script>",
      "<title><base href=/b/></title>",
      "<textarea><base href=/b/>",
      "<svg><base href=/b/></svg>",
      "<svg><desc><base href=/b/>",
      "<math><base href=/b/>",
      "<template><base href=/b/></template>",
      "<div><template shadowrootmode=open><base href=/b/></template></div>",
      "<table><base href=/b/>",
      "<select><base href=/b/></select>",
      "<noscript><base href=/b/></noscript>",
      "<head><noscript><base href=/b/></noscript>",
      "<meta http-equiv=content-security-policy content=\"base-uri 'none'\"><base href=/b/>",
      "<base href=/b/><meta http-equiv=content-security-policy content=\"base-uri 'none'\">",
      "<frameset><base href=/b/>",
      "<p xml:base=/x/>",
      "<body></body></html><base href=/b/>",
      "<plaintext><base href=/b/>",
      "<a title='<base '><base href=/b/>",
      "<a title='<base href=/c/>'>",
      "<base/href=/b/>",
      "<base href=/b/ href=/c/>",
      "<\0base href=/b/>",
  };
  for (std::string const& page : pages) {
    check_page(page, {.url = "https://docs.example/d/page.html"});
    check_page(page, {.url = "about:blank"});
    check_page(page, {.url = "about:blank", .creator = "https://c.example/x/y"});
    check_page(page, {.url = "about:srcdoc", .container = "https://c.example/x/y"});
    check_page(page, {.url = "data:text/html,x"});
    check_page(page, {.url = "not absolute"});
    check_page(page, {.url = "https://docs.example/d/", .scripting = true});
    check_page(
        page, {.url = "https://docs.example/d/", .content_security_policies = {"base-uri 'self'"}});
    for (const url::Standard standard : url::all_standards) {
      check_page(page, {.url = "https://docs.example/d/", .standard = standard});
    }
  }
}

TEST_CASE("the scanner and the tree report the same base URLs of random pages") {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    test::TagSoup soup(seed);
    check_page(soup.document(12), {.url = "https://docs.example/d/page.html"});
    check_page("<base href=/b/>" + soup.document(6), {.url = "https://docs.example/d/"});
    check_page(soup.document(4) + "<base href=/b/>" + soup.document(4),
               {.url = "https://docs.example/d/"});
  }
}

}  // namespace hrefkit::html
