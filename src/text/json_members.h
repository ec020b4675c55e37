// The members of an object in JSON (RFC 8259, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"

namespace hrefkit::text {

/// A member of an object.
struct JsonMember {
  std::string key = {};
  Span key_text = {};  ///< the key as written, between its quotes
  JsonToken begin;     ///< the first token of its value
  JsonReader value;    ///< in front of its value
};

/// The members of the object that comes next, in source order. Of those with one key the last
/// counts. No fault may be in it. nullopt where it is no object. Takes time linear in its length.
std::optional<std::vector<JsonMember>> read_json_members(JsonReader reader, std::string_view json);

}  // namespace hrefkit::text
