#include "hrefkit/site/external/verdict.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "hrefkit/http/body.h"
#include "hrefkit/site/external/language_tag.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

std::string_view path_of(std::string_view url) {
  const url::UrlOffsets parts = url::find_offsets(url);
  return url.substr(parts.path_begin, parts.query_begin - parts.path_begin);
}

/// Calls `visit` with each segment of the path; true where one call is.
template <class Visit>
bool any_segment(std::string_view path, Visit const& visit) {
  while (!path.empty()) {
    path.remove_prefix(path.starts_with('/') ? 1 : 0);
    const std::size_t end = std::min(path.find('/'), path.size());
    if (visit(path.substr(0, end))) return true;
    path.remove_prefix(end);
  }
  return false;
}

template <std::size_t Size>
bool has_segment(std::string_view url, std::array<std::string_view, Size> const& names) {
  return any_segment(path_of(url), [&](std::string_view segment) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
      return text::equals_ignoring_ascii_case(segment, name);
    });
  });
}

/// True for the path of a site's first page: "/", "/index.html", "/home", and "/en/" unless
/// `other`, the address from which it was reached, has a language, too.
bool is_home(std::string_view url, std::string_view other) {
  std::string_view path = path_of(url);
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.find('/') != path.npos) return false;
  const std::string name = text::to_ascii_lower(path);
  if (name.empty() || name == "home" || name.starts_with("index.")) return true;
  return is_language_tag(name) && !any_segment(path_of(other), is_language_tag);
}

/// True if a segment of the URL's path, without its extension, is one of `names`.
template <std::size_t Size>
bool has_page(std::string_view url, std::array<std::string_view, Size> const& names) {
  return any_segment(path_of(url), [&](std::string_view segment) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
      return text::equals_ignoring_ascii_case(segment.substr(0, segment.rfind('.')), name);
    });
  });
}

std::string_view host_without_www(std::string_view url) {
  std::string_view host = url::host_of(url);
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

/// True where only the scheme differs, and it becomes https.
bool is_secured(std::string_view from, std::string_view to) {
  return from.starts_with("http://") && to.starts_with("https://") &&
         from.substr(7) == to.substr(8);
}

/// The rule for the status of a last answer that is not accepted, and the word for it.
ExternalVerdict judge_status(int status, bool is_over_wait) {
  switch (status) {
    case 408:
      return {.rule = Rule::external_timeout, .status = status, .reason = "timeout"};
    case 401:
    case 402:
    case 403:
    case 407:
    case 451:
    case 999:
      return {.rule = Rule::external_blocked, .status = status, .reason = "status"};
    case 429:
      return {.rule = Rule::external_blocked, .status = status, .reason = "rate"};
    case 503:
      if (!is_over_wait) break;
      return {.rule = Rule::external_blocked, .status = status, .reason = "rate"};
    default:
      break;
  }
  return {.rule = Rule::external_broken, .status = status, .reason = "status"};
}

ExternalVerdict judge_failure(net::Series const& series, bool is_insecure) {
  const net::Failure failure = series.failure;
  if (failure == net::Failure::none) return judge_status(series.status(), series.is_over_wait);
  ExternalVerdict verdict{
      .rule = Rule::external_broken, .status = series.status(), .reason = net::word(failure)};
  if (failure == net::Failure::private_address) {
    verdict.rule = Rule::external_private;
  } else if (failure == net::Failure::timeout) {
    verdict.rule = Rule::external_timeout;
  } else if (net::is_tls(failure) && !is_insecure) {
    const bool is_unknown = failure == net::Failure::tls_issuer;
    verdict.rule = is_unknown ? Rule::external_blocked : Rule::external_tls;
  }
  return verdict;
}

ExternalVerdict judge_accepted(net::Series const& series) {
  ExternalVerdict verdict{.status = series.status()};
  if (series.notes.damaged) {  // as browsers do
    verdict.rule = Rule::external_broken;
    verdict.reason = "coding";
    return verdict;
  }
  std::string const& first = series.hops.front().url;
  std::string const& last = series.hops.back().url;
  if (leads_to_login(first, last)) {
    verdict.rule = Rule::external_blocked;
    verdict.reason = "login";
  } else if (is_soft_404(first, last)) {
    verdict.rule = Rule::external_soft_404;
  } else if (verdict.suggestion = moved_to(series); !verdict.suggestion.empty()) {
    verdict.rule = Rule::external_redirected;
  }
  return verdict;
}

ExternalVerdict judge_end(net::Series const& series, bool is_insecure) {
  const auto ended = [&](Rule rule, std::string_view reason) {
    return ExternalVerdict{.rule = rule, .status = series.status(), .reason = reason};
  };
  switch (series.end) {
    case net::End::accepted:
    case net::End::redirected:
      return judge_accepted(series);
    case net::End::failed:
      // Who wants no more than the page has it.
      if (series.failure == net::Failure::timeout && series.was_read) return judge_accepted(series);
      return judge_failure(series, is_insecure);
    case net::End::excluded:
      return {.status = series.status()};
    case net::End::wall:
      return ended(Rule::external_blocked, "wall");
    case net::End::redirect_scheme:
      return ended(Rule::external_broken, "redirect-scheme");
    case net::End::redirect_url:
      return ended(Rule::external_broken, "redirect-url");
    case net::End::redirect_limit:
      return ended(Rule::external_broken, "redirect-limit");
    case net::End::redirect_loop:
      return ended(Rule::external_broken, "redirect-loop");
    case net::End::private_address:
      return ended(Rule::external_private, "private");
    case net::End::robots:
      return ended(Rule::external_blocked, "robots");
    case net::End::rate:
      return ended(Rule::external_blocked, "rate");
    case net::End::unreachable:
      return ended(Rule::external_timeout, net::word(series.failure));
  }
  return {};
}

}  // namespace

