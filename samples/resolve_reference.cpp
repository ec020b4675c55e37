// resolve_reference BASE ENCODING REFERENCE...: references on a page in that encoding, absolute.
#include <hrefkit/url/resolver.h>

#include <iostream>

namespace text = hrefkit::text;
namespace url = hrefkit::url;

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto encoding = text::encoding_from_label(argv[2]).value_or(text::Encoding::utf_8);
  const auto base = url::Resolver::with_base(argv[1], {.encoding = encoding});
  if (!base) {
    std::cerr << message(base.error()) << '\n';
    return 2;
  }
  for (int i = 3; i < argc; ++i) {
    const auto resolved = base->resolve(argv[i]);
    std::cout << (resolved ? *resolved : code(resolved.error())) << '\n';
  }
}
