// Percent-encoding and percent-decoding (URL standard, section 1.3).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::url {

/// Appends "%XX" with upper case hex digits ("percent-encode" of a byte).
void append_percent_encoded_byte(std::string& out, char byte);

/// Appends `bytes`, those in `set` percent-encoded. With `bytes` in UTF-8 this is the standard's
/// "UTF-8 percent-encode" of a string.
void append_percent_encoded(std::string& out, std::string_view bytes, text::ByteSet const& set);

/// "Percent-encode after encoding" for a query: `text` (valid UTF-8) goes through the output
/// encoding of `encoding`, then through `set`. Characters that the encoding lacks become
/// "%26%23N%3B".
void append_percent_encoded_query(std::string& out, std::string_view text, text::Encoding encoding,
                                  text::ByteSet const& set);

/// True when `text` holds a percent-encoded byte at `offset`.
bool is_percent_encoded_byte(std::string_view text, std::size_t offset);

/// The offset of the first percent-encoded byte, or npos.
std::size_t find_percent_encoded_byte(std::string_view text);

// A file's path as the path of a URL.

/// Encodes `path`, the bytes of a file name or of several with `/` between, as the path of a URL.
/// RFC 3986's `pchar`, without the percent sign, and `/` stay; every other byte is percent-encoded.
std::string percent_encode_path(std::string_view path);

}  // namespace hrefkit::url
