// What becomes of start tags: see tree_state.cpp.
#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

constexpr TagNameSet head_elements{base,  basefont, bgsound, link,   meta,
                                   title, noframes, style,   script, template_};
constexpr TagNameSet noscript_elements{basefont, bgsound, link, meta, noframes, style};

}  // namespace

StartTagOutcome TreeState::start_tag(TagName name, std::string_view written,
                                     StartTagFacts const& facts) {
  const StartTagOutcome outcome = in_foreign() && !foreign_.takes_html(name)
                                      ? foreign_start_tag(name, written, facts)
                                      : html_start_tag(name, written, facts);
  facts_.in_text_element = outcome.content != ContentModel::data;
  return outcome;
}

StartTagOutcome TreeState::html_start_tag(TagName name, std::string_view written,
                                          StartTagFacts const& facts) {
  if (facts_.templates > 0) return in_body(name, written, facts);
  switch (facts_.mode) {
    case Mode::before_html:
      return before_html(name, written, facts);
    case Mode::before_head:
      return before_head(name, written, facts);
    case Mode::in_head:
      return in_head(name, written, facts);
    case Mode::in_head_noscript:
      return in_head_noscript(name, written, facts);
    case Mode::after_head:
      return after_head(name, written, facts);
    case Mode::in_body:
      return in_body(name, written, facts);
    case Mode::in_frameset:
    case Mode::after_frameset:
      break;
  }
  return in_frameset(name);
}

// 13.2.6.4.2
StartTagOutcome TreeState::before_html(TagName name, std::string_view written,
                                       StartTagFacts const& facts) {
  facts_.mode = Mode::before_head;
  return name == html ? inserted() : before_head(name, written, facts);
}

// 13.2.6.4.3
StartTagOutcome TreeState::before_head(TagName name, std::string_view written,
                                       StartTagFacts const& facts) {
  if (name == html) return merged();
  facts_.mode = Mode::in_head;
  return name == head ? inserted() : in_head(name, written, facts);
}

// 13.2.6.4.4
StartTagOutcome TreeState::in_head(TagName name, std::string_view written,
                                   StartTagFacts const& facts) {
  if (name == html) return merged();
  if (name == head) return ignored();
  if (head_elements.contains(name)) return in_head_element(name);
  if (name == noscript) {
    if (facts_.scripting) return inserted(ContentModel::raw_text);
    facts_.mode = Mode::in_head_noscript;
    return inserted();
  }
  facts_.mode = Mode::after_head;
  return after_head(name, written, facts);
}

/// The elements that "in head" inserts, which the modes after it leave to "in head".
StartTagOutcome TreeState::in_head_element(TagName name) {
  const StartTagOutcome outcome = [&] {
    if (name == title) return inserted(ContentModel::rcdata);
    if (name == style || name == noframes) return inserted(ContentModel::raw_text);
    if (name == script) return inserted(ContentModel::script_data);
    return inserted();
  }();
  if (name == template_) open_frame(FrameKind::template_content, template_);
  return outcome;
}

// 13.2.6.4.5
StartTagOutcome TreeState::in_head_noscript(TagName name, std::string_view written,
                                            StartTagFacts const& facts) {
  if (name == html) return merged();
  if (name == head || name == noscript) return ignored();
  if (noscript_elements.contains(name)) return in_head_element(name);
  facts_.mode = Mode::in_head;
  return in_head(name, written, facts);
}

// 13.2.6.4.6
StartTagOutcome TreeState::after_head(TagName name, std::string_view written,
                                      StartTagFacts const& facts) {
  if (name == html) return merged();
  if (name == head) return ignored();
  if (head_elements.contains(name)) return in_head_element(name);
  if (name == frameset) {
    facts_.mode = Mode::in_frameset;
    facts_.framesets = 1;
    return inserted();
  }
  facts_.mode = Mode::in_body;
  if (name != body) return in_body(name, written, facts);
  facts_.body_tag_seen = true;
  return inserted();
}

