// Splits a file's path in its two parts and joins them.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::site {

/// "a/b/" of "a/b/c": the text up to the last slash, with it; empty without a slash.
constexpr std::string_view folder_part(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);  // npos + 1 is 0
}

/// "c" of "a/b/c": the text after the last slash; the whole path without a slash.
constexpr std::string_view name_part(std::string_view path) {
  return path.substr(folder_part(path).size());
}

/// True for the path, or the URL, of a page that hosts show in place of what is missing.
constexpr bool is_error_page(std::string_view path) {
  return path == "404.html" || path.ends_with("/404.html");
}

/// "a/b" of "a" and "b": a folder that is named with its slash, as "/" is, gets no second one.
inline std::string join_path(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.ends_with('/')) path += '/';
  return path += name;
}

}  // namespace hrefkit::site
