// The one interface between the engines that find links and the code that uses them.
//
// Bytes become text (source_text.h), text becomes links (find_links.h), and links go in blocks, in
// source order, to a consumer: a printer, a rewriter, a checker. Consumers do not know which engine
// found the links:
//
//   void print(LinkBlock const& block) {
//     for (Link const& link : block.links) {
//       auto url = block.resolve(link);
//       ...
//     }
//   }
//
// A link has places, not lines: `link.span` counts in the decoded text, `block.bytes_of(link)` in
// the bytes of the file. Lines and columns come from a `text::LineCursor` over `block.text`
// (text/line_index.h), kept from block to block: `cursor.at(link.span.begin).line`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/around.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link_kind.h"  // IWYU pragma: export
#include "hrefkit/html/listener.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::html {

/// A document in the tree of browsing contexts of one file. Views live as long as the block.
struct LinkContext {
  std::string path =
      {};  ///< index path of the frame elements, "0.3"; empty for the file's own document
  std::uint32_t parent = 0;    ///< the context around it; itself for the file's own document
  std::string_view text = {};  ///< the document's text; empty for the file's own document
  text::Span source = {};      ///< the place in the parent's text of the value that holds it
  bool in_text = false;        ///< the value is the text of an element, else an attribute
  text::SourceMap const* map = nullptr;  ///< from `text` to the text at `source`; null: the same
  /// Of the document, or of the page that runs the script; null: none.
  ImportMaps const* import_maps = nullptr;

  /// The place in the parent's text of a part of `text`.
  text::Span to_parent(text::Span part) const {
    const text::Span written = map == nullptr ? part : map->to_source(part);
    return {source.begin + written.begin, source.begin + written.end};
  }
};

struct LinkRow;
class ContextTree;

/// Whether browsers use a link, by the other attributes of its element (link_table.h,
/// LinkCondition).
enum class LinkUse : std::uint8_t {
  used,
  not_used,           ///< its element, or its row in the table, does not use it
  no_rel,             ///< a link element whose `rel` names no use
  host_alone,         ///< the element asks for a connection only
  dropped_candidate,  ///< an image candidate that the parser of `srcset` drops
  names_only,         ///< in the JSON of a script: what only names a thing, or is a part of URLs
  unknown,            ///< it depends on the parent element, which takes a tree to know
};

/// False where it is known that browsers do not use the URL.
constexpr bool may_be_used(LinkUse use) {
  return use == LinkUse::used || use == LinkUse::unknown;
}

/// How the text of a link becomes a URL.
enum class Reference : std::uint8_t {
  url,           ///< it is relative to the base URL
  specifier,     ///< the import maps of its document say where it leads (import_map.h)
  unknown_page,  ///< it is relative to the page that runs its script, which is not known
};

/// One place in the source that names a URL. Views live as long as the block that holds the link.
struct Link {
  std::string_view element = {};    ///< the DOM's local name
  std::string_view attribute = {};  ///< the DOM's name ("xlink:href"); empty for an element's text
  std::string_view raw = {};        ///< the value as the DOM has it, or one URL of it; UTF-8
  text::Span span = {};             ///< the URL as written, in the text of the file
  std::uint32_t index = 0;          ///< counts the URLs of one value
  /// Which of the block's bases resolves it. URLs in CSS have a base of their own where the
  /// encoding of the page does not count for them, and so have local references.
  std::uint32_t base = 0;
  std::uint32_t context = 0;  ///< which of the block's contexts
  Namespace ns = Namespace::html;
  LinkKind kind = LinkKind::hyperlink;
  /// A fragment of CSS or SVG that leads into its own document, whatever the base URL is: `url(#a)`
  /// or `<use href="#a">`. It resolves against the document's own address.
  bool local = false;
  /// An empty value that HTML does not fetch (link_table.h, requires_non_empty): it has no URL.
  bool empty = false;
  /// The style sheet that an `@import` rule of CSS names.
  bool is_import = false;
  Reference reference = Reference::url;
  /// Of a specifier: how many of the import maps of its document were there (ImportMaps::all).
  std::uint32_t import_maps = UINT32_MAX;
  /// Whether browsers use it, where the sink asks for that, and the document has elements.
  LinkUse use = LinkUse::used;
  /// Its surroundings: `shadow_tree` always, the others if the sink asks for them.
  Surroundings around = {};
  /// What `LinkBlock::element_of` finds the element by: the same for all links of one element, and
  /// different for those of other elements of the document.
  std::uint32_t element_key = no_element;
  /// Which of the block's bases a browser loads it from by itself. A link that is fetched as the
  /// parser reaches it is fetched from the base URL in force then: base elements after it do not
  /// count (HTML Standard 4.2.3). For all other links it is `base`.
  std::uint32_t loaded_base = 0;
  /// The base URL in force where the link stands, for one that browsers read when they get round to
  /// it (FetchTime::when_shown): where a base element comes later, they may load it from there or
  /// from `base`. For all other links it is `loaded_base`.
  std::uint32_t place_base = 0;
  /// The row of the link table (link_table.h, row_of); null for a place without a row. It lives as
  /// long as the program.
  LinkRow const* row = nullptr;
  /// The value of the attribute rel of an element `a`, `area`, `link` or `form`, where the sink
  /// asks for that, and the document has elements.
  std::optional<std::string_view> rel = {};

