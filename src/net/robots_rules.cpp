#include "hrefkit/net/robots_rules.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace hrefkit::net {

// Words

WordFinder::WordFinder(std::vector<std::string_view> const& words) : words_(words.size()) {
  add_nodes(words);
  add_suffixes();
}

/// The words below a node are a range, since they are sorted.
void WordFinder::add_nodes(std::vector<std::string_view> const& words) {
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t depth;
  };
  std::vector<Range> ranges{{0, static_cast<std::uint32_t>(words.size()), 0}};
  nodes_.emplace_back();
  bytes_.push_back('\0');
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    auto [begin, end, depth] = ranges[node];
    nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
    if (begin != end && words[begin].size() == depth) nodes_[node].word = begin++;
    while (begin != end) {
      const char byte = words[begin][depth];
      std::uint32_t next = begin;
      while (next != end && words[next][depth] == byte) ++next;
      if (node == 0) {
        at_root_[static_cast<unsigned char>(byte)] = static_cast<std::uint32_t>(nodes_.size());
      }
      nodes_.emplace_back();
      bytes_.push_back(byte);
      ranges.push_back({begin, next, depth + 1});
      begin = next;
    }
  }
  nodes_.push_back({.first_child = static_cast<std::uint32_t>(nodes_.size())});
}

/// The suffixes of a node are shorter, so they are known before it.
void WordFinder::add_suffixes() {
  for (std::uint32_t parent = 0; parent + 1 < nodes_.size(); ++parent) {
    for (std::uint32_t i = nodes_[parent].first_child; i < nodes_[parent + 1].first_child; ++i) {
      Node& node = nodes_[i];
      node.fail = parent == 0 ? 0 : next(nodes_[parent].fail, bytes_[i]);
      node.link = nodes_[node.fail].word != none ? node.fail : nodes_[node.fail].link;
    }
  }
}

/// The child of a node with `byte`; 0 for none.
std::uint32_t WordFinder::child(std::uint32_t node, char byte) const {
  if (node == 0) return at_root_[static_cast<unsigned char>(byte)];
  const auto begin = bytes_.begin() + nodes_[node].first_child;
  const auto end = bytes_.begin() + nodes_[node + 1].first_child;
  const auto less = [](char a, char b) {
    return static_cast<unsigned char>(a) < static_cast<unsigned char>(b);
  };
  const auto found = std::lower_bound(begin, end, byte, less);
  return found == end || *found != byte ? 0 : static_cast<std::uint32_t>(found - bytes_.begin());
}

/// The node of the longest suffix of the text so far.
std::uint32_t WordFinder::next(std::uint32_t node, char byte) const {
  while (true) {
    const std::uint32_t found = child(node, byte);
    if (found != 0 || node == 0) return found;
    node = nodes_[node].fail;
  }
}

template <typename Visit>
void WordFinder::find(std::string_view text, Visit const& visit) const {
  std::vector<bool> found(words_);
  std::uint32_t node = 0;
  for (const char byte : text) {
    node = next(node, byte);
    std::uint32_t end = nodes_[node].word != none ? node : nodes_[node].link;
    // The suffixes of a word that was found were found with it.
    for (; end != 0 && !found[nodes_[end].word]; end = nodes_[end].link) {
      found[nodes_[end].word] = true;
      visit(nodes_[end].word);
    }
  }
}

// Patterns

namespace {

/// Up to these numbers, matching rules one by one is as fast as the index.
constexpr std::size_t few_rules = 64;
constexpr std::ptrdiff_t few_with_stars = 4;

/// Removes the stars that do not change what a pattern matches: repeated ones, and one at the end.
std::string without_idle_stars(std::string pattern) {
  pattern.erase(std::unique(pattern.begin(), pattern.end(),
                            [](char a, char b) { return a == '*' && b == '*'; }),
                pattern.end());
  if (pattern.ends_with("*$")) pattern.pop_back();
  // Before a star "$" is a byte as any other.
  if (pattern.ends_with('*') && !pattern.ends_with("$*")) pattern.pop_back();
  return pattern;
}

/// The longest piece of a pattern between its stars.
std::string_view longest_piece(std::string_view pattern) {
  if (pattern.ends_with('$')) pattern.remove_suffix(1);
  std::string_view longest;
  while (!pattern.empty()) {
    const std::string_view piece = pattern.substr(0, pattern.find('*'));
    if (piece.size() > longest.size()) longest = piece;
    pattern.remove_prefix(std::min(piece.size() + 1, pattern.size()));
  }
  return longest;
}

/// Matches patterns with one path, and counts the bytes that it compares.
class Matcher {
 public:
  explicit Matcher(std::string_view path) : path_(path) {}

  /// "*" is any bytes, "$" at the end is the end of the path.
  bool match(std::string_view pattern);

  std::size_t steps() const { return steps_; }

 private:
  std::size_t find(std::string_view text, std::string_view wanted);

