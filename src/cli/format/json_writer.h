// JSON in the buffers of rows.
#pragma once

#include <string_view>

#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/text/json.h"

namespace hrefkit::cli {

using JsonWriter = text::JsonWriter<RowBuffer>;

/// Appends `text` (valid UTF-8) between quotes in printable ASCII alone: all else is escaped, with
/// a pair of surrogates above U+FFFF. Tools that were made for Python's json expect it.
void append_ascii_json_string(RowBuffer& out, std::string_view text);

}  // namespace hrefkit::cli
