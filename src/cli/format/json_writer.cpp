#include "hrefkit/cli/format/json_writer.h"

#include "hrefkit/cli/format/json_string.h"

namespace hrefkit::cli {

/// Writes a comma after a value. The last byte shows whether a value has ended: it is neither a
/// bracket that opens, nor a colon, a comma or a line break.
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

void JsonWriter::number(std::uint64_t value) {
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
