// Three questions about a row of the link table, in this order: does it count on this element
// (`row_counts`), what is it for (`kind_of`, `use_of`), and which URLs are in its value
// (`ValueUrls`)?
//
//   <meta http-equiv=refresh content="0; url=b">   counts, since http-equiv says so; one URL, "b"
//   <meta name=author content="0; url=b">          does not count
//
// The conditions read the element through `LinkElement`, which has a class for tags of the scanner
// and one for nodes of a tree: so both engines answer by the same code.
#include "hrefkit/html/links/link_values.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::html {

std::span<ElementUrl const> ElementUrls::of(NodeId element) {
  found_.clear();
  values_.clear();
  append_link_values(values_, document_, element, also_);
  for (LinkValue const& value : values_) {
    LinkValueReader reader(document_, element, value);
    while (auto url = reader.next()) {
      if (!reader.raw_is_of_document()) url->raw = strings_.emplace_back(url->raw);
      found_.push_back(*url);
    }
  }
  return found_;
}

namespace {

/// The animation elements (SVG Animations 2), sorted. Their `fill` says what follows the animation.
constexpr std::array<std::string_view, 5> animation_elements{
    "animate", "animateColor", "animateMotion", "animateTransform", "set"};

/// True when the attribute is there and has that value, in any ASCII case.
bool has_value(std::optional<std::string_view> value, std::string_view lower) {
  return value && text::equals_ignoring_ascii_case(*value, lower);
}

/// HTML Standard 4.2.6, "update a style block", step 5: the types of CSS.
bool is_css_type(std::optional<std::string_view> type) {
  return !type || type->empty() || has_value(type, "text/css");
}

/// True for the text of a style element.
bool is_sheet(LinkRow const& row) {
  return row.grammar == LinkGrammar::css && row.attribute.empty();
}

/// Has the row find links in empty values, too.
void find_empty_values(LinkRow& row) {
  if (row.rule == LinkRule::empty_is_document) row.rule = LinkRule::empty_is_own_url;
  // CSS Values 4 4.5.1, "Empty URLs": nothing is fetched.
  if (row.grammar != LinkGrammar::css) return;
  row.fetch =
      row.fetch == LinkFetch::when_shown ? LinkFetch::non_empty_when_shown : LinkFetch::non_empty;
}

/// The link table, with rows that find more.
std::vector<LinkRow> wanted_rows(WantedValues wanted) {
  const std::span<LinkRow const> rows = link_rows();
  std::vector<LinkRow> all(rows.begin(), rows.end());
  for (LinkRow& row : all) {
    if (wanted.empty) find_empty_values(row);
    row.finds_source_map = wanted.source_maps && is_sheet(row);
  }
  return all;
}

/// The tables for each combination of what may be wanted.
std::array<std::vector<LinkRow>, 4> all_wanted_rows() {
  std::array<std::vector<LinkRow>, 4> tables;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    WantedValues wanted;
    wanted.empty = (i & 1) != 0;
    wanted.source_maps = (i & 2) != 0;
    tables[i] = wanted_rows(wanted);
  }
  return tables;
}

/// HTML Standard 4.10.21.3, "form submission algorithm", step 13. Browsers strip white space first.
bool is_document_itself(LinkRow const& row, std::string_view value) {
  return row.rule == LinkRule::empty_is_document && text::strip_ascii_whitespace(value).empty();
}

/// The place of the URL between white space; nothing where there is only white space.
std::optional<text::Span> trimmed(std::string_view value) {
  const std::string_view url = text::strip_ascii_whitespace(value);
  if (url.empty()) return std::nullopt;
  const auto begin = static_cast<std::size_t>(url.data() - value.data());
  return text::make_span(begin, begin + url.size());
}

ValueUrl value_url(text::Span span, std::string_view value) {
  return {span, span.in(value)};
}

ValueUrl value_url(SrcsetCandidate const& candidate, std::string_view value) {
  return {candidate.url, candidate.url.in(value),
          candidate.valid ? LinkUse::used : LinkUse::dropped_candidate};
}

LinkUse use_of_name(bool names_only) {
  return names_only ? LinkUse::names_only : LinkUse::used;
}

ValueUrl value_url(JsonUrl const& url, std::string_view) {
  return {url.span, url.value, use_of_name(url.names_only)};
}

ValueUrl value_url(ScriptUrl const& url, std::string_view) {
  return {.span = url.span, .value = url.value, .own_use = use_of(url), .own_row = &row_of(url)};
}

ValueUrl value_url(CssUrl const& url, std::string_view) {
  const bool is_map = url.use == CssUse::source_map;
  return {.span = url.span,
          .value = url.value,
          .own_use = is_map ? LinkUse::not_used : LinkUse::used,
          .is_import = url.use == CssUse::import,
          .own_row = is_map ? &sheet_map_row : nullptr};
}

}  // namespace

LinkRow const& wanted_row(LinkRow const& row, WantedValues wanted) {
  if (!wanted.empty && !(wanted.source_maps && is_sheet(row))) return row;
  static const auto tables = all_wanted_rows();
  const std::span<LinkRow const> plain = link_rows();
  const std::less<LinkRow const*> before;  // rows of feeds are not in the table
  if (before(&row, plain.data()) || !before(&row, plain.data() + plain.size())) return row;
  auto const& rows = tables[(wanted.empty ? 1U : 0U) + (wanted.source_maps ? 2U : 0U)];
  LinkRow const& asked = rows[static_cast<std::size_t>(&row - plain.data())];
  const bool is_same = asked.rule == row.rule && asked.fetch == row.fetch &&
                       asked.finds_source_map == row.finds_source_map;
  return is_same ? row : asked;
}

