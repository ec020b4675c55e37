#include "hrefkit/site/rewrite/browser_restrictions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/fetch_policy.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/site/rewrite/changed_digests.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

/// True for what is read from the disk, or from the page's own server.
bool is_own(html::LinkTarget const& target) {
  return target.target.starts_with("file:") || url::have_same_origin(target.target, target.page);
}

/// True for a reference to another host that takes the scheme from the page: "//h.example/x". What
/// only hints at a host may lead nowhere.
bool lacks_scheme(html::LinkTarget const& target) {
  constexpr std::string_view slashes = "/\\";
  std::string_view raw = target.link.raw;
  while (!raw.empty() && url::c0_control_or_space.contains(raw.front())) raw.remove_prefix(1);
  if (raw.substr(0, 2).find_first_not_of(slashes) != raw.npos || raw.size() < 2) return false;
  return target.target.starts_with("http") && !is_own(target) &&
         !html::names_host_alone(target.rel);
}

/// True for "/x", but not for "//x".
bool begins_at_root(std::string_view raw) {
  return raw.starts_with('/') && !raw.starts_with("//");
}

/// True for a relative reference of a feed's item that is made absolute by the address of the feed,
/// and that many readers take for another URL.
bool is_by_feed(html::LinkTarget const& target) {
  const bool may_be = target.form == html::UrlForm::absolute && !target.left_alone &&
                      html::is_feed(target.root) && target.block != nullptr;
  if (!may_be || url::scheme_length(target.link.raw) != 0) return false;
  const auto url = target.block->item_url(target.link);
  return url && *url != target.url;
}

bool is_guid(html::Link const& link) {
  return link.element == "guid" && link.ns == html::Namespace::rss;
}

text::Hash128 hash_of(std::string_view address) {
  return text::hash128(address, text::process_hash_key());
}

/// A part of the URLs of a generator's scripts that take their own address from the page, or load
/// other files by the address that the site was built for, and what to set so that it writes
/// another one.
struct OwnScripts {
  std::string_view part;
  std::string_view setting;
};

constexpr std::array own_scripts{
    OwnScripts{"/_next/static/", "basePath or assetPrefix in the configuration of Next.js"},
    OwnScripts{"/_nuxt/", "app.baseURL or app.cdnURL in the configuration of Nuxt"},
    OwnScripts{"/_app/immutable/",
               "paths.base or paths.relative in the configuration of SvelteKit"},
    OwnScripts{"/assets/js/runtime~main.", "baseUrl in the configuration of Docusaurus"},
    OwnScripts{"/assets/chunks/framework.", "base in the configuration of VitePress"},
    OwnScripts{"/webpack-runtime-", "pathPrefix or assetPrefix in the configuration of Gatsby"},
};

/// True if the reference will begin otherwise than it does.
bool begins_otherwise(html::LinkTarget const& target) {
  const std::string_view raw = text::strip(target.link.raw, url::c0_control_or_space);
  const bool is_absolute = url::scheme_length(raw) != 0 || raw.starts_with("//");
  const bool is_from_root = raw.starts_with('/') && !is_absolute;
  switch (target.form) {
    case html::UrlForm::absolute:
      return !is_absolute;
    case html::UrlForm::relative:
      return (is_absolute || is_from_root) && is_own(target);
    case html::UrlForm::root_relative:
      return !is_from_root && is_own(target);
    case html::UrlForm::as_written:
      break;
  }
  if (is_absolute) return target.target != target.url;
  const auto path_of = [](std::string_view url) {
    return url.substr(url::find_offsets(url).path_begin);
  };
  return is_from_root && (!is_own(target) || path_of(target.target) != path_of(target.url));
}

/// Looks for a script that stops where the reference to it begins otherwise.
void check_own_script(html::LinkTarget const& target, PageRefusals& page) {
  const bool is_sheet_of_next = target.link.kind == html::LinkKind::stylesheet &&
                                target.link.element == "link" &&
                                target.element.attribute("data-precedence").value_or("") == "next";
  const bool is_preload = html::has_item(target.rel, "modulepreload");
  if (target.link.kind != html::LinkKind::script && !is_preload && !is_sheet_of_next) return;
  const auto own = std::find_if(
      own_scripts.begin(), own_scripts.end(),
      [&](OwnScripts const& each) { return target.url.find(each.part) != std::string_view::npos; });
  if (own == own_scripts.end() || !begins_otherwise(target) || !page.own_scripts.add()) return;
  page.own_scripts.first.append(target.link.raw).append(", which may find its other files by the ");
  page.own_scripts.first.append("address that the site was built for: build it anew with ");
  page.own_scripts.first.append(own->setting);
}

}  // namespace

