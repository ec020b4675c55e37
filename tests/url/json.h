// JSON test data whose strings may hold lone surrogates, which count as U+FFFD.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// Parses `text`; fails the test when it is no JSON.
rapidjson::Document parse_json(std::string text);

/// The string `value[key]` holds; nothing when the key is absent or null.
std::optional<std::string> string_member(rapidjson::Value const& value, char const* key);

}  // namespace hrefkit::test
