// Files that hold no text, whatever they are called.
//
//   binary_content(bytes, {})   // "a PDF document", or nothing
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "hrefkit/html/content_type.h"

namespace hrefkit::site {

/// What is known of a file before its bytes are looked at.
struct ContentHints {
  html::ContentType type = html::ContentType::html;
  bool is_encoding_known = false;  ///< somebody names the encoding: NUL bytes may belong to it
};

/// What the bytes are where they are no text, as words after "is"; nothing for text. Looks at the
/// first 1445 bytes, by the patterns of the MIME Sniffing Standard (section 6) and those of
/// archives; MIME messages are not text of a page either. What begins as markup is text. NUL bytes
/// belong to text only after a byte order mark, or where UTF-16 is what the document's type allows
/// without one.
std::optional<std::string_view> binary_content(std::string_view bytes, ContentHints const& hints);

/// The bytes at the start of a file that show whether it is HTML.
inline constexpr std::size_t html_start_bytes = 512;

/// True for bytes that begin as HTML does (MIME Sniffing Standard 7.1, the patterns of text/html),
/// after a byte order mark and white space.
bool begins_as_html(std::string_view bytes);

}  // namespace hrefkit::site
