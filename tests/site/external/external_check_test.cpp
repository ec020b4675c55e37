// A check that asks for links to other sites, on a web of the test.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "site/external/memory_cache.h"
#include "site/external/scripted_web.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// A folder, a web, and what a check finds.
struct ExternalSite {
  test::TemporaryFolder folder;
  ScriptedClock clock;
  ScriptedWeb web{clock};
  ExternalOptions external{.transport = &web, .clock = &clock};
  CheckOptions options{.external = &external};
  std::string site_url;
  CheckSummary summary;
  std::vector<std::string> messages;

  /// "rule raw status reason final suggestion", one row a line.
  std::string check_rows() {
    const auto site = Site::read(site_url.empty() ? SiteOptions{.root = "."}
                                                  : SiteOptions{.root = ".", .url = site_url});
    REQUIRE(site);
    std::string rows;
    messages.clear();
    summary = check(*site, options, {.finding = [&](Finding const& finding) {
      rows.append(name(finding.rule)).append(" ").append(finding.raw);
      rows.append(" ").append(std::to_string(finding.status));
      rows.append(" ").append(finding.reason.empty() ? "-" : finding.reason);
      rows.append(" ").append(finding.final_url.value_or("-"));
      rows.append(" ").append(finding.suggestion.value_or("-")).append("\n");
      messages.emplace_back(finding.message);
      urls.append(finding.url.value_or("")).append("\n");
      CHECK_FALSE(finding.target);
      return true;
    }});
    return rows;
  }
  std::string urls;

  std::string counts() const {
    ExternalCounts const& c = summary.asked;
    std::string text;
    for (const std::size_t number : {c.links, c.addresses, c.hosts, c.fine, c.broken, c.tls,
                                     c.timed_out, c.redirected, c.blocked, c.not_asked}) {
      text += std::to_string(number) + " ";
    }
    return text;
  }

  std::string requests() const {
    std::string all;
    for (std::string const& request : web.requests()) all += request + "\n";
    return all;
  }
};

std::string link_to(std::string const& url) {
  return "<a href='" + url + "'>x</a>\n";
}

}  // namespace

TEST_CASE("each address is asked for once, and each link has its row", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/gone") +
                                  link_to("https://a.example/gone") +
                                  link_to("https://a.example/fine"));
  site.folder.write("b.html", link_to("https://A.example:443/gone") + link_to("//b.example/"));
  site.web.answer("https://a.example/gone", {{404}});
  site.web.answer("https://a.example/fine", {{200}});
  site.web.answer("https://b.example/", {{200}});
  CHECK(site.check_rows() ==
        "external-broken https://a.example/gone 404 status - -\n"
        "external-broken https://a.example/gone 404 status - -\n"
        "external-broken https://A.example:443/gone 404 status - -\n");
  // HEAD first, and only a bad answer to it is asked again.
  std::vector<std::string> requests = site.web.requests();
  std::sort(requests.begin(), requests.end());
  CHECK(requests ==
        std::vector<std::string>{"GET https://a.example/gone", "HEAD https://a.example/fine",
                                 "HEAD https://a.example/gone", "HEAD https://b.example/"});
  CHECK(site.counts() == "5 3 2 2 1 0 0 0 0 0 ");
  CHECK(site.summary.external == 5);
  CHECK(site.summary.errors == 3);
  CHECK(site.messages[0] == "'https://a.example/gone': the server answers 404");
}

TEST_CASE("rows of redirects say where they end, with the fragment", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("http://a.example/x#s") + link_to("https://a.example/old"));
  site.web.answer("http://a.example/x", {{301, "location: https://a.example/x\r\n"}});
  site.web.answer("https://a.example/x",
                  {{200, "content-type: text/html\r\n", "<p id=s><p id=t>"}});
  site.web.answer("https://a.example/old", {{302, "location: /\r\n"}});
  site.web.answer("https://a.example/", {{200}});
  CHECK(site.check_rows() ==
        "external-redirected http://a.example/x#s 200 - https://a.example/x https://a.example/x#s\n"
        "external-soft-404 https://a.example/old 200 - https://a.example/ -\n");
  CHECK(site.counts() == "2 2 1 0 1 0 0 1 0 0 ");
}

