// Crawls of planted sites, by a transport that answers without a network and in any order.
#include "hrefkit/site/crawl/crawl.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/http/fields.h"
#include "hrefkit/site/check.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

using namespace std::string_literals;
using test::TemporaryFolder;

namespace {

class CrawlClock final : public net::Clock {
 public:
  net::SteadyTime steady() const override { return net::SteadyTime(now_); }
  net::WallTime wall() const override {
    return net::WallTime(std::chrono::duration_cast<net::WallTime::duration>(now_));
  }
  void advance(std::chrono::milliseconds by) { now_ += by; }

 private:
  std::chrono::nanoseconds now_ = std::chrono::hours(24 * 20'000);
};

struct PlantedAnswer {
  int status = 200;
  std::string type = "text/html";
  std::string body = {};
  std::string fields = {};  ///< further lines
  net::Failure failure = net::Failure::none;
};

/// Answers of one server, given in an order that the seed decides; 404 for all else.
class PlantedWeb final : public net::Transport {
 public:
  PlantedWeb(CrawlClock& clock, unsigned seed) : clock_(clock), random_(seed) {}

  std::map<std::string, std::vector<PlantedAnswer>> answers;  ///< the last one stays
  std::vector<std::string> requests;
  std::vector<std::string> for_nothing;  ///< requests for an address that nobody has
  PlantedAnswer unknown = {.status = 404, .body = "<a href=/never>none</a>"};
  std::vector<std::string> with_secret;  ///< URLs that were asked for with the header X-Secret
  std::size_t max_open = 0;

  void start(net::Request request, net::AnswerSink& sink) override {
    const bool is_for_nothing = is_probe(request.url);
    for (net::Header const& header : request.headers) {
      if (header.name == "X-Secret" && !is_for_nothing) with_secret.push_back(request.url);
    }
    std::string asked = std::string(net::name_of(request.method)) + " " + request.url;
    (is_for_nothing ? for_nothing : requests).push_back(std::move(asked));
    open_.emplace_back(std::move(request), &sink);
    max_open = std::max(max_open, open_.size());
  }

  void cancel(net::AnswerSink& sink) override {
    std::erase_if(open_, [&](auto const& each) { return each.second == &sink; });
  }

  void wait(std::chrono::milliseconds max) override {
    if (open_.empty()) return clock_.advance(max);
    const auto probe = std::find_if(open_.begin(), open_.end(),
                                    [](auto const& each) { return is_probe(each.first.url); });
    const std::size_t chosen = probe != open_.end()
                                   ? static_cast<std::size_t>(probe - open_.begin())
                                   : random_() % open_.size();
    auto [request, sink] = std::move(open_[chosen]);
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(chosen));
    PlantedAnswer answer = unknown;
    if (const auto found = answers.find(request.url); found != answers.end()) {
      answer = found->second.front();
      if (found->second.size() > 1) found->second.erase(found->second.begin());
    }
    if (answer.status != 0) {
      const std::string fields = "Content-Type: " + answer.type + "\r\n" + answer.fields;
      if (!sink->head(answer.status, http::Fields::parse(fields))) {
        return sink->done(net::Failure::none);
      }
    }
    const bool has_body = request.method == net::Method::get && !answer.body.empty();
    if (has_body && !sink->body(answer.body)) return sink->done(net::Failure::none);
    sink->done(answer.failure);
  }

 private:
  /// True for the address by which a crawl finds out whether the server answers everything.
  static bool is_probe(std::string const& url) {
    return url.find("/hrefkit-") != std::string::npos;
  }

  CrawlClock& clock_;
  std::mt19937 random_;
  std::vector<std::pair<net::Request, net::AnswerSink*>> open_;
};

constexpr char const* planted_host = "https://h.example";

/// One crawl and check.
struct PlantedCrawl {
  explicit PlantedCrawl(unsigned seed = 1) : web(clock, seed) {
    options.start = std::string(planted_host) + "/";
    options.sitemaps = false;
    options.client.delay = std::chrono::milliseconds(0);
    options.client.steps.retries = 0;
  }

  void page(std::string const& path, std::string const& body) {
    web.answers[planted_host + path] = {{.body = body}};
  }
  void answer(std::string const& path, PlantedAnswer const& answer) {
    web.answers[planted_host + path] = {answer};
  }
  void redirect(std::string const& path, std::string const& to, int status = 302) {
    answer(path, {.status = status, .fields = "Location: " + to + "\r\n"});
  }

  /// Crawls and checks: one row a line, "PAGE RULE RAW STATUS REASON FINAL SUGGESTION".
  std::string rows() {
    auto crawled = crawl(options, check_options, web, clock, sink());
    if (!crawled) return "error: " + crawled.error();
    const auto take = [&](Finding const& finding) {
      add_row(finding);
      add_place(finding);
      return true;
    };
    crawled_summary = check(crawled->site, check_options, {.finding = take});
    check_again(crawled->site, take);
    is_cut = crawled->is_cut;
    for (NotAsked const& each : crawled->not_asked) {
      not_asked.append(std::to_string(each.urls)).append(" ").append(each.why);
      not_asked.append(" ").append(each.example).append("\n");
    }
    return found;
  }

  /// Scans made by the crawl serve its own options alone. With a copy of them all pages are scanned
  /// again, which must not show.
  void check_again(Site const& site, std::function<bool(Finding const&)> const& take) {
    if (check_options.external != nullptr) return;  // the web would be asked again
    const CheckOptions same = check_options;
    const std::string rows = std::exchange(found, {});
    const std::string at = std::exchange(places, {});
    const CheckSummary summary = check(site, same, {.finding = take});
    CHECK(found == rows);
    CHECK(places == at);
    CHECK(counts_of(summary) == counts_of(crawled_summary));
    found = rows;
  }

  static std::vector<std::size_t> counts_of(CheckSummary const& summary) {
    std::vector<std::size_t> counts(summary.not_judged.begin(), summary.not_judged.end());
    counts.insert(counts.end(),
                  {summary.pages, summary.other_files, summary.files_read, summary.links,
                   summary.fine, summary.found, summary.external, summary.ignored, summary.errors,
                   summary.warnings, summary.bases, summary.judged, summary.schemes.size()});
    return counts;
  }

  CrawlSink sink() {
    return {.warning = [this](std::string const& url, std::string const& what) {
      warnings.append(url).append(": ").append(what).append("\n");
    }};
  }

  void add_row(Finding const& finding) {
    const auto shown = [](std::string_view text) {
      const std::string_view host = planted_host;
      if (text.starts_with(host)) text.remove_prefix(host.size());
      return text.empty() ? std::string("-") : std::string(text);
    };
    found += shown(finding.file) + " ";
    found.append(name(finding.rule)).append(" ").append(shown(finding.raw));
    found.append(" ").append(finding.has_answer ? std::to_string(finding.status) : "-");
    found += " " + shown(finding.reason) + " " + shown(finding.final_url.value_or(""));
    found += " " + shown(finding.suggestion.value_or("")) + "\n";
  }

  /// What `add_row` leaves out.
  void add_place(Finding const& finding) {
    for (const std::size_t number :
         {finding.line, finding.column, finding.offset, finding.length, std::size_t{finding.index},
          finding.source_begin, finding.source_end}) {
      places += std::to_string(number) + " ";
    }
    for (const std::string_view text :
         {finding.element, finding.attribute, finding.url.value_or("-"), finding.base,
          finding.base_source, finding.target.value_or("-"), finding.message, finding.context,
          finding.source_line}) {
      places.append(text).append("\n");
    }
  }

  /// The requests without the host, in order.
  std::string requests() const {
    std::string all;
    for (std::string const& each : web.requests) {
      std::string text = each;
      const std::size_t host = text.find(planted_host);
      if (host != std::string::npos) text.erase(host, std::string_view(planted_host).size());
      all += (all.empty() ? "" : ", ") + text;
    }
    return all;
  }

