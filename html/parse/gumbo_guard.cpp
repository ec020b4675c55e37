// Where Gumbo differs from the standard, and what the copy says instead. Version 0.10.1 needs all
// of it; what is marked [0.10], the maintained fork reads right since 0.13 at the latest, and the
// copy means the same to it. gumbo_guard_test.cpp asks the Gumbo that is installed.
//
// - select holds only options, option groups and scripts: it is read as applet, which bounds scopes
//   just as select does now. A select in a select becomes the end tag of the outer one, and an
//   input there has that end tag put before it. An option has the end tags put before it that it
//   implies in a select. applet leaves a marker among the formatting elements: it is closed before
//   the end of a template, and before a part of a table that closes it. Where a formatting element
//   stays open behind its select, or takes one from outside off the list, the document is listed.
// - [0.10] isindex is expanded into a form; menuitem is void; command breaks the stack of open
//   elements: they are read under names that mean nothing.
// - end tags may close elements that are not in scope: those that close nothing become comments.
// - where the end tag of an open formatting element that is not on the list has more to close than
//   the current node, Gumbo ignores it: the document is listed.
// - in foreign content an end tag's name goes up to its `>`: what else stands there is moved behind
//   and blanked.
// - attributes cost time for the square of their number, and get lost after duplicates and NULs:
//   all are blanked except those that tree construction looks at, which are written in one form.
// - [0.10] search and dialog are not known as blocks: they are read as hgroup. Unlike that, dialog
//   is not special: what closes one from outside has </hgroup> put before it. Where two are closed,
//   or elements move, the document is listed.
// - noscript holds elements whether or not there is scripting: with scripting it is read as
//   noframes (in head) or noembed (in the body), which hold text, and its content is blanked.
// - text after </> gets a wrong start from Gumbo: </> is read as <!>, a comment.
// - a NUL in the name of a tag: it is read as U+001A, which Gumbo takes for U+FFFD.
// - a CDATA section in an integration point in a table ends the program: it is read as the text it
//   is, or as an empty comment. One of white space keeps a frameset out: it is read as white space.
// - when a table, select or template ends, foreign elements of HTML's names count as HTML's: where
//   there are such around one, the document is listed. So it is where the end of a form in a
//   template closes foreign elements, which Gumbo leaves open.
// - </p> and </br> do not end foreign content [0.10], and </br> does not keep a frameset out: </p>
//   has a meta element put before it, which does the first and nothing else, and is left out of the
//   tree; </br> is read as the start tag.
// - formatting elements of a body that a frameset took the place of are made again behind </html>,
//   but not by Gumbo: the document is listed.
// - a tag that the end of the text cuts off costs time for all its attributes: it is removed.
#include "hrefkit/html/parse/gumbo_guard.h"

#include <array>
#include <string>
#include <utility>

#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using enum TagName;

/// The CDATA sections that Gumbo would misread in the text that comes next.
std::optional<ReplacedCdata> misread_cdata(TreeState const& state) {
  if (state.in_integration_point()) return ReplacedCdata::all;
  const bool keeps_frameset_out =
      state.in_foreign_content() && !state.in_foreign_text_element() && state.frameset_ok();
  return keeps_frameset_out ? std::optional(ReplacedCdata::invisible) : std::nullopt;
}

/// The state that a tag meets.
struct Before {
  bool in_foreign_content;
  bool in_integration_point;
  bool in_foreign_text_element;
  bool in_template;
  bool in_select;
  bool in_head;
  std::size_t moves;
  std::size_t formatting_elements;
  bool lacks_formatting;
};

/// True for an end tag that the adoption agency leaves to "any other end tag" (13.2.6.4.7).
bool lacks_formatting(TagStream const& stream) {
  TreeState const& state = stream.state();
  return stream.tag().is_end && tag_groups::formatting_names.contains(stream.name()) &&
         !state.open_elements().top_is(stream.name()) &&
         state.formatting_elements().find(stream.name()) == nullptr;
}

Before before_tag(TagStream const& stream) {
  TreeState const& state = stream.state();
  return {state.in_foreign_content(),
          state.in_integration_point(),
          state.in_foreign_text_element(),
          state.in_template(),
          state.in_select(),
          state.is_head_open(),
          state.work().moves,
          state.formatting_elements().size(),
          lacks_formatting(stream)};
}

