#include "hrefkit/site/pages/site_pages.h"

#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/page_outline.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

// Records: numbers in groups of seven bits, texts behind their lengths.

void pack_number(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

void pack_text(std::string& out, std::string_view text) {
  pack_number(out, text.size());
  out += text;
}

/// A text that may be absent.
void pack_optional(std::string& out, std::optional<std::string> const& text) {
  pack_number(out, text ? text->size() + 1 : 0);
  if (text) out += *text;
}

/// Sorted numbers as differences.
void pack_sorted(std::string& out, std::span<std::uint32_t const> numbers) {
  pack_number(out, numbers.size());
  std::uint32_t last = 0;
  for (const std::uint32_t number : numbers) {
    pack_number(out, number - last);
    last = number;
  }
}

class RecordReader {
 public:
  explicit RecordReader(std::string_view record) : rest_(record) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) break;
    }
    return value;
  }

  std::uint32_t number32() { return static_cast<std::uint32_t>(number()); }

  std::string_view text() { return bytes(number()); }

  std::optional<std::string_view> optional() {
    const std::uint64_t size = number();
    return size == 0 ? std::nullopt : std::optional(bytes(size - 1));
  }

  void sorted(std::vector<std::uint32_t>& numbers) {
    numbers.resize(number());
    std::uint32_t last = 0;
    for (std::uint32_t& each : numbers) each = last += number32();
  }

  bool empty() const { return rest_.empty(); }

 private:
  std::string_view bytes(std::uint64_t size) {
    const std::string_view text = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(text.size());
    return text;
  }

  std::string_view rest_;
};

/// Fewer pages with one canonical address say nothing of their folder.
constexpr std::size_t min_same_canonicals = 5;

/// The path of a URL, which begins with a slash.
std::string_view url_path(std::string_view url) {
  const std::string_view path = url.substr(url::find_offsets(url).path_begin);
  return path.substr(0, path.find_first_of("?#"));
}

/// The path of the folder in which people see a page: "/a/" for "/a/b.html" and for "/a/b/".
std::string_view folder_of_address(std::string_view path) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path.substr(0, path.rfind('/') + 1);
}

std::string_view media_type_named(html::ContentType type) {
  switch (type) {
    case html::ContentType::html:
      return "text/html";
    case html::ContentType::xml:
      return "application/xml";
    case html::ContentType::css:
      return "text/css";
    case html::ContentType::json:
      return "application/json";
    case html::ContentType::text:
      return "text/plain";
    case html::ContentType::script:
      return "text/javascript";
  }
  return {};
}

struct ExtensionRow {
  std::string_view extension;
  std::string_view media_type;
};

