#include "hrefkit/cli/check/url_patterns.h"

#include <re2/re2.h>

#include <algorithm>
#include <deque>

#include "hrefkit/text/ascii.h"

namespace hrefkit::cli {

struct UrlPatterns::Compiled {
  std::deque<re2::RE2> patterns;
};

UrlPatterns::UrlPatterns() : compiled_(std::make_unique<Compiled>()) {}
UrlPatterns::~UrlPatterns() = default;

tl::expected<void, std::string> UrlPatterns::add(std::string const& pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  re2::RE2 const& added = compiled_->patterns.emplace_back(pattern, options);
  if (added.ok()) {
    text_ += pattern + "\n";
    return {};
  }
  std::string why = "'" + pattern + "' is not a regular expression: " + added.error();
  compiled_->patterns.pop_back();
  return tl::unexpected(std::move(why));
}

tl::expected<void, std::string> UrlPatterns::add_lines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text::strip_ascii_whitespace(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    if (const auto added = add(std::string(line)); !added) {
      return tl::unexpected("line " + std::to_string(number) + ": " + added.error());
    }
  }
  return {};
}

bool UrlPatterns::empty() const {
  return compiled_->patterns.empty();
}

bool UrlPatterns::match(std::string_view url) const {
  const re2::StringPiece piece(url.data(), url.size());
  return std::any_of(
      compiled_->patterns.begin(), compiled_->patterns.end(),
      [&](re2::RE2 const& pattern) { return re2::RE2::PartialMatch(piece, pattern); });
}

}  // namespace hrefkit::cli
