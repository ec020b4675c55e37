#include "hrefkit/net/next_step.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

using net::Attempt;
using net::Failure;
using net::Method;
using net::Step;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct StepCase {
  std::string name;
  Attempt attempt;
  int retries_done = 0;
  Step step = Step::final_fail;
  milliseconds wait{0};
};

Attempt answer(Method method, int status) {
  Attempt attempt;
  attempt.method = method;
  attempt.status = status;
  return attempt;
}

Attempt failed(Method method, Failure failure) {
  Attempt attempt;
  attempt.method = method;
  attempt.failure = failure;
  return attempt;
}

Attempt with_location(Attempt attempt) {
  attempt.has_location = true;
  return attempt;
}

Attempt with_body(Attempt attempt) {
  attempt.has_body = true;
  return attempt;
}

Attempt of_wall(Attempt attempt) {
  attempt.is_wall = true;
  return attempt;
}

Attempt later(Attempt attempt, int wait) {
  attempt.retry_after = seconds(wait);
  return attempt;
}

void check_steps(std::vector<StepCase> const& cases, net::StepRules const& rules) {
  for (StepCase const& c : cases) {
    INFO(c.name);
    const auto next = net::next_step(c.attempt, c.retries_done, rules);
    CHECK(next.step == c.step);
    CHECK(next.wait == c.wait);
  }
}

}  // namespace

TEST_CASE("one hop: what follows an answer") {
  const Method head = Method::head;
  const Method get = Method::get;
  const std::vector<StepCase> cases{
      // 1: redirects
      {"1 301", with_location(answer(head, 301)), 0, Step::follow},
      {"1 302", with_location(answer(get, 302)), 0, Step::follow},
      {"1 303", with_location(answer(head, 303)), 0, Step::follow},
      {"1 307", with_location(answer(head, 307)), 0, Step::follow},
      {"1 308", with_location(answer(head, 308)), 0, Step::follow},
      {"1 before 2", of_wall(with_location(answer(head, 301))), 0, Step::follow},
      {"1 no Location, HEAD", answer(head, 301), 0, Step::get},
      {"1 no Location, GET with a body", with_body(answer(get, 301)), 0, Step::accept},
      {"1 no Location, GET without", answer(get, 301), 0, Step::final_fail},
      {"1 300 is none", with_location(answer(get, 300)), 0, Step::final_fail},
      {"1 304 is none", with_location(answer(get, 304)), 0, Step::final_fail},
      // 2: walls
      {"2 403", of_wall(answer(head, 403)), 0, Step::wall},
      {"2 503", of_wall(answer(get, 503)), 0, Step::wall},
      {"2 before 3", of_wall(answer(get, 200)), 0, Step::wall},
      // 3: accepted
      {"3 200", answer(head, 200), 0, Step::accept},
      {"3 204", answer(get, 204), 0, Step::accept},
      {"3 206", answer(get, 206), 0, Step::accept},
      {"3 299", answer(head, 299), 0, Step::accept},
      {"3 an early end is none", {get, 200, Failure::truncated}, 0, Step::retry, seconds(1)},
      {"3 a late end is none", {get, 200, Failure::timeout}, 0, Step::retry, seconds(1)},
      // 4: GET after HEAD
      {"4 403", answer(head, 403), 0, Step::get},
      {"4 404", answer(head, 404), 0, Step::get},
      {"4 405", answer(head, 405), 0, Step::get},
      {"4 500", answer(head, 500), 0, Step::get},
      {"4 501", answer(head, 501), 0, Step::get},
      {"4 503", answer(head, 503), 0, Step::get},
      {"4 408", answer(head, 408), 0, Step::get},
      {"4 999", answer(head, 999), 0, Step::get},
      {"4 304", answer(head, 304), 0, Step::get},
      {"4 closed", failed(head, Failure::empty), 0, Step::get},
      {"4 reset", failed(head, Failure::reset), 0, Step::get},
      {"4 nonsense", failed(head, Failure::protocol), 0, Step::get},
      {"4 not after 429", answer(head, 429), 0, Step::retry, seconds(1)},
      {"4 not after Retry-After", later(answer(head, 503), 5), 0, Step::retry, seconds(5)},
      {"4 not after Retry-After of 404", later(answer(head, 404), 5), 0, Step::final_fail},
      {"4 not after a time-out", failed(head, Failure::timeout), 0, Step::retry, seconds(1)},
      {"4 not after a refusal", failed(head, Failure::refused), 0, Step::retry, seconds(1)},
      {"4 not after a name", failed(head, Failure::dns), 0, Step::retry, seconds(1)},
      {"4 not after TLS", failed(head, Failure::tls_expired), 0, Step::final_fail},
      {"4 not after an issuer", failed(head, Failure::tls_issuer), 0, Step::final_fail},
      {"4 not after an address", failed(head, Failure::private_address), 0, Step::final_fail},
      {"4 after retries, too", answer(head, 404), 2, Step::get},
      // 5: transient
      {"5 408", answer(get, 408), 0, Step::retry, seconds(1)},
      {"5 425", answer(get, 425), 0, Step::retry, seconds(1)},
      {"5 429", answer(get, 429), 0, Step::retry, seconds(1)},
      {"5 500", answer(get, 500), 0, Step::retry, seconds(1)},
      {"5 502", answer(get, 502), 0, Step::retry, seconds(1)},
      {"5 503", answer(get, 503), 0, Step::retry, seconds(1)},
      {"5 504", answer(get, 504), 0, Step::retry, seconds(1)},
      {"5 501 is not", answer(get, 501), 0, Step::final_fail},
      {"5 505 is not", answer(get, 505), 0, Step::final_fail},
      {"5 time-out", failed(get, Failure::timeout), 0, Step::retry, seconds(1)},
      {"5 refused", failed(get, Failure::refused), 0, Step::retry, seconds(1)},
      {"5 reset", failed(get, Failure::reset), 0, Step::retry, seconds(1)},
      {"5 closed", failed(get, Failure::empty), 0, Step::retry, seconds(1)},
      {"5 cut", failed(get, Failure::truncated), 0, Step::retry, seconds(1)},
      {"5 name", failed(get, Failure::dns), 0, Step::retry, seconds(1)},
      {"5 nonsense is not", failed(get, Failure::protocol), 0, Step::final_fail},
      {"5 TLS is not", failed(get, Failure::tls_host), 0, Step::final_fail},
      {"5 the wait doubles", answer(get, 500), 1, Step::retry, seconds(2)},
      {"5 the longer wait", later(answer(get, 500), 7), 1, Step::retry, seconds(7)},
      {"5 the longer wait, ours", later(answer(get, 500), 0), 1, Step::retry, seconds(2)},
      {"5 no retries left", answer(get, 500), 2, Step::final_fail},
      {"5 60 s are obeyed", later(answer(get, 503), 60), 0, Step::retry, seconds(60)},
      {"5 61 s are not", later(answer(get, 503), 61), 0, Step::final_fail},
      {"5 61 s are not, 429", later(answer(get, 429), 61), 0, Step::final_fail},
      // 6: final
      {"6 401", answer(get, 401), 0, Step::final_fail},
      {"6 404", answer(get, 404), 0, Step::final_fail},
      {"6 410", answer(get, 410), 0, Step::final_fail},
      {"6 999", answer(get, 999), 0, Step::final_fail},
      {"6 304", answer(get, 304), 0, Step::final_fail},
  };
  check_steps(cases, {});
}

