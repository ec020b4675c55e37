// The indexes come from ICU's converters: the bytes that the standard gives a pointer are
// converted one pointer after the other. What the standard has otherwise than ICU is a handful of
// rows (encoding_index_differences.h), set over ICU's answer whatever it is, so that the result is
// the same with every release of ICU. ICU maps most unassigned pointers to private use code
// points; only the gb18030 index keeps those, and macintosh its logo.
#include "hrefkit/text/encodings/encoding_index.h"

#include <unicode/ucnv.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <string>

#include "hrefkit/text/encodings/encoding_index_differences.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

/// One of ICU's converters, asked for single characters.
class Converter {
 public:
  explicit Converter(char const* icu_name) {
    UErrorCode error = U_ZERO_ERROR;
    converter_.reset(ucnv_open(icu_name, &error));
    // ICU has these converters in each build, so that only memory can be missing.
    if (U_FAILURE(error)) throw std::bad_alloc();
    ucnv_setToUCallBack(converter_.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
    if (U_FAILURE(error)) throw std::bad_alloc();
  }

  /// The code point that `bytes` stand for; 0 where they stand for none or for several.
  char32_t code_point(std::string_view bytes) {
    UErrorCode error = U_ZERO_ERROR;
    std::array<UChar, 8> units;
    const std::int32_t length =
        ucnv_toUChars(converter_.get(), units.data(), static_cast<std::int32_t>(units.size()),
                      bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
    if (error == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
    if (U_FAILURE(error) || length == 0) return 0;
    UChar32 first = 0;
    std::int32_t used = 0;
    U16_NEXT(units.data(), used, length, first);
    return used == length && first != 0xFFFD ? static_cast<char32_t>(first) : 0;
  }

 private:
  std::unique_ptr<UConverter, CloseConverter> converter_;
};

constexpr bool is_private_use(char32_t c) {
  return c >= 0xE000 && c <= 0xF8FF;
}

enum class PrivateUse { keep, drop };

char byte(std::size_t value) {
  return static_cast<char>(static_cast<unsigned char>(value));
}

/// How a multi-byte index is read: the converter and the bytes of a pointer.
struct IndexSource {
  char const* icu_name;
  std::size_t size;
  std::string (*bytes_of)(std::size_t pointer);
  PrivateUse private_use;
  std::span<IndexDifference const> differences;
};

Index read_index(IndexSource const& source) {
  Converter converter(source.icu_name);
  std::vector<char32_t> code_points(source.size);
  for (std::size_t pointer = 0; pointer < source.size; ++pointer) {
    const char32_t c = converter.code_point(source.bytes_of(pointer));
    if (source.private_use == PrivateUse::keep || !is_private_use(c)) code_points[pointer] = c;
  }
  for (auto const& [pointer, code_point] : source.differences) code_points[pointer] = code_point;
  return Index(std::move(code_points));
}

/// Lead bytes from 0x81 to 0xFE.
constexpr std::size_t leads = 126;

std::string big5_bytes(std::size_t pointer) {
  const std::size_t trail = pointer % 157;
  return {byte(pointer / 157 + 0x81), byte(trail + (trail < 0x3F ? 0x40 : 0x62))};
}

std::string euc_kr_bytes(std::size_t pointer) {
  return {byte(pointer / 190 + 0x81), byte(pointer % 190 + 0x41)};
}

std::string gb18030_bytes(std::size_t pointer) {
  const std::size_t trail = pointer % 190;
  return {byte(pointer / 190 + 0x81), byte(trail + (trail < 0x3F ? 0x40 : 0x41))};
}

std::string shift_jis_bytes(std::size_t pointer) {
  const std::size_t lead = pointer / 188;
  const std::size_t trail = pointer % 188;
  return {byte(lead + (lead < 0x1F ? 0x81 : 0xC1)), byte(trail + (trail < 0x3F ? 0x40 : 0x41))};
}

std::string jis0212_bytes(std::size_t pointer) {
  return {byte(0x8F), byte(pointer / 94 + 0xA1), byte(pointer % 94 + 0xA1)};
}

/// The rows of an index with pointers from `first` up to `last` (not included).
std::vector<PointerTable::Row> rows_between(Index const& index, std::size_t first,
                                            std::size_t last) {
  std::vector<PointerTable::Row> rows;
  for (std::size_t pointer = first; pointer < last; ++pointer) {
    const char32_t c = index.code_point(pointer);
    if (c != 0) rows.emplace_back(c, static_cast<std::uint16_t>(pointer));
  }
  return rows;
}

std::vector<PointerTable::Row> all_rows(Index const& index) {
  return rows_between(index, 0, index.size());
}

struct SingleByteSource {
  Encoding encoding;
  char const* icu_name;  ///< null where ICU has none
};

/// ICU's own names: an alias such as "windows-1252" may change with its tables.
constexpr std::array single_byte_sources{
    SingleByteSource{Encoding::ibm866, "ibm-866_P100-1995"},
    SingleByteSource{Encoding::iso_8859_2, "ibm-912_P100-1995"},
    SingleByteSource{Encoding::iso_8859_3, "ibm-913_P100-2000"},
    SingleByteSource{Encoding::iso_8859_4, "ibm-914_P100-1995"},
    SingleByteSource{Encoding::iso_8859_5, "ibm-915_P100-1995"},
    SingleByteSource{Encoding::iso_8859_6, "ibm-1089_P100-1995"},
    SingleByteSource{Encoding::iso_8859_7, "ibm-9005_X110-2007"},
    SingleByteSource{Encoding::iso_8859_8, "ibm-5012_P100-1999"},
    SingleByteSource{Encoding::iso_8859_8_i, "ibm-5012_P100-1999"},
    SingleByteSource{Encoding::iso_8859_10, "iso-8859_10-1998"},
    SingleByteSource{Encoding::iso_8859_13, "ibm-921_P100-1995"},
    SingleByteSource{Encoding::iso_8859_14, "iso-8859_14-1998"},
    SingleByteSource{Encoding::iso_8859_15, "ibm-923_P100-1998"},
    SingleByteSource{Encoding::iso_8859_16, nullptr},
    SingleByteSource{Encoding::koi8_r, "ibm-878_P100-1996"},
    SingleByteSource{Encoding::koi8_u, "ibm-1168_P100-2002"},
    SingleByteSource{Encoding::macintosh, "macos-0_2-10.2"},
    SingleByteSource{Encoding::windows_874, "windows-874-2000"},
    SingleByteSource{Encoding::windows_1250, "ibm-5346_P100-1998"},
    SingleByteSource{Encoding::windows_1251, "ibm-5347_P100-1998"},
    SingleByteSource{Encoding::windows_1252, "ibm-5348_P100-1997"},
    SingleByteSource{Encoding::windows_1253, "ibm-5349_P100-1998"},
    SingleByteSource{Encoding::windows_1254, "ibm-5350_P100-1998"},
    SingleByteSource{Encoding::windows_1255, "ibm-9447_P100-2002"},
    SingleByteSource{Encoding::windows_1256, "ibm-9448_X100-2005"},
    SingleByteSource{Encoding::windows_1257, "ibm-9449_P100-2002"},
    SingleByteSource{Encoding::windows_1258, "ibm-5354_P100-1998"},
    SingleByteSource{Encoding::x_mac_cyrillic, "macos-7_3-10.2"},
};

constexpr std::size_t place_of(Encoding encoding) {
  return static_cast<std::size_t>(encoding) - static_cast<std::size_t>(Encoding::ibm866);
}

constexpr bool in_order_of_encodings() {
  for (std::size_t i = 0; i < single_byte_sources.size(); ++i) {
    if (place_of(single_byte_sources[i].encoding) != i) return false;
  }
  return true;
}
static_assert(in_order_of_encodings());

SingleByteIndex::Utf8Form utf8_form(char16_t c) {
  if (c == 0) return {};
  std::array<char, 4> bytes{};
  const std::uint32_t length = write_utf8(bytes.data(), c);
  return {{bytes[0], bytes[1], bytes[2]}, static_cast<std::uint8_t>(length)};
}

SingleByteIndex read_single_byte_index(SingleByteSource const& source) {
  SingleByteIndex index{};
  if (source.icu_name != nullptr) {
    Converter converter(source.icu_name);
    for (std::size_t i = 0; i < 128; ++i) {
      const char c = byte(0x80 + i);
      const char32_t code_point = converter.code_point({&c, 1});
      const bool keep = !is_private_use(code_point) || source.encoding == Encoding::macintosh;
      index.code_points[i] = keep ? static_cast<char16_t>(code_point) : u'\0';
    }
  }
  for (SingleByteDifference const& row : single_byte_differences) {
    if (row.encoding == source.encoding) index.code_points[row.byte - 0x80u] = row.code_point;
  }
  for (std::size_t i = 0; i < 128; ++i) {
    index.utf8[i] = utf8_form(index.code_points[i]);
  }
  return index;
}

}  // namespace

PointerTable::PointerTable(std::vector<Row> rows) : rows_(std::move(rows)) {
  const auto by_code_point = [](Row const& a, Row const& b) { return a.first < b.first; };
  std::stable_sort(rows_.begin(), rows_.end(), by_code_point);
  const auto same = [](Row const& a, Row const& b) { return a.first == b.first; };
  rows_.erase(std::unique(rows_.begin(), rows_.end(), same), rows_.end());
  rows_.shrink_to_fit();
}

std::optional<std::uint16_t> PointerTable::pointer(char32_t code_point) const {
  const auto row = std::lower_bound(rows_.begin(), rows_.end(), code_point,
                                    [](Row const& r, char32_t c) { return r.first < c; });
  if (row == rows_.end() || row->first != code_point) return std::nullopt;
  return row->second;
}

bool is_single_byte(Encoding encoding) {
  return encoding >= Encoding::ibm866 && encoding <= Encoding::x_mac_cyrillic;
}

SingleByteIndex const& single_byte_index(Encoding encoding) {
  assert(is_single_byte(encoding));
  static std::array<std::once_flag, single_byte_sources.size()> once;
  static std::array<SingleByteIndex, single_byte_sources.size()> indexes;
  const std::size_t place = place_of(encoding);
  std::call_once(once[place],
                 [&] { indexes[place] = read_single_byte_index(single_byte_sources[place]); });
  return indexes[place];
}

Index const& index_big5() {
  static const Index index = read_index(
      {"ibm-1375_P100-2008", leads * 157, big5_bytes, PrivateUse::drop, big5_differences});
  return index;
}

Index const& index_euc_kr() {
  static const Index index =
      read_index({"windows-949-2000", leads * 190, euc_kr_bytes, PrivateUse::drop, {}});
  return index;
}

Index const& index_gb18030() {
  static const Index index =
      read_index({"gb18030", leads * 190, gb18030_bytes, PrivateUse::keep, gb18030_differences});
  return index;
}

Index const& index_jis0208() {
  static const Index index = read_index(
      {"ibm-943_P15A-2003", std::size_t{60} * 188, shift_jis_bytes, PrivateUse::drop, {}});
  return index;
}

Index const& index_jis0212() {
  // ICU goes on after JIS X 0212 with an extension of IBM's, which the standard does not have.
  static const Index index =
      read_index({"euc-jp-2007", std::size_t{82} * 94, jis0212_bytes, PrivateUse::drop, {}});
  return index;
}

PointerTable const& big5_pointers() {
  static const PointerTable table = [] {
    Index const& index = index_big5();
    // Pointers below 0xA1's first are Hong Kong's and never written; of these six code points'
    // pointers the last is taken, so those are put in front.
    auto rows = rows_between(index, std::size_t{0xA1 - 0x81} * 157, index.size());
    const auto takes_last = [](PointerTable::Row const& row) {
      constexpr std::u32string_view code_points = U"\u2550\u255E\u2561\u256A\u5341\u5345";
      return code_points.find(row.first) != std::u32string_view::npos;
    };
    const auto others = std::stable_partition(rows.begin(), rows.end(), takes_last);
    std::reverse(rows.begin(), others);
    return PointerTable(std::move(rows));
  }();
  return table;
}

PointerTable const& euc_kr_pointers() {
  static const PointerTable table(all_rows(index_euc_kr()));
  return table;
}

PointerTable const& gb18030_pointers() {
  static const PointerTable table(all_rows(index_gb18030()));
  return table;
}

PointerTable const& jis0208_pointers() {
  static const PointerTable table(all_rows(index_jis0208()));
  return table;
}

PointerTable const& shift_jis_pointers() {
  static const PointerTable table = [] {
    Index const& index = index_jis0208();
    auto rows = rows_between(index, 0, 8272);  // NEC's duplicates of IBM's extensions are left out
    const auto ibm = rows_between(index, 8836, index.size());
    rows.insert(rows.end(), ibm.begin(), ibm.end());
    return PointerTable(std::move(rows));
  }();
  return table;
}

}  // namespace hrefkit::text
