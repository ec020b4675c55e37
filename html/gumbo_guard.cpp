// Where Gumbo 0.10.1 differs from the standard, and what the copy says instead:
//
// - select holds only options, options groups and scripts: it is read as applet, which bounds
//   scopes just as select does now. A select in a select, which ends the outer one, becomes the end
//   tag.
// - isindex is expanded into a form; menuitem is void; command breaks the stack of open elements:
//   they are read under names that mean nothing.
// - an end tag of a name that Gumbo does not know closes any element of such a name, and one in
//   foreign content may close that though its element is not in scope: they are blanked where they
//   close nothing. So are </object> and its like, which close such an element though it is not in
//   scope.
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
//   there are such around one, the document is listed.
// - </p> and </br> do not end foreign content, and </br> does not keep a frameset out: they are
//   read as the start tags of hr, which closes paragraphs too, and br.
#include "hrefkit/html/gumbo_guard.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_set>

#include "hrefkit/html/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view cdata_start = "<![CDATA[";
constexpr std::string_view cdata_end = "]]>";

/// True for names that may have a character that Gumbo takes for U+FFFD, or that one itself. Lead
/// bytes stand for all of their characters.
bool is_odd(std::string_view name) {
  constexpr text::ByteSet bytes = text::ByteSet::range(0x00, 0x1F) | text::ByteSet("\x7F\xC2") |
                                  text::ByteSet::range(0xEF, 0xF4);
  return std::any_of(name.begin(), name.end(), [&](char c) { return bytes.contains(c); });
}

/// The number with as many digits: digits and lower case letters, and of a longer number the last.
std::string numbered_name(std::size_t number, std::size_t length) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string name(length, '0');
  for (std::size_t i = length; i > 0 && number > 0; --i, number /= digits.size()) {
    name[i - 1] = digits[number % digits.size()];
  }
  return name;
}

/// Changes tags in a copy of the text that is made with the first change.
class Patcher {
 public:
  Patcher(std::string_view text, std::string& buffer) : text_(text), buffer_(buffer) {}

  std::string_view result() const { return changed_ ? std::string_view(buffer_) : text_; }

  /// Gives the tag a name that is not longer; what is left of the old one becomes spaces.
  void rename(Tag const& tag, std::string_view name) {
    assert(name.size() <= tag.name.length());
    blank(tag.name);
    put(tag.name.begin, name);
  }

  /// Makes the tag say `opening` (such as "</applet") and nothing else, if it has room.
  void replace(Tag const& tag, std::string_view opening) {
    blank(tag.span);
    if (tag.span.length() <= opening.size()) return;
    put(tag.span.begin, opening);
    put(tag.span.end - 1, ">");
  }

  /// Makes an end tag end behind its name.
  void shorten(Tag const& tag) {
    blank({tag.name.end, tag.span.end});
    put(tag.name.end, ">");
  }

  /// Fills up what stands between the attributes of a start tag, duplicates among it.
  void blank_duplicates(Tag const& tag) {
    std::uint32_t from = tag.name.end;
    for (TagAttribute const& attribute : tag.attributes) {
      separate({from, attribute.name.begin});
      from = attribute.value.end + (attribute.quote == 0 ? 0 : 1);
    }
    blank({from, tag.span.end - 1});
    if (tag.self_closing) put(tag.span.end - 2, "/");
  }

  void blank(Span span) {
    begin_change();
    std::fill_n(buffer_.begin() + span.begin, span.length(), ' ');
  }

  /// Makes empty comments of the end tags without a name in text between tags. Where they are part
  /// of a comment or of an element's text that changes nothing.
  void replace_empty_end_tags(Span span) {
    constexpr std::string_view empty_end_tag = "</>";
    const std::string_view text = span.in(text_);
    for (std::size_t i = 0; (i = text.find(empty_end_tag, i)) != std::string_view::npos;
         i += empty_end_tag.size()) {
      begin_change();
      buffer_[span.begin + i + 1] = '!';
    }
  }

  /// Makes plain text of the CDATA sections in text between tags of foreign content.
  void replace_cdata(Span span) {
    const std::string_view text = text_.substr(0, span.end);
    std::size_t at = span.begin;
    while ((at = text.find('<', at)) != text.npos) {
      const std::string_view rest = text.substr(at);
      if (rest.starts_with("<!")) {
        const std::size_t end = skip_markup_declaration(text, at, Cdata::section);
        if (rest.starts_with(cdata_start)) replace_section(at, end);
        at = end;
      } else {
        at = rest.starts_with("</") || rest.starts_with("<?") ? skip_bogus_comment(text, at + 1)
                                                              : at + 1;
      }
    }
  }

  /// Makes comments of what may be taken for CDATA sections in text between tags.
  void spoil_cdata(Span span) {
    const std::string_view text = span.in(text_);
    for (std::size_t i = 0; (i = text.find(cdata_start, i)) != std::string_view::npos; ++i) {
      begin_change();
      buffer_[span.begin + i + 2] = 'x';
    }
  }

