// A rule `/a/:b-x-:c/*/d id=7` is a way through the tree: the edge of the name "a", that of a name
// that begins and ends with nothing in particular, that of "-x-" in the middle of it, that of the
// splat, that of the last name "d", that of the parameter. A link's path walks along all edges that
// its names fit, and leaves out nodes whose rules all come after one that fits. For rules without
// placeholders that is one look-up for each name, however many rules there are.
#include "hrefkit/site/redirects/redirect_index.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

using Kind = PatternPiece::Kind;

/// The index knows so many names at the beginning of a rule's path, and so many at its end: a path
/// of a million names is no million nodes.
constexpr std::size_t max_known_names = 16;

/// So many expressions decide on a path. Files have a few that the index cannot tell apart.
constexpr int max_expressions_asked = 64;

/// So many bytes at both ends of a text between two placeholders: it is looked for at each place.
constexpr std::size_t max_known_middle = 16;

/// Calls `visit` for each part between slashes that is not empty.
template <typename Visit>
void for_each_name(std::string_view path, Visit visit) {
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end != at) visit(path.substr(at, end - at));
    at = end + 1;
  }
}

/// `text`, in which each byte of `set` is percent-encoded.
std::string escaped(std::string_view text, text::ByteSet const& set) {
  std::string result;
  url::append_percent_encoded(result, text, set);
  return result;
}

/// Most names hold nothing else. These bytes stand for themselves.
constexpr text::ByteSet plain_bytes = text::ascii_alphanumeric | text::ByteSet("-._~");

std::size_t splat_in(std::span<PatternPiece const> pieces) {
  const auto splat = std::find_if(pieces.begin(), pieces.end(), [](PatternPiece const& piece) {
    return piece.kind == Kind::splat;
  });
  return static_cast<std::size_t>(splat - pieces.begin());
}

/// Splits a name of a rule's path. `has_splat` becomes true at the first star.
PathPattern::Name read_name(std::string_view raw, bool& has_splat) {
  PathPattern::Name pieces;
  const auto add_text = [&](std::string_view text) {
    if (!text.empty()) pieces.push_back({Kind::text, normal_name(text)});
  };
  std::size_t begin = 0;
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t end = end_of_placeholder(raw, at);
    const bool is_splat = raw[at] == '*' && !has_splat;
    if (end == at && !is_splat) {
      ++at;
      continue;
    }
    add_text(raw.substr(begin, at - begin));
    if (is_splat) {
      pieces.push_back({Kind::splat, "splat"});
      has_splat = true;
      ++at;
    } else {
      pieces.push_back({Kind::placeholder, std::string(raw.substr(at + 1, end - at - 1))});
      at = end;
    }
    begin = at;
  }
  add_text(raw.substr(begin));
  return pieces;
}

/// True when `at` is not within an escape such as "%20".
bool is_boundary(std::string_view name, std::size_t at) {
  return !(at >= 1 && name[at - 1] == '%') && !(at >= 2 && name[at - 2] == '%');
}

/// The last place before `end` where `text` stands and ends by then; npos when there is no place.
std::size_t find_last(std::string_view name, std::string_view text, std::size_t end) {
  name = name.substr(0, end);
  std::size_t at = name.rfind(text);
  while (at != std::string_view::npos && !is_boundary(name, at)) {
    if (at == 0) return std::string_view::npos;
    at = name.rfind(text, at - 1);
  }
  return at;
}

/// Where the last byte, or the last escape, before `end` begins.
std::size_t last_unit(std::string_view name, std::size_t end) {
  if (end >= 3 && name[end - 3] == '%') return end - 3;
  return end - std::min<std::size_t>(end, 1);
}

/// Where the placeholder or splat `pieces.back()`, which ends at `end`, begins: as far right as
/// the pieces before it let it, so that they take as much as they can. npos when it cannot.
std::size_t begin_of(std::span<PatternPiece const> pieces, std::string_view name, std::size_t end) {
  const bool is_splat = pieces.back().kind == Kind::splat;
  if (!is_splat && end == 0) return std::string_view::npos;
  const std::size_t last = is_splat ? end : last_unit(name, end);
  if (pieces.size() == 1) return 0;
  PatternPiece const& before = pieces[pieces.size() - 2];
  if (before.kind != Kind::text) return last;
  if (pieces.size() == 2) {
    return name.substr(0, last).starts_with(before.text) ? before.text.size()
                                                         : std::string_view::npos;
  }
  const std::size_t at = find_last(name, before.text, last);
  return at == std::string_view::npos ? at : at + before.text.size();
}

