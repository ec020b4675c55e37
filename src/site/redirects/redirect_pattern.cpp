#include "hrefkit/site/redirects/redirect_pattern.h"

#include <algorithm>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

namespace {

using Captures = std::map<std::string, std::string>;

constexpr text::ByteSet placeholder_bytes = text::ascii_alphanumeric | text::ByteSet("_");

/// The names of a path; empty ones, as after a last slash, do not count.
std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end != at) names.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

std::string join(std::vector<std::string> const& names, std::size_t from) {
  std::string joined;
  for (std::size_t i = from; i < names.size(); ++i) {
    if (i != from) joined += '/';
    joined += names[i];
  }
  return joined;
}

/// FAST: false for most rules that do not fit, without taking them apart.
bool may_fit(std::string_view from, std::vector<std::string> const& names) {
  std::size_t at = 0;
  for (std::string const& name : names) {
    at = std::min(from.find_first_not_of('/', at), from.size());
    const std::string_view wanted = from.substr(at, from.find('/', at) - at);
    if (wanted.ends_with('*')) return true;
    if (!wanted.starts_with(':') && wanted != name) return false;
    at += wanted.size();
  }
  const std::size_t rest = from.find_first_not_of('/', at);
  return rest == std::string_view::npos || from.substr(rest) == "*";
}

bool fit_path(Redirect const& rule, PatternSubject const& subject, Captures& captures) {
  std::vector<std::string> const& names = subject.names();
  const std::vector<std::string_view> pattern = split(rule.from);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == "*") {
      captures["splat"] = join(names, i);
      return true;
    }
    if (i == names.size()) return false;
    if (pattern[i].ends_with('*') && i + 1 == pattern.size()) {
      const std::string_view begin = pattern[i].substr(0, pattern[i].size() - 1);
      if (!names[i].starts_with(begin)) return false;
      captures["splat"] = join(names, i).substr(begin.size());
      return true;
    }
    if (pattern[i].starts_with(':')) {
      captures[std::string(pattern[i].substr(1))] = names[i];
    } else if (pattern[i] != names[i]) {
      return false;
    }
  }
  return pattern.size() == names.size();
}

bool fit_query(Redirect const& rule, PatternSubject const& subject, Captures& captures) {
  return std::all_of(rule.parameters.begin(), rule.parameters.end(), [&](auto const& wanted) {
    auto const& given = subject.parameters();
    const auto found = std::find_if(given.begin(), given.end(), [&](url::FormEntry const& entry) {
      return entry.name == wanted.first;
    });
    if (found == given.end()) return false;
    if (!wanted.second.starts_with(':')) return found->value == wanted.second;
    captures[wanted.second.substr(1)] = found->value;
    return true;
  });
}

/// Puts what was captured in the place of ":name".
std::string fill(std::string_view target, Captures const& captures) {
  std::string filled;
  for (std::size_t at = 0; at < target.size();) {
    const bool begins =
        target[at] == ':' && at != 0 && (target[at - 1] == '/' || target[at - 1] == '=');
    std::size_t end = at + 1;
    if (begins) {
      while (end < target.size() && placeholder_bytes.contains(target[end])) ++end;
      const auto capture = captures.find(std::string(target.substr(at + 1, end - at - 1)));
      if (capture != captures.end()) {
        filled += capture->second;
        at = end;
        continue;
      }
    }
    filled += target.substr(at, end - at);
    at = end;
  }
  return filled;
}

}  // namespace

PatternSubject::PatternSubject(std::string_view path, std::string_view query)
    : parameters_(query.empty() ? std::vector<url::FormEntry>()
                                : url::parse_form_urlencoded(query)) {
  for (const std::string_view name : split(path)) names_.push_back(url::percent_decode(name));
}

std::optional<std::string> apply_pattern(Redirect const& rule, PatternSubject const& subject) {
  if (!rule.from.starts_with('/')) return std::nullopt;  // a rule for another host name
  if (!may_fit(rule.from, subject.names())) return std::nullopt;
  Captures captures;
  if (!fit_path(rule, subject, captures) || !fit_query(rule, subject, captures)) {
    return std::nullopt;
  }
  return fill(rule.to, captures);
}

}  // namespace hrefkit::site
