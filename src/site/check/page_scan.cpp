#include "hrefkit/site/check/page_scan.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <tl/expected.hpp>
#include <tuple>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/html/script_built.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/check/causes.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/external/verdict.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

namespace hrefkit::site {

namespace {

/// More uses of ids than that are sorted, so that each is kept once.
constexpr std::size_t max_unsorted_uses = std::size_t{1} << 16;

/// And it sends them on within so many seconds: else it is there to be read.
constexpr unsigned max_redirect_delay = 30;

bool is_canonical(html::Link const& link) {
  const std::string_view rel = link.rel.value_or("");
  return link.element == "link" && link.context == 0 &&
         text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(rel), "canonical");
}

/// The address of the root by the canonical address of a page, which is the page's path below it,
/// in full or as servers show it without the end; that of the whole host where it is another path.
/// Empty where it is no http or https URL.
std::string root_of(std::string_view canonical, std::string_view page) {
  const auto path_of = [](std::string_view url) {
    return std::min(url.find('/', url.find("://") + 3), url.size());
  };
  if (!canonical.starts_with("http")) return {};
  canonical = url::without_query(canonical);
  std::string_view own = page.substr(path_of(page));
  for (const std::string_view end : {"", "index.html", "/", ".html"}) {
    if (!own.ends_with(end)) continue;
    own.remove_suffix(end.size());
    if (canonical.substr(path_of(canonical)).ends_with(own)) {
      canonical.remove_suffix(own.size());
      return std::string(canonical) + "/";
    }
  }
  return std::string(canonical.substr(0, path_of(canonical))) + "/";
}

/// What a link or meta element says that its target is, where that is a file in which links are
/// looked for.
std::optional<html::ContentType> declared_type(html::Link const& link,
                                               html::LinkBlock const& block) {
  bool may_be_search = false;
  bool is_alternate = false;
  std::string_view const rel = link.rel.value_or("");
  html::SpaceList items(rel);
  while (const auto item = items.next()) {
    const auto is = [&](std::string_view name) {
      return text::equals_ignoring_ascii_case(item->in(rel), name);
    };
    if (is("stylesheet")) return html::ContentType::css;
    if (is("manifest")) return html::ContentType::json;
    may_be_search = may_be_search || is("search");
    is_alternate = is_alternate || is("alternate");
  }
  if (link.element == "meta") {  // with --also meta
    const std::string name = block.element_of(link).attribute("name").value_or("");
    const bool is_config = text::equals_ignoring_ascii_case(name, "msapplication-config");
    return is_config ? std::optional(html::ContentType::xml) : std::nullopt;
  }
  if (!may_be_search && !is_alternate) return std::nullopt;  // FAST: 2 % of a check
  const auto type = block.element_of(link).attribute("type");
  const auto media = type ? html::parse_media_type(*type) : std::nullopt;
  if (!media) return std::nullopt;
  const bool is_search = media->essence == "application/opensearchdescription+xml";
  if (may_be_search && is_search) return html::ContentType::xml;
  if (!is_alternate) return std::nullopt;
  if (media->essence == "application/feed+json") return html::ContentType::json;
  if (media->essence == "text/markdown") return html::ContentType::text;
  const bool is_feed =
      media->essence == "application/rss+xml" || media->essence == "application/atom+xml";
  return is_feed ? std::optional(html::ContentType::xml) : std::nullopt;
}

/// True where a script of the page may pass the fragment on: it mentions the fragment, or is not in
/// the page.
bool may_keep_fragment(std::string_view text) {
  const std::vector<html::FoundElement> scripts = html::find_elements(text, "script", true);
  return std::any_of(scripts.begin(), scripts.end(), [](html::FoundElement const& script) {
    return script.element.attribute("src") || script.element.attribute("href") ||
           text::find_ignoring_ascii_case(script.content, "hash") != std::string_view::npos;
  });
}

/// True for what may be a style sheet of the file's own document. Frames with srcdoc are UTF-8.
bool may_be_sheet(html::Link const& link) {
  return (link.kind == html::LinkKind::stylesheet || link.kind == html::LinkKind::css) &&
         link.context == 0;
}

/// The part of a page in which `og:url` is looked for, in about so many pages of a site.
constexpr std::size_t max_head = std::size_t{1} << 16;
constexpr std::size_t max_cards = 64;

/// True for the address of a host's root.
bool is_home(std::string_view url) {
  const std::size_t path = url.find('/', url.find("://") + 3);
  return url::without_query(url).size() <= path + 1;
}

/// True for a link whose path does not depend on that of its page: "/docs/a.html", and what a base
/// element says.
bool is_from_root(html::Link const& link, html::LinkBlock const& block) {
  return link.raw.starts_with('/') || block.bases[link.base].source == html::BaseSource::base;
}

void sort_each_once(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// The scans that a crawl has made for such a check; null where there are none.
CrawlScans const* scans_for(Site const& site, CheckOptions const& options) {
  if (site.live() == nullptr || options.gathers_pages()) return nullptr;
  CrawlScans const* const scans = site.live()->scans();
  return scans != nullptr && scans->fit(options) ? scans : nullptr;
}

void keep_each_once(std::vector<AnchorUse>& uses) {
  const auto by_key = [](AnchorUse const& a, AnchorUse const& b) { return a.key() < b.key(); };
  const auto same_key = [](AnchorUse const& a, AnchorUse const& b) { return a.key() == b.key(); };
  std::sort(uses.begin(), uses.end(), by_key);
  uses.erase(std::unique(uses.begin(), uses.end(), same_key), uses.end());
  for (AnchorUse& use : uses) use.tag = AnchorUse::no_tag;
}

/// True where the id is among the keys, which are sorted.
bool has_key(std::vector<AnchorKey> const& keys, AnchorUse const& use) {
  return std::binary_search(keys.begin(), keys.end(), use.key()) ||
         std::binary_search(keys.begin(), keys.end(), use.decoded_key());
}

/// The tag by which a link is found again, where the base of its page is the page's address.
std::uint32_t tag_of(html::Link const& link, html::LinkBlock const& block) {
  const bool is_found = block.bases[link.base].source == html::BaseSource::document &&
                        html::is_found_by_tag(link, block);
  return is_found ? link.element_key : AnchorUse::no_tag;
}

/// The memory that second ids take, about.
std::size_t bytes_of(std::vector<SecondId> const& ids) {
  std::size_t bytes = ids.size() * sizeof(SecondId);
  for (SecondId const& each : ids) bytes += each.id.size() + each.element.size();
  return bytes;
}

}  // namespace

bool sends_on(std::string_view refresh) {
  return html::find_refresh_delay(refresh).value_or(0) <= max_redirect_delay;
}

std::size_t PageFacts::bytes() const {
  const std::size_t keys = anchors.size() + doubled.size();
  const std::size_t all_uses = uses.size() + own_uses.size();
  std::size_t loader_bytes = 0;
  for (ScriptLoader const& loader : script_loaders) {
    loader_bytes += sizeof(loader) + loader.base.size();
    if (loader.maps) loader_bytes += loader.maps->import_maps.bytes();
  }
  return sizeof(*this) + keys * sizeof(AnchorKey) + all_uses * sizeof(AnchorUse) +
         (leads_to.size() + 2 * sheets.size() + files.size()) * sizeof(std::uint32_t) +
         foreign.size() + lost.size() + bytes_of(second_ids) + rows.bytes() + open.bytes() +
         scripts.size() * sizeof(ScriptUse) + loader_bytes + gathered.bytes_of_memory();
}

void PageFacts::forget_links() {
  needs_report = needs_links = has_usemap = has_rows = false;
  tally = {};
  foreign.clear();
  foreign_links = 0;
  uses.clear();
  own_uses.clear();
  second_ids.clear();
}

/// The copies have no spare room.
void CrawlScans::add(PageFacts const& facts) {
  const std::size_t bytes = facts.bytes();
  if (bytes > max_bytes - bytes_) return;
  bytes_ += bytes;
  if (pages_.size() <= facts.number) pages_.resize(facts.number + 1);
  pages_[facts.number] = std::make_unique<PageFacts>(facts);
}

/// Functions in options cannot be compared: they are the same where they are those of one object.
bool CrawlScans::fit(CheckOptions const& options) const {
  const auto shape = [](CheckOptions const& each) {
    return std::tie(each.external, each.list_external, each.also.meta, each.also.json_ld,
                    each.also.import_map, each.also.speculation_rules, each.also.scripts,
                    each.also.attributes, each.xml_base, each.feed_base);
  };
  if (&options != used_ || shape(options) != shape(options_)) return false;
  for (std::size_t i = 0; i < rule_count; ++i) {
    const auto rule = static_cast<Rule>(i);
    if (options.severities[rule] != options_.severities[rule]) return false;
  }
  return true;
}

PageFacts const* CrawlScans::find(std::uint32_t page) const {
  return page < pages_.size() ? pages_[page].get() : nullptr;
}

PageScanner::PageScanner(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
                         FoldedNames const& names, CheckOptions const& options)
    : site_(site),
      hash_(hash),
      options_(options),
      rows_(site, redirects, hash, names, options),
      page_(rows_.page()),
      judge_(rows_.judge()),
      elements_(rows_.elements()),
      scans_(scans_for(site, options)),
      reports_redirected_(options.severities[Rule::redirected_link] != Severity::off),
      reports_orphan_files_(options.orphans && site.live() == nullptr &&
                            options.severities[Rule::orphan_file] != Severity::off),
      keep_row_([this](Finding const& finding) {
        facts_->has_rows = !facts_->rows.is_full();  // else the page is read again
        if (facts_->has_rows) facts_->rows.add(finding);
        return facts_->has_rows;
      }) {
  if (options.gathers_pages()) gatherer_.emplace(site, options);
}

void PageScanner::scan(PageFacts& facts) {
  if (reuse_crawl_scan(facts)) return;
  facts = PageFacts{.number = facts.number};
  if (const auto opened = open_page(site_, facts.number, page_); !opened) {
    facts.error = opened.error();
    return;
  }
  if (!page_.binary.empty()) {
    facts.skipped = "is " + std::string(page_.binary) + "; skipped";
    return;
  }
  if (page_.waits) {
    facts.waits = true;
    return;
  }
  begin(facts);
  if (!find_links(facts)) return;
  finish(facts);
}

void PageScanner::scan_open(PageFacts& facts, OpenLinkSink& sink) {
  facts = PageFacts{.number = facts.number};
  open_link_sink_ = &sink;
  last_targets_.resize(remembered_uses);
  begin(facts);
  facts.has_rows = false;  // a page with a finding is read again, when all is known
  // A style sheet whose encoding its referrers decide waits for them.
  const bool may_wait = page_.source.content_type == html::ContentType::css &&
                        page_.source.malformed &&
                        page_.source.encoding.source == html::EncodingSource::type_default;
  // What a script names is judged by the pages that load it.
  facts.open.is_whole = !may_wait && !judge_.looks_further() && !page_.is_script && !gatherer_;
  const bool is_found = find_links(facts);
  open_link_sink_ = nullptr;
  if (!is_found || has_integrity_) facts.open.is_whole = false;
  if (facts.open.is_whole) finish(facts);
}

/// Finds the links of the open page. False if that failed; then `facts` has the error.
bool PageScanner::find_links(PageFacts& facts) {
  // Scripts that webpack writes load others by elements that they make.
  facts.computes_names =
      page_.is_script && text::find_bytes(page_.source.text, "webpackChunk") != std::string::npos;
  if (facts.computes_names && !is_copy_) ++facts.tally.webpack_scripts;
  for (html::Note const& note : page_.notes) add_note(note, facts);
  const auto found = find_page_links(
      rows_.finder(), page_,
      {.links = [&](html::LinkBlock const& block) { add_links(block, facts); },
       .anchors =
           [&](std::span<html::Anchor const> anchors) {
             if (!is_copy_) add_anchors(anchors, facts);
           },
       .image_maps = [&](std::span<html::ImageMapName const> names) { image_maps_.add(names); },
       .notes = [&](html::Note const& note) { add_note(note, facts); },
       .directives = [&](bool may_have_one) { may_have_directive_ = may_have_one; },
       .scripts =
           [&](html::ScriptFacts const& script) {
             if (!is_copy_) facts.tally.computed_imports += script.computed_imports;
             facts.computes_names |= page_.is_script && script.computed_imports != 0;
           },
       .with_rels = true,
       .with_uses = true});
  if (found) return true;
  facts = PageFacts{.number = facts.number, .error = std::string(message(found.error()))};
  return false;
}

/// Reuses what the crawl has found in the page. False where the page is to be scanned.
bool PageScanner::reuse_crawl_scan(PageFacts& facts) {
  PageFacts const* const scanned = scans_ == nullptr ? nullptr : scans_->find(facts.number);
  if (scanned == nullptr) return false;
  facts = *scanned;
  return judge_open_links(*site_.live(), facts);
}

/// Judges the links that were open. False where one of them is more than fine.
bool PageScanner::judge_open_links(LiveSite const& live, PageFacts& facts) {
  const auto is_fine = [&](TargetPlace const& place) {
    return place.kind == PlaceKind::file && !place.is_moved &&
           !(place.is_redirected && reports_redirected_);
  };
  std::vector<EntryId> bad;
  std::size_t bad_links = 0;
  for (OpenLinks::Target const& target : facts.open.targets) {
    const TargetPlace place = live_place(live, target.entry);
    if (place.kind == PlaceKind::not_asked) {
      facts.tally.not_judged[static_cast<std::size_t>(SkipReason::not_asked)] += target.links;
      continue;
    }
    // A page where something else is needed is judged by all that is known of it.
    const bool may_be_useless = target.needs_content && place.is_called_page &&
                                options_.severities[Rule::wrong_type] != Severity::off;
    if (!is_fine(place) || may_be_useless) {
      bad.push_back(target.entry);
      bad_links += target.links;
      continue;
    }
    facts.tally.fine += target.links;
    facts.tally.judged += target.links;
    if (place.by_catch_all) facts.tally.by_catch_all += target.links;
    const std::uint32_t page = site_.page_number(place.entry);
    if (page == no_entry || page == facts.number) continue;
    if (target.is_sheet) facts.sheets.emplace_back(page, facts.encoding);
    if (target.leads_reader && wants_readers_links()) facts.leads_to.push_back(page);
  }
  for (OpenLinks::Script const& script : facts.open.scripts) {
    const std::uint32_t page = site_.page_number(live_place(live, script.entry).entry);
    if (page == no_entry || !site_.is_script(page)) continue;
    facts.scripts.push_back({page, script.role, script.loader});
  }
  sort_each_once(facts.leads_to);
  sort_each_once(bad);
  for (OpenLinks::Use const& use : facts.open.uses) {
    const TargetPlace place = live_place(live, use.entry);
    if (place.kind == PlaceKind::not_asked) continue;
    if (std::binary_search(bad.begin(), bad.end(), use.entry)) continue;
    if (!place.keeps_fragment) return false;
    const std::uint32_t page = site_.page_number(place.entry);
    if (page == no_entry || (site_.is_svg_page(page) && !use.asks_for_svg_id)) continue;
    const bool is_own = page == facts.number;
    if (is_own && !facts.doubled.empty()) return false;  // it may be ignored
    (is_own ? facts.own_uses : facts.uses)
        .push_back({use.ids.raw, use.ids.decoded, facts.number, page, use.tag});
  }
  if (facts.uses.size() > max_unsorted_uses) keep_each_once(facts.uses);
  for (std::string_view urls = facts.open.not_asked; !urls.empty();) {
    const std::string_view url = urls.substr(0, urls.find('\n'));
    urls.remove_prefix(url.size() + 1);
    if (judge_.place_of(url).kind != PlaceKind::not_asked) return false;
    ++facts.tally.not_judged[static_cast<std::size_t>(SkipReason::not_asked)];
  }
  if (!bad.empty() && !judge_kept_links(bad, bad_links, facts)) return false;
  facts.open = {};
  return true;
}

/// Judges the `links` of the page that lead to `targets`, as a scan would, if all of them were kept
/// and are findings.
bool PageScanner::judge_kept_links(std::vector<EntryId> const& targets, std::size_t links,
                                   PageFacts& facts) {
  const OpenLinks open = std::move(facts.open);
  std::vector<std::uint32_t> tags;
  std::vector<std::uint32_t> begins;
  for (OpenLinks::Kept const& kept : open.kept) {
    if (!std::binary_search(targets.begin(), targets.end(), kept.entry)) continue;
    if (tags.empty() || tags.back() != kept.tag) tags.push_back(kept.tag);
    begins.push_back(kept.begin);
  }
  if (begins.size() != links || !open_page(site_, facts.number, page_) || !page_.binary.empty()) {
    return false;
  }
  const bool is_reported = facts.needs_report;
  const bool has_ids = facts.has_ids;
  begin(facts);
  facts.has_ids = has_ids;
  facts.has_rows &= !is_reported;
  const html::BaseUrl base(open.base, {page_.options.standard, facts.encoding});
  bool are_plain = true;  // what a scan would find
  const auto judge_links = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!std::binary_search(begins.begin(), begins.end(), link.span.begin)) continue;
      const Verdict verdict = judge_.judge(link, block);
      are_plain &= verdict.outcome == Outcome::finding && verdict.place.kind != PlaceKind::file &&
                   verdict.also == 0;
      if (are_plain) add_verdict(link, block, verdict, facts);
    }
  };
  html::find_tag_links(page_.source.text, tags, {base.resolver, open.base_source},
                       page_.options.also,
                       {.links = judge_links, .with_rels = true, .with_uses = true});
  if (!are_plain) return false;
  facts.needs_links |= facts.needs_report;
  facts.has_rows &= facts.needs_report;
  elements_.reset();
  return true;
}