/// Fits the pieces to the whole of a name, from its end on. One pass: a text that stands as far
/// right as it can leaves the most to the pieces before it.
bool fit_name(std::span<PatternPiece const> pieces, std::string_view name, Captures& captures) {
  std::size_t end = name.size();
  for (; !pieces.empty(); pieces = pieces.first(pieces.size() - 1)) {
    PatternPiece const& piece = pieces.back();
    if (piece.kind == Kind::text) {
      if (!name.substr(0, end).ends_with(piece.text)) return false;
      end -= piece.text.size();
      if (!is_boundary(name, end)) return false;
      continue;
    }
    const std::size_t begin = begin_of(pieces, name, end);
    if (begin == std::string_view::npos) return false;
    captures[piece.text] = name.substr(begin, end - begin);
    end = begin;
  }
  return end == 0;
}

/// Fits pieces with a splat to several names: what stands before the splat to the first, what
/// stands after it to the last.
bool fit_names(std::span<PatternPiece const> pieces, std::span<std::string const> names,
               Captures& captures) {
  const std::size_t before = splat_in(pieces);
  if (!fit_name(pieces.first(before + 1), names.front(), captures)) return false;
  std::string matched = captures["splat"];
  for (std::string const& name : names.subspan(1, names.size() - 2)) matched += "/" + name;
  if (!fit_name(pieces.subspan(before), names.back(), captures)) return false;
  captures["splat"] = matched + "/" + captures["splat"];
  return true;
}

bool fit_query(Redirect const& rule, PatternSubject const& subject, Captures& captures) {
  return std::all_of(rule.parameters.begin(), rule.parameters.end(), [&](auto const& wanted) {
    auto const& given = subject.parameters();
    const auto found = std::lower_bound(
        given.begin(), given.end(), wanted.first,
        [](url::FormEntry const& entry, std::string const& name) { return entry.name < name; });
    if (found == given.end() || found->name != wanted.first) return false;
    if (!wanted.second.starts_with(':')) return found->value == wanted.second;
    captures[wanted.second.substr(1)] = url::percent_encode_path(found->value);
    return true;
  });
}

/// Puts what was captured in the place of ":name". Ends where the target is too long.
std::string fill(std::string_view target, Captures const& captures) {
  const std::size_t fragment = std::min(target.find('#'), target.size());
  const std::size_t query = target.find('?');
  std::string filled;
  for (std::size_t at = 0; at < target.size() && filled.size() <= max_target;) {
    const std::size_t end = end_of_placeholder(target, at);
    const auto capture =
        end == at ? captures.end() : captures.find(target.substr(at + 1, end - at - 1));
    if (capture == captures.end()) {
      filled += target[at++];
      continue;
    }
    // In a query, these three have a meaning.
    const bool in_query = at > query && at < fragment;
    filled += in_query ? escaped(capture->second, text::ByteSet("&=+")) : capture->second;
    at = end;
  }
  return filled;
}

}  // namespace

std::string normal_name(std::string_view raw) {
  // FAST: nothing is decoded or encoded.
  if (text::is_made_of(raw, plain_bytes)) return std::string(raw);
  return escaped(url::percent_encode_path(url::percent_decode(raw)), text::ByteSet("/"));
}

std::vector<std::string> path_names(std::string_view path) {
  std::vector<std::string> names;
  for_each_name(path, [&](std::string_view raw) { names.push_back(normal_name(raw)); });
  return names;
}

PatternSubject::PatternSubject(std::string_view path, std::string_view query, bool ignores_case)
    : names_(path_names(path)),
      parameters_(query.empty() ? std::vector<url::FormEntry>()
                                : url::parse_form_urlencoded(query)),
      has_slash_(path.ends_with('/')) {
  for (std::string& name : names_) {
    path_ += "/" + name;
    if (ignores_case) name = normal_name(text::to_ascii_lower(name));
  }
  if (has_slash_) path_ += '/';
  folded_path_ = ignores_case ? text::to_ascii_lower(path_) : path_;
  const auto is_before = [](auto const& a, auto const& b) { return a.name < b.name; };
  const auto is_same = [](auto const& a, auto const& b) { return a.name == b.name; };
  std::stable_sort(parameters_.begin(), parameters_.end(), is_before);
  parameters_.erase(std::unique(parameters_.begin(), parameters_.end(), is_same),
                    parameters_.end());
}

