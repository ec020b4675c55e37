// Lines that must not compile: a view of a temporary would outlive its text.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/url/any_url.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/search_params.h"
#include "hrefkit/url/url.h"

namespace hrefkit::url {

namespace {

// clang-format off

template <typename T> concept GivesHref = requires(T value) { std::forward<T>(value).href(); };
template <typename T> concept GivesHrefByArrow = requires(T value) { std::forward<T>(value)->href(); };
template <typename T> concept GivesBase = requires(T value) { std::forward<T>(value).base(); };
template <typename T> concept GivesBaseByArrow = requires(T value) { std::forward<T>(value)->base(); };
template <typename T> concept GivesOrigin = requires(T value) { std::forward<T>(value).origin(); };
template <typename T> concept GivesValue = requires(T value) { std::forward<T>(value).get("x"); };
template <typename T> concept GivesAllValues = requires(T value) { std::forward<T>(value).get_all("x"); };
template <typename T> concept GivesBegin = requires(T value) { std::forward<T>(value).begin(); };
template <typename T, typename Storage> concept GivesAttributes =
    requires(T value, Storage storage) { std::forward<T>(value).values(storage); };

template <typename T> concept GivesAnyPart =
    requires(T value) { std::forward<T>(value).protocol(); } ||
    requires(T value) { std::forward<T>(value).username(); } ||
    requires(T value) { std::forward<T>(value).password(); } ||
    requires(T value) { std::forward<T>(value).host(); } ||
    requires(T value) { std::forward<T>(value).hostname(); } ||
    requires(T value) { std::forward<T>(value).port(); } ||
    requires(T value) { std::forward<T>(value).pathname(); } ||
    requires(T value) { std::forward<T>(value).search(); } ||
    requires(T value) { std::forward<T>(value).hash(); } ||
    requires(T value) { std::forward<T>(value).scheme(); } ||
    requires(T value) { std::forward<T>(value).query(); } ||
    requires(T value) { std::forward<T>(value).fragment(); } ||
    requires(T value) { std::forward<T>(value).offsets(); } ||
    requires(T value) { std::forward<T>(value).href(Fragment::excluded); };

template <typename T> concept GivesUrlAttributes =
    requires(T value, std::string& origin) { attribute_values(std::forward<T>(value), origin); };

// clang-format on

}  // namespace

// Url::parse(...)->href(), (*Url::parse(...)).href()
static_assert(GivesHref<Url&> && GivesHref<Url const&>);
static_assert(!GivesHref<Url> && !GivesHref<Url const>);
static_assert(GivesAnyPart<Url&> && GivesAnyPart<Url const&>);
static_assert(!GivesAnyPart<Url> && !GivesAnyPart<Url const>);
static_assert(GivesHrefByArrow<Result<Url>&> && GivesHrefByArrow<Result<Url> const&>);
static_assert(!GivesHrefByArrow<decltype(Url::parse(""))>);
static_assert(!GivesHrefByArrow<Result<Url> const>);
static_assert(!GivesHrefByArrow<decltype(std::declval<Resolver&>().resolve_url(""))>);
static_assert(GivesUrlAttributes<Url const&> && !GivesUrlAttributes<Url>);
static_assert(GivesOrigin<Url>, "a string of its own may come from a temporary");

// Resolver::with_base(...)->base()
static_assert(GivesBase<Resolver const&> && !GivesBase<Resolver> && !GivesBase<Resolver const>);
static_assert(GivesBaseByArrow<Result<Resolver> const&>);
static_assert(!GivesBaseByArrow<decltype(Resolver::with_base("", {}))>);

// AnyUrl::parse(...)->href()
static_assert(GivesHref<AnyUrl const&> && !GivesHref<AnyUrl> && !GivesHref<AnyUrl const>);
static_assert(!GivesHrefByArrow<decltype(AnyUrl::parse("", std::declval<Resolver>()))>);
static_assert(GivesAttributes<AnyUrl const&, std::string&>);
static_assert(!GivesAttributes<AnyUrl, std::string&>);
static_assert(GivesOrigin<AnyUrl>);

// SearchParams(...).get(...)
static_assert(GivesValue<SearchParams const&> && !GivesValue<SearchParams>);
static_assert(GivesAllValues<SearchParams const&> && !GivesAllValues<SearchParams>);
static_assert(GivesBegin<SearchParams const&> && !GivesBegin<SearchParams>);

TEST_CASE("a result in a variable gives views of its value") {
  const auto url = Url::parse("http://h/x");
  REQUIRE(url);
  CHECK(url->href() == "http://h/x");
  CHECK((*url).hostname() == "h");
  auto changed = Url::parse("http://h/x");
  CHECK(changed->set_hash("f"));
  CHECK(changed->href() == "http://h/x#f");
}

TEST_CASE("a setter's value may be a view of the URL") {
  auto url = Url::parse("http://user@host.example/path?query");
  REQUIRE(url);
  CHECK(url->set_hash(url->href()));
  CHECK(url->set_pathname(url->search()));
  CHECK(url->set_username(url->hostname()));
  CHECK(url->href() ==
        "http://host.example@host.example/%3Fquery?query#http://user@host.example/path?query");
  CHECK(url->set_href(url->pathname()).error() == Error::relative_without_base);
}

TEST_CASE("the pairs of a temporary list can be gone through") {
  std::string names;
  for (FormEntry const& entry : SearchParams("?a=1&b=2")) names += entry.name;
  CHECK(names == "ab");
}

TEST_CASE("options can be set one by one without warnings") {
  // -Wmissing-field-initializers would warn of members without an initializer.
  const ParseOptions parse{.encoding = text::Encoding::utf_8};
  const ResolveOptions resolve{.standard = Standard::html5};
  const FormParseOptions form{.isindex = true};
  const FormEntry entry{.name = "x"};
  const ValidationNote note{.offset = 1};
  CHECK(parse.base == nullptr);
  CHECK(resolve.encoding == text::Encoding::utf_8);
  CHECK_FALSE(form.use_charset);
  CHECK(entry.value == "");
  CHECK(note.error == ValidationError{});
}

}  // namespace hrefkit::url