bool row_counts(LinkRow const& row, LinkElement const& element) {
  switch (row.rule) {
    case LinkRule::http_equiv_refresh:
      // HTML Standard 4.2.5.3: the pragmas run when the element is inserted into the document.
      return !element.is_in_shadow_tree() &&
             has_value(element.value_of(attribute_named("http-equiv")), "refresh");
    case LinkRule::type_css:
      return is_css_type(element.value_of(attribute_named("type")));
    case LinkRule::not_animation:
      return !std::binary_search(animation_elements.begin(), animation_elements.end(),
                                 element.local_name());
    case LinkRule::plain:
    case LinkRule::kind_by_rel:
    case LinkRule::empty_is_document:
    case LinkRule::empty_is_own_url:
    case LinkRule::element_reference:
    case LinkRule::kind_by_feed_rel:
    case LinkRule::permalink:
    case LinkRule::item_name:
      break;
  }
  return true;
}

LinkKind kind_of(LinkRow const& row, LinkElement const& element) {
  const auto rel = [&] {
    return element.value_of(attribute_named("rel")).value_or(std::string_view());
  };
  if (row.rule == LinkRule::kind_by_rel) return kind_of_rel(rel());
  if (row.rule == LinkRule::kind_by_feed_rel) return kind_of_feed_rel(rel());
  return row.kind;
}

FetchTime fetch_time(LinkRow const& row, LinkKind kind, LinkElement const& element) {
  switch (row.fetch) {
    case LinkFetch::none:
      return FetchTime::later;
    case LinkFetch::at_once:
    case LinkFetch::non_empty:
      return FetchTime::at_once;
    case LinkFetch::when_shown:
    case LinkFetch::non_empty_when_shown:
      return FetchTime::when_shown;
    case LinkFetch::by_rel:
    case LinkFetch::non_empty_by_rel:
      break;
  }
  if (kind == LinkKind::stylesheet) return FetchTime::at_once;
  const auto rel = element.value_of(attribute_named("rel"));
  const bool is_fetched = kind == LinkKind::resource && rel && names_fetched_resource(*rel);
  return is_fetched ? FetchTime::at_once : FetchTime::later;
}

namespace {

LinkUse used_if(bool is_used) {
  return is_used ? LinkUse::used : LinkUse::not_used;
}

/// HTML Standard 4.12.1.1, prepare the script element: `language` counts where there is no `type`,
/// and SVG does not have it.
bool runs_script(LinkRow const& row, LinkElement const& script) {
  const auto type = script.value_of(attribute_named("type"));
  if (type || row.element_ns != Namespace::html) return fetches_script(type, {});
  return fetches_script({}, script.value_of(attribute_named("language")));
}

}  // namespace

LinkUse use_of(LinkRow const& row, LinkElement const& element) {
  const auto value_of = [&](AttributeName name) {
    return element.value_of(name).value_or(std::string_view());
  };
  const auto has_type = [&](std::string_view lower) {
    return has_value(element.value_of(attribute_named("type")), lower);
  };
  // SVG 2, 16.1.3: beside href, the attribute in the XLink namespace does not count.
  const bool is_replaced = row.element_ns == Namespace::svg &&
                           row.attribute_ns == Namespace::xlink &&
                           element.value_of(attribute_named("href"));
  if (is_replaced) return LinkUse::not_used;
  switch (row.condition) {
    case LinkCondition::always:
      break;
    case LinkCondition::never:
    case LinkCondition::is_name:
    case LinkCondition::is_item:
    case LinkCondition::unwritten:
    case LinkCondition::is_prefix:
      return LinkUse::not_used;
    case LinkCondition::rel:
      return use_of_rel(value_of(attribute_named("rel")));
    case LinkCondition::preload:  // HTML Standard 4.2.4
      return used_if(has_item(value_of(attribute_named("rel")), "preload"));
    case LinkCondition::in_picture:  // HTML Standard 4.8.2
    case LinkCondition::in_media: {
      const auto is_in_picture = element.is_in_picture();
      if (!is_in_picture) return LinkUse::unknown;
      return used_if(*is_in_picture == (row.condition == LinkCondition::in_picture));
    }
    case LinkCondition::not_dialog:  // HTML Standard 4.10.3
      return used_if(!has_value(element.value_of(attribute_named("method")), "dialog"));
    case LinkCondition::sends_form:  // HTML Standard 4.10.6
      return used_if(!has_type("button") && !has_type("reset"));
    case LinkCondition::submits:  // HTML Standard 4.10.5
      return used_if(has_type("submit") || has_type("image"));
    case LinkCondition::image_button:
      return used_if(has_type("image"));
    case LinkCondition::no_srcdoc:  // HTML Standard 4.8.5, process the iframe attributes
      return used_if(!element.value_of(attribute_named("srcdoc")));
    case LinkCondition::runs:
      return used_if(runs_script(row, element));
  }
  return LinkUse::used;
}

