#include "hrefkit/url/living/fast_path.h"

#include <catch2/catch.hpp>

#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/living/parser.h"
#include "support/exact_copy.h"
#include "url/pieces.h"

using hrefkit::test::ExactCopy;

namespace hrefkit::url {

namespace {

/// The state machine's answer. That it has to take notes keeps it from all short cuts.
tl::expected<ParsedUrl, Error> parse_step_by_step(std::string_view reference, Url const* base,
                                                  std::string& out) {
  ValidationNotes notes;
  const ParseOptions options{.base = base, .notes = &notes};
  return Parser(reference, options, out).run();
}

std::string by_state_machine(std::string_view reference, Url const* base) {
  std::string out;
  const auto parsed = parse_step_by_step(reference, base, out);
  return parsed ? out : std::string(code(parsed.error()));
}

void check_agreement(std::string_view reference, Url const& base) {
  const ExactCopy copy(reference);
  INFO("reference " << reference << " base " << base.href());
  const std::string expected = by_state_machine(reference, &base);
  std::string out = "kept ";
  if (FastBase(base).append_resolved(out, base.href(), copy.text())) {
    CHECK(out == "kept " + expected);
  } else {
    CHECK(out == "kept ");
  }
  out.clear();
  const auto short_cuts = Parser(reference, {.base = &base}, out).run();
  CHECK((short_cuts ? out : std::string(code(short_cuts.error()))) == expected);
  out.clear();
  if (const auto normal = append_normal_url(out, copy.text())) {
    std::string parsed_out;
    const auto parsed = parse_step_by_step(reference, nullptr, parsed_out);
    REQUIRE(parsed);
    CHECK(out == parsed_out);
    CHECK(parsed->offsets == normal->offsets);
    CHECK(parsed->kind == normal->kind);
  } else {
    CHECK(out.empty());
  }
}

struct FastCase {
  std::string_view base;
  std::string_view reference;
  std::string_view result;
};

// What the fast path is there for; it must not leave these to the state machine.
constexpr FastCase fast_cases[]{
    {"https://h/a/b?q#f", "", "https://h/a/b?q"},
    {"https://h/a/b?q#f", "\n x \t", "https://h/a/x"},
    {"https://h/a/b?q#f", " https://k ", "https://k/"},
    {"https://h/a/b?q#f", "#g", "https://h/a/b?q#g"},
    {"https://h/a/b?q#f", "#", "https://h/a/b?q#"},
    {"https://h/a/b?q#f", "?r#g", "https://h/a/b?r#g"},
    {"https://h/a/b?q#f", "x", "https://h/a/x"},
    {"https://h/a/b?q#f", "x/y.html?z:/.#f", "https://h/a/x/y.html?z:/.#f"},
    {"https://h/a/b?q#f", ".", "https://h/a/"},
    {"https://h/a/b?q#f", "./x", "https://h/a/x"},
    {"https://h/a/b?q#f", "..", "https://h/"},
    {"https://h/a/b?q#f", "../../../x:y", "https://h/x:y"},
    {"https://h/a/b?q#f", "../?r", "https://h/?r"},
    {"https://h/a/b?q#f", "..#g", "https://h/#g"},
    {"https://h/a/b/c/d", "../..//x", "https://h/a//x"},
    {"https://h/a/b?q#f", "/x/y", "https://h/x/y"},
    {"https://h/a/b?q#f", "/", "https://h/"},
    {"https://h/a/b?q#f", "http://k/x?y#z", "http://k/x?y#z"},
    {"https://h/a/b?q#f", "https://xn--k/", "https://xn--k/"},
    {"https://h/a/b?q#f", "https://k:8080/x", "https://k:8080/x"},
    {"https://h/a/b?q#f", "wss://k", "wss://k/"},
    {"https://h/a/b?q#f", "http://k:1?x#", "http://k:1/?x#"},
    {"https://u:p@h:8080/a", "x%20%41", "https://u:p@h:8080/x%20%41"},
    {"file:///a/b", "../x", "file:///x"},
    {"file:///a/b", "/x", "file:///x"},
    {"file:///a/b", "file:///x/y?q#f", "file:///x/y?q#f"},
    {"file:///C:/b", "file:///x", "file:///x"},
    {"https://h/a", "file:///", "file:///"},
    {"https://h/a", "file:////x//y", "file:////x//y"},
    {"mailto:x", "#f", "mailto:x#f"},
    {"foo:/a/b", "?q", "foo:/a/b?q"},
};

}  // namespace

TEST_CASE("the fast path takes the common references") {
  for (FastCase const& row : fast_cases) {
    INFO("reference " << row.reference << " base " << row.base);
    const auto base = Url::parse(row.base);
    REQUIRE(base);
    std::string out;
    CHECK(FastBase(*base).append_resolved(out, base->href(), ExactCopy(row.reference).text()));
    CHECK(out == row.result);
    check_agreement(row.reference, *base);
  }
}

TEST_CASE("the fast path refuses references that the state machine changes") {
  const auto base = Url::parse("https://h/a/b?q#f");
  for (std::string_view reference : {"https://k:0443/",
                                     "https://k:08080/x",
                                     "https://k:0/x",
                                     "https://k:443/",
                                     "https://k:80/",
                                     "http://k:80",
                                     "https://k:65535/",
                                     "https://k:65536/",
                                     "https://k:/",
                                     "https://k:1a/",
                                     "https://1/",
                                     "https://k.1/",
                                     "https://k.0x/",
                                     "https://k./",
                                     "https://k../",
                                     "https://.k/",
                                     "https://K/",
                                     "https://k@/",
                                     "https://u@k/",
                                     "https://[::1]/",
                                     "https:///k/",
                                     "https:/k/",
                                     "https:k",
                                     "HTTPS://k/",
                                     "file://k/x",
                                     "file:///C|/x",
                                     "file://localhost/x",
                                     "file:/x",
                                     "foo://k/x",
                                     "https://k\\x",
                                     "https://k/x\\y",
                                     "https://k%2e/",
                                     "https://k?x",
                                     "https://k#x",
                                     "https://k/?x#y?z#",
                                     "//k/x",
                                     "/\\k",
                                     "a:b",
                                     "1:b",
                                     "a/b:c",
                                     "?a:b",
                                     ".a",
                                     "..a",
                                     "...",
                                     ".a/..",
                                     "a/.",
                                     "a/..",
                                     "a/.b",
                                     "%2e",
                                     "%2E./x",
                                     "a/%2e",
                                     "a/%2e%2e/b",
                                     "a%2e",
                                     "?%2e/..",
                                     "#/..",
                                     "a'b",
                                     "?a'b",
                                     "#a'b",
                                     "a^b",
                                     "?a`b"}) {
    check_agreement(reference, *base);
  }
}

TEST_CASE("the fast path finds dot segments in every place") {
  const auto base = Url::parse("https://h/a/b?q#f");
  for (std::size_t place = 0; place < 40; ++place) {
    for (std::string_view segment :
         {"/.", "/..", "/./", "/../", "/%2e", "/.%2E/", "/.x", "?/..", "#/..", "/..?", "/..#"}) {
      for (std::size_t tail : {0U, 1U, 20U}) {
        std::string reference(place, 'x');
        reference += segment;
        reference.append(tail, 'y');
        check_agreement(reference, *base);
      }
    }
  }
}

TEST_CASE("the fast path agrees with the state machine on random references") {
  std::mt19937 random(20120328);
  for (int i = 0; i < 200'000; ++i) {
    const auto base = Url::parse(test::random_base(random));
    REQUIRE(base);
    check_agreement(test::random_pieces(random, 8), *base);
  }
}

TEST_CASE("the scan gives the same result with and without vector instructions") {
  std::mt19937 random(16);
  constexpr std::string_view alphabet = "abc/./..?#:%2e%2E<{\\~\x7F\x80 ";
  for (int i = 0; i < 200'000; ++i) {
    std::string text(random() % 70, 'x');
    for (auto changes = random() % 6; changes > 0 && !text.empty(); --changes) {
      text[random() % text.size()] = alphabet[random() % alphabet.size()];
    }
    const ExactCopy copy(text);
    const std::size_t begin = text.empty() ? 0 : random() % text.size();
    const ReferenceScan vector = scan_reference(copy.text(), begin);
    const ReferenceScan portable = scan_reference_portably(copy.text(), begin);
    INFO("text " << text << " begin " << begin);
    REQUIRE(vector.plain == portable.plain);
    if (!vector.plain) continue;
    CHECK(vector.path_end == portable.path_end);
    CHECK(vector.fragment_begin == portable.fragment_begin);
    CHECK(vector.colon == portable.colon);
  }
}

TEST_CASE("the scan refuses what the parser may change, with and without vectors") {
  constexpr text::ByteSet refused = (path_percent_encode_set | special_query_percent_encode_set |
                                     fragment_percent_encode_set | text::ByteSet("\\|")) -
                                    text::ByteSet("?#");
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    for (std::size_t size : {1U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 40U}) {
      for (std::size_t place = 0; place < size; ++place) {
        std::string text(size, 'x');
        text[place] = c;
        const ExactCopy copy(text);
        INFO("byte " << byte << " at " << place << " of " << size);
        const bool plain = !refused.contains(c) && !(c == '.' && place == 0);
        REQUIRE(scan_reference(copy.text(), 0).plain == plain);
        REQUIRE(scan_reference_portably(copy.text(), 0).plain == plain);
      }
    }
  }
}

}  // namespace hrefkit::url
