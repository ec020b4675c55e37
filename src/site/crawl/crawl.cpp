#include "hrefkit/site/crawl/crawl.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/net/clock.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/robots.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/check/kept_urls.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/crawl/background_client.h"
#include "hrefkit/site/crawl/body_store.h"
#include "hrefkit/site/crawl/frontier.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/crawl/own_links.h"
#include "hrefkit/site/crawl/scope.h"
#include "hrefkit/site/external/sent_content.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/large_pages.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// How an own URL is asked for, and what becomes of its body.
enum class Purpose : std::uint8_t {
  head,     ///< whether it is there
  ids,      ///< a page out of scope: read where a fragment is wanted
  page,     ///< a page in scope, or what pages load and has links of its own
  sitemap,  ///< a sitemap, in scope or not
};

/// Whether the body of an answer is read where it is a script.
enum class Scripts : bool { refused, read };

/// Reads the body of one answer, where its type is one that hrefkit reads.
class PageReader final : public net::BodyReader {
 public:
  PageReader(Purpose purpose, UrlList list, Scripts scripts)
      : purpose_(purpose), list_(list), scripts_(scripts) {}

  bool begin(net::BodyHead const& head) override {
    body_.clear();
    const auto length =
        text::parse_decimal<std::size_t>(head.fields.first("Content-Length").value_or(""));
    if (length) body_.reserve(std::min(*length, max_reserved));
    type_ = html::page_type_of(head.type);
    media_type_ = head.type;
    charset_.clear();
    lines_of_links_ = lines_of_links(head.fields);
    const auto given = html::parse_media_type(head.fields.joined("Content-Type").value_or(""),
                                              html::TypeSyntax::browsers);
    if (given) charset_ = given->charset.value_or("");
    is_gzip_ = purpose_ == Purpose::sitemap &&
               (head.type == "application/gzip" || head.type == "application/x-gzip" ||
                url::without_query(head.url).ends_with(".gz"));
    if (is_gzip_ && !type_) type_ = html::ContentType::xml;
    // A sitemap may be a list of URLs, whatever its name.
    if (purpose_ == Purpose::sitemap && head.type == "text/plain") list_ = UrlList::sitemap;
    if (list_ == UrlList::none && head.type == "text/markdown") list_ = UrlList::llms;
    if (list_ != UrlList::none && head.type.starts_with("text/") && !type_) {
      type_ = html::ContentType::text;
    }
    if (!type_ && scripts_ == Scripts::read && html::is_javascript_type(head.type)) {
      type_ = html::ContentType::script;
    }
    return type_.has_value();
  }

  bool read(std::string_view bytes) override {
    body_ += bytes;
    return true;
  }

  /// Undoes the compression of a sitemap that is stored compressed. One of XML may be called a
  /// text. False: it is longer than the limit.
  bool unpack(std::size_t limit) {
    bool is_over_limit = false;
    if (is_gzip_ && body_.starts_with("\x1F\x8B")) {
      const http::Fields gzip = http::Fields::parse("Content-Encoding: gzip");
      std::string spare;
      is_over_limit = http::undo_content_codings(gzip, body_, spare, limit).over_limit;
    }
    if (list_ == UrlList::sitemap && net::begins_as_markup(body_)) {
      list_ = UrlList::none;
      type_ = html::ContentType::xml;
    }
    return !is_over_limit;
  }

  std::string const& body() const { return body_; }
  std::string release_body() { return std::move(body_); }
  std::optional<html::ContentType> type() const { return type_; }
  std::string const& media_type() const { return media_type_; }
  std::string const& charset() const { return charset_; }
  /// Of the head.
  std::string const& links_in_head() const { return lines_of_links_; }
  UrlList list() const { return list_; }

 private:
  /// A server may promise more than it sends.
  static constexpr std::size_t max_reserved = std::size_t{1} << 20;

  Purpose purpose_;
  UrlList list_;
  Scripts scripts_;
  std::string body_;
  std::optional<html::ContentType> type_;
  std::string media_type_;
  std::string charset_;
  std::string lines_of_links_;
  bool is_gzip_ = false;
};

/// The list that a URL is, by its path: llms.txt and llms-full.txt in any folder, robots.txt and
/// sitemap.txt in the root of a host.
UrlList url_list_at(std::string_view url, std::string_view origin) {
  const std::string_view path = url::without_query(url.substr(origin.size()));
  return path.starts_with('/') ? url_list_of(path.substr(1)) : UrlList::none;
}

bool is_permanent(int status) {
  return status == 301 || status == 308;
}

constexpr std::string_view robots_reason = "robots";

/// Headers without a prefix are for the start as it is given, wherever its redirects lead.
net::ClientOptions client_options(CrawlOptions const& options) {
  net::ClientOptions client = options.client;
  const auto start = url::Url::parse(options.start);
  if (client.start_origin.empty() && start) client.start_origin = start->origin();
  return client;
}

}  // namespace

class Crawl final : public net::Listener {
 public:
  Crawl(CrawlOptions const& options, CheckOptions const& check, net::Transport& transport,
        net::Clock const& clock, CrawlSink const& sink)
      : options_(options),
        check_(check),
        sink_(sink),
        traps_(options.max_queries),
        cookies_(options.client.cookies),
        client_(client_options(options), transport, clock, *this,
                check.threads > 1 ? Asking::in_background : Asking::within_step, sink.progress) {}

  tl::expected<Crawled, std::string> run() {
    text::take_large_pages();
    if (auto started = begin(); !started) return tl::unexpected(started.error());
    while (error_.empty() && !stopped_ && go_on()) {
    }
    if (!error_.empty()) return tl::unexpected(error_);
    return finish();
  }