/// Media types of files that are no pages (IANA, "Media Types", read 2026-11-30).
constexpr std::array<ExtensionRow, 26> other_types{{
    {"avif", "image/avif"},
    {"bmp", "image/bmp"},
    {"csv", "text/csv"},
    {"epub", "application/epub+zip"},
    {"gif", "image/gif"},
    {"gz", "application/gzip"},
    {"ico", "image/vnd.microsoft.icon"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript"},
    {"m4a", "audio/mp4"},
    {"md", "text/markdown"},
    {"mjs", "text/javascript"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"ogg", "audio/ogg"},
    {"otf", "font/otf"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain"},
    {"wasm", "application/wasm"},
    {"webm", "video/webm"},
    {"webp", "image/webp"},
    {"woff2", "font/woff2"},
    {"zip", "application/zip"},
}};

/// The media type by the name of a file; empty for unknown ones.
std::string_view type_by_name(std::string_view path) {
  if (FileType const* const known = find_file_type(path)) return known->media_type;
  const std::string_view name = name_part(path);
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return {};
  for (ExtensionRow const& row : other_types) {
    if (text::equals_ignoring_ascii_case(row.extension, name.substr(dot + 1))) {
      return row.media_type;
    }
  }
  return {};
}

}  // namespace

bool CheckOptions::gathers_pages() const {
  return pages.rows || pages.edges ||
         std::any_of(consistency_rules.begin(), consistency_rules.end(),
                     [&](Rule rule) { return severities[rule] != Severity::off; });
}

/// What was kept of a page.
struct SitePages::Record {
  std::vector<std::uint32_t> clicks;
  std::vector<std::uint32_t> uses;
  std::string_view rest;  // the texts
};

SitePages::SitePages(Site const& site, SiteRedirects const& redirects, CheckOptions const& options)
    : site_(site), options_(options), targets_(site, redirects) {
  const std::size_t pages = site.pages().size();
  entries_ = static_cast<std::uint32_t>(site.live() != nullptr ? site.live()->size()
                                                               : site.entries().size());
  grow(entries_);
  flags_.assign(pages, 0);
  findings_.assign(pages, 0);
  if (options.pages.rows || is_on(Rule::island_page)) records_.resize(pages);
  if (options.pages.edges) edges_.resize(pages);
  canonical_.assign(pages, no_entry);
  read_robots();
}

void SitePages::grow(std::size_t nodes) {
  in_.resize(nodes, 0);
  is_led_to_.resize(nodes, false);
  is_listed_.resize(nodes, false);
}

/// The rules of robots.txt for the site (RFC 9309): of a folder only where it is the root of its
/// host.
void SitePages::read_robots() {
  if (LiveSite const* const live = site_.live()) {
    if (live->robots()) robots_ = *live->robots();
    has_robots_ = live->robots().has_value();
    return;
  }
  const std::string address = site_.url(0);  // what follows views it
  const auto root = site_.own_url(address);
  const EntryId entry = site_.entry("robots.txt");
  std::string text;
  if (!root || root->path != "/" || entry == no_entry || !site_.read_file(entry, text)) return;
  robots_ = net::Robots::parse(text, "hrefkit");
  has_robots_ = true;
}

bool SitePages::is_forbidden(std::string_view url) const {
  if (!has_robots_) return false;
  const std::string_view path = url.substr(
      std::min(url::find_offsets(url).path_begin, static_cast<std::uint32_t>(url.size())));
  return !robots_.allows(url::without_fragment(path));
}

/// The number of an own URL that is no file of its own.
std::uint32_t SitePages::node_of(OtherUrl const& other) {
  if (LiveSite const* const live = site_.live()) {
    const EntryId target = live->find(other.url);
    return target < entries_ ? target : no_entry;
  }
  const auto next = static_cast<std::uint32_t>(entries_ + others_.size());
  const auto [known, is_new] = by_url_.try_emplace(other.url, next);
  if (is_new) {
    others_.push_back({other.url, other.kind, other.is_temporary, other.end, other.away});
    grow(in_.size() + 1);
  }
  return known->second;
}

tl::expected<void, std::string> SitePages::add(std::uint32_t page, GatheredPage const& links) {
  if (!links.is_there) return {};
  const EntryId own = site_.pages()[page];
  const bool is_page = site_.is_document(page);
  flags_[page] |= flag_there;
  if (links.is_noindex) flags_[page] |= flag_noindex;
  if (!links.refresh_url.empty()) flags_[page] |= flag_sends_on;
  if (links.refresh != no_entry && links.refresh != own) refresh_.emplace(page, links.refresh);
  std::vector<std::uint32_t> clicks = links.clicks;
  std::vector<std::uint32_t> uses = links.uses;
  for (OtherUrl const& other : links.others) {
    const std::uint32_t node = node_of(other);
    if (node == no_entry || node == own) continue;
    is_led_to_[node] = true;
    if (other.is_click) clicks.push_back(node);
    if (!other.is_click && !other.is_link_element) uses.push_back(node);
  }
  const auto clean = [own](std::vector<std::uint32_t>& nodes) {
    std::erase(nodes, own);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  };
  if (!links.others.empty()) clean(clicks), clean(uses);
  std::erase(clicks, own);
  std::uint32_t out = 0;
  for (const std::uint32_t node : clicks) {
    is_led_to_[node] = true;
    ++in_[node];
    if (is_document(page_of(node))) ++out;
  }
  std::erase_if(uses, [&](std::uint32_t node) {
    const std::uint32_t target = page_of(node);
    is_led_to_[node] = true;
    const bool is_new = !std::binary_search(clicks.begin(), clicks.end(), node);
    if (is_document(target)) return !is_new || node == own;
    if (is_new) ++in_[node];
    return true;
  });
  for (const EntryId node : links.named) is_led_to_[node] = is_led_to_[node] || node != own;
  keep_relations(page, links);
  if (records_.empty()) return keep_edges(page, links);  // nobody asks for them
  std::string record;
  pack_sorted(record, clicks);
  pack_sorted(record, uses);
  pack_number(record, out);
  pack_number(record, links.external);
  pack_number(record, links.bytes);
  pack_optional(record, links.title);
  pack_optional(record, links.lang);
  pack_optional(record, links.canonicals.empty() ? std::nullopt
                                                 : std::optional(links.canonicals.front().url));
  pack_optional(record,
                links.refresh_url.empty() ? std::nullopt : std::optional(links.refresh_url));
  const std::size_t alternates = is_page ? links.alternates.size() : 0;
  pack_number(record, alternates);
  for (std::size_t i = 0; i < alternates; ++i) {
    pack_text(record, text::to_valid_utf8(links.alternates[i].hreflang));
    pack_text(record, links.alternates[i].to.url);
  }
  auto kept = record_store_.add(std::move(record));
  if (!kept) return tl::unexpected(kept.error());
  records_[page] = *kept;
  return keep_edges(page, links);
}

/// True where the canonical address is that of another page. Without an address of the site, one of
/// another host with the page's own path is taken for its own.
bool SitePages::is_elsewhere(std::uint32_t page, NamedUrl const& canonical) const {
  const EntryId own = site_.pages()[page];
  if (canonical.entry == own) return false;
  if (canonical.kind != PlaceKind::other_origin) return true;
  if (site_.live() != nullptr || site_.options().url != default_site_url) return true;
  const std::string address = make_address(own);
  const std::string file = site_.url(own);
  const std::string_view path = url_path(canonical.url);
  std::string_view bare = url_path(file);
  if (bare.ends_with(".html")) bare.remove_suffix(5);
  return !path.ends_with(url_path(address)) && !path.ends_with(url_path(file)) &&
         !path.ends_with(bare);
}

/// Keeps what the rules ask of it later.
void SitePages::keep_relations(std::uint32_t page, GatheredPage const& links) {
  const EntryId own = site_.pages()[page];
  for (LinkFault const& fault : links.faults) {
    if (is_on(rule_of(fault.fault))) faults_.push_back({page, fault});
  }
  if (!links.canonicals.empty() && site_.is_document(page)) {
    NamedUrl const& canonical = links.canonicals.front();
    if (is_elsewhere(page, canonical)) flags_[page] |= flag_elsewhere;
    canonical_[page] = canonical.is_file() ? canonical.entry : no_entry;
    if (is_on(Rule::canonical_broken) && canonical.is_file() && canonical.entry != own) {
      canonicals_.push_back({page, canonical.link, canonical.entry});
    }
  }
  if (is_on(Rule::hreflang_no_return)) {
    for (AlternateUrl const& each : links.alternates) {
      if (!each.to.is_file() || each.to.entry == each.of) continue;
      named_.emplace_back(each.of, each.to.entry);
      alternates_.push_back({each.of, each.to.entry, page, each.to.link});
    }
  }
  for (NamedUrl const& each : links.listed) {
    if (!each.is_file()) continue;
    is_led_to_[each.entry] = true;
    if (links.is_sitemap_index) {
      indexed_.emplace_back(own, each.entry);
      continue;
    }
    std::uint32_t node = each.entry;
    if (each.redirects) {
      node = node_of({.url = each.url, .kind = each.kind, .end = each.entry});
    }
    if (node != no_entry) is_listed_[node] = is_led_to_[node] = true;
    if (is_on(Rule::sitemap_not_indexable) && !each.redirects) {
      listed_.push_back({page, each.link, each.entry});
    }
  }
}

tl::expected<void, std::string> SitePages::keep_edges(std::uint32_t page,
                                                      GatheredPage const& links) {
  if (!options_.pages.edges || links.edges.empty()) return {};
  std::string record;
  record.reserve(links.edges.size() * 8);
  const std::string_view texts = links.edge_texts;
  for (EdgeLink const& edge : links.edges) {
    pack_number(record, edge.to == EdgeLink::external ? 0 : std::uint64_t{edge.to} + 1);
    record += static_cast<char>(edge.kind);
    record += static_cast<char>(edge.place);
    pack_number(record, edge.count);
    std::size_t at = edge.begin;
    if (edge.to == EdgeLink::external) pack_text(record, texts.substr(at, edge.url_size));
    at += edge.url_size;
    pack_text(record, texts.substr(at, edge.rel_size));
    at += edge.rel_size;
    if (options_.pages.texts) pack_text(record, texts.substr(at, edge.text_size));
  }
  auto kept = edge_store_.add(std::move(record));
  if (!kept) return tl::unexpected(kept.error());
  edges_[page] = *kept;
  return {};
}

tl::expected<SitePages::Record, std::string> SitePages::read(std::uint32_t page) {
  if (auto read = record_store_.read(records_[page], buffer_); !read) {
    return tl::unexpected(read.error());
  }
  Record record;
  RecordReader reader(buffer_);
  reader.sorted(record.clicks);
  reader.sorted(record.uses);
  record.rest = buffer_;
  return record;
}

std::optional<std::string> SitePages::find_starts() {
  LiveSite const* const live = site_.live();
  const auto base = url::Resolver::with_base(site_.options().url, {});
  for (std::string const& start : options_.pages.starts) {
    const auto url = base ? base->resolve(start) : url::Resolver({}).resolve(start);
    if (!url) return start;
    const TargetPlace place = targets_.find(url::without_fragment(*url));
    if (place.kind != PlaceKind::file || place.entry == no_entry) return start;
    starts_.push_back(place.entry);
  }
  if (!starts_.empty() || site_.pages().empty()) return std::nullopt;
  const EntryId home = live != nullptr ? site_.pages().front() : site_.find_below_root("/").entry;
  if (page_of(home) != no_entry) starts_.push_back(home);
  return std::nullopt;
}

/// Finds the distance of each node from the start, level by level.
tl::expected<void, std::string> SitePages::walk(std::vector<std::uint32_t>& depths,
                                                bool with_uses) {
  depths.assign(in_.size(), no_entry);
  std::vector<std::uint32_t> level;
  std::vector<std::uint32_t> next;
  for (const EntryId start : starts_) {
    if (depths[start] != no_entry) continue;
    depths[start] = 0;
    level.push_back(start);
  }
  for (std::uint32_t depth = 0; !level.empty(); ++depth) {
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t node = level[i];
      if (depths[node] != depth) continue;  // a redirect has led there before
      const std::uint32_t page = page_of(node);
      if (page == no_entry || (flags_[page] & flag_there) == 0) continue;
      if (const auto refresh = refresh_.find(page);
          refresh != refresh_.end() && depths[refresh->second] > depth) {
        depths[refresh->second] = depth;
        level.push_back(refresh->second);
      }
      auto record = read(page);
      if (!record) return tl::unexpected(record.error());
      const auto visit = [&](std::vector<std::uint32_t> const& nodes) {
        for (const std::uint32_t each : nodes) {
          if (depths[each] != no_entry) continue;
          depths[each] = depth + 1;
          next.push_back(each);
        }
      };
      if (site_.is_document(page)) visit(record->clicks);
      if (with_uses) visit(record->uses);
    }
    level.swap(next);
    next.clear();
  }
  return {};
}