  std::size_t requests_of(std::string const& path) const {
    const std::string end = " " + (planted_host + path);
    return static_cast<std::size_t>(
        std::count_if(web.requests.begin(), web.requests.end(),
                      [&](std::string const& each) { return each.ends_with(end); }));
  }

  CrawlClock clock;
  PlantedWeb web;
  CrawlOptions options;
  CheckOptions check_options;
  CheckSummary crawled_summary;
  std::string found;
  std::string places;
  std::string not_asked;
  std::string warnings;
  bool is_cut = false;
};

struct RuleCase {
  char const* what;
  std::string link;  ///< a page with this link, at /
  std::vector<std::pair<std::string, PlantedAnswer>> answers;
  std::string rows;
};

PlantedAnswer redirect_to(std::string const& location, int status = 302) {
  return {.status = status, .fields = "Location: " + location + "\r\n"};
}

}  // namespace

TEST_CASE("links in the fields of an answer", "[crawl]") {
  const auto page = [](std::string const& fields, std::string const& body = "<title>t</title>") {
    return PlantedAnswer{.body = body, .fields = fields + "\r\n"};
  };
  const PlantedAnswer there{.body = "<p id=x>"};
  struct FieldCase {
    char const* what;
    PlantedAnswer start;
    std::vector<std::pair<std::string, PlantedAnswer>> answers;
    std::string requests;  ///< behind that of the start
    std::string rows;
  };
  const FieldCase cases[] = {
      {"a Refresh is a navigation",
       page("Refresh: 5; url=/next"),
       {{"/next", there}},
       "GET /next",
       ""},
      {"one that leads to nothing",
       page("Refresh: 5; url=/gone"),
       {},
       "GET /gone",
       "/ missing-file /gone 404 status - -\n"},
      {"one that reloads the page", page("Refresh: 5"), {}, "", ""},
      {"a Refresh and a meta refresh",
       page("Refresh: 0;URL='/a'", "<meta http-equiv=refresh content='0; url=b'>"),
       {},
       "GET /a, GET /b",
       "/ missing-file /a 404 status - -\n/ missing-file b 404 status - -\n"},
      {"style sheets, pages and files of Link",
       page("Link: </s.css>; rel=preload; as=style, <next>; rel=next\r\n"
            "Link: <i.png>; rel=\"icon\", </m>; rel=manifest"),
       {{"/next", there}},
       "GET /next, GET /m, HEAD /s.css, HEAD /i.png, GET /s.css, GET /i.png",
       "/ missing-file /s.css 404 status - -\n/ missing-file i.png 404 status - -\n"
       "/ missing-file /m 404 status - -\n"},
      {"they resolve against the page's address, whatever its base element says",
       page("Link: <a>; rel=next", "<base href=/b/><a href=c>1</a>"),
       {{"/a", there}, {"/b/c", there}},
       "GET /a, GET /b/c",
       ""},
      {"their fragments",
       page("Link: </a#x>; rel=next, </a#y>; rel=prev"),
       {{"/a", there}},
       "GET /a",
       "/ missing-fragment /a#y 200 - - -\n"},
      {"hints, and links that do not say what for",
       page("Link: </a>; rel=preconnect, </b>, <https://o.example/>; rel=dns-prefetch"),
       {},
       "",
       ""},
      {"images of imagesrcset",
       page("Link: <a.png>; rel=preload; as=image; imagesrcset=\"a.png 1x, b.png 2x\""),
       {{"/a.png", {.type = "image/png"}}},
       "HEAD /a.png, HEAD /b.png, GET /b.png",
       "/ missing-file b.png 404 status - -\n"},
      {"bytes that are no ASCII are Latin-1",
       page("Link: </\xE4>; rel=next"),
       {},
       "GET /%C3%A4",
       "/ missing-file /\xC3\xA4 404 status - -\n"},
      {"what is no link", page("Link: a, ; <\r\nRefresh: x; url=/y"), {}, "", ""},
      {"a policy forbids the base element",
       page("Content-Security-Policy: default-src *; base-uri 'none'",
            "<base href=/b/><a href=c>1</a>"),
       {{"/c", there}},
       "GET /c",
       "/ base-ignored /b/ - - - -\n"},
      {"a policy that allows it",
       page("Content-Security-Policy: base-uri 'self'", "<base href=/b/><a href=c>1</a>"),
       {{"/b/c", there}},
       "GET /b/c",
       ""},
      {"one of several policies",
       page("Content-Security-Policy: base-uri 'self', BASE-URI https://o.example/",
            "<base href=/b/><a href=c>1</a>"),
       {{"/c", there}},
       "GET /c",
       "/ base-ignored /b/ - - - -\n"},
      {"a policy that is only reported",
       page("Content-Security-Policy-Report-Only: base-uri 'none'",
            "<base href=/b/><a href=c>1</a>"),
       {{"/b/c", there}},
       "GET /b/c",
       ""},
      {"http on a page of https",
       page("X-Other: x", "<img src='http://o.example/i'>"),
       {},
       "",
       "/ mixed-content http://o.example/i - - - -\n"},
      {"which browsers load by https",
       page("Content-Security-Policy: Upgrade-Insecure-Requests; img-src *",
            "<img src='http://o.example/i'>"),
       {},
       "",
       ""},
      {"fields of a style sheet say nothing",
       page("X-Other: x", "<link rel=stylesheet href=s.css>"),
       {{"/s.css", {.type = "text/css", .fields = "Link: </gone>; rel=next\r\n"}}},
       "GET /s.css",
       ""},
  };
  for (FieldCase const& each : cases) {
    INFO(each.what);
    PlantedCrawl planted;
    planted.answer("/", each.start);
    for (auto const& [path, answer] : each.answers) planted.answer(path, answer);
    CHECK(planted.rows() == each.rows);
    const std::string start = each.requests.empty() ? "GET /" : "GET /, ";
    CHECK(planted.requests() == start + each.requests);
  }

  PlantedCrawl message;
  message.answer("/", page("Link: <gone>; rel=next"));
  const auto crawled =
      crawl(message.options, message.check_options, message.web, message.clock, {});
  REQUIRE(crawled);
  check(
      crawled->site, message.check_options, {.finding = [](Finding const& finding) {
        CHECK(finding.element.empty());
        CHECK(finding.attribute == "link");
        CHECK(finding.line == 1);
        CHECK(finding.column == 1);
        CHECK(std::string(finding.message).find("(in the HTTP header Link)") != std::string::npos);
        return true;
      }});
}

TEST_CASE("a page whose Refresh sends visitors on is one that only redirects", "[crawl]") {
  for (char const* const delay : {"0", "300"}) {
    PlantedCrawl planted;
    planted.page("/", "<a href=old#x>1</a>");
    planted.answer("/old", {.body = "<p>moved",
                            .fields = std::string("Refresh: ") + delay + "; url=/new\r\n"});
    planted.page("/new", "<p id=x>");
    planted.check_options.severities.set(Rule::redirected_link, Severity::warning);
    const bool is_at_once = std::string(delay) == "0";
    const std::string rows = planted.rows();
    INFO(rows);
    CHECK((rows.find("redirected-link old#x") != std::string::npos) == is_at_once);
  }
}

