#include "hrefkit/url/valid_url_string.h"

#include <catch2/catch.hpp>
#include <optional>

namespace hrefkit::url {

namespace {

struct ValidityCase {
  std::string_view text;
  std::optional<std::string_view> base;
  bool valid;
};

constexpr auto https = "https://example.com/";
constexpr auto mail = "mailto:a@b";
constexpr auto file = "file:///x";

constexpr ValidityCase validity_cases[]{
    {"https://example.com", {}, true},
    {"HTTPS://example.com:443/a/../b?q#f", {}, true},
    {"https://example.com:/", {}, true},
    {"https://example.com:65536/", {}, false},
    {"https://example.com:x/", {}, false},
    {"https://user@example.com/", {}, false},
    {"https://\u00FC.example/", {}, true},
    {"https://a_b.example/", {}, false},
    {"https://exam%70le.com/", {}, false},
    {"https://1.2.3.4/", {}, true},
    {"https://1.2.3/", {}, false},
    {"https://1.2.3.04/", {}, false},
    {"https://[::1]/", {}, true},
    {"https://[1:2:3:4:5:6:7::]/", {}, true},
    {"https://[1:2:3:4:5:6:7::8]/", {}, false},
    {"https://[::01]/", {}, false},
    {"https://[::1.2.3.4]/", {}, true},
    {"https://[1.2.3.4::]/", {}, false},
    {"https:///example.com/", {}, false},
    {"https:example.com", {}, false},
    {"https://", {}, false},
    {"https://h/a b", {}, false},
    {"https://h/%", {}, false},
    {"https://h/%zz", {}, false},
    {"https://h/\\", {}, false},
    {"https://h/\u00A0\U0001F4A9", {}, true},
    {"https://h/\uFDD0", {}, false},
    {"https://h/\x80", {}, false},
    {"https://h?q??q#f?", {}, true},
    {"https://h#f#", {}, false},
    {"file:///C:/x", {}, true},
    {"file://", {}, true},
    {"file:/x", {}, false},
    {"foo:", {}, true},
    {"foo:bar:baz@", {}, true},
    {"foo:/x", {}, true},
    {"foo://", {}, true},
    {"foo://:80/", {}, false},
    {"foo://h:80/x", {}, true},
    {"foo://h h", {}, false},
    {"foo://%41", {}, true},
    {"", {}, false},
    {"x", {}, false},
    {"", https, true},
    {"x/../y?q#f", https, true},
    {"/x", https, true},
    {"//h/x", https, true},
    {"//", https, false},
    {"//", file, true},
    {"//h:80/x", file, false},
    {"1:x", https, true},
    {"x:y", https, true},
    {"#f", mail, true},
    {"x", mail, false},
    {"", mail, false},
    {"?q#f", mail, false},
};

}  // namespace

TEST_CASE("valid URL strings") {
  for (ValidityCase const& row : validity_cases) {
    INFO(row.text << " with base " << row.base.value_or("none"));
    const auto base = row.base ? std::optional(*Url::parse(*row.base)) : std::nullopt;
    CHECK(is_valid_url_string(row.text, base ? &*base : nullptr) == row.valid);
  }
}

// The standard defines both on their own; they are meant to say the same.
TEST_CASE("a string is valid when it parses without validation errors") {
  for (ValidityCase const& row : validity_cases) {
    INFO(row.text << " with base " << row.base.value_or("none"));
    const auto base = row.base ? std::optional(*Url::parse(*row.base)) : std::nullopt;
    ValidationNotes notes;
    const auto url = Url::parse(row.text, {.base = base ? &*base : nullptr, .notes = &notes});
    const bool ill_formed = row.text.find('\x80') != std::string_view::npos;
    if (!ill_formed) CHECK((url.has_value() && notes.empty()) == row.valid);
  }
}

TEST_CASE("valid absolute URL strings and valid host strings") {
  CHECK(is_valid_absolute_url_string("https://h/"));
  CHECK_FALSE(is_valid_absolute_url_string("/x"));
  CHECK(is_valid_host_string("example.com"));
  CHECK_FALSE(is_valid_host_string(""));
  CHECK_FALSE(is_valid_host_string("-a.example"));
  CHECK_FALSE(is_valid_host_string("0x7f.1"));
}

}  // namespace hrefkit::url
