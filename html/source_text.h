// A file's bytes as text: the encoding is found, a byte order mark left out, and everything
// decoded.
//
//   std::string buffer;  // kept from file to file
//   auto source = decode_source(bytes, {.transport_charset = "koi8-r"}, buffer, notes);
//   source->text                 // valid UTF-8
//   source->map.to_source(12)    // where byte 12 of it comes from
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/content_type.h"  // IWYU pragma: export
#include "hrefkit/html/encoding.h"      // IWYU pragma: export
#include "hrefkit/html/media_type.h"    // IWYU pragma: export
#include "hrefkit/html/note.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// A document's text and its source. The views live as long as the bytes and the buffer
/// that were passed in, and until the buffer is used again.
struct SourceText {
  std::string_view bytes = {};   ///< the file
  std::string_view text = {};    ///< valid UTF-8, without a byte order mark; of `bytes` if possible
  text::SourceMap map = {};      ///< offsets in `text` to offsets in `bytes`
  EncodingChoice encoding = {};  ///< also of the queries of the document's URLs
  ContentType content_type = ContentType::html;  ///< how the document is parsed
  /// Some bytes are malformed in the encoding. In HTML they became U+FFFD; in XML the first became
  /// U+FFFF, where the parser stops with an error.
  bool malformed = false;
  /// `bytes` are UTF-8 whatever `encoding` is, which counts for queries alone
  /// (source_from_decoded).
  bool is_decoded = false;
};

/// The source of a document whose text is decoded already: valid UTF-8 of at most 4 GiB, which must
/// outlive the result. A byte order mark at its start is left out. `encoding` counts for the
/// queries of its URLs.
SourceText source_from_text(std::string_view text, ContentType content_type = ContentType::html,
                            text::Encoding encoding = text::Encoding::utf_8);
template <std::same_as<std::string> Temporary>
SourceText source_from_text(Temporary&&, ContentType = ContentType::html,
                            text::Encoding = text::Encoding::utf_8) = delete;

/// Why a file is not decoded.
enum class SourceTextError : std::uint8_t {
  too_large,  ///< offsets in the file or its text would pass 4 GiB
};

/// A message for users.
std::string_view message(SourceTextError error);

/// The source of a document whose text was decoded before: UTF-8, whose ill-formed bytes count as
/// U+FFFD. What `options` say and what the text declares counts for the queries of its URLs only; a
/// text without either has queries in UTF-8, whatever `options.fallback` says. A byte order mark at
/// its start is left out. `text` and `buffer` must outlive the result; `buffer` is used, and
/// overwritten, only for ill-formed text.
tl::expected<SourceText, SourceTextError> source_from_decoded(std::string_view text,
                                                              EncodingOptions const& options,
                                                              std::string& buffer);
template <std::same_as<std::string> Temporary>
tl::expected<SourceText, SourceTextError> source_from_decoded(Temporary&&, EncodingOptions const&,
                                                              std::string&) = delete;

/// Decodes a document. `bytes` and `buffer` must outlive the result. `buffer` is used, and
/// overwritten, only where the text differs from the bytes. Notes about the encoding are appended
/// to `notes`.
tl::expected<SourceText, SourceTextError> decode_source(std::string_view bytes,
                                                        EncodingOptions const& options,
                                                        std::string& buffer, Notes& notes);
template <std::same_as<std::string> Temporary>
tl::expected<SourceText, SourceTextError> decode_source(Temporary&&, EncodingOptions const&,
                                                        std::string&, Notes&) = delete;

}  // namespace hrefkit::html
