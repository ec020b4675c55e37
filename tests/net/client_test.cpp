#include "hrefkit/net/client.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net/scripted_web.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

using std::chrono::milliseconds;

/// A client on a scripted web.
struct Browser {
  explicit Browser(net::ClientOptions options = {})
      : client(std::move(options), web, clock, found) {
    found.client = &client;
  }

  std::string ask(net::Task task) {
    const std::uint64_t token = task.token;
    client.add(std::move(task));
    client.run();
    return described(found.series[token]);
  }

  ScriptedClock clock;
  ScriptedWeb web{clock};
  Collected found;
  net::Client client;
};

net::Task task_for(std::string url, std::uint64_t token = 0) {
  net::Task task;
  task.url = std::move(url);
  task.token = token;
  return task;
}

net::Task page_task(std::string url, net::BodyReader& reader) {
  net::Task task = task_for(std::move(url));
  task.reader = &reader;
  return task;
}

net::ClientOptions without_delay() {
  net::ClientOptions options;
  options.delay = milliseconds(0);
  return options;
}

Reply redirect_to(std::string const& location, int status = 302, std::string const& more = "") {
  return {.status = status, .fields = "Location: " + location + "\n" + more};
}

}  // namespace

TEST_CASE("one hop: HEAD, then GET, then retries") {
  struct Case {
    std::string name;
    std::vector<std::pair<std::string, Reply>> web;
    std::string series;
    long long time;
  };
  const std::string url = "https://a.example/";
  const std::vector<Case> cases{
      {"fine", {{url, {}}}, "accepted https://a.example/: HEAD 200", 0},
      {"HEAD lies",
       {{"HEAD " + url, {.status = 405}}, {"GET " + url, {}}},
       "accepted https://a.example/: HEAD 405 GET 200",
       100},
      {"gone", {{url, {.status = 410}}}, "failed https://a.example/: HEAD 410 GET 410", 100},
      {"HEAD is closed",
       {{"HEAD " + url, {.status = 0, .failure = net::Failure::empty}}, {"GET " + url, {}}},
       "accepted https://a.example/: HEAD empty GET 200",
       100},
      {"a moment later",
       {{url, {.status = 0, .failure = net::Failure::refused}}, {url, {}}},
       "accepted https://a.example/: HEAD refused GET 200",
       1000},
      {"always refused",
       {{url, {.status = 0, .failure = net::Failure::refused}}},
       "failed https://a.example/: HEAD refused GET refused GET refused",
       3000},
      {"500 thrice, after HEAD",
       {{url, {.status = 500}}},
       "failed https://a.example/: HEAD 500 GET 500 GET 500 GET 500",
       3100},
      {"TLS",
       {{url, {.status = 0, .failure = net::Failure::tls_expired}}},
       "failed https://a.example/: HEAD tls-expired",
       0},
      {"a wall",
       {{url, {.status = 403, .fields = "cf-mitigated: challenge\n"}}},
       "wall https://a.example/: HEAD 403",
       0},
      {"Retry-After",
       {{url, {.status = 429, .fields = "Retry-After: 7\n"}}, {url, {}}},
       "accepted https://a.example/: HEAD 429 GET 200",
       7000},
      {"Retry-After is a date",
       {{url, {.status = 503, .fields = "Retry-After: Sun, 09 Sep 2001 01:46:45 GMT\n"}},
        {url, {}}},
       "accepted https://a.example/: HEAD 503 GET 200",
       5000},
      {"private, by its name",
       {{url, {.status = 0, .failure = net::Failure::private_address}}},
       "private https://a.example/:",
       0},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    Browser browser;
    for (auto const& [request, reply] : c.web) browser.web.on(request, reply);
    CHECK(browser.ask(task_for(url)) == c.series);
    CHECK(browser.clock.now.count() == c.time);
    CHECK(browser.client.pending() == 0);
  }
}

TEST_CASE("one hop: a name below invalid is asked for once") {
  const Reply no_name{.status = 0, .failure = net::Failure::dns};
  for (auto const& [url, series] : std::vector<std::pair<std::string, std::string>>{
           {"https://a.invalid/", "failed https://a.invalid/: HEAD dns"},
           {"https://a.test/", "failed https://a.test/: HEAD dns GET dns GET dns"}}) {
    Browser browser;
    browser.web.on(url, no_name);
    CHECK(browser.ask(task_for(url)) == series);
  }
}

TEST_CASE("one hop: --method") {
  for (auto const& [choice, series] : std::vector<std::pair<net::MethodChoice, std::string>>{
           {net::MethodChoice::head, "failed https://a.example/: HEAD 404"},
           {net::MethodChoice::get, "failed https://a.example/: GET 404"},
           {net::MethodChoice::automatic, "failed https://a.example/: HEAD 404 GET 404"}}) {
    net::ClientOptions options;
    options.steps.method = choice;
    Browser browser(options);
    CHECK(browser.ask(task_for("https://a.example/")) == series);
  }
}

TEST_CASE("one hop: a body is read where it is wanted") {
  Browser browser;
  browser.web.on("https://a.example/", {.fields = "Content-Type: text/HTML; charset=x\n",
                                        .body = "<p id=a>one</p><p id=b>two</p>"});
  Pages pages;
  CHECK(browser.ask(page_task("https://a.example/", pages)) ==
        "accepted https://a.example/: GET 200");
  net::Series const& series = browser.found.series[0];
  CHECK(pages.text == "<p id=a>one</p><p id=b>two</p>");
  CHECK(pages.type == "text/html");
  CHECK(series.type == "text/html");
  CHECK(series.was_read);
  CHECK(series.read_whole);
  CHECK(series.fields.first("content-type") == "text/HTML; charset=x");
}