  static constexpr std::uint32_t no_element = UINT32_MAX;
};

// Which links count, by what they are for and by their elements.

/// A set of kinds.
class LinkKinds {
 public:
  LinkKinds() = default;
  LinkKinds(std::initializer_list<LinkKind> kinds) { insert(kinds); }
  LinkKinds(std::vector<LinkKind> const& kinds) { insert(kinds); }

  void insert(LinkKind kind) { bits_ |= bit(kind); }
  bool empty() const { return bits_ == 0; }
  bool contains(LinkKind kind) const { return (bits_ & bit(kind)) != 0; }

 private:
  static std::uint32_t bit(LinkKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
  }
  void insert(std::span<LinkKind const> kinds) {
    for (const LinkKind kind : kinds) insert(kind);
  }

  std::uint32_t bits_ = 0;
};
static_assert(link_kind_count <= 32);

/// A set of local names of elements, in any ASCII case. `contains` is a binary search, as an option
/// may have thousands of names.
class ElementNames {
 public:
  ElementNames() = default;
  ElementNames(std::vector<std::string> names);
  ElementNames(std::initializer_list<std::string> names)
      : ElementNames(std::vector<std::string>(names)) {}

  bool empty() const { return names_.empty(); }
  bool contains(std::string_view name) const;

 private:
  std::vector<std::string> names_;  // in lower case, sorted
};

/// True for a link of one of the kinds in one of the elements. An empty set stands for all.
bool is_selected(LinkKinds kinds, ElementNames const& elements, Link const& link);

/// The same for a link in no element, such as one in the head of an HTTP message.
bool is_selected(LinkKinds kinds, ElementNames const& elements, LinkKind kind);

/// True for a guid of RSS that is not an absolute URL: its text only identifies the item, though
/// without `isPermaLink="false"` it should be a URL (RSS 2.0, guid).
bool is_bare_guid(Link const& link);

/// How URLs are written in a value.
enum class LinkGrammar : std::uint8_t {
  url,           ///< the whole value is one URL
  trimmed_url,   ///< one URL, with white space around it that does not count: the text of feeds
  space_list,    ///< URLs with ASCII white space between (url_list.h)
  comma_list,    ///< URLs with commas between (url_list.h)
  parameters,    ///< URLs in "name=value;name=value" (url_list.h)
  url_template,  ///< a URL up to the first parameter in braces (OpenSearch 1.1, "URL template")
  srcset,        ///< image candidates (srcset.h)
  refresh,       ///< seconds and a URL (refresh.h)
  css,           ///< a style sheet, or declarations, or one property's value (css_urls.h)
  json_ld,       ///< JSON-LD (metadata_urls.h)
  import_map,    ///< an import map (metadata_urls.h)
  speculation_rules,  ///< speculation rules (metadata_urls.h)
  classic_script,     ///< a classic script (script_urls.h)
  module_script,      ///< a module script (script_urls.h)
  json_string,        ///< a string of JSON
  markdown,           ///< the destination of a link in Markdown
  document,           ///< not a URL: a document of its own, with links of its own
};

