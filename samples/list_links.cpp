// list_links FILE URL: every link of an HTML file whose address is URL.
#include <hrefkit/html/find_links.h>
#include <hrefkit/html/source_text.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <string>

namespace html = hrefkit::html;

void print(html::LinkBlock const& block) {
  for (html::Link const& link : block.links) {
    const auto url = block.bases[link.base].resolver.resolve(link.raw);
    std::cout << name(link.kind) << ' ' << (url ? *url : std::string(message(url.error()))) << '\n';
  }
}

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 3 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  std::string buffer;
  html::Notes notes;
  const auto source = html::decode_source(bytes, {}, buffer, notes);
  if (!source) return 2;
  html::DocumentOptions options;
  options.url = argv[2];
  options.resolve.encoding = source->encoding.encoding;
  html::find_links(source->text, &source->map, options, print, notes);
}
