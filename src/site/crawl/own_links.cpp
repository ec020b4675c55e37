#include "hrefkit/site/crawl/own_links.h"

#include <optional>
#include <span>
#include <utility>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/site/external/sent_content.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// True for a URL whose fragment may be the id of an element.
bool wants_id(std::string_view url) {
  const auto fragment = url::fragment_of(url);
  return fragment && read_fragment(*fragment).kind == FragmentKind::element;
}

/// True for a script that is read for what it names: a module, a worker, or what another script
/// loads. Classic scripts of pages are many, large, and mostly name nothing. `new URL()` names
/// pictures as well as scripts.
bool names_others(html::Link const& link, std::string_view url, ScriptLoad const& load) {
  const bool may_be_picture = load.role == ScriptRole::fetched &&
                              link.kind == html::LinkKind::resource &&
                              html::is_named_by_script(html::row_of(link));
  if (may_be_picture && content_type_of(url::without_query(url)) != html::ContentType::script) {
    return false;
  }
  const bool is_of_page = load.loader != nullptr;
  return load.role && (*load.role != ScriptRole::classic || !is_of_page);
}

/// True for a link to what may have links of its own, scripts aside.
bool leads_to_page(html::Link const& link) {
  // A fragment of an SVG file is one of its ids: `<use href="icons.svg#star">`.
  if (link.ns == html::Namespace::svg && link.element == "use") return true;
  switch (link.kind) {
    case html::LinkKind::hyperlink:
    case html::LinkKind::frame:
    case html::LinkKind::stylesheet:
    case html::LinkKind::refresh:
      return true;
    case html::LinkKind::css:
      return link.is_import;
    case html::LinkKind::resource:
      return html::has_item(link.rel.value_or(""), "manifest");
    default:
      return false;
  }
}

}  // namespace

OwnLinkFinder::OwnLinkFinder(std::shared_ptr<LiveSite const> live, CheckOptions const& options)
    : options_(options),
      live_(std::move(live)),
      scans_(std::make_shared<CrawlScans>(options)),
      site_(Site::from_crawl(live_)),
      names_(site_),
      scanner_(site_, redirects_, scans_->hash(), names_, options),
      elements_(page()) {}

/// As PageReporter decides about a finding: what is not judged or is ignored is not asked for.
bool OwnLinkFinder::is_wanted(html::Link const& link, std::string_view url) {
  if (skip_reason(link.use) || elements_.not_judged(link)) return false;
  if (elements_.is_ignored(link)) return false;
  return !options_.is_excluded || !options_.is_excluded(url);
}

EntryId OwnLinkFinder::add(std::string_view url, EntryId entry, html::Link const& link,
                           html::UsableContent usable, ScriptLoad const& load) {
  // FAST: most links of a site lead where others do.
  if (entry < settled_.size() && settled_[entry]) return entry;
  if (entry == no_entry) {
    const auto own = site_.own_url(url::without_fragment(url));
    if (!own) return no_entry;
    url_ = site_.origin();
    url_ += own->path;
    if (const auto query = url::query_of(url)) (url_ += '?') += *query;
    entry = live_->find(url_);
  }
  const OwnLink found{
      .url = entry == no_entry ? url_ : live_->url(entry),
      .target = entry,
      .is_document = is_index_ || (leads_to_page(link) && usable == html::UsableContent::anything),
      .wants_start = ContentNeeds(usable).wants_start({.is_called_page = true}),
      .is_page = is_index_ || leads_to_page(link) || names_others(link, url, load),
      .wants_ids = wants_id(url),
      .is_sitemap = is_index_,
      .load = load};
  switch ((*classify_)(found)) {
    case LinkDiscovery::unknown:
      return is_wanted(link, url) ? (*add_link_)(found) : entry;
    case LinkDiscovery::known:
      return entry;
    case LinkDiscovery::settled:
      break;
  }
  if (settled_.size() <= entry) settled_.resize(live_->size());
  settled_[entry] = true;
  return entry;
}

bool OwnLinkFinder::is_index(PageFile const& page) {
  return page.is_sitemap && html::is_sitemap_index(page.source.text);
}

PageFacts OwnLinkFinder::find(std::uint32_t number, Classify const& classify,
                              AddLink const& add_link) {
  PageFile& page = this->page();
  page.number = number;
  page.entry = live_->pages()[number].target;
  elements_.reset();
  is_index_ = is_index(page);
  classify_ = &classify;
  add_link_ = &add_link;
  PageFacts facts{.number = number};
  scanner_.scan_open(facts, *this);
  return facts;
}

}  // namespace hrefkit::site
