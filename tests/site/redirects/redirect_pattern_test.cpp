// Patterns against the regular expressions that a server of Cloudflare makes of them: `:name`
// becomes `([^/]+)`, the star becomes `(.*)`.
#include "hrefkit/site/redirects/redirect_index.h"

#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <string>
#include <vector>

namespace hrefkit::site {

namespace {

struct Both {
  std::string pattern = "/";
  std::string expression = "/";
  std::vector<std::string> names = {};  ///< of the groups
};

/// Up to six pieces, each placeholder and the splat once at most.
Both chosen_pattern(std::mt19937& chance) {
  std::vector<std::string> pieces{":x", ":y", ":z", "*", "a", "-", "ab", "/", "a/"};
  Both both;
  for (auto left = 1 + chance() % 6; left > 0; --left) {
    const std::size_t number = chance() % pieces.size();
    const std::string piece = pieces[number];
    const bool is_name = piece.starts_with(':');
    if (is_name || piece == "*") {
      both.names.push_back(is_name ? piece.substr(1) : "splat");
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(number));
    }
    if (is_name) both.expression += "([^/]+)";
    if (piece == "*") both.expression += "(.*)";
    if (!is_name && piece != "*") both.expression += piece;
    // Text after a placeholder must not look like more of its name.
    const bool joins = both.pattern.find(':') != std::string::npos && piece.starts_with('a') &&
                       both.pattern.back() >= 'x';
    if (joins) both.expression.insert(both.expression.size() - piece.size(), "-");
    both.pattern += (joins ? "-" : "") + piece;
  }
  return both;
}

}  // namespace

TEST_CASE("a pattern fits what its regular expression fits, and takes the same") {
  std::mt19937 chance(11);
  std::size_t fits = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Both both = chosen_pattern(chance);
    // Empty names do not count here, and `/*` at the end has a test of its own.
    if (both.pattern.find("//") != std::string::npos || both.pattern.ends_with('/')) continue;
    std::string path = "/";
    for (auto left = 1 + chance() % 8; left > 0; --left) path += "ab-/"[chance() % 4];
    if (path.find("//") != std::string::npos || path.ends_with('/')) continue;
    std::smatch match;
    const bool expected = std::regex_match(path, match, std::regex(both.expression));
    Captures captures;
    const bool got = PathPattern(both.pattern).fit(path_names(path), captures);
    INFO(both.pattern << ' ' << both.expression << ' ' << path);
    const bool ends_in_splat = both.pattern.ends_with("/*");
    REQUIRE((ends_in_splat || got == expected));
    if (!expected || !got) continue;
    ++fits;
    for (std::size_t i = 0; i < both.names.size(); ++i) {
      CHECK(captures[both.names[i]] == match[i + 1].str());
    }
  }
  CHECK(fits > 300);
}

}  // namespace hrefkit::site
