// How the `rel` attribute of a link element decides the kind of its `href`.
#pragma once

#include <string_view>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// The kind of a `link` element's href under the value of its `rel`: `stylesheet` where it names a
/// style sheet (an alternate one too), else `resource` where one of its types makes the page fetch
/// or prepare something, else `hyperlink`. ASCII white space separates types, and ASCII case does
/// not count. A missing `rel` means the same as an empty one. HTML Standard, "Link types".
LinkKind kind_of_rel(std::string_view rel);

/// The same for a link of Atom, which has one relation (RFC 4287, 4.2.7.2): an enclosure is media.
LinkKind kind_of_feed_rel(std::string_view rel);

/// True for the relation of Atom to the page that an entry is about; an absent one means it, too.
bool is_feed_alternate(std::string_view rel);

/// True when a link element with this `rel` creates a hyperlink: when one of its types does (HTML
/// Standard 4.6.8 "Link types", the column for link; the types of the HTML5 drafts count
/// too). `alternate` beside `stylesheet` does not.
bool creates_hyperlink(std::string_view rel);

/// True when one of the types is a resource that browsers fetch whenever the element is inserted
/// into a document (HTML Standard 4.6.8).
bool names_fetched_resource(std::string_view rel);

/// True when `rel` has types that are known and each of these is a hint about a host: of the URL,
/// only the host is used.
bool names_host_alone(std::string_view rel);

/// Whether browsers use the href of a link element with this `rel`.
LinkUse use_of_rel(std::string_view rel);

/// True if the `type` of a link element is that of a feed or of oEmbed: the target of
/// such an alternate moves with the site, while another alternate is the page's address elsewhere.
bool leads_to_feed(ElementView const& link);

}  // namespace hrefkit::html