TEST_CASE("rules by the final answer of an own target", "[crawl]") {
  const PlantedAnswer there{.body = "<p id=x>"};
  const RuleCase cases[] = {
      {"fine", "a", {{"/a", there}}, ""},
      {"404", "a", {}, "/ missing-file a 404 status - -\n"},
      {"999 is a wall", "a", {{"/a", {.status = 999}}}, "/ external-blocked a 999 status - -\n"},
      {"UTF-16 by the charset of HTTP",
       "",
       {{"/",
         {.type = "text/html; charset=utf-16le",
          .body = std::string("<\0a\0 \0h\0r\0e\0f\0=\0n\0>\0", 20)}}},
       "/ missing-file n 404 status - -\n"},
      {"the hash of a style sheet",
       "",
       {{"/", {.body = "<link rel=stylesheet href=s.css integrity=sha256-AAAA>"}},
        {"/s.css", {.type = "text/css", .body = "p{}"}}},
       "/ integrity-mismatch s.css - - - -\n"},
      {"any 4xx", "a", {{"/a", {.status = 403}}}, "/ missing-file a 403 status - -\n"},
      {"410", "a", {{"/a", {.status = 410}}}, "/ missing-file a 410 status - -\n"},
      {"204 is accepted", "a", {{"/a", {.status = 204}}}, ""},
      {"500", "a", {{"/a", {.status = 500}}}, "/ server-error a 500 status - -\n"},
      {"503", "a", {{"/a", {.status = 503}}}, "/ server-error a 503 status - -\n"},
      {"time-out",
       "a",
       {{"/a", {.status = 0, .failure = net::Failure::timeout}}},
       "/ server-error a 0 timeout - -\n"},
      {"closed",
       "a",
       {{"/a", {.status = 0, .failure = net::Failure::empty}}},
       "/ server-error a 0 empty - -\n"},
      {"letter case",
       "A",
       {{"/a", there}, {"/", {.body = "<a href=A>x</a><a href=a>y</a>"}}},
       "/ case-mismatch A 404 status - a\n"},
      {"nearest known path",
       "",
       {{"/", {.body = "<a href=instal.html>x</a><a href=install.html>y</a>"}},
        {"/install.html", there}},
       "/ missing-file instal.html 404 status - install.html\n"},
      {"fragment", "a#x", {{"/a", there}}, ""},
      {"missing fragment", "a#y", {{"/a", there}}, "/ missing-fragment a#y 200 - - -\n"},
      {"nearest id",
       "a#sectoin",
       {{"/a", {.body = "<p id=section>"}}},
       "/ missing-fragment a#sectoin 200 - - section\n"},
      {"moved",
       "old",
       {{"/old", redirect_to("/a", 301)}, {"/a", there}},
       "/ redirected old 200 - /a /a\n"},
      {"moved, with a fragment",
       "old#x",
       {{"/old", redirect_to("/a", 308)}, {"/a", there}},
       "/ redirected old#x 200 - /a /a#x\n"},
      {"moved, and the fragment is missing",
       "old#y",
       {{"/old", redirect_to("/a", 301)}, {"/a", there}},
       "/ missing-fragment old#y 200 - /a -\n"},
      {"for a while", "old", {{"/old", redirect_to("/a", 302)}, {"/a", there}}, ""},
      {"an added slash", "d", {{"/d", redirect_to("/d/", 301)}, {"/d/", there}}, ""},
      {"leads to nothing",
       "old",
       {{"/old", redirect_to("/a", 301)}},
       "/ redirect-broken old 404 status /a -\n"},
      {"leads to no URL",
       "old",
       {{"/old", redirect_to("https://[", 301)}},
       "/ redirect-broken old 301 redirect-url - -\n"},
      {"leads to a scheme",
       "old",
       {{"/old", redirect_to("mailto:x", 301)}},
       "/ redirect-broken old 301 redirect-scheme mailto:x -\n"},
      {"a loop",
       "one",
       {{"/one", redirect_to("/two")}, {"/two", redirect_to("/one")}},
       "/ redirect-loop one 302 redirect-loop /one -\n"},
      {"a loop of one",
       "one",
       {{"/one", redirect_to("/one")}},
       "/ redirect-loop one 302 redirect-loop /one -\n"},
      {"leads away", "out", {{"/out", redirect_to("https://o.example/")}}, ""},
      {"a page of http",
       "http://h.example/a",
       {{"/a", there}},
       "/ insecure-own-url http://h.example/a 200 - - /a\n"},
      {"mixed content",
       "",
       {{"/", {.body = "<img src='http://o.example/i.png'>"}}},
       "/ mixed-content http://o.example/i.png - - - -\n"},
      {"empty", "", {{"/", {.body = "<img src=''>"}}}, "/ empty-link - - - - -\n"},
      {"base", "", {{"/", {.body = "<base href='data:x'>"}}}, "/ base-ignored data:x - - - -\n"},
      {"no URL", "https://[", {}, "/ unresolvable-url https://[ - - - -\n"},
      {"doubled id", "a#x", {{"/a", {.body = "<p id=x><p id=x>"}}}, "/a duplicate-id x - - - -\n"},
      {"a folder without an index is what its server says", "d/", {{"/d/", there}}, ""},
      {"HTTP says the charset",
       "%D4#\xD4",
       {{"/", {.type = "text/html; charset=koi8-r", .body = "<a href='?\xD4'>x</a>"}},
        {"/?%D4", there}},
       ""},
      {"a form that sends data", "", {{"/", {.body = "<form method=post action=x></form>"}}}, ""},
      {"_redirects is not read",
       "a",
       {{"/_redirects", {.type = "text/plain", .body = "/a /b 301"}}},
       "/ missing-file a 404 status - -\n"},
  };
  for (RuleCase const& each : cases) {
    INFO(each.what);
    PlantedCrawl planted;
    planted.page("/", "<!DOCTYPE html><a href='" + each.link + "'>x</a>");
    for (auto const& [path, answer] : each.answers) planted.answer(path, answer);
    CHECK(planted.rows() == each.rows);
  }
}

TEST_CASE("pages are GET, all else is HEAD, and each is asked for once", "[crawl]") {
  PlantedCrawl planted;
  planted.page("/",
               "<a href=a>1</a><img src=i.png><a href=a#x>2</a><link rel=stylesheet href=s.css>"
               "<iframe src=f></iframe><a href=a>3</a><img src=b><a href=b>4</a><a href=/>5</a>");
  planted.page("/a", "<p id=x><a href=/>home</a><img src=i.png>");
  planted.page("/b", "<a href=c>c</a>");
  planted.page("/c", "");
  planted.page("/f", "");
  planted.answer("/s.css",
                 {.type = "text/css", .body = "@import 't.css'; p{background:url(i.png)}"});
  planted.answer("/t.css", {.type = "text/css", .body = "p{}"});
  planted.answer("/i.png", {.type = "image/png"});
  CHECK(planted.rows() == "/ wrong-type b 200 - - -\n");
  CHECK(planted.requests() ==
        "GET /, GET /a, GET /s.css, GET /f, GET /b, GET /t.css, GET /c, HEAD /i.png");
}

TEST_CASE("pages out of scope are asked for, and their links are not followed", "[crawl]") {
  PlantedCrawl planted;
  planted.options.start = std::string(planted_host) + "/docs/index.html";
  planted.page("/docs/index.html",
               "<a href=/blog/>1</a><a href=/blog/p#x>2</a><a href=/blog/p#y>"
               "3</a><a href=/old>4</a><a href=/gone>5</a>");
  planted.page("/blog/", "<a href=/never>x</a>");
  planted.page("/blog/p", "<p id=x><a href=/nowhere>x</a>");
  planted.redirect("/old", "/docs/new", 302);
  planted.page("/docs/new", "<a href=last>x</a>");
  CHECK(planted.rows() ==
        "/docs/index.html missing-fragment /blog/p#y 200 - - -\n"
        "/docs/index.html missing-file /gone 404 status - -\n"
        "/docs/new missing-file last 404 status - -\n");
  CHECK(planted.requests() ==
        "GET /docs/index.html, GET /blog/, GET /blog/p, GET /old, GET /gone, GET /docs/new, "
        "GET /docs/last");
}

TEST_CASE("a user's headers stay at the start's origin", "[crawl]") {
  using Urls = std::vector<std::string>;
  const std::string here = planted_host;
  PlantedCrawl planted;
  planted.options.client.headers = {{.name = "X-Secret", .value = "1"}};
  planted.page("/", "<a href=/a>x</a>");
  planted.page("/a", "");
  CHECK(planted.rows().empty());
  CHECK(planted.web.with_secret == Urls{here + "/", here + "/a"});
  // What the start redirects to gets none.
  planted.web.with_secret.clear();
  planted.options.start = "https://other.example/";
  planted.web.answers["https://other.example/"] = {
      {.status = 302, .fields = "Location: " + here + "/\r\n"}};
  CHECK(planted.rows().empty());
  CHECK(planted.web.with_secret == Urls{"https://other.example/"});
}

