#include "hrefkit/net/curl_transport.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/net/host_places.h"
#include "net/loopback_server.h"
#include "net/scripted_web.h"
#include "net/transport_test.h"

namespace hrefkit::test {

#if defined(HREFKIT_NETWORK)

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

}  // namespace

net::TransportOptions for_loopback() {
  net::TransportOptions options;
  options.addresses = net::AddressRules::allowing_all();
  options.proxy = "none";
  options.timeout = seconds(20);
  return options;
}

std::unique_ptr<net::Transport> transport_with(net::TransportOptions options) {
  auto transport = net::make_transport(std::move(options));
  INFO((transport ? "" : transport.error()));
  REQUIRE(transport);
  return std::move(*transport);
}

void wait_for(net::Transport& transport, Got const& got) {
  while (!got.is_done) transport.wait(seconds(1));
}

std::string outcome(Got const& got) {
  std::string text = got.status == 0 ? "" : std::to_string(got.status) + ' ';
  text += got.failure == net::Failure::none ? "fine" : word(got.failure);
  return text;
}

std::string ask(net::Transport& transport, std::string const& url, net::Method method,
                std::string* body) {
  Got got;
  transport.start({.method = method, .url = url}, got);
  wait_for(transport, got);
  if (body != nullptr) *body = got.text;
  return outcome(got);
}

