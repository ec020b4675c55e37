// The link table: the attributes that hold URLs, by element, with their properties.
//
//   if (LinkRow const* row = find_link_row(Namespace::html, "a", "href", Namespace::none)) ...
//
// Each place of a document that can hold URLs is one row (links/link_row_table.h), and each fact
// about it is a column of that row:
//
//   kind, grammar            what the URL is for, and how it is written: alone, in a srcset, in CSS
//   source                   the section of a standard that defines it
//   rule                     what else must hold for it to be a link: `type`, `http-equiv`, ...
//   fetch, condition         when browsers fetch it, and what decides whether they use it at all
//   limit                    what may keep browsers from loading a file although its URL is right
//   usable                   what the element can do something with: a picture, a script, anything
//   effect, on_insertion     what a change of its base URL, and a move of its element, do to it
//
// Code that treats links differently asks the row for a property and never compares names: both
// engines find links by it, `check` asks `condition` whether a missing file matters, `rewrite` asks
// which links may be written, `effects` asks `effect`. So a new attribute is one row, and one row
// in the test of the table.
//
// Some facts depend on the element as well: the kind of a link element's href depends on its `rel`.
// Their column names the rule, such as LinkRule::kind_by_rel, and the one reader of values
// (links/link_values.h) applies it.
//
// A look-up rejects most attributes by the length and the first letter of their names; the others
// cost a binary search. The scanner has tables of its own that are made from the rows at compile
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hrefkit/html/link.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

/// What else a row depends on.
enum class LinkRule : std::uint8_t {
  plain,
  kind_by_rel,         ///< the element's `rel` gives the kind
  empty_is_document,   ///< a value of white space is not a URL: the form goes to its document
  empty_is_own_url,    ///< a value of white space is the address of the document itself
  http_equiv_refresh,  ///< counts where the element's `http-equiv` is "refresh" in any case
  type_css,            ///< counts where `type` is absent, empty or "text/css" in any case
  element_reference,   ///< refers to an element: a fragment alone leads into its own document
  not_animation,       ///< counts on all elements but the animation elements
  kind_by_feed_rel,    ///< the same as `kind_by_rel` by the relations of Atom
  permalink,           ///< counts unless `isPermaLink` is "false"
  item_name,           ///< a permalink beside the link of its item, which it names
};

/// When a browser fetches what a row names, without a user or a script that asks for it.
enum class LinkFetch : std::uint8_t {
  none,              ///< never, or later
  at_once,           ///< when its element is inserted
  by_rel,            ///< the same if the element's `rel` names a resource that is fetched at once
  non_empty,         ///< `at_once`; HTML wants a non-empty URL, and fetches nothing without one
  non_empty_by_rel,  ///< `by_rel`; the same
  when_shown,        ///< when browsers get round to it: `FetchTime::when_shown`
  non_empty_when_shown,  ///< the same; HTML wants a non-empty URL
};

/// When browsers read a URL that they fetch without a user or a script that asks for it. It decides
/// which base URL counts where a base element comes later.
enum class FetchTime : std::uint8_t {
  later,    ///< never, or when the document is whole
  at_once,  ///< when the parser reaches it: by the base URL in force then
  /// When a queued task or the layout reads it. Mostly the document is whole then, but nothing is
  /// certain: embed and object queue a task (HTML 4.8.6, 4.8.7), browsers put off media elements,
  /// and presentation attributes are read when style is computed. Seen in Chromium 156 and Firefox
  /// 153.
  when_shown,
};

/// What, besides the URL, decides whether browsers use it: fetch it, navigate to it or send
/// something there.
enum class LinkCondition : std::uint8_t {
  always,
  never,         ///< no browser uses it, or its use is invisible: pings
  is_name,       ///< `never`; it names a type, and is never rewritten
  is_item,       ///< `never`; it names an item by a URL, which resolves like those of links
  unwritten,     ///< `never`; scripts or other programs use it, and it is not rewritten
  is_prefix,     ///< `never`; URLs begin with it
  rel,           ///< the element's `rel` says what for, and fetches more than a connection
  preload,       ///< the element's `rel` has "preload"
  in_picture,    ///< its element is a child of picture
  in_media,      ///< its element is no child of picture: of audio or video
  not_dialog,    ///< `method` is not "dialog"
  sends_form,    ///< `type` is neither "button" nor "reset"
  submits,       ///< `type` is "submit" or "image"
  image_button,  ///< `type` is "image"
  no_srcdoc,     ///< the element has no `srcdoc`
  runs,          ///< `type` and `language` are those of a script (script_type.h)
};

/// What may keep browsers from loading a file although its URL is right (load_limits.h).
enum class LoadLimit : std::uint8_t {
  by_kind,  ///< `cross_origin` for images and media, else `none`
  none,
  cross_origin,  ///< with `crossorigin`, the file's server must allow it
  code,          ///< scripts and style sheets: the same, and the file must have the hash that
                 ///< `integrity` names; module scripts always need a server
  same_origin,   ///< the file must be of the page's origin
};

