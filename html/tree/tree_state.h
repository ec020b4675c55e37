// The rules of tree construction (HTML Standard 13.2.6), without a tree.
//
// The state follows the insertion modes, the stack of open elements and the list of active
// formatting elements, and reports for each start tag whether it makes an element, in which
// namespace, whether that is content of a template, and how the tokenizer continues.
//
// The same rules serve two purposes, which differ in the elements that are kept on the stack:
//
// - `Kept::all` keeps every element. The answers are exact.
// - `Kept::structure` keeps only the elements that decide what later tags mean: tables and their
//   parts, select, object, applet, marquee, framesets, templates, foreign content and everything
//   in the last two. Most tags need not be passed to the state at all (`structural_names`), which
//   makes the scanner fast. The rules are the same; an element that is not
//   kept is not found, and closing it would change nothing that is kept. If the answer does
//   depend on such an element, `is_certain()` becomes false.
//
// Sources: tree_state.cpp dispatches tokens to modes and has the adoption agency;
// document_modes.cpp has the modes around the body, body_start_tags.cpp and body_end_tags.cpp "in
// body", table_modes.cpp the modes of tables and "in template", foreign_content.cpp the rules for
// foreign content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"

namespace hrefkit::html {

/// Which open elements are kept.
enum class Kept : std::uint8_t { structure, all };

/// An estimate of a tree builder's work for the tags so far. Exact with `Kept::all` only.
struct TreeWork {
  std::size_t tags = 0;
  std::size_t elements = 0;          ///< made from tags, implied, or made again
  std::size_t depth = 0;             ///< maximum number of open elements
  std::size_t clones = 0;            ///< formatting elements that were made again
  std::size_t clone_attributes = 0;  ///< the attributes of the clones
  std::size_t moves = 0;             ///< elements that moved on the stack
  bool list_is_full = false;         ///< the list of formatting elements reached its limit
  bool moves_refused = false;  ///< the budget for moves was exceeded: the answers are not exact
};

/// The state between two tokens. Names passed to it must live until the next `reset`.
class TreeState {
 public:
  /// With `scripting`, the content of noscript elements is text.
  TreeState(Kept kept, bool scripting) : kept_(kept) { reset(scripting); }

  /// Starts another document.
  void reset(bool scripting) { reset(kept_, scripting); }
  void reset(Kept kept, bool scripting);

  /// True where the identity of the next tag, which has that name, counts. Then `identify` was
  /// called with each tag of the formatting elements with which it is compared that had none.
  template <class Identify>
  bool compares(TagName name, Identify identify) {
    return formatting_.compares(name, identify);
  }

  StartTagOutcome start_tag(TagName name, std::string_view written, StartTagFacts const& facts);
  /// The outcome is set with `Kept::all` only.
  EndTagOutcome end_tag(TagName name, std::string_view written);
  /// The same without an outcome.
  void close_by_tag(TagName name, std::string_view written);

  /// Processes the tag of a table row or cell by its name alone. Returns false, and changes
  /// nothing, if the text before the tag must be processed first, or if `start_tag` or `end_tag`
  /// must process the tag.
  bool table_part(TagName name, bool is_end) {
    if (in_text_element_ || formatting_.has_closed()) return false;
    if (is_end ? !close_table_part(name) : !open_table_part(name)) return false;
    ++work_.tags;
    skips_line_feed_ = is_initial_ = false;
    return true;
  }

  /// Processes the text, with comments, between two tags. Needed if `wants_text()`.
  void text(std::string_view written);

  /// The tags that always matter. All others matter only if `wants_all_tags()`.
  static constexpr TagNameSet structural_names =
      tag_groups::table_parts | tag_groups::scope_elements | svg_shapes |
      TagNameSet{TagName::html,      TagName::head,      TagName::body,           TagName::frameset,
                 TagName::frame,     TagName::table,     TagName::select,         TagName::input,
                 TagName::template_, TagName::svg,       TagName::math,           TagName::form,
                 TagName::title,     TagName::style,     TagName::script,         TagName::textarea,
                 TagName::xmp,       TagName::iframe,    TagName::noembed,        TagName::noframes,
                 TagName::noscript,  TagName::plaintext, TagName::selectedcontent};

