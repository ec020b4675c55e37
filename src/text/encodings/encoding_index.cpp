// The indexes come from ICU's converters: the bytes of each pointer of the standard are converted,
// one pointer after the other. The few rows in which the standard differs from ICU (`differences`)
// replace ICU's answer, so that the result is the same with every release of ICU. ICU maps most
// unassigned pointers to private use code points; only the gb18030 index keeps those, and macintosh
// its logo.
#include "hrefkit/text/encodings/encoding_index.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>
#include <unicode/utypes.h>
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

// Where the Encoding Standard's indexes (section 5) differ from ICU's converters.

/// The code point that the standard has for a pointer of a multi-byte index.
struct IndexDifference {
  std::uint16_t pointer;
  char32_t code_point;

  constexpr bool operator<(IndexDifference const& other) const { return pointer < other.pointer; }
};

/// Against ibm-1375: the standard has Unicode's code points where ICU has private use, the
/// compatibility duplicates of HKSCS, and Eten's extensions.
constexpr std::array big5_differences = std::to_array<IndexDifference>({
    {1008, 0x9F97},  {1016, 0x9F96},  {1099, 0x31C0},  {1100, 0x31C1},  {1101, 0x31C2},
    {1102, 0x31C3},  {1103, 0x31C4},  {1105, 0x31C5},  {1108, 0x31C6},  {1109, 0x31C7},
    {1112, 0x31C8},  {1114, 0x31C9},  {1115, 0x31CA},  {1116, 0x31CB},  {1117, 0x31CC},
    {1119, 0x31CD},  {1120, 0x31CE},  {1170, 0x23DA},  {1171, 0x23DB},  {1730, 0x9FA6},
    {1772, 0x9FA7},  {1779, 0x9FA8},  {1812, 0x9FA9},  {1814, 0x9FAA},  {1816, 0x9FAB},
    {1821, 0x9FAC},  {1844, 0x9FAD},  {1845, 0x9FAE},  {1847, 0x9FAF},  {1866, 0x9FB2},
    {1892, 0x9FB3},  {2082, 0x7BB8},  {2088, 0x7C06},  {2103, 0x7CCE},  {2114, 0x7DD2},
    {2123, 0x7E1D},  {2148, 0x8005},  {2151, 0x8028},  {2221, 0x83C1},  {2239, 0x84A8},
    {2244, 0x840F},  {2303, 0x89A6},  {2304, 0x89A9},  {2354, 0x8D77},  {2400, 0x90FD},
    {2413, 0x92B9},  {2477, 0x975C},  {2498, 0x97FF},  {2605, 0x9F16},  {2673, 0x8503},
    {2746, 0x5159},  {2747, 0x515B},  {2748, 0x515D},  {2749, 0x515E},  {2771, 0x936E},
    {2780, 0x7479},  {2990, 0x6D67},  {3087, 0x799B},  {3259, 0x9097},  {3301, 0x975D},
    {3436, 0x701E},  {3451, 0x5B28},  {4136, 0x7201},  {4138, 0x77D7},  {4141, 0x7E87},
    {4182, 0x99D6},  {4206, 0x91D4},  {4220, 0x60DE},  {4230, 0x6FB6},  {4241, 0x8F36},
    {4258, 0x4FBB},  {4273, 0x71DF},  {4279, 0x9104},  {4282, 0x9DF0},  {4294, 0x83CF},
    {4329, 0x5C10},  {4330, 0x79E3},  {4349, 0x5A67},  {4419, 0x8F0B},  {4422, 0x7B51},
    {4494, 0x62D0},  {4624, 0x6062},  {4694, 0x75F9},  {4708, 0x6C4A},  {4742, 0x9B2E},
    {4748, 0x9F17},  {4815, 0x50ED},  {4828, 0x5F0C},  {4902, 0x880F},  {4922, 0x62CE},
    {4982, 0x7468},  {4992, 0x7162},  {4997, 0x7250},  {5432, 0x2400},  {5433, 0x2401},
    {5434, 0x2402},  {5435, 0x2403},  {5436, 0x2404},  {5437, 0x2405},  {5438, 0x2406},
    {5439, 0x2407},  {5440, 0x2408},  {5441, 0x2409},  {5442, 0x240A},  {5443, 0x240B},
    {5444, 0x240C},  {5445, 0x240D},  {5446, 0x240E},  {5447, 0x240F},  {5448, 0x2410},
    {5449, 0x2411},  {5450, 0x2412},  {5451, 0x2413},  {5452, 0x2414},  {5453, 0x2415},
    {5454, 0x2416},  {5455, 0x2417},  {5456, 0x2418},  {5457, 0x2419},  {5458, 0x241A},
    {5459, 0x241B},  {5460, 0x241C},  {5461, 0x241D},  {5462, 0x241E},  {5463, 0x241F},
    {5464, 0x2421},  {10942, 0x5EF4}, {10946, 0x65E0}, {10948, 0x7676}, {10950, 0x96B6},
    {10957, 0x3003}, {10958, 0x4EDD}, {11204, 0x31CF}, {11210, 0x9FB0}, {11212, 0x9FB1},
    {19028, 0x5029}, {19035, 0x507D}, {19088, 0x5305}, {19096, 0x5344}, {19112, 0x537F},
    {19162, 0x5605}, {19240, 0x5A77}, {19299, 0x5E75}, {19305, 0x5ED0}, {19326, 0x5F58},
    {19355, 0x60A4}, {19398, 0x6490}, {19439, 0x6674}, {19454, 0x675E}, {19553, 0x6C9C},
    {19554, 0x6E1D}, {19557, 0x6E2F}, {19611, 0x716E}, {19643, 0x732A}, {19672, 0x745C},
    {19697, 0x74E9}, {19748, 0x7809},
});
static_assert(std::is_sorted(big5_differences.begin(), big5_differences.end()));