tl::expected<void, std::string> SitePages::finish() {
  if (is_on(Rule::island_page) && !starts_.empty()) {
    if (auto done = walk(depth_, true); !done) return done;
    is_reached_.resize(depth_.size());
    for (std::size_t i = 0; i < depth_.size(); ++i) is_reached_[i] = depth_[i] != no_entry;
  }
  if (options_.pages.rows) {
    if (auto done = walk(depth_, false); !done) return done;
  }
  if (is_on(Rule::hreflang_no_return)) find_alternate_faults();
  if (is_on(Rule::canonical_broken)) find_canonical_faults();
  if (is_on(Rule::sitemap_not_indexable)) find_listed_faults();
  // A link has one fault: what was found first.
  std::stable_sort(faults_.begin(), faults_.end(), [](KnownFault const& a, KnownFault const& b) {
    return std::pair(a.page, a.fault.link) < std::pair(b.page, b.fault.link);
  });
  const auto is_same_link = [](KnownFault const& a, KnownFault const& b) {
    return a.page == b.page && a.fault.link == b.fault.link &&
           rule_of(a.fault.fault) == rule_of(b.fault.fault);
  };
  faults_.erase(std::unique(faults_.begin(), faults_.end(), is_same_link), faults_.end());
  return {};
}

std::span<KnownFault const> SitePages::faults_of(std::uint32_t page) const {
  const auto begin = std::lower_bound(
      faults_.begin(), faults_.end(), page,
      [](KnownFault const& each, std::uint32_t wanted) { return each.page < wanted; });
  const auto end = std::find_if(begin, faults_.end(),
                                [page](KnownFault const& each) { return each.page != page; });
  return {begin, end};
}

