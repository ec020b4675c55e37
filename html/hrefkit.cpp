#include "hrefkit/html/hrefkit.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/base_report.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/page_reading.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit {

namespace {

/// The rows of a page while their number is not known: one vector that grows would keep up to three
/// times the memory of the rows.
class RowChunks {
 public:
  /// The last chunk, with room for `count` more rows.
  std::vector<PageLink>& with_room(std::size_t count) {
    if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < count) {
      const std::size_t room = size_ < few_rows ? size_ : large_chunk;
      chunks_.emplace_back().reserve(std::max(count, room));
    }
    size_ += count;
    return chunks_.back();
  }

  /// All rows. Each chunk is freed once its rows have moved.
  std::vector<PageLink> join() && {
    if (chunks_.empty()) return {};
    if (chunks_.size() == 1) return std::move(chunks_.front());
    std::vector<PageLink> all;
    std::size_t size = 0;
    for (std::vector<PageLink> const& chunk : chunks_) size += chunk.size();
    all.reserve(size);
    for (std::vector<PageLink>& chunk : chunks_) {
      std::move(chunk.begin(), chunk.end(), std::back_inserter(all));
      std::vector<PageLink>().swap(chunk);
    }
    return all;
  }

 private:
  static constexpr std::size_t few_rows = (std::size_t{8} << 20) / sizeof(PageLink);
  /// FAST: glibc maps blocks above 32 MiB one by one: unused pages cost nothing, and all pages go
  /// back to the system when the chunk is freed.
  static constexpr std::size_t large_chunk = (std::size_t{34} << 20) / sizeof(PageLink);

  std::vector<std::vector<PageLink>> chunks_;
  std::size_t size_ = 0;
};

/// Sets the fields of a new row. `url` is memory for URLs while they are made, so that a row asks
/// for as much as it needs, once a string.
void set_row(PageLink& row, html::LinkBlock const& block, html::Link const& link,
             text::LineCursor& cursor, std::string& url) {
  html::LinkBase const& base = block.bases[link.base];
  url.clear();
  if (const auto made = block.append_url(url, link); !made) row.error = made.error();
  row.url = url;
  row.raw = link.raw;
  row.element = link.element;
  row.attribute = link.attribute;
  row.ns = link.ns;
  row.kind = link.kind;
  if (row.error != url::Error::too_long) row.base = base.resolver.base();
  row.base_source = base.source;
  row.context = block.contexts[link.context].path;
  row.rel = block.row_rel_of(link);
  row.index = link.index;
  const text::LineColumn place = cursor.at(link.span.begin);
  row.line = place.line;
  row.column = place.column;
  row.offset = block.bytes_of(link).begin;
  row.length = block.bytes_of(link).length();
  if (link.loaded_base != link.base && !link.empty) {
    url.clear();
    const auto loaded = block.append_loaded(url, link);
    if (!loaded && loaded.error() == url::Error::too_long) {
      row.error = url::Error::too_long;
      row.url.clear();
      row.base.clear();
    } else if (url != row.url) {
      row.loaded = url;
    }
  }
}

tl::expected<html::BaseChanges, PageFailure> base_changes(EffectOptions const& options,
                                                          html::DocumentOptions const& document) {
  html::BaseChanges changes;
  changes.remove_base = options.remove_base;
  changes.set_base = options.set_base;
  for (NewXmlBase const& change : options.set_xml_base) {
    changes.xml_bases.push_back({std::string(change.selector), std::string(change.value)});
  }
  for (const std::string_view selector : options.remove_xml_base) {
    changes.xml_bases.push_back({std::string(selector), std::nullopt});
  }
  if (!options.new_url.empty()) {
    const auto url = url::Resolver({.standard = document.standard}).resolve(options.new_url);
    if (!url) return tl::make_unexpected(PageFailure{PageError::url, "new_url"});
    changes.new_address = document;
    changes.new_address->url = *url;
  }
  return changes;
}

PageFailure failure_of(html::BaseChangeFailure failure) {
  const bool is_option = failure.error == html::BaseChangeError::contradiction ||
                         failure.error == html::BaseChangeError::unused_base;
  return {is_option ? PageError::option : PageError::selector, std::move(failure.message)};
}

}  // namespace

char const* UnreadPage::what() const noexcept {
  return message(error()).data();  // a literal, with its end
}

void fail_unread(PageError error) {
  throw UnreadPage(error);
}

std::string PageResult::message() const {
  if (!failure_) return {};
  std::string text(hrefkit::message(failure_->error));
  if (!failure_->detail.empty()) text.append(": ").append(failure_->detail);
  return text;
}