  bool wants_all_tags() const {
    return keeps_all() || document_mode_ <= Mode::after_head || in_frameset();
  }
  bool wants_text() const {
    if (mode_ <= Mode::after_head || formatting_.has_closed()) return true;
    return kept_ == Kept::all && (frameset_ok_ || is_initial_ || skips_line_feed_ ||
                                  mode_ == Mode::in_column_group || in_frameset());
  }

  /// False once an answer depended on an element that is not kept, and where the tree may be
  /// another one in any case: where a frameset replaces the body, a page fills selectedcontent,
  /// formatting elements of a template are made again behind it, or too many elements would have to
  /// move.
  bool is_certain() const { return certain_; }

  // ---- The context of the next token.

  /// True if all elements that are open here are kept, so that the current node is known.
  bool knows_current_node() const { return keeps_all(); }

  /// True if the current node is foreign, so that CDATA sections are allowed.
  bool in_foreign_content() const { return open_.top_is_foreign() && !in_text_element_; }

  /// True if the current node is foreign, but text is processed by the rules of HTML.
  bool in_integration_point() const {
    return in_foreign_content() && open_.top().takes_html_text();
  }

  /// True if the current node is a foreign style or script element.
  bool in_foreign_text_element() const {
    return in_foreign_content() &&
           (open_.top().name == TagName::style || open_.top().name == TagName::script);
  }

  /// True in the body, outside of foreign content and beside the parts of tables, where text
  /// changes nothing.
  bool is_in_flow() const {
    const bool is_in_body =
        mode_ == Mode::in_body || mode_ == Mode::in_cell || mode_ == Mode::in_caption;
    return is_in_body && !open_.top_is_foreign() && !wants_text();
  }

  /// The marks of the current node and of the elements around it.
  ElementMarks marks_here() const { return has_marks_ ? marks_around(false) : ElementMarks{0}; }

  /// True while the form element pointer is set (HTML Standard 13.2.4.4).
  bool has_form() const { return form_open_; }

  /// True inside an svg or math element, whatever the current node is.
  bool in_foreign() const { return open_.foreign_count() > 0; }

  /// True if a table is open, outside of templates.
  bool is_in_table() const { return open_.find(TagName::table) != 0 && !in_template(); }

  /// True in a table, but in none of its cells or captions: most elements go in front of it.
  bool is_beside_cells() const {
    return mode_ == Mode::in_table || mode_ == Mode::in_table_body || mode_ == Mode::in_row;
  }

  /// True inside a template element, whether or not that became a shadow root.
  bool in_template() const { return open_.find(TagName::template_) != 0; }

  /// True in the content of a template.
  bool is_inert() const { return inert_templates_ > 0; }

  /// True in a declarative shadow root.
  bool in_shadow_tree() const { return shadow_roots_ > 0; }

  /// True while the html element has not begun.
  bool is_before_html() const { return document_mode_ == Mode::before_html; }

  /// True while the head element has not begun.
  bool is_before_head() const { return document_mode_ <= Mode::before_head; }

  /// True while head is not yet closed.
  bool is_head_open() const { return document_mode_ < Mode::after_head; }

  /// True until the body or a frameset begins; head elements after </head> still go into
  /// the head.
  bool is_before_body() const { return document_mode_ <= Mode::after_head; }

  /// True where the element that was inserted last, without content, is a child of head.
  bool is_right_in_head() const {
    return (mode_ == Mode::in_head || mode_ == Mode::after_head) && open_.empty();
  }

  /// True inside a frameset, where most tags are ignored.
  bool in_frameset() const { return document_mode_ >= Mode::in_frameset; }