  /// Gives the attributes of a tag whose names Gumbo may take for each other names that it does
  /// not.
  void rename_odd_attributes(Tag const& tag) {
    const auto is_odd_here = [&](TagAttribute const& attribute) {
      return is_odd(attribute.name.in(text_));
    };
    if (std::count_if(tag.attributes.begin(), tag.attributes.end(), is_odd_here) < 2) return;
    begin_change();
    std::unordered_set<std::string> taken;
    for (TagAttribute const& attribute : tag.attributes) {
      if (!is_odd_here(attribute)) taken.insert(text::to_ascii_lower(attribute.name.in(text_)));
    }
    std::size_t count = 0;
    for (TagAttribute const& attribute : tag.attributes) {
      if (!is_odd_here(attribute)) continue;
      std::string name;
      constexpr int most_tries = 100;  // short names may all be taken
      for (int i = 0; i < most_tries; ++i) {
        name = numbered_name(count++, attribute.name.length());
        if (taken.insert(name).second) break;
      }
      put(attribute.name.begin, name);
    }
  }

  /// Puts another character that is none of a tag's syntax for the NULs of a tag.
  void replace_nuls(Tag const& tag) {
    constexpr char substitute = '\x1A';
    if (tag.span.in(text_).find('\0') == std::string_view::npos) return;
    begin_change();
    const auto begin = buffer_.begin() + tag.span.begin;
    std::replace(begin, begin + tag.span.length(), '\0', substitute);
  }

 private:
  /// Text is white space or something else; more does not matter of it.
  void replace_section(std::size_t begin, std::size_t end) {
    std::string_view content = text_.substr(begin, end - begin);
    content.remove_prefix(cdata_start.size());
    if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
    blank({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    if (content.empty()) {
      put(static_cast<std::uint32_t>(begin), "<!--");
      put(static_cast<std::uint32_t>(end - cdata_end.size()), "-->");
    } else if (!text::strip_ascii_whitespace(content).empty()) {
      buffer_[begin] = 'x';
    }
  }

  /// Fills a span between two attributes. White space alone would not do: after a name, a `=` that
  /// begins the next name would give it a value. A slash right after an unquoted value would be its
  /// own.
  void separate(Span span) {
    if (span.length() < 2) return;
    begin_change();
    buffer_[span.begin] = ' ';
    std::fill_n(buffer_.begin() + span.begin + 1, span.length() - 1, '/');
  }

  void begin_change() {
    if (!changed_) buffer_ = text_;
    changed_ = true;
  }

  void put(std::uint32_t at, std::string_view bytes) {
    std::copy(bytes.begin(), bytes.end(), buffer_.begin() + at);
  }

  std::string_view text_;
  std::string& buffer_;
  bool changed_ = false;
};

/// What the state was before a tag.
struct Before {
  bool in_foreign_content;
  bool in_integration_point;
  bool cdata_is_text;     ///< CDATA sections must be replaced by text
  bool cdata_is_comment;  ///< what may be taken for CDATA sections are comments
  bool in_select;
  bool in_head;
};

Before before_tag(TreeState const& state) {
  const bool foreign = state.in_foreign_content();
  const bool certain = state.is_certain();
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
    Before before = before_tag(stream_.state());
    while (stream_.read()) {
      const Closed closed = closed_by_tag();
      stream_.apply(closed.any ? OpenElsewhere::likely : OpenElsewhere::no);
      cost_.add(stream_, text_);
      if (cost_.excess() != ExcessiveTree::none) return {text_, cost_.excess()};
      if (is_misread()) return {text_, ExcessiveTree::names};
      patch_text(before);
      if (stream_.tag().is_end) {
        end_tag(before, closed);
      } else {
        start_tag(before);
      }
      before = before_tag(stream_.state());
    }
    patch_text(before);
    if (!noscript_.empty()) {
      patcher_.blank({stream_.preceding_text().begin, static_cast<std::uint32_t>(text_.size())});
    }
    return {patcher_.result(), ExcessiveTree::none, head_tag_};
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
        patcher_.replace(tag, "</applet");
      }
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
      patcher_.blank(tag.span);
      return;
    }
    rename_meaningless(tag);
    if (name == TagName::br && (before.in_foreign_content || !stream_.state().is_inert())) {
      patcher_.replace(tag, "<br ");
    }
    if (name == TagName::p && before.in_foreign_content && !before.in_integration_point) {
      patcher_.replace(tag, "<hr");
    }
    if (closed.foreign) {
      rename_foreign(tag);
    } else if (name == TagName::select && before.in_select) {
      patcher_.rename(tag, "applet");
    } else if (is_new_block(name)) {
      patcher_.rename(tag, "hgroup");
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
  Patcher patcher_;
  TreeCost cost_;
  std::optional<Span> head_tag_;
  std::string_view noscript_;  ///< how the open noscript element with text was renamed
};

}  // namespace

GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer) {
  return Guard(text, scripting, buffer).run();
}

}  // namespace hrefkit::html
