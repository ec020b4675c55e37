// URLs in text files for programs, such as robots.txt: their formats are not known here, so that
// the caller gives the function that finds the URLs (DocumentOptions::text_urls).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/document_options.h"  // IWYU pragma: export
#include "hrefkit/html/link.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The role of a URL in a text file.
enum class TextUrlRole : std::uint8_t {
  link,
  pattern,  ///< of the requests that a rule is for: no link leads from it, but it is an address
};

/// A URL in a text file.
struct TextUrl {
  text::Span span = {};             ///< as written
  std::string value = {};           ///< without escapes; empty: as written
  std::string_view attribute = {};  ///< a name for rows, which outlives the program's use of them
  std::string_view leads_to = {};   ///< of a pattern: where its rule leads, as written; or empty
  LinkKind kind = LinkKind::hyperlink;
  LinkGrammar grammar = LinkGrammar::url;
  std::string rel = {};  ///< of a link in a Link field
  LinkUse use = LinkUse::used;
  TextUrlRole role = TextUrlRole::link;
};

/// The attribute by which the element of a pattern (ElementView) has `TextUrl::leads_to`.
inline constexpr std::string_view leads_to_attribute = "to";

/// The row of such URLs; no table has it.
LinkRow const& row_of(TextUrlRole role);

/// True for a link that `FindTextUrls` has found. Its form is that of its file: programs that read
/// such files do not know all forms of references.
bool is_text_url(Link const& link);

/// True for one that is a pattern.
bool is_text_pattern(Link const& link);

}  // namespace hrefkit::html
