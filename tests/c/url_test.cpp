#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "c/c_support.h"

namespace hrefkit::test {

namespace {

Url parse(std::string_view input, hrefkit_url const* base = nullptr,
          std::string_view encoding = "utf-8", hrefkit_error* error = nullptr) {
  hrefkit_url* url = nullptr;
  hrefkit_url_parse(view(input), base, view(encoding), &url, error);
  return Url(url);
}

TEST_CASE("C: parts of a URL") {
  const Url url = parse(
      "https://u:p@b\xC3\xBC"
      "cher.example:81/a/b?q=\xC3\xA9#f");
  REQUIRE(url);
  const std::vector<std::pair<hrefkit_part, std::string>> parts{
      {HREFKIT_HREF, "https://u:p@xn--bcher-kva.example:81/a/b?q=%C3%A9#f"},
      {HREFKIT_ORIGIN, "https://xn--bcher-kva.example:81"},
      {HREFKIT_PROTOCOL, "https:"},
      {HREFKIT_USERNAME, "u"},
      {HREFKIT_PASSWORD, "p"},
      {HREFKIT_HOST, "xn--bcher-kva.example:81"},
      {HREFKIT_HOSTNAME, "xn--bcher-kva.example"},
      {HREFKIT_PORT, "81"},
      {HREFKIT_PATHNAME, "/a/b"},
      {HREFKIT_SEARCH, "?q=%C3%A9"},
      {HREFKIT_HASH, "#f"},
      {HREFKIT_UNICODE_HOSTNAME,
       "b\xC3\xBC"
       "cher.example"}};
  for (auto const& [part, value] : parts) CHECK(text(hrefkit_url_get(url.get(), part)) == value);
  CHECK(hrefkit_url_get(url.get(), static_cast<hrefkit_part>(13)).data == nullptr);
  CHECK(hrefkit_url_get(nullptr, HREFKIT_HREF).data == nullptr);
}

TEST_CASE("C: a URL is set by the setters of the standard") {
  const Url url = parse("http://a.example/x");
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(text(hrefkit_url_get(url.get(), HREFKIT_ORIGIN)) == "http://a.example");
  CHECK(hrefkit_url_set(url.get(), HREFKIT_HOST, view("b.example:82"), &error) == HREFKIT_OK);
  CHECK(text(hrefkit_url_get(url.get(), HREFKIT_ORIGIN)) == "http://b.example:82");
  CHECK(hrefkit_url_set(url.get(), HREFKIT_PORT, view("no"), &error) == HREFKIT_UNCHANGED);
  CHECK(error.status == HREFKIT_UNCHANGED);
  // The value may be a view of the URL itself.
  const hrefkit_view path = hrefkit_url_get(url.get(), HREFKIT_PATHNAME);
  CHECK(hrefkit_url_set(url.get(), HREFKIT_HASH, path, &error) == HREFKIT_OK);
  CHECK(hrefkit_url_set(url.get(), HREFKIT_SEARCH, hrefkit_url_get(url.get(), HREFKIT_ORIGIN),
                        &error) == HREFKIT_OK);
  CHECK(text(hrefkit_url_get(url.get(), HREFKIT_HREF)) ==
        "http://b.example:82/x?http://b.example:82#/x");
  CHECK(hrefkit_url_set(url.get(), HREFKIT_HREF, view("http://[/"), &error) == HREFKIT_E_URL);
  CHECK(std::string(hrefkit_url_error_code(static_cast<hrefkit_url_error>(error.detail))) ==
        "invalid-ipv6");
  for (const hrefkit_part part : {HREFKIT_ORIGIN, HREFKIT_UNICODE_HOSTNAME}) {
    CHECK(hrefkit_url_set(url.get(), part, view("x"), &error) == HREFKIT_E_ARGUMENT);
  }
  CHECK(hrefkit_url_set(url.get(), static_cast<hrefkit_part>(13), view("x"), &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_url_set(url.get(), HREFKIT_HASH, absent, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_url_set(nullptr, HREFKIT_HASH, view(""), &error) == HREFKIT_E_ARGUMENT);
}

TEST_CASE("C: URLs with a base and an encoding, copied and compared") {
  const Url base = parse("https://a.example/d/e");
  const Url url = parse("../x?\xC3\xA9#f", base.get(), "windows-1252");
  REQUIRE(url);
  CHECK(text(hrefkit_url_get(url.get(), HREFKIT_HREF)) == "https://a.example/x?%E9#f");
  hrefkit_url* copied = nullptr;
  REQUIRE(hrefkit_url_copy(url.get(), &copied, nullptr) == HREFKIT_OK);
  const Url copy(copied);
  CHECK(hrefkit_url_equal(url.get(), copy.get(), 0) == 1);
  CHECK(hrefkit_url_set(copy.get(), HREFKIT_HASH, view("g"), nullptr) == HREFKIT_OK);
  CHECK(hrefkit_url_equal(url.get(), copy.get(), 0) == 0);
  CHECK(hrefkit_url_equal(url.get(), copy.get(), 1) == 1);
  CHECK(hrefkit_url_equal(url.get(), nullptr, 0) == 0);
  CHECK(hrefkit_url_equal(nullptr, nullptr, 0) == 1);
}

TEST_CASE("C: what is no URL, and misuse") {
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!parse("x", nullptr, "utf-8", &error));
  CHECK(error.status == HREFKIT_E_URL);
  CHECK(error.detail == 1);
  CHECK(!parse("http://a/", nullptr, "no-such", &error));
  CHECK(error.status == HREFKIT_E_ENCODING);
  hrefkit_url* url = reinterpret_cast<hrefkit_url*>(1);
  CHECK(hrefkit_url_parse({nullptr, 3}, nullptr, absent, &url, &error) == HREFKIT_E_ARGUMENT);
  CHECK(url == nullptr);
  CHECK(hrefkit_url_parse(view("http://a/"), nullptr, absent, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  hrefkit_url_free(nullptr);
}

TEST_CASE("C: a resolver and a buffer that is used again") {
  hrefkit_resolver* made = nullptr;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  REQUIRE(hrefkit_resolver_new(view("https://a.example/d/"), absent, HREFKIT_STANDARD_WHATWG, &made,
                               &error) == HREFKIT_OK);
  const Resolver resolver(made);
  hrefkit_buffer buffer{};
  REQUIRE(hrefkit_resolver_resolve(resolver.get(), view("../x"), &buffer, &error) == HREFKIT_OK);
  CHECK(std::string(buffer.data) == "https://a.example/x");
  CHECK(buffer.size == 19);
  // A view of the buffer itself.
  REQUIRE(hrefkit_resolver_resolve(resolver.get(), {buffer.data + 18, 1}, &buffer, &error) ==
          HREFKIT_OK);
  CHECK(std::string(buffer.data) == "https://a.example/d/x");
  CHECK(hrefkit_resolver_resolve(resolver.get(), view("http://[/"), &buffer, &error) ==
        HREFKIT_E_URL);
  CHECK(std::string(buffer.data) == "https://a.example/d/x");
  const std::string longer(300, 'y');
  REQUIRE(hrefkit_resolver_resolve(resolver.get(), view(longer), &buffer, &error) == HREFKIT_OK);
  CHECK(std::string(buffer.data) == "https://a.example/d/" + longer);
  REQUIRE(hrefkit_resolver_relativize(resolver.get(), view("https://a.example/d/e/f#g"), &buffer,
                                      &error) == HREFKIT_OK);
  CHECK(std::string(buffer.data) == "e/f#g");
  CHECK(hrefkit_resolver_resolve(resolver.get(), absent, &buffer, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_resolver_resolve(resolver.get(), view("x"), nullptr, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_resolver_resolve(nullptr, view("x"), &buffer, &error) == HREFKIT_E_ARGUMENT);
  hrefkit_buffer wrong{nullptr, 3, 0};
  CHECK(hrefkit_resolver_resolve(resolver.get(), view("x"), &wrong, &error) == HREFKIT_E_ARGUMENT);
  hrefkit_buffer_free(&buffer);
  hrefkit_buffer_free(&buffer);
  CHECK((buffer.data == nullptr && buffer.size == 0 && buffer.capacity == 0));
  hrefkit_buffer_free(nullptr);
}

TEST_CASE("C: a resolver of another standard, and without a base") {
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_resolver* made = nullptr;
  CHECK(hrefkit_resolver_new(view("https://a/"), absent, 4, &made, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_resolver_new(absent, absent, 0, &made, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_resolver_new(view("x"), absent, 0, &made, &error) == HREFKIT_E_URL);
  CHECK(made == nullptr);
  REQUIRE(hrefkit_resolver_new(view("http://a.example/"), view("koi8-r"), HREFKIT_STANDARD_HTML5,
                               &made, &error) == HREFKIT_OK);
  const Resolver resolver(made);
  hrefkit_buffer buffer{};
  CHECK(hrefkit_resolver_resolve(resolver.get(), view("?\xD1\x8F"), &buffer, &error) == HREFKIT_OK);
  CHECK(std::string(buffer.data) == "http://a.example/?%D1");
  hrefkit_buffer_free(&buffer);
}

TEST_CASE("C: errors, names and versions") {
  hrefkit_error small = HREFKIT_ERROR_INIT;
  small.struct_size = 8;
  small.detail = 7;
  CHECK(!parse("x", nullptr, "utf-8", &small));
  CHECK(small.detail == 7);  // left as it is
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!parse("x", nullptr, "utf-8", &error));
  CHECK(std::strlen(error.message) > 10);
  CHECK(parse("http://a/", nullptr, "utf-8", &error));
  CHECK((error.status == HREFKIT_OK && error.detail == 0 && error.message[0] == 0));
  CHECK(std::string(hrefkit_status_name(HREFKIT_E_NOT_PROVED)) == "not-proved");
  CHECK(std::string(hrefkit_status_name(-50)) == "unknown");
  CHECK(std::string(hrefkit_kind_name(HREFKIT_KIND_METADATA)) == "metadata");
  CHECK(std::string(hrefkit_kind_name(HREFKIT_KIND_SOURCEMAP)) == "sourcemap");
  CHECK(std::string(hrefkit_kind_name(HREFKIT_KIND_SOURCEMAP + 1)) == "unknown");
  CHECK(std::string(hrefkit_base_source_name(HREFKIT_BASE_XML_BASE)) == "xml-base");
  CHECK(std::string(hrefkit_base_source_name(5)) == "item");
  CHECK(std::string(hrefkit_base_source_name(6)) == "unknown");
  CHECK(std::string(hrefkit_ns_name(HREFKIT_NS_MATHML)) == "mathml");
  CHECK(std::string(hrefkit_ns_name(4)) == "unknown");
  CHECK(std::string(hrefkit_url_error_code(1)) == "relative-without-base");
  CHECK(std::string(hrefkit_url_error_code(200)) == "empty");
  CHECK(std::string(hrefkit_url_error_code(201)) == "too-long");
  CHECK(std::string(hrefkit_url_error_code(199)) == "unknown");
  CHECK(hrefkit_version_number() == HREFKIT_VERSION_NUMBER);
  CHECK(std::string(hrefkit_version()) == HREFKIT_VERSION);
  CHECK(hrefkit_text(nullptr).data == nullptr);
  CHECK(hrefkit_text("abc").size == 3);
}

}  // namespace

}  // namespace hrefkit::test
