// Encoding Standard 4 and 6: which codec an encoding has, and byte order marks.
#include "hrefkit/text/encoding.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <string>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/encodings/encoding_index.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

// The labels and names of the Encoding Standard (sections 4.2 and 4.3).

struct LabelRow {
  std::string_view label;  ///< ASCII lower case
  Encoding encoding;
};

/// The table of section 4.2, sorted by label.
constexpr std::array labels{
    LabelRow{"866", Encoding::ibm866},
    LabelRow{"ansi_x3.4-1968", Encoding::windows_1252},
    LabelRow{"arabic", Encoding::iso_8859_6},
    LabelRow{"ascii", Encoding::windows_1252},
    LabelRow{"asmo-708", Encoding::iso_8859_6},
    LabelRow{"big5", Encoding::big5},
    LabelRow{"big5-hkscs", Encoding::big5},
    LabelRow{"chinese", Encoding::gbk},
    LabelRow{"cn-big5", Encoding::big5},
    LabelRow{"cp1250", Encoding::windows_1250},
    LabelRow{"cp1251", Encoding::windows_1251},
    LabelRow{"cp1252", Encoding::windows_1252},
    LabelRow{"cp1253", Encoding::windows_1253},
    LabelRow{"cp1254", Encoding::windows_1254},
    LabelRow{"cp1255", Encoding::windows_1255},
    LabelRow{"cp1256", Encoding::windows_1256},
    LabelRow{"cp1257", Encoding::windows_1257},
    LabelRow{"cp1258", Encoding::windows_1258},
    LabelRow{"cp819", Encoding::windows_1252},
    LabelRow{"cp866", Encoding::ibm866},
    LabelRow{"csbig5", Encoding::big5},
    LabelRow{"cseuckr", Encoding::euc_kr},
    LabelRow{"cseucpkdfmtjapanese", Encoding::euc_jp},
    LabelRow{"csgb2312", Encoding::gbk},
    LabelRow{"csibm866", Encoding::ibm866},
    LabelRow{"csiso2022jp", Encoding::iso_2022_jp},
    LabelRow{"csiso2022kr", Encoding::replacement},
    LabelRow{"csiso58gb231280", Encoding::gbk},
    LabelRow{"csiso88596e", Encoding::iso_8859_6},
    LabelRow{"csiso88596i", Encoding::iso_8859_6},
    LabelRow{"csiso88598e", Encoding::iso_8859_8},
    LabelRow{"csiso88598i", Encoding::iso_8859_8_i},
    LabelRow{"csisolatin1", Encoding::windows_1252},
    LabelRow{"csisolatin2", Encoding::iso_8859_2},
    LabelRow{"csisolatin3", Encoding::iso_8859_3},
    LabelRow{"csisolatin4", Encoding::iso_8859_4},
    LabelRow{"csisolatin5", Encoding::windows_1254},
    LabelRow{"csisolatin6", Encoding::iso_8859_10},
    LabelRow{"csisolatin9", Encoding::iso_8859_15},
    LabelRow{"csisolatinarabic", Encoding::iso_8859_6},
    LabelRow{"csisolatincyrillic", Encoding::iso_8859_5},
    LabelRow{"csisolatingreek", Encoding::iso_8859_7},
    LabelRow{"csisolatinhebrew", Encoding::iso_8859_8},
    LabelRow{"cskoi8r", Encoding::koi8_r},
    LabelRow{"csksc56011987", Encoding::euc_kr},
    LabelRow{"csmacintosh", Encoding::macintosh},
    LabelRow{"csshiftjis", Encoding::shift_jis},
    LabelRow{"csunicode", Encoding::utf_16le},
    LabelRow{"cyrillic", Encoding::iso_8859_5},
    LabelRow{"dos-874", Encoding::windows_874},
    LabelRow{"ecma-114", Encoding::iso_8859_6},
    LabelRow{"ecma-118", Encoding::iso_8859_7},
    LabelRow{"elot_928", Encoding::iso_8859_7},
    LabelRow{"euc-jp", Encoding::euc_jp},
    LabelRow{"euc-kr", Encoding::euc_kr},
    LabelRow{"gb18030", Encoding::gb18030},
    LabelRow{"gb2312", Encoding::gbk},
    LabelRow{"gb_2312", Encoding::gbk},
    LabelRow{"gb_2312-80", Encoding::gbk},
    LabelRow{"gbk", Encoding::gbk},
    LabelRow{"greek", Encoding::iso_8859_7},
    LabelRow{"greek8", Encoding::iso_8859_7},
    LabelRow{"hebrew", Encoding::iso_8859_8},
    LabelRow{"hz-gb-2312", Encoding::replacement},
    LabelRow{"ibm819", Encoding::windows_1252},
    LabelRow{"ibm866", Encoding::ibm866},
    LabelRow{"iso-10646-ucs-2", Encoding::utf_16le},
    LabelRow{"iso-2022-cn", Encoding::replacement},
    LabelRow{"iso-2022-cn-ext", Encoding::replacement},
    LabelRow{"iso-2022-jp", Encoding::iso_2022_jp},
    LabelRow{"iso-2022-kr", Encoding::replacement},
    LabelRow{"iso-8859-1", Encoding::windows_1252},
    LabelRow{"iso-8859-10", Encoding::iso_8859_10},
    LabelRow{"iso-8859-11", Encoding::windows_874},
    LabelRow{"iso-8859-13", Encoding::iso_8859_13},
    LabelRow{"iso-8859-14", Encoding::iso_8859_14},
    LabelRow{"iso-8859-15", Encoding::iso_8859_15},
    LabelRow{"iso-8859-16", Encoding::iso_8859_16},
    LabelRow{"iso-8859-2", Encoding::iso_8859_2},
    LabelRow{"iso-8859-3", Encoding::iso_8859_3},
    LabelRow{"iso-8859-4", Encoding::iso_8859_4},
    LabelRow{"iso-8859-5", Encoding::iso_8859_5},
    LabelRow{"iso-8859-6", Encoding::iso_8859_6},
    LabelRow{"iso-8859-6-e", Encoding::iso_8859_6},
    LabelRow{"iso-8859-6-i", Encoding::iso_8859_6},
    LabelRow{"iso-8859-7", Encoding::iso_8859_7},
    LabelRow{"iso-8859-8", Encoding::iso_8859_8},
    LabelRow{"iso-8859-8-e", Encoding::iso_8859_8},
    LabelRow{"iso-8859-8-i", Encoding::iso_8859_8_i},
    LabelRow{"iso-8859-9", Encoding::windows_1254},
    LabelRow{"iso-ir-100", Encoding::windows_1252},
    LabelRow{"iso-ir-101", Encoding::iso_8859_2},
    LabelRow{"iso-ir-109", Encoding::iso_8859_3},
    LabelRow{"iso-ir-110", Encoding::iso_8859_4},
    LabelRow{"iso-ir-126", Encoding::iso_8859_7},
    LabelRow{"iso-ir-127", Encoding::iso_8859_6},
    LabelRow{"iso-ir-138", Encoding::iso_8859_8},
    LabelRow{"iso-ir-144", Encoding::iso_8859_5},
    LabelRow{"iso-ir-148", Encoding::windows_1254},
    LabelRow{"iso-ir-149", Encoding::euc_kr},
    LabelRow{"iso-ir-157", Encoding::iso_8859_10},
    LabelRow{"iso-ir-58", Encoding::gbk},
    LabelRow{"iso8859-1", Encoding::windows_1252},
    LabelRow{"iso8859-10", Encoding::iso_8859_10},
    LabelRow{"iso8859-11", Encoding::windows_874},
    LabelRow{"iso8859-13", Encoding::iso_8859_13},
    LabelRow{"iso8859-14", Encoding::iso_8859_14},
    LabelRow{"iso8859-15", Encoding::iso_8859_15},
    LabelRow{"iso8859-2", Encoding::iso_8859_2},
    LabelRow{"iso8859-3", Encoding::iso_8859_3},
    LabelRow{"iso8859-4", Encoding::iso_8859_4},
    LabelRow{"iso8859-5", Encoding::iso_8859_5},
    LabelRow{"iso8859-6", Encoding::iso_8859_6},
    LabelRow{"iso8859-7", Encoding::iso_8859_7},
    LabelRow{"iso8859-8", Encoding::iso_8859_8},
    LabelRow{"iso8859-9", Encoding::windows_1254},
    LabelRow{"iso88591", Encoding::windows_1252},
    LabelRow{"iso885910", Encoding::iso_8859_10},
    LabelRow{"iso885911", Encoding::windows_874},
    LabelRow{"iso885913", Encoding::iso_8859_13},
    LabelRow{"iso885914", Encoding::iso_8859_14},
    LabelRow{"iso885915", Encoding::iso_8859_15},
    LabelRow{"iso88592", Encoding::iso_8859_2},
    LabelRow{"iso88593", Encoding::iso_8859_3},
    LabelRow{"iso88594", Encoding::iso_8859_4},
    LabelRow{"iso88595", Encoding::iso_8859_5},
    LabelRow{"iso88596", Encoding::iso_8859_6},
    LabelRow{"iso88597", Encoding::iso_8859_7},
    LabelRow{"iso88598", Encoding::iso_8859_8},
    LabelRow{"iso88599", Encoding::windows_1254},
    LabelRow{"iso_8859-1", Encoding::windows_1252},
    LabelRow{"iso_8859-15", Encoding::iso_8859_15},
    LabelRow{"iso_8859-1:1987", Encoding::windows_1252},
    LabelRow{"iso_8859-2", Encoding::iso_8859_2},
    LabelRow{"iso_8859-2:1987", Encoding::iso_8859_2},
    LabelRow{"iso_8859-3", Encoding::iso_8859_3},
    LabelRow{"iso_8859-3:1988", Encoding::iso_8859_3},
    LabelRow{"iso_8859-4", Encoding::iso_8859_4},
    LabelRow{"iso_8859-4:1988", Encoding::iso_8859_4},
    LabelRow{"iso_8859-5", Encoding::iso_8859_5},
    LabelRow{"iso_8859-5:1988", Encoding::iso_8859_5},
    LabelRow{"iso_8859-6", Encoding::iso_8859_6},
    LabelRow{"iso_8859-6:1987", Encoding::iso_8859_6},
    LabelRow{"iso_8859-7", Encoding::iso_8859_7},
    LabelRow{"iso_8859-7:1987", Encoding::iso_8859_7},
    LabelRow{"iso_8859-8", Encoding::iso_8859_8},
    LabelRow{"iso_8859-8:1988", Encoding::iso_8859_8},
    LabelRow{"iso_8859-9", Encoding::windows_1254},
    LabelRow{"iso_8859-9:1989", Encoding::windows_1254},
    LabelRow{"koi", Encoding::koi8_r},
    LabelRow{"koi8", Encoding::koi8_r},
    LabelRow{"koi8-r", Encoding::koi8_r},
    LabelRow{"koi8-ru", Encoding::koi8_u},
    LabelRow{"koi8-u", Encoding::koi8_u},
    LabelRow{"koi8_r", Encoding::koi8_r},
    LabelRow{"korean", Encoding::euc_kr},
    LabelRow{"ks_c_5601-1987", Encoding::euc_kr},
    LabelRow{"ks_c_5601-1989", Encoding::euc_kr},
    LabelRow{"ksc5601", Encoding::euc_kr},
    LabelRow{"ksc_5601", Encoding::euc_kr},
    LabelRow{"l1", Encoding::windows_1252},
    LabelRow{"l2", Encoding::iso_8859_2},
    LabelRow{"l3", Encoding::iso_8859_3},
    LabelRow{"l4", Encoding::iso_8859_4},
    LabelRow{"l5", Encoding::windows_1254},
    LabelRow{"l6", Encoding::iso_8859_10},
    LabelRow{"l9", Encoding::iso_8859_15},
    LabelRow{"latin1", Encoding::windows_1252},
    LabelRow{"latin2", Encoding::iso_8859_2},
    LabelRow{"latin3", Encoding::iso_8859_3},
    LabelRow{"latin4", Encoding::iso_8859_4},
    LabelRow{"latin5", Encoding::windows_1254},
    LabelRow{"latin6", Encoding::iso_8859_10},
    LabelRow{"logical", Encoding::iso_8859_8_i},
    LabelRow{"mac", Encoding::macintosh},
    LabelRow{"macintosh", Encoding::macintosh},
    LabelRow{"ms932", Encoding::shift_jis},
    LabelRow{"ms_kanji", Encoding::shift_jis},
    LabelRow{"replacement", Encoding::replacement},
    LabelRow{"shift-jis", Encoding::shift_jis},
    LabelRow{"shift_jis", Encoding::shift_jis},
    LabelRow{"sjis", Encoding::shift_jis},
    LabelRow{"sun_eu_greek", Encoding::iso_8859_7},
    LabelRow{"tis-620", Encoding::windows_874},
    LabelRow{"ucs-2", Encoding::utf_16le},
    LabelRow{"unicode", Encoding::utf_16le},
    LabelRow{"unicode-1-1-utf-8", Encoding::utf_8},
    LabelRow{"unicode11utf8", Encoding::utf_8},
    LabelRow{"unicode20utf8", Encoding::utf_8},
    LabelRow{"unicodefeff", Encoding::utf_16le},
    LabelRow{"unicodefffe", Encoding::utf_16be},
    LabelRow{"us-ascii", Encoding::windows_1252},
    LabelRow{"utf-16", Encoding::utf_16le},
    LabelRow{"utf-16be", Encoding::utf_16be},
    LabelRow{"utf-16le", Encoding::utf_16le},
    LabelRow{"utf-8", Encoding::utf_8},
    LabelRow{"utf8", Encoding::utf_8},
    LabelRow{"visual", Encoding::iso_8859_8},
    LabelRow{"windows-1250", Encoding::windows_1250},
    LabelRow{"windows-1251", Encoding::windows_1251},
    LabelRow{"windows-1252", Encoding::windows_1252},
    LabelRow{"windows-1253", Encoding::windows_1253},
    LabelRow{"windows-1254", Encoding::windows_1254},
    LabelRow{"windows-1255", Encoding::windows_1255},
    LabelRow{"windows-1256", Encoding::windows_1256},
    LabelRow{"windows-1257", Encoding::windows_1257},
    LabelRow{"windows-1258", Encoding::windows_1258},
    LabelRow{"windows-31j", Encoding::shift_jis},
    LabelRow{"windows-874", Encoding::windows_874},
    LabelRow{"windows-949", Encoding::euc_kr},
    LabelRow{"x-cp1250", Encoding::windows_1250},
    LabelRow{"x-cp1251", Encoding::windows_1251},
    LabelRow{"x-cp1252", Encoding::windows_1252},
    LabelRow{"x-cp1253", Encoding::windows_1253},
    LabelRow{"x-cp1254", Encoding::windows_1254},
    LabelRow{"x-cp1255", Encoding::windows_1255},
    LabelRow{"x-cp1256", Encoding::windows_1256},
    LabelRow{"x-cp1257", Encoding::windows_1257},
    LabelRow{"x-cp1258", Encoding::windows_1258},
    LabelRow{"x-euc-jp", Encoding::euc_jp},
    LabelRow{"x-gbk", Encoding::gbk},
    LabelRow{"x-mac-cyrillic", Encoding::x_mac_cyrillic},
    LabelRow{"x-mac-roman", Encoding::macintosh},
    LabelRow{"x-mac-ukrainian", Encoding::x_mac_cyrillic},
    LabelRow{"x-sjis", Encoding::shift_jis},
    LabelRow{"x-unicode20utf8", Encoding::utf_8},
    LabelRow{"x-user-defined", Encoding::x_user_defined},
    LabelRow{"x-x-big5", Encoding::big5},
};

