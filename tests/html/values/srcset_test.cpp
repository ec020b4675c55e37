#include "hrefkit/html/srcset.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "hrefkit/text/ascii.h"

using namespace hrefkit::html;
using hrefkit::text::ascii_whitespace;

namespace {

struct Candidate {
  std::string url;
  std::string descriptors;
  bool valid;
  bool operator==(Candidate const&) const = default;
};

std::ostream& operator<<(std::ostream& out, Candidate const& found) {
  return out << '[' << found.url << '|' << found.descriptors << '|' << found.valid << ']';
}

std::vector<Candidate> parse(std::string_view value) {
  std::vector<Candidate> all;
  Srcset candidates(value);
  std::uint32_t previous_end = 0;
  while (const auto candidate = candidates.next()) {
    REQUIRE(candidate->url.begin >= previous_end);
    REQUIRE(candidate->url.end > candidate->url.begin);
    REQUIRE(candidate->descriptors.begin == candidate->url.end);
    REQUIRE(candidate->descriptors.end >= candidate->descriptors.begin);
    REQUIRE(candidate->descriptors.end <= value.size());
    previous_end = candidate->descriptors.end;
    const auto descriptors = candidate->descriptors.in(value);
    all.push_back({std::string(candidate->url.in(value)),
                   std::string(hrefkit::text::strip_ascii_whitespace(descriptors)),
                   candidate->valid});
  }
  REQUIRE_FALSE(candidates.next());
  return all;
}

/// The splitting loop and the descriptor tokenizer as the standard tells them, a byte at a time.
/// Descriptors are joined with one space; their validity is not looked at.
std::vector<Candidate> parse_by_states(std::string_view input) {
  enum class State { in_descriptor, in_parens, after_descriptor };
  const auto is_space = [](char c) { return ascii_whitespace.contains(c); };
  std::vector<Candidate> all;
  std::size_t position = 0;
  while (true) {
    while (position < input.size() && (is_space(input[position]) || input[position] == ',')) {
      ++position;
    }
    if (position == input.size()) return all;
    std::string url;
    while (position < input.size() && !is_space(input[position])) url += input[position++];
    std::vector<std::string> descriptors;
    if (url.back() == ',') {
      while (url.back() == ',') url.pop_back();
    } else {
      while (position < input.size() && is_space(input[position])) ++position;
      std::string current;
      State state = State::in_descriptor;
      const auto flush = [&] {
        if (!current.empty()) descriptors.push_back(current);
        current.clear();
      };
      for (bool done = false; !done;) {
        const bool end = position == input.size();
        const char c = end ? '\0' : input[position];
        switch (state) {
          case State::in_descriptor:
            if (end || c == ',') {
              flush();
              done = true;
            } else if (is_space(c)) {
              if (!current.empty()) state = State::after_descriptor;
              flush();
            } else {
              if (c == '(') state = State::in_parens;
              current += c;
            }
            break;
          case State::in_parens:
            if (end) {
              flush();
              done = true;
            } else {
              if (c == ')') state = State::in_descriptor;
              current += c;
            }
            break;
          case State::after_descriptor:
            if (end) {
              done = true;
            } else if (!is_space(c)) {
              state = State::in_descriptor;
              continue;  // without advancing
            }
            break;
        }
        if (!end) ++position;
      }
    }
    std::string joined;
    for (std::string const& d : descriptors) joined += (joined.empty() ? "" : " ") + d;
    all.push_back({url, joined, true});
  }
}

}  // namespace

