// The text of an import map (HTML Standard 8.1.6.2, "parse an import map string"), before its URLs
// are resolved against the base URL of a document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What a specifier leads to.
struct ImportMapEntry {
  std::string specifier = {};
  text::Span key = {};      ///< the specifier as written, between its quotes
  text::Span address = {};  ///< as written, between its quotes
  bool is_null = false;     ///< it leads nowhere: imports of it fail
};

/// The entries for modules whose URL is `prefix`, or begins with it.
struct ImportMapScope {
  std::string prefix = {};  ///< as written, without escapes
  text::Span key = {};      ///< the same with them, between its quotes
  std::vector<ImportMapEntry> imports = {};
};

/// The hash of a module.
struct ImportMapIntegrity {
  text::Span url = {};  ///< as written, between its quotes
};

/// What counts in an import map, each list in source order.
struct ImportMapText {
  std::vector<ImportMapEntry> imports = {};
  std::vector<ImportMapScope> scopes = {};
  std::vector<ImportMapIntegrity> integrity = {};
};

/// Parses an import map. nullopt where none of it counts: the text is not JSON, or a member has a
/// value of another type. Left out is what the standard drops: keys that a later one overrides,
/// empty specifiers, scopes whose prefix is no URL, hashes of what is no URL.
std::optional<ImportMapText> parse_import_map(std::string_view json);

/// True for a reference that begins with `./` or `../`.
constexpr bool begins_with_dots(std::string_view reference) {
  return reference.starts_with("./") || reference.starts_with("../");
}

/// True for what the standard resolves without an import map: what begins with `/`, `./` or `../`,
/// or with a scheme ("resolve a URL-like module specifier"). Not all of these are URLs.
bool is_url_like_specifier(std::string_view specifier);

}  // namespace hrefkit::html
