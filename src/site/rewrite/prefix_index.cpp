#include "hrefkit/site/rewrite/prefix_index.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// The offset of the next segment `*` of a prefix, with its slash; `npos` for none.
std::size_t find_star(std::string_view prefix) {
  std::size_t star = prefix.find("/*");
  while (star != prefix.npos && star + 2 < prefix.size() && prefix[star + 2] != '/') {
    star = prefix.find("/*", star + 2);
  }
  return star;
}

/// The part of a prefix behind its last segment `*`.
std::string_view behind_stars(std::string_view prefix) {
  for (std::size_t star = find_star(prefix); star != prefix.npos; star = find_star(prefix)) {
    prefix.remove_prefix(star + 2);
  }
  return prefix;
}

/// The text up to the next '/', '?' or '#' behind its first character.
std::string_view first_piece(std::string_view text) {
  return text.substr(0, text.find_first_of("/?#", 1));
}

bool is_star(std::string_view piece, std::string_view rest) {
  return piece == "/*" && (rest.empty() || rest[0] == '/');
}

}  // namespace

PrefixIndex::End PrefixIndex::end_of(std::string_view prefix) {
  prefix = behind_stars(prefix);
  if (url::fragment_of(prefix)) return End::whole;
  if (url::query_of(prefix)) return End::query;
  return prefix.ends_with('/') ? End::folder : End::border;
}

/// True if a prefix with this end covers a URL that has `rest` behind the prefix's last piece. (For
/// `folder` that is the piece before the slash.)
bool PrefixIndex::may_end(End end, std::string_view rest) {
  switch (end) {
    case End::whole:
      return rest.empty();
    case End::query:
      return rest.empty() || rest[0] == '#';
    case End::folder:
      return rest.starts_with('/');
    case End::border:
      return true;
  }
  return false;
}

std::optional<std::size_t> covered_length(std::string_view url, std::string_view prefix) {
  std::size_t at = 0;
  for (std::size_t star = find_star(prefix); star != prefix.npos; star = find_star(prefix)) {
    const std::string_view plain = prefix.substr(0, star + 1);
    if (!url.substr(at).starts_with(plain)) return std::nullopt;
    at += plain.size();
    const std::size_t end = std::min(url.find_first_of("/?#", at), url.size());
    if (end == at) return std::nullopt;
    at = end;
    prefix.remove_prefix(star + 2);
  }
  if (!url.substr(at).starts_with(prefix)) return std::nullopt;
  at += prefix.size();
  const std::string_view rest = url.substr(at);
  if (rest.empty()) return at;
  if (url::fragment_of(prefix)) return std::nullopt;
  const bool is_border = url::query_of(prefix) ? rest[0] == '#'
                                               : prefix.ends_with('/') || rest[0] == '/' ||
                                                     rest[0] == '?' || rest[0] == '#';
  return is_border ? std::optional(at) : std::nullopt;
}

// Members of a group.

void PrefixIndex::Members::use_bits_if_shorter(std::size_t words) {
  if (numbers.size() < 2 * words) return;  // a number is half a word
  bits.assign(words, 0);
  for (const std::uint32_t number : numbers) bits[number / 64] |= std::uint64_t{1} << number % 64;
  numbers = {};
}

/// Adds the members that are in `active` to `next`.
void PrefixIndex::Members::add_to(Words next, Words active) const {
  for (std::size_t i = 0; i < bits.size(); ++i) next[i] |= active[i] & bits[i];
  for (const std::uint32_t number : numbers) {
    next[number / 64] |= active[number / 64] & std::uint64_t{1} << number % 64;
  }
}

/// The first member that is in `active`; `none` without one.
std::uint32_t PrefixIndex::Members::first_of(Words active) const {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (const std::uint64_t both = active[i] & bits[i]; both != 0) {
      return static_cast<std::uint32_t>(64 * i) +
             static_cast<std::uint32_t>(std::countr_zero(both));
    }
  }
  for (const std::uint32_t number : numbers) {
    if ((active[number / 64] >> number % 64 & 1) != 0) return number;
  }
  return none;
}

// Building.

PrefixIndex::PrefixIndex(std::span<std::string_view const> prefixes) : by_length_(prefixes.size()) {
  std::iota(by_length_.begin(), by_length_.end(), std::uint32_t{0});
  std::stable_sort(by_length_.begin(), by_length_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return prefixes[a].size() > prefixes[b].size();
  });
  std::size_t size = 0;
  for (const std::string_view prefix : prefixes) size += prefix.size();
  text_.reserve(size);  // views of it must stay valid
  for (std::uint32_t rank = 0; rank < by_length_.size(); ++rank) {
    const std::string_view prefix = prefixes[by_length_[rank]];
    text_ += prefix;
    add(rank, std::string_view(text_).substr(text_.size() - prefix.size()));
  }
  use_bits();
  if (!prefixes.empty()) {
    skip_common_pieces(std::string_view(text_).substr(0, prefixes[by_length_.front()].size()));
  }
}

std::uint32_t PrefixIndex::add_child(std::uint32_t node, std::string_view piece) {
  const auto [child, is_new] =
      children_.try_emplace({node, piece}, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) {
    nodes_.emplace_back();
    ++nodes_[node].children;
    nodes_[node].last_child = child->second;
  }
  return child->second;
}

