// Finds the longest of many URL prefixes that covers a URL, at a cost that does not depend on their
// number.
//
//   const PrefixIndex index({"https://h.example/blog", "https://h.example/*/old/"});
//   if (const auto number = index.find(url)) use(*number);
//
// URLs and prefixes are read as pieces: each begins with '/', '?' or '#'. The prefixes form a trie
// by pieces, so those without a segment `*` cost one look-up a piece of the URL. At the first `*`
// of a prefix the trie holds a group of the prefixes that go on there. A group has a bit for each
// of them, and removes those that the next piece does not fit from all at once, 64 a step. (The
// trie alone would have to follow both the `*` and the piece: up to 2 to the power of the pieces.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The length of the part of `url` that `prefix` covers; nullopt if it does not cover `url`. A
/// prefix ends at the border of a component: `/blog` covers `/blog`, `/blog/x`, `/blog?q` and
/// `/blog#f`, but not `/blogroll`. A segment `*` of the prefix matches any segment that is not
/// empty.
std::optional<std::size_t> covered_length(std::string_view url, std::string_view prefix);

/// A set of prefixes. Const members are thread-safe.
class PrefixIndex {
 public:
  explicit PrefixIndex(std::span<std::string_view const> prefixes);
  PrefixIndex(PrefixIndex const&) = delete;  // its parts view its text
  PrefixIndex& operator=(PrefixIndex const&) = delete;

  /// The number of the longest prefix that covers `url`, the first of equally long ones.
  std::optional<std::size_t> find(std::string_view url) const;

  /// The numbers of all prefixes, the longest first, equally long ones in their order.
  std::span<std::uint32_t const> by_length() const { return by_length_; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// What may follow the pieces of a prefix in a URL that it covers.
  enum class End : std::uint8_t {
    whole,   ///< nothing: the prefix has a fragment
    query,   ///< nothing, or a fragment: it has a query
    folder,  ///< the rest of a path: the prefix ends with '/'
    border,  ///< any other piece, or nothing
  };
  static constexpr std::size_t end_count = 4;

  static End end_of(std::string_view prefix);
  static bool may_end(End end, std::string_view rest);

  struct Node {
    /// The ranks of prefixes (places in `by_length_`) whose last piece it is, by their end.
    std::array<std::uint32_t, end_count> ends = {none, none, none, none};
    std::uint32_t group = none;
    std::uint32_t children = 0;
    std::uint32_t last_child = none;
  };

  /// A piece behind a node, or at a depth of a group.
  struct Step {
    std::uint64_t from;
    std::string_view piece;
    bool operator==(Step const&) const = default;
  };
  struct StepHasher {
    std::size_t operator()(Step const& step) const {
      const std::uint64_t seed = text::process_hash_key()[0] + text::mix64(step.from);
      return static_cast<std::size_t>(text::hash64(step.piece, seed));
    }
  };

  using Words = std::span<std::uint64_t>;

  /// Some members of a group: their numbers, rising, or, where that is shorter, a bit for each.
  struct Members {
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> bits;

    void use_bits_if_shorter(std::size_t words);
    void add_to(Words next, Words active) const;
    std::uint32_t first_of(Words active) const;
  };

  /// What the members of a group have at a depth.
  struct Depth {
    Members stars;
    std::array<Members, end_count> ends;  // of those whose last piece it is
  };

  /// The prefixes that have their first `*` behind one node, in the order of their ranks.
  struct Group {
    std::vector<std::uint32_t> ranks;
    std::vector<Depth> depths;
  };

  void add(std::uint32_t rank, std::string_view prefix);
  void add_to_group(std::uint32_t group, std::uint32_t rank, std::string_view rest, End end);
  void use_bits();
  void skip_common_pieces(std::string_view first);
  std::uint32_t add_child(std::uint32_t node, std::string_view piece);
  void search_group(std::uint32_t number, std::string_view rest, std::uint32_t& best) const;

  std::vector<std::uint32_t> by_length_;
  std::string text_;  // of all prefixes
  std::vector<Node> nodes_ = {Node()};
  std::unordered_map<Step, std::uint32_t, StepHasher> children_;  // of nodes
  std::vector<Group> groups_;
  std::unordered_map<Step, Members, StepHasher> members_;  // with a piece at a depth of a group
  std::uint32_t start_ = 0;                                // the node behind which prefixes differ
  std::string_view common_;                                // the pieces up to there
};

}  // namespace hrefkit::site
