#include "hrefkit/site/fix/page_fixer.h"

#include <algorithm>
#include <span>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/fix/file_edits.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

void FoundFix::add_to(Finding& finding) const {
  if (url.empty()) return;
  finding.fix = {.offset = offset,
                 .length = length,
                 .begin = begin,
                 .end = end,
                 .value = value,
                 .url = url,
                 .edits = edits,
                 .is_in_generated = is_in_generated};
}

bool names_generator(std::string_view text) {
  const auto metas = html::find_elements(text, "meta", true);
  return std::any_of(metas.begin(), metas.end(), [](html::FoundElement const& meta) {
    const auto name = meta.element.attribute("name");
    return name && text::equals_ignoring_ascii_case(*name, "generator");
  });
}

FixFinder::FixFinder(CheckedSite const& checked, CheckOptions const& options, IdForms& ids,
                     SheetEncodings const& sheets, ScriptGraph const& scripts)
    : checked_(checked), targets_(checked, options, ids) {
  page_.options.also = options.also;
  page_.options.xml_base = options.xml_base;
  page_.options.feed_base = options.feed_base;
  page_.sheets = &sheets;
  page_.scripts = &scripts;
}

void FixFinder::begin(std::uint32_t page) {
  number_ = page;
  findings_ = 0;
  wanted_bytes_ = 0;
  is_own_ = checked_.site.is_own_file(checked_.site.pages()[page]);
  wanted_.clear();
}

void FixFinder::add(Finding const& finding) {
  const std::size_t number = findings_++;
  if (!is_own_ || !may_be_fixed(finding.rule) || wanted_bytes_ > max_wanted_bytes) return;
  auto target = targets_.find(finding, number_);
  if (!target) return;
  wanted_bytes_ += target->size();
  wanted_.push_back({.number = number,
                     .offset = finding.offset,
                     .key = key_of(finding.raw, finding.attribute, finding.context, finding.index),
                     .url = text::hash64(*finding.url, seed_),
                     .target = *std::move(target)});
}

std::uint64_t FixFinder::key_of(std::string_view raw, std::string_view attribute,
                                std::string_view context, std::uint32_t index) const {
  const std::uint64_t place = text::hash64(context, text::hash64(attribute, seed_ + index));
  return text::hash64(raw, place);
}

/// The finding of a link: its own, or that of another attribute of its element with the same URL.
/// A check reports one of `src` and `srcset`.
FixFinder::Wanted* FixFinder::wanted_for(html::Link const& link, std::string_view url,
                                         std::string_view context) {
  text::SourceMap const* const map = page_.map();
  const std::size_t offset = map == nullptr ? link.span.begin : map->to_source(link.span.begin);
  auto wanted = std::lower_bound(wanted_.begin(), wanted_.end(), offset,
                                 [](Wanted const& a, std::size_t at) { return a.offset < at; });
  for (; wanted != wanted_.end() && wanted->offset == offset; ++wanted) {
    if (wanted->key != key_of(link.raw, link.attribute, context, link.index)) continue;
    if (wanted->url != text::hash64(url, seed_)) continue;
    // A link that loads another URL than it has in the end is left to people.
    if (link.loaded_base != link.base || link.place_base != link.base) return nullptr;
    wanted->element_key = link.element_key;
    last_met_ = static_cast<std::size_t>(wanted - wanted_.begin());
    return &*wanted;
  }
  const bool may_share = link.attribute == "src" || link.attribute == "srcset";
  if (!may_share || last_met_ >= wanted_.size() || !context.empty()) return nullptr;
  if (link.element_key == html::Link::no_element) return nullptr;
  constexpr std::size_t max_shared = 64;  // an element may have very many candidates
  const std::uint64_t hash = text::hash64(url, seed_);
  for (std::size_t i = 0; i <= std::min(last_met_, max_shared); ++i) {
    Wanted& met = wanted_[last_met_ - i];
    if (met.element_key != link.element_key) return nullptr;
    if (met.url == hash) return &met;
  }
  return nullptr;
}

/// An edit of the page's text as one of its bytes; nothing where its encoding needs more.
std::optional<FixEdit> FixFinder::edit_of(html::RewriteEdit const& edit) const {
  text::SourceMap const* const map = page_.map();
  const auto at = [map](std::uint32_t place) -> std::size_t {
    return map == nullptr ? place : map->to_source(place);
  };
  auto after = encoded(edit.value, page_.source);
  if (!after) return std::nullopt;
  const std::size_t begin = at(edit.place.begin);
  return FixEdit{begin, page_.bytes.substr(begin, at(edit.place.end) - begin), *std::move(after)};
}

std::vector<FoundFix> FixFinder::finish() {
  std::vector<FoundFix> fixes;
  if (wanted_.empty() || !open_page(checked_.site, number_, page_) || !page_.binary.empty()) {
    return fixes;
  }
  std::stable_sort(wanted_.begin(), wanted_.end(),
                   [](Wanted const& a, Wanted const& b) { return a.offset < b.offset; });
  last_met_ = wanted_.size();
  html::RewriteOptions options{.document = page_.options, .encoding = page_.decoding};
  if (checked_.site.options().url == default_site_url) options.unnamed_origin = default_site_url;
  fixes.resize(findings_);
  std::vector<FixEdit> all;
  bool is_right = true;
  const auto map_url = [this](html::LinkTarget& target) {
    Wanted const* const wanted = wanted_for(target.link, target.url, target.context);
    if (wanted != nullptr) target.target = wanted->target;
  };
  text::LineCursor cursor(page_.source.text);
  const auto position = [&cursor](std::size_t offset) {
    const text::LineColumn at = cursor.at(offset);
    return FindingPosition{at.line, at.column, cursor.byte_column()};
  };
  const auto report = [&](html::RewriteEdit const& edit) {
    Wanted const* const wanted = wanted_for(edit.link, edit.before, edit.context);
    auto written = edit_of(edit);
    is_right &= wanted != nullptr && written.has_value();
    if (!is_right) return;
    FoundFix& fix = fixes[wanted->number];
    all.push_back(*written);
    fix.edits.push_back(*std::move(written));
    if (fix.edits.size() > 1) return;
    fix.url = wanted->target;
    fix.offset = fix.edits[0].offset;
    fix.length = fix.edits[0].before.size();
    fix.begin = position(edit.place.begin);
    fix.end = position(edit.place.end);
    fix.value = edit.value;
  };
  html::Notes notes;
  const auto written = rewriter_.rewrite(page_.source, options, map_url, notes, report);
  is_right &= written && written->changed && !html::has_fault(notes);
  if (is_right) {
    std::string spliced = page_.bytes;
    is_right = splice(all, spliced) && spliced == written->bytes;
  }
  if (!is_right) return {};
  const bool is_generated = names_generator(page_.source.text);
  for (FoundFix& fix : fixes) fix.is_in_generated = is_generated;
  return fixes;
}

}  // namespace hrefkit::site
