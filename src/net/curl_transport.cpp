// libcurl opens connections, sends and receives; this file decides when a request may begin, and
// what its end means. A request passes through:
//
//   start     waits while another request resolves the same name (`Name`), fails at once where the
//             name or the proxy has failed before
//   begin     takes a handle from the pool and sets the options that differ between requests
//   head, body   go to the sink; the rest of an unwanted body is read if it is short (`draining_`),
//             to keep the connection
//   finish    the code of libcurl becomes a `Failure`, or the request is sent once more, where its
//             connection had been closed before (`is_stale`)
#include "hrefkit/net/curl_transport.h"

#include <sys/resource.h>
#include <sys/socket.h>
#if defined(__linux__)
#include <linux/tcp.h>
#include <netinet/in.h>
#endif
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/ca_file.h"
#include "hrefkit/net/curl_exchange.h"
#include "hrefkit/net/curl_failure.h"
#include "hrefkit/net/curl_library.h"
#include "hrefkit/net/flood_guard.h"
#include "hrefkit/net/host_places.h"
#include "hrefkit/net/name_queue.h"
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

namespace hrefkit::net {

namespace {

constexpr std::size_t max_line_bytes = 100'000;

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

/// The status in "HTTP/1.1 200 OK"; 0 for other lines.
int status_of_line(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return 0;
  line.remove_prefix(space + 1);
  text::skip(line, text::ByteSet(" "));
  const auto status = text::parse_decimal<int>(line.substr(0, 3));
  return status && *status >= 100 ? *status : 0;
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

/// The port of a serialised URL of http or https.
unsigned port_of(std::string_view url) {
  const std::string_view host = url::host_of(url);
  const std::string_view rest(host.data() + host.size(), url.data() + url.size());
  if (!rest.starts_with(':')) return url.starts_with("https:") ? 443 : 80;
  const std::string_view digits = rest.substr(1, rest.find_first_not_of("0123456789", 1) - 1);
  return text::parse_decimal<unsigned>(digits).value_or(0);
}

}  // namespace

class CurlTransport final : public Transport {
 public:
  CurlTransport(CurlLibrary const& library, TransportOptions options);
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
  using Exchange = CurlExchange;
  using Time = Exchange::Time;

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
    return guard_.was_cut(static_cast<unsigned>(curl_.info(exchange.easy, CURLINFO_LOCAL_PORT)));
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
  void release_waiters();
  void end_drains();
  bool read_messages();
  void finish(Exchange& exchange, Failure failure);
  void drop(Exchange& exchange);
  bool is_stale(Exchange const& exchange, CURLcode code) const;
  bool has_proxy_peer(Exchange const& exchange) const;

  template <typename Value>
  void set(CURL* easy, CURLoption option, Value value) const {
    curl_.curl_easy_setopt(easy, option, value);
  }

