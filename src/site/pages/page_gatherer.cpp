#include "hrefkit/site/pages/page_gatherer.h"

#include <algorithm>
#include <span>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/external/language_tag.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::site {

namespace {

template <class Value>
void sort_and_keep_each_once(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// True for what a visitor can click on (HTML Standard 4.6.1; SVG 2, 16.2).
bool is_click(html::Link const& link) {
  return link.kind == html::LinkKind::hyperlink && (link.element == "a" || link.element == "area");
}

/// True for an alternate that is a page. A feed in another language is not.
bool is_page_type(std::optional<std::string> const& type) {
  const auto media = type ? html::parse_media_type(*type) : std::nullopt;
  return !media || html::is_page_type(media->essence);
}

}  // namespace

Rule rule_of(PageFault fault) {
  if (fault <= PageFault::no_return) return Rule::hreflang_no_return;
  return fault <= PageFault::canonical_of_folder ? Rule::canonical_broken
                                                 : Rule::sitemap_not_indexable;
}

bool is_broken(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::missing:
    case PlaceKind::folder:
    case PlaceKind::redirect_broken:
    case PlaceKind::redirect_loop:
    case PlaceKind::server_error:
      return true;
    default:
      return false;
  }
}

std::size_t GatheredPage::bytes_of_memory() const {
  std::size_t sum = (clicks.size() + uses.size() + named.size()) * sizeof(EntryId) +
                    edges.size() * sizeof(EdgeLink) + edge_texts.size() +
                    faults.size() * sizeof(LinkFault) + title.value_or("").size();
  for (OtherUrl const& other : others) sum += sizeof(other) + other.url.size();
  for (NamedUrl const& each : canonicals) sum += sizeof(each) + each.url.size();
  for (NamedUrl const& each : listed) sum += sizeof(each) + each.url.size();
  for (AlternateUrl const& each : alternates) sum += sizeof(each) + each.to.url.size();
  return sum;
}

void PageGatherer::begin(PageFile const& page, LinkJudge& judge, GatheredPage& links) {
  page_ = &page;
  judge_ = &judge;
  links_ = &links;
  links = {};
  links.is_there = true;
  links.bytes = page.bytes.size();
  links.is_noindex = page.head.is_noindex;
  fields_ = 0;
  listed_ = no_entry;
  landmarks_.reset();
  texts_.reset();
  has_head_ = page.has_ids;
  head_ = {};
  if (has_head_) head_ = html::read_page_head(page.source.text);
  links.is_noindex |= head_.is_noindex;
  links.title = std::move(head_.title);
  links.lang = std::move(head_.lang);
  is_sitemap_ = page.list == UrlList::sitemap || page.is_sitemap;
  links.is_sitemap_index = page.is_sitemap && html::is_sitemap_index(page.source.text);
}

NamedUrl PageGatherer::named_url(html::Link const& link, bool is_field) {
  NamedUrl named{.url = std::string(url::without_fragment(judge_->url())),
                 .link = link_key(link, fields_, is_field)};
  const TargetPlace place = judge_->place_of(named.url);
  named.entry = place.entry;
  named.kind = place.kind;
  named.redirects = place.is_redirected;
  named.is_own_host = url::host_of(named.url) == url::host_of(site_.origin());
  return named;
}

void PageGatherer::add(html::Link const& link, html::LinkBlock const& block,
                       Verdict const& verdict) {
  const bool is_field = !field_of(link).empty() && page_->list == UrlList::none;
  if (link.kind != html::LinkKind::base && !link.local && !judge_->url().empty()) {
    const bool is_own_click = page_->has_ids && is_click(link);
    if (html::may_be_used(link.use)) {
      if (verdict.outcome == Outcome::external) {
        ++links_->external;
        if (options_.pages.external) add_edge(link, block, EdgeLink::external);
      } else {
        add_target(link, verdict, is_own_click);
        if (options_.pages.edges && verdict.place.kind == PlaceKind::file) {
          const std::uint32_t page = site_.page_number(verdict.place.entry);
          const bool is_other = page != no_entry && page != page_->number;
          if (is_other && site_.is_document(page)) add_edge(link, block, page);
        }
      }
    }
    if (link.element == "link" || is_field) {
      add_relations(link, block, is_field);
    } else if (is_sitemap_ && (link.element == "loc" || page_->list == UrlList::sitemap) &&
               link.kind == html::LinkKind::hyperlink) {
      add_listed(link);
    }
  }
  if (is_field) ++fields_;
}

