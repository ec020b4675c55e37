// move_links FILE URL OLD NEW: the page FILE, whose address is URL, with NEW in its links in the
// place of what begins with OLD.
#include <hrefkit/hrefkit.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <optional>
#include <string>

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 5 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  const std::string from = argv[3];
  const std::string to = argv[4];
  // Asked for each link, with the URL that it resolves to. How the new reference is written is
  // decided behind it: relative where the old one was, with the quotes and escapes of its place.
  const auto change = [&](hrefkit::PageLink const& link) -> std::optional<std::string> {
    if (!link.url.starts_with(from)) return std::nullopt;
    return to + link.url.substr(from.size());
  };
  const auto page = hrefkit::rewrite(bytes, argv[2], {}, change);
  if (!page) {
    std::cerr << page.message() << '\n';
    return 2;
  }
  std::cout << page.bytes();
  std::cerr << page.changed_links() << " of " << page.links() << " links changed, "
            << page.unusable_answers() << " new URLs do not parse\n";
}
