// The element names that HTML tree construction distinguishes, as numbers: how a tag's name is
// looked up, and the groups of the standard.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/name_table.h"

namespace hrefkit::html {

// Each name once: NAME(enumerator), or SPELLED(enumerator, "name") where C++ cannot have it.
// clang-format off
#define HREFKIT_TAG_NAMES(NAME, SPELLED) \
  NAME(a) NAME(abbr) NAME(address) NAME(animate) SPELLED(annotation_xml, "annotation-xml") \
  NAME(applet) NAME(area) NAME(article) NAME(aside) SPELLED(astro_island, "astro-island") \
  NAME(audio) NAME(b) NAME(base) \
  NAME(basefont) NAME(bgsound) NAME(big) NAME(blink) NAME(blockquote) NAME(body) NAME(br) \
  NAME(button) NAME(caption) NAME(center) NAME(circle) NAME(clippath) NAME(code) NAME(col) \
  NAME(colgroup) NAME(command) NAME(dd) NAME(defs) NAME(del) NAME(desc) NAME(details) \
  NAME(dialog) NAME(dir) NAME(div) NAME(dl) NAME(dt) NAME(ellipse) NAME(em) NAME(embed) \
  NAME(fieldset) NAME(figcaption) NAME(figure) NAME(filter) NAME(font) NAME(footer) \
  NAME(foreignobject) NAME(form) NAME(frame) NAME(frameset) NAME(g) NAME(h1) NAME(h2) NAME(h3) \
  NAME(h4) NAME(h5) NAME(h6) NAME(head) NAME(header) NAME(hgroup) NAME(hr) NAME(html) NAME(i) \
  NAME(iframe) NAME(image) NAME(img) NAME(input) NAME(ins) NAME(isindex) NAME(keygen) NAME(li) \
  NAME(line) NAME(lineargradient) NAME(link) NAME(listing) NAME(main) NAME(malignmark) \
  NAME(map) NAME(marquee) NAME(mask) NAME(math) NAME(menu) NAME(menuitem) NAME(meta) \
  NAME(mglyph) NAME(mi) NAME(mn) NAME(mo) NAME(ms) NAME(mtext) NAME(nav) NAME(nobr) \
  NAME(noembed) NAME(noframes) NAME(noscript) NAME(object) NAME(ol) NAME(optgroup) \
  NAME(option) NAME(p) NAME(param) NAME(path) NAME(pattern) NAME(picture) NAME(plaintext) \
  NAME(polygon) NAME(polyline) NAME(pre) NAME(q) NAME(radialgradient) NAME(rb) NAME(rect) NAME(rp) NAME(rt) \
  NAME(rtc) NAME(ruby) NAME(s) NAME(script) NAME(search) NAME(section) NAME(select) \
  NAME(selectedcontent) NAME(small) NAME(source) NAME(span) NAME(stop) NAME(strike) \
  NAME(strong) NAME(style) NAME(sub) NAME(summary) NAME(sup) NAME(svg) NAME(symbol) \
  NAME(table) NAME(tbody) NAME(td) SPELLED(template_, "template") NAME(text) NAME(textarea) \
  NAME(tfoot) NAME(th) NAME(thead) NAME(title) NAME(tr) NAME(track) NAME(tspan) NAME(tt) \
  NAME(u) NAME(ul) NAME(use) NAME(var) NAME(video) NAME(wbr) NAME(xmp)
// clang-format on

/// A tag's name; `unknown` for every name that HTML standard 13.2.6 treats like any other.
enum class TagName : std::uint8_t {
  unknown,
#define HREFKIT_NAME(name) name,
#define HREFKIT_SPELLED(name, spelling) name,
  HREFKIT_TAG_NAMES(HREFKIT_NAME, HREFKIT_SPELLED)
#undef HREFKIT_NAME
#undef HREFKIT_SPELLED
};

/// The names, in lower case and in the order of the enumerators after `unknown`.
inline constexpr std::array tag_names = std::to_array<std::string_view>({
#define HREFKIT_NAME(name) #name,
#define HREFKIT_SPELLED(name, spelling) spelling,
    HREFKIT_TAG_NAMES(HREFKIT_NAME, HREFKIT_SPELLED)
#undef HREFKIT_NAME
#undef HREFKIT_SPELLED
});
#undef HREFKIT_TAG_NAMES

/// The number of enumerators.
inline constexpr std::size_t tag_name_count = tag_names.size() + 1;

/// The name as written in a tag, in any ASCII case.
TagName tag_name(std::string_view written);

/// A set of tag names, usable in constant expressions.
class TagNameSet {
 public:
  template <class... Names>
  constexpr explicit TagNameSet(Names... names) {
    ((words_[index(names) >> 6] |= bit(names)), ...);
  }
  constexpr bool contains(TagName name) const {
    return (words_[index(name) >> 6] & bit(name)) != 0;
  }
  constexpr void add(TagName name) { words_[index(name) >> 6] |= bit(name); }
  constexpr void remove(TagName name) { words_[index(name) >> 6] &= ~bit(name); }
  friend constexpr TagNameSet operator|(TagNameSet a, TagNameSet const& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr TagNameSet operator~(TagNameSet set) {
    for (std::uint64_t& word : set.words_) word = ~word;
    return set;
  }

 private:
  static constexpr std::size_t index(TagName name) { return static_cast<std::size_t>(name); }
  static constexpr std::uint64_t bit(TagName name) {
    return std::uint64_t{1} << (index(name) & 63);
  }

  std::array<std::uint64_t, (tag_name_count + 63) / 64> words_{};
};

/// Names that only SVG gives a meaning to.
inline constexpr TagNameSet svg_shapes{TagName::animate, TagName::circle,   TagName::clippath,
                                       TagName::defs,    TagName::ellipse,  TagName::filter,
                                       TagName::g,       TagName::line,     TagName::lineargradient,
                                       TagName::mask,    TagName::path,     TagName::pattern,
                                       TagName::polygon, TagName::polyline, TagName::radialgradient,
                                       TagName::rect,    TagName::stop,     TagName::symbol,
                                       TagName::text,    TagName::tspan,    TagName::use};

// Finds tag names by their first eight bytes.

inline constexpr text::NameTable<tag_names, 0x42DA1744943E0915, 10> tag_name_table;
static_assert(tag_name_table.is_perfect(), "two names share a slot: find another multiplier");

// A filter that rejects most names by their length and their first two letters.

/// A set of names with false positives, but no false negatives. ASCII case does not count.
///
/// FAST: with the first letter alone "span" passed for "stop", and finding links took 4 % longer.
class NameFilter {
 public:
  constexpr NameFilter() = default;

