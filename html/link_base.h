// A base URL to which links are relative, and where it comes from.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// Where a base URL comes from.
enum class BaseSource : std::uint8_t { document, base, xml_base, creator, container };

/// The name used in output: "document", "base", "xml-base", "creator", "container".
std::string_view name(BaseSource source);

/// A base URL that is in force for some links, ready to resolve them.
struct LinkBase {
  url::Resolver resolver;
  BaseSource source = BaseSource::document;
  /// Where the value of the attribute that declared it stands in the file's text; empty where no
  /// attribute did.
  text::Span declared = {};
};

}  // namespace hrefkit::html
