// The fields of a row that name a place in the sources of a build (--sources).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/site/check.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

/// The columns of CSV: only where sources are read.
inline constexpr std::array<std::string_view, 3> source_columns{"sourceFile", "sourceLine",
                                                                "sourceColumn"};

/// Writes `"source"`, with the file alone where no more is known, or nothing.
inline void write_source(JsonRow& row, site::FindingSource const& source) {
  if (!source.has_file()) return;
  row.nested("source"_key, [&source](JsonWriter& json) {
    json.begin_object();
    json.member("file", text::to_valid_utf8(source.file));
    if (source.has_line()) {
      json.member("line", source.line);
      json.member("column", source.column);
      json.member("offset", source.offset);
      json.member("length", source.length);
      if (source.has_fix()) json.member("fix", source.fix);
    }
    json.end_object();
  });
}

/// The same as the columns of CSV.
inline void write_source(CsvRow& row, site::FindingSource const& source) {
  const auto number = [&source](std::size_t value) {
    return source.has_line() ? std::to_string(value) : std::string();
  };
  row.field(text::to_valid_utf8(source.file));
  row.field(number(source.line));
  row.field(number(source.column));
}

}  // namespace hrefkit::cli
