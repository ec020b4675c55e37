// The insertion modes of tables, 13.2.6.4.9 to 13.2.6.4.15, and "in template", 13.2.6.4.16.
#include <algorithm>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

// "Clear the stack back to a table context" and the like.
constexpr TagNameSet table_context{table, template_};
constexpr TagNameSet body_context = table_sections | TagNameSet{template_};
constexpr TagNameSet row_context{tr, template_};

/// Start tags that end a section, and with tr a row.
constexpr TagNameSet ends_section = table_sections | TagNameSet{caption, col, colgroup};

/// End tags that several modes ignore.
constexpr TagNameSet ignored_in_parts{body, caption, col, colgroup, html};

/// Where text in a table is "pending table character tokens".
constexpr TagNameSet holds_table_text = table_contexts | TagNameSet{template_};

}  // namespace

/// Closes elements down to one of `context`.
void TreeState::clear_to(TagNameSet const& context) {
  while (!open_.empty() && !open_.top_is(context)) close_top();
}

// ---- 13.2.6.4.9 "in table"

StartTagOutcome TreeState::in_table(StartTag const& tag) {
  if (tag.name == table) {
    if (open_.find_in_scope(table, Scope::table) == 0) return ignored();
    in_table_end(table, tag.written);
    return html_start_tag(tag);
  }
  if (!table_parts.contains(tag.name)) return in_table_other(tag);
  clear_to(table_context);
  if (tag.name == caption) {
    add_marker();
    mode_ = Mode::in_caption;
    return insert(tag);
  }
  if (tag.name == colgroup) {
    mode_ = Mode::in_column_group;
    return insert(tag);
  }
  if (tag.name == col) {
    push_implied(colgroup);
    mode_ = Mode::in_column_group;
    return in_column_group(tag);
  }
  mode_ = Mode::in_table_body;
  if (table_sections.contains(tag.name)) return insert(tag);
  push_implied(tbody);
  return in_table_body(tag);
}

/// "Anything else": tags that are not part of a table; most are processed by "in body", with foster
/// parenting.
StartTagOutcome TreeState::in_table_other(StartTag const& tag) {
  switch (tag.name) {
    case style:
    case script:
    case template_:
      return in_head_element(tag);
    case input:
      return tag.facts.is_hidden_input ? insert_leaf() : in_body(tag);
    case form:  // it is closed at once
      if (in_template() || form_open_) return ignored();
      form_open_ = true;
      return insert_leaf();
    default:
      return in_body(tag);
  }
}

void TreeState::in_table_end(TagName name, std::string_view written) {
  if (name == table) {
    if (open_.find_in_scope(table, Scope::table) == 0) return;
    close_from_scope(table, Scope::table);
    return reset_mode();
  }
  if (name == body || name == html || table_parts.contains(name)) return;
  body_end_tag(name, written);
}

/// 13.2.6.4.10 "in table text": white space alone does not go to a foster parent.
void TreeState::table_characters(TextKinds kinds) {
  if (mode_ == Mode::in_column_group && (kinds.visible || kinds.nul)) {
    if (!open_.top_is(colgroup)) return;
    close_top();
    mode_ = Mode::in_table;
  }
  if (mode_ != Mode::in_column_group && (kinds.visible || !open_.top_is(holds_table_text))) {
    body_characters(kinds);
  }
}

// ---- 13.2.6.4.11 "in caption"

StartTagOutcome TreeState::in_caption(StartTag const& tag) {
  if (!table_parts.contains(tag.name)) return in_body(tag);
  return close_caption() ? in_table(tag) : ignored();
}

void TreeState::in_caption_end(TagName name, std::string_view written) {
  if (name == caption) {
    close_caption();
  } else if (name == table) {
    if (close_caption()) in_table_end(name, written);
  } else if (name != body && name != html && !table_parts.contains(name)) {
    body_end_tag(name, written);
  }
}

bool TreeState::close_caption() {
  if (open_.find_in_scope(caption, Scope::table) == 0) return false;
  close_from_scope(caption, Scope::table);
  formatting_.clear_to_marker();
  mode_ = Mode::in_table;
  return true;
}

// ---- 13.2.6.4.12 "in column group"

StartTagOutcome TreeState::in_column_group(StartTag const& tag) {
  if (tag.name == html) return in_body(tag);
  if (tag.name == col) return insert_leaf();
  if (tag.name == template_) return in_head_element(tag);
  if (!open_.top_is(colgroup)) return ignored();
  close_top();
  mode_ = Mode::in_table;
  return in_table(tag);
}

