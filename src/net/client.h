// Asks for URLs politely: everything between a list of targets and the transport. It keeps the
// limits and delays of origins, obeys Retry-After and robots.txt, sends HEAD before GET, repeats,
// follows redirects, and keeps cookies and secrets to their own origins. It judges nothing.
//
//   Client client(options, transport, system_clock(), listener);
//   client.add({.url = "https://a.example/", .token = 1});
//   client.run();  // calls listener.finished(series) for each task
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/net/address_rules.h"  // IWYU pragma: export
#include "hrefkit/net/clock.h"          // IWYU pragma: export
#include "hrefkit/net/cookies.h"        // IWYU pragma: export
#include "hrefkit/net/exchange.h"       // IWYU pragma: export
#include "hrefkit/net/next_step.h"      // IWYU pragma: export
#include "hrefkit/net/redirect.h"       // IWYU pragma: export
#include "hrefkit/net/robots.h"

namespace hrefkit::net {

enum class RobotsChoice : std::uint8_t {
  automatic,  ///< for tasks that say so: Task::obeys_robots
  on,         ///< for all
  off,
};

/// --header '[PREFIX ]NAME: VALUE'.
struct UserHeader {
  std::string prefix = {};  ///< a serialised URL; it goes to URLs that begin with it. May be empty
  std::string name;
  std::string value;
};

/// Parses one value of --header. The error says what is wrong with it. A prefix is an absolute http
/// or https URL, which is serialised: "https://a.example" becomes "https://a.example/".
tl::expected<UserHeader, std::string> parse_user_header(std::string_view value);

/// --accept 'PREFIX CODES'.
struct AcceptFor {
  std::string prefix;  ///< a serialised URL without userinfo; the codes are for URLs that begin so
  StatusSet accept;
};

struct ClientOptions {
  StepRules steps = {};                    ///< method, accept, retries, waits
  std::vector<AcceptFor> accept_for = {};  ///< in place of `steps.accept`; the longest prefix wins
  /// True for a URL that nobody is to ask for: a redirect there ends the series with End::excluded.
  /// Empty: there is none.
  std::function<bool(std::string_view url)> is_excluded = {};
  int max_redirects = 20;
  int connections = 64;  ///< requests open at a time
  int per_host = 4;      ///< of one origin
  /// Between two starts of requests to one origin; nullopt: 100 ms, and none on loopback.
  std::optional<std::chrono::milliseconds> delay = {};
  RobotsChoice robots = RobotsChoice::automatic;
  std::string user_agent = {};  ///< empty: none is sent
  /// Sent in its place, once for each task, where a GET is answered by 403, 406 or a wall: some
  /// servers let through only what calls itself a browser, and some walls stop only that. Empty:
  /// there is none.
  std::string other_user_agent = {};
  std::string robots_product = "hrefkit";  ///< the group of robots.txt
  std::vector<UserHeader> headers = {};
  /// The origin of a crawl's start as the user gave it, "https://a.example": headers without a
  /// prefix go there, and nowhere else. Empty: they go to each task's first origin, in a crawl to
  /// that of its start.
  std::string start_origin = {};
  CookieJar cookies = {};  ///< --cookie-jar: each chain begins with them
  AddressRules addresses =
      {};  ///< literal addresses and localhost names are judged before a request
  std::size_t max_body = 10'000'000;  ///< decoded bytes that a reader gets
};

/// The head of an answer whose body is read.
struct BodyHead {
  std::string_view url;  ///< of the hop, with the fragment of a Location, if there was one
  int status = 0;
  http::Fields const& fields;
  /// The computed type (MIME Sniffing), its essence, such as "text/html".
  std::string_view type;
};

/// Reads the decoded body of an accepted answer. After a retry `begin` is called again, and all
/// that was read before does not count.
class BodyReader {
 public:
  BodyReader() = default;
  BodyReader(BodyReader const&) = delete;
  BodyReader& operator=(BodyReader const&) = delete;
  virtual ~BodyReader() = default;

  /// False: the body is not wanted.
  virtual bool begin(BodyHead const& head) = 0;

  /// The next bytes, decoded. False: it has seen enough, and the rest is not loaded.
  virtual bool read(std::string_view bytes) = 0;

  /// The body has ended too early. True: the reader has all that it wanted.
  virtual bool has_enough() { return false; }

  /// The body has ended. True: it is the page of a wall, in place of the one that was asked for.
  virtual bool is_wall() { return false; }
};

/// The statuses that are fine for an absolute URL.
StatusSet const& accepted_statuses(ClientOptions const& options, std::string_view url);

enum class Follow : std::uint8_t {
  all,  ///< redirects are followed
  /// Only those that lead to the same URL by an answer that set a cookie. Any other ends the series
  /// with End::redirected, and its target is in `final_url`.
  itself,
};

/// One URL that is asked for.
struct Task {
  std::string url;  ///< absolute, http or https, as serialised; may have userinfo; no fragment
  /// Reads the body of the accepted answer: then the method is GET. It lives until the task ends.
  BodyReader* reader = nullptr;
  bool must_get = false;  ///< GET, whatever the options say
  Follow follow = Follow::all;
  bool obeys_robots = false;  ///< for RobotsChoice::automatic: a URL of a crawl from a public start
  /// The cookies that are sent and set, as of a crawl; null: the chain has its own, which begin
  /// with those of the options. It lives until the task ends.
  CookieJar* cookies = nullptr;
  std::uint64_t token = 0;  ///< the caller's, given back in the series
};

/// One URL of a chain of redirects, and its requests in order. There is none where the URL may not
/// be asked for.
struct Hop {
  std::string url;  ///< without fragment; may have userinfo: `masked_url` is for people
  std::vector<Attempt> attempts;

