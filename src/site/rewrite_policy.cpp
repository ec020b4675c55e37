#include "hrefkit/site/rewrite_policy.h"

#include <atomic>
#include <mutex>
#include <span>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/text_urls.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/site/rewrite/prefix_index.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

bool is_below(std::string_view url, std::string_view prefix) {
  return covered_length(url, prefix).has_value();
}

/// True for a reference without a scheme.
bool is_relative(std::string_view reference) {
  return url::scheme_length(text::strip(reference, url::c0_control_or_space)) == 0;
}

bool has_query_or_fragment(std::string_view url) {
  return url::without_query(url).size() < url.size();
}

}  // namespace

/// The index of the rules. It is built by the first look-up, as rules are added one by one.
struct Rebases::Lookup {
  std::once_flag is_made;
  std::optional<PrefixIndex> index;
  std::atomic<PrefixIndex const*> made = nullptr;  // FAST: call_once costs some of a look-up
};

bool Rebases::can_be_prefix(std::string_view url) {
  const auto base = url::Resolver::with_base(url, {});
  return base && base->resolve("x").has_value();
}

void Rebases::add(std::string old_prefix, std::string new_prefix) {
  // The replacement of a folder is a folder.
  if (old_prefix.ends_with('/') && !new_prefix.ends_with('/') &&
      !has_query_or_fragment(new_prefix)) {
    new_prefix += '/';
  }
  rules_.push_back({std::move(old_prefix), std::move(new_prefix)});
  lookup_ = std::make_shared<Lookup>();  // copies of this may share the old one
}

PrefixIndex const& Rebases::index() const {
  if (PrefixIndex const* const made = lookup_->made.load(std::memory_order_acquire)) return *made;
  std::call_once(lookup_->is_made, [this] {
    std::vector<std::string_view> prefixes;
    prefixes.reserve(rules_.size());
    for (Rule const& rule : rules_) prefixes.emplace_back(rule.from);
    lookup_->made.store(&lookup_->index.emplace(prefixes), std::memory_order_release);
  });
  return *lookup_->index;
}

/// The rule with the longest prefix that covers `url`; null for none.
Rebases::Rule const* Rebases::find(std::string_view url) const {
  if (rules_.empty()) return nullptr;
  const auto number = index().find(url);
  return number ? &rules_[*number] : nullptr;
}

/// All rules, those with the longest prefixes first.
std::vector<Rebases::Rule const*> Rebases::by_length() const {
  std::vector<Rule const*> rules;
  if (rules_.empty()) return rules;
  rules.reserve(rules_.size());
  for (const std::uint32_t number : index().by_length()) rules.push_back(&rules_[number]);
  return rules;
}

std::optional<std::string> Rebases::moved(std::string_view url, UrlAge age, IsLink is_link) const {
  Rule const* const rule = find(url);
  if (rule == nullptr) return std::nullopt;
  if (is_link == IsLink::yes) rule->used.set();
  const bool is_nested = rule->to != rule->from && is_below(rule->to, rule->from);
  if (age == UrlAge::unknown && is_nested && is_below(url, rule->to)) return std::nullopt;
  const std::string_view rest = url.substr(*covered_length(url, rule->from));
  std::string moved = rule->to;
  // With "/old" and "/new/", drop one of two slashes; after "/old/", a slash is an empty segment,
  // which is kept.
  const bool has_two = rest.starts_with('/') && moved.ends_with('/');
  if (has_two && !rule->from.ends_with('/')) moved.pop_back();
  moved += rest;
  return moved;
}

std::optional<std::string> Rebases::apply(std::string_view url, UrlAge age) const {
  return moved(url, age, IsLink::yes);
}

std::optional<std::string> Rebases::new_address(std::string_view page) const {
  return moved(page, UrlAge::old, IsLink::no);
}

bool Rebases::covers(std::string_view url) const {
  Rule const* const rule = find(url);
  if (rule != nullptr) rule->used.set();
  return rule != nullptr;
}

std::vector<std::string_view> Rebases::unused() const {
  std::vector<std::string_view> prefixes;
  for (Rule const* rule : by_length()) {
    if (!rule->used.get()) prefixes.push_back(rule->from);
  }
  return prefixes;
}

