// Strings as WAT files have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/character_reference.h"

namespace hrefkit::archive {

/// Appends a JSON string (RFC 8259) with its quotes. `text` is valid UTF-8.
void append_json_string(std::string& out, std::string_view text);

/// Appends `,"key":"text"`, without the comma behind a `{`. The key has nothing to be escaped.
void append_json_member(std::string& out, std::string_view key, std::string_view text);

/// The same for a number, which WAT has as a string.
void append_json_member(std::string& out, std::string_view key, std::int64_t value);

/// Whose character references count.
enum class References : std::uint8_t {
  browsers,   ///< those of the HTML standard
  reference,  ///< those of the reference extractor: in attributes `&amp-x` and `&amp_x` stay
};

/// Replaces the character references in `raw`; newlines stay as they are. The result is a view of
/// `raw` where there is nothing to replace, else of `buffer`.
std::string_view decode_references(std::string_view raw, html::ReferencePlace place,
                                   References references, std::string& buffer);

/// A `data:` URL up to its comma, or its first 128 code points; other URLs as they are.
std::string_view cut_data_url(std::string_view url);

/// At most the first `count` code points of `text`.
std::string_view first_code_points(std::string_view text, std::size_t count);

}  // namespace hrefkit::archive