TEST_CASE("--scope and --depth", "[crawl]") {
  PlantedCrawl planted;
  planted.page("/", "<a href=/a/1>x</a><a href=/b/1>x</a>");
  planted.page("/a/1", "<a href=/a/2>x</a>");
  planted.page("/a/2", "<a href=/a/3>x</a>");
  planted.page("/a/3", "<a href=/a/4>x</a>");
  planted.page("/b/1", "<a href=/never>x</a>");
  planted.options.scope = {"/a/"};
  planted.options.depth = 2;
  CHECK(planted.rows().empty());
  CHECK(planted.requests() == "GET /, GET /a/1, GET /a/2, GET /b/1, GET /a/3");
}

TEST_CASE("a crawl stops at --max-pages", "[crawl]") {
  PlantedCrawl planted;
  planted.options.max_pages = 3;
  for (int i = 0; i < 10; ++i) {
    planted.page(i == 0 ? "/" : "/" + std::to_string(i),
                 "<a href=/" + std::to_string(i + 1) + ">x</a><a href=/x" + std::to_string(i) +
                     ">x</a><img src=p.png>");
    planted.answer("/x" + std::to_string(i), {.type = "application/zip"});
  }
  planted.answer("/p.png", {.type = "image/png"});
  CHECK(planted.rows().empty());
  CHECK(planted.is_cut);
  CHECK(planted.not_asked == "3 past --max-pages https://h.example/x1\n");
  CHECK(planted.requests() == "GET /, GET /1, GET /x0, GET /2, HEAD /p.png");
}

TEST_CASE("traps are not asked for", "[crawl]") {
  PlantedCrawl planted;
  planted.options.max_queries = 2;
  std::string links;
  for (int i = 0; i < 5; ++i) links += "<a href='c?m=" + std::to_string(i) + "'>x</a>";
  planted.page("/",
               links + "<a href=x/a/a/a/>x</a><a href='/" + std::string(2000, 'l') + "'>x</a>");
  for (int i = 0; i < 5; ++i) planted.page("/c?m=" + std::to_string(i), "");
  CHECK(planted.rows().empty());
  CHECK(planted.requests() == "GET /, GET /c?m=0, GET /c?m=1");
  CHECK(planted.not_asked.find("3 with more different queries") != std::string::npos);
  CHECK(planted.not_asked.find("/c?m=2\n") != std::string::npos);
  CHECK(planted.not_asked.find("/x/a/a/a/\n") != std::string::npos);
  CHECK(planted.crawled_summary.not_judged[static_cast<std::size_t>(SkipReason::not_asked)] == 5);
}

TEST_CASE("sitemaps follow the start", "[crawl]") {
  const std::string begin = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  const auto map = [&](std::string const& paths) {
    return PlantedAnswer{
        .type = "application/xml",
        .body = begin + "<url><loc>" + planted_host + paths + "</loc></url></urlset>"};
  };
  PlantedCrawl planted;
  planted.options.sitemaps = true;
  planted.check_options.orphans = true;
  planted.page("/", "<a href=a>x</a>");
  planted.page("/a", "");
  planted.page("/alone", "<a href=from-alone>x</a>");
  planted.page("/from-alone", "");
  planted.page("/second", "");
  planted.answer("/robots.txt", {.type = "text/plain",
                                 .body = "Sitemap: /index.xml\nSitemap: /gone.xml\n"
                                         "Sitemap: https://o.example/map.xml\n"});
  planted.answer("/sitemap.xml", map("/alone"));
  planted.answer("/index.xml",
                 {.type = "text/xml",
                  .body = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                          "<sitemap><loc>https://h.example/more.xml</loc></sitemap>"
                          "</sitemapindex>"});
  planted.answer("/more.xml", map("/second"));
  CHECK(planted.rows() == "/alone orphan-page - - - - -\n/second orphan-page - - - - -\n");
  CHECK(planted.requests() ==
        "GET /, GET /robots.txt, GET /sitemap.xml, GET /index.xml, GET /gone.xml, GET /a, GET "
        "/alone, GET /more.xml, GET /from-alone, GET /second");
  CHECK(planted.warnings ==
        "https://o.example/map.xml: is named as a sitemap by robots.txt, and is not on this site; "
        "not read\n"
        "https://h.example/gone.xml: is named as a sitemap by robots.txt, and cannot be read: the "
        "server answers 404\n");

  PlantedCrawl without;
  without.options.sitemaps = true;
  without.page("/", "");
  CHECK(without.rows().empty());
  CHECK(without.warnings.empty());
}

TEST_CASE("what a sitemap names and is asked for has rows, whatever the scope", "[crawl]") {
  const std::string host = planted_host;
  const auto urls_of = [&](std::string const& name, std::vector<std::string> const& urls) {
    const std::string root = name == "sitemap" ? "sitemapindex" : "urlset";
    std::string body = "<" + root + " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    for (std::string const& url : urls) {
      body.append("<").append(name).append("><loc>").append(url);
      body.append("</loc></").append(name).append(">\n");
    }
    return PlantedAnswer{.type = "text/xml", .body = body + "</" + root + ">"};
  };
  const auto list = [&](std::string const& lines) {
    return PlantedAnswer{.type = "text/plain", .body = lines};
  };
  struct SitemapCase {
    char const* what;
    std::vector<std::pair<std::string, PlantedAnswer>> answers;
    std::string rows;
    std::string warnings = {};
  };
  const SitemapCase cases[] = {
      {"missing",
       {{"/sitemap.xml", urls_of("url", {host + "/app/there", host + "/app/gone"})}},
       "/sitemap.xml missing-file /app/gone 404 status - -\n"},
      {"out of scope",
       {{"/sitemap.xml", urls_of("url", {host + "/gone", "https://o.example/gone"})}},
       ""},
      {"out of scope, and named by a page",
       {{"/app/", {.body = "<a href=/gone>x</a>"}},
        {"/sitemap.xml", urls_of("url", {host + "/gone"})}},
       "/app/ missing-file /gone 404 status - -\n"
       "/sitemap.xml missing-file /gone 404 status - -\n"},
      {"a server that fails",
       {{"/sitemap.xml", urls_of("url", {host + "/app/a"})}, {"/app/a", {.status = 503}}},
       "/sitemap.xml server-error /app/a 503 status - -\n"},
      {"no answer",
       {{"/sitemap.xml", urls_of("url", {host + "/app/a"})},
        {"/app/a", {.status = 0, .failure = net::Failure::timeout}}},
       "/sitemap.xml server-error /app/a 0 timeout - -\n"},
      {"a redirect out of scope",
       {{"/sitemap.xml", urls_of("url", {host + "/app/a"})}, {"/app/a", redirect_to("/gone")}},
       "/sitemap.xml redirect-broken /app/a 404 status /gone -\n"},
      {"a redirect without end",
       {{"/sitemap.xml", urls_of("url", {host + "/app/a"})}, {"/app/a", redirect_to("/app/a")}},
       "/sitemap.xml redirect-loop /app/a 302 redirect-loop /app/a -\n"},
      {"redirected for good",
       {{"/sitemap.xml", urls_of("url", {host + "/app/a"})},
        {"/app/a", redirect_to("/app/there", 301)}},
       "/sitemap.xml redirected /app/a 200 - /app/there /app/there\n"},
      {"an index",
       {{"/sitemap.xml",
         urls_of("sitemap", {host + "/a.xml", host + "/app/b.xml", host + "/c.xml"})},
        {"/a.xml", urls_of("url", {host + "/app/gone", host + "/gone"})},
        {"/app/b.xml", urls_of("url", {host + "/app/also", host + "/outside"})}},
       "/sitemap.xml missing-file /c.xml 404 status - -\n"
       "/a.xml missing-file /app/gone 404 status - -\n"
       "/app/b.xml missing-file /app/also 404 status - -\n"
       "/app/b.xml missing-file /outside 404 status - -\n"},
      {"a sitemap of robots.txt",
       {{"/robots.txt", list("Sitemap: /maps/1\nSitemap: /maps/1")},
        {"/maps/1", urls_of("url", {host + "/app/gone"})}},
       "/maps/1 missing-file /app/gone 404 status - -\n"},
      {"a list of URLs",
       {{"/robots.txt", list("Sitemap: /sitemap.txt")},
        {"/sitemap.txt", list(host + "/app/gone\n" + host + "/gone\n")}},
       "/sitemap.txt missing-file /app/gone 404 status - -\n"},
      {"robots.txt names what is not there",
       {{"/robots.txt", list("Sitemap: /a\nSitemap: /b\nSitemap: /c\nSitemap: /d\n")},
        {"/a", redirect_to("/gone")},
        {"/b", redirect_to("/b")},
        {"/c", redirect_to("https://o.example/")},
        {"/d", {.status = 500}}},
       "",
       "https://h.example/a: is named as a sitemap by robots.txt, and cannot be read: the server "
       "answers 404, at https://h.example/gone\n"
       "https://h.example/b: is named as a sitemap by robots.txt, and cannot be read: its "
       "redirects "
       "do not end\n"
       "https://h.example/c: is named as a sitemap by robots.txt, and cannot be read: it leads to "
       "another site\n"
       "https://h.example/d: is named as a sitemap by robots.txt, and cannot be read: the server "
       "answers 500\n"},
      {"nobody names a sitemap", {{"/sitemap.xml", redirect_to("/gone")}}, ""},
  };
  for (SitemapCase const& each : cases) {
    INFO(each.what);
    PlantedCrawl planted;
    planted.options.start = host + "/app/";
    planted.options.sitemaps = true;
    planted.page("/app/", "");
    planted.page("/app/there", "");
    for (auto const& [path, answer] : each.answers) planted.answer(path, answer);
    CHECK(planted.rows() == each.rows);
    CHECK(planted.warnings == each.warnings);
  }
}

