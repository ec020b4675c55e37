// Any text in an Atom feed, an RSS feed or a sitemap, with style sheet instructions before it: the
// prolog's reader and the tree agree about the root, links are in the text, and the text of a link
// that needs no decoding is its raw value.
#include "fuzz/link_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/formats/sheet_links.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "hrefkit/html/parse/xml_prolog.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

/// The root element that the options choose; none where the text has its own.
std::string_view root_of(fuzz::TextInput const& input) {
  if (input.option(0)) return "<feed xmlns='http://www.w3.org/2005/Atom'>";
  if (input.option(1)) {
    return "<rss xmlns:c='http://purl.org/rss/1.0/modules/content/' "
           "xmlns:m='http://search.yahoo.com/mrss/'>";
  }
  if (input.option(2)) return "<urlset>";
  return "";
}

/// `text` has no byte order mark, as the readers of files get it.
void check_root(std::string_view text) {
  Notes notes;
  const Document document = parse_xml(text, notes);
  if (!notes.empty() || text.find("<!DOCTYPE") != text.npos) return;
  const XmlProlog prolog = read_xml_prolog(text);
  require(text.find('&') != text.npos || prolog.root == root_namespace(document),
          "both readers find the same root");
  for (const hrefkit::text::Span place : prolog.stylesheets) {
    const auto href = read_stylesheet_instruction(place.in(text));
    if (href) require(href->span.end <= place.length(), "an href stands in its instruction");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  const std::string text = std::string(root_of(input)) + std::string(input.text());
  const SourceText source = source_from_text(text, ContentType::xml);
  check_root(source.text);
  DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  if (input.option(3)) options.xml_base = XmlBase::off;
  if (input.option(4)) options.xml_base = XmlBase::automatic;
  const auto check = [&](Link const& link, LinkBlock const& block) {
    const std::string_view written = link.span.in(block.text);
    const bool is_plain = written.find_first_of("&<\r\n\t\\") == std::string_view::npos;
    const bool is_outer = block.contexts[link.context].path.empty();
    // An empty place is that of a value from the document type.
    require(!is_plain || !is_outer || written.empty() || written == link.raw,
            "a plain text is its raw value");
  };
  fuzz::require_links(source, options, check);
  return 0;
}
