// A rule `/a/:b/c id=7` is a way through the tree: the edge of the name "a", the edge of a name
// that begins and ends with nothing in particular, the edge of the name "c", the edge of the
// parameter. A link's path walks along all edges that its names fit. It meets each node once at
// most, and leaves out nodes whose rules all come after one that fits. For rules without
// placeholders that is one look-up for each name, however many rules there are.
#include "hrefkit/site/redirects/redirect_index.h"

#include <algorithm>

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

namespace {

bool takes_any_value(std::pair<std::string, std::string> const& parameter) {
  return parameter.second.starts_with(':');
}

/// The parameter by which the index knows a rule that has some: the first with a value of its own,
/// or else the first.
auto known_parameter(Redirect const& rule) {
  const auto literal =
      std::find_if_not(rule.parameters.begin(), rule.parameters.end(), takes_any_value);
  return literal == rule.parameters.end() ? rule.parameters.begin() : literal;
}

bool is_asked(Redirect const& rule, RedirectTurn turn) {
  // Visitors whom a forward rule serves the file have no need of later rules.
  const bool counts = !rule.conditional || rule.forward;
  if (turn == RedirectTurn::before_files) return rule.forced && counts;
  return !rule.conditional || leads_on(rule);
}

}  // namespace

/// One look-up.
class RedirectIndex::Search {
 public:
  Search(RedirectIndex const& index, std::span<Redirect const> rules, PatternSubject const& subject,
         RedirectTurn turn)
      : index_(index), rules_(rules), subject_(subject), names_(subject.names()), turn_(turn) {}

  std::optional<Redirected> run() {
    push(&index_.nodes_.front(), 0);
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      if (place.node->first >= limit_) continue;
      if (place.depth >= names_.size()) ask(*place.node);
      if (place.depth < names_.size()) go_on(place);
      if (place.depth <= names_.size()) take_splats(place);
    }
    return std::move(found_);
  }

 private:
  struct Place {
    Node const* node = nullptr;
    std::size_t depth = 0;  ///< names that are behind; more than there are past a splat
  };

  void push(Node const* node, std::size_t depth) {
    if (node != nullptr && node->first < limit_) open_.push_back({node, depth});
  }

  std::uint32_t number(Place const& place) const {
    return static_cast<std::uint32_t>(place.node - index_.nodes_.data());
  }

  /// Goes along the edges of the next name.
  void go_on(Place const& place) {
    const std::string_view name = names_[place.depth];
    push(index_.child(key(number(place), Edge::name, name)), place.depth + 1);
    for (EndLengths const& lengths : place.node->names) {
      if (std::size_t{lengths.head} + lengths.tail >= name.size()) continue;
      const Ends ends{name.substr(0, lengths.head), name.substr(name.size() - lengths.tail)};
      push(index_.child(key(number(place), Edge::ends, ends)), place.depth + 1);
    }
  }

  /// Goes along the edges of splats, which take all names that are left.
  void take_splats(Place const& place) {
    const bool is_end = place.depth == names_.size();
    const std::string_view first = is_end ? std::string_view() : names_[place.depth];
    const std::string_view last = is_end ? std::string_view() : names_.back();
    for (EndLengths const& lengths : place.node->splats) {
      if (lengths.head > first.size() || lengths.tail > last.size()) continue;
      const Ends ends{first.substr(0, lengths.head), last.substr(last.size() - lengths.tail)};
      push(index_.child(key(number(place), Edge::splat, ends)), names_.size() + 1);
    }
  }

  /// Asks the rules whose paths end at a node.
  void ask(Node const& node) {
    ask_rules(node);
    if (!node.has_parameters) return;
    const std::uint32_t from = number({&node});
    const auto ask_child = [&](std::uint64_t edge) {
      if (Node const* const child = index_.child(edge); child != nullptr) ask_rules(*child);
    };
    for (url::FormEntry const& entry : subject_.parameters()) {
      ask_child(key(from, Edge::parameter, Ends{entry.name, entry.value}));
      ask_child(key(from, Edge::any_value, entry.name));
    }
  }

  void ask_rules(Node const& node) {
    for (const std::uint32_t rule : node.rules) {
      if (rule >= limit_) return;
      if (!is_asked(rules_[rule], turn_)) continue;
      auto to = apply_pattern(rules_[rule], index_.patterns_[rule], subject_);
      if (!to) continue;
      found_ = Redirected{rule, std::move(*to)};
      limit_ = rule;
      return;
    }
  }

  RedirectIndex const& index_;
  std::span<Redirect const> rules_;
  PatternSubject const& subject_;
  std::span<std::string const> names_;
  RedirectTurn turn_;
  std::vector<Place> open_;
  std::uint32_t limit_ = UINT32_MAX;  // the rule that was found: later ones do not count
  std::optional<Redirected> found_;
};

