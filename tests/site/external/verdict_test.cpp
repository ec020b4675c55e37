// The verdict on an address, a pure function of its answers: rows are numbered by the clauses of
// "One hop", "Redirects", "Fragments" and "TLS".
#include "hrefkit/site/external/verdict.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::site {

namespace {

struct SeriesHop {
  std::string url;
  int status = 200;
};

struct VerdictCase {
  std::string clause;
  std::vector<SeriesHop> hops;
  net::End end = net::End::accepted;
  net::Failure failure = net::Failure::none;
  std::string rule = {};  ///< empty: fine
  std::string reason = {};
  std::string final_url = {};
  std::string suggestion = {};
  std::string series_final = {};  ///< where it is not the last hop
  bool is_over_wait = false;
  bool is_damaged = false;
  bool is_insecure = false;
};

net::Series verdict_series(VerdictCase const& test) {
  net::Series series;
  series.end = test.end;
  series.failure = test.failure;
  series.is_over_wait = test.is_over_wait;
  series.notes.damaged = test.is_damaged;
  for (SeriesHop const& hop : test.hops) {
    net::Attempt attempt;
    attempt.status = hop.status;
    series.hops.push_back({.url = hop.url, .attempts = {attempt}});
  }
  series.final_url = test.series_final.empty() ? test.hops.back().url : test.series_final;
  return series;
}

const std::string x = "https://a.example/x";
const std::string y = "https://a.example/y";
using net::End;
using net::Failure;

std::vector<VerdictCase> verdict_cases() {
  const auto failed = [](std::string clause, int status, std::string rule, std::string reason,
                         Failure failure = Failure::none) {
    return VerdictCase{.clause = std::move(clause),
                       .hops = {{x, status}},
                       .end = End::failed,
                       .failure = failure,
                       .rule = std::move(rule),
                       .reason = std::move(reason)};
  };
  const auto moved = [](std::string clause, std::vector<SeriesHop> hops, std::string rule,
                        std::string suggestion, std::string reason = "") {
    std::string last = hops.back().url;
    return VerdictCase{.clause = std::move(clause),
                       .hops = std::move(hops),
                       .rule = std::move(rule),
                       .reason = std::move(reason),
                       .final_url = std::move(last),
                       .suggestion = std::move(suggestion)};
  };
  const auto ends = [](std::string clause, End end, std::string rule, std::string reason,
                       std::string final_url) {
    return VerdictCase{.clause = std::move(clause),
                       .hops = {{x, 302}},
                       .end = end,
                       .rule = std::move(rule),
                       .reason = std::move(reason),
                       .final_url = final_url,
                       .series_final = final_url};
  };
  std::vector<VerdictCase> cases{
      {.clause = "one hop 3", .hops = {{x, 200}}},
      {.clause = "one hop 3", .hops = {{x, 204}}},
      {.clause = "one hop 3", .hops = {{x, 206}}},
      {.clause = "one hop 1, a body in place of a Location", .hops = {{x, 301}}},
      failed("one hop 1, neither Location nor body", 301, "external-broken", "status"),
      {.clause = "one hop 2",
       .hops = {{x, 403}},
       .end = End::wall,
       .rule = "external-blocked",
       .reason = "wall"},
      failed("one hop 6", 400, "external-broken", "status"),
      failed("one hop 6", 401, "external-blocked", "status"),
      failed("one hop 6", 402, "external-blocked", "status"),
      failed("one hop 6", 403, "external-blocked", "status"),
      failed("one hop 6", 404, "external-broken", "status"),
      failed("one hop 6", 407, "external-blocked", "status"),
      failed("one hop 6", 408, "external-timeout", "timeout"),
      failed("one hop 6", 410, "external-broken", "status"),
      failed("one hop 6", 429, "external-blocked", "rate"),
      failed("one hop 6", 451, "external-blocked", "status"),
      failed("one hop 6", 500, "external-broken", "status"),
      failed("one hop 6", 503, "external-broken", "status"),
      failed("one hop 6", 999, "external-blocked", "status"),
      failed("one hop 6", 304, "external-broken", "status"),
      {.clause = "one hop 6, Retry-After above --max-wait",
       .hops = {{x, 503}},
       .end = End::failed,
       .rule = "external-blocked",
       .reason = "rate",
       .is_over_wait = true},
      failed("one hop 6", 0, "external-timeout", "timeout", Failure::timeout),
      failed("one hop 6", 0, "external-broken", "dns", Failure::dns),
      failed("one hop 6", 0, "external-broken", "refused", Failure::refused),
      failed("one hop 6", 0, "external-broken", "reset", Failure::reset),
      failed("one hop 6", 0, "external-broken", "empty", Failure::empty),
      failed("one hop 6", 0, "external-broken", "protocol", Failure::protocol),
      failed("one hop 6", 200, "external-broken", "truncated", Failure::truncated),
      {.clause = "fragments, a damaged coding",
       .hops = {{x, 200}},
       .rule = "external-broken",
       .reason = "coding",
       .is_damaged = true},
      failed("tls", 0, "external-tls", "tls-expired", Failure::tls_expired),
      failed("tls", 0, "external-tls", "tls-not-yet-valid", Failure::tls_not_yet_valid),
      failed("tls", 0, "external-tls", "tls-self-signed", Failure::tls_self_signed),
      failed("tls", 0, "external-tls", "tls-host", Failure::tls_host),
      failed("tls", 0, "external-tls", "tls-handshake", Failure::tls_handshake),
      failed("tls", 0, "external-blocked", "tls-issuer", Failure::tls_issuer),
      failed("safety", 0, "external-private", "private", Failure::private_address),
      {.clause = "safety",
       .hops = {{x, 0}},
       .end = End::private_address,
       .rule = "external-private",
       .reason = "private"},
      {.clause = "politeness",
       .hops = {{x, 0}},
       .end = End::robots,
       .rule = "external-blocked",
       .reason = "robots"},
      {.clause = "politeness",
       .hops = {{x, 0}},
       .end = End::rate,
       .rule = "external-blocked",
       .reason = "rate"},
      {.clause = "politeness",
       .hops = {{x, 0}},
       .end = End::unreachable,
       .failure = Failure::timeout,
       .rule = "external-timeout",
       .reason = "timeout"},
      {.clause = "politeness",
       .hops = {{x, 0}},
       .end = End::unreachable,
       .failure = Failure::refused,
       .rule = "external-timeout",
       .reason = "refused"},
      ends("redirects", End::redirect_scheme, "external-broken", "redirect-scheme", "mailto:x"),
      ends("redirects", End::redirect_url, "external-broken", "redirect-url", ""),
      ends("redirects", End::redirect_limit, "external-broken", "redirect-limit", y),
      ends("redirects", End::redirect_loop, "external-broken", "redirect-loop", x),
      // Redirected: the first hop is 301 or 308, or only the scheme becomes https.
      moved("redirected", {{x, 301}, {y, 200}}, "external-redirected", y),
      moved("redirected", {{x, 308}, {y, 200}}, "external-redirected", y),
      moved("redirected", {{x, 302}, {y, 200}}, "", ""),
      moved("redirected", {{x, 307}, {y, 200}}, "", ""),
      moved("redirected", {{x, 303}, {y, 301}, {x + "2", 200}}, "", ""),
      moved("redirected", {{"http://a.example/x", 302}, {x, 200}}, "external-redirected", x),
      moved("redirected", {{"http://a.example/x", 302}, {y, 200}}, "", ""),
      moved("redirected", {{"http://a.example/x", 302}, {x, 301}, {y, 200}}, "external-redirected",
            y),
      moved("redirected, the leading ones", {{x, 301}, {y, 302}, {x + "2", 200}},
            "external-redirected", y),
      moved("redirected, to itself with a cookie", {{x, 301}, {x, 200}}, "", ""),
      // Login.
      moved("login", {{x, 302}, {"https://a.example/Login?to=x", 200}}, "external-blocked", "",
            "login"),
      moved("login", {{x, 301}, {"https://sso.example/a/SAML/b", 200}}, "external-blocked", "",
            "login"),
      moved("login", {{x, 302}, {"https://a.example/ServiceLogin", 200}}, "external-blocked", "",
            "login"),
      moved("login, asked for", {{x + "/login", 302}, {"https://a.example/en/login", 200}}, "", ""),
      moved("login, a part of a word", {{x, 302}, {"https://a.example/blogin", 200}}, "", ""),
      // Soft 404.
      moved("soft 404", {{x, 301}, {"https://a.example/", 200}}, "external-soft-404", ""),
      moved("soft 404", {{x, 302}, {"https://www.a.example/index.php", 200}}, "external-soft-404",
            ""),
      moved("soft 404", {{x, 302}, {"https://a.example/home", 200}}, "external-soft-404", ""),
      moved("soft 404", {{x, 302}, {"https://a.example/en/", 200}}, "external-soft-404", ""),
      moved("soft 404", {{x, 302}, {"https://a.example/pt-BR", 200}}, "external-soft-404", ""),
      moved("soft 404", {{x, 302}, {"https://b.example/404", 200}}, "external-soft-404", ""),
      moved("soft 404", {{x, 302}, {"https://a.example/e/Not-Found/", 200}}, "external-soft-404",
            ""),
      moved("soft 404, another host", {{x, 302}, {"https://b.example/", 200}}, "", ""),
      moved("soft 404, from home to home",
            {{"https://a.example/", 302}, {"https://a.example/en", 200}}, "", ""),
      moved("soft 404, no language", {{x, 302}, {"https://a.example/docs", 200}}, "", ""),
  };
  VerdictCase insecure =
      failed("tls, --insecure", 0, "external-broken", "tls-handshake", Failure::tls_handshake);
  insecure.is_insecure = true;
  cases.push_back(insecure);
  VerdictCase fragment = moved("redirected, the fragment of Location", {{x, 301}, {y, 200}},
                               "external-redirected", y + "#s");
  fragment.series_final = y + "#s";
  cases.push_back(fragment);
  return cases;
}

}  // namespace

