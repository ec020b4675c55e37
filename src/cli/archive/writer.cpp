#include "hrefkit/cli/archive/writer.h"

#include <array>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

struct FormatRow {
  ArchiveFormat value;
  std::string_view name;
  std::unique_ptr<ArchiveWriter> (*make)(WriterSettings const& settings);
};

constexpr text::EnumTable<ArchiveFormat::hosts, FormatRow> formats({
    {ArchiveFormat::jsonl, "jsonl", make_link_writer},
    {ArchiveFormat::json, "json", make_link_writer},
    {ArchiveFormat::text, "text", make_link_writer},
    {ArchiveFormat::csv, "csv", make_link_writer},
    {ArchiveFormat::pages, "pages", make_page_writer},
    {ArchiveFormat::wat, "wat", make_wat_writer},
    {ArchiveFormat::cdxj, "cdxj", make_index_writer},
    {ArchiveFormat::cdx, "cdx", make_index_writer},
    {ArchiveFormat::edges, "edges", make_host_writer},
    {ArchiveFormat::hosts, "hosts", make_host_writer},
});

}  // namespace

text::EnumNames<ArchiveFormat> archive_format_names() {
  static constexpr auto names = named_values(formats);
  return names;
}

std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings) {
  return formats[settings.command.format].make(settings);
}

Format row_format(ArchiveFormat format) {
  switch (format) {
    case ArchiveFormat::text:
      return Format::text;
    case ArchiveFormat::csv:
      return Format::csv;
    case ArchiveFormat::json:
      return Format::json;
    default:
      return Format::jsonl;
  }
}

std::string header_of(ArchiveFormat format, RowStyle const& style, bool has_texts) {
  if (format == ArchiveFormat::cdx) return " CDX N b a m s k r M S V g\n";
  if (format == ArchiveFormat::json) return "[";
  if (format != ArchiveFormat::csv) return "";
  std::string header(style.csv_bom ? text::utf8_byte_order_mark : "");
  for (const std::string_view column : link_columns) header.append(column).append(",");
  if (has_texts) header.append(link_text_column).append(",");
  return header.append(header_column) + ",uri,date,recordOffset,recordLength,status\n";
}

std::string footer_of(ArchiveFormat format, bool any_rows) {
  if (format != ArchiveFormat::json) return "";
  return any_rows ? "\n]\n" : "]\n";
}

bool finds_links(ArchiveFormat format) {
  return format != ArchiveFormat::cdxj && format != ArchiveFormat::cdx &&
         format != ArchiveFormat::wat;
}

bool is_sorted_list(ArchiveCommand const& command) {
  const bool may_sort = command.format == ArchiveFormat::cdxj ||
                        command.format == ArchiveFormat::cdx ||
                        command.format == ArchiveFormat::edges;
  return command.format == ArchiveFormat::hosts || (may_sort && command.sort);
}

}  // namespace hrefkit::cli
