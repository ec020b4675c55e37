// The element names that mean something to HTML tree construction, as numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

// Each name once: NAME(enumerator), or SPELLED(enumerator, "name") where C++ cannot have it.
// clang-format off
#define HREFKIT_TAG_NAMES(NAME, SPELLED) \
  NAME(a) NAME(abbr) NAME(address) NAME(animate) SPELLED(annotation_xml, "annotation-xml") \
  NAME(applet) NAME(area) NAME(article) NAME(aside) NAME(audio) NAME(b) NAME(base) \
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
  NAME(option) NAME(p) NAME(param) NAME(path) NAME(pattern) NAME(plaintext) NAME(polygon) \
  NAME(polyline) NAME(pre) NAME(q) NAME(radialgradient) NAME(rb) NAME(rect) NAME(rp) NAME(rt) \
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
  friend constexpr TagNameSet operator|(TagNameSet a, TagNameSet const& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] |= b.words_[i];
    return a;
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

}  // namespace hrefkit::html