/// Against gb18030 before ICU's 2022 revision: U+3000 for 0xA3A0, and the 18 characters that
/// left private use.
constexpr std::array gb18030_differences = std::to_array<IndexDifference>({
    {6555, 0x3000},  {7182, 0xFE10},  {7183, 0xFE12},  {7184, 0xFE11},  {7185, 0xFE13},
    {7186, 0xFE14},  {7187, 0xFE15},  {7188, 0xFE16},  {7201, 0xFE17},  {7202, 0xFE18},
    {7208, 0xFE19},  {23775, 0x9FB4}, {23783, 0x9FB5}, {23788, 0x9FB6}, {23789, 0x9FB7},
    {23795, 0x9FB8}, {23812, 0x9FB9}, {23829, 0x9FBA}, {23845, 0x9FBB},
});
static_assert(std::is_sorted(gb18030_differences.begin(), gb18030_differences.end()));

/// The code point that the standard has for a byte of a single-byte encoding; 0 for none.
struct SingleByteDifference {
  Encoding encoding;
  std::uint8_t byte;
  char16_t code_point;
};

/// ICU has no ISO-8859-16, which is set here whole.
constexpr std::array single_byte_differences = std::to_array<SingleByteDifference>({
    {Encoding::iso_8859_16, 0x80, 0x0080}, {Encoding::iso_8859_16, 0x81, 0x0081},
    {Encoding::iso_8859_16, 0x82, 0x0082}, {Encoding::iso_8859_16, 0x83, 0x0083},
    {Encoding::iso_8859_16, 0x84, 0x0084}, {Encoding::iso_8859_16, 0x85, 0x0085},
    {Encoding::iso_8859_16, 0x86, 0x0086}, {Encoding::iso_8859_16, 0x87, 0x0087},
    {Encoding::iso_8859_16, 0x88, 0x0088}, {Encoding::iso_8859_16, 0x89, 0x0089},
    {Encoding::iso_8859_16, 0x8A, 0x008A}, {Encoding::iso_8859_16, 0x8B, 0x008B},
    {Encoding::iso_8859_16, 0x8C, 0x008C}, {Encoding::iso_8859_16, 0x8D, 0x008D},
    {Encoding::iso_8859_16, 0x8E, 0x008E}, {Encoding::iso_8859_16, 0x8F, 0x008F},
    {Encoding::iso_8859_16, 0x90, 0x0090}, {Encoding::iso_8859_16, 0x91, 0x0091},
    {Encoding::iso_8859_16, 0x92, 0x0092}, {Encoding::iso_8859_16, 0x93, 0x0093},
    {Encoding::iso_8859_16, 0x94, 0x0094}, {Encoding::iso_8859_16, 0x95, 0x0095},
    {Encoding::iso_8859_16, 0x96, 0x0096}, {Encoding::iso_8859_16, 0x97, 0x0097},
    {Encoding::iso_8859_16, 0x98, 0x0098}, {Encoding::iso_8859_16, 0x99, 0x0099},
    {Encoding::iso_8859_16, 0x9A, 0x009A}, {Encoding::iso_8859_16, 0x9B, 0x009B},
    {Encoding::iso_8859_16, 0x9C, 0x009C}, {Encoding::iso_8859_16, 0x9D, 0x009D},
    {Encoding::iso_8859_16, 0x9E, 0x009E}, {Encoding::iso_8859_16, 0x9F, 0x009F},
    {Encoding::iso_8859_16, 0xA0, 0x00A0}, {Encoding::iso_8859_16, 0xA1, 0x0104},
    {Encoding::iso_8859_16, 0xA2, 0x0105}, {Encoding::iso_8859_16, 0xA3, 0x0141},
    {Encoding::iso_8859_16, 0xA4, 0x20AC}, {Encoding::iso_8859_16, 0xA5, 0x201E},
    {Encoding::iso_8859_16, 0xA6, 0x0160}, {Encoding::iso_8859_16, 0xA7, 0x00A7},
    {Encoding::iso_8859_16, 0xA8, 0x0161}, {Encoding::iso_8859_16, 0xA9, 0x00A9},
    {Encoding::iso_8859_16, 0xAA, 0x0218}, {Encoding::iso_8859_16, 0xAB, 0x00AB},
    {Encoding::iso_8859_16, 0xAC, 0x0179}, {Encoding::iso_8859_16, 0xAD, 0x00AD},
    {Encoding::iso_8859_16, 0xAE, 0x017A}, {Encoding::iso_8859_16, 0xAF, 0x017B},
    {Encoding::iso_8859_16, 0xB0, 0x00B0}, {Encoding::iso_8859_16, 0xB1, 0x00B1},
    {Encoding::iso_8859_16, 0xB2, 0x010C}, {Encoding::iso_8859_16, 0xB3, 0x0142},
    {Encoding::iso_8859_16, 0xB4, 0x017D}, {Encoding::iso_8859_16, 0xB5, 0x201D},
    {Encoding::iso_8859_16, 0xB6, 0x00B6}, {Encoding::iso_8859_16, 0xB7, 0x00B7},
    {Encoding::iso_8859_16, 0xB8, 0x017E}, {Encoding::iso_8859_16, 0xB9, 0x010D},
    {Encoding::iso_8859_16, 0xBA, 0x0219}, {Encoding::iso_8859_16, 0xBB, 0x00BB},
    {Encoding::iso_8859_16, 0xBC, 0x0152}, {Encoding::iso_8859_16, 0xBD, 0x0153},
    {Encoding::iso_8859_16, 0xBE, 0x0178}, {Encoding::iso_8859_16, 0xBF, 0x017C},
    {Encoding::iso_8859_16, 0xC0, 0x00C0}, {Encoding::iso_8859_16, 0xC1, 0x00C1},
    {Encoding::iso_8859_16, 0xC2, 0x00C2}, {Encoding::iso_8859_16, 0xC3, 0x0102},
    {Encoding::iso_8859_16, 0xC4, 0x00C4}, {Encoding::iso_8859_16, 0xC5, 0x0106},
    {Encoding::iso_8859_16, 0xC6, 0x00C6}, {Encoding::iso_8859_16, 0xC7, 0x00C7},
    {Encoding::iso_8859_16, 0xC8, 0x00C8}, {Encoding::iso_8859_16, 0xC9, 0x00C9},
    {Encoding::iso_8859_16, 0xCA, 0x00CA}, {Encoding::iso_8859_16, 0xCB, 0x00CB},
    {Encoding::iso_8859_16, 0xCC, 0x00CC}, {Encoding::iso_8859_16, 0xCD, 0x00CD},
    {Encoding::iso_8859_16, 0xCE, 0x00CE}, {Encoding::iso_8859_16, 0xCF, 0x00CF},
    {Encoding::iso_8859_16, 0xD0, 0x0110}, {Encoding::iso_8859_16, 0xD1, 0x0143},
    {Encoding::iso_8859_16, 0xD2, 0x00D2}, {Encoding::iso_8859_16, 0xD3, 0x00D3},
    {Encoding::iso_8859_16, 0xD4, 0x00D4}, {Encoding::iso_8859_16, 0xD5, 0x0150},
    {Encoding::iso_8859_16, 0xD6, 0x00D6}, {Encoding::iso_8859_16, 0xD7, 0x015A},
    {Encoding::iso_8859_16, 0xD8, 0x0170}, {Encoding::iso_8859_16, 0xD9, 0x00D9},
    {Encoding::iso_8859_16, 0xDA, 0x00DA}, {Encoding::iso_8859_16, 0xDB, 0x00DB},
    {Encoding::iso_8859_16, 0xDC, 0x00DC}, {Encoding::iso_8859_16, 0xDD, 0x0118},
    {Encoding::iso_8859_16, 0xDE, 0x021A}, {Encoding::iso_8859_16, 0xDF, 0x00DF},
    {Encoding::iso_8859_16, 0xE0, 0x00E0}, {Encoding::iso_8859_16, 0xE1, 0x00E1},
    {Encoding::iso_8859_16, 0xE2, 0x00E2}, {Encoding::iso_8859_16, 0xE3, 0x0103},
    {Encoding::iso_8859_16, 0xE4, 0x00E4}, {Encoding::iso_8859_16, 0xE5, 0x0107},
    {Encoding::iso_8859_16, 0xE6, 0x00E6}, {Encoding::iso_8859_16, 0xE7, 0x00E7},
    {Encoding::iso_8859_16, 0xE8, 0x00E8}, {Encoding::iso_8859_16, 0xE9, 0x00E9},
    {Encoding::iso_8859_16, 0xEA, 0x00EA}, {Encoding::iso_8859_16, 0xEB, 0x00EB},
    {Encoding::iso_8859_16, 0xEC, 0x00EC}, {Encoding::iso_8859_16, 0xED, 0x00ED},
    {Encoding::iso_8859_16, 0xEE, 0x00EE}, {Encoding::iso_8859_16, 0xEF, 0x00EF},
    {Encoding::iso_8859_16, 0xF0, 0x0111}, {Encoding::iso_8859_16, 0xF1, 0x0144},
    {Encoding::iso_8859_16, 0xF2, 0x00F2}, {Encoding::iso_8859_16, 0xF3, 0x00F3},
    {Encoding::iso_8859_16, 0xF4, 0x00F4}, {Encoding::iso_8859_16, 0xF5, 0x0151},
    {Encoding::iso_8859_16, 0xF6, 0x00F6}, {Encoding::iso_8859_16, 0xF7, 0x015B},
    {Encoding::iso_8859_16, 0xF8, 0x0171}, {Encoding::iso_8859_16, 0xF9, 0x00F9},
    {Encoding::iso_8859_16, 0xFA, 0x00FA}, {Encoding::iso_8859_16, 0xFB, 0x00FB},
    {Encoding::iso_8859_16, 0xFC, 0x00FC}, {Encoding::iso_8859_16, 0xFD, 0x0119},
    {Encoding::iso_8859_16, 0xFE, 0x021B}, {Encoding::iso_8859_16, 0xFF, 0x00FF},
    {Encoding::koi8_u, 0xAE, 0x045E},      {Encoding::koi8_u, 0xBE, 0x040E},
    {Encoding::windows_1253, 0xAA, 0},     {Encoding::windows_1255, 0xCA, 0x05BA},
});

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