PathPattern::PathPattern(std::string_view path) {
  bool has_splat = false;
  for_each_name(path, [&](std::string_view raw) {
    names_.push_back(read_name(raw, has_splat));
    if (!has_splat) splat_ = names_.size();
  });
}

bool PathPattern::fit(std::span<std::string const> names, Captures& captures) const {
  const auto fit_part = [&](std::size_t first, std::span<std::string const> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (!fit_name(names_[first + i], part[i], captures)) return false;
    }
    return true;
  };
  if (names.size() < splat_ || !fit_part(0, names.first(splat_))) return false;
  if (splat_ == names_.size()) return names.size() == splat_;
  const std::size_t after = names_.size() - splat_ - 1;
  names = names.subspan(splat_);
  if (names.size() < after) return false;
  return fit_part(splat_ + 1, names.last(after)) &&
         fit_rest(names.first(names.size() - after), captures);
}

/// Fits the name with the splat to all that the other names leave.
bool PathPattern::fit_rest(std::span<std::string const> names, Captures& captures) const {
  Name const& pieces = names_[splat_];
  if (names.empty()) {
    captures["splat"].clear();
    return pieces.size() == 1 && splat_ + 1 == names_.size();
  }
  if (names.size() == 1) return fit_name(pieces, names.front(), captures);
  return fit_names(pieces, names, captures);
}

std::string_view head_of(PathPattern::Name const& name) {
  return name.front().kind == Kind::text ? std::string_view(name.front().text) : "";
}

std::string_view tail_of(PathPattern::Name const& name) {
  return name.size() > 1 && name.back().kind == Kind::text ? std::string_view(name.back().text)
                                                           : "";
}

bool is_text(PathPattern::Name const& name) {
  return name.size() == 1 && name.front().kind == Kind::text;
}

namespace {

/// For rules in which slashes count: the end of the path is as it is written.
bool has_same_end(Redirect const& rule, PathPattern const& pattern, PatternSubject const& subject) {
  const bool ends_with_splat =
      pattern.splat() + 1 == pattern.names().size() && pattern.names().back().size() == 1;
  if (ends_with_splat) return subject.names().size() > pattern.splat() || subject.has_slash();
  return rule.from.ends_with('*') || rule.from.ends_with('/') == subject.has_slash();
}

}  // namespace

std::optional<std::string> apply_pattern(Redirect const& rule, PathPattern const& pattern,
                                         PatternSubject const& subject) {
  if (rule.exact && !has_same_end(rule, pattern, subject)) return std::nullopt;
  Captures captures;
  const bool fits = rule.expression != nullptr ? rule.expression->fit(subject.path(), captures)
                                               : pattern.fit(subject.names(), captures);
  if (!fits || !fit_query(rule, subject, captures)) return std::nullopt;
  return fill(rule.to, captures);
}

namespace {

bool is_asked(Redirect const& rule, RedirectTurn turn) {
  // Visitors whom a forward rule serves the file have no need of later rules.
  const bool counts = !rule.conditional || rule.forward;
  if (turn == RedirectTurn::before_files) return rule.forced && counts;
  if (rule.early) return false;
  return !rule.conditional || leads_on(rule);
}

}  // namespace

/// One look-up. It meets each node once at most.
class RedirectIndex::Search {
 public:
  Search(RedirectIndex const& index, std::span<Redirect const> rules, PatternSubject const& subject,
         RedirectTurn turn)
      : index_(index), rules_(rules), subject_(subject), turn_(turn) {}

