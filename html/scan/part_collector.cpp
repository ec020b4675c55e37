#include "hrefkit/html/scan/part_collector.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html::scan {

namespace {

using enum TagName;
using namespace tag_groups;

/// Elements whose start tag closes a paragraph.
constexpr TagNameSet closes_paragraph =
    blocks | headings | TagNameSet{p, li, dd, dt, form, hr, xmp};

/// The elements that hold the parts of a table, and what these may hold besides.
constexpr TagNameSet holds_table_parts = table_contexts | TagNameSet{colgroup};
constexpr TagNameSet in_table_contexts = table_parts | TagNameSet{style, script, template_};

/// Elements whose meaning depends on what is open around them, or that the page has once.
constexpr TagNameSet far_reaching{html,   head,     body,      frameset,        TagName::select,
                                  option, optgroup, plaintext, selectedcontent, nobr};

constexpr TagNameSet foreign_roots{svg, math};

bool is_special_html(TagName name) {
  return is_special(OpenElement{.name = name});
}

/// Reads the tags in one element. The open elements are searched for each tag, so that elements
/// that nest deeper than `max_depth` are left to the tree.
class ElementReader {
 public:
  static constexpr std::size_t max_depth = 256;

  ElementReader(std::string_view text, WrittenTag const& tag, bool scripting)
      : text_(text), root_(tag), scripting_(scripting), tokenizer_(text) {
    tokenizer_.restart(tag.span.end);
  }

  /// The begin of its end tag, or the end of the text; nothing where the tags do not tell.
  std::optional<std::uint32_t> read() {
    const auto none = std::optional<std::uint32_t>();
    if (is_unclear(root_.tag) || root_.tag == noscript || foreign_roots.contains(root_.tag)) {
      return none;
    }
    Tag tag;
    while (tokenizer_.next(tag)) {
      const TagName name = tag_name(tag.name.in(text_));
      if (!tag.is_end) {
        if (!(foreign_ != 0 ? open_foreign(tag, name) : open(tag, name))) return none;
        if (open_.size() > max_depth) return none;
      } else if (const auto closed = close(tag, name); closed != Closed::inner) {
        if (closed == Closed::root) return tag.span.begin;
        return none;
      }
      tokenizer_.set_cdata(foreign_ != 0 ? Cdata::section : Cdata::comment);
    }
    return static_cast<std::uint32_t>(text_.size());
  }

 private:
  enum class Closed { inner, root, unknown };
  struct Open {
    TagName name;
    text::Span written;
  };

  static bool is_unclear(TagName name) { return far_reaching.contains(name); }

  TagName top() const { return open_.empty() ? root_.tag : open_.back().name; }

