// The indexes as wholes: by checksum, and against the standard's own files where they are at hand.
#include "hrefkit/text/encodings/encoding_index.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "hrefkit/text/ascii.h"
#include "support/outside_data.h"

using namespace hrefkit;
using text::Encoding;

namespace {

/// FNV-1a over pointers and code points, of the entries that are there.
class Checksum {
 public:
  void add(std::size_t pointer, char32_t code_point) {
    if (code_point == 0) return;
    add(static_cast<std::uint32_t>(pointer));
    add(static_cast<std::uint32_t>(code_point));
    ++entries_;
  }
  std::uint64_t value() const { return value_; }
  std::size_t entries() const { return entries_; }

 private:
  void add(std::uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) {
      value_ = (value_ ^ (number >> shift & 0xFF)) * 0x100000001B3;
    }
  }

  std::uint64_t value_ = 0xCBF29CE484222325;
  std::size_t entries_ = 0;
};

Checksum checksum_of(text::Index const& index) {
  Checksum checksum;
  for (std::size_t p = 0; p < index.size(); ++p) checksum.add(p, index.code_point(p));
  return checksum;
}

/// Compares with one of the standard's index files; `code_point` gives ours, 0 for none.
template <class CodePoint>
void compare_with_file(std::string const& name, std::size_t size, CodePoint code_point) {
  const auto file = test::outside_file("encoding/index-" + name + ".txt");
  if (!file) return;
  std::vector<char32_t> wanted(size);
  std::istringstream lines(*file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream columns(line);
    std::size_t pointer = 0;
    std::string hex;
    if (!(columns >> pointer >> hex)) continue;
    REQUIRE(pointer < size);
    wanted[pointer] = static_cast<char32_t>(std::stoul(hex, nullptr, 16));
  }
  for (std::size_t p = 0; p < size; ++p) {
    INFO(name << " pointer " << p);
    if (code_point(p) != wanted[p]) CHECK(code_point(p) == wanted[p]);
  }
}

}  // namespace

TEST_CASE("the single-byte indexes are the standard's") {
  struct Row {
    Encoding encoding;
    std::uint64_t checksum;
  };
  for (Row const& row : {
           Row{Encoding::ibm866, 0x50B414B300BD6951},
           Row{Encoding::iso_8859_2, 0xA9E81DAE88CC7A2E},
           Row{Encoding::iso_8859_3, 0x38BE200863B2AB7E},
           Row{Encoding::iso_8859_4, 0x1F0A6BD72E9E1E44},
           Row{Encoding::iso_8859_5, 0x848DC608F90BAF82},
           Row{Encoding::iso_8859_6, 0x4E423817147442F5},
           Row{Encoding::iso_8859_7, 0x35B499F3580D2F63},
           Row{Encoding::iso_8859_8, 0xADACCB35FE54AB84},
           Row{Encoding::iso_8859_8_i, 0xADACCB35FE54AB84},
           Row{Encoding::iso_8859_10, 0xFD01AF376BEBD2CB},
           Row{Encoding::iso_8859_13, 0xF39DE77692FF7E4A},
           Row{Encoding::iso_8859_14, 0xD2E62AF728F68F7B},
           Row{Encoding::iso_8859_15, 0xA9D30C9D24434664},
           Row{Encoding::iso_8859_16, 0xBF0AE3A6352B86B8},
           Row{Encoding::koi8_r, 0x8EC9F810ECE3B1FE},
           Row{Encoding::koi8_u, 0x7F0F01644C60F79E},
           Row{Encoding::macintosh, 0x0D73D8F0A08B5565},
           Row{Encoding::windows_874, 0x2DC16234EE63C9F1},
           Row{Encoding::windows_1250, 0x2E37CE51B59EAA84},
           Row{Encoding::windows_1251, 0x6CAC35C385B34E4F},
           Row{Encoding::windows_1252, 0xCD8C75A5A7A08ECC},
           Row{Encoding::windows_1253, 0x2E396C2AB6346D82},
           Row{Encoding::windows_1254, 0x46BF1816BC09453A},
           Row{Encoding::windows_1255, 0xDD1129474435006B},
           Row{Encoding::windows_1256, 0xC6E38A18498702B8},
           Row{Encoding::windows_1257, 0xD317089C32176A01},
           Row{Encoding::windows_1258, 0x38458D23FDCEC852},
           Row{Encoding::x_mac_cyrillic, 0x368E3E95A99B21CB},
       }) {
    CAPTURE(text::name(row.encoding));
    auto const& index = text::single_byte_index(row.encoding);
    Checksum checksum;
    for (std::size_t p = 0; p < 128; ++p) checksum.add(p, index.code_points[p]);
    CHECK(checksum.value() == row.checksum);
  }
}

TEST_CASE("the multi-byte indexes are the standard's") {
  struct Row {
    char const* name;
    text::Index const& index;
    std::size_t entries;
    std::uint64_t checksum;
  };
  for (Row const& row : {Row{"big5", text::index_big5(), 18590, 0xE5AB484D6CB701EA},
                         Row{"euc-kr", text::index_euc_kr(), 17048, 0x5DAB56CC6213A925},
                         Row{"gb18030", text::index_gb18030(), 23940, 0x55257293285488DE},
                         Row{"jis0208", text::index_jis0208(), 7724, 0xF7DEEC2D06477726},
                         Row{"jis0212", text::index_jis0212(), 6067, 0xAEE2B89FB7807F1C}}) {
    CAPTURE(row.name);
    CHECK(checksum_of(row.index).entries() == row.entries);
    CHECK(checksum_of(row.index).value() == row.checksum);
  }
}

TEST_CASE("entry by entry, the indexes are those of the standard's files") {
  if (!test::outside_file("encoding/index-big5.txt")) return;
  for (unsigned e = 0; e <= static_cast<unsigned>(Encoding::x_user_defined); ++e) {
    const auto encoding = static_cast<Encoding>(e);
    if (!text::is_single_byte(encoding) || encoding == Encoding::iso_8859_8_i) continue;
    auto const& index = text::single_byte_index(encoding);
    compare_with_file(text::to_ascii_lower(text::name(encoding)), 128,
                      [&](std::size_t p) -> char32_t { return index.code_points[p]; });
  }
  const auto compare = [](std::string const& name, text::Index const& index) {
    compare_with_file(name, index.size(), [&](std::size_t p) { return index.code_point(p); });
  };
  compare("big5", text::index_big5());
  compare("euc-kr", text::index_euc_kr());
  compare("gb18030", text::index_gb18030());
  compare("jis0208", text::index_jis0208());
  compare("jis0212", text::index_jis0212());
}

TEST_CASE("encoders take the pointers that the standard says") {
  CHECK(text::big5_pointers().pointer(0x2550) == 18991);       // the last of two
  CHECK(text::big5_pointers().pointer(0x5341) == 5512);        // the last of two
  CHECK_FALSE(text::big5_pointers().pointer(0x43F0));          // Hong Kong's, below 0xA1
  CHECK(text::jis0208_pointers().pointer(0x2252) == 159);      // the first of two
  CHECK(text::shift_jis_pointers().pointer(0x7E8A) == 10744);  // IBM's, not NEC's
  CHECK(text::jis0208_pointers().pointer(0x7E8A) == 8272);
  CHECK_FALSE(text::gb18030_pointers().pointer(0x1F600));
}
