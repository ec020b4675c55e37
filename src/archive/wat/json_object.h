// Objects of a WAT file's JSON.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/archive/wat/lax_fields.h"

namespace hrefkit::archive {

/// Appends `"key":{` with the comma before it.
void begin_json_object(std::string& out, std::string_view key);

/// Appends a member with one number, or with an array of several. Nothing for no number.
void append_json_numbers(std::string& out, std::string_view key,
                         std::initializer_list<std::uint64_t> values);

/// Appends `"key":{...}` with a member for each name of the fields, in the order of the first of
/// each name: its value, or an array of all.
void append_json_fields(std::string& out, std::string_view key, std::span<LaxField const> fields);

}  // namespace hrefkit::archive
