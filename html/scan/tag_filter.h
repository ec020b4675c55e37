// Which tags the scanner passes to the page: most change nothing and hold no link.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/lanes.h"

namespace hrefkit::html::scan {

/// A tag that is known by its first bytes, as it is mostly written: `<p>`, `</em>`,
/// `<span class="c">`, `<td>`.
struct QuickTag {
  std::uint64_t key = 0;  ///< what follows `<`: up to `>`, or the first eight bytes
  /// The name, if the page is to be told of the tag; else it changes nothing.
  TagName counts_as = TagName::unknown;
  bool is_end = false;
  bool has_class = false;  ///< a class attribute follows on its name
  std::uint8_t size = 0;   ///< of the tag with its `<`, or up to the end of its name
};

/// Those of the names that no page needs whatever else it wants.
///
/// FAST: four fifths of the tags of three manuals are such. They are known by one multiplication,
/// without looking for the end of the name. Finding links took 0.9 of the time when tags with a
/// class, and of rows and cells, had become quick.
class QuickTags {
 public:
  /// Adds the tags of a name: what fits into eight bytes, and whose slot is not taken.
  constexpr void add(std::string_view name, TagName counts_as);

  /// The tag at the `<` behind which `text`, of eight bytes, stands; null for all others. Eight
  /// NULs, which are no tag, are found as one that changes nothing.
  QuickTag const* find(std::uint64_t text) const {
    const std::uint64_t ends = text::mark_equal(text, '>');
    const std::uint64_t key = text & (ends ^ (ends - 1));  // up to the first `>`
    QuickTag const& tag = tags_[slot(key)];
    return tag.key == key ? &tag : nullptr;
  }

 private:
  static constexpr int slot_bits = 11;

  /// The multiplier was found by trying random ones: of all tags three share a slot with another.
  static constexpr std::size_t slot(std::uint64_t key) {
    return static_cast<std::size_t>(key * 0x9B7C8724E00085ED >> (64 - slot_bits));
  }

  constexpr void add(std::string_view start, std::string_view name, std::string_view end,
                     QuickTag tag);

  std::array<QuickTag, std::size_t{1} << slot_bits> tags_{};
};

extern const QuickTags quick_tags;

/// The same tags, each with its name: for pages that follow all elements.
extern const QuickTags quick_names;

/// The tags that a page wants.
struct TagFilter {
  QuickTags const* quick = nullptr;  ///< to pass over without reading them
  NameFilter names;                  ///< a quick "no" for most of the others
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
