// Where Gumbo differs from the standard, and what the copy has instead. Version 0.10.1 needs all of
// it. The maintained fork is right about [0.10] since 0.13 at the latest, and reads the copy in the
// same way. gumbo_guard_test.cpp tests the installed Gumbo.
//
// - select holds only options, option groups and scripts: it is read as applet, which bounds scopes
//   just as select does now. A select in a select becomes the end tag of the outer one, and an
//   input there has that end tag put before it. An option has the end tags put before it that it
//   implies in a select. applet leaves a marker among the formatting elements: it is closed before
//   the end of a template, and before a part of a table that closes it. Where a formatting element
//   stays open behind its select, or takes one from outside off the list, the document is listed.
// - [0.10] isindex is expanded into a form; menuitem is void; command breaks the stack of open
//   elements: they get names without a meaning.
// - end tags may close elements that are not in scope: those that close nothing become comments.
// - where the end tag of an open formatting element that is not on the list has more to close than
//   the current node, Gumbo ignores it: the document is listed.
// - in foreign content an end tag's name goes up to its `>`: the rest of the tag is blanked.
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

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <string>
#include <utility>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

// Gumbo and the document together take about 310 bytes for an element.
constexpr std::size_t free_elements = 150'000;
constexpr std::size_t bytes_per_element = 12;

// A document of many tags may have many clones; a few tags must not make very many.
constexpr std::size_t free_clones = 10'000;
constexpr std::size_t clones_per_tag = 8;

constexpr std::size_t free_attributes = 200'000;
constexpr std::size_t bytes_per_attribute = 8;

}  // namespace

std::string_view message(ExcessiveTree excess) {
  switch (excess) {
    case ExcessiveTree::none:
      break;
    case ExcessiveTree::depth:
      return "elements nest too deep";
    case ExcessiveTree::formatting:
      return "too many formatting elements are left open";
    case ExcessiveTree::size:
      return "there are too many elements";
    case ExcessiveTree::patches:
      return "too many templates with a for attribute look for their markers";
    case ExcessiveTree::misread:
      return "elements are nested in a way that the tree builder misreads";
  }
  return {};
}

ExcessiveTree excess_of(TreeWork const& work, std::size_t text_size) {
  if (work.depth > max_depth) return ExcessiveTree::depth;
  if (work.clones > free_clones + clones_per_tag * work.tags) return ExcessiveTree::formatting;
  if (work.clone_attributes > free_attributes + text_size / bytes_per_attribute) {
    return ExcessiveTree::formatting;
  }
  if (work.list_is_full || work.moves_refused) return ExcessiveTree::formatting;
  if (work.elements > free_elements + text_size / bytes_per_element) return ExcessiveTree::size;
  return ExcessiveTree::none;
}

std::optional<std::uint32_t> PatchedText::to_original(std::size_t offset) const {
  const auto next =
      std::partition_point(insertions.begin(), insertions.end(),
                           [&](Insertion const& insertion) { return insertion.end <= offset; });
  const std::size_t inserted = next == insertions.begin() ? 0 : std::prev(next)->total;
  const bool is_in_next =
      next != insertions.end() && offset >= next->end - (next->total - inserted);
  if (is_in_next) return std::nullopt;
  return static_cast<std::uint32_t>(offset - inserted);
}

PatchedText TagPatcher::result(std::size_t end) {
  if (insertions_.empty()) {
    return {.text = (changed_ ? std::string_view(buffer_) : text_).substr(0, end)};
  }
  PatchedText patched;
  std::string spread;
  std::size_t from = 0;
  for (auto const& [at, text] : insertions_) {
    spread.append(buffer_, from, at - from);
    spread += text;
    from = at;
    const std::size_t before = patched.insertions.empty() ? 0 : patched.insertions.back().total;
    patched.insertions.push_back({spread.size(), before + text.size()});
  }
  spread.append(buffer_, from, end - from);
  buffer_ = std::move(spread);
  patched.text = buffer_;
  return patched;
}

void TagPatcher::insert_before(Tag const& tag, std::string text) {
  begin_change();
  insertions_.push_back({tag.span.begin, std::move(text)});
}

