#include "hrefkit/url/any_url.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

namespace {

AnyUrl parsed(std::string_view input, Standard standard) {
  auto url = AnyUrl::parse(input, Resolver({.standard = standard}));
  REQUIRE(url);
  return *std::move(url);
}

std::string joined(UrlAttributeValues const& values) {
  std::string text;
  for (std::string_view value : values) {
    if (!text.empty()) text += ' ';
    text += value;
  }
  return text;
}

}  // namespace

TEST_CASE("a URL has the attributes that its standard gives it") {
  struct Case {
    Standard standard;
    std::string_view values;
  };
  const Case cases[] = {
      {Standard::whatwg,
       "http://u:p@xn--tda:81/a?q#f http://xn--tda:81 http: u p xn--tda:81 xn--tda 81 /a ?q #f"},
      {Standard::whatwg_2012,
       "http://u:p@xn--tda:81/a?q#f http://\u00FC:81 http: u p xn--tda:81 xn--tda 81 /a ?q #f"},
      {Standard::html5,
       "http://u:p@xn--tda:81/a?q#f http://xn--tda:81 http: u p xn--tda:81 xn--tda 81 /a ?q #f"},
      {Standard::web_address,
       "http://u:p@xn--tda:81/a?q#f http://xn--tda:81 http: u p xn--tda:81 xn--tda 81 /a ?q #f"},
  };
  for (Case const& c : cases) {
    CAPTURE(name(c.standard));
    const AnyUrl url = parsed("http://u:p@\u00FC:81/a?q#f", c.standard);
    CHECK(url.standard() == c.standard);
    std::string storage;
    const UrlAttributeValues values = url.values(storage);
    CHECK(joined(values) == c.values);
    for (std::size_t i = 0; i < url_attribute_names.size(); ++i) {
      const auto attribute = static_cast<UrlAttribute>(i);
      CHECK(url.get(attribute) == values[attribute]);
    }
    CHECK(url.href() == values[UrlAttribute::href]);
    CHECK(url.origin() == values[UrlAttribute::origin]);
    CHECK(url.unicode_hostname() == "\u00FC");
  }
}

// RFC 3986 5.2.4 and 5.3: without its dot segment the path looks like an authority.
TEST_CASE("a URL of the drafts that does not resolve again has its href and no parts") {
  for (const Standard standard : {Standard::html5, Standard::web_address}) {
    CAPTURE(name(standard));
    const AnyUrl url = parsed("x:.///:a", standard);
    CHECK(url.href() == "x://:a");
    CHECK(url.get(UrlAttribute::href) == "x://:a");
    std::string storage;
    CHECK(url.values(storage)[UrlAttribute::href] == "x://:a");
    CHECK(url.get(UrlAttribute::protocol).empty());
    CHECK(url.get(UrlAttribute::pathname).empty());
  }
}

TEST_CASE("an opaque host of the living standard is not a domain") {
  CHECK(parsed("x://xn--tda/", Standard::whatwg).unicode_hostname() == "xn--tda");
  CHECK(parsed("x://xn--tda/", Standard::html5).unicode_hostname() == "\u00FC");
}

TEST_CASE("a URL is parsed relative to the resolver's base and with its encoding") {
  for (Standard standard : all_standards) {
    CAPTURE(name(standard));
    const auto resolver = Resolver::with_base(
        "http://h/a/b", {.standard = standard, .encoding = text::Encoding::windows_1252});
    REQUIRE(resolver);
    const auto url = AnyUrl::parse("../c?\u00E4", *resolver);
    REQUIRE(url);
    CHECK(url->href() == "http://h/c?%E4");
    CHECK(AnyUrl::parse("x", Resolver({.standard = standard})).error() ==
          Error::relative_without_base);
  }
}

TEST_CASE("the living standard's parser reports validation errors") {
  ValidationNotes notes;
  CHECK(AnyUrl::parse("http:\\\\h", Resolver({}), &notes));
  CHECK_FALSE(notes.empty());
}