/// What the element of a row can use of the bytes that are served there (usable_content.h).
enum class UsableContent : std::uint8_t {
  by_kind,      ///< what links of its kind can use; only in the table
  anything,     ///< a page as well as anything else
  picture,      ///< a picture
  media,        ///< sound or a film
  track,        ///< a text track: WebVTT
  css_file,     ///< what CSS loads: a picture or a font
  script,       ///< a classic script
  module,       ///< a module script, or a worker
  style_sheet,  ///< a style sheet
  svg_element,  ///< an element of a document of SVG, or of the link's own document
  manifest,     ///< a web app manifest
};

/// What happens to a URL that is fetched at once when its element is inserted into another
/// document.
enum class OnInsertion : std::uint8_t {
  fetched,  ///< it is fetched again
  kept,     ///< scripts run once, media elements keep what they have loaded
};

/// The effect of a base URL change on a URL of an affected element (effect_report.h).
enum class BaseEffect : std::uint8_t {
  hyperlink,  ///< "If the element creates a hyperlink": resolved again, what is shown is updated
  cite,       ///< a quotation's or an edit's `cite`: the same
  none,       ///< "not directly affected": what was fetched stays, a later read gives another URL
  reload,     ///< its element was inserted into another document, which fetches it again
};

/// The URL that resolves a name in a script file. The document base URL resolves inline scripts.
enum class ScriptBase : std::uint8_t {
  own,     ///< the script's own URL
  worker,  ///< the URL of the worker in which it runs: `importScripts`
  page,    ///< the base URL of the page, or the URL of the worker, in which it runs
  vite,    ///< what the preload helper of Vite puts before them
};

/// The standards that define the effect of a row. Under the others it has none.
enum class EffectStandards : std::uint8_t { all, living, older };

/// One place for URLs: an attribute, or an element's text.
struct LinkRow {
  Namespace element_ns = Namespace::html;
  std::string_view element = {};             ///< local name; "*" is any element of the namespace
  Namespace attribute_ns = Namespace::none;  ///< `none` or `xlink`
  std::string_view attribute = {};           ///< local name; empty for the element's own text
  LinkKind kind = LinkKind::hyperlink;
  LinkGrammar grammar = LinkGrammar::url;
  std::string_view source = {};  ///< the standard and what in it defines the row
  LinkFetch fetch = LinkFetch::none;
  LinkRule rule = LinkRule::plain;
  BaseEffect effect = BaseEffect::none;
  EffectStandards effect_standards = EffectStandards::all;
  LinkCondition condition = LinkCondition::always;
  LoadLimit limit = LoadLimit::by_kind;
  OnInsertion on_insertion = OnInsertion::fetched;
  UsableContent usable = UsableContent::by_kind;
  bool is_specifier = false;      ///< of a module: import maps say where it leads
  bool is_static_import = false;  ///< of a module that does not run without it
  ScriptBase base = ScriptBase::own;
  bool finds_source_map = false;  ///< of CSS: the comment with the source map counts, too
};

/// All rows, in the order of element namespace, element, attribute namespace and attribute.
std::span<LinkRow const> link_rows();

/// The row of an attribute, or of the element's text when `attribute` is empty. The element's own
/// row comes before the row of "*". Null if it holds no URL. Names are local names as the DOM
/// has them; case counts.
LinkRow const* find_link_row(Namespace element_ns, std::string_view element,
                             std::string_view attribute, Namespace attribute_ns);

/// The attribute's name as output spells it, such as "xlink:href"; empty for an element's text.
constexpr std::string_view attribute_name(LinkRow const& row) {
  return row.attribute_ns == Namespace::xlink ? std::string_view("xlink:href") : row.attribute;
}

/// True for a row whose value is not fetched, and has no URL, where it is empty or white space.
/// Element and attribute decide alone.
constexpr bool requires_non_empty(LinkRow const& row) {
  return row.fetch == LinkFetch::non_empty || row.fetch == LinkFetch::non_empty_by_rel ||
         row.fetch == LinkFetch::non_empty_when_shown;
}

/// True for such a value.
inline bool is_unfetched_empty(LinkRow const& row, std::string_view url) {
  return requires_non_empty(row) && text::strip_ascii_whitespace(url).empty();
}

/// True for an empty value that has a URL, but that browsers neither follow nor fetch: the href of
/// a picture or a script of SVG (SVG 2, 16.1.6, and HTML 4.12.1.1, "prepare the script element").
/// Other references of SVG lead to the base URL where they are empty.
inline bool is_unfetched_empty(Link const& link) {
  const bool may_be = link.kind == LinkKind::script || link.kind == LinkKind::media ||
                      (link.kind == LinkKind::image && link.element != "feImage");
  return may_be && link.ns == Namespace::svg && text::strip_ascii_whitespace(link.raw).empty();
}

