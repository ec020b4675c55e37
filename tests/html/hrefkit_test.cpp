#include <hrefkit/hrefkit.h>

#include <catch2/catch.hpp>
#include <string>
#include <type_traits>
#include <vector>

using namespace hrefkit;

namespace {

constexpr std::string_view address = "https://docs.example/d/page.html";

template <class Type>
concept is_iterable_as = requires(Type&& links) {
  std::forward<Type>(links).begin();
};
static_assert(is_iterable_as<Links&>);
static_assert(is_iterable_as<Links const&>);
static_assert(!is_iterable_as<Links>, "iterators into a temporary");

template <class Type>
concept gives_rows_as = requires(Type&& links) {
  std::forward<Type>(links)[0];
};
static_assert(gives_rows_as<Links const&>);
static_assert(!gives_rows_as<Links>, "a row of a temporary");

std::vector<std::string> urls_of(Links const& links) {
  std::vector<std::string> urls;
  for (auto const& link : links) urls.push_back(link.url);
  return urls;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("the links of a page in three lines") {
  std::vector<std::string> found;
  for (auto const& link : links("<a href=x>\n<img src=/y>", "https://docs.example/d/")) {
    found.push_back(link.url + " " + std::to_string(link.line));
  }
  CHECK(found == Strings{"https://docs.example/d/x 1", "https://docs.example/y 2"});
}

TEST_CASE("a row has all that is known of a link, in strings of its own") {
  const auto rows = [] {
    std::string bytes =
        "\xEF\xBB\xBF<base href='/b/'>\n<p>\xC3\xA4<img srcset='a&amp;b 1x, c 2x'>"
        "<iframe srcdoc='<svg><a xlink:href=http://[>'>";
    std::string url(address);
    return links(bytes, url);
  }();
  REQUIRE(rows.ok());
  REQUIRE(rows.size() == 4);
  PageLink const& image = rows[1];
  CHECK(image.url == "https://docs.example/b/a&b");
  CHECK_FALSE(image.error);
  CHECK(image.raw == "a&b");
  CHECK(image.element == "img");
  CHECK(image.attribute == "srcset");
  CHECK(image.ns == html::Namespace::html);
  CHECK(image.kind == html::LinkKind::image);
  CHECK(image.base == "https://docs.example/b/");
  CHECK(image.base_source == html::BaseSource::base);
  CHECK(image.context.empty());
  CHECK(image.index == 0);
  CHECK(image.line == 2);
  CHECK(image.column == 18);
  CHECK(image.offset == 39);
  CHECK(image.length == 7);
  CHECK(rows[2].index == 1);
  PageLink const& inner = rows[3];
  CHECK(inner.url.empty());
  CHECK(inner.error == url::Error::invalid_ipv6);
  CHECK(inner.attribute == "xlink:href");
  CHECK(inner.ns == html::Namespace::svg);
  CHECK(inner.context == "0");
}

TEST_CASE("bytes are decoded as browsers do") {
  const std::string_view body = "<a href='?\xE4'>";
  CHECK(urls_of(links(body, address)) == Strings{"https://docs.example/d/page.html?%E4"});
  CHECK(urls_of(links(body, address, {.content_type = "text/html; charset=koi8-r"})) ==
        Strings{"https://docs.example/d/page.html?%E4"});
  CHECK(urls_of(links(body, address, {.content_type = "text/html; charset=utf-8"})) ==
        Strings{"https://docs.example/d/page.html?%EF%BF%BD"});
  // A header without the semicolon: the charset does not count.
  CHECK(urls_of(links("<meta charset=koi8-r>" + std::string(body), address,
                      {.content_type = "text/html charset=utf-8"})) ==
        Strings{"https://docs.example/d/page.html?%E4"});
  CHECK(urls_of(links("<meta charset=utf-8><a href='?\xC3\xA4'>", address)) ==
        Strings{"https://docs.example/d/page.html?%C3%A4"});
  CHECK(urls_of(links("<a href='?\xE4'>", address, {.encoding = "koi8-r"})) ==
        Strings{"https://docs.example/d/page.html?%E4"});
  CHECK(urls_of(links(body, address, {.encoding = "utf-8"})) ==
        Strings{"https://docs.example/d/page.html?%EF%BF%BD"});
  const Links malformed = links("<a href='\xFF'>", address, {.encoding = "utf-8"});
  REQUIRE(malformed.notes().size() == 1);
  CHECK(malformed.notes()[0].kind == html::NoteKind::malformed_bytes);
}

TEST_CASE("options choose the parser, the standard and what counts") {
  CHECK(links("<a href='x'/>", address, {.content_type = "application/xhtml+xml"}).empty());
  CHECK(links("<a xmlns='http://www.w3.org/1999/xhtml' href='x'/>", address,
              {.content_type = "application/xhtml+xml"})
            .size() == 1);
  CHECK(urls_of(links("<a href='http:x'>", address, {.standard = url::Standard::html5})) ==
        Strings{"http:x"});
  CHECK(urls_of(links("<a href=x xml:base=/y/>", address, {.xml_base = html::XmlBase::off})) ==
        Strings{"https://docs.example/d/x"});
  // `automatic`: not in what browsers show.
  const auto in_xml = [&](std::string const& root, std::string_view type) {
    const std::string text =
        "<" + root + " xml:base='/y/'><h:a href='x' xmlns:h='http://www.w3.org/1999/xhtml'/>" +
        "</" + root.substr(0, root.find(' ')) + ">";
    return urls_of(
        links(text, address, {.content_type = type, .xml_base = html::XmlBase::automatic}));
  };
  const Strings moved{"https://docs.example/y/x"};
  const Strings stays{"https://docs.example/d/x"};
  CHECK(urls_of(links("<p xml:base=/y/><a href=x>", address,
                      {.xml_base = html::XmlBase::automatic})) == stays);
  CHECK(in_xml("html xmlns='http://www.w3.org/1999/xhtml'", "application/xhtml+xml") == stays);
  CHECK(in_xml("svg xmlns='http://www.w3.org/2000/svg'", "image/svg+xml") == stays);
  CHECK(in_xml("math xmlns='http://www.w3.org/1998/Math/MathML'", "application/xml") == stays);
  CHECK(in_xml("book", "application/xml") == moved);
  CHECK(in_xml("html", "application/xml") == moved);
  CHECK(in_xml("book xmlns='http://docbook.org/ns/docbook'", "text/xml") == moved);

  CHECK(links("<noscript><a href=x></noscript>", address, {.scripting = true}).empty());
  CHECK(links("<template><a href=x></template>", address, {.templates = true}).size() == 1);
  CHECK(links("<meta property=og:url content=/x>", address, {.also = {.meta = true}}).size() == 1);
}

TEST_CASE("a page that cannot be read is an error, which is seen even by those who do not ask") {
  struct Case {
    std::string_view url;
    PageOptions options;
    PageError error;
  };
  const Case cases[] = {
      {"page.html", {}, PageError::url},
      {"", {}, PageError::url},
      {"//h/x", {}, PageError::url},
      {"https://[", {}, PageError::url},
      {address, {.content_type = "image/png"}, PageError::content_type},
      {address, {.content_type = "?"}, PageError::content_type},
      {address, {.encoding = "klingon"}, PageError::encoding},
  };
  for (Case const& c : cases) {
    const Links rows = links("<a href=https://x/>", c.url, c.options);
    CHECK_FALSE(rows);
    CHECK_FALSE(rows.ok());
    CHECK(rows.error() == c.error);
    CHECK_FALSE(message(rows.error()).empty());
    CHECK_THROWS_AS(urls_of(rows), tl::bad_expected_access<PageError>);
    CHECK_THROWS_AS(rows.size(), tl::bad_expected_access<PageError>);
    const std::string sentence(message(c.error));
    CHECK_THROWS_WITH(rows.size(), sentence);
    CHECK_THROWS_WITH(rows[0], sentence);
    CHECK_THROWS_WITH(links("<a href=https://x/>", c.url, c.options).take(), sentence);
  }
}

TEST_CASE("rows can be taken away") {
  const std::vector<PageLink> rows = links("<a href=x>", address).take();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].raw == "x");
}

