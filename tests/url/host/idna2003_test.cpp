#include "hrefkit/url/idna2003.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

namespace hrefkit::url {

namespace {

/// 63 and 64 characters.
const std::string max_label(63, 'a');
const std::string too_long_label(64, 'a');

}  // namespace

TEST_CASE("domains that ToASCII converts") {
  struct Case {
    std::string domain;
    std::string ascii;
  };
  const Case cases[] = {
      {"example.com", "example.com"},
      {"EXAMPLE.Com", "EXAMPLE.Com"},  // ASCII labels keep their case
      {"a", "a"},
      {"a.", "a."},
      {"1.2.3.4", "1.2.3.4"},
      {"a-b.0", "a-b.0"},
      {"xn--a", "xn--a"},  // ASCII labels are not looked into
      {"XN--zz99", "XN--zz99"},
      {max_label, max_label},
      {"b\u00FCcher.Example", "xn--bcher-kva.Example"},
      {"B\u00DCCHER", "xn--bcher-kva"},
      {"fa\u00DF.de", "fass.de"},
      {"\uFF27\uFF2F.com", "go.com"},
      {"a\u3002b\uFF0Ec\uFF61d\uFF61", "a.b.c.d."},
      {"a\u00ADB", "ab"},
      {"\u00AD\u00ADa", "a"},
      {"\u4F8B\u3048", "xn--r8jz45g"},
      {"\u0645\u062B\u0627\u0644", "xn--mgbh0fb"},
      {"\u2167", "viii"},
      {"\U00010FFC", "xn--zz0d"},  // unassigned in Unicode 3.2
      {std::string(59, 'a') + "\u00AD", std::string(59, 'a')},
  };
  for (Case const& c : cases) {
    CAPTURE(c.domain);
    CHECK(domain_to_ascii_2003(c.domain) == c.ascii);
  }
}

TEST_CASE("without STD3's rules ToASCII takes any ASCII character") {
  struct Case {
    std::string domain;
    std::optional<std::string> ascii;
  };
  const Case cases[] = {
      {"a_b.\u00FC", "a_b.xn--tda"},  {"-a-.\u00FC c", "-a-.xn-- c-wka"},
      {"\u00FC/:.B", "xn--/:-wka.B"}, {too_long_label + ".\u00FC", std::nullopt},
      {"a..\u00FC", std::nullopt},    {"\u00AD.a", std::nullopt},
  };
  for (Case const& c : cases) {
    CAPTURE(c.domain);
    CHECK(domain_to_ascii_2003(c.domain, Std3Rules::off) == c.ascii);
  }
}

TEST_CASE("domains on which ToASCII fails") {
  const std::string cases[] = {
      "",
      ".",
      "a..b",
      ".a",
      "a..",
      "\u3002",
      "a\u3002\uFF0Eb",
      "-a",
      "a-",
      "xn--",
      "a_b",
      "a b",
      "a/b",
      "a%41",
      "a\\b",
      "[::1]",
      "a:1",
      std::string("a\0b", 3),
      "\u00FC-",
      "\u00FC_",
      "xn--\u00FC",
      too_long_label,
      std::string(58, 'a') + "\u00FC",  // 64 characters with its prefix and delimiter
      "\u00AD",
      "\u2024",  // a full stop after normalisation, within one label
      "\uFFFD",
      "a\u3000b",
      "\u0627a",  // RandALCat and LCat
      "\u200E",
      "\uE000",
  };
  for (std::string const& domain : cases) {
    CAPTURE(domain);
    CHECK(domain_to_ascii_2003(domain) == std::nullopt);
  }
}

TEST_CASE("plain ASCII domains of any length, others up to 16 KiB") {
  std::string domain;
  while (domain.size() < 100'000) domain += "abc.";
  CHECK(is_std3_ascii_domain(domain));
  CHECK(domain_to_ascii_2003(domain) == domain);
  CHECK(domain_to_ascii_2003(domain.substr(0, 0x3FF8) + "\u00FC") != std::nullopt);
  CHECK(domain_to_ascii_2003(domain + "\u00FC") == std::nullopt);
}

TEST_CASE("is_std3_ascii_domain") {
  CHECK(is_std3_ascii_domain("a.b-c.9."));
  for (std::string_view no : {"", ".", "a..", "a..b", "-", "a-.b", "a_b", "\u00FC", "a b"}) {
    CAPTURE(no);
    CHECK_FALSE(is_std3_ascii_domain(no));
  }
}

}  // namespace hrefkit::url
