// The values of a document's elements in which URLs stand, and the URLs of one value.
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

// One URL that an element carries in an attribute or in its text.

/// One URL of an element.
struct ElementUrl {
  LinkRow const* row = nullptr;  ///< what the attribute or the text is
  std::string_view raw = {};     ///< as the DOM has it
  text::Span span = {};          ///< as written, in the document's text; {} where it is not there
  std::uint32_t index = 0;       ///< counts the URLs of one value
  LinkKind kind = LinkKind::hyperlink;           ///< the row's, or the one that `rel` gives
  RelativeTo relative_to = RelativeTo::element;  ///< which URL it is relative to
  FetchTime fetch_time = FetchTime::later;       ///< when browsers read it
  bool empty = false;                            ///< it is not fetched, and has no URL: Link::empty
  LinkUse use = LinkUse::used;                   ///< whether browsers use it
  bool is_import = false;                        ///< Link::is_import
};

// The URLs in one value: the reader that both engines use.
//
//   if (row_counts(row, element)) {
//     ValueUrls urls(row, value);
//     while (const auto url = urls.next()) use(url->value, relative_to(row, url->value));
//   }

/// What a row may ask about the element on which it stands.
class LinkElement {
 public:
  /// The value of an attribute in no namespace, or nothing where the element does not have it. A
  /// view that lives until the next call.
  virtual std::optional<std::string_view> value_of(AttributeName attribute) const = 0;

  /// The local name, as the DOM has it.
  virtual std::string_view local_name() const = 0;

  /// True below a shadow root.
  virtual bool is_in_shadow_tree() const = 0;

  /// True for a child of a picture element; nothing where the parent is not known.
  virtual std::optional<bool> is_in_picture() const = 0;

 protected:
  ~LinkElement() = default;
};

/// What counts as a link on request, in values that rows of the link table have anyway.
struct WantedValues {
  bool empty = false;        ///< AlsoFind::empty_values
  bool source_maps = false;  ///< AlsoFind::scripts: those of style sheets

  WantedValues() = default;
  explicit WantedValues(AlsoFind const& also)
      : empty(also.empty_values), source_maps(also.scripts) {}
};

/// The row that finds these links, where `row` does not; else `row` itself.
LinkRow const& wanted_row(LinkRow const& row, WantedValues wanted);

/// True when the values of `row` on `element` hold links.
bool row_counts(LinkRow const& row, LinkElement const& element);

/// What the links of `row` on `element` are for.
LinkKind kind_of(LinkRow const& row, LinkElement const& element);

/// When browsers read the links of `row` on `element`, which are of that kind.
FetchTime fetch_time(LinkRow const& row, LinkKind kind, LinkElement const& element);

/// Whether browsers use the URLs of `row` on `element`. Of a srcset they use the candidates that
/// are not dropped.
LinkUse use_of(LinkRow const& row, LinkElement const& element);

/// One URL of a value.
struct ValueUrl {
  text::Span span;         ///< as written, in the value
  std::string_view value;  ///< without the escapes of the grammar; lives until the next one is read
  LinkUse own_use = LinkUse::used;   ///< where it differs from that of the value's row
  bool is_import = false;            ///< Link::is_import
  LinkRow const* own_row = nullptr;  ///< where it differs from the value's row: in scripts

  /// Whether browsers use it, where they use the values of its row so.
  LinkUse use(LinkUse of_row) const { return own_use == LinkUse::used ? of_row : own_use; }
};

/// Reads the URLs of one value, in source order. Takes time linear in the value's length.
class ValueUrls {
 public:
  /// `value` is the value as the DOM has it, at most 4 GiB; it must outlive this.
  ValueUrls(LinkRow const& row, std::string_view value);
  template <std::same_as<std::string> Temporary>
  ValueUrls(LinkRow const& row, Temporary&& value) = delete;

  /// The next URL; nothing after the last.
  std::optional<ValueUrl> next() &;

  /// The reader of the text of a script; null for other values.
  ScriptUrls const* script() const { return std::get_if<ScriptUrls>(&reader_); }

 private:
  /// A value that is one URL, or a refresh.
  struct Single {
    std::optional<text::Span> url;
    std::optional<text::Span> next() { return std::exchange(url, std::nullopt); }
  };
  /// The part of a template before its first parameter.
  struct Template {
    std::optional<JsonUrl> url;
    std::optional<JsonUrl> next() { return std::exchange(url, std::nullopt); }
  };
  static Template template_of(std::string_view value);
  using Reader = std::variant<Single, Template, SpaceList, CommaList, ParameterUrls, Srcset,
                              CssUrls, JsonLdUrls, ImportMapUrls, SpeculationUrls, ScriptUrls>;

  static Reader reader_of(LinkRow const& row, std::string_view value);

  std::string_view value_;
  Reader reader_;
};

/// What is to be known of a script with these URLs, whose text begins at 0; nothing where there is
/// nothing. `is_classic`: it does not run if it is a module.
std::optional<ScriptFacts> facts_of(ScriptUrls const& script, bool is_classic);

/// The rows of the text of inline scripts, classic ones and modules. A URL in it has a row of its
/// own (row_of).
extern const LinkRow classic_script_row;
extern const LinkRow module_script_row;

