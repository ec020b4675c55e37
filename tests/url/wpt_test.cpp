// The web platform tests of the URL standard, from outside the repository.
#include <catch2/catch.hpp>

#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "support/outside_data.h"
#include "url/json.h"

namespace hrefkit::url {

namespace {

using test::string_member;

tl::expected<Url, Error> parse_case(rapidjson::Value const& row) {
  const std::string input = *string_member(row, "input");
  const auto base_text = string_member(row, "base");
  if (!base_text) return Url::parse(input);
  const auto base = Url::parse(*base_text);
  if (!base) return tl::make_unexpected(base.error());
  return Url::parse(input, {.base = &*base});
}

void check_part(rapidjson::Value const& row, char const* key, std::string_view actual) {
  const auto expected = string_member(row, key);
  if (!expected) return;
  INFO(key);
  CHECK(actual == *expected);
}

void check_parts(rapidjson::Value const& row, Url const& url) {
  check_part(row, "href", url.href());
  check_part(row, "origin", url.origin());
  check_part(row, "protocol", url.protocol());
  check_part(row, "username", url.username());
  check_part(row, "password", url.password());
  check_part(row, "host", url.host());
  check_part(row, "hostname", url.hostname());
  check_part(row, "port", url.port());
  check_part(row, "pathname", url.pathname());
  check_part(row, "search", url.search());
  check_part(row, "hash", url.hash());
}

void check_resolver(rapidjson::Value const& row, tl::expected<Url, Error> const& url) {
  const auto base = string_member(row, "base");
  const auto resolver = base ? Resolver::with_base(*base, {}) : Resolver(ResolveOptions{});
  if (!resolver) return;
  const auto resolved = resolver->resolve(*string_member(row, "input"));
  REQUIRE(resolved.has_value() == url.has_value());
  if (url) CHECK(*resolved == url->href());
}

using Setter = bool (*)(Url&, std::string const&);

Setter setter_of(std::string_view attribute) {
  constexpr std::pair<std::string_view, Setter> setters[]{
      {"href", [](Url& url, std::string const& value) { return url.set_href(value).has_value(); }},
      {"protocol", [](Url& url, std::string const& value) { return url.set_protocol(value); }},
      {"username", [](Url& url, std::string const& value) { return url.set_username(value); }},
      {"password", [](Url& url, std::string const& value) { return url.set_password(value); }},
      {"host", [](Url& url, std::string const& value) { return url.set_host(value); }},
      {"hostname", [](Url& url, std::string const& value) { return url.set_hostname(value); }},
      {"port", [](Url& url, std::string const& value) { return url.set_port(value); }},
      {"pathname", [](Url& url, std::string const& value) { return url.set_pathname(value); }},
      {"search", [](Url& url, std::string const& value) { return url.set_search(value); }},
      {"hash", [](Url& url, std::string const& value) { return url.set_hash(value); }},
  };
  for (auto const& [name, setter] : setters) {
    if (name == attribute) return setter;
  }
  FAIL("no setter " << attribute);
  return nullptr;
}

void check_setter(std::string_view attribute, rapidjson::Value const& row) {
  const std::string value = *string_member(row, "new_value");
  INFO("href " << *string_member(row, "href") << " value " << value);
  auto url = Url::parse(*string_member(row, "href"));
  REQUIRE(url);
  const std::string before(url->href());
  const bool set = setter_of(attribute)(*url, value);
  check_parts(row["expected"], *url);
  if (!set) CHECK(url->href() == before);
  const auto again = Url::parse(url->href());
  REQUIRE(again);
  CHECK(again->href() == url->href());
  CHECK(again->offsets() == url->offsets());
}

}  // namespace

TEST_CASE("setters_tests.json") {
  const auto text = test::outside_file("wpt/setters_tests.json");
  if (!text) return;
  const rapidjson::Document attributes = test::parse_json(*text);
  for (auto const& attribute : attributes.GetObject()) {
    const std::string name = attribute.name.GetString();
    if (name == "comment") continue;
    INFO("attribute " << name);
    for (auto const& row : attribute.value.GetArray()) check_setter(name, row);
  }
}

TEST_CASE("urltestdata.json") {
  const auto text = test::outside_file("wpt/urltestdata.json");
  if (!text) return;
  const rapidjson::Document rows = test::parse_json(*text);
  for (auto const& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    INFO("input " << *string_member(row, "input"));
    INFO("base " << string_member(row, "base").value_or("(none)"));
    const auto url = parse_case(row);
    const bool failure = row.HasMember("failure");
    CHECK(url.has_value() == !failure);
    if (url && !failure) check_parts(row, *url);
    check_resolver(row, url);
  }
}

TEST_CASE("percent-encoding.json") {
  const auto text = test::outside_file("wpt/percent-encoding.json");
  if (!text) return;
  const rapidjson::Document rows = test::parse_json(*text);
  for (auto const& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    const std::string input = *string_member(row, "input");
    std::string address("https://doesnotmatter.invalid/?");
    address += input;
    address += '#';
    address += input;
    for (auto const& output : row["output"].GetObject()) {
      INFO("input " << input << " encoding " << output.name.GetString());
      const auto encoding = text::encoding_from_label(output.name.GetString());
      REQUIRE(encoding);
      const auto url = Url::parse(address, {.encoding = *encoding});
      REQUIRE(url);
      CHECK(url->query() == std::string_view(output.value.GetString()));
      const auto utf_8 = string_member(row["output"], "utf-8");
      if (utf_8) CHECK(url->fragment() == std::string_view(*utf_8));
    }
  }
}

}  // namespace hrefkit::url