TEST_CASE("the verdict on an address by its answers", "[external]") {
  for (VerdictCase const& test : verdict_cases()) {
    CAPTURE(test.clause, test.hops.back().url, test.hops.back().status, test.reason);
    const ExternalVerdict verdict = judge(verdict_series(test), test.is_insecure);
    CHECK((verdict.rule ? name(*verdict.rule) : "") == test.rule);
    CHECK(verdict.reason == test.reason);
    CHECK(verdict.status == test.hops.back().status);
    CHECK(verdict.final_url == test.final_url);
    CHECK(verdict.suggestion == test.suggestion);
  }
}

TEST_CASE("fragments that a page has an element for, and those that scripts read", "[external]") {
  for (char const* wanted : {"a", "caf%C3%A9", "L", "L10x", "L10-", "LL", "lines-", "lines-x", "LX",
                             "l10", "L3C", "10", "a:~:text=b"}) {
    CAPTURE(wanted);
    CHECK(is_wanted_fragment(wanted));
  }
  for (char const* left : {"", "top", "TOP", "/x", "!x", ":~:text=a", "L10", "L10-L20", "L10-20",
                           "L3C4-L5C6", "L3C4", "LL10", "lines-3", "lines-3-7"}) {
    CAPTURE(left);
    CHECK_FALSE(is_wanted_fragment(left));
  }
}

