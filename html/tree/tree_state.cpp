// Tokens on their way to the insertion modes, and the steps that the modes share.
#include "hrefkit/html/tree/tree_state.h"

#include <algorithm>
#include <array>

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

/// What each insertion mode does, in the order of `Mode`.
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
  const StartTag tag{name, written, facts};
  const StartTagOutcome outcome =
      !open_.top_is_foreign() || goes_by_html(name) ? html_start_tag(tag) : foreign_start_tag(tag);
  in_text_element_ = outcome.content != ContentModel::data;
  return outcome;
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
  (this->*rules().end_tag)(name, written);
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
    (this->*rules().characters)(kinds);
  }
}

/// The modes before the body: white space does nothing there, as far as the state goes.
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