void PageScanner::begin(PageFacts& facts) {
  judge_.begin(page_, elements_);
  if (gatherer_ && open_link_sink_ == nullptr) gatherer_->begin(page_, judge_, facts.gathered);
  is_copy_ = site_.id_page(facts.number) != facts.number;
  facts.encoding = page_.source.encoding.encoding;
  has_legacy_encoding_ = text::output_encoding(facts.encoding) != text::Encoding::utf_8;
  facts.has_ids = page_.has_ids && !page_.ends_early;
  facts.is_sitemap = page_.is_sitemap;
  facts.has_rows = !options_.list_external;
  facts_ = &facts;
  ++scan_;
  has_begun_rows_ = false;
  last_anchor_counts_ = false;
  image_maps_.clear();
  script_loaders_.clear();
  elements_.reset();
  readers_links_ = 0;
  redirects_at_once_ = false;
  has_canonical_ = has_integrity_ = false;
  may_have_directive_ = false;
  looks_for_card_ = site_.live() == nullptr && page_.has_ids &&
                    facts.number % (site_.pages().size() / max_cards + 1) == 0;
  foreign_urls_.clear();
  second_ids_.clear();
  own_uses_.clear();
}

/// A page of which only the beginning can be read is said to be so.
void PageScanner::add_note(html::Note const& note, PageFacts& facts) {
  const bool ends_links = severity(note.kind) == html::NoteSeverity::fault ||
                          note.kind == html::NoteKind::urls_too_long;
  if (is_copy_) return;  // of the file itself, it is told
  if (note.kind == html::NoteKind::module_in_classic) {
    if (options_.severities[Rule::not_well_formed] == Severity::off) return;
    facts.needs_report = true;
    facts.has_rows = false;  // the row stands before those of the links
    return;
  }
  if (!ends_links && html::leaves_out_links(note.kind)) facts.left_out = note.message;
  if (!ends_links || !facts.fault.empty()) return;
  text::LineCursor cursor(page_.source.text);
  const text::LineColumn at = cursor.at(note.span.begin);
  facts.fault_place = std::to_string(at.line) + ":" + std::to_string(at.column);
  facts.fault = note.message + "; links from here on are not checked";
  if (note.kind != html::NoteKind::not_well_formed || page_.ends_early ||
      options_.severities[Rule::not_well_formed] == Severity::off)
    return;
  facts.is_not_well_formed = true;
  facts.needs_report = true;
  facts.has_rows = false;  // the row stands behind those of the links
}