namespace {

constexpr LinkRow import_map_row{.element = "script",
                                 .kind = LinkKind::script,
                                 .grammar = LinkGrammar::import_map,
                                 .source = "HTML, import maps"};
/// For AlsoFind::import_map_keys.
constexpr LinkRow import_map_keys_row = import_map_row;

LinkRow const& import_map_row_for(AlsoFind const& also) {
  return also.import_map_keys ? import_map_keys_row : import_map_row;
}

/// Of an attribute that an option asks for, nobody knows which of both it is.
CssPlace place_of_css(LinkRow const& row) {
  if (row.attribute.empty()) return CssPlace::style_sheet;
  return row.attribute == "style" ? CssPlace::declarations : CssPlace::value;
}

}  // namespace

ValueUrls::ValueUrls(LinkRow const& row, std::string_view value)
    : value_(value), reader_(reader_of(row, value)) {}

ValueUrls::Reader ValueUrls::reader_of(LinkRow const& row, std::string_view value) {
  switch (row.grammar) {
    case LinkGrammar::url:
      if (is_document_itself(row, value)) break;
      return Single{text::make_span(0, value.size())};
    case LinkGrammar::trimmed_url:
      return Single{trimmed(value)};
    case LinkGrammar::space_list:
      return SpaceList(value);
    case LinkGrammar::comma_list:
      return CommaList(value);
    case LinkGrammar::parameters:
      return ParameterUrls(value);
    case LinkGrammar::srcset:
      return Srcset(value);
    case LinkGrammar::refresh:
      return Single{find_refresh_url(value)};
    case LinkGrammar::css:
      return CssUrls(value, place_of_css(row),
                     requires_non_empty(row) ? EmptyUrls::found : EmptyUrls::left_out,
                     row.finds_source_map ? SourceMaps::found : SourceMaps::left_out);
    case LinkGrammar::json_ld:
      return JsonLdUrls(value);
    case LinkGrammar::import_map:
      return ImportMapUrls(value, &row == &import_map_keys_row);
    case LinkGrammar::speculation_rules:
      return SpeculationUrls(value);
    case LinkGrammar::classic_script:
      return ScriptUrls(value, ScriptGoal::classic);
    case LinkGrammar::module_script:
      return ScriptUrls(value, ScriptGoal::module);
    case LinkGrammar::json_string:
      return Single{text::make_span(0, value.size())};
    case LinkGrammar::url_template:
      return template_of(value);
    case LinkGrammar::markdown:
    case LinkGrammar::document:
      break;
  }
  return Single{};
}

/// A parameter may end the path or be in it: then the URL is only the beginning of others. Behind a
/// question mark it is not a part of what a file of the site is looked up by.
ValueUrls::Template ValueUrls::template_of(std::string_view value) {
  const std::size_t brace = value.find('{');
  const std::string_view url = value.substr(0, brace);
  if (text::strip_ascii_whitespace(url).empty()) return {};
  const bool is_whole = brace == value.npos || url.find_first_of("?#") != url.npos;
  return {JsonUrl{text::make_span(0, url.size()), url, !is_whole}};
}

std::optional<ValueUrl> ValueUrls::next() & {
  return std::visit(
      [this](auto& reader) -> std::optional<ValueUrl> {
        const auto found = reader.next();
        if (!found) return std::nullopt;
        return value_url(*found, value_);
      },
      reader_);
}