  void finished(net::Series series) override {
    if (series.token == start_token) {
      start_series_ = std::move(series);
      return;
    }
    if (series.token == nothing_token) return keep_nothing(series);
    keep_answer(static_cast<EntryId>(series.token), series);
  }

  void robots_known(std::string_view origin, net::Robots const& robots) override {
    robots_sitemaps_ = robots.sitemaps();
    if (live_ && origin == live_->origin()) live_->set_robots(robots);
    if (robots.is_page()) {
      warn(std::string(origin) + "/robots.txt", "is a page of HTML, which says nothing to robots");
    }
  }

 private:
  static constexpr std::uint64_t start_token = UINT64_MAX;
  static constexpr std::uint64_t nothing_token = UINT64_MAX - 1;
  static constexpr std::chrono::milliseconds step_time{250};

  /// So many bytes of pages that have arrived, and whose turn has not come, are kept in memory.
  static constexpr std::size_t max_arrived = std::size_t{8} << 20;

  /// A page that has arrived. Its body is here until the page was read, or is on the disk where
  /// there was no room.
  struct Arrived {
    LivePage page = {};
    std::optional<std::string> body = {};
  };

  /// What the crawl keeps of an own URL until it is processed.
  struct Work {
    std::uint32_t level = 0;
    int redirects = 0;  // that led here, one after the other
    Purpose purpose = Purpose::head;
    bool wants_ids = false;  // of Purpose::ids
    bool is_done = false;    // the answer is there
    bool is_asked = false;
    bool is_processed = false;
    bool is_page = false;      // a link says that it is a page
    bool is_document = false;  // a link that can use a page of HTML leads there
    bool is_script = false;    // a link that loads a script leads there
    bool is_worker = false;    // a link that starts a worker does
    bool wants_start = false;  // links lead there that may not be able to use a page
    bool is_of_index = false;  // a sitemap index names it
    bool is_trapped = false;   // it is never asked for
    bool has_unknown_coding = false;
    bool is_robots_too_costly = false;
    bool is_given_up = false;  // the server did not answer other requests
    /// What loads the script first, but for workers. Null: it has no import maps, nor a base.
    std::shared_ptr<ScriptLoader const> loader = {};
    std::unique_ptr<PageReader> reader = {};
    std::unique_ptr<StartReader> start = {};  // of what was asked for by HEAD, and is called a page
    std::unique_ptr<Arrived> page = {};
  };

  // The start.

  tl::expected<void, std::string> begin() {
    const auto start = url::Url::parse(options_.start);
    if (!start) return tl::unexpected("'" + net::masked_url(options_.start) + "' is not a URL");
    PageReader& reader = start_reader_;
    client_.add({.url = std::string(start->href(url::Fragment::excluded)),
                 .reader = &reader,
                 .must_get = true,
                 .obeys_robots = options_.obeys_robots,
                 .cookies = &cookies_,
                 .token = start_token});
    while (!start_series_ && step()) {
    }
    if (!start_series_) {
      return tl::unexpected(net::masked_url(options_.start) + ": stopped before it was read");
    }
    return begin_at(*start, reader);
  }

  tl::expected<void, std::string> begin_at(url::Url const& start, PageReader& reader) {
    net::Series const& series = *start_series_;
    if (series.end != net::End::accepted) {
      return tl::unexpected(net::masked_url(options_.start) +
                            ": cannot be read: " + start_failure(series));
    }
    const auto end = url::Url::parse(series.final_url);
    if (!end) return tl::unexpected("'" + net::masked_url(series.final_url) + "' is not a URL");
    if (!reader.type() || !series.was_read) {
      return tl::unexpected(net::masked_url(series.final_url) + " is " +
                            (series.type.empty() ? "of an unknown type" : series.type) +
                            ", in which no links are looked for");
    }
    end_of_start_ = net::request_url(*end);
    auto scope = CrawlScope::make(end_of_start_, options_.scope);
    if (!scope) return tl::unexpected(scope.error());
    scope_.emplace(*std::move(scope));
    live_ = std::make_shared<LiveSite>(scope_->origin(),
                                       static_cast<std::size_t>(options_.client.max_redirects));
    links_.emplace(live_, check_);
    // Userinfo of the start is that of the site, unless its redirects have left that.
    if (start.includes_credentials() && net::have_same_origin(start, *end)) {
      userinfo_ = std::string(start.username());
      if (!start.password().empty()) userinfo_.append(":").append(start.password());
      userinfo_ += '@';
    }
    add_start_redirects(series);
    const EntryId first = live_->add(end_of_start_).first;
    grow();
    // The start is in scope, whatever --scope says.
    work_[first].purpose = Purpose::page;
    work_[first].is_page = work_[first].is_asked = work_[first].is_done = true;
    work_[first].is_document = true;
    ++open_pages_;
    pages_.add(first, true);
    add_sitemaps();
    live_->answer(first) = {.kind = OwnAnswer::Kind::fine,
                            .status = static_cast<std::uint16_t>(series.status()),
                            .sent = sent_content(series)};
    if (check_.pages.rows) live_->answer(first).type = live_->keep_type(series.type);
    ask_for_nothing();
    keep_body(first, reader, series);
    if (work_[first].page) work_[first].page->page.in_scope = true;
    if (!error_.empty()) return tl::unexpected(error_);
    add_kept_urls();
    return {};
  }

