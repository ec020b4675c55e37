// The encodings in which ASCII text is written as itself.
#pragma once

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// True when bytes below 0x80 always are those characters. ISO-2022-JP has escape sequences.
constexpr bool has_plain_ascii(text::Encoding encoding) {
  using text::Encoding;
  return encoding != Encoding::iso_2022_jp && encoding != Encoding::replacement &&
         encoding != Encoding::utf_16be && encoding != Encoding::utf_16le;
}

}  // namespace hrefkit::html
