// JSON written one value at a time.
//
//   JsonWriter json(out);
//   json.begin_object();
//   json.member("line", std::size_t{3});
//   json.key("url");
//   json.null();
//   json.end_object();
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Appends JSON to a buffer, with the commas where they belong. The caller gives keys in objects,
/// each with a value, and an end for each beginning.
class JsonWriter {
 public:
  explicit JsonWriter(RowBuffer& out) : out_(out) {}

  void begin_object() { begin("{"); }
  void end_object() { out_.literal("}"); }
  void begin_array() { begin("["); }
  void end_array() { out_.literal("]"); }
  void key(std::string_view name);

  void string(std::string_view text);  ///< valid UTF-8
  void number(std::uint64_t value);
  void boolean(bool value);
  void null();

  // Members of an object: a key and its value.
  void member(std::string_view name, std::string_view text);
  void member(std::string_view name, char const* text) { member(name, std::string_view(text)); }
  void member(std::string_view name, std::size_t value);
  void member(std::string_view name, bool value);
  void member_or_null(std::string_view name, std::optional<std::string_view> text);

 private:
  void begin(std::string_view bracket);
  void separate();

  RowBuffer& out_;
};

// JSON strings.

/// Appends `text` (valid UTF-8) between quotes, escaped as RFC 8259 section 7 demands and no more.
void append_json_string(RowBuffer& out, std::string_view text);

/// The same at the end of the buffer, `at`, where it has room for the text and two bytes.
void append_json_string(RowBuffer& out, char* at, std::string_view text);

/// The same as append_json_string in printable ASCII alone: all else is escaped, with a pair of
/// surrogates above U+FFFF. Tools that were made for Python's json expect it.
void append_ascii_json_string(RowBuffer& out, std::string_view text);

}  // namespace hrefkit::cli
