// Any bytes as a URL: what parses, parses again to the same; notes change nothing; a string is
// valid exactly when it parses without notes; relative or not, the result is absolute.
#include "fuzz/require.h"
#include "fuzz/url_input.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/valid_url_string.h"

using namespace hrefkit;
using fuzz::require;

namespace {

void check_round_trip(url::Url const& parsed, url::Url const* base) {
  const auto again = url::Url::parse(parsed.href(), {.base = base});
  require(again && again->href() == parsed.href(), "parse(serialise(u)) == u");
  require(again->offsets() == parsed.offsets(), "the parts lie where they lay");
  require(again->scheme_kind() == parsed.scheme_kind(), "the scheme is of the same kind");
  require(text::is_ascii(parsed.href()), "a serialised URL is ASCII");
}

void check_parts(url::Url const& parsed) {
  std::string joined(parsed.protocol());
  if (parsed.has_host()) {
    joined += "//";
    joined += parsed.username();
    if (!parsed.password().empty()) {
      joined += ':';
      joined += parsed.password();
    }
    if (parsed.includes_credentials()) joined += '@';
    joined += parsed.host();
  } else if (parsed.pathname().starts_with("//")) {
    joined += "/.";
  }
  joined += parsed.pathname();
  if (parsed.query()) {
    joined += '?';
    joined += *parsed.query();
  }
  if (parsed.fragment()) {
    joined += '#';
    joined += *parsed.fragment();
  }
  require(joined == parsed.href(), "the parts make up the URL");
  require(!parsed.origin().empty() && !(parsed.has_host() && parsed.unicode_hostname().empty() &&
                                        !parsed.hostname().empty()),
          "origin and display name are there");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::UrlInput input = fuzz::url_input(data, size);
  const auto parsed_base = url::Url::parse(input.base);
  url::Url const* base = parsed_base ? &*parsed_base : nullptr;
  const auto parsed = url::Url::parse(input.rest, {.base = base});
  url::ValidationNotes notes;
  const auto noted = url::Url::parse(input.rest, {.base = base, .notes = &notes});
  require(noted == parsed, "notes change nothing");
  for (url::ValidationNote const& note : notes) {
    require(note.offset <= input.rest.size(), "notes stand inside of the input");
    require(!url::name(note.error).empty(), "notes have names");
  }
  const bool well_formed = text::find_invalid_utf8(input.rest) == input.rest.size();
  if (well_formed) {
    require(url::is_valid_url_string(input.rest, base) == (parsed && notes.empty()),
            "valid strings are those that parse without notes");
  }
  if (!parsed) return 0;
  check_round_trip(*parsed, base);
  check_parts(*parsed);
  return 0;
}
