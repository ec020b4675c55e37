// Tokens on their way to the insertion modes, and the steps that the modes share.
#include "hrefkit/html/tree/tree_state.h"

#include <algorithm>

#include "hrefkit/html/tree/quirks_mode.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

/// The HTML elements that are kept everywhere.
constexpr TagNameSet structure =
    table_parts | scope_elements | TagNameSet{table, TagName::select, template_, frameset};

}  // namespace

void TreeState::reset(bool scripting) {
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
  work_ = {};
}

// ---- Start tags

StartTagOutcome TreeState::start_tag(TagName name, std::string_view written,
                                     StartTagFacts const& facts) {
  ++work_.tags;
  skips_line_feed_ = is_initial_ = false;
  const StartTag tag{name, written, facts};
  const StartTagOutcome outcome =
      !open_.top_is_foreign() || goes_by_html(name) ? html_start_tag(tag) : foreign_start_tag(tag);
  in_text_element_ = outcome.content != ContentModel::data;
  return outcome;
}

StartTagOutcome TreeState::html_start_tag(StartTag const& tag) {
  switch (mode_) {
    case Mode::before_html:
      return before_html(tag);
    case Mode::before_head:
      return before_head(tag);
    case Mode::in_head:
      return in_head(tag);
    case Mode::in_head_noscript:
      return in_head_noscript(tag);
    case Mode::after_head:
      return after_head(tag);
    case Mode::in_body:
      return in_body(tag);
    case Mode::in_table:
      return in_table(tag);
    case Mode::in_caption:
      return in_caption(tag);
    case Mode::in_column_group:
      return in_column_group(tag);
    case Mode::in_table_body:
      return in_table_body(tag);
    case Mode::in_row:
      return in_row(tag);
    case Mode::in_cell:
      return in_cell(tag);
    case Mode::in_template:
      return in_template_content(tag);
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      break;
  }
  return in_frameset(tag);
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
  take_end_tag(name, written);
  return {};
}

void TreeState::take_end_tag(TagName name, std::string_view written) {
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
  take_end_tag(name, written);
  return {.closes = open_.size() < open_before || formatting_.size() != formatting_before ||
                    work_.moves != moves_before || mode_ != mode_before,
          .closes_foreign = is_foreign};
}

void TreeState::html_end_tag(TagName name, std::string_view written) {
  if (name == template_) return end_template();
  switch (mode_) {
    case Mode::before_html:
    case Mode::before_head:
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      return early_end_tag(name);
    case Mode::in_body:
      return body_end_tag(name, written);
    case Mode::in_table:
      return in_table_end(name, written);
    case Mode::in_caption:
      return in_caption_end(name, written);
    case Mode::in_column_group:
      return in_column_group_end(name, written);
    case Mode::in_table_body:
      return in_table_body_end(name, written);
    case Mode::in_row:
      return in_row_end(name, written);
    case Mode::in_cell:
      return in_cell_end(name, written);
    case Mode::in_template:  // 13.2.6.4.16: all other end tags are ignored
    case Mode::after_after_frameset:
      return;
    case Mode::in_frameset:
      if (name == frameset) end_frameset();
      return;
    case Mode::after_frameset:
      if (name == html) set_document_mode(Mode::after_after_frameset);
  }
}

// ---- Text

void TreeState::text(std::string_view written) {
  if (in_text_element_ || written.empty()) return;
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
    characters(kinds);
  }
}

void TreeState::characters(TextKinds kinds) {
  switch (mode_) {
    case Mode::before_html:
    case Mode::before_head:
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      if (!kinds.visible && !kinds.nul) return;
      set_document_mode(Mode::in_body);
      return body_characters(kinds);
    case Mode::in_table:
    case Mode::in_column_group:
    case Mode::in_table_body:
    case Mode::in_row:
      return table_characters(kinds);
    case Mode::in_body:
    case Mode::in_caption:
    case Mode::in_cell:
    case Mode::in_template:
      return body_characters(kinds);
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return;
  }
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
      push({.name = tag.name, .number = names_.number(tag.name, tag.written)});
    }
  }
  return outcome;
}

/// The same for an element that is empty or holds text alone.
StartTagOutcome TreeState::insert_leaf(ContentModel content) {
  ++work_.elements;
  return inserted(content);
}

void TreeState::push(OpenElement const& element) {
  open_.push(element);
  ++work_.elements;
  work_.depth = std::max(work_.depth, open_.size());
}

void TreeState::push_known(TagName name) {
  open_.push_structure(name);
  ++work_.elements;
  work_.depth = std::max(work_.depth, open_.size());
}

void TreeState::close(std::size_t position) {
  if (position == 0) return;
  while (open_.size() >= position) close_top();
}

/// What the end of a formatting, foreign or template element changes besides the stack.
void TreeState::note_end(OpenElement const& element) {
  if (element.formatting != 0) formatting_.set_open(element.formatting, false);
  if (element.name == template_ && element.is_html()) {
    --(element.is_shadow_root ? shadow_roots_ : inert_templates_);
  }
  // The list is kept only as far as the elements are.
  if (!keeps_all()) formatting_.clear();
}

/// Closes the element of that name with all above it, if it is in scope.
void TreeState::close_from_scope(TagName name, Scope scope) {
  close(open_.find_in_scope(name, scope));
}

/// "Generate implied end tags" (13.2.6.3).
void TreeState::imply_end_tags(TagName except) {
  while (open_.top_is(implied_ends) && !open_.top_is(except)) close_top();
}

// "Reset the insertion mode appropriately" (13.2.4.1): the uppermost element of those decides.
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
