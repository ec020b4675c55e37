#include "hrefkit/url/url.h"

#include <catch2/catch.hpp>

#include "url/pieces.h"

namespace hrefkit::url {

namespace {

struct ParserCase {
  std::string_view input;
  std::string_view href;
  std::string_view username;
  std::string_view password;
  std::string_view host;
  std::string_view port;
  std::string_view pathname;
  std::string_view search;
  std::string_view hash;
};

constexpr ParserCase parser_cases[]{
    {"https://u:p@h:1/x?q#f", "https://u:p@h:1/x?q#f", "u", "p", "h:1", "1", "/x", "?q", "#f"},
    {"https://u@h", "https://u@h/", "u", "", "h", "", "/", "", ""},
    {"https://:p@h", "https://:p@h/", "", "p", "h", "", "/", "", ""},
    {"https://@h?#", "https://h/?#", "", "", "h", "", "/", "", ""},
    {"https://a:b:c@d@h", "https://a:b%3Ac%40d@h/", "a", "b%3Ac%40d", "h", "", "/", "", ""},
    {"https://h:443", "https://h/", "", "", "h", "", "/", "", ""},
    {"https://h:00080", "https://h:80/", "", "", "h:80", "80", "/", "", ""},
    {"HTTPS:\\\\H\\a\\..\\b", "https://h/b", "", "", "h", "", "/b", "", ""},
    {"foo://h", "foo://h", "", "", "h", "", "", "", ""},
    {"foo:///x", "foo:///x", "", "", "", "", "/x", "", ""},
    {"foo:/x/..//y", "foo:/.//y", "", "", "", "", "//y", "", ""},
    {"foo:x  ?q", "foo:x %20?q", "", "", "", "", "x %20", "?q", ""},
    {"file:C|/x/../..", "file:///C:/", "", "", "", "", "/C:/", "", ""},
    {"file://localhost/x", "file:///x", "", "", "", "", "/x", "", ""},
    {"http://0x7f.1/", "http://127.0.0.1/", "", "", "127.0.0.1", "", "/", "", ""},
    {"http://[1::0:0:2]/", "http://[1::2]/", "", "", "[1::2]", "", "/", "", ""},
};

}  // namespace

TEST_CASE("the getters return the parts of a URL") {
  for (ParserCase const& row : parser_cases) {
    INFO(row.input);
    const auto url = Url::parse(row.input);
    REQUIRE(url);
    CHECK(url->href() == row.href);
    CHECK(url->username() == row.username);
    CHECK(url->password() == row.password);
    CHECK(url->host() == row.host);
    CHECK(url->port() == row.port);
    CHECK(url->pathname() == row.pathname);
    CHECK(url->search() == row.search);
    CHECK(url->hash() == row.hash);
  }
}

namespace {

Url parsed(std::string_view input) {
  auto url = Url::parse(input);
  REQUIRE(url);
  return *std::move(url);
}

}  // namespace

TEST_CASE("null and empty differ") {
  const auto plain = Url::parse("foo:/x");
  CHECK_FALSE(plain->has_host());
  CHECK(plain->query() == std::nullopt);
  CHECK(plain->fragment() == std::nullopt);
  const auto empty = Url::parse("foo:///x?#");
  CHECK(empty->has_host());
  CHECK(empty->query() == "");
  CHECK(empty->fragment() == "");
  CHECK(empty->search() == "");
  CHECK(empty->hash() == "");
  CHECK(empty->href(Fragment::excluded) == "foo:///x?");
}

TEST_CASE("predicates of URLs") {
  CHECK(parsed("mailto:x").has_opaque_path());
  CHECK(parsed("foo:").has_opaque_path());
  CHECK_FALSE(parsed("foo:/").has_opaque_path());
  CHECK_FALSE(parsed("foo://h").has_opaque_path());
  CHECK(parsed("ws:h").is_special());
  CHECK_FALSE(parsed("wsx:h").is_special());
  CHECK(parsed("http://u@h").includes_credentials());
  CHECK_FALSE(parsed("http://@h").includes_credentials());
}

TEST_CASE("the origin is a tuple for some schemes and opaque for the others") {
  const auto [input, origin] = GENERATE(table<std::string_view, std::string_view>({
      {"https://u:p@H:8443/x?q#f", "https://h:8443"},
      {"http://h:80/", "http://h"},
      {"ftp://h", "ftp://h"},
      {"wss://h/", "wss://h"},
      {"file:///x", "null"},
      {"foo://h", "null"},
      {"data:,x", "null"},
      {"blob:https://h:1/id", "https://h:1"},
      {"blob:ftp://h/id", "null"},
      {"blob:blob:https://h/id", "null"},
      {"blob:x", "null"},
  }));
  INFO(input);
  CHECK(parsed(input).origin() == origin);
}

TEST_CASE("URLs are equal when their serialisations are") {
  const auto a = Url::parse("https://h/x#f");
  const auto b = Url::parse("HTTPS://h:443/y/../x#g");
  CHECK_FALSE(*a == *b);
  CHECK_FALSE(equal(*a, *b));
  CHECK(equal(*a, *b, Fragment::excluded));
  CHECK(*a == *Url::parse("https://h/./x#f"));
}

TEST_CASE("a domain is shown in its own script") {
  CHECK(parsed("https://b\u00FCcher.example").unicode_hostname() == "b\u00FCcher.example");
  CHECK(parsed("https://xn--8i7caa/").unicode_hostname() == "xn--8i7caa");
  CHECK(parsed("https://[::1]/").unicode_hostname() == "[::1]");
  CHECK(parsed("https://1.2.3.4/").unicode_hostname() == "1.2.3.4");
  CHECK(parsed("foo://xn--tda/").unicode_hostname() == "xn--tda");
}

TEST_CASE("each failed parse has its error") {
  const auto [input, error] = GENERATE(table<std::string_view, Error>({
      {"", Error::relative_without_base},
      {"/x", Error::relative_without_base},
      {"http://", Error::missing_host},
      {"http://u@/", Error::missing_host},
      {"foo://:80", Error::missing_host},
      {"http://a b/", Error::invalid_host},
      {"http://a%00b/", Error::invalid_host},
      {"foo://a b/", Error::invalid_host},
      {"http://\u00AD/", Error::invalid_domain},
      {"http://\u0300/", Error::invalid_domain},
      {"http://\xFF/", Error::invalid_domain},
      {"http://256.256.256.256/", Error::invalid_ipv4},
      {"http://1.2.3.4.5/", Error::invalid_ipv4},
      {"http://a.09/", Error::invalid_ipv4},
      {"http://[/", Error::invalid_ipv6},
      {"foo://[1]/", Error::invalid_ipv6},
      {"http://h:65536/", Error::invalid_port},
      {"http://h:1x/", Error::invalid_port},
  }));
  INFO(input);
  CHECK(Url::parse(input) == tl::make_unexpected(error));
}

TEST_CASE("ill-formed UTF-8 counts as U+FFFD") {
  const Url cut = parsed("https://h/\xC3?\xF0\x9F#\xED\xA0\x80");
  CHECK(cut.href() == "https://h/%EF%BF%BD?%EF%BF%BD#%EF%BF%BD%EF%BF%BD%EF%BF%BD");
  const Url split = parsed("https://h/\xC3\n\xBC");
  CHECK(split.href() == "https://h/%EF%BF%BD%EF%BF%BD");
}

TEST_CASE("tabs and newlines are removed in every place") {
  const std::string_view whole = "https://example.com:81/abc/def?ghi#jkl";
  for (char removed : {'\t', '\n', '\r'}) {
    for (std::size_t place = 0; place <= whole.size(); ++place) {
      std::string input(whole);
      input.insert(place, 1, removed);
      INFO("character " << int{removed} << " at " << place);
      const Url url = parsed(input);
      CHECK(url.href() == whole);
    }
  }
}

TEST_CASE("parsing a serialised URL gives it again") {
  std::mt19937 random(4);
  for (int i = 0; i < 100'000; ++i) {
    const std::string input = test::random_pieces(random, 8);
    const auto base = Url::parse(test::random_base(random));
    const auto url = Url::parse(input, {.base = &*base});
    if (!url) continue;
    INFO(input << " against " << base->href());
    const auto again = Url::parse(url->href(), {.base = &*base});
    REQUIRE(again);
    CHECK(again->href() == url->href());
    CHECK(again->offsets() == url->offsets());
    CHECK(again->scheme_kind() == url->scheme_kind());
  }
}

TEST_CASE("no setter makes a URL that does not parse or parses differently") {
  using Setter = bool (*)(Url&, std::string const&);
  constexpr Setter setters[]{
      [](Url& url, std::string const& value) { return url.set_href(value).has_value(); },
      [](Url& url, std::string const& value) { return url.set_protocol(value); },
      [](Url& url, std::string const& value) { return url.set_username(value); },
      [](Url& url, std::string const& value) { return url.set_password(value); },
      [](Url& url, std::string const& value) { return url.set_host(value); },
      [](Url& url, std::string const& value) { return url.set_hostname(value); },
      [](Url& url, std::string const& value) { return url.set_port(value); },
      [](Url& url, std::string const& value) { return url.set_pathname(value); },
      [](Url& url, std::string const& value) { return url.set_search(value); },
      [](Url& url, std::string const& value) { return url.set_hash(value); },
  };
  std::mt19937 random(6);
  for (int i = 0; i < 100'000; ++i) {
    auto url = Url::parse(test::random_base(random));
    const std::string before(url->href());
    const std::string value = test::random_pieces(random, 3);
    const auto which = random() % std::size(setters);
    INFO("setter " << which << " of " << before << " with " << value);
    if (!setters[which](*url, value)) CHECK(url->href() == before);
    const auto again = Url::parse(url->href());
    REQUIRE(again);
    CHECK(again->href() == url->href());
    CHECK(again->offsets() == url->offsets());
    CHECK(again->scheme_kind() == url->scheme_kind());
  }
}

}  // namespace hrefkit::url
