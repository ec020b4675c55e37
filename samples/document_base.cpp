// document_base FILE URL: the base URL of an HTML file whose address is URL, and why.
#include <hrefkit/hrefkit.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <string>

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 3 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  const auto bases = hrefkit::base(bytes, argv[2]);
  if (!bases) {
    std::cerr << bases.message() << '\n';
    return 2;
  }
  auto const& page = bases[0];  // the page itself; the documents in its frames follow
  std::cout << page.base << " (" << name(page.source) << ")\n";
  for (auto const& element : page.elements) {
    std::cout << "  base " << element.href.value_or("without href") << ": " << name(element.fate)
              << '\n';
  }
}