/// Notes a hrefkit-ignore-start that nothing ends.
void PageScanner::add_open_ignore(PageFacts& facts) {
  const bool may_be_open =
      text::find_bytes(page_.source.text, "hrefkit-ignore-start") != std::string_view::npos;
  const auto open = may_be_open ? elements_.open_ignore() : std::nullopt;
  if (!open) return;
  text::LineCursor cursor(page_.source.text);
  const text::LineColumn at = cursor.at(*open);
  facts.open_ignore = std::to_string(at.line) + ":" + std::to_string(at.column);
}

void PageScanner::add_links(html::LinkBlock const& block, PageFacts& facts) {
  facts.tally.links += block.links.size();
  const bool undeclared = page_.is_undeclared();
  for (html::Link const& link : block.links) {
    const Verdict verdict = judge_.judge(link, block);
    if (open_link_sink_ != nullptr) {
      if (link.kind == html::LinkKind::refresh && link.context == 0) facts.open.is_whole = false;
      if (verdict.outcome == Outcome::open) {
        add_open(link, block, verdict, facts);
        continue;
      }
      if (!facts.open.is_whole) continue;
    } else if (gatherer_) {
      gatherer_->add(link, block, verdict);
    }
    add_verdict(link, block, verdict, facts);
    // FAST: 1.5 % of a check; most links are hyperlinks.
    const bool may_be_script = !page_.is_script && link.kind != html::LinkKind::hyperlink;
    if (may_be_script) add_script(link, block, verdict, facts);
    if (may_be_sheet(link)) add_sheet(link, block, verdict, facts);
    if (link.element == "link" || link.element == "meta") {
      add_declared(link, block, verdict, facts);
    }
    const bool depends = undeclared && is_own(verdict) && depends_on_encoding(link, block.text);
    const bool is_redirected =
        (reports_redirected_ && verdict.is_redirected) || verdict.is_moved_for_good;
    if (!depends && !verdict.loaded_before_base && !is_redirected && verdict.also == 0) continue;
    facts.needs_report = true;
    // A fragment that is missing counts before a redirect.
    if (verdict.is_moved_for_good && verdict.outcome == Outcome::fragment) facts.has_rows = false;
    if (begin_rows(facts)) rows_.warn(link, block, verdict);
  }
}