namespace {

// Feeds, sitemaps, descriptions of OpenSearch and the like are XML documents like others, and a
// JSON Feed is made one (parse/json_feed.h). Their rows stand apart from the link table, because
// the table's attributes are numbered for the scanner, which reads HTML alone.
//
// Left out, since they name something and nobody fetches it: Atom's `id` and category schemes,
// RSS guids that are no permalinks, categories, RDF's `about` and `resource`, JSON Feed's `id`.
//
// Sources: "Podcast namespace" is https://podcasting2.org/docs/podcast-namespace, "Simple Chapters"
// https://podlove.org/simple-chapters/.

using K = LinkKind;
using G = LinkGrammar;
using R = LinkRule;

constexpr Namespace none = Namespace::none;
constexpr Namespace atom = Namespace::atom;
constexpr Namespace rss = Namespace::rss;
constexpr Namespace media = Namespace::media_rss;
constexpr Namespace itunes = Namespace::itunes;
constexpr Namespace google_play = Namespace::google_play;
constexpr Namespace podcast = Namespace::podcast;
constexpr Namespace chapters = Namespace::chapters;
constexpr Namespace comment_api = Namespace::comment_api;
constexpr Namespace sitemap = Namespace::sitemap;
constexpr Namespace images = Namespace::sitemap_image;
constexpr Namespace videos = Namespace::sitemap_video;
constexpr Namespace open_search = Namespace::opensearch;
constexpr Namespace mozilla_search = Namespace::mozilla_search;
constexpr Namespace tiles = Namespace::browser_config;
constexpr Namespace json_feed = Namespace::json_feed;

// clang-format off
constexpr auto rows = [] {
  // Programs that read feeds may show what a page is to them: nobody knows what they can use.
  constexpr UsableContent any = UsableContent::anything;
  constexpr auto written = std::to_array<WrittenRow>({
      {atom, "content", none, "src", K::object, G::url, "RFC 4287, 4.1.3.2"},
      {atom, "generator", none, "uri", K::hyperlink, G::url, "RFC 4287, 4.2.4"},
      {atom, "generator", none, "url", K::hyperlink, G::url, "Atom 0.3"},
      {atom, "icon", none, "", K::image, G::trimmed_url, "RFC 4287, 4.2.5"},
      {atom, "link", none, "href", K::hyperlink, G::url, "RFC 4287, 4.2.7", LinkFetch::none, R::kind_by_feed_rel},
      {atom, "logo", none, "", K::image, G::trimmed_url, "RFC 4287, 4.2.8"},
      {atom, "uri", none, "", K::hyperlink, G::trimmed_url, "RFC 4287, 3.2.2"},
      {atom, "url", none, "", K::hyperlink, G::trimmed_url, "Atom 0.3"},
      {rss, "comments", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, elements of item"},
      {rss, "docs", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, optional channel elements"},
      {rss, "enclosure", none, "url", K::media, G::url, "RSS 2.0, enclosure", any},
      {rss, "guid", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, guid", LinkFetch::none, R::permalink},
      {rss, "link", none, "", K::hyperlink, G::trimmed_url, "RSS 2.0, elements of channel, item, image"},
      {rss, "source", none, "url", K::hyperlink, G::url, "RSS 2.0, source"},
      {rss, "url", none, "", K::image, G::trimmed_url, "RSS 2.0, image"},
      {media, "content", none, "url", K::media, G::url, "Media RSS, media:content", any},
      {media, "peerLink", none, "href", K::media, G::url, "Media RSS, media:peerLink", any},
      {media, "player", none, "url", K::hyperlink, G::url, "Media RSS, media:player"},
      {media, "subTitle", none, "href", K::media, G::url, "Media RSS, media:subTitle", any},
      {media, "thumbnail", none, "url", K::image, G::url, "Media RSS, media:thumbnail"},
      {itunes, "image", none, "href", K::image, G::url, "Podcast RSS, itunes:image"},
      {itunes, "new-feed-url", none, "", K::hyperlink, G::trimmed_url, "Podcast RSS, itunes:new-feed-url"},
      {google_play, "image", none, "href", K::image, G::url, "Google Play podcasts, googleplay:image"},
      {podcast, "chapters", none, "url", K::resource, G::url, "Podcast namespace, chapters"},
      {podcast, "contentLink", none, "href", K::hyperlink, G::url, "Podcast namespace, contentLink"},
      {podcast, "follow", none, "url", K::resource, G::url, "Podcast namespace, follow"},
      {podcast, "funding", none, "url", K::hyperlink, G::url, "Podcast namespace, funding"},
      {podcast, "image", none, "href", K::image, G::url, "Podcast namespace, image"},
      {podcast, "images", none, "srcset", K::image, G::srcset, "Podcast namespace, images"},
      {podcast, "license", none, "url", K::hyperlink, G::url, "Podcast namespace, license"},
      {podcast, "person", none, "href", K::hyperlink, G::url, "Podcast namespace, person"},
      {podcast, "person", none, "img", K::image, G::url, "Podcast namespace, person"},
      {podcast, "remoteItem", none, "feedUrl", K::hyperlink, G::url, "Podcast namespace, remoteItem"},
      {podcast, "socialInteract", none, "uri", K::hyperlink, G::url, "Podcast namespace, socialInteract"},
      {podcast, "source", none, "uri", K::media, G::url, "Podcast namespace, source", any},
      {podcast, "trailer", none, "url", K::media, G::url, "Podcast namespace, trailer", any},
      {podcast, "transcript", none, "url", K::media, G::url, "Podcast namespace, transcript", any},
      {chapters, "chapter", none, "href", K::hyperlink, G::url, "Simple Chapters, chapter"},
      {chapters, "chapter", none, "image", K::image, G::url, "Simple Chapters, chapter"},
      {comment_api, "comment", none, "", K::form, G::trimmed_url, "The CommentAPI, wfw:comment"},
      {comment_api, "commentRSS", none, "", K::hyperlink, G::trimmed_url, "The CommentAPI, wfw:commentRss"},
      {comment_api, "commentRss", none, "", K::hyperlink, G::trimmed_url, "The CommentAPI, wfw:commentRss"},
      {sitemap, "loc", none, "", K::hyperlink, G::trimmed_url, "Sitemaps, loc"},
      {images, "license", none, "", K::hyperlink, G::trimmed_url, "Image sitemaps"},
      {images, "loc", none, "", K::image, G::trimmed_url, "Image sitemaps"},
      {videos, "content_loc", none, "", K::media, G::trimmed_url, "Video sitemaps"},
      {videos, "gallery_loc", none, "", K::hyperlink, G::trimmed_url, "Video sitemaps"},
      {videos, "player_loc", none, "", K::frame, G::trimmed_url, "Video sitemaps"},
      {videos, "thumbnail_loc", none, "", K::image, G::trimmed_url, "Video sitemaps"},
      {open_search, "Image", none, "", K::image, G::trimmed_url, "OpenSearch 1.1, Image"},
      {open_search, "Url", none, "template", K::form, G::url_template, "OpenSearch 1.1, Url"},
      {mozilla_search, "IconUpdateUrl", none, "", K::image, G::trimmed_url, "MDN, OpenSearch description format"},
      {mozilla_search, "SearchForm", none, "", K::hyperlink, G::trimmed_url, "MDN, OpenSearch description format"},
      {mozilla_search, "UpdateUrl", none, "", K::resource, G::trimmed_url, "MDN, OpenSearch description format"},
      {mozilla_search, "Url", none, "template", K::form, G::url_template, "MDN, OpenSearch description format"},
      {tiles, "TileImage", none, "src", K::image, G::url, "Microsoft, browser configuration schema"},
      {tiles, "polling-uri", none, "src", K::resource, G::url, "Microsoft, browser configuration schema"},
      {tiles, "polling-uri2", none, "src", K::resource, G::url, "Microsoft, browser configuration schema"},
      {tiles, "polling-uri3", none, "src", K::resource, G::url, "Microsoft, browser configuration schema"},
      {tiles, "polling-uri4", none, "src", K::resource, G::url, "Microsoft, browser configuration schema"},
      {tiles, "polling-uri5", none, "src", K::resource, G::url, "Microsoft, browser configuration schema"},
      {tiles, "square150x150logo", none, "src", K::image, G::url, "Microsoft, browser configuration schema"},
      {tiles, "square310x310logo", none, "src", K::image, G::url, "Microsoft, browser configuration schema"},
      {tiles, "square70x70logo", none, "src", K::image, G::url, "Microsoft, browser configuration schema"},
      {tiles, "wide310x150logo", none, "src", K::image, G::url, "Microsoft, browser configuration schema"},
      {json_feed, "attachments", none, "url", K::media, G::json_string, "JSON Feed 1.1, attachments", any},
      {json_feed, "author", none, "avatar", K::image, G::json_string, "JSON Feed 1, author"},
      {json_feed, "author", none, "url", K::hyperlink, G::json_string, "JSON Feed 1, author"},
      {json_feed, "authors", none, "avatar", K::image, G::json_string, "JSON Feed 1.1, authors"},
      {json_feed, "authors", none, "url", K::hyperlink, G::json_string, "JSON Feed 1.1, authors"},
      {json_feed, "feed", none, "favicon", K::image, G::json_string, "JSON Feed 1.1, top-level"},
      {json_feed, "feed", none, "feed_url", K::hyperlink, G::json_string, "JSON Feed 1.1, top-level"},
      {json_feed, "feed", none, "home_page_url", K::hyperlink, G::json_string, "JSON Feed 1.1, top-level"},
      {json_feed, "feed", none, "icon", K::image, G::json_string, "JSON Feed 1.1, top-level"},
      {json_feed, "feed", none, "next_url", K::hyperlink, G::json_string, "JSON Feed 1.1, top-level"},
      {json_feed, "hubs", none, "url", K::resource, G::json_string, "JSON Feed 1.1, hubs"},
      {json_feed, "items", none, "banner_image", K::image, G::json_string, "JSON Feed 1.1, items"},
      {json_feed, "items", none, "external_url", K::hyperlink, G::json_string, "JSON Feed 1.1, items"},
      {json_feed, "items", none, "image", K::image, G::json_string, "JSON Feed 1.1, items"},
      {json_feed, "items", none, "url", K::hyperlink, G::json_string, "JSON Feed 1.1, items"},
  });
  std::array<LinkRow, written.size()> copies;
  std::copy(written.begin(), written.end(), copies.begin());
  return copies;
}();
// clang-format on

constexpr auto key(LinkRow const& row) {
  return std::tuple(row.element_ns, row.element, row.attribute);
}

static_assert(std::is_sorted(rows.begin(), rows.end(),
                             [](auto& a, auto& b) { return key(a) < key(b); }));

/// The guid of an item that has a link: readers know the item by it.
constexpr LinkRow item_name_row{.element_ns = rss,
                                .element = "guid",
                                .kind = K::hyperlink,
                                .grammar = G::trimmed_url,
                                .source = "RSS 2.0, guid",
                                .rule = R::item_name};

/// RSS 2.0, guid: a URL unless `isPermaLink` says "false", in any case.
bool is_permalink(Document const& document, NodeId guid) {
  for (const Attribute attribute : document.attributes(guid)) {
    if (text::equals_ignoring_ascii_case(attribute.name, "isPermaLink")) {
      return !text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(attribute.value),
                                               "false");
    }
  }
  return true;
}

bool is_rss_item(Node const& node) {
  return (node.ns == rss && node.name == "item") || (node.ns == podcast && node.name == "liveItem");
}

/// The beginning of an element's first text that is not white space; enough to tell a URL.
std::string_view begin_of_text(Document const& document, NodeId element) {
  constexpr std::size_t max_bytes = 1024;  // it is asked for each guid of an item
  const NodeId text = first_text(document, element);
  if (text == no_node) return {};
  return text::strip_ascii_whitespace(document.text_of(text).value.substr(0, max_bytes));
}

/// How well a child of an item serves as its link; 0: not at all.
int rank_of_item_link(Document const& document, NodeId child) {
  const Node node = document[child];
  if (node.ns == rss && node.name == "link") return begin_of_text(document, child).empty() ? 0 : 4;
  if (node.ns == rss && node.name == "guid") {
    const bool is_url = url::scheme_length(begin_of_text(document, child)) != 0;
    return is_url && is_permalink(document, child) ? 1 : 0;
  }
  if (node.ns != atom || node.name != "link" || !document.find_attribute(child, "href")) return 0;
  const auto rel = document.find_attribute(child, "rel");
  if (rel && !is_feed_alternate(rel->value)) return 0;
  const auto type = document.find_attribute(child, "type");
  return !type || type->value.substr(0, 64).find("html") != std::string_view::npos ? 3 : 2;
}

/// The address of an item of a JSON Feed. Of a member that occurs twice, parsers take the last one.
std::optional<Attribute> json_item_url(Document const& document, NodeId item) {
  std::optional<Attribute> url;
  for (const std::string_view name : {"external_url", "url"}) {
    for (const Attribute attribute : document.attributes(item)) {
      if (attribute.name == name && !attribute.value.empty()) url = attribute;
    }
  }
  return url;
}

}  // namespace

bool is_feed_item(Node const& node) {
  return is_rss_item(node) || (node.ns == atom && node.name == "entry") ||
         (node.ns == json_feed && node.name == "items");
}

NodeId item_link(Document const& document, NodeId item) {
  if (document[item].ns == json_feed) return json_item_url(document, item) ? item : no_node;
  constexpr int max_children = 512;  // an item may have many guids, which ask for its link
  NodeId best = no_node;
  int best_rank = 0;
  int seen = 0;
  for (NodeId child = document[item].first_child; child != no_node && seen < max_children;
       child = document[child].next, ++seen) {
    const int rank = rank_of_item_link(document, child);
    if (rank <= best_rank) continue;
    best = child;
    best_rank = rank;
  }
  return best;
}

std::string item_reference(Document const& document, NodeId link) {
  if (document[link].ns == json_feed) return std::string(json_item_url(document, link)->value);
  if (document[link].ns == atom) return std::string(document.find_attribute(link, "href")->value);
  LinkValueReader reader(document, link, {&item_name_row, LinkValue::text, 0});
  const auto url = reader.next();
  return url ? std::string(url->raw) : std::string();
}

std::span<LinkRow const> feed_rows() {
  return rows;
}

LinkRow const* find_feed_row(Namespace ns, std::string_view element, std::string_view attribute) {
  const auto wanted = std::tuple(ns, element, attribute);
  const auto row = std::partition_point(rows.begin(), rows.end(),
                                        [&](LinkRow const& r) { return key(r) < wanted; });
  return row != rows.end() && key(*row) == wanted ? &*row : nullptr;
}

void append_feed_values(std::vector<LinkValue>& values, Document const& document, NodeId element) {
  const Node node = document[element];
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    const Attribute attribute = attributes[i];
    if (attribute.ns != Namespace::none || attribute.name.empty()) continue;
    if (LinkRow const* row = find_feed_row(node.ns, node.name, attribute.name)) {
      values.push_back({row, i, attribute.span.begin});
    }
  }
  LinkRow const* row = find_feed_row(node.ns, node.name, {});
  if (row == nullptr) return;
  if (row->rule == LinkRule::permalink) {
    if (!is_permalink(document, element)) return;
    if (is_rss_item(document[node.parent])) {
      const NodeId link = item_link(document, node.parent);
      if (link != no_node && document[link].name != "guid") row = &item_name_row;
    }
  }
  const NodeId text = first_text(document, element);
  if (text != no_node) values.push_back({row, LinkValue::text, document.text_of(text).span.begin});
}

namespace {

// Rows of links that are reported only on request. They are not in the table, which is always used.
constexpr LinkRow card_row{.element = "meta",
                           .attribute = "content",
                           .kind = LinkKind::metadata,
                           .grammar = LinkGrammar::url,
                           .source = "The Open Graph protocol; Twitter cards"};
constexpr LinkRow card_list_row{.element = "meta",
                                .attribute = "content",
                                .kind = LinkKind::metadata,
                                .grammar = LinkGrammar::parameters,
                                .source = "Microsoft, pinned sites"};
constexpr LinkRow unwritten_card_row{.element = "meta",
                                     .attribute = "content",
                                     .kind = LinkKind::metadata,
                                     .grammar = LinkGrammar::url,
                                     .source = card_row.source,
                                     .condition = LinkCondition::unwritten};
constexpr LinkRow unwritten_card_list_row{.element = "meta",
                                          .attribute = "content",
                                          .kind = LinkKind::metadata,
                                          .grammar = LinkGrammar::parameters,
                                          .source = card_list_row.source,
                                          .condition = LinkCondition::unwritten};
constexpr LinkRow custom_row(std::string_view attribute, LinkGrammar grammar) {
  return {.element = "*",
          .attribute = attribute,
          .kind = LinkKind::resource,
          .grammar = grammar,
          .source = "attributes that custom elements often have",
          .condition = LinkCondition::unwritten};
}
constexpr std::array custom_rows{
    custom_row("href", LinkGrammar::url), custom_row("poster", LinkGrammar::url),
    custom_row("src", LinkGrammar::url), custom_row("srcset", LinkGrammar::srcset)};
constexpr LinkRow json_ld_row{.element = "script",
                              .kind = LinkKind::metadata,
                              .grammar = LinkGrammar::json_ld,
                              .source = "JSON-LD 1.1, 7 Embedding JSON-LD in HTML"};

constexpr LinkRow speculation_row{.element = "script",
                                  .kind = LinkKind::resource,
                                  .grammar = LinkGrammar::speculation_rules,
                                  .source = "HTML, speculation rules"};

/// An element of a document, as rows ask about it.
class DocumentElement final : public LinkElement {
 public:
  DocumentElement(Document const& document, NodeId id) : document_(document), id_(id) {}

