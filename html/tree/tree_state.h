// What tree construction (HTML standard 13.2.6) makes of tags, without a tree.
//
// Most elements do not change what the tags after them mean. Those that do are few: head and body,
// framesets, tables and their parts, select, object, applet and marquee (which bound scopes),
// templates, foreign content, and the form that is open. Only these stand on the stack here, so
// that asking costs next to nothing. For every start tag there is an answer: is there an element,
// in which namespace, is it content of a template, how does the tokenizer read on.
//
// The answer is exact until it would depend on elements that are not kept: HTML in SVG and MathML
// whose end is not that of the innermost element, formatting elements that are made anew there, a
// frameset that may take the body's place. Then `is_certain()` turns false, and the answers become
// the likeliest ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/foreign_content.h"

namespace hrefkit::html {

/// What becomes of a start tag.
enum class TagFate : std::uint8_t {
  ignored,   ///< no element
  inserted,  ///< an element with its attributes
  merged,    ///< html or body: attributes that the element lacks are added to it (13.2.6.4.7)
};

/// The answer for a start tag.
struct StartTagOutcome {
  TagFate fate = TagFate::inserted;
  Namespace ns = Namespace::html;
  bool inert = false;                         ///< in the content of a template
  ContentModel content = ContentModel::data;  ///< how the text after it is read
};

/// What of a start tag tree construction looks at besides its name.
struct StartTagFacts {
  bool self_closing = false;
  bool styles_font = false;      ///< font: has a color, face or size attribute
  bool annotates_html = false;   ///< annotation-xml: its encoding says that it holds HTML
  bool is_hidden_input = false;  ///< input: its type is hidden
  /// template: has a shadowrootmode. Tree construction goes on alike; only a tree can tell whose
  /// shadow root it is (shadow_root.h).
  bool names_shadow_root = false;
  /// frameset: whether nothing visible keeps it from taking the body's place ("frameset-ok flag"),
  /// where that is known.
  std::optional<bool> frameset_ok = std::nullopt;
};

/// Whether an HTML element of an end tag's name is open.
enum class OpenElsewhere : std::uint8_t { unknown, no, likely };

/// The parts that are open in a table, or in a template that holds such parts.
struct OpenTableParts {
  TagName section = TagName::unknown;  ///< tbody, thead or tfoot
  bool has_row = false;
};

/// The tree's state between two tags. Views of names must outlive it.
class TreeState {
 public:
  /// With `scripting`, the content of noscript elements is text.
  explicit TreeState(bool scripting) : facts_{.scripting = scripting} {}

  /// Begins another document.
  void reset(bool scripting);

  /// Takes the start tag named `name`, as written `written`.
  StartTagOutcome start_tag(TagName name, std::string_view written, StartTagFacts const& facts);

  /// Takes an end tag. `open` is asked for only in foreign content, where it decides whether an end
  /// tag that is not the content's own ends that content.
  void end_tag(TagName name, std::string_view written, OpenElsewhere open = OpenElsewhere::unknown);

  /// True while text between tags matters: until body begins.
  bool wants_text() const { return facts_.mode < Mode::in_body && facts_.templates == 0; }

  /// Takes what stands between two tags, text and comments, as written. Only where it is wanted.
  void text(std::string_view written);

  /// True when the next text is in foreign content, where CDATA sections count.
  bool in_foreign_content() const {
    return in_foreign() && foreign_.is_foreign() && !facts_.in_text_element;
  }

  /// True when the next text is in foreign content, but goes by the rules of HTML.
  bool in_integration_point() const { return in_foreign_content() && foreign_.takes_html_text(); }

  /// True directly in a foreign element whose text matters: style or script.
  bool in_foreign_text_element() const {
    return in_foreign_content() && foreign_.is_text_element();
  }

  /// True inside an svg or math element, whatever the current node is.
  bool in_foreign() const { return !frames_.empty() && frames_.back().kind == FrameKind::foreign; }

  /// True when a foreign element is open that has one of the names by which HTML's insertion modes
  /// are told (13.2.4.1).
  bool has_foreign_mode_name() const { return foreign_.has_mode_name(); }

  /// True where a table is open, outside a template.
  bool is_in_table() const { return context() != nothing && facts_.templates == 0; }

  /// The tags that matter wherever they stand. All others matter only where `wants_all_tags`.
  static constexpr TagNameSet heeded_names =
      tag_groups::table_parts | tag_groups::scope_elements | svg_shapes |
      TagNameSet{TagName::html,      TagName::head,     TagName::body,    TagName::frameset,
                 TagName::frame,     TagName::table,    TagName::select,  TagName::input,
                 TagName::template_, TagName::svg,      TagName::math,    TagName::form,
                 TagName::title,     TagName::style,    TagName::script,  TagName::textarea,
                 TagName::xmp,       TagName::iframe,   TagName::noembed, TagName::noframes,
                 TagName::noscript,  TagName::plaintext};

  /// True where the next tag matters whatever its name is.
  bool wants_all_tags() const {
    return wants_text() || foreign_.depth() > 0 || is_inert() || in_frameset();
  }

