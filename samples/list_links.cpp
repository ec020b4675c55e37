// list_links FILE URL: every link of an HTML file whose address is URL, block by block.
#include <hrefkit/html/find_links.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <string>

namespace html = hrefkit::html;

void print(html::LinkBlock const& block) {
  for (html::Link const& link : block.links) {
    const auto url = block.resolve(link);
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
  const auto found = html::find_links(*source, {.url = argv[2]}, {.links = print});
  if (found) return 0;
  std::cerr << message(found.error()) << '\n';
  return 2;
}
