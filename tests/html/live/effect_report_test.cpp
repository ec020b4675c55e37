#include "hrefkit/html/effect_report.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/selector.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::page;
using url::Standard;

namespace {

struct RecordedPage {
  explicit RecordedPage(std::string markup, DocumentOptions document = {},
                        text::Encoding encoding = text::Encoding::utf_8)
      : text(std::move(markup)) {
    if (document.url == "about:blank") document.url = page;
    Notes notes;
    const SourceText source = source_from_text(text, ContentType::html, encoding);
    contexts = std::make_unique<LiveContexts>(ContextTree(source, document, notes), document);
    recorder = std::make_unique<EffectRecorder>(*contexts, document.also);
  }

  LiveDocument& main() { return contexts->main(); }
  NodeId find(std::string_view selector) {
    return select_elements(main().document(), selector).at(0);
  }

  /// "element[attribute] raw effect before -> after [hazards]" of each URL.
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    recorder->report([&](UrlEffect const& effect) {
      std::string line = std::string(effect.name) + "[" + std::string(attribute_name(*effect.row)) +
                         "] " + std::string(effect.raw) + " " + std::string(name(effect.effect)) +
                         " " + effect.before.value_or("null") + " -> " +
                         effect.after.value_or("null");
      if (effect.stale) line += " stale";
      for (Hazard hazard : effect.hazards) line += " " + std::string(name(hazard));
      lines.push_back(line);
    });
    return lines;
  }

  /// Copies, whose views do not live: to be asked for numbers and places.
  std::vector<UrlEffect> report() const {
    std::vector<UrlEffect> effects;
    recorder->report([&](UrlEffect const& effect) { effects.push_back(effect); });
    return effects;
  }

  /// All but the first.
  std::vector<std::string> tail() const {
    std::vector<std::string> all = lines();
    REQUIRE_FALSE(all.empty());
    all.erase(all.begin());
    return all;
  }

  std::string text;
  std::unique_ptr<LiveContexts> contexts;
  std::unique_ptr<EffectRecorder> recorder;
};

using Lines = std::vector<std::string>;

DocumentOptions under(Standard standard) {
  DocumentOptions options;
  options.standard = standard;
  return options;
}

void set_base(RecordedPage& file, std::string_view href) {
  file.main().set_attribute(file.main().base_element(), "href", href);
}

}  // namespace

// HTML Standard 4.2.5.3, "Refresh state": the URL is parsed when the element is inserted.
TEST_CASE("a refresh has the base of its place") {
  const std::string refresh = "<meta http-equiv=refresh content='0;url=r'>";
  SECTION("before and behind the base element") {
    RecordedPage file("<!doctype html>" + refresh + "<base href=/b/>" + refresh);
    set_base(file, "/c/");
    CHECK(file.lines() ==
          Lines{"meta[content] r none https://example.com/dir/r -> https://example.com/dir/r",
                "base[href] /b/ none https://example.com/b/ -> https://example.com/c/",
                "meta[content] r none https://example.com/b/r -> "
                "https://example.com/c/r stale"});
  }
  SECTION("the base element goes") {
    RecordedPage file("<!doctype html>" + refresh + "<base href=/b/>" + refresh);
    file.main().remove_attribute(file.main().base_element(), "href");
    CHECK(file.lines() ==
          Lines{"meta[content] r none https://example.com/dir/r -> https://example.com/dir/r",
                "base[href] /b/ none https://example.com/b/ -> null stops-resolving",
                "meta[content] r none https://example.com/b/r -> "
                "https://example.com/dir/r stale"});
  }
}

// HTML5 (W3C draft) 2.6.5: three triggers, each with the three effects.
TEST_CASE("three triggers and three effects") {
  const Lines expected_tail{
      "a[href] x hyperlink https://example.com/dir/x -> https://example.com/new/x",
      "q[cite] y cite https://example.com/dir/y -> https://example.com/new/y",
      "img[src] z none https://example.com/dir/z -> https://example.com/new/z stale"};
  const std::string links = "<a href=x></a><q cite=y></q><img src=z>";
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    SECTION("an xml:base attribute changes") {
      RecordedPage file("<p>" + links, under(standard));
      file.main().set_attribute(file.find("p"), "base", "/new/", Namespace::xml);
      CHECK(file.lines() == expected_tail);
    }
    SECTION("the document base URL changes") {
      RecordedPage file("<base href=''>" + links, under(standard));
      set_base(file, "/new/");
      CHECK(file.lines()[0] ==
            "base[href]  none https://example.com/dir/page.html -> https://example.com/new/");
      CHECK(file.tail() == expected_tail);
    }
    SECTION("an element moves to another document") {
      RecordedPage from("<p>" + links, under(standard));
      DocumentOptions elsewhere = under(standard);
      elsewhere.url = "https://example.com/new/page.html";
      RecordedPage to("<body><a href=there></a>", elsewhere);
      REQUIRE(from.recorder->move(from.find("p"), *to.recorder, to.find("body")));
      Lines expected = expected_tail;
      expected.back() = "img[src] z reload https://example.com/dir/z -> https://example.com/new/z";
      CHECK(from.lines() == expected);
      CHECK(to.lines().empty());
    }
  }
}

