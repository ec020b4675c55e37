#include "hrefkit/text/base64.h"

#include <catch2/catch.hpp>
#include <string>

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

TEST_CASE("base64 is written with its padding, and read again") {
  struct Case {
    std::string bytes;
    std::string base64;
  };
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (auto const& [bytes, base64] : {Case{"", ""}, Case{"f", "Zg=="}, Case{"fo", "Zm8="},
                                      Case{"foo", "Zm9v"}, Case{"\xFF\xEF", "/+8="}}) {
    std::string written;
    append_base64(written, bytes);
    CHECK(written == base64);
  }
  for (std::size_t size = 0; size <= all.size(); ++size) {
    std::string written;
    std::string read;
    append_base64(written, all.substr(0, size));
    REQUIRE(decode_base64(written, read));
    CHECK(read == all.substr(0, size));
  }
}

}  // namespace

}  // namespace hrefkit::text
