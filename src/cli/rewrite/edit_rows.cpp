#include "hrefkit/cli/rewrite/edit_rows.h"

#include <cstdint>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

void EditRows::begin(std::string_view name, html::SourceText const& source, RowBuffer& out) {
  file_ = text::to_valid_utf8(name);
  file_fields_.clear();
  if (style_.format == Format::csv) {
    CsvRow(file_fields_, style_).text("file"_key, file_);
  } else {
    append_file_fields(file_fields_, name, style_);
  }
  source_ = &source;
  out_ = &out;
  cursor_.emplace(source.text);
}

void EditRows::begin_document(html::SourceText const& source, RowBuffer& out) {
  file_.clear();
  file_fields_.clear();
  source_ = &source;
  out_ = &out;
  cursor_.emplace(source.text);
}

void EditRows::write(html::RewriteEdit const& edit) {
  const text::LineColumn place = cursor_->at(edit.place.begin);
  switch (style_.format) {
    case Format::text:
      write_text(edit, place);
      break;
    case Format::csv:
      write_fields<CsvRow>(edit, place);
      break;
    case Format::json:
    case Format::jsonl:
      write_fields<JsonRow>(edit, place);
      break;
  }
}

template <typename RowType>
void EditRows::write_fields(html::RewriteEdit const& edit, text::LineColumn place) {
  const std::uint32_t begin = source_->map.to_source(edit.place.begin);
  const std::uint32_t end = source_->map.to_source(edit.place.end);
  RowType row(*out_, style_);
  row.begin();
  row.fields(file_fields_.view());
  row.number("line"_key, place.line);
  row.number("column"_key, place.column);
  row.number("offset"_key, begin);
  row.number("length"_key, end - begin);
  row.text("element"_key, edit.link.element);
  row.text("attribute"_key, edit.link.attribute);
  row.number("index"_key, edit.link.index);
  row.name("kind"_key, name(edit.link.kind));
  row.text("raw"_key, edit.raw);
  row.text("value"_key, edit.value);
  row.text_or_null("before"_key, edit.before.empty() ? std::nullopt : std::optional(edit.before));
  row.text_or_null("after"_key, edit.after.empty() ? std::nullopt : std::optional(edit.after));
  row.name("reason"_key, edit.reason);
  row.optional_name("context"_key, edit.context);
  row.end();
}

/// FILE:LINE:COL: ELEMENT[ATTRIBUTE] RAW => VALUE -> AFTER [REASON]
void EditRows::write_text(html::RewriteEdit const& edit, text::LineColumn place) {
  std::string line;
  append_printable(line, file_, style_.display);
  line += ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ':';
  // A style sheet has neither element nor attribute.
  if (!edit.link.element.empty()) line += ' ';
  append_printable(line, edit.link.element, style_.display);
  if (!edit.link.attribute.empty()) {
    line += '[';
    append_printable(line, edit.link.attribute, style_.display);
    line += ']';
  }
  line += ' ';
  append_printable(line, edit.raw, style_.display);
  line += " => ";
  append_printable(line, edit.value, style_.display);
  if (!edit.after.empty()) {
    line += " -> ";
    append_printable(line, site::shown_url(edit.after), style_.display);
  }
  line.append(" [").append(edit.reason).append("]\n");
  out_->append(line);
}

}  // namespace hrefkit::cli