  /// Asks for an address that nobody has: a server that has an answer for it has one for all.
  void ask_for_nothing() {
    if (check_.severities[Rule::catch_all] == Severity::off) return;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string url = end_of_start_.substr(0, url::without_query(end_of_start_).rfind('/') + 1);
    url += "hrefkit-";
    for (std::uint64_t left = text::random_seed(), i = 0; i < 16; ++i, left >>= 4) {
      url += digits[left % 16];
    }
    nothing_ = url;
    if (!userinfo_.empty()) url.insert(url.find("://") + 3, userinfo_);
    client_.add({.url = std::move(url),
                 .reader = &nothing_reader_,
                 .must_get = true,
                 .obeys_robots = options_.obeys_robots,
                 .token = nothing_token});
    ++open_;
    waits_for_nothing_ = true;
  }

  /// Keeps what came of that.
  void keep_nothing(net::Series const& series) {
    --open_;
    waits_for_nothing_ = false;
    const auto end = url::Url::parse(series.final_url);
    const bool is_success = series.status() >= 200 && series.status() < 300;
    const bool is_answered = series.end == net::End::accepted && is_success &&
                             html::is_page_type(series.type) && end &&
                             end->origin() == scope_->origin();
    if (!is_answered) return;
    live_->set_answered_all({.url = nothing_,
                             .status = static_cast<std::uint16_t>(series.status()),
                             .body_hash = hash_of(nothing_reader_.body())},
                            live_->find(end_of_start_));
  }

  static std::uint64_t hash_of(std::string_view body) { return text::hash64(body, 1) | 1; }

  /// The URLs of --keep-urls are asked for like files: the check reports which are no more. What is
  /// wrong with the list is reported by the check.
  void add_kept_urls() {
    if (check_.keep_urls.empty() || check_.severities[Rule::removed_url] == Severity::off) return;
    const auto base = url::Url::parse(scope_->origin() + "/");
    UrlFile file;
    static_cast<void>(file.read(check_.keep_urls, scope_->origin() + "/", [&](auto const& found) {
      const auto url = url::Url::parse(found.written, {.base = &*base});
      if (!url || url->origin() != scope_->origin()) return true;
      if (check_.is_excluded && check_.is_excluded(url->href())) return true;
      const auto [target, is_new] = live_->add(net::request_url(*url));
      grow();
      if (is_new && !is_trap(target)) others_.add(target);
      return true;
    }));
  }

  static std::string start_failure(net::Series const& series) {
    if (series.failure == net::Failure::proxy) return series.proxy_fault;
    switch (series.end) {
      case net::End::robots:
        // Nobody is there at all.
        if (series.failure == net::Failure::dns || series.failure == net::Failure::refused) break;
        if (series.failure != net::Failure::none) {
          return "there is no answer for robots.txt (" + std::string(net::word(series.failure)) +
                 "), which then forbids all; --robots off reads it all the same";
        }
        return std::string(series.is_robots_too_costly
                               ? "the patterns of robots.txt take too long to match"
                               : "robots.txt forbids it") +
               "; --robots off reads it all the same";
      case net::End::private_address:
        return "its address is private; --allow-private allows it";
      case net::End::redirect_loop:
        return "its redirects form a loop";
      case net::End::redirect_limit:
        return "it has too many redirects";
      case net::End::redirect_scheme:
      case net::End::redirect_url:
        return "a redirect leads to what is no http or https URL: " +
               net::masked_url(series.final_url);
      case net::End::wall:
        return "the server first tests whether a person asks";
      default:
        break;
    }
    if (series.failure != net::Failure::none) {
      const bool is_refused = series.failure == net::Failure::refused;
      return "no answer (" + std::string(net::word(series.failure)) +
             (is_refused ? "): is the server running?" : ")");
    }
    std::string answer = "the server answers " + std::to_string(series.status());
    if (series.hops.size() == 1) return answer;
    return answer + " at " + net::masked_url(series.hops.back().url);
  }

  /// The redirects of the start that stay on the site are answers, too.
  void add_start_redirects(net::Series const& series) {
    for (std::size_t i = 0; i + 1 < series.hops.size(); ++i) {
      const auto from = url::Url::parse(series.hops[i].url);
      const auto to = url::Url::parse(series.hops[i + 1].url);
      if (!from || !to || from->origin() != scope_->origin()) continue;
      const auto [target, is_new] = live_->add(net::request_url(*from));
      grow();
      // One that led to itself, and set a cookie, has another answer in the end.
      if (!is_new || net::request_url(*from) == end_of_start_) continue;
      const bool stays = to->origin() == scope_->origin();
      const std::string location = net::request_url(*to);
      OwnAnswer answer{.kind = stays ? OwnAnswer::Kind::redirect : OwnAnswer::Kind::leaves,
                       .is_permanent = is_permanent(series.hops[i].status()),
                       .status = static_cast<std::uint16_t>(series.hops[i].status())};
      live_->set_location(target, location);
      if (stays) answer.to = live_->add(location).first;
      grow();
      live_->answer(target) = answer;
      work_[target].is_done = true;
    }
  }

  /// The sitemaps follow the start, and what they name comes behind what the start names.
  void add_sitemaps() {
    if (!options_.sitemaps && !check_.gathers_pages()) return;
    client_.request_robots(scope_->origin());
    while (!robots_sitemaps_ && step()) {
    }
    if (!options_.sitemaps) return;
    add_sitemap(scope_->origin() + "/sitemap.xml");
    if (!robots_sitemaps_) return;
    const auto base = url::Url::parse(scope_->origin() + "/");
    for (std::string const& line : *robots_sitemaps_) {
      const auto url = url::Url::parse(line, {.base = &*base});
      if (!url || url->origin() != scope_->origin()) {
        warn(line, "is named as a sitemap by robots.txt, and is not on this site; not read");
        continue;
      }
      const EntryId sitemap = add_sitemap(net::request_url(*url));
      if (!is_named_sitemap(sitemap)) named_sitemaps_.push_back(sitemap);
    }
  }

