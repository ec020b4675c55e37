#include "hrefkit/url/host/host.h"

#include <catch2/catch.hpp>

namespace hrefkit::url {

namespace {

tl::expected<std::string, Error> parsed(std::string_view input, HostSyntax syntax) {
  std::string out = "kept ";
  const auto appended = append_host(out, input, syntax, NoteWriter(nullptr));
  CHECK(out.starts_with("kept "));
  if (!appended) {
    CHECK(out == "kept ");
    return tl::make_unexpected(appended.error());
  }
  return out.substr(5);
}

struct HostCase {
  std::string_view input;
  std::string_view host;
};

struct HostFailure {
  std::string_view input;
  Error error;
};

}  // namespace

TEST_CASE("domains are decoded, lowercased and converted") {
  constexpr HostCase cases[]{
      {"example.com", "example.com"},
      {"EXAMPLE.Com.", "example.com."},
      {"ex%41mple", "example"},
      {"%E2%98%83", "xn--n3h"},
      {"XN--A", "xn--a"},  // ASCII is not validated
      {"a_b~!$&'()*+,;=`{}\"", "a_b~!$&'()*+,;=`{}\""},
      {"\uFF11\uFF12\uFF17.1", "127.0.0.1"},
      {"[::1]", "[::1]"},
  };
  for (HostCase const& row : cases) {
    INFO(row.input);
    CHECK(parsed(row.input, HostSyntax::domain) == std::string(row.host));
  }
}

TEST_CASE("opaque hosts are percent-encoded") {
  constexpr HostCase cases[]{
      {"", ""},
      {"Example", "Example"},
      {"%41%zz%", "%41%zz%"},
      {"\u00FC\x7F\x01", "%C3%BC%7F%01"},
      {"a'\"{}`", "a'\"{}`"},
      {"1.2.3", "1.2.3"},
      {"[1:0::]", "[1::]"},
  };
  for (HostCase const& row : cases) {
    INFO(row.input);
    CHECK(parsed(row.input, HostSyntax::opaque) == std::string(row.host));
  }
}

TEST_CASE("forbidden code points are refused") {
  constexpr std::string_view forbidden("\0\t\n\r #/:<>?@[\\]^|", 17);
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const char c = static_cast<char>(byte);
    const std::string input = std::string("a") + c;
    const bool in_host = forbidden.find(c) != std::string_view::npos;
    const bool in_domain = in_host || byte < 0x20 || c == '%' || byte == 0x7F;
    INFO("byte " << byte);
    CHECK(parsed(input, HostSyntax::opaque).has_value() == !in_host);
    CHECK(parsed(input, HostSyntax::domain).has_value() == !in_domain);
  }
}

TEST_CASE("each invalid host has its error") {
  constexpr HostFailure cases[]{
      {"[::1", Error::invalid_ipv6},          {"[::1]x", Error::invalid_ipv6},
      {"[x]", Error::invalid_ipv6},           {"1.2.3.4.5", Error::invalid_ipv4},
      {"\u2603.\uFF11", Error::invalid_ipv4}, {"\u00AD", Error::invalid_domain},
      {"%FF", Error::invalid_domain},         {"\u0300", Error::invalid_domain},
      {"a%23b", Error::invalid_host},         {"\u00FC b", Error::invalid_host},
  };
  for (HostFailure const& row : cases) {
    INFO(row.input);
    CHECK(parsed(row.input, HostSyntax::domain) == tl::make_unexpected(row.error));
  }
}

}  // namespace hrefkit::url
