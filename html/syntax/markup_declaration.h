// The ends of comments and other markup that begins with `<!` or `<?` (HTML Standard 13.2.5.41 on),
// and the characters that end the parts of a tag.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

/// Whether `<![CDATA[` opens a section: only where the adjusted current node is foreign.
enum class Cdata : std::uint8_t { comment, section };

/// The delimiters of a CDATA section.
inline constexpr std::string_view cdata_start = "<![CDATA[";
inline constexpr std::string_view cdata_end = "]]>";

/// The offset after the comment, doctype or CDATA section whose `<!` is at `begin` ("markup
/// declaration open state", 13.2.5.42); `text.size()` if it does not end.
std::size_t skip_markup_declaration(std::string_view text, std::size_t begin, Cdata cdata);

/// The offset after the end of a bogus comment (13.2.5.41), which is searched from `from` on.
std::size_t skip_bogus_comment(std::string_view text, std::size_t from);

}  // namespace hrefkit::html

namespace hrefkit::html::tag_syntax {

// The characters that end the parts of a tag (HTML Standard 13.2.5.8 and 13.2.5.32 to 13.2.5.38).
// CR is one of them, because the input stream's CR becomes LF (13.2.3.5).

inline constexpr text::ByteSet white_space = text::ascii_whitespace;
inline constexpr text::ByteSet tag_name_end = white_space | text::ByteSet("/>");
inline constexpr text::ByteSet attribute_name_end = white_space | text::ByteSet("/>=");
inline constexpr text::ByteSet unquoted_value_end = white_space | text::ByteSet(">");

}  // namespace hrefkit::html::tag_syntax
