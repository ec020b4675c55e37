// url_parts URL: its components, and what a validator would say about it.
#include <hrefkit/url/url.h>

#include <iostream>

namespace url = hrefkit::url;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  url::ValidationNotes notes;
  const auto parsed = url::Url::parse(argv[1], {.notes = &notes});
  if (!parsed) {
    std::cout << "no URL: " << message(parsed.error()) << '\n';
    return 1;
  }
  std::cout << "href     " << parsed->href() << "\norigin   " << parsed->origin() << "\nprotocol "
            << parsed->protocol() << "\nhost     " << parsed->host() << "\nshown as "
            << parsed->unicode_hostname() << "\npathname " << parsed->pathname() << "\nsearch   "
            << parsed->search() << "\nhash     " << parsed->hash() << '\n';
  for (url::ValidationNote const& note : notes) {
    std::cout << "byte " << note.offset << ": " << name(note.error) << '\n';
  }
}
