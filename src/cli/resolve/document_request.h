// One line of `hrefkit resolve --batch`:
//
//   {"url":"http://a.example/","contentType":"text/html; charset=koi8-r","html":"<a href=x>"}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::cli {

/// A document of one line. The strings keep their memory from line to line.
struct DocumentRequest {
  std::optional<std::string> url = {};
  std::optional<std::string> content_type = {};
  std::optional<std::string> encoding = {};
  std::optional<std::string> html = {};    ///< the text; a lone surrogate is U+FFFD
  std::optional<std::string> base64 = {};  ///< the bytes
  std::vector<std::string> unknown_keys = {};
};

/// Reads a line into `request`. Returns its fault, or the empty string. A value of null counts as
/// absent; the later of two equal keys counts.
std::string read_request(std::string_view line, DocumentRequest& request);

}  // namespace hrefkit::cli