constexpr bool by_label(LabelRow const& a, LabelRow const& b) {
  return a.label < b.label;
}
static_assert(std::is_sorted(labels.begin(), labels.end(), by_label));

constexpr std::size_t max_label =
    std::max_element(labels.begin(), labels.end(), [](LabelRow const& a, LabelRow const& b) {
      return a.label.size() < b.label.size();
    })->label.size();

/// The names of section 4.2, in the order of the enumeration.
constexpr std::array<std::string_view, 40> names{
    "UTF-8",        "IBM866",       "ISO-8859-2",   "ISO-8859-3",     "ISO-8859-4",
    "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",     "ISO-8859-8-I",
    "ISO-8859-10",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-15",    "ISO-8859-16",
    "KOI8-R",       "KOI8-U",       "macintosh",    "windows-874",    "windows-1250",
    "windows-1251", "windows-1252", "windows-1253", "windows-1254",   "windows-1255",
    "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "GBK",
    "gb18030",      "Big5",         "EUC-JP",       "ISO-2022-JP",    "Shift_JIS",
    "EUC-KR",       "replacement",  "UTF-16BE",     "UTF-16LE",       "x-user-defined",
};
static_assert(names[static_cast<std::size_t>(Encoding::x_user_defined)] == "x-user-defined");
static_assert(names[static_cast<std::size_t>(Encoding::windows_1252)] == "windows-1252");

}  // namespace

// Section 4.2, "get an encoding".
std::optional<Encoding> encoding_from_label(std::string_view label) {
  label = strip_ascii_whitespace(label);
  // FAST: what nearly all pages declare. The search costs a tenth of finding their declaration.
  if (equals_ignoring_ascii_case(label, "utf-8")) return Encoding::utf_8;
  if (label.size() > max_label) return std::nullopt;
  const std::string wanted = to_ascii_lower(label);
  const auto* row = std::lower_bound(labels.begin(), labels.end(), LabelRow{wanted, {}}, by_label);
  if (row == labels.end() || row->label != wanted) return std::nullopt;
  return row->encoding;
}

std::string_view name(Encoding encoding) {
  return names[static_cast<std::size_t>(encoding)];
}

// Section 4.3, "get an output encoding".
Encoding output_encoding(Encoding encoding) {
  switch (encoding) {
    case Encoding::replacement:
    case Encoding::utf_16be:
    case Encoding::utf_16le:
      return Encoding::utf_8;
    default:
      return encoding;
  }
}

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