std::string moved_to(net::Series const& series) {
  std::size_t end = 0;
  while (end + 1 < series.hops.size()) {
    const int status = series.hops[end].status();
    const bool lasts = status == 301 || status == 308 ||
                       is_secured(series.hops[end].url, series.hops[end + 1].url);
    if (!lasts) break;
    ++end;
  }
  const bool is_last = end + 1 == series.hops.size();
  std::string const& url = series.hops[end].url;
  if (end == 0 || url == series.hops.front().url) return {};
  return is_last && !series.final_url.empty() ? series.final_url : url;
}

bool leads_to_login(std::string_view first, std::string_view last) {
  constexpr std::array<std::string_view, 9> names{
      "login", "log-in", "signin", "sign-in", "sso", "oauth", "authorize", "saml", "servicelogin"};
  return has_segment(last, names) && !has_segment(first, names);
}

bool is_soft_404(std::string_view first, std::string_view last) {
  constexpr std::array<std::string_view, 3> names{"404", "not-found", "notfound"};
  if (first == last) return false;
  const bool is_to_home = host_without_www(first) == host_without_www(last) &&
                          !is_home(first, "") && is_home(last, first);
  return is_to_home || (has_page(last, names) && !has_page(first, names));
}

namespace {

/// Removes the digits at the start of `text`; false if it has none there.
bool skip_number(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(end);
  return end != 0;
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// "10" or "10C4".
bool skip_line(std::string_view& text) {
  return skip_number(text) && (!skip(text, "C") || skip_number(text));
}

/// Lines of source code, as code hosts name them: L10, L10-L20, L10-20, L3C4-L5C6, LL10, lines-3.
bool names_lines(std::string_view text) {
  if (skip(text, "lines-") || skip(text, "LL")) {
    return skip_number(text) && (text.empty() || (skip(text, "-") && (skip(text, "LL") || true) &&
                                                  skip_number(text) && text.empty()));
  }
  if (!skip(text, "L") || !skip_line(text)) return false;
  if (text.empty()) return true;
  return skip(text, "-") && (skip(text, "L") || true) && skip_line(text) && text.empty();
}

}  // namespace

bool is_wanted_fragment(std::string_view fragment) {
  const Fragment read = read_fragment(fragment);
  return read.kind == FragmentKind::element && !names_lines(read.raw);
}

ExternalVerdict with_fragment(ExternalVerdict const& address, FragmentAnswer fragment) {
  const bool is_soft_404 = address.rule == Rule::external_soft_404;
  if (!is_of_address(address) || (is_soft_404 && fragment == FragmentAnswer::missing))
    return address;
  ExternalVerdict verdict = address;
  const auto block = [&](std::string_view reason) {
    verdict.rule = Rule::external_blocked;
    verdict.reason = reason;
  };
  switch (fragment) {
    case FragmentAnswer::not_judged:
    case FragmentAnswer::of_script:
    case FragmentAnswer::found:
      return verdict;
    case FragmentAnswer::missing:
      verdict.rule = Rule::external_fragment;
      break;
    case FragmentAnswer::body_limit:
      block("body-limit");
      break;
    case FragmentAnswer::truncated:
      block("truncated");
      break;
    case FragmentAnswer::timed_out:
      verdict.rule = Rule::external_timeout;
      verdict.reason = "timeout";
      break;
    case FragmentAnswer::coding:
      block("coding");
      break;
  }
  verdict.suggestion.clear();
  return verdict;
}

bool is_of_address(ExternalVerdict const& address) {
  return !address.rule || *address.rule == Rule::external_soft_404 ||
         *address.rule == Rule::external_redirected;
}

ExternalVerdict with_wrong_type(ExternalVerdict const& address) {
  ExternalVerdict verdict = address;
  verdict.rule = Rule::external_broken;
  verdict.reason = "type";
  verdict.suggestion.clear();
  return verdict;
}

ExternalVerdict judge(net::Series const& series, bool is_insecure) {
  ExternalVerdict verdict = judge_end(series, is_insecure);
  // A Location that is no URL leads nowhere.
  const bool has_target = series.end == net::End::redirect_scheme ||
                          series.end == net::End::redirect_limit ||
                          series.end == net::End::redirect_loop;
  if (has_target) {
    verdict.final_url = url::without_fragment(series.final_url);
  } else if (series.hops.size() > 1) {
    verdict.final_url = series.hops.back().url;
    verdict.fragment = url::fragment_of(series.final_url).value_or("");
  }
  return verdict;
}

}  // namespace hrefkit::site