TEST_CASE("options tell what surrounds a page") {
  const std::string_view body = "<a href='?\xE4'>";
  CHECK(urls_of(links(body, address, {.encoding_fallback = "utf-8"})) ==
        Strings{"https://docs.example/d/page.html?%EF%BF%BD"});
  CHECK(urls_of(links("<a href='?\xC3\xA4'>", address, {.utf_8_if_valid = true})) ==
        Strings{"https://docs.example/d/page.html?%C3%A4"});
  CHECK(links(body, address, {.encoding_fallback = "none"}).error() == PageError::encoding);
  CHECK(urls_of(links("<a href=x>", "about:blank", {.creator = "https://c.example/d/"})) ==
        Strings{"https://c.example/d/x"});
  CHECK(urls_of(links("<a href=x>", "about:srcdoc", {.container = "https://c.example/d/"})) ==
        Strings{"https://c.example/d/x"});
  CHECK(links("<a href=x>", "about:blank", {.creator = "no"}).error() == PageError::url);
  const std::vector<std::string_view> policies{"base-uri 'none'"};
  CHECK(urls_of(links("<base href=/b/><a href=x>", address)).back() == "https://docs.example/b/x");
  CHECK(
      urls_of(links("<base href=/b/><a href=x>", address, {.content_security_policies = policies}))
          .back() == "https://docs.example/d/x");
}