TEST_CASE("transport: answers and failures of a server") {
  struct Case {
    std::string name;
    Script script;
    std::string outcome;
    std::string body;
  };
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  using enum Script::End;
  const std::vector<Case> cases{
      {"page", page(200, "text"), "200 fine", "text"},
      {"no body", page(204), "204 fine", ""},
      {"not found", page(404, "gone"), "404 fine", "gone"},
      {"odd status", page(999), "999 fine", ""},
      {"no reason", raw("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx"), "200 fine", "x"},
      {"HTTP/1.0", raw("HTTP/1.0 200 OK\r\n\r\ntext"), "200 fine", "text"},
      {"bare LF", raw("HTTP/1.1 200 OK\nContent-Length: 1\n\nx"), "200 fine", "x"},
      {"chunks", raw(ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nte\r\n2;x=y\r\nxt\r\n0\r\n\r\n"),
       "200 fine", "text"},
      {"trailers",
       raw(ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nte\r\n0\r\nContent-Type: x/y\r\n\r\n"),
       "200 fine", "te"},
      {"100 before", raw("HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 1\r\n\r\nx"),
       "200 fine", "x"},
      {"103 before",
       raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + "Content-Length: 1\r\n\r\nx"),
       "200 fine", "x"},
      {"gzip is left alone", page(200, "\x1F\x8B", "Content-Encoding: gzip\r\n"), "200 fine",
       "\x1F\x8B"},
      {"redirect is not followed", page(302, "x", "Location: http://127.0.0.1:1/\r\n"), "302 fine",
       "x"},
      {"401 is not answered", page(401, "", "WWW-Authenticate: Basic\r\n"), "401 fine", ""},
      {"closed", raw(""), "empty", ""},
      {"reset", raw("", reset), "reset", ""},
      {"half a head", raw("HTTP/1.1 200 OK\r\nContent-Ty"), "truncated", ""},
      {"cut body", raw(ok + "Content-Length: 100\r\n\r\ntext"), "200 truncated", "text"},
      {"cut chunks", raw(ok + "Transfer-Encoding: chunked\r\n\r\n9\r\ntext"), "200 truncated",
       "text"},
      {"reset body", raw(ok + "Content-Length: 100\r\n\r\n", reset), "200 truncated", ""},
      {"nonsense", raw("SSH-2.0-OpenSSH_9.2\r\n"), "protocol", ""},
      {"bad length", raw(ok + "Content-Length: x\r\n\r\ntext"), "200 fine", ""},
      {"bad chunks", raw(ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "200 truncated", ""},
      {"long line", raw(ok + "X: " + std::string(101'000, 'x') + "\r\nContent-Length: 0\r\n\r\n"),
       "protocol", ""},
      {"line at the limit",
       raw(ok + "X: " + std::string(90'000, 'x') + "\r\nContent-Length: 0\r\n\r\n"), "200 fine",
       ""},
      {"long head",
       [&] {
         std::string head = ok;
         for (int i = 0; i < 40; ++i) head += "X: " + std::string(9'000, 'x') + "\r\n";
         return raw(head + "\r\n");
       }(),
       "protocol", ""},
      {"endless 100s",
       [&] {
         std::string heads;
         for (int i = 0; i < 20'000; ++i) heads += "HTTP/1.1 100 Continue\r\n\r\n";
         return raw(heads + ok + "\r\n");
       }(),
       "protocol", ""},
  };
  // A connection of one case may be served when the next one begins.
  std::atomic<Case const*> next = nullptr;
  LoopbackServer server([&](Asked const&) { return next.load()->script; });
  for (Case const& c : cases) {
    INFO(c.name);
    // A connection that closes after its answer may reset the next request.
    const auto transport = transport_with(for_loopback());
    next = &c;
    std::string body;
    const std::string result = ask(*transport, server.url("/"), net::Method::get, &body);
    if (c.name == "bad length") {
      CHECK(result != "");  // versions of libcurl differ; it is no crash and no hang
    } else {
      CHECK(result == c.outcome);
      CHECK(body == c.body);
    }
  }
}

TEST_CASE("transport: what is not there") {
  const auto transport = transport_with(for_loopback());
  unsigned closed_port = 0;
  {
    const LoopbackServer server([](Asked const&) { return page(200); });
    closed_port = server.port();
  }
  CHECK(ask(*transport, "http://127.0.0.1:" + std::to_string(closed_port) + "/") == "refused");
  CHECK(ask(*transport, "http://no-such-name.test/") == "dns");
  CHECK(ask(*transport, "http://a_b;c.test/") == "dns");
  CHECK(ask(*transport, "http://127.0.0.1:0/") == "refused");
}

TEST_CASE("transport: the request is what was asked for") {
  LoopbackServer server([](Asked const&) { return page(200, "x"); });
  const auto transport = transport_with(for_loopback());
  setenv("http_proxy", "http://127.0.0.1:9/", 1);  // the option says none
  Got got;
  transport->start({.method = net::Method::get,
                    .url = server.url("/a/../b/./%2e?q='x|y'"),
                    .headers = {{"Accept", "text/html"}, {"X-Empty", ""}}},
                   got);
  wait_for(*transport, got);
  unsetenv("http_proxy");
  REQUIRE(server.asked().size() == 1);
  CHECK(server.asked()[0].head ==
        "GET /a/../b/./%2e?q='x|y' HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
            "\r\nAccept: text/html\r\nX-Empty:\r\n");
}

TEST_CASE("transport: connections are used again, by HEAD and by bodies nobody wants") {
  LoopbackServer server(
      [](Asked const& asked) { return page(200, "some text of " + asked.target); });
  const auto transport = transport_with(for_loopback());
  for (const bool wants : {true, false}) {
    for (const net::Method method : {net::Method::head, net::Method::get}) {
      Got got;
      got.wants_body = wants;
      transport->start({.method = method, .url = server.url("/x")}, got);
      wait_for(*transport, got);
      CHECK(outcome(got) == "200 fine");
      CHECK(got.text == (wants && method == net::Method::get ? "some text of /x" : ""));
    }
  }
  CHECK(server.connections() == 1);
}

TEST_CASE("politeness: a request is not sent again when its connection ends") {
  struct Case {
    std::string outcome;
    Script::End end;
  };
  for (Case const& c : {Case{"empty", Script::End::close}, Case{"reset", Script::End::reset}}) {
    for (const std::size_t others : {std::size_t{0}, std::size_t{3}}) {  // could be used again
      for (const net::Method method : {net::Method::get, net::Method::head}) {
        INFO(c.outcome << ", " << others << " others, " << name_of(method));
        LoopbackServer server([&](Asked const& asked) {
          if (asked.target == "/ends") return raw("", c.end);
          Script script = page(200, "x");
          script.pieces.front().pause = milliseconds(50);
          return script;
        });
        const auto transport = transport_with(for_loopback());
        std::vector<std::unique_ptr<Got>> got;
        for (std::size_t i = 0; i <= others; ++i) {
          got.push_back(std::make_unique<Got>());
          transport->start({.method = net::Method::get, .url = server.url("/")}, *got.back());
        }
        for (auto const& each : got) wait_for(*transport, *each);
        // The server keeps its connections.
        CHECK(ask(*transport, server.url("/")) == "200 fine");
        const std::size_t connections = server.connections();
        REQUIRE((connections > 1) == (others > 0));
        CHECK(ask(*transport, server.url("/ends"), method) == c.outcome);
        CHECK(server.asked().size() == others + 3);
        CHECK(server.connections() == connections);
      }
    }
  }
}

TEST_CASE("transport: a server that closes behind each answer, and does not say so") {
  for (const Script::End end : {Script::End::close, Script::End::reset}) {
    std::mutex mutex;
    std::set<std::size_t> connections;
    LoopbackServer server([&](Asked const& asked) {
      const std::lock_guard lock(mutex);
      // The next request is there before the connection ends.
      return connections.insert(asked.connection).second ? page(200, "x") : raw("", end);
    });
    const auto transport = transport_with(for_loopback());
    for (int i = 0; i < 5; ++i) CHECK(ask(*transport, server.url("/")) == "200 fine");
    CHECK(server.connections() == 5);
  }
}

TEST_CASE("redirects: headers are for the server, not for its proxy") {
  LoopbackServer proxy([](Asked const&) { return page(403, "no"); });
  auto options = for_loopback();
  options.proxy = proxy.url("");
  const auto transport = transport_with(options);
  Got got;
  transport->start({.method = net::Method::get,
                    .url = "https://a.example/x",
                    .headers = {{"Authorization", "Basic dTpw"}, {"Cookie", "a=1"}}},
                   got);
  wait_for(*transport, got);
  CHECK(outcome(got) == "403 fine");
  REQUIRE(proxy.asked().size() == 1);
  CHECK(proxy.asked()[0].head.starts_with("CONNECT a.example:443 HTTP/1.1\r\n"));
  CHECK(proxy.asked()[0].head.find("Basic") == std::string::npos);
  CHECK(proxy.asked()[0].head.find("a=1") == std::string::npos);
}

TEST_CASE("transport: a proxy that cannot be reached is no fault of a host") {
  unsigned closed_port = 0;
  {
    const LoopbackServer server([](Asked const&) { return page(200); });
    closed_port = server.port();
  }
  LoopbackServer busy([](Asked const&) { return page(503); });
  LoopbackServer rude([](Asked const&) { return raw(""); });
  const std::string at = "127.0.0.1:" + std::to_string(closed_port);
  struct Case {
    std::string proxy;
    std::string http;
    std::string https;
    std::string fault;
  };
  const std::vector<Case> cases{
      {"http://u:secret@" + at, "proxy", "proxy",
       "--proxy http://***@" + at + ": the proxy cannot be used: it refuses the connection"},
      {"socks5://" + at, "proxy", "proxy",
       "--proxy socks5://" + at + ": the proxy cannot be used: it refuses the connection"},
      {"http://no-such-proxy.test", "proxy", "proxy",
       "--proxy http://no-such-proxy.test: the proxy cannot be used: its name does not resolve"},
      // What a proxy says is of the host.
      {busy.url(""), "503 fine", "503 fine", ""},
      {rude.url(""), "empty", "", ""},
  };
  for (Case const& c : cases) {
    INFO(c.proxy);
    auto options = for_loopback();
    options.proxy = c.proxy;
    const auto transport = transport_with(options);
    // More often than it is tried.
    for (int i = 0; i < 5; ++i) {
      CHECK(ask(*transport, "http://a.example/") == c.http);
      const std::string tunnel = ask(*transport, "https://a.example/");
      CHECK((c.https.empty() ? tunnel != "proxy" : tunnel == c.https));
    }
    if (c.fault.empty()) continue;
    CHECK(transport->proxy_fault("http://a.example/") == c.fault);
    CHECK(transport->proxy_fault("https://a.example/") == c.fault);
  }
}

TEST_CASE("transport: large bodies that nobody wants are cut off") {
  const std::string large(20'000'000, 'x');
  LoopbackServer server([&](Asked const&) { return page(200, large); });
  const auto transport = transport_with(for_loopback());
  Got got;
  got.wants_body = false;
  transport->start({.method = net::Method::get, .url = server.url("/")}, got);
  wait_for(*transport, got);
  CHECK(outcome(got) == "200 fine");
  Got first;
  first.max = 1;
  transport->start({.method = net::Method::get, .url = server.url("/")}, first);
  wait_for(*transport, first);
  CHECK(outcome(first) == "200 fine");
  CHECK(server.sent() < 2 * large.size());
}

TEST_CASE("transport: a body that nobody wants and that does not come is no failure") {
  LoopbackServer server([](Asked const&) {
    return Script{.pieces = {{.bytes = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"},
                             {.bytes = "x", .pause = seconds(60)}}};
  });
  auto options = for_loopback();
  options.timeout = seconds(30);
  const auto transport = transport_with(options);
  Got got;
  got.wants_body = false;
  transport->start({.method = net::Method::get, .url = server.url("/")}, got);
  wait_for(*transport, got);
  CHECK(outcome(got) == "200 fine");
}

TEST_CASE("transport: --timeout is for all of a request") {
  LoopbackServer server([](Asked const& asked) {
    Script script;
    if (asked.target == "/body") script.pieces.push_back({.bytes = "HTTP/1.1 200 OK\r\n\r\n"});
    for (int i = 0; i < 100; ++i) {
      script.pieces.push_back(
          {.bytes = asked.target == "/body" ? "x" : "", .pause = milliseconds(50)});
    }
    return script;
  });
  auto options = for_loopback();
  options.timeout = milliseconds(200);
  const auto transport = transport_with(options);
  CHECK(ask(*transport, server.url("/head")) == "timeout");
  CHECK(ask(*transport, server.url("/body")) == "200 timeout");
}

TEST_CASE("safety defaults: no socket is opened to a private address") {
  LoopbackServer server([](Asked const&) { return page(200, "secret"); });
  const std::string port = std::to_string(server.port());
  auto options = for_loopback();
  options.addresses = net::AddressRules();
  // A name that resolves to a private address: it is what a rebinding name server would say.
  options.resolutions.push_back(*net::parse_resolution("a.example:" + port + ":127.0.0.1"));
  options.resolutions.push_back(*net::parse_resolution("b.example:" + port + ":127.0.0.1,::1"));
  options.resolutions.push_back(*net::parse_resolution("c.example:" + port + ":::ffff:127.0.0.1"));
  const auto transport = transport_with(options);
  for (std::string const host : {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]",
                                 "a.example", "b.example", "c.example"}) {
    INFO(host);
    CHECK(ask(*transport, "http://" + host + ":" + port + "/") == "private");
  }
  CHECK(server.connections() == 0);
}

TEST_CASE("safety defaults: of a name's addresses only the allowed ones are tried") {
  LoopbackServer server([](Asked const&) { return page(200, "text"); });
  const std::string port = std::to_string(server.port());
  auto options = for_loopback();
  options.addresses = *net::AddressRules::parse("127.0.0.1");
  options.resolutions.push_back(
      *net::parse_resolution("a.example:" + port + ":10.255.255.1,127.0.0.1"));
  options.resolutions.push_back(*net::parse_resolution("b.example:" + port + ":::1,127.0.0.1"));
  const auto transport = transport_with(options);
  CHECK(ask(*transport, "http://a.example:" + port + "/") == "200 fine");
  CHECK(ask(*transport, "http://b.example:" + port + "/") == "200 fine");
  CHECK(transport->is_loopback("a.example"));
}

TEST_CASE("safety defaults: a pinned name stays where it has answered") {
  const auto address = [](std::string_view text) { return *net::parse_ip_address(text); };
  const auto all = net::AddressRules::allowing_all();
  const std::vector<net::Resolution> given{*net::parse_resolution("a.example:81:10.0.0.9"),
                                           *net::parse_resolution("b.example:80:10.0.0.8,::1")};
  struct Case {
    std::vector<std::string_view> addresses;
    std::string_view answered;
    std::string line;  // after that, of port 80
  };
  const std::vector<Case> cases{
      {{"8.8.8.8", "2606::1"}, "", "a.example:80:8.8.8.8,[2606::1]"},
      {{"8.8.8.8", "2606::1"}, "2606::1", "a.example:80:[2606::1]"},
      {{"10.0.0.1", "127.0.0.1"}, "10.0.0.1", "a.example:80:10.0.0.1"},
      // one machine, whose servers may listen at either
      {{"::1", "127.0.0.1", "10.0.0.1"}, "127.0.0.1", "a.example:80:127.0.0.1,[::1]"},
      // What --resolve says of another port does not count, the next answer does.
      {{"8.8.8.8", "2606::1"}, "10.0.0.9", "a.example:80:8.8.8.8"},
  };
  for (Case const& c : cases) {
    INFO(c.line);
    net::PinnedName pin{.host = "a.example", .addresses = {}};
    for (const std::string_view each : c.addresses) pin.addresses.push_back(address(each));
    net::HostPlaces places(given, pin, all);
    if (!c.answered.empty()) {
      places.note_answer("b.example", pin.addresses.back());
      places.note_answer("a.example", address(c.answered));
      places.note_answer("a.example", pin.addresses.front());
    }
    CHECK(places.line("a.example", 80) == c.line);
    CHECK(places.line("a.example", 81) == "a.example:81:10.0.0.9");
    CHECK(places.line("b.example", 80) == "b.example:80:10.0.0.8,[::1]");
    CHECK(places.line("b.example", 81).empty());
    CHECK(places.is_known("a.example"));
    CHECK(!places.is_known("c.example"));
  }
}

TEST_CASE("safety defaults: a pinned name is not looked up, at any port") {
  const auto answer = [](Asked const&) { return page(200, "text"); };
  LoopbackServer first(answer);
  LoopbackServer second(answer);
  auto options = for_loopback();
  options.pin = net::PinnedName{
      .host = "start.example",
      .addresses = {*net::parse_ip_address("::1"), *net::parse_ip_address("127.0.0.1")}};
  const auto transport = transport_with(options);
  for (unsigned port : {first.port(), second.port(), first.port()}) {
    CHECK(ask(*transport, "http://start.example:" + std::to_string(port) + "/") == "200 fine");
  }
  CHECK(transport->is_loopback("start.example"));
  CHECK(transport->is_resolved("start.example"));
  options.addresses = net::AddressRules();
  CHECK(ask(*transport_with(options),
            "http://start.example:" + std::to_string(first.port()) + "/") == "private");
}

TEST_CASE("safety defaults: with a proxy literal addresses and localhost names are judged") {
  LoopbackServer proxy([](Asked const& asked) { return page(200, asked.target); });
  auto options = for_loopback();
  options.addresses = net::AddressRules();
  options.proxy = proxy.url("");
  const auto transport = transport_with(options);
  std::string body;
  CHECK(ask(*transport, "http://a.example/x", net::Method::get, &body) == "200 fine");
  CHECK(body == "http://a.example/x");
  CHECK(ask(*transport, "http://10.0.0.1/") == "private");
  CHECK(ask(*transport, "http://localhost/") == "private");
  CHECK(proxy.asked().size() == 1);
}

// A name server may say that there is no such name, or nothing at all: no libcurl tells which.
TEST_CASE("transport: many names at a time, of which none resolves") {
  auto options = for_loopback();
  options.connect_timeout = seconds(2);
  const auto transport = transport_with(options);
  std::vector<std::unique_ptr<Got>> all;
  for (int i = 0; i < 60; ++i) {
    all.push_back(std::make_unique<Got>());
    transport->start(
        {.method = net::Method::head, .url = "http://n" + std::to_string(i % 30) + ".test/"},
        *all.back());
  }
  transport->cancel(*all[3]);
  transport->cancel(*all[40]);
  transport->cancel(*all[59]);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 3 || i == 40 || i == 59) {
      CHECK(!all[i]->is_done);
      continue;
    }
    wait_for(*transport, *all[i]);
    CHECK((outcome(*all[i]) == "dns" || outcome(*all[i]) == "timeout"));
  }
}

TEST_CASE("transport: a name that does not resolve is not looked up for ever") {
  auto options = for_loopback();
  options.connect_timeout = seconds(2);
  const auto transport = transport_with(options);
  const std::string first = ask(*transport, "http://none.test/0");
  for (int i = 1; i < 40; ++i) {
    const std::string result = ask(*transport, "http://none.test/" + std::to_string(i));
    CHECK((result == "dns" || result == "timeout"));
  }
}

TEST_CASE("transport: names below invalid are not looked up") {
  LoopbackServer server([](Asked const& asked) { return page(200, asked.target); });
  const std::string url = "http://a.invalid:" + std::to_string(server.port()) + "/x";
  net::TransportOptions options = for_loopback();
  const auto transport = transport_with(options);
  for (int i = 0; i < 10; ++i) CHECK(ask(*transport, url) == "dns");
  CHECK_FALSE(transport->is_resolved("a.invalid"));
  options.resolutions = {
      *net::parse_resolution("a.invalid:" + std::to_string(server.port()) + ":127.0.0.1")};
  CHECK(ask(*transport_with(options), url) == "200 fine");
  CHECK(server.asked().back().target == "/x");
  options.resolutions.clear();
  options.proxy = server.url("");
  CHECK(ask(*transport_with(options), url) == "200 fine");
  CHECK(server.asked().back().target == url);
  CHECK(net::look_up("a.invalid", 80, {}).empty());
}

TEST_CASE("transport: a transport may end with requests open") {
  LoopbackServer server(
      [](Asked const&) { return Script{.pieces = {{.bytes = "", .pause = seconds(5)}}}; });
  Got one;
  Got two;
  const auto transport = transport_with(for_loopback());
  transport->start({.method = net::Method::get, .url = server.url("/")}, one);
  transport->start({.method = net::Method::get, .url = "http://a.invalid/"}, two);
  transport->wait(milliseconds(10));
}

TEST_CASE("options: errors of a transport say what is wrong") {
  auto options = for_loopback();
  options.proxy = "ftp://x";
  CHECK(net::make_transport(options).error() ==
        "ftp://x: not a proxy of http, https, socks4 or socks5");
  options = for_loopback();
  options.ca_file = "/no/such/file";
  CHECK(net::make_transport(options).error() == "/no/such/file: cannot be read");
  options.ca_file = "/proc/version";
  CHECK(net::make_transport(options).error() == "/proc/version: has no certificate in PEM format");
  options = for_loopback();
  options.connections = 100'000'000;
  CHECK(net::make_transport(options).error().find("100000000 connections need") == 0);
}

TEST_CASE("a client on the network: HEAD, GET, redirects, retries, and each address once") {
  LoopbackServer server([](Asked const& asked) {
    if (asked.target == "/405") return asked.method == "HEAD" ? page(405) : page(200, "x");
    if (asked.target == "/moved") return page(301, "", "Location: /fine#there\r\n");
    if (asked.target == "/fine") return page(200, "fine");
    if (asked.target == "/closed") return raw("");
    if (asked.target == "/page") return page(200, "<p id=a>", "Content-Type: text/html\r\n");
    return page(404, "no");
  });
  const auto transport = transport_with(for_loopback());
  net::ClientOptions options;
  options.addresses = net::AddressRules::allowing_all();
  options.steps.retry_wait = milliseconds(10);
  Collected found;
  net::Client client(options, *transport, net::system_clock(), found);
  Pages pages;
  const std::vector<std::string> paths{"/405", "/moved", "/closed", "/gone", "/page"};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    net::Task task;
    task.url = server.url(paths[i]);
    task.token = i;
    if (paths[i] == "/page") task.reader = &pages;
    client.add(task);
  }
  client.run();
  const std::string at = server.url("");
  CHECK(described(found.series[0]) == "accepted " + at + "/405: HEAD 405 GET 200");
  CHECK(described(found.series[1]) == "accepted " + at + "/fine#there: HEAD 301 | HEAD 200");
  CHECK(described(found.series[2]) ==
        "failed " + at + "/closed: HEAD empty GET empty GET empty GET empty");
  CHECK(described(found.series[3]) == "failed " + at + "/gone: HEAD 404 GET 404");
  CHECK(described(found.series[4]) == "accepted " + at + "/page: GET 200");
  CHECK(pages.text == "<p id=a>");
}

#else

TEST_CASE("a build without a network says so") {
  CHECK(!net::has_network());
  CHECK(net::make_transport({}).error() == "this build of hrefkit has no network");
}

#endif

}  // namespace hrefkit::test
