// The elements whose content has no tags, and the end of that content: HTML Standard 13.2.5.
//
// Inside elements such as style, title and script the tokenizer sees no tags but the one end tag
// that closes the element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html {

/// The tokenizer state that an element's content is read in (13.2.5.1 to 13.2.5.5).
enum class ContentModel : std::uint8_t {
  data,
  rcdata,       ///< title, textarea: character references are decoded, tags are text
  raw_text,     ///< style, xmp, iframe, noembed, noframes, noscript with scripting
  script_data,  ///< script, with its escaped and double escaped states
  plain_text,   ///< plaintext: the whole rest of the document
};

/// The content model of an HTML element (13.2.6.4). With `scripting`, the content of noscript is
/// text.
ContentModel content_model_of(TagName name, bool scripting);

/// Where the content of the element `name` that begins at `from` ends: the offset of the `<` of the
/// element's end tag, or `text.size()`. In script data, a `</script>` inside `<!-- <script` does
/// not count (13.2.5.15 to 13.2.5.31).
std::size_t find_content_end(std::string_view text, std::size_t from, ContentModel model,
                             TagName name);

}  // namespace hrefkit::html
