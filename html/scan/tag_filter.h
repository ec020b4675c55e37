// Which tags the scanner passes to the page: most change nothing and hold no link.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html::scan {

/// Tags without attributes that no page needs, in their usual spelling: `<p>`, `</em>`.
///
/// FAST: half of the tags of three manuals are such. They are known by one multiplication, without
/// looking for the end of the name. Without this finding links takes 9 % longer.
class IdleTags {
 public:
  /// Adds the start tag and the end tag of a name, unless they have more than eight bytes or their
  /// slot is taken.
  void add(std::string_view name);

  /// True for a tag that was added, and for eight NULs, which do not begin a tag either. `text`
  /// holds the eight bytes after a `<`.
  bool contains(std::uint64_t text) const {
    const std::uint64_t key = text & up_to_greater_than(text);
    return keys_[slot(key)] == key;
  }

 private:
  static constexpr int slot_bits = 10;

  /// The multiplier was found by trying random ones: no two tags of known names share a slot.
  static constexpr std::size_t slot(std::uint64_t key) {
    return static_cast<std::size_t>(key * 0xC07B45D7196595B1 >> (64 - slot_bits));
  }

  /// A mask of the bytes up to and including the first `>`, or of all eight if there is no `>`.
  static constexpr std::uint64_t up_to_greater_than(std::uint64_t text) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    const std::uint64_t other = text ^ '>' * ones;
    const std::uint64_t found = (other - ones) & ~other & 0x80 * ones;
    return found ^ (found - 1);
  }

  std::array<std::uint64_t, std::size_t{1} << slot_bits> keys_{};  // each ends with `>`
};

/// The tags that a page wants.
struct TagFilter {
  IdleTags idle;     ///< tags to pass over
  NameFilter names;  ///< a quick "no" for most of them
  /// For each name the attributes that count, and `whole_tag`.
  std::array<AttributeMask, tag_name_count> attributes{};

  /// Start and end tags of the name count, whatever their attributes.
  static constexpr AttributeMask whole_tag = AttributeMask{1} << 63;
};

/// Every tag, with all its attributes.
extern const TagFilter every_tag_filter;

/// What is wanted of a page.
struct FilterFor {
  bool xml_base = false;
  bool anchors = false;
  bool links = false;
  bool image_maps = false;
  bool uses = false;  ///< of the links

  bool operator==(FilterFor const&) const = default;
};

/// The tags that matter wherever they stand, and those that hold what is wanted.
TagFilter make_tag_filter(FilterFor const& wanted);

}  // namespace hrefkit::html::scan
