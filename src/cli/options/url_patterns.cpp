#include "hrefkit/cli/options/url_patterns.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

namespace {

/// Up to this number, expressions are matched one by one, which is faster.
constexpr std::size_t few_patterns = 4;

/// Maximum length of an expression in bytes. RE2 needs memory of 8,000 times the length of a class
/// such as \pL to parse it.
constexpr std::size_t max_pattern = 8'000;

/// Limit for the instructions of all expressions together; most expressions have about one per
/// byte.
constexpr std::size_t max_instructions(std::size_t text_size) {
  return 1'000'000 + 8 * text_size;
}

/// Limit for the instructions of one automaton.
constexpr std::size_t max_at_once = 100'000;

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  return options;
}

/// RE2 refuses a set whose instructions, of 16 bytes each, take more than a quarter of its memory,
/// or for which 20 states do not fit into the rest.
re2::RE2::Options options_of_set(std::size_t instructions) {
  re2::RE2::Options wide = options();
  wide.set_max_mem((std::int64_t{4} << 20) + 128 * static_cast<std::int64_t>(instructions));
  return wide;
}

}  // namespace

/// The compiled expressions: single ones or, if they are many, a few automata, for which the time
/// of a match hardly depends on the number of expressions. They are compiled when the first URL is
/// matched.
struct UrlPatterns::Compiled {
  struct Pattern {
    std::string text;
    std::size_t instructions;
  };

  /// One automaton for the patterns from `begin` to `end`.
  struct Automaton {
    std::size_t begin;
    std::size_t end;
    re2::RE2::Set set;
  };

  std::vector<Pattern> patterns;
  std::size_t instructions = 0;
  std::once_flag once;
  std::deque<re2::RE2> single;

  /// An expression whose matches are recorded.
  struct Noted {
    explicit Noted(std::string const& text) : pattern(text, options()) {}
    re2::RE2 pattern;
    std::atomic<bool> used = false;
  };
  std::deque<Noted> noted;
  std::atomic<std::size_t> unused = 0;

  /// Records all expressions that match the URL.
  void note_uses(re2::StringPiece const& url) {
    for (Noted& one : noted) {
      if (one.used.load(std::memory_order_relaxed) || !re2::RE2::PartialMatch(url, one.pattern)) {
        continue;
      }
      if (!one.used.exchange(true)) --unused;
    }
  }
  std::deque<Automaton> sets;

  void compile() {
    if (patterns.size() <= few_patterns) return compile_one_by_one(0, patterns.size());
    for (std::size_t begin = 0; begin < patterns.size();) {
      std::size_t end = begin;
      std::size_t together = 0;
      while (end < patterns.size() && together < max_at_once) {
        together += patterns[end++].instructions;
      }
      if (!compile_set(begin, end, together)) compile_one_by_one(begin, end);
      begin = end;
    }
  }

  void compile_one_by_one(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) single.emplace_back(patterns[i].text, options());
  }

  /// False if the automaton needs too much memory.
  bool compile_set(std::size_t begin, std::size_t end, std::size_t together) {
    re2::RE2::Set set(options_of_set(together), re2::RE2::UNANCHORED);
    for (std::size_t i = begin; i < end; ++i) set.Add(patterns[i].text, nullptr);
    if (!set.Compile()) return false;
    sets.push_back({begin, end, std::move(set)});
    if (match_set(sets.back(), "")) return true;
    sets.pop_back();
    return false;
  }

  /// nullopt if the automaton needs too much memory.
  static std::optional<bool> match_set(Automaton const& automaton, re2::StringPiece const& url) {
    re2::RE2::Set::ErrorInfo error{re2::RE2::Set::kNoError};
    const bool found = automaton.set.Match(url, nullptr, &error);
    if (error.kind != re2::RE2::Set::kNoError) return std::nullopt;
    return found;
  }

  bool match(re2::StringPiece const& url) const {
    const auto matches = [&](auto const& pattern) { return re2::RE2::PartialMatch(url, pattern); };
    const auto any_matches = [&](Automaton const& automaton) {
      if (const auto found = match_set(automaton, url)) return *found;
      for (std::size_t i = automaton.begin; i < automaton.end; ++i) {
        if (matches(re2::RE2(patterns[i].text, options()))) return true;
      }
      return false;
    };
    return std::any_of(sets.begin(), sets.end(), any_matches) ||
           std::any_of(single.begin(), single.end(), matches);
  }
};

UrlPatterns::UrlPatterns() : compiled_(std::make_unique<Compiled>()) {}
UrlPatterns::~UrlPatterns() = default;

tl::expected<void, std::string> UrlPatterns::add(std::string const& pattern) {
  if (pattern.size() > max_pattern) {
    return tl::unexpected("a regular expression has more than " + std::to_string(max_pattern) +
                          " bytes");
  }
  const re2::RE2 read(pattern, options());
  if (!read.ok()) {
    return tl::unexpected("'" + pattern + "' is not a regular expression: " + read.error());
  }
  const auto instructions = static_cast<std::size_t>(read.ProgramSize());
  compiled_->patterns.push_back({pattern, instructions});
  text_ += pattern + "\n";
  compiled_->instructions += instructions;
  if (compiled_->instructions <= max_instructions(text_.size())) return {};
  return tl::unexpected<std::string>("the regular expressions are too complex");
}

