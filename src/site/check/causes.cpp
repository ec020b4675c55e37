#include "hrefkit/site/check/causes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// Bounds of what is kept, of a page and of a site.
constexpr std::size_t max_page_bytes = std::size_t{1} << 20;
constexpr std::size_t max_bytes = std::size_t{16} << 20;
constexpr std::size_t max_known = std::size_t{1} << 17;

/// Fewer findings, or fewer targets, are no cause.
struct Least {
  std::size_t links = 0;
  std::size_t targets = 0;
};
constexpr Least least_of_address{3, 2};
constexpr Least least_of_extensions{4, 3};
constexpr Least least_of_index{3, 2};
constexpr Least least_of_folder{10, 5};

constexpr std::size_t max_folders = 20;  ///< that are named

/// Names in a folder that are looked at for an index.
constexpr std::size_t max_children = 1'000;

/// What pages are called without their extension.
constexpr std::array<std::string_view, 3> tried_extensions{"html", "htm", "xhtml"};

/// What an index is called, whatever its extension.
constexpr std::array<std::string_view, 10> index_stems{"contents", "default",  "home",   "index",
                                                       "main",     "overview", "readme", "start",
                                                       "toc",      "welcome"};

bool is_index_name(std::string_view name) {
  const std::string stem = text::to_ascii_lower(name.substr(0, name.rfind('.')));
  return std::find(index_stems.begin(), index_stems.end(), stem) != index_stems.end();
}

std::string comma_list(std::span<std::string const> names) {
  std::string list;
  for (std::string const& name : names) list.append(list.empty() ? "" : ",").append(name);
  return list;
}

/// The path of an address, with the slash at its end.
std::string_view path_of(std::string_view address) {
  return address.substr(url::find_offsets(address).path_begin);
}

/// True for a path that is the site's root, or lies below it.
bool begins_with_root(std::string_view path, std::string_view root) {
  return path.starts_with(root) || path == root.substr(0, root.size() - 1);
}

/// The text as a regular expression that matches it alone.
std::string as_expression(std::string_view text) {
  constexpr std::string_view special = "\\.+*?()[]{}|^$";
  std::string expression;
  for (const char c : text) {
    if (special.find(c) != special.npos) expression += '\\';
    expression += c;
  }
  return expression;
}

/// A shell's word.
std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace

void LostLinks::append(std::string& list, ReferenceForm form, std::string_view url) {
  if (list.size() + url.size() >= max_page_bytes) return;
  list += static_cast<char>('0' + static_cast<int>(form));
  list.append(url) += '\n';
}

void LostLinks::add(std::string_view list, std::size_t fine_from_root) {
  fine_from_root_ += fine_from_root;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(line.size() + 1);
    std::string key(line);
    const auto known = known_.find(key);
    if (known != known_.end()) {
      ++known->second.links;
    } else if (bytes_ + line.size() < max_bytes && known_.size() < max_known) {
      bytes_ += line.size();
      const std::size_t number = known_.size();
      known_.emplace(std::move(key), Known{number, 1});
    }
  }
}

std::vector<LostLinks::Target> LostLinks::targets() const {
  std::vector<Target> targets(known_.size());
  for (auto const& [key, known] : known_) {
    targets[known.number] = {static_cast<ReferenceForm>(key[0] - '0'),
                             std::string_view(key).substr(1), known.links};
  }
  return targets;
}

std::string find_path_before(Site const& site, LostLinks const& lost) {
  const std::string_view own_path = path_of(site.options().url);
  std::vector<std::pair<std::string_view, std::size_t>> paths;  // of links from the root
  std::map<std::string_view, std::size_t> votes;
  std::vector<LostLinks::Target> const targets = lost.targets();
  for (LostLinks::Target const& target : targets) {
    const auto own = site.own_url(target.url);
    if (target.form == ReferenceForm::from_page || !own) continue;
    paths.emplace_back(own->path, target.links);
    const bool is_from_here = own_path != "/" && is_here(site, own->path);
    const std::string_view before = is_from_here ? "/" : path_before(site, own->path);
    if (!before.empty()) votes[before] += target.links;
  }
  const auto most = std::max_element(
      votes.begin(), votes.end(), [](auto const& a, auto const& b) { return a.second < b.second; });
  if (most == votes.end()) return {};
  const std::string_view before = most->first;
  std::size_t links = 0;
  std::size_t found = 0;
  bool has_page = false;  // what lies in one folder may well be missing there
  for (auto const& [path, count] : paths) {
    if (!begins_with_root(path, before)) continue;
    const Lookup lookup =
        site.find_below_root(path.substr(std::min(path.size(), before.size() - 1)));
    if (lookup.status != LookupStatus::found && lookup.status != LookupStatus::folder) continue;
    links += count;
    ++found;
    has_page |= lookup.status == LookupStatus::folder || site.page_number(lookup.entry) != no_entry;
  }
  const bool is_most = has_page && links > lost.fine_from_root() &&
                       links >= least_of_address.links && found >= least_of_address.targets;
  return is_most ? std::string(before) : std::string();
}