std::string_view message(PageError error) {
  switch (error) {
    case PageError::url:
      return "the address of the page, or of its creator or container, is not an absolute URL";
    case PageError::content_type:
      return "the content type is not that of HTML, XML, CSS or a manifest";
    case PageError::encoding:
      return "the encoding's label is unknown";
    case PageError::too_large:
      return "the page is larger than 4 GiB";
    case PageError::option:
      return "an option has a value that does not exist";
    case PageError::selector:
      return "a selector cannot be used";
    case PageError::unproved:
      return "the rewritten page does not have the links that it should have";
    case PageError::folder:
      return "the folder cannot be read as a site";
  }
  return {};
}

Links links(std::string_view bytes, std::string_view url, PageOptions const& options) {
  html::PageReading reading;
  if (const auto read = reading.read_options(url, options); !read) return Links(read.error());
  std::string buffer;
  html::Notes notes;
  const auto source = reading.decode(bytes, buffer, notes);
  if (!source) return Links(source.error());
  RowChunks rows;
  std::string made_url;
  text::LineCursor cursor(source->text);
  std::optional<html::LinkBase> base;
  const auto append_rows = [&](html::LinkBlock const& block) {
    learn_base(base, block);
    std::vector<PageLink>& chunk = rows.with_room(block.links.size());
    for (html::Link const& link : block.links) {
      if (!reading.wants(link)) continue;
      set_row(chunk.emplace_back(), block, link, cursor, made_url);
    }
  };
  const auto append_note = [&](html::Note const& note) { notes.push_back(note); };
  const auto found = html::find_links(
      *source, reading.document(), {.links = append_rows, .notes = append_note, .with_rels = true});
  if (!found) {
    const bool is_url = found.error() == html::FindError::unusable_url;
    return Links(PageFailure{is_url ? PageError::url : PageError::too_large});
  }
  if (!base) base = base_without_links(*source, reading.document());
  Links links(std::move(rows).join(), std::move(notes));
  if (base) {
    links.base_ = base->resolver.base();
    links.base_source_ = base->source;
  }
  links.encoding_ = name(source->encoding.encoding);
  return links;
}

PageBases base(std::string_view bytes, std::string_view url, PageOptions const& options) {
  html::PageReading reading;
  if (const auto read = reading.read_options(url, options); !read) return PageBases(read.error());
  std::string buffer;
  html::Notes notes;
  const auto source = reading.decode(bytes, buffer, notes);
  if (!source) return PageBases(source.error());
  const html::BaseReport report(*source, reading.document(), notes);
  html::PagePlaces places(*source);
  std::vector<PageBase> rows;
  rows.reserve(report.documents().size());
  for (html::ReportedBases const& document : report.documents()) {
    PageBase& row = rows.emplace_back();
    row.context = document.path;
    row.address = document.address;
    row.base = document.base.value_or("");
    row.fallback = document.fallback.value_or("");
    row.source = document.source;
    row.fallback_source = document.fallback_source;
    row.elements.reserve(document.elements.size());
    for (html::ReportedBaseElement const& element : document.elements) {
      PageBaseElement& added = row.elements.emplace_back();
      added.href = element.href;
      added.fate = element.status;
      places.set(added, element.begin);
    }
    row.scopes.reserve(document.scopes.size());
    for (html::ReportedBaseScope const& scope : document.scopes) {
      PageBaseScope& added = row.scopes.emplace_back();
      added.element = scope.name;
      added.value = scope.value;
      added.base = scope.base;
      places.set(added, scope.begin);
    }
  }
  return PageBases(std::move(rows), std::move(notes));
}

PageEffects effects(std::string_view bytes, std::string_view url, EffectOptions const& options) {
  html::PageReading reading;
  if (const auto read = reading.read_options(url, options.page); !read) {
    return PageEffects(read.error());
  }
  html::DocumentOptions document = reading.document();
  document.feed_contents = false;  // they are no browsing contexts
  const auto changes = base_changes(options, document);
  if (!changes) return PageEffects(changes.error());
  std::string buffer;
  html::Notes notes;
  const auto source = reading.decode(bytes, buffer, notes);
  if (!source) return PageEffects(source.error());
  html::LiveContexts contexts(html::ContextTree(*source, document, notes), document);
  html::EffectRecorder recorder(contexts, document.also);
  if (const auto made = html::make_base_changes(*changes, contexts, recorder); !made) {
    return PageEffects(failure_of(made.error()));
  }
  html::PagePlaces places(*source);
  std::vector<PageEffect> rows;
  recorder.report([&](html::UrlEffect const& effect) {
    PageEffect& row = rows.emplace_back();
    row.element = effect.name;
    row.attribute = attribute_name(*effect.row);
    row.raw = effect.raw;
    row.effect = name(effect.effect);
    row.before = effect.before;
    row.after = effect.after;
    row.stale = effect.stale;
    for (const html::Hazard hazard : effect.hazards) row.hazards.push_back(name(hazard));
    row.index = effect.index;
    row.kind = effect.kind;
    row.length = places.set(row, effect.span);
    if (effect.context != 0) row.context = contexts.path(effect.context);
  });
  return PageEffects(std::move(rows), std::move(notes));
}

}  // namespace hrefkit
