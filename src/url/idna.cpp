#include "hrefkit/url/idna.h"

#include <unicode/uidna.h>

#include <array>
#include <cstdint>
#include <limits>

#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

namespace {

/// ICU's UTS #46 processor; it is immutable, so one serves all threads.
UIDNA const* processor(IdnaStrictness strictness) {
  constexpr std::uint32_t options = UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                    UIDNA_NONTRANSITIONAL_TO_ASCII |
                                    UIDNA_NONTRANSITIONAL_TO_UNICODE;
  const auto open = [](std::uint32_t all_options) {
    UErrorCode status = U_ZERO_ERROR;
    return uidna_openUTS46(all_options, &status);
  };
  static UIDNA const* const relaxed = open(options);
  static UIDNA const* const strict = open(options | UIDNA_USE_STD3_RULES);
  return strictness == IdnaStrictness::strict ? strict : relaxed;
}

/// ICU reports these always; they count only with CheckHyphens and VerifyDnsLength.
constexpr std::uint32_t strict_errors =
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4 |
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

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

using IcuFunction = decltype(&uidna_nameToASCII_UTF8);

std::optional<std::string> process(IcuFunction function, std::string_view domain,
                                   IdnaStrictness strictness) {
  if (domain.size() > std::numeric_limits<std::int32_t>::max() / 8) return std::nullopt;
  const auto length = static_cast<std::int32_t>(domain.size());
  std::string result(domain.size() * 2 + 16, '\0');
  for (;;) {
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t needed =
        function(processor(strictness), domain.data(), length, result.data(),
                 static_cast<std::int32_t>(result.size()), &info, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      result.resize(static_cast<std::size_t>(needed) + 1);
      continue;
    }
    const std::uint32_t counted =
        strictness == IdnaStrictness::strict ? info.errors : info.errors & ~strict_errors;
    if (U_FAILURE(status) || counted != 0) return std::nullopt;
    result.resize(static_cast<std::size_t>(needed));
    return result;
  }
}

}  // namespace

std::optional<std::string> unicode_to_ascii(std::string_view domain, IdnaStrictness strictness) {
  return process(uidna_nameToASCII_UTF8, domain, strictness);
}

std::optional<std::string> unicode_to_unicode(std::string_view domain) {
  return process(uidna_nameToUnicodeUTF8, domain, IdnaStrictness::relaxed);
}

std::optional<std::string> label_to_ascii_2003(std::string_view label) {
  const std::u16string input = to_utf16(label);
  std::array<char16_t, 64> buffer;  // a label has at most 63 characters
  UErrorCode status = U_ZERO_ERROR;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // ICU prefers UTS #46; this is not it
  const std::int32_t length =
      uidna_toASCII(input.data(), static_cast<std::int32_t>(input.size()), buffer.data(),
                    static_cast<std::int32_t>(buffer.size()),
                    UIDNA_ALLOW_UNASSIGNED | UIDNA_USE_STD3_RULES, nullptr, &status);
#pragma GCC diagnostic pop
  if (U_FAILURE(status)) return std::nullopt;
  return std::string(buffer.begin(), buffer.begin() + length);
}

}  // namespace hrefkit::url
