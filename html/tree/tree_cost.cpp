// Follows 13.2.6.4.7 "in body" and the table modes as far as they move the stack of open elements;
// what a tag means otherwise (ignored, foreign, raw text) the stream's TreeState has decided.
//
// Where the truth would need more than names, the reckoning keeps an element open that a tree
// builder closes, never the other way round: paragraphs stay open under tables, for instance,
// whether or not the document is in quirks mode.
#include "hrefkit/html/tree/tree_cost.h"

#include <algorithm>

#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/syntax/visible_text.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

constexpr TagNameSet marker_elements = scope_elements | TagNameSet{TagName::select};
constexpr TagNameSet marked = marker_elements | table_cells | TagNameSet{caption, template_};
constexpr TagNameSet implied_ends{dd, dt, li, optgroup, option, p, rb, rp, rt, rtc};
/// Start tags in the body that do not "reconstruct the active formatting elements".
constexpr TagNameSet no_reconstruction =
    closes_paragraph | table_parts |
    TagNameSet{html,     head,   body,  base,     basefont,  bgsound, link,   meta,
               noframes, script, style, title,    template_, table,   iframe, noembed,
               param,    source, track, textarea, rb,        rp,      rt,     rtc};

/// Elements that keep a frameset from taking the body's place, as do inputs that are not hidden.
constexpr TagNameSet visible_elements =
    scope_elements |
    TagNameSet{area,  body,      br,       button, dd, dt,      embed, hr,
               image, img,       iframe,   keygen, li, listing, pre,   TagName::select,
               table, template_, textarea, wbr,    xmp};

bool is_visible_element(TagStream const& stream) {
  if (stream.outcome().ns != Namespace::html || stream.outcome().fate == TagFate::ignored) {
    return false;
  }
  return visible_elements.contains(stream.name()) ||
         (stream.name() == input && !stream.facts().is_hidden_input);
}

constexpr bool is_visible(char c) {
  return !text::ascii_whitespace.contains(c);
}

}  // namespace

std::string_view message(ExcessiveTree excess) {
  switch (excess) {
    case ExcessiveTree::none:
      break;
    case ExcessiveTree::depth:
      return "elements nest too deep";
    case ExcessiveTree::attributes:
      return "an element has too many attributes";
    case ExcessiveTree::formatting:
      return "too many formatting elements are left open";
    case ExcessiveTree::size:
      return "there are too many elements";
    case ExcessiveTree::misread:
      return "SVG or MathML is mixed with HTML in a way that the tree builder misreads";
  }
  return {};
}

void TreeCost::set_excess(ExcessiveTree excess) {
  if (excess_ == ExcessiveTree::none) excess_ = excess;
}

void TreeCost::push(OpenElement element) {
  open_.push(element);
  ++elements_;
  depth_ = std::max(depth_, open_.size());
  if (open_.size() > max_depth) set_excess(ExcessiveTree::depth);
  if (elements_ > max_elements) set_excess(ExcessiveTree::size);
}

/// Pops the element at `position` and all above it.
void TreeCost::close(std::size_t position) {
  if (position == 0) return;
  while (open_.size() >= position) {
    const OpenElement element = open_.pop();
    if (element.formatting != 0) formatting_.set_open(element.formatting, false);
  }
}

void TreeCost::close_in_scope(TagName name, Scope scope) {
  close(open_.find_in_scope(name, scope));
}

