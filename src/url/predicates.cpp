#include "hrefkit/url/predicates.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/html5/decomposition.h"
#include "hrefkit/url/html5/draft.h"
#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url {

namespace {

/// RFC 3987 2.2: <iunreserved> adds <ucschar> wherever RFC 3986 has <unreserved>, except in
/// <IPvFuture>. Another check decides which characters above U+007F are allowed.
constexpr rfc3986::Grammar iri_reference{
    .userinfo = rfc3986::userinfo_characters | text::non_ascii,
    .reg_name = rfc3986::reg_name_characters | text::non_ascii,
    .path = rfc3986::path_characters | text::non_ascii,
    .query = rfc3986::query_characters | text::non_ascii,
    .fragment = rfc3986::fragment_characters | text::non_ascii,
};

struct IriRange {
  char32_t first;
  char32_t last;
};

/// RFC 3987 2.2, <ucschar> of the basic plane.
constexpr std::array ucschar_of_basic_plane{
    IriRange{0xA0, 0xD7FF},
    IriRange{0xF900, 0xFDCF},
    IriRange{0xFDF0, 0xFFEF},
};

bool contains(std::array<IriRange, 3> const& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](IriRange const& range) { return c >= range.first && c <= range.last; });
}

/// <ucschar>: planes 1 to 13 without the last two of each, and plane 14 from E1000 on.
bool is_ucschar(char32_t c) {
  if (c < 0x10000) return contains(ucschar_of_basic_plane, c);
  return c < 0xF0000 && (c & 0xFFFF) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
}

/// <iprivate>.
bool is_iprivate(char32_t c) {
  constexpr std::array<IriRange, 3> ranges{IriRange{0xE000, 0xF8FF}, IriRange{0xF0000, 0xFFFFD},
                                           IriRange{0x100000, 0x10FFFD}};
  return contains(ranges, c);
}

/// True when every character of `text` above U+007F passes `is_allowed`.
template <typename Allowed>
bool non_ascii_is(std::string_view text, Allowed is_allowed) {
  for (std::size_t i = 0; i < text.size();) {
    const text::Utf8Step step = text::decode_utf8(text, i);
    if (!step.valid || (step.code_point >= 0x80 && !is_allowed(step.code_point))) return false;
    i += step.length;
  }
  return true;
}

std::optional<rfc3986::Reference> match_iri(std::string_view text) {
  const auto reference = rfc3986::match(text, iri_reference);
  if (!reference) return std::nullopt;
  const auto in_query = [](char32_t c) { return is_ucschar(c) || is_iprivate(c); };
  const bool matches = non_ascii_is(reference->authority.value_or(""), is_ucschar) &&
                       non_ascii_is(reference->path, is_ucschar) &&
                       non_ascii_is(reference->query.value_or(""), in_query) &&
                       non_ascii_is(reference->fragment.value_or(""), is_ucschar);
  if (!matches) return std::nullopt;
  return reference;
}

std::string_view strip(std::string_view text) {
  return text::strip(text, html5::space_characters);
}

}  // namespace

bool is_uri_reference(std::string_view text) {
  return rfc3986::match(text, rfc3986::uri_reference).has_value();
}

bool is_iri_reference(std::string_view text) {
  return match_iri(text).has_value();
}

bool is_valid_url(std::string_view text, text::Encoding document_encoding) {
  // Every URI reference is an IRI reference without non-ASCII characters.
  const auto iri = match_iri(text);
  return iri &&
         (text::is_ascii(iri->query.value_or("")) || document_encoding == text::Encoding::utf_8 ||
          document_encoding == text::Encoding::utf_16be ||
          document_encoding == text::Encoding::utf_16le);
}

bool is_valid_non_empty_url(std::string_view text, text::Encoding document_encoding) {
  return !text.empty() && is_valid_url(text, document_encoding);
}

bool is_valid_url_potentially_surrounded_by_spaces(std::string_view text,
                                                   text::Encoding document_encoding) {
  return is_valid_url(strip(text), document_encoding);
}

bool is_valid_non_empty_url_potentially_surrounded_by_spaces(std::string_view text,
                                                             text::Encoding document_encoding) {
  return is_valid_non_empty_url(strip(text), document_encoding);
}

bool is_absolute_url(std::string_view url, Standard standard) {
  return html5::Draft::of(standard).is_absolute(url);
}

bool is_hierarchical_url(std::string_view url) {
  return html5::Decomposition(url).is_hierarchical();
}

bool is_authority_based_url(std::string_view url) {
  return html5::Decomposition(url).is_authority_based();
}

}  // namespace hrefkit::url