TEST_CASE("fragments are looked for with GET, once for all that a page is asked for",
          "[external]") {
  ExternalSite site;
  const std::string page = "https://a.example/page";
  site.folder.write("a.html", link_to(page + "#one") + link_to(page + "#none") + link_to(page) +
                                  link_to(page + "#L10") + link_to(page + "#"));
  site.folder.write("b.html", link_to(page + "#two") + link_to("https://a.example/code#L10-L20"));
  site.web.answer(page, {{200, "content-type: text/html\r\n", "<p id=one><p id=two>"}});
  site.web.answer("https://a.example/code", {{200}});
  CHECK(site.check_rows() == "external-fragment https://a.example/page#none 200 - - -\n");
  CHECK(site.messages[0] ==
        "'https://a.example/page#none': https://a.example/page has no element "
        "with the id or name 'none'");
  CHECK(site.requests() == "GET https://a.example/page\nHEAD https://a.example/code\n");
  CHECK(site.summary.warnings == 1);
}

TEST_CASE("a fragment that a redirect brings is the one that is missing", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/x#s") + link_to("https://a.example/x"));
  site.web.answer("https://a.example/x", {{302, "location: /y#n%6Fne\r\n"}});
  site.web.answer("https://a.example/y",
                  {{200, "content-type: text/html\r\n", "<p id=s><p id=t>"}});
  CHECK(site.check_rows() ==
        "external-fragment https://a.example/x#s 200 - https://a.example/y -\n");
  CHECK(site.messages[0] ==
        "'https://a.example/x#s': https://a.example/y has no element with the id or name 'none'");
}

TEST_CASE("a page that sends its readers on is followed once", "[external]") {
  ExternalSite site;
  const std::string a = "https://a.example/";
  site.folder.write("a.html", link_to(a + "field") + link_to(a + "meta#x") + link_to(a + "good") +
                                  link_to(a + "loop") + link_to(a + "out") + link_to(a + "to-b") +
                                  link_to("https://b.example/gone"));
  site.options.is_excluded = [](std::string_view url) { return url.ends_with("/auth"); };
  site.web.answer(a + "field", {{200, "refresh: 0;url=/gone\r\n"}});
  site.web.answer(a + "meta", {{200, "content-type: text/html\r\n",
                                "<meta http-equiv=refresh content='0;url=/gone'>"}});
  site.web.answer(a + "good", {{200, "refresh: 0;url=/fine#x\r\n"}});
  site.web.answer(a + "loop", {{200, "refresh: 0;url=/field\r\n"}});
  site.web.answer(a + "out", {{200, "refresh: 0;url=/auth\r\n"}});
  site.web.answer(a + "to-b", {{200, "refresh: 5;url=https://b.example/gone\r\n"}});
  site.web.answer(a + "gone", {{404}});
  site.web.answer(a + "fine", {{200}});
  site.web.answer("https://b.example/gone", {{404}});
  CHECK(site.check_rows() ==
        "external-broken https://a.example/field 404 status https://a.example/gone -\n"
        "external-broken https://a.example/meta#x 404 status https://a.example/gone -\n"
        "external-broken https://a.example/to-b 404 status https://b.example/gone -\n"
        "external-broken https://b.example/gone 404 status - -\n");
  std::vector<std::string> requests = site.web.requests();
  std::sort(requests.begin(), requests.end());
  CHECK(std::adjacent_find(requests.begin(), requests.end()) == requests.end());
  CHECK(site.counts() == "7 7 2 3 4 0 0 0 0 0 ");
}

TEST_CASE("a redirect to what is left out is not followed", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/sso"));
  site.options.is_excluded = [](std::string_view url) { return url.find("/auth0/") != url.npos; };
  site.web.answer("https://a.example/sso", {{302, "location: /auth0/gone\r\n"}});
  CHECK(site.check_rows().empty());
  CHECK(site.requests() == "HEAD https://a.example/sso\n");
  CHECK(site.counts() == "1 1 1 0 0 0 0 0 0 1 ");
}

TEST_CASE("with the rule of fragments off, nobody looks for them", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/page#none"));
  site.web.answer("https://a.example/page", {{200}});
  site.options.severities.set(Rule::external_fragment, Severity::off);
  CHECK(site.check_rows().empty());
  CHECK(site.requests() == "HEAD https://a.example/page\n");
}

