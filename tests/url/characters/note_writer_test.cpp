#include "hrefkit/url/validation_error.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

namespace {

/// "name@offset" for each note, with spaces between.
std::string described(ValidationNotes const& notes) {
  std::string text;
  for (ValidationNote const& note : notes) {
    if (!text.empty()) text += ' ';
    text += name(note.error);
    text += '@';
    text += std::to_string(note.offset);
  }
  return text;
}

struct Case {
  std::string_view input;
  std::optional<std::string_view> base;
  std::string_view notes;
};

// The examples of the standard's table (1.1) in its order, then more.
constexpr Case cases[]{
    {"https://exa%23mple.org", {}, "domain-percent-encoded@11 domain-to-ASCII@8"},
    {"https://exam%70le.org", {}, "domain-percent-encoded@12"},
    {"foo://exa[mple.org", {}, "host-invalid-code-point@9"},
    {"https://127.0.0.1./", {}, "domain-to-ASCII@8 IPv4-empty-part@8"},
    {"https://1.2.3/", {}, "IPv4-too-few-parts@8"},
    {"https://1.2.3.4.5/", {}, "IPv4-too-many-parts@8"},
    {"https://test.42", {}, "IPv4-too-few-parts@8 IPv4-non-numeric-part@8"},
    {"https://127.0.0x0.1", {}, "IPv4-non-decimal-part@8"},
    {"https://255.255.4000.1", {}, "IPv4-out-of-range-part@8"},
    {"https://[::1", {}, "IPv6-unclosed@12"},
    {"https://[:1]", {}, "IPv6-invalid-compression@9"},
    {"https://[1:2:3:4:5:6:7:8:9]", {}, "IPv6-too-many-pieces@25"},
    {"https://[1::1::1]", {}, "IPv6-multiple-compression@14"},
    {"https://[1:2:3!:4]", {}, "IPv6-invalid-code-point@14"},
    {"https://[1:2:3:]", {}, "IPv6-invalid-code-point@15"},
    {"https://[1:2:3]", {}, "IPv6-too-few-pieces@14"},
    {"https://[::01]", {}, "IPv6-piece-leading-zero@11"},
    {"https://[1:1:1:1:1:1:1:127.0.0.1]", {}, "IPv4-in-IPv6-too-many-pieces@23"},
    {"https://[ffff::.0.0.1]", {}, "IPv4-in-IPv6-invalid-code-point@15"},
    {"https://[ffff::127.0.xyz.1]", {}, "IPv4-in-IPv6-invalid-code-point@21"},
    {"https://[ffff::127.0xyz]", {}, "IPv4-in-IPv6-invalid-code-point@20"},
    {"https://[ffff::127.00.0.1]", {}, "IPv4-in-IPv6-invalid-code-point@20"},
    {"https://[ffff::127.0.0.1.2]", {}, "IPv4-in-IPv6-invalid-code-point@24"},
    {"https://[ffff::127.0.0.4000]", {}, "IPv4-in-IPv6-out-of-range-part@25"},
    {"https://[ffff::127.0.0]", {}, "IPv4-in-IPv6-too-few-parts@22"},
    {"https://example.org/>", {}, "invalid-URL-unit@20"},
    {" https://example.org ", {}, "invalid-URL-unit@0"},
    {"https://example.org ", {}, "invalid-URL-unit@19"},
    {"ht\ntps://example.org", {}, "invalid-URL-unit@2"},
    {"https://example.org/%s", {}, "invalid-URL-unit@20"},
    {"file:c:/my-secret-folder", {}, "special-scheme-missing-following-solidus@5"},
    {"https:example.org", {}, "special-scheme-missing-following-solidus@6"},
    {"https:foo.html", "https://example.org/", "special-scheme-missing-following-solidus@6"},
    {"\U0001F4A9", {}, "missing-scheme-non-relative-URL@0"},
    {"\U0001F4A9", "mailto:user@example.org", "missing-scheme-non-relative-URL@0"},
    {"https://example.org\\path\\to", {}, "invalid-reverse-solidus@19 invalid-reverse-solidus@24"},
    {"https://user@example.org", {}, "invalid-credentials@12"},
    {"ssh://user@example.org", {}, "invalid-credentials@10"},
    {"https://#fragment", {}, "host-missing@8"},
    {"https://:443", {}, "host-missing@8"},
    {"https://user:pass@", {}, "invalid-credentials@17 host-missing@18"},
    {"https://example.org:70000", {}, "port-out-of-range@20"},
    {"https://example.org:7z", {}, "port-invalid@21"},
    {"/c:/path/to/file", "file:///c:/", ""},
    {"c|/path/to/file", "file:///c:/", "file-invalid-Windows-drive-letter@0 invalid-URL-unit@1"},
    {"file://c:", {}, "file-invalid-Windows-drive-letter-host@7"},
    {"https://\u00FC.example/\u00FC?\u00FC#\u00FC", {}, ""},
    {"https:////example.org/",
     {},
     "special-scheme-missing-following-solidus@8 "
     "special-scheme-missing-following-solidus@9"},
    {"https://a@b@c", {}, "invalid-credentials@9 invalid-credentials@11"},
    {"https://a..b", {}, "domain-to-ASCII@8"},
    {"foo:a b?c d#e f", {}, "invalid-URL-unit@5 invalid-URL-unit@9 invalid-URL-unit@13"},
    {"?\\", "foo:/", "invalid-URL-unit@1"},
    // Offsets count in the input, before anything is removed or replaced.
    {"\t\n https\t:\n//example.org/\u00FC<",
     {},
     "invalid-URL-unit@0 invalid-URL-unit@8 invalid-URL-unit@27"},
    {"https://example.org/\xFF\xFF<", {}, "invalid-URL-unit@22"},
};

}  // namespace

TEST_CASE("validation errors are noted with the standard's names and their places") {
  for (Case const& row : cases) {
    INFO("input " << row.input << " base " << row.base.value_or("none"));
    const auto base = row.base ? std::optional(*Url::parse(*row.base)) : std::nullopt;
    ValidationNotes notes;
    const auto url = Url::parse(row.input, {.base = base ? &*base : nullptr, .notes = &notes});
    CHECK(described(notes) == row.notes);
    const auto silent = Url::parse(row.input, {.base = base ? &*base : nullptr});
    CHECK(silent == url);
  }
}

TEST_CASE("notes are appended") {
  ValidationNotes notes{{ValidationError::host_missing, 7}};
  CHECK(Url::parse(" x:y", {.notes = &notes}));
  CHECK(notes.size() == 2);
  CHECK(notes[0] == ValidationNote{ValidationError::host_missing, 7});
}

}  // namespace hrefkit::url