TEST_CASE("what is fetched again in another document is reloaded") {
  RecordedPage from(
      "<div><img src=i><script src=s></script><link rel=stylesheet href=c><a href=x></a></div>");
  DocumentOptions elsewhere;
  elsewhere.url = "https://example.com/new/page.html";
  RecordedPage to("<body>", elsewhere);
  REQUIRE(from.recorder->move(from.find("div"), *to.recorder, to.find("body")));
  CHECK(from.lines() ==
        Lines{"img[src] i reload https://example.com/dir/i -> https://example.com/new/i",
              "script[src] s none https://example.com/dir/s -> https://example.com/new/s stale",
              "link[href] c reload https://example.com/dir/c -> https://example.com/new/c",
              "a[href] x hyperlink https://example.com/dir/x -> https://example.com/new/x"});
}

TEST_CASE("what SVG and CSS name in another file is reloaded, what is in the document is not") {
  RecordedPage from(
      "<div><svg><use href='u.svg#a'></use><use href='#b'></use></svg>"
      "<p style='c:url(d.svg#e);f:url(#g)'></div>");
  DocumentOptions elsewhere;
  elsewhere.url = "https://example.com/new/page.html";
  RecordedPage to("<body>", elsewhere);
  REQUIRE(from.recorder->move(from.find("div"), *to.recorder, to.find("body")));
  CHECK(from.lines() == Lines{"use[href] u.svg#a reload https://example.com/dir/u.svg#a -> "
                              "https://example.com/new/u.svg#a",
                              "use[href] #b none https://example.com/dir/page.html#b -> "
                              "https://example.com/new/page.html#b",
                              "p[style] d.svg#e reload https://example.com/dir/d.svg#e -> "
                              "https://example.com/new/d.svg#e",
                              "p[style] #g none https://example.com/dir/page.html#g -> "
                              "https://example.com/new/page.html#g"});
}

TEST_CASE("fragments in CSS and SVG lead into their own document, whatever the base is") {
  RecordedPage file(
      "<base href=/a/><p style='b:url(#f)'><svg><use href='#u'></use><a href='#a'></a></svg>"
      "<style>a{b:url(#s)}</style>");
  set_base(file, "/b/");
  CHECK(file.tail() ==
        Lines{"p[style] #f none https://example.com/dir/page.html#f -> "
              "https://example.com/dir/page.html#f",
              "use[href] #u none https://example.com/dir/page.html#u -> "
              "https://example.com/dir/page.html#u",
              "a[href] #a hyperlink https://example.com/a/#a -> https://example.com/b/#a",
              "style[] #s none https://example.com/dir/page.html#s -> "
              "https://example.com/dir/page.html#s"});
}

// CSS Values 4 4.5.4, "URL processing model"; HTML Standard 8.1.5.2.
TEST_CASE("queries in CSS and import maps are UTF-8 before and after, whatever the page is in") {
  RecordedPage file(
      "<base href=/a/><img src='?\xC3\xA4'><p style='a:url(?\xC3\xA4)'>"
      "<script type=importmap>{\"imports\":{\"x\":\"./x?\xC3\xA4\"}}</script>",
      {.also = {.import_map = true}}, text::Encoding::windows_1252);
  set_base(file, "/b/");
  const std::string site = "https://example.com";
  CHECK(
      file.tail() ==
      Lines{"img[src] ?\xC3\xA4 none " + site + "/a/?%E4 -> " + site + "/b/?%E4 stale",
            "p[style] ?\xC3\xA4 none " + site + "/a/?%C3%A4 -> " + site + "/b/?%C3%A4 stale",
            "script[] ./x?\xC3\xA4 none " + site + "/a/x?%C3%A4 -> " + site + "/b/x?%C3%A4 stale"});
}

