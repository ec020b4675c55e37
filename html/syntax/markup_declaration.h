// Where comments and the other things that begin with `<!` or `<?` end: HTML standard 13.2.5.41 on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// Whether `<![CDATA[` opens a section: only where the adjusted current node is foreign.
enum class Cdata : std::uint8_t { comment, section };

/// What a CDATA section begins and ends with.
inline constexpr std::string_view cdata_start = "<![CDATA[";
inline constexpr std::string_view cdata_end = "]]>";

/// The offset past the comment, doctype or CDATA section whose `<!` is at `begin` ("markup
/// declaration open state", 13.2.5.42); `text.size()` where it does not end.
std::size_t skip_markup_declaration(std::string_view text, std::size_t begin, Cdata cdata);

/// The offset past a bogus comment (13.2.5.41), at or after `from`.
std::size_t skip_bogus_comment(std::string_view text, std::size_t from);

}  // namespace hrefkit::html