  std::optional<std::string_view> value_of(AttributeName attribute) const override {
    return value_of(name(attribute));
  }
  std::string_view local_name() const override { return document_[id_].name; }
  bool is_in_shadow_tree() const override { return document_[id_].in_shadow; }
  /// Not known for a child of the body: there elements are listed that are too deep for a tree.
  std::optional<bool> is_in_picture() const override {
    const NodeId parent = document_[id_].parent;
    if (parent == no_node || document_.is_html(parent, "body")) return std::nullopt;
    return document_.is_html(parent, "picture");
  }

  std::optional<std::string_view> value_of(std::string_view attribute) const {
    const auto found = document_.find_attribute(id_, attribute);
    if (!found) return std::nullopt;
    return found->value;
  }

 private:
  Document const& document_;
  NodeId id_;
};

/// Appends the element's text, where there is any.
void append_text(std::vector<LinkValue>& values, Document const& document, NodeId element,
                 LinkRow const& row) {
  const NodeId text = first_text(document, element);
  if (text == no_node) return;
  values.push_back({&row, LinkValue::text, document.text_of(text).span.begin});
}

/// The row of the `content` of a meta element, if it has URLs that are asked for; else null.
LinkRow const* card_row_of(DocumentElement const& meta, std::string_view content,
                           AlsoFind const& also) {
  const MetaNames names{meta.value_of("property").value_or(""), meta.value_of("name").value_or(""),
                        meta.value_of("itemprop").value_or("")};
  if (!also.meta && also.page_address && is_page_address(names)) return &card_row;
  if (!also.meta && !also.unwritten) return nullptr;
  switch (urls_of_meta(names, content)) {
    case MetaUrls::none:
      return nullptr;
    case MetaUrls::one:
      return also.meta ? &card_row : &unwritten_card_row;
    case MetaUrls::parameters:
      return also.meta ? &card_list_row : &unwritten_card_list_row;
  }
  return nullptr;
}

/// Appends the `content` of a meta element, if it has URLs that are asked for and is not in
/// `values` already.
void append_card(std::vector<LinkValue>& values, Document const& document, NodeId element,
                 AlsoFind const& also, std::size_t first) {
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    Attribute const& attribute = attributes[i];
    if (attribute.name != "content" || attribute.ns != Namespace::none) continue;
    const bool is_known =
        std::any_of(values.begin() + static_cast<std::ptrdiff_t>(first), values.end(),
                    [i](LinkValue const& value) { return value.attribute == i; });
    if (is_known) return;
    LinkRow const* const row =
        card_row_of(DocumentElement(document, element), attribute.value, also);
    if (row != nullptr) values.push_back({row, i, attribute.span.begin});
    return;
  }
}

/// The row of an attribute of a custom element that may hold URLs; null for others.
LinkRow const* find_custom_row(Node const& node, Attribute const& attribute) {
  const bool is_custom = node.ns == Namespace::html && node.name.find('-') != node.name.npos;
  if (!is_custom || attribute.ns != Namespace::none) return nullptr;
  const auto row = std::find_if(custom_rows.begin(), custom_rows.end(), [&](LinkRow const& known) {
    return known.attribute == attribute.name;
  });
  return row == custom_rows.end() ? nullptr : &*row;
}

/// JSON-LD 1.1 7 and the registration of its media type: parameters, such as `profile`, may follow.
bool is_json_ld(std::string_view type) {
  const auto media_type = parse_media_type(type);
  return media_type && media_type->essence == "application/ld+json";
}

/// True for a script element with the attribute that names its file: src, or in SVG href.
bool names_file(Document const& document, NodeId script) {
  const std::string_view file = document[script].ns == Namespace::html ? "src" : "href";
  const auto attributes = document.attributes(script);
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](Attribute const& attribute) { return attribute.name == file; });
}

}  // namespace

