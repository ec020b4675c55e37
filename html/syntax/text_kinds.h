// Which kinds of characters a text between two tags holds.
#pragma once

#include <string_view>

#include "hrefkit/html/syntax/markup_declaration.h"

namespace hrefkit::html {

/// The kinds of characters that tree construction (HTML Standard 13.2.6) tells apart.
struct TextKinds {
  bool white_space = false;
  bool nul = false;      ///< U+0000 as written; a reference gives U+FFFD
  bool visible = false;  ///< any other character

  bool any() const { return white_space || nul || visible; }
};

/// The kinds in `written`, the source text between two tags. Comments hold no text; with
/// `Cdata::section` the content of CDATA sections counts. The search ends at the first visible
/// character, so that the kinds behind that character are not found.
TextKinds text_kinds(std::string_view written, Cdata cdata);

/// True when there is white space in such a text of HTML, wherever it stands among other
/// characters.
bool has_white_space(std::string_view written);

}  // namespace hrefkit::html
