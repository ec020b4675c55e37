// What the reference extractor takes from which element.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hrefkit::archive {

/// Where an element's URLs go.
enum class SoupRole : std::uint8_t {
  none,
  anchor,  ///< a: in Links at its end tag, with its text
  base,    ///< Head.Base
  html,    ///< its language is a meta
  link,    ///< Head.Link
  meta,    ///< Head.Metas
  script,  ///< Head.Scripts
  links,   ///< Links
  title,
  head,
  body,
  pre,
  svg,
};

/// An attribute with a URL, and those that go with it.
struct SoupUrl {
  std::string_view attribute = {};
  std::array<std::string_view, 7> others = {};  ///< up to the first empty one
  bool decodes_others = true;                   ///< their character references are replaced
};

/// One element.
struct SoupElement {
  std::string_view name = {};  ///< lower case
  SoupRole role = SoupRole::none;
  bool breaks_text = false;          ///< white space stands where it ends
  bool has_onclick = false;          ///< URLs in its onclick count
  std::array<SoupUrl, 3> urls = {};  ///< up to the first without attribute
};

/// The row of an element, whose name is as written; null for one that means nothing.
SoupElement const* find_soup_element(std::string_view name);

/// The attributes of a meta that count, in order.
inline constexpr std::array<std::string_view, 5> meta_attributes{"name", "rel", "content",
                                                                 "http-equiv", "property"};

/// Attributes that hold a URL on each element.
inline constexpr std::array<std::string_view, 3> global_urls{"background", "data-href", "data-uri"};

}  // namespace hrefkit::archive
