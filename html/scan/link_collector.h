// Collects the links and anchors of one page from the tags of the page.
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
#include "hrefkit/html/around.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::html::scan {

// A start tag as it is written, as far as the scanner reads it.

/// The value of an attribute as written.
struct WrittenValue {
  text::Span span = {};
  bool coded = false;  ///< it has `&`, CR or NUL, so that it needs decoding
};

/// A start tag as the scanner passes it on.
struct WrittenTag {
  text::Span span = {};  ///< from `<` past `>`
  text::Span name = {};
  TagName tag = TagName::unknown;
  bool self_closing = false;
  AttributeMask present = 0;  ///< the attributes in `values`; of duplicates the first
  std::array<WrittenValue, attribute_name_count> values = {};

  WrittenValue const& value(AttributeName attribute) const {
    return values[static_cast<std::size_t>(attribute)];
  }
};

// The strings of one page: views of its text, or decoded copies.

/// A decoded value with the way back to what is written.
struct DecodedValue {
  std::string_view value;
  std::uint32_t begin;         ///< where it is written
  text::SourceMap const* map;  ///< from the value to what is written; null where they are equal

  /// Where a part of the value is written.
  text::Span written(text::Span part) const {
    if (map != nullptr) part = map->to_source(part);
    return {begin + part.begin, begin + part.end};
  }
};

/// Decodes values and keeps strings. Used for page after page.
class PageStrings {
 public:
  /// A function of attribute_value.h.
  using Decoder = void (*)(std::string_view raw, std::string& value, text::SourceMap* map);

  /// Begins a page. `text` must outlive the pass.
  void begin(std::string_view text) { text_ = text; }

  std::string_view text() const { return text_; }

  /// A value that lives until the next call of `peek`.
  std::string_view peek(WrittenValue const& value);

  /// A value that lives until `clear`.
  std::string_view keep(WrittenValue const& value) {
    return value.coded ? arena_.keep(peek(value)) : value.span.in(text_);
  }
  std::string_view keep(std::string_view string) { return arena_.keep(string); }

  /// A value that lives until `clear`; its map lives until the next call.
  DecodedValue decode(WrittenValue const& value, Decoder decoder);

  /// The name of an element as the DOM has it in that namespace. Lives until `clear`.
  std::string_view element_name(WrittenTag const& tag, Namespace ns);

  /// Drops all strings.
  void clear() { arena_.clear(); }

 private:
  std::string_view text_;
  text::StringArena arena_;
  std::string scratch_;
  text::SourceMap map_;
};

/// An element whose tag is being read.
class ScannedElement final : public LinkElement {
 public:
  /// `present` are the attributes of the tag that the element has. The strings and the tag must
  /// outlive this.
  ScannedElement(PageStrings& strings, WrittenTag const& tag, AttributeMask present, Namespace ns,
                 std::string_view name, std::optional<bool> is_in_picture = {},
                 Surroundings around = {})
      : strings_(strings),
        tag_(tag),
        present_(present),
        ns_(ns),
        name_(name),
        is_in_picture_(is_in_picture),
        around_(around) {}

  std::optional<std::string_view> value_of(AttributeName attribute) const override {
    if (!has(attribute)) return std::nullopt;
    return strings_.peek(tag_.value(attribute));
  }
  std::string_view local_name() const override { return name_; }
  bool is_in_shadow_tree() const override { return around_.has(Around::shadow_tree); }
  std::optional<bool> is_in_picture() const override { return is_in_picture_; }

  Surroundings around() const { return around_; }
  WrittenTag const& tag() const { return tag_; }
  AttributeMask present() const { return present_; }
  Namespace ns() const { return ns_; }
  bool is_html() const { return ns_ == Namespace::html; }
  bool has(AttributeName attribute) const { return (present_ & mask_of(attribute)) != 0; }

 private:
  PageStrings& strings_;
  WrittenTag const& tag_;
  AttributeMask present_;
  Namespace ns_;
  std::string_view name_;
  std::optional<bool> is_in_picture_;
  Surroundings around_;
};

/// Used for page after page; what it collected lives until the next `begin` or `drop`.
class LinkCollector {
 public:
  /// Called between any two links when there are `enough`: to remove them (`drop_links`), or to
  /// stop collecting.
  using OnEnough = std::function<void()>;
  /// Called with the `srcdoc` of each frame among the links of its tag.
  using OnFrame = std::function<void(WrittenValue const& srcdoc)>;

  /// What is collected.
  struct Extras {
    bool links = true;
    bool anchors = false;
    bool places = false;  ///< of the links
    bool rels = false;    ///< the same
    bool uses = false;    ///< the same
    bool image_maps = false;
    WantedValues values = {};
    bool directives = false;    ///< whether comments have some; the page notes that
    bool surroundings = false;  ///< of the links, ids and names; the page finds them
  };

  /// Begins a page, whose strings `strings` keeps. The functions may be empty.
  void begin(PageStrings& strings, Extras wanted, std::size_t enough, OnEnough on_enough,
             OnFrame on_frame);

  /// Goes on with the document of that number: 0 for the page, whose anchors alone are collected.
  void go_on_in(PageStrings& strings, std::uint32_t context) {
    strings_ = &strings;
    context_ = context;
  }

  /// Collects from an element's attributes.
  void collect(ScannedElement const& element);

  /// Collects from the text of a style element of that namespace, whose tag begins at `tag`.
  void collect_style(std::uint32_t tag, text::Span content, Namespace ns, Surroundings around);

  /// Collects what a script names, whose text is raw and whose tag begins at `tag`.
  void collect_script(std::uint32_t tag, text::Span content, LinkRow const& row,
                      Surroundings around);