TEST_CASE("the first rule that holds is the verdict on a link with a fragment", "[external]") {
  const auto rule_of = [](std::optional<Rule> address, FragmentAnswer answer) {
    const ExternalVerdict verdict = with_fragment({.rule = address, .suggestion = "u"}, answer);
    return std::string(verdict.rule ? name(*verdict.rule) : "") + " " + std::string(verdict.reason);
  };
  CHECK(rule_of({}, FragmentAnswer::found) == " ");
  CHECK(rule_of({}, FragmentAnswer::not_judged) == " ");
  CHECK(rule_of({}, FragmentAnswer::missing) == "external-fragment ");
  CHECK(rule_of({}, FragmentAnswer::body_limit) == "external-blocked body-limit");
  CHECK(rule_of({}, FragmentAnswer::truncated) == "external-blocked truncated");
  CHECK(rule_of({}, FragmentAnswer::timed_out) == "external-timeout timeout");
  CHECK(rule_of({}, FragmentAnswer::coding) == "external-blocked coding");
  CHECK(rule_of({}, FragmentAnswer::of_script) == " ");
  CHECK(rule_of(Rule::external_redirected, FragmentAnswer::missing) == "external-fragment ");
  CHECK(rule_of(Rule::external_redirected, FragmentAnswer::found) == "external-redirected ");
  CHECK(rule_of(Rule::external_soft_404, FragmentAnswer::missing) == "external-soft-404 ");
  CHECK(rule_of(Rule::external_soft_404, FragmentAnswer::body_limit) ==
        "external-blocked body-limit");
  CHECK(rule_of(Rule::external_redirected, FragmentAnswer::timed_out) ==
        "external-timeout timeout");
  CHECK(rule_of(Rule::external_soft_404, FragmentAnswer::timed_out) == "external-timeout timeout");
  CHECK(rule_of(Rule::external_blocked, FragmentAnswer::missing) == "external-blocked ");
  CHECK(rule_of(Rule::external_tls, FragmentAnswer::truncated) == "external-tls ");
}

}  // namespace hrefkit::site
