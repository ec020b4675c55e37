#include "hrefkit/archive/surt/surt_escape.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::archive {

namespace {

/// Replaces escapes at the end of `out`: the byte of one may complete another before it.
void decode_end(std::string& out) {
  while (out.size() >= 3 && out[out.size() - 3] == '%') {
    const int high = text::hex_value(out[out.size() - 2]);
    const int low = text::hex_value(out[out.size() - 1]);
    if (high < 0 || low < 0) return;
    out.resize(out.size() - 3);
    out += static_cast<char>(high * 16 + low);
  }
}

}  // namespace

// Two escapes never share a byte, so the order in which they are decoded makes no difference: each
// is decoded as soon as its last byte is there.
std::string unescape_repeatedly(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    out += c;
    decode_end(out);
  }
  return out;
}

std::string escape_once(std::string_view text) {
  constexpr text::ByteSet kept = text::ByteSet::range(0x21, 0x7E) - text::ByteSet("#%");
  std::string out;
  out.reserve(text.size());
  url::append_percent_encoded(out, text, ~kept);
  return out;
}

}  // namespace hrefkit::archive