TEST_CASE("what is left out is neither asked for nor counted", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/1") + link_to("https://b.example/2") +
                                  "<p data-hrefkit-ignore>" + link_to("https://c.example/3") +
                                  "</p>" + link_to("https://d.example/4"));
  for (std::string const url : {"https://a.example/1", "https://b.example/2", "https://c.example/3",
                                "https://d.example/4"}) {
    site.web.answer(url, {{404}});
  }
  site.options.is_excluded = [](std::string_view url) { return url.find("b.example") != url.npos; };
  site.external.is_included = [](std::string_view url) {
    return url.find("d.example") == url.npos;
  };
  CHECK(site.check_rows() == "external-broken https://a.example/1 404 status - -\n");
  CHECK(site.requests() == "HEAD https://a.example/1\nGET https://a.example/1\n");
  CHECK(site.counts() == "1 1 1 0 1 0 0 0 0 0 ");
  CHECK(site.summary.ignored == 2);
  CHECK(site.summary.external == 2);
}

TEST_CASE("a local address has the row of that rule alone, and is not asked for", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("http://localhost:3000/x") + link_to("http://10.0.0.1/y"));
  CHECK(site.check_rows() ==
        "local-address http://localhost:3000/x 0 - - -\n"
        "local-address http://10.0.0.1/y 0 - - -\n");
  site.options.severities.set(Rule::local_address, Severity::off);
  CHECK(site.check_rows() ==
        "external-private http://localhost:3000/x 0 private - -\n"
        "external-private http://10.0.0.1/y 0 private - -\n");
  CHECK(site.web.requests().empty());
  CHECK(site.counts() == "2 2 2 0 0 0 0 0 0 2 ");
}

TEST_CASE("other schemes are counted, and forms that send data are not asked for", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("ftp://a.example/x") + link_to("mailto:a@b.example") +
                                  "<form action='https://a.example/send' title='>' method=POST>"
                                  "<input type=image src=data:, formaction='//a.example/send'>"
                                  "</form>"
                                  "<form action='https://a.example/find'></form>");
  site.web.answer("https://a.example/find", {{200}});
  CHECK(site.check_rows().empty());
  CHECK(site.requests() == "HEAD https://a.example/find\n");
  CHECK(site.counts() == "2 2 1 1 0 0 0 0 0 1 ");
  CHECK(site.summary.not_judged[static_cast<std::size_t>(SkipReason::post_form)] == 2);
}

TEST_CASE("what a secure page loads by http is asked for, too", "[external]") {
  ExternalSite site;
  site.site_url = "https://h.example/";
  site.folder.write("a.html", "<img src='http://a.example/x.png'>");
  site.web.answer("http://a.example/x.png", {{404}});
  CHECK(site.check_rows() ==
        "mixed-content http://a.example/x.png 0 - - -\n"
        "external-broken http://a.example/x.png 404 status - -\n");
}

TEST_CASE("userinfo is in no part of a finding but the page's own text", "[external]") {
  ExternalSite site;
  site.external.suggests_archive = true;
  const std::string raw = "https://user:hunter2@a.example/x";
  site.folder.write("a.html", link_to(raw) + link_to("https:\\\\user:hunter2@a.example/x") +
                                  link_to("https://user:hunter2@a.example/y"));
  site.web.answer("https://a.example/x", {{404}});
  site.web.answer("https://a.example/y", {{301, "location: https://user:hunter2@a.example/z\r\n"}});
  site.web.answer("https://a.example/z", {{404}});
  const std::string rows = site.check_rows();
  CHECK_THAT(rows, Catch::Contains("external-broken " + raw +
                                   " 404 status - "
                                   "https://web.archive.org/web/https://***@a.example/x\n"));
  CHECK_THAT(rows, Catch::Contains(" https://***@a.example/z "));
  REQUIRE(site.messages.size() == 3);
  for (std::string const& message : site.messages) {
    CAPTURE(message);
    CHECK(message.find("hunter2") == std::string::npos);
    CHECK(message.find("***@a.example") != std::string::npos);
  }
  CHECK(site.urls.find("hunter2") == std::string::npos);
}