  /// Adds a name, which is not empty.
  constexpr void add(std::string_view name) { letters_[place(name.size())] |= letters(name); }

  constexpr void add_all() { letters_.fill(~std::uint64_t{0}); }

  /// True if `name`, which is not empty, may have been added.
  constexpr bool may_contain(std::string_view name) const {
    return (letters_[place(name.size())] & letters(name)) != 0;
  }

 private:
  static constexpr std::size_t lengths = 16;

  static constexpr std::size_t place(std::size_t length) { return std::min(length, lengths - 1); }
  static constexpr std::uint64_t letters(std::string_view name) {
    const int second = name.size() > 1 ? name[1] & 31 : 0;
    return std::uint64_t{1} << (((name[0] & 31) + 2 * second) & 63);
  }

  std::array<std::uint64_t, lengths> letters_{};
};

}  // namespace hrefkit::html

namespace hrefkit::html::tag_groups {

// Groups of HTML elements that tree construction (HTML standard 13.2.6) treats alike.

using enum TagName;

/// The elements that the standard calls formatting (13.2.4.3).
inline constexpr TagNameSet formatting_names{a,    b, big,   code,   em,     font, i,
                                             nobr, s, small, strike, strong, tt,   u};
inline constexpr TagNameSet headings{h1, h2, h3, h4, h5, h6};
/// Elements for which no rule of tree construction is their own.
inline constexpr TagNameSet ordinary{unknown, abbr, audio, del, ins, map, picture,
                                     q,       ruby, span,  sub, sup, var, video};
inline constexpr TagNameSet ruby_parts{rb, rp, rt, rtc};
/// Elements that bound scopes and are followed by a marker among the formatting elements.
inline constexpr TagNameSet scope_elements{object, applet, marquee};
inline constexpr TagNameSet table_sections{tbody, tfoot, thead};
inline constexpr TagNameSet table_cells{td, th};
inline constexpr TagNameSet table_parts =
    table_sections | table_cells | TagNameSet{caption, col, colgroup, tr};
/// What the mode "in head" inserts, and the modes after it leave to "in head" (13.2.6.4.4).
inline constexpr TagNameSet head_elements{base,  basefont, bgsound, link,   meta,
                                          title, noframes, style,   script, template_};
/// Blocks: a start tag closes a paragraph, an end tag closes the block if it is in scope.
inline constexpr TagNameSet blocks{
    address, article,  aside,      blockquote, center, details, dialog,  dir,     div,
    dl,      fieldset, figcaption, figure,     footer, header,  hgroup,  listing, main,
    menu,    nav,      ol,         pre,        search, section, summary, ul};
/// Elements that are closed as soon as they are opened: those that keep a frameset from taking the
/// body's place, those that say nothing of it, and all.
inline constexpr TagNameSet visible_empty{area, br, embed, img, image, keygen, wbr};
inline constexpr TagNameSet quiet_empty{param, source, track};
inline constexpr TagNameSet empty_elements =
    visible_empty | quiet_empty |
    TagNameSet{base, basefont, bgsound, col, frame, hr, input, link, meta};
/// The elements in which rows, cells and the like stand. Other content goes before the table
/// (13.2.6.1).
inline constexpr TagNameSet table_contexts = table_sections | TagNameSet{table, tr};
/// Special elements that a list item may be looked for behind (13.2.6.4.7, "li").
inline constexpr TagNameSet passed_by_items{address, div, p};
/// Start tags that end foreign content, as "font" with some attributes does: 13.2.6.5.
inline constexpr TagNameSet breaks_out{
    b,     big,   blockquote, body,   br,   center, code,  dd, div,  dl,   dt,
    em,    embed, h1,         h2,     h3,   h4,     h5,    h6, head, hr,   i,
    img,   li,    listing,    menu,   meta, nobr,   ol,    p,  pre,  ruby, s,
    small, span,  strong,     strike, sub,  sup,    table, tt, u,    ul,   var};
/// MathML's text integration points, and those HTML integration points that are elements of SVG
/// (13.2.6). With annotation-xml they are the foreign elements of the category special.
inline constexpr TagNameSet mathml_text_points{mi, mo, mn, ms, mtext};
inline constexpr TagNameSet svg_html_points{foreignobject, desc, title};

/// "Generate implied end tags" (13.2.6.3).
inline constexpr TagNameSet implied_ends{dd, dt, li, optgroup, option, p, rb, rp, rt, rtc};

}  // namespace hrefkit::html::tag_groups

namespace hrefkit::html {

// Names of tags and attributes as they are written, compared as the tokenizer has them: ASCII
// letters in any case, and a NUL byte the same as the U+FFFD that it becomes (HTML
// standard 13.2.5.8 and 13.2.5.33).

/// <0, 0 or >0 if `a` sorts before, with or after `b`.
int compare_names(std::string_view a, std::string_view b);

/// True when two names are the same.
inline bool same_name(std::string_view a, std::string_view b) {
  return compare_names(a, b) == 0;
}

/// A hash that is equal for equal names.
std::uint64_t hash_name(std::string_view name);

}  // namespace hrefkit::html
