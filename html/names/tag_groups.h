// Groups of HTML elements that tree construction (HTML standard 13.2.6) treats alike.
#pragma once

#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html::tag_groups {

using enum TagName;

/// The elements that the standard calls formatting (13.2.4.3).
inline constexpr TagNameSet formatting_names{a,    b, big,   code,   em,     font, i,
                                             nobr, s, small, strike, strong, tt,   u};
inline constexpr TagNameSet headings{h1, h2, h3, h4, h5, h6};
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
/// MathML's text integration points, and those HTML integration points that are elements of SVG
/// (13.2.6). With annotation-xml they are the foreign elements of the category special.
inline constexpr TagNameSet mathml_text_points{mi, mo, mn, ms, mtext};
inline constexpr TagNameSet svg_html_points{foreignobject, desc, title};

/// "Generate implied end tags" (13.2.6.3).
inline constexpr TagNameSet implied_ends{dd, dt, li, optgroup, option, p, rb, rp, rt, rtc};

}  // namespace hrefkit::html::tag_groups