TEST_CASE("three hosts that do not resolve are no network, and have no rows", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/") + link_to("https://b.example/") +
                                  link_to("https://c.example/"));
  CHECK(site.check_rows().empty());
  CHECK(site.summary.asked.has_no_network);
  site.web.answer("https://b.example/", {{.status = 0, .failure = net::Failure::refused}});
  CHECK(site.check_rows() ==
        "external-broken https://a.example/ 0 dns - -\n"
        "external-broken https://b.example/ 0 refused - -\n"
        "external-broken https://c.example/ 0 dns - -\n");
  CHECK_FALSE(site.summary.asked.has_no_network);
  site.folder.write("a.html", link_to("https://a.example/") + link_to("https://c.example/"));
  CHECK_FALSE(site.check_rows().empty());
}

TEST_CASE("three hosts that do not answer, and whose names nobody resolves, are no network",
          "[external]") {
  for (const net::Failure failure : {net::Failure::refused, net::Failure::timeout}) {
    ExternalSite site;
    std::string links;
    for (char const* url : {"https://a.example/", "https://b.example/", "https://c.example/"}) {
      links += link_to(url);
      site.web.answer(url, {{.status = 0, .failure = failure}});
    }
    site.folder.write("a.html", links);
    CHECK_FALSE(site.check_rows().empty());
    CHECK_FALSE(site.summary.asked.has_no_network);
    site.web.resolves_names = false;
    CHECK(site.check_rows().empty());
    CHECK(site.summary.asked.has_no_network);
    site.web.answer("https://b.example/", {{.status = 404}});
    CHECK_FALSE(site.check_rows().empty());
    CHECK_FALSE(site.summary.asked.has_no_network);
  }
}

TEST_CASE("a run ends early where the first hosts do not resolve", "[external]") {
  const auto hosts = [](int count) {
    std::string links;
    for (int i = 0; i < count; ++i) {
      links += link_to("https://www.h" + std::to_string(i) + ".example/");
    }
    return links;
  };
  // Sixteen are asked, and one of them again, whatever the number of retries.
  for (const int retries : {0, 2}) {
    for (const net::Failure failure : {net::Failure::dns, net::Failure::timeout}) {
      CAPTURE(retries);
      ExternalSite site;
      site.external.client.steps.retries = retries;
      site.web.resolves_names = failure == net::Failure::dns;
      site.web.unknown = {.status = 0, .failure = failure};
      site.folder.write("a.html", hosts(300));
      CHECK(site.check_rows().empty());
      CHECK(site.summary.asked.has_no_network);
      CHECK(site.summary.asked.hosts == 300);
      CHECK(site.summary.asked.hosts_tried == 16);
      CHECK(site.summary.asked.not_asked == 300);
      CHECK(site.summary.asked.broken == 0);
      CHECK(site.web.requests().size() == 17);
      // Fewer hosts are all asked for.
      site.web.forget_requests();
      site.folder.write("a.html", hosts(15));
      CHECK(site.check_rows().empty());
      CHECK(site.summary.asked.has_no_network);
      CHECK(site.summary.asked.hosts_tried == 15);
      CHECK(site.web.requests().size() == 15U * (1U + static_cast<unsigned>(retries)));
    }
  }
  // Any answer of one of them is a sign of a network, also a bad one.
  for (const ScriptedAnswer& answer :
       {ScriptedAnswer{200}, ScriptedAnswer{404},
        ScriptedAnswer{.status = 0, .failure = net::Failure::reset},
        ScriptedAnswer{.status = 0, .failure = net::Failure::refused}}) {
    ExternalSite site;
    site.web.answer("https://www.h15.example/", {answer});
    site.folder.write("a.html", hosts(40));
    CHECK_FALSE(site.check_rows().empty());
    CHECK_FALSE(site.summary.asked.has_no_network);
    CHECK(site.summary.asked.broken == (answer.status == 200 ? 39 : 40));
  }
  // So is one that resolves when it is asked for again.
  for (const int retries : {0, 2}) {
    ExternalSite site;
    site.external.client.steps.retries = retries;
    site.web.answer("https://www.h0.example/",
                    {{.status = 0, .failure = net::Failure::dns}, {200}});
    site.folder.write("a.html", hosts(40));
    CHECK_FALSE(site.check_rows().empty());
    CHECK(site.summary.asked.fine == 1);
    CHECK(site.summary.asked.broken == 39);
  }
  // Names below "invalid" say nothing of a network.
  ExternalSite site;
  std::string links;
  for (int i = 0; i < 20; ++i) links += link_to("https://h" + std::to_string(i) + ".invalid/");
  site.folder.write("a.html", links + link_to("https://a.example/"));
  site.web.answer("https://a.example/", {{200}});
  CHECK_FALSE(site.check_rows().empty());
  CHECK(site.summary.asked.fine == 1);
  CHECK(site.summary.asked.broken == 20);
}

