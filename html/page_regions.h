// Which links of a page are its content, and which its navigation.
//
//   html::PageRegions regions(text, false);
//   regions.region_of(tag)   // Region::navigation for a link of a menu, by the place of its tag
//
// Pages say it by their landmarks: `nav`, `header`, `footer`, `main`, `article`, and the roles of
// ARIA (HTML Standard 4.3, "Sections"; ARIA in HTML). If a page has main content, all else on it is
// navigation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What of a page an element belongs to.
enum class Region : std::uint8_t {
  unknown,     ///< the page has no landmark that says it
  content,     ///< its main content
  navigation,  ///< menus, headers, footers, and all else outside of the main content
};

/// The regions of one document.
class PageRegions {
 public:
  /// So many letters before a link are kept.
  static constexpr std::size_t max_letters = 24;

  /// Reads `text`, valid UTF-8 of at most 4 GiB, in time and memory linear in it. With `scripting`
  /// the content of noscript is text.
  PageRegions(std::string_view text, bool scripting);

  /// The region of the element whose start tag begins at byte `tag`.
  Region region_of(std::uint32_t tag) const;

  /// The last visible letters and digits before that tag, in lower case and without what stands
  /// between them. The view lives as long as this.
  std::string_view letters_before(std::uint32_t tag) const;

  /// All visible letters and digits of the page, in the same form. The view lives as long as this.
  std::string_view letters() const { return letters_; }

  /// The first main content between its tags; empty if no landmark says where that is.
  text::Span content() const { return content_; }

  /// The letters and digits in it.
  std::string_view content_letters() const { return content_letters_.in(letters_); }

 private:
  struct Entry {
    std::uint32_t tag = 0;
    Region region = Region::unknown;
    bool in_main = false;
    bool in_article = false;
    text::Span letters = {};  // in `letters_`
  };

  Entry const* find(std::uint32_t tag) const;

  std::vector<Entry> entries_;  // of start tags, by `tag`
  std::string letters_;         // of the visible text
  text::Span content_ = {};
  text::Span content_letters_ = {};  // in `letters_`
  bool has_main_ = false;
  bool has_article_ = false;
};

/// Appends the letters and digits of `text` to `out`: ASCII ones in lower case, and all bytes that
/// are no ASCII, but for the punctuation marks that programs put in place of ASCII ones (U+2000 to
/// U+206F). Two texts with the same letters look alike to readers.
void append_letters(std::string& out, std::string_view text);

}  // namespace hrefkit::html
