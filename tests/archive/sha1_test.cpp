#include "hrefkit/archive/sha1.h"

#include <catch2/catch.hpp>

namespace hrefkit::test {

TEST_CASE("SHA-1 in base 32") {
  archive::Sha1 sha1;
  CHECK(archive::labelled(sha1.finish()) == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  sha1.restart();
  sha1.add("a");
  sha1.add("bc");
  CHECK(archive::labelled(sha1.finish()) == "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
}

}  // namespace hrefkit::test
