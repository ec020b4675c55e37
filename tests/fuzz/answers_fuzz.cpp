// Series of answers. Each line is one: a byte for its status, a byte for its failure, then its
// fields with "|" between, and behind "||" its body. They answer, in turn, whatever a client asks
// for.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/require.h"
#include "hrefkit/net/client.h"
#include "net/scripted_web.h"

namespace net = hrefkit::net;
namespace test = hrefkit::test;
using hrefkit::fuzz::require;

namespace {

test::Reply reply_of(std::string_view line) {
  constexpr std::array<int, 16> statuses{200, 200, 204, 301, 302, 307, 403, 404,
                                         405, 429, 500, 503, 999, 0,   0,   206};
  test::Reply reply;
  const auto byte = [&](std::size_t i) {
    return i < line.size() ? static_cast<unsigned char>(line[i]) : 0U;
  };
  reply.status = statuses[byte(0) % statuses.size()];
  const unsigned kinds = static_cast<unsigned>(net::Failure::private_address) + 1;
  reply.failure = static_cast<net::Failure>(byte(1) % kinds);
  if (reply.status == 0 && reply.failure == net::Failure::none) reply.failure = net::Failure::empty;
  // After a head a body may only be cut, or late.
  if (reply.status != 0 && reply.failure != net::Failure::none) {
    reply.failure = byte(1) % 2 == 0 ? net::Failure::truncated : net::Failure::timeout;
  }
  line.remove_prefix(std::min<std::size_t>(2, line.size()));
  const std::size_t end = line.find("||");
  for (const char c : line.substr(0, end)) reply.fields += c == '|' ? '\n' : c;
  if (end != std::string_view::npos) reply.body = line.substr(end + 2);
  reply.takes = std::chrono::milliseconds(byte(1));
  return reply;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr std::size_t max_replies = 64;
  constexpr std::uint64_t tasks = 6;
  std::vector<test::Reply> replies;
  for (std::string_view rest(reinterpret_cast<char const*>(data), size);
       !rest.empty() && replies.size() < max_replies;) {
    const std::size_t end = rest.find('\n');
    replies.push_back(reply_of(rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  if (replies.empty()) return 0;
  net::ClientOptions options;
  options.robots = data[0] % 2 == 0 ? net::RobotsChoice::on : net::RobotsChoice::off;
  options.per_host = 2;
  options.max_redirects = 5;
  options.max_body = 1000;
  test::ScriptedClock clock;
  test::ScriptedWeb web(clock);
  web.in_turn(replies);
  test::Collected found;
  net::Client client(options, web, clock, found);
  std::vector<test::Pages> pages(tasks);
  net::CookieJar jar;
  for (std::uint64_t i = 0; i < tasks; ++i) {
    net::Task task;
    task.url = (i % 3 == 0 ? "https://a.example/" : "http://u:p@b.example/") + std::to_string(i);
    task.token = i;
    if (i % 2 == 0) task.reader = &pages[i];
    if (i == 4) task.cookies = &jar;
    if (i == 5) task.follow = net::Follow::itself;
    client.add(task);
  }
  client.run();
  require(client.pending() == 0, "nothing is left");
  require(found.series.size() == tasks, "each task ends once");
  // HEAD, GET and two retries for each of six URLs; one robots.txt with five redirects an origin.
  const std::uint64_t hops = 6 * tasks;
  require(client.counters().requests - client.counters().robots <= 4 * hops,
          "the requests of a task are bounded");
  require(client.counters().robots <= 6 * (hops + 2), "robots.txt is asked for once an origin");
  for (auto const& [origin, count] : web.max_open_of) require(count <= 2, "--per-host holds");
  require(web.log.find(" http://127.0.0.1/") == std::string::npos, "no private address is asked");
  // A path may have such text.
  for (char const* userinfo : {" http://u:p@", " https://u:p@"}) {
    require(web.log.find(userinfo) == std::string::npos, "no userinfo is in a request's URL");
  }
  for (test::Pages const& each : pages) require(each.text.size() <= 1000, "--max-body holds");
  for (auto const& [token, series] : found.series) {
    require(!series.hops.empty(), "a series has a hop");
    require(series.end != net::End::accepted || series.status() != 0, "accepted is answered");
  }
  return 0;
}
