#include "hrefkit/url/characters/scheme.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

TEST_CASE("special schemes of the living standard and their ports") {
  CHECK(scheme_kind("ftp") == SchemeKind::ftp);
  CHECK(scheme_kind("wss") == SchemeKind::wss);
  CHECK(scheme_kind("gopher") == SchemeKind::not_special);
  CHECK(scheme_kind("HTTP") == SchemeKind::not_special);  // the caller lowercases
  CHECK(scheme_kind("") == SchemeKind::not_special);
  CHECK(default_port(SchemeKind::ftp) == 21);
  CHECK(default_port(SchemeKind::http) == 80);
  CHECK(default_port(SchemeKind::https) == 443);
  CHECK(default_port(SchemeKind::ws) == 80);
  CHECK(default_port(SchemeKind::wss) == 443);
  CHECK(default_port(SchemeKind::file) == std::nullopt);
  CHECK(default_port(SchemeKind::not_special) == std::nullopt);
}

TEST_CASE("gopher is a server's scheme under the older standards only") {
  CHECK_FALSE(is_server_scheme("gopher", Standard::whatwg));
  CHECK(default_port("gopher", Standard::whatwg) == "");
  for (Standard standard : {Standard::whatwg_2012, Standard::html5, Standard::web_address}) {
    CAPTURE(name(standard));
    CHECK(is_server_scheme("gopher", standard));
    CHECK(default_port("Gopher", standard) == "70");
  }
}

TEST_CASE("every standard knows the other server schemes") {
  for (Standard standard : all_standards) {
    CAPTURE(name(standard));
    for (std::string_view scheme : {"ftp", "file", "http", "https", "ws", "wss", "HTTPS"}) {
      CHECK(is_server_scheme(scheme, standard));
    }
    CHECK_FALSE(is_server_scheme("mailto", standard));
    CHECK(default_port("https", standard) == "443");
    CHECK(default_port("file", standard) == "");
    CHECK(default_port("mailto", standard) == "");
  }
}

}  // namespace hrefkit::url
