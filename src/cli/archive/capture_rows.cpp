// Rows of captures. The formats jsonl, json, text and csv have a row per link, as `resolve` has,
// with the place of the record behind it; the format pages has a JSON object per capture.
//
//   {"file":"a.warc.gz","line":1,"column":10,...,"uri":"https://a.example/","date":"2024-...",...}
//   {"file":"a.warc.gz","uri":"https://a.example/",...,"links":12,"unresolvable":1}

#include "hrefkit/cli/archive/writer.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/surt.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

/// Adds the record's offset and length and the HTTP status to `row`.
template <typename RowType>
void add_record_place(RowType& row, archive::Capture const& capture) {
  const auto unless_0 = [](std::uint64_t number) {
    return number == 0 ? std::nullopt : std::optional(number);
  };
  warc::Record const& record = *capture.record;
  row.number("recordOffset"_key, record.place.offset);
  row.optional_number("recordLength"_key, unless_0(record.length));
  row.optional_number("status"_key, unless_0(static_cast<std::uint64_t>(capture.status())));
}

class ArchiveLinkRows : public ArchiveWriter {
 public:
  explicit ArchiveLinkRows(WriterSettings const& settings);

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  template <typename RowType>
  void write_tail(archive::Capture const& capture);
  void count_open_names(html::LinkBlock const& block);

  WriterSettings settings_;
  RowOptions row_options_;
  RowWriter writer_;
  PageLinks links_;
  std::string file_;
  FileRows* rows_ = nullptr;
  RowBuffer tail_;
  RowBuffer short_tail_;  // `tail_` without the URI, past the budget for URLs
};

RowOptions row_options(WriterSettings const& settings) {
  RowOptions options{.style = settings.style,
                     .kinds = settings.kinds,
                     .elements = settings.elements,
                     .groups = false,
                     .has_texts = settings.command.has_texts,
                     .is_excluded = settings.is_excluded};
  if (settings.known != nullptr) {
    options.is_wanted = [known = settings.known, keys = archive::SurtKeys()](
                            std::string_view url) mutable { return known->lacks(url, keys); };
  }
  return options;
}

ArchiveLinkRows::ArchiveLinkRows(WriterSettings const& settings)
    : settings_(settings),
      row_options_(row_options(settings)),
      writer_(row_options_, settings.command.unique),
      links_(settings) {}

void ArchiveLinkRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = file;
  rows_ = &rows;
}

void ArchiveLinkRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  links_.open(capture, note);
  if (!links_.base()) return;
  const Format format = settings_.style.format;
  if (format == Format::csv) {
    write_tail<CsvRow>(capture);
  } else {
    write_tail<JsonRow>(capture);
  }
  // Lines and columns are positions in the page, which people find by its URL.
  writer_.begin(format == Format::text ? capture.uri : file_, *rows_,
                {tail_.view(), short_tail_.view()});
  for (archive::HeaderLink const& link : links_.headers()) {
    writer_.write({.header = link.header,
                   .raw = link.raw,
                   .reference = link.reference,
                   .rel = link.rel,
                   .index = link.index,
                   .kind = link.kind,
                   .use = link.use},
                  *links_.base());
  }
  if (writer_.left_out_header_urls()) {
    note(archive::RecordNote::Kind::body,
         "the URLs of its HTTP fields are too long in total: some links have none");
  }
  const auto write_block = [&](html::LinkBlock const& block) {
    if (settings_.known != nullptr && capture.is_script()) count_open_names(block);
    return writer_.write(block, pause) ? html::Flow::go_on : html::Flow::stop;
  };
  links_.find(capture, write_block, note);
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  rows_->computed_imports += links_.computed_imports();
  links_.close();
}

/// Counts the names in a script that may be missing, if only it were known which page runs it.
void ArchiveLinkRows::count_open_names(html::LinkBlock const& block) {
  std::string url;
  for (html::Link const& link : block.links) {
    if (!html::may_be_used(link)) continue;
    if (!is_selected(settings_.kinds, settings_.elements, link)) continue;
    const auto resolved = block.append_by(url, link, link.base);
    url.clear();
    const bool is_open = !resolved && needs_page(resolved.error(), links_.is_run_script());
    if (is_open) ++rows_->open_names;
  }
}

