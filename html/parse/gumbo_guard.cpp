// Where Gumbo 0.10.1 differs from the standard, and what the copy says instead:
//
// - select holds only options, options groups and scripts: it is read as applet, which bounds
//   scopes just as select does now. A select in a select becomes the end tag of the outer one, and
//   an input there has that end tag put before it.
// - isindex is expanded into a form; menuitem is void; command breaks the stack of open elements:
//   they are read under names that mean nothing.
// - an end tag of a name that Gumbo does not know closes any element of such a name, and one in
//   foreign content may close that though its element is not in scope: they become comments where
//   they close nothing. So are </object> and its like, which close such an element though it is not
//   in scope.
// - in foreign content an end tag's name goes up to its `>`: what else stands there is moved behind
//   and blanked.
// - an attribute whose name was there before swallows the next attribute when it has no value: the
//   later ones of a name are blanked.
// - search and dialog are not known as blocks: they are read as hgroup.
// - noscript holds elements whether or not there is scripting: with scripting it is read as
//   noframes (in head) or noembed (in the body), which hold text, and its content is blanked.
// - what follows on </>, which is nothing, is said to begin there: it is read as <!>, a comment.
// - a NUL at the start of an attribute's name is lost: NULs in tags are read as U+001A, which Gumbo
//   takes for U+FFFD, as the standard takes NUL.
// - control characters and noncharacters in names are all taken for U+FFFD, so that different names
//   of attributes seem to be the same: such attributes are renamed where a tag has several.
// - a CDATA section in an integration point in a table ends the program: it is read as the text it
//   is, or as an empty comment; and so wherever it is not certain what Gumbo makes of it.
// - when a table, select or template ends, foreign elements of HTML's names count as HTML's: where
//   there are such around one, the document is listed. So it is where the end of a form in a
//   template closes foreign elements, which Gumbo leaves open.
// - </p> and </br> do not end foreign content, and </br> does not keep a frameset out: </p> has a
//   meta element put before it, which does the first and nothing else, and is left out of the tree;
//   </br> is read as the start tag.
// - a tag that the end of the text cuts off costs time for all its attributes: it is cut off whole.
#include "hrefkit/html/parse/gumbo_guard.h"

#include <string>

namespace hrefkit::html {

namespace {

/// What the state was before a tag.
struct Before {
  bool in_foreign_content;
  bool in_integration_point;
  bool cdata_is_text;     ///< CDATA sections must be replaced by text
  bool cdata_is_comment;  ///< what may be taken for CDATA sections are comments
  bool in_select;
  bool in_head;
};

Before before_tag(TreeState const& state, TreeCost const& cost) {
  const bool certain = state.is_certain();
  const bool foreign = certain ? state.in_foreign_content() : cost.in_foreign_content();
  return {.in_foreign_content = foreign,
          .in_integration_point = state.in_integration_point(),
          .cdata_is_text = foreign && (certain ? state.in_integration_point()
                                               : !state.in_foreign_text_element()),
          .cdata_is_comment = !foreign && !certain,
          .in_select = state.in_select(),
          .in_head = state.is_before_body()};
}

bool is_new_block(TagName name) {
  return name == TagName::search || name == TagName::dialog;
}

constexpr TagNameSet meaningless{TagName::isindex, TagName::menuitem, TagName::command};

bool is_unknown_to_gumbo(TagName name) {
  return name == TagName::unknown || is_new_block(name) || meaningless.contains(name) ||
         svg_shapes.contains(name);
}

/// End tags that Gumbo lets close too much: those of the names that other elements are given here,
/// and those that it looks for past the bounds of scopes.
bool closes_too_much(TagName name) {
  constexpr TagNameSet names{TagName::applet, TagName::hgroup, TagName::marquee, TagName::object};
  return names.contains(name);
}

/// An end tag that does something when no such element is open.
bool acts_alone(TagName name) {
  constexpr TagNameSet names{TagName::p,    TagName::br,   TagName::form,
                             TagName::body, TagName::html, TagName::frameset};
  return names.contains(name);
}

/// The name under which Gumbo reads a noscript element that holds text.
std::string_view text_noscript(bool in_head) {
  return in_head ? "noframes" : "noembed";
}

class Guard {
 public:
  Guard(std::string_view text, bool scripting, std::string& buffer)
      : text_(text), stream_(text, scripting), patcher_(text, buffer) {}

  GumboInput run() {
    Before before = before_tag(stream_.state(), cost_);
    while (stream_.read()) {
      const Closed closed = closed_by_tag();
      if (is_form_end_misread(closed)) return {{text_}, ExcessiveTree::misread};
      cost_.text_before(stream_, text_);
      stream_.apply(closed.any ? OpenElsewhere::likely : OpenElsewhere::no, cost_.frameset_ok());
      cost_.add(stream_, text_);
      if (cost_.excess() != ExcessiveTree::none) return {{text_}, cost_.excess()};
      if (is_misread()) return {{text_}, ExcessiveTree::misread};
      patch_text(before);
      if (stream_.tag().is_end) {
        end_tag(before, closed);
      } else {
        start_tag(before);
      }
      before = before_tag(stream_.state(), cost_);
      if (!stream_.state().is_certain()) {
        stream_.set_cdata(before.in_foreign_content ? Cdata::section : Cdata::comment);
      }
    }
    patch_text(before);
    if (!noscript_.empty()) patcher_.blank(stream_.preceding_text());
    return {patcher_.result(stream_.preceding_text().end), ExcessiveTree::none, head_tag_};
  }

