#include "hrefkit/net/curl_failure.h"

#include <cerrno>

#include "hrefkit/text/ascii.h"

namespace hrefkit::net {

namespace {

/// OpenSSL's X509_V_ERR_ values.
Failure failure_of_verification(long result) {
  switch (result) {
    case 2:   // UNABLE_TO_GET_ISSUER_CERT
    case 20:  // UNABLE_TO_GET_ISSUER_CERT_LOCALLY
    case 21:  // UNABLE_TO_VERIFY_LEAF_SIGNATURE
      return Failure::tls_issuer;
    case 9:  // CERT_NOT_YET_VALID
      return Failure::tls_not_yet_valid;
    case 10:  // CERT_HAS_EXPIRED
      return Failure::tls_expired;
    case 18:  // DEPTH_ZERO_SELF_SIGNED_CERT
    case 19:  // SELF_SIGNED_CERT_IN_CHAIN
      return Failure::tls_self_signed;
    case 0:   // the chain is good: libcurl compares the host itself,
    case 1:   // and may not have set the result then
    case 62:  // HOSTNAME_MISMATCH
    case 64:  // IP_ADDRESS_MISMATCH
      return Failure::tls_host;
    default:
      return Failure::tls_handshake;
  }
}

/// The fault of a SOCKS proxy; empty if the proxy reports that it cannot reach the host.
std::string fault_of_socks(long error) {
#if LIBCURL_VERSION_NUM >= 0x074900
  switch (error) {
    case CURLPX_CLOSED:
    case CURLPX_RECV_REQACK:
    case CURLPX_REPLY_ADDRESS_TYPE_NOT_SUPPORTED:
    case CURLPX_REPLY_COMMAND_NOT_SUPPORTED:
    case CURLPX_REPLY_CONNECTION_REFUSED:
    case CURLPX_REPLY_GENERAL_SERVER_FAILURE:
    case CURLPX_REPLY_HOST_UNREACHABLE:
    case CURLPX_REPLY_NETWORK_UNREACHABLE:
    case CURLPX_REPLY_NOT_ALLOWED:
    case CURLPX_REPLY_TTL_EXPIRED:
    case CURLPX_REPLY_UNASSIGNED:
    case CURLPX_REQUEST_FAILED:
    case CURLPX_RESOLVE_HOST:
      return {};
    case CURLPX_NO_AUTH:
    case CURLPX_USER_REJECTED:
    case CURLPX_IDENTD:
    case CURLPX_IDENTD_DIFFER:
      return "it does not accept the user";
    default:
      return "it does not speak SOCKS";
  }
#else
  static_cast<void>(error);
  return {};
#endif
}

}  // namespace

Failure failure_of(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code,
                   bool was_flood) {
  if (exchange.is_cut) return Failure::none;
  if (exchange.is_over_time) return Failure::timeout;
  if (exchange.is_over_head) return Failure::protocol;
  if (exchange.first_end != Failure::none) return exchange.first_end;
  if (code != CURLE_OK && was_flood) return Failure::timeout;
  const auto after_head = [&](Failure failure) {
    return exchange.has_head ? Failure::truncated : failure;
  };
  switch (code) {
    case CURLE_OK:
      if (exchange.has_head) return Failure::none;
      return exchange.head_bytes == 0 ? Failure::empty : Failure::truncated;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Failure::dns;
    case CURLE_URL_MALFORMAT:  // a host that no name server knows, or port 0
      return exchange.request.url.find(":0/") != std::string::npos ? Failure::refused
                                                                   : Failure::dns;
    case CURLE_COULDNT_CONNECT:
      if (exchange.refused_address && !exchange.tried_address) return Failure::private_address;
      return curl.info(exchange.easy, CURLINFO_OS_ERRNO) == ETIMEDOUT ? Failure::timeout
                                                                      : Failure::refused;
    case CURLE_PROXY:
      return Failure::refused;
    case CURLE_OPERATION_TIMEDOUT:
      return Failure::timeout;
    case CURLE_GOT_NOTHING:
      return Failure::empty;
    case CURLE_PARTIAL_FILE:
      return after_head(Failure::truncated);
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_SEND_FAIL_REWIND:
      // Newer versions have a limit of their own, which is near ours.
      if (!exchange.has_head && exchange.head_bytes > max_head_bytes / 2) return Failure::protocol;
      return after_head(Failure::reset);
    case CURLE_PEER_FAILED_VERIFICATION:
      return failure_of_verification(curl.info(exchange.easy, CURLINFO_SSL_VERIFYRESULT));
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_USE_SSL_FAILED:
      return Failure::tls_handshake;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return after_head(Failure::protocol);
    default:
      // CURLE_UNSUPPORTED_PROTOCOL: no HTTP; CURLE_OUT_OF_MEMORY: a line that is too long
      return Failure::protocol;
  }
}

int status_of_proxy(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code) {
  if (code == CURLE_OK || exchange.has_head || exchange.is_cut) return 0;
  const auto status = static_cast<int>(curl.info(exchange.easy, CURLINFO_HTTP_CONNECTCODE));
  return status >= 300 ? status : 0;
}

std::string fault_of_proxy(CurlLibrary const& curl, CurlExchange const& exchange, CURLcode code,
                           bool has_peer) {
  if (exchange.proxy.empty() || exchange.has_head || exchange.is_cut || exchange.is_over_head) {
    return {};
  }
  // libcurl sets its own times and addresses of a connection only after the SOCKS handshake.
  const bool is_connected =
      exchange.was_connected || curl.info(exchange.easy, CURLINFO_REQUEST_SIZE) != 0 || has_peer;
  switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return "its name does not resolve";
    case CURLE_COULDNT_RESOLVE_HOST:  // some versions of libcurl report this for a proxy
      return is_connected ? "" : "its name does not resolve";
    case CURLE_COULDNT_CONNECT:
      if (is_connected) return {};
      return curl.info(exchange.easy, CURLINFO_OS_ERRNO) == ECONNREFUSED
                 ? "it refuses the connection"
                 : "no connection";
    case CURLE_OPERATION_TIMEDOUT:
      return is_connected ? "" : "no connection in time";
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return is_connected ? "" : "this libcurl has no such proxies";
    case CURLE_PROXY:
      return fault_of_socks(curl.info(exchange.easy, CURLINFO_PROXY_ERROR));
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: {
      const bool is_of_proxy =
          text::equals_ignoring_ascii_case(exchange.proxy.substr(0, 8), "https://") &&
          curl.info(exchange.easy, CURLINFO_HTTP_CONNECTCODE) == 0;
      return is_of_proxy ? "its TLS fails" : "";
    }
    default:
      return {};
  }
}

}  // namespace hrefkit::net
