#include "hrefkit/site/file_rules.h"

#include <algorithm>
#include <array>
#include <utility>
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
    FileType{".webmanifest", "application/manifest+json", Reader::json, true, false},
    FileType{"feed.json", "application/feed+json", Reader::json, true, false},
    FileType{"manifest.json", "application/manifest+json", Reader::json, true, false},
    FileType{".js", "text/javascript", Reader::script, false, false},
    FileType{".mjs", "text/javascript", Reader::script, false, false},
    FileType{".cjs", "text/javascript", Reader::script, false, false},
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

namespace {

constexpr std::array<std::string_view, 4> url_lists{"robots.txt", "llms.txt", "llms-full.txt",
                                                    "sitemap.txt"};

}  // namespace

UrlList url_list_named(std::string_view name, bool is_in_root) {
  if (is_in_root && name == "_headers") return UrlList::headers;
  const auto found = std::find(url_lists.begin(), url_lists.end(), name);
  if (found == url_lists.end()) return UrlList::none;
  const auto list = static_cast<UrlList>(found - url_lists.begin() + 1);
  const bool is_anywhere = list == UrlList::llms || list == UrlList::llms_full;
  return is_in_root || is_anywhere ? list : UrlList::none;
}

UrlList url_list_of(std::string_view path) {
  return url_list_named(name_part(path), folder_part(path).empty());
}

UrlList text_file_of(std::string_view path) {
  if (path == "_redirects") return UrlList::redirects;
  return url_list_of(path);
}

std::span<std::string_view const> url_list_paths() {
  return url_lists;
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
    case Reader::json:
      return html::ContentType::json;
    case Reader::script:
      return html::ContentType::script;
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

namespace {

/// Extensions of files that hold no links of their own, sorted.
constexpr auto no_link_extensions = std::to_array<std::string_view>(
    {"7z",   "aac",  "apng", "avi",   "avif", "bmp",  "br",  "bz2",  "cjs",  "class", "csv",
     "cur",  "dat",  "deb",  "dll",   "dmg",  "eot",  "exe", "flac", "gif",  "gz",    "heic",
     "ico",  "inv",  "iso",  "jar",   "jpeg", "jpg",  "js",  "json", "jxl",  "lz4",   "m4a",
     "m4v",  "map",  "mid",  "mjs",   "mkv",  "mov",  "mp3", "mp4",  "mpeg", "mpg",   "ogg",
     "ogv",  "opus", "otf",  "pem",   "pfb",  "png",  "rar", "rpm",  "sig",  "so",    "sqlite",
     "swf",  "tar",  "tgz",  "tif",   "tiff", "toml", "ttc", "ttf",  "txt",  "wasm",  "wav",
     "webm", "webp", "woff", "woff2", "xz",   "zip",  "zst"});
static_assert(std::is_sorted(no_link_extensions.begin(), no_link_extensions.end()));

/// The extension without its dot; empty where a name has no dot.
std::string_view extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

bool holds_no_links(std::string_view path) {
  const std::string extension = text::to_ascii_lower(extension_of(name_part(before_query(path))));
  return std::binary_search(no_link_extensions.begin(), no_link_extensions.end(), extension);
}

/// Emacs marks `a.html` by a link `.#a.html`, office programs by a file `~$a.html`.
bool is_lock_name(std::string_view name) {
  return name.starts_with(".#") || name.starts_with("~$");
}

bool ends_with_extension(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size() + 2) return false;  // a character, the dot
  const std::size_t dot = name.size() - extension.size() - 1;
  return name[dot] == '.' && text::equals_ignoring_ascii_case(name.substr(dot + 1), extension);
}

}  // namespace

bool is_page_source(std::string_view path) {
  constexpr auto extensions = std::to_array<std::string_view>(
      {"adoc", "asciidoc", "ipynb", "markdown", "md", "mdx", "rst"});
  const std::string extension = text::to_ascii_lower(extension_of(name_part(path)));
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

void FileRules::add_extension(std::string extension, html::ContentType type) {
  extensions_.push_back({std::move(extension), type});
}

void FileRules::add_svg_extension(std::string extension) {
  extensions_.push_back({std::move(extension), html::ContentType::xml, true});
}

/// What the user says of a file's name; the last word counts. Null where that is nothing.
FileRules::Extension const* FileRules::find_extension(std::string_view path) const {
  if (extensions_.empty()) return nullptr;  // FAST: 1.3 % of a check
  const std::string_view name = name_part(path);
  const std::string_view start = before_query(name);
  const auto found =
      std::find_if(extensions_.rbegin(), extensions_.rend(), [&](Extension const& extension) {
        if (extension.text.empty()) return start.find('.') == std::string_view::npos;
        return ends_with_extension(name, extension.text) ||
               ends_with_extension(start, extension.text);
      });
  return found == extensions_.rend() ? nullptr : &*found;
}

std::optional<html::ContentType> FileRules::type_of(std::string_view path) const {
  if (Extension const* extension = find_extension(path)) return extension->type;
  if (find_file_type(path) == nullptr) return std::nullopt;
  return content_type_of(path);
}

std::optional<html::ContentType> FileRules::given_type(std::string_view path) const {
  Extension const* const extension = find_extension(path);
  return extension == nullptr ? std::nullopt : std::optional(extension->type);
}

bool FileRules::is_svg(std::string_view path) const {
  if (Extension const* extension = find_extension(path)) return extension->is_svg;
  FileType const* const type = find_file_type(path);
  return type != nullptr && type->media_type == "image/svg+xml";
}

bool FileRules::is_page(std::string_view path) const {
  if (is_page_name(path) || find_extension(path) != nullptr) return true;
  return reads_scripts_ && type_of(path) == html::ContentType::script;
}

UrlList FileRules::url_list(std::string_view path) const {
  return reads_url_lists_ ? text_file_of(path) : UrlList::none;
}

bool FileRules::is_included(std::string_view path) const {
  return include_.empty() || include_.match_within(path, PathKind::file);
}

FileStatus FileRules::status_of(std::string_view path, PathKind kind) const {
  const std::string_view name = name_part(path);
  if (exclude_.match(path, kind)) return FileStatus::excluded;
  const bool is_hidden = name.starts_with('.') && !hidden_;
  if (kind == PathKind::folder) return is_hidden ? FileStatus::hidden : FileStatus::read;
  if (!is_page(path) && url_list(path) == UrlList::none) {
    return name.starts_with('.') || holds_no_links(path) ? FileStatus::no_links
                                                         : FileStatus::unknown;
  }
  if (is_lock_name(name)) return FileStatus::lock_file;
  if (is_hidden) return FileStatus::hidden;
  return is_included(path) ? FileStatus::read : FileStatus::excluded;
}

FileStatus FileRules::status_of_html(std::string_view path) const {
  // wget -K keeps a page as it was beside the one that it has changed.
  if (path.ends_with(".orig") || is_lock_name(name_part(path))) return FileStatus::unknown;
  return is_included(path) ? FileStatus::read : FileStatus::excluded;
}

bool FileRules::is_entered(std::string_view path) const {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (status_of(path.substr(0, slash), PathKind::folder) != FileStatus::read) return false;
  }
  return path.empty() || status_of(path, PathKind::folder) == FileStatus::read;
}

bool FileRules::is_read(std::string_view path) const {
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos && !is_entered(path.substr(0, slash))) return false;
  return status_of(path, PathKind::file) == FileStatus::read;
}

}  // namespace hrefkit::site
