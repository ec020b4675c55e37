// Where raw text, escapable raw text and script data end: HTML standard 13.2.5.
//
// Inside elements such as style, title and script the tokenizer sees no tags but the one end tag
// that closes the element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// The tokenizer state that an element's content is read in (13.2.5.1 to 13.2.5.5).
enum class ContentModel : std::uint8_t {
  data,
  rcdata,       ///< title, textarea: character references count, tags do not
  raw_text,     ///< style, xmp, iframe, noembed, noframes, noscript with scripting
  script_data,  ///< script, with its escaped and double escaped states
  plain_text,   ///< plaintext: all the rest of the document
};

/// The offset of the `<` of the first end tag named `name` (ASCII lower case) at or after `from`,
/// or `text.size()`. "Appropriate end tag token": the name is followed by white space, `/` or `>`.
std::size_t find_end_tag(std::string_view text, std::size_t from, std::string_view name);

/// As `find_end_tag(text, from, "script")`, past those `</script>` that stand inside
/// `<!-- <script`: "script data state" and those after it (13.2.5.4, 13.2.5.15 to 13.2.5.31).
std::size_t find_script_end_tag(std::string_view text, std::size_t from);

}  // namespace hrefkit::html