  std::optional<Redirected> run() {
    push({.names = subject_.names()}, 0);
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      if (index_.nodes_[place.node].first >= limit_) continue;
      follow_known_lengths(place);
      const bool is_end =
          place.part == Part::query || (place.part == Part::beginning && place.names.empty());
      if (is_end) {
        ask(place);
      } else if (!place.names.empty()) {
        push(place.behind_name({}), index_.child(key(place.node, Edge::name, place.name())));
      }
    }
    return std::move(found_);
  }

 private:
  enum class Part : std::uint8_t { beginning, end, query };

  /// A position in the search: a node, and the parts of the URL that are not matched yet.
  struct Place {
    std::span<std::string const> names = {};
    std::string_view middle = {};  ///< of the name before: where texts between placeholders stand
    std::size_t parameter = 0;     ///< the first that is left
    std::uint32_t node = 0;
    Part part = Part::beginning;

    /// The next name; empty where none is left.
    std::string_view name() const {
      if (names.empty()) return {};
      return part == Part::beginning ? names.front() : names.back();
    }

    Place behind_name(std::string_view name_middle) const {
      Place next = *this;
      next.names = part == Part::beginning ? names.subspan(1) : names.first(names.size() - 1);
      next.middle = name_middle;
      return next;
    }
  };

  void push(Place place, std::uint32_t node) {
    if (node == none || index_.nodes_[node].first >= limit_) return;
    place.node = node;
    open_.push_back(place);
  }

  void follow_known_lengths(Place const& place) {
    for (std::uint32_t i = index_.nodes_[place.node].lengths; i != none;) {
      Lengths const& lengths = index_.lengths_[i];
      i = lengths.next;
      if (lengths.edge == Edge::middle) {
        follow_middles(place, lengths.head);
        continue;
      }
      const std::string_view name = place.name();
      const bool is_too_short = std::size_t{lengths.head} + lengths.tail > name.size();
      if (is_too_short || (lengths.edge == Edge::ends && place.names.empty())) continue;
      const Ends ends{name.substr(0, lengths.head), name.substr(name.size() - lengths.tail)};
      const std::string_view middle =
          name.substr(lengths.head, name.size() - lengths.head - lengths.tail);
      Place next = place;
      if (lengths.edge == Edge::ends) next = place.behind_name(middle);
      if (lengths.edge == Edge::splat) next.part = Part::end;
      if (lengths.edge == Edge::rest) next.part = Part::query;
      next.middle = middle;
      push(next, index_.child(key(place.node, lengths.edge, ends)));
    }
  }

  /// Goes along the edges of texts of a length that stand in the middle of a name. The first place
  /// of each text leaves the most for those that follow.
  void follow_middles(Place const& place, std::size_t length) {
    for (std::size_t at = 0; at + length <= place.middle.size(); ++at) {
      const Ends ends{place.middle.substr(at, length), {}};
      const std::uint32_t child = index_.child(key(place.node, Edge::middle, ends));
      if (child == none || !seen_.insert(child).second) continue;
      Place next = place;
      next.middle = place.middle.substr(at);
      push(next, child);
    }
  }

  /// As `apply_pattern`. Beyond a number of expressions, someone answers what the index proposes.
  std::optional<std::string> apply(Redirect const& rule, PathPattern const& pattern) {
    if (rule.expression == nullptr) return apply_pattern(rule, pattern, subject_);
    if (!rule.expression->may_fit(subject_.folded_path())) return std::nullopt;
    if (expressions_left_ == 0) {
      Captures captures;
      if (!pattern.fit(subject_.names(), captures)) return std::nullopt;
      return std::string(host_service);
    }
    --expressions_left_;
    return apply_pattern(rule, pattern, subject_);
  }

  /// Asks the rules that end at a node, and goes along the edges of parameters.
  void ask(Place const& place) {
    Node const& node = index_.nodes_[place.node];
    for (std::uint32_t rule = node.first_rule; rule < limit_; rule = index_.next_rule_[rule]) {
      if (!is_asked(rules_[rule], turn_)) continue;
      auto to = apply(rules_[rule], index_.patterns_[rule]);
      if (!to) continue;
      found_ = Redirected{rule, std::move(*to)};
      limit_ = rule;
    }
    Place next = place;
    next.part = Part::query;
    for (; next.parameter < subject_.parameters().size(); ++next.parameter) {
      url::FormEntry const& entry = subject_.parameters()[next.parameter];
      push(next, index_.child(key(place.node, Edge::parameter, Ends{entry.name, entry.value})));
      push(next, index_.child(key(place.node, Edge::any_value, entry.name)));
    }
  }

  RedirectIndex const& index_;
  std::span<Redirect const> rules_;
  PatternSubject const& subject_;
  RedirectTurn turn_;
  std::vector<Place> open_;
  std::unordered_set<std::uint32_t> seen_;  // nodes behind edges of middles
  int expressions_left_ = max_expressions_asked;
  std::uint32_t limit_ = none;  // the rule that was found: later ones do not count
  std::optional<Redirected> found_;
};