std::vector<std::string> Rebases::overlaps() const {
  std::vector<std::string> prefixes;
  for (Rule const* rule : by_length()) {
    if (rule->from == rule->to) continue;
    if (is_below(rule->to, rule->from)) {
      prefixes.push_back(rule->to);
    } else if (is_below(rule->from, rule->to)) {
      prefixes.push_back(rule->from + rule->from.substr(rule->to.size()));
    }
  }
  return prefixes;
}

namespace {

std::string_view reason_of_form(html::UrlForm form) {
  switch (form) {
    case html::UrlForm::as_written:
      return {};
    case html::UrlForm::absolute:
      return "to-absolute";
    case html::UrlForm::relative:
      return "to-relative";
    case html::UrlForm::root_relative:
      return "to-root-relative";
  }
  return {};
}

/// False for links to a host or a part of a site, not a file: the `scope` of a manifest,
/// resource hints, and the beginning of a template.
bool leads_to_file(html::LinkTarget const& target) {
  const bool is_template = html::row_of(target.link).grammar == html::LinkGrammar::url_template;
  if (is_template && !url::query_of(target.url)) return false;
  return html::row_of(target.link).condition != html::LinkCondition::is_prefix &&
         !html::names_host_alone(target.rel);
}

/// True for links that must be absolute: in sitemaps and RSS (sitemaps.org, "loc"; RSS 2.0, "About
/// this document"), including HTML and Atom elements in them, because their readers know no base
/// URL, and in elements of RSS extensions in Atom.
bool must_be_absolute(html::LinkTarget const& target) {
  if (html::is_feed(target.root) && target.root != html::Namespace::atom) return true;
  return html::is_feed_namespace(target.link.ns) && target.link.ns != html::Namespace::atom;
}

/// True for a whole URL that names an item: its name does not change when a site moves.
bool is_absolute_name(html::Link const& link) {
  return html::row_of(link).condition == html::LinkCondition::is_item && !is_relative(link.raw);
}

/// True if the old reference will lead to the new URL.
bool can_stay(html::LinkTarget const& target) {
  const auto url = target.new_base.resolve(target.link.raw);
  return url && *url == target.target;
}

}  // namespace

bool RewritePolicy::is_selected_link(html::LinkTarget const& target) const {
  html::Link const& link = target.link;
  if (!is_selected(kinds, elements, link)) return false;
  return !is_excluded || !is_excluded(target.url);
}

/// For the option `fragments`. If a fragment-only reference would lead elsewhere after the change,
/// it is still rewritten, because the proof requires its URL: see `can_stay`.
bool RewritePolicy::is_kept_fragment(html::LinkTarget const& target) const {
  return keep.fragments && target.link.kind != html::LinkKind::base &&
         url::is_fragment_only(target.link.raw);
}

/// For the option `guid`. In rows that were read from a file, the item of a guid is not known.
bool RewritePolicy::is_kept_guid(html::Link const& link) const {
  if (!keep.guid || link.element != "guid" || link.ns != html::Namespace::rss) return false;
  return link.row == nullptr || link.row->rule == html::LinkRule::item_name;
}

bool RewritePolicy::is_kept(html::LinkTarget const& target) const {
  if (is_kept_guid(target.link) || is_kept_address(target)) return true;
  return is_kept_fragment(target) && (target.leads_to_page || can_stay(target));
}

/// For the options `canonical`, `alternate` and `og`.
bool RewritePolicy::is_kept_address(html::LinkTarget const& target) const {
  html::Link const& link = target.link;
  // A card that is relative to a page that moves follows it, as it is written.
  const bool is_card = link.element == "meta" && link.kind == html::LinkKind::metadata;
  if (keep.og && is_card && !target.follows_page) return true;
  // The links of a feed or a sitemap are its content, whatever their rel is.
  const bool is_link_element =
      link.element == "link" && link.ns == html::Namespace::html && !html::is_feed(target.root);
  if (!is_link_element || !(keep.canonical || keep.alternate)) return false;
  if (keep.canonical && html::has_item(target.rel, "canonical")) return true;
  return keep.alternate && html::has_item(target.rel, "alternate") &&
         !html::has_item(target.rel, "stylesheet") && !html::leads_to_feed(target.element);
}