/// One of ICU's converters, asked for single characters.
class Converter {
 public:
  explicit Converter(char const* icu_name) {
    UErrorCode error = U_ZERO_ERROR;
    converter_.reset(ucnv_open(icu_name, &error));
    // Every build of ICU has these converters, so only memory can be missing.
    if (U_FAILURE(error)) throw std::bad_alloc();
    ucnv_setToUCallBack(converter_.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
    if (U_FAILURE(error)) throw std::bad_alloc();
  }

  /// The code point that `bytes` encode; 0 where they encode none or several.
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
  // After JIS X 0212, ICU has an extension of IBM's that the standard does not have.
  static const Index index =
      read_index({"euc-jp-2007", std::size_t{82} * 94, jis0212_bytes, PrivateUse::drop, {}});
  return index;
}

PointerTable const& big5_pointers() {
  static const PointerTable table = [] {
    Index const& index = index_big5();
    // Encoders never write pointers below 0xA1's first, which are Hong Kong's. Of the pointers of
    // these six code points the last one counts, so it is put in front.
    auto rows = rows_between(index, std::size_t{0xA1 - 0x81} * 157, index.size());
    const auto last_counts = [](PointerTable::Row const& row) {
      constexpr std::u32string_view code_points = U"\u2550\u255E\u2561\u256A\u5341\u5345";
      return code_points.find(row.first) != std::u32string_view::npos;
    };
    const auto others = std::stable_partition(rows.begin(), rows.end(), last_counts);
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