/// Reports to the crawl a link to the site itself, and keeps what the scan pass wants of it.
void PageScanner::add_open(html::Link const& link, html::LinkBlock const& block,
                           Verdict const& verdict, PageFacts& facts) {
  OpenLinks& open = facts.open;
  const std::string_view url = judge_.url();
  const html::UsableContent usable = html::usable_content(link, block);
  const ScriptLoad load = script_load(link, block, facts);
  const EntryId target = open_link_sink_->add(url, verdict.place.entry, link, usable, load);
  if (!judge_.later_url().empty()) {
    open_link_sink_->add(judge_.later_url(), no_entry, link, usable, load);
    open.is_whole = false;
  }
  const auto fragment = url::fragment_of(url);
  const std::string_view asked = url::without_fragment(url);
  // "a?" may be an answer for "a".
  const bool is_odd = verdict.place.insecure || asked.ends_with('?') ||
                      (page_.is_undeclared() && depends_on_encoding(link, block.text));
  // Its link may give it another encoding than the page's.
  const bool has_charset = link.kind == html::LinkKind::stylesheet &&
                           block.element_of(link).attribute("charset").has_value();
  if (is_odd || has_charset) open.is_whole = false;
  if (!open.is_whole) return;
  if (target == no_entry) {
    open.not_asked.append(asked) += '\n';
    return;
  }
  if (load.role) open.scripts.push_back({target, *load.role, load.number});
  if (!has_integrity_) has_integrity_ = !html::integrity_of(link, block.element_of(link)).empty();
  add_open_target({.entry = target,
                   .links = 1,
                   .leads_reader = leads_reader(link),
                   .is_sheet = has_legacy_encoding_ && may_be_sheet(link),
                   .needs_content = usable != html::UsableContent::anything},
                  open);
  keep_open(link, block, target, open);
  if (fragment && !is_description(link)) add_open_use(link, block, *fragment, target, facts);
}

