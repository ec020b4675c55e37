#include "url/json.h"

#include <catch2/catch.hpp>

namespace hrefkit::test {

namespace {

/// The code unit of the "\uXXXX" escape at `offset`, if there is one.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t offset) {
  if (text.substr(offset, 2) != "\\u" || text.size() - offset < 6) return std::nullopt;
  return static_cast<unsigned>(std::stoul(std::string(text.substr(offset + 2, 4)), nullptr, 16));
}

bool is_high(std::optional<unsigned> unit) {
  return unit && *unit >= 0xD800 && *unit <= 0xDBFF;
}

bool is_low(std::optional<unsigned> unit) {
  return unit && *unit >= 0xDC00 && *unit <= 0xDFFF;
}

void replace_lone_surrogates(std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const auto unit = escaped_unit(text, i);
    if (is_high(unit) && is_low(escaped_unit(text, i + 6))) {
      i += 11;
    } else if (is_high(unit) || is_low(unit)) {
      text.replace(i, 6, "\\uFFFD");
    } else {
      ++i;
    }
  }
}

}  // namespace

rapidjson::Document parse_json(std::string text) {
  replace_lone_surrogates(text);
  rapidjson::Document document;
  document.Parse(text.data(), text.size());
  REQUIRE_FALSE(document.HasParseError());
  return document;
}

std::optional<std::string> string_member(rapidjson::Value const& value, char const* key) {
  const auto member = value.FindMember(key);
  if (member == value.MemberEnd() || !member->value.IsString()) return std::nullopt;
  return std::string(member->value.GetString(), member->value.GetStringLength());
}

}  // namespace hrefkit::test
