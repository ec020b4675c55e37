// The value of a Content-Type header: MIME Sniffing Standard 4.4, "parse a MIME type".
//
//   auto type = parse_media_type("Text/HTML; charset=\"windows-1251\"");
//   type->essence  // "text/html"
//   type->charset  // "windows-1251"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/content_type.h"

namespace hrefkit::html {

/// The parts of a media type that matter here.
struct MediaType {
  std::string essence = {};                 ///< ASCII lower case, such as "text/html"
  std::optional<std::string> charset = {};  ///< the first parameter of that name, as written
};

/// What may separate a type from its parameters.
enum class TypeSyntax : std::uint8_t {
  standard,
  /// EXTENSION: as browsers read headers, white space or "(" ends the type, and the parameters
  /// begin at the next semicolon: "text/html charset=x" is HTML without a charset.
  browsers,
};

/// The media type in `value`. Several values joined by commas, as in headers, count as Fetch's
/// "extract a MIME type" says. nullopt where no type is valid.
std::optional<MediaType> parse_media_type(std::string_view value,
                                          TypeSyntax syntax = TypeSyntax::standard);

/// The parser for documents of that type; nullopt for types in which hrefkit finds no links.
/// HTML Standard 7.4.2, "navigate" by content type: text/html, or an XML type; beside these
/// text/css, application/manifest+json, application/feed+json and the types of JavaScript.
std::optional<ContentType> content_type_of(std::string_view essence);

/// The same without scripts.
std::optional<ContentType> page_type_of(std::string_view essence);

}  // namespace hrefkit::html