  EntryId add_sitemap(std::string_view url) {
    const auto [target, is_new] = live_->add(url);
    grow();
    if (!is_new) return target;
    work_[target].purpose = Purpose::sitemap;
    pages_.add(target);
    return target;
  }

  // Own URLs.

  void grow() { work_.resize(live_->size()); }

  void set_purpose(EntryId target, Purpose purpose, std::uint32_t level) {
    Work& work = work_[target];
    work.level = level;
    work.purpose = purpose;
    if (purpose != Purpose::page) return;
    if (!scope_->contains(live_->url(target))) {
      work.purpose = Purpose::ids;
    } else if (options_.depth && level > *options_.depth) {
      work.purpose = Purpose::head;
    }
  }

  CrawlFrontier& rows(EntryId target) {
    const Purpose purpose = work_[target].purpose;
    return purpose == Purpose::page || purpose == Purpose::sitemap ? pages_ : others_;
  }

  /// What a link adds to the crawl. If its target is known, merges the link's requirements into it.
  LinkDiscovery classify(OwnLink const& link, bool only_in_scope) {
    if (only_in_scope && !link.is_sitemap && !scope_->contains(link.url)) {
      return LinkDiscovery::known;
    }
    if (link.target == no_entry) return LinkDiscovery::unknown;
    Work& work = work_[link.target];
    add_wishes(link, work);
    if (is_set_aside(work) && !has_use(work)) return LinkDiscovery::known;
    if (work.purpose == Purpose::sitemap) {
      work.is_page |= link.is_page;
      if (!work.is_page) return LinkDiscovery::known;
    }
    if (may_become_page(link.target)) {
      return link.is_page ? LinkDiscovery::unknown : LinkDiscovery::known;
    }
    return work.wants_ids || work.is_processed ? LinkDiscovery::settled : LinkDiscovery::known;
  }

  /// Notes what the link wants of its target.
  void add_wishes(OwnLink const& link, Work& work) {
    work.wants_ids |= link.wants_ids;
    work.is_document |= link.is_document;
    work.wants_start |= link.wants_start;
    if (!link.load.role) return;
    work.is_script = true;
    work.is_worker |= *link.load.role == ScriptRole::worker;
    if (!work.loader && !work.is_worker) work.loader = loader_of(link.load);
  }

  /// The loader of a script that the page which is read just now loads.
  std::shared_ptr<ScriptLoader const> loader_of(ScriptLoad const& load) {
    if (load.loader == nullptr) return script_loader_;
    if (page_loaders_.size() <= load.number) page_loaders_.resize(load.number + 1);
    std::shared_ptr<ScriptLoader const>& loader = page_loaders_[load.number];
    if (!loader) loader = std::make_shared<ScriptLoader const>(*load.loader);
    return loader;
  }

  /// True for what was to be asked for by HEAD. Whether it was asked for by now does not depend on
  /// the order of arrival: see `process_row`.
  bool may_become_page(EntryId target) const {
    Work const& work = work_[target];
    if (is_set_aside(work)) return true;
    return !work.is_page && !work.is_asked && !work.is_trapped && !work.is_done &&
           work.purpose == Purpose::head;
  }

  /// True for a page that was asked for as something else: it is read when a link has use for it.
  static bool is_set_aside(Work const& work) { return work.is_processed && work.page != nullptr; }

  /// False for a page of HTML, or a script, that no link asks for as one. The answer must be there.
  static bool has_use(Work const& work) {
    LivePage const& page = work.page->page;
    if (is_page_of_html(page)) return work.is_document;
    return page.type != html::ContentType::script || work.is_script;
  }

  EntryId add_link(OwnLink const& link, std::uint32_t level) {
    const auto [target, is_new] = live_->add(link.url);
    grow();
    if (!is_new) {
      make_page(target, level);
      return target;
    }
    if (is_trap(target)) return target;
    add_wishes(link, work_[target]);
    const Purpose purpose = link.is_sitemap ? Purpose::sitemap
                            : link.is_page  ? Purpose::page
                                            : Purpose::head;
    set_purpose(target, purpose, level);
    work_[target].is_page = link.is_page;
    work_[target].is_of_index = link.is_sitemap;
    rows(target).add(target);
    return target;
  }

  bool is_trap(EntryId target) {
    std::string const& url = live_->url(target);
    const CrawlTrap trap = traps_.check(url);
    if (trap == CrawlTrap::none) return false;
    count_not_asked(url, description(trap));
    work_[target].is_trapped = work_[target].is_done = true;
    return true;
  }

  /// Promotes a URL from the HEAD queue to the page queue. The stale entry is skipped later.
  void make_page(EntryId target, std::uint32_t level) {
    Work& work = work_[target];
    const bool is_there = is_set_aside(work);
    work.is_page = true;
    set_purpose(target, Purpose::page, level);
    if (is_there) {
      work.is_processed = work.is_asked = false;
      rows(target).add(target, true);
    } else if (work.purpose == Purpose::page) {
      pages_.add(target);
    }
  }

  void count_not_asked(std::string_view url, std::string_view why) {
    const auto found = std::find_if(not_asked_.begin(), not_asked_.end(),
                                    [&](NotAsked const& each) { return each.why == why; });
    NotAsked& counted = found == not_asked_.end()
                            ? not_asked_.emplace_back(NotAsked{0, std::string(url), why})
                            : *found;
    ++counted.urls;
  }

  void warn(std::string const& url, std::string const& what) const {
    if (sink_.warning) sink_.warning(net::masked_url(url), what);
  }

