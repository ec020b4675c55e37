// The rules of one group of robots.txt, and what they say of a path: RFC 9309, 2.2.2.
//
//   const RobotsRules rules({{.allows = false, .pattern = "/a*b$"}});
//   rules.judge("/a-b")  // RobotsVerdict::forbidden
//
// Whoever writes the rules may be hostile, and they are matched with each URL of a site: half a
// megabyte of patterns may take no longer than a few. So the rules that may match are looked up
// first, by their longest piece without a star (Aho and Corasick: one pass over the path finds all
// pieces that are in it). The remaining rules are matched one by one, and the compared bytes are
// counted. A path that needs too many counts as forbidden; files that people write stay far below.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/net/robots.h"

namespace hrefkit::net {

/// The limit of compared bytes for one path: the first number, and the second one for each byte of
/// the path.
inline constexpr std::size_t max_robots_steps = std::size_t{1} << 16;
inline constexpr std::size_t max_robots_steps_for_byte = 4;

/// Finds which of a set of words are in a text, in one pass. The words are numbered.
class WordFinder {
 public:
  /// The words are sorted, all different, and none is empty. They need not outlive this.
  explicit WordFinder(std::vector<std::string_view> const& words);

  /// Calls `visit` once with the number of each word that is in the text, in no order.
  template <typename Visit>
  void find(std::string_view text, Visit const& visit) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A node stands for the front of a word. The children of a node follow each other, sorted.
  struct Node {
    std::uint32_t first_child = 0;
    std::uint32_t fail = 0;     ///< the longest proper suffix that is a node as well
    std::uint32_t link = 0;     ///< the longest proper suffix that is a word; 0: none
    std::uint32_t word = none;  ///< the word that ends here
  };

  std::uint32_t child(std::uint32_t node, char byte) const;
  std::uint32_t next(std::uint32_t node, char byte) const;
  void add_nodes(std::vector<std::string_view> const& words);
  void add_suffixes();

  std::vector<Node> nodes_;  ///< level by level; the last one is behind the last child
  std::vector<char> bytes_;  ///< the last byte of each node
  std::array<std::uint32_t, 256> at_root_{};
  std::size_t words_ = 0;
};

/// The rules of one group. Const members are thread-safe.
class RobotsRules {
 public:
  struct Rule {
    bool allows = false;
    std::string pattern = {};  ///< normalised percent-encoding; not empty
  };

  /// The rules may be in any order.
  explicit RobotsRules(std::vector<Rule> rules);

  /// Judges a path with its query, in the same encoding: the longest rule that matches counts,
  /// Allow before Disallow of the same length.
  RobotsVerdict judge(std::string_view path) const;

 private:
  /// A set of rules by their places.
  using Places = std::vector<std::uint64_t>;

  void add_index();
  Places candidates(std::string_view path) const;

  std::vector<Rule> rules_;  ///< the longest first, Allow before Disallow
  // The index; a short list has none.
  std::vector<WordFinder> finder_;            ///< one, or none
  std::vector<std::uint32_t> first_of_word_;  ///< where the rules of each word begin
  std::vector<std::uint32_t> rules_of_words_;
  Places without_word_;  ///< rules without a word: of stars alone
};

}  // namespace hrefkit::net