bool SitePages::is_island(std::uint32_t page) const {
  if (is_reached_.empty()) return false;
  const EntryId own = site_.pages()[page];
  return in_[own] != 0 && !is_reached_[own] && (flags_[page] & flag_there) != 0 &&
         (flags_[page] & flag_sends_on) == 0;
}

// What pages say of each other. Google Search Central, "Tell Google about localized versions of
// your page" and "How to specify a canonical URL"; RFC 6596; sitemaps.org, "Sitemap file location"
// (all read 2026-11-30).

void SitePages::find_alternate_faults() {
  std::sort(named_.begin(), named_.end());
  named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
  const auto names = [&](EntryId from, EntryId to) {
    return std::binary_search(named_.begin(), named_.end(), std::pair(from, to));
  };
  for (Alternate const& each : alternates_) {
    const std::uint32_t to = page_of(each.to);
    const std::uint32_t from = page_of(each.from);
    // What was not read may name anything.
    if (to == no_entry || (flags_[to] & flag_there) == 0) continue;
    const auto add = [&](PageFault fault) {
      faults_.push_back({each.page, {each.link, fault, each.to}});
    };
    if (!site_.is_document(to)) continue;
    if ((flags_[to] & flag_sends_on) != 0) {
      add(PageFault::alternate_redirects);
    } else if ((flags_[to] & flag_noindex) != 0) {
      add(PageFault::alternate_noindex);
    } else if ((flags_[to] & flag_elsewhere) != 0) {
      add(PageFault::alternate_elsewhere);
    } else if (!names(each.to, each.from)) {
      const EntryId canonical = from == no_entry ? no_entry : canonical_[from];
      // It is the page itself in its canonical form, or names that.
      const bool is_returned =
          canonical != no_entry && (canonical == each.to || names(each.to, canonical));
      if (!is_returned) add(PageFault::no_return);
    }
  }
}