TEST_CASE("a source that leaves its picture makes the images behind it load again") {
  const auto moved = [](std::string const& markup) {
    RecordedPage from(markup);
    DocumentOptions elsewhere;
    elsewhere.url = "https://example.com/new/page.html";
    RecordedPage to("<body>", elsewhere);
    REQUIRE(from.recorder->move(from.find("source"), *to.recorder, to.find("body")));
    return from.lines();
  };
  const std::string dir = "https://example.com/dir/";
  CHECK(moved("<picture><source srcset=s><img src=i longdesc=l></picture><img src=j>") ==
        Lines{"source[srcset] s none " + dir + "s -> https://example.com/new/s stale",
              "img[src] i reload " + dir + "i -> " + dir + "i",
              "img[longdesc] l none " + dir + "l -> " + dir + "l"});
  CHECK(moved("<video><source src=s></video><img src=j>") ==
        Lines{"source[src] s none " + dir + "s -> https://example.com/new/s stale"});
  // An image chooses among the sources before it.
  CHECK(moved("<picture><img src=h><source srcset=s><img src=i><p><img src=j></picture>") ==
        Lines{"source[srcset] s none " + dir + "s -> https://example.com/new/s stale",
              "img[src] i reload " + dir + "i -> " + dir + "i"});
}

TEST_CASE("an element with an empty value that moves is not loaded again") {
  RecordedPage from("<p><img src=''><img src=i></p>");
  DocumentOptions elsewhere;
  elsewhere.url = "https://example.com/new/page.html";
  RecordedPage to("<body>", elsewhere);
  REQUIRE(from.recorder->move(from.find("p"), *to.recorder, to.find("body")));
  CHECK(from.lines() == Lines{"img[src]  none null -> null",
                              "img[src] i reload https://example.com/dir/i -> "
                              "https://example.com/new/i"});
}

TEST_CASE("an empty value that is not fetched has no URL before and after") {
  RecordedPage file("<base href=/a/><img src=''><img src=' '><a href=''>");
  set_base(file, "/b/");
  CHECK(file.tail() == Lines{"img[src]  none null -> null", "img[src]   none null -> null",
                             "a[href]  hyperlink https://example.com/a/ -> "
                             "https://example.com/b/"});
}

TEST_CASE("attributes that change are reported as they were") {
  RecordedPage file("<base href=/a/><a href=old>");
  file.main().set_attribute(file.find("a"), "href", "new");
  set_base(file, "/b/");
  CHECK(file.tail() ==
        Lines{"a[href] old hyperlink https://example.com/a/old -> https://example.com/b/new"});
}

TEST_CASE("URLs that stand between those of another element keep the order of the source") {
  RecordedPage file(
      "<base href=/a/><svg><style>a{b:url(1)}<g style='b:url(2)'></g>a{b:url(3)}</style></svg>"
      "<a href=4>");
  set_base(file, "/b/");
  const auto report = file.report();
  REQUIRE(report.size() == 5);
  for (std::size_t i = 1; i < report.size(); ++i) {
    CHECK(report[i].span.in(file.text) == std::to_string(i));
  }
}

TEST_CASE("hazard: a link to a fragment of its own page leaves the page") {
  RecordedPage file(
      "<base href=''><a href='#f'></a><a href='page.html#f'></a><a href='other.html#f'></a>");
  set_base(file, "/other/");
  CHECK(file.tail() ==
        Lines{"a[href] #f hyperlink https://example.com/dir/page.html#f -> "
              "https://example.com/other/#f fragment-leaves-page",
              "a[href] page.html#f hyperlink https://example.com/dir/page.html#f -> "
              "https://example.com/other/page.html#f fragment-leaves-page",
              "a[href] other.html#f hyperlink https://example.com/dir/other.html#f -> "
              "https://example.com/other/other.html#f"});
  // With the page's address it stays on the page.
  const std::string moved = "https://example.com/moved.html";
  RecordedPage follows("<a href='#f'></a>");
  follows.main().set_address(moved, {moved, BaseSource::document, moved});
  CHECK(follows.lines() == Lines{"a[href] #f hyperlink https://example.com/dir/page.html#f -> "
                                 "https://example.com/moved.html#f"});
}

TEST_CASE("hazard: an empty href leaves the page") {
  RecordedPage file("<base href=''><a href=' '></a><form action=''></form><img src=''>");
  set_base(file, "/other/");
  CHECK(file.tail() ==
        Lines{"a[href]   hyperlink https://example.com/dir/page.html -> https://example.com/other/ "
              "empty-leaves-page",
              "img[src]  none null -> null"});
}

TEST_CASE("hazards: another origin, and no URL any more") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    RecordedPage file("<base href=''><a href=x></a><a href=https://h.example/></a>",
                      under(standard));
    set_base(file, "https://other.example:81/");
    CHECK(file.lines()[1].ends_with(" -> https://other.example:81/x origin-changes"));
    CHECK(file.lines()[2].ends_with(" -> https://h.example/"));
  }
  RecordedPage file("<div><a href=x></a></div>");
  file.main().set_attribute(file.find("div"), "base", "mailto:x", Namespace::xml);
  CHECK(file.lines() == Lines{"a[href] x hyperlink https://example.com/dir/x -> null "
                              "stops-resolving"});
}

