// What follows an answer: the rules of one hop as a pure function.
#pragma once

#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::net {

/// A set of status codes: the value of --accept.
class StatusSet {
 public:
  /// 200 to 299.
  StatusSet() { add(200, 299); }

  /// "200-299,403": codes and ranges from 100 to 999. nullopt for other texts.
  static std::optional<StatusSet> parse(std::string_view value);

  bool contains(int status) const;

 private:
  void add(int first, int last) {
    for (int status = first; status <= last; ++status) codes_.set(static_cast<std::size_t>(status));
  }

  std::bitset<1000> codes_;  ///< from 0 to 999
};

enum class MethodChoice : std::uint8_t { automatic, head, get };

/// One request and what came of it.
struct Attempt {
  Method method = Method::get;
  int status = 0;  ///< 0: there was no head
  Failure failure = Failure::none;
  bool has_location = false;
  bool has_body = false;  ///< a body has a byte; known for GET with a redirect status
  bool is_wall = false;   ///< a bot wall says so in a header, or its page came
  std::optional<std::chrono::seconds> retry_after = {};
};

/// Whether the fields are those of a bot wall: `cf-mitigated: challenge`, or `x-amzn-waf-action`.
bool is_wall(http::Fields const& fields);

struct StepRules {
  MethodChoice method = MethodChoice::automatic;
  StatusSet accept = {};
  std::chrono::milliseconds retry_wait{1000};  ///< doubled each time, `max_retry_wait` at most
  std::chrono::milliseconds max_wait{60'000};  ///< the longest Retry-After that is obeyed
  int retries = 2;
  bool has_other_agent = false;  ///< a User-Agent that this hop was not asked with yet
};

inline constexpr std::chrono::milliseconds max_retry_wait{30'000};

enum class Step : std::uint8_t {
  follow,       ///< a redirect
  accept,       ///< the status is accepted, or a redirect without Location has a body
  get,          ///< GET at once, which is no retry
  other_agent,  ///< GET at once with the other User-Agent, which is no retry
  retry,        ///< again after `wait`
  wall,         ///< a bot wall
  final_fail,   ///< neither accepted nor tried again: status and failure say why
};

struct NextStep {
  Step step = Step::final_fail;
  std::chrono::milliseconds wait{0};  ///< for retry
  /// Pause for the whole origin, from Retry-After.
  std::optional<std::chrono::seconds> stop = {};
  bool closes_origin = false;  ///< a 429 whose Retry-After is above the limit
  bool is_over_wait = false;   ///< there is a Retry-After above the limit
  bool slows_origin = false;   ///< a 429: from now one request at a time
};

/// What follows `attempt`, of which `retries_done` were retries. The order is the contract's:
/// redirect, wall, accepted, GET after HEAD, transient, final. A GET that meets a wall, 403 or 406
/// is sent again under the other name.
NextStep next_step(Attempt const& attempt, int retries_done, StepRules const& rules);

}  // namespace hrefkit::net
