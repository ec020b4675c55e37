#include "hrefkit/site/check/check_state.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "hrefkit/site/check/former_site.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

/// The hash of ids: that of what is known of pages by now.
AnchorHash hash_for(Site const& site, CheckMemory::State const* known) {
  if (known != nullptr) return known->hash;
  LiveSite const* const live = site.live();
  return live != nullptr && live->scans() != nullptr ? live->scans()->hash() : AnchorHash();
}

/// A number for all names of a site and what they are: page numbers and entries depend on them.
std::uint64_t names_of(Site const& site) {
  EntryTable const& entries = site.entries();
  std::uint64_t hash = entries.size();
  for (EntryId id = 1; id < entries.size(); ++id) {
    const Entry entry = entries[id];
    hash = text::hash64(entries.name(id), hash);
    const std::uint64_t what = (std::uint64_t{entries.parent(id)} << 32) | entry.target;
    hash = text::mix64(hash ^ what ^ (static_cast<std::uint64_t>(entry.kind) << 62));
  }
  return hash;
}

}  // namespace

CheckMemory::CheckMemory() : state_(std::make_unique<State>()) {}
CheckMemory::~CheckMemory() = default;

void CheckMemory::begin(std::string_view options) {
  if (options == options_) return;
  options_ = options;
  state_ = std::make_unique<State>();
}

void CheckMemory::State::begin(Site const& site, SiteRedirects const& read) {
  const std::uint64_t now = names_of(site);
  std::string redirects_bytes;
  for (SiteRedirects::File const& file : read.files()) {
    redirects_bytes += file.path + '\0' + file.bytes + '\0';
  }
  if (now == names && redirects_bytes == redirects && pages.size() == site.pages().size()) return;
  names = now;
  redirects = redirects_bytes;
  pages.clear();
  pages.resize(site.pages().size());
}

PageFacts const* CheckMemory::State::find(std::uint32_t page, std::uint64_t stamp) const {
  Page const& known = pages[page];
  return stamp != 0 && known.stamp == stamp ? &known.facts : nullptr;
}

void CheckMemory::State::keep(PageFacts const& facts, std::uint64_t stamp) {
  Page& page = pages[facts.number];
  if (page.stamp == stamp) return;
  page.stamp = stamp;
  page.facts = facts;
}

void WaitingUses::forget_some(AnchorStore const& anchors) {
  if (uses.size() < max_uses_) return;
  auto kept = uses.begin();
  for (std::size_t i = 0; i < uses.size(); ++i) {
    expect_uses(anchors, uses, i);
    if (!is_over(uses[i], anchors)) *kept++ = uses[i];
  }
  uses.erase(kept, uses.end());
  max_uses_ = std::max(min_uses, uses.size() + uses.size() / 2);
}

CheckState::CheckState(Site const& checked, CheckOptions const& wanted, CheckSink const& check_sink,
                       CheckMemory::State* known)
    : site(checked),
      options(wanted),
      sink(check_sink),
      memory(known),
      hash(hash_for(checked, known)),
      names(checked),
      folders(checked),
      scripts(checked.options().url),
      scanners([this] {
        auto scanner = std::make_unique<PageScanner>(site, redirects, hash, names, options);
        scanner->reporter().page().sheets = &sheets;
        scanner->reporter().page().scripts = &scripts;
        return scanner;
      }) {
  facts.flags.assign(site.pages().size(), 0);
  linked_files.assign(options.orphans ? site.entries().size() : 0, false);
  LiveSite const* const live = site.live();
  if (options.is_reported || live != nullptr) {
    for (std::uint32_t page = 0; page < site.pages().size(); ++page) {
      const bool is_judged = live == nullptr || live->pages()[page].is_judged;
      const bool is_wanted =
          !options.is_reported || options.is_reported(site.path(site.pages()[page]));
      reported.push_back(is_judged && is_wanted);
    }
  }
  read_redirects();
  if (options.gathers_pages()) pages = std::make_unique<SitePages>(site, redirects, options);
}

CheckState::~CheckState() = default;

/// Reads the files of redirects that lie in the root, and those that the options name.
void CheckState::read_redirects() {
  read_redirect_files(
      site, options.redirect_files,
      {.file =
           [this](std::string name, std::string path, std::string bytes, bool is_in_root) {
             add_redirects(std::move(name), std::move(path), std::move(bytes), is_in_root);
           },
       .trouble =
           [this](std::string const& path, std::string const& why, bool is_given) {
             summary.failed |= is_given;
             auto const& report = is_given ? sink.trouble : sink.fault;
             if (report) report(path, is_given ? why : why + "; not read");
           }});
  add_host_rules();
  redirects.set_catch_all(TargetFinder(site, redirects).find_catch_all());
}

