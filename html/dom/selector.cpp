// Elements are matched in one walk over the tree, without going back. For each open element a set
// of bits tells which compounds of the selector it ends, together with all compounds before; a
// second set tells the same of the element or any of its ancestors. An element's set follows from
// its parent's two sets, so that each element costs each compound once, however deep the tree is.

#include "hrefkit/html/selector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>

#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using std::string_view_literals::operator""sv;

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

/// Selectors see elements of the document tree.
bool can_be_named(Node const& node) {
  return node.type == NodeType::element && !node.is_apart();
}

/// The `index`th element child, or none.
NodeId element_child(Document const& document, NodeId parent, std::size_t index) {
  for (NodeId id = document[parent].first_child; id != no_node; id = document[id].next) {
    if (!can_be_named(document[id])) continue;
    if (index-- == 0) return id;
  }
  return no_node;
}

NodeId follow_path(Document const& document, std::string_view path) {
  NodeId id = document.root();
  while (id != no_node && !path.empty()) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
    if (error != std::errc()) return no_node;
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    if (!path.empty()) path.remove_prefix(1);
    id = element_child(document, id, index);
  }
  return id;
}

bool has_word(std::string_view value, std::string_view word) {
  SpaceList list(value);
  while (const auto item = list.next()) {
    if (item->in(value) == word) return true;
  }
  return false;
}

/// Selectors 4, 6.1 and 6.2. An empty value matches nothing where a part is looked for.
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

/// Sets of compounds, one after the other, each in as many words as it needs. The parser's
/// selectors need one.
class CompoundSets {
 public:
  explicit CompoundSets(std::size_t compounds)
      : words_of_set_(std::max(std::size_t{1}, (compounds + word_bits - 1) / word_bits)) {}

  std::size_t size() const { return words_.size() / words_of_set_; }

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

/// Walks over one document. Each open element has two sets: the compounds that it ends, and those
/// that it or one around it ends.
class Matcher {
 public:
  Matcher(Document const& document, Selector const& selector)
      : document_(document), selector_(selector), sets_(selector.compounds.size()) {}

  std::vector<NodeId> run() {
    std::vector<NodeId> found;
    open(document_.root());
    for (NodeId id = document_.root(); id != no_node; id = document_.next_in_tree(id)) {
      const Node node = document_[id];
      if (node.type != NodeType::element) continue;
      while (open_.back() != node.parent) close();
      open(id);
      if (can_be_named(node) && match(id, node)) found.push_back(id);
      if (open_.size() > 1) sets_.add_all(around(1), around(2));
      sets_.add_all(around(1), own(1));
    }
    return found;
  }

 private:
  void open(NodeId id) {
    open_.push_back(id);
    sets_.resize(2 * open_.size());
  }

  void close() {
    open_.pop_back();
    sets_.resize(2 * open_.size());
  }

  /// The sets of the innermost open element (1), or of the one around it (2).
  std::size_t own(std::size_t depth) const { return 2 * (open_.size() - depth); }
  std::size_t around(std::size_t depth) const { return own(depth) + 1; }

  /// Finds the compounds that the innermost open element ends. True where one ends a selector.
  bool match(NodeId id, Node const& node) {
    bool is_found = false;
    for (std::size_t i = 0; i < selector_.compounds.size(); ++i) {
      CompoundSelector const& compound = selector_.compounds[i];
      if (!stands_right(i) || !meets(document_, id, node, compound)) continue;
      sets_.add(own(1), i);
      is_found = is_found || compound.is_last;
    }
    return is_found;
  }

  /// True where the elements around are those that the compounds before ask for.
  bool stands_right(std::size_t i) const {
    const Combinator combinator = selector_.compounds[i].combinator;
    if (combinator == Combinator::none) return true;
    if (i == 0) return false;
    return sets_.has(combinator == Combinator::child ? own(2) : around(2), i - 1);
  }

  Document const& document_;
  Selector const& selector_;
  std::vector<NodeId> open_;
  CompoundSets sets_;
};

}  // namespace

std::vector<NodeId> select_elements(Document const& document, Selector const& selector) {
  if (selector.path.empty()) return Matcher(document, selector).run();
  const NodeId found = follow_path(document, selector.path);
  return found == no_node ? std::vector<NodeId>() : std::vector<NodeId>{found};
}

std::vector<NodeId> select_elements(Document const& document, std::string_view selector) {
  const auto parsed = parse_selector(selector);
  return parsed ? select_elements(document, *parsed) : std::vector<NodeId>();
}

}  // namespace hrefkit::html
