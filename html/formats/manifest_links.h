// The links of a web app manifest.
#pragma once

#include "hrefkit/html/formats/link_writer.h"

namespace hrefkit::html {

/// Hands out the URLs of a manifest (manifest_urls.h). The element is the name of the object that
/// holds a URL, the attribute the name of the member; the base URL is the manifest's own address. A
/// fault of JSON is a `not_well_formed` note with its place; the links before it are handed out.
Flow give_manifest_links(LinkSource const& source);

}  // namespace hrefkit::html
