// wrong_links FILE URL: what is wrong with a page: the page itself, bytes in it, and links that are
// no URLs.
#include <hrefkit/hrefkit.h>
#include <hrefkit/site/file.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::string bytes;
  if (const auto read = hrefkit::site::read_file(argv[1], bytes); !read) {
    std::cerr << argv[1] << ": " << read.error() << '\n';  // a sentence of the system
    return 2;
  }
  const auto links = hrefkit::links(bytes, argv[2]);
  if (!links) {
    std::cerr << argv[2] << ": " << message(links.error()) << '\n';
    return 2;
  }
  for (auto const& note : links.notes()) std::cout << note.message << '\n';
  int wrong = 0;
  for (auto const& link : links) {
    if (!link.error) continue;
    ++wrong;
    std::cout << link.line << ':' << link.column << ' ' << link.raw << ": " << message(*link.error)
              << " (" << code(*link.error) << ")\n";
  }
  return wrong == 0 ? 0 : 1;
}