  // Asking.

  /// Processes what has arrived and asks for more; false at the end.
  bool go_on() {
    ask_more();
    process_row(pages_);
    if (pages_.empty()) process_row(others_);
    const bool is_over = pages_.empty() && others_.empty() && !waits_for_nothing_;
    if (!error_.empty() || is_over) return false;
    if (open_ == 0) return true;
    step();
    return !stopped_;
  }

  /// False where the client has nothing left to do, or the crawl is to stop.
  bool step() {
    if (sink_.goes_on && !sink_.goes_on()) stopped_ = true;
    if (stopped_) return false;
    return client_.step(step_time);
  }

  void ask_more() {
    ask(pages_);
    // Neither asked for nor under way: there is no room for one more page.
    const bool is_full = !pages_.empty() && !work_[pages_.first()].is_done &&
                         !work_[pages_.first()].is_asked && open_pages_ == 0;
    if (is_full) cut();
    if (pages_.empty()) ask(others_);
  }

  bool has_room() const {
    return pages_read_ + open_pages_ < options_.max_pages &&
           loaded_files_read_ < std::max(options_.max_pages, options_.max_loaded_files);
  }

  /// True for work that --max-pages bounds.
  static bool is_bounded(Work const& work) {
    return work.purpose == Purpose::page || work.purpose == Purpose::sitemap;
  }

  /// True for a style sheet, a script or a manifest.
  static bool is_loaded_file(LivePage const& page) {
    return page.type == html::ContentType::css || page.type == html::ContentType::script ||
           page.type == html::ContentType::json;
  }

  /// Asks for the first ones of a row.
  void ask(CrawlFrontier& row) {
    const bool is_limited = &row == &pages_;
    while (!is_limited || has_room()) {
      const auto target = row.next_to_ask();
      if (!target) return;
      Work const& work = work_[*target];
      if (!work.is_done && !work.is_asked) start(*target);
    }
  }

  void start(EntryId target) {
    Work& work = work_[target];
    work.is_asked = true;
    std::string const& url = live_->url(target);
    const bool is_read = work.purpose == Purpose::page || work.purpose == Purpose::sitemap ||
                         (work.purpose == Purpose::ids && work.wants_ids);
    if (is_read) {
      const bool may_be_script = work.purpose == Purpose::page;
      work.reader = std::make_unique<PageReader>(work.purpose, url_list_at(url, scope_->origin()),
                                                 may_be_script ? Scripts::read : Scripts::refused);
    }
    if (is_bounded(work)) ++open_pages_;
    request(target);
  }

  void request(EntryId target) {
    Work& work = work_[target];
    std::string const& url = live_->url(target);
    net::BodyReader* reader = work.reader.get();
    if (work.start) reader = work.start.get();
    ++open_;
    // A page that is not read is one to its server all the same.
    const bool is_get =
        work.is_page && options_.client.steps.method == net::MethodChoice::automatic;
    std::string asked = url;
    if (!userinfo_.empty()) asked.insert(asked.find("://") + 3, userinfo_);
    client_.add({.url = std::move(asked),
                 .reader = reader,
                 .must_get = reader != nullptr || is_get,
                 .follow = net::Follow::itself,
                 .obeys_robots = options_.obeys_robots,
                 .cookies = &cookies_,
                 .token = target});
  }

  // Answers.

  /// Keeps an answer. What depends on the order waits until the URL is processed.
  void keep_answer(EntryId target, net::Series const& series) {
    --open_;
    Work& work = work_[target];
    if (work.start) return keep_start(target, series);
    work.is_done = true;
    work.is_robots_too_costly = series.is_robots_too_costly;
    work.is_given_up = series.is_given_up;
    live_->answer(target) = answer_of(series);
    if (check_.pages.rows && live_->answer(target).kind == OwnAnswer::Kind::fine) {
      live_->answer(target).type = live_->keep_type(series.type);
    }
    if (series.failure == net::Failure::proxy) proxy_faults_.insert(series.proxy_fault);
    if (series.end == net::End::redirected || series.end == net::End::redirect_scheme) {
      live_->set_location(target, net::without_userinfo(series.final_url));
    }
    if (work.reader && live_->answer(target).kind == OwnAnswer::Kind::fine) {
      keep_body(target, *work.reader, series);
    }
    const bool was_read = work.reader != nullptr;
    work.reader.reset();
    OwnAnswer const& answer = live_->answer(target);
    if (was_read || !work.wants_start || !answer.sent.is_called_page) return;
    work.start = std::make_unique<StartReader>();
    work.is_done = false;
    request(target);
  }

  /// Keeps what the start of a body shows that is called a page.
  void keep_start(EntryId target, net::Series const& series) {
    Work& work = work_[target];
    work.is_done = true;
    live_->answer(target).sent.is_page =
        series.end == net::End::accepted && work.start->begins_as_page();
    work.start.reset();
  }

