#include "hrefkit/html/base/document_base.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::page;
using url::Standard;

namespace {

struct Result {
  std::string url;
  std::string source;
  std::vector<std::string> fates;
};

Result base_of(std::string_view text, Standard standard = Standard::whatwg,
               FallbackBase const& fallback = {page, BaseSource::document, page}) {
  Notes notes;
  const Document document = parse_html(text, false, notes);
  BaseStore store(standard, text.size());
  const StoredFallback stored = store_fallback(store, fallback, text::Encoding::utf_8);
  const DocumentBase base = document_base(document, stored, store, 0);
  Result result{std::string(store.bases[base.base].url()), std::string(name(base.source)), {}};
  for (BaseElement const& element : base.elements) {
    result.fates.emplace_back(name(element.status));
  }
  return result;
}

using Fates = std::vector<std::string>;

}  // namespace

// HTML Standard 2.4.2 and 4.2.3; HTML5 (W3C draft) 2.6.3 step 4.
TEST_CASE("document base URL: the first base element with href, else the fallback") {
  struct Row {
    std::string_view markup;
    std::string_view url;
    std::string_view source;
    Fates fates;
  };
  const Row rows[] = {
      {"<p>none", page, "document", {}},
      {"<base href=/b/>", "https://example.com/b/", "base", {"used"}},
      {"<base href=sub/>", "https://example.com/dir/sub/", "base", {"used"}},
      {"<base href=/1/><base href=/2/>", "https://example.com/1/", "base", {"used", "second"}},
      {"<base target=_top><base href=/2/>", "https://example.com/2/", "base", {"no-href", "used"}},
      {"<template><base href=/t/></template><base href=/r/>",
       "https://example.com/r/",
       "base",
       {"in-template", "used"}},
      {"<svg><base href=/s/></base></svg>", page, "document", {"not-html"}},
      {"<svg><foreignObject><base href=/f/></foreignObject></svg>",
       "https://example.com/f/",
       "base",
       {"used"}},
      {"<a href=x>before</a><base href=/late/>", "https://example.com/late/", "base", {"used"}},
      {"<base href='http://['><base href=/2/>", page, "document", {"unresolvable", "second"}},
      {"<base href=''>", page, "base", {"used"}},
      {"<div xml:base=/x/><base href=y/></div>", "https://example.com/dir/y/", "base", {"used"}},
  };
  for (Row const& row : rows) {
    for (Standard standard : {Standard::whatwg, Standard::html5}) {
      CAPTURE(row.markup, url::name(standard));
      const Result result = base_of(row.markup, standard);
      CHECK(result.url == row.url);
      CHECK(result.source == row.source);
      CHECK(result.fates == row.fates);
    }
  }
}

// HTML Standard 4.2.3 "set the frozen base URL", step 3.
TEST_CASE("whatwg ignores data: and javascript: bases and does not try later ones") {
  for (std::string_view href : {"data:text/html,x", "javascript:1", " \tjava\nscript:1"}) {
    const std::string markup = "<base href='" + std::string(href) + "'><base href=/2/>";
    CAPTURE(href);
    const Result result = base_of(markup);
    CHECK(result.url == page);
    CHECK(result.source == "document");
    CHECK(result.fates == Fates{"unusable-scheme", "second"});
  }
  // The HTML5 drafts have no such exception.
  CHECK(base_of("<base href='data:text/html,x'>", Standard::html5).url == "data:text/html,x");
}

// Web addresses in HTML 5, section 3: "no base element that is both a child of the head element and
// has an href".
TEST_CASE("web-address counts children of head only") {
  CHECK(base_of("<head><base href=/b/></head>", Standard::web_address).url ==
        "https://example.com/b/");
  const Result result = base_of("<body><base href=/b/>", Standard::web_address);
  CHECK(result.url == page);
  CHECK(result.fates == Fates{"outside-head"});
}

TEST_CASE("a base-uri directive before the base element forbids it") {
  const auto with_policy = [](std::string const& directive, std::string const& href) {
    return base_of("<head><meta http-equiv=content-security-policy content=\"" + directive +
                   "\"><base href='" + href + "'></head>");
  };
  CHECK(with_policy("base-uri 'none'", "/b/").fates == Fates{"blocked"});
  CHECK(with_policy("base-uri 'self'", "/b/").url == "https://example.com/b/");
  CHECK(with_policy("base-uri 'self'", "https://other.example/").url == page);
  CHECK(with_policy("base-uri https://*.other.example", "https://a.other.example/").source ==
        "base");
  CHECK(with_policy("default-src 'none'", "/b/").source == "base");
  // A policy after the base element comes too late; one in body does not count.
  CHECK(base_of("<head><base href=/b/><meta http-equiv=content-security-policy "
                "content=\"base-uri 'none'\"></head>")
            .source == "base");
  CHECK(base_of("<body><meta http-equiv=content-security-policy content=\"base-uri 'none'\">"
                "<base href=/b/>")
            .source == "base");
}

TEST_CASE("the base at a place in the source counts only base elements before it") {
  Notes notes;
  const std::string_view text = "<iframe></iframe><base href=/late/><iframe></iframe>";
  const Document document = parse_html(text, false, notes);
  BaseStore store(Standard::whatwg, text.size());
  const StoredFallback fallback =
      store_fallback(store, {page, BaseSource::document, page}, text::Encoding::utf_8);
  const DocumentBase base = document_base(document, fallback, store, 0);
  const auto url_at = [&](std::uint32_t offset) { return store.bases[base.base_at(offset)].url(); };
  CHECK(url_at(0) == page);
  CHECK(url_at(17) == page);
  CHECK(url_at(40) == "https://example.com/late/");
}