TEST_CASE("srcset candidates (HTML, parse a srcset attribute)") {
  struct Case {
    std::string_view value;
    std::vector<Candidate> found;
  };
  const Case cases[] = {
      {"", {}},
      {" , ,, \n", {}},
      {"a", {{"a", "", true}}},
      {"a 1x, b 2x", {{"a", "1x", true}, {"b", "2x", true}}},
      {"a 1x,b 2x", {{"a", "1x", true}, {"b", "2x", true}}},
      {"a, b", {{"a", "", true}, {"b", "", true}}},
      {"a,b", {{"a,b", "", true}}},
      {"a,b 2x", {{"a,b", "2x", true}}},
      {"a,,, b", {{"a", "", true}, {"b", "", true}}},
      {",,a,,b,,", {{"a,,b", "", true}}},
      {"data:,a ( , data:,b 1x, ), data:,c",
       {{"data:,a", "( , data:,b 1x, )", false}, {"data:,c", "", true}}},
      {"data:image/png;base64,AA== 2x, b",
       {{"data:image/png;base64,AA==", "2x", true}, {"b", "", true}}},
      {"/a?x=(1,2) 1x,b", {{"/a?x=(1,2)", "1x", true}, {"b", "", true}}},
      {"a 1x ,b", {{"a", "1x", true}, {"b", "", true}}},
      {"a ,b", {{"a", "", true}, {"b", "", true}}},
      {"a (,", {{"a", "(,", false}}},
      {"a 1x(,)2x b,c", {{"a", "1x(,)2x b", false}, {"c", "", true}}},
      {"\xC2\xA0"
       "a 1x",
       {{"\xC2\xA0"
         "a",
         "1x", true}}},
      {"a\v1x", {{"a\v1x", "", true}}},
      {"a\f1x\r\n,\tb", {{"a", "1x", true}, {"b", "", true}}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.value);
    CHECK(parse(c.value) == c.found);
  }
}

TEST_CASE("descriptors that keep or lose a candidate (steps 13 and 14)") {
  const std::pair<std::string_view, bool> cases[] = {
      {"1x", true},          {"0x", true},        {"-0x", true},       {"-1x", false},
      {"+1x", false},        {"1.5x", true},      {".5x", true},       {"1.x", false},
      {"1e3x", true},        {"1E+3x", true},     {"1e-3x", true},     {"1ex", false},
      {"-.1x", false},       {"-0.0e9x", true},   {"x", false},        {"-x", false},
      {"1X", false},         {"1xx", false},      {"1 x", false},      {"NaNx", false},
      {"100w", true},        {"0w", false},       {"00w", false},      {"-1w", false},
      {"+1w", false},        {"1.0w", false},     {"1e3w", false},     {"w", false},
      {"1W", false},         {"100h", false},     {"100w 50h", true},  {"50h 100w", true},
      {"50h 1x", false},     {"1x 50h", false},   {"0h 1w", false},    {"1w 1w", false},
      {"1x 1x", false},      {"1w 1x", false},    {"1x 1w", false},    {"1h 1h 1w", false},
      {"100w bogus", false}, {"bogus 1x", false}, {"1x (a b)", false},
  };
  for (auto const& [descriptors, valid] : cases) {
    CAPTURE(descriptors);
    const auto found = parse("u " + std::string(descriptors) + " , v");
    REQUIRE(found.size() == 2);
    CHECK(found[0].valid == valid);
    CHECK(found[1].valid);
  }
}

TEST_CASE("random values split as the standard's states split them") {
  std::mt19937 random(3);
  const std::string_view pieces[] = {"a", ",", " ", "(", ")", "1x", "2w", "\t", ",,", "b,c", "\n "};
  for (int round = 0; round < 20000; ++round) {
    std::string value;
    for (auto i = random() % 14; i > 0; --i) value += pieces[random() % std::size(pieces)];
    CAPTURE(value);
    const auto expected = parse_by_states(value);
    const auto actual = parse(value);
    REQUIRE(actual.size() == expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      CHECK(actual[i].url == expected[i].url);
      if (value.find('(') == std::string::npos) {  // white space in parentheses stays as it is
        std::string descriptors;
        for (char c : actual[i].descriptors) {
          const bool space = ascii_whitespace.contains(c);
          if (!space || descriptors.back() != ' ') descriptors += space ? ' ' : c;
        }
        CHECK(descriptors == expected[i].descriptors);
      }
    }
  }
}