  OwnAnswer answer_of(net::Series const& series) const {
    using Kind = OwnAnswer::Kind;
    OwnAnswer answer{.status = static_cast<std::uint16_t>(series.status()), .reason = "status"};
    const auto is = [&](Kind kind, std::string_view reason) {
      answer.kind = kind;
      answer.reason = reason;
      return answer;
    };
    if (series.failure == net::Failure::proxy) return is(Kind::not_asked, "");
    switch (series.end) {
      case net::End::accepted:
        if (series.notes.damaged) return is(Kind::failed, "coding");
        answer.sent = sent_content(series);
        return is(Kind::fine, "");
      case net::End::redirected:
        answer.is_permanent = is_permanent(series.status());
        return is(Kind::redirect, "");  // or it leaves: that is decided when it is processed
      case net::End::excluded:          // a crawl decides by itself what it asks for
        return is(Kind::not_asked, "");
      case net::End::redirect_scheme:
        return is(Kind::bad_redirect, "redirect-scheme");
      case net::End::redirect_url:
        return is(Kind::bad_redirect, "redirect-url");
      case net::End::redirect_limit:
        return is(Kind::loop, redirect_limit_reason);
      case net::End::redirect_loop:
        return is(Kind::loop, "redirect-loop");
      case net::End::wall:
        return is(Kind::blocked, "wall");
      case net::End::private_address:
        return is(Kind::blocked, "private");
      case net::End::robots:
        return is(Kind::blocked, robots_reason);
      case net::End::rate:
        return is(Kind::blocked, "rate");
      case net::End::unreachable:
        return is(Kind::failed, net::word(series.failure));
      case net::End::failed:
        break;
    }
    const int status = series.status();
    if (series.failure != net::Failure::none) return is(Kind::failed, net::word(series.failure));
    if (status == 429) return is(Kind::blocked, "rate");
    if (status == 999) return is(Kind::blocked, "status");
    if (status >= 500 && status < 600) return is(Kind::failed, "status");
    if (net::is_redirect(status)) return is(Kind::bad_redirect, "status");
    return is(Kind::refused, "status");
  }

  /// Keeps the body of a page until its turn comes.
  void keep_body(EntryId target, PageReader& reader, net::Series const& series) {
    if (!series.was_read || !reader.type()) return;
    work_[target].has_unknown_coding = series.notes.unknown_coding;
    if (series.notes.unknown_coding) return;
    const bool ends_early = !reader.unpack(options_.client.max_body) || series.notes.over_limit ||
                            series.is_truncated || series.notes.ended_early;
    const bool is_xml_document =
        reader.media_type() == "application/xhtml+xml" || reader.media_type() == "image/svg+xml";
    LivePage page{.target = target,
                  .type = *reader.type(),
                  .is_document = *reader.type() == html::ContentType::html || is_xml_document,
                  .is_svg = reader.media_type() == "image/svg+xml",
                  .ends_early = ends_early,
                  .in_scope = scope_->contains(live_->url(target)),
                  .list = html::page_type_of(reader.media_type()) ? UrlList::none : reader.list(),
                  .charset = reader.charset(),
                  .head = reader.links_in_head()};
    std::string body = reader.release_body();
    OwnAnswer& answer = live_->answer(target);
    if (answer.sent.is_called_page) {
      answer.sent.is_page = html::begins_with_markup(body);
      answer.body_hash = hash_of(body);
    }
    Arrived& arrived = *(work_[target].page = std::make_unique<Arrived>());
    arrived.page = std::move(page);
    if (arrived_ + body.size() > max_arrived) return store(std::move(body), arrived.page);
    arrived_ += body.size();
    arrived.body = std::move(body);
  }

  /// Keeps a body on the disk; sets `error_` where there is no room.
  void store(std::string body, LivePage& page) {
    if (const auto kept = live_->bodies().add(std::move(body))) {
      page.body = *kept;
    } else {
      error_ = kept.error();
    }
  }

  // Processing, in the order of the rows.

  /// Processes the first ones of a row whose answers are there. After each one the next are asked
  /// for, so that what is asked for by then depends on the order of the row alone.
  void process_row(CrawlFrontier& row) {
    const bool is_others = &row == &others_;
    while (error_.empty() && !row.empty() && work_[row.first()].is_done) {
      const EntryId target = row.first();
      row.pop_first();
      process(target, row);
      ask_more();
      if (is_others && !pages_.empty()) return;  // a redirect led into the scope
    }
  }

  void process(EntryId target, CrawlFrontier& row) {
    Work& work = work_[target];
    if (std::exchange(work.is_processed, true)) return;
    if (is_bounded(work) && work.is_asked) --open_pages_;
    OwnAnswer const& answer = live_->answer(target);
    if (answer.kind == OwnAnswer::Kind::redirect) return process_redirect(target, row);
    if (answer.reason == robots_reason) {
      count_not_asked(live_->url(target),
                      work.is_robots_too_costly
                          ? "forbidden, since the patterns of robots.txt take too long to match"
                          : "forbidden by robots.txt");
    }
    if (work.is_given_up) {
      count_not_asked(live_->url(target), "since the server failed to answer other requests");
    }
    if (work.has_unknown_coding) {
      warn(live_->url(target), "has a content coding that is not known; not read");
    }
    if (!work.page) return report_unread(target);
    if (work.purpose == Purpose::sitemap && is_page_of_html(work.page->page)) {
      return set_aside(target);
    }
    // A page in place of a style sheet is none of the site's, unless a link leads there. A script
    // is read where a page loads it.
    if (work.purpose == Purpose::page && !has_use(work)) return store_arrived(*work.page);
    const auto arrived = std::move(work.page);
    LivePage const& page = arrived->page;
    if (arrived->body) arrived_ -= arrived->body->size();
    if (is_bounded(work)) ++(is_loaded_file(page) ? loaded_files_read_ : pages_read_);
    if (page.ends_early) {
      warn(live_->url(target),
           "is longer than --max-body, or ends early; only its beginning is read");
    }
    arrived->page.is_judged = work.purpose != Purpose::ids;
    const std::uint32_t number = live_->add_page(page);
    if (page.is_judged) read_links(*arrived, number);
    if (arrived->body) store(*std::move(arrived->body), live_->page(number));
  }