/// The site as it would be with other options.
struct Causes::Attempt {
  Attempt(Site other, SiteRedirects const& redirects)
      : site(std::move(other)), finder(site, redirects) {}

  Site site;
  TargetFinder finder;
};

Causes::Causes(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
               SiteFacts const& facts, LostLinks const& lost, CheckSummary const& summary)
    : site_(site), redirects_(redirects), hash_(hash), facts_(facts) {
  if (site.live() != nullptr) return;
  Targets left = lost.targets();
  find_address(left, summary);
  if (left.empty()) return;
  find_extensions(left);
  find_index(left);
  find_folders(left);
}

Causes::~Causes() = default;

Site const& Causes::last_site() const {
  return attempts_.empty() ? site_ : attempts_.back()->site;
}

std::unique_ptr<Causes::Attempt> Causes::attempt(std::string url, std::vector<std::string> index,
                                                 std::vector<std::string> extensions) const {
  return std::make_unique<Attempt>(
      site_.with_settings(url, std::move(index), std::move(extensions)), redirects_);
}

/// Keeps a cause. What its option mends is left for no other.
void Causes::accept(std::unique_ptr<Attempt> tried, Cause cause, Targets& left) {
  options_.append(options_.empty() ? "" : " ").append(cause.option);
  cause.option = options_;
  cause.after += options_;
  std::erase_if(left, [&](LostLinks::Target const& target) {
    return mends(*tried, target.form, target.url, false);
  });
  causes_.push_back(std::move(cause));
  attempts_.push_back(std::move(tried));
}

/// The address for which the site was made.
void Causes::find_address(Targets& left, CheckSummary const& summary) {
  std::string const& path = summary.path_before;
  std::string address = summary.own_address;
  if (address.empty() && path.empty()) return;
  if (address.empty()) address = "https://HOST" + path;
  Cause cause{.rule = Rule::wrong_site_url, .option = "--site-url " + address};
  cause.alone = "the site seems to be made for " + address + ": ";
  cause.alone.append(reason_of(summary.own_address_source))
      .append("; with ")
      .append(cause.option)
      .append(" links to it are checked, too");
  const std::string given(path_of(site_.options().url));
  std::string_view after = ", and what follows it is in this folder: run again with ";
  if (path.empty()) {
    cause.before = cause.alone.substr(0, cause.alone.rfind(';') + 2);
    cause.one = "leads to nothing without that";
    cause.many = "lead to nothing without that";
    after = ": run again with ";
  } else if (begins_with_root(given, path)) {
    cause.one = "leads outside of " + given;
    cause.many = "lead outside of " + given;
    after = ", and what is named is in this folder: run again with ";
  } else {
    cause.one = "begins with " + path;
    cause.many = "begin with " + path;
  }
  cause.after = after;
  SiteOptions const& options = site_.options();
  accept(attempt(address, options.index, options.extensions), std::move(cause), left);
  has_address_ = true;
}

/// Pages that are linked without their extension, as some hosts serve them.
void Causes::find_extensions(Targets& left) {
  std::vector<std::string> extensions = last_site().options().extensions;
  for (const std::string_view extension : tried_extensions) {
    if (std::find(extensions.begin(), extensions.end(), extension) != extensions.end()) continue;
    SiteOptions const& options = last_site().options();
    std::vector<std::string> more = extensions;
    more.emplace_back(extension);
    auto tried = attempt(options.url, options.index, more);
    Least found;
    for (LostLinks::Target const& target : left) {
      if (!mends(*tried, target.form, target.url, false)) continue;
      found.links += target.links;
      ++found.targets;
    }
    if (found.links < least_of_extensions.links || found.targets < least_of_extensions.targets) {
      continue;
    }
    extensions = more;
    const std::string end = " to pages without their ." + std::string(extension);
    accept(std::move(tried),
           {.option = "--extensions " + comma_list(extensions),
            .one = "leads" + end,
            .many = "lead" + end,
            .after = ": where the host finds them, run again with "},
           left);
  }
}