TEST_CASE("a check that is stopped has what is known", "[external]") {
  ExternalSite site;
  std::string links;
  for (int i = 0; i < 20; ++i) {
    const std::string url = "https://a" + std::to_string(i) + ".example/";
    links += link_to(url);
    site.web.answer(url, {{404}});
  }
  site.folder.write("a.html", links);
  site.external.is_stopped = [&] { return site.web.requests().size() >= 30; };
  site.external.client.connections = 2;
  const std::string rows = site.check_rows();
  CHECK(site.summary.asked.is_stopped);
  CHECK(site.summary.asked.broken > 0);
  CHECK(site.summary.asked.broken < 20);
  CHECK(site.summary.asked.broken + site.summary.asked.not_asked == 20);
  CHECK(std::count(rows.begin(), rows.end(), '\n') ==
        static_cast<std::ptrdiff_t>(site.summary.asked.broken));
}

TEST_CASE("a second run with the cache asks for failures alone", "[external]") {
  ExternalSite site;
  MemoryCache cache;
  site.external.cache = &cache;
  site.folder.write("a.html",
                    link_to("https://a.example/fine") + link_to("https://a.example/page#a") +
                        link_to("https://a.example/gone") + link_to("https://a.example/no") +
                        link_to("https://a.example/old"));
  site.web.answer("https://a.example/fine", {{200}});
  site.web.answer("https://a.example/page",
                  {{200, "content-type: text/html\r\n", "<p id=a><p id=b>"}});
  site.web.answer("https://a.example/gone", {{404}});
  site.web.answer("https://a.example/no", {{403}});
  site.web.answer("https://a.example/old", {{301, "location: /fine\r\n"}});
  const std::string rows = site.check_rows();
  CHECK(site.summary.asked.cached == 0);
  const std::string counts = site.counts();
  site.web.forget_requests();
  CHECK(site.check_rows() == rows);
  CHECK(site.counts() == counts);
  CHECK(site.requests() == "HEAD https://a.example/gone\nGET https://a.example/gone\n");
  CHECK(site.summary.asked.cached == 4);
  cache.fails = true;
  CHECK(site.check_rows() == rows);
  CHECK(site.summary.asked.cache_trouble == "broken");
}

TEST_CASE("links to other sites count as judged", "[external]") {
  ExternalSite site;
  site.folder.write("a.html", link_to("https://a.example/"));
  site.web.answer("https://a.example/", {{200}});
  CHECK(site.check_rows().empty());
  site.options.external = nullptr;
  CHECK_FALSE(site.check_rows().empty());  // nothing-checked
}

TEST_CASE("the rows are the same whatever the number of threads is", "[external]") {
  ExternalSite site;
  for (int i = 0; i < 30; ++i) {
    const std::string url = "https://a" + std::to_string(i % 7) + ".example/";
    site.folder.write("p" + std::to_string(i) + ".html", link_to(url) + link_to(url + "#x"));
    site.web.answer(url, {{i % 2 == 0 ? 200 : 404, "content-type: text/html\r\n", "<p id=y>"}});
  }
  const std::string rows = site.check_rows();
  site.options.threads = 4;
  CHECK(site.check_rows() == rows);
}