  /// Where a redirect leads takes the place of the redirect, if it is not known yet.
  void process_redirect(EntryId target, CrawlFrontier& row) {
    OwnAnswer& answer = live_->answer(target);
    const std::string location(live_->location(target));
    const auto to = url::Url::parse(location);
    const Work from{.level = work_[target].level,
                    .redirects = work_[target].redirects,
                    .purpose = work_[target].purpose,
                    .wants_ids = work_[target].wants_ids,
                    .is_page = work_[target].is_page,
                    .is_document = work_[target].is_document,
                    .is_script = work_[target].is_script,
                    .is_worker = work_[target].is_worker,
                    .wants_start = work_[target].wants_start,
                    .is_of_index = work_[target].is_of_index,
                    .loader = work_[target].loader};
    if (!to || to->origin() != scope_->origin()) {
      answer.kind = to ? OwnAnswer::Kind::leaves : OwnAnswer::Kind::bad_redirect;
      return report_unread(target);
    }
    const std::string url = net::request_url(*to);
    // A server may have a new address for each one.
    if (from.redirects >= options_.client.max_redirects && live_->find(url) == no_entry) {
      answer.kind = OwnAnswer::Kind::loop;
      answer.reason = redirect_limit_reason;
      return;
    }
    const auto [next, is_new] = live_->add(url);
    live_->answer(target).to = next;
    grow();
    work_[next].wants_ids |= from.wants_ids;
    work_[next].is_document |= from.is_document;
    work_[next].wants_start |= from.wants_start;
    work_[next].is_script |= from.is_script;
    work_[next].is_worker |= from.is_worker;
    if (!work_[next].loader) work_[next].loader = from.loader;
    const bool is_page = from.purpose == Purpose::page || from.purpose == Purpose::ids;
    if (!is_new) {
      const bool is_wanted = !is_set_aside(work_[next]) || has_use(work_[next]);
      if (is_page && is_wanted && may_become_page(next)) make_page(next, from.level);
      return;
    }
    if (is_trap(next)) return;
    work_[next].redirects = from.redirects + 1;
    set_purpose(next, is_page ? Purpose::page : from.purpose, from.level);
    work_[next].is_page = from.is_page;
    work_[next].is_of_index = from.is_of_index;
    CrawlFrontier& next_row = rows(next);
    if (&next_row == &row) {
      row.add_first(next, false);
    } else {
      next_row.add(next);
    }
  }

  /// Keeps the body of a page that is not read now.
  void store_arrived(Arrived& arrived) {
    if (!arrived.body) return;
    arrived_ -= arrived.body->size();
    store(*std::move(arrived.body), arrived.page);
    arrived.body.reset();
  }

  static bool is_page_of_html(LivePage const& page) { return page.is_document && !page.is_svg; }

  /// What was asked for as a sitemap is a page: it is read if a page names it.
  void set_aside(EntryId target) {
    store_arrived(*work_[target].page);
    std::string what = is_named_sitemap(target) ? "is named as a sitemap by robots.txt, and " : "";
    warn(live_->url(target),
         what + "is a page of HTML, not a sitemap; no URLs are looked for in it");
    if (work_[target].is_document) make_page(target, 1);
  }

  bool is_named_sitemap(EntryId target) const {
    return std::find(named_sitemaps_.begin(), named_sitemaps_.end(), target) !=
           named_sitemaps_.end();
  }

  /// Warns of a sitemap that cannot be read. One that does not exist is no fault unless robots.txt
  /// names it: see `report_named_sitemaps`.
  void report_unread(EntryId target) {
    OwnAnswer const& answer = live_->answer(target);
    const bool has_failed =
        work_[target].purpose == Purpose::sitemap && answer.kind == OwnAnswer::Kind::failed;
    if (!has_failed || is_named_sitemap(target)) return;
    warn(live_->url(target), "cannot be read" + shown_status(answer));
  }

  static std::string shown_status(OwnAnswer const& answer) {
    if (answer.status == 0) return {};
    return ": the server answers " + std::to_string(answer.status);
  }

  /// Warns of sitemaps that robots.txt names and that could not be read, directly or after
  /// redirects.
  void report_named_sitemaps() {
    for (const EntryId target : named_sitemaps_) {
      const OwnEnd end = live_->follow(target);
      const bool is_read = live_->page_of(end.entry) != no_entry || is_set_aside(work_[end.entry]);
      if (is_read || end.kind == OwnEnd::Kind::not_asked) continue;
      std::string why = "is named as a sitemap by robots.txt, and cannot be read";
      if (end.kind == OwnEnd::Kind::leaves) {
        why += ": it leads to another site";
      } else if (end.kind == OwnEnd::Kind::redirect_loop) {
        why += ": its redirects do not end";
      } else {
        why += shown_status(live_->answer(end.entry));
        if (end.hops != 0) why += ", at " + net::masked_url(live_->url(end.entry));
      }
      warn(live_->url(target), why);
    }
  }