TEST_CASE("decoded text declares an encoding for its queries only") {
  const Links rows =
      links("<meta charset=koi8-r><a href='\xD0\xB1?\xD0\xB1'>", address, {.decoded = true});
  CHECK(urls_of(rows) == Strings{"https://docs.example/d/%D0%B1?%C2"});
  CHECK(urls_of(links("<a href='?\xC3\xA4'>", address, {.decoded = true})) ==
        Strings{"https://docs.example/d/page.html?%C3%A4"});
  const Links ill_formed = links("\xFF<a href=x>", address, {.decoded = true});
  REQUIRE(ill_formed.size() == 1);
  CHECK(ill_formed[0].offset == 9);
}

TEST_CASE("rows have the rel of their element, unless it is very long") {
  const std::string longest(html::max_rel, 'r');
  const Links rows = links("<a rel='up me' href=x><img src=y><a href=z><a rel=" + longest +
                               " href=x><a rel=" + longest + "r href=x>",
                           address);
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].rel == "up me");
  CHECK_FALSE(rows[1].rel);
  CHECK_FALSE(rows[2].rel);
  CHECK(rows[3].rel == longest);
  CHECK_FALSE(rows[4].rel);
}

TEST_CASE("links have the base URL and the encoding of their page beside them") {
  const Links rows = links("<base href=/b/><a href=x>", address);
  CHECK(rows.base() == "https://docs.example/b/");
  CHECK(rows.base_source() == html::BaseSource::base);
  CHECK(rows.encoding() == "windows-1252");
  const Links none = links("<p>no link", "about:blank", {.creator = "https://c.example/d/"});
  CHECK(none.empty());
  CHECK(none.base() == "https://c.example/d/");
  CHECK(none.base_source() == html::BaseSource::creator);
  CHECK(links("\xEF\xBB\xBF", address).encoding() == "UTF-8");
  const Links unread = links("", "page.html");
  CHECK_THROWS_AS(unread.base(), UnreadPage);
  CHECK_THROWS_AS(unread.encoding(), UnreadPage);
}

