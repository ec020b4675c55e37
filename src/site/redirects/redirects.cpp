#include "hrefkit/site/redirects.h"

#include <algorithm>
#include <charconv>

#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/site/redirects/redirect_pattern.h"
#include "hrefkit/site/redirects/redirect_placeholder.h"
#include "hrefkit/text/ascii.h"

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
  rule.from = std::string(words.front().in(bytes));
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

/// Whether the path or the query of the rule gives a value to the placeholder.
bool captures(Redirect const& rule, std::string_view name) {
  std::string_view from = rule.from;
  if (name == "splat" && from.find('*') != std::string_view::npos) return true;
  for (std::size_t at = 0; at < from.size(); ++at) {
    const std::size_t end = end_of_placeholder(from, at);
    if (end != at && from.substr(at + 1, end - at - 1) == name) return true;
  }
  return std::any_of(rule.parameters.begin(), rule.parameters.end(), [&](auto const& parameter) {
    return parameter.second.starts_with(':') && parameter.second.substr(1) == name;
  });
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
  if (!rules_.empty()) index_ = std::make_unique<RedirectIndex const>(rules_);
}

Redirects::Redirects() = default;
Redirects::Redirects(Redirects&&) noexcept = default;
Redirects& Redirects::operator=(Redirects&&) noexcept = default;
Redirects::~Redirects() = default;

std::optional<Redirected> Redirects::apply(std::string_view path, std::string_view query,
                                           RedirectTurn turn) const {
  if (rules_.empty() || (turn == RedirectTurn::before_files && !has_forced_)) return std::nullopt;
  return index_->find(rules_, PatternSubject(path, query), turn);
}

bool has_placeholder(Redirect const& rule) {
  const std::string_view to = rule.to;
  for (std::size_t at = 0; at < to.size(); ++at) {
    const std::size_t end = end_of_placeholder(to, at);
    if (end == at) continue;
    const bool is_whole = at > 0 && (to[at - 1] == '/' || to[at - 1] == '=');
    if (is_whole || captures(rule, to.substr(at + 1, end - at - 1))) return true;
  }
  return false;
}

}  // namespace hrefkit::site
