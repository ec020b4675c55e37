// The xml:base attributes of a page.
#pragma once

#include <string>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// An attribute that counts, or would if its value were usable.
struct XmlBaseAttribute {
  text::Span place = {};      ///< with the white space before it, in the file's text
  std::string element = {};   ///< local name
  std::string value = {};     ///< as the DOM has it
  std::string url = {};       ///< the base URL that it gave; empty if none, as for duplicates
  std::string context = {};   ///< index path of the frames
  bool is_duplicate = false;  ///< of the one before it: it counts once that is gone
};

/// All of them, in the file's document and those in it, outside of template content. In the order
/// of the source.
std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options);

}  // namespace hrefkit::html
