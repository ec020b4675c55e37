#include "hrefkit/cli/archive/link_rows.h"

#include "hrefkit/cli/archive/known_targets.h"
#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

/// All but base: nothing is fetched by it.
std::vector<html::LinkKind> fetched_kinds() {
  std::vector<html::LinkKind> kinds;
  for (std::size_t i = 0; i < html::link_kind_count; ++i) {
    const auto kind = static_cast<html::LinkKind>(i);
    if (kind != html::LinkKind::base) kinds.push_back(kind);
  }
  return kinds;
}

RowOptions row_options(WriterSettings const& settings) {
  RowOptions options{.style = {.format = Format::jsonl},
                     .kinds = settings.command.kinds,
                     .elements = settings.command.elements};
  if (settings.known != nullptr) {
    if (options.kinds.empty()) options.kinds = fetched_kinds();
    options.is_wanted = [known = settings.known, keys = archive::SurtKeys()](
                            std::string_view url) mutable { return known->lacks(url, keys); };
  }
  return options;
}

}  // namespace

ArchiveLinkRows::ArchiveLinkRows(WriterSettings const& settings)
    : settings_(settings),
      row_options_(row_options(settings)),
      writer_(row_options_, false),
      links_(settings) {}

void ArchiveLinkRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = file;
  rows_ = &rows;
}

void ArchiveLinkRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  links_.open(capture, note);
  if (!links_.base()) return;
  write_tail(capture);
  writer_.begin(file_, *rows_, {tail_.view(), short_tail_.view()});
  for (archive::HeaderLink const& link : links_.headers()) {
    writer_.write({.header = link.header,
                   .raw = link.raw,
                   .reference = link.reference,
                   .rel = link.rel,
                   .index = link.index,
                   .kind = link.kind},
                  *links_.base());
  }
  if (writer_.left_out_header_urls()) {
    note(archive::RecordNote::Kind::body,
         "the URLs of its HTTP fields are too long all together: some links have none");
  }
  const auto take = [&](html::LinkBlock const& block) {
    return writer_.write(block, pause) ? html::Flow::go_on : html::Flow::stop;
  };
  links_.find(capture, take, note);
  links_.close();
}

/// The fields of the capture, which all its rows have.
void ArchiveLinkRows::write_tail(archive::Capture const& capture) {
  short_tail_.clear();
  JsonRow short_tail(short_tail_, row_options_.style);
  short_tail.optional_text("date"_key, text::to_valid_utf8(capture.record->field("WARC-Date")));
  add_record_place(short_tail, capture);
  tail_.clear();
  JsonRow tail(tail_, row_options_.style);
  tail.text("uri"_key, capture.uri);
  tail.fields(short_tail_.view());
}

}  // namespace hrefkit::cli