/// A name that the folders without an index have in common.
void Causes::find_index(Targets& left) {
  Site const& site = last_site();
  auto now = attempt(site.options().url, site.options().index, site.options().extensions);
  EntryTable const& entries = site_.entries();
  std::map<EntryId, std::size_t> folders;  // links to them
  for (LostLinks::Target const& target : left) {
    const std::string url = moved_url(*now, target.form, target.url);
    if (url.empty()) continue;
    const TargetPlace place = now->finder.find(url::without_fragment(url));
    if (place.kind == PlaceKind::folder) folders[place.entry] += target.links;
  }
  std::map<std::string_view, Least> names;
  for (auto const& [folder, links] : folders) {
    EntryTable::Range children = entries.children(folder);
    children.end = children.begin + std::min<EntryId>(children.end - children.begin, max_children);
    for (EntryId child = children.begin; child < children.end; ++child) {
      const std::uint32_t page = site_.page_number(child);
      if (page == no_entry || !site_.is_document(page)) continue;
      Least& name = names[entries.name(child)];
      name.links += links;
      ++name.targets;
    }
  }
  const auto rank = [](std::pair<std::string_view const, Least> const& name) {
    return std::pair(name.second.targets, is_index_name(name.first));
  };
  const auto best = std::max_element(
      names.begin(), names.end(), [&](auto const& a, auto const& b) { return rank(a) < rank(b); });
  if (best == names.end()) return;
  Least const& found = best->second;
  const bool is_common = is_index_name(best->first)
                             ? found.targets * 2 > folders.size()
                             : found.targets == folders.size() && found.targets > 2;
  if (!is_common || found.links < least_of_index.links || found.targets < least_of_index.targets) {
    return;
  }
  // Names that no folder has need not be typed.
  std::set<std::string_view> used;
  std::vector<std::string> index = site.options().index;
  for (EntryId id = 1; id < entries.size(); ++id) {
    for (std::string const& name : index) {
      if (entries.name(id) == name) used.insert(name);
    }
  }
  std::erase_if(index, [&](std::string const& name) { return !used.contains(name); });
  const std::string name(best->first);
  index.push_back(name);
  const std::string end = " to folders whose index is " + name;
  accept(attempt(site.options().url, index, site.options().extensions),
         {.rule = Rule::missing_index,
          .option = "--index " + comma_list(index),
          .one = "leads" + end,
          .many = "lead" + end,
          .after = ": run again with "},
         left);
}

/// The URL that a link has on the other site; empty where it is not on that one.
std::string Causes::moved_url(Attempt const& tried, ReferenceForm form,
                              std::string_view url) const {
  const auto own = site_.own_url(url);
  if (!own) return {};
  const std::string_view from_path =
      url.substr(static_cast<std::size_t>(own->path.data() - url.data()));
  switch (form) {
    case ReferenceForm::from_host:
      return tried.site.own_url(url) ? std::string(url) : std::string();
    case ReferenceForm::from_root:
      return tried.site.origin() + std::string(from_path);
    case ReferenceForm::from_page:
      break;
  }
  const std::string_view prefix = path_of(site_.options().url);
  if (!from_path.starts_with(prefix)) return {};
  return tried.site.options().url + std::string(from_path.substr(prefix.size()));
}

/// True where the link would be fine on the other site.
bool Causes::mends(Attempt& tried, ReferenceForm form, std::string_view url,
                   bool needs_content) const {
  const std::string moved = moved_url(tried, form, url);
  if (moved.empty()) return false;
  const TargetPlace place = tried.finder.find(url::without_fragment(moved));
  if (place.kind == PlaceKind::redirected_away) return true;
  if (place.kind != PlaceKind::file || place.insecure) return false;
  if (place.is_called_page && needs_content) return false;
  const auto fragment = url::fragment_of(moved);
  const std::uint32_t page = site_.page_number(place.entry);
  if (!fragment || page == no_entry || site_.is_svg_page(page)) return true;
  const Fragment read = read_fragment(*fragment);
  if (read.kind != FragmentKind::element) return true;
  // Nobody else's id: a page may lose the fragments of others.
  return !facts_.lacks(use_of(hash_, read.raw, no_entry, site_.id_page(page)));
}

