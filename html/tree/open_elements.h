// The stack of open elements (HTML standard 13.2.4.2) by names, with scope questions in constant
// time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/names/written_name.h"
#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// An open element. Positions count from 1 at the bottom of the stack; 0 is none.
struct OpenElement {
  TagName name = TagName::unknown;
  Namespace ns = Namespace::html;
  WrittenName written{};         ///< the name in its tag, where the element is told by it
  bool takes_html = false;       ///< an SVG or MathML element in which HTML may stand
  std::uint32_t formatting = 0;  ///< the number of its entry among the formatting elements, or 0
};

/// What ends the search for an element from the top of the stack.
enum class Scope : std::uint8_t {
  element,    ///< "has an element in scope"
  button,     ///< "... in button scope"
  list_item,  ///< "... in list item scope"
  table,      ///< "... in table scope"
  special,    ///< the nearest element of the category special
  item,       ///< the nearest special element but address, div and p
};

/// A stack of elements. It grows and shrinks at the top; nothing is kept of the HTML, head and body
/// elements, which are always at the bottom.
class OpenElements {
 public:
  std::size_t size() const { return stack_.size(); }
  OpenElement const& at(std::size_t position) const { return stack_[position - 1].element; }
  OpenElement const& top() const { return stack_.back().element; }
  bool top_is(TagName name) const;

  void push(OpenElement element);
  OpenElement pop();

  /// False when no open element is told by that name as written.
  bool may_hold(WrittenName const& written) const { return written_.may_hold(written); }

  /// The position of the uppermost HTML element of that name, or 0.
  std::size_t find(TagName name) const { return last_[static_cast<std::size_t>(name)]; }

  /// The position of the uppermost HTML element of that name below `position`.
  std::size_t find_below(std::size_t position) const { return stack_[position - 1].previous_same; }

  /// The position of the uppermost element that ends a search in `scope`, or 0.
  std::size_t boundary(Scope scope) const;

  /// The position of that element if it is in scope, or 0. An element that is itself a boundary of
  /// the scope counts.
  std::size_t find_in_scope(TagName name, Scope scope) const;

 private:
  struct Entry {
    OpenElement element;
    std::uint32_t previous_same;  ///< uppermost of the same name below it
    std::uint32_t scope;          ///< boundaries at or below it
    std::uint32_t special;
    std::uint32_t item;
  };

  std::vector<Entry> stack_;
  NameCounts written_;
  std::array<std::uint32_t, tag_name_count> last_{};
};

/// True for elements of the category special (13.2.4.2).
bool is_special(OpenElement const& element);

}  // namespace hrefkit::html
