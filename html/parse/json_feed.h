// A JSON Feed as a document, so that it is read as feeds in XML are: its rows are in the table of
// feeds (links/link_values.cpp), and the HTML of its items has contexts and bases as theirs.
//
//   {"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/a", "content_html":
//   "<p>"}]}
//
//   <feed><items url="/a"><content_html>&lt;p></content_html></items></feed>
//
// An object is an element with the name of its member, and a string with a URL an attribute. What
// holds neither a URL nor HTML has no node: `id` names an item, as Atom's does.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// True for JSON whose member `version` is that of a JSON Feed. Takes a pass over `json` only if it
/// mentions one.
bool is_json_feed(std::string_view json);

/// The document of a JSON Feed (UTF-8), whose values have their places and the maps of their
/// escapes. Members of the wrong type have no nodes. A member that occurs twice is read twice. A
/// syntax error is a `not_well_formed` note; what comes before it is read. Linear time.
Document parse_json_feed(std::string_view json, Notes& notes);

}  // namespace hrefkit::html
