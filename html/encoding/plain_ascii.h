// The encodings in which ASCII text is written as itself, and what declarations in it name.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// True when bytes below 0x80 always are those characters. ISO-2022-JP has escape sequences.
constexpr bool has_plain_ascii(text::Encoding encoding) {
  using text::Encoding;
  return encoding != Encoding::iso_2022_jp && encoding != Encoding::replacement &&
         encoding != Encoding::utf_16be && encoding != Encoding::utf_16le;
}

/// What a label means in a declaration that could be read as ASCII: never UTF-16.
inline std::optional<text::Encoding> encoding_from_ascii_label(std::string_view label) {
  const auto encoding = text::encoding_from_label(label);
  const bool is_utf_16 =
      encoding == text::Encoding::utf_16be || encoding == text::Encoding::utf_16le;
  return is_utf_16 ? text::Encoding::utf_8 : encoding;
}

}  // namespace hrefkit::html