// 13.2.6.4.7 to 13.2.6.4.16
StartTagOutcome TreeState::in_body(TagName name, std::string_view written,
                                   StartTagFacts const& facts) {
  if (is_inert()) {
    decide_template_mode(name);
    if (in_template_mode(TemplateMode::columns)) return template_column(name);
  }
  if (table_parts.contains(name)) return table_part(name);
  if (in_foreign() && foreign_.might_imply_end(name, frames_.back().foreign_floor)) {
    facts_.certain = false;
  }
  // Left open, it would be made anew behind the table or select, and decide what closes there.
  if (formatting_names.contains(name) && foreign_.depth() > 0 && !facts_.too_deep &&
      (frames_.back().kind == FrameKind::table || frames_.back().kind == FrameKind::select)) {
    facts_.certain = false;
  }
  switch (name) {
    case html:
      return merged();
    case body:
      if (!is_inert()) facts_.body_tag_seen = true;
      return merged();
    case head:
    case frame:
      return ignored();
    case frameset:
      return late_frameset(facts);
    case table:
      return open_table();
    case form: {
      const StartTagOutcome outcome = open_form();
      // Among table parts a form closes as soon as it is open (13.2.6.4.9).
      if (outcome.fate == TagFate::inserted && !in_table_mode()) open_in_foreign(name, written);
      return outcome;
    }
    case select:
      return open_select();
    case input:
      if (in_select() && !(facts.is_hidden_input && in_table_mode()))
        close_frames(frames_.size() - 1);
      return inserted();
    case svg:
    case math:
      return open_foreign(name, written, facts);
    case textarea:
      return inserted(ContentModel::rcdata);
    case xmp:
    case iframe:
    case noembed:
      return inserted(ContentModel::raw_text);
    case noscript:
      if (facts_.scripting) return inserted(ContentModel::raw_text);
      break;
    case plaintext:
      return inserted(ContentModel::plain_text);
    default:
      if (head_elements.contains(name)) return in_head_element(name);
      if (scope_elements.contains(name)) {
        const StartTagOutcome outcome = inserted();
        open_frame(FrameKind::scope, name);
        return outcome;
      }
      break;
  }
  facts_.shape_in_html |= svg_shapes.contains(name);
  const StartTagOutcome outcome = inserted();
  if (!void_elements.contains(name)) open_in_foreign(name, written);
  return outcome;
}

/// Keeps an HTML element that may stand in foreign content.
void TreeState::open_in_foreign(TagName name, std::string_view written) {
  if (in_foreign()) facts_.too_deep |= !foreign_.open(name, written, Namespace::html, false);
}

/// A frameset in the body takes its place while nothing visible is in it. An explicit body tag is
/// the common reason against that.
StartTagOutcome TreeState::late_frameset(StartTagFacts const& facts) {
  if (is_inert() || facts_.body_tag_seen) return ignored();
  if (!facts.frameset_ok) {
    facts_.certain = false;
    return ignored();
  }
  if (!*facts.frameset_ok) return ignored();
  close_frames(0);
  facts_.mode = Mode::in_frameset;
  facts_.framesets = 1;
  return inserted();
}

/// True in the modes "in table", "in table body", "in row" and "in column group".
bool TreeState::in_table_mode() const {
  const std::size_t at = context();
  if (at == nothing) return false;
  Frame const& on = frames_[at];
  if (on.kind != FrameKind::template_content) return on.kind == FrameKind::table;
  return on.mode != TemplateMode::undecided && on.mode != TemplateMode::body;
}

// 13.2.6.4.9 "in table": a table directly in a table ends that, and one among the table parts of a
// template is none.
StartTagOutcome TreeState::open_table() {
  while (in_table_mode()) {
    if (frames_[context()].kind == FrameKind::template_content) return ignored();
    close_frames(context());
  }
  const StartTagOutcome outcome = inserted();
  open_frame(FrameKind::table, table);
  return outcome;
}

// 13.2.6.4.9 to 13.2.6.4.15
StartTagOutcome TreeState::table_part(TagName name) {
  std::size_t at = context();
  if (at == nothing) return ignored();
  if (frames_[at].kind == FrameKind::cell || frames_[at].kind == FrameKind::caption) {
    close_frames(at--);  // it stands on its table or template
  }
  if (frames_[at].kind == FrameKind::template_content && !template_takes(at, name)) {
    return ignored();
  }
  close_frames(at + 1);
  Frame& on = frames_.back();
  const StartTagOutcome outcome = inserted();
  if (name == tr || table_cells.contains(name)) {
    const bool has_sections = on.kind == FrameKind::table || on.mode == TemplateMode::table;
    if (on.section == unknown && has_sections) on.section = tbody;
    on.has_row = on.mode != TemplateMode::row;
    if (name != tr) open_frame(FrameKind::cell, name);
  } else {
    on.section = table_sections.contains(name) ? name : unknown;
    on.has_row = false;
    if (name == caption) open_frame(FrameKind::caption, caption);
  }
  return outcome;
}

