#include "hrefkit/net/flood_guard.h"

#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/tcp.h>
#endif
#include <array>
#include <chrono>
#include <cstddef>
#include <system_error>

namespace hrefkit::net {

namespace {

constexpr std::chrono::milliseconds look_time{50};

/// In a call of so many looks, so many bytes of one connection are a flood if not more than this
/// part of them was delivered. A handshake of TLS and the largest head of HTTP/2 are smaller.
constexpr int flood_looks = 5;
constexpr std::uint64_t flood_bytes = std::uint64_t{128} << 10;
constexpr std::uint64_t flood_part = 16;

/// The number of bytes that were read from a socket; 0 if the system does not count them.
std::uint64_t bytes_read(int socket) {
#if defined(__linux__)
  tcp_info state{};
  socklen_t size = sizeof state;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &state, &size) != 0) return 0;
  if (size < offsetof(tcp_info, tcpi_bytes_received) + sizeof state.tcpi_bytes_received) return 0;
  int unread = 0;
  if (ioctl(socket, FIONREAD, &unread) != 0) return 0;
  const std::uint64_t received = state.tcpi_bytes_received;
  const auto waiting = static_cast<std::uint64_t>(unread);
  return received > waiting ? received - waiting : 0;
#else
  static_cast<void>(socket);
  return 0;
#endif
}

unsigned local_port(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<sockaddr_in const*>(&address)->sin_port);
  }
  if (address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<sockaddr_in6 const*>(&address)->sin6_port);
  }
  return 0;
}

}  // namespace

FloodGuard::~FloodGuard() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  stop_.notify_one();
  thread_.join();
}

void FloodGuard::begin() {
  const std::lock_guard lock(mutex_);
  is_working_ = true;
  ++works_;
}

void FloodGuard::end() {
  const std::lock_guard lock(mutex_);
  is_working_ = false;
}

void FloodGuard::add(int socket) {
  const std::lock_guard lock(mutex_);
  read_[socket] = 0;
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (std::system_error const&) {  // without a thread, nothing is guarded
  }
}

int FloodGuard::close(int socket) {
  const std::lock_guard lock(mutex_);  // so that its number is not another's when it is cut
  read_.erase(socket);
  return ::close(socket);
}

bool FloodGuard::was_cut(unsigned local_port) const {
  const std::lock_guard lock(mutex_);
  return cut_.contains(local_port);
}

void FloodGuard::work() {
  std::unique_lock lock(mutex_);
  while (!is_stopped_) {
    look();
    stop_.wait_for(lock, look_time, [this] { return is_stopped_; });
  }
}

/// Cuts the connections that are floods. The mutex is locked.
void FloodGuard::look() {
  if (!is_working_) return;
  const std::uint64_t delivered = delivered_.load(std::memory_order_relaxed);
  if (works_ != seen_works_) {
    seen_works_ = works_;
    delivered_before_ = delivered;
    looks_ = 0;
    for (auto& [socket, bytes] : read_) {
      bytes = bytes_read(socket);
      // A connection that lives has the port of one that was cut before: it is not that one.
      if (!cut_.empty()) cut_.erase(local_port(socket));
    }
    return;
  }
  if (++looks_ < flood_looks) return;
  for (auto const& [socket, before] : read_) {
    const std::uint64_t read = bytes_read(socket);
    if (read < before + flood_bytes) continue;
    if ((delivered - delivered_before_) * flood_part < read - before) cut(socket);
  }
}

/// Replaces a socket. Shutting it down would not do: libcurl would still read its unread bytes.
void FloodGuard::cut(int socket) {
  std::array<int, 2> ended{};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ended.data()) != 0) return;
  ::close(ended[1]);
  cut_.insert(local_port(socket));
  dup2(ended[0], socket);
  ::close(ended[0]);
}

}  // namespace hrefkit::net