void SitePages::find_canonical_faults() {
  for (Canonical const& each : canonicals_) {
    const std::uint32_t to = page_of(each.to);
    if (to == no_entry || (flags_[to] & flag_there) == 0) continue;
    const auto add = [&](PageFault fault) {
      faults_.push_back({each.page, {each.link, fault, each.to}});
    };
    if ((flags_[to] & flag_sends_on) != 0) {
      add(PageFault::canonical_redirects);
    } else if ((flags_[to] & flag_noindex) != 0) {
      add(PageFault::canonical_noindex);
    } else if ((flags_[to] & flag_elsewhere) != 0) {
      add(PageFault::canonical_chain);
    }
  }
  find_folder_canonicals();
}

/// A canonical address that most pages of a folder have in common: that of a template.
void SitePages::find_folder_canonicals() {
  if (canonicals_.size() < min_same_canonicals) return;
  std::map<std::pair<std::string, EntryId>, std::vector<Canonical const*>> same;
  std::string last_path;
  for (Canonical const& each : canonicals_) {
    const std::string url = make_address(site_.pages()[each.page]);
    const std::string_view path = url_path(url);
    // Pages of one path, such as "/list?sort=a", are no other pages.
    if (path == url_path(make_address(each.to)) || path == last_path) continue;
    last_path = path;
    same[{std::string(folder_of_address(path)), each.to}].push_back(&each);
  }
  std::erase_if(same, [](auto const& each) { return each.second.size() < min_same_canonicals; });
  if (same.empty()) return;
  std::unordered_map<std::string, std::set<std::string>, text::SeededHasher> folders;
  for (auto const& [key, pages] : same) folders.try_emplace(key.first);
  for (std::uint32_t page = 0; page < site_.pages().size(); ++page) {
    if (!site_.is_document(page) || site_.is_svg_page(page)) continue;
    const std::string url = make_address(site_.pages()[page]);
    const auto folder = folders.find(std::string(folder_of_address(url_path(url))));
    if (folder != folders.end()) folder->second.emplace(url_path(url));
  }
  for (auto const& [key, pages] : same) {
    if (2 * pages.size() <= folders[key.first].size()) continue;
    for (Canonical const* const each : pages) {
      faults_.push_back({each->page, {each->link, PageFault::canonical_of_folder, each->to}});
    }
  }
}