/// Keeps an own file to which the link leads, and an own URL that is more or less than that.
void PageGatherer::add_target(html::Link const& link, Verdict const& verdict, bool is_own_click) {
  TargetPlace const& place = verdict.place;
  const bool is_file = place.kind == PlaceKind::file && place.entry != no_entry;
  const bool is_finding = verdict.outcome == Outcome::finding;
  const bool is_other = (is_file && place.is_redirected) ||
                        (is_finding && is_broken(place.kind) && verdict.rule != Rule::empty_link &&
                         verdict.rule != Rule::unresolvable_url) ||
                        place.kind == PlaceKind::redirected_away;
  if (is_other) add_other(link, verdict, is_own_click);
  if (!is_file) return;
  std::vector<EntryId>& list = is_own_click             ? links_->clicks
                               : !page_->has_ids        ? links_->named
                               : link.element == "link" ? links_->named
                                                        : links_->uses;
  // FAST: a menu has the same target again and again.
  if (list.empty() || list.back() != place.entry) list.push_back(place.entry);
}

void PageGatherer::add_other(html::Link const& link, Verdict const& verdict, bool is_own_click) {
  const std::string_view url = url::without_fragment(judge_->url());
  if (!site_.own_url(url)) return;
  OtherUrl other{.url = std::string(url),
                 .kind = verdict.place.kind,
                 .is_temporary = verdict.place.is_temporary,
                 .is_click = is_own_click,
                 .is_link_element = link.element == "link" || !page_->has_ids,
                 .end = verdict.place.entry};
  if (other.kind == PlaceKind::redirected_away) other.away = judge_->end_of(url);
  links_->others.push_back(std::move(other));
}

void PageGatherer::add_edge(html::Link const& link, html::LinkBlock const& block,
                            std::uint32_t to) {
  if (!page_->has_ids) return;
  EdgeLink edge{.to = to, .kind = link.kind};
  // Frames have their place in the text of the file.
  if (field_of(link).empty()) {
    if (!landmarks_) landmarks_.emplace(page_->source.text);
    edge.place = landmarks_->at(link.span.begin);
  }
  std::string& texts = links_->edge_texts;
  edge.begin = static_cast<std::uint32_t>(texts.size());
  if (to == EdgeLink::external) {
    texts += url::without_fragment(judge_->foreign_url());
    edge.url_size = static_cast<std::uint32_t>(texts.size()) - edge.begin;
  }
  const std::string_view rel = html::LinkBlock::row_rel_of(link).value_or("");
  texts += rel;
  edge.rel_size = static_cast<std::uint32_t>(rel.size());
  if (options_.pages.texts) {
    if (!texts_) texts_.emplace(page_->source.text, false);
    const std::string text = html::text_of_link(*texts_, link, block).value_or("");
    texts += text;
    edge.text_size = static_cast<std::uint32_t>(text.size());
  }
  links_->edges.push_back(edge);
}

/// Canonical addresses and alternates: those of links in the head, and of the field Link.
void PageGatherer::add_relations(html::Link const& link, html::LinkBlock const& block,
                                 bool is_field) {
  const std::string_view rel = link.rel.value_or("");
  if (rel.empty() || link.index != 0) return;
  const bool is_of_sitemap = page_->is_sitemap && link.ns == html::Namespace::html;
  const bool is_in_head = is_field || (has_head_ && link.context == 0 && link.attribute == "href" &&
                                       link.span.begin < head_.end);
  if (!is_in_head && !is_of_sitemap) return;
  if (html::has_item(rel, "canonical") && !is_of_sitemap)
    return add_canonical(link, block, is_field);
  if (!html::has_item(rel, "alternate") || html::has_item(rel, "stylesheet")) return;
  if (is_field) {
    if (fields_ >= page_->head.links.size()) return;
    std::string const& hreflang = page_->head.links[fields_].hreflang;
    if (!hreflang.empty()) add_alternate(link, hreflang, is_field);
    return;
  }
  const html::ElementView element = block.element_of(link);
  const auto hreflang = element.attribute("hreflang");
  if (hreflang && is_page_type(element.attribute("type"))) {
    add_alternate(link, *hreflang, is_field);
  }
}

