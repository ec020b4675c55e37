// The health of an origin: a failing one gets fewer requests, and then none. So a silent host costs
// a few time-outs in all, and not a few for each of its links.
//
//   OriginHealth health;
//   health.note(attempt, next.step, false);  // for each attempt
//   health.is_doubtful()           // the next request is a probe: it decides, and is not repeated
#pragma once

#include "hrefkit/net/exchange.h"
#include "hrefkit/net/next_step.h"

namespace hrefkit::net {

/// Time-outs and refused connections in a row, after which an origin is doubtful.
inline constexpr int max_origin_failures = 5;
/// Answers of 429 or 503 in a row, each after a wait, after which an origin is doubtful.
inline constexpr int max_origin_refusals = 2;

/// Counts the failures of one origin.
/// Waits in a run for an answer other than 429 and 503 with Retry-After: no link needs them.
inline constexpr int max_idle_waits = 2;

class OriginHealth {
 public:
  /// An attempt has ended, and `next` follows. `is_after_wait`: its request was sent after a wait.
  void note(Attempt const& attempt, Step next, bool is_after_wait);

  /// An answer to `attempt` asks for a wait (Retry-After). False if it is not obeyed.
  bool note_wait(Attempt const& attempt) {
    const bool is_refused = attempt.status == 429 || attempt.status == 503;
    if (!is_refused && ++idle_waits_ > max_idle_waits) return false;
    has_waited_ = true;
    return true;
  }
  bool has_waited() const { return has_waited_; }

  /// True if the next request is a probe, which decides whether others are sent.
  bool is_doubtful() const {
    return failures_ >= max_origin_failures || refusals_ >= max_origin_refusals;
  }

  /// True if `attempt`, a probe, has failed: the origin is to be closed.
  static bool is_fatal(Attempt const& attempt, Step next) {
    return is_silence(attempt) || is_refusal(attempt, next);
  }

  /// True for a time-out, also of a body, and for a refused connection.
  static bool is_silence(Attempt const& attempt) {
    return attempt.failure == Failure::timeout || attempt.failure == Failure::refused;
  }

  /// How many requests may be open at a time, at most `per_host`. An origin that has not answered
  /// yet, or that fails, gets as many as would make it doubtful if all of them failed.
  int max_open(int per_host) const;

 private:
  /// A 429 or 503 that is neither accepted nor that of a bot wall.
  static bool is_refusal(Attempt const& attempt, Step next) {
    return attempt.failure == Failure::none && (attempt.status == 429 || attempt.status == 503) &&
           (next == Step::retry || next == Step::final_fail);
  }

  int failures_ = 0;  ///< in a row
  int refusals_ = 0;
  int idle_waits_ = 0;
  bool has_answered_ = false;
  bool has_waited_ = false;  ///< since the last answer that is no refusal
};

}  // namespace hrefkit::net