  /// Reads a page in scope, or a sitemap. A sitemap out of scope adds only URLs in scope.
  void read_links(Arrived& arrived, std::uint32_t number) {
    PageFile& page = links_->page();
    LivePage const& kept = arrived.page;
    const bool only_in_scope = !kept.in_scope;
    const std::uint32_t level = work_[kept.target].level + 1;
    if (arrived.body) {
      page.bytes.swap(*arrived.body);
    } else if (const auto read = live_->bodies().read(kept.body, page.bytes); !read) {
      error_ = read.error();
      return;
    }
    const auto opened = open_bytes({.type = kept.type,
                                    .list = kept.list,
                                    .is_document = kept.is_document,
                                    .is_svg = kept.is_svg,
                                    .ends_early = kept.ends_early,
                                    .in_scope = kept.in_scope,
                                    .charset = kept.charset,
                                    .head = kept.head},
                                   live_->url(kept.target), page);
    const bool is_index = opened && page.binary.empty() && OwnLinkFinder::is_index(page);
    if (is_index && work_[kept.target].is_of_index) {
      // Indexes name sitemaps, and no indexes (sitemaps.org, "Using Sitemap index files").
      live_->page(number).is_judged = false;
      if (nested_indexes_++ == 0) nested_index_ = kept.target;
    } else if (opened && page.binary.empty()) {  // else the check reports it
      page_loaders_.clear();
      if (page.is_script) read_as_loaded(kept.target, page);
      const PageFacts facts = links_->find(
          number, [&](OwnLink const& link) { return classify(link, only_in_scope); },
          [&](OwnLink const& link) { return add_link(link, level); });
      if (facts.open.is_whole && kept.is_judged) links_->scans()->add(facts);
      page.options.script_page = {};
    }
    if (arrived.body) page.bytes.swap(*arrived.body);
  }

  /// Has the names in a script read as those of what loads it first. The check judges them by all
  /// that load it.
  void read_as_loaded(EntryId target, PageFile& page) {
    Work const& work = work_[target];
    if (work.is_worker) {
      script_loader_ = std::make_shared<ScriptLoader const>(ScriptLoader{live_->url(target), {}});
    } else {
      script_loader_ = work.loader;
    }
    site_root_ = scope_->origin() + "/";
    page.options.script_page.site_root = site_root_;
    if (!script_loader_) return;
    page.options.script_page.base = script_loader_->base;
    page.options.script_page.is_worker = work.is_worker;
    if (script_loader_->maps) {
      page.options.script_page.import_maps = &script_loader_->maps->import_maps;
    }
  }

  /// No more pages are read.
  void cut() {
    is_cut_ = true;
    while (!pages_.empty()) {
      const EntryId target = pages_.first();
      pages_.pop_first();
      if (work_[target].is_done) {
        process(target, pages_);
        continue;
      }
      work_[target].is_trapped = work_[target].is_done = true;
      count_not_asked(live_->url(target), "past --max-pages");
    }
  }

  void report_nested_indexes() const {
    if (nested_indexes_ == 0) return;
    std::string what = "is a sitemap index that another one names, and is not read";
    if (nested_indexes_ > 1) what += "; there are " + std::to_string(nested_indexes_) + " of them";
    warn(live_->url(nested_index_), what);
  }

  Crawled finish() {
    client_.stop();
    report_named_sitemaps();
    report_nested_indexes();
    const auto left =
        std::count_if(work_.begin(), work_.end(), [](Work const& work) { return !work.is_done; });
    for (std::uint32_t i = 0; i < live_->pages().size(); ++i) {
      Work const& work = work_[live_->page(i).target];
      live_->page(i).is_sitemap = work.purpose == Purpose::sitemap && !work.is_page;
    }
    live_->keep_scans(links_->scans());
    live_->finish();
    std::shared_ptr<LiveSite const> live = live_;
    return {.site = Site::from_crawl(std::move(live)),
            .start = end_of_start_,
            .is_cut = is_cut_,
            .stopped = stopped_,
            .left = stopped_ ? static_cast<std::size_t>(left) : 0,
            .not_asked = std::move(not_asked_),
            .proxy_faults = std::move(proxy_faults_),
            .counters = client_.counters()};
  }

  CrawlOptions const& options_;
  CheckOptions const& check_;
  CrawlSink const& sink_;
  TrapFinder traps_;
  net::CookieJar cookies_;
  std::optional<CrawlScope> scope_;
  std::shared_ptr<LiveSite> live_;
  std::optional<OwnLinkFinder> links_;
  PageReader start_reader_{Purpose::page, UrlList::none, Scripts::refused};
  PageReader nothing_reader_{Purpose::page, UrlList::none, Scripts::refused};
  std::string nothing_;             // an address that nobody has
  bool waits_for_nothing_ = false;  // for its answer
  std::optional<net::Series> start_series_;
  std::string end_of_start_;
  std::string userinfo_;  // "user:password@", of own URLs
  std::optional<std::vector<std::string>> robots_sitemaps_;
  std::vector<EntryId> named_sitemaps_;
  CrawlFrontier pages_;                                            // in scope, and sitemaps
  CrawlFrontier others_;                                           // asked for when no page is left
  std::vector<Work> work_;                                         // by own URL
  std::vector<std::shared_ptr<ScriptLoader const>> page_loaders_;  // of the page that is read
  std::shared_ptr<ScriptLoader const> script_loader_;              // of the script that is read
  std::string site_root_;
  std::vector<NotAsked> not_asked_;
  std::set<std::string> proxy_faults_;
  std::size_t open_ = 0;        // requests
  std::size_t open_pages_ = 0;  // that may be pages, asked for and not processed
  std::size_t pages_read_ = 0;  // sitemaps, feeds and lists are among them
  std::size_t loaded_files_read_ = 0;
  std::size_t nested_indexes_ = 0;   // sitemap indexes that were not read
  EntryId nested_index_ = no_entry;  // the first of them
  std::size_t arrived_ = 0;          // bytes of Arrived::body
  bool is_cut_ = false;
  bool stopped_ = false;
  std::string error_;
  BackgroundClient client_;  // the last: it uses readers and cookies
};

tl::expected<Crawled, std::string> crawl(CrawlOptions const& options, CheckOptions const& check,
                                         net::Transport& transport, net::Clock const& clock,
                                         CrawlSink const& sink) {
  return Crawl(options, check, transport, clock, sink).run();
}

}  // namespace hrefkit::site
