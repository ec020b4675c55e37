// Any text as a style sheet: its links are the URLs of CSS, and each place leads to its raw value.
#include "fuzz/link_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/syntax/css_tokenizer.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  const SourceText source = source_from_text(input.text(), ContentType::css);
  CssUrls urls(source.text, CssPlace::style_sheet);
  std::string unescaped;
  const auto check = [&](Link const& link, LinkBlock const&) {
    const auto url = urls.next();
    require(url && url->value == link.raw && url->span == link.span, "links are the URLs of CSS");
    unescape_css(link.span.in(source.text), unescaped);
    require(unescaped == link.raw, "a place leads to the raw value");
    require(link.local == link.raw.starts_with('#'), "fragments are local");
  };
  fuzz::require_links(source, options, check);
  require(!urls.next(), "all URLs are links");
  return 0;
}
