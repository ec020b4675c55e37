// `hrefkit archive`: its options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

/// The output format.
enum class ArchiveFormat : std::uint8_t {
  jsonl,  ///< a JSON object per link
  json,   ///< one array of these objects
  text,   ///< a line per link, for people
  csv,    ///< a table with a row per link
  pages,  ///< a JSON object per capture
  wat,    ///< a WARC record with a JSON object per record
  cdxj,   ///< an index line per record
  cdx,    ///< the same in the older format with eleven fields
  edges,  ///< pairs of linked hosts
  hosts,  ///< the list of hosts
};

enum class Compression : std::uint8_t { none, gzip };

/// True for the formats with a row per link.
constexpr bool has_rows(ArchiveFormat format) {
  return format <= ArchiveFormat::csv;
}

/// The causes of exit code 1 (--fail-on).
enum class ArchiveFinding : std::uint8_t { damaged, unresolvable, none };

/// The command `archive`.
struct ArchiveCommand final : Command {
  ArchiveCommand();
  void add_options(OptionSet& options) override;
  int run(Environment const& environment) const override;
  std::vector<Destination> outputs() const override {
    return {{"--output", common.output}, {"--extract", extract}};
  }
  /// Runs the command after `format` was set.
  int run_format(Environment const& environment) const;

  std::optional<ArchiveFormat> requested_format;  ///< --format
  ArchiveFormat format =
      ArchiveFormat::jsonl;  ///< the one in use: `requested_format`, or by the name of the output
  Compression compress = Compression::none;
  std::vector<warc::RecordType> records;  ///< only these; empty: the format's own choice
  std::vector<html::LinkKind> kinds;      ///< only these; empty: all
  std::vector<std::string> elements;      ///< only these; empty: all
  std::vector<ArchiveFinding> fail_on{ArchiveFinding::damaged};
  html::Engine engine = html::Engine::automatic;
  std::size_t max_body = std::size_t{256} << 20;
  bool sort = false;
  bool missing = false;
  bool unique = false;               ///< print each URL once
  bool has_texts = false;            ///< rows have the texts of links
  std::string extract;               ///< the folder to extract to; empty: none
  std::string page;                  ///< the URL of the only page to extract; empty: all
  std::vector<std::string> indexes;  ///< --cdxj: CDXJ files with the archive's captures
};

}  // namespace hrefkit::cli