/// The first folder on the way to `url` that does not exist: "/docs/api/" for the path in a URL.
/// Of a path outside of the site its first name: nothing there is known.
std::string Causes::missing_folder(std::string_view url) const {
  const auto own = site_.own_url(url::without_fragment(url));
  if (!own) return {};
  const std::string_view prefix = path_of(site_.options().url);
  const bool is_outside = !own->path.starts_with(prefix);
  EntryTable const& entries = site_.entries();
  PathNames names(is_outside ? own->path : own->path.substr(prefix.size() - 1));
  EntryId at = 0;
  while (names.next() && names.has_slash()) {
    at = is_outside || !names.is_possible() ? no_entry
                                            : led_to(entries, entries.find(at, names.name()));
    if (at == no_entry) {
      const auto end = static_cast<std::size_t>(names.rest().data() - own->path.data());
      return std::string(own->path.substr(0, end + 1));
    }
    if (!entries.is_folder(at)) return {};
  }
  return {};
}

/// Folders that another program serves, perhaps.
void Causes::find_folders(Targets const& left) {
  std::map<std::string, Least> found;
  for (LostLinks::Target const& target : left) {
    const std::string folder = missing_folder(target.url);
    if (folder.empty() || folder.size() > max_children) continue;
    Least& known = found[folder];
    known.links += target.links;
    ++known.targets;
  }
  std::vector<std::pair<std::string, Least>> folders;
  for (auto const& [folder, count] : found) {
    if (count.links < least_of_folder.links || count.targets < least_of_folder.targets) continue;
    folders.emplace_back(folder, count);
  }
  std::stable_sort(folders.begin(), folders.end(),
                   [](auto const& a, auto const& b) { return a.second.links > b.second.links; });
  if (folders.size() > max_folders) folders.resize(max_folders);
  const std::string_view prefix = path_of(site_.options().url);
  for (auto const& [path, count] : folders) {
    const bool is_outside = !path.starts_with(prefix);
    const std::string_view below = std::string_view(path).substr(is_outside ? 0 : prefix.size());
    const auto name = is_outside ? std::nullopt : site_.relative_path(path);
    const std::string shown = text::to_valid_utf8(name.value_or(path));
    const std::string exclude = "--exclude-url " + in_quotes(as_expression(path));
    Cause cause{.rule = is_outside ? Rule::outside_site : Rule::missing_file, .option = exclude};
    cause.one = "leads below it: ";
    cause.many = "lead below it: ";
    if (is_outside) {
      cause.before = shown + " is outside of " + std::string(prefix) + ", and ";
    } else {
      const std::string folder = shown.substr(0, shown.size() - (shown.ends_with('/') ? 1 : 0));
      const std::string target = site_.dangling_link(folder).target;
      cause.before = shown + (target.empty() ? " does not exist, and "
                                             : " is a symbolic link to " + target +
                                                   ", which does not exist, and ");
      cause.option = "--mount /" + std::string(below.substr(0, below.size() - 1)) + "=DIR";
      cause.after = cause.option + " adds the folder, ";
    }
    cause.after += exclude + " leaves them out";
    folders_.emplace(path, static_cast<std::uint32_t>(causes_.size()));
    causes_.push_back(std::move(cause));
  }
}

std::uint32_t Causes::cause_of(Finding const& finding) {
  if (causes_.empty()) return Finding::no_cause;
  if (finding.rule == Rule::wrong_site_url) return has_address_ ? 0 : Finding::no_cause;
  const bool may_be_mended =
      finding.rule == Rule::missing_file || finding.rule == Rule::missing_index ||
      finding.rule == Rule::outside_site || finding.rule == Rule::base_moves_fragment;
  if (!may_be_mended || !finding.url || finding.raw.empty()) return Finding::no_cause;
  const std::uint64_t traits = static_cast<std::uint64_t>(finding.form) * 4 +
                               (finding.needs_content ? 2 : 0) + (finding.suggestion ? 1 : 0);
  const std::uint64_t key =
      text::hash64(*finding.url, text::process_hash_key()[0] + traits * 0x9E3779B97F4A7C15U);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  if (known_.size() >= max_known) known_.clear();
  return known_[key] = find_cause(finding);
}

std::uint32_t Causes::find_cause(Finding const& finding) {
  for (std::size_t i = 0; i < attempts_.size(); ++i) {
    if (mends(*attempts_[i], finding.form, *finding.url, finding.needs_content)) {
      return static_cast<std::uint32_t>(i);
    }
  }
  // Where something near is there, that says more.
  if (folders_.empty() || finding.suggestion || finding.rule == Rule::missing_index) {
    return Finding::no_cause;
  }
  const auto folder = folders_.find(missing_folder(*finding.url));
  return folder == folders_.end() ? Finding::no_cause : folder->second;
}

}  // namespace hrefkit::site