RedirectIndex::RedirectIndex(std::span<Redirect const> rules, bool ignores_case)
    : next_rule_(rules.size(), none), nodes_(1) {
  patterns_.reserve(rules.size());
  for (Redirect const& rule : rules) {
    const bool is_path = rule.from.starts_with('/');
    std::string from = is_path ? rule.from : std::string();
    if (ignores_case) from = text::to_ascii_lower(from);
    patterns_.emplace_back(from);
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

std::uint32_t RedirectIndex::child(std::uint64_t key) const {
  const auto found = edges_.find(key);
  return found == edges_.end() ? none : found->second;
}

std::uint32_t RedirectIndex::make_child(std::uint64_t key) {
  const auto [edge, is_new] = edges_.emplace(key, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return edge->second;
}

std::uint32_t RedirectIndex::make_child(std::uint32_t from, Edge edge, Ends const& ends) {
  const Lengths lengths{static_cast<std::uint32_t>(ends.head.size()),
                        static_cast<std::uint32_t>(ends.tail.size()), nodes_[from].lengths, edge};
  const std::uint64_t both = std::uint64_t{lengths.head} << 32 | lengths.tail;
  if (known_lengths_.insert(text::mix64(both) ^ key(from, edge, std::string_view())).second) {
    nodes_[from].lengths = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(lengths);
  }
  return make_child(key(from, edge, ends));
}

/// The way of one rule through the tree.
class RedirectIndex::Way {
 public:
  Way(RedirectIndex& index, std::uint32_t rule) : index_(index), rule_(rule) {
    go(0);
    PathPattern const& pattern = index.patterns_[rule];
    const std::size_t splat = pattern.splat();
    const std::size_t known = std::min(splat, max_known_names);
    for (PathPattern::Name const& name : pattern.names().first(known)) add_name(name);
    if (known == pattern.names().size()) return;
    // The index holds at most max_known_names names from the beginning. It treats the names that
    // follow as if a splat stood there, even if the pattern has none.
    const bool has_splat = splat < pattern.names().size();
    const auto behind = pattern.names().subspan(has_splat ? splat + 1 : known);
    const auto end = behind.last(std::min(behind.size(), max_known_names));
    PathPattern::Name const* const name = has_splat ? &pattern.names()[splat] : nullptr;
    add_splat(known == splat ? name : nullptr);
    for (std::size_t i = end.size(); i > 0; --i) add_name(end[i - 1]);
    add_rest(end.size() == behind.size() ? name : nullptr);
  }

  void add_query(Redirect const& rule) {
    auto wanted = rule.parameters;
    std::sort(wanted.begin(), wanted.end());
    for (auto const& [name, value] : wanted) {
      go(index_.make_child(value.starts_with(':') ? key(node_, Edge::any_value, name)
                                                  : key(node_, Edge::parameter, {name, value})));
    }
  }

  std::uint32_t end() const { return node_; }

 private:
  /// Rules come in their order: the first that meets a node is the first for ever.
  void go(std::uint32_t next) {
    node_ = next;
    std::uint32_t& first = index_.nodes_[next].first;
    first = std::min(first, rule_);
  }

  void add_name(PathPattern::Name const& name) {
    if (is_text(name)) return go(index_.make_child(key(node_, Edge::name, head_of(name))));
    go(index_.make_child(node_, Edge::ends, {head_of(name), tail_of(name)}));
    add_middles(std::span(name).first(name.size() - 1));
  }

  /// What stands before the splat in its name, if that is known.
  void add_splat(PathPattern::Name const* name) {
    go(index_.make_child(node_, Edge::splat, {name == nullptr ? "" : head_of(*name), {}}));
    if (name != nullptr) add_middles(std::span(*name).first(splat_in(*name)));
  }

  /// What stands behind it.
  void add_rest(PathPattern::Name const* name) {
    go(index_.make_child(node_, Edge::rest, {{}, name == nullptr ? "" : tail_of(*name)}));
    if (name == nullptr) return;
    add_middles(std::span(*name).first(name->size() - 1).subspan(splat_in(*name)));
  }

  /// Adds every literal after the first piece, which is a placeholder or is indexed as the prefix.
  void add_middles(std::span<PatternPiece const> pieces) {
    for (PatternPiece const& piece : pieces.subspan(std::min<std::size_t>(pieces.size(), 1))) {
      if (piece.kind != Kind::text) continue;
      const std::string_view text = piece.text;
      add_middle(text.substr(0, max_known_middle));
      if (text.size() > max_known_middle) add_middle(text.substr(text.size() - max_known_middle));
    }
  }

  void add_middle(std::string_view text) { go(index_.make_child(node_, Edge::middle, {text, {}})); }

  RedirectIndex& index_;
  std::uint32_t rule_;
  std::uint32_t node_ = 0;
};

void RedirectIndex::insert(std::uint32_t number, Redirect const& rule) {
  Way way(*this, number);
  way.add_query(rule);
  Node& node = nodes_[way.end()];
  (node.last_rule == none ? node.first_rule : next_rule_[node.last_rule]) = number;
  node.last_rule = number;
}

}  // namespace hrefkit::site