/// The row of the source map of a style sheet.
extern const LinkRow sheet_map_row;

/// The row of a URL that a script names.
LinkRow const& row_of(ScriptUrl const& url);

/// Whether browsers use it by themselves: tools alone read source maps, and
/// `new URL("./", import.meta.url)` names a folder.
LinkUse use_of(ScriptUrl const& url);

/// True for the script element of an import map.
bool is_import_map(Document const& document, NodeId script);

/// The text of an element, as its text nodes have it together.
std::string text_of(Document const& document, NodeId element);

/// The row of the text of an inline script with these attributes, which may be missing; null for a
/// data block.
LinkRow const* inline_script_row(std::optional<std::string_view> type,
                                 std::optional<std::string_view> language);

/// True for the type of an import map (HTML Standard 4.12.1.1, "prepare the script element", step
/// 10), in any case.
bool is_import_map_type(std::optional<std::string_view> type);

/// The same for speculation rules.
bool is_speculation_rules_type(std::optional<std::string_view> type);

/// True for the elements whose URLs are links of the document. With `templates`, those in the
/// content of templates are, too.
inline bool carries_links(Node const& node, bool templates) {
  return node.type == NodeType::element && !node.clone && !node.is_shadow_root &&
         (templates || !node.inert);
}

/// A value that holds links: an attribute of its element, or the element's text.
struct LinkValue {
  static constexpr std::uint32_t text = UINT32_MAX;

  LinkRow const* row = nullptr;
  std::uint32_t attribute = text;  ///< the place among the element's attributes, or `text`
  std::uint32_t begin = 0;         ///< where it begins in the document's text
};

/// Appends the values of `element` that hold links: its attributes in their order, then its text,
/// then what `also` asks for.
void append_link_values(std::vector<LinkValue>& values, Document const& document, NodeId element,
                        AlsoFind const& also);

/// The first text among the children of `element`, or no_node.
NodeId first_text(Document const& document, NodeId element);

/// Reads the URLs of one value. It stays where it was made.
class LinkValueReader {
 public:
  LinkValueReader(Document const& document, NodeId element, LinkValue const& value);
  LinkValueReader(LinkValueReader const&) = delete;
  LinkValueReader& operator=(LinkValueReader const&) = delete;

  /// The next URL; nothing after the last. Its `raw` lives until the next call.
  std::optional<ElementUrl> next();

  /// True when the `raw` of the last URL lives as long as the document.
  bool raw_is_of_document() const { return raw_is_of_document_; }

  /// Where the whole value is written.
  text::Span written_value() const { return string_.span; }

  /// The byte before the last URL in the value; 0 at its start.
  char byte_before() const { return byte_before_; }

  /// What is to be known of the text of a script, whose places are in the document's text; nothing
  /// for other values, and where there is nothing.
  std::optional<ScriptFacts> script_facts() const;

 private:
  SourcedString string_of(Document const& document, NodeId element, LinkValue const& value);
  SourcedString join(std::vector<SourcedString const*> const& pieces);

  LinkRow const* row_;
  LinkKind kind_;
  FetchTime fetch_time_;
  LinkUse use_;
  std::string joined_;  // the text of several nodes
  text::SourceMap joined_map_;
  SourcedString string_;
  ValueUrls urls_;
  std::uint32_t index_ = 0;
  bool raw_is_of_document_ = false;
  char byte_before_ = 0;
};

// The URLs that one element carries in its attributes and its text.
//
//   ElementUrls urls(document, {});
//   for (ElementUrl const& url : urls.of(id)) use(url.raw, url.kind);

/// Reads the URLs of one document's elements.
class ElementUrls {
 public:
  /// `document` must outlive this.
  ElementUrls(Document const& document, AlsoFind also) : document_(document), also_(also) {}

  /// The URLs of `element`, attribute by attribute, then those of its text. Valid until the next
  /// call; the strings that `raw` views live as long as this and the document.
  std::span<ElementUrl const> of(NodeId element);

 private:
  Document const& document_;
  AlsoFind also_;
  std::vector<LinkValue> values_;
  std::vector<ElementUrl> found_;
  std::deque<std::string> strings_;  // strings that are not the document's
};

// The values of feeds and sitemaps in which URLs stand.

/// The rows of feeds and sitemaps, in the order of element namespace, element and attribute.
std::span<LinkRow const> feed_rows();

/// The row of an attribute, or of the text if `attribute` is empty; null if it holds no URL.
LinkRow const* find_feed_row(Namespace ns, std::string_view element, std::string_view attribute);

/// True for an item of RSS and an entry of Atom.
bool is_feed_item(Node const& node);

/// The child of an item that readers take for the item's link: `link` of RSS, then a `link` of Atom
/// that is an alternate, best of HTML, then a guid that is a whole URL. no_node without any.
NodeId item_link(Document const& document, NodeId item);

/// The reference in `link`, which is a result of item_link.
std::string item_reference(Document const& document, NodeId link);

/// Appends the values of an element of a feed or sitemap that hold links: its attributes in their
/// order, then its text.
void append_feed_values(std::vector<LinkValue>& values, Document const& document, NodeId element);

}  // namespace hrefkit::html