/// True for a link that is kept by default, and names the address of the page, or of a version of
/// it, such as a translation, where one of the two moves.
bool RewritePolicy::is_own_address(html::LinkTarget const& target) const {
  if (keep.own_addresses || !is_kept_address(target)) return false;
  const bool moves = target.page_moves || (files != nullptr && files->apply(target.url));
  if (!moves) return false;
  if (target.link.element != "meta") return true;
  const std::string property = target.element.attribute("property").value_or("");
  const std::string name = target.element.attribute("name").value_or("");
  return html::is_page_address({.property = property, .name = name});
}

/// Sets the new URL that the map or the rebases have for a link; false if they have none.
bool RewritePolicy::move(html::LinkTarget& target) const {
  auto mapped = map.apply(target.url, target.page);
  if (!mapped && files != nullptr) mapped = files->apply(target.url);
  if (mapped) {
    // "#f" stays as it is on a page that becomes the index of a folder.
    const bool is_own_fragment =
        target.page_moves && target.leads_to_page && url::is_fragment_only(target.link.raw);
    target.target =
        is_own_fragment ? url::with_fragment_of(target.url, target.page) : *std::move(mapped);
    target.reason = "map";
    return true;
  }
  const UrlAge age = target.follows_page ? UrlAge::old : UrlAge::unknown;
  const bool is_page = target.leads_to_page && target.target == target.url;
  auto moved = rebases.apply(target.target, age);
  if (!moved) return false;
  // The page's own new URL may differ from that by its prefix (--move-to).
  target.target = is_page ? url::with_fragment_of(target.url, target.page) : *std::move(moved);
  target.reason = "rebase";
  return true;
}

namespace {

/// Leaves the bytes of a link as they are, wherever it leads then.
void keep_as_written(html::LinkTarget& target) {
  target.left_alone = true;
  target.target = target.new_base.resolve(target.link.raw).value_or(target.target);
}

}  // namespace

/// Moves the path of a rule, in `_redirects` or `_headers`, along with the site. It is a name that
/// others ask for, so a map of pages does not change it. It stays as it is written where its rule
/// leads to the new place already: `https://old.example/* https://new.example/:splat` would lead to
/// itself.
void RewritePolicy::move_pattern(html::LinkTarget& target) const {
  const UrlAge age = target.follows_page ? UrlAge::old : UrlAge::unknown;
  auto moved = rebases.apply(target.url, age);
  const std::string to = target.element.attribute(html::leads_to_attribute).value_or("");
  if (moved && !to.empty() && target.base != nullptr) {
    const auto end = target.base->resolver.resolve(to);
    const bool is_new_already =
        end && !rebases.new_address(*end) && url::have_same_origin(*end, *moved);
    if (is_new_already) moved.reset();
  }
  // A path is one of the host that the file is on.
  const bool is_path = target.link.raw.starts_with('/');
  if (moved && is_path && !url::have_same_origin(*moved, target.page)) moved.reset();
  if (!moved) return keep_as_written(target);
  target.reason = "rebase";
  target.target = *std::move(moved);
}

LinkPolicy RewritePolicy::apply(html::LinkTarget& target) const {
  if (!is_selected_link(target)) {
    target.left_alone = true;
    return LinkPolicy::unwanted;
  }
  if (is_kept(target)) {
    if (is_own_address(target) && move(target)) return LinkPolicy::judged;
    target.left_alone = true;
    const bool is_told = !is_kept_fragment(target) && !is_kept_guid(target.link);
    const bool is_old = is_told && moved(target.url, target.page).has_value();
    return is_old ? LinkPolicy::kept_under_old : LinkPolicy::kept;
  }
  if (html::is_text_url(target.link)) {
    // In place of bytes that are not UTF-8, which are not known any more.
    constexpr std::string_view replacement_character = "\xEF\xBF\xBD";
    if (target.link.raw.find(replacement_character) != std::string_view::npos) {
      keep_as_written(target);
    } else if (html::is_text_pattern(target.link)) {
      move_pattern(target);
    } else {
      move(target);
    }
    return LinkPolicy::judged;
  }
  if (local != nullptr && !map.apply(target.url, target.page)) {
    apply_local(target);
    return LinkPolicy::judged;
  }
  if (auto spelt = spelt_out(target)) {
    target.target = *std::move(spelt);
    target.reason = "index";
  }
  const bool stays = is_absolute_name(target.link) && moved(target.url, target.page);
  const LinkPolicy policy = stays ? LinkPolicy::kept_name : LinkPolicy::judged;
  if (!stays) move(target);
  if (is_kept_fragment(target) && can_stay(target)) return policy;
  if (form != html::UrlForm::absolute && must_be_absolute(target)) return policy;
  const bool is_on_server = index.empty();  // else the pages are opened from files
  if (form == html::UrlForm::relative && is_on_server && is_error_page(target.page)) {
    const std::string_view raw = text::strip(target.link.raw, url::c0_control_or_space);
    const bool would_change = (raw.starts_with('/') || url::scheme_length(raw) != 0) &&
                              url::have_same_origin(target.target, target.page);
    return would_change ? LinkPolicy::kept_in_404 : policy;
  }
  target.form = form;
  if (target.reason.empty()) target.reason = reason_of_form(form);
  return policy;
}

