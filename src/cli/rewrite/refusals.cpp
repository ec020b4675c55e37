#include "hrefkit/cli/rewrite/refusals.h"

#include "hrefkit/cli/format/grouped_number.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

namespace {

/// True for what is read from the disk, or from the page's own server.
bool is_own(html::LinkTarget const& target) {
  return target.target.starts_with("file:") || url::have_same_origin(target.target, target.page);
}

text::Hash128 hash_of(std::string_view address) {
  return text::hash128(address, text::process_hash_key());
}

}  // namespace

void PageRefusals::clear() {
  changed_sheet.clear();
  hashed.clear();
  requirement.clear();
  refused.clear();
  outside.clear();
  not_kept.clear();
}

void Refusals::look_at(html::LinkTarget const& target, PageRefusals& page) const {
  // FAST: a start tag is not searched again for each URL of a list.
  if (target.link.index == 0 && html::names_hash(target.link, target.tag)) {
    page.hashed.insert(hash_of(url::without_query(target.url)));
  }
  if (opens_from_files_ && !target.left_alone) look_from_file(target, page);
}

void Refusals::look_from_file(html::LinkTarget const& target, PageRefusals& page) const {
  if (page.refused.empty() && target.link.index == 0) {
    const std::string_view requirement = html::server_requirement(target.link, target.tag);
    if (!requirement.empty() && is_own(target)) {
      page.requirement = requirement;
      page.refused = target.target;
    }
  }
  const bool may_lead_out = page.outside.empty() && !site_.empty();
  if (may_lead_out && !target.target.starts_with(site_) && is_own(target)) {
    page.outside = target.target;
  }
  const bool may_be_missed = mirror_ != nullptr && page.not_kept.empty();
  if (may_be_missed && mirror_->keeps_host(target.target)) page.not_kept = target.target;
}

void Refusals::Pages::add(std::string const& path) {
  if (count++ == 0) first = path;
}

std::string Refusals::Pages::others() const {
  return count == 1 ? "" : "; " + counted(count - 1, "more page does so", "more pages do so");
}

void Refusals::add(std::string const& path, PageRefusals const& page) {
  if (!page.changed_sheet.empty()) changed_.emplace(url::without_query(page.changed_sheet));
  for (text::Hash128 const& address : page.hashed) hashed_[address].add(path);
  if (!page.refused.empty()) {
    refused_.add(path);
    if (refused_.count == 1) {
      first_.requirement = page.requirement;
      first_.refused = page.refused;
    }
  }
  if (!page.outside.empty()) {
    outside_.add(path);
    if (outside_.count == 1) first_.outside = page.outside;
  }
  if (!page.not_kept.empty()) {
    not_kept_.add(path);
    if (not_kept_.count == 1) first_.not_kept = page.not_kept;
  }
}

void Refusals::tell(std::function<void(std::string const&, std::string const&)> const& tell) const {
  for (std::string const& address : changed_) {
    const auto pages = hashed_.find(hash_of(address));
    if (pages == hashed_.end()) continue;
    tell(pages->second.first, "names in integrity a hash of " + address +
                                  " that its new bytes do not have: browsers will not load it" +
                                  pages->second.others());
  }
  if (refused_.count != 0) {
    tell(refused_.first, "loads " + first_.refused + " in a way that browsers allow on a server, " +
                             "but not from a file (" + first_.requirement + ")" +
                             refused_.others());
  }
  if (outside_.count != 0) {
    tell(outside_.first, "leads to " + first_.outside + ", which is outside of " +
                             std::string(site_) + " and of its folder" + outside_.others());
  }
  if (not_kept_.count != 0) {
    tell(not_kept_.first, "leads to " + first_.not_kept +
                              " on the web: the mirror has this host, " +
                              "but no file that this is" + not_kept_.others());
  }
}

}  // namespace hrefkit::cli
