#include "hrefkit/site/check/target_finder.h"

#include <algorithm>

#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// Sites are so many folders below the root of their host at most: "/user/project/docs/en/".
constexpr int max_names = 4;

/// And their paths are no longer than that.
constexpr std::size_t max_path = 256;

}  // namespace

bool is_here(Site const& site, std::string_view path) {
  const LookupStatus status = site.find_below_root(path).status;
  return status == LookupStatus::found || status == LookupStatus::folder;
}

std::string_view path_before(Site const& site, std::string_view path) {
  PathNames names(path);
  for (int count = 0; count < max_names && names.next(); ++count) {
    if (count == 0 && site.entry(names.name()) != no_entry) return {};
    const std::string_view rest = names.rest();
    if (rest.find_first_not_of('/') == std::string_view::npos) return {};
    const std::string_view before = path.substr(0, path.size() - rest.size() + 1);
    if (before.size() > max_path) return {};
    if (is_here(site, rest)) return before;
  }
  return {};
}

std::string root_with(Site const& site, std::string_view url) {
  url = url::without_query(url);
  if (!url.starts_with("http") || url::has_private_host(url)) return {};
  const std::string_view origin = url.substr(0, url.find('/', url.find("://") + 3));
  const std::string_view path = url.substr(origin.size());
  if (path.find_first_not_of('/') == std::string_view::npos) return {};
  const std::string page = std::string(path) + ".html";
  for (const std::string_view tried : {path, std::string_view(page)}) {
    const std::string_view before = is_here(site, tried) ? "/" : path_before(site, tried);
    if (!before.empty()) return std::string(origin).append(before);
  }
  return {};
}

void MajorityVote::add(std::string_view text, std::size_t votes) {
  if (text == text_) {
    votes_ += votes;
  } else if (votes <= votes_) {
    votes_ -= votes;
    if (votes_ == 0) text_.clear();
  } else {
    votes_ = votes - votes_;
    text_ = text;
  }
}

namespace {

/// Pages of one folder link to the same places: so many are remembered.
constexpr std::size_t remembered_places = std::size_t{1} << 12;

constexpr std::size_t max_remembered_rules = std::size_t{1} << 14;

/// Nor are long paths and targets remembered: all of them take 8 MB at most.
constexpr std::size_t max_remembered = 256;

/// Browsers give up after 20 redirects (Fetch Standard, HTTP-redirect fetch).
constexpr int max_hops = 20;

PlaceKind kind_of(LookupStatus status) {
  switch (status) {
    case LookupStatus::found:
      return PlaceKind::file;
    case LookupStatus::folder:
      return PlaceKind::folder;
    case LookupStatus::missing:
      return PlaceKind::missing;
    case LookupStatus::unlisted:
      return PlaceKind::unlisted;
    case LookupStatus::outside_site:
      return PlaceKind::outside_site;
    case LookupStatus::other_origin:
      return PlaceKind::other_origin;
  }
  return PlaceKind::missing;
}

PlaceKind kind_of(OwnEnd::Kind kind) {
  switch (kind) {
    case OwnEnd::Kind::fine:
      return PlaceKind::file;
    case OwnEnd::Kind::refused:
      return PlaceKind::missing;
    case OwnEnd::Kind::failed:
      return PlaceKind::server_error;
    case OwnEnd::Kind::redirect_broken:
      return PlaceKind::redirect_broken;
    case OwnEnd::Kind::redirect_loop:
      return PlaceKind::redirect_loop;
    case OwnEnd::Kind::leaves:
      return PlaceKind::redirected_away;
    case OwnEnd::Kind::blocked:
      return PlaceKind::blocked;
    case OwnEnd::Kind::not_asked:
      return PlaceKind::not_asked;
  }
  return PlaceKind::not_asked;
}

/// Where an own URL of a live site ends.
OwnEnd live_end(LiveSite const& live, OwnUrl const& own) {
  const EntryId target = live.find(own.path, own.query);
  return target == no_entry ? OwnEnd{} : live.follow(target);
}

/// RFC 9110, 15.4: of 301 and 308 links are to be updated.
constexpr bool is_to_last(std::uint16_t status) {
  return status == 301 || status == 308;
}

/// One URL on its way through the redirects.
class Journey {
 public:
  Journey(Site const& site, SiteRedirects const& redirects, RememberedRules& known,
          std::string_view path, std::string_view query)
      : site_(site), redirects_(redirects), known_(known), path_(path), query_(query) {}

  TargetPlace run() {
    visited_.push_back(key());
    for (int hop = 0; hop <= max_hops; ++hop) {
      const auto early = redirects_.apply(path_, query_, RedirectTurn::before_files);
      const bool is_left_to_files = early && ((early->rule->early && early->rule->forward) ||
                                              (early->rule->own && is_shown_));
      if (early && !is_left_to_files) {
        if (!follow(*early)) return place_;
        continue;
      }
      const Lookup lookup = site_.find_path(path_);
      if (is_there(lookup)) return end_at(lookup);
      if (was_sent_ && is_host_service(path_)) return end(PlaceKind::redirected_away, no_entry);
      const auto rule = rule_after_files();
      if (!rule) return end_at(lookup);
      if (!follow(*rule)) return place_;
    }
    place_.goes_on = true;
    return end(PlaceKind::redirect_loop, no_entry);
  }

