// One request of the transport over libcurl, from its start until its sink has the end. It has what
// libcurl's callbacks note, and what decides how a failure is called (curl_failure.h).
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "hrefkit/net/curl_library.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::net {

class CurlTransport;

/// Bytes of all heads of a request, after which it is ended.
constexpr std::size_t max_head_bytes = 300'000;

/// One request.
struct CurlExchange {
  using Time = std::chrono::steady_clock::time_point;

  CurlTransport* transport = nullptr;
  AnswerSink* sink = nullptr;
  Request request;
  CURL* easy = nullptr;
  std::shared_ptr<curl_slist> headers;
  std::string name;  ///< to be resolved; empty for IP addresses, proxies, --resolve
  std::string proxy;
  std::string place;  ///< the line for CURLOPT_RESOLVE; empty where the name is looked up
  std::string head;   ///< the lines of the head that is arriving, without its status line
  int status = 0;
  std::size_t head_bytes = 0;  ///< of all heads
  std::size_t drained = 0;
  Time drain_end{};
  bool is_resolving = false;
  bool has_head = false;  ///< the sink got it
  bool is_cut = false;    ///< the sink wants no more
  bool is_over_head = false;
  bool is_over_time = false;
  Time end{};              ///< of its time
  bool was_stale = false;  ///< it is sent on a new connection
  /// How the connection ended on which it was sent first, one that was used again.
  Failure first_end = Failure::none;
  bool refused_address = false;
  bool tried_address = false;
  bool was_connected = false;               ///< to the proxy
  std::vector<curl_socket_t> sockets = {};  ///< to the proxy
};

}  // namespace hrefkit::net