TEST_CASE("one hop: --method fixes the method") {
  net::StepRules rules;
  rules.method = net::MethodChoice::head;
  check_steps({{"404", answer(Method::head, 404), 0, Step::final_fail},
               {"500", answer(Method::head, 500), 0, Step::retry, seconds(1)},
               {"closed", failed(Method::head, Failure::empty), 0, Step::retry, seconds(1)},
               {"301", with_location(answer(Method::head, 301)), 0, Step::follow}},
              rules);
}

TEST_CASE("one hop: a GET that is refused is sent again under another name") {
  net::StepRules rules;
  rules.has_other_agent = true;
  const auto with_wall = [](Attempt attempt) { return of_wall(std::move(attempt)); };
  const std::vector<StepCase> cases{
      {"403", answer(Method::get, 403), 0, Step::other_agent},
      {"406", answer(Method::get, 406), 2, Step::other_agent},
      {"a wall", with_wall(answer(Method::get, 200)), 0, Step::other_agent},
      {"a wall with 503", with_wall(answer(Method::get, 503)), 0, Step::other_agent},
      {"a wall of HEAD", with_wall(answer(Method::head, 403)), 0, Step::wall},
      {"403 of HEAD", answer(Method::head, 403), 0, Step::get},
      {"401", answer(Method::get, 401), 0, Step::final_fail},
      {"404", answer(Method::get, 404), 0, Step::final_fail},
      {"200", answer(Method::get, 200), 0, Step::accept},
      {"much later", later(answer(Method::get, 403), 61), 0, Step::final_fail},
  };
  check_steps(cases, rules);
  rules.accept = *net::StatusSet::parse("403");
  check_steps({{"403 that is accepted", answer(Method::get, 403), 0, Step::accept}}, rules);
}

TEST_CASE("one hop: --accept, --retries, --retry-wait and --max-wait") {
  net::StepRules rules;
  rules.accept = *net::StatusSet::parse("403,500-599");
  rules.retries = 9;
  rules.retry_wait = milliseconds(250);
  rules.max_wait = seconds(5);
  check_steps({{"403", answer(Method::head, 403), 0, Step::accept},
               {"503", answer(Method::get, 503), 0, Step::accept},
               {"200", answer(Method::get, 200), 0, Step::final_fail},
               {"a redirect is no 200", with_body(answer(Method::get, 301)), 0, Step::final_fail},
               {"429, first", answer(Method::get, 429), 0, Step::retry, milliseconds(250)},
               {"429, fourth", answer(Method::get, 429), 3, Step::retry, seconds(2)},
               {"429, ninth: 30 s at most", answer(Method::get, 429), 8, Step::retry, seconds(30)},
               {"429, tenth", answer(Method::get, 429), 9, Step::final_fail},
               {"5 s", later(answer(Method::get, 429), 5), 0, Step::retry, seconds(5)},
               {"6 s", later(answer(Method::get, 429), 6), 0, Step::final_fail}},
              rules);
}

