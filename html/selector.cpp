// Elements are matched in one walk over the tree, without going back. For each open element a bit
// set has the compounds of the selector that it ends, together with all compounds before; a second
// set has those that the element or any of its ancestors ends. An element's set follows from its
// parent's two sets, so that each element costs each compound once, however deep the tree is.
#include "hrefkit/html/selector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>

#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/css_tokenizer.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

// Selectors 4, section 17 "Grammar", for the parts that are read here.

/// CSS Syntax 3, 4.2: "ident code point". Non-ASCII ones are allowed throughout.
constexpr text::ByteSet name_byte =
    text::ascii_alphanumeric | text::ByteSet("-_") | text::non_ascii;

bool is_path(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos &&
         text.front() != '.' && text.back() != '.' && text.find("..") == std::string_view::npos;
}

/// Thrown within this file, as every rule could end with an error.
struct Refusal {
  SelectorError error;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Selector parse() {
    skip_white_space();
    if (is_at_end()) refuse("a selector is expected");
    while (true) {
      parse_complex();
      if (is_at_end()) return std::move(selector_);
      ++position_;  // the comma
      skip_white_space();
    }
  }

 private:
  [[noreturn]] void refuse(std::string const& what) const { refuse(what, position_); }

  [[noreturn]] void refuse(std::string const& what, std::size_t at) const {
    const std::size_t character = text::count_code_points(text_.substr(0, at)) + 1;
    throw Refusal{{"selector '" + std::string(text_) + "', character " + std::to_string(character) +
                       ": " + what,
                   character}};
  }

  bool is_at_end() const { return position_ == text_.size(); }
  char peek() const { return is_at_end() ? '\0' : text_[position_]; }

  bool skip_white_space() {
    const std::size_t before = position_;
    while (!is_at_end() && text::ascii_whitespace.contains(peek())) ++position_;
    return position_ != before;
  }

  /// One selector of the list, up to a comma or the end.
  void parse_complex() {
    Combinator combinator = Combinator::none;
    while (true) {
      parse_compound(combinator);
      const bool has_space = skip_white_space();
      if (is_at_end() || peek() == ',') break;
      combinator = Combinator::descendant;
      if (peek() == '>') {
        ++position_;
        skip_white_space();
        combinator = Combinator::child;
      } else if (peek() == '+' || peek() == '~') {
        refuse("sibling combinators are not supported");
      } else if (!has_space) {
        refuse_character();
      }
    }
    selector_.compounds.back().is_last = true;
  }

  void parse_compound(Combinator combinator) {
    CompoundSelector compound;
    compound.combinator = combinator;
    const std::size_t begin = position_;
    if (peek() == '*') {
      ++position_;
    } else if (begins_name()) {
      compound.type = parse_name();
      compound.lower_type = text::to_ascii_lower(compound.type);
    }
    while (peek() == '#' || peek() == '.' || peek() == '[') parse_condition(compound);
    if (position_ == begin) refuse_character();
    if (peek() == ':' || peek() == '|') refuse_character();
    if (selector_.compounds.size() == max_compounds) {
      refuse("there are more than " + std::to_string(max_compounds) + " parts", begin);
    }
    selector_.compounds.push_back(std::move(compound));
  }

  /// Reports the character that cannot be here.
  [[noreturn]] void refuse_character() const {
    switch (peek()) {
      case ':':
        refuse(text_.substr(position_).starts_with("::") ? "pseudo-elements are not supported"
                                                         : "pseudo-classes are not supported");
      case '|':
        refuse(text_.substr(position_).starts_with("||") ? "the column combinator is not supported"
                                                         : "namespaces are not supported");
      case '&':
        refuse("nesting is not supported");
      case '+':
      case '~':
        refuse("sibling combinators are not supported");
      case '\0':
        if (is_at_end()) refuse("an element, an id, a class or an attribute is expected");
        [[fallthrough]];
      default:
        refuse("this character cannot stand here");
    }
  }

  void parse_condition(CompoundSelector& compound) {
    const char kind = text_[position_++];
    AttributeCondition condition;
    if (kind == '[') {
      condition = parse_attribute();
    } else {
      condition.name = condition.lower_name = kind == '#' ? "id" : "class";
      condition.match = kind == '#' ? AttributeMatch::equals : AttributeMatch::word;
      condition.value_case = ValueCase::counts;
      if (!begins_name()) {
        refuse(kind == '#' ? "an id is expected behind '#'" : "a class is expected behind '.'");
      }
      condition.value = parse_name();
    }
    compound.attributes.push_back(std::move(condition));
  }