TEST_CASE("all changes count together: affected by any, before the first, after the last") {
  RecordedPage file("<base href=''><p id=p><a href=x></a></p><i><a href=y></a></i>");
  set_base(file, "/1/");
  set_base(file, "");
  file.main().set_attribute(file.find("#p"), "base", "/2/", Namespace::xml);
  CHECK(file.lines() ==
        Lines{"base[href]  none https://example.com/dir/page.html -> "
              "https://example.com/dir/page.html",
              "a[href] x hyperlink https://example.com/dir/x -> https://example.com/2/x",
              "a[href] y hyperlink https://example.com/dir/y -> https://example.com/dir/y"});
}

TEST_CASE("elements that are gone are not reported, those that are not affected neither") {
  RecordedPage file("<base href=/a/><base href=/b/><p><a href=x></a></p><a href=y></a>");
  file.main().remove(file.find("p"));
  CHECK(file.lines().empty());
  file.main().remove(file.main().base_element());
  CHECK(file.lines() ==
        Lines{"base[href] /b/ none https://example.com/b/ -> https://example.com/b/",
              "a[href] y hyperlink https://example.com/a/y -> https://example.com/b/y"});
}

TEST_CASE("a frozen base URL makes the base element's href stale") {
  RecordedPage file("<base href=b/><a href=x></a>");
  const std::string moved = "https://example.com/moved/";
  file.main().set_address(moved, {moved, BaseSource::document, moved});
  // Nothing changed for the document: nobody is affected.
  CHECK(file.lines().empty());
  // An xml:base makes its element affected, and shows what a read of href gives.
  file.main().set_attribute(file.find("head"), "base", "/x/", Namespace::xml);
  CHECK(file.lines() == Lines{"base[href] b/ none https://example.com/dir/b/ -> "
                              "https://example.com/moved/b/ stale"});
}

TEST_CASE("lists have a row for each URL, places are the URL's own") {
  RecordedPage file("<base href=''><img srcset='a.png 1x, b.png 2x'>\n<a href=x ping='p q'></a>");
  set_base(file, "/n/");
  const auto report = file.report();
  REQUIRE(report.size() == 6);
  CHECK(report[1].index == 0);
  CHECK(report[2].index == 1);
  for (std::size_t i = 1; i < report.size(); ++i) {
    CHECK(report[i].span.in(file.text) == report[i].raw);
  }
}

TEST_CASE("frames: older standards report their URLs, with their context") {
  const std::string markup = "<base href=/a/><iframe srcdoc='<a href=x>'></iframe>";
  RecordedPage older(markup, under(Standard::html5));
  set_base(older, "/b/");
  REQUIRE(older.lines().size() == 2);
  CHECK(older.lines()[1] ==
        "a[href] x hyperlink https://example.com/a/x -> https://example.com/b/x");
  CHECK(older.report()[1].context == 1);
  CHECK(older.report()[1].span.in(older.text) == "x");
  RecordedPage living(markup);
  set_base(living, "/b/");
  CHECK(living.lines().size() == 1);
  // A frame that moves away loads again: its document does not exist any more.
  DocumentOptions elsewhere = under(Standard::html5);
  elsewhere.url = "https://other.example/";
  RecordedPage to("<body>", elsewhere);
  REQUIRE(older.recorder->move(older.find("iframe"), *to.recorder, to.find("body")));
  CHECK(older.lines().size() == 1);
}

TEST_CASE("what a moved base element does to the other file stands in that file's report") {
  RecordedPage from("<div><base href=/from/><a href=x></a></div><a href=y></a>");
  DocumentOptions elsewhere;
  elsewhere.url = "https://other.example/";
  RecordedPage to("<body><a href=z></a>", elsewhere);
  REQUIRE(from.recorder->move(from.find("div"), *to.recorder, to.find("body")));
  CHECK(from.lines() ==
        Lines{"base[href] /from/ none https://example.com/from/ -> https://other.example/from/",
              "a[href] x hyperlink https://example.com/from/x -> https://other.example/from/x "
              "origin-changes",
              "a[href] y hyperlink https://example.com/from/y -> https://example.com/dir/y"});
  CHECK(to.lines() ==
        Lines{"a[href] z hyperlink https://other.example/z -> https://other.example/from/z"});
}

TEST_CASE("a style sheet of many URLs is reported in one pass") {
  std::string markup = "<base href=/a/><style>";
  for (int i = 0; i < 50'000; ++i) markup += "a{b:url(\\78)}";
  RecordedPage file(markup + "</style>");
  set_base(file, "/b/");
  std::size_t count = 0;
  std::string last;
  file.recorder->report([&](UrlEffect const& effect) {
    ++count;
    last = std::string(effect.raw) + " -> " + effect.after.value_or("");
  });
  CHECK(count == 50'001);
  CHECK(last == "x -> https://example.com/b/x");
}
