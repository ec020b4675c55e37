// Decodes the source of an attribute value or a text to its value in the DOM: newlines, NUL and
// character references.
//
//   std::string value;
//   hrefkit::text::SourceMap map;
//   decode_attribute_value("?a=1&amp;b=2", value, &map);  // "?a=1&b=2"
//
// All functions take the text between the delimiters, valid UTF-8 of at most 4 GiB, and overwrite
// `value` and `*map`; `map` may be null. It maps offsets in `value` to offsets in `raw`; each
// character reference and CR LF is one indivisible character.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// Marks `&`, CR and NUL: a value with one of them needs decoding.
template <class Lanes>
typename Lanes::Marks coded_bytes(Lanes lanes) {
  return lanes.equal('&') | lanes.equal('\r') | lanes.equal('\0');
}

/// True if the value may differ from `raw`: it has `&`, CR or NUL. Else `raw` is the value.
bool needs_decoding(std::string_view raw);

/// The value of an attribute (HTML Standard 13.2.5.36 to 13.2.5.38, 13.2.5.72 and following).
void decode_attribute_value(std::string_view raw, std::string& value, text::SourceMap* map);

/// Text in foreign content: the data state's references (13.2.5.1), and U+FFFD for NUL
/// (13.2.6.5).
void decode_text(std::string_view raw, std::string& value, text::SourceMap* map);

/// Raw text, as in HTML's own style and script elements: newlines and NUL only (13.2.5.3).
void decode_raw_text(std::string_view raw, std::string& value, text::SourceMap* map);

// The kinds of characters in a text between two tags.

/// The kinds of characters that tree construction (HTML Standard 13.2.6) distinguishes.
struct TextKinds {
  bool white_space = false;
  bool nul = false;      ///< U+0000 as written; a reference gives U+FFFD
  bool visible = false;  ///< any other character

  bool any() const { return white_space || nul || visible; }
};

/// The kinds in `written`, the source text between two tags. Comments are skipped; with
/// `Cdata::section` the content of CDATA sections is included. The search ends at the first visible
/// character, so the kinds after it are not found.
TextKinds text_kinds(std::string_view written, Cdata cdata);

/// True if such a text of HTML has white space anywhere.
bool has_white_space(std::string_view written);

}  // namespace hrefkit::html
