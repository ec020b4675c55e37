// libcurl opens connections, sends and receives; this file decides when a request may begin, and
// what its end means. A request passes through:
//
//   start     waits while another request resolves the same name (`Name`), fails at once where the
//             name or the proxy has failed before
//   begin     gets a handle that earlier requests have used, with what differs set anew
//   head, body   go to the sink; a body that nobody wants is read on where its end is near
//             (`draining_`), since that keeps the connection
//   finish    the code of libcurl becomes a `Failure`, or the request is sent once more, where its
//             connection had been closed before (`is_stale`)
#include "hrefkit/net/curl_transport.h"

// They are written for C, and warn of options that newer versions name otherwise.
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#if !defined(HREFKIT_STATIC_CURL)
#include <dlfcn.h>
#endif
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdlib>  // IWYU pragma: keep
#if defined(__linux__)
#include <linux/tcp.h>
#include <netinet/in.h>
#endif
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <new>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/flood_guard.h"
#include "hrefkit/net/host_places.h"
#include "hrefkit/net/proxy.h"
#include "hrefkit/net/socket_address.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/written_reference.h"

// How it works
//
// One multi handle has all connections; a request is an easy handle, which is used again. libcurl
// does TLS, HTTP/2, name look-up, happy eyeballs and proxies. What it is not asked to do:
// redirects, cookies, credentials, content codings, other schemes, its own reading of the
// environment.
//
// The rule of addresses stands in `open_socket`, which libcurl calls with each address just before
// it connects. So it does not matter how the address came about, and a name that resolves otherwise
// the second time gains nothing. A refused address makes libcurl try the next one.
//
// libcurl resolves each name in a thread of its own; a linked one asks name servers itself. At most
// `max_resolving` of them are let through: a request whose name is not known waits in
// `unresolved_`, and others of the same name wait for it.

namespace hrefkit::net {

namespace {

constexpr std::size_t max_head_bytes = 300'000;
constexpr std::size_t max_line_bytes = 100'000;
constexpr std::size_t max_resolving = 16;

/// After as many failures a name is not looked up again: a name server that does not answer would
/// be waited for by each of a host's links.
constexpr int max_name_failures = 3;

/// Failures to reach a proxy, in a row, after which it is not tried again.
constexpr int max_proxy_failures = 3;

/// A body that nobody wants is read to its end where that is near: the connection serves the next
/// request.
constexpr std::size_t max_drained = 16'384;
constexpr std::chrono::milliseconds max_drain_time{1000};

/// What is read from a socket at a time, for a body that is wanted: less with more connections,
/// since each has a buffer. A smaller one costs processor time.
constexpr long max_buffer = 128L << 10;
constexpr long min_buffer = 16L << 10;
constexpr long all_buffers = 8L << 20;

/// Sockets beside those of connections: happy eyeballs, files, pipes.
constexpr rlim_t spare_files = 128;

/// The functions of libcurl that are used: its symbols are looked up once, when there is a request.
#define HREFKIT_CURL_FUNCTIONS(each)                                                             \
  each(curl_global_init) each(curl_version_info) each(curl_easy_init) each(curl_easy_cleanup)    \
      each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append)                     \
          each(curl_slist_free_all) each(curl_multi_init) each(curl_multi_cleanup)               \
              each(curl_multi_setopt) each(curl_multi_add_handle) each(curl_multi_remove_handle) \
                  each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_info_read)      \
                      each(curl_multi_wakeup)

struct Library {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define HREFKIT_MEMBER(name) decltype(&::name) name = nullptr;
  HREFKIT_CURL_FUNCTIONS(HREFKIT_MEMBER)
#undef HREFKIT_MEMBER
};

#if defined(HREFKIT_STATIC_CURL)

tl::expected<Library, std::string> open_library() {
  Library library;
#define HREFKIT_BIND(name) library.name = &::name;
  HREFKIT_CURL_FUNCTIONS(HREFKIT_BIND)
#undef HREFKIT_BIND
  return library;
}

#else

tl::expected<Library, std::string> open_library() {
#if defined(__APPLE__)
  constexpr char const* file = "libcurl.4.dylib";
#else
  constexpr char const* file = "libcurl.so.4";
#endif
  void* const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);  // until the process ends
  if (handle == nullptr) {
    char const* const why = dlerror();
    return tl::unexpected(std::string("the network needs ") + file +
                          ", which is not here; on Debian it is in the package libcurl4 (" +
                          (why == nullptr ? "" : why) + ")");
  }
  Library library;
