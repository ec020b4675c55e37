#include "hrefkit/cli/archive/writer.h"

#include "hrefkit/cli/archive/host_rows.h"
#include "hrefkit/cli/archive/index_rows.h"
#include "hrefkit/cli/archive/link_rows.h"
#include "hrefkit/cli/archive/page_rows.h"
#include "hrefkit/cli/archive/wat_rows.h"

namespace hrefkit::cli {

std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings) {
  switch (settings.command.format) {
    case ArchiveFormat::jsonl:
      return std::make_unique<ArchiveLinkRows>(settings);
    case ArchiveFormat::pages:
      return std::make_unique<ArchivePageRows>(settings);
    case ArchiveFormat::wat:
      return std::make_unique<ArchiveWatRows>(settings);
    case ArchiveFormat::cdxj:
    case ArchiveFormat::cdx:
      return std::make_unique<ArchiveIndexRows>(settings);
    case ArchiveFormat::edges:
    case ArchiveFormat::hosts:
      break;
  }
  return std::make_unique<ArchiveHostRows>(settings);
}

std::string_view header_of(ArchiveFormat format) {
  return format == ArchiveFormat::cdx ? " CDX N b a m s k r M S V g\n" : "";
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