/// Links to mirrored URLs lead to their files, all others to the web. A relative reference that
/// leads to a file already is kept, unless it depends on a base element that is dropped. Links of a
/// page without a web URL are kept if they lead to files of the mirror.
void RewritePolicy::apply_local(html::LinkTarget& target) const {
  const html::UrlForm own = form == html::UrlForm::as_written ? html::UrlForm::relative : form;
  if (local->has(target.url)) {  // from a page outside of the folders of hosts
    auto renamed = local->renamed(target.url);
    if (!renamed) return;
    target.reason = "local";
    target.form = own;
    target.target = *std::move(renamed);
    return;
  }
  target.reason = "local";
  target.form = own;
  if (auto file = local->find(target.url)) {
    target.target = *std::move(file);
    return;
  }
  if (!target.base_goes) {
    const auto there = target.new_base.resolve(target.link.raw);
    if (there && *there != target.url && local->has(*there)) {
      target.target = local->renamed(*there).value_or(*there);
      return;
    }
  }
  target.form = html::UrlForm::absolute;
}

std::optional<std::string> RewritePolicy::moved(std::string_view url, std::string_view page) const {
  auto mapped = map.apply(url, page);
  if (!mapped && files != nullptr) mapped = files->apply(url);
  return mapped ? mapped : rebases.apply(url);
}

std::string RewritePolicy::page_address(std::string const& url) const {
  return rebases.new_address(url).value_or(url);
}

/// The link's URL with the name of the index file or the extension that a server adds; nullopt if
/// there is none.
std::optional<std::string> RewritePolicy::spelt_out(html::LinkTarget const& target) const {
  if ((index.empty() && extensions.empty()) || !leads_to_file(target)) return std::nullopt;
  const std::string_view url = target.url;
  const std::string_view path = url::without_query(url);
  const std::string_view rest = url.substr(path.size());
  if (tree != nullptr) {
    if (!path.starts_with(tree_url)) return std::nullopt;
    const Lookup found = tree->find_below_root(path.substr(tree_url.size()));
    if (found.status != LookupStatus::found) return std::nullopt;
    const std::string file = tree->path(found.entry);
    if (url::percent_decode(path.substr(tree_url.size())) == file) return std::nullopt;
    return tree_url + url::percent_encode_path(file) + std::string(rest);
  }
  if (index.empty() || !path.ends_with('/') || !url::have_same_origin(url, target.page))
    return std::nullopt;
  return std::string(path) + index.front() + std::string(rest);
}

PageMoves::Addresses PageMoves::addresses_of(Input const& input) const {
  if (local != nullptr) {
    const auto kept = local->address_of(input.path);
    const bool is_kept = kept && (!has_addresses || LocalFiles::has_more_in_name(input.url, *kept));
    return {is_kept ? *kept : input.url, local->new_url(input.path)};
  }
  if (files != nullptr) {
    if (auto moved = files->new_url(input.relative)) return {input.url, *std::move(moved)};
  }
  return {input.url, move_to.empty() ? policy.page_address(input.url) : move_to};
}

std::string PageMoves::output_path(std::string const& path, std::string const& relative) const {
  std::string const* const moved = files != nullptr ? files->new_path(relative) : nullptr;
  if (moved != nullptr) return *moved;
  const auto name = local != nullptr ? local->new_name(path) : std::nullopt;
  return name ? std::string(folder_part(relative)) + *name : relative;
}

}  // namespace hrefkit::site