#define HREFKIT_LOAD(name)                                                       \
  library.name = reinterpret_cast<decltype(library.name)>(dlsym(handle, #name)); \
  if (library.name == nullptr) {                                                 \
    return tl::unexpected(std::string("the network needs a newer ") + file +     \
                          ", 7.68 or later: this one has no " #name);            \
  }
  HREFKIT_CURL_FUNCTIONS(HREFKIT_LOAD)
#undef HREFKIT_LOAD
  return library;
}

#endif

tl::expected<Library, std::string> start_library() {
  auto library = open_library();
  if (library && library->curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return tl::unexpected(std::string("libcurl does not start"));
  }
  return library;
}

/// libcurl's, loaded once a process.
tl::expected<Library, std::string> const& curl_library() {
  static const tl::expected<Library, std::string> library = start_library();
  return library;
}

/// Makes room for as many sockets. The error says how many there may be.
tl::expected<void, std::string> allow_files(int connections) {
  const rlim_t wanted = static_cast<rlim_t>(connections) * 2 + spare_files;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return {};
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= wanted) {
    limit.rlim_cur = wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return {};
  }
  return tl::unexpected(std::to_string(connections) + " connections need " +
                        std::to_string(wanted) + " open files, and " +
                        std::to_string(limit.rlim_max) + " are allowed (ulimit -n)");
}

tl::expected<void, std::string> check_ca_file(std::string const& name) {
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return tl::unexpected(name + ": cannot be read");
  std::string text(std::size_t{1} << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  if (text.find("-----BEGIN") == std::string::npos) {
    return tl::unexpected(name + ": has no certificate in PEM format");
  }
  return {};
}

/// The certificates of authorities where --ca-file names none. Empty: those of the system's
/// libcurl. A libcurl that is linked has none: it runs on any distribution, and each has its own
/// place.
tl::expected<std::string, std::string> default_ca_file() {
#if defined(HREFKIT_STATIC_CURL)
  char const* const named = std::getenv("SSL_CERT_FILE");
  if (named != nullptr && *named != '\0') {
    if (auto checked = check_ca_file(named); !checked) {
      return tl::unexpected("SSL_CERT_FILE: " + checked.error());
    }
    return std::string(named);
  }
  for (char const* const file : {
           "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Arch, Gentoo, NixOS
           "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
           "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora 43 and later
           "/etc/ssl/ca-bundle.pem",                             // openSUSE
           "/etc/ssl/cert.pem",                                  // Alpine
       }) {
    if (check_ca_file(file)) return std::string(file);
  }
  return tl::unexpected(std::string(
      "no certificates of authorities are here, to verify hosts with: install the package "
      "ca-certificates, or name a file in PEM format by --ca-file or SSL_CERT_FILE"));
#else
  return std::string();
#endif
}

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

/// The status in "HTTP/1.1 200 OK"; 0 for other lines.
int status_of_line(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return 0;
  line.remove_prefix(space + 1);
  text::skip(line, text::ByteSet(" "));
  const auto status = text::parse_decimal<int>(line.substr(0, 3));
  return status && *status >= 100 ? *status : 0;
}

/// The port of a serialised URL of http or https.
unsigned port_of(std::string_view url) {
  const std::string_view host = url::host_of(url);
  const std::string_view rest(host.data() + host.size(), url.data() + url.size());
  if (!rest.starts_with(':')) return url.starts_with("https:") ? 443 : 80;
  const std::string_view digits = rest.substr(1, rest.find_first_not_of("0123456789", 1) - 1);
  return text::parse_decimal<unsigned>(digits).value_or(0);
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

class CurlTransport final : public Transport {
 public:
  CurlTransport(Library const& library, TransportOptions options);
  ~CurlTransport() override;
  CurlTransport(CurlTransport const&) = delete;
  CurlTransport& operator=(CurlTransport const&) = delete;

  void start(Request request, AnswerSink& sink) override;
  void cancel(AnswerSink& sink) override;
  void wait(std::chrono::milliseconds max) override;
  void wake() override { curl_.curl_multi_wakeup(multi_); }
  bool is_loopback(std::string_view host) const override;
  bool is_resolved(std::string_view host) const override;
  std::string proxy_fault(std::string_view url) const override;

 private:
  using Time = std::chrono::steady_clock::time_point;

  /// One request.
  struct Exchange {
    CurlTransport* transport = nullptr;
    AnswerSink* sink = nullptr;
    Request request;
    CURL* easy = nullptr;
    std::shared_ptr<curl_slist> headers;
    std::string name;  ///< the name that it resolves; empty where there is none
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

  /// A host name.
  struct Name {
    bool is_resolving = false;
    bool is_known = false;
    bool is_loopback = false;
    int failures = 0;  ///< to resolve, in a row
    Failure failure = Failure::none;
    std::vector<Exchange*> waiters;
  };

  /// A proxy, by its URL.
  struct Proxy {
    int failures = 0;   ///< to be reached, in a row
    std::string fault;  ///< what the first one was; also of a URL that cannot be parsed
  };

  static std::size_t on_header(char* bytes, std::size_t size, std::size_t count, void* data);
  static std::size_t on_body(char* bytes, std::size_t size, std::size_t count, void* data);
  static curl_socket_t open_socket(void* data, curlsocktype purpose, curl_sockaddr* address);
#if LIBCURL_VERSION_NUM >= 0x075000
  static int before_request(void* data, char*, char*, int, int);
#endif
  static std::string origin_of(Exchange const& exchange) {
    std::string const& url = exchange.request.url;
    return url.substr(0, url.find('/', url.find("//") + 2));
  }
  bool was_received(Exchange& exchange) const;
  bool was_flood(Exchange const& exchange) const {
    return guard_.was_cut(static_cast<unsigned>(info(exchange.easy, CURLINFO_LOCAL_PORT)));
  }
  bool is_over_time(Exchange& exchange) const;
  void perform();
  static bool got_all_and_closed(curl_socket_t socket);
  static int close_socket(void* data, curl_socket_t socket);
  static bool has_peer(curl_socket_t socket);
  bool receive_header(Exchange& exchange, std::string_view line);
  bool receive_body(Exchange& exchange, std::string_view bytes);
  void cut(Exchange& exchange);
  curl_slist* place_list(std::string const& line);
  void note_place(Exchange const& exchange);
  CURL* acquire_handle();
  void set_up(CURL* easy);
  std::shared_ptr<curl_slist> header_list(std::vector<Header> const& headers);
  void begin(Exchange& exchange);
  void name_is_resolved(Exchange& exchange);
  void release_waiters();
  void end_drains();
  bool read_messages();
  void finish(Exchange& exchange, Failure failure);
  void drop(Exchange& exchange);
  int status_of_proxy(Exchange const& exchange, CURLcode code) const;
  bool is_stale(Exchange const& exchange, CURLcode code) const;
  Failure failure_of(Exchange const& exchange, CURLcode code) const;
  std::string fault_of_proxy(Exchange const& exchange, CURLcode code) const;

  template <typename Value>
  void set(CURL* easy, CURLoption option, Value value) const {
    curl_.curl_easy_setopt(easy, option, value);
  }
  long info(CURL* easy, CURLINFO what) const {
    long value = 0;
    curl_.curl_easy_getinfo(easy, what, &value);
    return value;
  }

  Library const& curl_;
  TransportOptions options_;
  long body_buffer_ = min_buffer;
  CURLM* multi_ = nullptr;
  FloodGuard guard_;
  HostPlaces places_;
  std::unordered_map<std::string, curl_slist*, text::SeededHasher> place_lists_;  ///< by their line
  std::vector<CURL*> spare_handles_;
  std::unordered_map<AnswerSink*, std::unique_ptr<Exchange>> exchanges_;
  std::unordered_map<std::string, Name, text::SeededHasher> names_;
  std::unordered_map<std::string, Proxy, text::SeededHasher> proxies_;
  std::unordered_map<curl_socket_t, Exchange*> proxy_sockets_;  ///< that requests have opened
  /// Origins that have answered on a connection that was used again.
  std::unordered_set<std::string, text::SeededHasher> keeping_;
  std::deque<Exchange*> unresolved_;   ///< first of their names
  std::vector<std::string> resolved_;  ///< in this round
  std::vector<Exchange*> draining_;
  std::vector<std::pair<Exchange*, Failure>> failed_at_once_;
  std::size_t resolving_ = 0;
  bool closed_after_request_ = false;  ///< of the connection that was closed last
  std::vector<Header> last_headers_;
  std::shared_ptr<curl_slist> last_header_list_;
  http::Fields fields_;
};

CurlTransport::CurlTransport(Library const& library, TransportOptions options)
    : curl_(library),
      options_(std::move(options)),
      multi_(curl_.curl_multi_init()),
      places_(options_.resolutions, options_.pin, options_.addresses) {
  if (multi_ == nullptr) throw std::bad_alloc();
  body_buffer_ = std::clamp(all_buffers / options_.connections, min_buffer, max_buffer);
  curl_.curl_multi_setopt(multi_, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
  curl_.curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(options_.connections));
}

CurlTransport::~CurlTransport() {
  while (!exchanges_.empty()) drop(*exchanges_.begin()->second);
  for (CURL* easy : spare_handles_) curl_.curl_easy_cleanup(easy);
  curl_.curl_multi_cleanup(multi_);
  for (auto const& [line, list] : place_lists_) curl_.curl_slist_free_all(list);
}

CURL* CurlTransport::acquire_handle() {
  if (!spare_handles_.empty()) {
    CURL* const easy = spare_handles_.back();
    spare_handles_.pop_back();
    return easy;
  }
  CURL* const easy = curl_.curl_easy_init();
  if (easy == nullptr) throw std::bad_alloc();
  set_up(easy);
  return easy;
}

/// What is the same for all requests.
void CurlTransport::set_up(CURL* easy) {
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_NOPROGRESS, 1L);
  set(easy, CURLOPT_FOLLOWLOCATION, 0L);
  set(easy, CURLOPT_PATH_AS_IS, 1L);
  set(easy, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  set(easy, CURLOPT_REDIR_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  set(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeout.count()));
  set(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connect_timeout.count()));
  set(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(easy, CURLOPT_NOPROXY, "");
  // What is for a server is not for its proxy.
  set(easy, CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));
  set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  set(easy, CURLOPT_QUICK_EXIT, 1L);  // nobody waits for a name server when the time is over
#endif
  if (!options_.ca_file.empty()) set(easy, CURLOPT_CAINFO, options_.ca_file.c_str());
  if (options_.is_insecure) {
    set(easy, CURLOPT_SSL_VERIFYPEER, 0L);
    set(easy, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  set(easy, CURLOPT_HEADERFUNCTION, &CurlTransport::on_header);
  set(easy, CURLOPT_WRITEFUNCTION, &CurlTransport::on_body);
  set(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlTransport::open_socket);
#if LIBCURL_VERSION_NUM >= 0x075000
  set(easy, CURLOPT_PREREQFUNCTION, &CurlTransport::before_request);
#endif
  set(easy, CURLOPT_CLOSESOCKETFUNCTION, &CurlTransport::close_socket);
  set(easy, CURLOPT_CLOSESOCKETDATA, this);
}

void CurlTransport::start(Request request, AnswerSink& sink) {
  auto owned = std::make_unique<Exchange>();
  Exchange& exchange = *owned;
  exchanges_.emplace(&sink, std::move(owned));
  exchange.transport = this;
  exchange.sink = &sink;
  exchange.request = std::move(request);
  const std::string_view host = url::host_of(exchange.request.url);
  // Literal addresses are judged before anything is opened.
  const HostVerdict verdict = options_.addresses.judge_host(host);
  if (verdict == HostVerdict::refused) {
    failed_at_once_.emplace_back(&exchange, Failure::private_address);
    return;
  }
  exchange.proxy = proxy_for(exchange.request.url, options_.proxy);
  if (!exchange.proxy.empty()) {
    const auto [proxy, is_new] = proxies_.try_emplace(exchange.proxy);
    if (is_new) {
      if (const auto checked = check_proxy(exchange.proxy); !checked) {
        proxy->second = {max_proxy_failures, checked.error()};
      }
    }
    if (proxy->second.failures >= max_proxy_failures) {
      failed_at_once_.emplace_back(&exchange, Failure::proxy);
      return;
    }
  }
  exchange.place = places_.line(host, port_of(exchange.request.url));
  if (verdict != HostVerdict::name || !exchange.proxy.empty() || !exchange.place.empty()) {
    begin(exchange);
    return;
  }
  if (url::is_invalid_host(host)) {
    failed_at_once_.emplace_back(&exchange, Failure::dns);
    return;
  }
  exchange.name = host;
  Name& name = names_[exchange.name];
  if (name.is_known) {
    begin(exchange);
  } else if (name.failures >= max_name_failures) {
    failed_at_once_.emplace_back(&exchange, name.failure);
  } else if (name.is_resolving) {
    name.waiters.push_back(&exchange);
  } else {
    name.is_resolving = true;
    unresolved_.push_back(&exchange);
  }
}

/// The request target (RFC 9112, 3.2) of a URL whose query is empty, whose '?' libcurl 8.14 does
/// not send; "" for others, which libcurl writes as they are.
std::string empty_query_target(std::string_view url, std::string_view proxy) {
  const std::string_view sent = url::without_fragment(url);
  if (!sent.ends_with('?')) return {};
  const std::size_t path = sent.find('/', sent.find("//") + 2);
  const bool is_for_proxy =
      !proxy.empty() && !proxy.starts_with("socks") && sent.starts_with("http:");
  return std::string(is_for_proxy ? sent : sent.substr(path));
}

/// FAST: most requests have the headers of the last one, and options of libcurl that name headers
/// cost it more than a list.
std::shared_ptr<curl_slist> CurlTransport::header_list(std::vector<Header> const& headers) {
  if (headers == last_headers_ && last_header_list_) return last_header_list_;
  curl_slist* list = nullptr;
  for (Header const& header : headers) {
    const std::string line =
        header.value.empty() ? header.name + ';' : header.name + ": " + header.value;
    list = curl_.curl_slist_append(list, line.c_str());
  }
  last_headers_ = headers;
  last_header_list_.reset(list, curl_.curl_slist_free_all);
  return last_header_list_;
}

/// The libcurl list with a line for CURLOPT_RESOLVE; null for an empty line. The transport owns it.
curl_slist* CurlTransport::place_list(std::string const& line) {
  if (line.empty()) return nullptr;
  curl_slist*& list = place_lists_[line];
  if (list == nullptr) list = curl_.curl_slist_append(nullptr, line.c_str());
  return list;
}

/// Tells `places_` which address of the host has answered.
void CurlTransport::note_place(Exchange const& exchange) {
  char const* text = nullptr;
  curl_.curl_easy_getinfo(exchange.easy, CURLINFO_PRIMARY_IP, &text);
  const auto address = text == nullptr ? std::nullopt : parse_ip_address(text);
  if (address) places_.note_answer(url::host_of(exchange.request.url), *address);
}

/// Starts a request in libcurl.
void CurlTransport::begin(Exchange& exchange) {
  CURL* const easy = acquire_handle();
  exchange.easy = easy;
  set(easy, CURLOPT_PRIVATE, &exchange);
  set(easy, CURLOPT_HEADERDATA, &exchange);
  set(easy, CURLOPT_WRITEDATA, &exchange);
  set(easy, CURLOPT_OPENSOCKETDATA, &exchange);
#if LIBCURL_VERSION_NUM >= 0x075000
  set(easy, CURLOPT_PREREQDATA, &exchange);
#endif
  set(easy, CURLOPT_URL, exchange.request.url.c_str());
  const std::string target = empty_query_target(exchange.request.url, exchange.proxy);
  set(easy, CURLOPT_REQUEST_TARGET, target.empty() ? nullptr : target.c_str());
  set(easy, CURLOPT_PROXY, exchange.proxy.c_str());  // "": none, whatever the environment says
  set(easy, CURLOPT_RESOLVE, place_list(exchange.place));
  set(easy, CURLOPT_FRESH_CONNECT, 0L);
  // With a proxy, no request waits for the connection of another one: the end of a request shows
  // whether the proxy can be reached.
  set(easy, CURLOPT_PIPEWAIT, exchange.proxy.empty() ? 1L : 0L);
  set(easy, CURLOPT_HTTPGET, 1L);
  set(easy, CURLOPT_NOBODY, exchange.request.method == Method::head ? 1L : 0L);
  set(easy, CURLOPT_BUFFERSIZE, exchange.request.wants_body ? body_buffer_ : min_buffer);
  exchange.end = std::chrono::steady_clock::now() + options_.timeout;
  exchange.headers = header_list(exchange.request.headers);
  set(easy, CURLOPT_HTTPHEADER, exchange.headers.get());
  curl_.curl_multi_add_handle(multi_, easy);
}

// Names

/// The name of a request is resolved, or will not be.
void CurlTransport::name_is_resolved(Exchange& exchange) {
  if (!exchange.is_resolving) return;
  exchange.is_resolving = false;
  --resolving_;
  resolved_.push_back(exchange.name);
}

/// Lets requests go on that waited for a name. Not from within libcurl.
void CurlTransport::release_waiters() {
  while (!resolved_.empty()) {
    std::vector<std::string> resolved;
    resolved.swap(resolved_);
    for (std::string const& text : resolved) {
      Name& name = names_[text];
      name.is_resolving = false;
      std::vector<Exchange*> waiters;
      waiters.swap(name.waiters);
      if (waiters.empty()) continue;
      if (name.is_known) {
        for (Exchange* waiter : waiters) begin(*waiter);
        continue;
      }
      // The request that looked it up was cancelled: the next one does.
      name.is_resolving = true;
      unresolved_.push_back(waiters.front());
      name.waiters.assign(waiters.begin() + 1, waiters.end());
    }
  }
  while (!unresolved_.empty() && resolving_ < max_resolving) {
    Exchange& exchange = *unresolved_.front();
    unresolved_.pop_front();
    exchange.is_resolving = true;
    ++resolving_;
    begin(exchange);
  }
}

bool CurlTransport::is_loopback(std::string_view host) const {
  const auto name = names_.find(std::string(host));
  if (name != names_.end() && name->second.is_known) return name->second.is_loopback;
  return places_.is_loopback(host);
}

bool CurlTransport::is_resolved(std::string_view host) const {
  if (options_.addresses.judge_host(host) != HostVerdict::name) return true;
  const auto name = names_.find(std::string(host));
  return name != names_.end() ? name->second.is_known : places_.is_known(host);
}

std::string CurlTransport::proxy_fault(std::string_view url) const {
  const auto proxy = proxies_.find(proxy_for(url, options_.proxy));
  if (proxy == proxies_.end()) return Transport::proxy_fault(url);
  return proxy_source(url, options_.proxy) + ": the proxy cannot be used: " + proxy->second.fault;
}

curl_socket_t CurlTransport::open_socket(void* data, curlsocktype purpose, curl_sockaddr* address) {
  auto& exchange = *static_cast<Exchange*>(data);
  CurlTransport& transport = *exchange.transport;
  if (purpose != CURLSOCKTYPE_IPCXN) return CURL_SOCKET_BAD;
  const auto ip = address_of(address->addr);
  transport.name_is_resolved(exchange);
  if (transport.was_received(exchange)) return CURL_SOCKET_BAD;
  if (exchange.proxy.empty()) {
    if (!ip) return CURL_SOCKET_BAD;
    if (!exchange.name.empty()) {
      Name& name = transport.names_[exchange.name];
      name.is_known = true;
      name.failures = 0;
      name.is_loopback = net::is_loopback(*ip);
    }
    if (!transport.options_.addresses.allows(*ip)) {
      exchange.refused_address = true;
      return CURL_SOCKET_BAD;
    }
  }
  exchange.tried_address = true;
  int type = address->socktype;
#if defined(SOCK_CLOEXEC)
  type |= SOCK_CLOEXEC;
#endif
  const curl_socket_t opened = socket(address->family, type, address->protocol);
  if (opened != CURL_SOCKET_BAD) transport.guard_.add(opened);
  if (!exchange.proxy.empty() && opened != CURL_SOCKET_BAD) {
    transport.proxy_sockets_[opened] = &exchange;
    exchange.sockets.push_back(opened);
  }
  return opened;
}

/// libcurl sends a request again, without a word, when a connection that it used again ends. That
/// is right where the server had closed it before. A server that got the request, and closed or
/// reset the connection instead of an answer, is asked again by our rules alone. True where this is
/// such a request.
///
/// A server that closes behind each answer, and does not say so, may end like that as well: the
/// next request is there before the connection is closed. It is not such a server if it has
/// answered twice on one connection. After HEAD that does not matter: GET follows.
bool CurlTransport::was_received(Exchange& exchange) const {
  if (info(exchange.easy, CURLINFO_REQUEST_SIZE) == 0) return false;
  if (was_flood(exchange)) {
    exchange.first_end = Failure::timeout;
    return true;
  }
  if (!exchange.proxy.empty()) return false;
  const bool is_reset = info(exchange.easy, CURLINFO_OS_ERRNO) == ECONNRESET;
  if (!is_reset && !closed_after_request_) return false;
  if (exchange.request.method == Method::head || keeping_.contains(origin_of(exchange))) {
    exchange.first_end = is_reset ? Failure::reset : Failure::empty;
  }
  return exchange.first_end != Failure::none;
}

#if LIBCURL_VERSION_NUM >= 0x075000
/// Called before each request, also where it is to be sent again on another open connection.
int CurlTransport::before_request(void* data, char*, char*, int, int) {
  auto& exchange = *static_cast<Exchange*>(data);
  return exchange.transport->was_received(exchange) ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}
#endif

/// Whether the other side has closed a connection in order, and had got all that was sent: a server
/// that closes without having read it resets the connection. False if the system does not report
/// it.
bool CurlTransport::got_all_and_closed(curl_socket_t socket) {
#if defined(__linux__)
  tcp_info state{};
  socklen_t size = sizeof state;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &state, &size) != 0) return false;
  if (size < offsetof(tcp_info, tcpi_bytes_retrans) + sizeof state.tcpi_bytes_retrans) return false;
  constexpr unsigned close_wait = 8;
  // The first of the bytes that are acknowledged is that of SYN.
  const std::uint64_t sent = state.tcpi_bytes_sent - state.tcpi_bytes_retrans;
  return state.tcpi_state == close_wait && state.tcpi_bytes_acked > sent;
#else
  static_cast<void>(socket);
  return false;
#endif
}

/// True if a socket is connected.
bool CurlTransport::has_peer(curl_socket_t socket) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  return getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) == 0;
}

int CurlTransport::close_socket(void* data, curl_socket_t socket) {
  CurlTransport& transport = *static_cast<CurlTransport*>(data);
  transport.closed_after_request_ = got_all_and_closed(socket);
  const auto of_proxy = transport.proxy_sockets_.find(socket);
  if (of_proxy != transport.proxy_sockets_.end()) {
    of_proxy->second->was_connected |= has_peer(socket);
    transport.proxy_sockets_.erase(of_proxy);
  }
  return transport.guard_.close(socket);
}

// Answers

std::size_t CurlTransport::on_header(char* bytes, std::size_t size, std::size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const std::size_t length = size * count;
  return exchange.transport->receive_header(exchange, {bytes, length}) ? length : 0;
}

std::size_t CurlTransport::on_body(char* bytes, std::size_t size, std::size_t count, void* data) {
  auto& exchange = *static_cast<Exchange*>(data);
  const std::size_t length = size * count;
  return exchange.transport->receive_body(exchange, {bytes, length}) ? length : 0;
}

/// One line of a head, with its end. False ends the request.
bool CurlTransport::receive_header(Exchange& exchange, std::string_view line) {
  guard_.note_delivery(line.size());
  if (is_over_time(exchange)) return false;
  name_is_resolved(exchange);  // a connection that was there
  exchange.head_bytes += line.size();
  if (line.size() > max_line_bytes || exchange.head_bytes > max_head_bytes) {
    exchange.is_over_head = true;
    return false;
  }
  if (exchange.has_head) return true;  // a trailer
  if (exchange.status == 0 && exchange.head.empty()) {
    exchange.status = status_of_line(line);
    return true;
  }
  const bool is_end = line == "\r\n" || line == "\n";
  if (!is_end) {
    exchange.head += line;
    return true;
  }
  fields_.assign(exchange.head);
  exchange.head.clear();
  const int status = std::exchange(exchange.status, 0);
  if (status >= 100 && status <= 199 && status != 101) return true;
  if (info(exchange.easy, CURLINFO_NUM_CONNECTS) == 0) keeping_.insert(origin_of(exchange));
  exchange.has_head = true;
  exchange.status = status;
  if (!exchange.place.empty()) note_place(exchange);
  if (!exchange.sink->head(status, fields_)) cut(exchange);
  return true;
}

/// libcurl may call back for long before it looks at its clock.
bool CurlTransport::is_over_time(Exchange& exchange) const {
  exchange.is_over_time |= std::chrono::steady_clock::now() >= exchange.end;
  return exchange.is_over_time;
}

void CurlTransport::cut(Exchange& exchange) {
  exchange.is_cut = true;
  exchange.drain_end = std::chrono::steady_clock::now() + max_drain_time;
  if (exchange.request.method == Method::get) draining_.push_back(&exchange);
}

/// False ends the request, and its connection.
bool CurlTransport::receive_body(Exchange& exchange, std::string_view bytes) {
  guard_.note_delivery(bytes.size());
  if (is_over_time(exchange)) return false;
  if (exchange.is_cut) {
    exchange.drained += bytes.size();
    return exchange.drained <= max_drained;
  }
  if (exchange.sink->body(bytes)) return true;
  cut(exchange);
  return true;
}

Failure CurlTransport::failure_of(Exchange const& exchange, CURLcode code) const {
  if (exchange.is_cut) return Failure::none;
  if (exchange.is_over_time) return Failure::timeout;
  if (exchange.is_over_head) return Failure::protocol;
  if (exchange.first_end != Failure::none) return exchange.first_end;
  if (code != CURLE_OK && was_flood(exchange)) return Failure::timeout;
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
      return info(exchange.easy, CURLINFO_OS_ERRNO) == ETIMEDOUT ? Failure::timeout
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
      return failure_of_verification(info(exchange.easy, CURLINFO_SSL_VERIFYRESULT));
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

/// What a proxy answers in place of a tunnel is the answer, as it is for http: it forbids the host,
/// or wants a password. 0 where it did not.
int CurlTransport::status_of_proxy(Exchange const& exchange, CURLcode code) const {
  if (code == CURLE_OK || exchange.has_head || exchange.is_cut) return 0;
  const auto status = static_cast<int>(info(exchange.easy, CURLINFO_HTTP_CONNECTCODE));
  return status >= 300 ? status : 0;
}

/// Why the proxy of a request could not be reached; empty if it was reached: any later failure
/// counts as one of the host.
std::string CurlTransport::fault_of_proxy(Exchange const& exchange, CURLcode code) const {
  if (exchange.proxy.empty() || exchange.has_head || exchange.is_cut || exchange.is_over_head) {
    return {};
  }
  // libcurl sets its own times and addresses of a connection only after the SOCKS handshake.
  const bool is_connected =
      exchange.was_connected || info(exchange.easy, CURLINFO_REQUEST_SIZE) != 0 ||
      std::any_of(exchange.sockets.begin(), exchange.sockets.end(), [this](curl_socket_t socket) {
        return proxy_sockets_.contains(socket) && has_peer(socket);
      });
  switch (code) {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return "its name does not resolve";
    case CURLE_COULDNT_RESOLVE_HOST:  // some versions of libcurl report this for a proxy
      return is_connected ? "" : "its name does not resolve";
    case CURLE_COULDNT_CONNECT:
      if (is_connected) return {};
      return info(exchange.easy, CURLINFO_OS_ERRNO) == ECONNREFUSED ? "it refuses the connection"
                                                                    : "no connection";
    case CURLE_OPERATION_TIMEDOUT:
      return is_connected ? "" : "no connection in time";
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return is_connected ? "" : "this libcurl has no such proxies";
    case CURLE_PROXY:
      return fault_of_socks(info(exchange.easy, CURLINFO_PROXY_ERROR));
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: {
      const bool is_of_proxy =
          text::equals_ignoring_ascii_case(exchange.proxy.substr(0, 8), "https://") &&
          info(exchange.easy, CURLINFO_HTTP_CONNECTCODE) == 0;
      return is_of_proxy ? "its TLS fails" : "";
    }
    default:
      return {};
  }
}

/// Whether a connection that was used again was reset before anything came: the server had closed
/// it, and has not read the request. libcurl sends it again in most of these cases, and not in all.
bool CurlTransport::is_stale(Exchange const& exchange, CURLcode code) const {
  return (code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR) && !exchange.was_stale &&
         !was_flood(exchange) && !exchange.is_cut && exchange.head_bytes == 0 &&
         exchange.proxy.empty() && info(exchange.easy, CURLINFO_NUM_CONNECTS) == 0;
}

/// Ends requests whose bodies nobody wants and which do not end themselves.
void CurlTransport::end_drains() {
  if (draining_.empty()) return;
  const Time now = std::chrono::steady_clock::now();
  std::vector<Exchange*> over;
  for (Exchange* each : draining_) {
    if (each->drain_end <= now) over.push_back(each);
  }
  for (Exchange* each : over) finish(*each, Failure::none);
}

bool CurlTransport::read_messages() {
  bool has_any = false;
  int left = 0;
  while (CURLMsg const* message = curl_.curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    void* data = nullptr;
    curl_.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &data);
    auto& exchange = *static_cast<Exchange*>(data);
    const CURLcode code = message->data.result;
    if (is_stale(exchange, code)) {
      exchange.was_stale = true;
      curl_.curl_multi_remove_handle(multi_, exchange.easy);
      set(exchange.easy, CURLOPT_FRESH_CONNECT, 1L);
      curl_.curl_multi_add_handle(multi_, exchange.easy);
    } else if (const int status = status_of_proxy(exchange, code); status != 0) {
      static_cast<void>(exchange.sink->head(status, http::Fields()));
      finish(exchange, Failure::none);
    } else if (std::string fault = fault_of_proxy(exchange, code); !fault.empty()) {
      Proxy& proxy = proxies_[exchange.proxy];
      ++proxy.failures;
      if (proxy.fault.empty()) proxy.fault = std::move(fault);  // one line a proxy
      finish(exchange, Failure::proxy);
    } else {
      if (!exchange.proxy.empty()) proxies_[exchange.proxy].failures = 0;
      finish(exchange, failure_of(exchange, code));
    }
    has_any = true;
  }
  return has_any;
}

void CurlTransport::finish(Exchange& exchange, Failure failure) {
  AnswerSink& sink = *exchange.sink;
  if (exchange.is_resolving && (failure == Failure::dns || failure == Failure::timeout)) {
    // Those that waited for this name have the same answer.
    Name& name = names_[exchange.name];
    ++name.failures;
    name.failure = failure;
    for (Exchange* waiter : name.waiters) failed_at_once_.emplace_back(waiter, failure);
    name.waiters.clear();
  }
  drop(exchange);
  sink.done(failure);
}

/// Frees a request.
void CurlTransport::drop(Exchange& exchange) {
  if (exchange.easy != nullptr) {
    curl_.curl_multi_remove_handle(multi_, exchange.easy);
    // A handle keeps the errno of its last failure for good.
    if (info(exchange.easy, CURLINFO_OS_ERRNO) == 0) {
      spare_handles_.push_back(exchange.easy);
    } else {
      curl_.curl_easy_cleanup(exchange.easy);
    }
    name_is_resolved(exchange);
    std::erase(draining_, &exchange);
  } else if (!exchange.name.empty()) {
    const auto first = std::find(unresolved_.begin(), unresolved_.end(), &exchange);
    if (first != unresolved_.end()) {
      unresolved_.erase(first);
      resolved_.push_back(exchange.name);  // the next one is the first now
    } else {
      std::erase(names_[exchange.name].waiters, &exchange);
    }
  }
  for (const curl_socket_t socket : exchange.sockets) {
    const auto of_proxy = proxy_sockets_.find(socket);
    if (of_proxy != proxy_sockets_.end() && of_proxy->second == &exchange) {
      proxy_sockets_.erase(of_proxy);
    }
  }
  std::erase_if(failed_at_once_, [&](auto const& each) { return each.first == &exchange; });
  exchanges_.erase(exchange.sink);
}

void CurlTransport::cancel(AnswerSink& sink) {
  const auto exchange = exchanges_.find(&sink);
  if (exchange != exchanges_.end()) drop(*exchange->second);
}

void CurlTransport::perform() {
  int running = 0;
  guard_.begin();
  curl_.curl_multi_perform(multi_, &running);
  guard_.end();
}

void CurlTransport::wait(std::chrono::milliseconds max) {
  if (!failed_at_once_.empty()) {
    std::vector<std::pair<Exchange*, Failure>> failed;
    failed.swap(failed_at_once_);
    for (auto const& [exchange, failure] : failed) finish(*exchange, failure);
    max = std::chrono::milliseconds(0);
  }
  release_waiters();
  perform();
  bool has_any = read_messages();
  if (!has_any && max.count() > 0) {
    if (!draining_.empty()) max = std::min(max, max_drain_time / 10);
    if (!resolved_.empty() || !failed_at_once_.empty()) max = std::chrono::milliseconds(0);
    constexpr std::int64_t longest = 60'000;
    const int limit = static_cast<int>(std::min<std::int64_t>(max.count(), longest));
    curl_.curl_multi_poll(multi_, nullptr, 0, limit, nullptr);
    perform();
    read_messages();
  }
  end_drains();
  release_waiters();
}

}  // namespace

bool has_network() {
  return true;
}

tl::expected<std::unique_ptr<Transport>, std::string> make_transport(TransportOptions options) {
  options.connections = std::max(1, options.connections);
  if (!options.proxy.empty()) {
    if (auto checked = check_proxy(options.proxy); !checked) {
      return tl::unexpected(masked_proxy(options.proxy) + ": " + checked.error());
    }
  }
  if (!options.ca_file.empty()) {
    if (auto checked = check_ca_file(options.ca_file); !checked) {
      return tl::unexpected(checked.error());
    }
  } else if (!options.is_insecure) {
    auto file = default_ca_file();
    if (!file) return tl::unexpected(file.error());
    options.ca_file = std::move(*file);
  }
  if (auto files = allow_files(options.connections); !files) return tl::unexpected(files.error());
  auto const& library = curl_library();
  if (!library) return tl::unexpected(library.error());
  return std::make_unique<CurlTransport>(*library, std::move(options));
}

}  // namespace hrefkit::net