  bool has(TagName name) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](Open const& element) { return element.name == name; });
  }

  /// Takes a start tag of HTML; false where more than that may happen.
  bool open(Tag const& tag, TagName name) {
    if (is_unclear(name) || (name == noscript && scripting_)) return false;
    if (holds_table_parts.contains(top()) != table_parts.contains(name) &&
        !(holds_table_parts.contains(top()) && in_table_contexts.contains(name))) {
      return false;
    }
    if (table_parts.contains(name) && !fits_in_table(name)) return false;
    if (closes_paragraph.contains(name) && !close_paragraph()) return false;
    if (name == table && !is_outside_paragraphs()) return false;  // in quirks mode it stays open
    if (headings.contains(name) && headings.contains(top())) return false;
    if ((name == li || name == dd || name == dt) && !is_first_item(name)) return false;
    if (name == a && (has(a) || root_.tag == a || !is_special_html(root_.tag))) return false;
    if (name == button && (has(button) || root_.tag == button || may_be_in_button())) return false;
    if (name == form && (has(form) || root_.tag == form)) return false;
    // The end tag of a form in a form closes such elements (13.2.6.3).
    const bool implies_ends = name == form || ruby_parts.contains(name);
    if (implies_ends && implied_ends.contains(top())) return false;
    if (foreign_roots.contains(name)) {
      if (!tag.self_closing) push(name, tag);
      if (!tag.self_closing) foreign_ = open_.size();
      return true;
    }
    if (empty_elements.contains(name)) return true;
    if (const ContentModel content = content_model_of(name, scripting_);
        content != ContentModel::data) {
      tokenizer_.set_content_model(content, name);
    }
    push(name, tag);
    return true;
  }

  /// The same in svg and math elements. HTML in them is left to the tree.
  bool open_foreign(Tag const& tag, TagName name) {
    constexpr TagNameSet holds_html =
        svg_html_points | mathml_text_points | TagNameSet{annotation_xml};
    if (breaks_out.contains(name) || name == font || holds_html.contains(top())) return false;
    if (!tag.self_closing) push(name, tag);
    return true;
  }

  Closed close(Tag const& tag, TagName name) {
    // Blocks and lists close the paragraphs and items in them (13.2.6.3).
    constexpr TagNameSet closes_items{li, dd, dt, p};
    if (blocks.contains(name) && foreign_ == 0) {
      while (!open_.empty() && closes_items.contains(top())) open_.pop_back();
    }
    const std::string_view written = tag.name.in(text_);
    if (open_.empty())
      return same_name(written, root_.name.in(text_)) ? Closed::root : Closed::unknown;
    if (!same_name(written, open_.back().written.in(text_))) return Closed::unknown;
    open_.pop_back();
    if (open_.size() < foreign_) foreign_ = 0;
    return Closed::inner;
  }

  void push(TagName name, Tag const& tag) { open_.push_back({name, tag.name}); }

  /// Closes the paragraph that is open; false where it may be around others, or outside.
  bool close_paragraph() {
    if (!open_.empty() && top() == p) open_.pop_back();
    return is_outside_paragraphs();
  }

  /// True where no paragraph is open "in button scope".
  bool is_outside_paragraphs() const {
    constexpr TagNameSet bounds = table_cells | scope_elements | TagNameSet{button, caption, table};
    for (auto at = open_.rbegin(); at != open_.rend(); ++at) {
      if (at->name == p) return false;
      if (bounds.contains(at->name)) return true;
    }
    // Those whose start tag closes a paragraph are outside of all that began before.
    return bounds.contains(root_.tag) || (closes_paragraph.contains(root_.tag) && root_.tag != p);
  }

  bool fits_in_table(TagName name) const {
    const TagName around = top();
    if (table_cells.contains(name)) return around != colgroup;
    if (name == tr) return around == table || table_sections.contains(around);
    if (name == col) return around == table || around == colgroup;
    return around == table;
  }

  /// True for a list item that closes no other.
  bool is_first_item(TagName name) const {
    const auto is_sibling = [&](TagName other) {
      return name == li ? other == li : other == dd || other == dt;
    };
    for (auto at = open_.rbegin(); at != open_.rend(); ++at) {
      if (is_sibling(at->name)) return false;
      if (is_special_html(at->name) && !passed_by_items.contains(at->name)) return true;
    }
    return !is_sibling(root_.tag) && is_special_html(root_.tag) &&
           !passed_by_items.contains(root_.tag);
  }

  /// A button in a button closes that one, and this element with it.
  bool may_be_in_button() {
    if (!may_be_in_button_) {
      may_be_in_button_ = text::find_ignoring_ascii_case(text_.substr(0, root_.span.begin),
                                                         "<button") != std::string_view::npos;
    }
    return *may_be_in_button_;
  }

  std::string_view text_;
  WrittenTag const& root_;
  bool scripting_;
  TagTokenizer tokenizer_;
  std::vector<Open> open_;   // in the element
  std::size_t foreign_ = 0;  // how many are open up to the svg or math element; 0 for none
  std::optional<bool> may_be_in_button_;
};

/// Sorts spans and joins those that meet.
void join(std::vector<text::Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](text::Span a, text::Span b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const text::Span span : spans) {
    if (kept != 0 && span.begin <= spans[kept - 1].end) {
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
}

}  // namespace

bool PartCollector::take_comment(std::uint32_t begin) {
  const IgnoreWord word = read_ignore_comment(text_, begin).word;
  if (word == IgnoreWord::part_start && !open_part_) open_part_ = begin;
  if (word == IgnoreWord::part_end && open_part_) {
    parts_.ignored.push_back({*std::exchange(open_part_, std::nullopt), begin});
  }
  return word == IgnoreWord::element;
}

/// Where the element of a start tag that was inserted ends: at its end tag, or behind the tag of an
/// empty element. Nothing where the tags alone do not tell.
std::optional<std::uint32_t> PartCollector::find_element_end(WrittenTag const& tag) const {
  if (empty_elements.contains(tag.tag)) return tag.span.end;
  const ContentModel content = content_model_of(tag.tag, scripting_);
  if (content == ContentModel::data) return ElementReader(text_, tag, scripting_).read();
  return static_cast<std::uint32_t>(find_content_end(text_, tag.span.end, content, tag.tag));
}

bool PartCollector::ignore(WrittenTag const& tag, StartTagOutcome const& outcome) {
  // FAST: what an ignored element holds is read once.
  if (tag.span.begin < last_end_) return true;
  std::optional<std::uint32_t> end;
  if (outcome.ns == Namespace::html) {
    end = find_element_end(tag);
  } else if (tag.self_closing) {
    end = tag.span.end;
  }
  if (!end) return false;
  last_end_ = *end;
  parts_.ignored.push_back({tag.span.begin, *end});
  return true;
}

void PartCollector::follow_shadow_tree(bool is_in_one, std::uint32_t place) {
  if (is_in_one == shadow_tree_.has_value()) return;
  if (is_in_one) {
    shadow_tree_ = place;
  } else {
    parts_.shadow_trees.push_back({*shadow_tree_, place});
    shadow_tree_.reset();
  }
}

void PartCollector::end() {
  const auto size = static_cast<std::uint32_t>(text_.size());
  follow_shadow_tree(false, size);
  if (open_part_) parts_.ignored.push_back({*open_part_, size});
  parts_.open_ignore = open_part_;
  join(parts_.ignored);
}

}  // namespace hrefkit::html::scan
