#include "hrefkit/site/redirects/path_expression.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

/// A file has many expressions, and each is small.
constexpr std::int64_t expression_memory = std::int64_t{64} << 10;

/// Nobody writes so many parts of a path.
constexpr int max_groups = 32;

re2::RE2::Options path_options(bool ignores_case) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(expression_memory);
  options.set_case_sensitive(!ignores_case);
  options.set_encoding(re2::RE2::Options::EncodingLatin1);  // paths are ASCII
  return options;
}

}  // namespace

struct PathExpression::Compiled {
  struct Exclusion {
    Exclusion(std::size_t in, std::string const& written, bool ignores_case)
        : group(in), expression(written, path_options(ignores_case)) {}

    std::size_t group;
    re2::RE2 expression;
  };

  explicit Compiled(ExpressionParts const& parts)
      : expression(parts.expression, path_options(parts.ignores_case)),
        needle(parts.ignores_case ? text::to_ascii_lower(parts.needle) : parts.needle),
        anchor(parts.fits_anywhere ? re2::RE2::UNANCHORED : re2::RE2::ANCHOR_BOTH) {
    for (auto const& [group, written] : parts.exclusions) {
      exclusions.emplace_back(group, written, parts.ignores_case);
    }
    for (std::size_t i = 0; i < parts.names.size(); ++i) {
      if (!parts.names[i].empty()) names.emplace_back("p_" + parts.names[i], i + 1);
    }
    if (!expression.ok()) return;
    for (auto const& [name, group] : expression.NamedCapturingGroups()) {
      names.emplace_back("p_" + name, static_cast<std::size_t>(group));
    }
    const int groups = expression.NumberOfCapturingGroups();
    for (int i = 1; i <= groups; ++i) {
      names.emplace_back("p_" + std::to_string(i), static_cast<std::size_t>(i));
    }
  }

  bool is_usable() const {
    return expression.ok() && expression.NumberOfCapturingGroups() <= max_groups &&
           std::all_of(exclusions.begin(), exclusions.end(),
                       [](Exclusion const& exclusion) { return exclusion.expression.ok(); });
  }

  re2::RE2 expression;
  std::string needle;
  re2::RE2::Anchor anchor;
  std::deque<Exclusion> exclusions;                        // RE2 does not move
  std::vector<std::pair<std::string, std::size_t>> names;  // of captures, with their groups
};

PathExpression::PathExpression(std::unique_ptr<Compiled const> compiled)
    : compiled_(std::move(compiled)) {}
PathExpression::~PathExpression() = default;

std::shared_ptr<PathExpression const> PathExpression::compile(ExpressionParts const& parts) {
  auto compiled = std::make_unique<Compiled const>(parts);
  if (!compiled->is_usable()) return nullptr;
  return std::shared_ptr<PathExpression const>(new PathExpression(std::move(compiled)));
}

bool PathExpression::may_fit(std::string_view path) const {
  return path.find(compiled_->needle) != std::string_view::npos;
}

bool PathExpression::fit(std::string_view path, Captures& captures) const {
  const re2::StringPiece text(path.data(), path.size());
  // The first piece is the whole. Where nothing is captured, RE2 need not look for groups.
  re2::StringPiece groups[max_groups + 1];
  const int wanted =
      compiled_->names.empty() ? 0 : 1 + compiled_->expression.NumberOfCapturingGroups();
  if (!compiled_->expression.Match(text, 0, text.size(), compiled_->anchor, groups, wanted)) {
    return false;
  }
  for (Compiled::Exclusion const& exclusion : compiled_->exclusions) {
    re2::StringPiece rest = text;
    if (exclusion.group != 0) {
      char const* const begin = groups[exclusion.group].data();
      if (begin == nullptr) continue;
      rest.remove_prefix(static_cast<std::size_t>(begin - text.data()));
    }
    if (exclusion.expression.Match(rest, 0, rest.size(), re2::RE2::ANCHOR_START, nullptr, 0)) {
      return false;
    }
  }
  for (auto const& [name, group] : compiled_->names) {
    re2::StringPiece const& taken = groups[group];
    // Of two groups with one name the first counts.
    captures.emplace(name, std::string(taken.data() == nullptr ? "" : taken.data(), taken.size()));
  }
  return true;
}

bool PathExpression::captures_as(std::string_view name) const {
  return std::any_of(compiled_->names.begin(), compiled_->names.end(),
                     [&](auto const& known) { return known.first == name; });
}

std::string quoted_expression(std::string_view text) {
  return re2::RE2::QuoteMeta(re2::StringPiece(text.data(), text.size()));
}

}  // namespace hrefkit::site