TEST_CASE("links of some kinds and elements, and attributes of one's own") {
  const std::string_view page = "<a href=a><img src=b data-src=c><link rel=stylesheet href=d>";
  const auto chosen = [&](PageOptions const& options) {
    Strings raws;
    for (auto const& link : links(page, address, options)) raws.push_back(link.raw);
    return raws;
  };
  const std::vector<std::string_view> images{"image"};
  const std::vector<std::string_view> both{"hyperlink", "stylesheet"};
  const std::vector<std::string_view> anchors{"A"};
  const std::vector<std::string_view> late{"img[data-src]=url"};
  const std::vector<std::string_view> none{"picture"};
  CHECK(chosen({}) == Strings{"a", "b", "d"});
  CHECK(chosen({.kinds = images}) == Strings{"b"});
  CHECK(chosen({.kinds = both}) == Strings{"a", "d"});
  CHECK(chosen({.elements = anchors}) == Strings{"a"});
  CHECK(chosen({.kinds = images, .elements = anchors}).empty());
  CHECK(chosen({.attributes = late}) == Strings{"a", "b", "c", "d"});
  const Links wrong = links(page, address, {.kinds = none});
  CHECK(wrong.error() == PageError::option);
  CHECK(wrong.message() == "an option has a value that does not exist: there is no kind 'picture'");
  CHECK(links(page, address, {.attributes = none}).error() == PageError::option);
}

TEST_CASE("the base URLs of a page in one call") {
  const PageBases rows = base(
      "<!doctype html>\n<base href=/d/><base href=/e/><p xml:base=sub/>"
      "<iframe srcdoc='&lt;base&gt;'></iframe><iframe></iframe>",
      address);
  REQUIRE(rows.ok());
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].context.empty());
  CHECK(rows[0].address == address);
  CHECK(rows[0].base == "https://docs.example/d/");
  CHECK(rows[0].source == html::BaseSource::base);
  CHECK(rows[0].fallback == address);
  REQUIRE(rows[0].elements.size() == 2);
  CHECK(rows[0].elements[0].href == "/d/");
  CHECK(rows[0].elements[0].fate == html::BaseElementStatus::used);
  CHECK(rows[0].elements[0].line == 2);
  CHECK(rows[0].elements[0].column == 1);
  CHECK(rows[0].elements[0].offset == 16);
  CHECK(rows[0].elements[1].fate == html::BaseElementStatus::second);
  REQUIRE(rows[0].scopes.size() == 1);
  CHECK(rows[0].scopes[0].element == "p");
  CHECK(rows[0].scopes[0].value == "sub/");
  CHECK(rows[0].scopes[0].base == "https://docs.example/d/sub/");
  CHECK(rows[1].context == "0");
  CHECK(rows[1].address == "about:srcdoc");
  REQUIRE(rows[1].elements.size() == 1);
  CHECK_FALSE(rows[1].elements[0].href);
  CHECK(rows[2].address == "about:blank");
  CHECK(base("", "page.html").error() == PageError::url);
}

TEST_CASE("what a change of base URLs does, in one call") {
  const std::string_view page = "<a href=x>\n<img src=y><p class=n><a href=z></p>";
  const std::vector<NewXmlBase> notes{{"p.n", "notes/"}};
  const PageEffects moved = effects(page, address, {.set_base = "/b/", .set_xml_base = notes});
  REQUIRE(moved.ok());
  REQUIRE(moved.size() == 3);
  CHECK(moved[0].before == "https://docs.example/d/x");
  CHECK(moved[0].after == "https://docs.example/b/x");
  CHECK(moved[0].changed());
  CHECK(moved[0].effect == "hyperlink");
  CHECK(moved[1].stale);
  CHECK(moved[1].line == 2);
  CHECK(moved[1].offset == 20);
  CHECK(moved[1].length == 1);
  CHECK(moved[2].after == "https://docs.example/b/notes/z");

  const std::vector<NewXmlBase> nobody{{"q", "notes/"}};
  const std::vector<std::string_view> no_selector{"::"};
  CHECK(effects(page, address, {.set_xml_base = nobody}).error() == PageError::selector);
  CHECK(effects(page, address, {.remove_xml_base = no_selector}).error() == PageError::selector);
  CHECK(effects(page, address, {.new_url = "no"}).error() == PageError::url);
  CHECK(effects(page, address, {.set_base = "javascript:x"}).error() == PageError::option);
  CHECK_FALSE(effects(page, address, {.set_xml_base = nobody}).message().empty());
}
