// Whether a reference in a source may have become a link of a page.
//
// A generator writes `guide.md#steps` as `../guide/#steps`, `/docs/guide.html#steps` and in other
// ways. So both are taken apart into names, which are compared as slugs from the last one on
// (page_name.h), a query and a fragment:
//
//   may_become(key_of_source("guide.md#steps"), key_of_link("../guide/#steps"), page)   //
//   Likeness::same
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/sources/page_name.h"

namespace hrefkit::site {

/// A reference taken apart.
struct ReferenceKey {
  std::string value = {};                    ///< as it is, without white space around it
  std::string decoded = {};                  ///< the same, percent-decoded
  std::string path = {};                     ///< decoded, without the dots at its beginning
  std::vector<std::string> names = {};       ///< of the path, as slugs; without `.`, `..` and index
  std::string query = {};                    ///< decoded, with its `?`
  std::optional<std::string> fragment = {};  ///< decoded
  bool is_absolute = false;                  ///< it has a scheme or a host
  bool is_label = false;                     ///< one name alone, which may be that of an element
};

/// The key of what an author wrote.
ReferenceKey key_of_source(std::string_view value);

/// The key of a link in a page.
ReferenceKey key_of_link(std::string_view raw);

/// How well a reference and a link fit.
enum class Likeness : std::uint8_t {
  none,
  label,    ///< the name of an element, with the fragment alone
  part,     ///< one path is the end of the other
  same,     ///< the same path, otherwise written
  written,  ///< the same text
};

/// How well `source` fits `link`, which stands on a page with these names.
Likeness likeness(ReferenceKey const& source, ReferenceKey const& link, PageNames const& page);

/// Hashes under which a reference is kept, and a link looked up: those of a reference and a link
/// that are alike have one in common.
std::vector<std::uint64_t> hashes_of_source(ReferenceKey const& key);
std::vector<std::uint64_t> hashes_of_link(ReferenceKey const& key);

}  // namespace hrefkit::site