void TreeState::in_column_group_end(TagName name, std::string_view written) {
  if (name == col || !open_.top_is(colgroup)) return;
  close_top();
  mode_ = Mode::in_table;
  if (name != colgroup) in_table_end(name, written);
}

// ---- 13.2.6.4.13 "in table body"

StartTagOutcome TreeState::in_table_body(StartTag const& tag) {
  if (tag.name == tr || table_cells.contains(tag.name)) {
    clear_to(body_context);
    mode_ = Mode::in_row;
    if (tag.name == tr) return insert(tag);
    push_implied(tr);
    return in_row(tag);
  }
  if (!ends_section.contains(tag.name)) return in_table(tag);
  return close_section() ? in_table(tag) : ignored();
}

void TreeState::in_table_body_end(TagName name, std::string_view written) {
  if (table_sections.contains(name)) {
    if (open_.find_in_scope(name, Scope::table) != 0) close_section();
  } else if (name == table) {
    if (close_section()) in_table_end(name, written);
  } else if (!table_parts.contains(name)) {
    in_table_end(name, written);
  }
}

/// Closes the open section; false if none is in scope.
bool TreeState::close_section() {
  const auto in_scope = [this](TagName name) {
    return open_.find_in_scope(name, Scope::table) != 0;
  };
  if (!in_scope(tbody) && !in_scope(thead) && !in_scope(tfoot)) return false;
  clear_to(body_context);
  close_top();
  mode_ = Mode::in_table;
  return true;
}

// ---- 13.2.6.4.14 "in row"

StartTagOutcome TreeState::in_row(StartTag const& tag) {
  if (table_cells.contains(tag.name)) {
    clear_to(row_context);
    mode_ = Mode::in_cell;
    const StartTagOutcome outcome = insert(tag);
    add_marker();
    return outcome;
  }
  if (!table_parts.contains(tag.name)) return in_table(tag);
  return close_row() ? in_table_body(tag) : ignored();
}

void TreeState::in_row_end(TagName name, std::string_view written) {
  if (name == tr) {
    close_row();
  } else if (name == table) {
    if (close_row()) in_table_body_end(name, written);
  } else if (table_sections.contains(name)) {
    if (open_.find_in_scope(name, Scope::table) != 0 && close_row()) {
      in_table_body_end(name, written);
    }
  } else if (!table_parts.contains(name)) {
    in_table_end(name, written);
  }
}

/// Closes the open row; false if none is in scope.
bool TreeState::close_row() {
  if (open_.find_in_scope(tr, Scope::table) == 0) return false;
  clear_to(row_context);
  close_top();
  mode_ = Mode::in_table_body;
  return true;
}

// ---- 13.2.6.4.15 "in cell"

StartTagOutcome TreeState::in_cell(StartTag const& tag) {
  if (!table_parts.contains(tag.name)) return in_body(tag);
  close_cell();
  return in_row(tag);
}

void TreeState::in_cell_end(TagName name, std::string_view written) {
  if (ignored_in_parts.contains(name)) return;
  const bool in_scope = open_.find_in_scope(name, Scope::table) != 0;
  if (table_cells.contains(name)) {
    if (in_scope) close_cell();
  } else if (name == table || name == tr || table_sections.contains(name)) {
    if (!in_scope) return;
    close_cell();
    in_row_end(name, written);
  } else {
    body_end_tag(name, written);
  }
}

void TreeState::close_cell() {
  close(std::max(open_.find_in_scope(td, Scope::table), open_.find_in_scope(th, Scope::table)));
  formatting_.clear_to_marker();
  mode_ = Mode::in_row;
}

// ---- 13.2.6.4.16 "in template": the first tag decides how the rest is read

StartTagOutcome TreeState::in_template_content(StartTag const& tag) {
  if (head_elements.contains(tag.name)) return in_head_element(tag);
  if (table_cells.contains(tag.name)) {
    mode_ = Mode::in_row;
  } else if (tag.name == tr) {
    mode_ = Mode::in_table_body;
  } else if (tag.name == col) {
    mode_ = Mode::in_column_group;
  } else {
    mode_ = table_parts.contains(tag.name) ? Mode::in_table : Mode::in_body;
  }
  templates_.back().mode = mode_;
  return html_start_tag(tag);
}

}  // namespace hrefkit::html