/// The places that are needed to replace the URL of a link. Spans count in the text of the link's
/// own document, which differs from the file's text for a srcdoc document.
struct LinkPlace {
  text::Span tag = {};    ///< the start tag of its element; empty for an element's text
  text::Span value = {};  ///< the whole value as written: inside the quotes, or the element's text
  text::Span url = {};    ///< the URL as written
  LinkGrammar grammar = LinkGrammar::url;
  char before = 0;  ///< the byte before the URL in the value as the DOM has it; 0 at its start
};

/// True for the elements whose attribute rel gives the purpose of their links.
constexpr bool has_rel(std::string_view element) {
  return element == "a" || element == "area" || element == "link" || element == "form";
}

/// The maximum number of links, or anchors, in a block.
inline constexpr std::size_t max_link_block = 512;

/// Some consecutive links of one file, with the data that they refer to. Lives until the sink's
/// call ends.
struct LinkBlock {
  std::span<Link const> links = {};
  std::span<LinkBase const> bases = {};
  std::span<LinkContext const> contexts = {};
  std::string_view text = {};            ///< the file's text in UTF-8, in which spans count
  text::SourceMap const* map = nullptr;  ///< from offsets in `text` to offsets in the file's bytes;
                                         ///< null where they are the same
  std::span<LinkPlace const> places = {};     ///< one for each link where the sink asks for them
  UrlBudget* budget = nullptr;                ///< of the page; null: there is no limit
  ContextTree const* tree = nullptr;          ///< of the documents; null where they were scanned
  std::span<NamedValue const> elements = {};  ///< of a text without markup, which has some

  /// Appends the absolute URL of one of the links, serialised, to `out`; the block's bases resolve
  /// it. Error::empty for an empty value that HTML does not fetch. The URL and its base count in
  /// the page's budget: past it the error is `too_long`. On an error `out` stays. Ask once for each
  /// link.
  tl::expected<void, url::Error> append_url(std::string& out, Link const& link) const {
    return append_counted(out, link, link.base);
  }

  /// The same as a new string.
  tl::expected<std::string, url::Error> resolve(Link const& link) const;

  /// Appends the URL of a link with Reference::unknown_page that begins at the root, as if the page
  /// had the origin of its script: for programs that change or compare it. Error::page_base where
  /// it does not begin so. It does not count in the budget.
  tl::expected<void, url::Error> append_for_own_page(std::string& out, Link const& link) const;

  /// The same as a parsed URL, without a second parse. Only for Standard::whatwg.
  url::Result<url::Url> resolve_url(Link const& link) const;

  /// Appends the URL that a browser loads to `out`, as `append_url` does.
  tl::expected<void, url::Error> append_loaded(std::string& out, Link const& link) const {
    return append_counted(out, link, link.loaded_base);
  }

  /// Appends the URL that the link has where it stands (Link::place_base) to `out`, as `append_url`
  /// does.
  tl::expected<void, url::Error> append_at_place(std::string& out, Link const& link) const {
    return append_counted(out, link, link.place_base);
  }

  /// The URL that a link of HTML in a feed's item has with FeedBase::item. nullopt for all others.
  std::optional<std::string> item_url(Link const& link) const;

  /// The element of a link. A link of a style sheet or an HTTP header has an element without
  /// attributes. The view lives as long as the block.
  ElementView element_of(Link const& link) const;

  /// The rel of a link for a row: nullopt also for one of more than `max_rel` bytes.
  static std::optional<std::string_view> row_rel_of(Link const& link) {
    return link.rel && link.rel->size() > max_rel ? std::nullopt : link.rel;
  }

  /// True if the link's URL differs from the one in browsers, which ignore xml:base. False in
  /// documents that browsers do not show.
  bool is_moved_by_xml_base(Link const& link) const {
    return bases[link.base].in_browsers != LinkBase::no_other && is_moved_from_browsers(link);
  }

  /// The place of a link in the file's bytes.
  text::Span bytes_of(Link const& link) const {
    if (map == nullptr) return link.span;
    return {map->to_source(link.span.begin), map->to_source(link.span.end)};
  }

  /// Appends the URL of the link by one of the block's bases, given by its index, to `out`. It does
  /// not count in the budget.
  tl::expected<void, url::Error> append_by(std::string& out, Link const& link,
                                           std::uint32_t base) const {
    if (link.empty) return tl::make_unexpected(url::Error::empty);
    if (link.reference != Reference::url) return append_of_script(out, link, base);
    return bases[base].resolver.append_resolved(out, link.raw);
  }

