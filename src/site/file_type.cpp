#include "hrefkit/site/file_type.h"

#include <array>
#include <vector>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

constexpr std::array table{
    FileType{".html", "text/html", Reader::html, true, true},
    FileType{".htm", "text/html", Reader::html, true, true},
    FileType{".xhtml", "application/xhtml+xml", Reader::xml, true, true},
    FileType{".xht", "application/xhtml+xml", Reader::xml, true, true},
    FileType{".svg", "image/svg+xml", Reader::xml, true, true},
    FileType{".css", "text/css", Reader::css, true, false},
    FileType{".atom", "application/atom+xml", Reader::xml, true, false},
    FileType{".rss", "application/rss+xml", Reader::xml, true, false},
    FileType{".xml", "application/xml", Reader::xml, true, false},
    FileType{".webmanifest", "application/manifest+json", Reader::manifest, true, false},
    FileType{"manifest.json", "application/manifest+json", Reader::manifest, true, false},
};

FileType const* find_row(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return nullptr;
  for (FileType const& type : table) {
    const std::string_view part = type.extension.starts_with('.') ? name.substr(dot) : name;
    if (text::equals_ignoring_ascii_case(part, type.extension)) return &type;
  }
  return nullptr;
}

}  // namespace

std::span<FileType const> file_types() {
  return table;
}

std::string_view before_query(std::string_view path) {
  const std::size_t begin = folder_part(path).size();
  const std::size_t mark = path.find('?', begin);
  if (mark != std::string_view::npos) return path.substr(0, mark);
  const std::size_t dot = path.find('.', begin);
  const std::size_t after_dot = dot == std::string_view::npos ? dot : path.find('@', dot);
  if (after_dot != std::string_view::npos) return path.substr(0, after_dot);
  const std::size_t at = path.find('@', begin);
  const bool has_value =
      at != std::string_view::npos && path.find('=', at) != std::string_view::npos;
  return has_value ? path.substr(0, at) : path;
}

FileType const* find_file_type(std::string_view path) {
  const std::string_view name = name_part(path);
  if (FileType const* type = find_row(name)) return type;
  const std::string_view start = before_query(name);
  return start.size() == name.size() ? nullptr : find_row(start);
}

bool is_page_name(std::string_view path) {
  FileType const* type = find_file_type(path);
  return type != nullptr && type->is_page;
}

html::ContentType content_type_of(std::string_view path) {
  FileType const* type = find_file_type(path);
  if (type == nullptr) return html::ContentType::html;
  switch (type->reader) {
    case Reader::html:
      break;
    case Reader::xml:
      return html::ContentType::xml;
    case Reader::css:
      return html::ContentType::css;
    case Reader::manifest:
      return html::ContentType::manifest;
  }
  return html::ContentType::html;
}

std::string page_extensions() {
  std::vector<std::string_view> extensions;
  for (FileType const& type : table) {
    if (type.is_page) extensions.push_back(type.extension);
  }
  std::string text;
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    if (i != 0) text += i + 1 == extensions.size() ? " or " : ", ";
    text += extensions[i];
  }
  return text;
}

}  // namespace hrefkit::site