/// The row of a link that was found. Links that no table has (HTTP fields, rules of style sheets)
/// have a row of the defaults.
inline LinkRow const& row_of(Link const& link) {
  static constexpr LinkRow no_row{};
  return link.row == nullptr ? no_row : *link.row;
}

/// True if no browser uses the URLs of a row, whatever else its element has.
constexpr bool is_never_used(LinkRow const& row) {
  switch (row.condition) {
    case LinkCondition::never:
    case LinkCondition::is_name:
    case LinkCondition::is_item:
    case LinkCondition::unwritten:
    case LinkCondition::is_prefix:
      return true;
    default:
      return false;
  }
}

/// True for a link that no browser uses, whatever else its element has: it only names a thing, or
/// is an empty value that is not fetched.
inline bool is_never_used(Link const& link) {
  return is_never_used(row_of(link)) || link.use == LinkUse::names_only || is_bare_guid(link) ||
         is_unfetched_empty(link);
}

/// True for a link that browsers may fetch or follow. The sink must have asked for uses.
inline bool may_be_used(Link const& link) {
  return link.kind != LinkKind::base && may_be_used(link.use) && !is_never_used(link);
}

/// True for what the code of a script names: no import map, nor other data.
constexpr bool is_named_by_script(LinkRow const& row) {
  return row.grammar == LinkGrammar::classic_script || row.grammar == LinkGrammar::module_script;
}

/// True for a name in a script whose URL depends on the page or worker that runs the script.
constexpr bool depends_on_page(LinkRow const& row) {
  return row.is_specifier || row.base == ScriptBase::page || row.base == ScriptBase::worker;
}

/// True for URLs in the text of a script element.
constexpr bool is_in_script(LinkRow const& row) {
  return row.grammar == LinkGrammar::import_map || row.grammar == LinkGrammar::json_ld ||
         row.grammar == LinkGrammar::speculation_rules || is_named_by_script(row);
}

/// True for the action of a form.
constexpr bool is_action(LinkRow const& row) {
  return row.rule == LinkRule::empty_is_own_url || row.rule == LinkRule::empty_is_document;
}

/// Which URL a reference is relative to.
enum class RelativeTo : std::uint8_t {
  element,           ///< the base URL of its element
  fallback,          ///< the fallback base URL of the document: a base element's own href
  element_in_utf_8,  ///< the same; a query is in UTF-8 whatever the document is in
  document,          ///< the document's own address: what leads to the document itself
  place,             ///< the base URL of its element as it was when the parser reached it
  place_in_utf_8,    ///< the same; a query is in UTF-8
};

inline constexpr std::size_t relative_to_count = 6;

/// True for URLs that are parsed where they stand: a base element that comes later does not count.
constexpr bool is_of_place(RelativeTo relative_to) {
  return relative_to == RelativeTo::place || relative_to == RelativeTo::place_in_utf_8;
}

/// True for an action that leads to its own document: HTML Standard 4.10.21.3, "form submission
/// algorithm", step 13. Browsers strip white space first.
inline bool is_own_url(LinkRow const& row, std::string_view url) {
  return is_action(row) && text::strip_ascii_whitespace(url).empty();
}

/// The base of `url`, a URL in a value of `row`.
/// - CSS Values 4 4.5.1.1, "Fragment URLs": a `url()` that begins with `#` leads into its document.
/// - SVG 2 16.1.4, "Processing of URL references": so does the reference to an element.
/// - CSS Values 4 4.5.4, "URL processing model": URLs in CSS are parsed without an encoding.
/// - HTML Standard 8.1.5.2, "resolve a URL-like module specifier": so are those of import maps,
/// when
///   the script element is prepared (8.1.4.8).
/// - JSON-LD 1.1 API 5.2.1, "IRI Expansion": IRIs resolve by RFC 3986, which has no encodings.
/// - HTML Standard 4.2.5.3, "Refresh state": the URL is parsed when the element is inserted.
/// - HTML Standard 8.1.4.4, "create a classic script": the base URL of an inline script is that of
///   the document when the element is prepared. Only workers parse URLs in the document's encoding.
inline RelativeTo relative_to(LinkRow const& row, std::string_view url) {
  if (row.kind == LinkKind::base) return RelativeTo::fallback;
  const bool is_css = row.grammar == LinkGrammar::css;
  const bool may_be_local = is_css || row.rule == LinkRule::element_reference;
  if (may_be_local && url.starts_with('#')) return RelativeTo::document;
  if (is_own_url(row, url)) return RelativeTo::document;
  if (row.rule == LinkRule::http_equiv_refresh) return RelativeTo::place;
  if (row.grammar == LinkGrammar::import_map) return RelativeTo::place_in_utf_8;
  if (is_named_by_script(row)) {
    return row.base == ScriptBase::page ? RelativeTo::place : RelativeTo::place_in_utf_8;
  }
  return is_css || is_in_script(row) ? RelativeTo::element_in_utf_8 : RelativeTo::element;
}

}  // namespace hrefkit::html
