#include "hrefkit/net/flood_guard.h"

#include <catch2/catch.hpp>

#if defined(HREFKIT_NETWORK) && defined(__linux__)

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

#include "net/loopback_server.h"

namespace hrefkit::test {

namespace {

/// A connection to a server that has sent a request, whose answer is to be read.
int connection_to(LoopbackServer const& server) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(server.port()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  const std::string request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  REQUIRE(send(socket, request.data(), request.size(), 0) == static_cast<ssize_t>(request.size()));
  return socket;
}

unsigned port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  REQUIRE(getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  return ntohs(address.sin_port);
}

/// Reads `bytes` in pieces; less where the connection ends before.
std::size_t read_from(int socket, std::size_t bytes, std::chrono::milliseconds pause = {}) {
  std::string piece(16'384, '\0');
  std::size_t all = 0;
  while (all < bytes) {
    const ssize_t got = recv(socket, piece.data(), piece.size(), 0);
    if (got <= 0) return all;
    all += static_cast<std::size_t>(got);
    std::this_thread::sleep_for(pause);
  }
  return all;
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

}  // namespace

TEST_CASE("transport: a connection that is read for long for nobody is cut") {
  const LoopbackServer server([](Asked const&) {
    Script script;
    for (int i = 0; i < 64; ++i) script.pieces.push_back({.bytes = std::string(megabyte, 'x')});
    return script;
  });
  const int flooded = connection_to(server);
  const int quiet = connection_to(server);
  const unsigned port = port_of(flooded);
  net::FloodGuard guard;
  guard.add(flooded);
  guard.add(quiet);
  guard.begin();
  // At this pace it would go on for 4 seconds at least.
  CHECK(read_from(flooded, 64 * megabyte, std::chrono::milliseconds(1)) < 64 * megabyte);
  guard.end();
  CHECK(guard.was_cut(port));
  CHECK(!guard.was_cut(port_of(quiet)));
  CHECK(read_from(quiet, megabyte) >= megabyte);
  guard.close(flooded);
  guard.close(quiet);
}

TEST_CASE("transport: a connection whose bytes are for a caller is not cut") {
  const LoopbackServer server([](Asked const&) { return raw(std::string(8 * megabyte, 'x')); });
  for (const bool calls_back : {true, false}) {
    const int socket = connection_to(server);
    const unsigned port = port_of(socket);
    net::FloodGuard guard;
    guard.add(socket);
    if (calls_back) guard.begin();
    std::size_t all = 0;
    while (all < 8 * megabyte) {
      if (!calls_back) guard.begin();  // one short call after the other
      const std::size_t got = read_from(socket, 1, std::chrono::milliseconds(1));
      if (!calls_back) guard.end();
      if (calls_back) guard.note_delivery(got);
      if (got == 0) break;
      all += got;
    }
    CHECK(all == 8 * megabyte);
    guard.end();
    CHECK(!guard.was_cut(port));
    guard.close(socket);
  }
}

}  // namespace hrefkit::test

#endif
