// Cuts connections that keep libcurl busy with frames without content.
//
// libcurl reads a connection of HTTP/2 until nothing is left to read. A server that sends frames
// without content (empty DATA, PING, WINDOW_UPDATE) faster than they are read keeps it there: one
// call of curl_multi_perform has taken 50 seconds, with a time-out of 3. No callback is called
// meanwhile, no time-out is looked at, and all other hosts wait.
//
// So a thread looks at what is read while one call of libcurl lasts. Where that is much, for a
// time, and next to nothing of it is for a caller, it is a flood: the connection is replaced by one
// that has ended, which libcurl sees at its next read.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace hrefkit::net {

/// Guards the connections of one transport.
class FloodGuard {
 public:
  FloodGuard() = default;
  ~FloodGuard();
  FloodGuard(FloodGuard const&) = delete;
  FloodGuard& operator=(FloodGuard const&) = delete;

  /// They enclose each call of curl_multi_perform.
  void begin();
  void end();

  /// libcurl calls back with so many bytes of a head or a body.
  void note_delivery(std::size_t bytes) { delivered_.fetch_add(bytes, std::memory_order_relaxed); }

  /// Adds a socket that was opened. The first one starts the thread.
  void add(int socket);

  /// Closes a socket that was added.
  int close(int socket);

  /// True where the connection with that local port was cut.
  bool was_cut(unsigned local_port) const;

 private:
  void work();
  void look();
  void cut(int socket);

  mutable std::mutex mutex_;
  std::condition_variable stop_;
  bool is_stopped_ = false;
  bool is_working_ = false;
  std::uint64_t works_ = 0;
  std::map<int, std::uint64_t> read_;  ///< bytes of each socket when the call was first seen
  std::set<unsigned> cut_;             ///< local ports
  // Of the call that goes on: its number, what had been delivered before, how often it was seen.
  std::uint64_t seen_works_ = 0;
  std::uint64_t delivered_before_ = 0;
  int looks_ = 0;
  std::atomic<std::uint64_t> delivered_{0};
  std::thread thread_;
};

}  // namespace hrefkit::net
