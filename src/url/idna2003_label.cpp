#include "hrefkit/url/idna2003_label.h"

#include <unicode/uidna.h>

#include <array>
#include <cassert>
#include <cstdint>

#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

namespace {

std::u16string to_utf16(std::string_view text) {
  std::u16string utf16;
  for (std::size_t i = 0; i < text.size();) {
    const text::Utf8Step step = text::decode_utf8(text, i);
    if (step.code_point < 0x10000) {
      utf16 += static_cast<char16_t>(step.code_point);
    } else {
      utf16 += static_cast<char16_t>(0xD7C0 + (step.code_point >> 10));
      utf16 += static_cast<char16_t>(0xDC00 + (step.code_point & 0x3FF));
    }
    i += step.length;
  }
  return utf16;
}

}  // namespace

std::optional<std::string> label_to_ascii_2003(std::string_view label) {
  const std::u16string input = to_utf16(label);
  assert(input.size() < 10'000);
  std::array<char16_t, 64> buffer;  // a label has at most 63 characters
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length =
      uidna_toASCII(input.data(), static_cast<std::int32_t>(input.size()), buffer.data(),
                    static_cast<std::int32_t>(buffer.size()),
                    UIDNA_ALLOW_UNASSIGNED | UIDNA_USE_STD3_RULES, nullptr, &status);
  if (U_FAILURE(status)) return std::nullopt;
  return std::string(buffer.begin(), buffer.begin() + length);
}

}  // namespace hrefkit::url