/// HTML Standard 4.12.1.1, "prepare the script element", steps 10 and 31. A map that names a file
/// does not count.
bool is_import_map(Document const& document, NodeId element) {
  return is_import_map_type(DocumentElement(document, element).value_of("type")) &&
         !names_file(document, element);
}

namespace {

void append_script(std::vector<LinkValue>& values, Document const& document, NodeId element,
                   AlsoFind const& also) {
  const std::string_view type = text::strip_ascii_whitespace(
      DocumentElement(document, element).value_of("type").value_or(""));
  if (also.json_ld && is_json_ld(type)) {
    append_text(values, document, element, json_ld_row);
  } else if (also.import_map && is_import_map(document, element)) {
    append_text(values, document, element, import_map_row_for(also));
  } else if (also.speculation_rules && is_speculation_rules_type(type)) {
    append_text(values, document, element, speculation_row);
  }
}

/// Appends the text of a script without a file, unless it is a data block.
void append_inline_script(std::vector<LinkValue>& values, Document const& document,
                          NodeId element) {
  if (names_file(document, element)) return;
  const DocumentElement script(document, element);
  const bool is_svg = document[element].ns == Namespace::svg;
  const auto language = is_svg ? std::nullopt : script.value_of("language");
  LinkRow const* const row = inline_script_row(script.value_of("type"), language);
  if (row != nullptr) append_text(values, document, element, *row);
}

}  // namespace

