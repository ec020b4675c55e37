// Elements are matched in one walk over the tree, without going back. For each open element a bit
// set has the compounds that it ends, together with all compounds before; a second set has those
// that the element or any of its ancestors ends. An element's set follows from its parent's two
// sets, so that each element costs each compound once, however deep the tree is. Only compounds
// with others after them have bits.
//
// An element tests only a few of many compounds: each compound is filed under one property that its
// elements must have, such as an id, a class or a type. Index paths form a trie, which is walked
// together with the tree.
#include "hrefkit/html/live/selector_matcher.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using namespace std::string_view_literals;

/// HTML Standard 4.16.2, "Case-sensitivity of selectors": attributes of HTML elements whose values
/// are compared without regard to ASCII case.
constexpr std::array values_without_case{
    "accept"sv,  "accept-charset"sv, "align"sv,     "alink"sv,      "axis"sv,     "bgcolor"sv,
    "charset"sv, "checked"sv,        "clear"sv,     "codetype"sv,   "color"sv,    "compact"sv,
    "declare"sv, "defer"sv,          "dir"sv,       "direction"sv,  "disabled"sv, "enctype"sv,
    "face"sv,    "frame"sv,          "hreflang"sv,  "http-equiv"sv, "lang"sv,     "language"sv,
    "link"sv,    "media"sv,          "method"sv,    "multiple"sv,   "nohref"sv,   "noresize"sv,
    "noshade"sv, "nowrap"sv,         "readonly"sv,  "rel"sv,        "rev"sv,      "rules"sv,
    "scope"sv,   "scrolling"sv,      "selected"sv,  "shape"sv,      "target"sv,   "text"sv,
    "type"sv,    "valign"sv,         "valuetype"sv, "vlink"sv,
};
static_assert(std::is_sorted(values_without_case.begin(), values_without_case.end()));

/// True for elements of the document tree, which selectors can match.
bool can_be_named(Node const& node) {
  return node.type == NodeType::element && !node.is_apart();
}

bool has_word(std::string_view value, std::string_view word) {
  SpaceList list(value);
  while (const auto item = list.next()) {
    if (item->in(value) == word) return true;
  }
  return false;
}

/// Selectors 4, 6.1 and 6.2. An empty value matches no part of a value.
bool compare(std::string_view value, AttributeMatch match, std::string_view wanted) {
  switch (match) {
    case AttributeMatch::present:
      return true;
    case AttributeMatch::equals:
      return value == wanted;
    case AttributeMatch::word:
      return has_word(value, wanted);
    case AttributeMatch::dash:
      return value.starts_with(wanted) &&
             (value.size() == wanted.size() || value[wanted.size()] == '-');
    case AttributeMatch::prefix:
      return !wanted.empty() && value.starts_with(wanted);
    case AttributeMatch::suffix:
      return !wanted.empty() && value.ends_with(wanted);
    case AttributeMatch::substring:
      return !wanted.empty() && value.find(wanted) != std::string_view::npos;
  }
  return false;
}

bool ignores_case(AttributeCondition const& condition, bool is_html) {
  if (condition.value_case != ValueCase::by_attribute) {
    return condition.value_case == ValueCase::ignored;
  }
  return is_html && std::binary_search(values_without_case.begin(), values_without_case.end(),
                                       condition.lower_name);
}

bool meets(Document const& document, NodeId id, bool is_html, AttributeCondition const& condition) {
  const auto attribute =
      document.find_attribute(id, is_html ? condition.lower_name : condition.name);
  if (!attribute) return false;
  if (!ignores_case(condition, is_html)) {
    return compare(attribute->value, condition.match, condition.value);
  }
  return compare(text::to_ascii_lower(attribute->value), condition.match,
                 text::to_ascii_lower(condition.value));
}

bool meets(Document const& document, NodeId id, Node const& node,
           CompoundSelector const& compound) {
  const bool is_html = node.ns == Namespace::html;
  const bool has_type = compound.type.empty() || node.name == compound.type ||
                        (is_html && node.name == compound.lower_type);
  return has_type && std::all_of(compound.attributes.begin(), compound.attributes.end(),
                                 [&](AttributeCondition const& condition) {
                                   return meets(document, id, is_html, condition);
                                 });
}

}  // namespace

bool meets_compound(Document const& document, NodeId element, CompoundSelector const& compound) {
  return meets(document, element, document[element], compound);
}

namespace {

/// Sets of compounds, one after the other, all of the same number of words. The parser's limits
/// keep a single selector to one word.
class CompoundSets {
 public:
  explicit CompoundSets(std::size_t compounds)
      : words_of_set_(std::max(std::size_t{1}, (compounds + word_bits - 1) / word_bits)) {}

  /// Makes `size` sets. New ones are empty.
  void resize(std::size_t size) { words_.resize(size * words_of_set_); }

