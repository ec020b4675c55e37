#include "hrefkit/site/crawl/live_site.h"

#include <algorithm>
#include <map>

#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

constexpr std::uint8_t known_as_file = 1;
constexpr std::uint8_t known_as_folder = 2;

/// True for a redirect that only adds a slash to the path.
bool only_adds_slash(std::string_view from, std::string_view to) {
  from = url::without_fragment(from);
  to = url::without_fragment(to);
  const std::string_view path = url::without_query(from);
  const std::string_view query = from.substr(path.size());
  return to.size() == from.size() + 1 && to.starts_with(path) && to[path.size()] == '/' &&
         to.substr(path.size() + 1) == query;
}

}  // namespace

LiveSite::LiveSite(std::string origin, std::size_t max_redirects)
    : origin_(std::move(origin)), max_redirects_(max_redirects) {}

std::pair<EntryId, bool> LiveSite::add(std::string_view url) {
  if (const auto found = by_url_.find(url); found != by_url_.end()) return {found->second, false};
  const auto target = static_cast<EntryId>(targets_.size());
  targets_.push_back({.url = std::string(url)});
  by_url_.emplace(targets_.back().url, target);
  return {target, true};
}

void LiveSite::set_location(EntryId target, std::string location) {
  locations_[target] = std::move(location);
}

std::uint32_t LiveSite::add_page(LivePage page) {
  const auto number = static_cast<std::uint32_t>(pages_.size());
  targets_[page.target].page = number;
  pages_.push_back(std::move(page));
  return number;
}

EntryId LiveSite::find(std::string_view url) const {
  const auto found = by_url_.find(url);
  return found == by_url_.end() ? no_entry : found->second;
}

EntryId LiveSite::find(std::string_view path, std::string_view query) const {
  std::string url = origin_;
  url += path;
  if (!query.empty()) (url += '?') += query;
  const EntryId found = find(url);
  // "/a?" has a query, which is empty.
  return found == no_entry && query.empty() ? find(url + "?") : found;
}

std::string_view LiveSite::location(EntryId target) const {
  const auto found = locations_.find(target);
  return found == locations_.end() ? std::string_view() : found->second;
}

/// The target of a redirect is known by its number; a row of redirects is at most `max_redirects_`
/// long.
OwnEnd LiveSite::follow(EntryId target) const {
  using Kind = OwnAnswer::Kind;
  OwnEnd end{.entry = target};
  std::vector<EntryId> visited;
  bool is_permanent = true;
  while (true) {
    OwnAnswer const& answer = targets_[target].answer;
    end.entry = target;
    const bool was_sent = end.hops != 0;
    const auto is_redirect = answer.kind == Kind::redirect || answer.kind == Kind::leaves ||
                             answer.kind == Kind::bad_redirect;
    if (is_redirect) {
      const std::string_view location = this->location(target);
      if (!location.empty()) end.url = location;
      if (const auto fragment = url::fragment_of(location)) end.fragment = *fragment;
      if (end.fragment && !url::fragment_of(location)) end.url += "#" + *end.fragment;
      if (!was_sent) {
        end.is_moved = answer.is_permanent && !only_adds_slash(targets_[target].url, location);
      }
      is_permanent = is_permanent && answer.is_permanent;
      if (is_permanent) end.permanent_url = end.url;
    }
    switch (answer.kind) {
      case Kind::fine:
        end.kind = OwnEnd::Kind::fine;
        return end;
      case Kind::refused:
        end.kind = was_sent ? OwnEnd::Kind::redirect_broken : OwnEnd::Kind::refused;
        return end;
      case Kind::failed:
        end.kind = was_sent ? OwnEnd::Kind::redirect_broken : OwnEnd::Kind::failed;
        return end;
      case Kind::bad_redirect:
        end.kind = OwnEnd::Kind::redirect_broken;
        return end;
      case Kind::loop:
        end.kind = OwnEnd::Kind::redirect_loop;
        end.goes_on = answer.reason == redirect_limit_reason;
        return end;
      case Kind::leaves:
        ++end.hops;
        end.kind = OwnEnd::Kind::leaves;
        return end;
      case Kind::blocked:
        end.kind = OwnEnd::Kind::blocked;
        return end;
      case Kind::not_asked:
        end.kind = OwnEnd::Kind::not_asked;
        return end;
      case Kind::redirect:
        if (answer.to != no_entry) break;
        end.kind = OwnEnd::Kind::not_asked;  // the crawl was stopped before it was processed
        return end;
    }
    visited.push_back(target);
    target = answer.to;
    ++end.hops;
    const bool comes_back = std::find(visited.begin(), visited.end(), target) != visited.end();
    if (!comes_back && end.hops <= max_redirects_) continue;
    end.kind = OwnEnd::Kind::redirect_loop;
    end.goes_on = !comes_back;
    return end;
  }
}

/// Names get their numbers folder by folder: the number of a folder is known before those of its
/// children, since a folder is met before what is in it.
void LiveSite::finish() {
  is_open_ = false;
  struct Name {
    bool has_children = false;
    std::uint8_t known = 0;
  };
  std::vector<Name> names(1);
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> children;  // by folder and name
  for (Target const& target : targets_) {
    if (target.answer.kind != OwnAnswer::Kind::fine) continue;
    const std::string_view path =
        url::without_query(std::string_view(target.url).substr(origin_.size()));
    std::uint32_t at = 0;
    bool has_slash = true;
    bool is_possible = true;
    for (PathNames parts(path); is_possible && parts.next();) {
      is_possible = parts.is_possible() && parts.name().size() <= UINT16_MAX;
      if (!is_possible) break;
      const auto [child, is_new] = children.try_emplace({at, std::string(parts.name())},
                                                        static_cast<std::uint32_t>(names.size()));
      if (is_new) names.emplace_back();
      names[at].has_children = true;
      at = child->second;
      has_slash = parts.has_slash();
    }
    if (is_possible) names[at].known |= has_slash ? known_as_folder : known_as_file;
  }
  std::vector<EntryId> entries(names.size(), 0);
  known_.assign(1, names[0].known);
  std::vector<EntryTable::Child> listing;
  for (auto child = children.begin(); child != children.end();) {
    const std::uint32_t folder = child->first.first;
    const auto first = child;
    listing.clear();
    for (; child != children.end() && child->first.first == folder; ++child) {
      Name const& name = names[child->second];
      const bool is_folder = name.has_children || (name.known & known_as_folder) != 0;
      listing.push_back({child->first.second, is_folder ? EntryKind::folder : EntryKind::file});
    }
    EntryId entry = names_.add_listing(entries[folder], listing);
    for (auto each = first; each != child; ++each) {
      entries[each->second] = entry++;
      known_.push_back(names[each->second].known);
    }
  }
}

std::optional<std::string> LiveSite::known_path(std::string path) const {
  const bool has_slash = path.ends_with('/');
  if (has_slash) path.pop_back();
  EntryId entry = 0;
  std::string_view rest = path;
  while (!rest.empty() && entry != no_entry) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    entry = names_.find(entry, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (entry == no_entry) return std::nullopt;
  const std::uint8_t known = known_[entry];
  const std::uint8_t wanted = has_slash ? known_as_folder : known_as_file;
  if ((known & wanted) == 0 && known == 0) return std::nullopt;
  const bool with_slash = (known & wanted) != 0 ? has_slash : !has_slash;
  return with_slash && !path.empty() ? path + "/" : path;
}

}  // namespace hrefkit::site