void PageGatherer::add_alternate(html::Link const& link, std::string_view hreflang, bool is_field) {
  const EntryId of = page_->is_sitemap ? listed_ : page_->entry;
  if (of == no_entry) return;
  links_->alternates.push_back({std::string(hreflang), named_url(link, is_field), of});
}

void PageGatherer::add_canonical(html::Link const& link, html::LinkBlock const& block,
                                 bool is_field) {
  NamedUrl named = named_url(link, is_field);
  html::LinkBase const& base = block.bases[link.base];
  const std::string_view raw = text::strip_ascii_whitespace(link.raw);
  const bool is_relative = url::scheme_length(raw) == 0 && !raw.starts_with("//") && !raw.empty();
  const bool has_base =
      base.source == html::BaseSource::base || base.source == html::BaseSource::xml_base;
  // By the page's own address it is this page, but a base element leads it elsewhere.
  if (!is_field && is_relative && has_base && named.entry != page_->entry) {
    const auto own = url::Resolver::with_base(page_->options.url, {});
    const auto meant = own ? own->resolve(raw) : decltype(own->resolve(raw))();
    if (own && meant) {
      const TargetPlace place = judge_->place_of(url::without_fragment(*meant));
      if (place.kind == PlaceKind::file && place.entry == page_->entry) {
        links_->faults.push_back({named.link, PageFault::canonical_of_base, named.entry});
      }
    }
  }
  links_->canonicals.push_back(std::move(named));
}

void PageGatherer::add_listed(html::Link const& link) {
  NamedUrl named = named_url(link, false);
  listed_ = named.is_file() ? named.entry : no_entry;
  links_->listed.push_back(std::move(named));
}

bool PageGatherer::is_same(NamedUrl const& a, NamedUrl const& b) {
  return a.url == b.url || (a.is_file() && b.is_file() && a.entry == b.entry);
}

/// What the page alone shows of its alternates.
void PageGatherer::find_alternate_faults() {
  std::unordered_map<std::string, std::size_t, text::SeededHasher> first;  // of a value
  EntryId of = no_entry;
  for (std::size_t i = 0; i < links_->alternates.size(); ++i) {
    AlternateUrl const& each = links_->alternates[i];
    const auto add = [&](PageFault fault) {
      links_->faults.push_back({each.to.link, fault, each.to.entry});
    };
    if (std::exchange(of, each.of) != each.of) first.clear();
    if (!is_hreflang(each.hreflang)) {
      add(PageFault::bad_language);
      continue;
    }
    const auto [known, is_new] = first.try_emplace(text::to_ascii_lower(each.hreflang), i);
    if (is_broken(each.to.kind)) {
      add(PageFault::alternate_missing);
    } else if (each.to.redirects) {
      add(PageFault::alternate_redirects);
    } else if (!is_new && !is_same(links_->alternates[known->second].to, each.to)) {
      add(PageFault::two_urls);
    }
  }
}

/// The same of its canonical addresses.
void PageGatherer::find_canonical_faults() {
  std::vector<NamedUrl> const& all = links_->canonicals;
  if (all.empty()) return;
  const auto add = [&](NamedUrl const& canonical, PageFault fault) {
    links_->faults.push_back({canonical.link, fault, canonical.entry});
  };
  const bool has_fault = std::any_of(
      links_->faults.begin(), links_->faults.end(),
      [](LinkFault const& fault) { return fault.fault == PageFault::canonical_of_base; });
  bool is_one = !has_fault;
  if (!has_fault && is_broken(all.front().kind)) {
    add(all.front(), PageFault::canonical_missing);
    is_one = false;
  } else if (!has_fault && all.front().redirects) {
    add(all.front(), PageFault::canonical_redirects);
    is_one = false;
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (is_same(all.front(), all[i])) continue;
    add(all[i], PageFault::canonicals_differ);
    is_one = false;
  }
  if (is_one) find_card_fault();
}