/// Cloudflare Pages answers what is missing with the closest 404.html, up the folders; where the
/// root has none, with its index page (Cloudflare Docs, "Serving Pages", November 2026).
void CheckState::add_host_rules() {
  const bool may_apply = site.live() == nullptr && site.options().rules.shows_index_if_missing &&
                         site.entry("index.html") != no_entry &&
                         site.entry("404.html") == no_entry &&
                         site.own_url(site.url(0))->path == "/";
  if (!may_apply) return;
  EntryTable const& entries = site.entries();
  std::string lines;
  for (EntryId entry = 1; entry < entries.size(); ++entry) {
    if (entries.name(entry) != "404.html" || entries.is_folder(entry)) continue;
    const std::string path = entries.path(entry);
    lines += "/" + url::percent_encode_path(folder_part(path)) + "* /404.html 404\n";
  }
  lines += "/* / 200\n";
  redirects.add({.name = {},
                 .path = {},
                 .bytes = {},
                 .redirects = Redirects(lines, site.origin()),
                 .is_in_root = false,
                 .is_of_host = true});
}

void CheckState::add_redirects(std::string name, std::string path, std::string bytes,
                               bool is_in_root) {
  const bool is_headers = redirect_syntax_of(name_part(name)) == RedirectSyntax::headers;
  if (is_headers && site.options().rules.redirects == RedirectSyntax::gitlab) return;  // not read
  Redirects read = read_rules_of(site, name, bytes);
  const bool is_finding = options.severities[Rule::not_well_formed] != Severity::off &&
                          (!is_in_root || !options.is_reported || options.is_reported(name));
  if (sink.fault && !read.fault().empty() && !is_finding) {
    sink.fault(path, std::string(read.fault()) + "; its redirects are not known");
  }
  redirects.add({std::move(name), std::move(path), std::move(bytes), std::move(read), is_in_root});
}

void CheckState::drop_pages(std::string const& why) {
  summary.failed = true;
  if (sink.trouble) sink.trouble(site.options().root, "the pages are not listed: " + why);
  facts.pages = nullptr;
  pages.reset();
}

void CheckState::trouble(std::uint32_t page, std::string const& why) {
  summary.failed = true;
  if (sink.trouble) sink.trouble(file_path(page), why);
}

void CheckState::count(CheckSummary const& part) {
  summary.links += part.links;
  summary.fine += part.fine;
  summary.by_catch_all += part.by_catch_all;
  summary.found += part.found;
  summary.external += part.external;
  summary.ignored += part.ignored;
  for (std::size_t i = 0; i < not_judged_count; ++i) summary.not_judged[i] += part.not_judged[i];
  summary.computed_imports += part.computed_imports;
  summary.webpack_scripts += part.webpack_scripts;
  summary.bases += part.bases;
  summary.judged += part.judged;
  for (auto const& [scheme, links] : part.schemes) summary.schemes[scheme] += links;
  summary.errors += part.errors;
  summary.warnings += part.warnings;
}

namespace {

/// Masks userinfo in a text of a finding. `masked` owns the new text.
void mask(std::string_view& text, std::string& masked) {
  if (!url::may_have_userinfo(text)) return;
  masked = url::masked_url(text);
  text = masked;
}

/// What repairs the finding in its source: where that has the very text of the page, so that the
/// generator carries the change over as it is. A reference of a template serves several pages: it
/// is changed only where it means the same on all of them.
std::string_view fix_in_source(Finding const& finding) {
  FindingFix const& fix = finding.fix;
  FindingSource const& found = finding.source;
  if (!fix.is_there() || !found.has_line() || fix.edits.size() != 1) return {};
  if (fix.edits[0].before != found.written || fix.edits[0].after != fix.value) return {};
  if (!found.is_of_page && finding.form == ReferenceForm::from_page) return {};
  // Nothing that Markdown, a template or a configuration file would read as its own.
  constexpr text::ByteSet plain = text::ascii_alphanumeric | text::ByteSet("-._~/%#?=:+,;@!$");
  const bool is_plain =
      std::all_of(fix.value.begin(), fix.value.end(), [&](char c) { return plain.contains(c); });
  return is_plain ? fix.value : std::string_view();
}

}  // namespace

/// Adds the place in the sources.
void CheckState::find_source(Finding& finding) {
  if (options.sources.empty()) return;
  if (!sources) {
    sources = std::make_unique<SourceFinder>(
        site, options.sources, [this](std::string const& path, std::string const& why) {
          if (sink.fault) sink.fault(path, why);
        });
  }
  ++summary.looked_for;
  finding.source = sources->find(finding);
  if (finding.source.has_line()) ++summary.in_sources;
  finding.source.fix = fix_in_source(finding);
}

/// In a run that asks the network no URL of a finding has userinfo. Messages never have one (see
/// `sentence`); the page's own text keeps it: the reference as written, and the line of the source.
bool CheckState::send(Finding finding) {
  const bool asks_network = options.external != nullptr || site.live() != nullptr;
  std::string base;
  std::array<std::string, 3> masked;
  std::size_t i = 0;
  if (asks_network) mask(finding.base, base);
  for (auto* const url : {&finding.url, &finding.suggestion, &finding.final_url}) {
    if (asks_network && *url) mask(**url, masked[i++]);
  }
  if (former != nullptr && former->had(finding, site.options().root)) {
    summary.discount(finding);
    return true;
  }
  if (causes) finding.cause = causes->cause_of(finding);
  find_source(finding);
  if (sink.finding && !sink.finding(finding)) summary.stopped = true;
  return !summary.stopped;
}

}  // namespace hrefkit::site