void TagPatcher::rename(Tag const& tag, std::string_view name) {
  assert(name.size() <= tag.name.length());
  blank(tag.name);
  put(tag.name.begin, name);
}

void TagPatcher::replace(Tag const& tag, std::string_view opening) {
  assert(tag.span.length() > opening.size());
  blank(tag.span);
  put(tag.span.begin, opening);
  put(tag.span.end - 1, ">");
}

void TagPatcher::shorten(Tag const& tag) {
  constexpr std::uint32_t shortest_comment = 3;
  begin_change();
  put(tag.name.end, ">");
  const text::Span rest{tag.name.end + 1, tag.span.end};
  if (rest.length() < shortest_comment) {
    blank(rest);
  } else {
    comment_out(rest);
  }
}

void TagPatcher::comment_out(text::Span span) {
  blank(span);
  put(span.begin, "<!");
  put(span.end - 1, ">");
}

void TagPatcher::set_attributes(Tag const& tag, std::string_view attributes) {
  const text::Span all{tag.name.end, tag.span.end - 1};
  assert(attributes.size() <= all.length());
  blank(all);
  put(all.begin, attributes);
  if (tag.self_closing) put(all.end - 1, "/");
}

void TagPatcher::blank(text::Span span) {
  begin_change();
  std::fill_n(buffer_.begin() + span.begin, span.length(), ' ');
}

void TagPatcher::replace_empty_end_tags(text::Span span) {
  constexpr std::string_view empty_end_tag = "</>";
  const std::string_view text = span.in(text_);
  for (std::size_t i = 0; (i = text.find(empty_end_tag, i)) != std::string_view::npos;
       i += empty_end_tag.size()) {
    begin_change();
    buffer_[span.begin + i + 1] = '!';
  }
}

void TagPatcher::replace_cdata(text::Span span, ReplacedCdata which) {
  const std::string_view text = text_.substr(0, span.end);
  std::size_t at = span.begin;
  while ((at = text.find('<', at)) != text.npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!")) {
      const std::size_t end = skip_markup_declaration(text, at, Cdata::section);
      if (rest.starts_with(cdata_start)) replace_section(at, end, which);
      at = end;
    } else {
      at = rest.starts_with("</") || rest.starts_with("<?") ? skip_bogus_comment(text, at + 1)
                                                            : at + 1;
    }
  }
}

void TagPatcher::replace_nuls(text::Span span) {
  constexpr char substitute = '\x1A';
  if (span.in(text_).find('\0') == std::string_view::npos) return;
  begin_change();
  const auto begin = buffer_.begin() + span.begin;
  std::replace(begin, begin + span.length(), '\0', substitute);
}

void TagPatcher::replace_section(std::size_t begin, std::size_t end, ReplacedCdata which) {
  std::string_view content = text_.substr(begin, end - begin);
  content.remove_prefix(cdata_start.size());
  if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
  const bool is_visible = text_kinds(text_.substr(begin, end - begin), Cdata::section).visible;
  if (is_visible && which == ReplacedCdata::invisible) return;
  blank({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  if (content.empty()) {
    put(static_cast<std::uint32_t>(begin), "<!--");
    put(static_cast<std::uint32_t>(end - cdata_end.size()), "-->");
  } else if (is_visible) {
    buffer_[begin + 1] = 'x';  // a `<` before the section would make a tag of the first byte
  }
}

void TagPatcher::begin_change() {
  if (!changed_) buffer_ = text_;
  changed_ = true;
}

void TagPatcher::put(std::uint32_t at, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), buffer_.begin() + at);
}

namespace {

using enum TagName;

/// The CDATA sections in the next text that Gumbo would misread.
std::optional<ReplacedCdata> misread_cdata(TreeState const& state) {
  if (state.in_integration_point()) return ReplacedCdata::all;
  const bool keeps_frameset_out =
      state.in_foreign_content() && !state.in_foreign_text_element() && state.frameset_ok();
  return keeps_frameset_out ? std::optional(ReplacedCdata::invisible) : std::nullopt;
}

/// The state before a tag.
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

/// True for an end tag that the adoption agency passes on to "any other end tag" (13.2.6.4.7).
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