RedirectIndex::RedirectIndex(std::span<Redirect const> rules) : nodes_(1) {
  patterns_.reserve(rules.size());
  for (Redirect const& rule : rules) {
    const bool is_path = rule.from.starts_with('/');
    patterns_.emplace_back(is_path ? std::string_view(rule.from) : std::string_view());
    if (is_path) insert(static_cast<std::uint32_t>(patterns_.size() - 1), rule);
  }
}

std::optional<Redirected> RedirectIndex::find(std::span<Redirect const> rules,
                                              PatternSubject const& subject,
                                              RedirectTurn turn) const {
  return Search(*this, rules, subject, turn).run();
}

std::uint64_t RedirectIndex::key(std::uint32_t from, Edge edge, std::string_view text) {
  const std::uint64_t place = std::uint64_t{from} << 8 | static_cast<std::uint64_t>(edge);
  return text::hash64(text, text::mix64(place ^ text::process_hash_key()[0]));
}

std::uint64_t RedirectIndex::key(std::uint32_t from, Edge edge, Ends const& ends) {
  return text::hash64(ends.tail, key(from, edge, ends.head));
}

RedirectIndex::Node const* RedirectIndex::child(std::uint64_t key) const {
  const auto found = edges_.find(key);
  return found == edges_.end() ? nullptr : &nodes_[found->second];
}

std::uint32_t RedirectIndex::make_child(std::uint64_t key) {
  const auto [edge, is_new] = edges_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return edge->second;
}

std::uint32_t RedirectIndex::make_child(std::uint32_t from, Edge edge, Ends const& ends) {
  const EndLengths lengths{static_cast<std::uint32_t>(ends.head.size()),
                           static_cast<std::uint32_t>(ends.tail.size())};
  const std::uint64_t both = std::uint64_t{lengths.head} << 32 | lengths.tail;
  if (lengths_.insert(text::mix64(both) ^ key(from, edge, std::string_view())).second) {
    Node& node = nodes_[from];
    (edge == Edge::splat ? node.splats : node.names).push_back(lengths);
  }
  return make_child(key(from, edge, ends));
}

void RedirectIndex::insert(std::uint32_t number, Redirect const& rule) {
  PathPattern const& pattern = patterns_[number];
  std::uint32_t node = 0;
  // Rules come in their order: the first that meets a node is the first for ever.
  const auto go = [&](std::uint32_t next) {
    nodes_[next].first = std::min(nodes_[next].first, number);
    node = next;
  };
  go(0);
  for (PathPattern::Name const& name : pattern.names().first(pattern.splat())) {
    go(is_text(name) ? make_child(key(node, Edge::name, head_of(name)))
                     : make_child(node, Edge::ends, {head_of(name), tail_of(name)}));
  }
  if (pattern.splat() < pattern.names().size()) {
    PathPattern::Name const& last = pattern.names().back();
    const std::string_view head = head_of(pattern.names()[pattern.splat()]);
    go(make_child(node, Edge::splat, {head, is_text(last) ? head_of(last) : tail_of(last)}));
  }
  if (!rule.parameters.empty()) {
    const auto wanted = known_parameter(rule);
    nodes_[node].has_parameters = true;
    go(make_child(takes_any_value(*wanted)
                      ? key(node, Edge::any_value, wanted->first)
                      : key(node, Edge::parameter, Ends{wanted->first, wanted->second})));
  }
  nodes_[node].rules.push_back(number);
}

}  // namespace hrefkit::site
