#include "hrefkit/cli/archive/page_rows.h"

#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/cli/resolve/selection.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

void ArchivePageRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = text::to_valid_utf8(file);
  rows_ = &rows;
}

void ArchivePageRows::take_base(html::LinkBase const& base, Found& found) {
  found.base = base.resolver.base();
  found.base_source = name(base.source);
}

void ArchivePageRows::count(html::LinkBlock const& block, Found& found) {
  html::LinkBase const* const own = found.has_base ? nullptr : archive::own_base(block);
  if (own != nullptr) {
    take_base(*own, found);
    found.has_base = true;
  }
  ArchiveCommand const& command = settings_.command;
  for (html::Link const& link : block.links) {
    if (!is_selected(command.kinds, command.elements, link)) continue;
    ++found.links;
    url_.clear();
    if (!block.append_url(url_, link)) ++found.unresolvable;
  }
}

ArchivePageRows::Found ArchivePageRows::find(archive::Capture& capture, Note const& note) {
  Found found;
  links_.open(capture, note);
  if (!links_.base()) return found;
  take_base(*links_.base(), found);
  ArchiveCommand const& command = settings_.command;
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(command.kinds, link.kind) || !command.elements.empty()) continue;
    ++found.links;
    if (!links_.base()->resolver.resolve(link.reference)) ++found.unresolvable;
  }
  const bool is_page = links_.find(
      capture, [&](html::LinkBlock const& block) { count(block, found); }, note);
  if (is_page && !found.has_base) {
    if (const auto base = links_.page_base()) take_base(*base, found);
  }
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

}  // namespace hrefkit::cli
