#include "hrefkit/cli/url/table.h"

#include <catch2/catch.hpp>

namespace hrefkit::cli {

namespace {

struct ReadableCase {
  char const* encoded;
  char const* readable;
};

TEST_CASE("a path is shown with its characters", "[url]") {
  const ReadableCase cases[] = {
      {"", ""},
      {"/a/b", "/a/b"},
      {"/stra%C3%9Fe", "/straße"},
      {"/%E2%82%AC%20%E2%82%AC", "/€%20€"},
      {"/%F0%9F%98%80", "/😀"},
      {"/a%20b%2Fc%3f", "/a%20b%2Fc%3f"},        // ASCII has a meaning of its own when encoded
      {"/%C3%9F%FF%c3", "/ß%FF%c3"},             // no UTF-8
      {"/%ED%A0%80", "/%ED%A0%80"},              // a surrogate
      {"/%C2%9B%E2%80%AE", "/%C2%9B%E2%80%AE"},  // CSI, right-to-left override
      {"/%", "/%"},
      {"/%C3", "/%C3"},
      {"/%C3%9", "/%C3%9"},
  };
  for (auto const& [encoded, readable] : cases) CHECK(readable_path(encoded) == readable);
}

TEST_CASE("a domain is shown in its own script", "[url]") {
  CHECK(readable_domain("xn--bcher-kva.example") == "bücher.example");
  CHECK(readable_domain("a.example") == "a.example");
  CHECK(readable_domain("xn--a.example") == "xn--a.example");
  CHECK(readable_domain("") == "");
  CHECK(readable_domain("[::1]") == "[::1]");
}

}  // namespace

}  // namespace hrefkit::cli
