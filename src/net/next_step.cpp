#include "hrefkit/net/next_step.h"

#include <algorithm>
#include <array>

#include "hrefkit/net/redirect.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::net {

namespace {

struct FailureFacts {
  Failure value;
  bool is_transient = false;    ///< it may be otherwise a moment later
  bool may_be_of_head = false;  ///< GET may have an answer
};

constexpr text::EnumTable<Failure::proxy, FailureFacts> failures({
    {Failure::none},
    {Failure::dns, true},
    {Failure::refused, true},
    {Failure::reset, true, true},
    {Failure::empty, true, true},
    {Failure::protocol, false, true},
    {Failure::truncated, true, true},
    {Failure::timeout, true},
    {Failure::tls_expired},
    {Failure::tls_not_yet_valid},
    {Failure::tls_self_signed},
    {Failure::tls_host},
    {Failure::tls_handshake},
    {Failure::tls_issuer},
    {Failure::private_address},
    {Failure::proxy, true},
});

/// What may be otherwise a moment later.
bool is_transient(Attempt const& attempt) {
  constexpr std::array<int, 8> statuses{408, 425, 429, 500, 502, 503, 504};
  if (attempt.failure != Failure::none) return failures[attempt.failure].is_transient;
  return std::find(statuses.begin(), statuses.end(), attempt.status) != statuses.end();
}

/// Servers that answer HEAD badly may answer GET well: by another status, by closing the
/// connection, or by nonsense. Who refuses, is not there or is slow does so for GET as well.
bool may_be_of_head(Attempt const& attempt) {
  if (attempt.failure != Failure::none) return failures[attempt.failure].may_be_of_head;
  return attempt.status != 429 && !attempt.retry_after;
}

/// retry-wait, doubled for each retry that was done.
std::chrono::milliseconds doubled(std::chrono::milliseconds wait, int times) {
  for (; times > 0 && wait < max_retry_wait; --times) wait *= 2;
  return std::min(wait, max_retry_wait);
}

}  // namespace

std::optional<StatusSet> StatusSet::parse(std::string_view value) {
  StatusSet set;
  set.codes_.reset();
  while (true) {
    const std::size_t end = std::min(value.find(','), value.size());
    const std::string_view part = text::strip_ascii_whitespace(value.substr(0, end));
    const std::size_t dash = part.find('-');
    const auto number = [](std::string_view digits) -> std::optional<int> {
      const auto code = text::parse_decimal<int>(digits);
      return digits.size() == 3 && code && *code >= 100 ? code : std::nullopt;
    };
    const auto first = number(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(part.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    set.add(*first, *last);
    if (end == value.size()) return set;
    value.remove_prefix(end + 1);
  }
}

bool StatusSet::contains(int status) const {
  const auto code = static_cast<std::size_t>(status);
  return status >= 0 && code < codes_.size() && codes_[code];
}

bool is_wall(http::Fields const& fields) {
  const auto mitigated = fields.first("cf-mitigated");
  return (mitigated && text::equals_ignoring_ascii_case(*mitigated, "challenge")) ||
         fields.first("x-amzn-waf-action");
}

NextStep next_step(Attempt const& attempt, int retries_done, StepRules const& rules) {
  NextStep next;
  const bool has_answer = attempt.status != 0;
  const bool is_over_wait = attempt.retry_after && *attempt.retry_after > rules.max_wait;
  // Whatever follows: that the page is there does not mean that the server wants more requests.
  // With a success the field has no meaning (RFC 9110, 10.2.3).
  const bool is_success = attempt.status >= 200 && attempt.status <= 299;
  if (!is_over_wait && !is_success) next.stop = attempt.retry_after;
  // Also a redirect is an answer in full with its head alone.
  if (has_answer && is_redirect(attempt.status) && attempt.has_location) {
    next.step = Step::follow;
    return next;
  }
  const bool is_page_of_redirect =
      is_redirect(attempt.status) && attempt.method == Method::get && attempt.has_body;
  const int status = is_page_of_redirect ? 200 : attempt.status;
  next.slows_origin = attempt.status == 429;
  const bool is_refusal = attempt.failure == Failure::none &&
                          (attempt.status == 403 || attempt.status == 406) &&
                          !rules.accept.contains(attempt.status);
  if (rules.has_other_agent && attempt.method == Method::get && has_answer && !is_over_wait &&
      (attempt.is_wall || is_refusal)) {
    next.step = Step::other_agent;
    return next;
  }
  if (has_answer && attempt.is_wall) {
    next.step = Step::wall;
    next.closes_origin = is_over_wait && attempt.status == 429;
    return next;
  }
  if (attempt.failure == Failure::none && has_answer && rules.accept.contains(status)) {
    next.step = Step::accept;
    return next;
  }
  next.is_over_wait = is_over_wait;
  next.closes_origin = is_over_wait && attempt.status == 429;
  if (attempt.method == Method::head && rules.method == MethodChoice::automatic &&
      may_be_of_head(attempt)) {
    next.step = Step::get;
    return next;
  }
  if (is_transient(attempt) && retries_done < rules.retries && !next.is_over_wait) {
    next.step = Step::retry;
    next.wait =
        std::max<std::chrono::milliseconds>(attempt.retry_after.value_or(std::chrono::seconds(0)),
                                            doubled(rules.retry_wait, retries_done));
  }
  return next;
}

}  // namespace hrefkit::net