  AttributeCondition parse_attribute() {
    AttributeCondition condition;
    skip_white_space();
    if (peek() == '|' || peek() == '*') refuse("namespaces are not supported");
    if (!begins_name()) refuse("the name of an attribute is expected");
    condition.name = parse_name();
    condition.lower_name = text::to_ascii_lower(condition.name);
    skip_white_space();
    if (peek() != ']') {
      condition.match = parse_operator();
      skip_white_space();
      condition.value = parse_value();
      skip_white_space();
      condition.value_case = parse_flag();
    }
    skip_white_space();
    if (peek() != ']') refuse("']' is expected");
    ++position_;
    return condition;
  }

  AttributeMatch parse_operator() {
    constexpr std::array<std::pair<std::string_view, AttributeMatch>, 6> operators{{
        {"=", AttributeMatch::equals},
        {"~=", AttributeMatch::word},
        {"|=", AttributeMatch::dash},
        {"^=", AttributeMatch::prefix},
        {"$=", AttributeMatch::suffix},
        {"*=", AttributeMatch::substring},
    }};
    for (auto const& [written, match] : operators) {
      if (!text_.substr(position_).starts_with(written)) continue;
      position_ += written.size();
      return match;
    }
    if (peek() == '|') refuse("namespaces are not supported");
    refuse("']' or one of = ~= |= ^= $= *= is expected");
  }

  std::string parse_value() {
    if (peek() == '"' || peek() == '\'') return parse_string();
    if (!begins_name()) refuse("a value is expected: a name, or anything in quotes");
    return parse_name();
  }

  ValueCase parse_flag() {
    const char flag = text::to_ascii_lower(peek());
    if (flag != 'i' && flag != 's') return ValueCase::by_attribute;
    ++position_;
    return flag == 'i' ? ValueCase::ignored : ValueCase::counts;
  }

  /// CSS Syntax 3, 4.3.9: "check if three code points would start an ident sequence".
  bool begins_name() const {
    std::string_view rest = text_.substr(position_);
    if (rest.starts_with("--")) return true;
    if (rest.starts_with('-')) rest.remove_prefix(1);
    if (rest.empty()) return false;
    if (rest[0] == '\\') return rest.size() > 1 && rest[1] != '\n';
    return name_byte.contains(rest[0]) && !text::ascii_digit.contains(rest[0]) && rest[0] != '-';
  }

  std::string parse_name() {
    std::string name;
    while (!is_at_end()) {
      if (name_byte.contains(peek())) {
        name += text_[position_++];
      } else if (peek() == '\\' && position_ + 1 < text_.size() && text_[position_ + 1] != '\n') {
        append_escape(name);
      } else {
        break;
      }
    }
    return name;
  }

  std::string parse_string() {
    const std::size_t begin = position_;
    const char quote = text_[position_++];
    std::string value;
    while (peek() != quote || is_at_end()) {
      if (is_at_end() || peek() == '\n') refuse("this quote is not closed", begin);
      if (peek() != '\\') {
        value += text_[position_++];
        continue;
      }
      if (position_ + 1 == text_.size()) refuse("this quote is not closed", begin);
      if (text_[position_ + 1] == '\n') {
        position_ += 2;
      } else {
        append_escape(value);
      }
    }
    ++position_;
    return value;
  }

  /// Reads the escape that begins here.
  void append_escape(std::string& value) {
    const CssEscape escape = read_css_escape(text_, position_);
    text::append_utf8(value, escape.code_point);
    position_ = escape.end;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  Selector selector_;
};

}  // namespace

tl::expected<Selector, SelectorError> parse_selector(std::string_view text) {
  if (is_path(text)) return Selector{.path = std::string(text)};
  try {
    return Parser(text).parse();
  } catch (Refusal& refusal) {
    return tl::make_unexpected(std::move(refusal.error));
  }
}

std::size_t find_equals_after_selector(std::string_view text) {
  bool in_brackets = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == ']') {
      in_brackets = c == '[';
    } else if (c == '=' && !in_brackets) {
      return i;
    }
  }
  return std::string_view::npos;
}

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
/// that it or an ancestor ends.
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
      if (!ancestors_match(i) || !meets(document_, id, node, compound)) continue;
      sets_.add(own(1), i);
      is_found = is_found || compound.is_last;
    }
    return is_found;
  }

  /// True if the ancestors match the compounds before `i`.
  bool ancestors_match(std::size_t i) const {
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
