// Dispatches tokens to the insertion modes, and has the steps that the modes share.
#include "hrefkit/html/tree/tree_state.h"

#include <algorithm>
#include <array>
#include <string>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/tree/quirks_mode.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// DOM Standard 4.8, "valid shadow host name": the names that are no custom elements.
constexpr auto host_names = std::to_array<std::string_view>(
    {"article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "main", "nav", "p", "section", "span"});
static_assert(std::is_sorted(host_names.begin(), host_names.end()));

/// HTML Standard 4.13.3: names with a hyphen that SVG and MathML had before.
constexpr auto reserved_names = std::to_array<std::string_view>(
    {"annotation-xml", "color-profile", "font-face", "font-face-format", "font-face-name",
     "font-face-src", "font-face-uri", "missing-glyph"});
static_assert(std::is_sorted(reserved_names.begin(), reserved_names.end()));

/// HTML Standard 4.13.3, "valid custom element name", for names in lower case.
bool is_custom_element_name(std::string_view name) {
  return !name.empty() && text::ascii_lower.contains(name.front()) &&
         name.find('-') != std::string_view::npos &&
         !std::binary_search(reserved_names.begin(), reserved_names.end(), name);
}

}  // namespace

bool is_shadow_host_name(std::string_view written) {
  const std::string name = text::to_ascii_lower(written);
  return std::binary_search(host_names.begin(), host_names.end(), name) ||
         is_custom_element_name(name);
}

// Operations on the list of active formatting elements: 13.2.4.3 and "adoption agency algorithm"
// (13.2.6.4.7).
//
// An element and its clones share one entry on the list, and its number. Moving an element costs
// time for all elements between the formatting element and the current node, and a page can repeat
// that. So there is a budget proportional to the number of tags, past which nothing is moved: then
// `TreeWork::moves_refused` is set, or with Kept::structure the state is not certain.

void TreeState::add_marker() {
  if (keeps_all()) formatting_.add_marker();
}

/// "Push onto the list of active formatting elements" the element that was inserted last.
void TreeState::add_formatting(StartTag const& tag) {
  if (!keeps_all()) return;
  OpenElement element = open_.pop();
  element.formatting = formatting_.add(tag.name, tag.facts.formatting);
  work_.list_is_full |= formatting_.size() == FormattingElements::max_size;
  open_.push(element);
}

/// Removes an entry from the list, and its element from the stack if it is open.
void TreeState::strike_out(std::uint32_t number) {
  FormattingElements::Entry const* entry = formatting_.find(number);
  if (entry == nullptr) return;
  const std::size_t position = position_of(*entry);
  formatting_.remove(number);
  if (position != 0 && may_move(open_.size() - position)) open_.remove(position);
}

// "Reconstruct the active formatting elements"
void TreeState::reconstruct() {
  if (!formatting_.has_closed()) return;
  formatting_.reconstruct([&](FormattingElements::Entry const& entry) {
    count_clone(entry);
    const ElementMarks around = has_marks_ ? marks_around(true) : ElementMarks{0};
    OpenElement& clone =
        push(entry.name, Namespace::html, static_cast<NameNumbers::Number>(entry.name));
    clone.formatting = entry.number;
    clone.marks = entry.tag.marks;
    clone.marks_around = around;
  });
}

void TreeState::count_clone(FormattingElements::Entry const& entry) {
  ++work_.clones;
  work_.clone_attributes += entry.tag.attributes;
}

bool TreeState::may_move(std::size_t elements) {
  constexpr std::size_t free_moves = 1'000'000;
  constexpr std::size_t moves_per_tag = 64;
  if (work_.moves + elements > free_moves + moves_per_tag * work_.tags) {
    certain_ = false;
    work_.moves_refused = true;
    return false;
  }
  work_.moves += elements;
  return true;
}

/// The position of the element of an entry, or 0.
std::size_t TreeState::position_of(FormattingElements::Entry const& entry) const {
  if (!entry.is_open) return 0;
  std::size_t at = open_.find(entry.name);
  while (at != 0 && open_.at(at).formatting != entry.number) at = open_.find_below(at);
  return at;
}

void TreeState::adoption_agency(TagName name, std::string_view written) {
  // Steps 1 and 2: an element that is not on the list is closed.
  if (open_.top_is(name)) {
    const std::uint32_t number = open_.top().formatting;
    // FAST: mostly the element was added last, and nothing is open in it.
    const bool is_last = number != 0 && formatting_.is_last(number);
    if (is_last || formatting_.find(number) == nullptr) {
      close_top();
      if (is_last) formatting_.remove(number);
      return;
    }
  }
  constexpr int max_rounds = 8;  // step 4
  for (int round = 0; round < max_rounds; ++round) {
    if (formatting_.find(name) == nullptr) {
      // "act as described in the 'any other end tag' entry"
      if (round == 0) any_other_end_tag(name, written);
      return;
    }
    if (!adopt_once(name)) return;
  }
}

/// Steps 4.3 to 4.18 for a name that is on the list; true if another round follows.
bool TreeState::adopt_once(TagName name) {
  FormattingElements::Entry const& entry = *formatting_.find(name);
  const std::uint32_t number = entry.number;
  const std::size_t position = position_of(entry);
  if (position == 0) {
    formatting_.remove(number);
    return false;
  }
  if (open_.boundary(Scope::element) > position) return false;
  if (open_.boundary(Scope::special) <= position) {  // there is no furthest block
    close(position);
    formatting_.remove(number);
    return false;
  }
  if (!may_move(open_.size() - position)) return false;
  std::size_t block = position + 1;
  while (!is_special(open_.at(block))) ++block;
  adopt(position, block);
  return true;
}

/// Steps 4.8 to 4.18: removes the formatting element, which is below the furthest block on the
/// stack, and pushes a clone of it above the block.
void TreeState::adopt(std::size_t position, std::size_t block) {
  std::vector<OpenElement> above;
  while (open_.size() >= position) above.push_back(open_.pop());
  std::reverse(above.begin(), above.end());
  const std::size_t block_index = block - position;
  // The block moves to what is around the formatting element.
  if (has_marks_) knows_marks_ &= above[block_index].marks_around == marks_around(true);
  std::vector<OpenElement> between = adopt_between(above, block_index);
  OpenElement clone = above.front();
  clone.is_shadow_host = false;
  clone.marks_around = above[block_index].marks_within();
  count_clone(*formatting_.find(clone.formatting));
  if (!between.empty()) formatting_.move_after(clone.formatting, between.back().formatting);
  for (OpenElement const& element : between) push(element);
  open_.push(above[block_index]);
  push(clone);
  for (std::size_t i = block_index + 1; i < above.size(); ++i) open_.push(above[i]);
}

/// Step 4.13, the inner loop: removes the elements between the formatting element and the block
/// from the stack. Clones replace those of the nearest three that are on the list.
std::vector<OpenElement> TreeState::adopt_between(std::vector<OpenElement> const& above,
                                                  std::size_t block_index) {
  constexpr std::size_t max_clones = 3;
  std::vector<OpenElement> kept;
  for (std::size_t i = block_index - 1; i > 0; --i) {
    FormattingElements::Entry const* entry = formatting_.find(above[i].formatting);
    if (above[i].formatting == 0 || entry == nullptr) continue;
    if (block_index - i > max_clones) {
      formatting_.remove(above[i].formatting);
      continue;
    }
    count_clone(*entry);
    kept.push_back(above[i]);
    kept.back().is_shadow_host = false;
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

namespace {

using enum TagName;
using namespace tag_groups;

/// The HTML elements that are kept with `Kept::structure`, too.
constexpr TagNameSet structure =
    table_parts | scope_elements | TagNameSet{table, TagName::select, template_, frameset};

/// Elements that are inserted in a table where they are written. So is an input that is hidden.
constexpr TagNameSet stays_in_table = table_parts | TagNameSet{style, script, template_, form};

}  // namespace

void TreeState::reset(Kept kept, bool scripting) {
  kept_ = kept;
  scripting_ = scripting;
  mode_ = document_mode_ = Mode::before_html;
  open_.clear();
  names_.clear();
  formatting_.clear();
  templates_.clear();
  inert_templates_ = shadow_roots_ = 0;
  body_tag_seen_ = body_is_shadow_host_ = form_open_ = false;
  frameset_ok_ = certain_ = quirks_ = is_initial_ = true;
  in_text_element_ = skips_line_feed_ = shape_in_html_ = false;
  marks_ = 0;
  is_movable_ = has_marks_ = false;
  knows_marks_ = true;
  root_marks_ = {};
  work_ = {};
}

/// The rules of each insertion mode, in the order of `Mode`.
TreeState::Rules const& TreeState::rules() const {
  using T = TreeState;
  static constexpr std::array<Rules, static_cast<std::size_t>(Mode::after_after_frameset) + 1> all{
      {{&T::before_html, &T::early_end_tag, &T::early_characters},
       {&T::before_head, &T::early_end_tag, &T::early_characters},
       {&T::in_head, &T::early_end_tag, &T::early_characters},
       {&T::in_head_noscript, &T::early_end_tag, &T::early_characters},
       {&T::after_head, &T::early_end_tag, &T::early_characters},
       {&T::in_body, &T::body_end_tag, &T::body_characters},
       {&T::in_table, &T::in_table_end, &T::table_characters},
       {&T::in_caption, &T::in_caption_end, &T::body_characters},
       {&T::in_column_group, &T::in_column_group_end, &T::table_characters},
       {&T::in_table_body, &T::in_table_body_end, &T::table_characters},
       {&T::in_row, &T::in_row_end, &T::table_characters},
       {&T::in_cell, &T::in_cell_end, &T::body_characters},
       {&T::in_template_content, &T::ignore_end_tag, &T::body_characters},
       {&T::in_frameset, &T::in_frameset_end, &T::ignore_characters},
       {&T::in_frameset, &T::after_frameset_end, &T::ignore_characters},
       {&T::in_frameset, &T::ignore_end_tag, &T::ignore_characters}}};
  return all[static_cast<std::size_t>(mode_)];
}

// ---- Start tags

StartTagOutcome TreeState::start_tag(TagName name, std::string_view written,
                                     StartTagFacts const& facts) {
  ++work_.tags;
  skips_line_feed_ = is_initial_ = false;
  in_text_element_ = false;
  const StartTag tag{name, written, facts};
  marks_ = facts.marks;
  has_marks_ |= marks_ != 0;
  is_movable_ = !stays_in_table.contains(name) && !facts.is_hidden_input;
  const StartTagOutcome outcome = dispatch(tag);
  in_text_element_ = outcome.content != ContentModel::data;
  if (has_marks_) mark_root(tag, outcome);
  return outcome;
}

/// "Tree construction dispatcher"
StartTagOutcome TreeState::dispatch(StartTag const& tag) {
  if (open_table_part(tag.name)) return inserted();
  if (!open_.top_is_foreign() || goes_by_html(tag.name)) return html_start_tag(tag);
  return foreign_start_tag(tag);
}

/// Keeps the marks of an element that is not on the stack, but has others in it.
void TreeState::mark_root(StartTag const& tag, StartTagOutcome const& outcome) {
  if (outcome.result != TagResult::inserted || outcome.ns != Namespace::html) return;
  if (tag.name == html) root_marks_.html = marks_;
  if (tag.name == head) root_marks_.head = marks_;
  if (tag.name == body) root_marks_.body = marks_;
  if (tag.name == noscript && document_mode_ == Mode::in_head_noscript) {
    root_marks_.noscript = marks_;
  }
}

/// "The appropriate place for inserting a node" (13.2.6.1), as the position of its parent.
std::size_t TreeState::place(bool is_movable) const {
  if (!is_movable || !open_.top_is(table_contexts)) return open_.size();
  const std::size_t table = open_.find(TagName::table);
  const std::size_t in_template = open_.find(template_);
  return in_template > table ? in_template : table - 1;
}

std::size_t TreeState::place_of_leaf(TagName name) const {
  return place(!stays_in_table.contains(name));
}

/// The marks of the element in which the next one is inserted, and of those around it.
ElementMarks TreeState::marks_around(bool is_movable) const {
  const std::size_t at = place(is_movable);
  // The parent of a table may have left the stack before it.
  if (at < open_.size() && open_.at(at + 1).name == TagName::table) {
    return open_.at(at + 1).marks_around;
  }
  if (at != 0) return open_.at(at).marks_within();
  const auto of_root = [this](ElementMarks child) {
    return static_cast<ElementMarks>(root_marks_.html | child);
  };
  if (in_frameset()) return of_root(0);
  if (document_mode_ == Mode::in_head_noscript) {
    return of_root(root_marks_.head | root_marks_.noscript);
  }
  return of_root(is_before_body() ? root_marks_.head : root_marks_.body);
}

StartTagOutcome TreeState::html_start_tag(StartTag const& tag) {
  return (this->*rules().start_tag)(tag);
}

// ---- End tags

EndTagOutcome TreeState::end_tag(TagName name, std::string_view written) {
  ++work_.tags;
  skips_line_feed_ = is_initial_ = false;
  if (in_text_element_) {
    in_text_element_ = false;
    return {.closes = true};
  }
  if (kept_ == Kept::all) return end_and_compare(name, written);
  if (close_table_part(name)) return {};
  process_end_tag(name, written);
  return {};
}

void TreeState::close_by_tag(TagName name, std::string_view written) {
  ++work_.tags;
  skips_line_feed_ = is_initial_ = false;
  if (!in_text_element_) process_end_tag(name, written);
  in_text_element_ = false;
}

void TreeState::process_end_tag(TagName name, std::string_view written) {
  if (open_.top_is_foreign()) {
    foreign_end_tag(name, written);
  } else {
    html_end_tag(name, written);
  }
}

EndTagOutcome TreeState::end_and_compare(TagName name, std::string_view written) {
  const std::size_t open_before = open_.size();
  const std::size_t formatting_before = formatting_.size();
  const std::size_t moves_before = work_.moves;
  const Mode mode_before = mode_;
  const bool is_foreign =
      open_.top_is_foreign() && open_.find_foreign_above_html(names_.find(name, written)) != 0;
  process_end_tag(name, written);
  return {.closes = open_.size() < open_before || formatting_.size() != formatting_before ||
                    work_.moves != moves_before || mode_ != mode_before,
          .closes_foreign = is_foreign};
}

void TreeState::html_end_tag(TagName name, std::string_view written) {
  if (name == template_) return end_template();
  (this->*rules().end_tag)(name, written);
}

// ---- Text

void TreeState::text(std::string_view written) {
  // FAST: mostly text changes nothing.
  if (in_text_element_ || written.empty() || !wants_text()) return;
  if (is_initial_) quirks_ = asks_for_quirks(written);
  if (skips_line_feed_) {
    if (written.starts_with('\r')) written.remove_prefix(1);
    if (written.starts_with('\n')) written.remove_prefix(1);
    skips_line_feed_ = false;
  }
  if (mode_ == Mode::after_after_frameset) {  // 13.2.6.4.23: white space goes by "in body"
    if (has_white_space(written)) reconstruct();
    return;
  }
  const bool foreign = in_foreign_content();
  const TextKinds kinds = text_kinds(written, foreign ? Cdata::section : Cdata::comment);
  if (foreign && !in_integration_point()) {
    if (kinds.visible) frameset_ok_ = false;
  } else if (kinds.any()) {
    (this->*rules().characters)(kinds);
  }
}

/// Text in the modes before the body: white space does not change the state.
void TreeState::early_characters(TextKinds kinds) {
  if (!kinds.visible && !kinds.nul) return;
  set_document_mode(Mode::in_body);
  body_characters(kinds);
}

/// 13.2.6.4.7, "in body": NUL characters are ignored.
void TreeState::body_characters(TextKinds kinds) {
  if (kinds.white_space || kinds.visible) reconstruct();
  if (kinds.visible) frameset_ok_ = false;
}

// ---- Inserting and closing elements

/// "Insert an HTML element" (13.2.6.1) that stays open.
StartTagOutcome TreeState::insert(StartTag const& tag) {
  const StartTagOutcome outcome = inserted();
  if (keeps_all() || structure.contains(tag.name)) {
    if (tag.name != unknown) {
      push_known(tag.name);
    } else {
      push(tag.name, Namespace::html, names_.number(tag.name, tag.written));
    }
    mark_top(marks_, outcome.marks_around);
  }
  return outcome;
}

/// The same for an element that is empty or holds text alone.
StartTagOutcome TreeState::insert_leaf(ContentModel content) {
  ++work_.elements;
  return inserted(content);
}

OpenElement& TreeState::push(TagName name, Namespace ns, NameNumbers::Number number) {
  OpenElement& element = open_.push(name, ns, number);
  ++work_.elements;
  work_.depth = std::max(work_.depth, open_.size());
  return element;
}

void TreeState::push_known(TagName name) {
  open_.push_structure(name);
  ++work_.elements;
  work_.depth = std::max(work_.depth, open_.size());
}

/// An element without a tag.
void TreeState::push_implied(TagName name) {
  const ElementMarks around = has_marks_ ? marks_around(false) : ElementMarks{0};
  push_known(name);
  mark_top(0, around);
}

void TreeState::close(std::size_t position) {
  if (position == 0) return;
  while (open_.size() >= position) close_top();
}

/// Updates the state when a formatting, foreign or template element is closed.
void TreeState::note_end(OpenElement const& element) {
  if (element.formatting != 0) formatting_.set_open(element.formatting, false);
  if (element.name == template_ && element.is_html()) {
    --(element.is_shadow_root ? shadow_roots_ : inert_templates_);
  }
  // The list is maintained only while all elements are kept.
  if (!keeps_all()) formatting_.clear();
}

/// "Generate implied end tags" (13.2.6.3).
void TreeState::imply_end_tags(TagName except) {
  while (open_.top_is(implied_ends) && !open_.top_is(except)) close_top();
}

// "Reset the insertion mode appropriately" (13.2.4.1): the uppermost of these elements decides.
void TreeState::reset_mode() {
  struct Row {
    TagName name;
    Mode mode;
  };
  static constexpr Row rows[] = {{td, Mode::in_cell},
                                 {th, Mode::in_cell},
                                 {tr, Mode::in_row},
                                 {tbody, Mode::in_table_body},
                                 {thead, Mode::in_table_body},
                                 {tfoot, Mode::in_table_body},
                                 {caption, Mode::in_caption},
                                 {table, Mode::in_table},
                                 {colgroup, Mode::in_column_group},
                                 {template_, Mode::in_template},
                                 {frameset, Mode::in_frameset}};
  std::size_t uppermost = 0;
  mode_ = document_mode_;
  for (Row const& row : rows) {
    const std::size_t position = open_.find(row.name);
    if (position <= uppermost) continue;
    uppermost = position;
    mode_ = row.name == template_ ? templates_.back().mode : row.mode;
  }
}

}  // namespace hrefkit::html
