// How deep and how large a tree a document asks for, reckoned before it is built.
//
// HTML lets a short text ask for a tree of any depth, and for many more elements than it has tags:
// formatting elements that were left open are made anew in every block after them. A tree builder
// that follows the standard spends time and memory on that without bound. This follows the stack
// of open elements and the list of active formatting elements (HTML standard 13.2.4.2, 13.2.4.3) by
// names alone, in linear time. Where the truth would need more than names it keeps an element open
// that a tree builder closes: as a bound that errs to the safe side. Which elements are open, the
// guard takes from here too, and errs with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/tag_stream.h"

namespace hrefkit::html {

/// What makes a tree too costly.
enum class ExcessiveTree : std::uint8_t {
  none,
  depth,       ///< elements are open deeper than browsers nest them
  attributes,  ///< a tag has, or the html or body tags together have, too many attributes
  formatting,  ///< formatting elements are made anew too often
  size,        ///< there are more elements than a tree should hold
  misread,     ///< not the cost: Gumbo would misread it, see gumbo_guard.cpp
};

/// What a note says of it, such as "elements nest too deep".
std::string_view message(ExcessiveTree excess);

/// Reckons along with the tags of a stream.
class TreeCost {
 public:
  static constexpr std::size_t max_depth = 512;  ///< as in Chromium
  static constexpr std::size_t max_attributes = 1000;
  static constexpr std::size_t max_active_formatting = 256;
  static constexpr std::size_t max_elements = 4'000'000;

  /// Takes the text before the tag that `stream`, which reads `text`, has read last.
  void text_before(TagStream const& stream, std::string_view text);

  /// Takes that tag, once it is applied.
  void add(TagStream const& stream, std::string_view text);

  /// True when an end tag would now close an element.
  bool has_open(TagName name, std::string_view written) const;

  /// True when that element is one of SVG or MathML on top of the stack.
  bool has_open_foreign(std::string_view written) const { return find_foreign(written) != 0; }

  /// True when the element on top of the stack is one of SVG or MathML.
  bool in_foreign_content() const {
    return open_.size() > 0 && open_.top().ns != Namespace::html && !in_text_element_;
  }

  /// What was too much so far.
  ExcessiveTree excess() const { return excess_; }

  /// The most elements that were open at once, without html, head and body.
  std::size_t depth() const { return depth_; }

  /// True while nothing visible keeps a frameset from taking the body's place ("frameset-ok flag",
  /// 13.2.4.5).
  bool frameset_ok() const { return frameset_ok_; }

 private:
  void start_tag(TagStream const& stream, std::string_view text);
  void foreign_start_tag(TagStream const& stream, std::string_view written);
  void close_implied(TagName name);
  void close_select();
  void close_for_table_part(TagName name, OpenTableParts const& after);
  void open(TagName name, Namespace ns, std::string_view written, std::string_view tag);
  void end_tag(TagName name, std::string_view written);
  std::size_t find_closed(TagName name, std::string_view written) const;
  std::size_t find_table_end() const;
  std::size_t find_foreign(std::string_view written) const;
  std::size_t find_ordinary(TagName name, std::string_view written) const;
  std::size_t find_formatting(TagName name) const;
  void end_form(std::size_t found);
  void end_formatting(TagName name);
  bool end_formatting_once(TagName name);
  void adopt(std::size_t formatting, std::size_t block);
  void leave_foreign();
  bool in_table_mode() const;
  void clear_formatting_of_cell();
  void close(std::size_t position);
  void close_in_scope(TagName name, Scope scope);
  void reconstruct();
  void push(OpenElement element);
  void set_excess(ExcessiveTree excess);

  OpenElements open_;
  FormattingElements formatting_;
  std::size_t depth_ = 0;
  std::size_t tags_ = 0;
  std::size_t elements_ = 0;
  std::size_t clones_ = 0;
  std::size_t merged_attributes_ = 0;
  bool in_text_element_ = false;
  bool frameset_ok_ = true;
  bool in_head_noscript_ = false;
  ExcessiveTree excess_ = ExcessiveTree::none;
};

}  // namespace hrefkit::html