  void add(std::size_t set, std::size_t compound) {
    words_[set * words_of_set_ + compound / word_bits] |= std::uint64_t{1} << compound % word_bits;
  }

  bool has(std::size_t set, std::size_t compound) const {
    const std::uint64_t word = words_[set * words_of_set_ + compound / word_bits];
    return (word >> compound % word_bits & 1) != 0;
  }

  /// Adds the compounds of `from` to `set`.
  void add_all(std::size_t set, std::size_t from) {
    for (std::size_t i = 0; i < words_of_set_; ++i) {
      words_[set * words_of_set_ + i] |= words_[from * words_of_set_ + i];
    }
  }

 private:
  static constexpr std::size_t word_bits = 64;

  std::size_t words_of_set_;
  std::vector<std::uint64_t> words_;
};

/// The kind of property that a compound is filed under. Letter case is ignored here.
enum class Need : char { value, word, attribute, type };

/// Compounds by a property that their elements must have.
class CompoundIndex {
 public:
  void add(CompoundSelector const& compound, std::uint32_t number) {
    for (const AttributeMatch match : {AttributeMatch::equals, AttributeMatch::word}) {
      for (AttributeCondition const& condition : compound.attributes) {
        if (condition.match != match) continue;
        const Need need = match == AttributeMatch::equals ? Need::value : Need::word;
        asked_[condition.lower_name].has[static_cast<std::size_t>(need)] = true;
        return file(key(need, condition.lower_name, condition.value), number);
      }
    }
    if (!compound.type.empty()) return file(key(Need::type, compound.lower_type), number);
    if (compound.attributes.empty()) return for_all_.push_back(number);
    std::string const& name = compound.attributes.front().lower_name;
    asked_[name].has[static_cast<std::size_t>(Need::attribute)] = true;
    file(key(Need::attribute, name), number);
  }

  /// Appends the numbers of the compounds that may match an element.
  void append_candidates(Document const& document, NodeId id, Node const& node,
                         std::vector<std::uint32_t>& numbers) {
    numbers.insert(numbers.end(), for_all_.begin(), for_all_.end());
    append(key(Need::type, node.name), numbers);
    if (asked_.empty()) return;
    for (const Attribute attribute : document.attributes(id)) {
      lower_name_ = text::to_ascii_lower(attribute.name);
      const auto asked = asked_.find(lower_name_);
      if (asked == asked_.end()) continue;
      Asked const& uses = asked->second;
      if (uses.of(Need::attribute)) append(key(Need::attribute, lower_name_), numbers);
      if (uses.of(Need::value)) append(key(Need::value, lower_name_, attribute.value), numbers);
      if (!uses.of(Need::word)) continue;
      SpaceList words(attribute.value);
      while (const auto word = words.next()) {
        append(key(Need::word, lower_name_, word->in(attribute.value)), numbers);
      }
    }
  }

 private:
  /// The kinds of properties that are filed under an attribute's name.
  struct Asked {
    std::array<bool, 3> has = {};
    bool of(Need need) const { return has[static_cast<std::size_t>(need)]; }
  };

  std::string const& key(Need need, std::string_view name, std::string_view value = {}) {
    key_.assign(1, static_cast<char>(need));
    for (const char c : name) key_ += text::to_ascii_lower(c);
    key_ += '=';
    for (const char c : value) key_ += text::to_ascii_lower(c);
    return key_;
  }
  void file(std::string const& key, std::uint32_t number) { by_need_[key].push_back(number); }
  void append(std::string const& key, std::vector<std::uint32_t>& numbers) const {
    const auto found = by_need_.find(key);
    if (found == by_need_.end()) return;
    numbers.insert(numbers.end(), found->second.begin(), found->second.end());
  }

  std::unordered_map<std::string, std::vector<std::uint32_t>, text::SeededHasher> by_need_;
  std::unordered_map<std::string, Asked, text::SeededHasher> asked_;  // by attribute
  std::vector<std::uint32_t> for_all_;
  std::string key_;
  std::string lower_name_;
};

/// The index paths of all selectors.
class PathTrie {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t root = 0;

  void add(std::string_view path, std::uint32_t selector) {
    std::uint32_t at = root;
    while (!path.empty()) {
      std::uint32_t index = 0;
      const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
      if (error != std::errc()) return;  // no element has so many children
      path.remove_prefix(static_cast<std::size_t>(end - path.data()));
      if (!path.empty()) path.remove_prefix(1);
      const auto [step, is_new] = steps_.try_emplace(std::uint64_t{at} << 32 | index,
                                                     static_cast<std::uint32_t>(ends_.size()));
      if (is_new) ends_.emplace_back();
      at = step->second;
    }
    ends_[at].push_back(selector);
  }