tl::expected<void, std::string> UrlPatterns::add_lines(std::string_view text) {
  return text::for_each_list_line(text,
                                  [this](std::string_view line) { return add(std::string(line)); });
}

bool UrlPatterns::empty() const {
  return compiled_->patterns.empty();
}

bool UrlPatterns::match(std::string_view url) const {
  std::call_once(compiled_->once, [this] { compiled_->compile(); });
  const re2::StringPiece piece(url.data(), url.size());
  const bool found = compiled_->match(piece);
  if (found && compiled_->unused.load(std::memory_order_relaxed) != 0) compiled_->note_uses(piece);
  return found;
}

void UrlPatterns::note_uses() {
  auto& noted = compiled_->noted;
  const std::size_t wanted = std::min(compiled_->patterns.size(), max_noted);
  while (noted.size() < wanted) {
    noted.emplace_back(compiled_->patterns[noted.size()].text);
    ++compiled_->unused;
  }
}

std::string const& UrlPatterns::pattern(std::size_t index) const {
  return compiled_->patterns[index].text;
}

std::vector<std::size_t> UrlPatterns::unused() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < compiled_->noted.size(); ++i) {
    if (!compiled_->noted[i].used) numbers.push_back(i);
  }
  return numbers;
}

void add_excluded_urls(std::vector<std::string> const& exclude_url, UrlPatterns& patterns) {
  for (std::string const& pattern : exclude_url) {
    const auto added = patterns.add(pattern);
    if (!added) throw UsageError("--exclude-url", added.error());
  }
  patterns.note_uses();
}

UrlExclusion::UrlExclusion(CommonOptions const& common)
    : patterns_(std::make_shared<UrlPatterns>()) {
  add_excluded_urls(common.exclude_url, *patterns_);
}

std::function<bool(std::string_view url)> UrlExclusion::predicate() const {
  if (patterns_->empty()) return {};
  return [patterns = patterns_](std::string_view url) { return patterns->match(url); };
}

void UrlExclusion::warn_of_unused(CommonOptions const& common, Messages& messages) const {
  warn_of_unused_urls(common.exclude_url, *patterns_, messages);
}

std::function<bool(std::string_view text)> matcher_of(char const* option,
                                                      std::vector<std::string> const& patterns) {
  if (patterns.empty()) return {};
  const auto compiled = std::make_shared<UrlPatterns>();
  for (std::string const& pattern : patterns) {
    if (const auto added = compiled->add(pattern); !added) throw UsageError(option, added.error());
  }
  return [compiled](std::string_view text) { return compiled->match(text); };
}

void warn_of_globs(std::string_view option, std::vector<std::string> const& globs,
                   Messages& messages) {
  for (std::string const& glob : globs) {
    const bool is_regex = glob.starts_with('^') || glob.ends_with('$') ||
                          glob.find("\\.") != glob.npos || glob.find(".*") != glob.npos;
    if (!is_regex) continue;
    messages.warning(option, "'" + glob +
                                 "' looks like a regular expression, but is a pattern of paths "
                                 "such as *.html or drafts/");
  }
}

void warn_of_patterns(CommonOptions const& common, Messages& messages) {
  warn_of_globs("--include", common.include, messages);
  warn_of_globs("--exclude", common.exclude, messages);
  warn_of_globs("--exclude-path", common.exclude_path, messages);
}

namespace {

void warn_of_unused(std::string_view option, std::string const& pattern, Messages& messages,
                    std::string_view details = {}) {
  messages.warning(option, ("'" + pattern + "' matched nothing").append(details));
}

}  // namespace

void warn_of_unused_urls(std::vector<std::string> const& exclude_url, UrlPatterns const& patterns,
                         Messages& messages, std::string_view details) {
  for (const std::size_t i : patterns.unused()) {
    if (i >= exclude_url.size()) break;
    warn_of_unused("--exclude-url", patterns.pattern(i), messages, details);
  }
}

void warn_of_unused_lines(std::vector<std::string> const& exclude_url, UrlPatterns const& patterns,
                          Messages& messages) {
  constexpr std::size_t max_named = 5;
  const std::size_t of_options = exclude_url.size();
  std::size_t count = 0;
  std::string names;
  for (const std::size_t i : patterns.unused()) {
    if (i < of_options || ++count > max_named) continue;
    names += (names.empty() ? "'" : ", '") + patterns.pattern(i) + "'";
  }
  if (count == 0) return;
  if (count > max_named) names += " and " + grouped_number(count - max_named) + " more";
  messages.warning(ignore_file,
                   counted(count, "pattern", "patterns") + " matched no finding: " + names);
}

void warn_of_unused_globs(std::string_view option, std::vector<std::string> const& globs,
                          std::vector<std::size_t> const& unused, std::size_t first,
                          Messages& messages) {
  for (const std::size_t i : unused) {
    if (i >= first && i - first < globs.size()) warn_of_unused(option, globs[i - first], messages);
  }
}

}  // namespace hrefkit::cli
