#include "hrefkit/site/crawl/own_links.h"

#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/site/check/url_list_links.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// A site whose only page is the one whose links are looked for; nothing else is known.
std::shared_ptr<LiveSite> nothing_known(std::string const& origin) {
  auto live = std::make_shared<LiveSite>(origin, 0);
  // A URL that no link resolves to.
  live->add_page({.target = live->add("").first});
  return live;
}

/// True for the URL of an `@import` rule: `@import "a.css"`, `@import url(a.css)`.
bool is_import(std::string_view text, html::Link const& link) {
  constexpr std::size_t max_rule = 64;
  constexpr std::string_view import = "@import";
  std::string_view before = text.substr(0, link.span.begin);
  before.remove_prefix(before.size() - std::min(before.size(), max_rule));
  const auto strip = [&](std::string_view bytes) {
    while (!before.empty() && bytes.find(before.back()) != std::string_view::npos) {
      before.remove_suffix(1);
    }
  };
  strip(" \t\r\n\f\"'(");
  if (text::equals_ignoring_ascii_case(
          before.substr(before.size() - std::min<std::size_t>(before.size(), 3)), "url")) {
    before.remove_suffix(3);
    strip(" \t\r\n\f");
  }
  return text::equals_ignoring_ascii_case(
      before.substr(before.size() - std::min(before.size(), import.size())), import);
}

/// True for a URL whose fragment may be the id of an element.
bool wants_id(std::string_view url) {
  const auto fragment = url::fragment_of(url);
  return fragment && read_fragment(*fragment).kind == FragmentKind::element;
}

/// True for a link to what may have links of its own.
bool leads_to_page(html::Link const& link, html::LinkBlock const& block) {
  // A fragment of an SVG file is one of its ids: `<use href="icons.svg#star">`.
  if (link.ns == html::Namespace::svg && link.element == "use") return true;
  switch (link.kind) {
    case html::LinkKind::hyperlink:
    case html::LinkKind::frame:
    case html::LinkKind::stylesheet:
    case html::LinkKind::refresh:
      return true;
    case html::LinkKind::css:
      return is_import(block.text, link);
    case html::LinkKind::resource:
      return html::has_item(block.rel_of(link).value_or(""), "manifest");
    default:
      return false;
  }
}

/// The beginning of a base URL on which a reference with a path depends: its folder.
std::string_view folder_of(std::string_view base) {
  if (!base.starts_with("http")) return base;
  base = url::without_query(url::without_fragment(base));
  return base.substr(0, base.rfind('/') + 1);
}

/// What a reference begins with that is neither a query nor stripped by the parser.
constexpr text::ByteSet starts_as_path =
    text::ascii_alpha | text::ascii_digit | text::ByteSet("/._-~%");

constexpr std::size_t settled_places = std::size_t{1} << 16;

}  // namespace

OwnLinkFinder::OwnLinkFinder(std::string const& origin, CheckOptions const& options)
    : options_(options),
      nothing_(nothing_known(origin)),
      site_(Site::from_crawl(nothing_)),
      judge_(site_, redirects_, hash_, severities_),
      elements_(page_),
      settled_(settled_places) {
  page_.options.also = options.also;
}

/// As PageReporter decides about a finding: what is not judged or is ignored is not asked for.
bool OwnLinkFinder::is_wanted(html::Link const& link, html::LinkBlock const& block) {
  if (skip_reason(block.use_of(link)) || elements_.not_judged(link, block)) return false;
  if (!may_be_ignored_) may_be_ignored_ = mentions_ignore(page_);
  if (*may_be_ignored_ && elements_.is_ignored(link)) return false;
  return !options_.is_excluded || !options_.is_excluded(judge_.url());
}