/// Keeps a link where its target may not be fine: its answer is a bad one, or comes when the pages
/// have been read.
void PageScanner::keep_open(html::Link const& link, html::LinkBlock const& block, EntryId target,
                            OpenLinks& open) {
  using Kind = OwnAnswer::Kind;
  const Kind kind = site_.live()->answer(target).kind;
  const bool may_be_bad = kind == Kind::refused || kind == Kind::failed ||
                          (kind == Kind::not_asked && !leads_reader(link));
  const bool is_simple = html::is_found_by_tag(link, block) && !has_legacy_encoding_ &&
                         page_.source.content_type == html::ContentType::html &&
                         block.map == nullptr;
  if (!may_be_bad || !is_simple || open.kept.size() == max_kept_links) return;
  html::LinkBase const& base = block.bases[link.base];
  if (open.kept.empty()) {
    open.base = base.resolver.base();
    open.base_source = base.source;
  } else if (open.base != base.resolver.base() || open.base_source != base.source) {
    return;
  }
  open.kept.push_back({link.element_key, link.span.begin, target});
}

/// Keeps a target, unless the page has led there a short while ago.
void PageScanner::add_open_target(OpenLinks::Target const& target, OpenLinks& open) {
  const std::size_t key = (std::size_t{target.entry} << 3U) | (target.needs_content ? 4U : 0U) |
                          (target.leads_reader ? 2U : 0U) | (target.is_sheet ? 1U : 0U);
  LastTarget& last = last_targets_[key % last_targets_.size()];
  if (last.scan == scan_) {
    OpenLinks::Target& known = open.targets[last.place];
    if (known.entry == target.entry && known.leads_reader == target.leads_reader &&
        known.is_sheet == target.is_sheet && known.needs_content == target.needs_content) {
      ++known.links;
      return;
    }
  }
  last = {scan_, static_cast<std::uint32_t>(open.targets.size())};
  open.targets.push_back(target);
}

void PageScanner::add_open_use(html::Link const& link, html::LinkBlock const& block,
                               std::string_view fragment, EntryId target, PageFacts& facts) {
  const Fragment read = read_fragment(fragment);
  if (read.kind == FragmentKind::top) return;
  if (read.kind == FragmentKind::page_state) {
    facts.open.is_whole = false;
    return;
  }
  const OpenLinks::Use use{.ids = wanted_ids(hash_, read.raw),
                           .entry = target,
                           .asks_for_svg_id = asks_for_svg_id(link) && !is_svg_view(read.raw),
                           .tag = tag_of(link, block)};
  if (target == page_.entry) {
    const bool is_id = !page_.is_svg || use.asks_for_svg_id;
    if (is_id) {
      add_use({use.ids.raw, use.ids.decoded, facts.number, facts.number}, link, use.tag, facts);
    }
    return;
  }
  std::vector<OpenLinks::Use>& uses = facts.open.uses;
  // No page has this number: own uses are among the last ones, too.
  const AnchorKey key = anchor_key(~target, use.ids.raw) + (use.asks_for_svg_id ? 1U : 0U);
  LastUse& last = last_use(key);
  if (last.key == key && last.scan == scan_) {
    if (uses[last.place].tag != use.tag) uses[last.place].tag = AnchorUse::no_tag;
    return;
  }
  last = {key, scan_, static_cast<std::uint32_t>(uses.size())};
  uses.push_back(use);
}

/// The environment encoding of a style sheet (CSS Syntax 3, 3.2): that of the link's `charset`, or
/// of this document (HTML Standard 4.6.7.25, link type "stylesheet"). nullopt for UTF-8.
std::optional<text::Encoding> PageScanner::sheet_encoding(html::Link const& link,
                                                          html::LinkBlock const& block) const {
  text::Encoding encoding = page_.source.encoding.encoding;
  if (link.element == "link" && link.kind == html::LinkKind::stylesheet) {
    const auto label = block.element_of(link).attribute("charset");
    encoding = text::encoding_from_label(label.value_or("")).value_or(encoding);
  }
  const bool is_legacy = text::output_encoding(encoding) != text::Encoding::utf_8;
  return is_legacy ? std::optional(encoding) : std::nullopt;
}

/// Keeps a style sheet to which this document refers.
void PageScanner::add_sheet(html::Link const& link, html::LinkBlock const& block,
                            Verdict const& verdict, PageFacts& facts) {
  if (verdict.outcome != Outcome::fine) return;
  const auto encoding = sheet_encoding(link, block);
  if (!encoding) return;
  const std::uint32_t sheet = site_.page_number(verdict.place.entry);
  if (sheet == no_entry || sheet == facts.number) return;
  const std::pair used(sheet, *encoding);
  if (facts.sheets.empty() || facts.sheets.back() != used) facts.sheets.push_back(used);
}

/// Keeps a script of the site that this document loads.
void PageScanner::add_script(html::Link const& link, html::LinkBlock const& block,
                             Verdict const& verdict, PageFacts& facts) {
  if (verdict.place.kind != PlaceKind::file) return;
  const std::uint32_t script = site_.page_number(verdict.place.entry);
  if (script == no_entry || !site_.is_script(script)) return;
  const auto role = script_role_of(link, block);
  if (role) facts.scripts.push_back({script, *role, loader_number(link, block, facts)});
}

/// How the link loads a script, if it does, whether or not its target is known.
ScriptLoad PageScanner::script_load(html::Link const& link, html::LinkBlock const& block,
                                    PageFacts& facts) {
  ScriptLoad load{.role = script_role_of(link, block)};
  if (!load.role || page_.is_script) return load;
  load.number = loader_number(link, block, facts);
  load.loader = &facts.script_loaders[load.number];
  return load;
}

/// The number among `facts.script_loaders` of the document that has the link.
std::uint32_t PageScanner::loader_number(html::Link const& link, html::LinkBlock const& block,
                                         PageFacts& facts) {
  return script_loaders_.number_of(link, block, facts.script_loaders);
}