/// A social card that names another address (Open Graph protocol, og:url: "The canonical URL of
/// your object").
void PageGatherer::find_card_fault() {
  if (!head_.card_url) return;
  const auto base = url::Resolver::with_base(page_->options.url, {});
  const std::string_view written = text::strip_ascii_whitespace(*head_.card_url);
  if (!base || written.empty()) return;
  const auto card = base->resolve(written);
  if (!card || !card->starts_with("http")) return;
  const std::string_view card_url = url::without_fragment(*card);
  NamedUrl const& canonical = links_->canonicals.front();
  if (canonical.url == card_url) return;
  const TargetPlace place = judge_->place_of(card_url);
  const bool is_own = place.kind != PlaceKind::other_origin;
  if (is_own != (canonical.kind != PlaceKind::other_origin) &&
      site_.options().url == default_site_url) {
    return;  // whether both mean one host is not known
  }
  const bool is_same_page = place.kind == PlaceKind::file && canonical.is_file() &&
                            place.entry == canonical.entry && !place.insecure;
  if (is_same_page) return;
  links_->faults.push_back({canonical.link, PageFault::canonical_is_not_card, canonical.entry});
}

/// What a sitemap alone shows of its URLs.
void PageGatherer::find_listed_faults() {
  if (links_->is_sitemap_index) return;
  const bool has_address = site_.live() != nullptr || site_.options().url != default_site_url;
  for (NamedUrl const& each : links_->listed) {
    if (!each.is_own_host && has_address) {
      links_->faults.push_back({each.link, PageFault::listed_other_host});
    } else if (each.is_file() && each.redirects) {
      links_->faults.push_back({each.link, PageFault::listed_redirects, each.entry});
    }
  }
}

void PageGatherer::finish(std::string_view refresh) {
  if (!refresh.empty()) {
    links_->refresh_url = url::without_fragment(refresh);
    links_->refresh = judge_->place_of(links_->refresh_url).entry;
  }
  for (std::vector<EntryId>* list : {&links_->clicks, &links_->uses, &links_->named}) {
    sort_and_keep_each_once(*list);
  }
  const auto is_on = [&](Rule rule) { return options_.severities[rule] != Severity::off; };
  if (is_on(Rule::hreflang_no_return)) find_alternate_faults();
  if (is_on(Rule::canonical_broken)) find_canonical_faults();
  if (is_on(Rule::sitemap_not_indexable)) find_listed_faults();
  merge_edges();
}

/// Counts links that are the same once, at the place of the first.
void PageGatherer::merge_edges() {
  std::vector<EdgeLink>& edges = links_->edges;
  if (edges.size() < 2) return;
  std::string_view const texts = links_->edge_texts;
  const auto text_of = [&](EdgeLink const& edge) {
    return texts.substr(edge.begin, std::size_t{edge.url_size} + edge.rel_size + edge.text_size);
  };
  std::size_t size = 16;
  while (size < 2 * edges.size()) size *= 2;
  slots_.assign(size, no_entry);
  std::size_t kept = 0;
  for (EdgeLink const& edge : edges) {
    const std::uint64_t facts = (std::uint64_t{edge.to} << 16) |
                                (static_cast<std::uint64_t>(edge.kind) << 8) |
                                static_cast<std::uint64_t>(edge.place);
    const std::string_view text = text_of(edge);
    std::uint64_t hash = text::mix64(facts);
    if (!text.empty()) hash = text::hash64(text, hash);
    for (std::size_t at = hash % size;; at = (at + 1) % size) {
      if (slots_[at] == no_entry) {
        slots_[at] = static_cast<std::uint32_t>(kept);
        edges[kept++] = edge;
        break;
      }
      EdgeLink& known = edges[slots_[at]];
      if (known.to == edge.to && known.kind == edge.kind && known.place == edge.place &&
          known.url_size == edge.url_size && known.rel_size == edge.rel_size &&
          text_of(known) == text) {
        ++known.count;
        break;
      }
    }
  }
  edges.resize(kept);
}

}  // namespace hrefkit::site
