// The laws of rewriting on real pages.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "hrefkit/html/extra_attributes.h"
#include "html/edit/rewrite_laws.h"
#include "support/outside_data.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::in_form;

namespace {

void check(std::string const& page, RewriteOptions const& options, MapUrl const& map,
           std::string& after) {
  CHECK(test::broken_law(page, options, map, after) == "");
  CHECK(test::broken_target(page, after, options) == "");
}

/// The page with `data-href` in place of `href`, and others alike.
std::string with_other_names(std::string page) {
  for (std::string const name : {" href=", " src=", " style="}) {
    for (std::size_t at = page.find(name); at != page.npos; at = page.find(name, at + 1)) {
      page.insert(at + 1, "data-");
    }
  }
  return page;
}

}  // namespace

TEST_CASE("real pages keep their links") {
  constexpr std::size_t pages_a_corpus = 60;
  ExtraAttributes extra;
  for (char const* row : {"*[data-href]=url", "img[data-src]=url", "*[data-style]=css"}) {
    REQUIRE(extra.add(row));
  }
  for (test::CorpusPage const& corpus_page : test::corpus_pages(pages_a_corpus)) {
    INFO(corpus_page.path);
    const std::string page = test::file_bytes(corpus_page.path);
    RewriteOptions options;
    options.document.url = "https://h.example/docs/" + corpus_page.name;
    std::string absolute;
    std::string relative;
    check(page, options, in_form(UrlForm::absolute), absolute);
    check(absolute, options, in_form(UrlForm::relative), relative);
    CHECK(test::broken_target(page, relative, options) == "");
    std::string there;
    RewriteOptions moved = options;
    moved.new_url = "https://h.example/elsewhere/page.html";
    check(page, moved, {}, there);
    std::string back;
    std::swap(moved.document.url, moved.new_url);
    check(there, moved, {}, back);
    CHECK(test::broken_target(page, back, options) == "");
    // The same links, where a run has to name their attributes.
    options.document.also.attributes = &extra;
    const std::string renamed = with_other_names(page);
    check(renamed, options, in_form(UrlForm::absolute), absolute);
    check(absolute, options, in_form(UrlForm::relative), relative);
    CHECK(test::broken_target(renamed, relative, options) == "");
    options.document.also.attributes = nullptr;
    const std::string based = "<base href=\"/other/place/\">" + page;
    std::string without;
    options.drop_base = true;
    check(based, options, {}, without);
  }
}
