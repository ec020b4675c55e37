// The URLUtils interface of the URL Standard 2012-12-28 (7.2).
//
//   auto url = hrefkit::url::whatwg_2012::parse("http://a.example/x", nullptr);
//   if (url) set_attribute(*url, UrlAttribute::port, "81", text::Encoding::utf_8);
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/url_attribute.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url::whatwg_2012 {

/// Appends what the getter of `attribute` returns for an object whose url is not null. The origin
/// is its Unicode serialisation: scheme "://" host [ ":" port ] with the host's labels in their own
/// scripts, or "null" for file URLs and those without the relative flag (RFC 6454).
void append_attribute(std::string& out, Url const& url, UrlAttribute attribute);

/// True when the setter of `attribute` reaches its update steps. href and origin have no setter
/// here.
bool is_settable(Url const& url, UrlAttribute attribute);

/// The setter of `attribute` without the update steps, if it is settable. `value` is UTF-8;
/// ill-formed bytes count as U+FFFD. Where the text terminates or parsing fails, the parts that
/// were not set before stay. `query_encoding` is the object's and serves search, a legacy concept
/// of HTML.
void set_attribute(Url& url, UrlAttribute attribute, std::string_view value,
                   text::Encoding query_encoding);

}  // namespace hrefkit::url::whatwg_2012
