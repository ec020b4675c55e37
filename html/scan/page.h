// One page on its way through the scanner: what its tags mean, and which of them matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/around.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/html/tree/waiting_tags.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html::scan {

/// The base element that counts.
struct DeclaredBase {
  std::string href;
  text::Span span;       ///< of the href
  std::uint32_t begin;   ///< of the tag
  std::size_t policies;  ///< the number of policies before it
};

/// Follows the state of tree construction, passes the elements to a collector, and gives the page
/// up where the tree is needed. Used for page after page.
class Page {
 public:
  /// Begins a page. `text` and `options` must outlive the pass. See LinkCollector::begin.
  void begin(std::string_view text, DocumentOptions const& options, LinkCollector::Extras wanted,
             std::size_t enough, LinkCollector::OnEnough on_enough,
             LinkCollector::OnFrame on_frame = {}, Kept kept = Kept::structure);

  /// Begins the document in a frame of the page `around`, whose collector this has until
  /// `end_frame`. `context` is its number.
  void begin_frame(std::string_view text, std::uint32_t context, Page& around);
  /// Ends it; `context` is the number of the document around. What counts for the whole file does
  /// so for `around`.
  void end_frame(std::uint32_t context, Page& around);

  // What the scanner calls, in source order.

  /// The tags that the page wants. It may change with each tag that the page gets.
  TagFilter const& filter() const { return all_tags_ ? every_tag_filter : few_tags_; }

  /// The attributes that may be wanted.
  static constexpr NameFilter const& attribute_filter() { return html::attribute_filter; }

  /// Reads the text between two tags that the page got one after the other.
  void text(text::Span before) {
    if (state_.wants_text()) state_.text(before.in(text_));
  }

  /// Reads a start tag; returns how the text after it is read.
  ContentModel start_tag(WrittenTag const& tag) {
    // FAST: most are links. They need nothing of the state: 5 % fewer instructions.
    if (!all_tags_ && plain_names.contains(tag.tag) && !collector_.has_stopped()) {
      read_plain_element(tag);
      return ContentModel::data;
    }
    return process_start_tag(tag);
  }
  void end_tag(TagName tag, text::Span name);

  /// Processes a tag without wanted attributes: of a table row or cell, or one that waits. Returns
  /// false, and changes nothing, if `start_tag` or `end_tag` must process it.
  bool plain_tag(TagName tag, bool is_end, text::Span span) {
    const bool is_done = kept_ == Kept::all
                             ? (is_end || !awaits_element_) && waiting_.pass(tag, is_end, span)
                             : state_.table_part(tag, is_end);
    if (is_done) last_tag_begin_ = span.begin;
    return is_done;
  }

  /// Reads the content of a raw text element.
  void element_text(text::Span content);

  /// Whether `<![CDATA[` opens a section now.
  Cdata cdata() const { return state_.in_foreign_content() ? Cdata::section : Cdata::comment; }

  /// Notes that a comment or the like begins there.
  void markup(std::uint32_t begin) {
    if (wants_directives_ && is_directive(text_.substr(begin))) read_directive(begin);
  }

  /// Ends the page.
  void end();

  /// Gives the page up: the scanner stops after the present tag.
  void give_up() { given_up_ = true; }
  bool given_up() const { return given_up_; }
  /// True for a page that was given up since an element counts that the state did not keep.
  bool needs_all_elements() const { return needs_all_elements_; }

  // What was found.
  std::string_view text() const { return text_; }
  LinkCollector& collector() { return collector_; }
  std::optional<DeclaredBase> const& base() const { return base_; }
  /// True where a comment begins with `hrefkit-`, if that is wanted.
  bool has_directive() const { return has_directive_; }
  /// The policies that may forbid base elements, in source order.
  std::vector<std::string> const& policies() const { return policies_; }
  /// Where a comment `hrefkit-ignore-start` begins that nothing has ended.
  std::optional<std::uint32_t> open_ignore() const { return open_ignore_; }
  /// The number of frames up to the present tag.
  std::uint32_t frames() const { return frames_; }

 private:
  /// The names of elements that change nothing but what is collected, unless all tags are wanted.
  static constexpr TagNameSet plain_names =
      ~(TreeState::structural_names | TagNameSet{TagName::unknown, TagName::base, TagName::image,
                                                 TagName::meta, TagName::picture, TagName::source});

  ContentModel process_start_tag(WrittenTag const& tag);
  bool has_xml_base(AttributeMask present) const;
  void read_plain_element(WrittenTag const& tag);
  void reset();
  void set_wanted();
  void count_frame(WrittenTag const& tag);
  bool attributes_matter(WrittenTag const& tag) const;
  StartTagOutcome follow_start_tag(WrittenTag const& tag);
  StartTagOutcome follow_start_tag(WrittenTag const& tag, StartTagFacts& facts);
  void read_directive(std::uint32_t begin);
  void mark(WrittenTag const& tag, StartTagFacts& facts);
  Surroundings surroundings(ElementMarks marks) const;
  bool is_right_in_host(WrittenTag const& tag) const;
  AttributeMask merge(WrittenTag const& tag);
  void read_element(WrittenTag const& tag, AttributeMask present, Namespace ns);
  std::optional<bool> is_in_picture(WrittenTag const& tag);
  void read_html_element(ScannedElement const& element);
  void open_style(WrittenTag const& tag, Namespace ns);
  void close_svg_style(TagName tag, text::Span name);
  bool wants_scripts() const;
  void open_script(WrittenTag const& tag, Namespace ns);
  void read_pragma(ScannedElement const& meta);
  void read_base(WrittenTag const& tag);
  void follow_state();

  std::string_view text_;
  DocumentOptions const* options_ = nullptr;
  TagFilter few_tags_;
  std::optional<FilterFor> wanted_;  ///< what `few_tags_` was made for
  TreeState state_{Kept::structure, false};
  WaitingTags waiting_{state_};  ///< where all elements are kept
  PageStrings strings_;
  LinkCollector collector_;
  bool all_tags_ = true;
  bool given_up_ = false;
  bool needs_all_elements_ = false;
  Kept kept_ = Kept::structure;
  bool wants_directives_ = false;
  bool has_directive_ = false;
  bool wants_surroundings_ = false;
  Surroundings around_document_;              ///< of a frame
  Surroundings around_;                       ///< of the last start tag
  bool awaits_element_ = false;               ///< a comment has the next one ignored
  std::optional<std::uint32_t> open_ignore_;  ///< where the part to ignore began that is open
  bool form_posts_ = false;                   ///< the form of the form element pointer sends data
  bool is_upgraded_ = false;                  ///< by a policy
  std::uint32_t frames_ = 0;
  bool has_srcdoc_ = false;                   ///< some frame has
  std::uint32_t last_tag_begin_ = 0;          ///< of the last tag that the page got
  std::uint32_t style_tag_ = 0;               ///< where that of the last style sheet begins
  Surroundings around_style_;                 ///< of that sheet
  bool in_style_ = false;                     ///< the next text is an HTML style sheet
  LinkRow const* script_row_ = nullptr;       ///< of the next text, if it is a script's
  std::optional<std::uint32_t> svg_style_;    ///< where the text of an SVG style element begins
  std::optional<std::uint32_t> picture_end_;  ///< up to there a tag stands right in a picture
  AttributeMask html_attributes_ = 0;         ///< that the html element has
  AttributeMask body_attributes_ = 0;
  std::optional<DeclaredBase> base_;
  bool base_is_in_table_ = false;
  std::vector<std::string> policies_;
};

}  // namespace hrefkit::html::scan