/// Counts the open elements of a name. The depth of the stack is bounded, and so is counting.
class OpenCount {
 public:
  explicit OpenCount(TagName name) : name_(name) {}

  /// How many were closed since the last call. To be called after each tag.
  std::size_t closed(OpenElements const& open) {
    std::size_t at = open.find(name_);
    if (at == uppermost_) return 0;
    uppermost_ = at;
    const std::size_t before = count_;
    for (count_ = 0; at != 0; at = open.find_below(at)) ++count_;
    return before > count_ ? before - count_ : 0;
  }

  std::size_t count() const { return count_; }

 private:
  TagName name_;
  std::size_t uppermost_ = 0;  // its position on the stack, or 0
  std::size_t count_ = 0;
};

bool is_new_block(TagName name) {
  return name == search || name == dialog;
}

/// An end tag that does something although it closes nothing.
bool acts_alone(TagName name) {
  constexpr TagNameSet names{p, br, form, body, html};
  return names.contains(name);
}

/// The names under which Gumbo reads tags that have no meaning any more.
constexpr std::array<std::pair<TagName, std::string_view>, 3> meaningless{
    {{isindex, "xsindex"}, {menuitem, "xenuitem"}, {command, "xommand"}}};

/// True for elements by whose names the insertion mode is found again (13.2.4.1).
bool has_foreign_mode_name(OpenElements const& open) {
  if (open.foreign_count() == 0) return false;
  for (const TagName name : {select, td, th, tr, tbody, thead, tfoot, caption, colgroup, table,
                             template_, head, body, frameset, html}) {
    if (open.find_foreign(static_cast<NameNumbers::Number>(name)) != 0) return true;
  }
  return false;
}

class Guard {
 public:
  Guard(std::string_view text, bool scripting, std::string& buffer)
      : text_(text), stream_(text, scripting), patcher_(text, buffer) {}

  GumboInput run() {
    auto cdata = misread_cdata(stream_.state());
    while (stream_.read()) {
      patch_text(cdata);
      const Before before = before_tag(stream_);
      close_options(before);
      const bool is_closed = close_select_in_template();
      stream_.apply();
      input_.excess = excess_of(stream_.state().work(), text_.size());
      if (!close_from_outside(before) || !is_closed || is_misread(before) ||
          crosses_select(before)) {
        input_.excess = ExcessiveTree::misread;
      }
      if (input_.excess != ExcessiveTree::none) return std::move(input_);
      if (stream_.tag().is_end) {
        end_tag(before);
      } else {
        start_tag(before);
      }
      cdata = misread_cdata(stream_.state());
    }
    patch_text(cdata);
    if (stream_.state().has_elements_behind_frameset()) {
      input_.excess = ExcessiveTree::misread;
      return std::move(input_);
    }
    if (!noscript_.empty()) patcher_.blank(stream_.preceding_text());
    static_cast<PatchedText&>(input_) = patcher_.result(stream_.preceding_text().end);
    return std::move(input_);
  }

 private:
  /// True when Gumbo would be confused at the end of the element that the tag opened, or by an end
  /// tag that closes foreign elements with a form in a template, or what lacks_formatting() means.
  bool is_misread(Before const& before) const {
    const EndTagOutcome end = stream_.end_outcome();
    if (before.lacks_formatting) return end.closes && !end.closes_foreign;
    constexpr TagNameSet resetting{table, select, template_};
    if (stream_.tag().is_end) {
      return stream_.name() == form && before.in_template && before.in_foreign_content &&
             end.closes;
    }
    return resetting.contains(stream_.name()) && stream_.outcome().ns == Namespace::html &&
           has_foreign_mode_name(stream_.state().open_elements());
  }

  /// Patches the text before the tag that was read.
  void patch_text(std::optional<ReplacedCdata> cdata) {
    const text::Span text = stream_.preceding_text();
    patcher_.replace_empty_end_tags(text);
    if (cdata) patcher_.replace_cdata(text, *cdata);
  }

