// The encoding of a document, and how it was found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/html/content_type.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// Where an encoding was found.
enum class EncodingSource : std::uint8_t {
  byte_order_mark,
  option,           ///< set by the caller
  transport,        ///< the charset parameter of the Content-Type header
  meta,             ///< a meta element
  xml_declaration,  ///< an XML declaration: its encoding, or that it is written in UTF-16
  fallback,         ///< HTML: nothing was declared
  xml_default,      ///< XML: nothing was declared, which means UTF-8
  charset_rule,     ///< CSS: `@charset`
  /// CSS: nothing was declared, which means UTF-8 or the environment's encoding; a manifest and a
  /// text file always are UTF-8
  type_default,
};

/// The name used in output, such as "byte-order-mark".
std::string_view name(EncodingSource source);

/// The encoding of an HTML document without any declaration.
struct EncodingFallback {
  text::Encoding encoding = text::Encoding::windows_1252;  ///< as in browsers
  bool utf_8_if_valid = false;  ///< EXTENSION: UTF-8 where all the bytes are valid
};

/// Facts about a document that do not come from its bytes. `decode_source` copies them into
/// SourceText (source_text.h).
struct EncodingOptions {
  ContentType content_type = ContentType::html;
  std::optional<text::Encoding> encoding = {};  ///< overrides all but a byte order mark
  std::string_view transport_charset = {};      ///< the label in the Content-Type header, or empty
  EncodingFallback fallback = {};
  /// The encoding of the document that refers to a style sheet: for a sheet that declares none.
  std::optional<text::Encoding> environment = {};
  /// Whether to build the map of the decoded text. It takes 4 bytes for each of many short runs of
  /// text in a legacy encoding, which is more than the text. Without it, places in notes and links
  /// are those in the text.
  bool with_map = true;
};

/// An encoding and how it was found.
struct EncodingChoice {
  text::Encoding encoding = text::Encoding::utf_8;
  EncodingSource source = EncodingSource::fallback;
  std::size_t mark_length = 0;  ///< bytes of the byte order mark, which are not text
};

/// The encoding of a document: HTML Standard 13.2.3.2, "encoding sniffing algorithm", or, for XML,
/// RFC 7303 section 3 with the declaration read as browsers read it, or, for CSS, CSS Syntax 3
/// section 3.2, "The input byte stream". An unknown label does not count.
EncodingChoice choose_encoding(std::string_view bytes, EncodingOptions const& options);

}  // namespace hrefkit::html
