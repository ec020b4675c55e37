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
/// Elements that bound scopes and have their end tags looked for in scope.
inline constexpr TagNameSet scope_elements{object, applet, marquee};
inline constexpr TagNameSet table_sections{tbody, tfoot, thead};
inline constexpr TagNameSet table_cells{td, th};
inline constexpr TagNameSet table_parts =
    table_sections | table_cells | TagNameSet{caption, col, colgroup, tr};
/// Elements that are closed as soon as they are open. Image is read as img.
inline constexpr TagNameSet void_elements{area,  base,  basefont, bgsound, br,    col,    embed,
                                          frame, hr,    img,      image,   input, keygen, link,
                                          meta,  param, source,   track,   wbr};
/// Blocks whose end tags close them wherever they are in scope.
inline constexpr TagNameSet blocks{
    address, article,  aside,      blockquote, center, details, dialog,  dir,     div,
    dl,      fieldset, figcaption, figure,     footer, header,  hgroup,  listing, main,
    menu,    nav,      ol,         pre,        search, section, summary, ul};
/// Start tags that close a paragraph, but for table, which does so unless the document is in quirks
/// mode.
inline constexpr TagNameSet closes_paragraph =
    blocks | headings | TagNameSet{p, li, dd, dt, form, hr, plaintext, xmp};

}  // namespace hrefkit::html::tag_groups