TEST_CASE("a crawl ends though each style sheet names another one", "[crawl]") {
  PlantedCrawl planted;
  planted.options.max_pages = 2;
  planted.options.max_loaded_files = 10;
  planted.page("/", "<link rel=stylesheet href=/0.css>");
  for (int i = 0; i < 100; ++i) {
    planted.answer("/" + std::to_string(i) + ".css",
                   {.type = "text/css", .body = "@import '/" + std::to_string(i + 1) + ".css';"});
  }
  CHECK(planted.rows().empty());
  CHECK(planted.not_asked == "1 past --max-pages https://h.example/10.css\n");
}

namespace {

PlantedAnswer sitemap_index(std::vector<std::string> const& paths) {
  std::string body = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (std::string const& path : paths) {
    body.append("<sitemap><loc>").append(planted_host).append(path).append("</loc></sitemap>");
  }
  return {.type = "text/xml", .body = body + "</sitemapindex>"};
}

PlantedAnswer sitemap_of(std::string const& path) {
  return {.type = "text/xml",
          .body = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"s +
                  planted_host + path + "</loc></url></urlset>"};
}

}  // namespace

TEST_CASE("a sitemap index that another one names is not read", "[crawl]") {
  for (const bool is_redirected : {false, true}) {
    INFO(is_redirected);
    PlantedCrawl planted;
    planted.options.sitemaps = true;
    planted.page("/", "");
    planted.page("/a", "");
    planted.page("/b", "");
    planted.answer("/robots.txt", {.type = "text/plain", .body = "Sitemap: /named\n"});
    planted.answer("/sitemap.xml", sitemap_index({"/a.xml", "/1", "/2", "/3", "/named"}));
    planted.answer("/a.xml", sitemap_of("/a"));
    planted.answer("/named", sitemap_index({"/b.xml"}));
    planted.answer("/b.xml", sitemap_of("/b"));
    for (char const* path : {"/1", "/2", "/3"}) {
      planted.answer(path, sitemap_index({"/never"s + path, "/gone"}));
    }
    if (is_redirected) {
      planted.redirect("/1", "/1-is-here");
      planted.answer("/1-is-here", sitemap_index({"/never"}));
    }
    CHECK(planted.rows().empty());
    CHECK(planted.warnings == "https://h.example/"s + (is_redirected ? "1-is-here" : "1") +
                                  ": is a sitemap index that another one names, and is not read; "
                                  "there are 3 of them\n");
    CHECK(planted.web.requests.size() == (is_redirected ? 12U : 11U));
  }
}

TEST_CASE("--max-pages counts what is read, but for what pages load", "[crawl]") {
  const auto feed = [](std::string const& path) {
    return PlantedAnswer{.type = "application/rss+xml",
                         .body = "<rss version='2.0'><channel><link>" + (planted_host + path) +
                                 "</link></channel></rss>"};
  };
  struct LimitCase {
    char const* what;
    std::size_t max_pages;
    std::string start;
    std::vector<std::pair<std::string, PlantedAnswer>> answers;
    std::string requests;
  };
  const PlantedAnswer index = sitemap_index({"/1.xml", "/2.xml", "/3.xml", "/4.xml"});
  const LimitCase cases[] = {
      {"the start alone", 1, "", {{"/sitemap.xml", index}}, "GET /, GET /robots.txt"},
      {"a sitemap index",
       4,
       "",
       {{"/sitemap.xml", index}, {"/1.xml", sitemap_of("/a")}, {"/2.xml", sitemap_of("/b")}},
       "GET /, GET /robots.txt, GET /sitemap.xml, GET /1.xml, GET /2.xml"},
      {"what is missing does not count",
       2,
       "<a href=a>",
       {},
       "GET /, GET /robots.txt, GET /sitemap.xml, GET /a"},
      {"feeds",
       3,
       "<a href=a.rss>x</a><a href=b.rss>x</a><a href=c.rss>x</a>",
       {{"/a.rss", feed("/d.rss")}, {"/b.rss", feed("/d.rss")}, {"/c.rss", feed("/d.rss")}},
       "GET /, GET /robots.txt, GET /sitemap.xml, GET /a.rss, GET /b.rss"},
      {"a sheet and a manifest",
       2,
       "<link rel=stylesheet href=a.css><link rel=manifest href=m><a href=a>",
       {{"/a.css", {.type = "text/css"}},
        {"/m", {.type = "application/manifest+json", .body = "{}"}},
        {"/a", {}}},
       "GET /, GET /robots.txt, GET /sitemap.xml, GET /a.css, GET /m, GET /a"},
  };
  for (LimitCase const& each : cases) {
    INFO(each.what);
    PlantedCrawl planted;
    planted.options.sitemaps = true;
    planted.options.max_pages = each.max_pages;
    planted.page("/", each.start);
    for (auto const& [path, answer] : each.answers) planted.answer(path, answer);
    static_cast<void>(planted.rows());
    CHECK(planted.requests() == each.requests);
  }
}

TEST_CASE("a feed that is a sitemap leads to no page, unless a page leads to it", "[crawl]") {
  for (char const* start : {"", "<link rel=alternate type='application/rss+xml' href=feed>"}) {
    INFO(start);
    PlantedCrawl planted;
    planted.options.sitemaps = true;
    planted.check_options.orphans = true;
    planted.page("/", start);
    planted.page("/alone", "");
    planted.answer("/robots.txt", {.type = "text/plain", .body = "Sitemap: /feed"});
    planted.answer("/feed", {.type = "application/rss+xml",
                             .body = "<rss version='2.0'><channel><link>https://h.example/</link>"
                                     "<item><link>https://h.example/alone</link></item>"
                                     "</channel></rss>"});
    const bool is_linked = *start != '\0';
    CHECK(planted.rows() == (is_linked ? "" : "/alone orphan-page - - - - -\n"));
    CHECK(planted.requests_of("/feed") == 1);
  }
}

TEST_CASE("a sitemap may be a list of URLs in a text", "[crawl]") {
  PlantedCrawl planted;
  planted.options.sitemaps = true;
  planted.page("/", "");
  planted.answer("/robots.txt", {.type = "text/plain", .body = "Sitemap: /urls"});
  planted.answer("/urls", {.type = "text/plain", .body = "https://h.example/alone\n"});
  planted.page("/alone", "<a href=gone>x</a>");
  CHECK(planted.rows() == "/alone missing-file gone 404 status - -\n");
}

