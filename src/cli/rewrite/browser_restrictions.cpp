#include "hrefkit/cli/rewrite/browser_restrictions.h"

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t max_url = 4096;
constexpr text::ByteSet quotes{"\"'`"};

/// True for references such as "/" and "..": scripts have these strings for other purposes.
bool names_nothing(std::string_view url) {
  return url.find_first_not_of("./?#") == std::string_view::npos;
}

std::size_t find_quote(std::string_view script, std::size_t from) {
  while (from < script.size() && !quotes.contains(script[from])) ++from;
  return from;
}

/// Calls `take` for what stands between each two equal quotes without another one inside. Which
/// quotes belong together is not asked: an apostrophe in a comment hides nothing.
template <typename Take>
void for_each_string(std::string_view script, Take const& take) {
  for (std::size_t open = find_quote(script, 0); open < script.size();) {
    const std::size_t close = find_quote(script, open + 1);
    if (close == script.size()) return;
    const std::string_view between = script.substr(open + 1, close - open - 1);
    const bool counts = script[open] == script[close] && !between.empty();
    if (counts && between.size() <= max_url) take(between);
    open = close;
  }
}

/// A number that equal strings share and few others have.
std::size_t mark_of(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(text[at])};
  };
  return text.size() * 61 + byte(text.size() / 2) * 31 + byte(text.size() - 1) * 7 + byte(0);
}

}  // namespace

void ScriptMentions::Filter::add(std::string_view string) {
  const std::size_t mark = mark_of(string) % bits;
  words_[mark / 64] |= std::uint64_t{1} << (mark % 64);
}

bool ScriptMentions::Filter::may_have(std::string_view string) const {
  const std::size_t mark = mark_of(string) % bits;
  return (words_[mark / 64] >> (mark % 64) & 1) != 0;
}

void ScriptMentions::begin(std::string_view text) {
  urls_.clear();
  strings_.clear();
  in_scripts_ = {};
  changed_ = {};
  std::size_t at = 0;
  for (std::size_t number = 0;; ++number) {
    at = text::find_ignoring_ascii_case(text, "<script", at);
    if (at == text.npos) return;
    const std::size_t begin = text.find('>', at);
    if (begin == text.npos) return;
    const std::size_t end = text::find_ignoring_ascii_case(text, "</script", begin);
    const std::string_view script = text.substr(begin, end == text.npos ? end : end - begin);
    for_each_string(script, [&](std::string_view string) {
      in_scripts_.add(string);
      strings_.push_back({string, number});
    });
    if (end == text.npos) return;
    at = end;
  }
}

void ScriptMentions::add(std::string_view url) {
  if (strings_.empty() || names_nothing(url) || url.size() > max_url) return;
  if (!in_scripts_.may_have(url)) return;
  changed_.add(url);
  urls_.insert(text::hash128(url, text::process_hash_key()));
}

std::size_t ScriptMentions::count() const {
  if (urls_.empty()) return 0;
  std::size_t found = 0;
  std::size_t after_last = 0;  // the number behind that of the last script that was counted
  for (String const& string : strings_) {
    if (string.script < after_last || !is_changed(string.text)) continue;
    ++found;
    after_last = string.script + 1;
  }
  return found;
}

bool ScriptMentions::is_changed(std::string_view string) const {
  return changed_.may_have(string) &&
         urls_.contains(text::hash128(string, text::process_hash_key()));
}

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

void BrowserRestrictions::look_at(html::LinkTarget const& target, PageRefusals& page) const {
  if (html::names_hash(target.link, target.tag)) {
    page.hashed.insert(hash_of(url::without_query(target.url)));
  }
  if (opens_from_files_ && !target.left_alone) look_from_file(target, page);
}

void BrowserRestrictions::look_from_file(html::LinkTarget const& target, PageRefusals& page) const {
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

void BrowserRestrictions::Pages::add(std::string const& path) {
  if (count++ == 0) first = path;
}

void BrowserRestrictions::Pages::add(std::string const& path, std::string const& found) {
  if (found.empty()) return;
  if (count == 0) example = found;
  add(path);
}

std::string BrowserRestrictions::Pages::others() const {
  return count == 1 ? "" : "; " + counted(count - 1, "more page does so", "more pages do so");
}

void BrowserRestrictions::add(std::string const& path, PageRefusals const& page) {
  if (!page.changed_sheet.empty()) changed_.emplace(url::without_query(page.changed_sheet));
  for (text::Hash128 const& address : page.hashed) hashed_[address].add(path);
  refused_.add(path, page.refused);
  outside_.add(path, page.outside);
  not_kept_.add(path, page.not_kept);
  without_scheme_.add(path, page.without_scheme);
}

void BrowserRestrictions::tell(
    std::function<void(std::string const&, std::string const&)> const& tell) const {
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
      "and --exclude-url for the own site, writes the scheme");
}

}  // namespace hrefkit::cli