  /// Puts the end tags before an option, an option group or a rule that it implies in a select.
  void close_options(Before const& before) {
    const TagName name = stream_.name();
    if (!before.in_select || before.in_foreign_content || stream_.tag().is_end) return;
    if (name != option && name != optgroup && name != hr) return;
    OpenElements const& open = stream_.state().open_elements();
    for (std::size_t at = open.size(); at > 0; --at) {
      OpenElement const& element = open.at(at);
      const bool is_implied = element.is_html() && tag_groups::implied_ends.contains(element.name);
      if (!is_implied || (name == option && element.name == optgroup)) return;
      patcher_.insert_before(
          stream_.tag(),
          "</" + std::string(tag_names[static_cast<std::size_t>(element.name) - 1]) + ">");
    }
  }

  /// Ends the select that is open at the end of a template: applet leaves a marker on the list of
  /// formatting elements, select does not. False where that cannot be done.
  bool close_select_in_template() {
    OpenElements const& open = stream_.state().open_elements();
    const std::size_t select_at = open.find(select);
    const std::size_t template_at = open.find(template_);
    const auto number = static_cast<NameNumbers::Number>(template_);
    const bool ends = stream_.tag().is_end && stream_.name() == template_ &&
                      open.find_foreign_above_html(number) == 0;
    if (!ends || template_at == 0 || select_at < template_at) return true;
    if (!stream_.state().in_select() || open.find_below(select_at) > template_at) return false;
    patcher_.insert_before(stream_.tag(), "</applet>");
    return true;
  }

  /// Ends the dialog or the select that the tag closed from outside. False where that cannot be
  /// done.
  bool close_from_outside(Before const& before) {
    constexpr TagNameSet ends_select{select, input, template_};
    TreeState const& state = stream_.state();
    std::size_t dialogs = dialogs_.closed(state.open_elements());
    std::size_t selects = selects_.closed(state.open_elements());
    if (stream_.name() == dialog) dialogs = 0;
    if (ends_select.contains(stream_.name())) selects = 0;
    if (dialogs + selects == 0) return true;
    if (dialogs + selects > 1 || state.work().moves != before.moves) return false;
    if (selects == 1 && !before.in_select) return false;
    patcher_.insert_before(stream_.tag(), dialogs == 1 ? "</hgroup>" : "</applet>");
    return true;
  }

  /// True for a formatting element of a select that stays on the list when the select ends, or that
  /// has taken another off the list. The marker of applet would prevent both.
  bool crosses_select(Before const& before) {
    FormattingElements const& listed = stream_.state().formatting_elements();
    bool crosses = false;
    for (; select_marks_.size() > selects_.count(); select_marks_.pop_back()) {
      crosses |= listed.has_later_than(select_marks_.back());
    }
    select_marks_.resize(selects_.count(), listed.last_number());
    return crosses ||
           (before.in_select && !stream_.tag().is_end &&
            tag_groups::formatting_names.contains(stream_.name()) &&
            stream_.outcome().ns == Namespace::html && listed.size() == before.formatting_elements);
  }

  void start_tag(Before const& before) {
    Tag const& tag = stream_.tag();
    StartTagOutcome const& outcome = stream_.outcome();
    patch_attributes();
    patcher_.replace_nuls(tag.name);
    rename_meaningless(tag);
    if (outcome.ns != Namespace::html) return rename_foreign(tag);
    note_tag();
    if (stream_.name() == select) {
      if (outcome.fate == TagFate::inserted) {
        patcher_.rename(tag, "applet");
      } else {
        patcher_.insert_before(tag, "</applet>");
        patcher_.comment_out(tag.span);
      }
    } else if (stream_.name() == input && before.in_select && !stream_.state().in_select()) {
      patcher_.insert_before(tag, "</applet>");
    } else if (stream_.name() == frameset && outcome.fate == TagFate::ignored &&
               !before.in_template) {
      patcher_.comment_out(tag.span);
    } else if (is_new_block(stream_.name())) {
      patcher_.rename(tag, "hgroup");
    } else if (stream_.name() == noscript && outcome.content == ContentModel::raw_text) {
      noscript_ = before.in_head ? "noframes" : "noembed";
      patcher_.rename(tag, noscript_);
    }
  }

  /// Remembers what the tree must have besides what Gumbo makes of the tag.
  void note_tag() {
    text::Span const& span = stream_.tag().span;
    StartTagOutcome const& outcome = stream_.outcome();
    if (outcome.fate == TagFate::shadow_root) input_.shadow_roots.push_back(span.begin);
    input_.has_patches |= stream_.facts().names_marker;
    if (DocumentTags* tags = document_tags(); tags != nullptr && outcome.fate != TagFate::ignored) {
      if (outcome.fate == TagFate::inserted) tags->element = span;
      tags->all.push_back(span);
    }
  }

