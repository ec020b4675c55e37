#include "hrefkit/site/check/former_site.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <unordered_set>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/move/page_pairs.h"
#include "hrefkit/site/move/page_print.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

std::uint64_t hash_of_text(std::string_view text) {
  return text::hash64(text, text::process_hash_key()[0]);
}

/// True for a page that must be kept though nothing leads there: a document that is no picture and
/// no error page, or a feed.
bool is_kept_page(Site const& site, std::uint32_t page) {
  const std::string path = site.path(site.pages()[page]);
  if (site.id_page(page) != page) return false;
  if (site.is_document(page)) return !site.is_svg_page(page) && !is_error_page(path);
  return site.content_type(page) == html::ContentType::xml &&
         !name_part(path).starts_with("sitemap");
}

/// True for a link that leads readers on.
bool is_hyperlink(html::Link const& link) {
  return link.kind == html::LinkKind::hyperlink || link.kind == html::LinkKind::form;
}

/// Calls `visit` with the place of each own file to which a hyperlink leads, and the URL.
class LinkReading {
 public:
  using Visit = std::function<void(EntryId file, std::string const& url)>;

  LinkReading(Site const& site, SiteRedirects const& redirects) : targets_(site, redirects) {}

  void read(PageFile& page, Visit const& visit,
            std::function<void(std::string_view id)> const& on_id) {
    std::string url;
    html::LinkSink sink;
    sink.links = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        if (!is_hyperlink(link)) continue;
        url.clear();
        if (!block.append_url(url, link)) continue;
        const TargetPlace place = targets_.find(url::without_fragment(url));
        if (place.kind == PlaceKind::file && !place.by_catch_all) visit(place.entry, url);
      }
    };
    sink.anchors = [&](std::span<html::Anchor const> anchors) {
      for (html::Anchor const& anchor : anchors) on_id(anchor.name);
    };
    static_cast<void>(find_page_links(finder_, page, sink));
  }

 private:
  TargetFinder targets_;
  html::LinkFinder finder_;
};

/// The pages of `site` that `other` does not have at their paths.
std::vector<std::uint32_t> pages_missing_in(Site const& other, Site const& site) {
  std::vector<std::uint32_t> missing;
  for (std::uint32_t page = 0; page < site.pages().size(); ++page) {
    const std::string path = site.path(site.pages()[page]);
    if (is_kept_page(site, page) && other.entry(path) == no_entry) missing.push_back(page);
  }
  return missing;
}

std::vector<SinglePage> prints_of_pages(Site const& site,
                                        std::vector<std::uint32_t> const& numbers) {
  std::vector<SinglePage> pages(numbers.size());
  PagePrinter printer;
  PageFile page;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const EntryId entry = site.pages()[numbers[i]];
    pages[i].name = name_hash(site.path(entry));
    if (open_page(site, numbers[i], page) && page.binary.empty()) {
      pages[i].print = printer.print(page.source, site.url(entry));
    }
  }
  return pages;
}

}  // namespace

tl::expected<std::unique_ptr<FormerSite>, std::string> FormerSite::read(Site const& site,
                                                                        CheckOptions const& options,
                                                                        CheckSink const& sink,
                                                                        std::string const& root,
                                                                        Reading reading) {
  SiteOptions of_site = site.options();
  of_site.root = root;
  auto read = Site::read(std::move(of_site));
  if (!read) return tl::unexpected(read.error());
  std::unique_ptr<FormerSite> former(new FormerSite(*std::move(read)));
  CheckOptions plain = options;
  plain.since.clear();
  plain.keep_urls.clear();
  plain.sources.clear();
  plain.external = nullptr;
  plain.map_folders = false;
  CheckSink quiet;
  quiet.progress = sink.progress;
  quiet.trouble = sink.fault;
  former->read_links(read_site_redirects(former->site_, plain.redirect_files));
  if (reading == Reading::all) former->read_findings(plain, quiet);
  return former;
}

