// html5, web-address and whatwg-2012 against second implementations of the same texts, on random
// references made of short pieces.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "hrefkit/url/html5/draft.h"
#include "hrefkit/url/whatwg_2012/parser.h"
#include "hrefkit/url/whatwg_2012/url_utils.h"
#include "support/sanitized.h"
#include "url/html5/model.h"
#include "url/random_reference.h"
#include "url/whatwg_2012/model.h"

namespace hrefkit::test {

namespace {

constexpr int references_per_seed = test::is_sanitized ? 10'000 : 30'000;
constexpr std::array<std::uint64_t, 2> seeds{1, 20121228};

/// What a comparison saw, so that a generator that only makes errors is noticed.
struct Tally {
  int resolved = 0;
  int failed = 0;
};

template <typename PrepareBase, typename Resolve, typename Model>
Tally compare(std::uint64_t seed, PrepareBase prepare_base, Resolve resolve, Model model) {
  Tally tally;
  RandomReferences random(seed);
  for (int i = 0; i < references_per_seed; ++i) {
    const std::string reference = random.next();
    const std::string_view base_text = random.base();
    const text::Encoding encoding = random.encoding();
    const auto base = prepare_base(base_text);
    std::string out = "kept ";
    const auto result = resolve(out, reference, base ? &*base : nullptr, encoding);
    const std::optional<std::string> expected = model(reference, base_text, encoding);
    CAPTURE(reference, base_text, text::name(encoding));
    if (result.has_value() != expected.has_value()) CHECK(expected.value_or("failure") == out);
    REQUIRE(result.has_value() == expected.has_value());
    REQUIRE(out == "kept " + expected.value_or(""));
    ++(result ? tally.resolved : tally.failed);
  }
  return tally;
}

/// A model of the whole: the base is resolved by the model too.
template <typename Resolve>
auto with_base(Resolve resolve) {
  return [resolve](std::string_view reference, std::string_view base, text::Encoding encoding) {
    const auto absolute = resolve(base, nullptr, text::Encoding::utf_8);
    return resolve(reference, absolute ? &*absolute : nullptr, encoding);
  };
}

template <typename Model>
Tally compare_draft(std::uint64_t seed, url::Standard standard, Model model) {
  url::html5::Draft const& draft = url::html5::Draft::of(standard);
  return compare(
      seed, [&](std::string_view base) { return draft.prepare_base(base); },
      [&](auto&&... arguments) { return draft.append_resolved(arguments...); }, with_base(model));
}

std::optional<std::string> model_2012(std::string_view reference, std::string_view base_text,
                                      text::Encoding encoding) {
  Url2012 base;
  const bool has_base = parse_2012(base_text, nullptr, text::Encoding::utf_8, base);
  Url2012 url;
  if (!parse_2012(reference, has_base ? &base : nullptr, encoding, url)) return std::nullopt;
  return serialize_2012(url);
}

}  // namespace

TEST_CASE("html5 agrees with its model") {
  for (std::uint64_t seed : seeds) {
    const Tally tally = compare_draft(seed, url::Standard::html5, html5_resolve);
    CHECK(tally.resolved > references_per_seed / 4);
    CHECK(tally.failed > references_per_seed / 10);
  }
}

TEST_CASE("web-address agrees with its model") {
  for (std::uint64_t seed : seeds) {
    const Tally tally = compare_draft(seed, url::Standard::web_address, web_address_resolve);
    CHECK(tally.resolved > references_per_seed / 4);
    CHECK(tally.failed > references_per_seed / 10);
  }
}

TEST_CASE("whatwg-2012 agrees with its model") {
  for (std::uint64_t seed : seeds) {
    const Tally tally =
        compare(seed, url::whatwg_2012::Base::parse, url::whatwg_2012::append_resolved, model_2012);
    CHECK(tally.resolved > references_per_seed / 4);
    CHECK(tally.failed > references_per_seed / 10);
  }
}

TEST_CASE("whatwg-2012 setters agree with their model") {
  namespace standard = url::whatwg_2012;
  RandomReferences random(7);
  const auto set = [](standard::Url& url, url::UrlAttribute attribute, std::string_view value,
                      text::Encoding encoding = text::Encoding::utf_8) {
    standard::set_attribute(url, attribute, value, encoding);
  };
  for (int i = 0; i < references_per_seed; ++i) {
    const std::string input = random.next();
    const std::string value = random.next();
    const text::Encoding encoding = random.encoding();
    Url2012 model;
    auto url = standard::parse(input, nullptr);
    REQUIRE(url.has_value() == parse_2012(input, nullptr, text::Encoding::utf_8, model));
    if (!url) continue;
    CAPTURE(input, value);
    const bool relative = model.relative_flag;
    const auto override_with = [&](Override2012 state, std::string_view text) {
      (void)parse_2012(text, nullptr, encoding, model, state);
    };
    switch (random.below(7)) {
      case 0:
        set(*url, url::UrlAttribute::protocol, value);
        override_with(Override2012::scheme_start, value + ":");
        break;
      case 1:
        set(*url, url::UrlAttribute::host, value);
        if (relative) override_with(Override2012::host, value);
        break;
      case 2:
        set(*url, url::UrlAttribute::hostname, value);
        if (relative) override_with(Override2012::hostname, value);
        break;
      case 3:
        set(*url, url::UrlAttribute::port, value);
        if (relative && model.scheme != U"file") override_with(Override2012::port, value);
        break;
      case 4:
        set(*url, url::UrlAttribute::pathname, value);
        if (relative) model.path.clear();
        if (relative) override_with(Override2012::relative_path_start, value);
        break;
      case 5:
        set(*url, url::UrlAttribute::search, value, encoding);
        if (!relative) break;
        if (value.empty()) {
          model.query.reset();
          break;
        }
        model.query = U"";
        override_with(Override2012::query, value[0] == '?' ? value.substr(1) : value);
        break;
      default:
        set(*url, url::UrlAttribute::hash, value);
        if (model.scheme == U"javascript") break;
        if (value.empty()) {
          model.fragment.reset();
          break;
        }
        model.fragment = U"";
        override_with(Override2012::fragment, value[0] == '#' ? value.substr(1) : value);
        break;
    }
    std::string href;
    standard::append_serialized(href, *url);
    REQUIRE(href == serialize_2012(model));
  }
}

}  // namespace hrefkit::test
