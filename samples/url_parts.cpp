// url_parts URL: its components, and what a validator would say about it.
#include <hrefkit/url/url.h>

#include <iostream>
#include <string_view>

namespace url = hrefkit::url;

void print(std::string_view part, std::string_view value) {
  std::cout << part << '\t' << value << '\n';
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  url::ValidationNotes notes;
  const auto parsed = url::Url::parse(argv[1], {.notes = &notes});
  if (!parsed) {
    print("error", message(parsed.error()));
    return 1;
  }
  print("href", parsed->href());
  print("origin", parsed->origin());
  print("hostname", parsed->hostname());
  print("shown", parsed->unicode_hostname());
  print("pathname", parsed->pathname());
  print("search", parsed->search());
  print("hash", parsed->hash());
  for (url::ValidationNote const& note : notes) {
    std::cout << "byte " << note.offset << '\t' << name(note.error) << '\n';
  }
}
