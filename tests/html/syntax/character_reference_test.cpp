#include "hrefkit/html/character_reference.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "hrefkit/html/syntax/character_reference_table.h"

using namespace hrefkit::html;

namespace {

struct Spelling {
  std::string text;
  NamedReference const* row;
};

/// All names with their permitted ends.
std::vector<Spelling> all_spellings() {
  std::vector<Spelling> spellings;
  for (NamedReference const& row : named_references) {
    const std::string name = "&" + std::string(row.name);
    if (row.end == ReferenceEnd::bare) spellings.push_back({name, &row});
    spellings.push_back({name + ";", &row});
  }
  return spellings;
}

/// The rule told plainly: of all spellings the longest that is a prefix.
std::optional<CharacterReference> max_by_search(std::string_view text) {
  static const std::vector<Spelling> spellings = all_spellings();
  Spelling const* best = nullptr;
  for (Spelling const& spelling : spellings) {
    if (!text.starts_with(spelling.text)) continue;
    if (best == nullptr || best->text.size() < spelling.text.size()) best = &spelling;
  }
  if (best == nullptr) return std::nullopt;
  return CharacterReference{best->text.size(), best->row->first, best->row->second};
}

void check_same(std::string_view text) {
  CAPTURE(text);
  const auto expected = max_by_search(text);
  const auto actual = match_character_reference(text, ReferencePlace::text);
  REQUIRE(actual.has_value() == expected.has_value());
  if (!expected) return;
  CHECK(actual->length == expected->length);
  CHECK(actual->first == expected->first);
  CHECK(actual->second == expected->second);
}

}  // namespace

TEST_CASE("the table holds the standard's 2,231 names") {
  std::size_t bare = 0;
  for (NamedReference const& row : named_references) bare += row.end == ReferenceEnd::bare;
  CHECK(named_references.size() == 2125);
  CHECK(bare == 106);
}

TEST_CASE("every name matches as a search through the whole table finds") {
  for (NamedReference const& row : named_references) {
    const std::string name = "&" + std::string(row.name);
    for (char const* tail : {"", ";", "x", "; ", "=", ";;"}) check_same(name + tail);
  }
}

TEST_CASE("random names match as a search through the whole table finds") {
  std::mt19937 random(1);  // the same names in every run
  const std::string letters = "acdeglmnopqrstACEGLNT123;=& ";
  for (int round = 0; round < 3000; ++round) {
    const NamedReference& row = named_references[random() % named_references.size()];
    std::string text = "&" + std::string(row.name.substr(0, 1 + random() % row.name.size()));
    for (auto i = random() % 4; i > 0; --i) text += letters[random() % letters.size()];
    check_same(text);
  }
}

TEST_CASE("numbers give their code point, with the standard's replacements (13.2.5.80)") {
  struct Case {
    std::string_view text;
    std::size_t length;
    char32_t code_point;
  };
  const Case cases[] = {
      {"&#38;", 5, '&'},
      {"&#38", 4, '&'},
      {"&#38x", 4, '&'},
      {"&#x26;", 6, '&'},
      {"&#X26;", 6, '&'},
      {"&#x2Fg", 5, '/'},
      {"&#0;", 4, 0xFFFD},
      {"&#x0", 4, 0xFFFD},
      {"&#13;", 5, '\r'},
      {"&#x80;", 6, 0x20AC},
      {"&#x81;", 6, 0x81},
      {"&#x8D;", 6, 0x8D},
      {"&#150;", 6, 0x2013},
      {"&#x9F;", 6, 0x178},
      {"&#xA0;", 6, 0xA0},
      {"&#xD800;", 8, 0xFFFD},
      {"&#xDFFF;", 8, 0xFFFD},
      {"&#xE000;", 8, 0xE000},
      {"&#xFFFE;", 8, 0xFFFE},
      {"&#x10FFFF;", 10, 0x10FFFF},
      {"&#x110000;", 10, 0xFFFD},
      {"&#4294967334;", 13, 0xFFFD},  // 2^32 + 38
      {"&#18446744073709551654;", 23, 0xFFFD},
      {"&#000000000000000000000000000000038;", 36, '&'},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    for (ReferencePlace place : {ReferencePlace::attribute, ReferencePlace::text}) {
      const auto match = match_character_reference(c.text, place);
      REQUIRE(match);
      CHECK(match->length == c.length);
      CHECK(match->first == c.code_point);
      CHECK(match->second == 0);
    }
  }
}

TEST_CASE("what is no reference") {
  for (std::string_view text :
       {"&", "&;", "&#", "&#;", "&#x", "&#x;", "&#xg", "& amp;", "&1;", "&=", "&&amp;", "&am",
        "&Amp;", "&\xC3\xA9;", "&bogus;", "&zwnjx"}) {
    CAPTURE(text);
    CHECK_FALSE(match_character_reference(text, ReferencePlace::text));
    CHECK_FALSE(match_character_reference(text, ReferencePlace::attribute));
  }
}

TEST_CASE("in an attribute a name without semicolon counts only at a boundary (13.2.5.73)") {
  struct Case {
    std::string_view text;
    std::size_t attribute_length;  // 0: no reference
    std::size_t text_length;
  };
  const Case cases[] = {
      {"&copy", 5, 5},         {"&copy;", 6, 6},  {"&copy=2", 0, 5},  {"&copy2", 0, 5},
      {"&copyx", 0, 5},        {"&copyX", 0, 5},  {"&copy-", 5, 5},   {"&copy&", 5, 5},
      {"&copy;=2", 6, 6},      {"&copy;x", 6, 6}, {"&notit;", 0, 4},  {"&notin;", 7, 7},
      {"&notin", 0, 4},        {"&not;in", 5, 5}, {"&ampamp;", 0, 4}, {"&amp;amp;", 5, 5},
      {"&copy\xC3\xA9", 5, 5}, {"&lt=", 0, 3},    {"&ltcc;", 6, 6},   {"&ltcc", 0, 3},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    const auto in_attribute = match_character_reference(c.text, ReferencePlace::attribute);
    const auto in_text = match_character_reference(c.text, ReferencePlace::text);
    CHECK((in_attribute ? in_attribute->length : 0) == c.attribute_length);
    CHECK((in_text ? in_text->length : 0) == c.text_length);
  }
}

TEST_CASE("a name may stand for two code points") {
  const auto match = match_character_reference("&NotEqualTilde;", ReferencePlace::attribute);
  REQUIRE(match);
  CHECK(match->first == 0x2242);
  CHECK(match->second == 0x338);
}