  /// True if a select element is in scope, so that its end tag would close it.
  bool in_select() const { return open_.find_in_scope(TagName::select, Scope::element) != 0; }

  /// True inside a select element.
  bool has_select() const { return open_.find(TagName::select) != 0; }

  /// True while a frameset may replace the body ("frameset-ok flag", 13.2.4.5). Exact with
  /// `Kept::all` only.
  bool frameset_ok() const { return frameset_ok_; }

  /// True if formatting elements of a body that a frameset replaced are open again: white space
  /// after </html> makes them again (13.2.6.4.23). Exact with `Kept::all` only.
  bool has_elements_behind_frameset() const {
    return mode_ == Mode::after_after_frameset && !open_.empty();
  }

  /// False once the marks of elements were lost, since the adoption agency took what stands in a
  /// marked element out of it.
  bool knows_marks() const { return knows_marks_; }

  /// The position of the element in which a leaf of that name is inserted now; 0 for html, head and
  /// body.
  std::size_t place_of_leaf(TagName name) const;

  OpenElements const& open_elements() const { return open_; }
  /// Sets the caller's node of an open element. It is 0 until then, and copies of the element that
  /// the adoption agency makes keep it.
  void set_node(std::size_t position, std::uint32_t node) { open_.set_node(position, node); }
  /// The name of an open element.
  std::string_view name_of(OpenElement const& element) const { return names_.name(element.number); }
  FormattingElements const& formatting_elements() const { return formatting_; }
  TreeWork const& work() const { return work_; }

 private:
  /// The insertion modes (13.2.4.1). "text" is `in_text_element_`; "after body" and "after after
  /// body" are `in_body`, because these modes reprocess the next tag by its rules.
  enum class Mode : std::uint8_t {
    before_html,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    in_table,
    in_caption,
    in_column_group,
    in_table_body,
    in_row,
    in_cell,
    in_template,
    in_frameset,
    after_frameset,
    after_after_frameset,
  };
  /// The rules of a mode for tokens of HTML.
  struct Rules {
    StartTagOutcome (TreeState::*start_tag)(StartTag const& tag);
    void (TreeState::*end_tag)(TagName name, std::string_view written);
    void (TreeState::*characters)(TextKinds kinds);
  };
  Rules const& rules() const;

  /// The content of a template that is open.
  struct Template {
    Mode mode;                        ///< the current template insertion mode
    std::size_t formatting_elements;  ///< the length of the list before the template
  };

  // FAST: rows and cells of a table that is written with all its tags need no search of the stack.
  // A fifth of the tags of three manuals are such; finding their links takes 7 % less time, and
  // another 8 % since no function is called for most of them.

  /// Inserts a row in a table body, or a cell in a row. Returns false, and changes nothing, if the
  /// rules of the insertion mode must be applied instead.
  bool open_table_part(TagName name) {
    const bool is_row = name == TagName::tr;
    if (!is_row && name != TagName::td && name != TagName::th) return false;
    if (keeps_all() || mode_ != (is_row ? Mode::in_table_body : Mode::in_row)) return false;
    if (!open_.top_is(is_row ? TagName::tbody : TagName::tr)) return false;
    open_.push_structure(name);
    mode_ = is_row ? Mode::in_row : Mode::in_cell;
    return true;
  }

  /// Closes the row or cell of that name if it is the current node. Returns false like
  /// `open_table_part`.
  bool close_table_part(TagName name) {
    const bool is_row = name == TagName::tr;
    if (!is_row && name != TagName::td && name != TagName::th) return false;
    if (keeps_all() || mode_ != (is_row ? Mode::in_row : Mode::in_cell)) return false;
    if (!open_.top_is(name)) return false;
    open_.pop_structure();
    mode_ = is_row ? Mode::in_table_body : Mode::in_row;
    return true;
  }

