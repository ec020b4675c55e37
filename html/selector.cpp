#include "hrefkit/html/selector.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hrefkit/html/live/selector_matcher.h"
#include "hrefkit/html/syntax/css_tokenizer.h"
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

std::vector<NodeId> select_elements(Document const& document, Selector const& selector) {
  std::vector<NodeId> found;
  match_selectors(document, {&selector, 1},
                  [&](NodeId id, std::span<std::uint32_t const>) { found.push_back(id); });
  return found;
}

std::vector<NodeId> select_elements(Document const& document, std::string_view selector) {
  const auto parsed = parse_selector(selector);
  return parsed ? select_elements(document, *parsed) : std::vector<NodeId>();
}

}  // namespace hrefkit::html
