// JSON (RFC 8259): read as a stream of tokens with their places, and written value by value.
//
//   std::string out;
//   text::JsonWriter json(out);
//   json.begin_object();
//   json.member("line", std::size_t{3});
//   json.key("url");
//   json.null();
//   json.end_object();  // {"line":3,"url":null}
#pragma once

#include <array>
#include <charconv>
#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::text {

enum class JsonTokenType : std::uint8_t {
  begin_object,
  end_object,
  begin_array,
  end_array,
  key,     ///< text: the member's name, between its quotes
  string,  ///< text: the value, between its quotes
  scalar,  ///< a number, true, false or null
  end,     ///< the end of a JSON text; returned from then on
  fault,   ///< the text is not JSON from here on; returned from then on
};

struct JsonToken {
  JsonTokenType type;
  Span text;
};

/// Reads a JSON text (RFC 8259) without building a tree. Costs time linear in its length; nesting
/// costs a byte a level.
class JsonReader {
 public:
  /// `json` is UTF-8 of at most 4 GiB; it must outlive the reader.
  explicit JsonReader(std::string_view json) : json_(json) {}
  template <std::same_as<std::string> Temporary>
  explicit JsonReader(Temporary&&) = delete;

  JsonToken next();

  /// Steps over the next value with all that is in it and returns its first token; a fault where
  /// the value is not JSON, or no value comes next.
  JsonToken skip_value();

 private:
  /// What may come next.
  enum class State : std::uint8_t { value, first_item, first_key, key, after_value, fault };

  JsonToken fail();
  JsonToken open(JsonTokenType type, char closing, State inside);
  JsonToken close();
  JsonToken read_key();
  JsonToken read_value();
  JsonToken read_after_value();
  bool skip_string(Span& text);
  bool skip_scalar();
  void skip_whitespace();
  bool at(char c) const { return position_ < json_.size() && json_[position_] == c; }

  std::string_view json_;
  std::size_t position_ = 0;
  std::string closers_;  ///< what closes each open object and array, innermost last
  State state_ = State::value;
};

/// True when the whole text is JSON.
bool is_json(std::string_view json);

/// Replaces `value` with the unescaped text of a key or string. A lone surrogate becomes U+FFFD:
/// false where there is one. Appends the places of `value` in `text` to `map`, unless that is null.
bool unescape_json(std::string_view text, std::string& value, SourceMap* map = nullptr);

/// The same as a view: of `text` where nothing is escaped, else of `buffer`, which it replaces.
std::string_view unescaped_json(std::string_view text, std::string& buffer);

// Writing, to a std::string or another buffer with `append`, `empty` and `back`.

/// The escape of a byte that a string may not hold: two or six characters.
struct JsonEscape {
  char text[6];
  std::uint8_t length;
};

constexpr JsonEscape json_escape_of(char byte) {
  switch (byte) {
    case '"':
      return {{'\\', '"'}, 2};
    case '\\':
      return {{'\\', '\\'}, 2};
    case '\b':
      return {{'\\', 'b'}, 2};
    case '\f':
      return {{'\\', 'f'}, 2};
    case '\n':
      return {{'\\', 'n'}, 2};
    case '\r':
      return {{'\\', 'r'}, 2};
    case '\t':
      return {{'\\', 't'}, 2};
    default:
      const auto value = static_cast<unsigned char>(byte);
      return {{'\\', 'u', '0', '0', lower_hex_digits[value >> 4], lower_hex_digits[value & 15]}, 6};
  }
}

/// The escapes by their bytes. FAST: an escape that is made at once and copied as a whole has to
/// wait for its bytes: values of nothing but escapes took twice the time.
inline constexpr auto json_escapes = [] {
  std::array<JsonEscape, '\\' + 1> escapes{};
  for (std::size_t byte = 0; byte < escapes.size(); ++byte) {
    escapes[byte] = json_escape_of(static_cast<char>(byte));
  }
  return escapes;
}();

/// Appends `text` (valid UTF-8) as it is between the quotes of a string: escaped as RFC 8259
/// section 7 demands and no more.
template <class Buffer>
void append_json_escaped(Buffer& out, std::string_view text) {
  while (true) {
    const std::size_t plain = json_run_length(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) return;
    JsonEscape const& escape = json_escapes[static_cast<unsigned char>(text[plain])];
    out.append(std::string_view(escape.text, escape.length));
    text.remove_prefix(plain + 1);
  }
}

/// The same with its quotes.
template <class Buffer>
void append_json_string(Buffer& out, std::string_view text) {
  out.append("\"");
  append_json_escaped(out, text);
  out.append("\"");
}

/// Appends JSON to a buffer, with the commas where they belong. The caller gives keys in objects,
/// each with a value, and an end for each beginning. Texts are valid UTF-8.
template <class Buffer>
class JsonWriter {
 public:
  explicit JsonWriter(Buffer& out) : out_(out) {}

  void begin_object() { add("{"); }
  void end_object() { out_.append("}"); }
  void begin_array() { add("["); }
  void end_array() { out_.append("]"); }

  void key(std::string_view name) {
    string(name);
    out_.append(":");
  }

  void string(std::string_view text) {
    separate();
    append_json_string(out_, text);
  }

  void number(std::uint64_t value) {
    std::array<char, 20> digits;
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    add({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }

  void boolean(bool value) { add(value ? "true" : "false"); }
  void null() { add("null"); }

  // Members of an object: a key and its value.

  void member(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }
  void member(std::string_view name, char const* text) { member(name, std::string_view(text)); }
  void member(std::string_view name, std::size_t value) {
    key(name);
    number(value);
  }
  void member(std::string_view name, bool value) {
    key(name);
    boolean(value);
  }
  void member_or_null(std::string_view name, std::optional<std::string_view> text) {
    key(name);
    if (text) return string(*text);
    null();
  }

 private:
  void add(std::string_view value) {
    separate();
    out_.append(value);
  }

  /// Appends a comma behind a value. A value has ended if the last byte is neither an opening
  /// bracket nor a colon, a comma or a line break.
  void separate() {
    if (out_.empty()) return;
    switch (out_.back()) {
      case '{':
      case '[':
      case ':':
      case ',':
      case '\n':
        return;
      default:
        out_.append(",");
    }
  }

  Buffer& out_;
};

}  // namespace hrefkit::text
