#include "hrefkit/cli/archive/page_links.h"

#include <utility>

namespace hrefkit::cli {

archive::CaptureOptions link_records(ArchiveCommand const& command) {
  archive::CaptureOptions options;
  options.max_body = command.max_body;
  if (command.records.empty()) return options;
  options.types = {};
  for (const warc::RecordType type : command.records) options.types.add(type);
  return options;
}

void add_record_place(JsonRow& row, archive::Capture const& capture) {
  warc::Record const& record = *capture.record;
  row.number("recordOffset"_key, record.place.offset);
  if (record.length != 0) row.number("recordLength"_key, record.length);
  if (capture.status() != 0) row.number("status"_key, static_cast<std::size_t>(capture.status()));
}

void PageLinks::open(archive::Capture const& capture, ArchiveWriter::Note const& note) {
  base_.reset();
  headers_.clear();
  auto resolver = url::Resolver::with_base(capture.uri, {});
  if (!resolver) {
    return note(archive::RecordNote::Kind::body,
                "its URI is not an absolute URL: no links were looked for");
  }
  base_.emplace(html::LinkBase{.resolver = std::move(*resolver)});
  if (capture.head) headers_ = archive::header_links(*capture.head);
}

bool PageLinks::find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
                     ArchiveWriter::Note const& note) {
  using Kind = archive::RecordNote::Kind;
  if (!capture.document) return false;
  if (const auto opened = page_.open(capture); !opened) {
    note(Kind::body, opened.error());
    return false;
  }
  const auto take_note = [&](html::Note const& found) {
    note(found.kind == html::NoteKind::urls_too_long ? Kind::body : Kind::remark, found.message);
  };
  for (html::Note const& found : page_.notes()) take_note(found);
  const auto found =
      finder_.find(page_.source(), page_.options(),
                   {.links = std::move(links), .notes = take_note, .with_rels = with_rels_});
  if (!found) note(Kind::body, message(found.error()));
  return found.has_value();
}

}  // namespace hrefkit::cli
