// The fields of a row that name its file.
#pragma once

#include <string_view>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Appends `"file"` for JSON, and, where the name is not UTF-8, `"fileBytes"`: all its bytes,
/// percent-encoded, so that a program can open the file.
void append_file_fields(RowBuffer& out, std::string_view name, RowStyle const& style);

}  // namespace hrefkit::cli
