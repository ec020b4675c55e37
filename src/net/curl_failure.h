// What libcurl's codes mean for a request: a Failure of exchange.h, a fault of its proxy, or the
// answer of the proxy in place of the host.
//
//   CURLE_RECV_ERROR before a head     Failure::reset
//   CURLE_RECV_ERROR after a head      Failure::truncated
//   CURLE_COULDNT_CONNECT to a proxy   "it refuses the connection"
#pragma once

#include <string>

#include "hrefkit/net/curl_exchange.h"
#include "hrefkit/net/curl_library.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::net {

/// How a request has ended. `was_flood`: its connection was ended by FloodGuard.
Failure failure_of(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code,
                   bool was_flood);

/// What a proxy answers in place of a tunnel is the answer, as it is for http: it forbids the host,
/// or wants a password. 0 where it did not.
int status_of_proxy(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code);

/// Why the proxy of a request could not be reached; empty if it was reached: any later failure
/// counts as one of the host.
/// `has_peer`: a socket of the request is connected.
std::string fault_of_proxy(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code,
                           bool has_peer);

}  // namespace hrefkit::net
