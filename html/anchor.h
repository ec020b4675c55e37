// Names in a document that something leads to: ids, to which fragments lead, and image maps, which
// images name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hrefkit/html/around.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The value of an `id` attribute, or of the `name` of an HTML a element (HTML Standard 7.4.2.3.3,
/// "find a potential indicated element").
struct Anchor {
  std::string_view name = {};     ///< as the DOM has it, UTF-8
  text::Span span = {};           ///< the value as written, in the document's text
  std::string_view element = {};  ///< the DOM's local name
  bool is_id = true;              ///< false for the `name` of an a element
  bool shares_element = false;    ///< the anchor before it is of the same element
  bool ignored = false;           ///< Around::ignored, where the sink asks for surroundings

  bool operator==(Anchor const&) const = default;
};

/// The anchors of a document in source order, without those in the content of templates. They live
/// as long as the document. `around` has what is around each node; empty where that is not wanted.
std::vector<Anchor> find_anchors(Document const& document,
                                 std::span<Surroundings const> around = {});
std::vector<Anchor> find_anchors(Document const&& document,
                                 std::span<Surroundings const> around = {}) = delete;

/// The `name` or `id` of a map element, or the `usemap` of an img, input or object element (HTML
/// Standard 4.8.14, image maps).
struct ImageMapName {
  std::string_view value = {};    ///< as the DOM has it, UTF-8
  text::Span span = {};           ///< the value as written, in the file's text
  std::string_view element = {};  ///< the DOM's local name
  std::uint32_t context = 0;      ///< which document of the file: maps serve their own
  bool asks = false;              ///< a `usemap`
  bool ignored = false;           ///< Around::ignored, where the sink asks for surroundings

  bool operator==(ImageMapName const&) const = default;
};

/// The name in a `usemap`; nullopt if it has none. HTML Standard 2.3.9, "rules for parsing a
/// hash-name reference".
std::optional<std::string_view> image_map_name(std::string_view usemap);

/// The names of a document in source order, without those in the content of templates. They live as
/// long as the document. Spans count in its own text, and `context` is 0.
std::vector<ImageMapName> find_image_maps(Document const& document,
                                          std::span<Surroundings const> around = {});
std::vector<ImageMapName> find_image_maps(Document const&& document,
                                          std::span<Surroundings const> around = {}) = delete;

}  // namespace hrefkit::html
