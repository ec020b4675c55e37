// Inputs that would take a minute if any step were quadratic. A parse of one takes milliseconds.
#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/search_params.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/valid_url_string.h"
#include "support/sanitized.h"

namespace hrefkit::url {

namespace {

constexpr std::size_t times = test::is_sanitized ? 50'000 : 200'000;

std::string repeated(std::string_view piece) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

constexpr std::string_view pieces[]{
    "../",    "a/../",   "/..",    "./",      "%2e%2e/", "/",  "\\",
    "@",      ":",       "a:",     "[",       "]",       "[:", ".",
    "1.",     "0x",      "%",      "%41",     "%zz",     "\t", " ",
    "\xFF",   "\u00FC",  "\u3002", "?",       "#",       "|",  "C|/",
    "<",      "'",       "a",      "a@",      "0",       "9",  "\u0345\u0334",
    "\u200C", "\u05D0.", "xn--a.", "\u00FC.",
};

constexpr std::string_view beginnings[]{"",         "http://h/", "http://",    "http:",
                                        "http://u", "foo:",      "foo://",     "foo:/",
                                        "file:",    "file://",   "file:///C:/"};

/// Runs `work`, which must not take more than a few seconds.
template <class Work>
void check_time(Work work) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  work();
  CHECK(Clock::now() - start < std::chrono::seconds(10));
}

}  // namespace

TEST_CASE("parsing takes linear time") {
  const auto base = Url::parse("http://h/a/b/c?q#f");
  for (std::string_view piece : pieces) {
    const std::string tail = repeated(piece);
    for (std::string_view beginning : beginnings) {
      INFO(beginning << piece << piece << "...");
      std::string input(beginning);
      input += tail;
      ValidationNotes notes;
      check_time([&] {
        const auto url = Url::parse(input, {.base = &*base});
        CHECK(Url::parse(input, {.base = &*base, .notes = &notes}) == url);
      });
    }
  }
}

TEST_CASE("resolving against a deep base takes linear time") {
  std::string deep = "http://h/";
  deep += repeated("a/");
  const auto resolver = Resolver::with_base(deep, {});
  REQUIRE(resolver);
  check_time([&] {
    CHECK(resolver->resolve(repeated("../")) == "http://h/");
    CHECK(relativize("http://h/b", *resolver) == "/b");
    CHECK(relativize(deep + "b/", *resolver) == "b/");
    CHECK(relativize(deep, *resolver) == "");
  });
}

TEST_CASE("setters, search parameters and validity take linear time") {
  auto url = Url::parse("http://h/");
  for (std::string_view piece : pieces) {
    const std::string value = repeated(piece);
    INFO(piece);
    check_time([&] {
      url->set_host(value);
      url->set_username(value);
      url->set_port(value);
      url->set_pathname(value);
      url->set_search(value);
      url->set_hash(value);
      CHECK(Url::parse(url->href()));
      is_valid_url_string(value, &*url);
    });
  }
  check_time([] { CHECK(SearchParams(repeated("a=b&")).size() == times); });
}

TEST_CASE("a URL longer than the limit is an error") {
  // With a small limit in place of 4 GiB.
  for (std::string_view input : {"http://h/\"\"\"\"", "http://h/aaaaaaaaaaaaaaa", "x?\"\"\"\""}) {
    const auto base = Url::parse("http://h/");
    const ParseOptions options{.base = &*base};
    std::string out = "kept";
    const auto parsed = Parser(input, options, out, 20).run();
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error() == Error::too_long);
    CHECK(out == "kept");
    CHECK(Parser(input, options, out, 24).run());
  }
  std::string out;
  CHECK(Parser("http://h/aaaaaaaa/../a", {}, out, 22).run());
  CHECK(out == "http://h/a");
}

}  // namespace hrefkit::url
