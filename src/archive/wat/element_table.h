// What the reference extractor takes from which element.
#pragma once

#include <array>
#include <cstdint>
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
  script,  ///< Head.Scripts; its content is raw text
  style,   ///< its content is raw text
  links,   ///< Links
  title,
  head,
  body,
  pre,
  svg,
};

/// An attribute that counts on some element.
enum class SoupAttribute : std::uint8_t {
  none,
  action,
  alt,
  background,
  cdata,
  cite,
  codebase,
  content,
  data,
  data_href,
  data_uri,
  formaction,
  href,
  hreflang,
  http_equiv,
  icon,
  lang,
  longdesc,
  method,
  name,
  onclick,
  poster,
  property,
  rel,
  src,
  target,
  title,
  type,
  xml_lang,
};

/// The names of attributes in the order of SoupAttribute; the first one is empty.
inline constexpr std::array<std::string_view, 29> soup_attribute_names{
    "",     "action",    "alt",      "background", "cdata",   "cite",     "codebase",   "content",
    "data", "data-href", "data-uri", "formaction", "href",    "hreflang", "http-equiv", "icon",
    "lang", "longdesc",  "method",   "name",       "onclick", "poster",   "property",   "rel",
    "src",  "target",    "title",    "type",       "xml:lang"};

constexpr std::string_view name_of(SoupAttribute attribute) {
  return soup_attribute_names[static_cast<std::size_t>(attribute)];
}

/// An attribute with a URL, and those that go with it.
struct SoupUrl {
  SoupAttribute attribute = SoupAttribute::none;
  std::array<SoupAttribute, 6> others = {};  ///< up to the first `none`
  bool decodes_others = true;                ///< their character references are replaced
};

/// One element.
struct SoupElement {
  std::string_view name = {};  ///< lower case
  SoupRole role = SoupRole::none;
  bool breaks_text = false;          ///< white space stands where it ends
  bool has_onclick = false;          ///< URLs in its onclick count
  std::array<SoupUrl, 3> urls = {};  ///< up to the first without an attribute

  /// False where its start tag does no more than break text.
  constexpr bool counts() const { return role != SoupRole::none || has_onclick; }
};

/// True where markup ends only at the end tag of its name.
constexpr bool has_raw_text(SoupElement const& element) {
  return element.role == SoupRole::script || element.role == SoupRole::style;
}

/// The attributes of a meta that count, in order.
inline constexpr std::array meta_attributes{SoupAttribute::name, SoupAttribute::rel,
                                            SoupAttribute::content, SoupAttribute::http_equiv,
                                            SoupAttribute::property};

/// True for an attribute that holds a URL on each element.
constexpr bool is_global_url(SoupAttribute attribute) {
  return attribute == SoupAttribute::background || attribute == SoupAttribute::data_href ||
         attribute == SoupAttribute::data_uri;
}

}  // namespace hrefkit::archive
