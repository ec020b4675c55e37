// Any bytes as a host: domains in ASCII stay as they are, Unicode and ASCII forms convert into each
// other, Punycode decodes what it encoded.
#include "fuzz/require.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/host/punycode.h"
#include "hrefkit/url/idna2003.h"

using namespace hrefkit;
using fuzz::require;

namespace {

void check_host(std::string_view input, url::HostSyntax syntax) {
  std::string host;
  const url::NoteWriter notes(nullptr);
  if (input.empty() || !url::append_host(host, input, syntax, notes)) return;
  require(text::is_ascii(host), "a host is ASCII");
  std::string again;
  require(url::append_host(again, host, syntax, notes).has_value() && again == host,
          "a serialised host stays as it is");
  require(!url::domain_to_unicode(host).empty(), "a host can be shown");
}

void check_domain(std::string_view domain) {
  const auto ascii = url::unicode_to_ascii(domain, url::IdnaStrictness::relaxed);
  const auto strict = url::unicode_to_ascii(domain, url::IdnaStrictness::strict);
  require(!strict || strict == ascii, "strictness only refuses");
  const auto unicode = url::unicode_to_unicode(domain);
  require(unicode.has_value() == ascii.has_value(), "both directions see the same errors");
  if (!ascii) return;
  require(url::unicode_to_ascii(*ascii, url::IdnaStrictness::relaxed) == ascii &&
              url::unicode_to_ascii(*unicode, url::IdnaStrictness::relaxed) == ascii &&
              url::unicode_to_unicode(*ascii) == unicode,
          "ASCII and Unicode forms convert into each other");
}

void check_punycode(std::string_view text) {
  const auto decoded = url::punycode_decode(text);
  if (decoded) {
    const std::string encoded = url::punycode_encode(*decoded);
    require(url::punycode_decode(encoded) == decoded, "Punycode decodes what it encoded");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string text = url::to_scalar_values({reinterpret_cast<char const*>(data), size});
  check_host(text, url::HostSyntax::domain);
  check_host(text, url::HostSyntax::opaque);
  check_domain(text);
  url::domain_to_ascii_2003(text);
  if (text::is_ascii(text)) check_punycode(text);
  return 0;
}