  std::string_view path_;
  std::size_t steps_ = 0;
  std::vector<std::size_t> borders_;
};

/// The first place of `wanted` in `text`, or npos, in a time linear in both (Knuth, Morris and
/// Pratt).
std::size_t Matcher::find(std::string_view text, std::string_view wanted) {
  if (wanted.size() > text.size()) return std::string_view::npos;
  // borders[i]: the longest proper prefix of wanted[0..i] that is its suffix as well
  borders_.assign(wanted.size(), 0);
  for (std::size_t i = 1, matched = 0; i < wanted.size(); ++i) {
    while (matched != 0 && wanted[i] != wanted[matched]) matched = borders_[matched - 1];
    if (wanted[i] == wanted[matched]) ++matched;
    borders_[i] = matched;
  }
  steps_ += wanted.size();
  std::size_t end = 0;
  std::size_t matched = 0;
  for (; end < text.size() && matched != wanted.size(); ++end) {
    while (matched != 0 && text[end] != wanted[matched]) matched = borders_[matched - 1];
    if (text[end] == wanted[matched]) ++matched;
  }
  steps_ += end;
  return matched == wanted.size() ? end - matched : std::string_view::npos;
}

bool Matcher::match(std::string_view pattern) {
  std::string_view path = path_;
  const bool is_anchored = pattern.ends_with('$');
  if (is_anchored) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  const std::string_view front = pattern.substr(0, star);
  steps_ += front.size() + 1;
  if (!path.starts_with(front)) return false;
  path.remove_prefix(front.size());
  if (star == std::string_view::npos) return !is_anchored || path.empty();
  if (is_anchored) {
    const std::string_view end = pattern.substr(pattern.rfind('*') + 1);
    steps_ += end.size();
    if (!path.ends_with(end)) return false;
  }
  while (true) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    // The last piece ends where the path ends.
    if (star == std::string_view::npos && is_anchored) return path.size() >= piece.size();
    const std::size_t place = find(path, piece);
    if (place == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    path.remove_prefix(place + piece.size());
  }
}

}  // namespace

// Rules

RobotsRules::RobotsRules(std::vector<Rule> rules) : rules_(std::move(rules)) {
  std::sort(rules_.begin(), rules_.end(), [](Rule const& a, Rule const& b) {
    if (a.pattern.size() != b.pattern.size()) return a.pattern.size() > b.pattern.size();
    if (a.allows != b.allows) return a.allows;
    return a.pattern < b.pattern;
  });
  const auto is_same = [](Rule const& a, Rule const& b) {
    return a.allows == b.allows && a.pattern == b.pattern;
  };
  rules_.erase(std::unique(rules_.begin(), rules_.end(), is_same), rules_.end());
  for (Rule& rule : rules_) rule.pattern = without_idle_stars(std::move(rule.pattern));
  const auto with_stars = std::count_if(rules_.begin(), rules_.end(), [](Rule const& rule) {
    return rule.pattern.find('*') != std::string::npos;
  });
  if (rules_.size() > few_rules || with_stars > few_with_stars) add_index();
}

void RobotsRules::add_index() {
  std::vector<std::pair<std::string_view, std::uint32_t>> of_rules;
  without_word_.resize((rules_.size() + 63) / 64);
  for (std::uint32_t i = 0; i < rules_.size(); ++i) {
    const std::string_view word = longest_piece(rules_[i].pattern);
    if (word.empty()) {
      without_word_[i / 64] |= std::uint64_t{1} << i % 64;
    } else {
      of_rules.emplace_back(word, i);
    }
  }
  std::sort(of_rules.begin(), of_rules.end());
  std::vector<std::string_view> words;
  for (auto const& [word, rule] : of_rules) {
    if (words.empty() || words.back() != word) {
      words.push_back(word);
      first_of_word_.push_back(static_cast<std::uint32_t>(rules_of_words_.size()));
    }
    rules_of_words_.push_back(rule);
  }
  first_of_word_.push_back(static_cast<std::uint32_t>(rules_of_words_.size()));
  finder_.emplace_back(words);
}

/// The rules whose longest piece is in the path.
RobotsRules::Places RobotsRules::candidates(std::string_view path) const {
  Places places = without_word_;
  finder_.front().find(path, [&](std::uint32_t word) {
    for (std::uint32_t i = first_of_word_[word]; i < first_of_word_[word + 1]; ++i) {
      places[rules_of_words_[i] / 64] |= std::uint64_t{1} << rules_of_words_[i] % 64;
    }
  });
  return places;
}

RobotsVerdict RobotsRules::judge(std::string_view path) const {
  const auto verdict_of = [](Rule const& rule) {
    return rule.allows ? RobotsVerdict::allowed : RobotsVerdict::forbidden;
  };
  Matcher matcher(path);
  if (finder_.empty()) {
    const auto rule = std::find_if(rules_.begin(), rules_.end(),
                                   [&](Rule const& each) { return matcher.match(each.pattern); });
    return rule == rules_.end() ? RobotsVerdict::allowed : verdict_of(*rule);
  }
  const std::size_t max_steps = max_robots_steps + max_robots_steps_for_byte * path.size();
  const Places places = candidates(path);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::uint64_t left = places[i]; left != 0; left &= left - 1) {
      Rule const& rule = rules_[i * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      if (matcher.match(rule.pattern)) return verdict_of(rule);
      if (matcher.steps() > max_steps) return RobotsVerdict::too_costly;
    }
  }
  return RobotsVerdict::allowed;
}

}  // namespace hrefkit::net