  /// Of the innermost table or template, outside captions.
  OpenTableParts open_table_parts() const;

  /// True in the content of a template.
  bool is_inert() const { return facts_.templates > 0; }

  /// True in a noscript element of head that holds elements.
  bool in_head_noscript() const { return facts_.mode == Mode::in_head_noscript && !is_inert(); }

  /// True while head is not yet closed.
  bool is_before_body() const { return facts_.mode < Mode::after_head; }

  /// True inside a frameset, where most tags are ignored.
  bool in_frameset() const { return facts_.mode >= Mode::in_frameset; }

  /// True where a select element is in scope, so that its end tag would close it.
  bool in_select() const { return top_is(FrameKind::select, TagName::select); }

  /// False once an answer depended on what is not kept here.
  bool is_certain() const { return facts_.certain && !facts_.too_deep; }

  /// The same, but true when all that was not kept are elements so deep that no tree is built, and
  /// the elements are listed with these answers (flat_document.h).
  bool is_certain_as_list() const { return facts_.certain; }

 private:
  enum class Mode : std::uint8_t {
    before_html,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    in_frameset,
    after_frameset,
  };
  enum class FrameKind : std::uint8_t {
    table,
    cell,
    caption,
    select,
    scope,  ///< object, applet, marquee
    template_content,
    foreign,
  };
  /// The insertion mode of a template's own content (13.2.6.4.16): the first tag decides.
  enum class TemplateMode : std::uint8_t { undecided, body, table, columns, table_body, row };
  struct Frame {
    FrameKind kind;
    TagName name;
    TemplateMode mode = TemplateMode::undecided;  ///< of a template
    TagName section = TagName::unknown;  ///< of a table or template: the open tbody, thead or tfoot
    bool has_row = false;                ///< of a table or template: a tr is open
    std::size_t foreign_floor = 0;       ///< open foreign elements below this frame
  };

  StartTagOutcome html_start_tag(TagName name, std::string_view written,
                                 StartTagFacts const& facts);
  StartTagOutcome before_html(TagName name, std::string_view written, StartTagFacts const& facts);
  StartTagOutcome before_head(TagName name, std::string_view written, StartTagFacts const& facts);
  StartTagOutcome in_head(TagName name, std::string_view written, StartTagFacts const& facts);
  StartTagOutcome in_head_noscript(TagName name, std::string_view written,
                                   StartTagFacts const& facts);
  StartTagOutcome after_head(TagName name, std::string_view written, StartTagFacts const& facts);
  StartTagOutcome in_body(TagName name, std::string_view written, StartTagFacts const& facts);
  StartTagOutcome in_frameset(TagName name);
  StartTagOutcome foreign_start_tag(TagName name, std::string_view written,
                                    StartTagFacts const& facts);
  StartTagOutcome in_head_element(TagName name);
  StartTagOutcome late_frameset(StartTagFacts const& facts);
  StartTagOutcome open_table();
  StartTagOutcome table_part(TagName name);
  StartTagOutcome template_column(TagName name);
  StartTagOutcome open_form();
  StartTagOutcome open_select();
  StartTagOutcome open_foreign(TagName name, std::string_view written, StartTagFacts const& facts);
  void open_in_foreign(TagName name, std::string_view written);
  StartTagOutcome inserted(ContentModel content = ContentModel::data) const;
  StartTagOutcome ignored() const;
  StartTagOutcome merged() const;

  void html_end_tag(TagName name);
  void early_end_tag(TagName name);
  void body_end_tag(TagName name);
  bool foreign_end_tag(TagName name, std::string_view written, OpenElsewhere open);
  bool guess_end_tag(TagName name, OpenElsewhere open);
  void end_table();
  void end_template();
  void end_row();
  void end_section(TagName name);

  std::size_t scope_frames() const;
  bool top_is(FrameKind kind, TagName name) const;
  bool in_table_mode() const;
  bool in_template_mode(TemplateMode mode) const;
  static TemplateMode template_mode_for(TagName name);
  void decide_template_mode(TagName name);
  bool template_takes(std::size_t at, TagName table_part);
  std::size_t context() const;
  std::size_t table_in_context() const;
  void open_frame(FrameKind kind, TagName name);
  void close_frames(std::size_t count);
  void close_frame_named(FrameKind kind, TagName name);
  void break_out();

  static constexpr std::size_t nothing = SIZE_MAX;
  static constexpr std::size_t max_frames = 512;

  /// What begins anew with each document, besides the frames.
  struct Facts {
    bool scripting = false;
    std::size_t templates = 0;
    std::size_t framesets = 0;
    Mode mode = Mode::before_html;
    bool body_tag_seen = false;
    bool form_open = false;
    bool shape_in_html = false;    ///< an HTML element bears a name of SVG
    bool in_text_element = false;  ///< the next end tag closes an element that holds only text
    bool too_deep = false;         ///< more elements are open than are kept
    bool certain = true;
  };

  std::vector<Frame> frames_;
  ForeignContent foreign_;
  Facts facts_;
};

}  // namespace hrefkit::html
