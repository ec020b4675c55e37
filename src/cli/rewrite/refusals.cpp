#include "hrefkit/cli/rewrite/refusals.h"

#include "hrefkit/cli/format/grouped_number.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

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

text::Hash128 hash_of(std::string_view address) {
  return text::hash128(address, text::process_hash_key());
}

}  // namespace

void PageRefusals::clear() {
  changed_sheet.clear();
  hashed.clear();
  refused.clear();
  outside.clear();
  not_kept.clear();
  without_scheme.clear();
}

void Refusals::look_at(html::LinkTarget const& target, PageRefusals& page) const {
  if (html::names_hash(target.link, target.tag)) {
    page.hashed.insert(hash_of(url::without_query(target.url)));
  }
  if (opens_from_files_ && !target.left_alone) look_from_file(target, page);
}

void Refusals::look_from_file(html::LinkTarget const& target, PageRefusals& page) const {
  if (page.refused.empty()) {
    const std::string_view requirement = html::server_requirement(target.link, target.tag);
    if (!requirement.empty() && is_own(target)) {
      page.refused.append(target.target).append(" (").append(requirement).append(")");
    }
  }
  const bool may_lead_out = page.outside.empty() && !site_.empty();
  if (may_lead_out && !target.target.starts_with(site_) && is_own(target)) {
    page.outside = target.target;
  }
  const bool may_be_missed = mirror_ != nullptr && page.not_kept.empty();
  if (may_be_missed && mirror_->keeps_host(target.target)) page.not_kept = target.target;
  if (mirror_ == nullptr && page.without_scheme.empty() && lacks_scheme(target)) {
    page.without_scheme = target.target;
  }
}

void Refusals::Pages::add(std::string const& path) {
  if (count++ == 0) first = path;
}

void Refusals::Pages::add(std::string const& path, std::string const& found) {
  if (found.empty()) return;
  if (count == 0) example = found;
  add(path);
}

std::string Refusals::Pages::others() const {
  return count == 1 ? "" : "; " + counted(count - 1, "more page does so", "more pages do so");
}

void Refusals::add(std::string const& path, PageRefusals const& page) {
  if (!page.changed_sheet.empty()) changed_.emplace(url::without_query(page.changed_sheet));
  for (text::Hash128 const& address : page.hashed) hashed_[address].add(path);
  refused_.add(path, page.refused);
  outside_.add(path, page.outside);
  not_kept_.add(path, page.not_kept);
  without_scheme_.add(path, page.without_scheme);
}

void Refusals::tell(std::function<void(std::string const&, std::string const&)> const& tell) const {
  const auto say = [&](Pages const& pages, std::string const& before, std::string const& after) {
    if (pages.count != 0) tell(pages.first, before + pages.example + after + pages.others());
  };
  for (std::string const& address : changed_) {
    const auto found = hashed_.find(hash_of(address));
    if (found == hashed_.end()) continue;
    Pages pages = found->second;
    pages.example = address;
    say(pages, "names in integrity a hash of ",
        " that its new bytes do not have: browsers will not load it");
  }
  say(refused_, "loads ", ", which browsers do for pages from a server, but not from a file");
  say(outside_, "leads to ", ", which is outside of " + std::string(site_) + " and of its folder");
  say(not_kept_, "leads to ", " on the web: the mirror has this host, but no file that this is");
  say(without_scheme_, "leads to ",
      " without a scheme, so to no server from a file: a run before this one with --to absolute, "
      "and --exclude for the own site, writes the scheme");
}

}  // namespace hrefkit::cli