TEST_CASE("a base that the table parser moves in front of another takes its place") {
  // The second base is foster-parented: it comes first in tree order, though later in the source.
  Notes notes;
  const std::string_view text = "<body><table><td><base href=/cell/></td></table>";
  CHECK(base_of(text).url == "https://example.com/cell/");
  const std::string_view moved =
      "<body><table><tr><td><base href=/cell/></td></tr><base href=/foster/></table>";
  const Result result = base_of(moved);
  CHECK(result.url == "https://example.com/foster/");
  CHECK(result.fates == Fates{"used", "second"});
}

TEST_CASE("a base in a template with a for attribute counts by its new place") {
  const std::string_view text =
      "<p><?marker name='h'></p><base href=/two/><template for=h><base href=/one/></template>";
  const Result result = base_of(text);
  CHECK(result.url == "https://example.com/one/");
  CHECK(result.fates == Fates{"used", "second"});
  CHECK(base_of("<base href=/1/><p><?marker name='h'></p><template for=h><base href=/2/>").fates ==
        Fates{"used", "second"});
}

TEST_CASE("a base counts until a template takes its place") {
  struct Row {
    std::string_view text;  // the base is asked for at each of its q
    std::vector<std::string_view> bases;
  };
  const std::string_view old = "https://example.com/old/";
  const std::string_view next = "https://example.com/new/";
  const Row rows[] = {
      {"q<p><?start name='h'><base href=/old/>q<?end></p><template for=h>q</template>q",
       {page, old, page, page}},
      {"<p><?start name='h'><base href=/old/>q<?end></p><template for=h><base href=/new/>q",
       {old, next}},
      {"<p><?start name='h'><base href=/old/>q<base href=/x/>q</p><base href=/new/>q<template "
       "for=h></template>q",
       {old, old, old, next}},
      {"<base href=/new/><p><?start name='h'><base href=/old/>q</p><template for=h></template>q",
       {next, next}},
      {"<p><?start name='h'><base>q</p><template for=h></template>q", {page, page}},
      {"<p><?start name='h'><base href=/old/>q</p><p><?start name='i'><base href=/new/>q</p>"
       "<template for=h>q</template>q<template for=i></template>q",
       {old, old, next, next, page}},
  };
  for (Row const& row : rows) {
    CAPTURE(row.text);
    Notes notes;
    const Document document = parse_html(row.text, false, notes);
    BaseStore store(Standard::whatwg, row.text.size());
    const StoredFallback fallback =
        store_fallback(store, {page, BaseSource::document, page}, text::Encoding::utf_8);
    const DocumentBase base = document_base(document, fallback, store, 0);
    std::vector<std::string_view> bases;
    for (std::size_t at = row.text.find('q'); at != row.text.npos;
         at = row.text.find('q', at + 1)) {
      bases.push_back(store.bases[base.base_at(static_cast<std::uint32_t>(at))].url());
    }
    CHECK(bases == row.bases);
    const bool ends_without = row.bases.back() == page;
    CHECK(store.bases[base.base].url() == (ends_without ? page : next));
  }
}

TEST_CASE("policies in headers forbid a base, in the document and in its frames") {
  const auto base_with = [](std::string const& policy, std::string_view markup) {
    Notes notes;
    DocumentOptions options;
    options.url = page;
    options.content_security_policies = {"default-src *", policy};
    const ContextTree tree(source_from_text(markup), options, notes);
    return std::string(tree.base_url(tree.contexts().back().base.base).url());
  };
  CHECK(base_with("base-uri 'none'", "<base href=/b/>") == page);
  CHECK(base_with("base-uri 'self'", "<base href=/b/>") == "https://example.com/b/");
  CHECK(base_with("base-uri 'none'", "<iframe srcdoc='<base href=/b/>'></iframe>") == page);
  // A resolver that needs no tree obeys them too.
  DocumentOptions options;
  options.url = page;
  options.content_security_policies = {"base-uri 'none'"};
  std::string base;
  const auto take = [&](LinkBlock const& block) {
    base = block.bases[block.links.back().base].resolver.base();
  };
  REQUIRE(find_links(source_from_text("<base href=/b/><a href=x>"), options, {.links = take}));
  CHECK(base == page);
}

TEST_CASE("many policies and many base elements cost no more than the budget") {
  std::string text = "<meta http-equiv=content-security-policy content=\"base-uri";
  for (int i = 0; i < 40'000; ++i) text += " h" + std::to_string(i) + ".example";
  text += "\">";
  for (int i = 0; i < 5'000; ++i) {
    text += "<iframe srcdoc='<base href=/" + std::to_string(i) + "/>'></iframe>";
  }
  Notes notes;
  DocumentOptions options;
  options.url = page;
  const ContextTree tree(source_from_text(text), options, notes);
  REQUIRE(tree.contexts().size() == 5'001);
  const auto status = [&](std::size_t i) { return tree.contexts()[i].base.elements.at(0).status; };
  CHECK(status(1) == BaseElementStatus::blocked);
  CHECK(status(5'000) == BaseElementStatus::over_budget);
}
