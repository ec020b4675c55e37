// Encoding Standard 4 and 6: which codec an encoding has, and byte order marks.
#include "hrefkit/text/encoding.h"

#include <cassert>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

void run_decoder(std::string_view bytes, Encoding encoding, DecodeOutput& out) {
  switch (encoding) {
    case Encoding::utf_8:
      return decode_utf_8(bytes, out);
    case Encoding::gbk:
    case Encoding::gb18030:
      return decode_gb18030(bytes, out);
    case Encoding::big5:
      return decode_big5(bytes, out);
    case Encoding::euc_jp:
      return decode_euc_jp(bytes, out);
    case Encoding::iso_2022_jp:
      return decode_iso_2022_jp(bytes, out);
    case Encoding::shift_jis:
      return decode_shift_jis(bytes, out);
    case Encoding::euc_kr:
      return decode_euc_kr(bytes, out);
    case Encoding::replacement:
      return decode_replacement(bytes, out);
    case Encoding::utf_16be:
      return decode_utf_16be(bytes, out);
    case Encoding::utf_16le:
      return decode_utf_16le(bytes, out);
    case Encoding::x_user_defined:
      return decode_x_user_defined(bytes, out);
    default:
      return decode_single_byte(bytes, single_byte_index(encoding), out);
  }
}

/// Appends `text` by an encoder that takes ASCII as it is and keeps no state; `encode` appends the
/// bytes of one other code point and returns false where the encoding has no bytes for it.
template <class Encode>
void append_by(std::string& out, std::string_view text, UnencodableHandler unencodable,
               Encode encode) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t ascii = ascii_run_length(text.substr(i));
    out.append(text, i, ascii);
    i += ascii;
    if (i == text.size()) break;
    const Utf8Step step = decode_utf8(text, i);
    if (!encode(out, step.code_point)) unencodable(step.code_point, out);
    i += step.length;
  }
}

}  // namespace

// Section 6, "BOM sniff".
std::optional<ByteOrderMark> find_byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with(utf8_byte_order_mark)) return ByteOrderMark{Encoding::utf_8, 3};
  if (bytes.starts_with("\xFE\xFF")) return ByteOrderMark{Encoding::utf_16be, 2};
  if (bytes.starts_with("\xFF\xFE")) return ByteOrderMark{Encoding::utf_16le, 2};
  return std::nullopt;
}

std::optional<std::size_t> decode_append(std::string& text, SourceMap& map, std::string_view bytes,
                                         Encoding encoding) {
  DecodeOutput out(text, map, bytes.size());
  run_decoder(bytes, encoding, out);
  return out.finish();
}

DecodedText decode(std::string_view bytes, Encoding encoding) {
  DecodedText result;
  result.malformed_at = decode_append(result.text, result.map, bytes, encoding);
  return result;
}

void append_encoded(std::string& out, std::string_view text, Encoding encoding,
                    UnencodableHandler unencodable) {
  switch (encoding) {
    case Encoding::utf_8:
      out += text;
      return;
    case Encoding::gbk:
      return append_by(out, text, unencodable, encode_gbk);
    case Encoding::gb18030:
      return append_by(out, text, unencodable, encode_gb18030);
    case Encoding::big5:
      return append_by(out, text, unencodable, encode_big5);
    case Encoding::euc_jp:
      return append_by(out, text, unencodable, encode_euc_jp);
    case Encoding::iso_2022_jp:
      return append_iso_2022_jp(out, text, unencodable);
    case Encoding::shift_jis:
      return append_by(out, text, unencodable, encode_shift_jis);
    case Encoding::euc_kr:
      return append_by(out, text, unencodable, encode_euc_kr);
    case Encoding::x_user_defined:
      return append_by(out, text, unencodable, encode_x_user_defined);
    case Encoding::replacement:
    case Encoding::utf_16be:
    case Encoding::utf_16le:
      assert(false && "not an output encoding");
      return;
    default:
      SingleByteIndex const& index = single_byte_index(encoding);
      return append_by(out, text, unencodable, [&](std::string& to, char32_t code_point) {
        return encode_single_byte(to, code_point, index);
      });
  }
}

}  // namespace hrefkit::text
