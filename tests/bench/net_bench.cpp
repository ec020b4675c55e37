// How fast the client asks, beside a bare loop over libcurl's multi interface.
//
//   net_bench URL [REQUESTS [CONNECTIONS]]      HEAD for URL0, URL1, ...: requests a second, by
//   turns net_bench --origins PORT TARGETS ORIGINS    as many targets on as many names of
//   127.0.0.1: the peak of memory
#include <curl/curl.h>
#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"

namespace net = hrefkit::net;

namespace {

struct Counted final : net::Listener {
  void finished(net::Series series) override { ++(series.end == net::End::accepted ? fine : bad); }
  std::size_t fine = 0;
  std::size_t bad = 0;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Requests a second of a loop that does nothing but ask.
double bare_loop(std::string const& url, std::size_t requests, std::size_t connections) {
  const auto begin = std::chrono::steady_clock::now();
  CURLM* const multi = curl_multi_init();
  std::size_t next = 0;
  std::size_t done = 0;
  const auto start = [&](CURL* easy) {
    curl_easy_setopt(easy, CURLOPT_URL, (url + std::to_string(next++)).c_str());
    curl_multi_add_handle(multi, easy);
  };
  for (std::size_t i = 0; i < std::min(connections, requests); ++i) {
    CURL* const easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    start(easy);
  }
  while (done < requests) {
    int running = 0;
    curl_multi_perform(multi, &running);
    int left = 0;
    while (CURLMsg const* message = curl_multi_info_read(multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const easy = message->easy_handle;
      if (message->data.result != CURLE_OK) std::exit(1);
      ++done;
      curl_multi_remove_handle(multi, easy);
      if (next < requests) {
        start(easy);
      } else {
        curl_easy_cleanup(easy);
      }
    }
    if (done < requests) curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
  curl_multi_cleanup(multi);
  return static_cast<double>(requests) / seconds_since(begin);
}

std::unique_ptr<net::Transport> transport_with(net::TransportOptions options) {
  options.addresses = net::AddressRules::allowing_all();
  options.proxy = "none";
  auto transport = net::make_transport(std::move(options));
  if (!transport) {
    std::fprintf(stderr, "%s\n", transport.error().c_str());
    std::exit(2);
  }
  return std::move(*transport);
}

net::ClientOptions client_options(int connections, int per_host) {
  net::ClientOptions options;
  options.addresses = net::AddressRules::allowing_all();
  options.connections = connections;
  options.per_host = per_host;
  options.delay = std::chrono::milliseconds(0);
  options.user_agent = "Mozilla/5.0 (compatible; hrefkit)";
  return options;
}

double our_client(std::string const& url, std::size_t requests, std::size_t connections) {
  const auto begin = std::chrono::steady_clock::now();
  const int count = static_cast<int>(connections);
  net::TransportOptions options;
  options.connections = count;
  const auto transport = transport_with(options);
  Counted counted;
  net::Client client(client_options(count, count), *transport, net::system_clock(), counted);
  for (std::size_t i = 0; i < requests; ++i) {
    net::Task task;
    task.url = url + std::to_string(i);
    client.add(std::move(task));
  }
  client.run();
  if (counted.bad != 0) std::exit(1);
  return static_cast<double>(requests) / seconds_since(begin);
}

void many_origins(unsigned port, std::size_t targets, std::size_t origins) {
  net::TransportOptions options;
  for (std::size_t i = 0; i < origins; ++i) {
    options.resolutions.push_back({.host = std::string("h").append(std::to_string(i)) + ".example",
                                   .port = port,
                                   .addresses = {*net::parse_ip_address("127.0.0.1")}});
  }
  const auto transport = transport_with(options);
  Counted counted;
  net::Client client(client_options(64, 4), *transport, net::system_clock(), counted);
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < targets; ++i) {
    net::Task task;
    task.url = "http://h" + std::to_string(i % origins) + ".example:" + std::to_string(port) +
               "/some/page/of/the/site/" + std::to_string(i) + ".html";
    client.add(std::move(task));
  }
  client.run();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu targets on %zu origins: %zu fine, %.1f s, %ld MB\n", targets, origins,
              counted.fine, seconds_since(begin), usage.ru_maxrss / 1024);
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 4 && words[0] == "--origins") {
    many_origins(static_cast<unsigned>(std::stoul(words[1])), std::stoul(words[2]),
                 std::stoul(words[3]));
    return 0;
  }
  if (words.empty()) {
    std::fprintf(stderr, "usage: net_bench URL [REQUESTS [CONNECTIONS]]\n");
    return 2;
  }
  const std::size_t requests = words.size() > 1 ? std::stoul(words[1]) : 50'000;
  const std::size_t connections = words.size() > 2 ? std::stoul(words[2]) : 16;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  std::vector<double> bare;
  std::vector<double> ours;
  for (int i = 0; i < 5; ++i) {
    bare.push_back(bare_loop(words[0], requests, connections));
    ours.push_back(our_client(words[0], requests, connections));
    std::printf("bare %.0f  ours %.0f  requests a second\n", bare.back(), ours.back());
  }
  std::sort(bare.begin(), bare.end());
  std::sort(ours.begin(), ours.end());
  std::printf("medians: bare %.0f, ours %.0f, ratio %.2f\n", bare[2], ours[2], ours[2] / bare[2]);
  return 0;
}