 private:
  /// What the tag that was read closes, if it is an end tag.
  struct Closed {
    bool any;      ///< an element
    bool foreign;  ///< one of SVG or MathML that is on top
  };

  Closed closed_by_tag() const {
    const std::string_view name = stream_.tag().name.in(text_);
    return {cost_.has_open(stream_.name(), name), cost_.has_open_foreign(name)};
  }

  /// True when the end of the element that was opened last would confuse Gumbo.
  bool is_misread() const {
    constexpr TagNameSet resetting{TagName::table, TagName::select, TagName::template_};
    return !stream_.tag().is_end && resetting.contains(stream_.name()) &&
           stream_.outcome().ns == Namespace::html && stream_.state().has_foreign_mode_name();
  }

  /// True for an end tag that closes foreign elements along with a form in a template.
  bool is_form_end_misread(Closed const& closed) const {
    return stream_.tag().is_end && stream_.name() == TagName::form && stream_.state().is_inert() &&
           closed.any && cost_.in_foreign_content();
  }

  /// Patches the text before the tag that was read.
  void patch_text(Before const& before) {
    patcher_.replace_empty_end_tags(stream_.preceding_text());
    if (before.cdata_is_text) patcher_.replace_cdata(stream_.preceding_text());
    if (before.cdata_is_comment) patcher_.spoil_cdata(stream_.preceding_text());
  }

  void start_tag(Before const& before) {
    Tag const& tag = stream_.tag();
    StartTagOutcome const& outcome = stream_.outcome();
    if (tag.attributes_written != tag.attributes.size()) patcher_.blank_duplicates(tag);
    patcher_.replace_nuls(tag);
    patcher_.rename_odd_attributes(tag);
    rename_meaningless(tag);
    if (outcome.ns != Namespace::html) return rename_foreign(tag);
    if (stream_.name() == TagName::head && outcome.fate == TagFate::inserted) head_tag_ = tag.span;
    if (stream_.name() == TagName::select) {
      if (outcome.fate == TagFate::inserted) {
        patcher_.rename(tag, "applet");
      } else {
        patcher_.insert_before(tag, "</applet>");
        patcher_.comment_out(tag.span);
      }
    } else if (stream_.name() == TagName::input && before.in_select &&
               !stream_.state().in_select()) {
      patcher_.insert_before(tag, "</applet>");
    } else if (is_new_block(stream_.name())) {
      patcher_.rename(tag, "hgroup");
    } else if (stream_.name() == TagName::noscript && outcome.content == ContentModel::raw_text) {
      noscript_ = text_noscript(before.in_head);
      patcher_.rename(tag, noscript_);
    }
  }

  void end_tag(Before const& before, Closed const& closed) {
    Tag const& tag = stream_.tag();
    const TagName name = stream_.name();
    if (!noscript_.empty()) {
      patcher_.blank(stream_.preceding_text());
      patcher_.rename(tag, noscript_);
      noscript_ = {};
      return;
    }
    if (before.in_foreign_content && tag.name.end + 1 != tag.span.end) patcher_.shorten(tag);
    if (!closed.any &&
        (before.in_foreign_content ? !acts_alone(name)
                                   : is_unknown_to_gumbo(name) || closes_too_much(name))) {
      drop(tag);
      return;
    }
    rename_meaningless(tag);
    if (name == TagName::br && (before.in_foreign_content || !stream_.state().is_inert())) {
      patcher_.replace(tag, "<br ");
    }
    if (name == TagName::p && before.in_foreign_content && !before.in_integration_point) {
      patcher_.insert_before(tag, "<meta>");
    }
    if (closed.foreign) {
      rename_foreign(tag);
    } else if (name == TagName::select && before.in_select) {
      patcher_.rename(tag, "applet");
    } else if (is_new_block(name)) {
      patcher_.rename(tag, "hgroup");
    }
  }

  /// Makes an end tag mean nothing. White space would not do: formatting elements are made anew
  /// before it. In the text of an SVG style element a comment would not do.
  void drop(Tag const& tag) {
    if (stream_.state().in_foreign_text_element()) {
      patcher_.blank(tag.span);
    } else {
      patcher_.comment_out(tag.span);
    }
  }

  /// Lets go of the names that HTML elements are given here.
  void rename_foreign(Tag const& tag) {
    if (stream_.name() == TagName::applet) patcher_.rename(tag, "legend");
    if (stream_.name() == TagName::hgroup) patcher_.rename(tag, "output");
  }

  void rename_meaningless(Tag const& tag) {
    if (stream_.name() == TagName::isindex) patcher_.rename(tag, "xsindex");
    if (stream_.name() == TagName::menuitem) patcher_.rename(tag, "xenuitem");
    if (stream_.name() == TagName::command) patcher_.rename(tag, "xommand");
  }

  std::string_view text_;
  TagStream stream_;
  TagPatcher patcher_;
  TreeCost cost_;
  std::optional<text::Span> head_tag_;
  std::string_view noscript_;  ///< how the open noscript element with text was renamed
};

}  // namespace

GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer) {
  return Guard(text, scripting, buffer).run();
}

}  // namespace hrefkit::html
