// JSON strings.
#pragma once

#include <string_view>

#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Appends `text` (valid UTF-8) between quotes, escaped as RFC 8259 section 7 demands and no more.
void append_json_string(RowBuffer& out, std::string_view text);

/// The same without the quotes.
void append_json_escaped(RowBuffer& out, std::string_view text);

/// The same as append_json_string in printable ASCII alone: all else is escaped, with a pair of
/// surrogates above U+FFFF. Tools that were made for Python's json expect it.
void append_ascii_json_string(RowBuffer& out, std::string_view text);

}  // namespace hrefkit::cli