TEST_CASE("setting an attribute of a URL") {
  struct Case {
    Standard standard;
    std::string_view input;
    UrlAttribute attribute;
    std::string_view value;
    std::string_view result;  // the href, or "!" and the error's code
  };
  using A = UrlAttribute;
  using S = Standard;
  const Case cases[] = {
      {S::whatwg, "http://h/", A::port, "81", "http://h:81/"},
      {S::whatwg, "http://h/", A::port, "x", "http://h/"},
      {S::whatwg, "http://h/", A::search, "\u00E4", "http://h/?%E4"},
      {S::whatwg, "http://h/", A::origin, "http://x", "http://h/"},
      {S::whatwg, "http://h/", A::href, "y:z", "y:z"},
      {S::whatwg, "http://h/", A::href, "z",
       "!relative-without-base"},  // the API's URL has no base
      {S::whatwg_2012, "http://h/", A::username, "u", "http://u@h/"},
      {S::whatwg_2012, "http://h/", A::search, "\u00E4", "http://h/?%E4"},
      {S::whatwg_2012, "http://h/", A::href, "z", "http://base/z"},
      {S::html5, "http://h/a?q", A::pathname, "x y", "http://h/x%20y?q"},
      {S::html5, "http://h/", A::username, "u", "http://h/"},
      {S::html5, "http://h/", A::protocol, "a b", "!no-grammar-match"},
      {S::html5, "http://h/", A::href, "z", "http://base/z"},
      {S::web_address, "http://h/", A::hostname, "x_y", "!invalid-domain"},
      {S::web_address, "http://h/", A::hash, "#a", "http://h/#a"},
  };
  for (Case const& c : cases) {
    CAPTURE(name(c.standard), c.input, name(c.attribute), c.value);
    const auto resolver = Resolver::with_base(
        "http://base/", {.standard = c.standard, .encoding = text::Encoding::windows_1252});
    auto url = AnyUrl::parse(c.input, *resolver);
    REQUIRE(url);
    const AnyUrl before = *url;
    const auto set = url->set(c.attribute, c.value);
    CHECK((set ? std::string(url->href()) : "!" + std::string(code(set.error()))) == c.result);
    if (!set) CHECK(url->href() == c.input);
    CHECK(before.href() == c.input);  // a copy is independent
  }
}

TEST_CASE("the value that a hyperlink's setter writes to href") {
  struct Case {
    Standard standard;
    std::string_view input;
    UrlAttribute attribute;
    std::string_view value;
    std::optional<std::string> result;
  };
  using A = UrlAttribute;
  using S = Standard;
  const Case cases[] = {
      {S::whatwg, "http://h", A::hash, "f", "http://h/#f"},
      {S::whatwg, "http://h", A::port, "x", "http://h/"},  // ignored, but href is updated
      {S::whatwg, "mailto:x", A::port, "81", std::nullopt},
      {S::whatwg, "mailto:x", A::pathname, "y", std::nullopt},
      {S::whatwg, "file:///x", A::username, "u", std::nullopt},
      {S::whatwg, "http://h", A::href, "z", std::nullopt},
      {S::whatwg, "http://h", A::origin, "z", std::nullopt},
      {S::whatwg_2012, "http://h", A::hash, "f", "http://h/#f"},
      {S::whatwg_2012, "javascript:x", A::hash, "f", std::nullopt},
      {S::html5, "http://h", A::protocol, "a b%", "a%20b%25://h"},  // not a URL
      {S::html5, "mailto:x", A::search, "q", "mailto:x"},
      {S::html5, "http://h", A::username, "u", std::nullopt},
      {S::web_address, "http://h", A::pathname, "x", "http://h/x"},
  };
  for (Case const& c : cases) {
    CAPTURE(name(c.standard), c.input, name(c.attribute), c.value);
    CHECK(parsed(c.input, c.standard).href_after_set(c.attribute, c.value) == c.result);
  }
}

TEST_CASE("URLs are assigned and moved") {
  AnyUrl a = parsed("http://h/a", Standard::whatwg_2012);
  const AnyUrl b = parsed("http://h/b", Standard::html5);
  a = b;
  CHECK(a.href() == "http://h/b");
  CHECK(a.standard() == Standard::html5);
  const AnyUrl c = std::move(a);
  CHECK(c.href() == "http://h/b");
  a = c;
  CHECK(a.set(UrlAttribute::hash, "f"));
  CHECK(a.href() == "http://h/b#f");
  CHECK(c.href() == "http://h/b");
}

}  // namespace hrefkit::url
