// The links of one page, as the scanner comes by their tags.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/scan/attribute_name.h"
#include "hrefkit/html/scan/link_index.h"
#include "hrefkit/html/scan/string_arena.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html::scan {

/// The value of an attribute as written.
struct WrittenValue {
  text::Span span;
  bool odd = false;  ///< it has `&`, CR or NUL, so that it needs decoding
};

/// A start tag as the scanner hands it over.
struct WrittenTag {
  text::Span span;  ///< from `<` past `>`
  text::Span name;
  TagName tag = TagName::unknown;
  bool self_closing = false;
  AttributeMask present = 0;  ///< the attributes in `values`; of duplicates the first
  std::array<WrittenValue, attribute_name_count> values{};

  WrittenValue const& value(AttributeName attribute) const {
    return values[static_cast<std::size_t>(attribute)];
  }
};

/// The base element that counts.
struct DeclaredBase {
  std::string href;
  text::Span span;
};

/// Follows the tree's state and collects links and anchors. Used for page after page; what it
/// collected lives until the next `begin` or `drop_collected`.
class Page {
 public:
  /// Called between any two links when there are `enough`: to take them away (`drop_links`), or to
  /// stop collecting.
  using OnEnough = std::function<void()>;

  /// Begins a page. `text` and `options` must outlive the pass.
  void begin(std::string_view text, DocumentOptions const& options, bool with_anchors,
             std::size_t enough, OnEnough on_enough);

  // What the scanner asks and tells, in source order.

  /// Which tags are worth handing over. Asked for anew after each that was.
  TagFilter const& filter() const { return all_tags_ ? every_tag_filter : few_tags_; }

  /// Takes what stands between two tags that were handed over one after the other.
  void text(text::Span before) {
    if (state_.wants_text()) state_.text(before.in(text_));
  }

  /// Takes a start tag; returns how the text after it is read.
  ContentModel start_tag(WrittenTag const& tag);
  void end_tag(TagName tag, text::Span name);

  /// Takes the content of a raw text element.
  void element_text(text::Span content);

  /// Whether `<![CDATA[` opens a section now.
  Cdata cdata() const { return state_.in_foreign_content() ? Cdata::section : Cdata::comment; }

  /// Notes that something but a tag began in the text.
  void markup();

  /// Ends the page.
  void end();

  /// True when the page must be given up.
  bool given_up() const { return given_up_; }

  // What came of it.
  std::vector<Link>& links() { return links_; }
  std::vector<Anchor> const& anchors() const { return anchors_; }
  std::optional<DeclaredBase> const& base() const { return base_; }

  std::size_t collected() const { return links_.size() + anchors_.size(); }

  /// Goes on for the base, and whether the page can be scanned, only. What was collected is
  /// forgotten.
  void stop_collecting() { stopped_ = true; }
  bool has_stopped() const { return stopped_; }

  /// Forgets links that were handed on; strings stay, since a list may be in the midst of its
  /// value.
  void drop_links() { links_.clear(); }

  /// Forgets links and anchors that were handed on, with their strings.
  void drop_collected();

 private:
  /// An element whose attributes are being read.
  struct Element {
    WrittenTag const& tag;
    AttributeMask present;  ///< of the tag's attributes those that the element has
    Namespace ns;
    std::string_view name;
  };

  struct PartedValue;
  using ValueDecoder = void (*)(std::string_view raw, std::string& value, text::SourceMap* map);

  void set_wanted();
  void forget_links();
  bool attributes_matter(WrittenTag const& tag) const;
  StartTagFacts facts_of(WrittenTag const& tag) const;
  AttributeMask merge(WrittenTag const& tag);
  void take_element(WrittenTag const& tag, AttributeMask present, Namespace ns);
  void take_attributes(Element const& element, AttributeMask links);
  LinkRow const* row_of(Element const& element, AttributeName name) const;
  void take_link(Element const& element, LinkRow const& row, WrittenValue const& value);
  void take_url(Element const& element, LinkRow const& row, WrittenValue const& value);
  template <class List>
  void take_list(Element const& element, LinkRow const& row, WrittenValue const& value);
  void take_refresh(Element const& element, LinkRow const& row, WrittenValue const& value);
  void take_css(Element const& element, LinkRow const& row, WrittenValue const& value);
  void take_css_urls(Element const& element, LinkRow const& row, PartedValue const& css,
                     CssPlace place);
  void take_style(text::Span content, Namespace ns);
  void take_base(Element const& element);
  void take_policy(Element const& element);
  void take_anchors(Element const& element);
  void take_anchor(WrittenValue const& value);
  void add(Element const& element, LinkRow const& row, text::Span span, std::uint32_t index,
           std::string_view raw);
  LinkKind kind_by_rel(Element const& element);
  PartedValue parted(WrittenValue const& value, ValueDecoder decode);
  std::string_view name_of(WrittenTag const& tag, Namespace ns);
  std::string_view decoded(WrittenValue const& value);
  bool equals(WrittenValue const& value, std::string_view lower);
  bool is_css(WrittenTag const& tag);
  void follow_state();
  void give_up() { given_up_ = true; }

  std::string_view text_;
  DocumentOptions const* options_ = nullptr;
  LinkIndex const* index_ = nullptr;
  TagFilter few_tags_;
  std::optional<FilterFor> wanted_;  ///< when it was made
  TreeState state_{Kept::structure, false};
  std::size_t enough_ = 0;
  OnEnough on_enough_;
  bool stopped_ = false;      ///< links are wanted no more
  bool takes_links_ = false;  ///< the same from the next tag on, when nothing refers to them
  bool with_anchors_ = false;
  bool all_tags_ = true;
  bool given_up_ = false;
  bool declares_policy_ = false;
  bool in_style_ = false;                   ///< the next text is an HTML style sheet
  std::optional<std::uint32_t> svg_style_;  ///< where the text of an SVG style element begins
  AttributeMask html_attributes_ = 0;       ///< that the html element has
  AttributeMask body_attributes_ = 0;
  std::optional<DeclaredBase> base_;
  std::vector<Link> links_;
  std::vector<Anchor> anchors_;
  StringArena strings_;
  std::string scratch_;
  text::SourceMap map_;
};

}  // namespace hrefkit::html::scan