void PageRefusals::find_policies(std::string_view text, std::string page_address) {
  if (text::find_ignoring_ascii_case(text, "content-security-policy") == text.npos) return;
  // A page can have as many policies as links, and each link is compared with each of them.
  constexpr std::size_t free_work = std::size_t{16} << 20;  // half a second at worst
  constexpr std::size_t work_per_byte = 32;
  policies = html::find_meta_policies(text);
  address = std::move(page_address);
  policy_work = free_work + work_per_byte * text.size();
}

BrowserRestrictions::BrowserRestrictions(bool opens_from_files, std::string_view site,
                                         LocalTargets const* mirror, html::UrlForm form)
    : opens_from_files_(opens_from_files),
      writes_absolute_(form == html::UrlForm::absolute),
      site_(site),
      mirror_(mirror),
      digests_(std::make_unique<ChangedDigests>()) {}

BrowserRestrictions::~BrowserRestrictions() = default;

void BrowserRestrictions::add_file(std::string_view old_bytes, std::string_view new_bytes) {
  digests_->add(old_bytes, new_bytes);
}

bool BrowserRestrictions::renew_digests(std::string_view page, std::string& renewed) const {
  if (digests_->empty() || !digests_->names_old(page)) return false;
  renewed = page;
  digests_->renew(renewed);
  return true;
}

void PageRefusals::clear() {
  *this = {};
}

void BrowserRestrictions::check(html::LinkTarget const& target, LinkPolicy policy,
                                PageRefusals& page) const {
  if (html::row_of(target.link).condition == html::LinkCondition::unwritten) {
    return check_unwritten(target, policy, page);
  }
  const std::string integrity(html::integrity_of(target.link, target.element));
  const bool is_renewed = digests_->names_old(integrity);
  if (!integrity.empty() && !is_renewed) {
    page.hashed.insert(hash_of(url::without_query(target.url)));
  }
  if (policy == LinkPolicy::kept_under_old && page.kept_under_old.add()) {
    page.kept_under_old.first = target.url;
  }
  if (policy == LinkPolicy::kept_in_404 && page.in_404.add()) page.in_404.first = target.link.raw;
  const bool is_on_disk = target.page.starts_with("file:") && !opens_from_files_;
  if (is_on_disk && begins_at_root(target.link.raw) && page.from_disk_root.add()) {
    page.from_disk_root.first = target.link.raw;
  }
  const bool is_moved = target.target != target.url && !target.left_alone;
  if (is_moved && is_guid(target.link) && target.link.span.begin >= page.guids_end) {
    page.guids_end = target.link.span.end;
    if (page.moved_guids.add()) page.moved_guids.first = target.url;
  }
  if (is_by_feed(target) && page.by_feed.add()) page.by_feed.first = target.link.raw;
  if (is_moved && !page.policies.empty()) check_policies(target, page);
  if (opens_from_files_ && !target.left_alone) check_as_file(target, page);
  if (!target.left_alone) check_own_script(target, page);
}

/// Looks for a reference that is not written and will lead elsewhere, is to be absolute, or stays
/// at an address that moves.
void BrowserRestrictions::check_unwritten(html::LinkTarget const& target, LinkPolicy policy,
                                          PageRefusals& page) const {
  html::Link const& link = target.link;
  const bool has_scheme = url::scheme_length(text::strip(link.raw, url::c0_control_or_space)) != 0;
  const bool stays = !has_scheme && !writes_absolute_;
  const bool is_page = target.leads_to_page && target.target == target.url;
  if (stays && (is_page || target.new_base.resolve(link.raw) == target.target)) return;
  const bool moves = policy == LinkPolicy::kept_under_old || target.target != target.url;
  if (has_scheme && !moves) return;
  if (link.element == "meta") {
    if (page.cards.add()) page.cards.first = link.raw;
    return;
  }
  page.custom.add();
  constexpr std::size_t max_attributes = 16;
  if (page.custom_attributes.size() >= max_attributes) return;
  const bool is_srcset = link.attribute == "srcset";
  page.custom_attributes.insert(std::string(link.element) + "[" + std::string(link.attribute) +
                                (is_srcset ? "]=srcset" : "]=url"));
}