  // tree_state.cpp: dispatch, and the steps that all modes share.
  StartTagOutcome dispatch(StartTag const& tag);
  StartTagOutcome html_start_tag(StartTag const& tag);
  EndTagOutcome end_and_compare(TagName name, std::string_view written);
  void process_end_tag(TagName name, std::string_view written);
  void html_end_tag(TagName name, std::string_view written);
  void early_characters(TextKinds kinds);
  void body_characters(TextKinds kinds);
  void ignore_characters(TextKinds) {}
  void ignore_end_tag(TagName, std::string_view) {}
  bool keeps_all() const { return kept_ == Kept::all || open_.lowest_foreign_or_template() != 0; }
  StartTagOutcome inserted(ContentModel content = ContentModel::data) const {
    return {.inert = is_inert(),
            .marks_around = has_marks_ ? marks_around(is_movable_) : ElementMarks{0},
            .content = content};
  }
  StartTagOutcome ignored() const { return {.result = TagResult::ignored, .inert = is_inert()}; }
  StartTagOutcome insert(StartTag const& tag);
  StartTagOutcome insert_leaf(ContentModel content = ContentModel::data);
  OpenElement& push(TagName name, Namespace ns, NameNumbers::Number number);
  void push(OpenElement const& element) {
    push(element.name, element.ns, element.number) = element;
  }
  void push_known(TagName name);
  void push_implied(TagName name);
  std::size_t place(bool is_movable) const;
  ElementMarks marks_around(bool is_movable) const;
  void mark_top(ElementMarks own, ElementMarks around) {
    if (has_marks_) open_.set_top_marks(own, around);
  }
  void mark_root(StartTag const& tag, StartTagOutcome const& outcome);
  /// Pops the element at `position` and all above it; position 0 is no element.
  void close(std::size_t position);
  void close_top() {
    OpenElement const& top = open_.top();
    if (top.formatting != 0 || top.name == TagName::template_ || !top.is_html()) {
      note_end(open_.pop());
    } else {
      open_.pop_structure();
    }
  }
  void note_end(OpenElement const& element);
  /// Closes the element of that name with all above it, if it is in scope.
  void close_from_scope(TagName name, Scope scope) { close(open_.find_in_scope(name, scope)); }
  void imply_end_tags(TagName except = TagName::unknown);
  void reset_mode();
  void set_document_mode(Mode mode) { mode_ = document_mode_ = mode; }

  // document_modes.cpp
  StartTagOutcome before_html(StartTag const& tag);
  StartTagOutcome before_head(StartTag const& tag);
  StartTagOutcome in_head(StartTag const& tag);
  StartTagOutcome in_head_element(StartTag const& tag);
  StartTagOutcome in_head_noscript(StartTag const& tag);
  StartTagOutcome after_head(StartTag const& tag);
  StartTagOutcome in_frameset(StartTag const& tag);
  StartTagOutcome merged(TagName name) const;
  StartTagOutcome late_frameset(StartTag const& tag);
  StartTagOutcome open_template(StartTag const& tag);
  bool attaches_shadow_root(StartTag const& tag);
  void end_template();
  void early_end_tag(TagName name, std::string_view);
  void in_frameset_end(TagName name, std::string_view);
  void after_frameset_end(TagName name, std::string_view);

  // body_start_tags.cpp
  StartTagOutcome in_body(StartTag const& tag);
  StartTagOutcome in_body_group(StartTag const& tag);
  StartTagOutcome open_text_element(StartTag const& tag, ContentModel content);
  StartTagOutcome open_block(StartTag const& tag);
  StartTagOutcome open_form(StartTag const& tag);
  StartTagOutcome open_list_item(StartTag const& tag);
  StartTagOutcome open_button(StartTag const& tag);
  StartTagOutcome open_formatting(StartTag const& tag);
  StartTagOutcome open_table(StartTag const& tag);
  StartTagOutcome open_select(StartTag const& tag);
  StartTagOutcome open_option(StartTag const& tag);
  StartTagOutcome open_ruby_part(StartTag const& tag);
  StartTagOutcome open_rule();
  StartTagOutcome open_input(StartTag const& tag);
  StartTagOutcome open_foreign(StartTag const& tag);
  void close_paragraph() { close_from_scope(TagName::p, Scope::button); }

