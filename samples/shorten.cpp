// shorten BASE URL...: the shortest reference to each URL from a page whose base URL is BASE.
#include <hrefkit/url/relativize.h>

#include <iostream>

namespace url = hrefkit::url;

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto base = url::Resolver::with_base(argv[1], {});
  if (!base) return 2;
  for (int i = 2; i < argc; ++i) {
    const auto reference = url::relativize(argv[i], *base);
    std::cout << '"' << (reference ? *reference : code(reference.error())) << "\"\n";
  }
}