  CurlLibrary const& curl_;
  TransportOptions options_;
  long body_buffer_ = min_buffer;
  CURLM* multi_ = nullptr;
  FloodGuard guard_;
  HostPlaces places_;
  std::unordered_map<std::string, curl_slist*, text::SeededHasher> place_lists_;  ///< by their line
  std::vector<CURL*> spare_handles_;
  std::unordered_map<AnswerSink*, std::unique_ptr<Exchange>> exchanges_;
  NameQueue names_;
  std::unordered_map<std::string, Proxy, text::SeededHasher> proxies_;
  std::unordered_map<curl_socket_t, Exchange*> proxy_sockets_;  ///< that requests have opened
  /// Origins that have answered on a connection that was used again.
  std::unordered_set<std::string, text::SeededHasher> keeping_;
  std::vector<Exchange*> draining_;
  std::vector<std::pair<Exchange*, Failure>> failed_at_once_;
  bool closed_after_request_ = false;  ///< of the connection that was closed last
  std::vector<Header> last_headers_;
  std::shared_ptr<curl_slist> last_header_list_;
  http::Fields fields_;
};

CurlTransport::CurlTransport(CurlLibrary const& library, TransportOptions options)
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
  const auto may_begin = names_.enter(exchange);
  if (!may_begin) {
    failed_at_once_.emplace_back(&exchange, may_begin.error());
  } else if (*may_begin) {
    begin(exchange);
  }
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

/// Lets requests go on that waited for a name. Not from within libcurl.
void CurlTransport::release_waiters() {
  for (Exchange* exchange : names_.release()) begin(*exchange);
}

bool CurlTransport::is_loopback(std::string_view host) const {
  NameQueue::Name const* const name = names_.find(host);
  return name != nullptr && name->is_known ? name->is_loopback : places_.is_loopback(host);
}

bool CurlTransport::is_resolved(std::string_view host) const {
  if (options_.addresses.judge_host(host) != HostVerdict::name) return true;
  NameQueue::Name const* const name = names_.find(host);
  return name != nullptr ? name->is_known : places_.is_known(host);
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
  transport.names_.end_look_up(exchange);
  if (transport.was_received(exchange)) return CURL_SOCKET_BAD;
  if (exchange.proxy.empty()) {
    if (!ip) return CURL_SOCKET_BAD;
    if (!exchange.name.empty()) {
      transport.names_.note_address(exchange.name, net::is_loopback(*ip));
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
  if (curl_.info(exchange.easy, CURLINFO_REQUEST_SIZE) == 0) return false;
  if (was_flood(exchange)) {
    exchange.first_end = Failure::timeout;
    return true;
  }
  if (!exchange.proxy.empty()) return false;
  const bool is_reset = curl_.info(exchange.easy, CURLINFO_OS_ERRNO) == ECONNRESET;
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
  names_.end_look_up(exchange);  // a connection that was there
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
  if (curl_.info(exchange.easy, CURLINFO_NUM_CONNECTS) == 0) keeping_.insert(origin_of(exchange));
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

/// True if a socket to the proxy of a request is connected.
bool CurlTransport::has_proxy_peer(Exchange const& exchange) const {
  return std::any_of(
      exchange.sockets.begin(), exchange.sockets.end(),
      [this](curl_socket_t socket) { return proxy_sockets_.contains(socket) && has_peer(socket); });
}

/// Whether a connection that was used again was reset before anything came: the server had closed
/// it, and has not read the request. libcurl sends it again in most of these cases, and not in all.
bool CurlTransport::is_stale(Exchange const& exchange, CURLcode code) const {
  return (code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR) && !exchange.was_stale &&
         !was_flood(exchange) && !exchange.is_cut && exchange.head_bytes == 0 &&
         exchange.proxy.empty() && curl_.info(exchange.easy, CURLINFO_NUM_CONNECTS) == 0;
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
    } else if (const int status = status_of_proxy(curl_, exchange, code); status != 0) {
      static_cast<void>(exchange.sink->head(status, http::Fields()));
      finish(exchange, Failure::none);
    } else if (std::string fault = fault_of_proxy(curl_, exchange, code, has_proxy_peer(exchange));
               !fault.empty()) {
      Proxy& proxy = proxies_[exchange.proxy];
      ++proxy.failures;
      if (proxy.fault.empty()) proxy.fault = std::move(fault);  // one line a proxy
      finish(exchange, Failure::proxy);
    } else {
      if (!exchange.proxy.empty()) proxies_[exchange.proxy].failures = 0;
      finish(exchange, failure_of(curl_, exchange, code, was_flood(exchange)));
    }
    has_any = true;
  }
  return has_any;
}

void CurlTransport::finish(Exchange& exchange, Failure failure) {
  AnswerSink& sink = *exchange.sink;
  if (exchange.is_resolving && (failure == Failure::dns || failure == Failure::timeout)) {
    // Those that waited for this name have the same answer.
    for (Exchange* waiter : names_.fail(exchange, failure)) {
      failed_at_once_.emplace_back(waiter, failure);
    }
  }
  drop(exchange);
  sink.done(failure);
}

/// Frees a request.
void CurlTransport::drop(Exchange& exchange) {
  if (exchange.easy != nullptr) {
    curl_.curl_multi_remove_handle(multi_, exchange.easy);
    // A handle keeps the errno of its last failure for good.
    if (curl_.info(exchange.easy, CURLINFO_OS_ERRNO) == 0) {
      spare_handles_.push_back(exchange.easy);
    } else {
      curl_.curl_easy_cleanup(exchange.easy);
    }
    names_.end_look_up(exchange);
    std::erase(draining_, &exchange);
  } else if (!exchange.name.empty()) {
    names_.leave(exchange);
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
    if (names_.has_ended() || !failed_at_once_.empty()) max = std::chrono::milliseconds(0);
    constexpr std::int64_t longest = 60'000;
    const int limit = static_cast<int>(std::min<std::int64_t>(max.count(), longest));
    curl_.curl_multi_poll(multi_, nullptr, 0, limit, nullptr);
    perform();
    read_messages();
  }
  end_drains();
  release_waiters();
}

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
