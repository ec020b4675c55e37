#include "hrefkit/text/json.h"

#include <algorithm>
#include <cstdint>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

namespace {

constexpr ByteSet json_whitespace{" \t\n\r"};
constexpr ByteSet simple_escape{"\"\\/bfnrt"};

bool is_at(std::string_view json, std::size_t i, ByteSet const& set) {
  return i < json.size() && set.contains(json[i]);
}

std::size_t skip(std::string_view json, std::size_t i, ByteSet const& set) {
  while (is_at(json, i, set)) ++i;
  return i;
}

/// The end of the number at `begin` (RFC 8259 section 6), or `begin` without a number.
std::size_t end_of_number(std::string_view json, std::size_t begin) {
  std::size_t i = begin;
  if (is_at(json, i, ByteSet("-"))) ++i;
  if (!is_at(json, i, ascii_digit)) return begin;
  i = json[i] == '0' ? i + 1 : skip(json, i, ascii_digit);
  if (is_at(json, i, ByteSet("."))) {
    if (!is_at(json, i + 1, ascii_digit)) return begin;
    i = skip(json, i + 1, ascii_digit);
  }
  if (is_at(json, i, ByteSet("eE"))) {
    ++i;
    if (is_at(json, i, ByteSet("+-"))) ++i;
    if (!is_at(json, i, ascii_digit)) return begin;
    i = skip(json, i, ascii_digit);
  }
  return i;
}

/// The length of the escape whose backslash is at `i`, or 0 when it is not an escape.
std::size_t escape_length(std::string_view json, std::size_t i) {
  if (is_at(json, i + 1, simple_escape)) return 2;
  if (!is_at(json, i + 1, ByteSet("u"))) return 0;
  for (std::size_t digit = i + 2; digit < i + 6; ++digit) {
    if (!is_at(json, digit, ascii_hex_digit)) return 0;
  }
  return 6;
}

/// The code unit of `\uXXXX` at `i`.
char32_t unit_at(std::string_view text, std::size_t i) {
  char32_t unit = 0;
  for (std::size_t digit = i + 2; digit < i + 6; ++digit) {
    unit = unit * 16 + static_cast<char32_t>(hex_value(text[digit]));
  }
  return unit;
}

/// Appends the character of `\uXXXX` at `i`, and of a second one when they are a surrogate pair;
/// returns the offset after it. A lone surrogate makes `is_whole` false.
std::size_t append_unit(std::string& value, std::string_view text, std::size_t i, bool& is_whole) {
  const char32_t unit = unit_at(text, i);
  if (is_high_surrogate(unit) && text.substr(i + 6, 2) == "\\u") {
    const char32_t low = unit_at(text, i + 6);
    if (is_low_surrogate(low)) {
      append_utf8(value, code_point_of(unit, low));
      return i + 12;
    }
  }
  if (is_surrogate(unit)) is_whole = false;
  append_utf8(value, unit);
  return i + 6;
}

char control_of(char escape) {
  switch (escape) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return escape;
  }
}

}  // namespace

JsonToken JsonReader::next() {
  skip_whitespace();
  switch (state_) {
    case State::first_item:
      return at(']') ? close() : read_value();
    case State::value:
      return read_value();
    case State::first_key:
      return at('}') ? close() : read_key();
    case State::key:
      return read_key();
    case State::after_value:
      return read_after_value();
    case State::fault:
      break;
  }
  return fail();
}

JsonToken JsonReader::skip_value() {
  if (state_ == State::first_key || state_ == State::key) return fail();
  const JsonToken first = next();
  const std::size_t depth = closers_.size();
  switch (first.type) {
    case JsonTokenType::begin_object:
    case JsonTokenType::begin_array:
      while (closers_.size() >= depth) {
        if (next().type == JsonTokenType::fault) return fail();
      }
      return first;
    case JsonTokenType::string:
    case JsonTokenType::scalar:
      return first;
    default:
      return fail();
  }
}

JsonToken JsonReader::fail() {
  state_ = State::fault;
  const auto place = static_cast<std::uint32_t>(position_);
  return {JsonTokenType::fault, {place, place}};
}

