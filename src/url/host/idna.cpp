// UTS #46, "Unicode IDNA Compatibility Processing", sections 4 to 4.3. Mapping, normalization and
// properties come from idna_unicode.h, and all of this takes a fixed number of passes over a label.
#include "hrefkit/url/host/idna.h"

#include <unicode/uidna.h>
#include <unicode/utypes.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/host/idna_unicode.h"
#include "hrefkit/url/host/punycode.h"

namespace hrefkit::url {

namespace {

constexpr std::u32string_view ace_prefix = U"xn--";

bool is_ascii(std::u32string_view text) {
  return std::all_of(text.begin(), text.end(), [](char32_t c) { return c < 0x80; });
}

std::u32string to_utf32(std::string_view text) {
  std::u32string utf32;
  utf32.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const text::Utf8Step step = text::decode_utf8(text, i);
    utf32 += step.code_point;
    i += step.length;
  }
  return utf32;
}

/// Section 4, step 3.
std::vector<std::u32string> split_labels(std::u32string_view domain) {
  std::vector<std::u32string> labels;
  for (;;) {
    const std::size_t dot = domain.find(U'.');
    labels.emplace_back(domain.substr(0, dot));
    if (dot == std::u32string_view::npos) return labels;
    domain.remove_prefix(dot + 1);
  }
}

/// Section 4, steps 4.1.1 to 4.1.3: the label that `ace` encodes; `ace` begins with "xn--".
std::optional<std::u32string> decode_label(std::u32string_view ace) {
  if (!is_ascii(ace)) return std::nullopt;
  const std::u32string_view encoded = ace.substr(ace_prefix.size());
  auto label = punycode_decode(std::string(encoded.begin(), encoded.end()));
  if (!label || is_ascii(*label)) return std::nullopt;
  return label;
}

bool has_valid_hyphens(std::u32string_view label) {
  return !label.starts_with(U'-') && !label.ends_with(U'-') &&
         !(label.size() >= 4 && label[2] == U'-' && label[3] == U'-');
}

/// UseSTD3ASCIIRules: letters, digits and hyphens, of what is ASCII.
bool has_valid_ascii(std::u32string_view label) {
  constexpr text::ByteSet allowed = text::ascii_lower | text::ascii_digit | text::ByteSet("-");
  return std::all_of(label.begin(), label.end(), [&](char32_t c) {
    return c >= 0x80 || allowed.contains(static_cast<char>(c));
  });
}

/// Section 4.1, criteria 2 to 9 (but Bidi) for a label that is mapped and normalized: of the
/// statuses only "disallowed" is left, and of the code points with it U+FFFD.
bool is_valid_label(std::u32string_view label, IdnaStrictness strictness) {
  if (label.empty()) return true;
  const bool strict = strictness == IdnaStrictness::strict;
  if (strict && (!has_valid_hyphens(label) || !has_valid_ascii(label))) return false;
  if (label.starts_with(ace_prefix) || label.find(U'.') != std::u32string_view::npos) return false;
  if (is_mark(label[0]) || label.find(U'\uFFFD') != std::u32string_view::npos) return false;
  return has_valid_joiners(label);
}

/// Section 4, "Processing": the labels in Unicode, or nullopt when an error was recorded.
std::optional<std::vector<std::u32string>> process(std::string_view domain,
                                                   IdnaStrictness strictness) {
  // Steps 1 to 3.
  auto labels = split_labels(map_and_normalize(to_utf32(domain)));
  // Step 4.
  bool bidi = false;
  for (std::u32string& label : labels) {
    if (label.starts_with(ace_prefix)) {
      auto decoded = decode_label(label);
      // Criteria 1 and 7: mapping and normalizing have nothing to change.
      if (!decoded || map_and_normalize(*decoded) != *decoded) return std::nullopt;
      label = *std::move(decoded);
    }
    if (!is_valid_label(label, strictness)) return std::nullopt;
    bidi = bidi || is_bidi(label);
  }
  if (bidi && !std::all_of(labels.begin(), labels.end(), satisfies_bidi_rule)) return std::nullopt;
  return labels;
}

/// Section 4.2, step 2.
std::string encode_label(std::u32string_view label) {
  if (is_ascii(label)) return {label.begin(), label.end()};
  std::string encoded = "xn--";
  encoded += punycode_encode(label);
  return encoded;
}

/// Section 4.2, step 3, "verify DNS length restrictions".
bool has_valid_lengths(std::string_view domain) {
  constexpr std::size_t max_label = 63;
  constexpr std::size_t max_domain = 253;
  if (domain.size() > max_domain) return false;
  for (;;) {
    const std::size_t dot = domain.find('.');
    const std::size_t length = std::min(dot, domain.size());
    if (length == 0 || length > max_label) return false;
    if (dot == std::string_view::npos) return true;
    domain.remove_prefix(dot + 1);
  }
}

/// True for a failure that is not about the label: for lack of memory ICU reports that it cannot
/// find its data, which every build has.
bool is_out_of_memory(UErrorCode status) {
  return status == U_MEMORY_ALLOCATION_ERROR || status == U_FILE_ACCESS_ERROR ||
         status == U_MISSING_RESOURCE_ERROR;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string utf16;
  for (char32_t c : to_utf32(text)) {
    text::for_each_utf16_unit(c, [&utf16](char32_t unit) { utf16 += static_cast<char16_t>(unit); });
  }
  return utf16;
}

}  // namespace

std::optional<std::string> unicode_to_ascii(std::string_view domain, IdnaStrictness strictness) {
  const auto labels = process(domain, strictness);
  if (!labels) return std::nullopt;
  std::string ascii;
  for (std::u32string const& label : *labels) {
    if (&label != labels->data()) ascii += '.';
    ascii += encode_label(label);
  }
  if (strictness == IdnaStrictness::strict && !has_valid_lengths(ascii)) return std::nullopt;
  return ascii;
}

std::optional<std::string> unicode_to_unicode(std::string_view domain) {
  const auto labels = process(domain, IdnaStrictness::relaxed);
  if (!labels) return std::nullopt;
  std::string unicode;
  for (std::u32string const& label : *labels) {
    if (&label != labels->data()) unicode += '.';
    for (char32_t c : label) text::append_utf8(unicode, c);
  }
  return unicode;
}

std::optional<std::string> label_to_ascii_2003(std::string_view label, Std3Rules rules) {
  const std::u16string input = to_utf16(label);
  std::array<char16_t, 64> buffer;  // a label has at most 63 characters
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t std3 = rules == Std3Rules::on ? UIDNA_USE_STD3_RULES : UIDNA_DEFAULT;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // ICU prefers UTS #46; this is not it
  const std::int32_t length = uidna_toASCII(input.data(), static_cast<std::int32_t>(input.size()),
                                            buffer.data(), static_cast<std::int32_t>(buffer.size()),
                                            UIDNA_ALLOW_UNASSIGNED | std3, nullptr, &status);
#pragma GCC diagnostic pop
  if (is_out_of_memory(status)) throw std::bad_alloc();
  if (U_FAILURE(status)) return std::nullopt;
  return std::string(buffer.begin(), buffer.begin() + length);
}

}  // namespace hrefkit::url
