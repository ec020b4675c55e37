// The types of files that hrefkit knows by their names: one table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/content_type.h"

namespace hrefkit::site {

/// How links are found in a file.
enum class Reader : std::uint8_t {
  html,      ///< by the HTML parser
  xml,       ///< by the XML parser: XHTML, SVG, Atom, RSS, sitemaps; the root element tells which
  css,       ///< as a style sheet
  manifest,  ///< as a web app manifest
};

/// A row of the table.
struct FileType {
  std::string_view
      extension;  ///< in lower case, with its dot; or a whole name without one at its start
  std::string_view media_type;
  Reader reader;
  bool is_page;      ///< a walk of a folder reads files of this type
  bool is_document;  ///< HTML, XHTML or SVG: shown to people by itself, with ids to lead to
};

/// The whole table.
std::span<FileType const> file_types();

/// `path` up to the query in its file name: programs that mirror sites name a file by the URL with
/// its query, "list.html?page=2", or "list.html@page=2" where Windows has to read the names. An "@"
/// counts behind an extension, or before a "=": "photo@2x.png" has no query.
std::string_view before_query(std::string_view path);

/// The type that the name or the extension of `path` stands for, in any letter case; null for an
/// unknown one. A file name that begins with its only dot has no extension. Where the whole name is
/// unknown, what stands before a query in it counts.
FileType const* find_file_type(std::string_view path);

/// True for the names of files that a walk of a folder reads.
bool is_page_name(std::string_view path);

/// The content type that a file's name stands for; HTML for unknown names.
html::ContentType content_type_of(std::string_view path);

/// The extensions of pages for a message: ".html, .htm or .svg".
std::string page_extensions();

}  // namespace hrefkit::site