// Servers of single-page applications answer one page for every path that they do not know.
TEST_CASE("a page in place of sitemap.xml and robots.txt is told, and is none", "[crawl]") {
  const std::string app = "<!doctype html><a href=/never>x</a>";
  const auto plant = [&](PlantedCrawl& planted, std::string const& start) {
    planted.options.sitemaps = true;
    planted.page("/", start);
    planted.page("/x", "");
    planted.page("/sitemap.xml", app);
    planted.page("/robots.txt", app);
  };
  const std::string told =
      "https://h.example/robots.txt: is a page of HTML, which says nothing to robots\n"
      "https://h.example/sitemap.xml: is a page of HTML, not a sitemap; no URLs are looked for in "
      "it\n";
  PlantedCrawl unnamed;
  plant(unnamed, "<a href=x>x</a>");
  CHECK(unnamed.rows().empty());
  CHECK(unnamed.warnings == told);
  CHECK(unnamed.requests() == "GET /, GET /robots.txt, GET /sitemap.xml, GET /x");
  // A page may name it: before it was asked for, or later.
  for (char const* start : {"<a href=sitemap.xml>x</a>", "<img src=sitemap.xml><a href=x>x</a>"}) {
    INFO(start);
    const std::string picture = start[1] == 'i' ? "/ wrong-type sitemap.xml 200 - - -\n" : "";
    PlantedCrawl named;
    plant(named, start);
    named.page("/x", "<a href=sitemap.xml>x</a>");
    CHECK(named.rows() == picture + "/sitemap.xml missing-file /never 404 status - -\n");
    CHECK(named.warnings == told);
    CHECK(named.requests_of("/sitemap.xml") == 1);
  }
  // Out of scope it has ids, and its links are not followed.
  PlantedCrawl outside;
  plant(outside, "");
  outside.options.start = "https://h.example/d/";
  outside.page("/d/", "<a href=/sitemap.xml#none>x</a>");
  CHECK(outside.rows() == "/d/ missing-fragment /sitemap.xml#none 200 - - -\n");
  CHECK(outside.requests_of("/never") == 0);
}

TEST_CASE("pages are GET, whatever --method says", "[crawl]") {
  PlantedCrawl planted;
  planted.options.client.steps.method = net::MethodChoice::head;
  planted.page("/", "<a href=a>x</a><img src=i.png>");
  planted.page("/a", "");
  planted.answer("/i.png", {.status = 405});
  CHECK(planted.rows() == "/ missing-file i.png 405 status - -\n");
  CHECK(planted.requests() == "GET /, GET /a, HEAD /i.png");
}

TEST_CASE("the URLs of --keep-urls are asked for", "[crawl]") {
  const TemporaryFolder folder;
  folder.write("kept",
               "/\n/there\nhttps://h.example/moved\n/gone\n/fails\n/linked\n"
               "https://o.example/\n");
  PlantedCrawl planted;
  planted.check_options.keep_urls = "kept";
  planted.page("/", "<a href=linked>x</a>");
  planted.page("/linked", "");
  planted.page("/there", "<a href=/never>x</a>");
  planted.redirect("/moved", "/there", 301);
  planted.answer("/fails", {.status = 500});
  CHECK(planted.rows() ==
        "kept removed-url /gone - - - -\n"
        "kept removed-url /fails - - - -\n");
  CHECK(planted.requests().starts_with(
      "GET /, GET /linked, HEAD /there, HEAD /moved, HEAD /gone, HEAD /fails, "));
  CHECK(planted.requests_of("/there") == 1);
}

TEST_CASE("the start", "[crawl]") {
  PlantedCrawl moved;
  moved.options.start = "http://h.example/old";
  moved.web.answers["http://h.example/old"] = {redirect_to("https://h.example/older", 301)};
  moved.redirect("/older", "/docs/", 301);
  moved.page("/docs/", "<a href=/older>x</a><a href=a>x</a>");
  CHECK(moved.rows() ==
        "/docs/ redirected /older 200 - /docs/ /docs/\n/docs/ missing-file a 404 status - -\n");
  CHECK(moved.requests_of("/older") == 1);
  CHECK(moved.requests_of("/docs/") == 1);

  PlantedCrawl missing;
  CHECK(missing.rows() == "error: https://h.example/: cannot be read: the server answers 404");

  PlantedCrawl picture;
  picture.answer("/", {.type = "image/png", .body = "\x89PNG"});
  CHECK(picture.rows().starts_with("error: https://h.example/ is image/png"));

  PlantedCrawl forbidden;
  forbidden.options.obeys_robots = true;
  forbidden.page("/", "");
  forbidden.answer("/robots.txt", {.type = "text/plain", .body = "User-agent: *\nDisallow: /\n"});
  CHECK(forbidden.rows() ==
        "error: https://h.example/: cannot be read: robots.txt forbids it; --robots off reads it "
        "all the same");
  CHECK(forbidden.requests_of("/") == 0);

  PlantedCrawl unknown;
  unknown.options.obeys_robots = true;
  unknown.answer("/robots.txt", {.status = 0, .failure = net::Failure::dns});
  CHECK(unknown.rows() == "error: https://h.example/: cannot be read: no answer (dns)");
}

TEST_CASE("what robots.txt forbids is not asked for, and told", "[crawl]") {
  PlantedCrawl planted;
  planted.options.obeys_robots = true;
  planted.page("/", "<a href=private/a>x</a><a href=private/b>x</a><a href=open>x</a>");
  planted.page("/open", "");
  planted.answer("/robots.txt",
                 {.type = "text/plain", .body = "User-agent: hrefkit\nDisallow: /private/\n"});
  CHECK(planted.rows() ==
        "/ external-blocked private/a 0 robots - -\n/ external-blocked private/b 0 robots - -\n");
  CHECK(planted.not_asked == "2 forbidden by robots.txt https://h.example/private/a\n");
  CHECK(planted.requests() == "GET /robots.txt, GET /, GET /open");
}

TEST_CASE("what a hostile robots.txt takes too long to match is forbidden, with a warning",
          "[crawl]") {
  PlantedCrawl planted;
  planted.options.obeys_robots = true;
  const std::string longest(400, 'a');
  planted.page("/", "<a href=" + longest + ">x</a><a href=open>x</a>");
  planted.page("/open", "");
  std::string rules = "User-agent: *\n";
  for (int i = 0; i < 1000; ++i)
    rules += "Disallow: /*a" + longest + "*" + std::to_string(i) + "\n";
  for (int i = 0; i < 1000; ++i) rules += "Disallow: /*aaaaaaaaa*" + std::to_string(i) + "\n";
  planted.answer("/robots.txt", {.type = "text/plain", .body = rules});
  CHECK(planted.rows() == "/ external-blocked " + longest + " 0 robots - -\n");
  CHECK(planted.not_asked ==
        "1 forbidden, since the patterns of robots.txt take too long to match https://h.example/" +
            longest + "\n");
  CHECK(planted.requests() == "GET /robots.txt, GET /, GET /open");
}

TEST_CASE("cookies are kept for the whole crawl", "[crawl]") {
  PlantedCrawl planted;
  planted.page("/", "<a href=wall>x</a><a href=loop>x</a>");
  planted.web.answers[std::string(planted_host) + "/wall"] = {
      {.status = 302, .fields = "Location: /wall\r\nSet-Cookie: seen=1\r\n"},
      {.body = "<a href=behind>x</a>"}};
  planted.page("/behind", "");
  planted.redirect("/loop", "/loop");
  CHECK(planted.rows() == "/ redirect-loop loop 302 redirect-loop /loop -\n");
  CHECK(planted.requests_of("/wall") == 2);
  CHECK(planted.requests_of("/loop") == 1);
  CHECK(planted.requests_of("/behind") == 1);
}

