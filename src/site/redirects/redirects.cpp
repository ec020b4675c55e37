#include "hrefkit/site/redirects.h"

#include <algorithm>
#include <charconv>

#include "hrefkit/site/redirects/redirect_pattern.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

namespace {

using text::Span;

Span span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// The words of a line, up to one that begins a comment.
std::vector<Span> words_of(std::string_view bytes, Span line) {
  std::vector<Span> words;
  std::size_t at = line.begin;
  while (at < line.end) {
    if (text::ascii_whitespace.contains(bytes[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.end && !text::ascii_whitespace.contains(bytes[end])) ++end;
    if (bytes[at] == '#') break;
    words.push_back(span(at, end));
    at = end;
  }
  return words;
}

bool is_target(std::string_view word) {
  return word.starts_with('/') || word.starts_with("http://") || word.starts_with("https://");
}

/// Reads "301" or "200!". False for other words.
bool read_status(std::string_view word, Redirect& rule) {
  const bool forced = word.ends_with('!');
  if (forced) word.remove_suffix(1);
  unsigned status = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), status);
  if (error != std::errc() || end != word.data() + word.size() || status > 999) return false;
  rule.status = static_cast<std::uint16_t>(status);
  rule.forced = forced;
  return true;
}

std::optional<Redirect> read_rule(std::string_view bytes, Span line,
                                  std::vector<Span> const& words) {
  const auto target = std::find_if(words.begin() + 1, words.end(),
                                   [&](Span word) { return is_target(word.in(bytes)); });
  if (target == words.end()) return std::nullopt;
  Redirect rule;
  rule.line = line;
  rule.target = *target;
  rule.to = std::string(target->in(bytes));
  rule.from = url::percent_decode(words.front().in(bytes));
  if (!is_target(rule.from)) return std::nullopt;
  for (auto word = words.begin() + 1; word != target; ++word) {
    const std::string_view text = word->in(bytes);
    const std::size_t equals = std::min(text.find('='), text.size());
    rule.parameters.emplace_back(text.substr(0, equals),
                                 text.substr(std::min(equals + 1, text.size())));
  }
  for (auto word = target + 1; word != words.end(); ++word) {
    if (!read_status(word->in(bytes), rule)) rule.conditional = true;
  }
  return rule;
}

}  // namespace

Redirects::Redirects(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::vector<Span> words = words_of(bytes, span(at, end));
    if (!words.empty()) {
      const Span line = span(words.front().begin, words.back().end);
      if (auto rule = read_rule(bytes, line, words)) {
        has_forced_ |= rule->forced;
        rules_.push_back(std::move(*rule));
      } else {
        broken_lines_.push_back(line);
      }
    }
    at = end + 1;
  }
  index_rules();
}

std::optional<Redirected> Redirects::apply(std::string_view path, std::string_view query,
                                           RedirectTurn turn) const {
  if (rules_.empty() || (turn == RedirectTurn::before_files && !has_forced_)) return std::nullopt;
  const PatternSubject subject(path, query);
  const auto fits = [&](std::uint32_t number) -> std::optional<std::string> {
    Redirect const& rule = rules_[number];
    if (turn == RedirectTurn::before_files && (!rule.forced || rule.conditional)) return {};
    if (rule.conditional && !leads_on(rule)) return {};
    return apply_pattern(rule, subject);
  };
  static const std::vector<std::uint32_t> nothing;
  const auto named =
      by_first_name_.find(subject.names().empty() ? std::string() : subject.names().front());
  std::vector<std::uint32_t> const& first = named == by_first_name_.end() ? nothing : named->second;
  auto one = first.begin();
  auto other = by_any_name_.begin();
  while (one != first.end() || other != by_any_name_.end()) {
    const bool takes_one = other == by_any_name_.end() || (one != first.end() && *one < *other);
    const std::uint32_t number = takes_one ? *one++ : *other++;
    if (auto to = fits(number)) return Redirected{number, std::move(*to)};
  }
  return std::nullopt;
}

void Redirects::index_rules() {
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    const std::string_view from = rules_[i].from;
    const std::size_t begin = std::min(from.find_first_not_of('/'), from.size());
    const std::string_view name = from.substr(begin, from.find('/', begin) - begin);
    if (name.ends_with('*') || name.starts_with(':')) {
      by_any_name_.push_back(i);
    } else {
      by_first_name_[std::string(name)].push_back(i);
    }
  }
}

bool has_placeholder(Redirect const& rule) {
  // The colon of "https://h:80" is not one: a placeholder follows a slash.
  const std::size_t path = rule.to.find("://") == std::string::npos ? 0 : rule.to.find("://") + 3;
  return rule.to.find("/:", path) != std::string::npos ||
         rule.to.find("=:", path) != std::string::npos;
}

}  // namespace hrefkit::site
