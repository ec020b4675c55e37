// The Encoding Standard's indexes (section 5): from pointers to code points and back.
//
// Each index is built once, on first use, and lives as long as the program; all of this may be
// called from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::text {

/// An index: the code point of each pointer, where 0 stands for "none".
class Index {
 public:
  explicit Index(std::vector<char32_t> code_points) : code_points_(std::move(code_points)) {}

  /// "Index code point": the code point of `pointer`, or 0.
  char32_t code_point(std::size_t pointer) const {
    return pointer < code_points_.size() ? code_points_[pointer] : 0;
  }

  /// One more than the last pointer that may have a code point.
  std::size_t size() const { return code_points_.size(); }

 private:
  std::vector<char32_t> code_points_;
};

/// "Index pointer": the pointer that an encoder takes for a code point.
class PointerTable {
 public:
  using Row = std::pair<char32_t, std::uint16_t>;

  /// `rows` in order of preference: of rows with one code point the first counts.
  explicit PointerTable(std::vector<Row> rows);

  std::optional<std::uint16_t> pointer(char32_t code_point) const;

 private:
  std::vector<Row> rows_;  // sorted by code point
};

/// The upper half of a single-byte encoding (section 9).
struct SingleByteIndex {
  /// The UTF-8 form of the code point of a byte from 0x80 on; of length 0 for a byte without a code
  /// point.
  struct Utf8Form {
    std::array<char, 3> bytes;
    std::uint8_t length;
  };
  std::array<char16_t, 128> code_points;  ///< 0 for a byte without a code point
  std::array<Utf8Form, 128> utf8;
};

/// True for the encodings of section 9.
bool is_single_byte(Encoding encoding);

/// The index of a single-byte encoding.
SingleByteIndex const& single_byte_index(Encoding encoding);

/// @{ The multi-byte indexes.
Index const& index_big5();
Index const& index_euc_kr();
Index const& index_gb18030();
Index const& index_jis0208();
Index const& index_jis0212();
/// @}

/// @{ The pointers that encoders take.
PointerTable const& big5_pointers();  ///< "index Big5 pointer"
PointerTable const& euc_kr_pointers();
PointerTable const& gb18030_pointers();
PointerTable const& jis0208_pointers();
PointerTable const& shift_jis_pointers();  ///< "index Shift_JIS pointer"
/// @}

}  // namespace hrefkit::text
