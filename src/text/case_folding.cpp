#include "hrefkit/text/case_folding.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/utypes.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

icu::StringPiece piece_of(std::string_view text) {
  return {text.data(), static_cast<std::int32_t>(text.size())};
}

bool fits_icu(std::string_view text) {
  return text.size() <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

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

std::string fold_name(std::string_view text) {
  if (is_ascii(text) || find_invalid_utf8(text) != text.size()) return fold_case(text);
  if (!fits_icu(text)) return fold_case(text);
  UErrorCode status = U_ZERO_ERROR;
  icu::Normalizer2 const* const nfc = icu::Normalizer2::getNFCInstance(status);
  // Every build of ICU has this data, so only memory can be missing.
  if (U_FAILURE(status) || nfc == nullptr) throw std::bad_alloc();
  std::string normal;
  icu::StringByteSink<std::string> sink(&normal);
  nfc->normalizeUTF8(0, piece_of(text), sink, nullptr, status);
  if (U_FAILURE(status)) throw std::bad_alloc();
  return fold_case(normal);
}

std::string to_upper(std::string_view text) {
  if (!fits_icu(text)) return std::string(text);
  std::string upper;
  icu::StringByteSink<std::string> sink(&upper);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToUpper("", 0, piece_of(text), sink, nullptr, status);
  if (U_FAILURE(status)) throw std::bad_alloc();
  return upper;
}

}  // namespace hrefkit::text