  /// The node of the `index`th child below a node.
  std::uint32_t child(std::uint32_t node, std::uint32_t index) const {
    if (node == none) return none;
    const auto step = steps_.find(std::uint64_t{node} << 32 | index);
    return step == steps_.end() ? none : step->second;
  }

  /// The selectors whose path ends at a node.
  std::vector<std::uint32_t> const& ends(std::uint32_t node) const { return ends_[node]; }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> steps_;
  std::vector<std::vector<std::uint32_t>> ends_{{}};
};

/// A compound of one of the selectors.
struct Entry {
  static constexpr std::uint32_t none = UINT32_MAX;

  CompoundSelector const* compound;
  std::uint32_t selector;
  std::uint32_t before = none;  // the bit of the compound before it; none begins a selector
  std::uint32_t bit = none;     // its own; none ends a selector
  bool never = false;           // begins with a combinator, so nothing matches it
};

/// Matches all selectors in one walk over a document.
class Matcher {
 public:
  Matcher(Document const& document, std::span<Selector const> selectors)
      : document_(document), sets_(0) {
    std::uint32_t bits = 0;
    for (std::uint32_t number = 0; number < selectors.size(); ++number) {
      Selector const& selector = selectors[number];
      if (!selector.path.empty()) {
        paths_.add(selector.path, number);
        continue;
      }
      std::uint32_t before = Entry::none;
      std::vector<CompoundSelector> const& compounds = selector.compounds;
      for (std::size_t i = 0; i < compounds.size(); ++i) {
        CompoundSelector const& compound = compounds[i];
        const auto is_relative = [&](std::size_t at) {
          return compounds[at].combinator != Combinator::none;
        };
        Entry entry{&compound, number};
        if (is_relative(i)) entry.before = before;
        entry.never = is_relative(i) && i == 0;
        if (i + 1 < compounds.size() && is_relative(i + 1)) entry.bit = bits++;
        before = entry.bit;
        index_.add(compound, static_cast<std::uint32_t>(entries_.size()));
        entries_.push_back(entry);
      }
    }
    sets_ = CompoundSets(bits);
  }

  void run(SelectedVisitor const& visit) {
    open(document_.root(), PathTrie::root);
    for (NodeId id = document_.root(); id != no_node; id = document_.next_in_tree(id)) {
      const Node node = document_[id];
      if (node.type != NodeType::element) continue;
      while (open_.back().node != node.parent) close();
      const bool is_named = can_be_named(node);
      std::uint32_t path = PathTrie::none;
      if (is_named) path = paths_.child(open_.back().path, open_.back().children++);
      open(id, path);
      if (is_named) match(id, node);
      if (!found_.empty()) visit(id, found_);
      found_.clear();
      if (open_.size() > 1) sets_.add_all(around(1), around(2));
      sets_.add_all(around(1), own(1));
    }
  }

 private:
  /// An open element: one of the ancestors of the next one.
  struct Open {
    NodeId node;
    std::uint32_t path;
    std::uint32_t children = 0;  // visited so far, of those that index paths count
  };

  void open(NodeId id, std::uint32_t path) {
    open_.push_back({id, path});
    sets_.resize(2 * open_.size());
  }

  void close() {
    open_.pop_back();
    sets_.resize(2 * open_.size());
  }

  /// The sets of the innermost open element (1), or of the one around it (2).
  std::size_t own(std::size_t depth) const { return 2 * (open_.size() - depth); }
  std::size_t around(std::size_t depth) const { return own(depth) + 1; }

  /// Finds the compounds that the innermost open element ends, and the selectors.
  void match(NodeId id, Node const& node) {
    if (open_.back().path != PathTrie::none) found_ = paths_.ends(open_.back().path);
    candidates_.clear();
    index_.append_candidates(document_, id, node, candidates_);
    for (const std::uint32_t number : candidates_) {
      Entry const& entry = entries_[number];
      if (!ancestors_match(entry) || !meets(document_, id, node, *entry.compound)) continue;
      if (entry.bit != Entry::none) sets_.add(own(1), entry.bit);
      if (entry.compound->is_last) found_.push_back(entry.selector);
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  /// True if the ancestors match the compounds before.
  bool ancestors_match(Entry const& entry) const {
    if (entry.never) return false;
    if (entry.before == Entry::none) return true;
    const bool is_child = entry.compound->combinator == Combinator::child;
    return sets_.has(is_child ? own(2) : around(2), entry.before);
  }

  Document const& document_;
  std::vector<Entry> entries_;
  CompoundIndex index_;
  PathTrie paths_;
  std::vector<Open> open_;
  CompoundSets sets_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> found_;
};

}  // namespace

void match_selectors(Document const& document, std::span<Selector const> selectors,
                     SelectedVisitor const& visit) {
  Matcher(document, selectors).run(visit);
}

}  // namespace hrefkit::html
