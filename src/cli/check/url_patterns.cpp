#include "hrefkit/cli/check/url_patterns.h"

#include <re2/re2.h>

#include <algorithm>
#include <deque>

#include "hrefkit/text/list_lines.h"

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
  return text::for_each_list_line(text,
                                  [this](std::string_view line) { return add(std::string(line)); });
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
