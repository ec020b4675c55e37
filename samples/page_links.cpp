// page_links FILE URL: line and address of every link of an HTML file whose address is URL.
#include <hrefkit/hrefkit.h>
#include <hrefkit/site/file.h>

#include <iostream>

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 3 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  const auto links = hrefkit::links(bytes, argv[2]);
  if (!links) {
    std::cerr << message(links.error()) << '\n';
    return 2;
  }
  for (auto const& link : links) std::cout << link.line << ' ' << link.url << '\n';
}
