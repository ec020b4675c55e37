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

}  // namespace

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

}  // namespace hrefkit::url