void TreeCost::add(TagStream const& stream, std::string_view text) {
  if (excess_ != ExcessiveTree::none) return;
  ++tags_;
  if (stream.tag().attributes_written > max_attributes) set_excess(ExcessiveTree::attributes);
  const std::string_view written = stream.tag().name.in(text);
  if (in_text_element_) {  // the end tag of a title, script, ...
    in_text_element_ = false;
    return;
  }
  if (in_head_noscript_ && !stream.state().in_head_noscript()) close(open_.find(noscript));
  in_head_noscript_ = stream.state().in_head_noscript();
  if (stream.tag().is_end) {
    frameset_ok_ &= stream.name() != br;
    end_tag(stream.name(), written);
  } else {
    const bool may_end_select = stream.name() == TagName::select || stream.name() == input;
    if (may_end_select && !stream.state().in_select()) close_select();
    if (stream.outcome().ns == Namespace::html) leave_foreign();
    if (stream.outcome().fate != TagFate::ignored) start_tag(stream, text);
    if (is_visible_element(stream)) frameset_ok_ = false;
  }
  // A document of many tags may have many clones; a few tags must not make very many.
  if (clones_ > 8 * tags_ + 10'000) set_excess(ExcessiveTree::formatting);
}

void TreeCost::text_before(TagStream const& stream, std::string_view text) {
  if (excess_ != ExcessiveTree::none || in_text_element_) return;
  const std::string_view before = stream.preceding_text().in(text);
  if (frameset_ok_ && has_visible_text(before)) frameset_ok_ = false;
  const bool counts =
      in_table_mode() ? std::any_of(before.begin(), before.end(), is_visible) : !before.empty();
  if (counts) reconstruct();
}

/// True directly in a table, where white space is no text of the body (13.2.6.4.10).
bool TreeCost::in_table_mode() const {
  return open_.find(table) >
         std::max({open_.find(td), open_.find(th), open_.find(caption), open_.find(template_)});
}

// "Reconstruct the active formatting elements" (13.2.4.3)
void TreeCost::reconstruct() {
  formatting_.reconstruct([&](FormattingElements::Entry const& entry) {
    ++clones_;
    push({.name = entry.name, .formatting = entry.number});
  });
}

// ---- Start tags

void TreeCost::start_tag(TagStream const& stream, std::string_view text) {
  Tag const& tag = stream.tag();
  const TagName name = stream.name();
  const std::string_view written = tag.name.in(text);
  if (stream.outcome().ns != Namespace::html) {
    foreign_start_tag(stream, written);
    return;
  }
  if (name == frameset && open_.find(frameset) == 0) close(1);  // it takes the place of body
  if (name == html || name == body || name == head) {
    merged_attributes_ += tag.attributes_written;
    if (merged_attributes_ > max_attributes) set_excess(ExcessiveTree::attributes);
    return;
  }
  if (name == form && in_table_mode()) {  // it closes as soon as it is open (13.2.6.4.9)
    ++elements_;
    return;
  }
  if (table_parts.contains(name)) {
    close_for_table_part(name, stream.state().open_table_parts());
  } else {
    close_implied(name);
  }
  if (!no_reconstruction.contains(name)) reconstruct();
  in_text_element_ = stream.outcome().content != ContentModel::data;
  if (in_text_element_ || void_elements.contains(name)) {
    ++elements_;
    return;
  }
  open(name, Namespace::html, written, tag.span.in(text));
}

void TreeCost::foreign_start_tag(TagStream const& stream, std::string_view written) {
  if (stream.name() == svg || stream.name() == math) reconstruct();
  if (stream.tag().self_closing) return;
  OpenElement element{stream.name(), stream.outcome().ns, WrittenName(written)};
  element.takes_html =
      is_special(element) && (stream.name() != annotation_xml || stream.facts().annotates_html);
  push(element);
}

/// An HTML element after foreign ones: those were broken out of, down to an integration point.
void TreeCost::leave_foreign() {
  while (open_.size() > 0 && open_.top().ns != Namespace::html && !open_.top().takes_html) {
    open_.pop();
  }
}

void TreeCost::close_implied(TagName name) {
  if (headings.contains(name)) {
    close_in_scope(p, Scope::button);
    if (open_.size() > 0 && open_.top().ns == Namespace::html &&
        headings.contains(open_.top().name)) {
      close(open_.size());
    }
    return;
  }
  switch (name) {
    case li:
      if (open_.boundary(Scope::item) == open_.find(li)) close(open_.find(li));
      break;
    case dd:
    case dt: {
      const std::size_t item = std::max(open_.find(dd), open_.find(dt));
      if (open_.boundary(Scope::item) == item) close(item);
      break;
    }
    case option:
    case optgroup:
      if (open_.top_is(option)) close(open_.size());
      return;
    case button:
      return close_in_scope(button, Scope::element);
    case a:
    case nobr:
      if (formatting_.find(name) != nullptr) end_formatting(name);
      return;
    case table:
      if (in_table_mode()) close(open_.find(table));
      return;
    default:
      break;
  }
  if (ruby_parts.contains(name) && open_.find_in_scope(ruby, Scope::element) != 0) {
    while (open_.size() > 0 && open_.top().ns == Namespace::html &&
           implied_ends.contains(open_.top().name)) {
      close(open_.size());
    }
  }
  if (closes_paragraph.contains(name)) close_in_scope(p, Scope::button);
}

/// A select that another one, or an input, ends.
void TreeCost::close_select() {
  const std::size_t found = open_.find_in_scope(TagName::select, Scope::element);
  if (found == 0) return;
  formatting_.clear_to_marker();
  close(found);
}

// "Clear the stack back to a table context" and its likes (13.2.6.4.9, 13.2.6.4.13, 13.2.6.4.14)
void TreeCost::close_for_table_part(TagName name, OpenTableParts const& after) {
  const std::size_t bottom = open_.boundary(Scope::table);
  const std::size_t section =
      std::max({bottom, open_.find(tbody), open_.find(thead), open_.find(tfoot)});
  const std::size_t row = std::max(section, open_.find(tr));
  const std::size_t keep = table_cells.contains(name) ? row : name == tr ? section : bottom;
  if (bottom == 0) return;
  clear_formatting_of_cell();
  close(keep + 1);
  // What is implied: in a template less than in a table.
  if (keep == bottom && after.section != unknown && (name == tr || table_cells.contains(name))) {
    push(OpenElement{.name = after.section});
  }
  if (row == section && after.has_row && table_cells.contains(name)) {
    push(OpenElement{.name = tr});
  }
}

/// "Close the cell" and its like for captions: the formatting elements in it end with it.
void TreeCost::clear_formatting_of_cell() {
  const std::size_t cell = std::max({open_.find(td), open_.find(th), open_.find(caption)});
  if (cell > open_.boundary(Scope::table)) formatting_.clear_to_marker();
}

void TreeCost::open(TagName name, Namespace ns, std::string_view written, std::string_view tag) {
  OpenElement element{name, ns};
  if (name == unknown) element.written = WrittenName(written);
  if (formatting_names.contains(name)) {
    element.formatting = formatting_.add(name, tag);
    if (formatting_.size() > max_active_formatting) set_excess(ExcessiveTree::formatting);
  } else if (marked.contains(name)) {
    formatting_.add_marker();
  }
  push(element);
}

// ---- End tags

void TreeCost::end_tag(TagName name, std::string_view written) {
  if (open_.size() == 0) return;
  if (open_.top().ns != Namespace::html && (name == p || name == br)) leave_foreign();
  if (const std::size_t foreign = find_foreign(written); foreign != 0) return close(foreign);
  if (formatting_names.contains(name)) return end_formatting(name);
  const std::size_t found = find_closed(name, written);
  if (found == 0) return;
  if (name == form) return end_form(found);
  if (marked.contains(name)) {
    formatting_.clear_to_marker();
  } else if (name == table || name == tr || table_sections.contains(name)) {
    clear_formatting_of_cell();
  }
  close(found);
}

bool TreeCost::has_open(TagName name, std::string_view written) const {
  return find_closed(name, written) != 0;
}

/// The position of the element that an end tag closes, or 0.
std::size_t TreeCost::find_closed(TagName name, std::string_view written) const {
  if (const std::size_t foreign = find_foreign(written); foreign != 0) return foreign;
  if (formatting_names.contains(name)) {
    const std::size_t found = find_formatting(name);
    return found > open_.boundary(Scope::element) ? found : 0;
  }
  if (headings.contains(name)) {
    std::size_t found = 0;
    for (const TagName heading : {h1, h2, h3, h4, h5, h6}) {
      found = std::max(found, open_.find_in_scope(heading, Scope::element));
    }
    return found;
  }
  if (name == template_) return open_.find(template_);
  if (name == table) return find_table_end();
  if (name == tr || name == caption || table_cells.contains(name) ||
      table_sections.contains(name)) {
    return open_.find_in_scope(name, Scope::table);
  }
  if (name == p) return open_.find_in_scope(p, Scope::button);
  if (name == li) return open_.find_in_scope(li, Scope::list_item);
  if (blocks.contains(name) || marker_elements.contains(name) || name == dd || name == dt ||
      name == button || name == form) {
    return open_.find_in_scope(name, Scope::element);
  }
  return find_ordinary(name, written);
}

/// What the end tag of a table closes. Without a table in scope, in a template, that is a caption,
/// or the row and the section outside cells (13.2.6.4.11, 13.2.6.4.13, 13.2.6.4.14).
std::size_t TreeCost::find_table_end() const {
  const std::size_t bottom = open_.boundary(Scope::table);
  if (bottom == 0 || open_.find(table) == bottom) return bottom;
  if (open_.find(caption) > bottom) return open_.find(caption);
  if (std::max(open_.find(td), open_.find(th)) > bottom) return 0;
  std::size_t found = 0;
  for (const TagName part : {tr, tbody, tfoot, thead}) {
    const std::size_t at = open_.find(part);
    if (at > bottom && (found == 0 || at < found)) found = at;
  }
  return found;
}

/// A foreign element on top of the stack (13.2.6.5, "any other end tag").
std::size_t TreeCost::find_foreign(std::string_view written) const {
  if (open_.size() == 0 || open_.top().ns == Namespace::html) return 0;
  const WrittenName name(written);
  if (!open_.may_hold(name)) return 0;
  for (std::size_t at = open_.size(); at > 0 && open_.at(at).ns != Namespace::html; --at) {
    if (open_.at(at).written == name) return at;
  }
  return 0;
}

// "Any other end tag" (13.2.6.4.7): the search ends at a special element, unless that bears the
// name itself, as noscript may.
std::size_t TreeCost::find_ordinary(TagName name, std::string_view written) const {
  std::size_t at = open_.find(name);
  const std::size_t boundary = open_.boundary(Scope::special);
  if (name == unknown) {
    const WrittenName wanted(written);
    if (!open_.may_hold(wanted)) return 0;
    while (at > boundary && open_.at(at).written != wanted) at = open_.find_below(at);
  }
  return at >= boundary ? at : 0;
}

/// The element that the adoption agency algorithm begins with; one that is not open any more is
/// only struck off the list there.
std::size_t TreeCost::find_formatting(TagName name) const {
  FormattingElements::Entry const* entry = formatting_.find(name);
  if (entry == nullptr) return find_ordinary(name, {});
  std::size_t at = open_.find(name);
  while (at != 0 && open_.at(at).formatting != entry->number) at = open_.find_below(at);
  return at;
}

/// A form leaves the stack alone: what was opened in it stays open.
void TreeCost::end_form(std::size_t found) {
  std::vector<OpenElement> above;
  while (open_.size() > found) above.push_back(open_.pop());
  open_.pop();
  for (std::size_t i = above.size(); i > 0; --i) open_.push(above[i - 1]);
}

// The adoption agency algorithm, as far as it moves the stack
void TreeCost::end_formatting(TagName name) {
  for (int i = 0; i < 8 && end_formatting_once(name); ++i) {
  }
}

/// True when another round follows.
bool TreeCost::end_formatting_once(TagName name) {
  FormattingElements::Entry const* entry = formatting_.find(name);
  const std::uint32_t number = entry == nullptr ? 0 : entry->number;
  const std::size_t at = find_formatting(name);
  if (number == 0 || at == 0) {
    formatting_.remove(number);
    close(at);
    return false;
  }
  if (open_.boundary(Scope::element) > at) return false;
  // The furthest block: the lowest special element above the formatting element.
  std::size_t block = at + 1;
  while (block <= open_.size() && !is_special(open_.at(block))) ++block;
  if (block > open_.size()) {
    close(at);
    formatting_.remove(number);
    return false;
  }
  adopt(at, block);
  return true;
}

/// Takes the formatting element from below the block and opens a clone of it on the block; between
/// the two only formatting elements stay.
void TreeCost::adopt(std::size_t formatting, std::size_t block) {
  std::vector<OpenElement> above;
  while (open_.size() >= formatting) above.push_back(open_.pop());
  std::reverse(above.begin(), above.end());
  const std::size_t block_index = block - formatting;
  for (std::size_t i = 1; i < block_index; ++i) {
    if (above[i].formatting == 0) continue;
    ++clones_;
    push(above[i]);
  }
  push(above[block_index]);
  ++clones_;
  push(above[0]);
  for (std::size_t i = block_index + 1; i < above.size(); ++i) push(above[i]);
}

}  // namespace hrefkit::html
