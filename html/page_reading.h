// How the calls of hrefkit.h read a page: their options, its text, the places in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/hrefkit.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// How a page is read. Options view it, so it stays where it is.
class PageReading {
 public:
  PageReading() = default;
  PageReading(PageReading const&) = delete;
  PageReading& operator=(PageReading const&) = delete;

  /// Reads the options of a page at `url`, which must be absolute; nullopt: of pages whose
  /// addresses come later.
  tl::expected<void, PageFailure> read_options(std::optional<std::string_view> url,
                                               PageOptions const& page);

  /// Decodes a page. `bytes` and `buffer` must outlive the source.
  tl::expected<SourceText, PageFailure> decode(std::string_view bytes, std::string& buffer,
                                               Notes& notes) const;

  DocumentOptions const& document() const { return document_; }
  EncodingOptions const& encoding() const { return encoding_; }
  LinkKinds const& kinds() const { return kinds_; }
  ElementNames const& elements() const { return elements_; }

  bool wants(Link const& link) const { return is_selected(kinds_, elements_, link); }

 private:
  EncodingOptions encoding_;
  std::string charset_;  // viewed by `encoding_`
  bool is_decoded_ = false;
  DocumentOptions document_;
  ExtraAttributes attributes_;
  LinkKinds kinds_;
  ElementNames elements_;
};

/// Places in a page.
class PagePlaces {
 public:
  /// `source` must outlive this.
  explicit PagePlaces(SourceText const& source) : map_(source.map), cursor_(source.text) {}

  /// Sets the place that begins at byte `begin` of the text.
  void set(PagePlace& place, std::uint32_t begin) {
    const text::LineColumn at = cursor_.at(begin);
    place.line = at.line;
    place.column = at.column;
    place.offset = map_.to_source(begin);
  }

  /// The same for a part of the text; its length in the page.
  std::size_t set(PagePlace& place, text::Span span) {
    set(place, span.begin);
    return map_.to_source(span.end) - place.offset;
  }

 private:
  text::SourceMap const& map_;
  text::LineCursor cursor_;
};

}  // namespace hrefkit::html