  /// Where it has come to.
  std::string const& path() const { return path_; }
  std::string const& query() const { return query_; }
  /// The last fragment that a redirect has brought along.
  std::string const& fragment() const { return fragment_; }
  /// The URL of another site to which a rule has led; empty for none.
  std::string const& away() const { return away_; }
  /// The first rule that has led on; null for none.
  Redirect const* rule() const { return rule_; }
  /// How the host redirects that path at last.
  PathRedirect redirect() const { return redirect_; }

 private:
  /// Redirects in a row meet the same paths again and again.
  std::optional<SiteRedirects::Found> rule_after_files() {
    const std::string asked = key();
    const auto found = known_.find(asked);
    if (found != known_.end()) return found->second;
    auto rule = redirects_.apply(path_, query_, RedirectTurn::after_files);
    const std::size_t length = std::max(asked.size(), rule ? rule->to.size() : 0);
    if (length > max_remembered) return rule;
    if (known_.size() >= max_remembered_rules) known_.clear();
    known_.insert_or_assign(asked, rule);
    return rule;
  }

  std::string key() const { return path_ + "?" + query_; }

  static bool is_there(Lookup const& lookup) {
    return lookup.status == LookupStatus::found || lookup.status == LookupStatus::unlisted;
  }

  /// Ends at a file, or where no rule leads on.
  TargetPlace end_at(Lookup const& lookup) {
    const bool is_broken = was_sent_ && !is_there(lookup);
    redirect_ = lookup.redirect;
    place_.is_redirected |= redirect_ != PathRedirect::none && !is_shown_;
    return end(is_broken ? PlaceKind::redirect_broken : kind_of(lookup.status), lookup.entry);
  }

  TargetPlace end(PlaceKind kind, EntryId entry) {
    place_.kind = kind;
    place_.entry = entry;
    place_.is_called_page = kind == PlaceKind::file && site_.is_called_page(entry);
    place_.by_catch_all = rule_ != nullptr && rule_ == redirects_.catch_all();
    return place_;
  }

  /// Goes where a rule leads; false when the journey ends there.
  bool follow(SiteRedirects::Found const& redirected) {
    Redirect const& rule = *redirected.rule;
    if (!leads_on(rule)) {
      end(was_sent_ ? PlaceKind::redirect_broken : PlaceKind::missing, no_entry);
      return false;
    }
    if (rule_ == nullptr) rule_ = &rule;
    const std::string from = path_;
    if (!go_to(redirected.to)) {
      away_ = redirected.to;
      place_.is_temporary |= rule.conditional || !is_to_last(rule.status);
      end(PlaceKind::redirected_away, no_entry);
      return false;
    }
    is_shown_ |= rule.status < 300;
    // What is shown in place of itself is not asked for again.
    if (rule.status < 300 && (rule.last || path_names(from) == path_names(path_))) {
      end_at(site_.find_path(path_));
      return false;
    }
    if (redirected.to.size() > max_target) return end_too_long();
    was_sent_ |= !rule.own;
    place_.is_redirected |= rule.status >= 300;
    place_.is_temporary |= rule.conditional || (rule.status >= 300 && !is_to_last(rule.status));
    return is_new();
  }

  /// No server answers such a request. Where several redirects made it, they would go on.
  bool end_too_long() {
    place_.goes_on = was_sent_;
    end(was_sent_ ? PlaceKind::redirect_loop : PlaceKind::redirect_broken, no_entry);
    return false;
  }

  /// False, and the end, at a path and query where the journey has been.
  bool is_new() {
    const bool comes_back = std::find(visited_.begin(), visited_.end(), key()) != visited_.end();
    if (comes_back) end(PlaceKind::redirect_loop, no_entry);
    visited_.push_back(key());
    return !comes_back;
  }

  /// Goes to the target of a rule; false when that is on another site.
  bool go_to(std::string_view target) {
    if (target.starts_with('/')) {
      set_target(target);
      return true;
    }
    const auto own = site_.own_url(target);
    if (own) set_target(target.substr(static_cast<std::size_t>(own->path.data() - target.data())));
    return own.has_value();
  }

  void set_target(std::string_view target) {
    if (const auto fragment = url::fragment_of(target)) {
      place_.keeps_fragment = false;
      fragment_ = *fragment;
    }
    // Without a query of its own, a redirect passes the visitor's on.
    if (const auto query = url::query_of(target)) query_ = *query;
    path_ = url::without_query(target);
  }

  Site const& site_;
  SiteRedirects const& redirects_;
  RememberedRules& known_;
  std::string path_;
  std::string query_;
  std::string fragment_;
  std::string away_;
  std::vector<std::string> visited_;  // paths and queries
  TargetPlace place_;
  PathRedirect redirect_ = PathRedirect::none;
  Redirect const* rule_ = nullptr;
  bool was_sent_ = false;
  bool is_shown_ = false;  // in place of another path, which the visitor keeps
};

}  // namespace

