// The insertion modes of 13.2.6.4 fall into three: those up to the body, where the first tags and
// texts decide what head, body and html are; "in body" and all modes of tables, which differ only
// in what table parts do; and framesets.
//
// The table modes are told apart by the innermost frame that is a table, a cell, a caption or a
// template (`context()`): the standard switches among them exactly where such an element opens or
// closes. Every frame bounds scopes ("has an element in scope", 13.2.4.2), so an end tag such as
// </select> or </object> finds its element only in the frame on top.
#include "hrefkit/html/tree/tree_state.h"

#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/syntax/visible_text.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

/// End tags that the modes up to the body do not ignore.
constexpr TagNameSet early_end_tags{head, body, html, br};

}  // namespace

void TreeState::reset(bool scripting) {
  frames_.clear();
  foreign_.close_to(0);
  facts_ = {.scripting = scripting};
}

// ---- Answers

StartTagOutcome TreeState::inserted(ContentModel content) const {
  return {TagFate::inserted, Namespace::html, is_inert(), content};
}

StartTagOutcome TreeState::ignored() const {
  return {.fate = TagFate::ignored, .inert = is_inert()};
}

StartTagOutcome TreeState::merged() const {
  return is_inert() ? ignored() : StartTagOutcome{.fate = TagFate::merged};
}

// ---- Frames

/// The index of the innermost frame that decides the mode: a table, cell, caption or template.
std::size_t TreeState::context() const {
  for (std::size_t i = frames_.size(); i > 0; --i) {
    switch (frames_[i - 1].kind) {
      case FrameKind::table:
      case FrameKind::cell:
      case FrameKind::caption:
      case FrameKind::template_content:
        return i - 1;
      case FrameKind::select:
      case FrameKind::scope:
      case FrameKind::foreign:
        break;
    }
  }
  return nothing;
}

void TreeState::open_frame(FrameKind kind, TagName name) {
  if (frames_.size() >= max_frames) {
    facts_.too_deep = true;
    return;
  }
  frames_.push_back({.kind = kind, .name = name, .foreign_floor = foreign_.depth()});
  if (kind == FrameKind::template_content) ++facts_.templates;
}

/// Closes all frames but the lowest `count`.
void TreeState::close_frames(std::size_t count) {
  while (frames_.size() > count) {
    if (frames_.back().kind == FrameKind::template_content) --facts_.templates;
    foreign_.close_to(frames_.back().foreign_floor);
    frames_.pop_back();
  }
}

/// The frames up to the uppermost that bounds scopes. Foreign elements do so only where HTML may
/// stand in them.
std::size_t TreeState::scope_frames() const {
  std::size_t count = frames_.size();
  while (count > 0 && frames_[count - 1].kind == FrameKind::foreign &&
         !foreign_.bounds_scope(frames_[count - 1].foreign_floor)) {
    --count;
  }
  return count;
}

bool TreeState::top_is(FrameKind kind, TagName name) const {
  const std::size_t count = scope_frames();
  return count > 0 && frames_[count - 1].kind == kind && frames_[count - 1].name == name;
}

/// The end tag of an element that must be in scope.
void TreeState::close_frame_named(FrameKind kind, TagName name) {
  if (top_is(kind, name)) close_frames(scope_frames() - 1);
}

// ---- End tags

void TreeState::end_tag(TagName name, std::string_view written, OpenElsewhere open) {
  if (facts_.in_text_element) {
    facts_.in_text_element = false;
  } else if (!in_foreign() || !foreign_end_tag(name, written, open)) {
    html_end_tag(name);
  }
}

/// True when the end tag is dealt with; otherwise it goes by the rules of HTML.
bool TreeState::foreign_end_tag(TagName name, std::string_view written, OpenElsewhere open) {
  if (foreign_.is_foreign() && (name == p || name == br)) {
    break_out();
    // What is closed then goes by the rules of HTML. At the integration point itself that is
    // nothing, and where all of the foreign content has ended a paragraph does not matter.
    if (name == br || !in_foreign() || foreign_.is_foreign()) return true;
  }
  const std::size_t floor = frames_.back().foreign_floor;
  if (foreign_.is_foreign()) {
    const std::size_t depth = foreign_.find_foreign(written, floor);
    if (depth != ForeignContent::not_found) {
      foreign_.close_to(depth);
      if (depth == floor) close_frames(frames_.size() - 1);
      return true;
    }
  } else {
    const std::size_t depth = foreign_.find_html(name, written, floor);
    if (depth != ForeignContent::not_found) {
      if (depth + 1 != foreign_.depth()) facts_.certain = false;
      foreign_.close_to(depth);
      if (name == form) html_end_tag(name);
      return true;
    }
  }
  return guess_end_tag(name, open);
}

