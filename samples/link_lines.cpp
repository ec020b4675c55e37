// link_lines FILE URL: line and column of every link, while the page is read. Nothing is kept but
// one block of links.
#include <hrefkit/html/find_links.h>
#include <hrefkit/site/file.h>
#include <hrefkit/text/line_index.h>

#include <iostream>
#include <optional>
#include <string>

namespace html = hrefkit::html;
namespace text = hrefkit::text;

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 3 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  std::string buffer;
  html::Notes notes;
  const auto source = html::decode_source(bytes, {}, buffer, notes);
  if (!source) return 2;
  text::LineCursor lines(source->text);  // asked in rising order, it goes over the text once
  const auto print = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      const text::LineColumn place = lines.at(link.span.begin);
      std::cout << place.line << ':' << place.column << ' ' << link.raw << '\n';
    }
  };
  if (!html::find_links(*source, {.url = argv[2]}, {.links = print})) return 2;
}
