// Which file a URL means once redirects have done their work.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

enum class PlaceKind : std::uint8_t {
  file,
  folder,  ///< without an index
  missing,
  unlisted,
  outside_site,
  other_origin,
  redirect_broken,  ///< a redirect leads to what is missing
  redirect_loop,
  redirected_away,  ///< a redirect leads to another site, or a service of the host answers
  server_error,     ///< of a live site: it fails, or does not answer
  blocked,          ///< of a live site: it does not say
  not_asked,        ///< of a live site: a trap, or past a limit
  open,             ///< of a live site: its crawl goes on, and nothing is known yet
};

/// True for a host's answer that visitors can use: a page, or the way to another site.
constexpr bool is_kept_place(PlaceKind kind) {
  switch (kind) {
    case PlaceKind::file:
    case PlaceKind::redirected_away:
    case PlaceKind::unlisted:
    case PlaceKind::blocked:    // nobody knows: the server does not say,
    case PlaceKind::not_asked:  // or was not asked, which is counted
    case PlaceKind::open:
      return true;
    default:
      return false;
  }
}

/// Where a URL leads.
struct TargetPlace {
  PlaceKind kind = PlaceKind::missing;
  bool insecure = false;        ///< http where the site has https
  bool keeps_fragment = true;   ///< false where a redirect brings its own
  bool goes_on = false;         ///< a loop that meets no path twice: too many redirects
  bool is_redirected = false;   ///< the visitor is sent on, by a rule or by the host
  bool is_temporary = false;    ///< a redirect on the way is not to last, or not for all visitors
  bool is_moved = false;        ///< of a live site: a permanent redirect comes first
  bool is_called_page = false;  ///< a file that is sent as HTML or XHTML
  bool by_catch_all = false;    ///< the rule for all addresses led there (SiteRedirects::catch_all)
  EntryId entry = no_entry;
};

/// Where an own URL of a live site leads whose crawl is over.
TargetPlace live_place(LiveSite const& live, EntryId target);

/// True for a path that a host answers itself, whatever the files are: functions, pictures, scripts
/// that count readers, identities.
constexpr bool is_host_service(std::string_view path) {
  constexpr std::array<std::string_view, 5> services{
      "/.auth/",     // Azure Static Web Apps
      "/.netlify/",  // Netlify
      "/__/",        // Firebase Hosting
      "/_vercel/",   // Vercel
      "/cdn-cgi/",   // Cloudflare
  };
  return std::any_of(services.begin(), services.end(),
                     [&](std::string_view service) { return path.starts_with(service); });
}

/// Which rule fits a path and query, for those that were asked for.
using RememberedRules =
    std::unordered_map<std::string, std::optional<SiteRedirects::Found>, text::SeededHasher>;

/// Finds places, and remembers those that were asked for last. One for each thread.
class TargetFinder {
 public:
  /// Both must outlive this.
  TargetFinder(Site const& site, SiteRedirects const& redirects);

  /// The place of an absolute URL without its fragment.
  TargetPlace find(std::string_view url);

  /// The place of an own URL's path and query.
  TargetPlace find_own(std::string_view path, std::string_view query);

  /// The rule by which every missing address of a folder works: it leads a path that no file can
  /// have to a file, or to another program. Null for none.
  Redirect const* find_catch_all();

  /// The path, percent-encoded, to which redirects lead at last from an own URL's path and query.
  std::string last_path(std::string_view path, std::string_view query);

  /// The fragment that redirects bring along on the way from an own URL, a full one without its
  /// own; empty for none.
  std::string redirect_fragment(std::string_view url);

  /// The absolute URL, without a fragment, at which an own URL ends that `find` found a file for,
  /// or that redirects lead to another site.
  std::string end_url(std::string_view url);

 private:
  struct Remembered {
    std::uint64_t key = 0;
    TargetPlace place;
  };

  TargetPlace find_now(std::string_view url);

  Site const& site_;
  SiteRedirects const& redirects_;
  std::uint64_t seed_;
  std::vector<Remembered> remembered_;
  RememberedRules rules_;
};

// The path for which a site was made, inferred from its links.
//
//   path_before(site, "/docs/guide/a.html")   // "/docs/" where the site has guide/a.html, but no
//   docs
//
// Generators write the path of the future address into links. Where a check does not know that
// path, all of these links lead to nothing, but what follows the path is there.

/// True where a path below the root is a file or a folder.
bool is_here(Site const& site, std::string_view path);

/// The first names of `path` (of an own URL, which leads to nothing) with slashes around them,
/// where the site has what follows them. Empty where it has not, where nothing follows, and where
/// the root has the first name.
std::string_view path_before(Site const& site, std::string_view path);

/// The address of the root at which the site would have a file at `url`, an absolute http or https
/// URL: "https://h.example/docs/". Also where the file has ".html" at its end and the URL has not.
/// Empty where nothing here has the end of the path, for a URL without a path, and for hosts that
/// only some machines can reach.
std::string root_with(Site const& site, std::string_view url);

/// Boyer and Moore's majority vote: one text and one number are enough.
class MajorityVote {
 public:
  /// Counts `votes` for `text`.
  void add(std::string_view text, std::size_t votes = 1);

  /// Counts what another vote has come to.
  void add(MajorityVote const& other) { add(other.text_, other.votes_); }

  /// The text that more than half of the votes were for, if there is one; empty where the votes are
  /// balanced.
  std::string const& winner() const { return text_; }

  /// How many votes for the winner no vote for another text has balanced.
  std::size_t lead() const { return votes_; }

 private:
  std::string text_;
  std::size_t votes_ = 0;
};

}  // namespace hrefkit::site
