#include "hrefkit/cli/format/json_writer.h"

#include "hrefkit/cli/format/json_string.h"

namespace hrefkit::cli {

void JsonWriter::separate() {
  if (comma_) out_ += ',';
  comma_ = true;
}

void JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  comma_ = false;
}

void JsonWriter::end(char bracket) {
  out_ += bracket;
  comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_ += ':';
  comma_ = false;
}

void JsonWriter::string(std::string_view text) {
  separate();
  append_json_string(out_, text);
}

void JsonWriter::number(std::size_t value) {
  separate();
  out_ += std::to_string(value);
}

void JsonWriter::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
}

void JsonWriter::null() {
  separate();
  out_ += "null";
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

void JsonWriter::member_or_null(std::string_view name, std::optional<std::string> const& text) {
  key(name);
  if (text) {
    string(*text);
  } else {
    null();
  }
}

}  // namespace hrefkit::cli
