// Image maps: which a document has, and which its images ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

class Document;

/// The `name` or `id` of a map element, or the `usemap` of an img, input or object element (HTML
/// Standard 4.8.14, image maps).
struct ImageMapName {
  std::string_view value = {};    ///< as the DOM has it, UTF-8
  text::Span span = {};           ///< the value as written, in the file's text
  std::string_view element = {};  ///< the DOM's local name
  std::uint32_t context = 0;      ///< which document of the file: maps serve their own
  bool asks = false;              ///< a `usemap`

  bool operator==(ImageMapName const&) const = default;
};

/// The name that a `usemap` asks for; nothing where it asks for none. HTML Standard 2.3.9, "rules
/// for parsing a hash-name reference".
std::optional<std::string_view> image_map_name(std::string_view usemap);

/// The names of a document in source order, without those in the content of templates. They live as
/// long as the document. Spans count in its own text, and `context` is 0.
std::vector<ImageMapName> find_image_maps(Document const& document);
std::vector<ImageMapName> find_image_maps(Document const&& document) = delete;

}  // namespace hrefkit::html
