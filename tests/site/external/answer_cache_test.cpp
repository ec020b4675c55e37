// The cache of answers: what is kept, and what may come from it.
#include "hrefkit/site/external/answer_cache.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/site/external/remote_page.h"
#include "site/external/memory_cache.h"
#include "site/external/scripted_web.h"

namespace hrefkit::site {

namespace {

net::Series cached_series(std::string const& url, int status, net::End end = net::End::accepted) {
  net::Series series;
  net::Attempt attempt;
  attempt.status = status;
  series.hops.push_back({.url = url, .attempts = {attempt}});
  series.final_url = url;
  series.end = end;
  return series;
}

/// A cache, and what a check asks of it.
struct CacheOfTest {
  ScriptedClock clock;
  MemoryCache rows;
  ExternalOptions options{.clock = &clock, .cache = &rows};

  void keep(std::string const& url, net::Series const& series,
            std::vector<std::string> const& ids = {}, bool judges_fragments = false) {
    std::vector<std::uint64_t> hashes;
    for (std::string const& id : ids) hashes.push_back(id_hash(id));
    AnswerCache(options).keep({.url = url}, series, hashes, judges_fragments);
  }

  /// "asked" where the cache has no answer, else the rule, or "fine".
  std::string answer(std::string const& url, std::vector<std::string> const& fragments = {}) {
    ExternalTarget target{.url = url, .fragments = fragments};
    if (!AnswerCache(options).answer(target)) return "asked";
    return std::string(target.verdict.rule ? name(*target.verdict.rule) : "fine");
  }
};

const std::string cached = "https://a.example/x";

}  // namespace

TEST_CASE("cache: an answer of it makes a link fine, redirected, or refused for good",
          "[external]") {
  struct Case {
    int status;
    net::End end;
    std::string answer;
  };
  using net::End;
  for (Case const& test : std::vector<Case>{{200, End::accepted, "fine"},
                                            {206, End::accepted, "fine"},
                                            {401, End::failed, "external-blocked"},
                                            {402, End::failed, "external-blocked"},
                                            {403, End::failed, "external-blocked"},
                                            {451, End::failed, "external-blocked"},
                                            {999, End::failed, "external-blocked"},
                                            {407, End::failed, "asked"},
                                            {429, End::failed, "asked"},
                                            {404, End::failed, "asked"},
                                            {500, End::failed, "asked"},
                                            {503, End::failed, "asked"},
                                            {403, End::wall, "asked"},
                                            {0, End::robots, "asked"},
                                            {0, End::rate, "asked"},
                                            {0, End::unreachable, "asked"},
                                            {0, End::private_address, "asked"},
                                            {302, End::redirect_loop, "asked"}}) {
    CAPTURE(test.status, test.answer);
    CacheOfTest cache;
    cache.keep(cached, cached_series(cached, test.status, test.end));
    CHECK(cache.answer(cached) == test.answer);
  }
}

TEST_CASE("cache: what would be an error or a warning is asked again", "[external]") {
  CacheOfTest cache;
  net::Series moved = cached_series(cached, 301);
  moved.hops.push_back(cached_series("https://a.example/y", 200).hops.front());
  moved.final_url = "https://a.example/y";
  cache.keep(cached, moved);
  CHECK(cache.answer(cached) == "external-redirected");
  moved.hops.back().url = moved.final_url = "https://a.example/";
  cache.keep(cached, moved);
  CHECK(cache.answer(cached) == "asked");  // a soft 404
  moved.hops.back().url = moved.final_url = "https://a.example/login";
  cache.keep(cached, moved);
  CHECK(cache.answer(cached) == "asked");
  // A failure takes the place of what was known.
  cache.keep(cached, cached_series(cached, 200));
  CHECK(cache.answer(cached) == "fine");
  cache.keep(cached, cached_series(cached, 404, net::End::failed));
  CHECK(cache.answer(cached) == "asked");
  CHECK(cache.rows.rows.empty());
}

TEST_CASE("cache: --accept counts when an answer is read", "[external]") {
  CacheOfTest cache;
  cache.options.client.steps.accept = *net::StatusSet::parse("200-299,404");
  cache.keep(cached, cached_series(cached, 404));
  CHECK(cache.answer(cached) == "fine");
  cache.options.client.steps.accept = net::StatusSet();
  CHECK(cache.answer(cached) == "asked");
  cache.keep(cached, cached_series(cached, 403, net::End::failed));
  CHECK(cache.answer(cached) == "external-blocked");
  cache.options.client.steps.accept = *net::StatusSet::parse("403");
  CHECK(cache.answer(cached) == "fine");
}

TEST_CASE("cache: fragments come from pages that were read", "[external]") {
  CacheOfTest cache;
  cache.keep(cached, cached_series(cached, 200));  // by HEAD
  CHECK(cache.answer(cached) == "fine");
  CHECK(cache.answer(cached, {"a"}) == "asked");
  net::Series read = cached_series(cached, 200);
  read.was_read = true;
  cache.keep(cached, read, {"a", "user-content-b"}, true);
  CHECK(cache.answer(cached, {"a"}) == "fine");
  CHECK(cache.answer(cached, {"a", "b"}) == "fine");
  CHECK(cache.answer(cached, {"a", "c"}) == "asked");  // it would be a warning
  cache.keep(cached, read, {}, false);                 // no page of ids
  CHECK(cache.answer(cached, {"c"}) == "fine");
}

TEST_CASE("cache: an answer is asked for again when it is old, some a little earlier",
          "[external]") {
  const auto hour = std::chrono::hours(1);
  CacheOfTest cache;
  cache.keep(cached, cached_series(cached, 200));
  cache.clock.advance(21 * hour);
  CHECK(cache.answer(cached) == "fine");
  cache.clock.advance(3 * hour + std::chrono::seconds(1));
  CHECK(cache.answer(cached) == "asked");
  cache.options.max_age = 48 * hour;
  CHECK(cache.answer(cached) == "fine");
  cache.options.max_age = std::chrono::seconds(0);
  cache.keep(cached, cached_series(cached, 200));
  CHECK(cache.answer(cached) == "asked");  // though it came in this second
  std::size_t different = 0;
  std::chrono::seconds last{0};
  for (int i = 0; i < 100; ++i) {
    const auto limit = age_limit(10 * hour, "key" + std::to_string(i));
    CHECK(limit <= 10 * hour);
    CHECK(limit >= 9 * hour);
    different += limit == last ? 0 : 1;
    last = limit;
  }
  CHECK(different > 50);
  CHECK(age_limit(10 * hour, "key") == age_limit(10 * hour, "key"));
}

TEST_CASE("cache: what shapes an answer is a part of the key, and no secret is in it",
          "[external]") {
  CacheOfTest cache;
  const std::string secret = "https://user:hunter2@a.example/x";
  cache.options.client.headers = {{"", "Authorization", "Bearer hunter2"}};
  cache.keep(secret, cached_series(secret, 200));
  for (auto const& [key, row] : cache.rows.rows) {
    CHECK(key.find("hunter2") == std::string::npos);
    CHECK(row.value.find("hunter2") == std::string::npos);
    CHECK(key.find("https://***@a.example/x ") == 0);
  }
  CHECK(cache.answer(secret) == "fine");
  CHECK(cache.answer("https://user:other@a.example/x") == "asked");
  CHECK(cache.answer(cached) == "asked");
  const auto is_asked = [&](auto const& change) {
    CacheOfTest other;
    other.keep(cached, cached_series(cached, 200));
    CHECK(other.answer(cached) == "fine");
    change(other.options);
    return other.answer(cached) == "asked";
  };
  CHECK(is_asked([](ExternalOptions& o) { o.client.user_agent = "x"; }));
  CHECK(is_asked([](ExternalOptions& o) { o.client.headers = {{"", "A", "b"}}; }));
  CHECK(is_asked([](ExternalOptions& o) { o.client.steps.method = net::MethodChoice::get; }));
  CHECK(is_asked([](ExternalOptions& o) { o.shape = "cookies"; }));
  CHECK_FALSE(is_asked([](ExternalOptions& o) { o.client.per_host = 1; }));
}

TEST_CASE("cache: rows that nobody wrote are not read", "[external]") {
  CachedAnswer answer{.hops = {{301, cached}, {200, "https://a.example/y"}},
                      .final_url = "https://a.example/y#z",
                      .type = "text/html",
                      .is_from_get = true,
                      .judges_fragments = true,
                      .ids = {1, 2, 3}};
  const std::string bytes = encode(answer);
  const auto read = decode_answer(bytes);
  REQUIRE(read);
  CHECK(encode(*read) == bytes);
  for (std::size_t size = 0; size < bytes.size() - 24; ++size) {
    CAPTURE(size);
    CHECK_FALSE(decode_answer(bytes.substr(0, size)));
  }
  CHECK_FALSE(decode_answer(bytes + "x"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const char c : {'\0', '\x7F', '\xFF'}) {
      std::string damaged = bytes;
      damaged[i] = c;
      static_cast<void>(decode_answer(damaged));
    }
  }
  CacheOfTest cache;
  cache.keep(cached, cached_series(cached, 200));
  cache.rows.rows.begin()->second.value = "nonsense";
  CHECK(cache.answer(cached) == "asked");
  cache.keep(cached, cached_series(cached, 200));
  cache.rows.rows.begin()->second.time += 1'000'000;  // from the future
  CHECK(cache.answer(cached) == "asked");
}

}  // namespace hrefkit::site