/// Keeps a style sheet, manifest, feed or Markdown that cannot be recognized by its name. A server
/// gives `feed/index.html` for `feed/`, whatever is in it.
void PageScanner::add_declared(html::Link const& link, html::LinkBlock const& block,
                               Verdict const& verdict, PageFacts& facts) const {
  const bool leads_to_file = link.ns == html::Namespace::html && link.context == 0 &&
                             (link.attribute == "href" || link.element == "meta") &&
                             verdict.place.kind == PlaceKind::file;
  if (!leads_to_file || verdict.outcome == Outcome::finding) return;
  if (site_.live() != nullptr) return;  // its server sends the types
  const EntryId entry = verdict.place.entry;
  const std::uint32_t page = site_.page_number(entry);
  if (site_.entries()[entry].outside || (page != no_entry && !site_.is_called_html(page))) return;
  const auto type = declared_type(link, block);
  if (type) facts.declared.emplace_back(entry, *type);
}

/// True when rows can be made at once.
bool PageScanner::begin_rows(PageFacts& facts) {
  if (!facts.has_rows) return false;
  if (!has_begun_rows_) rows_.begin_rows(facts.rows_tally, keep_row_);
  has_begun_rows_ = true;
  return true;
}

void PageScanner::add_finding(html::Link const& link, html::LinkBlock const& block,
                              Verdict const& verdict, PageFacts& facts) {
  if (const auto reason = skip_reason(link.use)) {
    ++facts.tally.not_judged[static_cast<std::size_t>(*reason)];
    return;
  }
  ++facts.tally.judged;
  facts.needs_report = true;
  if (verdict.moved) facts.has_rows = false;  // it depends on all ids of this page
  if (begin_rows(facts)) rows_.make_row(link, block, verdict);
  const bool leads_nowhere = verdict.rule == Rule::missing_file ||
                             verdict.rule == Rule::missing_index ||
                             verdict.rule == Rule::outside_site;
  if (leads_nowhere && site_.live() == nullptr) add_lost(link, block, facts);
}

/// Keeps a link that some option may mend.
void PageScanner::add_lost(html::Link const& link, html::LinkBlock const& block,
                           PageFacts& facts) const {
  LostLinks::append(facts.lost, form_of(link, block), judge_.url());
}

/// Counts a link to another site, unless it would not be judged on the own one.
void PageScanner::add_external(html::Link const& link, html::LinkBlock const& block, bool is_moved,
                               PageFacts& facts) {
  if (const auto reason = elements_.not_judged(link)) {
    ++facts.tally.not_judged[static_cast<std::size_t>(*reason)];
    return;
  }
  if (options_.external != nullptr) {
    switch (foreign_use(link, block)) {
      case ForeignUse::post_form:
        ++facts.tally.not_judged[static_cast<std::size_t>(SkipReason::post_form)];
        return;
      case ForeignUse::ignored:
        ++facts.tally.ignored;
        return;
      case ForeignUse::asked:
        add_foreign(link, block, facts);
        // A finding, unless the other site has a worse one.
        if (is_moved) facts.needs_report = true;
        if (is_moved) facts.has_rows = false;
        break;
      case ForeignUse::left_out:
        break;
    }
  }
  ++facts.tally.external;
  if (site_.live() == nullptr) add_address(link, facts);
  facts.needs_report |= options_.list_external;
}

/// What becomes of a link to another site where such links are asked for.
PageScanner::ForeignUse PageScanner::foreign_use(html::Link const& link,
                                                 html::LinkBlock const& block) {
  if (elements_.sends_data(link, block)) return ForeignUse::post_form;
  std::string const& url = judge_.foreign_url();
  if ((options_.is_excluded && options_.is_excluded(url)) || elements_.is_ignored(link)) {
    return ForeignUse::ignored;
  }
  auto const& is_included = options_.external->is_included;
  return is_included && !is_included(url) ? ForeignUse::left_out : ForeignUse::asked;
}

/// Keeps the URL of a link to another site, which is asked for after all pages are read.
void PageScanner::add_foreign(html::Link const& link, html::LinkBlock const& block,
                              PageFacts& facts) const {
  // A letter says what the link can use.
  facts.foreign += static_cast<char>('a' + static_cast<int>(html::usable_content(link, block)));
  const std::string_view url = judge_.foreign_url();
  const bool wants_fragment = options_.severities[Rule::external_fragment] != Severity::off &&
                              !is_description(link) &&
                              is_wanted_fragment(url::fragment_of(url).value_or(""));
  facts.foreign += wants_fragment ? url : url::without_fragment(url);
  facts.foreign += '\n';
  ++facts.foreign_links;
}

/// Keeps what a link to another site says of the address for which this one was made.
void PageScanner::add_address(html::Link const& link, PageFacts& facts) {
  constexpr std::size_t max_url_bytes = std::size_t{1} << 16;
  std::string const& url = judge_.url();
  if (!url.starts_with("http")) return;
  const bool is_private =
      options_.severities[Rule::local_address] == Severity::off && is_local_address(url);
  if (is_private) return;
  if (is_canonical(link)) facts.canonical_root = root_of(url, page_.options.url);
  // The content of a feed leads anywhere.
  if (page_.is_feed && link.context == 0 && link.ns != html::Namespace::html) {
    facts.listed_roots.add(is_home(url) ? std::string(url::without_query(url))
                                        : root_with(site_, url));
  }
  if (foreign_urls_.size() < max_url_bytes) foreign_urls_.append(url::without_query(url)) += '\n';
}