 private:
  bool is_moved_from_browsers(Link const& link) const;
  tl::expected<void, url::Error> append_of_script(std::string& out, Link const& link,
                                                  std::uint32_t base) const;
  // FAST: inline, as it runs for each link.
  tl::expected<void, url::Error> append_counted(std::string& out, Link const& link,
                                                std::uint32_t base) const {
    if (budget == nullptr) return append_by(out, link, base);
    if (budget->is_spent()) return tl::make_unexpected(url::Error::too_long);
    const std::size_t before = out.size();
    auto resolved = append_by(out, link, base);
    if (!budget->count(out.size() - before + bases[base].resolver.base().size(), link.span)) {
      out.resize(before);
      return tl::make_unexpected(url::Error::too_long);
    }
    return resolved;
  }
};

// Sinks: listeners for the links, anchors and notes of a document.
//
//   html::LinkSink sink{.links = [&](html::LinkBlock const& block) {
//     count += block.links.size();
//   }};

/// What is to be known of a script besides its links.
struct ScriptFacts {
  text::Span text = {};  ///< its text, in the text of the file
  std::uint32_t context = 0;
  std::size_t computed_imports = 0;  ///< `import()` calls whose argument is no literal
  /// Why the search for links ended early, and where in the text of the file; else empty.
  std::string_view fault = {};
  /// An import or export declaration, or `import.meta`, in a classic script: it does not run.
  bool is_module_in_classic = false;
  std::uint32_t fault_begin = 0;
  /// Of a file: the literal that Vite's preload helper in it puts before the entries of a list;
  /// empty without a helper. It lives until the sink's call ends.
  std::string_view vite_base = {};
};

/// The listeners for one document. Each may be empty. Once one answers `stop`, none is called again
/// for the document.
struct LinkSink {
  /// Links, in source order, in blocks of at most `max_link_block`; each place in the source
  /// once, but for ScriptPage::other_maps and the like. Those of the srcdoc documents in the file
  /// are among them. A text that the fault of XML
  /// or JSON cuts is no link.
  Listener<LinkBlock const&> links = {};
  /// Anchors of the file's own document, in source order, in blocks. Links and anchors are in two
  /// orders of their own: which block comes first is not defined.
  Listener<std::span<Anchor const>> anchors = {};
  /// The names of image maps and the `usemap`s that name them, those of each document in source
  /// order.
  Listener<std::span<ImageMapName const>> image_maps = {};
  /// Notes about the document, before the links that they concern. A note that the URLs exceed
  /// their budget comes after the last link.
  Listener<Note const&> notes = {};
  /// Called once, before the links: whether an HTML or XML document may have comments that begin
  /// with `directive_prefix`. False only if it has none.
  Listener<bool> directives = {};
  /// Called after the links, where surroundings are wanted, with the place of the first comment
  /// `hrefkit-ignore-start` that nothing ends.
  Listener<std::uint32_t> open_ignore = {};
  /// Scripts with something to be known, in source order. Their order among links is not defined,
  /// nor is that of the notes about them.
  Listener<ScriptFacts const&> scripts = {};
  /// Whether blocks have the places of their links, and their contexts what is around them.
  bool with_places = false;
  /// Whether links have the rel attributes of their elements.
  bool with_rels = false;
  /// Whether links say if browsers use them.
  bool with_uses = false;
  /// Whether links, anchors and names of image maps say what is around them. All elements are
  /// followed then, which takes about five times as long.
  bool with_surroundings = false;
  /// Whether all anchors come before the links, for which a document with very many is read once
  /// more.
  bool anchors_first = false;
};

/// Passes notes to a sink, until it answers `stop`.
Flow emit(LinkSink const& sink, std::span<Note const> notes);

/// Passes anchors to a sink in blocks, until it answers `stop`.
Flow emit(LinkSink const& sink, std::span<Anchor const> anchors);

/// Passes a sink the note that the page's URLs exceed their budget, if they do.
Flow emit(LinkSink const& sink, UrlBudget const& budget);

/// Passes a sink what is to be known of a script, with notes about its faults.
Flow emit(LinkSink const& sink, ScriptFacts const& script);

/// Passes names of image maps to a sink, if there are any.
Flow emit(LinkSink const& sink, std::span<ImageMapName const> names);

}  // namespace hrefkit::html
