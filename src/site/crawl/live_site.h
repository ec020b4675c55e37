// What the URLs of a live site have answered: for a crawl what the names of its files are for a
// folder. `Site` has one of the two, and gives the checker the same face for both: what is this
// URL, which page is it, and what bytes has it.
//
//   LiveSite live("https://h.example", 20);
//   const EntryId start = live.add("https://h.example/").first;
//   live.answer(start) = {.kind = OwnAnswer::Kind::fine, .status = 200};
//   live.follow(start).kind   // OwnEnd::Kind::fine
//
// An own URL is a number, its place in the order of discovery. It costs about 200 bytes, whatever
// its body was: bodies are on the disk (body_store.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/net/robots.h"
#include "hrefkit/site/crawl/body_store.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

class CrawlScans;

/// The reason of an answer that is one redirect too many, where no URL came twice.
inline constexpr std::string_view redirect_limit_reason = "redirect-limit";

/// What one own URL has answered.
struct OwnAnswer {
  enum class Kind : std::uint8_t {
    not_asked,     ///< a trap, past a limit, or not known at all
    fine,          ///< the status is accepted
    redirect,      ///< to another own URL
    leaves,        ///< to a URL of another site
    bad_redirect,  ///< to what is no http or https URL
    loop,          ///< to itself again and again
    refused,       ///< a status of 4xx, and all that is neither fine nor the server's fault
    failed,        ///< 5xx, a time-out, no answer
    blocked,       ///< the server is there, and does not say: robots.txt, a limit of requests
  };

  Kind kind = Kind::not_asked;
  bool is_permanent = false;     ///< of a redirect: 301 or 308
  std::uint16_t status = 0;      ///< the last one; 0 without an answer
  std::string_view reason = {};  ///< a word such as "status" or "timeout"; lives with the program
  EntryId to = no_entry;         ///< of `redirect`
  html::SentContent sent = {};   ///< of `fine`
  std::string_view type = {};    ///< of `fine`: the media type; lives with the site
  std::uint64_t body_hash = 0;   ///< of a page that was read; 0 of all else
};

/// A page that the server shows at an address that nobody has, and so at every one.
struct AnsweredAll {
  std::string url = {};
  std::uint16_t status = 0;
  std::uint64_t body_hash = 0;
};

/// A page whose body was kept.
struct LivePage {
  EntryId target = no_entry;
  html::ContentType type = html::ContentType::html;
  bool is_document = true;  ///< HTML, XHTML or SVG
  bool is_svg = false;
  bool ends_early = false;  ///< only its beginning is there
  bool in_scope = true;
  bool is_judged = true;    ///< in scope, or a sitemap that is read; else only its ids count
  bool is_sitemap = false;  ///< it was asked for as a sitemap, and no page leads to it
  UrlList list = UrlList::none;
  std::string charset = {};  ///< of the Content-Type header
  std::string head = {};     ///< lines_of_links of its fields; mostly empty
  StoredBody body = {};
};

/// Where an own URL ends when its redirects are followed.
struct OwnEnd {
  enum class Kind : std::uint8_t {
    fine,
    refused,          ///< without a redirect
    failed,           ///< the same
    redirect_broken,  ///< redirects end badly
    redirect_loop,    ///< or do not end
    leaves,           ///< they lead to another site
    blocked,
    not_asked,
  };

  Kind kind = Kind::not_asked;
  EntryId entry = no_entry;  ///< the last own URL
  std::size_t hops = 0;      ///< redirects that were followed
  bool goes_on = false;      ///< of redirect_loop: too many, and no URL twice
  bool is_moved = false;     ///< the first redirect is permanent, and does more than add a slash
  /// Where the redirects lead at last, with the last fragment of a Location; empty without one.
  std::string url = {};
  /// Where the permanent ones at the front lead; empty without one.
  std::string permanent_url = {};
  /// The last fragment of a Location.
  std::optional<std::string> fragment = {};
};

/// The answers of one site. Const members may be called by several threads at a time.
class LiveSite {
 public:
  /// `origin` as in "https://h.example". More than `max_redirects` in a row are a loop.
  LiveSite(std::string origin, std::size_t max_redirects);
  LiveSite(LiveSite const&) = delete;
  LiveSite& operator=(LiveSite const&) = delete;

  // Filling it.

