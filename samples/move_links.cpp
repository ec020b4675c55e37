// move_links FILE URL OLD NEW: the page FILE, whose address is URL, with NEW in its links in the
// place of what begins with OLD.
#include <hrefkit/html/rewrite.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <string>

namespace html = hrefkit::html;

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 5 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  const std::string from = argv[3];
  const std::string to = argv[4];
  html::RewriteOptions options;
  options.document.url = argv[2];
  // Called for each link with the URL that it resolves to. How the new reference is written is
  // decided behind it: relative where the old one was, with the quotes and escapes of its place.
  const auto page = html::rewrite(bytes, options, [&](html::LinkTarget& link) {
    if (link.url.starts_with(from)) link.target = to + std::string(link.url.substr(from.size()));
  });
  if (!page) {
    std::cerr << page.error().message << '\n';
    return 2;
  }
  std::cout << (page->changed ? page->bytes : bytes);
  std::cerr << page->edits << " of " << page->links << " links changed, " << page->unusable_targets
            << " new URLs do not parse\n";
}