/// Votes for the roots to which the links to other sites lead.
///
/// FAST: where more links are judged, which is so in most pages, the others are not looked at: they
/// count as if they all led to one place.
void PageScanner::add_linked_roots(PageFacts& facts) const {
  if (site_.live() != nullptr) return;
  const std::size_t judged = facts.tally.judged;
  const std::size_t foreign = facts.tally.external;
  if (judged >= foreign) return facts.linked_roots.add("", judged - foreign);
  facts.linked_roots.add("", judged);
  std::string others;  // whose paths are not here
  std::string_view urls = foreign_urls_;
  while (!urls.empty()) {
    const std::string_view url = urls.substr(0, urls.find('\n'));
    urls.remove_prefix(url.size() + 1);
    if (is_home(url)) {
      facts.home_pages.add(url);
      continue;
    }
    const std::string root = root_with(site_, url);
    if (root.empty()) {
      others.append(url) += '\n';
    } else {
      facts.linked_roots.add(root);
    }
  }
  // A link to the root itself, https://h.example/docs/, is known by those that lead below it.
  const std::string root = facts.linked_roots.winner();
  urls = others;
  while (!urls.empty()) {
    const std::string_view url = urls.substr(0, urls.find('\n'));
    urls.remove_prefix(url.size() + 1);
    facts.linked_roots.add(url == root ? root : std::string());
  }
}

/// Keeps what `og:url` says of it, in a page without a canonical address.
void PageScanner::add_card(PageFacts& facts) {
  const std::string_view head = page_.source.text.substr(0, max_head);
  // FAST: most pages have none, and their elements cost more than their links. One that is written
  // with character references is not found.
  if (text::find_ignoring_ascii_case(head, "og:url") == std::string_view::npos) return;
  for (html::FoundElement const& meta : html::find_elements(head, "meta", false)) {
    const auto has = [&](std::string_view attribute) {
      return html::has_item(meta.element.attribute(attribute).value_or(""), "og:url");
    };
    if (!has("property") && !has("name")) continue;
    const std::string content = meta.element.attribute("content").value_or("");
    const auto base = url::Resolver::with_base(page_.options.url, {});
    if (!base) return;
    const auto url = base->resolve(content);
    if (!url || !url->starts_with("http") || url::has_private_host(*url)) return;
    if (!site_.own_url(url::without_fragment(*url))) {
      facts.card_root = root_of(*url, page_.options.url);
    }
    return;
  }
}

void PageScanner::add_verdict(html::Link const& link, html::LinkBlock const& block,
                              Verdict const& verdict, PageFacts& facts) {
  if (link.kind == html::LinkKind::refresh && link.context == 0 && page_.list == UrlList::none) {
    add_refresh(link, block, verdict, facts);
  }
  if (link.kind == html::LinkKind::hyperlink && link.element != "link") ++readers_links_;
  if (reports_orphan_files_) add_file(verdict, facts);
  switch (verdict.outcome) {
    case Outcome::finding:
      add_finding(link, block, verdict, facts);
      // What is loaded by http is asked for, too.
      if (options_.external != nullptr && verdict.rule == Rule::mixed_content &&
          !elements_.not_judged(link) && foreign_use(link, block) == ForeignUse::asked) {
        add_foreign(link, block, facts);
      }
      return;
    case Outcome::not_judged:
      ++facts.tally.not_judged[static_cast<std::size_t>(verdict.reason)];
      if (verdict.reason == SkipReason::scheme) {
        std::string const& url = judge_.url();
        ++facts.tally.schemes[url.substr(0, url.find(':'))];
      }
      return;
    case Outcome::external:
      add_external(link, block, verdict.place.is_moved, facts);
      return;
    case Outcome::open:
      return;  // the crawl has it
    case Outcome::fragment:
      add_use(verdict.use, link, tag_of(link, block), facts);
      break;
    case Outcome::fine:
      break;
  }
  ++facts.tally.fine;
  if (verdict.place.by_catch_all) ++facts.tally.by_catch_all;
  const EntryId target = verdict.place.entry;
  if (site_.has_unread_links() && target != no_entry && site_.entries()[target].outside) {
    // Few scripts of other folders name files: packages link to their libraries.
    const EntryId unread = site_.unread_link(target);
    const bool is_script =
        unread != no_entry && content_type_of(site_.path(target)) == html::ContentType::script;
    if (unread != no_entry && !is_script) facts.unread_pages.emplace_back(unread, target);
  }
  ++(link.kind == html::LinkKind::base ? facts.tally.bases : facts.tally.judged);
  if (link.kind != html::LinkKind::hyperlink) compare_digest(link, block, verdict, facts);
  if (looks_for_card_) has_canonical_ |= is_canonical(link);
  if (is_from_root(link, block)) ++facts.from_root;
  if (!verdict.leads_reader_on) return;
  const std::uint32_t page = site_.page_number(verdict.place.entry);
  if (page == no_entry || page == facts.number) return;
  if (wants_readers_links() && (facts.leads_to.empty() || facts.leads_to.back() != page)) {
    facts.leads_to.push_back(page);
  }
}

/// Keeps a file to which a link leads, unless it is a page that is shown by itself.
void PageScanner::add_file(Verdict const& verdict, PageFacts& facts) {
  if (verdict.place.kind != PlaceKind::file || verdict.place.entry == no_entry) return;
  const std::uint32_t page = site_.page_number(verdict.place.entry);
  if (page == facts.number) return;
  if (facts.files.empty() || facts.files.back() != verdict.place.entry) {
    facts.files.push_back(verdict.place.entry);
  }
}

/// A page whose scripts or style sheets have other hashes than it says is read again: the rows
/// stand among those of its links. So is one whose files a crawl does not know yet.
void PageScanner::compare_digest(html::Link const& link, html::LinkBlock const& block,
                                 Verdict const& verdict, PageFacts& facts) {
  if (options_.severities[Rule::integrity_mismatch] == Severity::off) return;
  if (open_link_sink_ != nullptr) {
    has_integrity_ |= !html::integrity_of(link, block.element_of(link)).empty();
    return;
  }
  if (facts.has_integrity_fault || !rows_.other_digest(link, block, verdict)) return;
  if (elements_.is_ignored(link)) return;
  facts.has_integrity_fault = true;
  facts.needs_report = true;
  facts.has_rows = false;
}

/// A refresh that all readers see within a short while leads them on.
void PageScanner::add_refresh(html::Link const& link, html::LinkBlock const& block,
                              Verdict const& verdict, PageFacts& facts) {
  if (redirects_at_once_ || site_.page_number(verdict.place.entry) == facts.number) return;
  const std::string refresh = field_of(link).empty()
                                  ? block.element_of(link).attribute("content").value_or("")
                                  : page_.head.refresh;
  if (!sends_on(refresh)) return;
  if (elements_.has(html::Around::noscript, link))
    return;  // it counts for readers without scripts alone
  facts.redirects = true;
  if (facts.refresh_url.empty()) facts.refresh_url = judge_.url();
  redirects_at_once_ |= html::find_refresh_delay(refresh) == 0U;
}

