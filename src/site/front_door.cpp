// The calls of hrefkit.h that need more than one page: rewrite and check.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/hrefkit.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_reading.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/rewrite/page_rewriter.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/source_finder.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit {

namespace {

std::vector<site::UrlPair> pairs_of(std::span<UrlChange const> changes) {
  std::vector<site::UrlPair> pairs;
  pairs.reserve(changes.size());
  for (UrlChange const& change : changes) pairs.push_back({change.from, change.to});
  return pairs;
}

site::KeptLinks kept_links(RewriteOptions const& options) {
  if (!options.keep) return {.og = !options.page.also.meta};
  return {.canonical = options.keep->canonical,
          .alternate = options.keep->alternate,
          .og = options.keep->og,
          .fragments = options.keep->fragments,
          .guid = options.keep->guid,
          .own_addresses = true};
}

PageFailure failure_of(html::RewriteFailure failure) {
  switch (failure.error) {
    case html::RewriteError::unusable_url:
      return {PageError::url};
    case html::RewriteError::too_large:
      return {PageError::too_large, std::move(failure.message)};
    case html::RewriteError::not_proved:
      break;
  }
  return {PageError::unproved, std::move(failure.message)};
}

/// The link as it stands, and where the rules lead it.
PageLink row_of(html::LinkTarget const& target, html::PagePlaces& places) {
  PageLink row;
  PagePlace place;
  row.length = places.set(place, target.link.span);
  row.line = place.line;
  row.column = place.column;
  row.offset = place.offset;
  row.url = target.target;
  row.raw = target.link.raw;
  row.element = target.link.element;
  row.attribute = target.link.attribute;
  row.ns = target.link.ns;
  row.kind = target.link.kind;
  if (target.base != nullptr) {
    row.base = target.base->resolver.base();
    row.base_source = target.base->source;
  }
  row.context = target.context;
  row.index = target.link.index;
  return row;
}

PageEdit row_of(html::RewriteEdit const& edit, html::PagePlaces& places) {
  PageEdit row;
  row.length = places.set(row, edit.place);
  row.element = edit.link.element;
  row.attribute = edit.link.attribute;
  row.kind = edit.link.kind;
  row.index = edit.link.index;
  row.context = edit.context;
  row.raw = edit.raw;
  row.value = edit.value;
  row.before = edit.before;
  row.after = edit.after;
  row.reason = edit.reason;
  return row;
}

}  // namespace

struct Rewriter::Rules {
  html::PageReading reading;
  std::optional<site::PageRewriter> pages = {};
  bool lists_edits = true;
};

Rewriter::Rewriter(Rewriter&& from) noexcept : PageResult(html::Notes()) {
  *this = std::move(from);
}

Rewriter& Rewriter::operator=(Rewriter&& from) noexcept {
  std::swap(static_cast<PageResult&>(*this), static_cast<PageResult&>(from));
  std::swap(rules_, from.rules_);
  return *this;
}

Rewriter::~Rewriter() {
  delete rules_;
}

Rewriter::Rewriter(RewriteOptions const& options) : PageResult(html::Notes()) {
  auto rules = std::make_unique<Rules>();
  if (auto read = rules->reading.read_options(std::nullopt, options.page); !read) {
    fail(std::move(read.error()));
    return;
  }
  const std::vector<site::UrlPair> rebases = pairs_of(options.rebase);
  const std::vector<site::UrlPair> map = pairs_of(options.map);
  auto prepared = site::PageRewriter::prepare({.document = rules->reading.document(),
                                               .encoding = rules->reading.encoding(),
                                               .form = options.form,
                                               .keep = kept_links(options),
                                               .kinds = rules->reading.kinds(),
                                               .elements = rules->reading.elements(),
                                               .rebases = rebases,
                                               .map = map,
                                               .new_url = options.new_url,
                                               .drop_base = options.drop_base,
                                               .drop_xml_base = options.drop_xml_base,
                                               .verify = options.verify});
  if (!prepared) {
    const bool is_url = prepared.error().url.has_value();
    fail({is_url ? PageError::url : PageError::option, std::move(prepared.error().message)});
    return;
  }
  rules->pages = *std::move(prepared);
  rules->lists_edits = options.edits;
  rules_ = rules.release();
}