  DocumentTags* document_tags() {
    const TagName name = stream_.name();
    if (name == html) return &input_.html_tags;
    if (name == head) return &input_.head_tags;
    return name == body ? &input_.body_tags : nullptr;
  }

  /// Leaves the attributes that tree construction looks at.
  void patch_attributes() {
    Tag const& tag = stream_.tag();
    if (tag.name.end + 1 == tag.span.end) return;
    StartTagFacts const& facts = stream_.facts();
    if (stream_.outcome().ns != Namespace::html) {
      const bool is_point = facts.annotates_html && !facts.self_closing;
      return patcher_.set_attributes(tag, is_point ? " encoding=text/html" : "");
    }
    if (facts.is_hidden_input) return patcher_.set_attributes(tag, " type=hidden");
    if (!tag_groups::formatting_names.contains(stream_.name())) {
      return patcher_.set_attributes(tag, "");
    }
    patch_formatting(facts);
  }

  /// Equal attributes become one attribute of the same name. Short ones stay as they are.
  void patch_formatting(StartTagFacts const& facts) {
    Tag const& tag = stream_.tag();
    std::string attribute = facts.styles_font ? " color=" : " x";
    constexpr int digits = 16;
    for (int i = 0; i < digits; ++i) {
      attribute += text::lower_hex_digits[(facts.formatting.identity >> (4 * i)) & 15];
    }
    if (attribute.size() + 2 < tag.span.end - tag.name.end) {
      patcher_.set_attributes(tag, attribute);
    } else {
      patcher_.replace_nuls(tag.span);
    }
  }

  void end_tag(Before const& before) {
    Tag const& tag = stream_.tag();
    const TagName name = stream_.name();
    if (!noscript_.empty()) {
      patcher_.blank(stream_.preceding_text());
      patcher_.rename(tag, noscript_);
      noscript_ = {};
      return;
    }
    if (!stream_.end_outcome().closes && !acts_alone(name)) return drop(before);
    shorten(before);
    patcher_.replace_nuls(tag.name);
    rename_meaningless(tag);
    if (name == br && (before.in_foreign_content || !before.in_template)) {
      patcher_.replace(tag, "<br ");
    }
    if (name == p && before.in_foreign_content && !before.in_integration_point) {
      patcher_.insert_before(tag, "<meta>");
    }
    if (stream_.end_outcome().closes_foreign) {
      rename_foreign(tag);
    } else if (name == select && before.in_select) {
      patcher_.rename(tag, "applet");
    } else if (is_new_block(name)) {
      patcher_.rename(tag, "hgroup");
    }
  }

  /// Takes the attributes from an end tag.
  void shorten(Before const& before) {
    Tag const& tag = stream_.tag();
    if (tag.name.end + 1 == tag.span.end) return;
    if (before.in_foreign_content) {
      patcher_.shorten(tag);
    } else {
      patcher_.set_attributes(tag, "");
    }
  }

  /// Makes an end tag mean nothing. White space would not do: formatting elements are made again
  /// before it. In the text of an SVG style element a comment would not do.
  void drop(Before const& before) {
    if (before.in_foreign_text_element) {
      patcher_.blank(stream_.tag().span);
    } else {
      patcher_.comment_out(stream_.tag().span);
    }
  }

  /// Other names for foreign elements that have those under which HTML elements are read here.
  void rename_foreign(Tag const& tag) {
    if (stream_.name() == applet) patcher_.rename(tag, "legend");
    if (stream_.name() == hgroup) patcher_.rename(tag, "output");
  }

  void rename_meaningless(Tag const& tag) {
    for (auto const& [name, other] : meaningless) {
      if (stream_.name() == name) patcher_.rename(tag, other);
    }
  }

  std::string_view text_;
  TagStream stream_;
  TagPatcher patcher_;
  GumboInput input_;
  OpenCount dialogs_{dialog};
  OpenCount selects_{select};
  std::vector<std::uint32_t> select_marks_;  ///< the last formatting element before each select
  std::string_view noscript_;  ///< how the open noscript element with text was renamed
};

}  // namespace

GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer) {
  return Guard(text, scripting, buffer).run();
}

}  // namespace hrefkit::html
