#include "hrefkit/cli/format/json_writer.h"

#include "hrefkit/cli/format/json_string.h"

namespace hrefkit::cli {

/// Writes a comma where the value before ends. What was written tells: only the end of a value is
/// not a beginning, a colon or a comma.
void JsonWriter::separate() {
  if (out_.empty()) return;
  switch (out_.view().back()) {
    case '{':
    case '[':
    case ':':
    case ',':
    case '\n':
      return;
    default:
      out_.literal(",");
  }
}

void JsonWriter::begin(std::string_view bracket) {
  separate();
  out_.append(bracket);
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_.literal(":");
}

void JsonWriter::string(std::string_view text) {
  separate();
  append_json_string(out_, text);
}

void JsonWriter::number(std::size_t value) {
  separate();
  out_.number(value);
}

void JsonWriter::boolean(bool value) {
  separate();
  out_.append(value ? "true" : "false");
}

void JsonWriter::null() {
  separate();
  out_.literal("null");
}

void JsonWriter::member(std::string_view name, std::string_view text) {
  key(name);
  string(text);
}

void JsonWriter::member(std::string_view name, std::size_t value) {
  key(name);
  number(value);
}

void JsonWriter::member(std::string_view name, bool value) {
  key(name);
  boolean(value);
}

void JsonWriter::member_or_null(std::string_view name, std::optional<std::string_view> text) {
  key(name);
  if (text) {
    string(*text);
  } else {
    null();
  }
}

}  // namespace hrefkit::cli