TEST_CASE("a page that is cut has no missing fragments", "[crawl]") {
  PlantedCrawl planted;
  planted.options.client.max_body = 100;
  planted.page("/", "<a href=long#end>x</a><a href=short#end>x</a>");
  planted.page("/long", std::string(200, ' ') + "<p id=end>");
  planted.page("/short", "");
  CHECK(planted.rows() == "/ missing-fragment short#end 200 - - -\n");
  CHECK(planted.warnings.find("/long: is longer than --max-body") != std::string::npos);
}

TEST_CASE("links to other sites are those of a folder", "[crawl]") {
  PlantedCrawl planted;
  planted.page("/",
               "<a href='https://o.example/x#y'>1</a><a href=out#z>2</a><a href=out>3</a>"
               "<a href=gone-away>4</a>");
  planted.redirect("/out", "https://o.example/x", 301);
  planted.redirect("/gone-away", "https://o.example/gone", 302);
  planted.web.answers["https://o.example/x"] = {{.body = "<p id=y><p id=a>"}};
  ExternalOptions external{
      .transport = &planted.web, .client = planted.options.client, .clock = &planted.clock};
  planted.check_options.external = &external;
  CHECK(planted.rows() ==
        "/ external-fragment out#z 200 - https://o.example/x -\n"
        "/ external-redirected out 200 - https://o.example/x https://o.example/x\n"
        "/ external-broken gone-away 404 status https://o.example/gone -\n");
  CHECK(planted.requests_of("") == 0);
  const auto times = std::count(planted.web.requests.begin(), planted.web.requests.end(),
                                "GET https://o.example/x");
  CHECK(times == 1);
}

TEST_CASE("the order of arrival and the number of threads change nothing", "[crawl]") {
  std::string first_rows;
  std::string first_requests;
  std::mt19937 random(7);
  for (unsigned seed = 1; seed <= 12; ++seed) {
    PlantedCrawl planted(seed);
    random.seed(7);
    planted.options.max_pages = 90;
    planted.options.max_queries = 5;
    planted.options.client.per_host = 1 + static_cast<int>(seed) % 8;
    planted.check_options.threads = 1 + seed % 3;
    constexpr std::size_t pages = 120;
    for (std::size_t i = 0; i < pages; ++i) {
      const std::string path = i == 0 ? "/" : "/p" + std::to_string(i);
      std::string body = "<p id=i" + std::to_string(i % 5) + ">";
      for (int link = 0; link < 8; ++link) {
        const auto to = random() % (pages + 20);
        const auto kind = random() % 10;
        const std::string name = "p" + std::to_string(to);
        if (kind < 4) body += "<a href=/" + name + ">x</a>";
        if (kind == 4) body += "<a href=/" + name + "#i" + std::to_string(random() % 6) + ">x</a>";
        if (kind == 5) body += "<img src=/" + name + ">";
        if (kind == 6) body += "<a href=/r" + std::to_string(to % 40) + ">x</a>";
        if (kind == 7) body += "<a href='/q?" + std::to_string(to) + "'>x</a>";
        if (kind == 8) body += "<img src=/r" + std::to_string(to % 40) + ">";
        if (kind == 9) body += "<a href=/out/" + name + "#a>x</a>";
      }
      planted.page(path, body);
      planted.page("/q?" + std::to_string(i), "<a href=/p" + std::to_string(i) + ">x</a>");
      if (i % 3 != 0) planted.page("/out/p" + std::to_string(i), "<p id=a>");
    }
    for (unsigned i = 0; i < 40; ++i) {
      const auto to = random() % 160;
      planted.redirect("/r" + std::to_string(i),
                       to < 120   ? "/p" + std::to_string(to)
                       : to < 150 ? "/r" + std::to_string(to % 40)
                                  : "https://o.example/",
                       to % 2 == 0 ? 301 : 302);
    }
    planted.options.scope = {"/p", "/q", "/r"};
    std::string rows = planted.rows();
    rows += planted.not_asked + planted.warnings;
    std::vector<std::string> sorted = planted.web.requests;
    std::sort(sorted.begin(), sorted.end());
    std::string requests;
    for (std::string const& each : sorted) requests += each + "\n";
    if (seed == 1) {
      first_rows = rows;
      first_requests = requests;
      CHECK(rows.size() > 1000);
      CHECK(planted.is_cut);
      CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
    }
    CHECK(rows == first_rows);
    CHECK(requests == first_requests);
  }
}

/// `rows` compares what the crawl has kept with a second scan of all pages.
TEST_CASE("findings that stand on many pages are those of a scan", "[crawl]") {
  const std::vector<std::string> parts{
      "<link rel=icon href=/gone.ico>",
      "<link rel='stylesheet icon' href='/gone&amp;.css'>",
      "<link href=/gone.ico>",  // without rel
      "<script src=/gone.js></script>",
      "<img src=/gone.png srcset='/gone.png 1x, /gone2.png 2x'>",
      "<img src=/there.png srcset='/gone.png 1x'>",
      "<img src=/broken.png><img src=/moved.png><img src=/away.png><img src=/loop.png>",
      "<a href=/gone>1</a><a href=/gone#x>2</a><a href='/gone?q'>3</a>",
      "<a href=/moved>1</a><a href=/moved#x>2</a><a href=/bad>3</a>",
      "<a href=/broken>1</a><a href='/p1#none'>2</a>",
      "<a data-hrefkit-ignore href=/gone>1</a>",
      "<!-- hrefkit-ignore --><img src=/gone.png>",
      "<noscript><img src=/gone.png></noscript>",
      "<template><img src=/gone.png></template>",
      "<iframe srcdoc='&lt;img src=/gone.png&gt;'></iframe>",
      "<form method=post action=/gone></form><form action=/gone></form>",
      "<svg><use href='/gone.svg#a'/><image href='/gone.png'/></svg>",
      "<style>p { background: url(/gone.png) }</style><p style='background: url(/gone.png)'>",
      "<picture><source srcset=/gone.png><img src=/there.png></picture>",
      "<img src=''><a href='https://['>1</a>",
      "<a href=gone.html>1</a><img src=sub/gone.png>",
      "<base href=/sub/>",
      "<map name=m><area href=/gone></map><img usemap=#none src=/there.png>",
  };
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    PlantedCrawl planted;
    planted.check_options.threads = 1 + random() % 2;
    if (round % 3 == 1)
      planted.check_options.severities.set(Rule::redirected_link, Severity::warning);
    if (round % 3 == 2) planted.check_options.list_external = true;
    std::string all;
    for (std::string const& part : parts) {
      if (random() % (2 + static_cast<unsigned>(round) % 9) == 0) all += part;
    }
    for (int i = 0; i < 100; ++i) {
      std::string body = "<meta charset=utf-8>" + all + "<p id=x>";
      if (random() % 4 == 0) body += parts[random() % parts.size()];
      for (int link = 0; link < 3; ++link) {
        body += "<a href=/p" + std::to_string(random() % 110) + ">x</a>";
      }
      PlantedAnswer answer{.body = body};
      if (i % 10 == 7) answer.type = "text/html; charset=windows-1252";
      if (i % 10 == 8) answer.body = "\xEF\xBB\xBF" + body;
      if (i % 10 == 9) answer.type = "application/xhtml+xml";
      planted.answer(i == 0 ? "/" : "/p" + std::to_string(i), answer);
    }
    planted.answer("/there.png", {.type = "image/png"});
    planted.answer("/broken", {.status = 500});
    planted.answer("/broken.png", {.status = 503});
    planted.redirect("/moved", "/p1", 301);
    planted.redirect("/moved.png", "/there.png", 302);
    planted.redirect("/away.png", "https://o.example/a.png");
    planted.redirect("/loop.png", "/loop.png");
    planted.redirect("/bad", "mailto:x");
    CHECK(planted.rows() != "");
  }
}

