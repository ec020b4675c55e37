#include "hrefkit/html/hrefkit.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit {

namespace {

/// The decoding of a page.
struct Reading {
  html::EncodingOptions options;
  std::string charset;  ///< viewed by `options`
};

tl::expected<void, PageError> read_options(PageOptions const& page, Reading& reading) {
  if (!page.content_type.empty()) {
    const auto type = html::parse_media_type(page.content_type, html::TypeSyntax::browsers);
    const auto parser = type ? html::content_type_of(type->essence) : std::nullopt;
    if (!parser) return tl::make_unexpected(PageError::content_type);
    reading.options.content_type = *parser;
    reading.charset = type->charset.value_or("");
    reading.options.transport_charset = reading.charset;
  }
  if (!page.encoding.empty()) {
    reading.options.encoding = text::encoding_from_label(page.encoding);
    if (!reading.options.encoding) return tl::make_unexpected(PageError::encoding);
  }
  reading.options.fallback.utf_8_if_valid = page.utf_8_if_valid;
  if (!page.encoding_fallback.empty()) {
    const auto fallback = text::encoding_from_label(page.encoding_fallback);
    if (!fallback) return tl::make_unexpected(PageError::encoding);
    reading.options.fallback.encoding = *fallback;
  }
  return {};
}

html::DocumentOptions document_options(std::string_view url, PageOptions const& page) {
  html::DocumentOptions options;
  options.url = url;
  options.standard = page.standard;
  options.xml_base = page.xml_base;
  options.scripting = page.scripting;
  options.templates = page.templates;
  options.also = page.also;
  options.creator = page.creator;
  options.container = page.container;
  options.content_security_policies.assign(page.content_security_policies.begin(),
                                           page.content_security_policies.end());
  return options;
}

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
    all.reserve(size_);
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

}  // namespace

char const* UnreadPage::what() const noexcept {
  return message(error()).data();  // a literal, with its end
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
  }
  return {};
}

Links links(std::string_view bytes, std::string_view url, PageOptions const& options) {
  Reading reading;
  if (const auto read = read_options(options, reading); !read) {
    return Links(tl::make_unexpected(read.error()));
  }
  std::string buffer;
  html::Notes notes;
  const auto source = options.decoded ? html::source_from_decoded(bytes, reading.options, buffer)
                                      : html::decode_source(bytes, reading.options, buffer, notes);
  if (!source) return Links(tl::make_unexpected(PageError::too_large));
  RowChunks rows;
  std::string made_url;
  text::LineCursor cursor(source->text);
  const auto append_rows = [&](html::LinkBlock const& block) {
    std::vector<PageLink>& chunk = rows.with_room(block.links.size());
    for (html::Link const& link : block.links) {
      set_row(chunk.emplace_back(), block, link, cursor, made_url);
    }
  };
  const auto append_note = [&](html::Note const& note) { notes.push_back(note); };
  const auto found =
      html::find_links(*source, document_options(url, options),
                       {.links = append_rows, .notes = append_note, .with_rels = true});
  if (!found) {
    const bool is_url = found.error() == html::FindError::unusable_url;
    return Links(tl::make_unexpected(is_url ? PageError::url : PageError::too_large));
  }
  return Links(std::move(rows).join(), std::move(notes));
}

}  // namespace hrefkit