void PrefixIndex::add(std::uint32_t rank, std::string_view prefix) {
  const End end = end_of(prefix);
  if (end == End::folder) prefix.remove_suffix(1);
  std::uint32_t node = 0;
  while (!prefix.empty()) {
    const std::string_view piece = first_piece(prefix);
    if (is_star(piece, prefix.substr(piece.size()))) {
      if (nodes_[node].group == none) {
        nodes_[node].group = static_cast<std::uint32_t>(groups_.size());
        groups_.emplace_back();
      }
      add_to_group(nodes_[node].group, rank, prefix, end);
      return;
    }
    node = add_child(node, piece);
    prefix.remove_prefix(piece.size());
  }
  std::uint32_t& known = nodes_[node].ends[static_cast<std::size_t>(end)];
  if (known == none) known = rank;
}

void PrefixIndex::add_to_group(std::uint32_t group, std::uint32_t rank, std::string_view rest,
                               End end) {
  Group& to = groups_[group];
  const auto number = static_cast<std::uint32_t>(to.ranks.size());
  to.ranks.push_back(rank);
  for (std::size_t depth = 0; !rest.empty(); ++depth) {
    if (depth == to.depths.size()) to.depths.emplace_back();
    const std::string_view piece = first_piece(rest);
    rest.remove_prefix(piece.size());
    Members& members = is_star(piece, rest) ? to.depths[depth].stars
                                            : members_[{std::uint64_t{group} << 32 | depth, piece}];
    members.numbers.push_back(number);
    if (rest.empty()) {
      to.depths[depth].ends[static_cast<std::size_t>(end)].numbers.push_back(number);
    }
  }
}

void PrefixIndex::use_bits() {
  const auto words_of = [](Group const& group) { return (group.ranks.size() + 63) / 64; };
  for (Group& group : groups_) {
    for (Depth& depth : group.depths) {
      depth.stars.use_bits_if_shorter(words_of(group));
      for (Members& members : depth.ends) members.use_bits_if_shorter(words_of(group));
    }
  }
  for (auto& [step, members] : members_) {
    members.use_bits_if_shorter(words_of(groups_[step.from >> 32]));
  }
}

/// FAST: mostly all prefixes are of one host, or there is only one prefix. `first` is one of them.
void PrefixIndex::skip_common_pieces(std::string_view first) {
  const auto goes_on = [](Node const& node) {
    return node.children == 1 && node.group == none &&
           std::all_of(node.ends.begin(), node.ends.end(),
                       [](std::uint32_t rank) { return rank == none; });
  };
  std::string_view rest = first;
  while (goes_on(nodes_[start_])) {
    start_ = nodes_[start_].last_child;
    rest.remove_prefix(first_piece(rest).size());
  }
  common_ = first.substr(0, first.size() - rest.size());
}

// Searching.

std::optional<std::size_t> PrefixIndex::find(std::string_view url) const {
  if (!url.starts_with(common_)) return std::nullopt;
  std::string_view rest = url.substr(common_.size());
  constexpr std::string_view begin_of_piece = "/?#";
  if (!common_.empty() && !rest.empty() && begin_of_piece.find(rest[0]) == rest.npos) {
    return std::nullopt;
  }
  std::uint32_t best = none;
  for (std::uint32_t at = start_;;) {
    Node const& node = nodes_[at];
    for (std::size_t end = 0; end < end_count; ++end) {
      if (node.ends[end] < best && may_end(static_cast<End>(end), rest)) best = node.ends[end];
    }
    if (node.group != none) search_group(node.group, rest, best);
    if (rest.empty() || node.children == 0) break;
    const std::string_view piece = first_piece(rest);
    const auto child = children_.find({at, piece});
    if (child == children_.end()) break;
    at = child->second;
    rest.remove_prefix(piece.size());
  }
  if (best == none) return std::nullopt;
  return by_length_[best];
}

/// Searches the prefixes of a group; `rest` is what follows the node. Sets `best` to the rank of
/// one that covers the URL if it is lower.
void PrefixIndex::search_group(std::uint32_t number, std::string_view rest,
                               std::uint32_t& best) const {
  Group const& group = groups_[number];
  const std::size_t words = (group.ranks.size() + 63) / 64;
  constexpr std::size_t few_words = 16;
  std::array<std::uint64_t, 2 * few_words> few;
  std::vector<std::uint64_t> many(words > few_words ? 2 * words : 0);
  const Words all = many.empty() ? Words(few) : Words(many);
  Words active = all.first(words);
  Words next = all.subspan(words, words);
  std::fill(active.begin(), active.end(), ~std::uint64_t{0});
  for (std::size_t depth = 0; depth < group.depths.size() && !rest.empty(); ++depth) {
    const std::string_view piece = first_piece(rest);
    rest.remove_prefix(piece.size());
    std::fill(next.begin(), next.end(), std::uint64_t{0});
    if (piece.size() > 1 && piece[0] == '/') group.depths[depth].stars.add_to(next, active);
    const auto literal = members_.find({std::uint64_t{number} << 32 | depth, piece});
    if (literal != members_.end()) literal->second.add_to(next, active);
    if (std::all_of(next.begin(), next.end(), [](std::uint64_t word) { return word == 0; })) return;
    std::swap(active, next);
    for (std::size_t end = 0; end < end_count; ++end) {
      if (!may_end(static_cast<End>(end), rest)) continue;
      const std::uint32_t member = group.depths[depth].ends[end].first_of(active);
      if (member != none) best = std::min(best, group.ranks[member]);
    }
  }
}

}  // namespace hrefkit::site