/// Formats the fields that all rows of a capture have.
template <typename RowType>
void ArchiveLinkRows::write_tail(archive::Capture const& capture) {
  const auto write = [&](RowBuffer& buffer, std::string_view uri) {
    buffer.clear();
    RowType tail(buffer, row_options_.style);
    tail.optional_text("uri"_key, uri);
    tail.optional_text("date"_key, text::to_valid_utf8(capture.record->field("WARC-Date")));
    add_record_place(tail, capture);
  };
  write(tail_, capture.uri);
  write(short_tail_, {});
}

// The format pages: a JSON object per capture.

class ArchivePageRows : public ArchiveWriter {
 public:
  explicit ArchivePageRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  /// The links and the base URL of one document.
  struct Found {
    std::size_t links = 0;
    std::size_t unresolvable = 0;
    bool has_base = false;  ///< `base` comes from a link, not only from the URI
    std::string base;
    std::string_view base_source;
  };

  Found find(archive::Capture& capture, Note const& note);
  static void set_base(html::LinkBase const& base, Found& found);
  void count(html::LinkBlock const& block, Found& found);

  WriterSettings settings_;
  PageLinks links_;
  std::string file_;
  std::string url_;
  FileRows* rows_ = nullptr;
};

void ArchivePageRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = text::to_valid_utf8(file);
  rows_ = &rows;
}

void ArchivePageRows::set_base(html::LinkBase const& base, Found& found) {
  found.base = base.resolver.base();
  found.base_source = name(base.source);
}

void ArchivePageRows::count(html::LinkBlock const& block, Found& found) {
  html::LinkBase const* const own = found.has_base ? nullptr : html::own_base(block);
  if (own != nullptr) {
    set_base(*own, found);
    found.has_base = true;
  }
  for (html::Link const& link : block.links) {
    if (!is_selected(settings_.kinds, settings_.elements, link)) continue;
    url_.clear();
    const bool is_resolved = block.append_url(url_, link).has_value();
    if (settings_.is_excluded && settings_.is_excluded(is_resolved ? url_ : link.raw)) continue;
    ++found.links;
    if (!is_resolved) ++found.unresolvable;
  }
}

ArchivePageRows::Found ArchivePageRows::find(archive::Capture& capture, Note const& note) {
  Found found;
  links_.open(capture, note);
  if (!links_.base()) return found;
  set_base(*links_.base(), found);
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(settings_.kinds, settings_.elements, link.kind)) continue;
    const auto url = links_.base()->resolver.resolve(link.reference);
    if (settings_.is_excluded && settings_.is_excluded(url ? *url : link.raw)) continue;
    ++found.links;
    if (!url) ++found.unresolvable;
  }
  const bool is_page = links_.find(
      capture, [&](html::LinkBlock const& block) { count(block, found); }, note);
  if (is_page && !found.has_base) {
    if (const auto base = links_.page_base()) set_base(*base, found);
  }
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  rows_->computed_imports += links_.computed_imports();
  links_.close();
  return found;
}

void ArchivePageRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  const Found found = find(capture, note);
  warc::Record const& record = *capture.record;
  rows_->count += found.links;
  rows_->unresolvable += found.unresolvable;
  JsonRow row(rows_->rows, {.format = Format::jsonl});
  row.begin();
  row.text("file"_key, file_);
  row.text("uri"_key, capture.uri);
  if (links_.base()) {
    row.text("url"_key, url::without_fragment(links_.base()->resolver.base()));
  }
  row.optional_text("date"_key, text::to_valid_utf8(record.field("WARC-Date")));
  row.name("type"_key, name(record.type));
  add_record_place(row, capture);
  row.optional_text("mime"_key, text::to_valid_utf8(capture.media_type));
  if (capture.document) {
    html::EncodingChoice const& encoding = links_.page().source().encoding;
    row.name("encoding"_key, text::name(encoding.encoding));
    row.name("encodingSource"_key, html::name(encoding.source));
  }
  row.optional_text("base"_key, found.base);
  row.optional_name("baseSource"_key, found.base_source);
  if (auto const* const to = archive::find_redirect(capture.status(), links_.headers())) {
    const auto url = links_.base()->resolver.resolve(to->reference);
    if (url) row.text("redirect"_key, *url);
  }
  row.number("links"_key, found.links);
  row.number("unresolvable"_key, found.unresolvable);
  row.end();
  pause();
}

}  // namespace

std::unique_ptr<ArchiveWriter> make_link_writer(WriterSettings const& settings) {
  return std::make_unique<ArchiveLinkRows>(settings);
}

std::unique_ptr<ArchiveWriter> make_page_writer(WriterSettings const& settings) {
  return std::make_unique<ArchivePageRows>(settings);
}

}  // namespace hrefkit::cli