/// Looks for a policy that let the old URL load and does not let the new one.
void BrowserRestrictions::check_policies(html::LinkTarget const& target, PageRefusals& page) const {
  for (std::string const& content : page.policies) {
    const std::size_t work = content.size() + target.target.size() + target.url.size();
    if (work > page.policy_work) {
      if (page.unjudged.add()) page.unjudged.first = target.target;
      return;
    }
    page.policy_work -= work;
    const auto blocks = [&](std::string_view url, std::string_view address) {
      return html::blocking_directive(content, target.link, target.element, target.rel, url,
                                      address);
    };
    const std::string_view directive = blocks(target.target, target.page);
    if (directive.empty() || !blocks(target.url, page.address).empty()) continue;
    if (page.blocked.add()) {
      page.blocked.first.append(target.target).append(" (").append(directive).append(")");
    }
    return;
  }
}

void BrowserRestrictions::check_as_file(html::LinkTarget const& target, PageRefusals& page) const {
  const std::string_view requirement = html::server_requirement(target.link, target.element);
  if (!requirement.empty() && is_own(target) && page.refused.add()) {
    page.refused.first.append(target.target).append(" (").append(requirement).append(")");
  }
  const bool leads_out = !site_.empty() && !target.target.starts_with(site_) && is_own(target);
  if (leads_out && page.outside.add()) page.outside.first = target.target;
  const bool is_missed = mirror_ != nullptr && mirror_->keeps_host(target.target);
  if (is_missed && page.not_kept.add()) page.not_kept.first = target.target;
  if (mirror_ == nullptr && lacks_scheme(target) && page.without_scheme.add()) {
    page.without_scheme.first = target.target;
  }
}

void BrowserRestrictions::add(std::string const& path, PageRefusals const& page, Warn const& warn) {
  if (!page.changed_file.empty()) changed_.emplace(url::without_query(page.changed_file));
  for (text::Hash128 const& address : page.hashed) hashed_[address].push_back(path);
  const auto say = [&](char const* kind, PageRefusals::Links const& links, std::string_view before,
                       std::string const& after) {
    if (links.count == 0) return;
    warn(kind, path, std::string(before) + links.first + after, links.count);
  };
  say("refused", page.refused, "loads ",
      ", which browsers refuse to a page that is opened from a file");
  say("outside", page.outside, "leads to ",
      ", which is not part of the site " + std::string(site_));
  say("not-kept", page.not_kept, "leads to ",
      " on the web: the mirror has this host, but not this file");
  say("without-scheme", page.without_scheme, "leads to ",
      " without a scheme, which finds no server from a file: first run --to absolute with "
      "--exclude-url for the site itself, which writes the scheme");
  say("kept-under-old", page.kept_under_old, "still points to the old address ",
      ": --keep none changes canonical and alternate links and social cards, too");
  say("in-404", page.in_404, "keeps ",
      " as it is: servers show this page at every address, so that a relative reference would lead "
      "to another place at each");
  say("by-feed", page.by_feed, "makes a relative reference of an item absolute, such as ",
      ", by the address of the feed: many readers take the link of the item for its base, and so "
      "does --feed-base item");
  say("moved-guid", page.moved_guids, "changes the guid ",
      ": readers take its item for a new one. A guid stays where its item has a link, too, unless "
      "--keep leaves out guid");
  say("blocked", page.blocked, "has a Content-Security-Policy in a meta element that blocks ", "");
  say("unjudged", page.unjudged,
      "has policies in meta elements that are too long to check: they may block ", "");
  say("own-scripts", page.own_scripts, "changes the address of ", "");
  say("cards", page.cards, "has ",
      " in a meta element, as social cards have, which stays as it is and will not lead to its "
      "target any more: --also meta writes it");
  if (page.custom.count != 0) {
    custom_.insert(page.custom_attributes.begin(), page.custom_attributes.end());
    custom_pages_.emplace_back(path, page.custom.count);
  }
  say("disk-root", page.from_disk_root, "has ",
      ", which begins at the root of the disk: --url or --site-url gives the page an address");
}

void BrowserRestrictions::finish(Warn const& warn) const {
  constexpr std::size_t max_named = 16;
  std::string custom =
      "has references in attributes of custom elements, which stay as they are and will not lead "
      "to "
      "their targets any more; what writes them:";
  std::size_t named = 0;
  for (std::string const& attribute : custom_) {
    if (++named <= max_named) custom += " --attribute '" + attribute + "'";
  }
  if (named > max_named) custom += " and " + std::to_string(named - max_named) + " others";
  for (auto const& [path, count] : custom_pages_) warn("custom", path, custom, count);
  for (std::string const& address : changed_) {
    const auto found = hashed_.find(hash_of(address));
    if (found == hashed_.end()) continue;
    for (std::string const& path : found->second) {
      warn("integrity " + address, path,
           "has an integrity attribute that does not match the changed " + address +
               ": browsers will not load it",
           0);
    }
  }
}

}  // namespace hrefkit::site