  /// The status of the last attempt; 0 without.
  int status() const { return attempts.empty() ? 0 : attempts.back().status; }
};

/// How a series ended.
enum class End : std::uint8_t {
  accepted,         ///< by --accept, or a redirect without Location whose body has a byte
  failed,           ///< by the status or the failure of the last attempt
  wall,             ///< a bot wall
  redirected,       ///< for Follow::itself
  redirect_scheme,  ///< to a scheme that is neither http nor https
  redirect_url,     ///< to no URL
  redirect_limit,
  redirect_loop,
  excluded,         ///< a redirect leads to what ClientOptions::is_excluded names
  private_address,  ///< the last hop may not be asked
  robots,           ///< robots.txt forbids the last hop
  rate,             ///< the origin of the last hop was closed by 429 or 503
  unreachable,  ///< the origin of the last hop was closed after time-outs or refused connections
};

/// What became of one task.
struct Series {
  std::uint64_t token = 0;
  End end = End::failed;
  std::vector<Hop> hops;            ///< at least one
  Failure failure = Failure::none;  ///< of the last attempt; for unreachable: that of the origin
  std::string proxy_fault = {};     ///< for Failure::proxy: a message of one line
  bool is_over_wait = false;        ///< the last answer has a Retry-After above the limit
  bool is_given_up = false;         ///< for rate and unreachable: the last hop was not requested
  /// For End::robots: the patterns of robots.txt take too long to match the URL.
  bool is_robots_too_costly = false;
  /// The URL of the last hop, with the fragment of a Location, if there was one. For redirected,
  /// excluded and the four redirect ends: where the last Location leads, as far as it resolves.
  std::string final_url;
  http::Fields fields;  ///< of the last answer; empty without one
  /// The computed type of an accepted answer: by its bytes where the body was read, else by
  /// Content-Type alone.
  std::string type;
  bool was_read = false;      ///< a reader got the body
  bool read_whole = false;    ///< the reader got all of it
  bool is_truncated = false;  ///< an accepted body ends early, also after retries
  http::BodyNotes notes;      ///< of the body's codings; over_limit is --max-body

  /// The last status; 0 without an answer.
  int status() const { return hops.empty() ? 0 : hops.back().status(); }
};

/// Receives what the client finds. Called within Client::step, where tasks may be added.
class Listener {
 public:
  Listener() = default;
  Listener(Listener const&) = delete;
  Listener& operator=(Listener const&) = delete;
  virtual ~Listener() = default;

  virtual void finished(Series series) = 0;

  /// One request of a task has ended, by an answer or by `series.failure`; more may follow. Do not
  /// add tasks or cancel the client in this call.
  virtual void attempted(Series const& series) { static_cast<void>(series); }

  /// The robots.txt that `Client::request_robots` asked for is known. `origin` is as the caller
  /// gave it.
  virtual void robots_known(std::string_view origin, Robots const& robots) {
    static_cast<void>(origin);
    static_cast<void>(robots);
  }
};

struct Counters {
  std::uint64_t requests = 0;  ///< that were started, those for robots.txt as well
  std::uint64_t robots = 0;    ///< of them for robots.txt
  std::uint64_t retries = 0;
  std::uint64_t tasks = 0;  ///< finished
};

/// Where a client waits for an origin, for people.
struct WaitingOrigin {
  std::string origin;                 ///< "https://a.example"
  std::size_t tasks = 0;              ///< queued and open
  std::chrono::milliseconds stop{0};  ///< what is left of a Retry-After
};

/// Used from one thread.
class Client {
 public:
  /// All three references outlive the client.
  Client(ClientOptions options, Transport& transport, Clock const& clock, Listener& listener);
  ~Client();
  Client(Client const&) = delete;
  Client& operator=(Client const&) = delete;

  /// Queues a task. Tasks of one origin start in the order in which they are added.
  void add(Task task);

  /// Asks for the robots.txt of an origin, such as "https://a.example", once a run, whatever the
  /// options say; `robots_known` gets its result.
  void request_robots(std::string_view origin);

  /// Starts what may start, waits until something happens, at most for `max`, and notifies
  /// the listener. False where nothing is left to do.
  bool step(std::chrono::milliseconds max);

  /// Steps until nothing is left.
  void run();

  /// Forgets all tasks, which are not reported.
  void cancel();

  Counters const& counters() const;

  /// Tasks that are queued or open.
  std::size_t pending() const;

  /// The origins that are waited for, those with the most tasks first, at most `max`.
  std::vector<WaitingOrigin> waiting(std::size_t max) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hrefkit::net
