// archive_links FILE: the links of every page in a web archive, as its readers' browsers resolve
// them.
#include <hrefkit/archive/capture_reader.h>
#include <hrefkit/html/find_links.h>

#include <iostream>

namespace archive = hrefkit::archive;
namespace html = hrefkit::html;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto source = hrefkit::warc::open_source(argv[1]);
  if (!source) {
    std::cerr << argv[1] << ": " << source.error() << '\n';
    return 2;
  }
  archive::CaptureOptions options;
  options.note = [](archive::RecordNote const& note) {
    std::cerr << "record at " << note.place.offset << ": " << note.why << '\n';
  };
  archive::CaptureReader reader(*source, options);
  archive::CapturePage page;
  html::LinkFinder finder;
  while (reader.next()) {
    if (!page.open(reader.capture())) continue;  // no document
    std::cout << reader.capture().uri << '\n';
    const auto print = [](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        std::cout << "  " << block.resolve(link).value_or("unresolvable") << '\n';
      }
    };
    static_cast<void>(finder.find(page.source(), page.options(), {.links = print}));
  }
  return source->error() ? 2 : 0;
}
