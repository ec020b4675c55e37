// Any text as a web app manifest: links rise and lead to their raw values; a fault is noted where
// the text is not JSON, and only there.
#include "fuzz/link_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/formats/manifest_links.h"
#include "hrefkit/text/json.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  const SourceText source = source_from_text(input.text(), ContentType::json);
  std::uint32_t end = 0;
  std::string unescaped;
  const auto check = [&](Link const& link, LinkBlock const&) {
    require(link.span.begin > end, "links come in the order of the source");
    end = link.span.end;
    hrefkit::text::unescape_json(link.span.in(source.text), unescaped);
    require(unescaped == link.raw, "a place leads to the raw value");
    require(!link.attribute.empty(), "a URL is a member of an object");
  };
  fuzz::require_links(source, options, check);
  ManifestUrls urls(source.text);
  while (urls.next()) {
  }
  require(urls.fault().has_value() != hrefkit::text::is_json(source.text),
          "a fault is noted where the text is not JSON");
  return 0;
}
