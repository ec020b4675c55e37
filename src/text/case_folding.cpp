#include "hrefkit/text/case_folding.h"

#include <unicode/uchar.h>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return to_ascii_lower(text);  // FAST: most names
  std::string folded;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = decode_utf8(text, at);
    if (step.valid) {
      append_utf8(folded, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(step.code_point),
                                                           U_FOLD_CASE_DEFAULT)));
    } else {
      folded += text.substr(at, step.length);
    }
    at += step.length;
  }
  return folded;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (is_ascii(a) && is_ascii(b)) return equals_ignoring_ascii_case(a, b);
  return fold_case(a) == fold_case(b);
}

}  // namespace hrefkit::text
