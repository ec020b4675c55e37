// Text from input, made safe to show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/text/text.h"  // IWYU pragma: export

namespace hrefkit::cli {

/// Where a text is shown.
enum class Display : bool { stream, terminal };

/// True for the control and bidirectional formatting characters, which can move the cursor, set
/// colours or reorder what is read, and for the line separators.
bool is_unsafe(char32_t c);

/// Appends `text` (UTF-8; ill-formed bytes become U+FFFD) so that it stays on its line: line breaks
/// and tabs become \n, \r and \t. On a terminal all unsafe characters become \x1B or \u202E.
void append_printable(std::string& out, std::string_view text, Display display);

/// A message as shown: without the made-up host of a folder without an address, and of a very long
/// one, which has a very long value, the start and the end.
std::string shown_message(std::string_view message);

/// `text` as an HTML page shows it: the unsafe characters are escaped as on a terminal, but tabs
/// and line breaks, which a page shows as space, stay.
std::string shown_text(std::string_view text);

// Columns of a terminal: East Asian wide characters and most emoji are two wide, combining marks
// none.

std::size_t display_columns(std::string_view text);

/// The bytes of the characters at the start of `text` that fit into `columns`.
std::size_t first_columns(std::string_view text, std::size_t columns);

/// The bytes of the characters that begin within the first `columns`: the next character begins at
/// or behind that column.
std::size_t after_columns(std::string_view text, std::size_t columns);

/// Appends JSON (UTF-8) so that it means the same and is safe on a terminal: unsafe characters
/// become \u escapes. JSON itself escapes the C0 controls in strings, and no unsafe character is
/// outside of them.
void append_printable_json(std::string& out, std::string_view json);

/// `json` as shown: itself, or on a terminal the result of `append_printable_json`, which replaces
/// `buffer`.
std::string_view shown_json(std::string_view json, Display display, std::string& buffer);

}  // namespace hrefkit::cli

namespace hrefkit::cli::sgr {

// The colours and weights of text on a terminal: "select graphic rendition" (ECMA-48, 8.3.117).

inline constexpr std::string_view plain = "\x1B[0m";
inline constexpr std::string_view bold = "\x1B[1m";
inline constexpr std::string_view dim = "\x1B[2m";
inline constexpr std::string_view red = "\x1B[31m";
inline constexpr std::string_view green = "\x1B[32m";
inline constexpr std::string_view yellow = "\x1B[33m";
inline constexpr std::string_view cyan = "\x1B[36m";

}  // namespace hrefkit::cli::sgr

namespace hrefkit::cli {

using text::counted;
using text::grouped_number;

}  // namespace hrefkit::cli
