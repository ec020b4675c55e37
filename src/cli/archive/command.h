// `hrefkit archive`: every link of the pages in web archives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

/// What is printed of an archive.
enum class ArchiveFormat : std::uint8_t {
  jsonl,  ///< an object a link
  json,   ///< an array of these
  text,   ///< a line a link, for people
  csv,    ///< the same as a table
  pages,  ///< an object a capture
  wat,    ///< a WARC record with an object a record
  cdxj,   ///< an index line a record
  cdx,    ///< the same in the older form of eleven fields
  edges,  ///< pairs of hosts
  hosts,  ///< hosts
};

enum class Compression : std::uint8_t { none, gzip };

/// True for the formats with a row a link.
constexpr bool has_rows(ArchiveFormat format) {
  return format <= ArchiveFormat::csv;
}

/// What makes `archive` exit with 1.
enum class ArchiveFinding : std::uint8_t { damaged, unresolvable, none };

/// `hrefkit archive`: every link of the pages in web archives.
struct ArchiveCommand final : Command {
  ArchiveCommand();
  void add_options(OptionSet& options) override;
  int run(Environment const& environment) const override;
  /// The same once `format` is known.
  int run_format(Environment const& environment) const;

  std::optional<ArchiveFormat> given_format;  ///< of --format
  ArchiveFormat format =
      ArchiveFormat::jsonl;  ///< of the run: without --format, that of the output
  Compression compress = Compression::none;
  std::vector<warc::RecordType> records;  ///< only these; empty: those of the format
  std::vector<html::LinkKind> kinds;      ///< only these; empty: all
  std::vector<std::string> elements;      ///< only these; empty: all
  std::vector<ArchiveFinding> fail_on{ArchiveFinding::damaged};
  html::Engine engine = html::Engine::automatic;
  std::size_t max_body = std::size_t{256} << 20;
  bool sort = false;
  bool missing = false;
  bool unique = false;               ///< each URL once
  std::string extract;               ///< a folder; empty: nothing is extracted
  std::string page;                  ///< the URL of the one page that is extracted; empty: all
  std::vector<std::string> indexes;  ///< CDXJ files that say what the archive has
};

}  // namespace hrefkit::cli
