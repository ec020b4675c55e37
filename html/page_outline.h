// What a page says of itself in its head, and the landmarks around its elements, found without a
// tree.
//
//   html::PageHead head = html::read_page_head("<html lang=de><title>Start</title>");
//   head.title  // "Start"
//   html::PageLandmarks landmarks("<nav><a href=x>X</a></nav>");
//   landmarks.at(5)  // PageLandmark::nav, for the tag that begins at byte 5
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::html {

/// Facts of the head of a page.
struct PageHead {
  /// The first title (HTML Standard 3.1.5, document.title), with one space for white space.
  std::optional<std::string> title = {};
  /// The attribute lang of the root element, else its xml:lang; decoded, as written.
  std::optional<std::string> lang = {};
  /// The content of the first `meta` with the property or name og:url.
  std::optional<std::string> card_url = {};
  /// A `meta` with the name robots or googlebot has noindex or none.
  bool is_noindex = false;
  /// Where the head ends, in bytes: at the first tag that cannot be in it, or at text. Search
  /// engines ignore a canonical address that is not in the head.
  std::uint32_t end = 0;
};

/// Reads the head of a page of HTML, XHTML or SVG (valid UTF-8, at most 4 GiB), and nothing past
/// it. What is in noscript is passed over: search engines run scripts.
PageHead read_page_head(std::string_view text);

/// True for the content of a robots `meta`, or the value of an X-Robots-Tag field, that forbids
/// search engines to show the page: a list with `noindex` or `none`. A part that begins with the
/// name of a robot counts only for googlebot (Google Search Central, "Robots meta tag,
/// data-nosnippet and X-Robots-Tag specifications", read 2026-11-30).
bool forbids_index(std::string_view robots);

/// An element that says which part of a page its content is (HTML Standard 4.3, "Sections").
enum class PageLandmark : std::uint8_t { none, nav, header, main, footer, aside };

/// The name of the element; empty for `none`.
std::string_view name(PageLandmark landmark);

/// The landmarks of one page.
class PageLandmarks {
 public:
  PageLandmarks() = default;

  /// Reads `text`, valid UTF-8 of at most 4 GiB, in time linear in it. Elements end at their end
  /// tags: a program that writes a page closes what it opens.
  explicit PageLandmarks(std::string_view text);

  /// The nearest landmark around the element whose tag begins at that byte.
  PageLandmark at(std::uint32_t tag) const;

 private:
  struct Change {
    std::uint32_t from = 0;
    PageLandmark landmark = PageLandmark::none;
  };

  std::vector<Change> changes_;  // by `from`
};

}  // namespace hrefkit::html