/// Finds what hyperlinks lead to.
void FormerSite::read_links(SiteRedirects const& redirects) {
  std::set<std::pair<EntryId, std::string>> kept;
  std::unordered_set<std::uint64_t> ids;  // of pages
  std::set<std::pair<EntryId, std::string>> asked;
  LinkReading reading(site_, redirects);
  PageFile page;
  for (std::uint32_t number = 0; number < site_.pages().size(); ++number) {
    const EntryId entry = site_.pages()[number];
    if (is_kept_page(site_, number)) kept.emplace(entry, served_address(site_, site_.url(entry)));
    if (!open_page(site_, number, page) || !page.binary.empty()) continue;
    reading.read(
        page,
        [&](EntryId file, std::string const& url) {
          kept.emplace(file, url::without_fragment(url));
          const auto fragment = url::fragment_of(url);
          if (!fragment || site_.page_number(file) == no_entry) return;
          const Fragment read = read_fragment(*fragment);
          if (read.kind == FragmentKind::element) asked.emplace(file, decode_fragment(read.raw));
        },
        [&](std::string_view id) { ids.insert(text::mix64(hash_of_text(id)) + entry); });
  }
  for (auto const& [file, url] : kept) addresses_.push_back({file, url});
  for (auto const& [file, id] : asked) {
    if (ids.contains(text::mix64(hash_of_text(id)) + file)) asked_ids_.push_back({file, id});
  }
}

std::uint64_t FormerSite::key_of(Finding const& finding, std::string_view path,
                                 bool is_moved) const {
  std::string key(name(finding.rule));
  const auto add = [&](std::string_view part) { key.append("\n").append(part); };
  add(path);
  add(finding.element);
  add(finding.attribute);
  // On a page that moved, relative references are written in another way.
  const bool has_target = is_moved && finding.target;
  add(has_target ? url::fragment_of(finding.raw).value_or("") : finding.raw);
  add(finding.target.value_or(""));
  return hash_of_text(key);
}

void FormerSite::read_findings(CheckOptions const& options, CheckSink const& sink) {
  CheckSink collecting = sink;
  collecting.finding = [&](Finding const& finding) {
    const std::string_view path = below(site_.options().root, finding.file);
    ++findings_[key_of(finding, path, false)];
    ++targets_[key_of(finding, path, true)];
    return true;
  };
  check(site_, options, collecting);
}

void FormerSite::find_moved(Site const& now, SiteRedirects const& redirects) {
  const auto add = [&](std::string const& from, std::string const& to) {
    new_paths_.emplace(from, to);
    former_paths_.emplace(to, from);
  };
  std::vector<std::uint32_t> lost;
  TargetFinder targets(now, redirects);
  for (const std::uint32_t page : pages_missing_in(now, site_)) {
    const EntryId entry = site_.pages()[page];
    const TargetPlace end = targets.find(served_address(site_, site_.url(entry)));
    const bool is_led = end.kind == PlaceKind::file && end.is_redirected && !end.by_catch_all;
    is_led ? add(site_.path(entry), now.path(end.entry)) : lost.push_back(page);
  }
  std::vector<std::uint32_t> added = pages_missing_in(site_, now);
  if (lost.empty() || added.empty()) return;
  const PairedPages found = pair_pages(
      prints_of_pages(site_, lost), prints_of_pages(now, added),
      [&](std::uint32_t number, std::function<void(std::uint64_t)> const& visit) {
        for_each_address(site_.url(site_.pages()[lost[number]]),
                         [&](std::string_view address) { visit(address_hash(address)); });
      });
  for (PagePair const& pair : found.pairs) {
    add(site_.path(site_.pages()[lost[pair.old_page]]),
        now.path(now.pages()[added[pair.new_page]]));
  }
}

bool FormerSite::had(Finding const& finding, std::string_view root) {
  const std::string path(below(root, finding.file));
  const auto moved = former_paths_.find(path);
  const bool is_moved = moved != former_paths_.end();
  auto& known = is_moved ? targets_ : findings_;
  const auto found = known.find(key_of(finding, is_moved ? moved->second : path, is_moved));
  if (found == known.end() || found->second == 0) return false;
  --found->second;
  return true;
}

std::string const& FormerSite::new_path(std::string const& path) const {
  const auto found = new_paths_.find(path);
  return found == new_paths_.end() ? path : found->second;
}