  /// True for a style element whose text is CSS.
  static bool is_style_sheet(ScannedElement const& style);

  bool wants_links() const { return wants_links_; }
  bool wants_anchors() const { return wants_anchors_ && context_ == 0; }
  bool wants_image_maps() const { return wants_image_maps_; }
  bool wants_uses() const { return wants_links_ && wants_uses_; }

  /// Stops collecting in the midst of a value. What was collected stays until `forget`.
  void stop() { stopped_ = true; }
  bool has_stopped() const { return stopped_; }

  /// Wants nothing more of the page, and drops what was collected. Not in the midst of a value.
  void forget();

  /// The links. Instead of the number of its base each has a `NumberedBase`.
  std::vector<Link>& links() { return links_; }

  /// What the number of a base depends on, until the bases are known.
  struct NumberedBase {
    static constexpr std::uint32_t time_factor = 8;
    static_assert(relative_to_count <= time_factor);

    RelativeTo relative_to;
    FetchTime time;  ///< when browsers read the link

    constexpr explicit NumberedBase(std::uint32_t number)
        : relative_to(static_cast<RelativeTo>(number % time_factor)),
          time(static_cast<FetchTime>(number / time_factor)) {}
    constexpr NumberedBase(RelativeTo to, FetchTime when) : relative_to(to), time(when) {}
    constexpr std::uint32_t number() const {
      return static_cast<std::uint32_t>(relative_to) +
             time_factor * static_cast<std::uint32_t>(time);
    }
  };
  /// The places of the links, if they are wanted.
  std::vector<LinkPlace> const& places() const { return places_; }
  std::vector<Anchor> const& anchors() const { return anchors_; }
  std::vector<ImageMapName>& image_maps() { return image_maps_; }
  std::vector<ScriptFacts>& scripts() { return scripts_; }
  std::size_t count() const { return links_.size() + anchors_.size() + image_maps_.size(); }

  /// Drops links that were emitted. Strings stay, since a list may be in the midst of its value.
  void drop_links() {
    links_.clear();
    scripts_.clear();
    places_.clear();
  }

  /// Drops links and anchors that were emitted, with their strings.
  void drop();

 private:
  void collect_anchors(ScannedElement const& element);
  void collect_anchor(ScannedElement const& element, AttributeName attribute, bool is_second);
  void collect_image_maps(ScannedElement const& element);
  void collect_links(ScannedElement const& element, AttributeMask links);
  std::optional<std::string_view> rel_of(ScannedElement const& element);
  static LinkRow const* row_of(ScannedElement const& element, AttributeName attribute);
  void collect_url(ScannedElement const& element, Link const& plain, WrittenValue const& value);
  void collect_value(ScannedElement const& element, LinkRow const& row, WrittenValue const& value);
  void read_frame(WrittenValue const& srcdoc);
  void collect_urls(ScannedElement const& element, LinkRow const& row, text::Span written,
                    DecodedValue const& value);
  void collect_marked_style(ScannedElement const& style, text::Span content);
  void add(ScannedElement const& element, LinkRow const& row, LinkKind kind, FetchTime time,
           LinkUse use, bool is_import, text::Span span, std::uint32_t index, std::string_view raw);
  void add_facts(ScriptUrls const& script, LinkRow const& row, DecodedValue const& value,
                 text::Span written);
  void end_link();
  void add_place(ScannedElement const& element, LinkRow const& row, text::Span value,
                 text::Span url, char before);

  PageStrings* strings_ = nullptr;
  std::size_t enough_ = 0;
  OnEnough on_enough_;
  OnFrame on_frame_;
  std::uint32_t context_ = 0;
  bool wants_links_ = false;
  bool wants_anchors_ = false;
  bool wants_image_maps_ = false;
  bool wants_places_ = false;
  bool wants_rels_ = false;
  bool wants_uses_ = false;
  WantedValues wanted_values_;
  bool stopped_ = false;
  std::vector<Link> links_;
  std::vector<LinkPlace> places_;
  std::optional<std::string_view> rel_;  // of the element that is being read
  std::vector<Anchor> anchors_;
  std::vector<ImageMapName> image_maps_;
  std::vector<ScriptFacts> scripts_;
};

// The link table by numbers: which row an attribute of an HTML element has, and which attributes of
// an element matter at all.

/// Derived from the link table.
class LinkIndex {
 public:
  constexpr LinkIndex();

  /// The number of the row of an attribute of an HTML element, counted from 1; 0 without a row.
  std::uint8_t number(TagName element, AttributeName attribute) const {
    return rows_[static_cast<std::size_t>(element)][static_cast<std::size_t>(attribute)];
  }

  /// The row of an attribute of an HTML element, or null.
  LinkRow const* row(TagName element, AttributeName attribute) const {
    const std::uint8_t index = number(element, attribute);
    return index == 0 ? nullptr : &link_row_table[index - 1];
  }

  /// The attributes of an HTML element that have a row.
  AttributeMask links_of(TagName element) const {
    return links_[static_cast<std::size_t>(element)];
  }

  /// The attributes of an HTML element that decide whether its links are used.
  AttributeMask deciders_of(TagName element) const {
    return deciders_[static_cast<std::size_t>(element)];
  }

  /// The attributes of SVG and MathML elements that have a row.
  AttributeMask foreign_links() const { return foreign_links_; }

 private:
  constexpr void set(std::size_t element, std::size_t attribute, std::size_t row);

  std::array<std::array<std::uint8_t, attribute_name_count>, tag_name_count> rows_{};
  std::array<AttributeMask, tag_name_count> links_{};
  std::array<AttributeMask, tag_name_count> deciders_{};
  AttributeMask foreign_links_ = 0;
};

extern const LinkIndex link_index;

}  // namespace hrefkit::html::scan