/// Keeps a use of an id, unless the page has used it a short while ago.
void PageScanner::add_use(AnchorUse use, html::Link const& link, std::uint32_t tag,
                          PageFacts& facts) {
  if (use.to == facts.number) own_uses_.push_back({use.key(), link.span.begin, link.context});
  std::vector<AnchorUse>& uses = use.to == facts.number ? facts.own_uses : facts.uses;
  LastUse& last = last_use(use.key());
  if (last.key == use.key() && last.scan == scan_) {
    if (uses[last.place].tag != tag) uses[last.place].tag = AnchorUse::no_tag;
    return;
  }
  last = {use.key(), scan_, static_cast<std::uint32_t>(uses.size())};
  use.tag = tag;
  uses.push_back(use);
}

void PageScanner::add_anchors(std::span<html::Anchor const> anchors, PageFacts& facts) {
  for (html::Anchor const& anchor : anchors) {
    if (anchor.name.empty()) {
      last_anchor_counts_ = false;
      continue;
    }
    const AnchorKey key = hash_(facts.number, anchor.name);
    if (anchor.is_id) add_second_id(key, anchor);
    // An element with the same id and name has one id, not two.
    const bool same = anchor.shares_element && last_anchor_counts_ && facts.anchors.back() == key;
    last_anchor_counts_ = true;
    if (!same) facts.anchors.push_back(key);
  }
}

/// Keeps the id if the page had it a short while ago.
void PageScanner::add_second_id(AnchorKey key, html::Anchor const& anchor) {
  LastUse& last = last_ids_[text::mix64(key) % remembered_uses];
  const bool is_second = last.key == key && last.scan == scan_;
  last = {key, scan_};
  if (!is_second || second_ids_.size() == max_second_ids) return;
  if (anchor.name.size() > max_id_bytes) return;
  second_ids_.push_back({key, std::string(anchor.name), std::string(anchor.element), anchor.span});
}

/// Of a page that asks for ids which it has twice: finds which of these links and ids are ignored.
/// `second_anchors` counts all that have the name of one before them.
void PageScanner::judge_second_ids(std::size_t second_anchors, PageFacts& facts) {
  drop_ignored_uses(facts);
  if (second_ids_.size() != second_anchors) return;
  facts.second_ids = second_ids_;
  for (SecondId& second : facts.second_ids) {
    second.is_ignored = elements_.is_ignored(second.span);
  }
}

/// Drops the uses of second ids whose links are all ignored.
void PageScanner::drop_ignored_uses(PageFacts& facts) {
  if (!elements_.may_be_ignored()) return;
  std::vector<AnchorKey> asked;
  for (OwnUse const& use : own_uses_) {
    if (!elements_.is_ignored({use.begin, use.begin}, use.context)) asked.push_back(use.key);
  }
  std::sort(asked.begin(), asked.end());
  std::erase_if(facts.own_uses, [&](AnchorUse const& use) {
    return has_key(facts.doubled, use) &&
           !std::binary_search(asked.begin(), asked.end(), use.key());
  });
}

/// Sorts the ids, and drops the uses of those that are there.
void PageScanner::finish(PageFacts& facts) {
  std::vector<AnchorKey>& anchors = facts.anchors;
  std::sort(anchors.begin(), anchors.end());
  for (std::size_t i = 1; i < anchors.size(); ++i) {
    if (anchors[i] == anchors[i - 1]) facts.doubled.push_back(anchors[i]);
  }
  anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
  const auto asks_for_second = [&](AnchorUse const& use) { return has_key(facts.doubled, use); };
  std::erase_if(facts.own_uses, [&](AnchorUse const& use) {
    return has_key(anchors, use) && !asks_for_second(use);
  });
  const bool asks_for_some =
      options_.severities[Rule::duplicate_id] != Severity::off && !facts.doubled.empty() &&
      std::any_of(facts.own_uses.begin(), facts.own_uses.end(), asks_for_second);
  if (asks_for_some) judge_second_ids(facts.doubled.size(), facts);
  for (std::vector<AnchorUse>* uses : {&facts.uses, &facts.own_uses}) {
    if (uses->size() > max_unsorted_uses) keep_each_once(*uses);
  }
  sort_each_once(facts.leads_to);
  // A page that sends its readers away after a while, but has links of its own, does not only
  // redirect.
  facts.redirects &= redirects_at_once_ || readers_links_ <= max_links_of_redirect;
  facts.is_built_by_script = facts.has_ids && !facts.redirects && anchors.size() <= 1 &&
                             html::is_built_by_script(page_.source.text);
  if (may_have_directive_ && !is_copy_) add_open_ignore(facts);
  if (facts.redirects) {
    facts.loses_fragment = !may_keep_fragment(page_.source.text);
    if (const auto fragment = url::fragment_of(facts.refresh_url); fragment && !fragment->empty()) {
      // Who asks for the fragment to which the refresh leads gets there.
      const AnchorUse use = use_of(hash_, read_fragment(*fragment).raw, facts.number, facts.number);
      anchors.push_back(use.key());
      anchors.push_back(use.decoded_key());
      std::sort(anchors.begin(), anchors.end());
    }
  } else {
    facts.refresh_url.clear();
  }
  if (gatherer_) {
    gatherer_->finish(facts.refresh_url);
  }
  sort_each_once(facts.files);
  if (looks_for_card_ && facts.canonical_root.empty() && !has_canonical_) add_card(facts);
  add_linked_roots(facts);
  if (page_.is_feed) facts.listed_roots.add("", facts.tally.judged);
  elements_.reset();
  facts.has_usemap = image_maps_.has_broken();
  facts.needs_links = facts.needs_report;
  facts.needs_report |= facts.has_usemap;
  facts.has_rows &= !facts.has_usemap && facts.needs_report;
}

}  // namespace hrefkit::site