TargetPlace live_place(LiveSite const& live, EntryId target) {
  if (target == no_entry) return {.kind = PlaceKind::not_asked};
  const OwnEnd end = live.follow(target);
  const bool is_there = end.kind == OwnEnd::Kind::fine;
  const bool is_page = is_there && live.answer(end.entry).sent.is_called_page;
  return {.kind = kind_of(end.kind),
          .keeps_fragment = !end.fragment,
          .goes_on = end.goes_on,
          .is_redirected = is_there && end.hops != 0,
          .is_moved = end.is_moved && (is_there || end.kind == OwnEnd::Kind::leaves),
          .is_called_page = is_page,
          .by_catch_all = is_there && live.is_shown_everywhere(end.entry),
          .entry = is_there ? end.entry : no_entry};
}

TargetFinder::TargetFinder(Site const& site, SiteRedirects const& redirects)
    : site_(site),
      redirects_(redirects),
      seed_(text::random_seed()),
      remembered_(remembered_places) {}

TargetPlace TargetFinder::find(std::string_view url) {
  const std::uint64_t key = text::hash64(url, seed_) | 1;
  Remembered& remembered = remembered_[(key >> 1) % remembered_places];
  if (remembered.key != key) {
    const TargetPlace place = find_now(url);
    // Soon the crawl knows it.
    if (place.kind == PlaceKind::open && place.entry == no_entry) return place;
    remembered = {key, place};
  }
  return remembered.place;
}

TargetPlace TargetFinder::find_now(std::string_view url) {
  if (const auto own = site_.own_url(url)) {
    LiveSite const* const live = site_.live();
    TargetPlace place = live != nullptr && live->is_open()
                            ? TargetPlace{.kind = PlaceKind::open, .entry = live->find(url)}
                            : find_own(own->path, own->query);
    place.insecure = own->insecure;
    return place;
  }
  const Lookup lookup = site_.find(url);
  return {.kind = kind_of(lookup.status), .entry = lookup.entry};
}

TargetPlace TargetFinder::find_own(std::string_view path, std::string_view query) {
  if (LiveSite const* const live = site_.live()) {
    return live_place(*live, live->find(path, query));
  }
  if (is_host_service(path)) return {.kind = PlaceKind::redirected_away};
  if (!redirects_.empty()) return Journey(site_, redirects_, rules_, path, query).run();
  const Lookup lookup = site_.find_path(path);
  return {
      .kind = kind_of(lookup.status),
      .is_redirected = lookup.redirect != PathRedirect::none,
      .is_called_page = lookup.status == LookupStatus::found && site_.is_called_page(lookup.entry),
      .entry = lookup.entry};
}

Redirect const* TargetFinder::find_catch_all() {
  // Of no site: the rules of hosts fit names, and this one fits no pattern by chance.
  constexpr std::string_view unknown = "hrefkit-asks-for-what-nobody-has-5f3b0c77e1d94a26";
  if (redirects_.empty() || site_.live() != nullptr) return nullptr;
  std::string path(site_.own_url(site_.url(0))->path);
  path += unknown;
  Journey journey(site_, redirects_, rules_, path, "");
  const PlaceKind end = journey.run().kind;
  return end == PlaceKind::file || end == PlaceKind::redirected_away ? journey.rule() : nullptr;
}

std::string TargetFinder::end_url(std::string_view url) {
  const auto own = site_.own_url(url);
  if (!own) return std::string(url);
  if (LiveSite const* const live = site_.live()) {
    const OwnEnd end = live_end(*live, *own);
    return end.url.empty() ? std::string(url) : std::string(url::without_fragment(end.url));
  }
  Journey journey(site_, redirects_, rules_, own->path, own->query);
  journey.run();
  if (!journey.away().empty()) return std::string(url::without_fragment(journey.away()));
  std::string const& query = journey.query();
  const std::string end = site_.origin() + journey.path() + (query.empty() ? "" : "?" + query);
  return site_.redirected(end, journey.redirect());
}

std::string TargetFinder::redirect_fragment(std::string_view url) {
  const auto own = site_.own_url(url);
  if (!own) return {};
  if (LiveSite const* const live = site_.live()) {
    return live_end(*live, *own).fragment.value_or("");
  }
  Journey journey(site_, redirects_, rules_, own->path, own->query);
  journey.run();
  return journey.fragment();
}

std::string TargetFinder::last_path(std::string_view path, std::string_view query) {
  if (LiveSite const* const live = site_.live()) {
    const OwnEnd end = live_end(*live, {.path = path, .query = query});
    const auto own = site_.own_url(url::without_fragment(end.url));
    return std::string(own ? own->path : path);
  }
  Journey journey(site_, redirects_, rules_, path, query);
  journey.run();
  return journey.path();
}

}  // namespace hrefkit::site
