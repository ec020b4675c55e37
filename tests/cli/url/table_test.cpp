#include "hrefkit/cli/url/command.h"

#include <catch2/catch.hpp>

namespace hrefkit::cli {

namespace {

/// The row of that name in the table of `input`.
std::string row(std::string_view input, std::string_view name,
                url::Standard standard = url::Standard::whatwg) {
  const auto url = url::AnyUrl::parse(input, url::Resolver({.standard = standard}));
  REQUIRE(url);
  std::string table;
  append_table(table, input, *url, Display::stream);
  const std::size_t begin = table.find("\n" + std::string(name)) + 1;
  return table.substr(begin, table.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("a readable path follows an encoded one", "[url]") {
  CHECK(row("http://h/a/b", "pathname") == "pathname  /a/b");
  CHECK(row("http://h/stra%C3%9Fe", "pathname") == "pathname  /stra%C3%9Fe  (/straße)");
  CHECK(row("http://h/%C3%9F%20%FF", "pathname") == "pathname  /%C3%9F%20%FF  (/ß%20%FF)");
  CHECK(row("http://h/%E2%80%AE", "pathname") == "pathname  /%E2%80%AE");
  CHECK(row("mailto:%C3%9F", "pathname") == "pathname  %C3%9F  (ß)");
}

TEST_CASE("a readable domain follows an encoded one", "[url]") {
  CHECK(row("http://xn--bcher-kva.example:81/", "host") ==
        "host      xn--bcher-kva.example:81  (bücher.example:81)");
  CHECK(row("http://a.example/", "hostname") == "hostname  a.example");
  CHECK(row("http://xn--a.example/", "hostname") == "hostname  xn--a.example");
  CHECK(row("http://[::1]/", "hostname") == "hostname  [::1]");
  CHECK(row("x://xn--bcher-kva/", "hostname") == "hostname  xn--bcher-kva");
  CHECK(row("x://xn--bcher-kva/", "hostname", url::Standard::html5) ==
        "hostname  xn--bcher-kva  (bücher)");
}

}  // namespace hrefkit::cli