namespace {

/// Emits what is lost.
class Losses {
 public:
  Losses(FormerSite const& former, CheckedSite const& checked, CheckOptions const& options,
         CheckSummary& summary, Emit const& emit)
      : former_(former),
        checked_(checked),
        targets_(checked.site, checked.redirects),
        suggestions_(checked.site, checked.names),
        options_(options),
        summary_(summary),
        emit_(emit) {}

  bool run(bool with_ids) {
    for (FormerSite::Address const& address : former_.addresses()) {
      if (!check_address(address)) return false;
    }
    if (!with_ids) return true;
    for (FormerSite::AskedId const& asked : former_.asked_ids()) {
      if (!check_id(asked)) return false;
    }
    return true;
  }

 private:
  bool check_address(FormerSite::Address const& address) {
    if (options_.severities[Rule::removed_url] == Severity::off) return true;
    const TargetPlace place = targets_.find(address.url);
    if (is_kept_place(place.kind)) return true;
    if (options_.is_excluded && options_.is_excluded(address.url)) return true;
    const std::string path = former_.site().path(address.file);
    std::string const& moved = former_.new_path(path);
    const auto target = checked_.site.relative_path_of(address.url);
    std::optional<std::string> near;
    if (moved != path) {
      near = moved;
    } else if (target) {
      if (const auto suggestion = suggestions_.for_path(*target)) near = suggestion->path;
    }
    const std::string raw(shown_url(address.url));
    const std::string suggestion = text::to_valid_utf8(near.value_or(""));
    Finding finding = finding_at(Rule::removed_url, former_.site().file_path(address.file));
    finding.raw = raw;
    finding.url = address.url;
    const std::string target_text = text::to_valid_utf8(target.value_or(""));
    if (target) finding.target = target_text;
    if (near) finding.suggestion = suggestion;
    const std::string message = text::to_valid_utf8(
        sentence({.rule = Rule::removed_url, .raw = raw, .suggestion = suggestion}));
    finding.message = message;
    return send(finding);
  }

  bool check_id(FormerSite::AskedId const& asked) {
    if (options_.severities[Rule::id_lost] == Severity::off) return true;
    Site const& site = checked_.site;
    const EntryId entry = site.entry(former_.new_path(former_.site().path(asked.page)));
    const std::uint32_t page = entry == no_entry ? no_entry : site.page_number(entry);
    if (page == no_entry) return true;  // a removed-url
    if (!checked_.facts.lacks(use_of(checked_.hash, asked.id, page, page))) return true;
    const std::string url = site.url(entry) + "#" + asked.id;
    if (options_.is_excluded && options_.is_excluded(url)) return true;
    Finding finding = finding_at(Rule::id_lost, site.file_path(entry));
    const std::string raw = text::to_valid_utf8("#" + asked.id);
    const std::string target = text::to_valid_utf8(site.path(entry));
    const std::string valid_url = text::to_valid_utf8(url);
    finding.raw = raw;
    finding.url = valid_url;
    finding.target = target;
    const auto near = suggestions_.for_id(page, asked.id, page);
    const std::string suggestion = text::to_valid_utf8(near ? std::string(*near) : "");
    if (near) finding.suggestion = suggestion;
    const std::string message = text::to_valid_utf8(sentence(
        {.rule = Rule::id_lost, .target = target, .fragment = asked.id, .suggestion = suggestion}));
    finding.message = message;
    return send(finding);
  }

  Finding finding_at(Rule rule, std::string file) {
    file_ = std::move(file);
    Finding finding;
    finding.rule = rule;
    finding.severity = options_.severities[rule];
    finding.file = file_;
    finding.base = checked_.site.options().url;
    finding.base_source = "document";
    return finding;
  }

  bool send(Finding const& finding) {
    summary_.count(finding);
    return emit_(finding);
  }

  FormerSite const& former_;
  CheckedSite const& checked_;
  TargetFinder targets_;
  Suggestions suggestions_;
  CheckOptions const& options_;
  CheckSummary& summary_;
  Emit const& emit_;
  std::string file_;  // of the finding
};

}  // namespace

bool find_lost(FormerSite const& former, CheckedSite const& checked, CheckOptions const& options,
               CheckSummary& summary, Emit const& emit) {
  return Losses(former, checked, options, summary, emit).run(!options.since.empty());
}

}  // namespace hrefkit::site