  /// The number closed since the last call. Call it after each tag.
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

/// True for an end tag that has an effect although it closes no element.
bool acts_alone(TagName name) {
  constexpr TagNameSet names{p, br, form, body, html};
  return names.contains(name);
}

/// The names that the copy has for tags without a meaning today.
constexpr std::array<std::pair<TagName, std::string_view>, 3> meaningless{
    {{isindex, "xsindex"}, {menuitem, "xenuitem"}, {command, "xommand"}}};

/// True for elements by whose names "reset the insertion mode" decides (13.2.4.1).
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
  /// True if Gumbo would misread the end of the element that the tag opened, an end tag that closes
  /// foreign elements with a form in a template, or the case of lacks_formatting().
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

  /// Patches the text before the current tag.
  void patch_text(std::optional<ReplacedCdata> cdata) {
    const text::Span text = stream_.preceding_text();
    patcher_.replace_empty_end_tags(text);
    if (cdata) patcher_.replace_cdata(text, *cdata);
  }

  /// Inserts the end tags that an option, an option group or a rule implies in a select.
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

  /// Closes the select that is open at the end of a template: applet leaves a marker on the list of
  /// formatting elements, select does not. False if that is not possible.
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

  /// Closes the dialog or the select that the tag closed from outside. False if that is not
  /// possible.
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

  /// True for a formatting element of a select that stays on the list after the select, or that has
  /// removed another one from the list. The marker of applet would prevent both.
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
      if (outcome.result == TagResult::inserted) {
        patcher_.rename(tag, "applet");
      } else {
        patcher_.insert_before(tag, "</applet>");
        patcher_.comment_out(tag.span);
      }
    } else if (stream_.name() == input && before.in_select && !stream_.state().in_select()) {
      patcher_.insert_before(tag, "</applet>");
    } else if (stream_.name() == frameset && outcome.result == TagResult::ignored &&
               !before.in_template) {
      patcher_.comment_out(tag.span);
    } else if (is_new_block(stream_.name())) {
      patcher_.rename(tag, "hgroup");
    } else if (stream_.name() == noscript && outcome.content == ContentModel::raw_text) {
      noscript_ = before.in_head ? "noframes" : "noembed";
      patcher_.rename(tag, noscript_);
    }
  }

  /// Records the facts about the tag that Gumbo's tree lacks.
  void note_tag() {
    text::Span const& span = stream_.tag().span;
    StartTagOutcome const& outcome = stream_.outcome();
    if (outcome.result == TagResult::shadow_root) input_.shadow_roots.push_back(span.begin);
    input_.has_patches |= stream_.facts().names_marker;
    if (DocumentTags* tags = document_tags();
        tags != nullptr && outcome.result != TagResult::ignored) {
      if (outcome.result == TagResult::inserted) tags->element = span;
      tags->all.push_back(span);
    }
  }

  DocumentTags* document_tags() {
    const TagName name = stream_.name();
    if (name == html) return &input_.html_tags;
    if (name == head) return &input_.head_tags;
    return name == body ? &input_.body_tags : nullptr;
  }

  /// Removes all attributes but those that tree construction uses.
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

  /// Replaces equal attributes by one attribute of the same name. Short ones stay as they are.
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

  /// Removes the attributes of an end tag.
  void shorten(Before const& before) {
    Tag const& tag = stream_.tag();
    if (tag.name.end + 1 == tag.span.end) return;
    if (before.in_foreign_content) {
      patcher_.shorten(tag);
    } else {
      patcher_.set_attributes(tag, "");
    }
  }

  /// Replaces an end tag that must have no effect. White space would not do: formatting elements
  /// are made again before it. In the text of an SVG style element a comment would not do.
  void drop(Before const& before) {
    if (before.in_foreign_text_element) {
      patcher_.blank(stream_.tag().span);
    } else {
      patcher_.comment_out(stream_.tag().span);
    }
  }

  /// Renames foreign elements whose names are used here for HTML elements.
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
  std::string_view noscript_;  ///< the new name of the open noscript element with text
};

}  // namespace

GumboInput prepare_for_gumbo(std::string_view text, bool scripting, std::string& buffer) {
  return Guard(text, scripting, buffer).run();
}

}  // namespace hrefkit::html
