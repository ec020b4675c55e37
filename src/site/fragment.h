// Which element a URL's fragment leads to.
//
//   fragment_matches("caf%C3%A9", "café")   // true
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::site {

/// What a fragment asks of a page.
enum class FragmentKind : std::uint8_t {
  top,        ///< empty, or "top" in any case, percent-decoded: always there
  element,    ///< an element with that id or name
  page_state  ///< "/x" or "!x": the page's own script reads it
};

/// A fragment as a browser looks for it.
struct Fragment {
  FragmentKind kind = FragmentKind::top;
  std::string_view raw;  ///< as in the serialised URL, without the fragment directive
};

/// Reads the fragment of a serialised URL, without its '#'. A fragment directive, ":~:" and what
/// follows, is cut off (URL Fragment Text Directives, section 3). Views `fragment`.
Fragment read_fragment(std::string_view fragment);

/// True for a fragment that is a view of an SVG document, a part of a picture or a time, and not an
/// id (SVG 2 16.3.1, SVG fragment identifiers).
bool is_svg_view(std::string_view fragment);

/// "10" of "10-20": lines of a source text whose numbers are ids, where the page's script marks all
/// of them (rustdoc). Nothing for other fragments.
std::optional<std::string_view> first_of_lines(std::string_view fragment);

/// The fragment percent-decoded, ill-formed bytes as U+FFFD.
std::string decode_fragment(std::string_view raw);

/// True when `fragment` (of a serialised URL) leads to an element whose id, or whose name if it is
/// an HTML a element, is `id`. HTML Standard 7.4.6.4, "find a potential indicated element": the
/// fragment counts as it is written, then percent-decoded.
bool fragment_matches(std::string_view fragment, std::string_view id);

}  // namespace hrefkit::site