void SitePages::find_listed_faults() {
  // Sitemaps that robots.txt names, or an index that it names, may name URLs of all folders.
  std::set<EntryId> named;
  const auto base = url::Resolver::with_base(site_.url(0), {});
  for (std::string const& line : robots_.sitemaps()) {
    const auto url = base ? base->resolve(line) : url::Resolver({}).resolve(line);
    if (!url) continue;
    const TargetPlace place = targets_.find(url::without_fragment(*url));
    if (place.kind == PlaceKind::file) named.insert(place.entry);
  }
  std::set<EntryId> of_index;
  for (auto const& [index, sitemap] : indexed_) {
    if (named.contains(index)) of_index.insert(sitemap);
  }
  named.merge(of_index);
  for (Listed const& each : listed_) {
    const EntryId sitemap = site_.pages()[each.sitemap];
    const std::string own = site_.url(sitemap);
    const std::string url = site_.url(each.to);
    const std::uint32_t page = page_of(each.to);
    const std::uint8_t flags = page == no_entry ? std::uint8_t{0} : flags_[page];
    const auto add = [&](PageFault fault) {
      faults_.push_back({each.sitemap, {each.link, fault, each.to}});
    };
    if ((flags & flag_sends_on) != 0) {
      add(PageFault::listed_redirects);
    } else if ((flags & flag_noindex) != 0) {
      add(PageFault::listed_noindex);
    } else if ((flags & flag_elsewhere) != 0) {
      add(PageFault::listed_elsewhere);
    } else if (is_forbidden(make_address(each.to))) {
      add(PageFault::listed_forbidden);
    } else if (!named.contains(sitemap) && !url.starts_with(own.substr(0, own.rfind('/') + 1))) {
      add(PageFault::listed_outside);
    }
  }
}

// Rows.

/// As visitors see it: "/a/" for "/a/index.html", and what the host redirects to.
std::string SitePages::make_address(std::uint32_t node) const {
  if (node >= entries_) return others_[node - entries_].url;
  std::string url = site_.url(node);
  if (site_.live() != nullptr || site_.entries().is_folder(node)) return url;
  const Lookup lookup = site_.find(url);
  if (lookup.redirect != PathRedirect::none && lookup.entry == node) {
    return site_.redirected(url, lookup.redirect);
  }
  const std::string_view name = site_.entries().name(node);
  std::vector<std::string> const& index = site_.options().index;
  if (std::find(index.begin(), index.end(), name) == index.end()) return url;
  const std::string folder = url.substr(0, url.rfind('/') + 1);
  const Lookup of_folder = site_.find(folder);
  if (of_folder.status != LookupStatus::found || of_folder.entry != node) return url;
  return of_folder.redirect == PathRedirect::none ? folder
                                                  : site_.redirected(folder, of_folder.redirect);
}