  // body_end_tags.cpp
  void body_end_tag(TagName name, std::string_view written);
  void end_heading();
  void end_form();
  void any_other_end_tag(TagName name, std::string_view written);

  void reconstruct();
  void add_marker();
  void add_formatting(StartTag const& tag);
  void strike_out(std::uint32_t number);
  void adoption_agency(TagName name, std::string_view written);
  bool adopt_once(TagName name);
  void adopt(std::size_t position, std::size_t block);
  std::vector<OpenElement> adopt_between(std::vector<OpenElement> const& above,
                                         std::size_t block_index);
  std::size_t position_of(FormattingElements::Entry const& entry) const;
  void count_clone(FormattingElements::Entry const& entry);
  bool may_move(std::size_t elements);

  // table_modes.cpp
  StartTagOutcome in_table(StartTag const& tag);
  StartTagOutcome in_table_other(StartTag const& tag);
  StartTagOutcome in_caption(StartTag const& tag);
  StartTagOutcome in_column_group(StartTag const& tag);
  StartTagOutcome in_table_body(StartTag const& tag);
  StartTagOutcome in_row(StartTag const& tag);
  StartTagOutcome in_cell(StartTag const& tag);
  StartTagOutcome in_template_content(StartTag const& tag);
  void in_table_end(TagName name, std::string_view written);
  void in_caption_end(TagName name, std::string_view written);
  void in_column_group_end(TagName name, std::string_view written);
  void in_table_body_end(TagName name, std::string_view written);
  void in_row_end(TagName name, std::string_view written);
  void in_cell_end(TagName name, std::string_view written);
  void clear_to(TagNameSet const& context);
  bool close_caption();
  bool close_row();
  bool close_section();
  void close_cell();
  void table_characters(TextKinds kinds);

  // foreign_content.cpp
  bool goes_by_html(TagName start_tag) const;
  StartTagOutcome foreign_start_tag(StartTag const& tag);
  void foreign_end_tag(TagName name, std::string_view written);
  bool depends_on_unkept(TagName end_tag) const;
  void leave_foreign();

  Kept kept_;
  bool scripting_ = false;
  Mode mode_ = Mode::before_html;
  Mode document_mode_ = Mode::before_html;  ///< the mode outside tables and templates
  OpenElements open_;
  NameNumbers names_;
  FormattingElements formatting_;
  std::vector<Template> templates_;
  std::size_t inert_templates_ = 0;
  std::size_t shadow_roots_ = 0;
  bool body_tag_seen_ = false;
  bool body_is_shadow_host_ = false;
  bool form_open_ = false;        ///< the form element pointer is set
  bool frameset_ok_ = true;       ///< 13.2.4.5
  bool in_text_element_ = false;  ///< the next end tag closes an element that holds only text
  bool skips_line_feed_ = false;  ///< ignore a line feed at the start of the next text
  bool shape_in_html_ = false;    ///< an HTML element has a name of SVG
  bool quirks_ = true;            ///< the document is in quirks mode
  bool is_initial_ = true;        ///< no tag was processed yet
  bool certain_ = true;
  ElementMarks marks_ = 0;   ///< of the present start tag
  bool is_movable_ = false;  ///< its element does not go into a table, but beside it
  bool has_marks_ = false;   ///< some element has
  bool knows_marks_ = true;
  /// The marks of elements that are not on the stack.
  struct {
    ElementMarks html = 0;
    ElementMarks head = 0;
    ElementMarks noscript = 0;  ///< one in the head
    ElementMarks body = 0;
  } root_marks_;
  TreeWork work_;
};

// Which elements can have a declarative shadow root.

/// True for an HTML element of that name, as written in its tag: DOM Standard 4.8, "valid
/// shadow host name".
bool is_shadow_host_name(std::string_view written);

}  // namespace hrefkit::html