TEST_CASE("politeness: what an answer means for its origin") {
  struct Case {
    std::string name;
    Attempt attempt;
    std::optional<seconds> stop;
    bool closes;
    bool is_over;
    bool slows;
  };
  const std::vector<Case> cases{
      {"429", answer(Method::get, 429), {}, false, false, true},
      {"429 later", later(answer(Method::head, 429), 9), seconds(9), false, false, true},
      {"429 much later", later(answer(Method::get, 429), 61), {}, true, true, true},
      {"503 later", later(answer(Method::get, 503), 9), seconds(9), false, false, false},
      {"503 much later", later(answer(Method::get, 503), 61), {}, false, true, false},
      {"200 later", later(answer(Method::get, 200), 9), {}, false, false, false},
      {"404", answer(Method::get, 404), {}, false, false, false},
  };
  for (Case const& c : cases) {
    for (const int retries : {0, 2}) {  // also where no retry is left
      INFO(c.name << ' ' << retries);
      const auto next = net::next_step(c.attempt, retries, {});
      CHECK(next.stop == c.stop);
      CHECK(next.closes_origin == c.closes);
      CHECK(next.is_over_wait == c.is_over);
      CHECK(next.slows_origin == c.slows);
    }
  }
}

TEST_CASE("one hop 2: walls are known by their headers") {
  struct Case {
    std::string fields;
    bool is_wall;
  };
  const std::vector<Case> cases{
      {"cf-mitigated: challenge\n", true},      {"CF-Mitigated: Challenge\n", true},
      {"cf-mitigated: block\n", false},         {"x-amzn-waf-action: captcha\n", true},
      {"X-Amzn-Waf-Action: challenge\n", true}, {"server: cloudflare\n", false},
  };
  for (Case const& c : cases) {
    INFO(c.fields);
    CHECK(net::is_wall(http::Fields::parse(c.fields)) == c.is_wall);
  }
}

TEST_CASE("options: --accept is a set of codes") {
  struct Case {
    std::string value;
    std::string members;  // among some codes; "error": none is valid
  };
  const std::vector<Case> cases{
      {"200", "200 "},
      {"200-299", "200 204 299 "},
      {"200-299,403, 999", "200 204 299 403 999 "},
      {"100-999", "100 200 204 299 301 403 999 "},
      {"", "error"},
      {",", "error"},
      {"200,", "error"},
      {"200-", "error"},
      {"-200", "error"},
      {"300-200", "error"},
      {"99", "error"},
      {"1000", "error"},
      {"2xx", "error"},
      {"0200", "error"},
      {"-20", "error"},
  };
  for (Case const& c : cases) {
    INFO(c.value);
    const auto set = net::StatusSet::parse(c.value);
    std::string members = set ? "" : "error";
    for (const int status : {100, 200, 204, 299, 301, 403, 999}) {
      if (set && set->contains(status)) members += std::to_string(status) + ' ';
    }
    CHECK(members == c.members);
  }
}

TEST_CASE("rows: failures have their words") {
  CHECK(net::word(Failure::none).empty());
  CHECK(net::word(Failure::tls_not_yet_valid) == "tls-not-yet-valid");
  CHECK(net::word(Failure::private_address) == "private");
  for (auto failure = Failure::dns; failure <= Failure::private_address;
       failure = static_cast<Failure>(static_cast<int>(failure) + 1)) {
    CHECK(net::failure_of(net::word(failure)) == failure);
  }
  CHECK(net::failure_of("no such word") == Failure::protocol);
  CHECK(net::failure_of("") == Failure::protocol);
}

TEST_CASE("politeness: any answer but a success may stop the origin") {
  const net::StepRules rules{.accept = *net::StatusSet::parse("200-299,429")};
  const auto next = [&](Attempt const& attempt) { return net::next_step(attempt, 0, rules); };
  const Attempt moved = with_location(answer(Method::head, 301));
  const Attempt wall = of_wall(answer(Method::head, 429));
  const Attempt accepted = answer(Method::head, 429);
  for (Attempt const& attempt : {moved, wall, accepted, answer(Method::get, 404)}) {
    INFO(attempt.status);
    CHECK(next(later(attempt, 60)).stop == seconds(60));
    CHECK_FALSE(next(later(attempt, 61)).stop);
    CHECK(next(later(attempt, 60)).step == next(attempt).step);
    CHECK_FALSE(next(later(attempt, 60)).closes_origin);
  }
  CHECK(next(later(wall, 61)).closes_origin);
  CHECK_FALSE(next(later(accepted, 61)).closes_origin);
  for (const int status : {200, 202, 299}) {
    CHECK_FALSE(next(later(answer(Method::get, status), 1)).stop);
  }
}

}  // namespace hrefkit::test