TEST_CASE("one hop: a reader says when it has seen enough") {
  Browser browser;
  browser.web.on("https://a.example/",
                 {.body = "<p id=a>one</p><p id=b>two</p>", .failure = net::Failure::truncated});
  Pages pages;
  pages.until = "id=a";
  CHECK(browser.ask(page_task("https://a.example/", pages)) ==
        "accepted https://a.example/: GET 200");
  CHECK(!browser.found.series[0].read_whole);
  CHECK(!browser.found.series[0].is_truncated);
}

TEST_CASE("one hop: a body that ends early is read again, then judged by what there is") {
  Browser browser;
  browser.web.on("https://a.example/", {.body = "<p>one", .failure = net::Failure::truncated});
  Pages pages;
  CHECK(browser.ask(page_task("https://a.example/", pages)) ==
        "accepted https://a.example/: GET 200 truncated GET 200 truncated GET 200 truncated");
  CHECK(pages.begins == 3);
  CHECK(pages.text == "<p>one");
  CHECK(browser.found.series[0].is_truncated);
  CHECK(!browser.found.series[0].read_whole);
}

TEST_CASE("one hop: the limits and codings of bodies are noted") {
  struct Case {
    std::string name;
    std::string fields;
    std::string body;
    std::string text;
    bool whole = true;
    bool over = false;
    bool unknown = false;
    bool damaged = false;
  };
  const std::string page = "<!doctype html>" + std::string(5000, 'x');
  const std::string packed = gzip(page);
  const std::vector<Case> cases{
      {"plain", "", page, page},
      {"gzip", "Content-Encoding: gzip\n", packed, page},
      {"empty", "", "", ""},
      {"no gzip", "Content-Encoding: gzip\n", page, page, false, false, false, true},
      {"unknown", "Content-Encoding: x-own\n", page, page, true, false, true},
      {"identity", "Content-Encoding: identity\n", page, page},
      {"cut gzip", "Content-Encoding: gzip\n", packed.substr(0, packed.size() / 2), "", true},
      {"too long", "", std::string(20'000, 'y'), std::string(10'000, 'y'), false, true},
      {"a bomb", "Content-Encoding: gzip\n", gzip(std::string(5'000'000, 'z')),
       std::string(10'000, 'z'), false, true},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    net::ClientOptions options;
    options.max_body = 10'000;
    Browser browser(options);
    browser.web.on("https://a.example/", {.fields = c.fields, .body = c.body});
    Pages pages;
    browser.ask(page_task("https://a.example/", pages));
    net::Series const& series = browser.found.series[0];
    if (c.name != "cut gzip") CHECK(pages.text == c.text);
    CHECK(series.read_whole == c.whole);
    CHECK(series.notes.over_limit == c.over);
    CHECK(series.notes.unknown_coding == c.unknown);
    CHECK(series.notes.damaged == c.damaged);
    CHECK(series.notes.ended_early == (c.name == "cut gzip"));
  }
}

TEST_CASE("one hop 1: a redirect without Location is a page where it has a body") {
  struct Case {
    std::string body;
    bool is_read;
    std::string series;
  };
  const std::vector<Case> cases{
      {"x", false, "accepted https://a.example/: HEAD 302 GET 302"},
      {"x", true, "accepted https://a.example/: GET 302"},
      {"", false, "failed https://a.example/: HEAD 302 GET 302"},
      {"", true, "failed https://a.example/: GET 302"},
  };
  for (Case const& c : cases) {
    Browser browser;
    browser.web.on("https://a.example/", {.status = 302, .body = c.body});
    Pages pages;
    net::Task task = task_for("https://a.example/");
    if (c.is_read) task.reader = &pages;
    CHECK(browser.ask(std::move(task)) == c.series);
    if (c.is_read) CHECK(pages.text == c.body);
  }
}

TEST_CASE("redirects: chains and their ends") {
  struct Case {
    std::string name;
    std::vector<std::pair<std::string, Reply>> web;
    std::string series;
  };
  const std::string a = "https://a.example/";
  const std::string b = "https://b.example/";
  const std::vector<Case> cases{
      {"one", {{a, redirect_to(b)}, {b, {}}}, "accepted https://b.example/: HEAD 302 | HEAD 200"},
      {"each hop begins with HEAD",
       {{a, {.status = 405}}, {a, redirect_to("x")}, {a + "x", {}}},
       "accepted https://a.example/x: HEAD 405 GET 302 | HEAD 200"},
      {"a fragment",
       {{a, redirect_to("/x#f", 301)}, {a + "x", redirect_to("y")}, {a + "y", {}}},
       "accepted https://a.example/y#f: HEAD 301 | HEAD 302 | HEAD 200"},
      {"gone", {{a, redirect_to(b)}}, "failed https://b.example/: HEAD 302 | HEAD 404 GET 404"},
      {"scheme",
       {{a, redirect_to("ftp://b.example/")}},
       "redirect-scheme ftp://b.example/: HEAD 302"},
      {"no URL", {{a, redirect_to("http://")}}, "redirect-url https://a.example/: HEAD 302"},
      {"loop", {{a, redirect_to("/")}}, "redirect-loop https://a.example/: HEAD 302"},
      {"longer loop",
       {{a, redirect_to(b)}, {b, redirect_to(a)}},
       "redirect-loop https://a.example/: HEAD 302 | HEAD 302"},
      {"a fragment makes no other URL",
       {{a, redirect_to("/#x")}},
       "redirect-loop https://a.example/#x: HEAD 302"},
      {"a cookie does",
       {{a, redirect_to("/", 302, "Set-Cookie: seen=1\n")}, {a, {}}},
       "accepted https://a.example/: HEAD 302 | HEAD 200"},
      {"the same cookie does not",
       {{a, redirect_to("/", 302, "Set-Cookie: seen=1\n")}},
       "redirect-loop https://a.example/: HEAD 302 | HEAD 302"},
      {"to a private address",
       {{a, redirect_to("http://127.0.0.1/")}},
       "private http://127.0.0.1/: HEAD 302 |"},
      {"to localhost",
       {{a, redirect_to("http://localhost:8080/x")}},
       "private http://localhost:8080/x: HEAD 302 |"},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    Browser browser;
    for (auto const& [request, reply] : c.web) browser.web.on(request, reply);
    CHECK(browser.ask(task_for(a)) == c.series);
  }
}

TEST_CASE("redirects: --max-redirects") {
  for (const int max : {0, 1, 20}) {
    net::ClientOptions options;
    options.max_redirects = max;
    Browser browser(options);
    for (int i = 0; i <= 30; ++i) {
      browser.web.on("https://a.example/" + std::to_string(i),
                     redirect_to("/" + std::to_string(i + 1)));
    }
    const std::string series = browser.ask(task_for("https://a.example/0"));
    CHECK(series.starts_with("redirect-limit https://a.example/" + std::to_string(max + 1) + ":"));
    CHECK(browser.client.counters().requests == static_cast<std::uint64_t>(max) + 1);
  }
}

TEST_CASE("redirects: a crawl follows none but those that set a cookie and lead to themselves") {
  Browser browser;
  browser.web.on("https://a.example/1", redirect_to("/2"));
  browser.web.on("https://a.example/3", redirect_to("/3", 302, "Set-Cookie: s=1; Path=/\n"));
  browser.web.on("https://a.example/3", {});
  browser.web.on("https://a.example/4", redirect_to("/4"));
  browser.web.on("https://a.example/5", redirect_to("/6", 302, "Set-Cookie: t=1; Path=/\n"));
  net::CookieJar jar;
  const auto ask = [&](std::string const& url) {
    net::Task task = task_for(url);
    task.follow = net::Follow::itself;
    task.cookies = &jar;
    return browser.ask(std::move(task));
  };
  CHECK(ask("https://a.example/1") == "redirected https://a.example/2: HEAD 302");
  CHECK(ask("https://a.example/3") == "accepted https://a.example/3: HEAD 302 | HEAD 200");
  CHECK(ask("https://a.example/4") == "redirected https://a.example/4: HEAD 302");
  CHECK(ask("https://a.example/5") == "redirected https://a.example/6: HEAD 302");
  browser.web.logged_headers = {"Cookie"};
  browser.web.log.clear();
  ask("https://a.example/7");
  CHECK(browser.web.log.find("HEAD https://a.example/7 [Cookie: s=1; t=1]") != std::string::npos);
}

TEST_CASE("redirects: secrets stay with their own origins") {
  net::ClientOptions options = without_delay();
  options.headers.push_back(*net::parse_user_header("X-All: 1"));
  options.headers.push_back(*net::parse_user_header("https://b.example/in X-B: 2"));
  options.headers.push_back(*net::parse_user_header("https://b.example X-Host: 3"));
  options.cookies = *net::CookieJar::parse_netscape("a.example\tFALSE\t/\tFALSE\t0\tj\t0\n");
  Browser browser(options);
  browser.web.logged_headers = {"Authorization", "X-All", "X-B", "X-Host", "Cookie"};
  browser.web.on("https://a.example/", redirect_to("/2", 302, "Set-Cookie: a=1; Path=/\n"));
  browser.web.on("https://a.example/2", redirect_to("https://b.example/in"));
  browser.web.on("https://b.example/in", redirect_to("https://b.example.evil.example/in"));
  browser.web.on("https://b.example.evil.example/in", redirect_to("https://a.example/3"));
  browser.web.on("https://a.example/3", {});
  browser.ask(task_for("https://u:p@a.example/"));
  CHECK(browser.web.log ==
        "0 HEAD https://a.example/ [Authorization: Basic dTpw] [X-All: 1] [Cookie: j=0]\n"
        "0 HEAD https://a.example/2 [Authorization: Basic dTpw] [X-All: 1] [Cookie: j=0; a=1]\n"
        "0 HEAD https://b.example/in [X-B: 2] [X-Host: 3]\n"
        "0 HEAD https://b.example.evil.example/in\n"
        "0 HEAD https://a.example/3 [Authorization: Basic dTpw] [Cookie: j=0; a=1]\n");
  // Each chain has its own cookies.
  browser.web.log.clear();
  browser.ask(task_for("https://a.example/4"));
  CHECK(browser.web.log.starts_with("0 HEAD https://a.example/4 [X-All: 1] [Cookie: j=0]\n"));
}

TEST_CASE("redirects: in a crawl the headers go to the start's origin") {
  net::ClientOptions options = without_delay();
  options.headers.push_back(*net::parse_user_header("X-All: 1"));
  options.start_origin = "https://a.example";
  Browser browser(options);
  browser.web.logged_headers = {"X-All"};
  browser.web.on("https://a.example/", {});
  browser.web.on("https://b.example/", redirect_to("https://a.example/"));
  browser.ask(task_for("https://b.example/"));
  CHECK(browser.web.log ==
        "0 HEAD https://b.example/\n"
        "0 HEAD https://a.example/ [X-All: 1]\n");
}

TEST_CASE("one hop: another User-Agent, once a task") {
  net::ClientOptions options = without_delay();
  options.user_agent = "one/1";
  options.other_user_agent = "two/2";
  const std::string url = "https://a.example/";
  {
    Browser browser(options);
    browser.web.logged_headers = {"User-Agent"};
    browser.web.on("HEAD " + url, {.status = 403});
    browser.web.on("GET " + url, {.status = 403});
    browser.web.on("GET " + url, redirect_to("/b"));
    browser.web.on("https://a.example/b", {.status = 403});
    CHECK(browser.ask(task_for(url)) ==
          "failed https://a.example/b: HEAD 403 GET 403 GET 302 | HEAD 403 GET 403");
    CHECK(browser.web.log ==
          "0 HEAD https://a.example/ [User-Agent: one/1]\n"
          "0 GET https://a.example/ [User-Agent: one/1]\n"
          "0 GET https://a.example/ [User-Agent: two/2]\n"
          "0 HEAD https://a.example/b [User-Agent: two/2]\n"
          "0 GET https://a.example/b [User-Agent: two/2]\n");
  }
  // One that the user gives by a header is not replaced.
  options.headers.push_back(*net::parse_user_header("user-agent: own"));
  Browser browser(options);
  browser.web.on(url, {.status = 403});
  CHECK(browser.ask(task_for(url)) == "failed https://a.example/: HEAD 403 GET 403");
}

TEST_CASE("redirects: nobody follows one to what is excluded") {
  net::ClientOptions options = without_delay();
  options.is_excluded = [](std::string_view url) { return url.find("/auth") != url.npos; };
  Browser browser(options);
  browser.web.on("https://a.example/x", redirect_to("/auth/gone"));
  browser.ask(task_for("https://a.example/x"));
  CHECK(browser.found.series[0].end == net::End::excluded);
  CHECK(browser.web.log == "0 HEAD https://a.example/x\n");
}

TEST_CASE("options: statuses are accepted for prefixes of URLs, the longest first") {
  net::ClientOptions options;
  options.accept_for.push_back({"https://a.example/", *net::StatusSet::parse("403")});
  options.accept_for.push_back({"https://a.example/b/", *net::StatusSet::parse("404")});
  const auto accepts = [&](std::string_view url, int status) {
    return net::accepted_statuses(options, url).contains(status);
  };
  CHECK(accepts("https://a.example/x", 403));
  CHECK_FALSE(accepts("https://a.example/x", 200));
  CHECK(accepts("https://u:p@a.example/x", 403));
  CHECK(accepts("https://a.example/b/x", 404));
  CHECK_FALSE(accepts("https://a.example/b/x", 403));
  CHECK(accepts("https://b.example/", 200));
}

TEST_CASE("one hop: the headers of a request") {
  net::ClientOptions options = without_delay();
  options.user_agent = "Mozilla/5.0 (compatible; hrefkit/1)";
  Browser browser(options);
  browser.web.logged_headers = {"Accept",     "Accept-Encoding", "Accept-Language",
                                "User-Agent", "Range",           "Referer"};
  browser.web.on("https://a.example/", {});
  browser.ask(task_for("https://a.example/"));
  CHECK(browser.web.log ==
        "0 HEAD https://a.example/ [Accept: text/html,application/xhtml+xml,*/*;q=0.8]"
        " [Accept-Encoding: gzip, deflate, br, zstd] [Accept-Language: en]"
        " [User-Agent: Mozilla/5.0 (compatible; hrefkit/1)]\n");
  options.headers.push_back(*net::parse_user_header("accept: text/plain"));
  Browser other(options);
  other.web.logged_headers = {"Accept", "accept"};
  other.ask(task_for("https://a.example/"));
  CHECK(other.web.log.starts_with("0 HEAD https://a.example/ [accept: text/plain]\n"));
  options.headers.push_back(*net::parse_user_header("Accept-language: de"));
  Browser german(options);
  german.web.logged_headers = {"Accept-language", "Accept-Language"};
  german.ask(task_for("https://a.example/"));
  CHECK(german.web.log.starts_with("0 HEAD https://a.example/ [Accept-language: de]\n"));
}

TEST_CASE("options: --header") {
  struct Case {
    std::string value;
    std::string parsed;
  };
  const std::vector<Case> cases{
      {"A: b", "|A|b"},
      {"A:b:c ", "|A|b:c"},
      {"A:", "|A|"},
      {"https://a.example A: b", "https://a.example/|A|b"},
      {"HTTPS://A.Example:443/x/../y A: b", "https://a.example/y|A|b"},
      {"A: https://a.example/ b", "|A|https://a.example/ b"},
      {"Link:<https://a.example/> b", "|Link|<https://a.example/> b"},
      {"A", "error: not NAME: VALUE"},
      {": b", "error: the name is not one of a header field"},
      {"A b: c", "error: the name is not one of a header field"},
      {"A: b\r\nC: d", "error: the value has control characters"},
      {"ftp://a.example A: b", "error: the prefix is not an http or https URL"},
      {"https://u@a.example A: b", "error: the prefix has a user name, a password or a fragment"},
      {"Content-Length: 5", "error: 'Content-Length' cannot be set"},
  };
  for (Case const& c : cases) {
    INFO(c.value);
    const auto header = net::parse_user_header(c.value);
    CHECK((header ? header->prefix + '|' + header->name + '|' + header->value
                  : "error: " + header.error()) == c.parsed);
  }
}

TEST_CASE("politeness: starts to one origin are a delay apart, and others do not wait") {
  net::ClientOptions options;
  options.delay = milliseconds(250);
  Browser browser(options);
  for (int i = 0; i < 3; ++i) {
    browser.client.add(task_for("https://a.example/" + std::to_string(i)));
    browser.client.add(task_for("https://b.example/" + std::to_string(i)));
    browser.web.on("https://a.example/" + std::to_string(i), {});
    browser.web.on("https://b.example/" + std::to_string(i), {});
  }
  browser.client.run();
  CHECK(browser.web.log ==
        "0 HEAD https://a.example/0\n0 HEAD https://b.example/0\n"
        "250 HEAD https://a.example/1\n250 HEAD https://b.example/1\n"
        "500 HEAD https://a.example/2\n500 HEAD https://b.example/2\n");
}

TEST_CASE("politeness: the usual delay, and none on loopback") {
  net::ClientOptions options;
  options.addresses = net::AddressRules::allowing_all();
  for (auto const& [host, time] : std::vector<std::pair<std::string, int>>{
           {"a.example", 200}, {"127.0.0.1:8000", 0}, {"localhost", 0}, {"near.example", 0}}) {
    INFO(host);
    Browser browser(options);
    for (int i = 0; i < 3; ++i) {
      browser.web.on("http://" + host + "/" + std::to_string(i), {});
      browser.client.add(task_for("http://" + host + "/" + std::to_string(i)));
    }
    browser.client.run();
    CHECK(browser.clock.now.count() == time);
  }
}

TEST_CASE("politeness: --per-host and --connections") {
  net::ClientOptions options = without_delay();
  options.per_host = 3;
  options.connections = 5;
  Browser browser(options);
  for (int host = 0; host < 4; ++host) {
    for (int i = 0; i < 10; ++i) {
      const std::string url = "https://h" + std::to_string(host) + ".example/" + std::to_string(i);
      browser.web.on(url, {.takes = milliseconds(10 + i)});
      browser.client.add(task_for(url, static_cast<std::uint64_t>(host * 100 + i)));
    }
  }
  browser.client.run();
  CHECK(browser.web.max_open == 5);
  for (auto const& [origin, count] : browser.web.max_open_of) CHECK(count <= 3);
  CHECK(browser.found.series.size() == 40);
  CHECK(browser.client.counters().requests == 40);
}

TEST_CASE("politeness: a Retry-After stops the whole origin, and others go on") {
  net::ClientOptions options;
  options.per_host = 1;
  Browser browser(options);
  browser.web.on("https://a.example/0", {.status = 503, .fields = "Retry-After: 5\n"});
  browser.web.on("https://a.example/0", {});
  browser.web.on("https://a.example/1", {});
  browser.web.on("https://b.example/", {});
  browser.client.add(task_for("https://a.example/0", 0));
  browser.client.add(task_for("https://a.example/1", 1));
  browser.client.add(task_for("https://b.example/", 2));
  browser.client.run();
  CHECK(browser.web.log ==
        "0 HEAD https://a.example/0\n0 HEAD https://b.example/\n"
        "5000 GET https://a.example/0\n5100 HEAD https://a.example/1\n");
}

TEST_CASE("politeness: after a 429 an origin gets one request at a time") {
  Browser browser(without_delay());
  browser.web.on("https://a.example/0", {.status = 429});
  browser.web.on("https://a.example/0", {.takes = milliseconds(10)});
  for (int i = 1; i < 6; ++i) {
    browser.web.on("https://a.example/" + std::to_string(i), {.takes = milliseconds(10)});
  }
  browser.ask(task_for("https://a.example/0"));
  browser.web.max_open_of.clear();
  for (int i = 1; i < 6; ++i) {
    browser.client.add(task_for("https://a.example/" + std::to_string(i)));
  }
  browser.client.run();
  CHECK(browser.web.max_open_of["https://a.example"] == 1);
}

TEST_CASE("politeness: a 429 with a long Retry-After closes the origin for the run") {
  net::ClientOptions options;
  options.per_host = 1;
  Browser browser(options);
  browser.web.on("https://a.example/0", {.status = 429, .fields = "Retry-After: 3600\n"});
  browser.web.on("https://b.example/", redirect_to("https://a.example/9"));
  for (std::uint64_t i = 0; i < 3; ++i) {
    browser.client.add(task_for("https://a.example/" + std::to_string(i), i));
  }
  browser.client.run();
  CHECK(described(browser.found.series[0]) == "failed https://a.example/0: HEAD 429");
  CHECK(browser.found.series[0].is_over_wait);
  CHECK(described(browser.found.series[1]) == "rate https://a.example/1:");
  CHECK(described(browser.found.series[2]) == "rate https://a.example/2:");
  CHECK(browser.ask(task_for("https://b.example/", 3)) == "rate https://a.example/9: HEAD 302 |");
  CHECK(browser.client.counters().requests == 2);
  CHECK(browser.clock.now.count() < 1000);
}

// Requests to an origin that does not answer, and how long they take, whatever the links are.
TEST_CASE("politeness: an origin that fails is closed after a failed probe") {
  struct Case {
    std::string name;
    Reply reply;
    int links;
    int per_host;
    int retries;
    std::size_t requests;
    int seconds;       // until the last answer
    std::string last;  // of the last link
    std::size_t given_up;
  };
  const Reply silence{
      .status = 0, .failure = net::Failure::timeout, .takes = std::chrono::seconds(20)};
  const Reply refused{.status = 0, .failure = net::Failure::refused};
  const Reply stalled{.failure = net::Failure::timeout, .takes = std::chrono::seconds(20)};
  const Reply rate{.status = 429, .fields = "Retry-After: 60\n"};
  const Reply busy{.status = 503, .fields = "Retry-After: 60\n"};
  const Reply rate_at_once{.status = 429};
  const Reply missing{.status = 404, .fields = "Retry-After: 60\n"};
  const std::string left = "https://a.example/39:";
  const std::vector<Case> cases{
      {"silence", silence, 40, 4, 2, 6, 60, "unreachable " + left, 35},
      {"one at a time", silence, 40, 1, 2, 6, 120, "unreachable " + left, 38},
      {"many at a time", silence, 40, 16, 2, 6, 40, "unreachable " + left, 34},
      {"no retries", silence, 40, 4, 0, 6, 60, "unreachable " + left, 34},
      {"many retries of one link", silence, 1, 4, 9, 6, 151,
       "failed https://a.example/0: HEAD timeout GET timeout GET timeout GET timeout GET timeout "
       "GET "
       "timeout",
       0},
      {"few links", silence, 1, 4, 2, 3, 63,
       "failed https://a.example/0: HEAD timeout GET timeout GET timeout", 0},
      {"a head, and no body", stalled, 40, 4, 2, 6, 60, "unreachable " + left, 35},
      {"refused", refused, 40, 4, 2, 6, 0, "unreachable " + left, 34},
      {"429", rate, 40, 4, 2, 7, 180, "rate " + left, 36},
      {"503", busy, 40, 4, 2, 9, 120, "rate " + left, 36},
      {"429, one at a time", rate, 40, 1, 2, 4, 180, "rate " + left, 38},
      {"429, no retries", rate, 40, 1, 0, 4, 180, "rate " + left, 36},
      {"429 without Retry-After", rate_at_once, 40, 4, 2, 43, 1,
       "failed https://a.example/39: HEAD 429", 0},
      // An answer that is final may stop its origin twice in a run.
      {"404 with Retry-After", missing, 40, 4, 2, 40, 60, "failed https://a.example/39: HEAD 404",
       0},
      {"404 with Retry-After, one at a time", missing, 40, 1, 2, 40, 120,
       "failed https://a.example/39: HEAD 404", 0},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    net::ClientOptions options = without_delay();
    options.per_host = c.per_host;
    options.steps.retries = c.retries;
    std::vector<std::unique_ptr<Pages>> pages;
    Browser browser(options);
    browser.web.in_turn({c.reply});
    browser.web.on("https://b.example/", {});
    for (int i = 0; i < c.links; ++i) {
      net::Task task =
          task_for("https://a.example/" + std::to_string(i), static_cast<std::uint64_t>(i));
      // A reader wants the body.
      if (c.reply.status == 200) task.reader = pages.emplace_back(std::make_unique<Pages>()).get();
      browser.client.add(std::move(task));
    }
    browser.client.add(task_for("https://b.example/", 1000));
    browser.client.run();
    CHECK(browser.client.counters().requests == c.requests + 1);
    CHECK(std::chrono::floor<std::chrono::seconds>(browser.clock.now).count() == c.seconds);
    REQUIRE(browser.found.series.size() == static_cast<std::size_t>(c.links) + 1);
    CHECK(described(browser.found.series[static_cast<std::uint64_t>(c.links - 1)]) == c.last);
    CHECK(described(browser.found.series[1000]) == "accepted https://b.example/: HEAD 200");
    std::size_t given_up = 0;
    for (auto const& [token, series] : browser.found.series) given_up += series.is_given_up ? 1 : 0;
    CHECK(given_up == c.given_up);
    // Later links, and redirects to the origin, end at once.
    if (c.given_up == 0) continue;
    browser.web.on("https://b.example/", redirect_to("https://a.example/x"));
    const auto time = browser.clock.now;
    CHECK(browser.ask(task_for("https://b.example/", 2000))
              .ends_with("https://a.example/x: HEAD 302 |"));
    CHECK(browser.found.series[2000].is_given_up);
    CHECK(browser.clock.now == time);
    CHECK(browser.client.counters().requests == c.requests + 2);
  }
}

TEST_CASE("politeness: an answer ends the doubt about an origin") {
  const Reply silence{.status = 0, .failure = net::Failure::timeout, .takes = milliseconds(20'000)};
  struct Case {
    std::string name;
    std::string probe;  // what is asked for when five have failed
    Reply answer;
    bool goes_on;
  };
  const std::vector<Case> cases{
      {"a page", "GET https://a.example/5", {}, true},
      {"an error", "GET https://a.example/5", {.status = 404}, true},
      {"a server that has trouble", "GET https://a.example/5", {.status = 500}, true},
      {"a redirect", "GET https://a.example/5", redirect_to("/0"), true},
      {"nonsense, which is no answer",
       "GET https://a.example/5",
       {.status = 0, .failure = net::Failure::protocol},
       true},
      {"no connection",
       "GET https://a.example/5",
       {.status = 0, .failure = net::Failure::refused},
       false},
      {"silence", "GET https://a.example/5", silence, false},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    net::ClientOptions options = without_delay();
    options.steps.retries = 1;
    options.steps.retry_wait = milliseconds(30'000);
    Browser browser(options);
    for (std::uint64_t i = 0; i < 20; ++i) {
      const std::string url = "https://a.example/" + std::to_string(i);
      if (i < 5) browser.web.on("HEAD " + url, silence);
      browser.web.on(url, {});
      browser.client.add(task_for(url, i));
    }
    browser.web.on(c.probe, c.answer);
    browser.client.run();
    const std::string first = described(browser.found.series[0]);
    const std::string last = described(browser.found.series[19]);
    CHECK(browser.web.log.find(c.probe) != std::string::npos);
    CHECK(first == (c.goes_on ? "accepted https://a.example/0: HEAD timeout GET 200"
                              : "failed https://a.example/0: HEAD timeout"));
    CHECK(last == (c.goes_on ? "accepted https://a.example/19: HEAD 200"
                             : "unreachable https://a.example/19:"));
  }
}

// Some servers do not answer HEAD, but answer GET.
TEST_CASE("politeness: a server that does not answer HEAD is not closed") {
  Browser browser(without_delay());
  const Reply silence{.status = 0, .failure = net::Failure::timeout, .takes = milliseconds(20'000)};
  for (std::uint64_t i = 0; i < 30; ++i) {
    const std::string url = "https://a.example/" + std::to_string(i);
    browser.web.on("HEAD " + url, silence);
    browser.web.on("GET " + url, {});
    browser.client.add(task_for(url, i));
  }
  browser.client.run();
  for (auto const& [token, series] : browser.found.series) CHECK(series.end == net::End::accepted);
}

TEST_CASE("politeness: pages that always fail do not close a server that answers") {
  for (Reply const& bad : {Reply{.status = 503}, Reply{.status = 503, .fields = "Retry-After: 1\n"},
                           Reply{.status = 0, .failure = net::Failure::timeout}}) {
    Browser browser;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const std::string url = "https://a.example/" + std::to_string(i);
      browser.web.on(url, i % 20 == 7 ? bad : Reply{.takes = milliseconds(50)});
      browser.client.add(task_for(url, i));
    }
    browser.client.run();
    std::size_t accepted = 0;
    for (auto const& [token, series] : browser.found.series) {
      CHECK(!series.is_given_up);
      accepted += series.end == net::End::accepted ? 1 : 0;
    }
    CHECK(accepted == 190);
  }
}

TEST_CASE("politeness: robots.txt that fails costs one request, and no more is asked") {
  net::ClientOptions options = without_delay();
  options.robots = net::RobotsChoice::on;
  Browser browser(options);
  browser.web.in_turn(
      {{.status = 0, .failure = net::Failure::timeout, .takes = milliseconds(20'000)}});
  for (std::uint64_t i = 0; i < 40; ++i) {
    browser.client.add(task_for("https://a.example/" + std::to_string(i), i));
  }
  browser.client.run();
  CHECK(browser.client.counters().requests == 1);
  CHECK(described(browser.found.series[39]) == "robots https://a.example/39:");
}

TEST_CASE("politeness: robots.txt by --robots") {
  struct Case {
    net::RobotsChoice choice;
    bool is_crawl;
    bool is_obeyed;
  };
  for (Case const& c : std::vector<Case>{{net::RobotsChoice::automatic, false, false},
                                         {net::RobotsChoice::automatic, true, true},
                                         {net::RobotsChoice::on, false, true},
                                         {net::RobotsChoice::off, true, false}}) {
    net::ClientOptions options;
    options.robots = c.choice;
    Browser browser(options);
    browser.web.on("https://a.example/robots.txt",
                   {.body = "User-agent: hrefkit\nDisallow: /no?\nCrawl-delay: 3\n"});
    browser.web.on("https://a.example/no?", {});
    browser.web.on("https://a.example/yes", {});
    for (std::uint64_t i = 0; i < 3; ++i) {
      net::Task task = task_for(i == 0 ? "https://a.example/no?" : "https://a.example/yes", i);
      task.obeys_robots = c.is_crawl;
      browser.client.add(std::move(task));
    }
    browser.client.run();
    if (c.is_obeyed) {
      CHECK(browser.web.log ==
            "0 GET https://a.example/robots.txt\n100 HEAD https://a.example/yes\n"
            "3100 HEAD https://a.example/yes\n");
      CHECK(described(browser.found.series[0]) == "robots https://a.example/no?:");
    } else {
      CHECK(browser.client.counters().robots == 0);
      CHECK(described(browser.found.series[0]) == "accepted https://a.example/no?: HEAD 200");
    }
  }
}

TEST_CASE("politeness: what an answer for robots.txt means") {
  struct Case {
    std::string name;
    std::vector<std::pair<std::string, Reply>> web;
    bool is_allowed;
    std::uint64_t requests;
  };
  const std::string file = "https://a.example/robots.txt";
  const Reply forbids{.body = "User-agent: *\nDisallow: /\n"};
  std::vector<std::pair<std::string, Reply>> five{{file, redirect_to("/1")}};
  for (int i = 1; i < 5; ++i) {
    five.emplace_back("https://a.example/" + std::to_string(i),
                      redirect_to("/" + std::to_string(i + 1)));
  }
  auto six = five;
  five.emplace_back("https://a.example/5", forbids);
  six.emplace_back("https://a.example/5", redirect_to("/6"));
  six.emplace_back("https://a.example/6", forbids);
  const std::vector<Case> cases{
      {"none", {}, true, 1},
      {"forbids", {{file, forbids}}, false, 1},
      {"401", {{file, {.status = 401}}}, true, 1},
      {"429", {{file, {.status = 429}}}, true, 1},
      {"500", {{file, {.status = 500}}}, false, 1},
      {"503", {{file, {.status = 503}}}, false, 1},
      {"no answer", {{file, {.status = 0, .failure = net::Failure::refused}}}, false, 1},
      {"a late answer", {{file, {.status = 0, .failure = net::Failure::timeout}}}, false, 1},
      {"elsewhere",
       {{file, redirect_to("https://b.example/r")}, {"https://b.example/r", forbids}},
       false,
       2},
      {"five redirects", five, false, 6},
      {"six redirects", six, true, 6},
      {"a loop", {{file, redirect_to("/robots.txt")}}, true, 1},
      {"compressed",
       {{file, {.fields = "Content-Encoding: gzip\n", .body = gzip(forbids.body)}}},
       false,
       1},
      {"compressed, of others",
       {{file,
         {.fields = "Content-Encoding: gzip\n", .body = gzip("User-agent: x\nDisallow: /\n")}}},
       true,
       1},
      {"to a private address", {{file, redirect_to("http://10.0.0.1/")}}, false, 1},
      {"a redirect without Location", {{file, {.status = 302, .body = forbids.body}}}, true, 1},
  };
  for (Case const& c : cases) {
    INFO(c.name);
    net::ClientOptions options = without_delay();
    options.robots = net::RobotsChoice::on;
    Browser browser(options);
    for (auto const& [request, reply] : c.web) browser.web.on(request, reply);
    browser.web.on("https://a.example/x", {});
    for (std::uint64_t i = 0; i < 2; ++i) {
      CHECK(browser.ask(task_for("https://a.example/x", i)).starts_with("accepted") ==
            c.is_allowed);
    }
    CHECK(browser.client.counters().robots == c.requests);
  }
}

TEST_CASE("politeness: each origin of a chain has its own robots.txt") {
  net::ClientOptions options = without_delay();
  options.robots = net::RobotsChoice::on;
  Browser browser(options);
  browser.web.on("https://a.example/", redirect_to("https://b.example/no"));
  browser.web.on("https://b.example/robots.txt", {.body = "User-agent: *\nDisallow: /no"});
  CHECK(browser.ask(task_for("https://a.example/")) == "robots https://b.example/no: HEAD 302 |");
  CHECK(browser.client.counters().robots == 2);
}

TEST_CASE("crawl: robots.txt tells sitemaps, once an origin, whatever is obeyed") {
  net::ClientOptions options = without_delay();
  options.robots = net::RobotsChoice::off;
  Browser browser(options);
  browser.web.on("https://a.example/robots.txt", {.body = "Sitemap: /s.xml\n"});
  browser.client.request_robots("https://a.example");
  browser.client.request_robots("https://a.example");
  browser.client.run();
  browser.client.request_robots("https://a.example");
  browser.client.run();
  CHECK(browser.found.robots ==
        "https://a.example /s.xml\nhttps://a.example /s.xml\nhttps://a.example /s.xml\n");
  CHECK(browser.client.counters().requests == 1);
}

TEST_CASE("what has all that its reader wants does not wait for its end") {
  for (const net::Failure failure : {net::Failure::truncated, net::Failure::timeout}) {
    for (const bool is_enough : {true, false}) {
      class Reader final : public net::BodyReader {
       public:
        explicit Reader(bool is_enough) : is_enough_(is_enough) {}
        bool begin(net::BodyHead const&) override { return true; }
        bool read(std::string_view) override { return true; }
        bool has_enough() override { return is_enough_; }

       private:
        bool is_enough_;
      };
      INFO(word(failure) << ' ' << is_enough);
      Browser browser(without_delay());
      browser.web.on(
          "https://a.example/",
          {.fields = "Content-Type: text/html\n", .body = "<p id=a>", .failure = failure});
      Reader reader(is_enough);
      static_cast<void>(browser.ask(page_task("https://a.example/", reader)));
      net::Series const& series = browser.found.series[0];
      CHECK((series.failure == net::Failure::none) == is_enough);
      CHECK(browser.client.counters().requests == (is_enough ? 1 : 3));
      CHECK(!series.read_whole);
    }
  }
}

TEST_CASE("crawl: the answer for robots.txt serves a link that leads there") {
  const std::string file = "https://a.example/robots.txt";
  struct Case {
    Reply reply;
    std::string series;
    std::string text;
    std::uint64_t requests = 1;
  };
  const Reply there{.fields = "Content-Type: text/plain\n", .body = "Sitemap: /s.xml\n"};
  const std::vector<Case> cases{
      {there, "accepted https://a.example/robots.txt: GET 200", "Sitemap: /s.xml\n"},
      {{.status = 404, .fields = "Set-Cookie: a=1\n", .body = "gone"},
       "failed https://a.example/robots.txt: GET 404",
       ""},
      {redirect_to("/other", 301), "accepted https://a.example/other: GET 301 | GET 200",
       "Sitemap: /s.xml\n", 2},
      // What passes is asked for again, by the rules of retries.
      {{.status = 503}, "failed https://a.example/robots.txt: GET 503 GET 503 GET 503", "", 3},
  };
  for (Case const& c : cases) {
    INFO(c.series);
    for (const bool is_read : {true, false}) {
      Browser browser(without_delay());
      browser.web.on(file, c.reply);
      browser.web.on("https://a.example/other", there);
      browser.client.request_robots("https://a.example");
      browser.client.run();
      Pages pages;
      net::Task task = task_for(file);
      if (is_read) task.reader = &pages;
      CHECK(browser.ask(std::move(task)) == c.series);
      if (is_read) CHECK(pages.text == c.text);
      CHECK(browser.client.counters().requests == c.requests);
    }
  }
}

TEST_CASE("crawl: a link to robots.txt is asked for where a password may change the answer") {
  for (const int status : {200, 401}) {
    INFO(status);
    Browser browser(without_delay());
    browser.web.on("https://a.example/robots.txt", {.status = status});
    browser.web.on("https://a.example/robots.txt", {});
    browser.client.request_robots("https://a.example");
    browser.client.run();
    CHECK(browser.ask(task_for("https://user@a.example/robots.txt"))
              .starts_with("accepted https://user@a.example/robots.txt: "));
    CHECK(browser.client.counters().requests == (status == 200 ? 1 : 2));
  }
}

TEST_CASE("safety defaults: a literal private address is never asked for") {
  for (std::string const url : {"http://127.0.0.1/", "http://[::1]/", "http://localhost/",
                                "http://169.254.169.254/", "http://0x7f000001/"}) {
    INFO(url);
    Browser browser;
    const auto parsed = url::Url::parse(url);
    REQUIRE(parsed);
    CHECK(browser.ask(task_for(std::string(parsed->href()))).starts_with("private "));
    CHECK(browser.web.log.empty());
    CHECK(browser.client.counters().requests == 0);
  }
}

TEST_CASE("a client can be stopped, and goes on with new tasks") {
  Browser browser;
  browser.web.on("https://a.example/0", {.takes = milliseconds(1000)});
  browser.web.on("https://a.example/1", {});
  browser.client.add(task_for("https://a.example/0", 0));
  browser.client.add(task_for("https://a.example/1", 1));
  browser.client.step(milliseconds(10));
  CHECK(browser.client.pending() == 2);
  REQUIRE(browser.client.waiting(5).size() == 1);
  CHECK(browser.client.waiting(5)[0].origin == "https://a.example");
  CHECK(browser.client.waiting(5)[0].tasks == 2);
  browser.client.cancel();
  CHECK(browser.client.pending() == 0);
  CHECK(!browser.client.step(milliseconds(10)));
  CHECK(browser.found.series.empty());
  CHECK(browser.ask(task_for("https://a.example/1", 2)) ==
        "accepted https://a.example/1: HEAD 200");
}

TEST_CASE("a listener may add tasks") {
  Browser browser;
  browser.web.on("https://a.example/0", {});
  browser.web.on("https://a.example/1", {});
  browser.found.more.push_back(task_for("https://a.example/1", 1));
  browser.ask(task_for("https://a.example/0", 0));
  CHECK(browser.found.series.size() == 2);
}

// Each step must not look at all tasks or all origins.
TEST_CASE("the time of a client is linear in its tasks", "[growth]") {
  Browser browser(without_delay());
  constexpr std::uint64_t count = 10'000;
  for (std::uint64_t i = 0; i < count; ++i) {
    browser.client.add(
        task_for("https://h" + std::to_string(i % 500) + ".example/" + std::to_string(i), i));
  }
  browser.client.run();
  CHECK(browser.found.series.size() == count);
  CHECK(browser.client.counters().requests == 2 * count);
}

}  // namespace hrefkit::test