  /// The number of an own URL, an absolute one without a fragment; true where it is new.
  std::pair<EntryId, bool> add(std::string_view url);

  OwnAnswer& answer(EntryId target) { return targets_[target].answer; }

  /// Sets where a redirect leads, an absolute URL with the fragment of the Location.
  void set_location(EntryId target, std::string location);

  /// Adds a page, whose number this returns. Pages are added in the order of the crawl.
  std::uint32_t add_page(LivePage page);

  LivePage& page(std::uint32_t number) { return pages_[number]; }

  BodyStore& bodies() { return bodies_; }

  /// Says that the server answers every address, and the first page of the site.
  void set_answered_all(AnsweredAll answered, EntryId start) {
    answered_all_ = std::move(answered);
    start_ = start;
  }

  /// The same media type, kept with the site: there are few different ones.
  std::string_view keep_type(std::string_view type) { return *types_.emplace(type).first; }

  /// Keeps what robots.txt of the site says.
  void set_robots(net::Robots robots) { robots_ = std::move(robots); }

  /// Keeps what the crawl has found in its pages.
  void keep_scans(std::shared_ptr<CrawlScans const> scans) { scans_ = std::move(scans); }

  /// To be called when all answers are there: makes the table of known names.
  void finish();

  // The face.

  /// True until `finish`: answers are missing.
  bool is_open() const { return is_open_; }

  /// Where the server answers every address: with what. Nothing for most sites.
  std::optional<AnsweredAll> const& answered_all() const { return answered_all_; }

  /// True for a page that the server shows everywhere, but for the first one.
  bool is_shown_everywhere(EntryId target) const {
    return answered_all_ && target != start_ && targets_[target].answer.body_hash != 0 &&
           targets_[target].answer.body_hash == answered_all_->body_hash;
  }

  /// What robots.txt of the site says; nothing where nobody asked for it.
  std::optional<net::Robots> const& robots() const { return robots_; }

  /// What the crawl has found in its pages; null where nothing was kept.
  CrawlScans const* scans() const { return scans_.get(); }

  std::string const& origin() const { return origin_; }
  std::size_t size() const { return targets_.size(); }
  std::size_t max_redirects() const { return max_redirects_; }

  /// The number of an own URL, or `no_entry`.
  EntryId find(std::string_view url) const;

  /// The same for a path and a query, which may be empty.
  EntryId find(std::string_view path, std::string_view query) const;

  std::string const& url(EntryId target) const { return targets_[target].url; }
  OwnAnswer const& answer(EntryId target) const { return targets_[target].answer; }

  /// The location of a redirect; empty for other answers.
  std::string_view location(EntryId target) const;

  /// Where an own URL ends.
  OwnEnd follow(EntryId target) const;

  std::span<LivePage const> pages() const { return pages_; }
  /// The page of an own URL, or `no_entry`.
  std::uint32_t page_of(EntryId target) const { return targets_[target].page; }

  tl::expected<void, std::string> read(std::uint32_t page, std::string& buffer) const {
    return bodies_.read(pages_[page].body, buffer);
  }

  /// The names of all URLs that are fine, percent-decoded, as folders and files. Their numbers are
  /// others than those of URLs.
  EntryTable const& names() const { return names_; }

  /// The path of a URL that is fine for one that `names` has: "a" or "a/". Nothing where only URLs
  /// below it are known.
  std::optional<std::string> known_path(std::string path) const;

 private:
  struct Target {
    std::string url;
    OwnAnswer answer = {};
    std::uint32_t page = no_entry;
  };

  std::string origin_;
  std::size_t max_redirects_;
  std::deque<Target> targets_;  // their addresses stay
  std::unordered_map<std::string_view, EntryId, text::SeededHasher> by_url_;
  std::unordered_map<EntryId, std::string> locations_;
  std::vector<LivePage> pages_;
  BodyStore bodies_;
  std::shared_ptr<CrawlScans const> scans_;
  std::optional<AnsweredAll> answered_all_;
  std::optional<net::Robots> robots_;
  std::set<std::string, std::less<>> types_;
  EntryId start_ = no_entry;
  bool is_open_ = true;
  EntryTable names_;
  std::vector<std::uint8_t> known_;  // by name: bit 1 for the path, bit 2 for that with a slash
};

}  // namespace hrefkit::site