void JsonReader::skip_whitespace() {
  position_ = skip(json_, position_, json_whitespace);
}

JsonToken JsonReader::open(JsonTokenType type, char closing, State inside) {
  const auto begin = static_cast<std::uint32_t>(position_++);
  closers_ += closing;
  state_ = inside;
  return {type, {begin, begin + 1}};
}

JsonToken JsonReader::close() {
  const auto begin = static_cast<std::uint32_t>(position_++);
  const bool object = closers_.back() == '}';
  closers_.pop_back();
  state_ = State::after_value;
  return {object ? JsonTokenType::end_object : JsonTokenType::end_array, {begin, begin + 1}};
}

JsonToken JsonReader::read_key() {
  JsonToken token{JsonTokenType::key, {}};
  if (!skip_string(token.text)) return fail();
  skip_whitespace();
  if (!at(':')) return fail();
  ++position_;
  state_ = State::value;
  return token;
}

JsonToken JsonReader::read_value() {
  if (at('{')) return open(JsonTokenType::begin_object, '}', State::first_key);
  if (at('[')) return open(JsonTokenType::begin_array, ']', State::first_item);
  JsonToken token{JsonTokenType::string, {}};
  state_ = State::after_value;
  if (at('"')) return skip_string(token.text) ? token : fail();
  const auto begin = static_cast<std::uint32_t>(position_);
  if (!skip_scalar()) return fail();
  return {JsonTokenType::scalar, {begin, static_cast<std::uint32_t>(position_)}};
}

JsonToken JsonReader::read_after_value() {
  const auto place = static_cast<std::uint32_t>(position_);
  if (closers_.empty()) {
    return position_ == json_.size() ? JsonToken{JsonTokenType::end, {place, place}} : fail();
  }
  if (at(closers_.back())) return close();
  if (!at(',')) return fail();
  ++position_;
  skip_whitespace();
  return closers_.back() == '}' ? read_key() : read_value();
}

/// Steps over a string and finds what is between its quotes; false when there is no string.
bool JsonReader::skip_string(Span& text) {
  if (!at('"')) return false;
  ++position_;
  text.begin = static_cast<std::uint32_t>(position_);
  while (true) {
    position_ += json_run_length(json_.substr(position_));
    if (at('"')) break;
    if (!at('\\')) return false;
    const std::size_t length = escape_length(json_, position_);
    if (length == 0) return false;
    position_ += length;
  }
  text.end = static_cast<std::uint32_t>(position_);
  ++position_;
  return true;
}

bool JsonReader::skip_scalar() {
  for (std::string_view literal : {"true", "false", "null"}) {
    if (json_.substr(position_, literal.size()) != literal) continue;
    position_ += literal.size();
    return true;
  }
  const std::size_t end = end_of_number(json_, position_);
  if (end == position_) return false;
  position_ = end;
  return true;
}

bool is_json(std::string_view json) {
  JsonReader reader(json);
  while (true) {
    const JsonTokenType type = reader.next().type;
    if (type == JsonTokenType::end) return true;
    if (type == JsonTokenType::fault) return false;
  }
}

bool unescape_json(std::string_view text, std::string& value, SourceMap* map) {
  value.clear();
  bool is_whole = true;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t next = std::min(text.find('\\', i), text.size());
    value += text.substr(i, next - i);
    if (map != nullptr) map->append_copied(static_cast<std::uint32_t>(next - i));
    i = next;
    if (i == text.size()) break;
    const std::size_t before = value.size();
    if (text[i + 1] == 'u') {
      i = append_unit(value, text, i, is_whole);
    } else {
      value += control_of(text[i + 1]);
      i += 2;
    }
    if (map != nullptr) {
      map->append_character(static_cast<std::uint32_t>(value.size() - before),
                            static_cast<std::uint32_t>(i - next));
    }
  }
  return is_whole;
}

std::string_view unescaped_json(std::string_view text, std::string& buffer) {
  if (text.find('\\') == std::string_view::npos) return text;
  unescape_json(text, buffer);
  return buffer;
}

}  // namespace hrefkit::text