TEST_CASE("a program's own fetcher is asked for one hop", "[external]") {
  struct Fetcher final : External {
    std::vector<std::string> requests;
    void fetch(net::Request const& request, ExternalAnswer& answer) override {
      requests.push_back(request.url);
      if (request.url == "https://a.example/old") {
        answer.head(301, "Location: /page\r\n");
      } else if (request.url == "https://a.example/page") {
        answer.head(200, "Content-Type: text/html\r\n");
        for (char const* piece : {"<p id=", "a><p ", "id=b>"}) answer.body(piece);
      } else if (request.url == "https://b.example/") {
        answer.fail("tls-expired");
      } else if (request.url == "https://a.example/undone") {
        answer.head(200, "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
        answer.body("<p id=a><p id=b>");
      } else if (request.url == "https://c.example/") {
        answer.head(42, "");
      }  // nothing at all: the connection was closed
    }
  };
  ExternalSite site;
  Fetcher fetcher;
  FetcherTransport transport(fetcher);
  site.external.transport = &transport;
  site.external.client.steps.retry_wait = std::chrono::milliseconds(0);
  site.external.client.delay = std::chrono::milliseconds(0);
  site.external.clock = nullptr;
  site.folder.write("a.html", link_to("https://a.example/old#b") + link_to("https://b.example/") +
                                  link_to("https://c.example/") + link_to("https://d.example/") +
                                  link_to("https://a.example/undone#b"));
  CHECK(site.check_rows() ==
        "external-redirected https://a.example/old#b 200 - https://a.example/page "
        "https://a.example/page#b\n"
        "external-tls https://b.example/ 0 tls-expired - -\n"
        "external-broken https://c.example/ 0 protocol - -\n"
        "external-broken https://d.example/ 0 empty - -\n");
}

TEST_CASE("a page of another site is no picture and no script", "[external]") {
  const std::string html = "content-type: text/html; charset=utf-8\r\n";
  const std::string page = "<!doctype html><p id=x>";
  ExternalSite site;
  site.folder.write("a.html",
                    "<!doctype html><img src='https://a.example/p' alt>"
                    "<a href='https://a.example/p'>x</a><img src='https://a.example/real' alt>"
                    "<script src='https://a.example/s'></script>"
                    "<script type=module src='https://a.example/s'></script>"
                    "<script src='https://a.example/nosniff'></script>"
                    "<link rel=stylesheet href='https://a.example/c'>"
                    "<iframe src='https://a.example/p'></iframe>"
                    "<svg><use href='https://a.example/p#x'/></svg>"
                    "<img src='https://a.example/png' alt>"
                    "<link rel=icon href='http://a.example/moved'>");
  site.web.answer("https://a.example/p", {{200, html, page}});
  site.web.answer("https://a.example/real", {{200, html, "\x89PNG"}});
  site.web.answer("https://a.example/s", {{200, html, "var a"}});
  site.web.answer("https://a.example/nosniff",
                  {{200, html + "x-content-type-options: nosniff\r\n", "var a"}});
  site.web.answer("https://a.example/c", {{200, html, "p{}"}});
  site.web.answer("https://a.example/png", {{200, "content-type: image/png\r\n", page}});
  site.web.answer("http://a.example/moved", {{301, "location: https://a.example/p\r\n"}});
  const std::string rows =
      "external-broken https://a.example/p 200 type - -\n"
      "external-broken https://a.example/s 200 type - -\n"
      "external-broken https://a.example/nosniff 200 type - -\n"
      "external-broken https://a.example/c 200 type - -\n"
      "external-broken https://a.example/p#x 200 type - -\n"
      "external-broken http://a.example/moved 200 type https://a.example/p -\n";
  CHECK(site.check_rows() == rows);
  REQUIRE(site.messages.size() == 6);
  CHECK(site.messages[0] == "'https://a.example/p': a page is served in place of a picture");
  CHECK(site.messages[5] ==
        "'http://a.example/moved': a page is served in place of a picture at https://a.example/p");
  CHECK(site.counts() == "11 7 1 2 5 0 0 0 0 0 ");
  // With answers of a former run, what would be a finding is asked for again.
  MemoryCache cache;
  site.external.cache = &cache;
  CHECK(site.check_rows() == rows);
  site.web.forget_requests();
  CHECK(site.check_rows() == rows);
  CHECK(site.requests().find("https://a.example/png") == std::string::npos);
}

}  // namespace hrefkit::site
