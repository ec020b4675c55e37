#include "hrefkit/html/namespace.h"

#include <catch2/catch.hpp>

using namespace hrefkit::html;

TEST_CASE("the URI of a namespace names that namespace") {
  for (auto ns = Namespace::none; ns < Namespace::other;
       ns = static_cast<Namespace>(static_cast<int>(ns) + 1)) {
    CAPTURE(name(ns));
    CHECK(namespace_from_uri(namespace_uri(ns)) == ns);
  }
  CHECK(namespace_uri(Namespace::other).empty());
  CHECK(namespace_uri(Namespace::html) == "http://www.w3.org/1999/xhtml");
  CHECK(namespace_uri(Namespace::atom) == "http://www.w3.org/2005/Atom");
  CHECK(namespace_from_uri("urn:x") == Namespace::other);
}