/// An end tag in foreign content that finds its element, if any, outside.
bool TreeState::guess_end_tag(TagName name, OpenElsewhere open) {
  if (table_parts.contains(name) || scope_elements.contains(name)) return false;
  switch (name) {
    case table:
    case select:
    case template_:
    case body:
    case html:
    case br:
      return false;
    case form:
      // Outside templates it leaves the stack alone, but for the form.
      if (!is_inert()) return false;
      break;
    default:
      break;
  }
  // None is in scope: one is made, and ends.
  if (name == p) return true;
  // Such end tags are often written twice: <path/></path>.
  if (svg_shapes.contains(name) && !facts_.shape_in_html) return true;
  facts_.certain = false;
  if (open != OpenElsewhere::no && foreign_.is_foreign()) close_frames(frames_.size() - 1);
  return true;
}

void TreeState::html_end_tag(TagName name) {
  if (facts_.templates == 0 && facts_.mode < Mode::in_body && name != template_) {
    early_end_tag(name);
  } else if (!in_frameset()) {
    body_end_tag(name);
  } else if (name == frameset && facts_.framesets > 0 && --facts_.framesets == 0) {
    facts_.mode = Mode::after_frameset;
  }
}

// 13.2.6.4.2 to 13.2.6.4.6
void TreeState::early_end_tag(TagName name) {
  if (facts_.mode == Mode::in_head_noscript && (name == noscript || name == br))
    facts_.mode = Mode::in_head;
  if (facts_.mode == Mode::in_head_noscript || !early_end_tags.contains(name)) return;
  if (name != head) {
    facts_.mode = Mode::in_body;
  } else {
    facts_.mode = Mode::after_head;
  }
}

void TreeState::body_end_tag(TagName name) {
  if (table_sections.contains(name)) return end_section(name);
  if (scope_elements.contains(name)) return close_frame_named(FrameKind::scope, name);
  const std::size_t at = context();
  const FrameKind kind = at == nothing ? FrameKind::template_content : frames_[at].kind;
  switch (name) {
    case select:
      return close_frame_named(FrameKind::select, name);
    case template_:
      return end_template();
    case form:
      if (!is_inert()) facts_.form_open = false;
      return;
    case table:
      return end_table();
    case caption:
      if (kind == FrameKind::caption) close_frames(at);
      return;
    case td:
    case th:
      if (kind == FrameKind::cell && frames_[at].name == name) close_frames(at);
      return;
    case tr:
      return end_row();
    default:
      return;
  }
}

void TreeState::end_table() {
  const std::size_t at = context();
  if (at == nothing) return;
  if (frames_[at].kind == FrameKind::template_content) {
    // It closes the row and the section before it is ignored (13.2.6.4.13, 13.2.6.4.14).
    if (frames_[at].has_row || frames_[at].section != unknown) close_frames(at + 1);
    frames_[at].has_row = false;
    frames_[at].section = unknown;
    return;
  }
  if (frames_[at].kind == FrameKind::table) return close_frames(at);
  if (frames_[at - 1].kind == FrameKind::table) return close_frames(at - 1);
  // A template holds the cell or caption. Captions end all the same: 13.2.6.4.11.
  if (frames_[at].kind == FrameKind::caption) close_frames(at);
}

void TreeState::end_template() {
  if (facts_.templates == 0) return;
  std::size_t at = frames_.size();
  while (frames_[at - 1].kind != FrameKind::template_content) --at;
  close_frames(at - 1);
}

/// The index of the table or template whose row or section an end tag may close, or `nothing`.
std::size_t TreeState::table_in_context() const {
  const std::size_t at = context();
  if (at == nothing || frames_[at].kind == FrameKind::caption) return nothing;
  return frames_[at].kind == FrameKind::cell ? at - 1 : at;
}

OpenTableParts TreeState::open_table_parts() const {
  const std::size_t at = table_in_context();
  if (at == nothing) return {};
  return {frames_[at].section, frames_[at].has_row};
}

void TreeState::end_row() {
  const std::size_t at = table_in_context();
  if (at == nothing || !frames_[at].has_row) return;
  close_frames(at + 1);
  frames_.back().has_row = false;
}

void TreeState::end_section(TagName name) {
  const std::size_t at = table_in_context();
  if (at == nothing || frames_[at].section != name) return;
  close_frames(at + 1);
  frames_.back().section = unknown;
  frames_.back().has_row = false;
}

// ---- Text

void TreeState::text(std::string_view written) {
  if (wants_text() && !facts_.in_text_element && has_visible_text(written))
    facts_.mode = Mode::in_body;
}

}  // namespace hrefkit::html