namespace {

std::optional<std::uint32_t> answer_status(OwnAnswer const& answer) {
  return answer.status == 0 ? std::nullopt : std::optional<std::uint32_t>(answer.status);
}

std::optional<std::uint64_t> file_bytes(std::string const& path) {
  boost::system::error_code error;
  const auto size = boost::filesystem::file_size(path, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(size);
}

}  // namespace

tl::expected<bool, std::string> SitePages::emit_page(CheckSink const& sink, std::uint32_t page) {
  const EntryId node = site_.pages()[page];
  auto record = read(page);
  if (!record) return tl::unexpected(record.error());
  LiveSite const* const live = site_.live();
  PageRow row;
  const std::string url = make_address(node);
  row.url = url;
  std::string file;
  std::string type(media_type_named(site_.content_type(page)));
  row.status = 200;
  if (live != nullptr) {
    row.status = answer_status(live->answer(node));
    if (!live->answer(node).type.empty()) type = live->answer(node).type;
  } else {
    file = site_.file_path(node);
    row.file = file;
    FileType const* const known = find_file_type(site_.path(node));
    if (known != nullptr && !site_.options().files.given_type(site_.path(node))) {
      type = known->media_type;
    }
  }
  row.type = type;
  RecordReader reader(record->rest);
  std::vector<std::uint32_t> skipped;
  reader.sorted(skipped);
  reader.sorted(skipped);
  row.out = reader.number32();
  row.external = reader.number32();
  row.bytes = reader.number();
  row.title = reader.optional();
  row.lang = reader.optional();
  row.canonical = reader.optional();
  row.redirect = reader.optional();
  std::vector<PageAlternate> alternates(reader.number());
  for (PageAlternate& each : alternates) {
    each.hreflang = reader.text();
    each.url = reader.text();
  }
  row.alternates = alternates;
  row.in = in_[node];
  if (depth_[node] != no_entry) row.depth = depth_[node];
  row.findings = findings_[page];
  row.sitemap = is_listed_[node];
  const std::uint8_t flags = flags_[page];
  if ((flags & flag_sends_on) != 0) {
    row.robots = "redirect";
  } else if ((flags & flag_noindex) != 0) {
    row.robots = "noindex";
  } else if ((flags & flag_elsewhere) != 0) {
    row.robots = "canonical";
  } else if (is_forbidden(url)) {
    row.robots = "robots.txt";
  }
  row.indexable = !row.robots;
  return sink.page(row);
}

/// A file that is no page, a redirect, or what does not exist.
bool SitePages::emit_other(CheckSink const& sink, std::uint32_t node) {
  LiveSite const* const live = site_.live();
  PageRow row;
  const std::string url = make_address(node);
  row.url = url;
  row.in = in_[node];
  if (depth_[node] != no_entry) row.depth = depth_[node];
  row.sitemap = is_listed_[node];
  const std::uint32_t page = page_of(node);
  std::string file;
  std::string redirect;
  std::string type;
  if (live != nullptr) {
    OwnAnswer const& answer = live->answer(node);
    row.status = answer_status(answer);
    type = answer.type;
    if (answer.kind != OwnAnswer::Kind::fine) row.robots = "status";
    if (const std::string_view location = live->location(node); !location.empty()) {
      row.robots = "redirect";
      redirect = live->follow(node).url;
      if (redirect.empty()) redirect = location;
    }
  } else if (node < entries_) {
    file = site_.file_path(node);
    row.file = file;
    row.status = 200;
    row.bytes = file_bytes(file);
    type = type_by_name(site_.path(node));
  } else {
    OtherNode const& other = others_[node - entries_];
    redirect = !other.away.empty()     ? other.away
               : other.end != no_entry ? make_address(other.end)
                                       : std::string();
    row.status = redirect.empty() ? 404U : other.is_temporary ? 302U : 301U;
    row.robots = redirect.empty() ? "status" : "redirect";
  }
  if (!type.empty()) row.type = type;
  if (!redirect.empty()) row.redirect = redirect;
  if (!row.robots && is_forbidden(url)) row.robots = "robots.txt";
  row.indexable = !row.robots;
  if (page != no_entry) row.findings = findings_[page];
  return sink.page(row);
}

tl::expected<void, std::string> SitePages::emit(CheckSink const& sink,
                                                std::vector<bool> const& is_reported) {
  if (options_.pages.rows && sink.page) {
    const auto has_row = [&](std::uint32_t page) {
      return page != no_entry && site_.is_document(page) && (flags_[page] & flag_there) != 0 &&
             (is_reported.empty() || is_reported[page]);
    };
    bool goes_on = true;
    for (std::uint32_t page = 0; goes_on && page < site_.pages().size(); ++page) {
      if (!has_row(page)) continue;
      const auto emitted = emit_page(sink, page);
      if (!emitted) return tl::unexpected(emitted.error());
      goes_on = *emitted;
    }
    for (std::uint32_t node = 0; goes_on && node < in_.size(); ++node) {
      if (is_led_to_[node] && !has_row(page_of(node))) goes_on = emit_other(sink, node);
    }
  }
  return options_.pages.edges && sink.edge ? emit_edges(sink) : tl::expected<void, std::string>();
}

tl::expected<void, std::string> SitePages::emit_edges(CheckSink const& sink) {
  // FAST: each address is made once.
  std::string addresses;
  std::vector<std::uint64_t> ends;
  ends.reserve(edges_.size());
  for (const EntryId entry : site_.pages()) {
    addresses += make_address(entry);
    ends.push_back(addresses.size());
  }
  const auto address_of = [&](std::size_t page) {
    const std::uint64_t begin = page == 0 ? 0 : ends[page - 1];
    return std::string_view(addresses).substr(begin, ends[page] - begin);
  };
  for (std::uint32_t page = 0; page < edges_.size(); ++page) {
    if (edges_[page].size == 0) continue;
    if (auto read = edge_store_.read(edges_[page], buffer_); !read) return read;
    PageEdge edge{.from = address_of(page), .to = {}, .kind = {}, .rel = {}};
    for (RecordReader reader(buffer_); !reader.empty();) {
      const std::uint64_t to = reader.number();
      edge.kind = html::name(static_cast<html::LinkKind>(reader.number()));
      const auto place = static_cast<html::PageLandmark>(reader.number());
      edge.place =
          place == html::PageLandmark::none ? std::nullopt : std::optional(html::name(place));
      edge.count = reader.number32();
      edge.to = to == 0 ? reader.text() : address_of(static_cast<std::size_t>(to - 1));
      edge.rel = reader.text();
      if (options_.pages.texts) {
        const std::string_view text = reader.text();
        edge.text = text.empty() ? std::nullopt : std::optional(text);
      }
      if (!sink.edge(edge)) return {};
    }
  }
  return {};
}

namespace {

struct FaultRow {
  PageFault value;
  std::string_view text;  ///< with "%" for the address of the other page
};

constexpr text::EnumTable<PageFault::listed_forbidden, FaultRow> fault_rows({
    {PageFault::bad_language,
     "the value of hreflang is no language that search engines know: a language with an optional "
     "script and region, such as en, zh-Hant or pt-BR, or x-default"},
    {PageFault::two_urls, "another address has the same value of hreflang on this page"},
    {PageFault::alternate_missing, "the page in another language does not exist"},
    {PageFault::alternate_redirects,
     "the page in another language redirects to %: name the address where it ends"},
    {PageFault::alternate_noindex, "the page in another language, %, is noindex"},
    {PageFault::alternate_elsewhere,
     "the page in another language, %, names another canonical address"},
    {PageFault::no_return, "% does not name this page as its alternate"},
    {PageFault::canonical_missing, "the canonical address does not exist"},
    {PageFault::canonical_redirects,
     "the canonical address redirects to %: name the address where it ends"},
    {PageFault::canonical_noindex, "the canonical address, %, is noindex"},
    {PageFault::canonical_chain, "the canonical address, %, names another canonical address"},
    {PageFault::canonical_of_base,
     "the canonical address is relative, and the base element leads it away from this page: write "
     "it as an absolute URL"},
    {PageFault::canonicals_differ, "the page names another canonical address before"},
    {PageFault::canonical_is_not_card, "og:url of the page is another address"},
    {PageFault::canonical_of_folder,
     "most pages of this folder name the same canonical address, %, so that search engines show "
     "none of them"},
    {PageFault::listed_noindex, "the sitemap names %, which is noindex"},
    {PageFault::listed_redirects, "the sitemap names an address that redirects to %"},
    {PageFault::listed_elsewhere, "the sitemap names %, which names another canonical address"},
    {PageFault::listed_other_host, "the sitemap names an address of another host"},
    {PageFault::listed_outside,
     "% is not below the folder of the sitemap, and robots.txt names neither the sitemap nor its "
     "index"},
    {PageFault::listed_forbidden, "the sitemap names %, which robots.txt forbids to robots"},
});

}  // namespace

std::string message(PageFault fault, std::string_view other) {
  const std::string_view text = fault_rows[fault].text;
  const std::size_t place = text.find('%');
  if (place == text.npos) return std::string(text);
  return std::string(text.substr(0, place)).append(other).append(text.substr(place + 1));
}

}  // namespace hrefkit::site