NodeId first_text(Document const& document, NodeId element) {
  NodeId child = document[element].first_child;
  while (child != no_node && document[child].type != NodeType::text) child = document[child].next;
  return child;
}

void append_link_values(std::vector<LinkValue>& values, Document const& document, NodeId element,
                        AlsoFind const& also) {
  Node const& node = document[element];
  if (node.ns >= Namespace::atom) return append_feed_values(values, document, element);
  const DocumentElement facts(document, element);
  const std::size_t first = values.size();
  const auto attributes = document.attributes(element);
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    Attribute const& attribute = attributes[i];
    LinkRow const* row = find_link_row(node.ns, node.name, attribute.name, attribute.ns);
    if (row != nullptr && row->grammar == LinkGrammar::document) continue;
    if (row != nullptr) row = &wanted_row(*row, WantedValues(also));
    if (row != nullptr && !row_counts(*row, facts)) row = nullptr;
    if (row == nullptr && also.attributes != nullptr && attribute.ns == Namespace::none) {
      row = also.attributes->find(document, element, attribute.name);
    }
    if (row == nullptr && also.unwritten) row = find_custom_row(node, attribute);
    if (row != nullptr) values.push_back({row, i, attribute.span.begin});
  }
  if (LinkRow const* row = find_link_row(node.ns, node.name, {}, Namespace::none)) {
    row = &wanted_row(*row, WantedValues(also));
    if (row_counts(*row, facts)) append_text(values, document, element, *row);
  }
  const bool wants_cards = also.meta || also.page_address || also.unwritten;
  if (wants_cards && document.is_html(element, "meta")) {
    append_card(values, document, element, also, first);
  }
  if (document.is_html(element, "script")) append_script(values, document, element, also);
  const bool is_svg_script = node.ns == Namespace::svg && node.name == "script";
  if (is_svg_script && also.import_map && is_import_map(document, element)) {
    append_text(values, document, element, import_map_row_for(also));
  }
  if (also.scripts && (is_svg_script || document.is_html(element, "script"))) {
    append_inline_script(values, document, element);
  }
}