RewrittenPage Rewriter::rewrite(std::string_view bytes, std::string_view url,
                                ChangeUrl const& change) const {
  require();
  std::string buffer;
  html::Notes notes;
  const auto source = rules_->reading.decode(bytes, buffer, notes);
  if (!source) return RewrittenPage(source.error());
  html::PagePlaces places(*source);
  std::vector<PageEdit> edits;
  site::PageRun run;
  if (change) {
    run.change = [&](html::LinkTarget& target) {
      std::optional<std::string> answer = change(row_of(target, places));
      if (!answer) return;
      if (*answer != target.target) target.reason = "function";
      target.target = *std::move(answer);
      target.left_alone = target.target == target.url;
    };
  }
  if (rules_->lists_edits) {
    run.edits = [&](html::RewriteEdit const& edit) { edits.push_back(row_of(edit, places)); };
  }
  auto page = rules_->pages->run(*source, url, notes, run);
  if (!page) return RewrittenPage(failure_of(std::move(page.error())));
  html::RewrittenPage& made = page->page;
  RewrittenPage result(std::move(edits), std::move(notes));
  result.bytes_ = made.changed ? std::move(made.bytes) : std::string(bytes);
  result.changed_ = made.changed;
  result.links_ = made.links;
  result.changed_links_ = made.edits;
  result.unusable_answers_ = made.unusable_targets;
  return result;
}

RewrittenPage rewrite(std::string_view bytes, std::string_view url, RewriteOptions const& options,
                      ChangeUrl const& change) {
  const Rewriter rewriter(options);
  if (!rewriter.ok()) return RewrittenPage(rewriter.failure());
  return rewriter.rewrite(bytes, url, change);
}

namespace {

Finding row_of(site::Finding const& finding) {
  Finding row;
  row.rule = name(finding.rule);
  row.severity = name(finding.severity);
  row.file = text::to_valid_utf8(finding.file);
  row.line = finding.line;
  row.column = finding.column;
  row.offset = finding.offset;
  row.length = finding.length;
  row.element = finding.element;
  row.attribute = finding.attribute;
  row.index = finding.index;
  row.raw = finding.raw;
  row.url = finding.url;
  row.base = finding.base;
  row.base_source = finding.base_source;
  row.target = finding.target;
  row.suggestion = finding.suggestion;
  row.message = finding.message;
  row.context = finding.context;
  row.source_line = finding.source_line;
  return row;
}

tl::expected<site::CheckSettings, std::string> settings_of(CheckOptions const& options) {
  site::CheckSettings settings;
  std::vector<std::pair<std::string_view, site::Texts>> texts;
  if (!options.site_url.empty()) texts.push_back({"site-url", {std::string(options.site_url)}});
  for (CheckSetting const& setting : options.settings) {
    const auto known = std::find_if(texts.begin(), texts.end(),
                                    [&](auto const& each) { return each.first == setting.name; });
    site::Texts& values = known != texts.end()
                              ? known->second
                              : texts.emplace_back(setting.name, site::Texts()).second;
    values.emplace_back(setting.value);
  }
  for (auto const& [name, values] : texts) {
    if (auto read = read_check_setting(settings, name, values); !read) {
      return tl::make_unexpected(std::string(name) + ": " + read.error());
    }
  }
  if (settings.external == site::ExternalLinks::check) {
    return tl::make_unexpected("external: this call does not ask the network");
  }
  return settings;
}

}  // namespace

CheckReport check(std::string const& folder, CheckOptions const& options) {
  const auto settings = settings_of(options);
  if (!settings) return CheckReport(PageFailure{PageError::option, settings.error()});
  site::CheckOptions checked = check_options(*settings);
  checked.threads = options.threads;
  checked.is_reported = site::reported_paths(*settings);
  if (std::string fault = site::fault_of_source_folders(checked.sources); !fault.empty()) {
    return CheckReport(PageFailure{PageError::folder, std::move(fault)});
  }
  site::SiteOptions site_options = site::site_options(*settings, folder);
  if (!settings->site_url.empty()) {
    auto url = site::site_address(settings->site_url);
    if (!url) return CheckReport(PageFailure{PageError::url, "site-url"});
    site_options.url = *std::move(url);
  }
  CheckReport report{std::vector<Finding>()};
  const auto add_trouble = [&](std::string const& path, std::string const& why) {
    report.trouble_.push_back({text::to_valid_utf8(path), text::to_valid_utf8(why)});
  };
  const auto site = site::Site::read(std::move(site_options), add_trouble);
  if (!site) return CheckReport(PageFailure{PageError::folder, site.error()});
  std::vector<Finding> rows;
  site::CheckSink sink;
  sink.finding = [&](site::Finding const& finding) {
    rows.push_back(row_of(finding));
    return true;
  };
  sink.trouble = sink.fault = add_trouble;
  const site::CheckSummary summary = site::check(*site, checked, sink);
  if (summary.pages == 0 && summary.other_files == 0 && !settings->allow_empty &&
      !checked.is_reported) {
    return CheckReport(PageFailure{PageError::folder, "it has no file that is checked"});
  }
  CheckReport full(std::move(rows));
  full.trouble_ = std::move(report.trouble_);
  full.pages_ = summary.pages;
  full.links_ = summary.links;
  full.errors_ = summary.errors;
  full.warnings_ = summary.warnings;
  return full;
}

}  // namespace hrefkit
