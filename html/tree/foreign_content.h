// SVG and MathML in HTML: the open foreign elements, and the HTML elements inside their integration
// points (HTML standard 13.2.6.5, "The rules for parsing tokens in foreign content").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/names/written_name.h"
#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// The stack of open elements from an svg or math element on. Views of names must outlive it.
class ForeignContent {
 public:
  /// More open elements than this are not kept.
  static constexpr std::size_t max_depth = 512;

  std::size_t depth() const { return open_.size(); }
  void close_to(std::size_t depth);

  /// Opens an element; `annotates_html` for an annotation-xml that holds HTML. False when the stack
  /// is full: then it was not opened.
  bool open(TagName name, std::string_view written, Namespace ns, bool annotates_html);

  /// The current node's namespace. The stack must not be empty, here and below.
  Namespace current_namespace() const { return open_.back().ns; }
  bool is_foreign() const { return current_namespace() != Namespace::html; }

  /// "Tree construction dispatcher" (13.2.6): true when a start tag goes by the rules of HTML.
  bool takes_html(TagName start_tag) const;

  /// True when the current node is foreign and text in it goes by the rules of HTML.
  bool takes_html_text() const {
    return open_.back().point == Point::html || open_.back().point == Point::mathml_text;
  }

  /// True when the current node is a style or script element of SVG or MathML.
  bool is_text_element() const {
    return is_foreign() &&
           (open_.back().name == TagName::style || open_.back().name == TagName::script);
  }

  /// True when a start tag ends foreign content; `styles_font` for a font element with a color,
  /// face or size attribute.
  static bool breaks_out(TagName start_tag, bool styles_font);

  /// Closes elements down to `floor` or to one where HTML may stand.
  void break_out(std::size_t floor);

  /// The depth of the uppermost element above `floor` that an end tag closes while the current node
  /// is foreign (its own name, in any case), or `not_found` where an HTML element comes before.
  std::size_t find_foreign(std::string_view written, std::size_t floor) const;

  /// The same among the HTML elements on top of the stack.
  std::size_t find_html(TagName name, std::string_view written, std::size_t floor) const;

  /// True when a foreign element is open that has a name by which "reset the insertion mode
  /// appropriately" (13.2.4.1) knows HTML elements.
  bool has_mode_name() const { return !open_.empty() && open_.back().in_mode_name; }

  /// True when an element above `floor` bounds scopes (13.2.4.2).
  bool bounds_scope(std::size_t floor) const;

  /// True when an HTML start tag might close HTML elements above `floor`, or move to others.
  bool might_imply_end(TagName start_tag, std::size_t floor) const;

  static constexpr std::size_t not_found = SIZE_MAX;

 private:
  /// Where HTML may stand inside a foreign element.
  enum class Point : std::uint8_t { none, html, mathml_text, annotation };

  struct Element {
    WrittenName written;
    TagName name;
    Namespace ns;
    Point point;
    bool in_mode_name;  ///< this or one below is foreign and has such a name
  };
  static Point point_of(TagName name, Namespace ns, bool annotates_html);

  std::vector<Element> open_;
  NameCounts written_;  ///< of the open elements
};

}  // namespace hrefkit::html
