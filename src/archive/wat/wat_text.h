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
  browsers,  ///< those of the HTML standard
  /// Those of the reference extractor: in attributes `&amp-x` and `&amp_x` stay, `&#0;` is U+0000,
  /// the numbers of two surrogates are a pair, and that of one is "?".
  reference,
};

/// Replaces the character references in `raw`; newlines stay as they are. The result is a view of
/// `raw` where there is nothing to replace, else of `buffer`.
std::string_view decode_references(std::string_view raw, html::ReferencePlace place,
                                   References references, std::string& buffer);

/// A `data:` URL up to its comma, or its first 128 UTF-16 code units; other URLs as they are.
std::string_view cut_data_url(std::string_view url);

/// The beginning of a text that was cut as Java cuts it.
struct Utf16Prefix {
  std::string_view text;
  bool splits_pair = false;  ///< half of a surrogate pair follows; Java writes "?" for it
};

/// At most the first `count` UTF-16 code units of `text`.
Utf16Prefix first_utf16_units(std::string_view text, std::size_t count);

/// How many UTF-16 code units `text` has.
std::size_t count_utf16_units(std::string_view text);

}  // namespace hrefkit::archive