TEST_CASE("a crawl that is stopped tells what is known", "[crawl]") {
  PlantedCrawl planted;
  for (int i = 0; i < 50; ++i) {
    planted.page(i == 0 ? "/" : "/" + std::to_string(i),
                 "<a href=/" + std::to_string(i + 1) + ">x</a><a href=/gone>x</a>");
  }
  CrawlSink sink = planted.sink();
  int left = 20;
  sink.goes_on = [&] { return --left > 0; };
  const auto crawled =
      crawl(planted.options, planted.check_options, planted.web, planted.clock, sink);
  REQUIRE(crawled);
  CHECK(crawled->stopped);
  CHECK(crawled->left > 0);
  CHECK(crawled->site.pages().size() > 1);
  CHECK(crawled->site.pages().size() < 50);
}

TEST_CASE("a page is no picture and no style sheet, and its links are not followed from there",
          "[crawl]") {
  PlantedCrawl planted;
  const std::string page = "<!doctype html><a href=/never>x</a>";
  planted.page("/",
               "<!doctype html><img src=/p.png alt>\n<link rel=stylesheet href=/s.css>\n"
               "<script src=/a.js></script>\n<script src=/b.js></script>\n"
               "<script src=/c.js></script>\n<script type=module src=/c.js></script>\n"
               "<img src=/real alt><iframe src=/both></iframe><link rel=stylesheet href=/both>\n"
               "<img src=/moved alt><img src=/a.png alt>");
  planted.page("/p.png", page);
  planted.page("/s.css", page);
  planted.page("/a.js", page);
  planted.answer("/b.js", {.body = "var a", .fields = "X-Content-Type-Options: nosniff\r\n"});
  planted.answer("/c.js", {.body = "var a"});
  planted.answer("/real", {.body = "\x89PNG"});
  planted.page("/both", "<!doctype html><a href=/read>x</a>");
  planted.page("/read", "<!doctype html>");
  planted.redirect("/moved", "/read");
  planted.answer("/a.png", {.type = "image/png"});
  CHECK(planted.rows() ==
        "/ wrong-type /p.png 200 - - -\n"
        "/ wrong-type /s.css 200 - - -\n"
        "/ wrong-type /a.js 200 - - -\n"
        "/ wrong-type /b.js 200 - - -\n"
        "/ wrong-type /c.js 200 - - -\n"
        "/ wrong-type /both 200 - - -\n"
        "/ wrong-type /moved 200 - /read -\n");
  CHECK(planted.requests_of("/never") == 0);
  CHECK(planted.crawled_summary.pages == 3);
  // The bytes are looked at where they decide, once.
  CHECK(planted.requests_of("/p.png") == 2);
  CHECK(planted.requests_of("/a.png") == 1);
  CHECK(planted.requests_of("/b.js") == 2);
}

namespace {

PlantedAnswer planted_script(std::string const& body) {
  return {.type = "text/javascript; charset=utf-8", .body = body};
}

}  // namespace

TEST_CASE("scripts that pages load are read, and what they name is asked for", "[crawl]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    PlantedCrawl planted(seed);
    planted.check_options.also.scripts = true;
    planted.check_options.threads = 1 + seed % 3;
    planted.page("/",
                 "<!doctype html><meta charset=utf-8><script type=importmap>"
                 "{\"imports\": {\"v\": \"/v.js\"}}</script>"
                 "<script type=module src=/js/a.js></script><a href=/lib.js>x</a>");
    planted.answer("/js/a.js", planted_script("import './b.js'; import('./lazy-gone.js'); "
                                              "import 'v'; import 'bare'; import('fs')"));
    planted.answer("/js/b.js", planted_script("new Worker('w.js'); import './moved.js'"));
    planted.redirect("/js/moved.js", "/c.js");
    planted.answer("/c.js", planted_script("import './page'"));
    planted.page("/page", "<!doctype html><a href=/never>x</a>");
    planted.answer("/w.js", planted_script("importScripts('lib2.js')"));
    planted.answer("/lib2.js", planted_script("importScripts('/none.js')"));
    planted.answer("/v.js", planted_script(""));
    planted.answer("/lib.js", planted_script("import './never.js'"));  // no page loads it
    CHECK(planted.rows() ==
          "/js/a.js missing-file ./lazy-gone.js 404 status - -\n"
          "/js/a.js unresolvable-url bare - - - -\n"
          "/js/a.js unresolvable-url fs - - - -\n"
          "/c.js wrong-type ./page 200 - - -\n"
          "/lib2.js missing-file /none.js 404 status - -\n");
    CHECK(planted.requests_of("/never") == 0);
    CHECK(planted.requests_of("/never.js") == 0);
    CHECK(planted.requests_of("/lib.js") == 1);
    CHECK(planted.crawled_summary.errors == 4);
  }
}

TEST_CASE("a script that a link led to first is read when a page loads it", "[crawl]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    PlantedCrawl planted(seed);
    planted.check_options.also.scripts = true;
    planted.page("/", "<!doctype html><a href=/s.js>x</a><a href=/a>x</a>");
    planted.page("/a", "<!doctype html><script type=module src=/s.js></script>");
    planted.answer("/s.js", planted_script("import './gone.js'"));
    CHECK(planted.rows() == "/s.js missing-file ./gone.js 404 status - -\n");
    CHECK(planted.requests_of("/s.js") == 1);
  }
}

TEST_CASE("a crawl ends though each script names another one", "[crawl]") {
  PlantedCrawl planted;
  planted.check_options.also.scripts = true;
  planted.options.max_pages = 2;
  planted.options.max_loaded_files = 10;
  planted.page("/", "<script type=module src=/0.js></script>");
  for (int i = 0; i < 100; ++i) {
    planted.answer("/" + std::to_string(i) + ".js",
                   planted_script("import '/" + std::to_string(i + 1) + ".js';"));
  }
  CHECK(planted.rows().empty());
  CHECK(planted.not_asked == "1 past --max-pages https://h.example/10.js\n");
}

TEST_CASE("the hash of a module is compared in a crawl, too", "[crawl]") {
  PlantedCrawl planted;
  planted.page("/", "<script type=module src=/a.js integrity=sha256-AAAA></script>");
  planted.answer("/a.js", planted_script("f()"));
  CHECK(planted.rows().starts_with("/ integrity-mismatch /a.js"));
}

TEST_CASE("a page that was asked for as a style sheet is read when a page leads there", "[crawl]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    PlantedCrawl planted(seed);
    planted.page("/", "<!doctype html><link rel=stylesheet href=/s><a href=/a>x</a>");
    planted.page("/a", "<!doctype html><link rel=stylesheet href=/s><a href=/s>x</a>");
    planted.page("/s", "<!doctype html><a href=/gone>x</a>");
    CHECK(planted.rows() ==
          "/ wrong-type /s 200 - - -\n"
          "/a wrong-type /s 200 - - -\n"
          "/s missing-file /gone 404 status - -\n");
    CHECK(planted.requests_of("/s") == 1);
  }
}

TEST_CASE("a server that answers every address is told of, with the links that it makes work",
          "[crawl]") {
  PlantedCrawl planted;
  planted.web.unknown = {.body =
                             "<!doctype html><a href=/>home</a><a href=/a>x</a><a href=/b>x</a>"};
  planted.page("/", planted.web.unknown.body);
  planted.page("/b", "<!doctype html>");
  CHECK(planted.rows() == "/ catch-all - 200 - - -\n");
  CHECK(planted.web.for_nothing.size() == 1);
  CHECK(planted.crawled_summary.by_catch_all == 2);  // from / and from /a
  PlantedCrawl redirects;
  redirects.web.unknown = redirect_to("/");
  redirects.page("/", "<!doctype html><a href=/a>x</a>");
  CHECK(redirects.rows() == "/ catch-all - 200 - - -\n");
  PlantedCrawl login;
  login.web.unknown = redirect_to("https://o.example/login");
  login.page("/", "<!doctype html>");
  CHECK(login.rows().empty());
  PlantedCrawl off;
  off.web.unknown = {.body = "<!doctype html>"};
  off.page("/", "<!doctype html>");
  off.check_options.severities.set(Rule::catch_all, Severity::off);
  CHECK(off.rows().empty());
  CHECK(off.web.for_nothing.empty());
}

}  // namespace hrefkit::site
