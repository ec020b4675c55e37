// The stack of open elements (HTML Standard 13.2.4.2). Every query takes constant time, so that a
// page of deeply nested elements takes linear time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/tree/start_tag.h"

namespace hrefkit::html {

/// Assigns numbers to element names: a known name has the number of its enumerator, other names get
/// the following ones.
class NameNumbers {
 public:
  using Number = std::uint32_t;

  /// The number of a name. `written` must outlive this object.
  Number number(TagName name, std::string_view written);

  /// The number of a name that has one already; else 0.
  Number find(TagName name, std::string_view written) const;

  /// The name with that number, as first written; known names are lower case.
  std::string_view name(Number number) const;

  void clear();

 private:
  struct Less {
    bool operator()(std::string_view a, std::string_view b) const {
      return compare_names(a, b) < 0;
    }
  };
  std::map<std::string_view, Number, Less> unknown_;
  std::vector<std::string_view> unknown_names_;  ///< by number
};

/// The integration point that a foreign element is (13.2.6, "Tree construction").
enum class HtmlPoint : std::uint8_t {
  none,
  html,         ///< an HTML integration point
  mathml_text,  ///< a MathML text integration point
  annotation,   ///< an annotation-xml element: only an svg element may be in it
};

/// An open element. Positions count from 1 at the bottom of the stack; 0 means "not there".
struct OpenElement {
  TagName name = TagName::unknown;
  Namespace ns = Namespace::html;
  HtmlPoint point = HtmlPoint::none;
  bool is_shadow_root = false;     ///< a template whose content is the shadow root of its parent
  bool is_shadow_host = false;     ///< the element has a shadow root
  ElementMarks marks = 0;          ///< its own
  ElementMarks marks_around = 0;   ///< of the elements in which it stands
  NameNumbers::Number number = 0;  ///< of its name
  std::uint32_t formatting = 0;    ///< the number of its entry among the formatting elements, or 0
  std::uint32_t node = 0;          ///< the caller's node; see `TreeState::set_node`

  ElementMarks marks_within() const { return marks | marks_around; }
  bool is_html() const { return ns == Namespace::html; }
  bool takes_html_text() const {
    return point == HtmlPoint::html || point == HtmlPoint::mathml_text;
  }
};

/// The boundary at which a search from the top of the stack ends.
enum class Scope : std::uint8_t {
  element,    ///< "has an element in scope"
  button,     ///< "has an element in button scope"
  list_item,  ///< "has an element in list item scope"
  table,      ///< "has an element in table scope"
  special,    ///< the nearest element of the category special
  item,       ///< the nearest special element except address, div and p
};

/// The stack, without the html, head and body elements at its bottom.
class OpenElements {
 public:
  OpenElements() { clear(); }

  void clear();
  bool empty() const { return stack_.empty(); }
  std::size_t size() const { return stack_.size(); }
  OpenElement const& at(std::size_t position) const { return stack_[position - 1].element; }
  OpenElement const& top() const { return stack_.back().element; }

  /// True if the current node is an HTML element of that name, or of one of these names.
  bool top_is(TagName name) const {
    return !stack_.empty() && top().is_html() && top().name == name;
  }
  bool top_is(TagNameSet const& names) const {
    return !stack_.empty() && top().is_html() && names.contains(top().name);
  }
  bool top_is_foreign() const { return !stack_.empty() && !top().is_html(); }

  /// Pushes an element that was open before, or a copy of one.
  void push(OpenElement const& element) {
    push(element.name, element.ns, element.number) = element;
  }

  /// Pushes a new element and returns it, so that the caller can set its other fields.
  ///
  /// FAST: an element that is made elsewhere byte by byte, and copied at once, has the processor
  /// wait for those bytes. Nested SVG takes 0.9 of the time.
  OpenElement& push(TagName name, Namespace ns, NameNumbers::Number number);

  /// FAST: pushes an HTML element of a known name other than template.
  void push_structure(TagName name);