/// "a.html", "../x/", "//h.example/y#z": these lead to the same URL from every base of a folder,
/// but for the fragment; "#x" to that of its base. A query may depend on the encoding of the page;
/// "?x" and "http:" on the whole base.
std::uint64_t OwnLinkFinder::reference_key(html::Link const& link, html::LinkBlock const& block) {
  if (link.raw.empty() || link.local || link.kind == html::LinkKind::base) return 0;
  const std::string_view path = url::without_fragment(link.raw);
  const auto has = [&](char c) { return path.find(c) != path.npos; };
  const std::size_t colon = path.find(':');
  const bool has_scheme = colon != path.npos;
  if (!path.empty() && !starts_as_path.contains(path.front())) return 0;
  if (has('?') || has('\\') || (has_scheme && !path.substr(colon).starts_with("://"))) return 0;
  if (block.loaded_base(link) != link.base) return 0;
  const std::string_view base = block.bases[link.base].resolver.base();
  const std::uint64_t seed = text::process_hash_key()[0];
  if (base.data() != base_.data() || base.size() != base_.size()) {
    base_ = base;
    base_key_ = text::hash64(base, seed);
    folder_key_ = text::hash64(folder_of(base), seed);
  }
  return text::hash64(path, seed ^ (path.empty() ? base_key_ : folder_key_)) | 1;
}

bool OwnLinkFinder::is_settled(std::uint64_t key, bool wants_ids) const {
  if (key == 0) return false;
  const std::uint64_t known = settled_[(key >> 1) % settled_places];
  return (known | 1) == key && (!wants_ids || (known & 1) != 0);
}

void OwnLinkFinder::settle(std::uint64_t key, OwnLinkNews news) {
  if (key == 0 || news < OwnLinkNews::settled) return;
  const std::uint64_t with_ids = news == OwnLinkNews::settled_with_ids ? 1 : 0;
  settled_[(key >> 1) % settled_places] = (key & ~std::uint64_t{1}) | with_ids;
}

void OwnLinkFinder::find(News const& news, Take const& take) {
  elements_.reset();
  may_be_ignored_.reset();
  judge_.begin(page_);
  const bool is_index =
      page_.is_sitemap && text::find_ignoring_ascii_case(page_.source.text.substr(0, 4096),
                                                         "<sitemapindex") != std::string_view::npos;
  std::string url;
  const auto take_url = [&](std::string const& found, html::Link const& link,
                            html::LinkBlock const& block) {
    const auto own = site_.own_url(url::without_fragment(found));
    if (!own) return OwnLinkNews::unknown;
    url = site_.origin();
    url += own->path;
    if (const auto query = url::query_of(found)) (url += '?') += *query;
    const OwnLink own_link{.url = url,
                           .is_page = is_index || leads_to_page(link, block),
                           .wants_ids = wants_id(found),
                           .is_sitemap = is_index};
    const OwnLinkNews known = news(own_link);
    if (known == OwnLinkNews::unknown && is_wanted(link, block)) take(own_link);
    return known;
  };
  const auto take_block = [&](html::LinkBlock const& block) {
    base_ = {};
    for (html::Link const& link : block.links) {
      if (page_.fault && page_.is_cut(link)) continue;
      const std::uint64_t key = reference_key(link, block);
      if (key != 0 && is_settled(key, url::fragment_of(link.raw).has_value())) continue;
      const Verdict verdict = judge_.judge(link, block);
      if (verdict.outcome == Outcome::external) settle(key, OwnLinkNews::settled_with_ids);
      const bool is_own =
          verdict.outcome == Outcome::not_judged && verdict.reason == SkipReason::not_asked;
      if (!is_own) continue;
      settle(key, take_url(judge_.url(), link, block));
      if (!judge_.later_url().empty()) take_url(judge_.later_url(), link, block);
    }
  };
  const auto take_note = [&](html::Note const& note) {
    const bool ends_links = severity(note.kind) == html::NoteSeverity::fault ||
                            note.kind == html::NoteKind::urls_too_long;
    if (ends_links && !page_.fault) page_.fault = note.span;
  };
  // What cannot be read is told by the check.
  static_cast<void>(find_page_links(
      finder_, page_,
      {.links = take_block, .notes = take_note, .with_rels = true, .with_uses = true}));
}

}  // namespace hrefkit::site
