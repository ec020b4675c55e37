#include "hrefkit/net/origin_health.h"

#include <algorithm>

namespace hrefkit::net {

void OriginHealth::note(Attempt const& attempt, Step next, bool is_after_wait) {
  // Of a bad HEAD and its GET, and of two names, only the second answer counts.
  if (next == Step::get || next == Step::other_agent) return;
  if (is_silence(attempt)) {
    ++failures_;
    return;
  }
  if (attempt.status == 0) return;  // closed, or no HTTP: neither silent nor an answer
  failures_ = 0;
  has_answered_ = true;
  if (is_refusal(attempt, next)) {
    if (is_after_wait) ++refusals_;
    return;
  }
  refusals_ = 0;
  has_waited_ = false;
}

int OriginHealth::max_open(int per_host) const {
  if (is_doubtful()) return 1;
  if (has_answered_ && failures_ == 0) return per_host;
  return std::clamp(max_origin_failures - failures_, 1, per_host);
}

}  // namespace hrefkit::net