std::string text_of(Document const& document, NodeId element) {
  std::string text;
  for (NodeId child = first_text(document, element); child != no_node;
       child = document[child].next) {
    if (document[child].type == NodeType::text) text += document.text_of(child).value;
  }
  return text;
}

LinkValueReader::LinkValueReader(Document const& document, NodeId element, LinkValue const& value)
    : row_(value.row),
      kind_(kind_of(*value.row, DocumentElement(document, element))),
      fetch_time_(fetch_time(*value.row, kind_, DocumentElement(document, element))),
      use_(html::use_of(*value.row, DocumentElement(document, element))),
      string_(string_of(document, element, value)),
      urls_(*value.row, string_.value) {}

SourcedString LinkValueReader::string_of(Document const& document, NodeId element,
                                         LinkValue const& value) {
  if (value.attribute != LinkValue::text) return document.attributes(element)[value.attribute];
  // The text nodes are pieces of one style sheet or script.
  std::vector<SourcedString const*> pieces;
  for (NodeId child = first_text(document, element); child != no_node;
       child = document[child].next) {
    if (document[child].type == NodeType::text) pieces.push_back(&document.text_of(child));
  }
  return pieces.size() == 1 ? *pieces.front() : join(pieces);
}

/// One string of several, with a map that leads to each.
SourcedString LinkValueReader::join(std::vector<SourcedString const*> const& pieces) {
  const std::uint32_t begin = pieces.front()->span.begin;
  std::uint32_t source_end = begin;
  for (SourcedString const* piece : pieces) {
    // A changed document may hold pieces in any order, or pieces that are not from the source.
    if (piece->span.begin > source_end) {
      joined_map_.append_skipped(piece->span.begin - source_end);
    }
    joined_map_.append_skipped(piece->to_text(0) - piece->span.begin);
    for (std::uint32_t i = 0; i < piece->value.size(); ++i) {
      const text::Span written = piece->to_text(text::Span{i, i + 1});
      joined_map_.append_character(1, written.length());
      joined_map_.append_skipped(piece->to_text(i + 1) - written.end);
    }
    joined_ += piece->value;
    source_end = piece->span.end;
  }
  return {joined_, {begin, source_end}, &joined_map_};
}

std::optional<ElementUrl> LinkValueReader::next() {
  const auto url = urls_.next();
  if (!url) return std::nullopt;
  raw_is_of_document_ =
      joined_.empty() && url->value.data() == string_.value.data() + url->span.begin;
  byte_before_ = url->span.begin == 0 ? 0 : string_.value[url->span.begin - 1];
  text::Span written;
  if (string_.span != text::Span()) {
    written = string_.to_text(url->span);
  }
  LinkRow const& row = url->own_row == nullptr ? *row_ : *url->own_row;
  return ElementUrl{&row,
                    url->value,
                    written,
                    index_++,
                    url->own_row == nullptr ? kind_ : row.kind,
                    relative_to(row, url->value),
                    fetch_time_,
                    is_unfetched_empty(row, url->value),
                    url->use(use_),
                    url->is_import};
}

std::optional<ScriptFacts> LinkValueReader::script_facts() const {
  ScriptUrls const* const script = urls_.script();
  if (script == nullptr) return std::nullopt;
  auto facts = facts_of(*script, row_->grammar == LinkGrammar::classic_script);
  if (!facts) return std::nullopt;
  facts->text = string_.span;
  facts->fault_begin = string_.to_text(facts->fault_begin);
  return facts;
}

}  // namespace hrefkit::html
