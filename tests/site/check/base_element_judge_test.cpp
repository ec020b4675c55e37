#include "hrefkit/site/check/link_judge.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/find_links.h"

namespace hrefkit::site {

namespace {

/// The hrefs of the base elements that count, each with a space behind it.
std::string counting(std::string const& markup) {
  PageFile page;
  page.source = html::source_from_text(markup);
  page.options.url = "https://h.example/";
  BaseElementJudge judge;
  judge.begin(page);
  std::string found;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (link.kind != html::LinkKind::base) continue;
      const std::string url = block.resolve(link).value_or("");
      if (judge.counts(link, block, url)) found += std::string(link.raw) + ' ';
    }
  };
  CHECK(html::find_links(page.source, page.options, {.links = take}));
  return found;
}

}  // namespace

TEST_CASE("the first usable base element of a document counts") {
  CHECK(counting("<base href=/a/>") == "/a/ ");
  CHECK(counting("<base href=/a/><base href=/b/>") == "/a/ ");
  CHECK(counting("<base target=x><base href=/b/>") == "/b/ ");
  CHECK(counting("<base href=data:x><base href=/b/>").empty());
  CHECK(counting("<base href='http://['>").empty());
  CHECK(counting("<base href=/a/><iframe srcdoc='<base href=/b/><base href=/c/>'></iframe>") ==
        "/a/ /b/ ");
}

TEST_CASE("a base element in a shadow tree does not count") {
  CHECK(counting("<div><template shadowrootmode=open><base href=/a/></template></div>"
                 "<base href=/b/>") == "/b/ ");
}

TEST_CASE("a base element counts where a template puts it, and not where one replaces it") {
  CHECK(counting("<p><?marker name='h'></p><base href=/a/><template for=h><base href=/b/>") ==
        "/b/ ");
  CHECK(counting("<p><?start name='h'><base href=/a/></p><base href=/b/><template for=h>") ==
        "/b/ ");
}

TEST_CASE("a base element that a policy forbids does not count") {
  const std::string policy = "<meta http-equiv=Content-Security-Policy content=\"base-uri ";
  CHECK(counting(policy + "'none'\"><base href=/b/>").empty());
  CHECK(counting(policy + "'self'\"><base href=/b/><base href=/c/>") == "/b/ ");
  CHECK(counting(policy + "'self'\"><base href=https://o.example/><base href=/c/>").empty());
}

}  // namespace hrefkit::site
