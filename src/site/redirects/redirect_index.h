// Finds the rule that fits a path without asking them all.
//
// The rules are a tree. An edge stands for one name of their paths: for its text; or, where the
// name has placeholders, for the texts at its beginning and its end. A splat is one last edge. The
// tree proposes, the patterns decide: two texts of one hash cost time, and change no answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/redirect_pattern.h"

namespace hrefkit::site {

class RedirectIndex {
 public:
  /// Rules whose paths do not begin with a slash are left out.
  explicit RedirectIndex(std::span<Redirect const> rules);

  /// The first of the rules that fits. `rules` are those of the constructor.
  std::optional<Redirected> find(std::span<Redirect const> rules, PatternSubject const& subject,
                                 RedirectTurn turn) const;

 private:
  enum class Edge : std::uint8_t { name, ends, splat, parameter, any_value };
  /// The texts at both ends of what a placeholder or a splat stands in.
  struct Ends {
    std::string_view head;
    std::string_view tail;
  };
  struct EndLengths {
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
  };
  struct Node {
    std::uint32_t first = UINT32_MAX;  ///< the first rule from here on
    std::vector<std::uint32_t> rules;  ///< those that end here, rising
    std::vector<EndLengths> names;     ///< of the edges of names with placeholders
    std::vector<EndLengths> splats;    ///< of the edges of splats
    bool has_parameters = false;
  };
  class Search;

  static std::uint64_t key(std::uint32_t from, Edge edge, std::string_view text);
  static std::uint64_t key(std::uint32_t from, Edge edge, Ends const& ends);
  Node const* child(std::uint64_t key) const;

  void insert(std::uint32_t number, Redirect const& rule);
  std::uint32_t make_child(std::uint64_t key);
  std::uint32_t make_child(std::uint32_t from, Edge edge, Ends const& ends);

  std::vector<PathPattern> patterns_;  // by rule
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::unordered_set<std::uint64_t> lengths_;  // of which nodes know
};

}  // namespace hrefkit::site
