#include "hrefkit/url/host/idna.h"

#include <catch2/catch.hpp>
#include <optional>

#include "hrefkit/url/url.h"
#include "support/outside_data.h"
#include "url/json.h"

namespace hrefkit::url {

namespace {

using test::string_member;

/// The input with what would end the host percent-encoded.
std::string as_host(std::string const& input) {
  std::string host;
  for (char c : input) {
    switch (c) {
      case ':':
        host += "%3A";
        break;
      case '/':
        host += "%2F";
        break;
      case '?':
        host += "%3F";
        break;
      case '#':
        host += "%23";
        break;
      case '\\':
        host += "%5C";
        break;
      default:
        host += c;
    }
  }
  return host;
}

void check_file(std::string const& path) {
  const auto text = test::outside_file(path);
  if (!text) return;
  const rapidjson::Document rows = test::parse_json(*text);
  for (auto const& row : rows.GetArray()) {
    if (!row.IsObject()) continue;
    const std::string input = *string_member(row, "input");
    if (input.empty()) continue;  // "https:///x" has a host
    const auto expected = string_member(row, "output");
    INFO("input " << input << " comment " << string_member(row, "comment").value_or(""));
    std::string address("https://");
    address += as_host(input);
    address += "/x";
    const auto url = Url::parse(address);
    CHECK(url.has_value() == expected.has_value());
    if (!url || !expected) continue;
    CHECK(url->hostname() == *expected);
    CHECK(url->pathname() == "/x");
  }
}

struct DomainCase {
  std::string_view domain;
  std::optional<std::string_view> relaxed;
  std::optional<std::string_view> strict;
};

constexpr std::nullopt_t fails = std::nullopt;

constexpr DomainCase domain_cases[]{
    {"example.com", "example.com", "example.com"},
    {"b\u00FCcher.example", "xn--bcher-kva.example", "xn--bcher-kva.example"},
    {"B\u00DCCHER\u3002EXAMPLE", "xn--bcher-kva.example", "xn--bcher-kva.example"},
    {"bu\u0308cher", "xn--bcher-kva", "xn--bcher-kva"},
    {"fa\u00DF", "xn--fa-hia", "xn--fa-hia"},
    {"\u2615", "xn--53h", "xn--53h"},
    {"a\u00ADb", "ab", "ab"},
    {"a_b\u00FC", "xn--a_b-joa", fails},
    {"-\u00FC", "xn----eha", fails},
    {"\u00FC-", "xn----dha", fails},
    {"ab--\u00FC", "xn--ab---3ra", fails},
    {"\u00FC.", "xn--tda.", fails},
    {"\u00FC..a", "xn--tda..a", fails},
    {"xn--bcher-kva", "xn--bcher-kva", "xn--bcher-kva"},
    {"xn--a", fails, fails},
    {"xn--", fails, fails},
    {"xn--abc-", fails, fails},
    {"xn--8i7caa", fails, fails},  // decodes to mapped code points
    {"xn--u-ccb", fails, fails},   // decodes to what is not NFC
    {"xn--\u00FC", fails, fails},
    {"\u0300a", fails, fails},  // begins with a mark
    {"\uFFFD", fails, fails},
    {"\U000E0001", fails, fails},  // disallowed
    {"\U00033480", fails, fails},  // not assigned
    {"a\u200Db", fails, fails},
    {"\u0915\u094D\u200D\u0937", "xn--11b2ezcw70k", "xn--11b2ezcw70k"},
    {"\u0628\u200C\u0628", "xn--ngba799q", "xn--ngba799q"},
    {"\u05D0.a", "xn--4db.a", "xn--4db.a"},
    {"\u05D0.1", fails, fails},  // a Bidi domain name with a label that begins with 1
    {"a\u05D0", fails, fails},
    {"\u05D0a", fails, fails},
    {"\u05D01", "xn--1-zhc", "xn--1-zhc"},
    {"\u0627\u06F1\u0661", fails, fails},  // European and Arabic numbers
    {"\u2260", "xn--1ch", "xn--1ch"},
    // Since Unicode 15.0.
    {"\u1E9E", "xn--zca", "xn--zca"},
    {"\u10A0\u10C5", "xn--rkj0d", "xn--rkj0d"},
    {"\u2183", "xn--r5g", "xn--r5g"},
    {"\u04C0", "xn--s5a", "xn--s5a"},
    {"a\u180Eb", "ab", "ab"},
    {"\U0002F868", "xn--snl", "xn--snl"},
    {"\U0001CCD6\U0001CCF9", "a9", "a9"},
    {"\U0002EBF0", "xn--8g0n", "xn--8g0n"},
    {"\U00010D50", "xn--dh0d", "xn--dh0d"},
    {"\u05D0\U0001171E", fails, fails},  // a mark with Bidi_Class L now
    {"\u0897a", fails, fails},           // begins with a new mark
    {"\U0001611E\U0001611E", fails, fails},
};

std::optional<std::string> as_string(std::optional<std::string_view> text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

}  // namespace

TEST_CASE("domains become ASCII") {
  for (DomainCase const& row : domain_cases) {
    INFO(row.domain);
    CHECK(unicode_to_ascii(row.domain, IdnaStrictness::relaxed) == as_string(row.relaxed));
    CHECK(unicode_to_ascii(row.domain, IdnaStrictness::strict) == as_string(row.strict));
  }
}

TEST_CASE("ASCII form and Unicode form of domains") {
  for (DomainCase const& row : domain_cases) {
    if (!row.relaxed) continue;
    INFO(row.domain);
    CHECK(unicode_to_ascii(*row.relaxed, IdnaStrictness::relaxed) == as_string(row.relaxed));
    const auto unicode = unicode_to_unicode(*row.relaxed);
    REQUIRE(unicode);
    CHECK(unicode_to_ascii(*unicode, IdnaStrictness::relaxed) == as_string(row.relaxed));
  }
}

TEST_CASE("added code points take part in normalization") {
  // Decomposed, composed; marks in the wrong order, in the right order.
  constexpr std::pair<std::string_view, std::string_view> pairs[]{
      {"\U000105D2\u0307", "\U000105C9"},
      {"a\U00016121\U0001611F", "a\U00016126"},
      {"a\U0001611E\U0001611E\U0001611F", "a\U00016126"},
      {"\U00016D63\U00016D67\U00016D67", "\U00016D6A"},
      {"a\u0897\u0334", "a\u0334\u0897"},
      {"e\u1ADD\u0301", "\u00E9\u1ADD"},
      {"e\u0897\u0301", "e\u0897\u0301"},  // blocked: of one class
  };
  for (auto const& [written, normalized] : pairs) {
    INFO(normalized);
    const auto ascii = unicode_to_ascii(written, IdnaStrictness::relaxed);
    REQUIRE(ascii);
    CHECK(ascii == unicode_to_ascii(normalized, IdnaStrictness::relaxed));
    CHECK(unicode_to_unicode(*ascii) == std::string(normalized));
  }
}

TEST_CASE("a strict domain keeps DNS's lengths") {
  const std::string label(63, 'a');
  CHECK(unicode_to_ascii(label, IdnaStrictness::strict));
  CHECK_FALSE(unicode_to_ascii(label + "a", IdnaStrictness::strict));
  CHECK(unicode_to_ascii(label + "a", IdnaStrictness::relaxed));
  const std::string domain = label + "." + label + "." + label + ".";
  CHECK(unicode_to_ascii(domain + std::string(61, 'a'), IdnaStrictness::strict));
  CHECK_FALSE(unicode_to_ascii(domain + std::string(62, 'a'), IdnaStrictness::strict));
  CHECK_FALSE(unicode_to_ascii("", IdnaStrictness::strict));
  CHECK(unicode_to_ascii("", IdnaStrictness::relaxed) == "");
}

TEST_CASE("long domains take no quadratic time") {
  std::string marks = "a";
  for (int i = 0; i < 200'000; ++i) marks += i % 2 == 0 ? "\u0345" : "\u0334";
  CHECK(unicode_to_ascii(marks, IdnaStrictness::relaxed));
  std::string joiners;
  for (int i = 0; i < 200'000; ++i) joiners += i % 2 == 0 ? "\u0628" : "\u200C";
  joiners += "\u0628";
  CHECK(unicode_to_ascii(joiners, IdnaStrictness::relaxed));
  std::string labels;
  for (int i = 0; i < 200'000; ++i) labels += "\u05D0.";
  CHECK(unicode_to_ascii(labels, IdnaStrictness::relaxed));
}

TEST_CASE("IdnaTestV2.json") {
  check_file("wpt/IdnaTestV2.json");
}

TEST_CASE("IdnaTestV2-removed.json") {
  check_file("wpt/IdnaTestV2-removed.json");
}

TEST_CASE("toascii.json") {
  check_file("wpt/toascii.json");
}

}  // namespace hrefkit::url
