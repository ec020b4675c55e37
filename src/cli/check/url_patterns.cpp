#include "hrefkit/cli/check/url_patterns.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "hrefkit/text/list_lines.h"

namespace hrefkit::cli {

namespace {

/// So many expressions are faster one by one than at once.
constexpr std::size_t few_patterns = 4;

/// A class of characters such as \pL takes 8,000 times its length in memory while it is read.
constexpr std::size_t longest_pattern = 8'000;

/// The instructions of all expressions together; most expressions have about one a byte.
constexpr std::size_t most_instructions(std::size_t text_size) {
  return 1'000'000 + 8 * text_size;
}

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

/// The expressions one by one and, where they are many, as one automaton, which is made when the
/// first URL comes: the time for a URL then does not depend on how many they are.
struct UrlPatterns::Compiled {
  std::deque<re2::RE2> patterns;
  std::size_t instructions = 0;
  std::once_flag once;
  std::optional<re2::RE2::Set> set;

  void make_set(std::size_t text_size) {
    if (patterns.size() <= few_patterns) return;
    re2::RE2::Options wide = options();
    wide.set_max_mem(static_cast<std::int64_t>((std::size_t{16} << 20) + 32 * text_size));
    set.emplace(wide, re2::RE2::UNANCHORED);
    for (re2::RE2 const& pattern : patterns) set->Add(pattern.pattern(), nullptr);
    if (!set->Compile()) set.reset();
  }

  /// Nothing where the automaton needs too much memory.
  std::optional<bool> match_set(re2::StringPiece const& url) const {
    if (!set) return std::nullopt;
    re2::RE2::Set::ErrorInfo error{re2::RE2::Set::kNoError};
    const bool found = set->Match(url, nullptr, &error);
    if (error.kind != re2::RE2::Set::kNoError) return std::nullopt;
    return found;
  }
};

UrlPatterns::UrlPatterns() : compiled_(std::make_unique<Compiled>()) {}
UrlPatterns::~UrlPatterns() = default;

tl::expected<void, std::string> UrlPatterns::add(std::string const& pattern) {
  if (pattern.size() > longest_pattern) {
    return tl::unexpected("a regular expression has more than " + std::to_string(longest_pattern) +
                          " bytes");
  }
  re2::RE2 const& added = compiled_->patterns.emplace_back(pattern, options());
  if (added.ok()) {
    text_ += pattern + "\n";
    compiled_->instructions += static_cast<std::size_t>(added.ProgramSize());
    if (compiled_->instructions <= most_instructions(text_.size())) return {};
    return tl::unexpected<std::string>("the regular expressions are too complex");
  }
  std::string why = "'" + pattern + "' is not a regular expression: " + added.error();
  compiled_->patterns.pop_back();
  return tl::unexpected(std::move(why));
}

tl::expected<void, std::string> UrlPatterns::add_lines(std::string_view text) {
  return text::for_each_list_line(text,
                                  [this](std::string_view line) { return add(std::string(line)); });
}

bool UrlPatterns::empty() const {
  return compiled_->patterns.empty();
}

bool UrlPatterns::match(std::string_view url) const {
  std::call_once(compiled_->once, [this] { compiled_->make_set(text_.size()); });
  const re2::StringPiece text(url.data(), url.size());
  if (const auto found = compiled_->match_set(text)) return *found;
  return std::any_of(
      compiled_->patterns.begin(), compiled_->patterns.end(),
      [&](re2::RE2 const& pattern) { return re2::RE2::PartialMatch(text, pattern); });
}

}  // namespace hrefkit::cli