  OpenElement pop() {
    const OpenElement element = stack_.back().element;
    if (lowest_ == stack_.size()) lowest_ = 0;
    if (!element.is_html()) --foreign_count_;
    last(element.number, element.is_html()) = stack_.back().previous_same;
    stack_.pop_back();
    return element;
  }

  /// FAST: pops an HTML element other than template, without a copy.
  void pop_structure() {
    Entry const& top = stack_.back();
    last_[top.element.number].html = top.previous_same;
    stack_.pop_back();
  }

  /// Removes the element at `position` from the stack. Costs time for each element above it.
  void remove(std::size_t position);

  void set_node(std::size_t position, std::uint32_t node) {
    stack_[position - 1].element.node = node;
  }

  void set_top_marks(ElementMarks own, ElementMarks around) {
    stack_.back().element.marks = own;
    stack_.back().element.marks_around = around;
  }

  void set_top_is_shadow_host() { stack_.back().element.is_shadow_host = true; }

  /// The position of the uppermost HTML element of that name, or 0.
  std::size_t find(TagName name) const { return last_[static_cast<std::size_t>(name)].html; }
  std::size_t find(NameNumbers::Number number) const {
    return number < last_.size() ? last_[number].html : 0;
  }

  /// The position of the next HTML element of the same name below `position`, or 0.
  std::size_t find_below(std::size_t position) const { return stack_[position - 1].previous_same; }

  /// The position of the uppermost foreign element of that name, or 0.
  std::size_t find_foreign(NameNumbers::Number number) const;

  /// The same, but only among the foreign elements above all HTML elements.
  std::size_t find_foreign_above_html(NameNumbers::Number number) const;

  /// The position of the uppermost element that ends a search in `scope`, or 0.
  std::size_t boundary(Scope scope) const {
    if (stack_.empty()) return 0;
    switch (scope) {
      case Scope::element:
        break;
      case Scope::button:
        return std::max<std::size_t>(stack_.back().bounds.scope, find(TagName::button));
      case Scope::list_item:
        return std::max<std::size_t>(
            {stack_.back().bounds.scope, find(TagName::ol), find(TagName::ul)});
      case Scope::table:
        return std::max(find(TagName::table), find(TagName::template_));
      case Scope::special:
        return stack_.back().bounds.special;
      case Scope::item:
        return stack_.back().bounds.item;
    }
    return stack_.back().bounds.scope;
  }

  /// The position of that element if it is in scope, or 0. The boundary of the scope itself is in
  /// scope.
  std::size_t find_in_scope(TagName name, Scope scope) const {
    const std::size_t found = find(name);
    return found != 0 && found >= boundary(scope) ? found : 0;
  }

  /// The position of the lowest foreign or template element, or 0.
  std::size_t lowest_foreign_or_template() const { return lowest_; }

  /// The number of open foreign elements.
  std::size_t foreign_count() const { return foreign_count_; }

 private:
  /// The uppermost elements of some kinds, at or below an entry.
  struct Bounds {
    std::uint32_t scope = 0;
    std::uint32_t special = 0;
    std::uint32_t item = 0;
    std::uint32_t html = 0;
  };
  struct Entry {
    OpenElement element;
    std::uint32_t previous_same = 0;  ///< uppermost of the same name and kind below it
    Bounds bounds;
  };
  /// The uppermost elements of a name.
  struct Last {
    std::uint32_t html = 0;
    std::uint32_t foreign = 0;
  };
  std::uint32_t& last(NameNumbers::Number number, bool is_html) {
    Last& found = last_[number];
    return is_html ? found.html : found.foreign;
  }

  OpenElement& place(TagName name, Namespace ns, NameNumbers::Number number, std::uint8_t bounded);

  std::vector<Entry> stack_;
  std::vector<Last> last_;
  std::size_t lowest_ = 0;
  std::size_t foreign_count_ = 0;
};

/// True for elements of the category special (13.2.4.2).
bool is_special(TagName name, Namespace ns);
inline bool is_special(OpenElement const& element) {
  return is_special(element.name, element.ns);
}

}  // namespace hrefkit::html