// ---- The content of templates: 13.2.6.4.16 "in template"

bool TreeState::in_template_mode(TemplateMode mode) const {
  const std::size_t at = context();
  return at != nothing && frames_[at].kind == FrameKind::template_content &&
         frames_[at].mode == mode;
}

TreeState::TemplateMode TreeState::template_mode_for(TagName name) {
  if (table_cells.contains(name)) return TemplateMode::row;
  if (name == tr) return TemplateMode::table_body;
  if (name == col) return TemplateMode::columns;
  return table_parts.contains(name) ? TemplateMode::table : TemplateMode::body;
}

void TreeState::decide_template_mode(TagName name) {
  if (!in_template_mode(TemplateMode::undecided) || head_elements.contains(name)) return;
  frames_[context()].mode = template_mode_for(name);
}

/// True when a table part becomes an element in the content of the template at `at`. A row that is
/// open there may end all the same.
bool TreeState::template_takes(std::size_t at, TagName table_part) {
  switch (frames_[at].mode) {
    case TemplateMode::undecided:
    case TemplateMode::body:
    case TemplateMode::columns:
      return false;
    case TemplateMode::table:
      return true;
    case TemplateMode::table_body:
      if (table_part == tr || table_cells.contains(table_part)) return true;
      if (frames_[at].has_row) close_frames(at + 1);
      frames_[at].has_row = false;
      return false;
    case TemplateMode::row:
      break;
  }
  return table_cells.contains(table_part);
}

/// 13.2.6.4.12 "in column group", where only the template is open.
StartTagOutcome TreeState::template_column(TagName name) {
  if (name == col) return inserted();
  return name == template_ ? in_head_element(name) : ignored();
}

StartTagOutcome TreeState::open_form() {
  if (is_inert()) return in_table_mode() ? ignored() : inserted();
  if (facts_.form_open) return ignored();
  facts_.form_open = true;
  return inserted();
}

/// A select element in a select element ends it instead.
StartTagOutcome TreeState::open_select() {
  if (in_select()) {
    close_frames(frames_.size() - 1);
    return ignored();
  }
  const StartTagOutcome outcome = inserted();
  open_frame(FrameKind::select, select);
  return outcome;
}

StartTagOutcome TreeState::open_foreign(TagName name, std::string_view written,
                                        StartTagFacts const& facts) {
  StartTagOutcome outcome = inserted();
  outcome.ns = name == svg ? Namespace::svg : Namespace::mathml;
  if (facts.self_closing) return outcome;
  if (!in_foreign()) {
    open_frame(FrameKind::foreign, name);
    if (!in_foreign()) return outcome;
  }
  if (!foreign_.open(name, written, outcome.ns, false)) {
    facts_.too_deep = true;
    if (foreign_.depth() == frames_.back().foreign_floor) close_frames(frames_.size() - 1);
  }
  return outcome;
}

// 13.2.6.5
StartTagOutcome TreeState::foreign_start_tag(TagName name, std::string_view written,
                                             StartTagFacts const& facts) {
  if (ForeignContent::breaks_out(name, facts.styles_font)) {
    break_out();
    return html_start_tag(name, written, facts);
  }
  StartTagOutcome outcome = inserted();
  outcome.ns = foreign_.current_namespace();
  if (!facts.self_closing) {
    facts_.too_deep |= !foreign_.open(name, written, outcome.ns, facts.annotates_html);
  }
  return outcome;
}

void TreeState::break_out() {
  const std::size_t floor = frames_.back().foreign_floor;
  foreign_.break_out(floor);
  if (foreign_.depth() == floor) close_frames(frames_.size() - 1);
}

// In a frameset: 13.2.6.4.20 and 13.2.6.4.21
StartTagOutcome TreeState::in_frameset(TagName name) {
  if (name == html) return merged();
  if (name == noframes) return inserted(ContentModel::raw_text);
  if (facts_.mode == Mode::after_frameset) return ignored();
  if (name == frameset) {
    ++facts_.framesets;
    return inserted();
  }
  return name == frame ? inserted() : ignored();
}

}  // namespace hrefkit::html
