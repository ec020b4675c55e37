#include "hrefkit/text/base64.h"

#include <catch2/catch.hpp>

namespace hrefkit::text {

namespace {

TEST_CASE("base64 is decoded as the Infra Standard says", "[base64]") {
  struct Case {
    char const* base64;
    char const* bytes;
  };
  std::string bytes;
  for (auto const& [base64, expected] :
       {Case{"", ""}, Case{"Zg==", "f"}, Case{"Zm8=", "fo"}, Case{"Zm9v", "foo"},
        Case{"Zm9vYmFy", "foobar"}, Case{"Zg", "f"}, Case{"Zm8", "fo"}, Case{" Z\nm 9v\t", "foo"},
        Case{"/+8=", "\xFF\xEF"}}) {
    CAPTURE(base64);
    CHECK(decode_base64(base64, bytes));
    CHECK(bytes == expected);
  }
  for (char const* wrong :
       {"Z", "Zg=", "Zg===", "Zm9v=", "=", "Z*==", "Zg==Zg==", "Zm9vY", "-_8="}) {
    CAPTURE(wrong);
    CHECK_FALSE(decode_base64(wrong, bytes));
  }
}

}  // namespace

}  // namespace hrefkit::text
